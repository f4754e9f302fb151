"""Random games of the shipped Legendary, watched: `python -m tests.soak --games 1000 --start 0`.

Every game has a random legal set-up for 2 to 5 players (in turn). It must end by a rule of the game. At every decision
each card must lie in exactly one place, and every event that moves a card must take it from where the events before
left it.
Prints one line: games, endings, decisions, and a digest of all events, which may not depend on PYTHONHASHSEED. Greedy
bots and explorers play as well (`--bots`); `--lines` names the printed clauses that no game executed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.program import Game
from cardscript.players.bots import make_bot
from cardscript.players.explorer import explorers_set_up
from cardscript.session.choices import Options
from cardscript.session.exercise import Exercise, Seen
from cardscript.session.exercise_summary import summary
from cardscript.session.game import load
from cardscript.session.setup import choose
from cardscript.session.trace import json_line, trace_data

MOST_DECISIONS = 20_000


def new_game(game: Game, seed: int, players: int, options: Options | None = None) -> Machine:
    """A game with a random legal set-up, as far as `options` do not give it."""
    found = choose(game, players, seed, options or {})
    assert isinstance(found, tuple), found
    return Machine(game, found[0], seed, {})


def random_answer(machine: Machine, rnd: random.Random) -> list[int]:
    """Any legal answer."""
    least, most = machine.bounds()
    count = machine.raw_option_count()
    return rnd.sample(range(count), rnd.randint(least, min(most, count)))


def check_places(machine: Machine) -> None:
    """Each card lies in exactly one place, the one it is said to lie in."""
    state = machine.state
    seen: dict[int, int] = {}
    for place, cards in state.zones.items():
        seen.update(dict.fromkeys(cards, place))
    said = {card: place for card, place in enumerate(state.at) if place >= 0}
    if said == seen and len(seen) == sum(map(len, state.zones.values())):
        return
    lying = Counter(card for cards in state.zones.values() for card in cards)
    twice = [machine.name_of(card) for card, times in lying.items() if times > 1]
    assert not twice, f"{twice} lie in two places"
    wrong = [machine.name_of(card) for card in said.keys() | seen.keys() if said.get(card) != seen.get(card)]
    raise AssertionError(f"{wrong} are not where they are said to be")


def check_moves(machine: Machine, started: list[int], events: list[k.Event]) -> None:
    """Every event moves its card from where the events before it left it, and in the end all is as the state says."""
    at = list(started)
    for event in events:
        kind, card, source, goal = event[k.E_KIND], event[k.E_CARD], event[k.E_FROM], event[k.E_TO]
        if kind == k.REPLENISH:
            for moved, place in enumerate(at):
                if place == source:
                    at[moved] = goal
        elif kind == k.COPY:
            while len(at) <= card:
                at.append(-1)
        elif kind == k.CEASE:
            at[card] = -1
        elif kind == k.SWAP:
            one, two = event[k.E_NOTE]
            assert (at[one], at[two]) == (source, goal), f"swapped from where they did not lie: {event}"
            at[one], at[two] = goal, source
        elif kind in (k.MOVE, k.PUSH, k.REFILL) or (kind >= 0 and goal >= 0 and card >= 0):
            assert at[card] == source, f"{machine.name_of(card)} was moved from where it did not lie: {event}"
            at[card] = goal
    ends = machine.state.at
    wrong = [machine.name_of(c) for c in range(len(ends)) if c < len(at) and at[c] != ends[c] and ends[c] >= 0]
    assert not wrong, wrong


@dataclass(frozen=True, slots=True)
class Run:
    """Which games are played, and who plays: `random` (any legal answer), `greedy` or `explorer` bots."""

    game: str = "legendary"
    sets: tuple[str, ...] = ()
    start: int = 0
    games: int = 1000
    bots: str = "random"

    def chunk(self, start: int, games: int) -> Run:
        return replace(self, start=start, games=games)


@dataclass(slots=True)
class Found:
    """What came of games: how they ended, what was executed of the lines (if that was asked for)."""

    endings: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    digest: Any = field(default_factory=hashlib.sha256)
    seen: Seen = field(default_factory=dict)


def play(
    game: Game, seed: int, bots: str = "random", exercise: Exercise | None = None, options: Options | None = None,
    players: int = 0,
) -> tuple[Machine, int]:  # fmt: skip
    """One watched game to its end."""
    machine = new_game(game, seed, players or 2 + seed % 4, options)
    rnd = random.Random(seed)
    seats = [] if bots == "random" else [make_bot(bots, seed, seat, exercise) for seat in range(machine.players)]
    decisions = 0
    while (asked := machine.seat_asked) >= 0:
        assert decisions < MOST_DECISIONS, "the game does not end"
        check_places(machine)
        machine.answer(seats[asked].choose(machine, decisions) if seats else random_answer(machine, rnd))
        decisions += 1
    result = machine.result
    assert result is not None and result.ending in {e.name for e in game.endings}, result
    assert not any(event[k.E_KIND] == k.STOPPED for event in machine.log)
    check_places(machine)
    return machine, decisions


def lines(machine: Machine) -> Iterator[str]:
    for data in trace_data(machine):
        yield json_line(data)


def run(what: Run, watched: bool) -> Found:
    """Play the games; `watched`: note what is executed."""
    handle = load(what.game, list(what.sets) or None)
    exercise = Exercise(handle.game, asserting=False) if watched or what.bots == "explorer" else None
    found = Found()
    game = exercise.game if exercise is not None else handle.game
    for seed in range(what.start, what.start + what.games):
        options: Options = {}
        players = 2 + seed % 4
        if exercise is not None and what.bots == "explorer":
            count, options = explorers_set_up(exercise.handle(handle), exercise, players, seed, {}, 0)
            players = count or players
        try:
            machine, asked = play(game, seed, what.bots, exercise, options, players)
            check_moves(machine, first_places(new_game(game, seed, players, options)), machine.log)
        except Exception as failure:
            raise AssertionError(f"game {seed} ({what.bots}, {players} players, {options}): {failure}") from failure
        found.decisions += asked
        found.endings[ended(machine)] += 1
        for line in lines(machine):
            found.digest.update(line.encode())
    if exercise is not None:
        found.seen = exercise.seen()
    return found


def ended(machine: Machine) -> str:
    result = machine.result
    return "none" if result is None else result.ending


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
    options.add_argument("--bots", choices=["random", "greedy", "explorer"], default="random")
    options.add_argument("--jobs", type=int, default=1, help="so many processes, each with a part of the games")
    options.add_argument("--lines", action="store_true", help="name the printed clauses no game executed")
    given = options.parse_args()
    sets = tuple(given.sets.split(",")) if given.sets else ()
    what = Run(given.game, sets, given.start, given.games, given.bots)
    size = -(-given.games // given.jobs)
    parts = [what.chunk(at, min(size, given.start + given.games - at))
             for at in range(given.start, given.start + given.games, size)]  # fmt: skip
    if len(parts) == 1:
        founds = [run(what, given.lines)]
    else:
        with multiprocessing.Pool(given.jobs) as pool:
            founds = pool.starmap(_run_apart, [(part, given.lines) for part in parts])
    endings = sum((found.endings for found in founds), Counter[str]())
    told: dict[str, object] = {
        "games": given.games,
        "endings": dict(sorted(endings.items())),
        "decisions": sum(found.decisions for found in founds),
    }
    if len(founds) == 1:
        told["digest"] = founds[0].digest.hexdigest()
    if given.lines:
        told["never_executed"] = never_fired(what, founds)
    print(json.dumps(told))


def _run_apart(what: Run, watched: bool) -> Found:
    """In a process of its own; a digest cannot be handed back."""
    found = run(what, watched)
    found.digest = None
    return found


def first_places(machine: Machine) -> list[int]:
    """Where every card lay before the first event: undo the events of the set-up, last first."""
    at = list(machine.state.at)
    for event in reversed(machine.log):
        kind, card = event[k.E_KIND], event[k.E_CARD]
        if kind in (k.MOVE, k.PUSH, k.REFILL) or (kind >= 0 and event[k.E_TO] >= 0 and card >= 0):
            at[card] = event[k.E_FROM]
        elif kind == k.SWAP:
            one, two = event[k.E_NOTE]
            at[one], at[two] = event[k.E_FROM], event[k.E_TO]
    return at


if __name__ == "__main__":
    main()
