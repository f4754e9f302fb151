"""Card by card: what the set Midnight Sons prints is what the reference says the cards print, backs of cards too."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardscript.language.program import CardDecl, Game
from tests import reference
from tests.games.legendary import test_reference as others
from tests.games.legendary.test_reference import KINDS, printed, said
from tests.games.table import game

SETS = ("core", "midnight-sons")
CARDS = reference.cards("legendary", "midnight-sons")
REWORDED = {
    "Add all 14 cards for any Blade Hero": "Add all 14 cards of any Blade Hero",
    "Use 1 Twist total": "Use 1 total Twist",
    'If your Total exceeds 21 you "bust"': 'If your Total exceeds 21, you "bust"',
}
"""Lines that stand in docs/rewordings.md: what is printed, what the data say."""
CALLED = {"The Fallen": "Fallen"}


def made() -> Game:
    return game("legendary", sets=SETS)


def sides() -> list[dict[str, Any]]:
    """Every side of every card; a back has no copies of its own."""
    found: list[dict[str, Any]] = []
    for entry in CARDS:
        found.append({**entry, "back_of": ""})
        for key in ("epic", "back"):
            if key in entry:
                kind = "newcomer" if key == "back" else entry["kind"]
                found.append({"kind": kind, "group": "", "count": 0, **entry[key], "back_of": entry["name"]})
                found[-1]["kind"] = kind
    return found


def expected(entry: dict[str, Any]) -> dict[str, Any]:
    wanted = said({**entry, "text": [_reworded(line) for line in entry["text"]]})
    return {**wanted, "leads": CALLED.get(wanted["leads"], wanted["leads"])}


def _reworded(line: str) -> str:
    for old, new in REWORDED.items():
        line = line.replace(old, new)
    return line


def in_game(entry: dict[str, Any]) -> list[CardDecl]:
    kinds = {**KINDS, "newcomer": "Newcomer"}
    found = [c for c in made().cards if made().kinds[c.kind].name == kinds[entry["kind"]] and c.name == entry["name"]]
    return [c for c in found if c.back_of == entry["back_of"] and c.set == "midnight-sons"]


@pytest.mark.parametrize("entry", sides(), ids=[entry["name"] for entry in sides()])
def test_each_side_is_printed_so(entry: dict[str, Any]) -> None:
    found = in_game(entry)
    assert len(found) == 1
    assert printed(made(), found[0]) == expected(entry)
    if entry["kind"] in ("hero", "villain", "mastermind-tactic"):
        assert found[0].group == entry["group"]


def test_no_card_is_in_the_set_that_the_reference_does_not_know() -> None:
    known = Counter({entry["name"]: entry["count"] for entry in CARDS})
    ours = Counter({c.name: c.count for c in made().cards if c.set == "midnight-sons" and c.count})
    assert ours == known and sum(ours.values()) == 100
    printed_there = {c.name for c in made().cards if c.set == "midnight-sons" and (c.count or c.back_of)}
    assert {entry["name"] for entry in sides()} == printed_there


def test_every_reworded_line_stands_in_the_docs_and_no_other() -> None:
    page = (reference.ROOT / "docs" / "rewordings.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")][2:]
    told = {(row[1], row[2]) for row in rows}
    ours = {**REWORDED, **{words: now for (_, words), now in others.REWORDED.items()}}
    assert len(told) == len(ours)
    for was, now in ours.items():
        assert any(was in printed_text and now in here for printed_text, here in told), was
