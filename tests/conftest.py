"""What several tests need."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import reference

collect_ignore = [] if reference.there() else list(reference.COMPARING)


COMPILED = "PYTHONPYCACHEPREFIX"


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start share the modules they compile: else each compiles the whole program anew, where
    Python is told to write none beside the sources."""
    if not hasattr(config, "workerinput") and COMPILED not in os.environ:
        folder = tempfile.mkdtemp(prefix="cardscript-compiled-")
        told = {name: os.environ.get(name) for name in (COMPILED, "PYTHONDONTWRITEBYTECODE")}
        os.environ[COMPILED] = folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

        def clean() -> None:
            shutil.rmtree(folder, ignore_errors=True)
            for name, value in told.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value

        config.add_cleanup(clean)


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
