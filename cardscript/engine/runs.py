"""Ops that follow one another written as one Python function: a run.

Each statement is an op of its own, called by the machine, which asks each where to go on. Of a unit that is carried out
often, the ops from one place on are written as one function: what a statement does in the plain case stands in it, in
the order of the unit, with its branches; in any other case, and for statements that aren't written, the op itself is
called, and the run goes on only if that falls through to the next. So a run does just what its ops do, and may be left
wherever they may: what has to be asked leaves it, and the answer begins at an op or another run.

A run is written when an op has been the first of a stretch for the `WARM`th time, so that what is carried out once
costs no writing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from cardscript.engine import inlined, loops
from cardscript.engine.endings import check
from cardscript.engine.inlined import Names, Writer
from cardscript.engine.kinds import Op
from cardscript.engine.moves import move_card
from cardscript.engine.pipeline import begin_due, triggers
from cardscript.engine.written import written
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Verb

WARM = 40
MOST_LINES = 120
"""So long a run may be; then it gives the place of the op to go on at."""
HELD = {"ident": "s.ident", "at": "s.at", "zones": "s.zones", "log": "s.log", "slots": "frame[2]"}
"""What is looked up once, at the beginning of a run: lists and tables that no op replaces."""
BARE = re.compile(r"(?<![.\w])defs(?=\[)")
NAMES: dict[str, object] = {
    **inlined.NAMES,
    "move_card": move_card,
    "check": check,
    "begin_due": begin_due,
    "triggers": triggers,
}
PLAIN = Names()
Text = TypeVar("Text")


@dataclass(frozen=True, slots=True)
class Piece:
    """An op as it is laid out. `write` writes it into a run and gives the place where that goes on (-1: nowhere).
    Where it is not written, `usual` is how far on the op is that mostly comes next (0: there is none)."""

    maker: Callable[[int], Op]
    node: ast.Node
    write: Callable[[Run, int], int] | None
    usual: int


class Run(Writer):
    """Writes one run."""

    __slots__ = ("_depth", "_lines", "_ops", "_pieces", "builder", "defined", "gains", "names")
    held: ClassVar = HELD

    def __init__(self, builder: Builder, pieces: list[Piece], ops: list[Op]) -> None:
        super().__init__(builder.scope)
        self.builder, self._pieces, self._ops = builder, pieces, ops
        self._lines: list[str] = []
        self._depth = 0
        self.defined = (-1, -1, 0)
        """The slot of whose one card `d` is the definition, and where that holds: after so many lines, so deep."""
        self.names: tuple[Names, ...] = (PLAIN,)
        """What slots are called, in the order in which that is tried."""
        self.gains = False
        """Something is written in it, and not only called."""

    @property
    def under_way(self) -> bool:
        """Whether something has been written: the op that is written now is not the one the run begins with."""
        return bool(self._lines)

    def say(self, *lines: str) -> None:
        """Write lines, as deep as the branch they stand in."""
        for line in lines:
            if BARE.search(line):  # there may be more of them than before the last statement
                if " for " in line:
                    self.say(line[: len(line) - len(line.lstrip())] + "defs = s.defs")
                else:
                    line = BARE.sub("s.defs", line)
            self._lines.append("    " * self._depth + line)

    def asked(self, node: ast.Cond, read: Callable[..., object]) -> str:
        """A condition as an expression; `read`: the same as a closure. A loop that decides it comes before."""
        if loops.asks_many(self, node, PLAIN):
            holds = self.variable("n")
            lines = self._first_of(lambda names: loops.branch(self, node, True, names, [f"{holds} = True"]))
            if lines:
                self.say(f"{holds} = False", *lines)
                return holds
        return self._written(partial(self.cond, node), read)

    def counted(self, node: ast.Number, read: Callable[..., object]) -> str:
        """A number as an expression."""
        match node:
            case ast.AttributeOf(cards=ast.CardSlot(slot=slot), attribute=attribute, printed=False) if slot != ast.THIS:
                card = self.one(node.cards)
                fresh = self.defined != (slot, len(self._lines), self._depth)
                if card:
                    if fresh:
                        self.say(f"d = s.defs[ident[{card}]]")
                    plain = f"d.own_changes is None and {-1 - attribute} not in s.hot"
                    return f"(d.attributes[{attribute}] if {plain} else value_of(s, {card}, {attribute}))"
                if fresh:
                    self.say(f"d = s.defs[ident[slots[{slot}][0]]] if len(slots[{slot}]) == 1 else None")
                    self.say("if d is not None and d.own_changes is not None:", "    d = None")
                plain = f"d is not None and {-1 - attribute} not in s.hot"
                return f"(d.attributes[{attribute}] if {plain} else {self.called(read)})"
        return self._written(partial(self.number, node), read)

    def one(self, cards: ast.Cards | None) -> str:
        """The card that is meant, where it is known that it is just one."""
        return self.names[0].cards.get(cards.slot, "") if isinstance(cards, ast.CardSlot) else ""

    def closed(self, verb: Verb) -> bool:
        """Write what comes when the body of a verb is done; False if that has to be read from its event."""
        return False

    def keep_defined(self, cards: ast.Cards) -> None:
        """What `d` has been read as for `counted` holds for the next statement too: this one changes no card."""
        if isinstance(cards, ast.CardSlot):
            self.defined = (cards.slot, len(self._lines), self._depth)

    def seat(self, node: ast.Player, read: Callable[..., object]) -> str:
        """A seat as an expression."""
        match node:
            case ast.PlayerSlot() | ast.ActivePlayer():
                return self._written(partial(self.player, node), read)
        return self.called(read)

    def viewed(self, node: ast.Cards, read: Callable[..., object]) -> str:
        """Cards to look at, as an expression."""
        return self._written(partial(self.cards, node), read)

    def gathered(self, node: ast.Cards, read: Callable[..., object]) -> str:
        """A list of cards to keep, as an expression. Where they are filtered, a loop comes before."""
        if loops.gathers(node):
            found = self._first_of(lambda names: loops.gathered(self, node, names))
            if found:
                self.say(*found[0])
                return found[1]
        return self.called(read)

    def placed(self, node: ast.Place, read: Callable[..., object] | None) -> str:
        """One place as an expression, -1 if there is none."""
        assert read is not None
        return self._written(partial(self.place, node), read)

    def _written(self, write: Callable[[Names], str], read: Callable[..., object]) -> str:
        return self._first_of(write) or self.called(read)

    def _first_of(self, write: Callable[[Names], Text]) -> Text | None:
        """What is written with the first names of slots with which it can be."""
        for names in self.names:
            found = self.tried(partial(write, names))
            if found:
                return found
        return None

    def called(self, read: Callable[..., object]) -> str:
        """What a closure of the state and the slots gives."""
        return f"{self.keep(read)}(s, slots)"

    def op(self, pc: int) -> None:
        """Call the op itself."""
        usual = self._pieces[pc].usual
        name = self.keep(self._ops[pc])
        if usual:
            self.say(f"pc = {name}(s, frame)", f"if pc != {pc + usual}:", f"    {self.left('pc')}")
        else:
            self.say(self.left(f"{name}(s, frame)"))

    def left(self, pc: str) -> str:
        """The statement that leaves the run, to go on at another place."""
        return f"return {pc}"

    def op_within(self, pc: int, deep: int = 1) -> None:
        """Call the op itself, in a branch that has been opened, or a branch within it."""
        self._depth += deep
        self.op(pc)
        self._depth -= deep

    def branch(self, test: str, then: tuple[int, int], other: tuple[int, int] | None = None) -> None:
        """Write stretches of ops that are done if something is so, and if it is not."""
        self.say(f"if {test}:")
        self._inner(*then)
        if other is not None:
            self.say("else:")
            self._inner(*other)

    def _inner(self, pc: int, end: int) -> None:
        self._depth += 1
        before = len(self._lines)
        self.stretch(pc, end)
        if len(self._lines) == before:
            self.say("pass")
        self._depth -= 1

    def stretch(self, pc: int, end: int) -> None:
        """Write the ops from one place to another."""
        while pc != end:
            if len(self._lines) > MOST_LINES:
                self.say(self.left(str(pc)))
                return
            piece = self._pieces[pc]
            if piece.write is not None:
                self.gains = True
                pc = piece.write(self, pc)
                if pc < 0:
                    return
            else:
                self.op(pc)
                if not piece.usual:
                    return
                pc += piece.usual

    def finish(self) -> Op:
        """The run as a function."""
        return written("s, frame", self.looked_up(self._lines), {**NAMES, **self.kept})

    def looked_up(self, lines: list[str]) -> list[str]:
        """Lines of the function. What is read more than once is looked up at its beginning."""
        text = "\n".join(lines)
        first = []
        for name, read in self.held.items():
            bare = re.compile(rf"(?<![.\w]){name}\b")
            if len(bare.findall(text)) > 1:
                first.append(f"{name} = {read}")
            else:
                text = bare.sub(read, text)
        return [*first, *text.split("\n")]


def runs_for(builder: Builder, pieces: list[Piece], ops: list[Op], warm: Callable[[int], object]) -> list[Op]:
    """The ops of a unit, each of which becomes a run once it has been begun often enough; `warm` is told then."""
    runs: list[Op] = []

    def warming(pc: int) -> Op:
        op, left = ops[pc], WARM

        def begin(s: State, frame: list[object]) -> int:
            nonlocal left
            left -= 1
            if not left:
                runs[pc] = _run(builder, pieces, ops, pc)
                warm(pc)
            return op(s, frame)

        return begin

    runs += [warming(pc) for pc in range(len(ops))]
    return runs


def _run(builder: Builder, pieces: list[Piece], ops: list[Op], pc: int) -> Op:
    """The run that begins at an op; the op itself, if nothing is gained."""
    first = pieces[pc]
    if first.write is None and not first.usual:
        return ops[pc]
    run = Run(builder, pieces, ops)
    run.stretch(pc, len(pieces))
    return run.finish() if run.gains else ops[pc]
