"""A point of a game that was played: the decision before an event, the answers from there, the table right after it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from cardscript.engine import kinds as k
from cardscript.engine.deal import Deal
from cardscript.engine.machine import Machine
from cardscript.engine.state import State
from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.language.program import Game
from cardscript.session.game import GameHandle
from cardscript.session.record_text import Record
from cardscript.session.replay import verify
from cardscript.session.session import Answer, Session


@dataclass(frozen=True, slots=True)
class Moment:
    """`event`: its number, from 1. `session` stands at the last decision before it, `answers` are those that were given
    from there on, the first of them led to the event. An event of the set-up has no decision before it: then `started`
    is False and `session` stands at the first decision."""

    event: int
    session: Session
    answers: tuple[Answer, ...]
    started: bool

    def machine(self) -> Machine:
        """The game right after the event, in the middle of an ability too: to be looked at, not to be gone on with."""
        if self.started:
            return _Until.answered(self.event, self.session.machine, self.answers[0])
        setting = self.session.setting
        return _Until(self.event, self.session.game, setting.deal, setting.seed, dict(setting.rulings))


def moment(record: Record, handle: GameHandle, event: int) -> Moment:
    """The point of a recorded game right after an event (its number from 1). The record is played again first: errors
    as for `cardscript.session.replay.verify`, and CS519 if there is no such event."""
    return moment_of(verify(record, handle).session, event)


def moment_of(whole: Session, event: int) -> Moment:
    """The point of a game that was played right after an event; CS519 if there is no such event."""
    if not 1 <= event <= whole.event_count:
        help = f"events are numbered from 1 to {whole.event_count}"
        raise CardscriptError([Diagnostic("CS519", f"there is no event {event}", help=help)])
    session = whole.at_start()
    started = event > session.event_count
    before, at = session, 0
    while session.event_count < event:
        before = session.clone()
        session.pick(whole.given[at].picks)
        at += 1
    return Moment(event, before, whole.given[max(0, at - 1) :], started)


def event_counts(whole: Session) -> list[int]:
    """How many events there had been at each decision: after no answer, after one, and so on."""
    session = whole.at_start()
    counts = [session.event_count]
    for answer in whole.given:
        session.pick(answer.picks)
        counts.append(session.event_count)
    return counts


# --- stopping in the middle --------------------------------------------------------------------------------------
class _Reached(Exception):
    """The event is in the log; what comes after it is about to be recorded."""


class _Log(list[k.Event]):
    """A log that takes no more than so many events."""

    def __init__(self, events: Iterable[k.Event], state: State, most: int) -> None:
        super().__init__(events)
        self._state, self._most = state, most

    def append(self, event: k.Event) -> None:
        """Record an event, or stop."""
        if self._state.base + len(self) >= self._most:
            _take_back(self._state, event)
            raise _Reached
        super().append(event)

    def __iadd__(self, events: Iterable[k.Event], /) -> Self:  # type: ignore[misc,override]
        """Record events of cards that will then be moved in one go, or those up to the last one and stop."""
        several = list(events)
        room = self._most - self._state.base - len(self)
        super().extend(several[:room])
        if room < len(several):
            for event in several[:room]:
                _carry(self._state, event)
            raise _Reached
        return self


class _Until(Machine):
    """A machine that stops when an event has happened and the next one would be recorded."""

    __slots__ = ("_most",)

    def __init__(self, most: int, game: Game, deal: Deal, seed: int, rulings: dict[str, str]) -> None:
        self._most = most
        super().__init__(game, deal, seed, rulings)

    @classmethod
    def answered(cls, most: int, machine: Machine, answer: Answer) -> Machine:
        """The machine after an answer, up to an event."""
        twin = machine.clone()
        until = cls.__new__(cls)
        until._most, until.state, until._names = most, twin.state, twin._names
        until.answer(answer.picks)
        return until

    def _run(self) -> None:
        state = self.state
        state.log = _Log(state.log, state, self._most)
        with suppress(_Reached):
            super()._run()
        state.log = list(state.log)


def _carry(s: State, event: k.Event) -> None:
    """Move a card as its event tells, nothing else comes of it."""
    kind, card, goal = event[k.E_KIND], event[k.E_CARD], event[k.E_TO]
    s.zones[s.at[card]].remove(card)
    s.at[card] = goal
    pile = s.zones.setdefault(goal, [])
    if kind >= 0:
        bottom = s.compiled.verbs[kind].bottom
    else:
        uid, place = divmod(event[k.E_TEXT], k.TEXT_SHIFT)
        nodes = s.compiled.code(uid).nodes if event[k.E_TEXT] >= 0 else ()
        bottom = place < len(nodes) and getattr(nodes[place], "position", "") == "bottom"
    pile.insert(len(pile) if bottom else 0, card)


def _take_back(s: State, event: k.Event) -> None:
    """An event that is recorded after it was done, and is not to be: points, counters, the end."""
    kind, amount, number = event[k.E_KIND], event[k.E_AMOUNT], event[k.E_FROM]
    game = s.compiled.game
    if kind in (k.GAIN, k.PAY):
        s.res[event[k.E_ACTOR] * len(game.resources) + number] -= amount if kind == k.GAIN else -amount
    elif kind == k.COUNTERS:
        key = event[k.E_CARD] * len(game.counters) + number
        s.counters[key] = s.counters.get(key, 0) - amount
    elif kind == k.END:
        s.ended = -1
