"""Law 7: tables that differ only in what a seat cannot see look the same to it and offer it the same answers."""

from __future__ import annotations

import json
import random

from cardscript.engine.kinds import P_SEAT
from cardscript.engine.machine import Machine
from cardscript.session.game import load
from cardscript.session.sight import sees
from cardscript.session.view import view
from tests.soak import new_game, random_answer


def twin_for(machine: Machine, seat: int, rnd: random.Random) -> Machine | None:
    """The same table with the cards a seat cannot see dealt anew among the places it cannot see, kind by kind of pile:
    face-down piles keep their sizes. None if nothing could be changed."""
    twin = machine.clone()
    state = twin.state
    layout = state.compiled.layout
    game = twin.game
    mixed = False
    groups = [[z] for z, zone in enumerate(game.zones) if not zone.per_player and zone.sees == "none"]
    for other in range(twin.players):
        own = [z for z, zone in enumerate(game.zones) if zone.per_player and zone.sees != "all"]
        if own:
            groups.append([1000 + other, *own])
    for group in groups:
        if group[0] >= 1000:
            places = [layout.instances(z, group[0] - 1000)[0] for z in group[1:]]
        else:
            places = layout.instances(group[0], -1)
        hidden = [p for p in places if not sees(twin, p, seat)]
        cards = [card for place in hidden for card in state.zones.get(place, [])]
        if len({state.decl[c] for c in cards}) < 2:
            continue
        shuffled = cards[:]
        rnd.shuffle(shuffled)
        mixed = mixed or shuffled != cards
        for place in hidden:
            size = len(state.zones.get(place, []))
            state.zones[place], shuffled = shuffled[:size], shuffled[size:]
            for card in state.zones[place]:
                state.at[card] = place
    return twin if mixed else None


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
                    assert json.dumps(view(twin, seat)) == json.dumps(view(machine, seat))
                    if machine.state.pending[P_SEAT] == seat:
                        assert twin.pending == machine.pending
                        asked += 1
                    checked += 1
            machine.answer(random_answer(machine, rnd))
    assert checked >= 100
    assert asked >= 20
