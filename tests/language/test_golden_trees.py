"""The tree of every printed sentence of three boxes and of Kadmon, read by a person once and pinned."""

from __future__ import annotations

import pytest

from cardscript.language.grammar import Lexicon
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon
from tests.language.pin_trees import BOXES, GAMES, compiled, pairs, printed


@pytest.mark.parametrize("box", BOXES)
def test_trees(box: str) -> None:
    _as_pinned(box, lexicon())


@pytest.mark.parametrize("game", GAMES)
def test_trees_of_every_printed_sentence(game: str) -> None:
    """Where a line is new or has changed: read its tree, then run tests/language/pin_trees.py."""
    assert [sentence for sentence, _ in pairs(game)] == printed(game)
    _as_pinned(game, compiled(game)[1])


def _as_pinned(fixture: str, reader: Lexicon) -> None:
    changed = []
    for sentence, sexpr in pairs(fixture):
        tree = reader.parse(sentence)
        read = tree.sexpr() if isinstance(tree, Node) else str([problem.message for problem in tree])
        if read != sexpr:
            changed.append(f"{sentence}\n   was {sexpr}\n   is  {read}")
    assert not changed, "\n".join(changed)


def test_at_least_97_percent_are_read_rightly() -> None:
    right = sum(len(pairs(box)) for box in BOXES)
    unread = len(pairs("unread"))
    assert right / (right + unread) >= 0.97


def test_every_unread_sentence_has_its_reason() -> None:
    pinned = {sentence for box in BOXES for sentence, _ in pairs(box)}
    for sentence, reason in pairs("unread"):
        assert reason.startswith(("not read: ", "read wrongly: "))
        assert sentence not in pinned
        assert isinstance(lexicon().parse(sentence), Node) == reason.startswith("read wrongly")
