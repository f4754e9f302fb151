"""Card by card: what the shipped boxes print is what the reference says the cards print."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cardscript.language.program import CardDecl, Game
from cardscript.language.rulings import under
from cardscript.session.game import load
from tests import reference
from tests.games.table import game

KINDS = {
    "hero": "Hero", "villain": "Villain", "henchman": "Henchman", "mastermind": "Mastermind",
    "mastermind-tactic": "Tactic", "scheme": "Scheme", "bystander": "Bystander", "wound": "Wound", "officer": "Officer",
    "agent": "Agent", "trooper": "Trooper", "scheme-twist": "Twist", "master-strike": "Strike",
    "villainous-weapon": "Villainous Weapon", "hero-artifact": "Hero Artifact",
}  # fmt: skip
REWORDED = {
    ("Laufey, Father of Loki", "Casket of Eternal Winters"): "Casket of Ancient Winters",
}
"""Words of a card that are not in the data as printed, see docs/rewordings.md."""


def entries(box: str) -> list[dict[str, Any]]:
    """The cards of a box; the other side of a card is one of its own, of which no copy is in the box."""
    found: list[dict[str, Any]] = []
    for entry in reference.cards("legendary", box):
        found.append(entry)
        if entry["kind"] == "hero" and "artifact_kind" in entry:
            found[-1] = {**entry, "kind": "hero-artifact"}
        if "epic" in entry:
            side = {"back_of": entry["name"], "count": 0, "id": f"{entry['id']}/epic"}  # no copy more
            found.append({**entry, **entry["epic"], **side})
    return found


CARDS = entries("core")
ASGARD = entries("heroes-of-asgard")
STACK = {"officer"}
"""Kinds that are one stack and no group to choose; the name in their corner is not in the data."""


def printed(made: Game, card: CardDecl) -> dict[str, Any]:
    """A card of the game in the form of the reference."""
    values = {
        made.attributes[number].name.lower(): f"{value or ''}*" if mark == "*" else f"{value}{mark}"
        for number, value in card.attributes.items()
        for mark in [card.marks.get(number, "")]
    }
    shown = {
        trait.name: [trait.values[v] for v in card.traits.get(number, ())] for number, trait in enumerate(made.traits)
    }
    return {
        "name": card.name, "count": card.count, "classes": shown["class"], "team": shown["team"], **values,
        "leads": card.leads, "text": list(card.lines),
    }  # fmt: skip


def said(entry: dict[str, Any]) -> dict[str, Any]:
    """The same of a card of the reference."""
    values = {name: str(entry[name]) for name in ("cost", "recruit", "attack", "vp") if name in entry}
    if "attack_bonus" in entry:
        values["bonus"] = entry["attack_bonus"].lstrip("+")
    team = entry.get("team", "none")
    lines = [*entry["text"], *entry.get("artifact_text", ())]
    for (name, words), ours in REWORDED.items():
        lines = [line.replace(words, ours) if entry["name"] == name else line for line in lines]
    return {
        "name": entry["name"], "count": entry["count"], "classes": list(entry.get("classes", ())),
        "team": [] if team == "none" else [team], **values, "leads": entry.get("always_leads", ""),
        "text": lines,
    }  # fmt: skip


def in_game(entry: dict[str, Any], made: Game) -> list[CardDecl]:
    """The cards of the game that are this one: kind, name and group."""
    group = "" if entry["kind"] in STACK else entry.get("group", "")
    kind = KINDS[entry["kind"]]
    found = [c for c in made.cards if made.kinds[c.kind].name == kind and c.name == entry["name"]]
    return [c for c in found if c.group == group or (kind == "Mastermind" and not c.group)]


@pytest.mark.parametrize("entry", CARDS, ids=[entry["id"] for entry in CARDS])
def test_each_card_is_printed_so(entry: dict[str, Any]) -> None:
    found = in_game(entry, game("legendary"))
    assert len(found) == 1
    assert printed(game("legendary"), found[0]) == said(entry)


@cache
def asgard() -> Game:
    return under(load("legendary", ("core", "heroes-of-asgard")).game, {})


@pytest.mark.parametrize("entry", ASGARD, ids=[entry["id"] for entry in ASGARD])
def test_each_card_of_the_second_box_is_printed_so(entry: dict[str, Any]) -> None:
    found = [card for card in in_game(entry, asgard()) if card.set == "heroes-of-asgard"]
    assert len(found) == 1
    assert printed(asgard(), found[0]) == said(entry)
    assert found[0].back_of == entry.get("back_of", "")


def test_the_second_box_holds_a_hundred_cards() -> None:
    ours = [c for c in asgard().cards if c.set == "heroes-of-asgard" and c.count and not c.back_of]
    assert sum(c.count for c in ours) == 100
    assert len(ours) == len([e for e in ASGARD if "back_of" not in e])
    heroes = [c for c in ours if asgard().kinds[c.kind].name in ("Hero", "Hero Artifact")]
    for group in {c.group for c in heroes}:
        assert sorted(c.count for c in heroes if c.group == group) == [1, 3, 5, 5]
    for group in ("Dark Council", "Omens of Ragnarok"):
        assert sum(c.count for c in ours if c.group == group) == 8


def test_no_card_is_in_the_box_that_the_reference_does_not_know() -> None:
    known = {(KINDS[entry["kind"]], entry["name"]) for entry in CARDS}
    made = game("legendary")
    ours = {(made.kinds[c.kind].name, c.name) for c in made.cards if c.set == "core"}
    assert ours == known and len([c for c in made.cards if c.set == "core"]) == len(CARDS)
    assert sum(c.count for c in made.cards if c.set == "core") == sum(entry["count"] for entry in CARDS) == 500
