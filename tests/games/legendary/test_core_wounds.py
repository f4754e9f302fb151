"""Clauses about Wounds: what they are not, and how Healing gets rid of them."""

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, PLAIN, QUIET
from tests.games.table import Table

AGENT, TROOPER = "S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper"
STUBS = (
    PLAIN
    + COSTS
    + """
villain "Three" of Plain
    attack 3, vp 1

villain "Prober" of Plain
    attack 2, vp 1
    Fight: Reveal a Hero. You get +1 Attack for each Hero you have.

villain "Culler" of Plain
    attack 2, vp 1
    Fight: KO one of your Heroes.

villain "Infecter" of Plain
    attack 3, vp 1
    Fight: Gain two Wounds to your hand.

mastermind "Wounder"
    attack 8, vp 5
    Master Strike: Each player gains a Wound.
tactic "Wounder Tactic" of Wounder (4 copies)
    attack 8, vp 5

mastermind "Asker"
    attack 8, vp 5
    Master Strike: Each player reveals a Hero or gains a Wound.
tactic "Asker Tactic" of Asker (4 copies)
    attack 8, vp 5
"""
)


def test_core_wound_01_a_wound_is_no_hero() -> None:
    t = board(STUBS, city=["Prober"], p1_hand=["Wound", "Wound"], points={"Attack": 2})
    assert not t.options("play")
    assert t.refusal("play", t.first("P1 hand")) == "not a Hero in your hand"
    t.act("fight", "Prober")
    assert t.options("end the turn")
    assert t.points("Attack") == 0 and t.zone("P1 hand") == ["Wound", "Wound"]
    t = board(
        STUBS, phase="Villain Step", mastermind="Asker", tactics=["Asker Tactic"] * 4, p1_hand=["Wound", "Wound"],
        villain_deck=["Master Strike", *QUIET],
    )  # fmt: skip
    assert t.decision is not None and t.decision.ask == "action"
    assert t.zone("P1 discard pile") == ["Wound"]


def test_core_wound_02_wounds_yield_nothing() -> None:
    t = board(STUBS, p1_hand=[*["Wound"] * 4, AGENT, AGENT])
    t.play("agent", "agent")
    assert not t.options("play")
    assert (t.points("Recruit"), t.points("Attack")) == (2, 0)
    assert t.zone("P1 hand") == ["Wound"] * 4


def test_core_wound_03_a_ko_of_a_hero_cannot_take_a_wound() -> None:
    t = board(STUBS, city=["Culler"], p1_hand=["Wound", AGENT, TROOPER], points={"Attack": 2})
    t.act("fight", "Culler")
    assert t.choices == [AGENT, TROOPER]
    t.answer("agent")
    assert t.zone("KO Pile") == [AGENT]
    t = board(STUBS, city=["Culler"], p1_hand=["Wound", AGENT], points={"Attack": 2})
    t.act("fight", "Culler")
    assert t.zone("KO Pile") == [AGENT] and t.zone("P1 hand") == ["Wound"]


def test_core_wound_04_healing_takes_every_wound_in_hand() -> None:
    t = board(STUBS, p1_hand=["Wound", AGENT, "Wound", AGENT, "Wound", TROOPER])
    t.play("agent", "agent", "trooper").act("healing")
    assert t.zone("KO Pile") == ["Wound"] * 3
    assert t.zone("P1 hand") == [] and t.zone("Wound Supply") == ["Wound"] * 10


def wounded() -> Table:
    """Two Wounds in hand, one in the discard pile, one in the deck."""
    return board(STUBS, p1_hand=["Wound", "Wound", AGENT], p1_discard_pile=["Wound"], p1_deck=[*[AGENT] * 6, "Wound"])


def test_core_wound_05_healing_reaches_the_hand_only() -> None:
    t = wounded()
    t.act("healing")
    assert t.zone("KO Pile") == ["Wound"] * 2
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P1 deck").count("Wound") == 1


def test_core_wound_05_healing_is_never_forced() -> None:
    t = wounded()
    t.end_turn()
    assert t.zone("KO Pile") == []
    assert t.zone("P1 discard pile").count("Wound") == 3
    assert t.zone("P1 deck") == ["Wound"]


def test_core_wound_06_recruiting_closes_healing() -> None:
    hq = ["Priced 2", *["Filler"] * 4]
    t = board(STUBS, hq=hq, p1_hand=["Wound", "Wound"], points={"Recruit": 2})
    assert t.options("healing")
    t.act("recruit", "Priced")
    assert not t.options("healing")
    assert t.refusal("healing", t.first("P1 hand")) == "a Hero was recruited this turn"
    assert t.zone("P1 hand") == ["Wound"] * 2
    t = board(STUBS, p1_hand=["Wound", "Wound"], points={"Recruit": 3})
    t.act("recruit", "officer")
    assert not t.options("healing")
    assert t.refusal("healing", t.first("P1 hand")) == "a Hero was recruited this turn"


def test_core_wound_07_fighting_a_villain_closes_healing() -> None:
    t = board(STUBS, city=["Three"], p1_hand=["Wound", "Wound"], points={"Attack": 3})
    t.act("fight", "Three")
    assert not t.options("healing")
    assert t.refusal("healing", t.first("P1 hand")) == "a Villain was defeated this turn"
    t = board(STUBS, city=["Infecter"], points={"Attack": 3})
    t.act("fight", "Infecter")
    assert t.zone("P1 hand") == ["Wound"] * 2
    assert not t.options("healing")
    assert t.refusal("healing", t.first("P1 hand")) == "a Villain was defeated this turn"


def test_core_wound_08_healing_closes_recruiting_and_fighting() -> None:
    t = board(
        STUBS, city=["Three"], hq=["Priced 2", *["Filler"] * 4], p1_hand=["Wound", AGENT],
        points={"Recruit": 5, "Attack": 5},
    )  # fmt: skip
    assert t.options("recruit", "Priced") and t.options("fight", "Three")
    t.act("healing")
    assert not t.options("recruit") and not t.options("fight")
    assert t.refusal("recruit", "Priced 2") == "Healing was used this turn"
    assert t.refusal("recruit", "S.H.I.E.L.D. Officer") == "Healing was used this turn"
    assert t.refusal("fight", "Three") == "Healing was used this turn"
    assert t.options("play", "agent")


def test_core_wound_08_the_next_turn_is_free_again() -> None:
    t = board(STUBS, city=["Three"], p1_hand=["Wound"], points={"P2 Attack": 0}, p2_hand=[TROOPER] * 3)
    t.act("healing").end_turn()
    assert t.seat == 2
    t.play("trooper", "trooper", "trooper").act("fight", "Three")
    assert t.zone("P2 Victory Pile") == ["Three"]


def test_core_wound_09_fighting_the_mastermind_does_not_close_healing() -> None:
    t = board(STUBS, p1_hand=["Wound", "Wound"], points={"Attack": 8})
    t.act("fight", "quiet-mind")
    assert t.under("Quiet Mind") == ["Quiet Tactic"] * 3
    t.act("healing")
    assert t.zone("KO Pile") == ["Wound"] * 2


def test_core_wound_10_defeating_by_an_effect_closes_healing() -> None:
    t = board(STUBS, city=["V1 + Bystander"], p1_hand=["Wound", "Silent Sniper", "Wound"])
    t.play("sniper")
    assert "V1" in t.zone("P1 Victory Pile")
    assert not t.options("healing")
    assert t.refusal("healing", t.first("P1 hand")) == "a Villain was defeated this turn"


def test_core_wound_11_a_replaced_wound_is_not_gained() -> None:
    t = board(
        STUBS, phase="Villain Step", mastermind="Wounder", tactics=["Wounder Tactic"] * 4, wounds=5,
        villain_deck=["Master Strike", *QUIET], p2_hand=["Diving Block"],
    )  # fmt: skip
    assert t.seat == 2 and t.decision is not None and t.decision.prompt.startswith("Diving Block: ")
    t.answer("yes")
    assert t.seat == 1 and t.options("end the turn")
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == []
    assert t.zone("Wound Supply") == ["Wound"] * 4
    assert sorted(t.zone("P2 hand")) == ["Diving Block", AGENT]


def test_core_wound_11_each_wound_is_asked_about() -> None:
    t = board(
        STUBS, mastermind="Magneto", tactics=["Crushing Shockwave"], wounds=5,
        p2_hand=["Diving Block"], points={"Attack": 8},
    )  # fmt: skip
    t.act("fight", "magneto")
    assert t.seat == 2
    t.answer("yes")
    assert t.seat == 2 and t.zone("Wound Supply") == ["Wound"] * 5
    t.answer("no")
    assert t.seat == 1
    assert t.zone("P2 discard pile") == ["Wound"] and t.zone("Wound Supply") == ["Wound"] * 4
    assert sorted(t.zone("P2 hand")) == ["Diving Block", AGENT]
