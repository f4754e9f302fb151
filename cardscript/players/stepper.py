"""A person who goes through a game that was played, event by event, forward and back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

from cardscript.players.terminal import ask_line, console, table_text
from cardscript.session.moment import event_counts, moment_of
from cardscript.session.session import Answer, Session
from cardscript.session.trace_text import Detail, event_text
from cardscript.session.view import view
from cardscript.session.why import Why, find, why

HELP = """n or an empty line: the next event; n 10: ten events further; p, p 10: back
a number: to that event; a: after the next answer; b: before the last one
WORDS   to the next event with these words
t       the table right after the event
w       why it happened
q       leave"""


def numbered(number: int, text: str, most: int) -> str:
    """One event with its number in front."""
    return f"{number:>{len(str(most))}}  {text}"


def answer_text(answer: Answer, number: int) -> str:
    """An answer, for people."""
    return f"answer {number}, player {answer.seat + 1}: {', '.join(answer.names) or 'nothing'}"


def why_text(found: Why) -> list[str]:
    """A chain of causes, for people: each event with its number, and because of which line."""
    most = found.steps[0].event
    blank = " " * (len(str(most)) + 2)
    lines: list[str] = []
    before = ""
    for step in found.steps:
        lines.append(numbered(step.event, step.words, most))
        place = f"  ({step.place})" if step.place else ""
        if step.card:
            said = f"{step.card} says: {step.line}"
        elif step.place:
            said = step.line if step.line.startswith(step.rule) else f"{step.rule}: {step.line}"
        else:
            said = f"a rule of the language: {step.rule}"
        said = f"because {said}{place}"
        lines.append(blank + ("(of the same line)" if said == before and step.place else said))
        before = said
    how = answer_text(found.answer, found.number) if found.answer else "the set-up, before the first answer"
    return [*lines, f"{blank}came by {how}"]


class Stepper:
    """Goes through a game. `read` returns one line (raises EOFError at the end); `seat`: who looks on (None: all)."""

    def __init__(
        self,
        session: Session,
        out: TextIO | None = None,
        read: Callable[[], str] | None = None,
        seat: int | None = None,
        detail: Detail = "full",
    ) -> None:
        self._session, self._seat = session, seat
        self._out = console(out or sys.stdout)
        self._read = read or input
        self._lines = [event_text(data, detail) for data in session.events_since(0, seat)]
        self._counts = event_counts(session)
        self._answers: dict[int, list[int]] = {}
        """The answers that came right before an event."""
        for index, count in enumerate(self._counts[:-1]):
            self._answers.setdefault(count + 1, []).append(index)
        self._at = 0

    def run(self, at: int = 1) -> None:
        """Begin at an event; until the person leaves or the input ends."""
        self._out.print(
            "[dim]n: next, p: back, a number, a and b: by answers, t: table, w: why, h: help, q: leave[/dim]"
        )
        self._go(at)
        while True:
            line = ask_line(self._out, self._read)
            if line is None or line.lower() in ("q", "quit"):
                return
            self._command(line)

    def _command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        count = int(rest) if rest.strip().isdecimal() and len(rest) < 10 else 0 if rest else 1
        match word.lower():
            case "" | "n" if count:
                self._go(self._at + count, shown=count)
            case "p" if count:
                self._go(self._at - count)
            case "a" if not rest:
                self._go(next((c + 1 for c in self._counts if c >= self._at), len(self._lines)))
            case "b" if not rest:
                self._go(max((c + 1 for c in self._counts if c + 1 < self._at), default=1))
            case "t" | "table" if not rest:
                self._out.print(
                    table_text(view(moment_of(self._session, self._at).machine(), self._seat)), markup=False
                )
            case "w" | "why" if not rest:
                self._out.print("\n".join(why_text(why(self._session, self._at))), markup=False)
            case "h" | "help" | "?":
                self._out.print(HELP, markup=False)
            case _:
                self._find(line)

    def _find(self, line: str) -> None:
        found = find(self._lines, line)
        later = [number for number in found if number > self._at]
        if not found:
            known = f"events are numbered from 1 to {len(self._lines)}" if line.isdecimal() else "h shows what there is"
            self._out.print(f"no event {line}; {known}", style="yellow", markup=False)
        else:
            self._go((later or found)[0])

    def _go(self, to: int, shown: int = 1) -> None:
        """Go to an event and show it, with so many before it that were passed."""
        to = max(1, min(to, len(self._lines)))
        first = max(to - shown + 1, self._at + 1, 1) if to > self._at else to
        for number in range(first, to + 1):
            for index in self._answers.get(number, ()):
                text = answer_text(self._session.given[index], index + 1)
                self._out.print(text, style="cyan", markup=False)
            self._out.print(numbered(number, self._lines[number - 1], len(self._lines)), markup=False)
        self._at = to
        if to == len(self._lines):
            self._out.print("[dim](the last event)[/dim]")
