"""Card by card: what the shipped core box prints is what the reference says the cards print."""

from __future__ import annotations

from typing import Any

import pytest

from cardscript.language.program import CardDecl, Game
from tests import reference
from tests.games.table import game

KINDS = {
    "hero": "Hero", "villain": "Villain", "henchman": "Henchman", "mastermind": "Mastermind",
    "mastermind-tactic": "Tactic", "scheme": "Scheme", "bystander": "Bystander", "wound": "Wound", "officer": "Officer",
    "agent": "Agent", "trooper": "Trooper", "scheme-twist": "Twist", "master-strike": "Strike",
}  # fmt: skip
CARDS = reference.cards("legendary", "core")
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
    team = entry.get("team", "none")
    return {
        "name": entry["name"], "count": entry["count"], "classes": list(entry.get("classes", ())),
        "team": [] if team == "none" else [team], **values, "leads": entry.get("always_leads", ""),
        "text": entry["text"],
    }  # fmt: skip


def in_game(entry: dict[str, Any]) -> list[CardDecl]:
    """The cards of the game that are this one: kind, name and group."""
    made = game("legendary")
    group = "" if entry["kind"] in STACK else entry.get("group", "")
    kind = KINDS[entry["kind"]]
    found = [c for c in made.cards if made.kinds[c.kind].name == kind and c.name == entry["name"]]
    return [c for c in found if c.group == group or (kind == "Mastermind" and not c.group)]


@pytest.mark.parametrize("entry", CARDS, ids=[entry["id"] for entry in CARDS])
def test_each_card_is_printed_so(entry: dict[str, Any]) -> None:
    found = in_game(entry)
    assert len(found) == 1
    assert printed(game("legendary"), found[0]) == said(entry)


def test_no_card_is_in_the_box_that_the_reference_does_not_know() -> None:
    known = {(KINDS[entry["kind"]], entry["name"]) for entry in CARDS}
    made = game("legendary")
    ours = {(made.kinds[c.kind].name, c.name) for c in made.cards if c.set == "core"}
    assert ours == known and len([c for c in made.cards if c.set == "core"]) == len(CARDS)
    assert sum(c.count for c in made.cards if c.set == "core") == sum(entry["count"] for entry in CARDS) == 500
