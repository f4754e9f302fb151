"""What is written as Python functions against the ops and closures it stands for, in games of all shipped sets."""

from __future__ import annotations

import random
import re
import types
from collections.abc import Callable
from copy import copy
from functools import cache
from pathlib import Path

import pytest

from cardscript.engine import inlined, runs, written
from cardscript.engine.compiled import Compiled
from cardscript.engine.deal import Deal
from cardscript.engine.kinds import Event
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
    word
    for source in Path(written.__file__).parent.glob("*.py")
    for word in re.findall(r"[A-Za-z_]\w*", source.read_text(encoding="utf-8"))
)
"""All words of the engine, in which there is none of any game."""
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
    seeds = range(3)

    def logs() -> list[list[Event]]:
        program = copy(game(name, sets))  # tables are kept with the game, so another one is lowered anew
        return [play(Machine(program, deal(program, players, n), n, {}), n, 600).log for n in seeds]

    written = logs()
    monkeypatch.setattr(runs, "WARM", 1)
    assert logs() == written  # each op is written when it is met first
    monkeypatch.setattr(Compiled, "inlines", False)
    assert logs() == written
    assert min(map(len, written)) > 100


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


def test_functions_of_the_same_text_have_code_of_their_own() -> None:
    one, other = (written.written("", ["return k0"], {"k0": number}) for number in (1, 2))
    assert (one(), other()) == (1, 2)
    assert one.__code__ is not other.__code__


def test_deep_conditions_are_left_to_closures() -> None:
    machine = Machine(game("duel", None), deal(game("duel", None), 2, 1), 1, {})
    scope = Scope(machine.state.compiled, 8)
    node: ast.Cond = ast.SamePlayer(ast.ActivePlayer(), ast.PlayerSlot(ast.YOU))
    for _ in range(40):
        node = ast.Not(ast.And((node, ast.Always())))
    assert inlined.inlined(scope, node) is None  # Python itself refuses some hundred brackets within brackets
    assert scope.cond(node)(machine.state, [-1, machine.state.seat]) is True


class Trees:
    """Conditions and numbers put together by chance, about cards of a game."""

    def __init__(self, program: Game, seed: int) -> None:
        self.chance = random.Random(seed)
        self.zones = [n for n, zone in enumerate(program.zones) if not zone.per_player]
        self.owned = [n for n, zone in enumerate(program.zones) if zone.per_player]
        self.kinds, self.attributes = len(program.kinds), len(program.attributes)
        self.slot = 20

    def place(self) -> ast.Place:
        shared, owned = self.chance.choice(self.zones), self.chance.choice(self.owned)
        you = ast.ZonePlace(owned, self.chance.choice((ast.PlayerSlot(ast.YOU), ast.ActivePlayer())))
        return self.chance.choice((ast.ZonePlace(shared), you, ast.EachZone(owned)))

    def cards(self, depth: int) -> ast.Cards:
        plain = (ast.CardsIn(self.place()), ast.CardSlot(ast.OBJECT), ast.TopOf(self.place(), ast.Const(2)))
        if not depth:
            return self.chance.choice(plain)
        self.slot += 1
        slot, inner = self.slot, self.cards(depth - 1)
        other = self.cards(depth - 1)
        return self.chance.choice(
            (
                ast.Where(inner, slot, self.cond(depth - 1, slot)),
                ast.Where(ast.Union((inner, other)), slot, self.cond(depth - 1, slot)),
                ast.Union((inner, other)),
                ast.CardsIn(ast.Beneath(inner)),
                ast.Take(ast.Where(inner, slot, self.cond(depth - 1, slot)), "first", ast.Const(2)),
            )
        )

    def number(self, depth: int, slot: int) -> ast.Number:
        one, two = ast.Const(self.chance.randrange(4)), self.chance.randrange(self.attributes)
        of = self.chance.choice((ast.CardSlot(slot), self.cards(depth)))
        return self.chance.choice(
            (one, ast.Count(self.cards(depth)), ast.AttributeOf(of, two), ast.Plus(one, ast.Count(self.cards(depth))))
        )

    def cond(self, depth: int, slot: int = ast.OBJECT) -> ast.Cond:
        held = ast.CardSlot(slot)
        plain = (
            ast.IsKind(held, self.chance.randrange(self.kinds)),
            ast.LiesIn(held, self.place()),
            ast.SamePlayer(ast.HolderOf(held), ast.PlayerSlot(ast.YOU)),
            ast.Among(held, self.cards(0)),
        )
        if not depth:
            return self.chance.choice(plain)
        parts = tuple(self.cond(depth - 1, slot) for _ in range(self.chance.randint(1, 3)))
        op = self.chance.choice((">=", ">", "<", "<=", "==", "!="))
        return self.chance.choice(
            (
                *plain,
                ast.And(parts),
                ast.Or(parts),
                ast.Not(parts[0]),
                ast.Some(self.cards(depth - 1)),
                ast.Some(self.cards(depth - 1)),
                ast.Compare(self.number(depth - 1, slot), op, self.number(depth - 1, slot)),
            )
        )


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_says_what_closures_say(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = game("legendary", ALL)
    states = [play(Machine(program, deal(program, 2, n), n, {}), n, 10 + 35 * n).state for n in range(2)]
    trees, compiled, said = Trees(program, seed), states[0].compiled, [0, 0]
    for _ in range(60):
        node = trees.cond(3)
        scope = Scope(compiled, 60)
        written_cond, cards = scope.cond(node), trees.cards(2)
        written_cards, kept = scope.view(cards), scope.cards(cards)
        monkeypatch.setattr(Compiled, "inlines", False)
        read, listed = scope.cond(node), scope.view(cards)
        monkeypatch.setattr(Compiled, "inlines", True)
        for s in states:
            for held in ([], [0], [len(s.at) // 2], [len(s.at) - 1, 3]):
                slots = scope.blank()
                slots[:4] = [-1, 0, 1, held]
                expected = bool(read(s, slots[:]))
                said[expected] += 1
                assert bool(written_cond(s, slots[:])) is expected, node
                own = kept(s, slots[:])
                assert list(written_cards(s, slots[:])) == own == list(listed(s, slots[:])), cards
                assert all(own is not pile for pile in s.zones.values())
    assert min(said) > 50
