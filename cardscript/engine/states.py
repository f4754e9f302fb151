"""Rules of a state: "As soon as ..., ...". Looked at whenever anything has happened to what they look at, between one
event and the next; what they say is done until none of them holds any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import Fn
from cardscript.engine.pipeline import push_frame
from cardscript.engine.scope import SEAT, Scope
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State


class StateCode:
    """A rule of a state, lowered. `masks`: what it looks at for each seat, in the bits of `Compiled`; `mask`: all of
    that."""

    __slots__ = ("blank", "cond", "mask", "masks", "uid")

    def __init__(self, compiled: Compiled, masks: tuple[int, ...], cond: ast.Cond, uid: int) -> None:
        scope = Scope(compiled, compiled.sizes[uid])
        scope.use(ast.ACTOR, SEAT)
        self.masks, self.uid = masks, uid
        self.mask = 0
        for mask in masks:
            self.mask |= mask
        self.cond: Fn = scope.cond(cond)
        self.blank: list[Any] = scope.blank()


def begin_due(s: State, cause: int, used: list[int]) -> bool:
    """Begin the first rule of a state that holds, for the first player in turn order for whom it does. False if none
    does."""
    due = s.due
    for code in s.compiled.states():
        if not due & code.mask:
            continue
        for step in range(s.players):
            seat = (s.seat + step) % s.players
            if not due & code.masks[seat]:
                continue
            slots = code.blank[:]
            slots[ast.YOU] = slots[ast.ACTOR] = seat
            if seat not in s.out and code.cond(s, slots):
                inner = (s.compiled.codes[code.uid] or s.compiled.code(code.uid)).blank[:]
                inner[ast.THIS], inner[ast.YOU], inner[ast.ACTOR] = -1, seat, seat
                push_frame(s, code.uid, inner, cause, -1, used)
                return True
    s.due = 0
    return False
