"""Rules of a state: "As soon as ..., ...". Looked at whenever anything has happened to what they look at, between one
event and the next; what they say is done until none of them holds any more (`pipeline.begin_due`).

The parts of their conditions ("you are ready and there are no cards in your hand") are looked at one by one, and
what each said is remembered in `State.said` until something happens to what that part looks at: of a rule whose other
part is known not to hold, nothing need be read anew. Parts that several rules share are read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import Fn
from cardscript.engine.scope import SEAT, Scope
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State

KEPT = 4096
"""So many answers of one kind are kept; a game that makes more begins anew."""

Wanted = tuple[tuple[int, bool], ...]
"""Parts, each with what it has to say. A part is known by its number times the seats, and the seat."""


def parts_of(cond: ast.Cond) -> list[tuple[ast.Cond, bool]]:
    """What has to hold and what has not to, for a condition to hold."""
    match cond:
        case ast.And(parts=parts):
            return [found for part in parts for found in parts_of(part)]
        case ast.Not(cond=ast.Not(cond=inner)):
            return parts_of(inner)
        case ast.Not(cond=inner):
            return [(inner, False)]
    return [(cond, True)]


class StateRules:
    """All rules of states of a game, lowered.

    `uids`: the unit of each; `wanted`: the parts of each for each seat; `masks`: what each part looks at for each seat,
    in the bits of `Compiled`.
    """

    __slots__ = ("_leaning", "_looked", "blanks", "masks", "parts", "seats", "uids", "wanted")

    def __init__(
        self, compiled: Compiled, seats: int, rules: list[tuple[ast.Cond, int]], bits: dict[ast.Cond, list[int]]
    ) -> None:
        self.seats = seats
        self.parts: list[Fn] = []
        self.blanks: list[list[Any]] = []
        self.masks: list[int] = []
        self.uids = [uid for _, uid in rules]
        self.wanted: list[list[Wanted]] = []
        self._leaning: dict[int, list[int]] = {}
        self._looked: dict[tuple[int, int, int], list[tuple[int, int, Wanted]]] = {}
        known: dict[ast.Cond, int] = {}
        for cond, uid in rules:
            found = []
            for part, holds in parts_of(cond):
                if part not in known:
                    known[part] = len(self.parts)
                    self._lower(compiled, part, compiled.sizes[uid], bits[part])
                found.append((known[part] * seats, holds))
            self.wanted.append([tuple((number + seat, holds) for number, holds in found) for seat in range(seats)])

    def _lower(self, compiled: Compiled, part: ast.Cond, size: int, masks: list[int]) -> None:
        scope = Scope(compiled, size)
        scope.use(ast.ACTOR, SEAT)
        self.parts.append(scope.cond(part))
        self.blanks.append(scope.blank())
        self.masks += masks

    def leaning(self, touched: int) -> list[int]:
        """The parts that look at anything touched: what they said need not hold any more."""
        found = self._leaning.get(touched)
        if found is None:
            if len(self._leaning) >= KEPT:
                self._leaning.clear()
            found = self._leaning[touched] = [part for part, mask in enumerate(self.masks) if mask & touched]
        return found

    def looked(self, due: int, first: int, players: int) -> list[tuple[int, int, Wanted]]:
        """The rules that look at what is due, in their order, each for each player in turn order from `first`: unit,
        seat, parts."""
        key = (due, first, players)
        found = self._looked.get(key)
        if found is None:
            if len(self._looked) >= KEPT:
                self._looked.clear()
            order = [(first + step) % players for step in range(players)]
            found = [
                (uid, seat, by_seat[seat])
                for uid, by_seat in zip(self.uids, self.wanted, strict=True)
                for seat in order
                if any(self.masks[part] & due for part, _ in by_seat[seat])
            ]
            self._looked[key] = found
        return found

    def holds(self, s: State, seat: int, wanted: Wanted) -> bool:
        """Whether a rule's condition holds for a seat. What a part says is read only if nothing known is against it."""
        said = s.said
        for part, holds in wanted:
            if said.get(part) is (not holds):
                return False
        for part, holds in wanted:
            answer = said.get(part)
            if answer is None:
                slots = self.blanks[part // self.seats][:]
                slots[ast.YOU] = slots[ast.ACTOR] = seat
                answer = said[part] = bool(self.parts[part // self.seats](s, slots))
            if answer is not holds:
                return False
        return True
