"""Many games with bots, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from cardscript.players.bots import make_bot
from cardscript.session.game import GameHandle
from cardscript.session.session import Session, ended_by_rule

FAILED = "(failed)"
"""What the ending of a game is called that the engine failed at."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that no rule ended: how it was set up, all answers that were given, and what stopped it."""

    seed: int
    players: int
    options: Mapping[str, str | Sequence[str]]
    picks: tuple[tuple[int, ...], ...]
    why: str

    def session(self, handle: GameHandle, rulings: Mapping[str, str], first: int) -> Session:
        """The game once more, as a session; where the engine fails, it stops."""
        session = handle.start(self.players, self.seed, self.options, rulings, first)
        with suppress(Exception):  # the session holds the answer it failed at
            for picks in self.picks:
                session.pick(picks)
        return session


@dataclass(slots=True)
class Tally:
    """How games ended. `stopped`: those that no rule ended."""

    endings: Counter[str] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    stopped: list[Stopped] = field(default_factory=list)
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
    options: Mapping[str, Sequence[str]],
    rulings: Mapping[str, str],
    first: int,
    bots: str,
    tally: Tally,
) -> Iterator[int]:
    """Play games with seeds from `seed` on, count each in the tally and give its seed. Set-ups are random where
    nothing is named. A game the engine fails at is counted too, and what was played of one that is interrupted kept."""
    began = time.perf_counter()
    for one in range(seed, seed + games):
        machine = handle.machine(players, one, options, rulings, first)
        seats = [make_bot(bots, one, seat) for seat in range(machine.players)]
        given: list[tuple[int, ...]] = []
        stopped = partial(Stopped, one, machine.players, options)
        failed = ""
        try:
            while (asked := machine.seat_asked) >= 0:
                given.append(tuple(seats[asked].choose(machine, len(given))))
                machine.answer(given[-1])
        except KeyboardInterrupt:
            tally.stopped.append(stopped(tuple(given[:-1]), "interrupted"))
            raise
        except Exception as failure:
            failed = f"internal error: {type(failure).__name__}: {failure}"
        tally.turns.append(machine.turn)
        tally.decisions.append(len(given))
        tally.seconds = time.perf_counter() - began
        result = None if failed else machine.result
        if result is None or not ended_by_rule(machine):
            tally.endings[FAILED if failed else "(stopped)"] += 1
            why = failed or f"no rule ended the game: {result.text if result else 'nothing is asked'}"
            tally.stopped.append(stopped(tuple(given), why))
        else:
            tally.endings[f"{result.result}: {result.ending}" if result.result else result.ending] += 1
        yield one
