"""What the tests of single card lines share: the trace of what an action did, kept in a text file a snapshot."""

from __future__ import annotations

import re
import textwrap

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from cardscript.engine.kinds import E_KIND, TURN
from cardscript.session.trace import trace_lines
from tests.games.table import Table

AGENT, TROOPER, OFFICER = "S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Officer"

BEGUN = 2
"""The events before a turn's first step does anything: the turn and its phase."""


LINE_NUMBER = re.compile(r"(?<=\.card):\d+")
"""Where a sentence stands in its file changes with every card that is added before it."""


class TraceExtension(SingleFileSnapshotExtension):
    """One text file a snapshot: `__snapshots__/<test file>/<test>[<case>].trace`."""

    _write_mode = WriteMode.TEXT
    file_extension = "trace"


def now(t: Table) -> int:
    """How many events there have been: where the trace of the next action begins."""
    return t.machine.event_count()


def step(t: Table) -> int:
    """Where the trace of the latest turn's first step begins."""
    turns = [i for i, event in enumerate(t.machine.events_since(0)) if event[E_KIND] == TURN]
    return turns[-1] + BEGUN


def told(t: Table, since: int = BEGUN) -> str:
    """The trace of what happened since, its first line at the margin, without the line numbers."""
    lines = list(trace_lines(t.machine))[since:]
    while lines and lines[-1].lstrip().startswith("phase: "):
        lines.pop()
    return LINE_NUMBER.sub("", textwrap.dedent("\n".join(lines))) + "\n"


def asked(t: Table) -> tuple[int, tuple[str, ...]]:
    """Who is asked (from 1) and what is offered; `FREE` in the action step, in which no card asks anything."""
    decision = t.decision
    assert decision is not None
    return (0, ()) if decision.ask == "action" else (t.seat, decision.options)


FREE: tuple[int, tuple[str, ...]] = (0, ())
"""What `asked` says in a turn's action step: no card asks anything."""
