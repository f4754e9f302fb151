"""Random games of the Full Gauntlet: they end by a rule, and all 80 Ichor are somewhere at every decision."""

from __future__ import annotations

import random

import pytest

from cardscript.session.game import GameHandle, load
from cardscript.session.session import ended_by_rule
from tests.ledger import check_places
from tests.soak import random_answer


@pytest.fixture(scope="module")
def handle() -> GameHandle:
    return load("kadmon")


@pytest.mark.parametrize("players", [3, 4])
def test_gaunt_03_random_games_end_by_a_rule(handle: GameHandle, players: int) -> None:
    machine = handle.machine(players, 11, {}, {"length": "full-gauntlet"}, 0)
    game, state = handle.game, machine.state
    ichor = [card for card in range(machine.card_count) if game.cards[state.decl[card]].name == "Ichor"]
    names = {"Ichor Pool", "Chalice", *(f"player {n + 1}'s Collected Ichor" for n in range(players))}
    places = {place for place in state.zones if machine.place_name(place) in names}
    rnd = random.Random(players)
    while machine.result is None:
        assert {machine.state.at[card] for card in ichor} <= places
        machine.answer(random_answer(machine, rnd))
    check_places(machine)
    assert len(ichor) == 80
    assert ended_by_rule(machine)
