"""Legions of Kadmon against what is known of its cards: stated values are used as stated, all others are marked as
stand-ins, and so is each line whose printed words are unknown."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cardscript.language.program import CardDecl, Game
from cardscript.language.rulings import under
from cardscript.session.game import load
from tests import reference

KINDS = {
    "starter": ("Starter",), "basic": ("Basic",), "kadmon": ("Overlord",), "sovereign": ("Pretender", "Fragment"),
}  # fmt: skip
SIDES = {
    "Legion": "legion/continuous", "Calamity": "legion/calamity", "Dawn": "legion/dawn", "Decree": "legion/all-players",
    "Reign": "legion/all-players", "Mustering": "vassal/calamity", "Summoning": "vassal/calamity",
    "Vassal": "vassal/continuous", "Invoke": "vassal/invoke", "Quickcast Invoke": "vassal/invoke",
}  # fmt: skip
"""Label of a line -> where the card has it, in the words of the reference. A line without a label is the Spell."""
SPELL = "spell/cast"
PLACED = {("Verdant VII, the Proud", "legion/continuous"): "unknown/unknown"}
"""An effect of which the reference does not say where it is printed."""
STATED_LINES = {
    ("Kadmon", "Reign: Put Ichors equal to the number of players into the Chalice."): "base_ichor, as the text goes on",
}
"""Lines that say a stated value, by their first sentence."""


@cache
def kadmon() -> Game:
    return under(load("kadmon").game, {})


@cache
def known() -> dict[str, Any]:
    return {entry["name"]: entry for entry in reference.cards("kadmon", "cards") if isinstance(entry["name"], str)}


def of_kind(*kinds: str) -> list[CardDecl]:
    return [card for card in kadmon().cards if kadmon().kinds[card.kind].name in kinds]


def card(name: str) -> CardDecl:
    return next(card for card in kadmon().cards if card.name == name)


def marked(name: str) -> list[str]:
    """What is marked of a card, in its own words."""
    return [one.text for one in kadmon().stand_ins if one.card == name]


def traits(of: CardDecl, trait: str) -> list[str]:
    number = next(n for n, one in enumerate(kadmon().traits) if one.name == trait)
    return [kadmon().traits[number].values[value] for value in of.traits.get(number, ())]


def side_of(line: str) -> str:
    label, colon, _ = line.partition(": ")
    return SIDES[label] if colon and label in SIDES else SPELL


NAMES = [name for name, entry in known().items() if entry["kind"] != "basic"]
TYPED = [entry["name"] for entry in known().values() if entry["kind"] in ("starter", "sovereign")] + ["Rotting Hulk"]


def test_the_reference_is_read_whole() -> None:
    assert len(known()) == 13 and len(TYPED) == 12


@pytest.mark.parametrize("name", NAMES)
def test_a_stated_number_of_copies_is_that(name: str) -> None:
    entry, found = known()[name], card(name)
    assert kadmon().kinds[found.kind].name in KINDS[entry["kind"]]
    assert entry["count"]["status"] == "stated" and found.count == entry["count"]["value"]
    assert not [words for words in marked(name) if "cop" in words or words.startswith('"')]


def test_of_the_basic_units_one_name_and_the_whole_number_are_stated() -> None:
    entry = next(e for e in reference.cards("kadmon", "cards") if not isinstance(e["name"], str))
    basics = of_kind("Basic")
    assert sum(one.count for one in basics) == entry["count"]["value"] == 43
    for one in basics:
        expected = [f"{one.count} copies" if one.count > 1 else "1 copy"]
        if one.name not in known():
            expected.insert(0, f'"{one.name}"')
        assert marked(one.name)[: len(expected)] == expected, one.name


@pytest.mark.parametrize("name", TYPED)
def test_unknown_values_are_marked(name: str) -> None:
    entry, marks = known()[name], marked(name)
    for key, words in (("unit_type", "type "), ("unit_types", "type "), ("power", "power "), ("life", "life "),
                       ("base_ichor", "bounty ")):  # fmt: skip
        if key in entry:
            assert entry[key]["status"] == "unknown"
            assert [one for one in marks if one.startswith(words)], f"{name}: {key}"


def test_every_value_of_the_other_basic_units_is_marked() -> None:
    for one in of_kind("Basic"):
        words = [text.partition(" ")[0] for text in marked(one.name)]
        assert {"type", "power", "life"} <= set(words), one.name
        assert ("tempo" in words) == bool(traits(one, "tempo")), one.name
        assert set(one.lines) <= set(marked(one.name)), one.name


def test_a_type_is_one_of_those_that_are_stated() -> None:
    entry = reference.whole("kadmon", "cards")["for_every_card"]
    for one in of_kind("Basic", "Starter"):
        assert len(traits(one, "type")) == 1 and traits(one, "type")[0] in entry["basic_unit_types"]["value"]
    for one in of_kind("Pretender", "Fragment"):
        assert traits(one, "type") and set(traits(one, "type")) <= set(entry["sovereign_unit_types"]["value"])


def test_stated_speed_is_no_stand_in() -> None:
    for name in ("Wandering Ghost", "Branwen, Shield of Strays"):
        assert traits(card(name), "tempo") == ["Quickcast"]
        assert "tempo Quickcast" not in marked(name)
    assert known()["Wandering Ghost"]["spell"]["quickcast"]["value"] is True
    said = [fact["value"] for e in known()["Branwen, Shield of Strays"]["effects"] for fact in e["facts"]]
    assert "Summon Branwen at Quickcast speed" in said


@pytest.mark.parametrize(
    ("name", "words"), [("Living Bones", "1 Damage"), ("Wandering Ghost", "2 Shield")]
)  # fmt: skip
def test_what_a_starter_is_said_to_deal_it_deals(name: str, words: str) -> None:
    assert any(words in fact["value"] for fact in known()[name]["spell"]["facts"])
    assert [words in line for line in card(name).lines] == [True]


def test_pieces_are_as_many_as_stated() -> None:
    entry = reference.whole("kadmon", "cards")["for_every_card"]
    for kind, count in entry["action_tokens"]["value"].items():
        assert card(f"{kind} Token").count == count
    assert card("Ichor").count == entry["ichor"]["value"]
    assert not [one for one in kadmon().stand_ins if one.card.endswith("Token") or one.card == "Ichor"]


SOVEREIGNS = [name for name, entry in known().items() if "effects" in entry]


@pytest.mark.parametrize("name", SOVEREIGNS)
def test_lines_are_where_the_card_has_them_and_marked_unless_their_words_are_stated(name: str) -> None:
    said: dict[str, list[dict[str, Any]]] = {}
    for effect in known()[name]["effects"]:
        for icon in effect["icon"].split("/"):
            said.setdefault(f"{effect['side']}/{icon}", []).append(effect)
    marks = marked(name)
    for line in card(name).lines:
        side = side_of(line)
        side = PLACED.get((name, side), side)
        effects = said.get(side, [])
        assert effects, f"{name} has nothing there: {line}"
        assert all(effect["printed_text"]["status"] == "unknown" for effect in effects), line
        stated = any(one == name and line.startswith(first) for one, first in STATED_LINES)
        assert (line in marks) != stated, f"{name}: {line}"


@pytest.mark.parametrize("name", SOVEREIGNS)
def test_where_something_is_said_of_an_effect_there_is_a_line(name: str) -> None:
    sides = {side_of(line).partition("/")[0] for line in card(name).lines}
    for effect in known()[name]["effects"]:
        if effect["facts"] and effect["side"] in ("vassal", "spell") and effect["printed_text"]["status"] == "unknown":
            assert effect["side"] in sides, effect
        elif effect["facts"] and effect["side"] == "legion" and effect["icon"] != "slain":
            assert "legion" in sides, effect


def test_michael_has_no_calamity_and_no_dawn() -> None:
    effects = known()["The Phantom of Saint Michael"]["effects"]
    none = [e["icon"] for e in effects if e["printed_text"].get("value") == "none"]
    assert none == ["calamity", "dawn"]
    lines = card("The Phantom of Saint Michael").lines
    assert not [line for line in lines if line.startswith(("Calamity:", "Dawn:"))]


def test_nothing_is_marked_that_is_of_no_card_of_the_box() -> None:
    names = {one.name for one in of_kind("Basic", "Starter", "Pretender", "Fragment", "Overlord", "Void")}
    assert {one.card for one in kadmon().stand_ins} <= names
