"""What may follow when a card leaves a place or comes to it, as far as the place alone can tell.

It is known when a game is compiled, so one look at the marks of two places says of most moves that nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardscript.engine.layout import Layout

LOOKED, READ, LEANT, ASKED, REFILLED, COUNTED, RULED, UNLIKE, BENEATH = (1 << n for n in range(9))
"""Endings or rules of states look at the place; windows remember its cards; it has had a say in what windows remember;
there are endings that are looked at after every event, or texts that are announced before they are carried out; the
place is filled when it is empty; cards that come to it may count as something else, by a rule or any text; by a rule;
windows do not remember the cards of all spaces of its row; it is a pile beneath a card or space."""

FELT = LOOKED | READ | LEANT
"""Something looks at a card that comes or leaves, whatever card it is."""

HELD = REFILLED | LOOKED | ASKED
TOLD = COUNTED | ASKED
ODD = REFILLED | COUNTED
UNEVEN = ODD | ASKED | UNLIKE
ENDING = LOOKED | LEANT | ASKED
"""What has to be asked further of places many cards leave together, come to together, do both, are pushed along, or
have left and come to."""


class Marks(dict[int, int]):
    """The marks of each place; of -1 too, which is nowhere. Piles beneath cards are alike."""

    def __init__(self, layout: Layout, bits: dict[int, int], pile: int, asked: bool) -> None:
        """`bits`: what endings look at, by place, and `pile` beneath any; `asked`: every place is marked as `ASKED`."""
        self._layout = layout
        self.leant: frozenset[int] = frozenset()
        """What is marked as `LEANT`, as `State.leans` names it."""
        self[-1] = all_ = ASKED if asked else 0
        self._beneath = BENEATH | all_ | (LOOKED if pile else 0)
        for place in range(layout.places):
            self[place] = all_ | (LOOKED if bits.get(place) else 0) | (REFILLED if place in layout.refill else 0)
        self.leaving, self.coming = _Side(self, ~COUNTED), _Side(self, ~REFILLED)
        """The marks without those that say nothing of a card that leaves the place, or comes to it."""
        self.rows: dict[int, int] = {}
        """The marks of all spaces of the row together, by space."""
        self.add((), 0)

    def __missing__(self, place: int) -> int:
        mark = self[place] = self._beneath
        return mark

    def add(self, places: Iterable[int], mark: int, beneath: bool = False) -> None:
        """Mark places; all piles beneath cards and spaces, if that is asked for."""
        layout = self._layout
        if beneath:
            self._beneath |= mark
            places = [*places, *(place for place in self if place >= layout.places)]
        for place in places:
            self[place] |= mark
        self.leaving.clear()
        self.coming.clear()
        for place in range(layout.places):
            if layout.space[place] >= 0:
                self.rows[place] = reduce(or_, [self[space] for space in layout.ahead[place - layout.space[place]]])


class _Side(dict[int, int]):
    """A part of the marks of each place."""

    def __init__(self, marks: Marks, part: int) -> None:
        self._marks, self._part = marks, part & (FELT | ASKED | REFILLED | COUNTED | BENEATH)

    def __missing__(self, place: int) -> int:
        mark = self[place] = self._marks[place] & self._part
        return mark
