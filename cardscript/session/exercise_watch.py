"""A second set of a game's tables whose code notes what runs. Machines that use the first set pay nothing for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardscript.engine.compiled import Code, Compiled
from cardscript.engine.effects import Effect
from cardscript.engine.kinds import (
    CHOOSE,
    COUNTERS,
    E_AMOUNT,
    E_KIND,
    E_NOTE,
    E_TEXT,
    E_TO,
    EVENT,
    GAIN,
    GAME_UNIT,
    MOVE,
    NEXT_FRAME,
    PAY,
    REVEAL,
    SLOTS,
    TEXT_SHIFT,
    Event,
    Fn,
    Frame,
    Op,
)
from cardscript.engine.lower import lower
from cardscript.engine.state import State
from cardscript.language import ast
from cardscript.language.program import Game
from cardscript.session.exercise_clauses import Clauses
from cardscript.session.exercise_setup import carried_out

RAN, TRUE, FALSE, ASSERTED = range(4)
"""What is noted of a clause: `clause number * 4 + one of these`."""

CHANGEABLE = frozenset({MOVE, REVEAL, GAIN, PAY, COUNTERS, CHOOSE})
"""Core events that may come out otherwise when an effect changes a number."""

LOOPS = (ast.ForCards, ast.Repeat)


class Recorder:
    """What has been noted so far. `marks` may be exchanged for another set while something is only tried.

    `changed` (None: nobody wants to know) maps an event to the clauses of standing effects that were read to make it
    and to the sentence that ended the game with it, and an event with a label in front (`lines_key`) to the sentences
    that carried out lines with that label because of it; `read` are those read since the op that runs began."""

    __slots__ = ("changed", "marks", "read")

    def __init__(self) -> None:
        self.marks: set[int] = set()
        self.changed: dict[EventKey, tuple[int, ...]] | None = None
        self.read: set[int] = set()


EventKey = tuple[Any, ...]


def event_key(index: int, event: Event) -> EventKey:
    """What an event is known by: its place in the log, and all of it but the note."""
    return (index, *event[:E_NOTE])


def lines_key(label: int, index: int, event: Event) -> EventKey:
    """What the lines with a label (-1: without one) are known by that are carried out because of an event."""
    return (label, *event_key(index, event))


class Watched(Compiled):
    """The tables of a game, lowered so that what runs is noted in `recorder`."""

    inlines = narrows = False

    def __init__(self, game: Game, clauses: Clauses) -> None:
        self.clauses, self.recorder = clauses, Recorder()
        self._tests = {
            node: (_marks(decided, TRUE, FALSE), _marks(decided, FALSE, TRUE))
            for node, decided in clauses.tests.items()
        }
        self._reads = {node: tuple(c.number * 4 + RAN for c in stood) for node, stood in clauses.reads.items()}
        self._moves = {verb: clause.number * 4 + RAN for verb, clause in clauses.moves.items()}
        self._counting: set[int] = set()
        super().__init__(game, _watched_code)
        tables: tuple[dict[int, Any], ...] = (clauses.ops, clauses.speaks, clauses.tests)
        for new, old in (pair for made in self.splits.values() for pair in made.stands_for):
            for table in tables:
                if id(old) in table:  # what is known by one statement is known by the other too
                    table[id(new)] = table[id(old)]
        self._direct: dict[int, tuple[int, ...]] = {}
        """Text numbers of actions that are nothing but a verb, which a window does itself -> what that carries out."""
        for action in game.actions:
            carried_out = clauses.ops.get(id(action.unit.body), ())
            if carried_out:
                text = self.unit_ids[id(action.unit)] * TEXT_SHIFT
                self._direct[text] = tuple(clause.number * 4 + RAN for clause in carried_out)

    def seen(self, node: ast.Node, read: Fn) -> Fn:
        """A condition, number or player that notes what it comes out as, if it belongs to a clause."""
        return self._noting(node, read)

    def effect(self, number: int) -> Effect:
        """An effect whose filter notes that it has let a card count as something, or kept a text from it."""
        effect = super().effect(number)
        if isinstance(effect.node, ast.CountAs | ast.Immune) and number not in self._counting:
            self._counting.add(number)
            effect.test = self._noting(effect.node, effect.test)
        return effect

    def _noting(self, node: ast.Node, read: Callable[..., Any]) -> Callable[..., Any]:
        recorder, tests, reads = self.recorder, self._tests.get(id(node)), self._reads.get(id(node), ())
        if tests is None and not reads:
            return read
        true, false = tests or ((), ())
        counts_only_if_true = isinstance(node, ast.CountAs | ast.Immune)
        changes = [mark >> 2 for mark in reads] if isinstance(node, ast.Number | ast.Player) else []

        def noting(*given: Any) -> Any:
            value = read(*given)
            if reads and (value or not counts_only_if_true):
                recorder.marks.update(reads)
                recorder.read.update(changes)
            recorder.marks.update(true if value else false)
            return value

        return noting

    def op(self, op: Op, ran: tuple[int, ...], outcome: Callable[[State, Frame, int], bool | None] | None,
           marks: tuple[tuple[int, ...], tuple[int, ...]], loop: bool) -> Op:  # fmt: skip
        """An op that notes that it ran, how it came out, and the verbs whose events it made."""
        recorder = self.recorder

        def noting(s: State, frame: Frame) -> int:
            recorder.marks.update(ran)
            recorder.read.clear()
            log, slots = s.log, frame[SLOTS]
            before, kept = len(log), slots[:] if loop else slots
            try:
                to = op(s, frame)
            finally:
                if len(log) > before:
                    self._made(s.base + before, log[before:])
            if loop:
                recorder.marks.update(marks[0] if _goes_round(kept, slots) else marks[1])
            elif outcome is not None and (way := outcome(s, frame, to)) is not None:
                recorder.marks.update(marks[0] if way else marks[1])
            return to

        return noting

    def carrying(self, op: Op, label: int, clauses: tuple[int, ...]) -> Op:
        """An op that carries out lines of cards with a label and notes whose sentence it is, if there are any."""
        recorder = self.recorder

        def noting(s: State, frame: Frame) -> int:
            at = frame[EVENT] - s.base
            key = lines_key(label, frame[EVENT], s.log[at]) if 0 <= at < len(s.log) else None
            to = op(s, frame)
            if to == NEXT_FRAME and recorder.changed is not None and key is not None:
                recorder.changed[key] = clauses
            return to

        return noting

    def ending(self, op: Op, clauses: tuple[int, ...]) -> Op:
        """An op that ends the game and notes whose sentence it is."""
        recorder = self.recorder

        def noting(s: State, frame: Frame) -> int:
            before = len(s.log)
            try:
                return op(s, frame)
            finally:
                if recorder.changed is not None:
                    for number, event in enumerate(s.log[before:], s.base + before):
                        recorder.changed[event_key(number, event)] = clauses

        return noting

    def _made(self, index: int, events: list[Event]) -> None:
        """Note what events show: which verb's body they carried out themselves, which effects changed them."""
        recorder, moves, direct = self.recorder, self._moves, self._direct
        for event in events:
            if event[E_KIND] >= 0 and event[E_TO] >= 0 and event[E_KIND] in moves:
                recorder.marks.add(moves[event[E_KIND]])
            if event[E_TEXT] in direct:
                recorder.marks.update(direct[event[E_TEXT]])
        if recorder.read and recorder.changed is not None:
            read = tuple(sorted(recorder.read))
            for number, event in enumerate(events, index):
                if event[E_KIND] >= 0 or event[E_KIND] in CHANGEABLE:
                    recorder.changed[event_key(number, event)] = read

    def dealt(self, op: Op) -> Op:
        """The first op of a game: what is read of cards at set-up has been read, if there was one."""
        recorder, setup = self.recorder, self.game.setup.unit

        def noting(s: State, frame: Frame) -> int:
            if setup is not None and self.unit_ids[id(setup)] in frame[SLOTS][0]:
                dealt = carried_out(self.clauses, s.decl, s.players)
                recorder.marks.update(one.clause.number * 4 + RAN for one in dealt)
            return op(s, frame)

        return noting


def _marks(decided: Iterable[tuple[Any, bool]], straight: int, turned: int) -> tuple[int, ...]:
    return tuple(clause.number * 4 + (turned if round_ else straight) for clause, round_ in decided)


def _watched_code(compiled: Compiled, uid: int) -> Code:
    """The code of a unit, each op wrapped."""
    assert isinstance(compiled, Watched)
    code = lower(compiled, uid)
    if uid == GAME_UNIT:
        code.ops = [compiled.dealt(code.ops[0]), *code.ops[1:]]
        return code
    clauses, unit = compiled.clauses, compiled.units[uid]
    begins = clauses.begins.get(id(unit), ()) if unit is not None else ()
    ops: list[Op] = []
    seen: dict[int, int] = {}
    for pc, (op, node) in enumerate(zip(code.ops, code.nodes, strict=True)):
        times = seen[id(node)] = seen.get(id(node), 0) + 1
        ran = tuple(clause.number * 4 + RAN for clause in clauses.ops.get(id(node), ())) if not _last(code, pc) else ()
        if pc == 0:
            ran += tuple(clause.number * 4 + RAN for clause in begins)
        decided = clauses.tests.get(id(node), ())
        marks = (_marks(decided, TRUE, FALSE), _marks(decided, FALSE, TRUE))
        loop = isinstance(node, LOOPS) and bool(decided) and _begins_loop(code, pc, node)
        outcome = _outcome(node, pc, times) if decided else None
        spoken = tuple(clause.number for clause in clauses.speaks.get(id(node), ()))
        if isinstance(node, ast.RunLabel | ast.RunText):
            op = compiled.carrying(op, node.label if isinstance(node, ast.RunLabel) else -1, spoken)
        elif isinstance(node, ast.EndGame):
            op = compiled.ending(op, spoken)
        ops.append(compiled.op(op, ran, outcome, marks, loop))
    code.ops = ops
    return code


def _last(code: Code, pc: int) -> bool:
    """Whether this is the op that ends the unit: it stands for the whole body, which may be one statement."""
    return pc == len(code.ops) - 1


def _begins_loop(code: Code, pc: int, node: ast.Node) -> bool:
    """Whether this op finds out what a loop goes through: the one before the loop's head, which is before its end."""
    own = [at for at, other in enumerate(code.nodes[:-1]) if other is node]
    return len(own) >= 3 and pc == own[-3]


def _outcome(node: ast.Node, pc: int, times: int) -> Callable[[State, Frame, int], bool | None] | None:
    """How to tell which way a statement went."""
    if isinstance(node, ast.If | ast.While) and times == 1:
        return lambda s, frame, to: to == pc + 1
    if isinstance(node, ast.ChooseOne) and times == 2:
        return lambda s, frame, to: s.log[-1][E_KIND] != CHOOSE or s.log[-1][E_AMOUNT] >= 0
    return None


def _goes_round(before: list[Any], after: list[Any]) -> bool:
    """Whether a loop has anything to go through: what it has just put into its slot is not empty and not 0."""
    new = [value for old, value in zip(before, after, strict=True) if value is not old and value is not True]
    return any(new)
