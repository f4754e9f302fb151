"""Random games of a shipped game, watched: `python -m tests.soak --game legendary --games 1000 --start 0`.

Every game has a random legal set-up (or what `--with` and `--ruling` name), for each number of players in turn. It must
end by a rule of the game. At every decision each card must lie in exactly one place; every event must fit what the
events before it led to (`ledger`): a card goes from where it lay, counters and points are what was put and taken, and
what `games/GAME/kept.yaml` names is never made, lost, or anywhere else.
Prints one line: games, endings, turns by number of players (least, quartiles, most), decisions, and a digest of all
events, which may not depend on PYTHONHASHSEED. Greedy bots and explorers play as well (`--bots`); `--lines` names the
printed clauses that no game executed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import quantiles

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.program import Game
from cardscript.language.rulings import under
from cardscript.players.bots import make_bot
from cardscript.players.explorer import explorers_set_up
from cardscript.session.choices import Options
from cardscript.session.exercise import Exercise, Seen
from cardscript.session.exercise_summary import summary
from cardscript.session.game import load
from cardscript.session.setup import choose
from cardscript.session.switches import variants_named
from cardscript.session.trace import json_line, trace_data
from tests.ledger import Kept, Ledger, check_places, first_places, kept

MOST_DECISIONS = 20_000


def new_game(
    game: Game, seed: int, players: int, options: Options | None = None, rulings: Mapping[str, str] | None = None
) -> Machine:
    """A game with a random legal set-up, as far as `options` do not give it."""
    readings = {ruling.name: ruling.default for ruling in game.rulings} | dict(rulings or {})
    found = choose(under(game, readings), players, seed, options or {})
    assert isinstance(found, tuple), found
    return Machine(game, found[0], seed, readings)


def random_answer(machine: Machine, rnd: random.Random) -> list[int]:
    """Any legal answer."""
    least, most = machine.bounds()
    count = machine.raw_option_count()
    return rnd.sample(range(count), rnd.randint(least, min(most, count)))


@dataclass(frozen=True, slots=True)
class Run:
    """Which games are played, and who plays: `random` (any legal answer), `greedy` or `explorer` bots. `players` in
    turn (all numbers the game can be played with, if none is named); set-up choices and rulings as they are named."""

    game: str = "legendary"
    sets: tuple[str, ...] = ()
    start: int = 0
    games: int = 1000
    bots: str = "random"
    players: tuple[int, ...] = ()
    options: Options = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)

    def chunk(self, start: int, games: int) -> Run:
        return replace(self, start=start, games=games)


@dataclass(slots=True)
class Found:
    """What came of games: how they ended, how many turns they took (by how many played), what was executed of the lines
    (if that was asked for). `digest`: of the events of all games, one after the other."""

    endings: Counter[str] = field(default_factory=Counter)
    turns: dict[int, list[int]] = field(default_factory=dict)
    decisions: int = 0
    digests: list[str] = field(default_factory=list)
    seen: Seen = field(default_factory=dict)

    @property
    def digest(self) -> str:
        return hashlib.sha256("".join(self.digests).encode()).hexdigest()


def play(
    game: Game, seed: int, bots: str = "random", exercise: Exercise | None = None, options: Options | None = None,
    players: int = 0, rulings: Mapping[str, str] | None = None, keeps: Sequence[Kept] = (),
) -> tuple[Machine, int]:  # fmt: skip
    """One watched game to its end: whose cards, counters and points add up at every event."""
    machine = new_game(game, seed, players or 2 + seed % 4, options, rulings)
    ledger = Ledger.of(machine, first_places(machine), keeps)
    rnd = random.Random(seed)
    seats = [] if bots == "random" else [make_bot(bots, seed, seat, exercise) for seat in range(machine.players)]
    decisions = followed = 0
    while True:
        ledger.follow(machine.events_since(followed))
        followed = machine.event_count()
        ledger.check(turn_over=machine.result is not None)
        check_places(machine)
        if (asked := machine.seat_asked) < 0:
            break
        assert decisions < MOST_DECISIONS, "the game does not end"
        machine.answer(seats[asked].choose(machine, decisions) if seats else random_answer(machine, rnd))
        decisions += 1
    result = machine.result
    assert result is not None and result.ending in {e.name for e in game.endings}, result
    assert not any(event[k.E_KIND] == k.STOPPED for event in machine.log)
    return machine, decisions


def lines(machine: Machine) -> Iterator[str]:
    for data in trace_data(machine):
        yield json_line(data)


def run(what: Run, watched: bool) -> Found:
    """Play the games; `watched`: note what is executed."""
    handle = load(what.game, list(what.sets) or None)
    exercise = Exercise(handle.game, asserting=False) if watched or what.bots == "explorer" else None
    exercise = exercise and exercise.ruled(what.rulings)
    found, keeps = Found(), kept(what.game)
    game = exercise.game if exercise is not None else handle.game
    counts = what.players or tuple(range(game.setup.fewest, game.setup.most + 1))
    counts = tuple(count for count in counts if count > 1) or counts
    for seed in range(what.start, what.start + what.games):
        options: Options = what.options
        players = counts[seed % len(counts)]
        if exercise is not None and what.bots == "explorer":
            count, options = explorers_set_up(exercise.handle(handle), exercise, players, seed, options, 0)
            players = count or players
        try:
            machine, asked = play(game, seed, what.bots, exercise, options, players, what.rulings, keeps)
        except Exception as failure:
            raise AssertionError(f"game {seed} ({what.bots}, {players} players, {options}): {failure}") from failure
        found.decisions += asked
        found.endings[ended(machine)] += 1
        found.turns.setdefault(players, []).append(machine.turn)
        digest = hashlib.sha256()
        for line in lines(machine):
            digest.update(line.encode())
        found.digests.append(digest.hexdigest())
    if exercise is not None:
        found.seen = exercise.seen()
    return found


def ended(machine: Machine) -> str:
    result = machine.result
    return "none" if result is None else result.ending


def spread(numbers: Sequence[int]) -> list[float]:
    """Least, lower quartile, median, upper quartile, most."""
    if len(numbers) < 2:
        return [float(number) for number in numbers]
    return [min(numbers), *quantiles(numbers, n=4, method="inclusive"), max(numbers)]


def never_fired(what: Run, founds: Sequence[Found]) -> list[str]:
    """The clauses of printed lines that no game executed."""
    exercise = Exercise(load(what.game, list(what.sets) or None).game, asserting=False)
    for found in founds:
        exercise.add(found.seen)
    lines = [line for line in exercise.report() if line.section == "card"]
    print(summary(lines), file=sys.stderr)
    return [f"{line.set}: {line.name}: {clause.words}"
            for line in lines for clause in line.clauses if clause.runs and not clause.executed]  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--game", default="legendary", help="the game")
    options.add_argument("--start", type=int, default=0)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--sets", default="", help="the sets in use, with commas (those the game names)")
    options.add_argument("--players", default="", help="how many play, in turn, with commas (all numbers from 2 on)")
    options.add_argument("--with", dest="with_", action="append", default=[], metavar="CHOICE=NAME,...",
                         help="a set-up choice; random if it is not named")  # fmt: skip
    options.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="how a rule is read")
    options.add_argument("--variant", action="append", default=[], metavar="WAY", help="a way to play")
    options.add_argument("--bots", choices=["random", "greedy", "explorer"], default="random")
    options.add_argument("--jobs", type=int, default=1, help="so many processes, each with a part of the games")
    options.add_argument("--lines", action="store_true", help="name the printed clauses no game executed")
    given = options.parse_args()
    what = Run(
        given.game,
        tuple(given.sets.split(",")) if given.sets else (),
        given.start,
        given.games,
        given.bots,
        tuple(int(count) for count in given.players.split(",")) if given.players else (),
        {name: [one.strip() for one in value.split(",")] for name, value in _pairs(given.with_)},
        dict(_pairs(given.ruling)) | variants_named(load(given.game).game, given.variant),
    )
    size = -(-given.games // given.jobs)
    parts = [what.chunk(at, min(size, given.start + given.games - at))
             for at in range(given.start, given.start + given.games, size)]  # fmt: skip
    if len(parts) == 1:
        founds = [run(what, given.lines)]
    else:
        with multiprocessing.Pool(given.jobs) as pool:
            founds = pool.starmap(run, [(part, given.lines) for part in parts])
    told = told_of(founds)
    if given.lines:
        told["never_executed"] = never_fired(what, founds)
    print(json.dumps(told))


def told_of(founds: Sequence[Found]) -> dict[str, object]:
    """What is printed of games that were played in several parts."""
    endings = sum((found.endings for found in founds), Counter[str]())
    turns: dict[int, list[int]] = {}
    for found in founds:
        for players, numbers in found.turns.items():
            turns.setdefault(players, []).extend(numbers)
    whole = Found(digests=[digest for found in founds for digest in found.digests])
    return {
        "games": len(whole.digests),
        "endings": dict(sorted(endings.items())),
        "turns": {players: spread(numbers) for players, numbers in sorted(turns.items())},
        "decisions": sum(found.decisions for found in founds),
        "digest": whole.digest,
    }


def _pairs(told: Sequence[str]) -> list[tuple[str, str]]:
    return [(name.strip(), value.strip()) for name, _, value in (one.partition("=") for one in told)]


if __name__ == "__main__":
    main()
