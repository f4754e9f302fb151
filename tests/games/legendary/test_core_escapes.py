"""Clauses about Villains that escape and what they cost, and about Ambush."""

from collections.abc import Sequence

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, FULL, PLAIN, QUIET, SIX, costs
from tests.games.table import Table

STUBS = (
    PLAIN
    + COSTS
    + """
villain "Venomous" of Plain
    attack 4, vp 1
    Escape: Each player gains a Wound.

villain "Wrecker" of Plain
    attack 4, vp 1
    Escape: KO the leftmost Hero from the HQ.

villain "Counter" of Plain
    attack 4, vp 1
    Escape: Each player with 6 or more cards in their hand gains a Wound.

villain "Festering" of Plain
    attack 4, vp 1
    Ambush: Each player with a Wound in their discard pile gains a Wound.

villain "Grabber" of Plain
    attack 4, vp 1
    Ambush: Grabber captures a Bystander.

hero "Marker" of Markers
    cost 2

hero "Helper" of Markers
    cost 2
    Rescue a Bystander.

scheme "Two Villains"
    Evil Wins: If 2 Villains escape.
"""
)


def full(last: str, newcomer: str = "N", **more: object) -> Table:
    """A full city with this card on the Bridge, and a newcomer that is turned up at once."""
    city: Sequence[str] = ["V1", "V2", "V3", "V4", last]
    return board(STUBS, phase="Villain Step", city=city, villain_deck=[newcomer, *QUIET], **more)  # type: ignore[arg-type]


def hands(t: Table, players: int = 2) -> list[int]:
    return [len(t.zone(f"P{seat} hand")) for seat in range(1, players + 1)]


def test_core_escape_01_the_active_player_must_ko_a_cheap_hero() -> None:
    t = full("V5", first=2, hq=costs(2, 7, 6, 8, 4))
    assert t.seat == 2 and t.choices == costs(2, 6, 4)
    assert t.decision is not None and (t.decision.least, t.decision.most) == (1, 1)
    assert "1 option is" in t.illegal().reason
    t.answer("HQ[3]")
    assert t.zone("KO Pile") == costs(6)
    assert t.seat == 2 and t.options("end the turn")


def test_core_escape_02_a_dear_hero_is_safe() -> None:
    t = full("V5", hq=costs(7, 7, 8, 9, 6))
    assert t.zone("KO Pile") == costs(6)
    assert t.spaces("HQ") == [*costs(7, 7, 8, 9), "Filler"]
    t = full("V5", hq=costs(7, 7, 8, 6, 6))
    assert t.choices == costs(6, 6) and not t.options("Priced 7")


def test_core_escape_03_without_a_cheap_hero_the_rest_still_happens() -> None:
    t = full("V5 + Bystander", hq=costs(7, 7, 8, 8, 9), p1_hand=SIX, p2_hand=SIX)
    t.answer("agent").answer("agent")
    assert t.options("end the turn")
    assert t.spaces("HQ") == costs(7, 7, 8, 8, 9)
    assert t.zone("KO Pile") == [] and len(t.zone("Hero Deck")) == 20
    assert hands(t) == [5, 5]
    assert t.zone("Escape Pile") == ["Bystander", "V5"]


def test_core_escape_04_the_hq_is_full_before_the_next_step() -> None:
    t = full("Wrecker", hq=costs(3, 7, 7, 7, 7), hero_deck=["Marker", "Priced 9", *["Filler"] * 5])
    assert t.zone("KO Pile") == ["Marker", "Priced 3"]
    assert t.spaces("HQ") == ["Priced 9", *costs(7, 7, 7, 7)]


def test_core_escape_05_one_discard_whatever_the_number_of_bystanders() -> None:
    t = full(
        "V5 + Bystander + Bystander + Bystander", players=3, hq=costs(7, 7, 7, 7, 3), p1_hand=SIX, p2_hand=SIX,
        p3_hand=SIX,
    )  # fmt: skip
    for seat in (1, 2, 3):
        assert t.seat == seat and t.choices == list(SIX)
        t.answer("agent")
    assert t.seat == 1 and t.options("end the turn")
    assert hands(t, 3) == [5, 5, 5]
    assert [len(t.zone(f"P{seat} discard pile")) for seat in (1, 2, 3)] == [1, 1, 1]


def test_core_escape_06_no_bystander_no_discard() -> None:
    t = full("V5", mastermind="Quiet Mind + Bystander + Bystander", hq=costs(7, 7, 7, 7, 3), p1_hand=SIX, p2_hand=SIX)
    assert t.options("end the turn")
    assert hands(t) == [6, 6]
    assert t.zone("KO Pile") == costs(3) and t.zone("HQ[5]") == ["Filler"]
    assert t.under("Quiet Mind").count("Bystander") == 2


def test_core_escape_07_carried_off_bystanders_lie_in_the_escape_pile() -> None:
    t = full("V5 + Bystander + Bystander", hq=costs(7, 7, 7, 7, 3))
    assert t.zone("Escape Pile").count("Bystander") == 2
    assert t.zone("Bystander Supply") == ["Bystander"] * 10
    for pile in ("KO Pile", "P1 Victory Pile", "P2 Victory Pile"):
        assert "Bystander" not in t.zone(pile)


def test_core_escape_08_the_escaped_card_lies_in_the_escape_pile() -> None:
    t = full("V5", hq=costs(7, 7, 7, 7, 3), points={"Attack": 9})
    assert t.zone("Escape Pile") == ["V5"]
    for pile in ("KO Pile", "P1 Victory Pile", "P2 Victory Pile"):
        assert "V5" not in t.zone(pile)
    assert not t.options("fight", "V5")
    assert t.refusal("fight", "V5") == "not a Villain in the City or Mastermind"
    t = full("V5", hq=costs(7, 7, 7, 7, 3), scheme="Two Villains", escape_pile=["N1"])
    assert t.result == "Evil Wins"


def test_core_escape_09_escape_text_comes_after_the_penalties() -> None:
    t = full("Counter + Bystander", hq=costs(7, 7, 7, 7, 3), p1_hand=SIX, p2_hand=SIX)
    t.answer("agent").answer("agent")
    assert hands(t) == [5, 5]
    assert t.zone("Wound Supply") == ["Wound"] * 10
    t = full("Counter", hq=costs(7, 7, 7, 7, 3), p1_hand=SIX, p2_hand=SIX)
    assert t.zone("Wound Supply") == ["Wound"] * 8


def test_core_escape_10_escape_text_before_ambush() -> None:
    t = full("Venomous", "Festering", hq=costs(7, 7, 7, 7, 3))
    assert t.zone("P1 discard pile") == ["Wound"] * 2
    assert t.zone("P2 discard pile") == ["Wound"] * 2
    t = full("V5", "Festering", hq=costs(7, 7, 7, 7, 3))
    assert t.zone("Wound Supply") == ["Wound"] * 10


def test_core_escape_11_rescuing_takes_from_the_supply() -> None:
    t = board(STUBS, city=["V1 + Bystander + Bystander"], bystanders=5, p1_hand=["Helper"])
    t.play("Helper")
    assert t.zone("P1 Victory Pile") == ["Bystander"]
    assert t.zone("Bystander Supply") == ["Bystander"] * 4
    assert t.under("V1") == ["Bystander"] * 2


def test_core_escape_12_a_bystander_pushes_nobody() -> None:
    t = board(STUBS, phase="Villain Step", city=FULL, villain_deck=["Bystander", *QUIET])
    assert t.spaces("City") == list(FULL)
    assert t.under("V1") == ["Bystander"]
    assert t.zone("Escape Pile") == []


def test_core_escape_13_an_empty_hand_owes_nothing() -> None:
    t = full("V5 + Bystander", players=3, hq=costs(7, 7, 7, 7, 3), p1_hand=SIX, p2_hand=SIX)
    t.answer("agent").answer("agent")
    assert t.seat == 1 and t.options("end the turn")
    assert hands(t, 3) == [5, 5, 0]
    assert t.zone("P3 discard pile") == []
    t.end_turn().end_turn()
    assert t.seat == 3 and hands(t, 3)[2] == 0 and t.zone("P3 discard pile") == []
    t.end_turn()
    assert hands(t, 3)[2] == 6 and t.zone("P3 discard pile") == []


def test_core_escape_14_penalties_without_escape_text() -> None:
    t = full("V5 + Bystander", hq=costs(7, 4, 7, 7, 7), hero_deck=["Marker"] + ["Filler"] * 5, p1_hand=SIX, p2_hand=SIX)
    t.answer("agent").answer("agent")
    assert t.zone("KO Pile") == costs(4)
    assert t.spaces("HQ") == ["Priced 7", "Marker", *costs(7, 7, 7)]
    assert hands(t) == [5, 5]
    assert "Bystander" in t.zone("Escape Pile")


def test_core_escape_15_the_sequence() -> None:
    t = full(
        "Venomous + Bystander + Bystander", "Grabber", hq=costs(3, 4, 5, 6, 7), p1_hand=SIX, p2_hand=SIX,
        hero_deck=["Marker", *["Filler"] * 5],
    )  # fmt: skip
    t.answer("HQ[2]").answer("agent").answer("agent")
    assert t.options("end the turn")
    moved = [(card, place) for card, place in t.moves() if place != "Turned-up Space"]
    first = moved[:6]
    assert sorted(first) == sorted(
        [
            ("Grabber", "City[Sewers]"), ("V1", "City[Bank]"), ("V2", "City[Rooftops]"), ("V3", "City[Streets]"),
            ("V4", "City[Bridge]"), ("Venomous", "Escape Pile"),
        ]
    )  # fmt: skip
    agent = "S.H.I.E.L.D. Agent"
    assert moved[6:] == [
        ("Priced 4", "KO Pile"), ("Marker", "HQ[2]"), (agent, "player 1's discard pile"),
        (agent, "player 2's discard pile"), ("Bystander", "Escape Pile"), ("Bystander", "Escape Pile"),
        ("Wound", "player 1's discard pile"), ("Wound", "player 2's discard pile"), ("Bystander", "beneath grabber#1"),
    ]  # fmt: skip
    assert t.zone("Bystander Supply") == ["Bystander"] * 9


def test_core_escape_16_ambush_without_an_escape() -> None:
    t = board(STUBS, phase="Villain Step", villain_deck=["Grabber", *QUIET], bystanders=5)
    assert t.zone("City[Sewers]") == ["Grabber"]
    assert t.under("Grabber") == ["Bystander"]
    assert t.zone("Bystander Supply") == ["Bystander"] * 4
    assert t.decision is not None and t.decision.ask == "action"


def test_core_escape_16_moving_on_is_no_arrival() -> None:
    t = board(STUBS, phase="Villain Step", city=["Grabber"], villain_deck=["N", *QUIET])
    assert t.spaces("City") == ["N", "Grabber", "", "", ""]
    assert t.under("Grabber") == []


def test_core_escape_17_the_discard_for_bystanders_is_no_card_effect() -> None:
    hand = ["Unending Energy", *["S.H.I.E.L.D. Agent"] * 5]
    t = full("V5 + Bystander", hq=costs(7, 7, 7, 7, 3), p1_hand=hand, p2_hand=SIX)
    t.answer("unending")
    assert t.seat == 2
    t.answer("agent")
    assert t.zone("P1 discard pile") == ["Unending Energy"] and hands(t) == [5, 5]


def test_core_escape_17_a_strikes_discard_is_one() -> None:
    hand = ["Unending Energy", *["S.H.I.E.L.D. Agent"] * 5]
    t = board(
        STUBS, phase="Villain Step", mastermind="Magneto", tactics=["Bitter Captor"],
        villain_deck=["Master Strike", *QUIET], p1_hand=hand, p2_hand=["S.H.I.E.L.D. Agent"] * 4,
    )  # fmt: skip
    assert t.seat == 1
    t.answer("discard")
    t.answer("unending", "agent")
    assert t.seat == 1 and t.decision is not None and t.decision.because[0] == "unending-energy#1"
    t.answer("yes")
    assert t.zone("P1 discard pile") == ["S.H.I.E.L.D. Agent"] and hands(t)[0] == 5
    assert "Unending Energy" in t.zone("P1 hand")


def test_core_escape_18_one_that_becomes_a_twist_is_no_escaped_villain() -> None:
    t = full(
        "Mystique", scheme="The Legacy Virus", hq=costs(7, 7, 7, 7, 3), hero_deck=["Marker", *["Filler"] * 5],
        p1_hand=SIX, p2_hand=SIX, ko_pile=["Scheme Twist"] * 3,
    )  # fmt: skip
    assert t.options("end the turn")
    assert t.spaces("HQ") == [*costs(7, 7, 7, 7), "Marker"]
    assert t.zone("Wound Supply") == ["Wound"] * 8
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == ["Wound"]
    assert t.zone("KO Pile")[:2] == ["Mystique", "Priced 3"]
    assert t.zone("Escape Pile") == []
    places = [card for card, _ in t.moves()]
    assert places.index("Priced 3") < places.index("Marker") < places.index("Wound")


def test_core_escape_18_she_counts_as_a_twist_and_stays_beside_the_scheme() -> None:
    city = ["V1", "V2", "V3", "V4", "Mystique"]
    t = board(
        STUBS, phase="Villain Step", scheme="Unleash the Power of the Cosmic Cube", hq=costs(7, 7, 7, 7, 3), city=city,
        villain_deck=[*["Scheme Twist"] * 4, "N", *QUIET],
    )  # fmt: skip
    for _ in range(4):
        t.end_turn()
    assert len(t.zone("Scheme Side")) == 5 and "Mystique" in t.zone("Scheme Side")
    assert t.zone("Wound Supply") == ["Wound"] * 8
    assert t.zone("Escape Pile") == []


def test_core_escape_19_every_escape_brings_everything() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme="Negative Zone Prison Breakout", p1_hand=SIX, p2_hand=SIX,
        city=["V1", "V2", "V3", "V4 + Bystander", "V5 + Bystander"], villain_deck=["Scheme Twist", "N1", "N2", *QUIET],
    )  # fmt: skip
    for _ in range(2):
        assert t.seat == 1
        t.answer("HQ[1]").answer("agent")
        assert t.seat == 2
        t.answer("agent")
    assert t.options("end the turn")
    assert t.zone("KO Pile") == ["Scheme Twist", "Filler", "Filler"] and "" not in t.spaces("HQ")
    assert hands(t) == [4, 4]
    assert t.spaces("City") == ["N2", "N1", "V1", "V2", "V3"]
    assert sorted(t.zone("Escape Pile")) == ["Bystander", "Bystander", "V4", "V5"]
