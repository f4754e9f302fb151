"""The greedy bot: it wins by what a game declares, and knows no more than its seat may."""

from __future__ import annotations

import random

from cardscript.engine.machine import Machine
from cardscript.players.bots import Bot, Eager, Random
from cardscript.players.greedy import Greedy
from cardscript.session.game import load
from tests.session.helpers import TOY
from tests.soak import new_game, random_answer
from tests.twins import twin_for


def play(machine: Machine, seats: list[Bot]) -> int:
    """How many answers it took to the end."""
    given = 0
    while (asked := machine.seat_asked) >= 0:
        machine.answer(seats[asked].choose(machine, given))
        given += 1
    return given


def test_greedy_scores_more_than_chance() -> None:
    """In the toy and in Legendary, at either seat, in every game."""
    for handle, games in ((TOY, 6), (load("legendary"), 4)):
        for seed in range(games):
            machine = handle.machine(2, seed, {}, {}, 0)
            mine = seed % 2
            play(machine, [Greedy(seed, seat) if seat == mine else Random(seed, seat) for seat in range(2)])
            assert machine.result is not None
            scores = machine.result.scores
            assert scores[mine] > scores[1 - mine], (handle.id, seed, scores)


def test_greedy_beats_chance_where_players_play_against_each_other() -> None:
    machine = new_game(load("kadmon").game, 4, 3)
    play(machine, [Random(4, 0), Greedy(4, 1), Random(4, 2)])
    assert machine.result is not None
    assert machine.result.winners == (1,)


def test_greedy_answers_the_same_whatever_lies_where_it_cannot_see() -> None:
    looked = 0
    for name in ("kadmon", "legendary"):
        machine = new_game(load(name).game, 5, 3)
        rnd = random.Random(5)
        for at in range(120):
            if (seat := machine.seat_asked) < 0:
                break
            if machine.raw_option_count() > 1 and rnd.random() < 0.3:
                twin = twin_for(machine, seat, rnd)
                if twin is not None:
                    looked += 1
                    assert Greedy(5, seat).choose(twin, at) == Greedy(5, seat).choose(machine, at)
            machine.answer(random_answer(machine, rnd))
    assert looked >= 20


def test_an_eager_player_acts_rather_than_passes() -> None:
    def passes(kind: type[Random]) -> int:
        count = 0
        for seed in range(10):
            machine = TOY.machine(2, seed, {}, {}, 0)
            seats, given = [kind(seed, seat) for seat in range(2)], 0
            while (asked := machine.pending) is not None:
                picks = seats[asked.seat].choose(machine, given)
                count += [asked.options[pick] for pick in picks] == ["end your turn"]
                machine.answer(picks)
                given += 1
        return count

    assert passes(Eager) < passes(Random)
