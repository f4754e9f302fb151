"""The slots of one unit while its code is lowered: how many there are and what each is before anything is put in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import EMPTY, Fn
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled

CARDS, SEAT, PLACE, NUMBER, FLAG = "cards", "seat", "place", "number", "flag"
BLANK: dict[str, Any] = {CARDS: EMPTY, SEAT: -1, PLACE: -1, NUMBER: 0, FLAG: False}


def is_slot(node: object, slot: int) -> bool:
    """Whether an expression is just this card slot (wherever it was read)."""
    return isinstance(node, ast.CardSlot) and node.slot == slot


def slot_of(node: object) -> int:
    """The slot an expression does nothing but read, -1 if it does more: read it in place instead of calling for it."""
    if isinstance(node, ast.PlayerSlot) or (isinstance(node, ast.CardSlot) and node.slot != ast.THIS):
        return node.slot
    return -1


class Scope:
    """Hands out expression lowering for one unit, and hidden slots for the machine's own use (loops, answers)."""

    __slots__ = ("compiled", "in_verb", "kinds", "size")

    def __init__(self, compiled: Compiled, size: int, in_verb: bool = False) -> None:
        self.compiled = compiled
        self.size = max(size, ast.FIRST_FREE)
        self.in_verb = in_verb
        self.kinds = {
            ast.THIS: SEAT,
            ast.YOU: SEAT,
            ast.OBJECT: CARDS,
            ast.AMOUNT: NUMBER,
            ast.SOURCE_PLACE: PLACE,
            ast.GOAL_PLACE: PLACE,
        }

    def use(self, slot: int, kind: str) -> int:
        """Note what a slot holds. The kind first seen stays."""
        if slot >= self.size:
            self.size = slot + 1
        self.kinds.setdefault(slot, kind)
        return slot

    def hidden(self, count: int = 1) -> int:
        """The first of `count` new slots that no sentence can name."""
        slot = self.size
        self.size += count
        return slot

    def blank(self) -> list[Any]:
        """A row of slots with nothing in them yet."""
        return [BLANK[self.kinds.get(slot, NUMBER)] for slot in range(self.size)]

    # expression lowering, one entry each (the modules import each other only through here)
    def cards(self, node: ast.Cards) -> Fn:
        """A list of cards that is the caller's: not that of a zone."""
        from cardscript.engine.inlined import inlined
        from cardscript.engine.lower_cards import lower_cards

        return inlined(self, node, own=True) or lower_cards(self, node, False)

    def view(self, node: ast.Cards) -> Fn:
        """A list of cards to look at and not to keep: it may be that of a zone."""
        return self._written(node)

    def number(self, node: ast.Number) -> Fn:
        return self._written(node)

    def cond(self, node: ast.Cond) -> Fn:
        return self._written(node)

    def player(self, node: ast.Player) -> Fn:
        return self._written(node)

    def _written(self, node: ast.Node) -> Fn:
        from cardscript.engine.inlined import inlined

        return inlined(self, node) or self.closure(node)

    def closure(self, node: ast.Node) -> Fn:
        """An expression as closures, one for each of its nodes; cards to look at."""
        from cardscript.engine.lower_cards import lower_cards
        from cardscript.engine.lower_conds import lower_cond
        from cardscript.engine.lower_numbers import lower_number
        from cardscript.engine.lower_places import lower_player

        match node:
            case ast.Cards():
                return lower_cards(self, node, True)
            case ast.Cond():
                return self.compiled.seen(node, lower_cond(self, node))
            case ast.Number():
                return self.compiled.seen(node, lower_number(self, node))
            case ast.Player():
                return self.compiled.seen(node, lower_player(self, node))
        raise TypeError(f"not an expression: {type(node).__name__}")

    def places(self, node: ast.Place) -> Fn:
        """A list of zone instances."""
        from cardscript.engine.inlined import inlined_places
        from cardscript.engine.lower_places import lower_places

        return inlined_places(self, node, one=False) or lower_places(self, node)

    def place(self, node: ast.Place) -> Fn:
        """One zone instance, -1 if there is none."""
        from cardscript.engine.inlined import inlined_places
        from cardscript.engine.lower_places import lower_place

        return inlined_places(self, node, one=True) or lower_place(self, node)
