"""Sessions of the games that come with the package: records, saving and undo on real cards."""

from __future__ import annotations

from functools import cache
from random import Random as Dice

import pytest

import cardscript
from cardscript.language.manifest import shipped_games
from cardscript.session.game import GameHandle
from cardscript.session.record import record_text
from cardscript.session.replay import replay

from .helpers import played


@cache
def shipped(name: str) -> GameHandle:
    """A shipped game, loaded once."""
    return cardscript.load(name)


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_records_saves_and_undo(name: str) -> None:
    handle = shipped(name)
    dice = Dice(name)
    for seed in range(2):
        whole = played(seed=seed, handle=handle)
        assert whole.ended_by_rule
        text = record_text(whole, handle)
        assert record_text(replay(text, handle), handle) == text
        for at in dice.sample(range(whole.answer_count), 3):
            part = played(at, seed=seed, handle=handle)
            again = handle.from_json(part.to_json(), verify=True)
            for answer in whole.given[at:]:
                again.pick(answer.picks)
            assert again.to_json() == whole.to_json()
            for _ in range(whole.answer_count - at):
                again.undo()
                if again.answer_count == at:
                    break
            assert again.to_json() == part.to_json()


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_views_are_plain_and_say_nothing_of_hidden_hands(name: str) -> None:
    handle = shipped(name)
    session = played(40, seed=1, handle=handle)
    for seat in range(session.players):
        view = session.view(seat)
        hidden = {z.name for z in handle.game.zones if z.sees == "none"}
        owned = {f"player {other + 1}'s {z.name}" for z in handle.game.zones if z.sees == "owner"
                 for other in range(session.players) if other != seat}  # fmt: skip
        zones = [*view["zones"], *(zone for player in view["players"] for zone in player["zones"])]
        for zone in zones:
            if zone["name"] in owned or any(zone["name"].endswith(n) for n in hidden):
                assert zone["cards"] is None
