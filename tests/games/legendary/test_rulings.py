"""The rulings of Legendary: those of a set, and games that are saved or watched under them."""

from __future__ import annotations

import pytest

from cardscript.language.rulings import under
from cardscript.session.exercise import Exercise
from cardscript.session.game import load


@pytest.mark.parametrize("left_out", ["heroes-of-asgard", "midnight-sons"])
def test_a_set_takes_its_rulings_with_it(left_out: str) -> None:
    kept = [name for name in ("core", "heroes-of-asgard", "midnight-sons") if name != left_out]
    handle = load("legendary", kept)
    assert {info.set for info in handle.rulings.values()} == {"", *kept}


def test_a_saved_game_goes_on_under_its_rulings() -> None:
    handle = load("legendary", ("core", "midnight-sons"))
    told = {"light-check": "once-a-turn", "fight-text": "before-taking"}
    session = handle.start(seed=4, rulings=told)
    while (decision := session.decision) is not None and session.event_count < 150:
        session.pick([0] * max(1, decision.least))
    again = handle.from_json(session.to_json(), verify=True)
    assert {name: again.setting.rulings[name] for name in told} == told
    assert again.game is session.game
    assert again.to_json() == session.to_json()


def test_games_under_other_rulings_are_played_but_not_watched() -> None:
    handle = load("legendary")
    exercise = Exercise(handle.game)
    watched = exercise.handle(handle)
    other = watched.start(rulings={"evil-wins": "after-the-turn"})
    assert other.game is under(handle.game, {"evil-wins": "after-the-turn"})
    assert watched.start().game is exercise.game
