"""Bounds on what happens between two decisions, and the signal that one was reached."""

from __future__ import annotations

STEPS = 30_000
"""Frames begun and rounds of loops between two decisions."""
DEPTH = 300
"""Frames on top of each other."""
COPIES = 2_000
"""Cards created in one game by copying."""
EVENTS = 60_000
"""Events between two decisions."""
TURNS = 2_000
"""Turns of a game; one that goes on longer has no ending that its players reach, and is given up."""
STOPS = 3
"""Loops stopped between two decisions before the game is given up."""
NESTING = 40
"""How deep predicates and derived numbers may call each other."""
OPTIONS = 10_000
"""Numbers offered in one decision."""


class LoopStopped(Exception):
    """A bound was reached; caught by the machine's loop, never seen outside."""


class EngineError(Exception):
    """A game or a deal that the engine cannot take; the message says why."""


class GameEnded(Exception):
    """An ending has ended the game; caught by the machine's loop, never seen outside."""
