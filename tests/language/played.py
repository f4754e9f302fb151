"""A hero with lines of a test's own, played on a quiet board: what the language's constructs do."""

from __future__ import annotations

from typing import Any

from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import compile_game
from cardscript.language.resources import data_dir
from cardscript.language.source import Source
from tests.games.legendary.board import board
from tests.games.table import Table

STUBS = """
hero "Cheap" of Costs (20 copies)
    cost 1
hero "Middling" of Costs (20 copies)
    cost 2
hero "Dear" of Costs (20 copies)
    cost 3
"""
"""Heroes that differ in price."""


def playing(*lines: str, **more: Any) -> Table:
    """The first player plays a hero with these lines; its own points are none."""
    hero = 'hero "Speaker" of Speakers\n    cost 5\n' + "".join(f"    {line}\n" for line in lines)
    more["p1_hand"] = ["Speaker", *more.get("p1_hand", ())]
    t = board(STUBS + hero, **more)
    t.play("speaker")
    return t


def refusal(*lines: str) -> tuple[str, str, str]:
    """(code, message, the words) of the one thing that is wrong with a hero that has these lines."""
    text = 'hero "Speaker" of Speakers\n    cost 5\n' + "".join(f"    {line}\n" for line in lines)
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / "legendary", findings)
    assert loaded is not None
    loaded.sources.append(("stubs", Source("stubs.card", text)))
    compile_game(loaded, findings)
    found = [(d.code, d.message, text[d.span.start : d.span.end]) for d in findings]
    assert len(found) == 1, found
    return found[0]
