"""The rulings of Legendary: docs/rulings.md keeps step with the manifests, and every reading has a scenario."""

from __future__ import annotations

import re

import pytest

from cardscript.language.rulings import under
from cardscript.session.exercise import Exercise
from cardscript.session.game import load
from tests.rulings_page import PAGE, ROOT, page, rows, whole_game


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.rulings_page`"


def test_every_ruling_that_is_named_exists_and_every_one_is_named() -> None:
    clauses, cards = rows()
    named = {name for row in (*clauses, *cards) for name in row.rulings}
    assert named == set(whole_game().rulings)


def test_no_clause_and_no_card_stands_twice_and_each_has_an_outcome() -> None:
    for part in rows():
        assert len({row.about for row in part}) == len(part) > 20
        assert [row.about for row in part if len(row.text) < 5] == []


def test_every_reading_of_every_ruling_has_a_scenario() -> None:
    told = {
        (name, value)
        for path in (ROOT / "tests" / "scenarios" / "legendary").rglob("rulings.scenario")
        for name, value in re.findall(r"^ +ruling ([\w-]+): ([\w-]+)$", path.read_text(encoding="utf-8"), re.M)
    }
    assert told == {(name, value) for name, info in whole_game().rulings.items() for value in info.values}


def test_every_citation_names_a_clause_or_a_card() -> None:
    handle = whole_game()
    cards = {card.name for card in handle.cards} | {card.group for card in handle.cards}
    for name, info in handle.rulings.items():
        clause = re.match(r"(core|ms|ha)-[a-z]+-\d\d\b", info.cite)
        assert clause is not None or any(card in info.cite for card in cards if card), name
        assert info.question.endswith("?"), name


@pytest.mark.parametrize("left_out", ["heroes-of-asgard", "midnight-sons"])
def test_a_set_takes_its_rulings_with_it(left_out: str) -> None:
    kept = [name for name in ("core", "heroes-of-asgard", "midnight-sons") if name != left_out]
    handle = load("legendary", kept)
    assert {info.set for info in handle.rulings.values()} == {"", *kept}


def test_under_the_defaults_every_card_says_what_is_printed_on_it() -> None:
    """No card says a thing twice, in two readings."""
    for card in under(whole_game().game, {}).cards:
        assert not any(line.startswith(("if ", "copies:")) for line in card.lines), card.name
        assert len(set(card.lines)) == len(card.lines), card.name


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
