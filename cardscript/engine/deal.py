"""What a game begins with: who plays, where every card lies, and what is run before the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardscript.language.ast import Unit


@dataclass(frozen=True, slots=True)
class Deal:
    """A set-up. A card is (printed card, zone or -1, seat or -1, the place in this list of the card it lies beneath or
    -1). In a row cards take its spaces one after another; elsewhere the first listed lies on top."""

    players: int
    first: int
    cards: Sequence[tuple[int, int, int, int]]
    units: tuple[Unit, ...] = ()
