"""The stand-ins of Legions of Kadmon: what they must bring into the game, and that each gives way to the printed value
by an edit of its line alone."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from cardscript.language.program import CardDecl, Game
from cardscript.language.resources import data_dir
from cardscript.language.rulings import under
from cardscript.session.game import load

MARK = " (stand-in)"


@cache
def kadmon() -> Game:
    return under(load("kadmon").game, {})


def basics() -> list[CardDecl]:
    """The 43 Basic Units and the 16 starters, each printed card once."""
    return [card for card in kadmon().cards if kadmon().kinds[card.kind].name in ("Basic", "Starter")]


def values(card: CardDecl, trait: str) -> list[str]:
    number = next(n for n, one in enumerate(kadmon().traits) if one.name == trait)
    return [kadmon().traits[number].values[value] for value in card.traits.get(number, ())]


def test_there_are_59() -> None:
    assert sum(card.count for card in basics()) == 43 + 16


EFFECTS = {
    "Damage": "Damage to a unit", "Shield": "Shield to a unit", "Power": "Power to a unit",
    "Damage in the Legion": "in the Legion", "to a Vassal": "to a Vassal",
    "twice the players": "For each player, deal 2", "twice the Vassals": "equal to the number of your Vassals",
    "Despair": "despairing", "Ethereal": "Mist counter",
    "Immune": "Veil counter", "Or": "Choose one", "Resurrect X": "Resurrect 1", "Resurrect by type": "Resurrect an",
    "Changing targets": "Change the target",
    "Search the Grave": "Search the Grave", "Swap": "Swap a", "Ungrave": "Ungrave", "Unit type": "[Samael]",
}  # fmt: skip
"""The effects that the rulebook's keywords name, with words of the lines that have them."""


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_the_rulebook_names_is_on_a_basic_card(effect: str) -> None:
    assert [card.name for card in basics() if any(EFFECTS[effect] in line for line in card.lines)]


def test_some_cards_answer_and_some_have_two_spell_effects() -> None:
    quick = [card for card in basics() if values(card, "tempo") == ["Quickcast"]]
    assert len(quick) >= 6
    kinds = {values(card, "type")[0] for card in quick}
    assert kinds >= {"Undead", "Spirit", "Horror"}, "a hand of any of these has something to answer with"


@pytest.mark.parametrize("kind", ["Undead", "Spirit", "Horror", "Samael"])
def test_three_of_each_type_can_be_gathered(kind: str) -> None:
    """A bonus takes three Vassals of a type; Samael wins the game, so there are few, but one more than three."""
    wilds = sum(card.count for card in basics() if values(card, "type") == [kind] and "Basic" in kind_of(card))
    assert wilds >= 4 if kind == "Samael" else wilds >= 12


def kind_of(card: CardDecl) -> str:
    return kadmon().kinds[card.kind].name


# --- an owner of the box replaces them -----------------------------------------------------------------------------
@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "kadmon"
    shutil.copytree(data_dir("cardsets") / "kadmon", folder)
    return folder


EDITS = [
    ("units.card", "Flayed Hound", "life 1 (stand-in)", "life 2"),
    ("units.card", "Flayed Hound", "    Deal 2 Damage to a unit. (stand-in)", "    Deal 1 Damage to each Vassal."),
    ("units.card", "Many-Handed", '"Many-Handed" (stand-in)', '"Nine Arms"'),
    ("units.card", "Rotting Hulk", "(3 copies) (stand-in)", "(3 copies)"),
    ("starters.card", "Dead Crawler", "type Undead (stand-in)", "type Horror"),
    ("sovereigns.card", "Branwen, Shield of Strays", "bounty 6 (stand-in)", "bounty 4"),
    ("sovereigns.card", "The Ingenious Andrés Beltram", "Deal 1 Power to this unit. (stand-in)",
     "Deal 2 Power to this unit."),
]  # fmt: skip
"""File, card, what stands there, the printed value in its place."""


@pytest.mark.parametrize(("file", "card", "old", "new"), EDITS, ids=[f"{edit[1]}: {edit[3].strip()}" for edit in EDITS])
def test_one_line_is_edited_and_one_stand_in_is_gone(copy: Path, file: str, card: str, old: str, new: str) -> None:
    path = copy / "base" / file
    text = path.read_text(encoding="utf-8")
    at = text.index(old, text.index(f'"{card}"'))
    path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    assert sum(a != b for a, b in zip(text.splitlines(), path.read_text().splitlines(), strict=True)) == 1
    changed = load(str(copy)).game  # raises with what would be wrong
    assert len(changed.stand_ins) == len(load("kadmon").game.stand_ins) - 1


def test_without_the_marks_the_game_is_the_same(copy: Path) -> None:
    for path in (copy / "base").glob("*.card"):
        path.write_text(path.read_text(encoding="utf-8").replace(MARK, ""), encoding="utf-8")
    plain = under(load(str(copy)).game, {})
    assert not plain.stand_ins
    told = [(card.name, card.count, card.lines, card.attributes, card.traits) for card in plain.cards]
    assert told == [(card.name, card.count, card.lines, card.attributes, card.traits) for card in kadmon().cards]
