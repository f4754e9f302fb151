"""Why something happened: from an event up its causes, each with the card or rule and the line as it is printed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from cardscript.engine import kinds as k
from cardscript.session.moment import event_counts
from cardscript.session.sentence import line_at
from cardscript.session.session import Answer, Session
from cardscript.session.trace_text import event_words


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a chain. `event`: its number, from 1; `words`: what happened; `card` or `rule`: whose text did it;
    `line`: the line as it is printed (empty if nothing is: then `rule` names it); `place`: file:line."""

    event: int
    words: str
    card: str
    rule: str
    line: str
    place: str

    @property
    def grounded(self) -> bool:
        """Whether the step names a printed line or a rule."""
        return bool((self.line and self.place) or self.rule)


@dataclass(frozen=True, slots=True)
class Why:
    """The chain from an event to where it began, and the answer it came after (None: the set-up) with its number."""

    steps: tuple[Step, ...]
    answer: Answer | None
    number: int


def find(events: Sequence[str], wanted: str) -> list[int]:
    """The numbers, from 1, of the events a text means: one number, or all that have the words in them. Letter case and
    the number of spaces do not matter; an event that says just these words counts alone."""
    text = " ".join(wanted.split()).casefold()
    if text.isdecimal():
        return [int(text)] if 1 <= int(text) <= len(events) else []
    told = [" ".join(words.split()).casefold() for words in events]
    same = [number for number, words in enumerate(told, 1) if words == text]
    return same or [number for number, words in enumerate(told, 1) if text and text in words]


def _cause(log: Sequence[k.Event], at: int) -> int:
    """The cause of an event; the end of the game comes from where its ending was noted."""
    event = log[at]
    if event[k.E_KIND] == k.END and event[k.E_AMOUNT] >= 0:
        noted = (k.NOTED, event[k.E_AMOUNT])
        return next((n for n in range(at - 1, -1, -1) if (log[n][k.E_KIND], log[n][k.E_AMOUNT]) == noted), -1)
    return int(event[k.E_CAUSE])


def why(session: Session, event: int) -> Why:
    """The chain of causes of an event (its number from 1) of a session."""
    log, told = session.machine.log, session.events
    steps: list[Step] = []
    at = event - 1
    while at >= 0:
        because = told[at].get("because", {})
        place = because.get("at", "")
        line = line_at(session.game, place) or because.get("line", because.get("says", ""))
        steps.append(Step(at + 1, event_words(told[at]), because.get("card", ""), because.get("rule", ""), line, place))
        at = _cause(log, at)
    number = bisect_left(event_counts(session), event)
    return Why(tuple(steps), session.given[number - 1] if number else None, number)
