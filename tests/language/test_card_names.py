"""A card name made of ordinary words is a warning where lines of others were read with it, and only there."""

from __future__ import annotations

import pytest

from tests.games.table import game
from tests.language.test_specification import findings_of


def warnings(text: str) -> list[tuple[str, str, str]]:
    """(code, severity, the words it is about) of all findings in a text added to the shipped game."""
    return [(d.code, d.severity, text[d.span.start : d.span.end]) for d in findings_of(text) if d.code == "CS304"]


USER = 'hero "User" of Test\n    cost 3\n    KO a Hero with Cost 2 from your hand.\n'


def test_a_name_that_changes_what_another_line_means() -> None:
    assert warnings('hero "Cost 2" of Test\n    cost 2\n' + USER) == [("CS304", "warning", 'hero "Cost 2" of Test')]
    assert warnings(USER) == []


def test_a_name_that_keeps_other_lines_from_being_read() -> None:
    for name in ("Each Player", "Draw a Card"):
        text = f'hero "{name}" of Test\n    cost 2\n    You get +1 Attack.\n'
        assert warnings(text) == [("CS304", "warning", f'hero "{name}" of Test')]


def test_its_own_lines_may_use_it() -> None:
    assert warnings('hero "Cost 2" of Test\n    cost 2\n    KO a Hero with Cost 2 from your hand.\n') == []


@pytest.mark.parametrize("name", ["Cost Cutter", "Wound", "Hero Villain", "Draw"])
def test_names_that_harm_nobody(name: str) -> None:
    """Unknown words; a word that has its own meaning too; words nobody uses; a verb where a verb is meant."""
    assert warnings(f'hero "{name}" of Test\n    cost 2\n    You get +1 Attack.\n') == []


def test_in_quotes_the_card_is_meant() -> None:
    text = 'hero "Cost 2" of Test\n    cost 2\n    You get +1 Attack.\n'
    quoted = 'hero "User" of Test\n    cost 3\n    KO a "Cost 2" from your hand.\n'
    assert warnings(text + quoted) == []
    made = game("legendary", text + quoted)
    assert any("Cost 2" in str(card.abilities) for card in made.cards if card.name == "User")


def test_the_shipped_games_have_no_such_name() -> None:
    for name in ("legendary", "duel"):
        assert game(name).cards
