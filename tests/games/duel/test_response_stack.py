"""Duel: a game saved with spells on the Stack. How they are answered and resolved is told in scenarios."""

from __future__ import annotations

import json

from cardscript.engine.machine import Machine
from cardscript.session.trace import trace_lines
from tests.games.table import Table, game, lay_out


def test_saved_and_taken_up_again_with_two_spells_on_the_stack() -> None:
    t = lay_out(game("duel"), {"P1 hand": ["Spark"], "P2 hand": ["Ward"]}, phase="Spells")
    t.act("cast", "spark").answer("pass").act("respond", "ward")
    again = Table(Machine.from_data(t.game, json.loads(json.dumps(t.machine.to_data()))))
    for table in (t, again):
        table.answer("pass").answer("pass")
    assert again.machine.to_data() == t.machine.to_data()
    assert list(trace_lines(again.machine)) == list(trace_lines(t.machine))
