"""What windows remember in the shipped games must be what they would read anew."""

from __future__ import annotations

import pytest

from cardscript.engine.machine import Machine
from cardscript.session.game import load
from cardscript.session.setup import choose
from tests.engine.test_offers import compare_all
from tests.engine.tiny import Dice

ALL = ["core", "heroes-of-asgard", "midnight-sons"]


@pytest.mark.parametrize(
    ("name", "sets", "seed"),
    [
        *[("legendary", None, seed) for seed in (1, 2)],
        *[("legendary", ALL, seed) for seed in range(8)],
        ("duel", None, 1),
        ("kadmon", None, 1),
    ],
)
def test_windows_of_random_games(name: str, sets: list[str] | None, seed: int) -> None:
    game = load(name, sets).game
    found = choose(game, max(2, game.setup.fewest), seed, {})
    assert isinstance(found, tuple)
    assert compare_all(Machine(game, found[0], seed, {}), Dice(seed), 250) > 20
