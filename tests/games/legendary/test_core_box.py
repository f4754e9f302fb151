"""The box as a whole: 500 cards of the 2012 first edition, in the numbers the rulebook gives."""

from __future__ import annotations

from collections import Counter

from cardscript.language.program import CardDecl
from tests.games.table import game


def cards() -> list[CardDecl]:
    return [card for card in game("legendary").cards if card.set == "core"]


def test_the_box_has_500_cards() -> None:
    kinds = [kind.name for kind in game("legendary").kinds]
    counts: Counter[str] = Counter()
    for card in cards():
        counts[kinds[card.kind]] += card.count
    assert counts == {
        "Hero": 15 * 14, "Villain": 7 * 8, "Henchman": 4 * 10, "Mastermind": 4, "Tactic": 4 * 4, "Scheme": 8,
        "Bystander": 30, "Wound": 30, "Officer": 30, "Agent": 40, "Trooper": 20, "Twist": 11, "Strike": 5,
    }  # fmt: skip
    assert counts.total() == 500


def test_each_hero_is_two_commons_an_uncommon_and_a_rare() -> None:
    kinds = [kind.name for kind in game("legendary").kinds]
    heroes: dict[str, list[int]] = {}
    for card in cards():
        if kinds[card.kind] == "Hero":
            heroes.setdefault(card.group, []).append(card.count)
    assert len(heroes) == 15
    assert {name: sorted(counts) for name, counts in heroes.items() if sorted(counts) != [1, 3, 5, 5]} == {}


def test_each_villain_group_has_eight_cards() -> None:
    kinds = [kind.name for kind in game("legendary").kinds]
    groups: Counter[str] = Counter()
    for card in cards():
        if kinds[card.kind] == "Villain":
            groups[card.group] += card.count
    assert len(groups) == 7 and set(groups.values()) == {8}
