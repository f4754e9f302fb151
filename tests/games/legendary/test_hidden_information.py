"""Law 7: tables that differ only in what a seat cannot see look the same to it and offer it the same answers."""

from __future__ import annotations

import random

from cardscript.session.game import load
from tests.soak import new_game, random_answer
from tests.twins import same_now, twin_for


def test_a_seat_sees_nothing_of_what_is_hidden_from_it() -> None:
    game = load("legendary").game
    checked = asked = 0
    for seed in range(6):
        machine = new_game(game, seed, 2 + seed % 3)
        rnd = random.Random(seed)
        while machine.state.pending is not None and checked < 400:
            if rnd.random() < 0.15:
                seat = rnd.randrange(machine.players)
                twin = twin_for(machine, seat, rnd)
                if twin is not None:
                    asked += same_now(machine, twin, seat)
                    checked += 1
            machine.answer(random_answer(machine, rnd))
    assert checked >= 100
    assert asked >= 20
