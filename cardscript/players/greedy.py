"""A bot that takes what leaves it best off when the turn is over, by the score and the endings the game declares.

It tries its answers on tables as it may imagine them (it does not look at hidden cards, nor into the future), with what
it is asked at once because of them. From there to the end of the turn it acts as an eager player and all others pass.
"""

from __future__ import annotations

from cardscript.engine.kinds import P_ASK, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.players.bots import Eager, Random
from cardscript.players.tries import answers_of
from cardscript.session.chance import Stream
from cardscript.session.imagined import imagined
from cardscript.session.standing import standing

TRIED, FOLLOWED, WIDTH = 10, 2, 4
"""So many answers are tried, and of so many questions that follow at once so many answers each."""

AHEAD = 80
"""So many decisions are looked ahead at most."""


class Greedy(Eager):
    """Of answers that leave it equally well off it prefers the one an eager player gives."""

    def choose(self, machine: Machine, at: int) -> list[int]:
        """The picks for the pending decision."""
        quick = super().choose(machine, at)
        count, (least, most) = machine.raw_option_count(), machine.bounds()
        if count == least == most or not most:
            return quick
        seat = machine.seat_asked
        stream = Stream(self._seed, f"greedy {self._purpose}{at}")
        tried = [quick, *(picks for picks in answers_of(machine, stream, TRIED) if picks != quick)]
        table = imagined(machine, seat, stream)
        chance = stream.below(1 << 62)
        best, most_worth = quick, float("-inf")
        for picks in tried:
            twin = table.clone()
            twin.answer(picks)
            worth = self._worth(twin, seat, chance, FOLLOWED)
            if worth > most_worth:
                best, most_worth = picks, worth
        return best

    def _worth(self, table: Machine, seat: int, chance: int, depth: int) -> float:
        """How well off a seat is when the turn is over, if it goes on well where it is asked something at once."""
        asked = table.state.pending
        if asked is None or not depth or table.seat_asked != seat or asked[P_ASK] == "action":
            return self._end(table, seat, chance)
        best = float("-inf")
        for picks in answers_of(table, Stream(chance, "follow"), WIDTH):
            twin = table.clone()
            twin.answer(picks)
            best = max(best, self._worth(twin, seat, chance, depth - 1))
        return best

    def _end(self, table: Machine, seat: int, chance: int) -> float:
        """How well off a seat is when the turn is over, if it acts rather than passes, and all others pass."""
        turn = table.turn
        seats = [Eager(chance, one) if one == seat else _Idle(chance, one) for one in range(table.players)]
        for at in range(AHEAD):
            if table.turn != turn or (asked := table.seat_asked) < 0:
                break
            table.answer(seats[asked].choose(table, at))
        return standing(table, seat)


class _Idle(Random):
    """Passes, and answers by chance what cannot be passed."""

    def choose(self, machine: Machine, at: int) -> list[int]:
        """The picks for the pending decision."""
        asked = machine.state.pending
        if asked is not None and asked[P_ASK] == "action":
            return [asked[P_RAW].index(PASSED)]
        return super().choose(machine, at)
