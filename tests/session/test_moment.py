"""Points of games that were played: where they stand, what the table was, what is asked for that is not there."""

from __future__ import annotations

import random

import pytest

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.session.game import load
from cardscript.session.moment import event_counts, moment, moment_of
from cardscript.session.record import record_text
from cardscript.session.record_text import parse_record
from cardscript.session.session import Session
from tests.ledger import check_moves, check_places, first_places

from .helpers import TOY, refusal
from .helpers import played as toy_played
from .test_trace import played

GAMES = [("legendary", 1, 3), ("legendary", 4, 2), ("duel", 3, 2)]


def points(machine: Machine, events: list[k.Event]) -> list[int]:
    """What every player has after events: a turn's points are gone when the next turn begins."""
    resources = machine.game.resources
    found = [resource.start for _ in range(machine.players) for resource in resources]
    for event in events:
        number = event[k.E_ACTOR] * len(resources) + event[k.E_FROM]
        if event[k.E_KIND] == k.TURN:
            found = [0 if resources[n % len(resources)].until == "turn" else has for n, has in enumerate(found)]
        elif event[k.E_KIND] == k.GAIN:
            found[number] += event[k.E_AMOUNT]
        elif event[k.E_KIND] == k.PAY:
            found[number] -= event[k.E_AMOUNT]
    return found


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_the_table_at_any_event_is_what_the_events_before_made_of_it(name: str, seed: int, players: int) -> None:
    whole = played(name, seed, players)
    log = whole.machine.log
    started = first_places(whole.at_start().machine)
    chance = random.Random(seed)
    for event in [1, 2, len(log) - 1, len(log), *chance.sample(range(1, len(log)), 60)]:
        machine = moment_of(whole, event).machine()
        assert machine.log == log[:event]
        check_moves(machine, started, log[:event])
        check_places(machine)
        if event < len(log) and log[event][k.E_KIND] != k.TURN:
            assert machine.state.res == points(machine, log[:event])
        assert (machine.result is None) == (event < len(log))


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_a_moment_is_the_last_decision_before_its_event(name: str, seed: int, players: int) -> None:
    whole = played(name, seed, players)
    counts = event_counts(whole)
    assert len(counts) == whole.answer_count + 1
    for event in random.Random(seed).sample(range(1, whole.event_count + 1), 20):
        found = moment_of(whole, event)
        assert found.answers == whole.given[found.session.answer_count :]
        before = found.session.event_count
        assert before < event if found.started else event <= counts[0] == before
        session = found.session
        for at, answer in enumerate(found.answers):
            session.pick(answer.picks)
            if at == 0 and found.started:
                assert session.event_count >= event
        assert session.to_json() == whole.to_json()


def test_a_moment_does_not_change_what_it_is_taken_from() -> None:
    whole = played("duel", 3, 2)
    before = whole.to_json()
    found = moment_of(whole, 50)
    at = found.session.to_json()
    first, second = found.machine(), found.machine()
    assert first.to_data() == second.to_data()
    assert (whole.to_json(), found.session.to_json()) == (before, at)


def test_moments_of_a_record() -> None:
    session = toy_played(seed=4)
    findings = Findings()
    record = parse_record(Source("game.rec", record_text(session, TOY)), findings)
    assert record is not None
    assert moment(record, TOY, 30).machine().log == session.machine.log[:30]
    for event in (0, -1, session.event_count + 1):
        found = refusal(moment, record, TOY, event)
        assert (found.code, found.help) == ("CS519", f"events are numbered from 1 to {session.event_count}")


def test_undone_answers_are_gone() -> None:
    session: Session = load("duel").start(seed=2)
    session.pick([0])
    session.undo()
    session.pick([0])
    assert moment_of(session, session.event_count).answers == session.given
