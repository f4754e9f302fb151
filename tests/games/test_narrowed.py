"""Games with tables of their own, without what can't come to be in them, against the same with the whole tables."""

from __future__ import annotations

import json
import random

import pytest

from cardscript.engine import narrowed
from cardscript.engine.actions import action_code
from cardscript.engine.compiled import Compiled, compiled_for
from cardscript.engine.deal import Deal
from cardscript.engine.kinds import FIRST_UNIT
from cardscript.engine.lower import lower
from cardscript.engine.machine import Machine
from cardscript.engine.marks import COUNTED
from cardscript.engine.narrowed import Narrowed
from cardscript.engine.reach import Reach, Reaching
from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.language.rulings import under
from cardscript.session.setup import choose
from tests.games.test_inlined import ALL, GAMES, deal, game


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are made for the first game already."""
    monkeypatch.setattr(narrowed, "WORTH", 1)


def of_the_core_box(players: int, seed: int) -> Deal:
    """What is dealt is of the first box alone, though all are there."""
    picks = choose(game("legendary", ("core",)), players, seed, {})
    assert not isinstance(picks, list)
    chosen = choose(game("legendary", ALL), players, seed, {name: list(of) for name, of in picks[1].items()})
    return (
        chosen[0]
        if not isinstance(chosen, list) and isinstance(chosen[0], Deal)
        else of_the_core_box(players, seed + 100)
    )


def answer(machine: Machine, chance: random.Random) -> None:
    least, most = machine.bounds()
    machine.answer(chance.sample(range(machine.raw_option_count()), chance.randint(least, most)))


def played(machine: Machine, seed: int, decisions: int) -> Machine:
    chance = random.Random(seed)
    while machine.state.pending is not None and decisions:
        answer(machine, chance)
        decisions -= 1
    return machine


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("core", [True, False])
def test_games_are_the_same_without(players: int, core: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    program, narrower = game("legendary", ALL), 0
    for seed in range(6):
        dealt = of_the_core_box(players, seed) if core else deal(program, players, seed)
        monkeypatch.setattr(Compiled, "narrows", True)
        short = played(Machine(program, dealt, seed, {}), seed, 400)
        narrower += isinstance(short.state.compiled, Narrowed)
        monkeypatch.setattr(Compiled, "narrows", False)
        whole = played(Machine(program, dealt, seed, {}), seed, 400)
        assert type(whole.state.compiled) is Compiled
        assert short.log == whole.log and short.pending == whole.pending
        assert short.state.reach == whole.state.reach
    assert narrower >= (6 if core else 2)


def test_moves_and_prices_heed_only_sets_that_are_played_with() -> None:
    """Heroes of Asgard and Midnight Sons have cards that count as others in the City and a Scheme that raises the price
    of Heroes; nothing of that is asked in a game of the core box."""
    program, plain = game("legendary", ALL), 0
    recruit = next(n for n, action in enumerate(program.actions) if action.name == "recruit")
    city = next(n for n, zone in enumerate(program.zones) if zone.name == "City")
    for seed in range(6):
        state = Machine(program, of_the_core_box(2, seed), seed, {}).state
        tables, whole = state.compiled, state.compiled.whole
        assert isinstance(tables, Narrowed)
        assert len(action_code(tables, recruit).by_attributes) == 1
        place = whole.layout.base[city]
        assert whole.marks.of[place] & COUNTED
        plain += not tables.marks.of[place] & COUNTED
    assert len(action_code(whole, recruit).by_attributes) == 2
    assert plain == 6


@pytest.mark.parametrize(("name", "sets", "players"), GAMES)
def test_saved_games_go_on_with_other_tables(name: str, sets: tuple[str, ...] | None, players: int) -> None:
    program = game(name, sets)
    for seed in range(3):
        dealt = of_the_core_box(players, seed) if name == "legendary" else deal(program, players, seed)
        one = other = Machine(program, dealt, seed, {})
        other = one.clone()
        chance, again = random.Random(seed), random.Random(seed)
        for count in range(150):
            if one.state.pending is None:
                break
            if count % 5 == 4:
                data = json.loads(json.dumps(other.to_data()))
                reach = data["reach"]
                data["reach"] = None if count % 2 else reach
                other = Machine.from_data(program, data)
                other.state.reach = reach
            answer(one, chance)
            answer(other, again)
            assert other.pending == one.pending
        assert other.log == one.log


@pytest.mark.parametrize(("name", "sets", "players"), GAMES)
def test_texts_keep_their_numbers(name: str, sets: tuple[str, ...] | None, players: int) -> None:
    """However little can come to be, each unit has the same ops in the same places."""
    whole = compiled_for(under(game(name, sets), {}), lower)
    for reach in (Reach(0, 0, 0, 0), Reach(0, -1, -1, 1), Reach(-1, 0, 0, 0)):
        short = Narrowed(whole, Reaching(whole), reach)
        for uid in range(FIRST_UNIT, len(whole.units)):
            mine, theirs = short.code(uid), whole.code(uid)
            assert [(type(node), node.span) for node in mine.nodes] == [(type(n), n.span) for n in theirs.nodes]
            assert len(mine.blank) == len(theirs.blank)
            unit = whole.units[uid]
            assert unit is not None
            named = {n.slot for n in inside(unit) if isinstance(n, ast.CardSlot) and n.slot >= ast.FIRST_FREE}
            assert all(mine.blank[slot] == [] for slot in named if theirs.blank[slot] == [])
