"""The body of a verb written into the function that does it: a run that knows the event it belongs to.

Its card, its player and where the card came from are variables of that function, so nothing of it is looked up in slots
or in the record. The frame lies on the stack as for any body; where the run is left, it is gone on with from there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from cardscript.engine.kinds import Frame, Op
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
LOOKED_UP = re.compile(r"\bs\.(at|ident|log|zones)\b")
ALREADY = ("log = s.log", "at, zones = s.at, s.zones")


def around(lines: list[str]) -> list[str]:
    """The lines of a verb's function as they stand before its body."""
    kept = [line for line in lines if line.strip() not in ALREADY]
    named = [OWN.sub(lambda found: CALLED[found[0]], line) for line in kept]
    return [re.sub(r"\bbody\b", "frame", LOOKED_UP.sub(r"\1", line)) for line in named]


class VerbRun(Run):
    """Writes the body of a verb from one op on."""

    __slots__ = ("_card",)
    held: ClassVar = {name: read for name, read in HELD.items() if name != "slots"}

    def __init__(self, builder: Builder, pieces: list[Piece], ops: list[Op], card: bool) -> None:
        super().__init__(builder, pieces, ops)
        self._card = card
        cards = {ast.OBJECT: CARD} if card else {}
        self.names = (Names(cards, {ast.YOU: "actor", ast.ACTOR: "actor"}, False), PLAIN)

    @property
    def under_way(self) -> bool:
        return True

    def left(self, pc: str) -> str:
        return f"return go_on(s, outer, frame, ops, {pc})"

    def written_after(self, lines: list[str], pc: int, end: int) -> list[str]:
        """These lines and the body from one op on."""
        self.stretch(pc, end)
        return self.looked_up([*around(lines), *self._lines])

    def closed(self, verb: Verb) -> bool:
        """The body is done: what the event sets off is known without reading it from the record."""
        key = verb.key
        asked = f"{key} in s.watch or {key} in s.timed"
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
        self.say(
            "frames.pop()",
            "if frame[6]:",
            "    s.touched |= frame[6]",
            f"if ({asked}) and triggers(s, verb, {about}, {INDEX}, outer[4], {was}, outer[5]):",
            "    return -1",
            "if s.touched:",
            "    check(s)",
            f"if s.due and begin_due(s, {INDEX}, outer[5]):",
            "    return -1",
            "return 0",
        )
        return True


def go_on(s: State, outer: Frame, frame: Frame, ops: list[Op], pc: int) -> int:
    """Go on with a body at one of its ops, or (below 0) with what has come of one. If it is over then, what comes next
    in the frame it is done from can go on at once."""
    while pc >= 0:
        pc = ops[pc](s, frame)
    return 0 if pc == -1 and s.frames[-1] is outer else pc
