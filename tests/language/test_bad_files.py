"""Broken games: what is said about each of tests/fixtures/bad, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from cardscript.cli.rendering import render
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.outline import read_outline

BAD = Path(__file__).resolve().parents[1] / "fixtures" / "bad"


@pytest.mark.parametrize("name", sorted(folder.name for folder in BAD.iterdir() if (folder / "base").is_dir()))
def test_what_is_said(name: str, snapshot: SnapshotAssertion) -> None:
    findings = Findings()
    loaded = load_manifests(BAD / name, findings)
    for _, source in loaded.sources if loaded else ():
        read_outline(source, findings)
    assert len(findings)
    assert render(findings, findings.sources) == snapshot
