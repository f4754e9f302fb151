"""Clauses about the cards of the Villain Deck: Villains, Henchmen, Twists, Strikes, Bystanders, and what plays them."""

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, FULL, PLAIN, QUIET, SIX, costs

STUBS = (
    PLAIN
    + COSTS
    + """
villain "Venomous" of Plain
    attack 4, vp 1
    Escape: Each player gains a Wound.

henchman "K" of Kays (10 copies)
    attack 3, vp 1
    Fight: Draw a card.

hero "Marker" of Markers
    team X-Men, class Tech, cost 2

mastermind "Wounder"
    attack 8, vp 5
    Master Strike: Each player gains a Wound.
tactic "Wounder Tactic" of Wounder (4 copies)
    attack 8, vp 5

mastermind "Taker"
    attack 8, vp 5
    Master Strike: Each player discards a card.
tactic "Taker Tactic" of Taker (4 copies)
    attack 8, vp 5

scheme "Discarding"
    Twist: Each player discards a card.
    Evil Wins: If 20 Villains escape.

scheme "Five Villains"
    Twist: Each player draws a card.
    Evil Wins: If 5 Villains escape.
"""
)


def test_core_villain_01_a_turn_opens_with_one_villain_card() -> None:
    t = board(STUBS, phase="Villain Step", villain_deck=["N", "Bystander", *QUIET])
    assert t.decision is not None and t.decision.ask == "action" and t.seat == 1
    assert t.spaces("City") == ["N", "", "", "", ""]
    assert t.zone("Villain Deck") == ["Bystander", *QUIET]
    assert t.under("N") == []
    t.end_turn()
    assert t.seat == 2
    assert t.under("N") == ["Bystander"]
    assert t.zone("Villain Deck") == list(QUIET)


def test_core_villain_02_only_the_escaping_card_speaks() -> None:
    city = ["V1", "V2", "V3", "V4", "Venomous"]
    t = board(STUBS, phase="Villain Step", city=city, villain_deck=["N", *QUIET], p1_hand=SIX, p2_hand=SIX)
    assert t.zone("P1 discard pile") == [] and t.zone("Wound Supply") == ["Wound"] * 10
    t.answer("HQ[1]")
    assert t.zone("KO Pile") == ["Filler"]
    assert t.zone("P1 discard pile") == ["Wound"]
    assert t.zone("P2 discard pile") == ["Wound"]
    assert t.zone("Wound Supply") == ["Wound"] * 8
    city = ["Venomous", "V2", "", "V4", "V5"]
    t = board(STUBS, phase="Villain Step", city=city, villain_deck=["N", *QUIET])
    assert t.spaces("City") == ["N", "Venomous", "V2", "V4", "V5"]
    assert t.zone("Wound Supply") == ["Wound"] * 10


def test_core_villain_03_henchmen_are_villains() -> None:
    t = board(
        STUBS, phase="Villain Step", city=["V1"], villain_deck=["K", *QUIET], p1_hand=["S.H.I.E.L.D. Trooper"] * 3
    )
    assert t.spaces("City") == ["K", "V1", "", "", ""]
    t.play(*["Trooper"] * 3)
    assert t.points("Attack") == 3
    t.act("fight", "k#")
    assert t.zone("P1 Victory Pile") == ["K"]
    assert t.zone("P1 hand") == ["S.H.I.E.L.D. Agent"]
    assert t.points("Attack") == 0


def test_core_villain_03_henchmen_capture_and_escape() -> None:
    t = board(STUBS, phase="Villain Step", city=["", "", "K"], villain_deck=["Bystander", *QUIET])
    assert t.under("K") == ["Bystander"]
    t = board(STUBS, phase="Villain Step", city=["V1", "V2", "V3", "V4", "K"], villain_deck=["N", *QUIET])
    t.answer("HQ[1]")
    assert t.zone("Escape Pile") == ["K"] and t.zone("KO Pile") == ["Filler"]


def test_core_villain_04_twist_carries_out_the_scheme() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme="Discarding", mastermind="Wounder", tactics=["Wounder Tactic"] * 4,
        villain_deck=["Scheme Twist", *QUIET], p1_hand=SIX, p2_hand=SIX,
    )  # fmt: skip
    t.answer("agent").answer("agent")
    for seat in (1, 2):
        assert len(t.zone(f"P{seat} hand")) == 5
        assert t.zone(f"P{seat} discard pile") == ["S.H.I.E.L.D. Agent"]
    assert t.spaces("City") == [""] * 5
    assert t.zone("Wound Supply") == ["Wound"] * 10
    assert t.under("Wounder") == ["Wounder Tactic"] * 4


def test_core_villain_05_strike_carries_out_the_mastermind() -> None:
    t = board(
        STUBS, phase="Villain Step", players=3, scheme="Discarding", mastermind="Wounder",
        tactics=["Wounder Tactic"] * 4, villain_deck=["Master Strike", *QUIET], p1_hand=SIX, p2_hand=SIX, p3_hand=SIX,
    )  # fmt: skip
    assert t.zone("Wound Supply") == ["Wound"] * 7
    for seat in (1, 2, 3):
        assert t.zone(f"P{seat} discard pile") == ["Wound"]
        assert len(t.zone(f"P{seat} hand")) == 6


def test_core_villain_06_where_strikes_and_twists_go() -> None:
    t = board(
        STUBS, phase="Villain Step", mastermind="Wounder", tactics=["Wounder Tactic"] * 4,
        villain_deck=["Master Strike", *QUIET],
    )  # fmt: skip
    assert t.zone("KO Pile") == ["Master Strike"] and t.zone("Turned-up Space") == []
    t = board(
        STUBS, phase="Villain Step", scheme="Unleash the Power of the Cosmic Cube",
        villain_deck=["Scheme Twist", *QUIET],
    )  # fmt: skip
    assert t.zone("Scheme Side") == ["Scheme Twist"]
    assert t.zone("KO Pile") == [] and t.zone("Turned-up Space") == []


def test_core_villain_07_the_nearest_villain_captures() -> None:
    t = board(STUBS, phase="Villain Step", city=["", "V1", "", "", "V2"], villain_deck=["Bystander", *QUIET])
    assert t.under("V1") == ["Bystander"] and t.under("V2") == []
    assert t.spaces("City") == ["", "V1", "", "", "V2"]


def test_core_villain_08_the_mastermind_captures_if_nobody_else_can() -> None:
    t = board(STUBS, phase="Villain Step", mastermind="Quiet Mind + Bystander", villain_deck=["Bystander", *QUIET])
    assert t.under("Quiet Mind").count("Bystander") == 2
    assert t.spaces("City") == [""] * 5
    assert t.zone("Bystander Supply") == ["Bystander"] * 10


def test_core_villain_09_no_action_before_the_card_is_done() -> None:
    t = board(
        STUBS, phase="Villain Step", mastermind="Taker", tactics=["Taker Tactic"] * 4, city=["V1"],
        villain_deck=["Master Strike", *QUIET], p1_hand=["Marker"], p2_hand=SIX, points={"Attack": 9, "Recruit": 9},
        p1_deck=["S.H.I.E.L.D. Trooper"] * 10,
    )  # fmt: skip
    assert t.seat == 2 and t.zone("P1 hand") == []
    t = board(
        STUBS, phase="Villain Step", mastermind="Taker", tactics=["Taker Tactic"] * 4, city=["V1"],
        villain_deck=["Master Strike", *QUIET], p1_hand=["Marker", "S.H.I.E.L.D. Agent"], p2_hand=SIX,
        points={"Attack": 9, "Recruit": 9},
    )  # fmt: skip
    t.answer("agent")
    assert t.seat == 2
    for action, card in (("play", "Marker"), ("recruit", "Filler"), ("fight", "V1")):
        assert t.machine.why_not([a.name for a in t.game.actions].index(action), t.card(card), 0) == (
            "Villain card still resolving"
        )
    t.answer("agent")
    assert t.seat == 1
    for action, card in (("play", "Marker"), ("recruit", "Filler"), ("fight", "V1")):
        assert t.options(action, card)


def test_core_villain_10_twists_and_strikes_move_nobody() -> None:
    t = board(
        STUBS, phase="Villain Step", city=FULL, scheme="Discarding", mastermind="Wounder",
        tactics=["Wounder Tactic"] * 4, villain_deck=["Scheme Twist", "Master Strike", *QUIET],
    )  # fmt: skip
    assert t.spaces("City") == list(FULL)
    t.end_turn()
    assert t.zone("KO Pile") == ["Master Strike", "Scheme Twist"]
    assert t.spaces("City") == list(FULL)
    assert t.zone("Escape Pile") == []


def test_core_villain_11_only_the_schemes_condition_loses() -> None:
    deck = [*["Scheme Twist"] * 8, *["Master Strike"] * 5, *QUIET]
    t = board(
        STUBS, phase="Villain Step", scheme="Five Villains", city=["V4"], villain_deck=deck,
        escape_pile=["V1", "V2", "V3"],
    )  # fmt: skip
    for _ in range(12):
        t.end_turn()
    assert t.zone("KO Pile").count("Scheme Twist") == 8 and t.zone("KO Pile").count("Master Strike") == 5
    assert t.result == "" and t.seat == 1
    t.play("agent")
    assert t.options("end the turn")


def test_core_villain_12_a_card_played_by_an_effect_is_played_in_full() -> None:
    t = board(STUBS, phase="Villain Step", villain_deck=["The Leader", "N", "V5", *QUIET])
    assert t.spaces("City") == ["N", "The Leader", "", "", ""]
    assert t.zone("Villain Deck") == ["V5", *QUIET]
    assert t.decision is not None and t.decision.ask == "action" and t.seat == 1


def test_core_villain_13_each_card_is_completed_before_the_next() -> None:
    t = board(
        STUBS, city=["", "", "", "", "Endless Armies of HYDRA"], points={"Attack": 4},
        villain_deck=["The Leader", "N1", "N2", "V5", *QUIET],
    )  # fmt: skip
    t.act("fight", "Endless")
    assert t.spaces("City") == ["N2", "N1", "The Leader", "", ""]
    assert t.zone("Villain Deck") == ["V5", *QUIET]


def test_core_villain_14_active_player_first_then_clockwise() -> None:
    t = board(
        STUBS, phase="Villain Step", players=3, first=2, mastermind="Wounder", tactics=["Wounder Tactic"] * 4,
        wounds=2, villain_deck=["Master Strike", *QUIET],
    )  # fmt: skip
    assert t.zone("P2 discard pile") == ["Wound"] and t.zone("P3 discard pile") == ["Wound"]
    assert t.zone("P1 discard pile") == [] and t.zone("Wound Supply") == []
    t = board(
        STUBS, phase="Villain Step", players=3, first=2, mastermind="Taker", tactics=["Taker Tactic"] * 4,
        villain_deck=["Master Strike", *QUIET], p1_hand=SIX, p2_hand=SIX, p3_hand=SIX,
    )  # fmt: skip
    for seat in (2, 3, 1):
        assert t.seat == seat and len(t.zone(f"P{seat} hand")) == 6
        t.answer("agent")
        assert len(t.zone(f"P{seat} hand")) == 5
    assert t.seat == 2 and t.options("end the turn")


def test_core_villain_15_the_active_player_breaks_ties() -> None:
    t = board(
        STUBS, phase="Villain Step", first=2, scheme="Secret Invasion of the Skrull Shapeshifters",
        hq=costs(7, 3, 7, 2, 5), villain_deck=["Scheme Twist", *QUIET],
    )  # fmt: skip
    assert t.seat == 2
    assert t.choices == costs(7, 7)
    assert len(t.offered) == 2 and t.options("HQ[1]") and t.options("HQ[3]")
    t.answer("HQ[3]")
    assert t.spaces("City") == ["Priced 7", "", "", "", ""]
    assert t.spaces("HQ") == ["Priced 7", "Priced 3", "Filler", "Priced 2", "Priced 5"]


def test_core_villain_16_numbered_twists() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme="Unleash the Power of the Cosmic Cube", wounds=30,
        villain_deck=[*["Scheme Twist"] * 8, *QUIET],
    )  # fmt: skip

    def wounds(seat: int) -> int:
        return sum(t.zone(f"P{seat} {zone}").count("Wound") for zone in ("hand", "deck", "discard pile", "play area"))

    gained = [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2), (7, 5)]
    for twist, expected in gained:
        assert (len(t.zone("Scheme Side")), wounds(1), wounds(2)) == (twist, expected, expected)
        assert t.result == ""
        if twist < 7:
            t.end_turn()
    assert t.zone("Wound Supply") == ["Wound"] * 20
    t.end_turn()
    assert t.result == "Evil Wins" and t.decision is None


KILLBOTS = "Replace Earth's Leaders with Killbots"


def test_core_villain_17_bystanders_of_the_deck_are_killbots() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme=KILLBOTS, scheme_side=["Scheme Twist"] * 4, city=["V1"],
        villain_deck=["Bystander", *QUIET], p1_hand=["S.H.I.E.L.D. Trooper"] * 4,
    )  # fmt: skip
    assert t.spaces("City") == ["Bystander", "V1", "", "", ""]
    assert t.under("V1") == []
    assert t.value(t.first("City[Sewers]"), "Attack") == 4
    t.play(*["Trooper"] * 4)
    t.act("fight", "bystander")
    assert t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Bystander"]
    assert t.value(t.first("P1 Victory Pile"), "VP") == 1


def test_core_villain_17_killbots_grow_with_each_twist() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme=KILLBOTS, scheme_side=["Scheme Twist"] * 4,
        villain_deck=["Bystander", "Scheme Twist", "Green Goblin", *QUIET],
    )  # fmt: skip
    t.end_turn()
    assert len(t.zone("Scheme Side")) == 5
    assert t.value(t.first("City[Sewers]"), "Attack") == 5
    t.end_turn()
    assert t.spaces("City") == ["Green Goblin", "Bystander", "", "", ""]
    assert t.under("Green Goblin") == ["Bystander"] and t.zone("Bystander Supply") == ["Bystander"] * 9


INVASION = "Secret Invasion of the Skrull Shapeshifters"


def test_core_villain_18_heroes_of_the_deck_are_skrulls() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme=INVASION, villain_deck=["Borrowed Brawn", *QUIET],
        points={"Attack": 6},
    )  # fmt: skip
    assert t.spaces("City") == ["Borrowed Brawn", "", "", "", ""]
    assert t.value("Borrowed Brawn", "Attack") == 6
    t.act("fight", "borrowed")
    assert t.points("Attack") == 0
    assert t.zone("P1 discard pile") == ["Borrowed Brawn"] and t.zone("P1 Victory Pile") == []
    assert t.value("Borrowed Brawn", "Attack") == 1


def test_core_villain_18_an_escaped_hero_counts() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme=INVASION,
        villain_deck=["Borrowed Brawn", "V1", "V2", "V3", "V4", "N", *QUIET],
        escape_pile=costs(3, 3, 3, 3, 3),
    )  # fmt: skip
    for _ in range(4):
        t.end_turn()
    assert t.spaces("City") == ["V4", "V3", "V2", "V1", "Borrowed Brawn"] and t.result == ""
    t.end_turn()
    t.answer("HQ[1]")
    assert "Borrowed Brawn" in t.zone("Escape Pile")
    assert t.result == "Evil Wins"


def test_core_villain_18_a_twist_sends_the_dearest_hero() -> None:
    t = board(
        STUBS, phase="Villain Step", scheme=INVASION, hq=costs(3, 8, 5, 2, 7), city=["V1"],
        hero_deck=["Marker", *["Filler"] * 10], villain_deck=["Scheme Twist", *QUIET],
    )  # fmt: skip
    assert t.spaces("City") == ["Priced 8", "V1", "", "", ""]
    assert t.value("Priced 8", "Attack") == 10
    assert t.spaces("HQ") == ["Priced 3", "Marker", "Priced 5", "Priced 2", "Priced 7"]


def test_core_villain_19_a_hero_taken_from_the_hq_is_gained_back() -> None:
    t = board(
        STUBS, phase="Villain Step", hq=costs(2, 3, 4, 5, 6), hero_deck=["Marker", *["Filler"] * 10],
        villain_deck=["Skrull Shapeshifters", *QUIET], points={"Attack": 6},
    )  # fmt: skip
    assert t.under("Skrull Shapeshifters") == ["Priced 6"]
    assert t.value("Skrull Shapeshifters", "Attack") == 6
    assert t.spaces("HQ") == [*costs(2, 3, 4, 5), "Marker"]
    t.act("fight", "skrull")
    assert t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Skrull Shapeshifters"]
    assert t.zone("P1 discard pile") == ["Priced 6"]


def test_core_villain_19_a_hero_taken_from_the_hq_escapes_with_its_captor() -> None:
    t = board(
        STUBS, phase="Villain Step", hq=costs(2, 3, 4, 5, 6), p1_hand=SIX, p2_hand=SIX,
        villain_deck=["Skrull Shapeshifters", "V1", "V2", "V3", "V4", "N", *QUIET],
    )  # fmt: skip
    for _ in range(5):
        t.end_turn()
    hands = [len(t.zone(f"P{seat} hand")) for seat in (1, 2)]
    t.answer("HQ[1]")
    assert t.zone("KO Pile") == ["Priced 2"]
    assert sorted(t.zone("Escape Pile")) == ["Priced 6", "Skrull Shapeshifters"]
    assert [len(t.zone(f"P{seat} hand")) for seat in (1, 2)] == hands == [6, 6]
    assert "Priced 6" not in t.zone("P1 discard pile") + t.zone("P2 discard pile")
