"""Cards that texts can't affect stay where they are, also where a text moves several at once."""

from __future__ import annotations

import pytest

from cardscript.engine import kinds as k
from cardscript.language import ast as a
from tests.engine.small import Small, words
from tests.engine.tiny import ME, YES, n, text


def table(moving: str) -> tuple[Small, list[tuple[int, int, int, int]], a.Stmt]:
    """Three plain cards in a pile, beneath them a stone that no text can affect, and a card whose text moves all."""
    t = Small()
    stone = t.card("Stone", cost=9)
    t.standing.append(a.Immune(8, a.IsNamed("Stone", a.CardSlot(8)), 9, YES, "it is a stone"))
    all_of_them = t.at(t.pile)
    ways: dict[str, a.Stmt] = {
        "put": a.Move(all_of_them, a.ZonePlace(t.discard, ME)),
        "verb": a.Do(t.take, ME, all_of_them),
        "top": a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.pile), n(4))),
    }
    mover = t.card("Mover", text(ways[moving], words="move them"))
    cards = [*[(t.plain, t.pile, -1, -1)] * 3, (stone, t.pile, -1, -1), (mover, t.bin, -1, -1)]
    return t, cards, a.RunText(t.at(t.bin), ME)


@pytest.mark.parametrize("moving", ["put", "verb", "top"])
def test_what_is_immune_is_not_moved_with_others(moving: str) -> None:
    t, cards, run = table(moving)
    m = t.run(*cards, body=[run])
    assert m.zone_cards(t.pile) == [3]
    assert words(m).count("refused") == 1
    assert [event[k.E_CARD] for event in m.log if event[0] == k.REFUSED] == [3]


@pytest.mark.parametrize("moving", ["put", "verb", "top"])
def test_a_rule_moves_it_all_the_same(moving: str) -> None:
    t, cards, _ = table(moving)
    all_of_them = t.at(t.pile)
    m = t.run(*cards, body=[a.Move(all_of_them, a.ZonePlace(t.discard, ME))])
    assert m.zone_cards(t.pile) == []
    assert "refused" not in words(m)
