"""Stub cards that several clause tests share: plain Villains to line up in the city, Heroes of a wanted cost."""

from __future__ import annotations

NAMES = ("V1", "V2", "V3", "V4", "V5", "N", "N1", "N2")
PLAIN = "".join(f'villain "{name}" of Plain\n    attack 4, vp 1\n' for name in NAMES)
"""V1 to V5 for the spaces from the Sewers to the Bridge, N, N1 and N2 to arrive."""

COSTS = "".join(f'hero "Priced {cost}" of Costs (20 copies)\n    cost {cost}\n' for cost in range(2, 10))
"""Heroes named by their price: "Priced 2" to "Priced 9"."""

FULL = ("V1", "V2", "V3", "V4", "V5")
"""A full city, from the Sewers to the Bridge."""

QUIET = ("Nothing Happens",) * 20
"""The rest of a Villain Deck that brings nothing."""

SIX = ("S.H.I.E.L.D. Agent",) * 6
"""A hand of six cards."""


def costs(*numbers: int) -> list[str]:
    """The names of Heroes with these costs."""
    return [f"Priced {number}" for number in numbers]
