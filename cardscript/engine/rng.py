"""The random generator: one 64-bit word in the state (SplitMix64), the same on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardscript.engine.state import State

MASK = (1 << 64) - 1


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
    for i in range(len(items) - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]
