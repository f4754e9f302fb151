"""What may follow when a card leaves a place or comes to it, as far as the place alone can tell.

It is known when a game is compiled, so one look at the marks of two places says of most moves that nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardscript.engine.layout import Layout

LOOKED, READ, LEANT, ANNOUNCED, REFILLED, COUNTED = (1 << n for n in range(6))
"""Endings or rules of states look at the place; windows remember its cards; it has had a say in what windows remember;
the game announces texts of cards before they are carried out; the place is filled when it is empty; cards that come to
it may count as something else."""

FELT = LOOKED | READ | LEANT | ANNOUNCED
"""Something looks at a card that comes or leaves, whatever card it is."""

MORE = LOOKED | LEANT | ANNOUNCED | REFILLED | COUNTED
"""All but windows that remember the cards."""


class Marks(dict[int, int]):
    """The marks of each place; of -1 too, which is nowhere. Piles beneath cards are alike."""

    def __init__(self, layout: Layout, bits: dict[int, int], pile: int, counted: Set[int], everywhere: int) -> None:
        """`bits`: what endings look at, by place, and `pile` beneath any; `counted`: where cards may come to count as
        something else; `everywhere`: the marks of all places."""
        self._places = layout.places
        self._beneath = everywhere | (LOOKED if pile else 0)
        self[-1] = everywhere & ~COUNTED
        for place in range(layout.places):
            looked, refilled = LOOKED if bits.get(place) else 0, REFILLED if place in layout.refill else 0
            self[place] = everywhere | looked | refilled | (COUNTED if place in counted else 0)

    def __missing__(self, place: int) -> int:
        mark = self[place] = self._beneath
        return mark

    def add(self, places: Iterable[int], mark: int, beneath: bool = False) -> None:
        """Mark places; all piles beneath cards and spaces, if that is asked for."""
        if beneath:
            self._beneath |= mark
            places = [*places, *(place for place in self if place >= self._places)]
        for place in places:
            self[place] |= mark
