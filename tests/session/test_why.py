"""Why things happened: every chain of causes ends at a printed line or a named rule."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from cardscript.engine import kinds as k
from cardscript.session.why import find, why

from .test_trace import played

GAMES = [("legendary", seed, 2 + seed % 4) for seed in range(5)] + [("duel", seed, 2) for seed in range(5)]

OWN_RULES = {"turn order", "prices", "copies", "counting as", "limits"}
"""The rules of the language itself, as docs/trace.md names them."""


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_every_chain_ends_at_a_printed_line_or_a_named_rule(name: str, seed: int, players: int) -> None:
    session = played(name, seed, players)
    files = session.game.sources
    log = session.machine.log
    ended = [k.NOTED if event[k.E_KIND] == k.END else -1 for event in log]
    for event in [len(log), *random.Random(seed).sample(range(1, len(log) + 1), 20)]:
        found = why(session, event)
        assert found.steps[0].event == event
        for step, next_ in pairwise(found.steps):
            if ended[step.event - 1] == k.NOTED:
                assert log[next_.event - 1][k.E_KIND] == k.NOTED
            else:
                assert next_.event - 1 == log[step.event - 1][k.E_CAUSE]
        assert log[found.steps[-1].event - 1][k.E_CAUSE] == -1
        for step in found.steps:
            if step.rule in OWN_RULES:
                assert not step.place
                continue
            file, _, number = step.place.rpartition(":")
            printed = files[file].split("\n")[int(number) - 1]
            assert step.line
            assert printed.strip().startswith(step.line)
            assert step.card or step.rule


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_it_names_the_answer_that_led_there(name: str, seed: int, players: int) -> None:
    session = played(name, seed, players)
    again = session.at_start()
    assert why(session, again.event_count).answer is None
    for number, answer in enumerate(session.given[:30], 1):
        before = again.event_count
        again.pick(answer.picks)
        for event in (before + 1, again.event_count):
            found = why(session, event)
            assert (found.answer, found.number) == (answer, number)


def test_an_event_is_found_by_number_or_words() -> None:
    told = ["turn 1: Player 1", "a moves", "b moves", "b  moves deck -> Hand", "b moves"]
    assert find(told, "2") == [2]
    assert find(told, "0") == find(told, "6") == find(told, "x") == find(told, "") == []
    assert find(told, "moves  DECK") == [4]
    assert find(told, "b moves") == [3, 5]
    assert find(told, "moves") == [2, 3, 4, 5]
