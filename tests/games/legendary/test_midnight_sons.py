"""What the set Midnight Sons holds."""

from __future__ import annotations

from functools import cache

from cardscript.language.program import Game
from cardscript.session.game import load


@cache
def made() -> Game:
    return load("legendary", ("core", "midnight-sons")).game


def _copies() -> dict[str, list[list[int]]]:
    """Kind -> the copies of the cards of each group (each card, where it has none)."""
    kinds: dict[str, dict[str, list[int]]] = {}
    for card in made().cards:
        if card.set == "midnight-sons" and card.count:
            of = kinds.setdefault(made().kinds[card.kind].name, {})
            of.setdefault(card.group or card.name, []).append(card.count)
    return {kind: [sorted(copies) for copies in groups.values()] for kind, groups in kinds.items()}


def test_ms_contents_01_five_heroes_of_fourteen_cards() -> None:
    assert _copies()["Hero"] == [[1, 3, 5, 5]] * 5


def test_ms_contents_02_two_villain_groups_of_eight_cards() -> None:
    assert [sum(copies) for copies in _copies()["Villain"]] == [8, 8]


def test_two_masterminds_with_four_tactics() -> None:
    copies = _copies()
    assert copies["Tactic"] == [[1, 1, 1, 1]] * 2 and copies["Mastermind"] == [[1]] * 2


def test_ms_contents_04_four_schemes_and_a_hundred_cards() -> None:
    total = {kind: sum(map(sum, groups)) for kind, groups in _copies().items()}
    assert total == {"Hero": 70, "Villain": 16, "Mastermind": 2, "Tactic": 8, "Scheme": 4}
    assert sum(total.values()) == 100
