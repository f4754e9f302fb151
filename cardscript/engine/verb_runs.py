"""The body of a verb written into the function that does it: a run that knows the event it belongs to.

Its card, its player and where the card came from are variables of that function, so nothing of it is looked up in slots
or in the record. The frame lies on the stack as for any body; where the run is left, it is gone on with from there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from cardscript.engine.attributes import value_of
from cardscript.engine.kinds import EMPTY, IMMUNE_HEAT, PC, TOUCH, Frame, Op
from cardscript.engine.naming import Names
from cardscript.engine.runs import HELD, PLAIN, Piece, Run
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Verb

CARD, SOURCE, INDEX = "the_card", "the_source", "the_index"
CALLED = {"card": CARD, "source": SOURCE, "to": "the_goal", "index": INDEX, "event": "the_event", "frame": "outer"}
"""What things of the event, and the frame it is done from, are called where its body is written too: the statements of
that have a card, a place and a frame of their own."""
OWN = re.compile(rf"\b({'|'.join(CALLED)})\b")
OF_CARD, OPEN_TO = " or frame[4] >= 0", f"(frame[4] < 0 or {IMMUNE_HEAT} not in s.hot)"
NEEDING = re.compile(r"\b(frame|slots|value_of)\b")
LOOKED_UP = re.compile(r"\bs\.(at|ident|log|zones)\b")
ALREADY = ("log = s.log", "at, zones = s.at, s.zones")


def around(lines: list[str]) -> list[str]:
    """The lines of a verb's function as they stand before its body."""
    kept = [line for line in lines if line.strip() not in ALREADY]
    named = [OWN.sub(lambda found: CALLED[found[0]], line) for line in kept]
    return [re.sub(r"\bbody\b", "frame", LOOKED_UP.sub(r"\1", line)) for line in named]


NESTED = 12
"""Bodies are carried out within one another as long as there are no more frames than that; then each by the machine."""


class NeedsFrame(Exception):
    """A statement can't be done before the frame of the body lies on the stack."""


class VerbRun(Run):
    """Writes the body of a verb from one op on. `framed`: its frame lies on the stack from the beginning; else it is
    made when it is needed. A statement that is written needs none unless it calls what may look at the stack."""

    __slots__ = ("_card", "_framed", "_verb", "spared")
    held: ClassVar = {name: read for name, read in HELD.items() if name != "slots"}

    def __init__(
        self, builder: Builder, pieces: list[Piece], ops: list[Op], verb: Verb, card: bool, framed: bool
    ) -> None:
        super().__init__(builder, pieces, ops)
        self._verb, self._card, self._framed = verb, card, framed
        self.spared = False
        """Some statements are written without a frame."""
        cards = {ast.OBJECT: CARD} if card else {}
        self.names = (Names(cards, {ast.YOU: "actor", ast.ACTOR: "actor"}, False), PLAIN)

    @property
    def under_way(self) -> bool:
        return True

    def written_after(self, lines: list[str], pc: int) -> list[str]:
        """These lines and the body from one op on."""
        self.stretch(pc, len(self._pieces))
        return self.looked_up([*around(lines), *self._lines])

    def left(self, pc: str) -> str:
        return f"return go_on(s, outer, frame, ops, {pc})"

    def surely(self, seat: str) -> bool:
        """The function is left at once if nobody is the actor."""
        return seat == "actor" or super().surely(seat)

    # --- as long as there is no frame ----------------------------------------------------------------------------
    def say(self, *lines: str) -> None:
        speaker = "-1" if self._verb.rule else "outer[4]"
        for line in lines:
            if self._verb.rule:  # no card speaks in it
                line = line.replace(OF_CARD, "").replace(OPEN_TO, "True")
            told = line.replace("frame[3]", INDEX).replace("frame[4]", speaker).replace("frame[5]", "outer[5]")
            if not self._framed and NEEDING.search(told):
                raise NeedsFrame
            super().say(told)

    def stretch(self, pc: int, end: int) -> None:
        """Statements are written without a frame as far as that can be."""
        while not self._framed and not self._depth and pc != end:
            before = (self._lines.copy(), self.count, dict(self.kept), self.defined)
            try:
                pc = self._one(pc)
                if pc < 0:
                    return
                self.spared = True
            except NeedsFrame:
                self._lines, self.count, self.kept, self.defined = before
                self._depth, self._framed = 0, True
                self.say(f"frame = {frame_at(self._verb, pc)}", "frames = s.frames")
                self.say("if not begun(s, frame):", "    return -1", "slots = frame[2]")
        super().stretch(pc, end)

    def _one(self, pc: int) -> int:
        piece = self._pieces[pc]
        if piece.write is None:
            raise NeedsFrame
        self.gains = True
        return piece.write(self, pc)

    def op(self, pc: int) -> bool:
        if self._framed:
            return super().op(pc)
        super().say(f"return start(s, outer, {frame_at(self._verb, pc)}, ops)")
        return False

    def printed(self, card: str, attribute: int) -> str:
        """What changes a number may look at the stack."""
        if self._framed:
            return super().printed(card, attribute)
        plain = f"d.own_changes is None and {-1 - attribute} not in s.hot"
        return f"(d.attributes[{attribute}] if {plain} else value_in(s, {INDEX}, {card}, {attribute}))"

    def closed(self, verb: Verb) -> bool:
        """The body is done: what the event sets off is known without reading it from the record."""
        asked = awaited(verb)
        about, to = "actor, -1, amount, -1, -1", "-1"
        if self._card:
            to = f"at[{CARD}] if at[{CARD}] != {SOURCE} else -1"
            own = f"{CARD} in s.vocal and {verb.index} in s.defs[was].own"
            asked += f" or ident[{CARD}] != was or {own}"
            about = f"actor, {CARD}, 1, {SOURCE}, {to}"
        if verb.rules:
            held = f"actor, [{CARD}], 1, {SOURCE}" if self._card else "actor, EMPTY, amount, -1"
            asked += f" or rules_heed(s, verb, {held}, {to}, outer[4])"
        was = "was" if self._card else "-1"
        if self._framed:
            self.say("frames.pop()", "if frame[6]:", "    s.touched |= frame[6]")
        super().say(
            f"if ({asked}) and triggers(s, verb, {about}, {INDEX}, outer[4], {was}, outer[5]):",
            "    return -1",
            "if s.touched:",
            "    check(s)",
            f"if s.due and begin_due(s, {INDEX}, outer[5]):",
            "    return -1",
            "return 0",
        )
        return True


def awaited(verb: Verb) -> str:
    """Whether anything waits for events of a verb, as an expression. Nothing has to be looked for where nothing is
    about them at all."""
    return f"s.stir[{verb.index}] and ({verb.key} in s.watch or {verb.key} in s.timed)"


def frame_at(verb: Verb, pc: int) -> str:
    """The frame of a body at one of its ops, as it is written. (The event's card goes to where its body begins.)"""
    slots = f"[-1, actor, actor, [{CARD}], 1, {SOURCE}, -1, *tail]"
    return f"[{verb.uid}, {pc}, {slots}, {INDEX}, {'-1' if verb.rule else 'outer[4]'}, outer[5], 0]"


def value_in(s: State, index: int, card: int, attribute: int) -> int:
    """The value of an attribute for a body that has no frame yet: what changes it may look for the event at hand."""
    s.frames.append([-1, -1, EMPTY, index, -1, EMPTY, 0])
    try:
        return value_of(s, card, attribute)
    finally:
        s.frames.pop()


def begun(s: State, frame: Frame) -> bool:
    """Put a body whose card has been moved on the stack. False if it lies deep within others, so that it is left to the
    machine."""
    frames = s.frames
    frames.append(frame)
    if s.touched:
        frame[TOUCH] |= s.touched
        s.touched = 0
    return len(frames) <= NESTED


def start(s: State, outer: Frame, frame: Frame, ops: list[Op]) -> int:
    """Go on with a body that has been begun without a frame."""
    return go_on(s, outer, frame, ops, frame[PC]) if begun(s, frame) else -1


def go_on(s: State, outer: Frame, frame: Frame, ops: list[Op], pc: int) -> int:
    """Go on with a body at one of its ops, or (below 0) with what has come of one. If it is over then, what comes next
    in the frame it is done from can go on at once."""
    while pc >= 0:
        pc = ops[pc](s, frame)
    return 0 if pc == -1 and s.frames[-1] is outer else pc
