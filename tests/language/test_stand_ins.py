"""Values, lines, names and numbers of copies that stand in for unknown ones: found where they are, without meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardscript.language.program import Game
from cardscript.session.game import load
from tests.language.small_game import CARDS, write_game

MARKED = (
    'stone "Rock" (stand-in) (9 copies) (stand-in)\n'
    "    price 2 (stand-in), hue Red\n"
    "    You get +1 Coin. (stand-in)\n"
)  # fmt: skip
"""The card of the small game with marks."""


def compiled(folder: Path, cards: str) -> Game:
    return load(str(write_game(folder, cards=cards))).game


def test_a_name_copies_values_and_lines_can_be_stand_ins(tmp_path: Path) -> None:
    found = compiled(tmp_path, MARKED).stand_ins
    assert [(one.card, one.text) for one in found] == [
        ("Rock", '"Rock"'), ("Rock", "9 copies"), ("Rock", "price 2"), ("Rock", "You get +1 Coin."),
    ]  # fmt: skip
    words = [MARKED[one.span.start : one.span.end] for one in found]
    assert words == ['"Rock"', "(9 copies)", "price 2", "You get +1 Coin."]


def test_the_marks_mean_nothing_to_the_card(tmp_path: Path) -> None:
    marked, plain = ([(c.name, c.count, c.lines, c.attributes) for c in compiled(tmp_path, text).cards]
                     for text in (MARKED, CARDS))  # fmt: skip
    assert marked == plain
    assert not compiled(tmp_path, CARDS).stand_ins


@pytest.mark.parametrize(
    "header", ['stone (stand-in) "Rock" (9 copies)', 'stone "Rock" of Rocks (stand-in) (9 copies)']
)
def test_a_mark_elsewhere_in_the_first_line_is_one_too(tmp_path: Path, header: str) -> None:
    assert len(compiled(tmp_path, header + "\n    You get +1 Coin.\n").stand_ins) == 1
