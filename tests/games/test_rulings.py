"""docs/rulings.md keeps step with the manifests of the shipped games, and every reading has a scenario."""

from __future__ import annotations

import re

import pytest

from cardscript.language.rulings import under
from tests.rulings_page import GAMES, LEGENDARY, PAGE, ROOT, Rulings, page

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.rulings_page`"


@each_game
def test_every_ruling_that_is_named_exists_and_every_one_is_named(game: Rulings) -> None:
    clauses, cards = game.rows()
    named = {name for row in (*clauses, *cards) for name in row.rulings}
    assert named == set(game.handle().rulings)


@each_game
def test_no_clause_and_no_card_stands_twice_and_each_has_an_outcome(game: Rulings) -> None:
    clauses, cards = game.rows()
    for part in (clauses, cards) if game is LEGENDARY else (clauses,):
        assert len({row.about for row in part}) == len(part) > 20
        assert [row.about for row in part if len(row.text) < 5] == []


@each_game
def test_every_reading_of_every_ruling_has_a_scenario(game: Rulings) -> None:
    told = {
        (name, value)
        for path in (ROOT / "tests" / "scenarios" / game.game).rglob("rulings*.scenario")
        for name, value in re.findall(r"^ +ruling ([\w-]+): ([\w-]+)$", path.read_text(encoding="utf-8"), re.M)
    }
    assert told == {(name, value) for name, info in game.handle().rulings.items() for value in info.values}


@each_game
def test_every_citation_names_a_clause_or_a_card(game: Rulings) -> None:
    handle = game.handle()
    cards = {card.name for card in handle.cards} | {card.group for card in handle.cards}
    for name, info in handle.rulings.items():
        clause = re.match(game.clause, info.cite)
        assert clause is not None or any(card in info.cite for card in cards if card), name
        assert info.question.endswith("?"), name


@each_game
def test_a_clause_that_a_ruling_cites_first_names_that_ruling(game: Rulings) -> None:
    clauses = {row.about: row.rulings for row in game.rows()[0]}
    for name, info in game.handle().rulings.items():
        cited = re.match(game.clause, info.cite)
        assert cited is None or cited[0] not in clauses or name in clauses[cited[0]], name


@each_game
def test_under_the_defaults_every_card_says_what_is_printed_on_it(game: Rulings) -> None:
    """No card says a thing twice, in two readings."""
    for card in under(game.handle().game, {}).cards:
        assert not any(line.startswith(("if ", "copies:")) for line in card.lines), card.name
        assert len(set(card.lines)) == len(card.lines), card.name
