"""How much of a game's printed lines has been exercised: each clause read, executed, asserted.

*Read*: it is part of the compiled program. *Executed*: the engine ran it, or found out which way it comes out.
*Asserted*: an expectation of a test spoke of an event it made, or of what it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from cardscript.engine.compiled import adopt
from cardscript.engine.kinds import E_CAUSE, E_KIND, LINE, Event
from cardscript.engine.machine import Machine
from cardscript.language.program import Game
from cardscript.language.rulings import under
from cardscript.language.source import Source
from cardscript.session.exercise_asserted import label_of, made_by
from cardscript.session.exercise_clauses import Clause, Clauses, Key, Line, Section, clauses_of
from cardscript.session.exercise_setup import carried_out, fits
from cardscript.session.exercise_watch import ASSERTED, FALSE, RAN, TRUE, EventKey, Watched, event_key, lines_key
from cardscript.session.game import GameHandle
from cardscript.session.session import Session

Seen = dict[Key, tuple[int, tuple[str, ...]]]
"""Clause to what has been seen of it (a bit for each mark) and the tests that asserted it."""

_NONE: frozenset[int] = frozenset()
T = TypeVar("T", Session, Machine)


@dataclass(frozen=True, slots=True)
class ClauseReport:
    """One clause: where it stands in its line (`start`, `end`), its words and kind, whether it can run at all and come
    out two ways, and what has been seen of it. `by`: the names of the tests that asserted it."""

    start: int
    end: int
    words: str
    kind: str
    runs: bool
    two_way: bool
    executed: bool
    came_true: bool
    came_false: bool
    asserted: bool
    by: tuple[str, ...]

    @property
    def one_sided(self) -> bool:
        """It was executed, could come out two ways, and came out only one way so far."""
        return self.two_way and self.executed and not (self.came_true and self.came_false)


@dataclass(frozen=True, slots=True)
class LineReport:
    """One printed line. `section`: of a "card" or a "rule" (then `name` is the header of its block and `kind` the
    file); `index` counts from 0; `file` and `at` (from 1): where it stands."""

    section: Section
    set: str
    kind: str
    group: str
    name: str
    index: int
    text: str
    file: str
    at: int
    clauses: tuple[ClauseReport, ...]

    @property
    def runs(self) -> bool:
        """Whether any of it can be carried out."""
        return any(clause.runs for clause in self.clauses)


class Exercise:
    """What has been seen of the clauses of one game.

    Machines and sessions of `game` (an equal copy of the game it was made for) are watched, with all their clones and
    after undo. One exercise can be merged into another, also one of a variant of the game with other cards added.
    The clauses are those of the default rulings; games under others are watched by what `ruled` gives, as far as their
    lines are the same.
    """

    def __init__(self, game: Game, *, asserting: bool = True, readings: Mapping[str, str] | None = None) -> None:
        """`asserting`: events will be asserted, so what changes them is kept; False saves the memory. `readings`: of
        rulings that are not at their defaults; if left out, those of the game."""
        self._original = under(game, (game.readings if readings is None else readings) or {})
        self._ruled: dict[int, Exercise] = {}
        self._changed: dict[EventKey, tuple[int, ...]] | None = {} if asserting else None
        self._clauses: Clauses | None = None
        self._watched: Watched | None = None
        self._marks: set[int] = set()
        self._by: dict[int, set[str]] = {}

    @cached_property
    def _wanted(self) -> dict[int, frozenset[int]]:
        """The marks there can be of each printed card (-1: of the rules)."""
        wanted: dict[int, set[int]] = {}
        for line in self.clauses.lines:
            for clause in line.clauses:
                marks = [] if clause.asks or not clause.runs else [RAN]
                marks += [TRUE, FALSE] if clause.two_way else []
                wanted.setdefault(line.card, set()).update(clause.number * 4 + mark for mark in marks)
        return {card: frozenset(marks) for card, marks in wanted.items()}

    # --- watching -------------------------------------------------------------------------------------------------
    def ruled(self, readings: Mapping[str, str]) -> Exercise:
        """What watches games under these rulings (the others at their defaults); this one if they are its own. What it
        sees of lines that this game has too, this one has seen."""
        game = under(self._original, readings)
        if game is self._original:
            return self
        found = self._ruled.get(id(game))
        if found is None:
            found = self._ruled[id(game)] = Exercise(game, asserting=self._changed is not None, readings=readings)
        return found

    @property
    def clauses(self) -> Clauses:
        """What could be exercised."""
        if self._clauses is None:
            self._clauses = clauses_of(self._original)
        return self._clauses

    @property
    def watched(self) -> Watched:
        """The tables of the watched game."""
        if self._watched is None:
            self._watched = Watched(replace(self._original), self.clauses)
            self._watched.recorder.marks, self._watched.recorder.changed = self._marks, self._changed
            adopt(self._watched)
        return self._watched

    @property
    def game(self) -> Game:
        """The game whose machines and sessions are watched: equal to the one this was made for."""
        return self.watched.game

    def handle(self, handle: GameHandle) -> GameHandle:
        """A handle of the same game whose sessions and machines are watched."""
        return replace(handle, game=self.game)

    def watch(self, played: T) -> T:
        """The same session or machine, at the same decision, watched from here on. The one given stays as it is."""
        if isinstance(played, Session):
            machine = self.watch(played.machine)
            return Session(self.game, played.setting, machine, list(played.given))
        old, new = played.state.compiled.whole, self.watched
        for unit in old.units[len(new.units) :]:  # units of a deal that are none of the game's own
            if unit is not None:
                new.deal_unit(unit)
        return Machine.from_data(self.game, played.to_data())

    @contextmanager
    def aside(self) -> Iterator[set[int]]:
        """What runs meanwhile is only tried: it is noted in the set given and nowhere else."""
        recorder = self.watched.recorder
        kept, recorder.marks, recorder.changed = recorder.marks, set(), None
        try:
            yield recorder.marks
        finally:
            recorder.marks, recorder.changed = kept, self._changed

    def note(self, marks: Iterable[int]) -> None:
        """Take over marks that were noted aside."""
        self._marks.update(marks)

    def left(self, card: int) -> int:
        """How many marks (executed, came true, came false) the clauses of a printed card still lack."""
        return len(self._wanted.get(card, _NONE) - self._marks)

    def left_in_rules(self) -> int:
        """How many marks the clauses of the rules still lack."""
        return len(self._wanted.get(-1, _NONE) - self._marks)

    def left_at_set_up(self, cards: Iterable[int], players: int) -> int:
        """How many clauses a set-up with these printed cards, for so many players, would execute for the first time."""
        dealt = carried_out(self.clauses, cards, players)
        return sum(1 for one in dealt if one.clause.number * 4 + RAN not in self._marks)

    def fresh(self, marks: Iterable[int]) -> int:
        """How many of the marks noted aside are new."""
        return sum(1 for mark in marks if mark not in self._marks)

    # --- asserting ------------------------------------------------------------------------------------------------
    def assert_events(self, machine: Machine, events: Iterable[int], by: str = "") -> None:
        """Events of a machine (by their index in its log) were spoken of by an expectation of test `by`: the clauses
        that made them or changed a number in them, and what led to these, are asserted; of a line that begins, also
        the rule that has it carried out."""
        log, clauses = machine.log, self.clauses.clauses
        first = machine.event_count() - len(log)
        for index in events:
            if 0 <= index - first < len(log):
                event = log[index - first]
                self._assert(made_by(self.clauses, machine, event), by)
                changed = (self._changed or {}).get(event_key(index, event), ())
                self._assert([clauses[number] for number in changed], by)
                if event[E_KIND] == LINE:
                    self._assert(self._carried_out(machine, event), by)

    def assert_dealt(self, machine: Machine, looked_at: Iterable[tuple[int, int]], by: str = "") -> None:
        """What lies where after a set-up was expected by test `by`: printed cards, each with its zone. The sentences
        that are about one of these cards are asserted."""
        found, game = set(looked_at), self._original
        for one in carried_out(self.clauses, machine.state.decl, machine.players):
            if any(fits(game, laid, *place) for laid in one.laid for place in found):
                self._assert([one.clause], by)

    def assert_refused(self, players: int, by: str = "") -> None:
        """That the set-up refuses so many players was expected by test `by`."""
        clause = self.clauses.refused.get(players)
        if clause is not None:
            self._marks.add(clause.number * 4 + RAN)
            self._assert([clause], by)

    def _carried_out(self, machine: Machine, line: Event) -> Iterable[Clause]:
        """Why a line was carried out: a sentence that says so, else what its label waits for."""
        label, at = label_of(machine, line), line[E_CAUSE] - machine.event_count() + len(machine.log)
        if 0 <= at < len(machine.log):
            said = (self._changed or {}).get(lines_key(label, line[E_CAUSE], machine.log[at]))
            if said is not None:
                return [self.clauses.clauses[number] for number in said]
        return self.clauses.labels.get(label, [])

    @contextmanager
    def asserting(self, by: str = "") -> Iterator[None]:
        """What a watched machine is asked meanwhile (the value of an attribute, why something can't be done, the score)
        is expected by test `by`: clauses that stand and are read for the answer are asserted."""
        with self.aside() as marks:
            yield
        clauses = self.clauses.clauses
        self._assert([clauses[mark >> 2] for mark in sorted(marks) if mark & 3 in (RAN, TRUE)], by)
        self._marks |= marks

    def _assert(self, clauses: Iterable[Clause], by: str) -> None:
        for clause in clauses:
            for one in (clause, *clause.guards):
                self._marks.add(one.number * 4 + ASSERTED)
                if by:
                    self._by.setdefault(one.number, set()).add(by)

    # --- joining --------------------------------------------------------------------------------------------------
    def merge(self, other: Exercise) -> None:
        """Add what another exercise has seen. Lines this game does not have are left out."""
        if other._original is self._original:
            self._marks |= other._marks
            for number, names in other._by.items():
                self._by.setdefault(number, set()).update(names)
            return
        self.add(other.seen())

    def seen(self) -> Seen:
        """All that has been seen, to be handed to another process; `add` takes it."""
        for other in self._ruled.values():
            self.add(other.seen())
        bits: dict[int, int] = {}
        for mark in self._marks:
            bits[mark >> 2] = bits.get(mark >> 2, 0) | 1 << (mark & 3)
        clauses = self.clauses.clauses
        return {clauses[n].key: (found, tuple(sorted(self._by.get(n, ())))) for n, found in bits.items()}

    def add(self, seen: Seen) -> None:
        """Add what an exercise of this game, or of a variant with other cards added, has seen. Lines this game does not
        have are left out."""
        for clause in self.clauses.clauses:
            bits, names = seen.get(clause.key, (0, ()))
            self._marks.update(clause.number * 4 + what for what in range(4) if bits >> what & 1)
            if names:
                self._by.setdefault(clause.number, set()).update(names)

    # --- looking --------------------------------------------------------------------------------------------------
    def report(self) -> list[LineReport]:
        """Every line with its clauses: cards in the order of the files, then rules."""
        for other in self._ruled.values():
            self.add(other.seen())
        return [self._line(line) for line in self.clauses.lines]

    def _line(self, line: Line) -> LineReport:
        clauses = tuple(self._clause(clause) for clause in line.clauses)
        return LineReport(
            line.section, line.set, line.kind, line.group, line.name, line.index, line.text, line.file, line.at, clauses
        )

    def _clause(self, clause: Clause) -> ClauseReport:
        ran, true, false, asserted = (clause.number * 4 + what in self._marks for what in (RAN, TRUE, FALSE, ASSERTED))
        executed = ran or (clause.asks and (true or false)) or (clause.kind in ("trigger", "may") and true)
        by = tuple(sorted(self._by.get(clause.number, ())))
        return ClauseReport(
            clause.start, clause.end, clause.words, clause.kind, clause.runs, clause.two_way,
            executed, true, false, asserted, by,
        )  # fmt: skip

    # --- as text ----------------------------------------------------------------------------------------------------
    def to_json(self, lines: Iterable[LineReport] | None = None) -> str:
        """What has been seen (of some lines), as `schemas/coverage.schema.json` describes it."""
        from cardscript.session.exercise_file import FORMAT, ClauseData, CoverageData, LineData

        made = []
        for line in self.report() if lines is None else lines:
            parts = [
                ClauseData(
                    start=c.start, end=c.end, words=c.words, kind=c.kind, runs=c.runs, two_way=c.two_way,
                    executed=c.executed, came_true=c.came_true, came_false=c.came_false, asserted=c.asserted,
                    by=list(c.by),
                )
                for c in line.clauses
            ]  # fmt: skip
            made.append(
                LineData(
                    section=line.section, set=line.set, kind=line.kind, group=line.group, name=line.name,
                    line=line.index, text=line.text, file=line.file, at=line.at, clauses=parts,
                )
            )  # fmt: skip
        game = self._original
        data = CoverageData(
            format="cardscript coverage", version=FORMAT, game=game.id, title=game.title, game_version=game.version,
            sets=sorted({line.set for line in self.clauses.lines if line.section == "card"}), lines=made,
        )  # fmt: skip
        return data.model_dump_json(indent=1) + "\n"

    @classmethod
    def from_json(cls, game: Game, text: str, name: str = "coverage") -> Exercise:
        """What `to_json` wrote, in the same or another process. `name`: what the text is called in diagnostics.

        Raises `CardscriptError`: CS530 if the text is no coverage, CS531 if it is that of another game, CS532 with
        every line that was another one when the text was made."""
        from cardscript.session.exercise_file import numbers_of, parse

        source = Source(name, text)
        read = cls(game)
        for number, clause in numbers_of(parse(source, game), read.clauses, source):
            seen = {
                RAN: clause.executed, TRUE: clause.came_true, FALSE: clause.came_false, ASSERTED: clause.asserted
            }  # fmt: skip
            read._marks.update(number * 4 + what for what, so in seen.items() if so)
            if clause.by:
                read._by[number] = set(clause.by)
        return read

    def executed(self, clause: Clause) -> bool:
        """Whether a clause was executed."""
        return self._clause(clause).executed
