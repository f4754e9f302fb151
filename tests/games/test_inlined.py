"""Expressions written as one function against the closures they stand for, in games of all shipped sets."""

from __future__ import annotations

import random
import re
import types
from collections.abc import Callable
from copy import copy
from functools import cache

import pytest

from cardscript.engine import inlined, written
from cardscript.engine.compiled import Compiled
from cardscript.engine.deal import Deal
from cardscript.engine.machine import Machine
from cardscript.engine.scope import Scope
from cardscript.engine.state import State
from cardscript.engine.states import StateRules
from cardscript.language import ast
from cardscript.language.program import Game
from cardscript.session.game import load
from cardscript.session.setup import choose

ALL = ("core", "heroes-of-asgard", "midnight-sons")
GAMES = (("legendary", ALL, 3), ("kadmon", None, 4), ("duel", None, 2))
WORDS = frozenset(
    re.findall(
        r"\w+",
        """
def return if elif else for in while break continue and or not is True False None len bool list sum enumerate
fromkeys get append pop
- the state and its parts
s defs ident at zones counters res made stood seat players log base done frames budget watch timed hot vocal touched due
always announced bent gone ever kinds traits prints attributes name group own own_changes touchy lines do closing out
fresh least pending
- what is called
value_of is_copy holder held put EMPTY perform own_goal note_event move_card triggers check begin_due begin_first
out_of_steps ops general remember offered options printed_options isdisjoint begin plain actions
- variables
written slots frame card actor amount text flag pc n found doer event index was source to body verb tail d
asked offer key have raw deep
""",
    )
)
OURS = re.compile(r"[cdehknwz]\d+")
FORM = re.compile(r"([A-Za-z_]\w*)|\d+|[()\[\],.:<>=!&|*+%-]|\s")
"""What our text is made of: our own names, numbers and signs."""


@cache
def game(name: str, sets: tuple[str, ...] | None) -> Game:
    return load(name, sets).game


def play(machine: Machine, seed: int, decisions: int = 100_000) -> Machine:
    chance = random.Random(seed)
    while machine.state.pending is not None and decisions:
        least, most = machine.bounds()
        machine.answer(chance.sample(range(machine.raw_option_count()), chance.randint(least, most)))
        decisions -= 1
    return machine


def deal(program: Game, players: int, seed: int) -> Deal:
    chosen = choose(program, players, seed, {})
    assert not isinstance(chosen, list), chosen
    return chosen[0]


@pytest.mark.parametrize(("name", "sets", "players"), GAMES)
def test_games_are_the_same_with_closures(
    name: str, sets: tuple[str, ...] | None, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = game(name, sets)
    seeds = range(3)
    written = [play(Machine(program, deal(program, players, n), n, {}), n, 600).log for n in seeds]
    monkeypatch.setattr(Compiled, "inlines", False)
    other = copy(program)  # tables are kept with the game, so another one is lowered anew
    for n in seeds:
        log = play(Machine(other, deal(other, players, n), n, {}), n, 600).log
        assert log == written[n]
        assert len(log) > 100


@pytest.mark.parametrize(("name", "sets", "players"), GAMES)
def test_no_word_of_a_card_gets_into_the_text(
    name: str, sets: tuple[str, ...] | None, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: set[str] = set()
    code: Callable[[str], types.CodeType] = written.code

    def noted(text: str) -> types.CodeType:
        texts.add(text)
        return code(text)

    monkeypatch.setattr(written, "code", noted)
    program = copy(game(name, sets))
    play(Machine(program, deal(program, players, 1), 1, {}), 1, 600)
    assert len(texts) > (1 if name == "duel" else 30)
    for text in texts:
        assert FORM.sub("", text) == ""
        assert {word for word in FORM.findall(text) if word and not OURS.fullmatch(word)} <= WORDS


def test_what_parts_of_states_said_is_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    program, looked, known = game("kadmon", None), 0, 0
    first = StateRules.first

    def checked(rules: StateRules, s: State) -> tuple[int, int] | None:
        nonlocal looked, known
        for _, _, _, wanted in rules.looked(s.due, s.seat, s.players):
            for yes, no, _, read, blank in wanted:
                looked += 1
                if s.said & (yes | no):
                    known += 1
                    assert bool(s.said & yes) is not bool(s.said & no)
                    assert bool(s.said & yes) is bool(read(s, blank[:]))
        return first(rules, s)

    monkeypatch.setattr(StateRules, "first", checked)
    for seed in range(2):
        play(Machine(program, deal(program, 3, seed), seed, {}), seed, 1500)
    assert looked > 5_000
    assert looked / 10 < known < looked  # some are known, some have to be read


def test_deep_conditions_are_left_to_closures() -> None:
    machine = Machine(game("duel", None), deal(game("duel", None), 2, 1), 1, {})
    scope = Scope(machine.state.compiled, 8)
    node: ast.Cond = ast.SamePlayer(ast.ActivePlayer(), ast.PlayerSlot(ast.YOU))
    for _ in range(40):
        node = ast.Not(ast.And((node, ast.Always())))
    assert inlined.inlined(scope, node) is None  # Python itself refuses some hundred brackets within brackets
    assert scope.cond(node)(machine.state, [-1, machine.state.seat]) is True
