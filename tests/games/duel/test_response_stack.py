"""Duel: a spell that deals 1 damage is answered by a quick spell that gives 2 shields, which is resolved first."""

from __future__ import annotations

import json

from cardscript.engine.machine import Machine
from cardscript.session.trace import trace_lines
from tests.games.table import Table, game, lay_out


def duel(players: int = 2, **zones: list[str]) -> Table:
    layout: dict[str, list[str]] = {}
    for seat in range(1, players + 1):
        layout[f"P{seat} deck"] = ["Spark"] * 5
    for key, cards in zones.items():
        layout[f"P{key[1]} {key[3:].replace('_', ' ')}"] = cards
    return lay_out(game("duel"), layout, players=players, phase="Spells")


def test_a_spark_answered_by_a_ward() -> None:
    t = duel(p1_hand=["Spark"], p2_hand=["Ward"])
    t.act("cast", "spark")
    assert t.zone("Stack") == ["Spark"]
    assert t.seat == 1
    t.answer("pass")
    assert t.seat == 2
    assert t.options("respond")
    t.act("respond", "ward")
    assert t.zone("Stack") == ["Ward", "Spark"]
    assert t.seat == 1
    t.answer("pass").answer("pass")
    assert t.zone("Stack") == []
    assert (t.points("Life", 2), t.points("Shield", 2)) == (4, 1)
    assert t.zone("P1 discard pile") == ["Spark"]
    assert t.zone("P2 discard pile") == ["Ward"]
    story = [line.strip() for line in trace_lines(t.machine)]
    order = [next(i for i, line in enumerate(story) if words in line) for words in (
        "casts spark", "casts ward", "unleashes ward", "gets +2 Shield", "unleashes spark", "gets -1 Shield"
    )]  # fmt: skip
    assert order == sorted(order)


def test_without_an_answer_the_damage_is_done() -> None:
    t = duel(p1_hand=["Spark"], p2_hand=["Spark"])
    t.act("cast", "spark").answer("pass")
    assert not t.options("respond")
    t.answer("pass")
    assert (t.points("Life", 1), t.points("Life", 2)) == (4, 3)


def test_all_must_pass_again_after_each_answer() -> None:
    t = duel(3, p1_hand=["Spark", "Ward"], p2_hand=["Ward"], p3_hand=["Spark"])
    t.act("cast", "spark")
    asked = []
    for who, deed in ((1, "pass"), (2, "ward"), (1, "ward"), (1, "pass"), (2, "pass"), (3, "pass")):
        asked.append(t.seat)
        assert t.seat == who
        t.answer("pass") if deed == "pass" else t.act("respond", deed)
    assert asked == [1, 2, 1, 1, 2, 3]
    assert t.zone("Stack") == []
    assert [t.points("Life", seat) for seat in (1, 2, 3)] == [4, 4, 3]
    assert [t.points("Shield", seat) for seat in (1, 2, 3)] == [2, 1, 0]


def test_saved_and_taken_up_again_with_two_spells_on_the_stack() -> None:
    t = duel(p1_hand=["Spark"], p2_hand=["Ward"])
    t.act("cast", "spark").answer("pass").act("respond", "ward")
    again = Table(Machine.from_data(t.game, json.loads(json.dumps(t.machine.to_data()))))
    for table in (t, again):
        table.answer("pass").answer("pass")
    assert again.machine.to_data() == t.machine.to_data()
    assert list(trace_lines(again.machine)) == list(trace_lines(t.machine))


def test_shields_are_gone_when_the_turn_ends_and_a_player_without_life_ends_the_game() -> None:
    t = duel(p1_hand=["Ward", *["Spark"] * 4])
    t.act("cast", "ward").answer("pass").answer("pass")
    assert t.points("Shield", 1) == 2
    for _ in range(3):
        t.act("cast", "spark").answer("pass").answer("pass")
    assert (t.points("Life", 2), t.result) == (1, "")
    t.act("cast", "spark").answer("pass").answer("pass")
    assert t.result == "Last One Standing"
    t = duel(p1_hand=["Ward"])
    t.act("cast", "ward").answer("pass").answer("pass").end_turn()
    assert t.points("Shield", 1) == 0
