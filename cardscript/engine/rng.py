"""The random generator: one 64-bit word in the state (SplitMix64), the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardscript.engine.state import State

MASK = (1 << 64) - 1
SPARE = 1 << 24
"""How many times more values than choices must be left in a word for a pick: unevenness stays under 1 in 16 million."""


def word(s: State) -> int:
    """The next 64 random bits."""
    s.rng = z = (s.rng + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(s: State, limit: int) -> int:
    """A random number from 0 to `limit` - 1."""
    return (word(s) * limit) >> 64


def shuffle(s: State, items: list[Any]) -> None:
    """Put a list into a random order, in place."""
    state = s.rng
    for picks in _picks(len(items)):
        state = (state + 0x9E3779B97F4A7C15) & MASK  # `word`, which is not called for each
        bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        bits ^= bits >> 31
        for last, left in picks:
            pick = bits % left
            bits //= left
            items[last], items[pick] = items[pick], items[last]
    s.rng = state


@lru_cache(maxsize=256)
def _picks(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The places to be filled when so many items are shuffled, in the order they are filled, each with the number of
    items left for it, by the word that serves them: one serves several, as long as no pick would be noticeably
    uneven."""
    found: list[list[tuple[int, int]]] = []
    room = 0
    for i in range(count - 1, 0, -1):
        if room <= SPARE * (i + 1):
            found.append([])
            room = 1 << 64
        room //= i + 1
        found[-1].append((i, i + 1))
    return tuple(tuple(picks) for picks in found)
