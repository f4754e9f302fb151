"""What a game begins with: who plays, where every card lies, and what is run before the first turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from cardscript.language.ast import Unit

Group = tuple[tuple[int, int], ...]
"""Cards that are dealt together: printed cards, each with how many of it follow one another."""
Single = tuple[int, int, int, int]
"""A card of a deal: printed card, zone or -1, seat or -1, the number of the card it lies beneath or -1."""


KEPT = 1000
"""What is found out about a group is kept of so many groups: they are dealt again and again, but others may be drawn at
random."""


class Stack(NamedTuple):
    """Cards that begin in one place, on top of one another or along a row: zone or -1, seat or -1, the number of the
    card they lie beneath or -1."""

    groups: Sequence[Group]
    zone: int
    seat: int = -1
    beneath: int = -1


@lru_cache(maxsize=KEPT)
def grouped(cards: tuple[int, ...]) -> Group:
    """Printed cards in a row, those that are the same counted. One object for the same cards: groups are looked up in
    every game that begins with them."""
    return tuple((printed, len([*same])) for printed, same in groupby(cards))


def stacked(cards: Iterable[Single]) -> list[Stack]:
    """Cards told one by one as the stacks they make up."""
    return [
        Stack((grouped(tuple(printed for printed, _, _, _ in together)),), zone, seat, beneath)
        for (zone, seat, beneath), together in groupby(cards, itemgetter(1, 2, 3))
    ]


@dataclass(frozen=True, slots=True)
class Deal:
    """A set-up. Cards get their numbers in the order of the stacks, from 0 on. In a row they take its spaces one after
    another; elsewhere the first listed lies on top.

    The rest is for situations in the middle of a game. `phase`: with which phase the first turn begins; `turn`: its
    number; `points`: (seat, resource, how many) that a player has by then; `spaces`: number of a card -> space of the
    row it lies in; `places`: number of a card -> number of the place where it lies, whatever zone is named; `order`:
    in which order the cards are laid (by their numbers if empty); `counters`: (number of a card, counter, how many);
    `labels`: (label, how many of its lines were carried out before); `made`: (seat, resource, how many) that a player
    got this turn in all, if that is not what is left; `gone`: spaces no longer in their rows.

    `done`: (verb, who did it: a seat, or a card for verbs of cards, -1 nobody; card or -1; the place the card came from
    or -1; whether this turn)."""

    players: int
    first: int
    stacks: Sequence[Stack]
    units: tuple[Unit, ...] = ()
    phase: int = 0
    points: Sequence[tuple[int, int, int]] = ()
    spaces: Mapping[int, int] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    turn: int = 1
    order: Sequence[int] = ()
    counters: Sequence[tuple[int, int, int]] = ()
    labels: Sequence[tuple[int, int]] = ()
    made: Sequence[tuple[int, int, int]] = ()
    done: Sequence[tuple[int, int, int, int, bool]] = ()
    gone: Sequence[int] = ()

    @property
    def cards(self) -> Iterator[Single]:
        """The cards one by one, in the order of their numbers."""
        for groups, zone, seat, beneath in self.stacks:
            for printed, count in chain.from_iterable(groups):
                for _ in range(count):
                    yield printed, zone, seat, beneath

    @property
    def printed(self) -> set[int]:
        """All printed cards there are."""
        return {printed for stack in self.stacks for group in stack.groups for printed, _ in group}
