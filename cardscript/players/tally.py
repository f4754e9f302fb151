"""Many games with bots, and what came of them."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from statistics import median

from cardscript.players.bots import make_bot, seated
from cardscript.players.explorer import explorers_set_up
from cardscript.session.choices import Options
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle
from cardscript.session.session import Session, ended_by_rule


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played, whatever their seeds: arguments as for `GameHandle.start`, and the kinds of bots: one for
    each seat from the first on, the last of them for all further seats."""

    players: int | None = None
    options: Options = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    first: int = 0
    bots: tuple[str, ...] = ("random",)

    def seated(self, players: int, game: int = 0) -> tuple[str, ...]:
        """Which kind of bot sits where; from game to game they go on by one seat."""
        kinds = seated(self.bots, players)
        return tuple(kinds[(seat - game) % players] for seat in range(players))


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that no rule ended: how it was set up, the answers given to it, and what stopped it."""

    seed: int
    manner: Manner
    picks: tuple[tuple[int, ...], ...]
    why: str

    def again(self, handle: GameHandle) -> Session:
        """The game once more, as a session: up to the last answer, or to the one the engine fails at."""
        manner = self.manner
        session = handle.start(manner.players, self.seed, manner.options, manner.rulings, manner.first)
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
    won: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Games won by each kind of bot (a shared win counts in part), and by each seat, "seat 1" and so on."""
    sat: Counter[str] = field(default_factory=Counter)
    """How often each kind of bot sat at a table."""

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
        if len(self.sat) > 1:
            wide = max(len(kind) for kind in self.sat)
            for kind in sorted(self.sat, key=lambda kind: -self.won[kind] / self.sat[kind]):
                won, sat = self.won[kind], self.sat[kind]
                lines.append(f"  {kind:<{wide}}  won {won:g} of the {sat} games it sat in, {100 * won / sat:.1f} %")
        seats = [kind for kind in self.won if kind.startswith("seat ")]
        if seats:
            lines.append(f"  won by {', '.join(f'{seat}: {self.won[seat]:g}' for seat in sorted(seats))}")
        if self.seconds:
            lines.append(f"  {self.games / self.seconds:.1f} games/s")
        return "\n".join(lines)


def run_games(
    handle: GameHandle, manner: Manner, games: int, seed: int, tally: Tally, exercise: Exercise | None = None
) -> Iterator[int]:
    """Play games with seeds from `seed` on, count each in the tally and give its seed. Set-ups are random where
    nothing is named. A game at which the engine fails is counted too, and one that is interrupted is kept.

    `exercise` notes what is executed; explorers have one in any case, and choose the set-up by it."""
    began = time.perf_counter()
    explores = "explorer" in manner.bots
    if explores and exercise is None:
        exercise = Exercise(handle.game, asserting=False)
    if exercise is not None:
        exercise = exercise.ruled(manner.rulings)
        handle = exercise.handle(handle)
    for one in range(seed, seed + games):
        how = manner
        if explores and exercise is not None:
            count, chosen = explorers_set_up(handle, exercise, manner.players, one, manner.options, manner.first)
            how = replace(manner, players=count, options=chosen)
        game = _Game(handle, how, one, one - seed, exercise)
        try:
            game.play()
        except KeyboardInterrupt:
            tally.stopped.append(game.stopped("interrupted"))
            raise
        game.count(tally)
        tally.seconds = time.perf_counter() - began
        yield one


class _Game:
    """One game with bots that keeps no log."""

    def __init__(self, handle: GameHandle, manner: Manner, seed: int, number: int, exercise: Exercise | None) -> None:
        self._manner, self._seed = manner, seed
        self._machine = handle.machine(manner.players, seed, manner.options, manner.rulings, manner.first)
        self._kinds = manner.seated(self._machine.players, number)
        self._seats = [make_bot(kind, seed, seat, exercise) for seat, kind in enumerate(self._kinds)]
        self._picks: list[tuple[int, ...]] = []
        self._taken = 0
        """How many of the picks the machine has carried out."""
        self._failure = ""

    def play(self) -> None:
        """Play to the end, or to the answer the engine fails at."""
        machine, picks = self._machine, self._picks
        try:
            while (asked := machine.seat_asked) >= 0:
                picks.append(tuple(self._seats[asked].choose(machine, len(picks))))
                machine.answer(picks[-1])
                self._taken = len(picks)
        except Exception as failure:
            self._failure = f"internal error: {type(failure).__name__}: {failure}"

    def stopped(self, why: str) -> Stopped:
        """The game as one that was stopped; the answer at which the engine failed is part of it, one that was
        interrupted is not."""
        picks = self._picks if self._failure else self._picks[: self._taken]
        return Stopped(self._seed, self._manner, tuple(picks), why)

    def count(self, tally: Tally) -> None:
        """Count how it ended."""
        machine = self._machine
        tally.turns.append(machine.turn)
        tally.decisions.append(len(self._picks))
        result = None if self._failure else machine.result
        if result is None or not ended_by_rule(machine):
            tally.endings["(failed)" if self._failure else "(stopped)"] += 1
            why = self._failure or f"no rule ended the game: {result.text if result else 'nothing is asked'}"
            tally.stopped.append(self.stopped(why))
        else:
            for kind in set(self._kinds):
                tally.sat[kind] += 1
            for winner in result.winners:
                for who in (self._kinds[winner], f"seat {winner + 1}"):
                    tally.won[who] += 1 / len(result.winners)
            tally.endings[f"{result.result}: {result.ending}" if result.result else result.ending] += 1
