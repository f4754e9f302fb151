"""Clauses about recruiting Heroes."""

from __future__ import annotations

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS

FIVE = """
hero "H1" of Fives
    cost 3
hero "H2" of Fives
    cost 3
hero "H3" of Fives
    cost 3
hero "H4" of Fives
    cost 3
hero "H5" of Fives
    cost 3
hero "X" of Fives
    cost 2
hero "Y" of Fives
    cost 2
"""
"""Five Heroes for the HQ and two for the top of the Hero Deck."""


def test_core_recruit_01_out_of_the_hq_for_its_cost() -> None:
    t = board(COSTS, hq=["Filler", "Priced 5", "Filler", "Filler", "Filler"], points={"Recruit": 7})
    t.act("recruit", "priced-5")
    assert t.points("Recruit") == 2
    assert "Priced 5" not in t.zone("HQ")


def test_core_recruit_02_not_without_enough_points() -> None:
    hq = ["Filler", "Priced 5", "Filler", "Filler", "Filler"]
    t = board(COSTS, hq=hq, points={"Recruit": 4, "Attack": 9})
    assert t.refusal("recruit", "Priced 5") == "needs 5 Recruit Points, has 4"
    assert not t.options("recruit", "priced-5")
    assert (t.points("Recruit"), t.points("Attack")) == (4, 9)
    assert t.spaces("HQ") == hq


def test_core_recruit_03_officers_from_their_stack() -> None:
    hq = ["Filler"] * 5
    t = board(points={"Recruit": 3}, hq=hq, officers=5, hero_deck=["Filler"] * 20)
    t.act("recruit", "officer")
    assert t.points("Recruit") == 0
    assert len(t.zone("Officer Stack")) == 4
    assert t.zone("P1 discard pile") == ["S.H.I.E.L.D. Officer"]
    assert t.spaces("HQ") == hq and len(t.zone("Hero Deck")) == 20


def test_core_recruit_03_no_officer_left() -> None:
    t = board(points={"Recruit": 3}, officers=0)
    assert not t.options("recruit", "officer")
    assert len(t.options("recruit")) == 5


def test_core_recruit_04_into_the_discard_pile() -> None:
    t = board(COSTS, hq=["Priced 2", *["Filler"] * 4], points={"Recruit": 2})
    t.act("recruit", "priced-2")
    assert t.zone("P1 discard pile") == ["Priced 2"] and t.zone("P1 hand") == []
    assert t.refusal("play", "Priced 2") == "not a Hero in your hand"
    assert not t.options("play")


def test_core_recruit_05_the_gap_is_filled_at_once() -> None:
    deck = ["X", *["Filler"] * 9]
    t = board(FIVE, hq=["H1", "H2", "H3", "H4", "H5"], hero_deck=deck, points={"Recruit": 3})
    t.act("recruit", "h3#1")
    assert t.spaces("HQ") == ["H1", "H2", "X", "H4", "H5"]
    assert t.zone("Hero Deck") == ["Filler"] * 9
    assert t.zone("P1 discard pile") == ["H3"]
    assert t.decision is not None and t.decision.ask == "action"


def test_core_recruit_06_again_in_the_same_turn() -> None:
    hq, deck = ["Priced 4", *["Filler"] * 4], ["X", "Y", *["Filler"] * 9]
    t = board(FIVE + COSTS, hq=hq, hero_deck=deck, points={"Recruit": 6})
    t.act("recruit", "priced-4").act("recruit", "x#1")
    assert sorted(t.zone("P1 discard pile")) == ["Priced 4", "X"]
    assert t.points("Recruit") == 0
    assert t.spaces("HQ") == ["Y", *["Filler"] * 4]


def test_core_recruit_07_no_fight_for_recruit_points() -> None:
    t = board(city=["Plain Villain"], points={"Recruit": 9, "Attack": 2})
    assert t.refusal("fight", "Plain Villain") == "needs 3 Attack, has 2"
    assert not t.options("fight")
    assert (t.points("Recruit"), t.points("Attack")) == (9, 2)
    assert t.spaces("City")[0] == "Plain Villain"


def test_core_recruit_08_attack_pays_no_recruit() -> None:
    t = board(COSTS, hq=["Priced 2", *["Filler"] * 4], points={"Recruit": 1, "Attack": 9})
    assert t.refusal("recruit", "Priced 2") == "needs 2 Recruit Points, has 1"
    assert t.refusal("recruit", "S.H.I.E.L.D. Officer") == "needs 3 Recruit Points, has 1"
    assert not t.options("recruit")
    assert (t.points("Recruit"), t.points("Attack")) == (1, 9)


def test_core_recruit_09_left_over_points_are_lost() -> None:
    five = 'villain "Fiver" of Plain\n    attack 5, vp 1\n'
    t = board(five, city=["Fiver"], points={"Recruit": 5})
    t.end_turn()
    assert t.seat == 2
    assert (t.points("Recruit", 1), t.points("Attack", 1)) == (0, 0)
    t.end_turn()
    assert t.seat == 1
    assert (t.points("Recruit"), t.points("Attack")) == (0, 0)
    assert t.refusal("fight", "Fiver") == "needs 5 Attack, has 0"
    assert t.zone("City") == ["Fiver"]
    assert t.zone("P1 Victory Pile") == [] and t.zone("P2 Victory Pile") == []


def test_core_recruit_10_for_free_is_a_recruit() -> None:
    hq = ["Arc Reactor", "Hulk Smash!", "God of Thunder", "Quantum Breakthrough", "Filler"]
    t = board(
        FIVE, mastermind="Dr. Doom", tactics=["Dark Technology"], hq=hq, hero_deck=["X", *["Filler"] * 5],
        p1_hand=["Wound", "Wound"], points={"Recruit": 2, "Attack": 9},
    )  # fmt: skip
    t.act("fight", "doom")
    assert t.choices == ["Arc Reactor", "God of Thunder", "Quantum Breakthrough"]
    assert t.decision is not None and t.decision.least == 0
    t.answer("quantum")
    assert t.zone("P1 discard pile") == ["Quantum Breakthrough"]
    assert t.spaces("HQ") == ["Arc Reactor", "Hulk Smash!", "God of Thunder", "X", "Filler"]
    assert t.points("Recruit") == 2
    assert t.refusal("Healing", "Wound") == "a Hero was recruited this turn"
    assert not t.options("Healing")


def test_core_recruit_10_none_is_allowed_too() -> None:
    hq = ["Arc Reactor", "Hulk Smash!", "God of Thunder", "Quantum Breakthrough", "Filler"]
    t = board(mastermind="Dr. Doom", tactics=["Dark Technology"], hq=hq, p1_hand=["Wound"], points={"Attack": 9})
    t.act("fight", "doom").decline()
    assert t.zone("P1 discard pile") == [] and t.spaces("HQ") == hq
    assert t.options("Healing")


def test_core_recruit_11_gaining_is_not_recruiting() -> None:
    hand = ["Battlefield Promotion", "S.H.I.E.L.D. Agent", "Wound", "Wound"]
    t = board(p1_hand=hand, points={"Recruit": 3})
    t.play("battlefield")
    assert t.choices == ["S.H.I.E.L.D. Agent"] and t.decision is not None and t.decision.least == 0
    t.answer("agent")
    assert t.offered == ("yes", "no")
    t.answer("yes")
    assert t.zone("KO Pile") == ["S.H.I.E.L.D. Agent"]
    assert t.points("Recruit") == 3
    assert sorted(t.zone("P1 hand")) == ["S.H.I.E.L.D. Officer", "Wound", "Wound"]
    assert len(t.zone("Officer Stack")) == 4
    assert t.options("play", "officer")
    t.act("Healing")
    assert t.zone("P1 hand") == ["S.H.I.E.L.D. Officer"]
    assert sorted(t.zone("KO Pile")) == ["S.H.I.E.L.D. Agent", "Wound", "Wound"]
    t.play("officer")
    assert t.points("Recruit") == 5


def test_core_recruit_12_a_card_allows_recruit_for_a_fight() -> None:
    hq = ["Priced 2", "Priced 3", "Filler", "Filler", "Filler"]
    t = board(COSTS, p1_hand=["God of Thunder"], city=["Plain Villain"], hq=hq)
    t.play("god-of-thunder")
    assert (t.points("Recruit"), t.points("Attack")) == (5, 0)
    t.act("fight", "plain-villain")
    assert (t.points("Recruit"), t.points("Attack")) == (2, 0)
    t.act("recruit", "priced-2")
    assert (t.points("Recruit"), t.points("Attack")) == (0, 0)
    assert t.zone("P1 Victory Pile") == ["Plain Villain"] and t.zone("P1 discard pile") == ["Priced 2"]


def test_core_recruit_12_attack_still_pays_no_hero() -> None:
    hq = ["Priced 2", "Priced 3", "Filler", "Filler", "Filler"]
    t = board(COSTS, p1_hand=["God of Thunder"], city=["Plain Villain"], hq=hq, points={"Attack": 7})
    t.play("god-of-thunder").act("fight", "plain-villain")
    assert (t.points("Recruit"), t.points("Attack")) == (5, 4)
    t.act("recruit", "priced-3")
    assert (t.points("Recruit"), t.points("Attack")) == (2, 4)
    assert t.refusal("recruit", "Filler") == "needs 3 Recruit Points, has 2"
    assert len(t.options("recruit")) == len(t.options("recruit", "priced-2")) == 1
