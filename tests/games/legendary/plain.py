"""Stub cards that several tests share: Heroes of a wanted cost, and a Villain Deck that brings nothing."""

from __future__ import annotations

COSTS = "".join(f'hero "Priced {cost}" of Costs (20 copies)\n    cost {cost}\n' for cost in range(2, 10))
"""Heroes named by their price: "Priced 2" to "Priced 9"."""

QUIET = ("Nothing Happens",) * 20
"""The rest of a Villain Deck that brings nothing."""


def costs(*numbers: int) -> list[str]:
    """The names of Heroes with these costs."""
    return [f"Priced {number}" for number in numbers]
