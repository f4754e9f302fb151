"""A session: one game being played. It asks one thing at a time, takes answers by name, goes back and is saved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardscript.engine.deal import Deal
from cardscript.engine.decision import Decision, IllegalAnswer
from cardscript.engine.endings import Result
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.language.program import Game
from cardscript.language.rulings import under
from cardscript.session.names import legal, resolve, unique
from cardscript.session.sentence import place_of
from cardscript.session.trace import Data, Tracer
from cardscript.session.trace_text import Detail, text_lines
from cardscript.session.view import view

SNAPSHOT_EVERY = 16
"""A copy of the machine is kept at every so many answers; undo goes on from the nearest."""

SAVE_FORMAT = 1

ANY_ACTION = "choose an action"
"""What is asked of a player who may act as they like."""


@dataclass(frozen=True, slots=True)
class Question:
    """The one pending decision. `seat` is counted from 0; `answers` are the legal ones by stable name, of which
    between `least` and `most` are picked; `because`: the card that asks (or "rule"), its printed line, and where that
    stands (file:line, empty if nowhere)."""

    seat: int
    ask: str
    prompt: str
    because: tuple[str, str, str]
    answers: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What a session was started with: everything that follows is in the answers. `chosen`: what was picked at set-up;
    `rulings`: the value of every ruling; `folder` (empty: it came with the program) and `sets`: where the game is."""

    deal: Deal
    seed: int
    chosen: Mapping[str, tuple[str, ...]]
    rulings: Mapping[str, str]
    folder: str = ""
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was given: the seat, the names, and their places among the legal answers."""

    seat: int
    names: tuple[str, ...]
    picks: tuple[int, ...]


class Session:
    """One game being played."""

    __slots__ = ("_given", "_snapshots", "_tracer", "failed", "game", "machine", "setting")

    def __init__(self, game: Game, setting: Setting, machine: Machine, given: list[Answer]) -> None:
        self.game, self.setting, self.machine = under(game, setting.rulings), setting, machine
        self._given = given
        self._snapshots: dict[int, Machine] = {}
        self._tracer = Tracer(machine)
        self.failed: Answer | None = None
        """The answer at which the engine failed; nothing but a record can be made of the session then."""

    @classmethod
    def begin(cls, game: Game, setting: Setting) -> Session:
        """A new session of a game that has been dealt."""
        return cls(game, setting, _fresh(game, setting), [])

    @property
    def players(self) -> int:
        """How many play."""
        return self.setting.deal.players

    @property
    def decision(self) -> Question | None:
        """What is asked now, or None when the game is over."""
        asked = self.machine.pending
        if asked is None:
            return None
        speaker, line, span = asked.because
        because = (speaker, line, place_of(self.game, span))
        prompt = ANY_ACTION if asked.ask == "action" else asked.prompt
        answers = unique(asked.options)
        return Question(asked.seat, asked.ask, prompt, because, answers, asked.least, asked.most)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.machine.result

    @property
    def ended_by_rule(self) -> bool:
        """Whether a rule ended the game; not so while it goes on, or when the engine had to stop it."""
        return ended_by_rule(self.machine)

    @property
    def seat(self) -> int | None:
        """Who is asked now, or None when the game is over."""
        asked = self.machine.pending
        return None if asked is None else asked.seat

    def answer(self, *names: str) -> None:
        """Answer by name: whole names or beginnings that leave no doubt, letter case ignored.

        Raises `CardscriptError` (CS501) with the legal answers if it is refused; nothing has changed then.
        """
        picks = resolve(names, self._asked(), self.machine)
        if isinstance(picks, Diagnostic):
            raise CardscriptError([picks])
        self.pick(picks)

    def pick(self, picks: Sequence[int]) -> None:
        """Answer by the places of the answers in `decision.answers`."""
        asked = self._asked()
        names = unique(asked.options)
        count = len(self._given)
        if count % SNAPSHOT_EVERY == 0 and count not in self._snapshots:
            self._snapshots[count] = self.machine.clone()
        try:
            self.machine.answer(picks)
        except IllegalAnswer as illegal:
            help = legal(unique(illegal.legal))
            raise CardscriptError([Diagnostic("CS501", f"not legal: {illegal.reason}", help=help)]) from illegal
        except Exception:
            self.failed = Answer(asked.seat, tuple(names[at] for at in picks), tuple(picks))
            raise
        self._given.append(Answer(asked.seat, tuple(names[at] for at in picks), tuple(picks)))

    def undo(self) -> bool:
        """Take the last answer back; False if there is none. What chance decided comes out the same again."""
        if not self._given:
            return False
        self._given.pop()
        count = len(self._given)
        for late in [at for at in self._snapshots if at > count]:
            del self._snapshots[late]
        at = max(self._snapshots, default=0)
        machine = self._snapshots[at].clone() if at in self._snapshots else _fresh(self.game, self.setting)
        for number, answer in enumerate(self._given[at:], at):
            if number > at:  # whoever takes back one answer is likely to take back the one before it
                self._snapshots[number] = machine.clone()
            machine.answer(answer.picks)
        self.machine = machine
        return True

    @property
    def events(self) -> list[Data]:
        """Everything that has happened, as plain data: see docs/trace.md."""
        return list(self.events_since(0))

    @property
    def event_count(self) -> int:
        """How many events there have been."""
        return self.machine.event_count()

    def events_for(self, seat: int) -> list[Data]:
        """Everything that has happened as one seat may know it (-1: as everybody may)."""
        return list(self.events_since(0, seat))

    def events_since(self, start: int, seat: int | None = None) -> Iterator[Data]:
        """The events from number `start` on as plain data; `seat`: as that seat may know them (-1: as everybody)."""
        if self._tracer.machine is not self.machine:
            self._tracer = Tracer(self.machine)
        return self._tracer.data(start, seat)

    def trace(self, start: int = 0, seat: int | None = None, detail: Detail = "full") -> str:
        """What has happened as text, one event a line, from event number `start` on; `seat`: as that seat knows it."""
        return "\n".join(text_lines(self.events_since(start, seat), detail))

    def card_text(self, name: str) -> tuple[str, ...]:
        """What the card with a stable name says, line by line; nothing if there is no such card."""
        machine = self.machine
        found = next((card for card in range(machine.card_count) if machine.name_of(card) == name), None)
        if found is None:
            return ()
        printed = self.game.cards[machine.state.decl[found]]
        return (printed.name, *printed.lines)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as one seat sees it (None: as one who sees everything), as plain data."""
        return view(self.machine, seat)

    @property
    def given(self) -> tuple[Answer, ...]:
        """All answers so far."""
        return tuple(self._given)

    @property
    def answers_given(self) -> list[tuple[int, tuple[str, ...]]]:
        """All answers so far: seat and names."""
        return [(answer.seat, answer.names) for answer in self._given]

    @property
    def answer_count(self) -> int:
        """How many answers have been given."""
        return len(self._given)

    def at_start(self) -> Session:
        """A session of the same game before the first answer."""
        return Session.begin(self.game, self.setting)

    def clone(self) -> Session:
        """A session of its own that stands at the same decision."""
        other = Session(self.game, self.setting, self.machine.clone(), list(self._given))
        other._snapshots = dict(self._snapshots)
        return other

    def to_json(self) -> str:
        """Everything, as one JSON text: it goes on in another process with `GameHandle.from_json`."""
        setting = self.setting
        data = {
            "format": SAVE_FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "digest": self.game.digest,
            "folder": setting.folder,
            "sets": list(setting.sets),
            "players": setting.deal.players,
            "first": setting.deal.first,
            "seed": setting.seed,
            "choices": {option: list(names) for option, names in setting.chosen.items()},
            "rulings": dict(setting.rulings),
            "answers": [[answer.seat, list(answer.names), list(answer.picks)] for answer in self._given],
            "machine": self.machine.to_data(),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def __iter__(self) -> Iterator[Question]:
        """The pending decisions, one after the other; answer each before the next."""
        while (question := self.decision) is not None:
            yield question

    def _asked(self) -> Decision:
        asked = self.machine.pending
        if asked is None:
            raise CardscriptError([Diagnostic("CS509", "the game is over: nothing is asked", help="undo to go back")])
        return asked


def ended_by_rule(machine: Machine) -> bool:
    """Whether a rule of the game ended it."""
    return machine.state.ended >= 0


def _fresh(game: Game, setting: Setting) -> Machine:
    return Machine(game, setting.deal, setting.seed, dict(setting.rulings))
