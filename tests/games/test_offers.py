"""What windows remember in the shipped games must be what they would read anew."""

from __future__ import annotations

import pytest

from cardscript.engine.machine import Machine
from cardscript.session.game import load
from cardscript.session.setup import choose
from tests.engine.test_offers import compare_all
from tests.engine.tiny import Dice


@pytest.mark.parametrize(("name", "seed"), [("legendary", 1), ("legendary", 2), ("legendary", 5), ("duel", 1)])
def test_windows_of_random_games(name: str, seed: int) -> None:
    game = load(name).game
    found = choose(game, 2, seed, {})
    assert isinstance(found, tuple)
    assert compare_all(Machine(game, found[0], seed, {}), Dice(seed), 250) > 20
