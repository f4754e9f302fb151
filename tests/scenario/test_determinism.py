"""Law 6 for scenarios: the same traces under every hash seed, and with the card files in another order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .digests import digests
from .test_write import reflowed

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios" / "legendary"


@pytest.fixture(scope="module")
def here() -> list[str]:
    return digests(SCENARIOS)


def test_all_scenarios_are_run_and_pass(here: list[str]) -> None:
    assert len(here) > 150
    assert [line for line in here if " passed " not in line] == []
    assert len({line.split()[-1] for line in here}) > 100


def test_traces_depend_neither_on_the_hash_seed_nor_on_the_order_of_cards_in_files(
    here: list[str], tmp_path: Path
) -> None:
    """Both are changed at once: two changes of a trace do not undo each other."""
    game = reflowed("legendary", tmp_path)
    environment = os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.scenario.digests", str(SCENARIOS), str(game)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == here
