"""docs/scenarios.md is true: its examples pass as they stand there, and what it says is refused is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import cases, run

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```scenario(?: (CS\d{3}))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
RIGHT = [text for code, text in EXAMPLES if not code] + re.findall(r"^```\n(game .*?)^```$", README, re.M | re.S)
WRONG = [(code, text) for code, text in EXAMPLES if code]


def codes(text: str) -> list[str]:
    """All that is wrong with a text, by code."""
    findings = Findings()
    file = read_text(Source("example.scenario", text), findings)
    loaded = load_scenarios(file, findings) if not findings.failed else None
    found = [d.code for d in findings]
    if loaded is not None:
        found += [d.code for case in cases(file) for d in run(case, loaded).wrong]
    return found


@pytest.mark.parametrize("text", RIGHT)
def test_an_example_passes(text: str) -> None:
    findings = Findings()
    assert cases(read_text(Source("example.scenario", text), findings))
    assert codes(text) == []


@pytest.mark.parametrize(("code", "text"), WRONG, ids=[code for code, _ in WRONG])
def test_what_is_wrong_has_exactly_that_code(code: str, text: str) -> None:
    assert codes(text) == [code]


def test_the_page_shows_every_code_of_scenarios() -> None:
    files = (Path(__file__).resolve().parents[2] / "cardscript" / "scenario").rglob("*.py")
    used = {code for f in files for code in re.findall(r'"(CS6\d\d)"', f.read_text(encoding="utf-8"))}
    assert used == {code for code, _ in WRONG} | {"CS657"}, "all but a failure of the program itself"
