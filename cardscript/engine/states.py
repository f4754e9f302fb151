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

Wanted = tuple[tuple[int, int, bool, Fn, list[Any]], ...]
"""Parts of a condition for one seat: the bits of `State.said` that mean it is known to hold and known not to, what it
has to say, how it is read, and slots for that."""

Rule = tuple[int, int, int, Wanted]
"""A rule for one player: unit, seat, all bits of `State.said` that mean that it does not hold, parts."""


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
    in the bits of `Compiled`, by what the part is known by.
    """

    __slots__ = ("_kept", "_looked", "_open", "masks", "uids", "wanted")

    def __init__(
        self, compiled: Compiled, seats: int, rules: list[tuple[ast.Cond, int]], bits: dict[ast.Cond, list[int]]
    ) -> None:
        self.masks: list[int] = []
        self.uids = [uid for _, uid in rules]
        self.wanted: list[list[Wanted]] = []
        self._kept: dict[int, int] = {}
        self._looked: dict[tuple[int, int, int], list[Rule]] = {}
        self._open: dict[tuple[int, int, int, int], list[Rule]] = {}
        known: dict[ast.Cond, tuple[int, Fn, list[Any]]] = {}
        for cond, uid in rules:
            found = []
            for part, holds in parts_of(cond):
                if part not in known:
                    scope = Scope(compiled, compiled.sizes[uid])
                    scope.use(ast.ACTOR, SEAT)
                    known[part] = len(self.masks), scope.cond(part), scope.blank()
                    self.masks += bits[part]
                found.append((holds, *known[part]))
            by_seat = [tuple((1 << 2 * (at + seat), 2 << 2 * (at + seat), holds, read, _of(blank, seat))
                             for holds, at, read, blank in found) for seat in range(seats)]  # fmt: skip
            self.wanted.append(by_seat)

    def kept(self, touched: int) -> int:
        """The bits of `State.said` that still hold after something was touched: those of parts that look at no such
        thing."""
        found = self._kept.get(touched)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[touched] = sum(
                3 << 2 * part for part, mask in enumerate(self.masks) if not mask & touched
            )
        return found

    def looked(self, due: int, first: int, players: int) -> list[Rule]:
        """The rules that look at what is due, in their order, each for each player in turn order from `first`."""
        key = (due, first, players)
        found = self._looked.get(key)
        if found is None:
            if len(self._looked) >= KEPT:
                self._looked.clear()
            order = [(first + step) % players for step in range(players)]
            found = self._looked[key] = [
                (uid, seat, sum(no if holds else yes for yes, no, holds, _, _ in by_seat[seat]), by_seat[seat])
                for uid, by_seat in zip(self.uids, self.wanted, strict=True)
                for seat in order
                if any(self._mask(yes) & due for yes, *_ in by_seat[seat])
            ]
        return found

    def _mask(self, yes: int) -> int:
        """What the part looks at that is known to hold by a bit."""
        return self.masks[yes.bit_length() >> 1]

    def open(self, due: int, first: int, players: int, said: int) -> list[Rule]:
        """Those of `looked` that may hold, as far as their parts are known."""
        key = (due, first, players, said)
        found = self._open.get(key)
        if found is None:
            if len(self._open) >= KEPT:
                self._open.clear()
            found = self._open[key] = [rule for rule in self.looked(due, first, players) if not said & rule[2]]
        return found

    def first(self, s: State) -> tuple[int, int] | None:
        """The first rule that is due and holds, and the first player in turn order for whom it does: unit, seat. None
        if none does. What a part says is read only if what is known does not decide."""
        said, out = s.said, s.out
        for uid, seat, against, wanted in self.open(s.due, s.seat, s.players, said):
            if said & against or (out and seat in out):
                continue
            for yes, no, holds, read, blank in wanted:
                if not said & (yes | no):  # if it is known, it is as it has to be
                    if read(s, blank[:]):
                        said |= yes
                        if not holds:
                            break
                    else:
                        said |= no
                        if holds:
                            break
            else:
                s.said = said
                return uid, seat
        s.said = said
        return None


def _of(blank: list[Any], seat: int) -> list[Any]:
    """Slots for what is read for a seat."""
    slots = blank[:]
    slots[ast.YOU] = slots[ast.ACTOR] = seat
    return slots
