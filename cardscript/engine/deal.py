"""What a game begins with: who plays, where every card lies, and what is run before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardscript.language.ast import Unit


@dataclass(frozen=True, slots=True)
class Deal:
    """A set-up. A card is (printed card, zone or -1, seat or -1, the place in this list of the card it lies beneath or
    -1). In a row cards take its spaces one after another; elsewhere the first listed lies on top.

    `phase`: with which phase the first turn begins; `points`: (seat, resource, how many) that a player has by then;
    `spaces`: place in this list -> space of the row it lies in (all three for situations in the middle of a game)."""

    players: int
    first: int
    cards: Sequence[tuple[int, int, int, int]]
    units: tuple[Unit, ...] = ()
    phase: int = 0
    points: Sequence[tuple[int, int, int]] = ()
    spaces: Mapping[int, int] = field(default_factory=dict)
