"""Clauses about the end of a turn and about supplies that run out."""

from __future__ import annotations

from collections import Counter

from cardscript.engine.kinds import REPLENISH, SHUFFLE
from tests.games.legendary.board import board
from tests.games.table import Table

NUMBERED = "".join(f'hero "Number {n}" of Numbers\n    cost 1\n' for n in range(1, 21))
"""Heroes that can be told apart: "Number 1" to "Number 20"."""


def numbers(first: int, last: int) -> list[str]:
    return [f"Number {n}" for n in range(first, last + 1)]


def shuffles(t: Table) -> int:
    """How many shuffles there have been."""
    return sum(event[0] in (SHUFFLE, REPLENISH) for event in t.machine.log)


def test_core_end_01_played_and_held_cards_are_discarded() -> None:
    t = board(NUMBERED, p1_hand=numbers(1, 6), p1_discard_pile=numbers(7, 9))
    t.play(*numbers(1, 4))
    assert (len(t.zone("P1 play area")), len(t.zone("P1 hand"))) == (4, 2)
    t.end_turn()
    assert sorted(t.zone("P1 discard pile")) == sorted(numbers(1, 9))
    assert t.zone("P1 play area") == []
    assert not set(t.zone("P1 hand")) & set(numbers(1, 9))


def test_core_end_02_a_new_hand_of_six() -> None:
    t = board(NUMBERED, p1_deck=numbers(1, 10), p2_hand=numbers(11, 13))
    t.end_turn()
    assert sorted(t.zone("P1 hand")) == sorted(numbers(1, 6))
    assert t.zone("P1 deck") == numbers(7, 10)
    assert t.zone("P2 hand") == numbers(11, 13)
    assert shuffles(t) == 0


def test_core_end_03_the_discard_pile_is_shuffled_when_a_card_must_be_drawn() -> None:
    t = board(NUMBERED, p1_deck=numbers(1, 2), p1_hand=numbers(3, 5), p1_discard_pile=numbers(6, 12))
    t.end_turn()
    hand, deck = t.zone("P1 hand"), t.zone("P1 deck")
    assert (len(hand), len(deck), t.zone("P1 discard pile")) == (6, 6, [])
    assert set(numbers(1, 2)) < set(hand)
    assert sorted(hand + deck) == sorted(numbers(1, 12))
    assert shuffles(t) == 1


def test_core_end_04_the_end_of_a_turn_shuffles_nothing() -> None:
    t = board(NUMBERED, p1_deck=numbers(1, 6), p1_discard_pile=numbers(7, 14))
    t.end_turn()
    assert sorted(t.zone("P1 hand")) == sorted(numbers(1, 6))
    assert t.zone("P1 deck") == []
    assert t.zone("P1 discard pile") == numbers(7, 14)
    assert shuffles(t) == 0


def test_core_end_05_a_recruited_hero_comes_with_a_later_shuffle() -> None:
    t = board(NUMBERED, p1_deck=numbers(1, 7), hq=["Number 20", *["Filler"] * 4], points={"Recruit": 1})
    t.act("recruit", "Number 20").end_turn()
    assert sorted(t.zone("P1 hand")) == sorted(numbers(1, 6))
    assert (t.zone("P1 deck"), t.zone("P1 discard pile")) == (["Number 7"], ["Number 20"])
    t.end_turn()
    assert t.seat == 1
    t.end_turn()
    hand, deck = t.zone("P1 hand"), t.zone("P1 deck")
    assert (len(hand), len(deck), t.zone("P1 discard pile")) == (6, 2, [])
    assert "Number 7" in hand
    assert sorted(hand + deck) == sorted([*numbers(1, 7), "Number 20"])
    assert shuffles(t) == 1


def test_core_end_06_the_play_area_is_not_shuffled_in() -> None:
    stubs = NUMBERED + 'hero "Drawing" of Numbers\n    cost 1\n    Draw three cards.\n'
    t = board(stubs, p1_deck=[], p1_hand=["Drawing"], p1_play_area=numbers(1, 2), p1_discard_pile=numbers(3, 4))
    t.play("Drawing")
    assert sorted(t.zone("P1 hand")) == numbers(3, 4)
    assert (t.zone("P1 deck"), t.zone("P1 discard pile")) == ([], [])
    assert sorted(t.zone("P1 play area")) == ["Drawing", *numbers(1, 2)]


def test_core_end_07_the_victory_pile_is_no_part_of_the_deck() -> None:
    pile = ["Plain Villain", "Bystander", "Bystander"]
    t = board(NUMBERED, p1_deck=[], p1_discard_pile=numbers(1, 10), p1_victory_pile=pile, ko_pile=["Filler"])
    t.end_turn()
    assert sorted(t.zone("P1 hand") + t.zone("P1 deck")) == sorted(numbers(1, 10))
    assert t.zone("P1 Victory Pile") == pile
    assert t.zone("KO Pile") == ["Filler"]


def test_core_end_08_the_score_is_the_vp_in_the_victory_pile() -> None:
    stubs = 'villain "Two" of Plain\n    attack 3, vp 2\nvillain "Four" of Plain\n    attack 3, vp 4\n'
    stubs += 'hero "Dear" of Dears\n    cost 8\n'
    t = board(
        stubs, p1_victory_pile=["Two", "Four", "Quiet Tactic", "Bystander", "Bystander"],
        p1_deck=["Dear", "Wound", "Wound", "Wound"], villain_deck=["Nothing Happens"], phase="Villain Step",
    )  # fmt: skip
    t.end_turn()
    result = t.machine.result
    assert result is not None
    assert result.scores == (13, 0)


def test_core_end_09_eight_instead_of_six_and_one_more() -> None:
    t = board(city=["Doctor Octopus", "Savage Land Mutates", "", "", ""], p1_deck=["S.H.I.E.L.D. Agent"] * 30,
              points={"Attack": 7})  # fmt: skip
    t.act("fight", "Octopus").act("fight", "Mutates").end_turn()
    assert len(t.zone("P1 hand")) == 9
    t.end_turn()
    assert t.seat == 1
    t.end_turn()
    assert len(t.zone("P1 hand")) == 6


def test_core_end_09_eight_is_set_once() -> None:
    t = board(city=["Doctor Octopus", "Doctor Octopus", "", "", ""], p1_deck=["S.H.I.E.L.D. Agent"] * 30,
              points={"Attack": 8})  # fmt: skip
    t.act("fight", "Octopus").act("fight", "Octopus").end_turn()
    assert len(t.zone("P1 hand")) == 8
    t.end_turn()
    t.end_turn()
    assert len(t.zone("P1 hand")) == 6


def test_core_end_10_another_turn_has_its_own_villain_step() -> None:
    t = board(mastermind="Dr. Doom", tactics=("Secrets of Time Travel",) * 2, points={"Attack": 9},
              p1_deck=["S.H.I.E.L.D. Agent"] * 20)  # fmt: skip
    t.act("fight", "Doom")
    before = len(t.zone("Villain Deck"))
    t.end_turn()
    assert (t.seat, t.machine.turn) == (1, 2)
    assert len(t.zone("Villain Deck")) == before - 1
    assert (len(t.zone("P1 hand")), len(t.zone("P1 deck"))) == (6, 14)
    t.end_turn()
    assert (t.seat, t.machine.turn) == (2, 3)


def test_core_end_10_no_further_turn_after_exhaustion() -> None:
    t = board(mastermind="Dr. Doom", tactics=("Secrets of Time Travel",) * 2, points={"Attack": 9},
              villain_deck=["Nothing Happens"], phase="Villain Step")  # fmt: skip
    t.act("fight", "Doom").end_turn()
    result = t.machine.result
    assert result is not None
    assert (result.ending, result.result, t.machine.turn) == ("Exhaustion", "draw", 1)


# --- supplies


def test_core_supply_01_an_empty_supply_does_not_end_the_game() -> None:
    stubs = 'hero "Hurt" of Takers\n    cost 1\n    Gain a Wound.\n'
    stubs += 'hero "Help" of Takers\n    cost 1\n    Rescue a Bystander.\n'
    emptied = []
    for action, card, supply in (
        ("play", "Help", "Bystander Supply"), ("play", "Hurt", "Wound Supply"), ("recruit", "Officer", "Officer Stack"),
    ):  # fmt: skip
        t = board(stubs, bystanders=1, wounds=1, officers=1, p1_hand=["Hurt", "Help"], points={"Recruit": 3})
        t.act(action, card)
        emptied.append(t.zone(supply))
        t.end_turn().end_turn()
        assert (t.result, t.seat, t.machine.turn) == ("", 1, 3)
        t.end_turn().end_turn()
        assert (t.result, t.seat, t.machine.turn) == ("", 1, 5)
    assert emptied == [[], [], []]


def test_core_supply_02_an_empty_supply_gives_nothing() -> None:
    stubs = 'hero "Hurt" of Takers\n    cost 1\n    Each player gains a Wound.\n'
    stubs += 'hero "Help" of Takers\n    cost 1\n    Rescue a Bystander.\n'
    t = board(stubs, bystanders=0, wounds=0, p1_hand=["Hurt", "Help"], ko_pile=["Wound"] * 4 + ["Bystander"] * 2)
    t.play("Hurt", "Help")
    assert Counter(t.zone("KO Pile")) == {"Wound": 4, "Bystander": 2}
    for seat in (1, 2):
        assert t.zone(f"P{seat} discard pile") == []
        assert t.zone(f"P{seat} Victory Pile") == []
        assert "Wound" not in t.zone(f"P{seat} hand")


def test_core_supply_03_the_last_wound_loses_under_the_legacy_virus() -> None:
    stubs = 'hero "Hurt" of Takers\n    cost 1\n    Each player gains a Wound.\n'
    t = board(stubs, scheme="The Legacy Virus", wounds=1, ko_pile=["Wound"] * 4, p1_hand=["Hurt"])
    t.play("Hurt")
    assert t.result == "Evil Wins"
    assert t.decision is None
    assert "Wound" in t.zone("P1 discard pile")
    assert "Wound" not in t.zone("P2 discard pile")
    assert t.zone("KO Pile").count("Wound") == 4
