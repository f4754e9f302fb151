"""Watched games under two hash seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def alike_under_hash_seeds(*arguments: str) -> dict[str, Any]:
    """What `python -m tests.soak` tells with these arguments, side by side under two values of PYTHONHASHSEED: it has
    to be the same under both, and neither may fail."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.soak", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for seed in ("1", "4242")
    ]
    outputs = [run.communicate() for run in runs]
    for run, (_, errors) in zip(runs, outputs, strict=True):
        assert run.returncode == 0, errors.decode()[-2000:]
    first, second = (json.loads(out) for out, _ in outputs)
    assert first == second
    return dict(first)
