"""Moments of random games as scenarios: all pass, and still pass after the card files are laid out anew."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.resources import data_dir
from cardscript.language.source import Source
from cardscript.players.bots import make_bot
from cardscript.players.table import play_out
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import Outcome, cases, run
from cardscript.scenario.write import scenario_text
from cardscript.session.game import GameHandle, load
from cardscript.session.moment import moment_of
from cardscript.session.session import Session

CHUNKS = [(name, seed) for name, seeds in (("legendary", 6), ("duel", 4)) for seed in range(seeds)]
EACH = 5
"""Ten games of five moments each."""


@cache
def handle(name: str) -> GameHandle:
    return load(name)


def played(name: str, seed: int) -> Session:
    session = handle(name).start(players=2 + seed % 3, seed=seed)
    play_out(session, [make_bot("random", seed, seat) for seat in range(session.players)])
    return session


def reflowed(name: str, folder: Path) -> Path:
    """The game with other line numbers everywhere, and the cards of every set in another order (rules keep theirs: of
    two that wait for one event the first comes first)."""
    game = folder / name
    copytree(data_dir("cardsets") / name, game)
    for path in game.rglob("*.card"):
        blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8"))
        if "rules" not in (path.parent.name, path.stem):
            blocks = [block for block in blocks if not block.startswith("#")]
            blocks.reverse()
        path.write_text("# laid out anew\n\n" + "\n\n\n".join(blocks) + "\n", encoding="utf-8")
    return game


def outcome(text: str, folder: Path) -> Outcome:
    findings = Findings()
    file = read_text(Source("written.scenario", text), findings)
    loaded = load_scenarios(file, findings, folder) if not findings.failed else None
    assert loaded is not None, [(d.message, d.help) for d in findings]
    (case,) = cases(file)
    return run(case, loaded)


@pytest.mark.parametrize(("name", "seed"), CHUNKS)
def test_random_moments_become_scenarios_that_pass_and_survive_reflowing(name: str, seed: int, tmp_path: Path) -> None:
    session = played(name, seed)
    game = reflowed(name, tmp_path)
    chance = random.Random(f"{name} {seed}")
    for _ in range(EACH):
        found = moment_of(session, chance.randrange(session.event_count) + 1)
        text = scenario_text(handle(name), found, "a moment")
        first = outcome(text, tmp_path)
        assert first.wrong == [], text
        again = outcome(text.replace(f"game {name}\n", f"game ./{game.name}\n"), tmp_path)
        assert again.wrong == [], text
        assert first.session is not None and again.session is not None
        assert again.session.trace(detail="plain") == first.session.trace(detail="plain")


def test_a_scenario_of_a_moment_says_what_happened_and_what_is_asked_then() -> None:
    session = handle("duel").start(seed=5)
    while session.decision is not None and "respond" not in session.decision.answers[0]:
        session.pick([0])
    found = moment_of(session, session.event_count)
    text = scenario_text(handle("duel"), found, "an answer")
    assert "\nscenario an answer\n" in text
    cast = re.search(r"\n    player 1: cast (\S+)\n", text)
    assert cast is not None
    assert f"\n    expect Stack: {cast[1]}\n" in text
    assert re.search(r'\n    expect player 1 is asked "choose an action" for 1: respond ward#\d+ \| pass\n', text)


def test_a_wrong_scenario_of_a_moment_fails() -> None:
    session = played("duel", 1)
    text = scenario_text(handle("duel"), moment_of(session, session.event_count), "the end")
    assert outcome(text, Path()).passed
    for line, other in (("expect ending: Last", "expect ending: Nobody"), ("expect scores: ", "expect scores: 9, ")):
        assert line in text
        assert not outcome(text.replace(line, other), Path()).passed
