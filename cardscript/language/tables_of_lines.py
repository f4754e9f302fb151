"""Tables that cards print: lines like "Omen 1: Elder, 11 Power", from which another line reads "the Power listed
below". The name in a row says nothing but what the row is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from cardscript.language.senses import LabelSense
from cardscript.language.sentences import Sentence

if TYPE_CHECKING:
    from cardscript.language.declare import Tables

_ROW = re.compile(r"(?P<name>[^.,:]+), (?P<value>\d{1,6}) (?P<attribute>[^.,:]+?)\.?$")

_VALUE = re.compile(r", \d")
"""What a row has in it, found faster."""


class Row(msgspec.Struct, frozen=True):
    """One row: for which times of a label (lowest and highest) an attribute has which value."""

    label: int
    low: int
    high: int
    attribute: int
    value: int


def is_row(sentences: Sequence[Sentence], ordinals: tuple[int, int] | None, tables: Tables) -> bool:
    """Whether a line with a label and numbers is a row of a table."""
    found = _ROW.match(sentences[0][0]) if len(sentences) == 1 and ordinals is not None else None
    return found is not None and tables.attribute_named(found["attribute"]) >= 0


def rows_of(lines: Sequence[str], tables: Tables) -> tuple[Row, ...]:
    """The rows among the lines of a card."""
    rows: list[Row] = []
    for line in lines:
        if _VALUE.search(line) is None or _ROW.search(line) is None:
            continue
        split = tables.split(line)
        part = split.labels[-1] if split.labels else None
        if part is None or part.low is None or part.high is None or not is_row(split.sentences, (0, 0), tables):
            continue
        refs = [r for e in part.entries for r in e.refs]
        label = next((r.label for r in refs if isinstance(r, LabelSense)), -1)
        found = _ROW.match(split.sentences[0][0])
        assert found is not None
        rows.append(Row(label, part.low, part.high, tables.attribute_named(found["attribute"]), int(found["value"])))
    return tuple(rows)
