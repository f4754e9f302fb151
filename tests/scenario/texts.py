"""Scenario texts run in tests: what is wrong with each, by case."""

from __future__ import annotations

from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import Outcome, cases, run

BOARD = """\
game legendary
cards
    villain "Five" of Plain
        attack 5, vp 2
    villain "Fives" of Plain
        attack 5, vp 2
    hero "Lamp" of Lamps (5 copies)
        cost 2, attack 1
        Draw a card.
    hero "Chooser" of Lamps (5 copies)
        cost 3
        KO a card from your hand.
situation board
    2 players
    it is player 1's turn, Action Step
    City: Five, -, Fives (under it: Bystander, Wound), -, -
    HQ: Lamp, Chooser, Lamp, Lamp, Chooser
    player 1's deck: 3 S.H.I.E.L.D. Agent, Wound
    player 1's hand: S.H.I.E.L.D. Agent, Chooser, S.H.I.E.L.D. Trooper
    player 1 has 6 Attack and 2 Recruit
"""
"""A board with something of everything; scenarios follow it."""


def run_text(text: str, folder: Path | None = None) -> list[Outcome]:
    """The outcome of every case; fails if the file itself is wrong."""
    findings = Findings()
    file = read_text(Source("a.scenario", text), findings, folder)
    loaded = load_scenarios(file, findings, folder) if not findings.failed else None
    assert loaded is not None and not findings.failed, [(d.code, d.message, d.help) for d in findings]
    return [run(case, loaded) for case in cases(file)]


def told(*lines: str) -> list[str]:
    """What is wrong with one scenario on the board, as "CODE message"."""
    body = "".join(f"    {line}\n" for line in ("on board", *lines))
    (outcome,) = run_text(f"{BOARD}scenario one\n{body}")
    return [f"{d.code} {d.message}" for d in outcome.wrong]


def file_codes(text: str, folder: Path | None = None) -> list[str]:
    """The codes of what is wrong with a file before anything is run."""
    findings = Findings()
    file = read_text(Source("a.scenario", text), findings, folder)
    if not findings.failed:
        load_scenarios(file, findings, folder)
    return [d.code for d in findings]
