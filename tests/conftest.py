"""What several tests need."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import reference

collect_ignore = [] if reference.there() else list(reference.COMPARING)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the card reference was looked for if it is not there: its tests were not run."""
    if not reference.there():
        files = ", ".join(f"tests/{path}" for path in reference.COMPARING)
        terminalreporter.section("card reference")
        terminalreporter.write_line(f"NOT RUN, no reference at {reference.REFERENCE}: {files}")


GAME = """\
id: small
title: Small
version: "1.0"
seats: {min: 1, max: 2}
rules: [rules/turn.card]
sets: [base]
"""
SET = """\
id: base
title: Base
version: "1.0"
cards: [cards.card]
"""

MakeGame = Callable[..., Path]


@pytest.fixture
def make_game(tmp_path: Path) -> MakeGame:
    """A function that writes a small right game, with some files replaced (or, by None, left out)."""

    def make(files: dict[str, str | bytes | None] | None = None, name: str = "small") -> Path:
        content: dict[str, str | bytes | None] = {
            "game.yaml": GAME,
            "rules/turn.card": "phase Main\n    Draw a card.\n",
            "base/set.yaml": SET,
            "base/cards.card": 'thing "Stone"\n    Draw a card.\n',
        }
        content.update(files or {})
        folder = tmp_path / name
        for path, text in content.items():
            if text is None:
                continue
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    return make
