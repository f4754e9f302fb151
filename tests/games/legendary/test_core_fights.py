"""Clauses about fights."""

from tests.games.legendary.board import board


def test_core_fight_01_open_with_equal_attack() -> None:
    villain = 'villain "Five" of Plain\n    attack 5, vp 2\n'
    t = board(villain, city=["Five"], points={"Attack": 5})
    t.act("fight", "Five")
    assert t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Five"]
    t = board(villain, city=["Five"], points={"Attack": 4, "Recruit": 6})
    assert t.refusal("fight", "Five") == "needs 5 Attack, has 4"
    assert not t.options("fight")
    assert t.spaces("City") == ["Five", "", "", "", ""]
    assert (t.points("Attack"), t.points("Recruit")) == (4, 6)
