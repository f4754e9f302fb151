"""Standing instructions: a seat passes until it can do something, or until the phase is over.

Which answer passes is declared with the window that asks. Every pass is an answer like any other: it is in the record,
and it can be taken back.
"""

from __future__ import annotations

from typing import Literal

from cardscript.engine.kinds import SLOTS
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.session.names import legal, passing_option, unique
from cardscript.session.session import Session

Until = Literal["able", "phase"]
"""What ends an instruction: that the seat can do anything but pass; that another phase has begun."""

WORDS: dict[str, Until] = {"pass until able": "able", "pass this phase": "phase"}
"""What a person writes; an answer of the same name comes first."""


def instruction(written: str, options: tuple[str, ...]) -> Until | None:
    """The instruction that was written, unless it is the name of an answer."""
    words = " ".join(written.split()).casefold()
    return None if words in {option.casefold() for option in options} else WORDS.get(words)


class Passing:
    """The instructions of the seats of one session, each of which ends by itself or with `cancel`."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[Until, tuple[int, int]]] = {}
        self._passed: set[int] = set()

    def begin(self, session: Session, until: Until) -> None:
        """The seat that is asked passes, now and from here on. `CardscriptError` (CS501) if what it is asked cannot be
        passed; nothing has changed then."""
        place = passing_option(session.machine)
        asked = session.machine.pending
        if place is None or asked is None:
            help = legal(unique(asked.options)) if asked is not None else "the game is over"
            raise CardscriptError([Diagnostic("CS501", "this cannot be passed", help=help)])
        self._told[asked.seat] = (until, _phase(session.machine))
        session.pick([place])

    def play(self, session: Session) -> bool:
        """Pass for the seat that is asked, if it is to; True if it did. An instruction whose end has come is over."""
        machine = session.machine
        seat = machine.seat_asked
        if seat not in self._told:
            return False
        until, phase = self._told[seat]
        place = passing_option(machine)
        able = place is not None and machine.raw_option_count() > 1
        over = able if until == "able" else _phase(machine) != phase
        if over:
            del self._told[seat]
        if over or place is None:
            return False
        self._passed.add(session.answer_count)
        session.pick([place])
        return True

    def cancel(self) -> None:
        """All instructions are over."""
        self._told.clear()

    def passed(self, session: Session) -> bool:
        """Whether the answer to the pending decision was such a pass before it was taken back; it is forgotten."""
        count = session.answer_count
        found = count in self._passed
        self._passed = {number for number in self._passed if number < count}
        return found


def _phase(machine: Machine) -> tuple[int, int]:
    """The turn, and the number of its phase."""
    state = machine.state
    return state.turn, state.frames[0][SLOTS][1] if state.frames else -1
