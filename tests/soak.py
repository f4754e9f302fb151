"""Random games of the shipped Legendary, watched: `python -m tests.soak --games 1000 --start 0`.

Every game has a random legal set-up for 2 to 5 players (in turn). It must end by a rule of the game. At every decision
each card must lie in exactly one place, and every event that moves a card must take it from where the events before
left it.
Prints one line: games, endings, decisions, and a digest of all events, which may not depend on PYTHONHASHSEED.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.program import Game
from cardscript.session.game import load
from cardscript.session.setup import choose
from cardscript.session.trace import json_line, trace_data

MOST_DECISIONS = 20_000


def new_game(game: Game, seed: int, players: int) -> Machine:
    """A game with a random legal set-up."""
    found = choose(game, players, seed, {})
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
        for card in cards:
            assert card not in seen, f"{machine.name_of(card)} lies in two places"
            seen[card] = place
    for card, place in enumerate(state.at):
        if place >= 0:
            assert seen.get(card) == place, f"{machine.name_of(card)} is not where it is said to be"
    for card in seen:
        assert state.at[card] >= 0


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


def play(game: Game, seed: int) -> tuple[Machine, int]:
    """One watched game to its end."""
    machine = new_game(game, seed, 2 + seed % 4)
    rnd = random.Random(seed)
    decisions = 0
    while machine.state.pending is not None:
        assert decisions < MOST_DECISIONS, "the game does not end"
        check_places(machine)
        machine.answer(random_answer(machine, rnd))
        decisions += 1
    result = machine.result
    assert result is not None and result.ending in {e.name for e in game.endings}, result
    assert not any(event[k.E_KIND] == k.STOPPED for event in machine.log)
    check_places(machine)
    return machine, decisions


def lines(machine: Machine) -> Iterator[str]:
    for data in trace_data(machine):
        yield json_line(data)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--start", type=int, default=0)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--sets", default="", help="the sets in use, with commas (those the game names)")
    given = options.parse_args()
    game = load("legendary", given.sets.split(",") if given.sets else None).game
    digest = hashlib.sha256()
    endings: Counter[str] = Counter()
    decisions = 0
    for seed in range(given.start, given.start + given.games):
        machine, asked = play(game, seed)
        found = choose(game, 2 + seed % 4, seed, {})
        assert isinstance(found, tuple)
        started = Machine(game, found[0], seed, {})
        check_moves(machine, first_places(started), machine.log)
        decisions += asked
        endings[machine.result.ending if machine.result else "none"] += 1
        for line in lines(machine):
            digest.update(line.encode())
    print(
        json.dumps(
            {
                "games": given.games,
                "endings": dict(sorted(endings.items())),
                "decisions": decisions,
                "digest": digest.hexdigest(),
            }
        )
    )


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
