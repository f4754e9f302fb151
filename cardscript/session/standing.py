"""How well a seat stands, by what the game declares: who has won, the score, what decides between equal scores."""

from __future__ import annotations

from cardscript.engine.endings import of_seats, result, scores
from cardscript.engine.machine import Machine

WON = 1000.0
"""More than any score."""

TIE = 0.1
"""What decides between equal scores counts so much less than the score."""


def standing(machine: Machine, seat: int) -> float:
    """The higher the better: how far a seat is ahead of the others on average, or that it has won or lost. An ending
    that ranks nobody is one nobody has won."""
    state, game = machine.state, machine.game
    points, ties = scores(state), [of_seats(state, tie) for tie in game.ties]
    worths = [points[other] + TIE * sum(values[other] for values in ties) for other in range(machine.players)]
    others = [worth for other, worth in enumerate(worths) if other != seat]
    ahead = worths[seat] - (sum(others) / len(others) if others else 0.0)
    ended = result(state)
    if ended is None:
        return ahead
    if seat in ended.winners:
        return ahead + WON / len(ended.winners)
    return ahead - (WON / 2 if ended.winners else WON)
