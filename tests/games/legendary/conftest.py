"""The fixture of the tests of single card lines."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.traced import TraceExtension


@pytest.fixture
def trace(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The kept trace; `trace(name="case")` for a test with several."""
    return snapshot.use_extension(TraceExtension)
