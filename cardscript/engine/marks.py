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

LOOKED, READ, LEANT, ASKED, REFILLED, COUNTED, RULED, UNLIKE, BENEATH, NOWHERE = (1 << n for n in range(10))
"""Endings or rules of states look at the place; windows remember its cards; it has had a say in what windows remember;
there are endings that are looked at after every event, or texts that are announced before they are carried out; the
place is filled when it is empty; cards that come to it may count as something else, by a rule or any text; by a rule;
windows do not remember the cards of all spaces of its row; it is a pile beneath a card or space; it is no place."""

FELT = LOOKED | READ | LEANT
"""Something looks at a card that comes or leaves, whatever card it is."""

HELD = REFILLED | LOOKED | ASKED
TOLD = COUNTED | ASKED
ODD = REFILLED | COUNTED
UNEVEN = ODD | ASKED | UNLIKE
ENDING = LOOKED | LEANT | ASKED
"""What has to be asked further of places many cards leave together, come to together, do both, are pushed along, or
have left and come to."""
LEAVING, COMING = FELT | ASKED | REFILLED | BENEATH | NOWHERE, FELT | ASKED | COUNTED | BENEATH | NOWHERE
"""What says something of a card that leaves a place, or comes to it."""


class Marks:
    """The marks of each place, and what endings look at there, in lists by place. Piles beneath cards and spaces are
    alike; the last entry is that of -1, which is nowhere."""

    __slots__ = ("_beneath", "_layout", "_pile", "bits", "coming", "leant", "leaving", "of", "rows")

    def __init__(self, layout: Layout, bits: list[int], pile: int, asked: bool) -> None:
        """`bits`: what endings look at, by place, and `pile` beneath any; `asked`: every place is marked as `ASKED`."""
        self._layout, self._pile = layout, pile
        self.leant: frozenset[int] = frozenset()
        """What is marked as `LEANT`, as `State.leans` names it."""
        all_ = ASKED if asked else 0
        self._beneath = BENEATH | all_ | (LOOKED if pile else 0)
        self.bits = [*bits, 0]
        self.of = [
            all_ | (LOOKED if bit else 0) | (REFILLED if place in layout.refill else 0)
            for place, bit in enumerate(bits)
        ] + [all_ | NOWHERE]
        self.leaving, self.coming = self.of[:], self.of[:]
        """The marks that say something of a card that leaves the place, or comes to it."""
        self.rows: list[int] = []
        """The marks of all spaces of the row together, by space; 0 for a place that is none."""
        self.make_room(0)
        self.add((), 0)

    def make_room(self, cards: int) -> None:
        """See to it that there are marks of the piles beneath so many cards."""
        more = self._layout.under_cards + cards + 1 - len(self.of)
        if more > 0:
            mark = self._beneath
            new = (
                (self.of, mark),
                (self.bits, self._pile),
                (self.leaving, mark & LEAVING),
                (self.coming, mark & COMING),
            )
            for table, entry in new:
                table[-1:-1] = [entry] * more

    def add(self, places: Iterable[int], mark: int, beneath: bool = False) -> None:
        """Mark places; all piles beneath cards and spaces, if that is asked for."""
        layout = self._layout
        if beneath:
            self._beneath |= mark
            places = [*places, *range(layout.places, len(self.of) - 1)]
        for place in places:
            self.of[place] |= mark
        self.leaving[:] = [mark & LEAVING for mark in self.of]  # functions that were written hold these lists
        self.coming[:] = [mark & COMING for mark in self.of]
        self.rows = [
            reduce(or_, [self.of[space] for space in layout.ahead[place - at]]) if at >= 0 else 0
            for place, at in enumerate(layout.space)
        ]
