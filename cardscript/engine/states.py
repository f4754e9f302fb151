"""Rules of a state: "As soon as ..., ...". Looked at whenever anything has happened to what they look at, between one
event and the next; what they say is done until none of them holds any more (`pipeline.begin_due`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import Fn
from cardscript.engine.scope import SEAT, Scope
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled


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
