"""A thousand random games, watched (see tests/soak.py), and games taken up again in the middle of an ability."""

from __future__ import annotations

import json
import random

import pytest

from cardscript.engine.kinds import P_ASK
from cardscript.engine.machine import Machine
from cardscript.session.game import load
from cardscript.session.trace import json_line, trace_data
from tests.hash_seeds import alike_under_hash_seeds
from tests.soak import new_game, random_answer

GAMES, CHUNKS = 1000, 4


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_end_by_a_rule_and_alike_under_every_hash_seed(chunk: int) -> None:
    count = GAMES // CHUNKS
    first = alike_under_hash_seeds("--start", str(chunk * count), "--games", str(count))
    assert sum(first["endings"].values()) == count


def test_200_decisions_inside_abilities_are_taken_up_again_alike() -> None:
    game = load("legendary").game
    checked = 0
    seed = 0
    while checked < 200:
        machine = new_game(game, seed, 2 + seed % 4)
        rnd = random.Random(seed)
        seed += 1
        while machine.state.pending is not None and checked < 200:
            if machine.state.pending[P_ASK] != "action" and rnd.random() < 0.3:
                _goes_on_alike(machine, seed)
                checked += 1
            machine.answer(random_answer(machine, rnd))
    assert checked == 200


def _goes_on_alike(machine: Machine, seed: int) -> None:
    game = machine.game
    restored = Machine.from_data(game, json.loads(json.dumps(machine.to_data())))
    assert restored.to_data() == machine.to_data()
    before = machine.events_since(0)
    texts = []
    for twin in (machine.clone(), machine.clone(), restored):
        rnd = random.Random(seed)
        for _ in range(25):
            if twin.state.pending is None:
                break
            twin.answer(random_answer(twin, rnd))
        assert twin.events_since(0)[: len(before)] == before
        texts.append([json_line(data) for data in trace_data(twin, len(before))])
    assert texts[0] == texts[1] == texts[2]
    assert texts[0]
