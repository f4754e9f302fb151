"""Clauses about KOing cards, "your Heroes", and gaining cards."""

from __future__ import annotations

import pytest

from cardscript.engine.endings import scores
from tests.games.legendary.board import board
from tests.games.table import Table

KOER = """
hero "KOer" of Powers (4 copies)
    class Covert, cost 2
    KO one of your Heroes.
hero "Hero A" of Letters
    class Ranged, cost 3
hero "Hero B" of Letters
    class Ranged, cost 3
villain "Sentry" of Plain
    attack 2, vp 1
    Fight: KO one of your Heroes.
villain "Weakling" of Plain
    attack 0, vp 1
    Fight: KO one of your Heroes.
"""
"""Effects that KO one of your Heroes, from a Hero and from Villains."""


def test_core_ko_01_one_common_pile() -> None:
    stubs = (
        KOER
        + """
hero "Worthy" of Powers (2 copies)
    class Ranged, cost 3, vp 7
"""
    )
    t = board(
        stubs, p1_hand=["Worthy"], p2_hand=["Worthy"], p1_deck=["S.H.I.E.L.D. Agent"] * 6,
        p2_deck=["S.H.I.E.L.D. Agent"] * 6, city=["Sentry", "Weakling"], points={"Attack": 2},
    )  # fmt: skip
    t.act("fight", "sentry")
    assert t.zone("KO Pile") == ["Worthy"]
    t.end_turn()
    assert t.seat == 2
    t.act("fight", "weakling")
    assert t.zone("KO Pile") == ["Worthy", "Worthy"]
    for _ in range(6):
        t.end_turn()
    shuffled = [words for words in t.story() if words.startswith("replenish")]
    assert len(shuffled) >= 4
    assert t.zone("KO Pile") == ["Worthy", "Worthy"]
    for seat in (1, 2):
        own = [name for pile in ("deck", "hand", "discard pile", "play area") for name in t.zone(f"P{seat} {pile}")]
        assert own == ["S.H.I.E.L.D. Agent"] * 6
        assert scores(t.machine.state)[seat - 1] == 1


def test_core_ko_02_hand_and_played() -> None:
    t = board(KOER, p1_hand=["Hero A", "Hero B"], city=["Weakling"])
    t.play("hero-b").act("fight", "weakling")
    assert sorted(t.choices) == ["Hero A", "Hero B"]
    assert t.decision is not None and (t.decision.least, t.decision.most) == (1, 1)
    t.answer("hero-a")
    assert t.zone("KO Pile") == ["Hero A"]
    assert t.zone("P1 hand") == [] and t.zone("P1 play area") == ["Hero B"]


def test_core_ko_02_the_played_one() -> None:
    t = board(KOER, p1_hand=["Hero A", "Hero B"], city=["Weakling"])
    t.play("hero-b").act("fight", "weakling").answer("hero-b")
    assert t.zone("KO Pile") == ["Hero B"]
    assert t.zone("P1 hand") == ["Hero A"] and t.zone("P1 play area") == []


def test_core_ko_03_not_deck_nor_discard_pile() -> None:
    t = board(KOER, p1_deck=["Hero A"], p1_discard_pile=["Hero B"], city=["Weakling"])
    t.act("fight", "weakling")
    assert t.decision is not None and t.decision.ask == "action"
    assert t.zone("KO Pile") == []
    assert t.zone("P1 deck") == ["Hero A"] and t.zone("P1 discard pile") == ["Hero B"]
    assert t.zone("P1 Victory Pile") == ["Weakling"]


def test_core_ko_04_points_stay() -> None:
    stubs = KOER + 'hero "Attack Four" of Powers\n    class Ranged, cost 3, attack 4\n'
    t = board(stubs, p1_hand=["S.H.I.E.L.D. Trooper", "Attack Four"], city=["Sentry"])
    t.play("trooper", "attack-four")
    assert t.points("Attack") == 5
    t.act("fight", "sentry")
    assert sorted(t.choices) == ["Attack Four", "S.H.I.E.L.D. Trooper"]
    t.answer("trooper")
    assert t.points("Attack") == 3
    assert t.zone("KO Pile") == ["S.H.I.E.L.D. Trooper"]
    t.end_turn()
    assert t.zone("P1 discard pile") == ["Attack Four"]
    assert t.zone("KO Pile") == ["S.H.I.E.L.D. Trooper"]


TECH = """
hero "Tech One" of Powers (2 copies)
    class Tech, cost 2
hero "Second" of Powers
    class Ranged, cost 2, attack 1+
    [Tech]: You get +1 Attack.
villain "Asker" of Plain
    attack 0, vp 1
    Fight: Each player reveals a [Tech] Hero or gains a Wound.
"""


def test_core_ko_05_it_was_played_all_the_same() -> None:
    t = board(KOER + TECH, p1_hand=["Tech One", "Second"], city=["Weakling"])
    t.play("tech-one").act("fight", "weakling").answer("tech-one")
    assert t.zone("KO Pile") == ["Tech One"]
    t.play("second")
    assert t.points("Attack") == 2


def test_core_ko_05_but_it_is_not_yours_any_more() -> None:
    t = board(KOER + TECH, p1_hand=["Tech One", "Second"], city=["Weakling", "Asker"])
    t.play("tech-one").act("fight", "weakling").answer("tech-one")
    t.act("fight", "asker")
    assert t.decision is not None and t.decision.ask == "action"
    assert t.zone("P1 discard pile") == ["Wound"]
    t = board(KOER + TECH, p1_hand=["Tech One"], city=["Asker"])
    t.play("tech-one").act("fight", "asker")
    assert t.offered == ("reveals a [Tech] Hero", "gains a Wound")


def shield() -> Table:
    """P1 has played an Agent and a Trooper and holds an Officer."""
    hand = ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Officer"]
    return board(KOER, p1_hand=hand, city=["Weakling", "Destroyer"], points={"Attack": 6}).play("agent", "trooper")


def test_core_ko_06_shield_cards_are_heroes() -> None:
    t = shield()
    t.act("fight", "weakling")
    assert sorted(t.choices) == ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Officer", "S.H.I.E.L.D. Trooper"]


def test_core_ko_06_of_the_team() -> None:
    hand = ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Officer", "Legendary Commander"]
    t = board(p1_hand=hand).play("agent", "trooper")
    assert t.points("Attack") == 1
    t.play("legendary-commander")
    assert t.points("Attack") == 1 + 3


def test_core_ko_06_all_of_them() -> None:
    t = shield()
    assert t.points("Attack") == 7
    t.act("fight", "destroyer")
    assert sorted(t.zone("KO Pile")) == ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Officer", "S.H.I.E.L.D. Trooper"]
    assert t.zone("P1 hand") == [] and t.zone("P1 play area") == []


@pytest.mark.parametrize("name", ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Officer"])
def test_core_ko_06_without_a_class(name: str) -> None:
    made = board().game
    card = next(card for card in made.cards if card.name == name)
    traits = {made.traits[number].name: values for number, values in card.traits.items() if values}
    assert list(traits) == ["team"]
    assert made.traits[1].values[traits["team"][0]] == "S.H.I.E.L.D."


def test_core_gain_01_to_the_discard_pile() -> None:
    stubs = """
hero "Gainer" of Powers
    cost 2
    Choose a player. That player gains a Wound.
    Gain a Hero from the HQ.
hero "Prize" of Powers
    cost 5
"""
    t = board(stubs, p1_hand=["Gainer"], hq=["Filler", "Prize", "Filler", "Filler", "Filler"])
    t.play("gainer").answer("player 2")
    assert t.zone("P2 discard pile") == ["Wound"]
    t.answer("prize")
    assert t.zone("P1 discard pile") == ["Prize"]
    assert t.spaces("HQ") == ["Filler"] * 5 and len(t.zone("Hero Deck")) == 19


@pytest.mark.parametrize(
    "line", ["Gain a Hero from the HQ to the top of your deck.", "Gain a Hero from the HQ. Put it on top of your deck."]
)
def test_core_gain_01_to_another_place(line: str) -> None:
    stubs = f'hero "Gainer" of Powers\n    cost 2\n    {line}\nhero "Prize" of Powers\n    cost 5\n'
    t = board(stubs, p1_hand=["Gainer"], hq=["Filler", "Prize", "Filler", "Filler", "Filler"])
    t.play("gainer").answer("prize")
    assert t.zone("P1 deck") == ["Prize", *["S.H.I.E.L.D. Agent"] * 10]
    assert t.zone("P1 discard pile") == []
