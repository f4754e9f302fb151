"""Random numbers outside the game itself: set-up and bots. Each purpose has its own, from the seed and a text."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Stream:
    """A generator for one purpose (SplitMix64, as in the engine): the same on every machine and Python."""

    __slots__ = ("_word",)

    def __init__(self, seed: int, purpose: str) -> None:
        self._word = int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8], "big")

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self._word = z = (self._word + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) * limit) >> 64

    def draw(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different items in random order."""
        left = list(items)
        for at in range(min(count, len(left) - 1)):
            other = at + self.below(len(left) - at)
            left[at], left[other] = left[other], left[at]
        return left[:count]
