"""Random games, watched (see tests/soak.py), and games taken up again inside the Stack, in Combat, in a Calamity."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from cardscript.engine.machine import Machine
from cardscript.session.exercise import Exercise
from cardscript.session.game import load
from tests.games.kadmon.moments import kinds_of
from tests.hash_seeds import alike_under_hash_seeds
from tests.soak import play, random_answer

MOST_GAMES = 30
"""In so many games there must be enough decisions of each kind; as a rule a few are enough."""

WANTED = {"response": 25, "announced": 25, "resolution": 3, "assignment": 25, "calamity": 5}
"""So many decisions of each kind are taken up again."""


@pytest.mark.parametrize(("games", "more"), [(3, ()), (1, ("--variant", "full-gauntlet"))])
def test_random_games_end_by_a_rule_keep_what_they_have_and_are_alike_under_every_hash_seed(
    games: int, more: tuple[str, ...]
) -> None:
    first = alike_under_hash_seeds("--game", "kadmon", "--start", "40", "--games", str(games), *more)
    assert sum(first["endings"].values()) == games


@pytest.mark.parametrize(("bots", "players", "seed"), [("explorer", 3, 1), ("greedy", 3, 3)])
def test_other_bots_finish_their_games(bots: str, players: int, seed: int) -> None:
    game = load("kadmon").game
    machine, decisions = play(game, seed, bots, Exercise(game), players=players)
    assert machine.result is not None
    assert machine.result.ending in {ending.name for ending in game.endings}
    assert decisions > 50


def test_decisions_of_every_kind_are_taken_up_again_alike() -> None:
    """A clone and a game read back from JSON go on as the game itself does, wherever they were taken."""
    handle = load("kadmon")
    found: Counter[str] = Counter()
    sovereigns = ["Ianira Heartslaver", "Kilgore, Master of Ravns", "Verdant VII, the Proud"]
    for seed in range(MOST_GAMES):
        machine = handle.machine(3 + seed % 2, seed, {"sovereigns": sovereigns}, {}, 0)
        rnd, picked = random.Random(seed), random.Random(seed)
        while machine.state.pending is not None and any(found[kind] < number for kind, number in WANTED.items()):
            kinds = [kind for kind in kinds_of(machine) if found[kind] < WANTED[kind]]
            if kinds and (picked.random() < 0.1 or "calamity" in kinds or "resolution" in kinds):
                _goes_on_alike(machine, seed)
                found.update(kinds)
            machine.answer(random_answer(machine, rnd))
    assert all(found[kind] >= number for kind, number in WANTED.items()), dict(found)


def _goes_on_alike(machine: Machine, seed: int) -> None:
    restored = Machine.from_data(machine.game, json.loads(json.dumps(machine.to_data())))
    assert restored.to_data() == machine.to_data()
    went = []
    for twin in (machine.clone(), restored):
        rnd = random.Random(seed)
        asked = []
        for _ in range(15):
            asked.append(twin.state.pending)
            if twin.state.pending is None:
                break
            twin.answer(random_answer(twin, rnd))
        went.append((asked, twin.to_data()))
    assert went[0] == went[1]
    assert went[0][1] != machine.to_data()
