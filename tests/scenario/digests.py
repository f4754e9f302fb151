"""Prints a hash of the trace of every scenario in the folder given: run in another process, by other Pythons.

    python -m tests.scenario.digests FOLDER [GAME FOLDER]

With GAME FOLDER the scenarios are run with the game that lies there in place of the shipped one.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.source import NOWHERE
from cardscript.scenario import syntax as x
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_file
from cardscript.scenario.run import cases, run


def digests(folder: Path, game: str = "") -> list[str]:
    """A line for each case: its name, whether it passed, a hash of its trace without places in files."""
    found = []
    for path in sorted(folder.rglob("*.scenario")):
        findings = Findings()
        file = read_file(path, findings, path.name)
        assert file is not None and not findings.failed, list(findings)
        if not file.scenarios:
            continue
        if game:
            file.game = x.Name(game, NOWHERE)
        loaded = load_scenarios(file, findings, path.parent)
        assert loaded is not None, list(findings)
        for case in cases(file):
            outcome = run(case, loaded)
            trace = outcome.session.trace(detail="plain") if outcome.session is not None else ""
            hashed = sha256(trace.encode()).hexdigest()[:16]
            found.append(f"{path.name}::{case.name} {'passed' if outcome.passed else 'failed'} {hashed}")
    return found


if __name__ == "__main__":
    print("\n".join(digests(Path(sys.argv[1]), *sys.argv[2:])))
