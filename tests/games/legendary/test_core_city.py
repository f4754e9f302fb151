"""Clauses about the city: five spaces, who shoves whom, who is driven out."""

from tests.games.legendary.board import board
from tests.games.legendary.plain import FULL, PLAIN, QUIET, SIX

STUBS = (
    PLAIN
    + "".join(f'hero "H{number}" of Row\n    cost 5\n' for number in range(1, 6))
    + """
henchman "Pointer" of Pointers
    attack 2, vp 1
    Fight: Gain the Hero in the HQ space under the Streets.
"""
)


def test_core_city_01_five_spaces_fill_in_order_of_arrival() -> None:
    t = board(STUBS, phase="Villain Step", villain_deck=["V1", "V2", "V3", "V4", "V5", *QUIET])
    for _ in range(4):
        t.end_turn()
    assert t.spaces("City") == ["V5", "V4", "V3", "V2", "V1"]
    assert t.zone("Escape Pile") == []


def test_core_city_02_newcomer_stands_in_the_sewers() -> None:
    t = board(STUBS, phase="Villain Step", villain_deck=["N", *QUIET])
    assert t.zone("City[Sewers]") == ["N"]
    for space in ("Bank", "Rooftops", "Streets", "Bridge"):
        assert t.zone(f"City[{space}]") == []


def test_core_city_03_a_shove_moves_only_the_holder_of_the_space() -> None:
    t = board(STUBS, phase="Villain Step", city=["V1"], villain_deck=["N", *QUIET])
    assert t.spaces("City") == ["N", "V1", "", "", ""]
    t = board(STUBS, phase="Villain Step", city=["", "V1", "V2"], villain_deck=["N", *QUIET])
    assert t.spaces("City") == ["N", "V1", "V2", "", ""]


def test_core_city_04_a_chain_ends_at_the_first_gap() -> None:
    t = board(STUBS, phase="Villain Step", city=["V1", "V2", "", "V3", "V4"], villain_deck=["N", *QUIET])
    assert t.spaces("City") == ["N", "V1", "V2", "V3", "V4"]
    assert t.zone("Escape Pile") == []
    assert t.seat == 1 and t.options("end the turn")


def test_core_city_05_shoved_out_of_the_bridge_escapes() -> None:
    t = board(STUBS, phase="Villain Step", city=FULL, villain_deck=["N", *QUIET], p1_hand=SIX, p2_hand=SIX)
    assert t.spaces("City") == ["N", "V1", "V2", "V3", "V4"]
    assert t.zone("Escape Pile") == ["V5"]
    t.answer("HQ[3]")
    assert t.zone("KO Pile") == ["Filler"]
    assert t.options("end the turn")


def test_core_city_06_columns_and_the_leftmost_space() -> None:
    deck = [*["Scheme Twist"] * 6, *QUIET]
    t = board(STUBS, phase="Villain Step", scheme="Portals to the Dark Dimension", villain_deck=deck)
    columns = ("Bridge", "Streets", "Rooftops", "Bank", "Sewers")
    order = []
    for _ in range(5):
        t.end_turn()
        order.append([space for space in columns if t.under_space(f"City[{space}]")])
    assert order == [
        ["Bridge"], ["Bridge", "Streets"], ["Bridge", "Streets", "Rooftops"],
        ["Bridge", "Streets", "Rooftops", "Bank"], ["Bridge", "Streets", "Rooftops", "Bank", "Sewers"],
    ]  # fmt: skip


def test_core_city_06_the_hero_under_the_streets() -> None:
    t = board(STUBS, city=["Pointer"], hq=["H1", "H2", "H3", "H4", "H5"], points={"Attack": 2})
    t.act("fight", "Pointer")
    assert t.zone("P1 discard pile") == ["H2"]
    assert t.spaces("HQ") == ["H1", "Filler", "H3", "H4", "H5"]
