"""The trace of the shipped games: canonical data that its schema allows, and the text that follows from it alone."""

from __future__ import annotations

import difflib
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardscript.cli.schemas import schema_files
from cardscript.players.bots import Random
from cardscript.session.game import load
from cardscript.session.session import Session
from cardscript.session.trace import json_line, trace_lines
from cardscript.session.trace_text import DETAILS, event_text, text_lines

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "schemas" / "event.schema.json").read_text(encoding="utf-8"))

GAMES = [("legendary", seed, 2 + seed % 4) for seed in range(6)] + [("duel", seed, 2) for seed in range(8)]


@cache
def played(name: str, seed: int, players: int) -> Session:
    """A random game to its end."""
    session = load(name).start(players, seed)
    bots = [Random(seed, seat) for seat in range(players)]
    while (seat := session.seat) is not None:
        bots[seat].play(session)
    return session


def causes(events: list[dict[str, Any]]) -> list[int]:
    """The number of the cause of each event (-1: none), found as docs/trace.md says: from the lines alone."""
    found = []
    for at, event in enumerate(events):
        above = [n for n in range(at) if events[n]["depth"] == event["depth"] - 1]
        found.append(above[-1 - event.get("back", 0)] if event["depth"] else -1)
    return found


def test_the_committed_schema_is_that_of_the_model() -> None:
    assert json.dumps(SCHEMA, indent=2, ensure_ascii=False) + "\n" == schema_files()["event.schema.json"]


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_every_event_is_as_the_schema_says(name: str, seed: int, players: int) -> None:
    validator = Draft202012Validator(SCHEMA)
    session = played(name, seed, players)
    for seat in (None, -1, 0):
        told = session.events if seat is None else session.events_for(seat)
        wrong = [(e.message, data) for data in told for e in validator.iter_errors(data)]
        assert not wrong, wrong[0]


def test_the_schema_refuses_what_is_no_event() -> None:
    validator = Draft202012Validator(SCHEMA)
    event = next(e for e in played(*GAMES[0]).events if "verb" in e and "because" in e)
    assert not list(validator.iter_errors(event))
    for change in ({"depth": -1}, {"player": 0}, {"cause": 12}, {"card": None}, {"because": {"at": "a.card"}}):
        assert list(validator.iter_errors(event | change)), change


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_the_text_follows_from_the_json_lines_alone(name: str, seed: int, players: int) -> None:
    session = played(name, seed, players)
    for seat in (None, -1, 0):
        jsonl = "\n".join(json_line(data) for data in session.events_since(0, seat))
        assert "\n" not in json_line({"note": "a\nb"})
        told = [json.loads(line) for line in jsonl.splitlines()]
        assert [event_text(data) for data in told] == list(trace_lines(session.machine, 0, seat))
        for detail in DETAILS:
            assert "\n".join(text_lines(told, detail)) == session.trace(0, seat, detail)


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_the_cause_of_an_event_can_be_found_in_the_lines(name: str, seed: int, players: int) -> None:
    session = played(name, seed, players)
    assert causes(session.events) == [event[6] for event in session.machine.log]


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_no_event_tells_a_number_or_a_total(name: str, seed: int, players: int) -> None:
    """Parts that are numbers are seats, depths, the number of the turn, and changes."""
    for data in played(name, seed, players).events:
        numbers = {key for key, value in data.items() if type(value) is int}
        assert numbers <= {"depth", "player", "amount", "turn"}


def test_the_plain_form_says_nothing_of_files() -> None:
    session = played(*GAMES[0])
    assert ".card:" in session.trace()
    assert ".card" not in session.trace(detail="plain")
    assert [line.split("  because ")[0] for line in session.trace().splitlines()] == session.trace(
        detail="plain"
    ).splitlines()


def test_the_brief_form_leaves_bookkeeping_out() -> None:
    plain = [line for game in GAMES for line in played(*game).trace(detail="plain").splitlines()]
    brief = [line for game in GAMES for line in played(*game).trace(detail="brief").splitlines()]
    assert set(brief) < set(plain)
    for word in ("phase: ", " pays ", " is shuffled ", " has only ", "nothing: ", ": end the turn"):
        assert any(word in line for line in plain), word
        assert not any(word in line for line in brief), word


def test_a_trace_can_be_told_in_parts() -> None:
    session = load("duel").start(seed=5)
    bot, parts = Random(5, 0), list(session.events_since(0))
    while session.seat is not None:
        seen = session.event_count
        bot.play(session)
        if session.answer_count % 7 == 0 and session.answer_count < 60:
            session.undo()
            assert session.events == parts
            bot.play(session)
        parts += session.events_since(seen)
    assert parts == session.events


def changed(before: list[str], after: list[str]) -> list[str]:
    """The lines of a diff that are not the same in both, with + or - in front."""
    return [line for line in difflib.ndiff(before, after) if line[0] in "+-"]


@pytest.mark.parametrize("seed", range(4))
def test_one_more_event_changes_one_line(seed: int, tmp_path: Path) -> None:
    """A rule gets a sentence more, which touches nothing else: a line more wherever it is carried out, and that is all
    a diff shows, in the text as in the JSON Lines."""
    folder = tmp_path / "duel"
    shutil.copytree(ROOT / "cardsets" / "duel", folder)
    rules = folder / "rules" / "duel.card"
    sessions = []
    for text in ("do: Draw a card.\n", "do: Draw a card. Reveal the top card of your discard pile.\n"):
        rules.write_text(
            rules.read_text(encoding="utf-8").replace("do: Draw a card.\n", text),
            encoding="utf-8",
        )
        session = load(folder).start(seed=seed)
        bots = [Random(seed, seat) for seat in range(2)]
        while session.seat is not None:
            bots[session.seat].play(session)
        sessions.append(session)
    before, after = sessions
    more = after.event_count - before.event_count
    turns = sum(event["event"] == "turn" for event in after.events)
    assert more == turns > 2
    for form in (Session.trace, jsonl):
        found = changed(form(before).splitlines(), form(after).splitlines())
        assert len(found) == more
        assert {line[0] for line in found} == {"+"}


def jsonl(session: Session) -> str:
    """The JSON Lines of a session."""
    return "\n".join(json_line(data) for data in session.events)
