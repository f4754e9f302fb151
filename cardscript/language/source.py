"""Source text and the places in it: what every diagnostic and every event points back to."""

from __future__ import annotations

from bisect import bisect_right

import msgspec


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of one file: offsets in characters, `end` exclusive. `file` is the name shown to people."""

    file: str
    start: int
    end: int

    def shifted(self, start: int, end: int) -> Span:
        """The stretch from `start` to `end` counted from the beginning of this span."""
        return Span(self.file, self.start + start, self.start + end)


NOWHERE = Span("", 0, 0)
"""For things no file says."""


class Source(msgspec.Struct):
    """One file's text, with the table that turns offsets into lines and columns."""

    name: str
    text: str
    _starts: list[int] = []

    def __post_init__(self) -> None:
        self._starts = [0, *(i + 1 for i, ch in enumerate(self.text) if ch == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its line end; empty if there is none."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")
