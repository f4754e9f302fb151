"""The garbage collector, told to look less often while much is made that all stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MADE_BETWEEN = 100_000
"""So many new containers are made between two looks."""


@contextmanager
def rarely() -> Iterator[None]:
    """What is made meanwhile is looked through a hundred times less often. Nothing is forgotten: what has no use any
    more is found afterwards."""
    before = gc.get_threshold()
    if not 0 < before[0] < MADE_BETWEEN:
        yield
        return
    gc.set_threshold(MADE_BETWEEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
