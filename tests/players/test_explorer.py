"""Explorer bots: they find more than chance does, always the same way, and work on any session."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from cardscript.players.bots import make_bot
from cardscript.players.explorer import explorers_set_up
from cardscript.players.table import play_out
from cardscript.players.tally import Manner, Tally, run_games
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle, load
from tests.games.table import game
from tests.language.small_game import RULES, write_game
from tests.session.helpers import TOY

RIDDLES = 12
SHORT = RULES.replace("5 or more Coin", "3 or more Coin").replace(
    "do: You toss the card.", "do:\n        You toss the card.\n        Carry out the card's text."
)
CARDS = "".join(
    f'stone "Riddle {n}"\n    price 1\n    You may get 1 Coin. If you do, you may lose 1 Coin.\n'
    for n in range(RIDDLES)
)
"""Cards with two questions each: three outcomes a card, of which a game shows a few."""


def executed(exercise: Exercise) -> int:
    return sum(clause.executed for line in exercise.report() for clause in line.clauses)


def sides(exercise: Exercise) -> int:
    """How many outcomes have been seen of what can come out two ways."""
    return sum(c.came_true + c.came_false for line in exercise.report() for c in line.clauses if c.two_way)


def seen(handle: GameHandle, bots: str, games: int, seed: int = 0) -> Exercise:
    exercise = Exercise(handle.game)
    for _ in run_games(handle, Manner(bots=(bots,)), games, seed, Tally(), exercise):
        pass
    return exercise


@pytest.fixture
def riddles(tmp_path: Path) -> GameHandle:
    return load(write_game(tmp_path, SHORT, CARDS))


@pytest.mark.parametrize("seed", [0, 100, 200])
def test_explorers_see_more_outcomes_than_chance_in_as_many_games(riddles: GameHandle, seed: int) -> None:
    by_chance, explored = (sides(seen(riddles, bots, 10, seed)) for bots in ("random", "explorer"))
    assert explored >= by_chance + 10


def test_explorers_execute_clearly_more_of_a_large_game_than_chance() -> None:
    by_chance, explored = (executed(seen(GameHandle(game("legendary")), bots, 6)) for bots in ("random", "explorer"))
    assert explored >= by_chance + 60


def test_the_same_seed_gives_the_same_games(riddles: GameHandle) -> None:
    assert seen(riddles, "explorer", 4).to_json() == seen(riddles, "explorer", 4).to_json()
    assert seen(riddles, "explorer", 4).to_json() != seen(riddles, "explorer", 4, seed=50).to_json()


def test_what_one_game_has_shown_the_next_one_knows(riddles: GameHandle) -> None:
    one_by_one = Exercise(riddles.game)
    for seed in range(8):
        one_by_one.merge(seen(riddles, "explorer", 1, seed))
    assert sides(seen(riddles, "explorer", 8)) > sides(one_by_one)


@pytest.mark.parametrize("name", ["duel", "toy"])
def test_explorers_play_any_session_to_its_end_and_leave_it_unwatched(name: str) -> None:
    handle = TOY if name == "toy" else GameHandle(game(name))
    session = handle.start(2, 3)
    tables = session.machine.state.compiled
    play_out(session, [make_bot("explorer", 3, seat) for seat in range(2)])
    assert session.result is not None and session.machine.state.compiled is tables


def test_a_game_without_files_has_lines_too() -> None:
    exercise = seen(TOY, "explorer", 3)
    printed = [text for card in TOY.game.cards for text in card.lines]
    assert [line.text for line in exercise.report() if line.section == "card"] == printed
    assert executed(exercise) > 0


@cache
def legendary() -> GameHandle:
    return GameHandle(game("legendary"))


def set_up(
    exercise: Exercise, players: int | None, options: Mapping[str, str], seed: int = 0
) -> tuple[int | None, dict]:  # type: ignore[type-arg]
    count, chosen = explorers_set_up(legendary(), exercise, players, seed, options, 0)
    return count, dict(chosen)


def test_the_set_up_keeps_what_was_asked_for_and_seeks_cards_with_something_left() -> None:
    exercise = Exercise(legendary().game)
    count, chosen = set_up(exercise, 3, {"mastermind": "Loki"})
    assert count == 3 and chosen["mastermind"] == ["Loki"]
    for line in exercise.clauses.lines:  # everything is known but what one scheme says
        if line.name != "The Legacy Virus":
            exercise.note(clause.number * 4 + mark for clause in line.clauses for mark in range(3))
    for seed in range(3):
        assert set_up(exercise, None, {}, seed)[1]["scheme"] == ["The Legacy Virus"]


def test_other_numbers_of_players_are_tried_for_their_set_up_lines_only() -> None:
    exercise = Exercise(legendary().game)
    scheme = {"scheme": "Super Hero Civil War"}
    for line in exercise.clauses.lines:
        known = [c for c in line.clauses if c.words != "For 4-5 players, use 5 Twists"]
        exercise.note(clause.number * 4 + mark for clause in known for mark in range(3))
    assert set_up(exercise, None, scheme)[0] in (4, 5)
    exercise.note(clause.number * 4 for line in exercise.clauses.lines for clause in line.clauses)
    assert set_up(exercise, None, scheme)[0] == 2
