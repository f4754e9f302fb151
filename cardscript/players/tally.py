"""Many games with bots, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from cardscript.players.bots import make_bot
from cardscript.players.explorer import explorers_set_up
from cardscript.session.choices import Options
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle
from cardscript.session.session import ended_by_rule


@dataclass(slots=True)
class Tally:
    """How games ended. `stopped`: a line for each game that no rule ended."""

    endings: Counter[str] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.turns)

    def text(self, title: str) -> str:
        """The table, for people."""
        width = max(len(ending) for ending in self.endings)
        lines = [f"{title}: {self.games} games"]
        for ending, count in self.endings.most_common():
            lines.append(f"  {ending:<{width}}  {count:>7}  {100 * count / self.games:5.1f} %")
        for what, numbers in (("turns", self.turns), ("decisions", self.decisions)):
            low, middle, high = min(numbers), median(numbers), max(numbers)
            lines.append(f"  {what}: fewest {low}, median {middle:g}, most {high}")
        if self.seconds:
            lines.append(f"  {self.games / self.seconds:.1f} games/s")
        return "\n".join(lines)


def run_games(
    handle: GameHandle,
    games: int,
    players: int | None,
    seed: int,
    options: Options,
    rulings: Mapping[str, str],
    first: int,
    bots: str,
    tally: Tally,
    exercise: Exercise | None = None,
) -> Iterator[int]:
    """Play games with seeds from `seed` on, count each in the tally and give its seed. Set-ups are random where
    nothing is named. `exercise` notes what is executed; explorers have one in any case, and choose the set-up by it."""
    began = time.perf_counter()
    if bots == "explorer" and exercise is None:
        exercise = Exercise(handle.game, asserting=False)
    if exercise is not None:
        handle = exercise.handle(handle)
    for one in range(seed, seed + games):
        count, chosen = players, options
        if bots == "explorer" and exercise is not None:
            count, chosen = explorers_set_up(handle, exercise, players, one, options, first)
        machine = handle.machine(count, one, chosen, rulings, first)
        seats = [make_bot(bots, one, seat, exercise) for seat in range(machine.players)]
        decisions = 0
        while (asked := machine.seat_asked) >= 0:
            machine.answer(seats[asked].choose(machine, decisions))
            decisions += 1
        result = machine.result
        tally.turns.append(machine.turn)
        tally.decisions.append(decisions)
        tally.seconds = time.perf_counter() - began
        if result is None or not ended_by_rule(machine):
            tally.endings["(stopped)"] += 1
            tally.stopped.append(f"seed {one}: no rule ended the game: {result.text if result else 'nothing is asked'}")
        else:
            tally.endings[f"{result.result}: {result.ending}" if result.result else result.ending] += 1
        yield one
