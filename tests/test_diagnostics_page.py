"""Every diagnostic has its place in docs/diagnostics.md: what it means, a failing example, what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardscript.language.compiler import compile_game
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.outline import read_outline
from cardscript.language.source import Source
from tests.language.small_game import RULES, write_game

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
SECTIONS = {part[:5]: part for part in re.split(r"^### (?=CS\d{3})", PAGE, flags=re.MULTILINE)[1:]}

GAME = 'id: small\ntitle: Small\nversion: "1.0"\nseats: {min: 1, max: 2}\nrules: [turn.card]\nsets: [base]\n'
SET = 'id: base\ntitle: Base\nversion: "1.0"\ncards: [cards.card]\n'


def codes_in_code() -> set[str]:
    files = (ROOT / "cardscript").rglob("*.py")
    return {code for f in files for code in re.findall(r'"(CS\d{3})"', f.read_text(encoding="utf-8"))}


def test_every_code_has_a_section_and_every_section_a_code() -> None:
    assert sorted(codes_in_code() - set(SECTIONS)) == [], "codes without a section in docs/diagnostics.md"
    assert sorted(set(SECTIONS) - codes_in_code()) == [], "sections of codes nothing reports"


@pytest.mark.parametrize("code", sorted(SECTIONS))
def test_a_section_has_an_example_and_says_what_to_do(code: str) -> None:
    assert re.search(r"^```[\w. -]+\n.+?^```$", SECTIONS[code], re.MULTILINE | re.DOTALL)
    assert "\nTo do: " in SECTIONS[code]


RUNNABLE = [
    (code, language, text)
    for code, section in sorted(SECTIONS.items())
    for language, text in re.findall(r"^```(outline|game\.yaml|set\.yaml)\n(.*?)^```$", section, re.M | re.DOTALL)
]


@pytest.mark.parametrize(("code", "language", "text"), RUNNABLE, ids=[one[0] for one in RUNNABLE])
def test_the_example_fails_as_it_says(code: str, language: str, text: str, tmp_path: Path) -> None:
    """`→` in an example stands for a tab. A manifest is read in a small game in which the rest is right."""
    findings = Findings()
    text = text.replace("→", "\t")
    if language == "outline":
        read_outline(Source("example.card", text), findings)
    else:
        files = {"game.yaml": GAME, "turn.card": "a\n", "base/set.yaml": SET, "base/cards.card": "a\n", language: text}
        if language == "set.yaml":
            files["base/set.yaml"] = files.pop(language)
        for name, content in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(content, encoding="utf-8")
        load_manifests(tmp_path, findings)
    assert {d.code for d in findings} == {code}


CARDS = [
    (code, text)
    for code, section in sorted(SECTIONS.items())
    for text in re.findall(r"^```card\n(.*?)^```$", section, re.M | re.DOTALL)
]


@pytest.mark.parametrize(("code", "text"), CARDS, ids=[one[0] for one in CARDS])
def test_the_card_example_fails_as_it_says(code: str, text: str, tmp_path: Path) -> None:
    """A `card` example is added to a small game in which the rest is right; a set-up takes the place of its own."""
    rules = RULES.partition("setup:")[0] if text.startswith("setup:") else RULES
    findings = Findings()
    loaded = load_manifests(write_game(tmp_path, rules + text), findings)
    assert loaded is not None
    compile_game(loaded, findings)
    assert {d.code for d in findings} == {code}
