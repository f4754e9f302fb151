"""The examples of docs/language.md: those marked `card` compile cleanly, those marked `error` give just that code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import compile_game
from cardscript.language.resources import data_dir
from cardscript.language.source import Source

TEXT = (Path(__file__).parents[2] / "docs" / "language.md").read_text()
BLOCKS = re.findall(r"^```(card|error CS\d+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def findings_of(text: str) -> Findings:
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / "legendary", findings)
    assert loaded is not None
    loaded.sources.append(("docs", Source("language.md", text)))
    compile_game(loaded, findings)
    return findings


def test_the_page_has_examples_of_both_kinds() -> None:
    assert len([kind for kind, _ in BLOCKS if kind == "card"]) >= 4
    assert len([kind for kind, _ in BLOCKS if kind != "card"]) >= 3


def test_every_card_example_compiles() -> None:
    text = "\n".join(block for kind, block in BLOCKS if kind == "card")
    found = [(d.code, d.message, text[d.span.start : d.span.end]) for d in findings_of(text)]
    assert found == []


@pytest.mark.parametrize(("kind", "block"), [b for b in BLOCKS if b[0] != "card"])
def test_every_error_example_gives_its_code(kind: str, block: str) -> None:
    assert {d.code for d in findings_of(block)} == {kind.partition(" ")[2]}
