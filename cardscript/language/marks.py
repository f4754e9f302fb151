"""The mark of a stand-in, "(stand-in)", behind a value, a line, the name of a card or its number of copies."""

from __future__ import annotations

MARK = " (stand-in)"


def without_marks(text: str) -> str:
    """A line without its marks; each other word keeps its place."""
    return text.replace(MARK, " " * len(MARK)).rstrip()
