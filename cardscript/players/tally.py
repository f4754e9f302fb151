"""Many games with bots, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median

from cardscript.players.bots import make_bot
from cardscript.session.game import GameHandle
from cardscript.session.session import Session, ended_by_rule


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played, whatever their seeds: arguments as for `GameHandle.start`, and the kind of bots."""

    players: int | None
    options: Mapping[str, Sequence[str]]
    rulings: Mapping[str, str]
    first: int
    bots: str

    def again(self, handle: GameHandle, seed: int, answers: int) -> Session:
        """One of the games once more, as a session: up to so many answers, or to the answer the engine fails at."""
        session = handle.start(self.players, seed, self.options, self.rulings, self.first)
        seats = [make_bot(self.bots, seed, seat) for seat in range(session.players)]
        with suppress(Exception):  # the session holds the answer it failed at
            while (seat := session.seat) is not None and session.answer_count < answers:
                seats[seat].play(session)
        return session


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that no rule ended: its seed, how many answers were given to it, and what stopped it."""

    seed: int
    answers: int
    why: str


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


def run_games(handle: GameHandle, manner: Manner, games: int, seed: int, tally: Tally) -> Iterator[int]:
    """Play games with seeds from `seed` on, count each in the tally and give its seed. Set-ups are random where
    nothing is named. A game at which the engine fails is counted too, and one that is interrupted is kept."""
    began = time.perf_counter()
    for one in range(seed, seed + games):
        machine = handle.machine(manner.players, one, manner.options, manner.rulings, manner.first)
        seats = [make_bot(manner.bots, one, seat) for seat in range(machine.players)]
        decisions = 0
        why = ""
        try:
            while (asked := machine.seat_asked) >= 0:
                machine.answer(seats[asked].choose(machine, decisions))
                decisions += 1
        except KeyboardInterrupt:
            tally.stopped.append(Stopped(one, decisions, "interrupted"))
            raise
        except Exception as failure:
            why = f"internal error: {type(failure).__name__}: {failure}"
            decisions += 1
        tally.turns.append(machine.turn)
        tally.decisions.append(decisions)
        tally.seconds = time.perf_counter() - began
        result = None if why else machine.result
        if result is None or not ended_by_rule(machine):
            tally.endings["(failed)" if why else "(stopped)"] += 1
            why = why or f"no rule ended the game: {result.text if result else 'nothing is asked'}"
            tally.stopped.append(Stopped(one, decisions, why))
        else:
            tally.endings[f"{result.result}: {result.ending}" if result.result else result.ending] += 1
        yield one
