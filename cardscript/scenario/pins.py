"""Pinned traces: the new text of a scenario file in which each `expect trace` holds what really happened."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff

from cardscript.language.source import Source
from cardscript.scenario import syntax as x

Pin = tuple[x.ExpectTrace, tuple[str, ...]]


def updated(source: Source, pins: Iterable[Pin]) -> str:
    """The text with the traces of `pins` in place. One that stands before branches is found once for each way through
    them, always the same."""
    text = source.text
    newline = "\r\n" if "\r\n" in text else "\n"
    last: dict[int, Pin] = {pin[0].span.start: pin for pin in pins if pin[0].span.file == source.name}
    for start in sorted(last, reverse=True):
        expected, lines = last[start]
        row = text.rfind("\n", 0, start) + 1
        indent = " " * (start - row + 4)
        body = "".join(f"{newline}{indent}| {line}" for line in lines)
        end = expected.lines[-1].span.end if expected.lines else expected.span.end
        text = text[: expected.span.end] + body + text[end:]
    return text


def diff(source: Source, text: str) -> str:
    """What would change, as a unified diff."""
    lines = unified_diff(
        source.text.splitlines(keepends=True), text.splitlines(keepends=True), source.name, f"{source.name} (new)"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
