"""What a game begins with: who plays, where every card lies, and what is run before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardscript.language.ast import Unit


@dataclass(frozen=True, slots=True)
class Deal:
    """A set-up. A card is (printed card, zone or -1, seat or -1, the place in this list of the card it lies beneath or
    -1). In a row cards take its spaces one after another; elsewhere the first listed lies on top.

    The rest is for situations in the middle of a game. `phase`: with which phase the first turn begins; `turn`: its
    number; `points`: (seat, resource, how many) that a player has by then; `spaces`: place in this list -> space of the
    row it lies in; `places`: place in this list -> number of the place where it lies, whatever zone is named; `order`:
    in which order the cards are laid (the order of the list if empty); `counters`: (place in this list, counter, how
    many); `labels`: (label, how many of its lines were carried out before); `made`: (seat, resource, how many) that a
    player got this turn in all, if that is not what is left; `gone`: spaces no longer in their rows.

    `done`: (verb, who did it: a seat, or a card for verbs of cards, -1 nobody; card or -1; the place the card came from
    or -1; whether this turn)."""

    players: int
    first: int
    cards: Sequence[tuple[int, int, int, int]]
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
