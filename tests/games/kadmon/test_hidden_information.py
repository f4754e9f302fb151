"""Law 7 on hands, the Wilds, the Grave and the Crown: who cannot see a card learns nothing of it."""

from __future__ import annotations

from collections import Counter

from cardscript.session.game import load
from tests.games.kadmon.moments import kinds_of
from tests.soak import new_game
from tests.twins import watch


def test_a_seat_sees_nothing_of_what_is_hidden_from_it() -> None:
    """In two games; also in what follows an answer, until a card comes to light that the seat did not know."""
    found: Counter[str] = Counter()
    for seed in (2, 4):
        watch(new_game(load("kadmon").game, seed, 3 + seed // 2 % 2), seed, found, kinds_of, share=0.07)
    assert found["now"] >= 100
    assert found["asked"] >= 30
    assert found["next"] >= 100
    assert found["response"] >= 30
    assert found["announced"] >= 8
    assert found["assignment"] >= 8
