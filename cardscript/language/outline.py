"""The outline of a .card file: lines nested by indentation, comments gone, nothing yet understood."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardscript.language.diagnostics import Findings
from cardscript.language.files import unreadable
from cardscript.language.source import Source, Span

MAX_DEPTH = 8
MAX_LINE = 2_000
MAX_LINES = 50_000


class Line(msgspec.Struct, frozen=True):
    """One line without indentation and comment; `span` covers exactly `text` in the file."""

    text: str
    span: Span
    children: tuple[Line, ...]


class _Open(msgspec.Struct):
    """A line whose children are still being read."""

    indent: int
    text: str
    span: Span
    children: list[_Open] = []

    def close(self) -> Line:
        return Line(self.text, self.span, tuple(child.close() for child in self.children))


def read_outline(source: Source, findings: Findings) -> tuple[Line, ...]:
    """The blocks of a file: each line at the left edge with the lines indented below it.

    A line that cannot be placed or read is reported and left out, with the lines below it; the rest is read on.
    Reported: CS002 and CS003 (not text), CS004 (tab), CS005 (indentation), CS006 (no header), CS901, CS902, CS904.
    """
    findings.sources.setdefault(source.name, source)
    bad = unreadable(source, findings)
    blocks: list[_Open] = []
    stack: list[_Open] = []
    left_out: int | None = None  # the indentation of a line left out: what is deeper goes with it
    tabs: list[Span] = []
    for number, start, raw in _lines(source.text):
        if number > MAX_LINES:
            here = Span(source.name, start, start)
            findings.add("CS904", f"more than {MAX_LINES:,} lines", here, "split it into several files")
            break
        body = raw.lstrip(" \t")
        text = _without_comment(body) if len(raw) <= MAX_LINE or body.startswith("#") else body.rstrip()
        if not text:
            continue
        at = start + len(raw) - len(body)
        if "\t" in raw[: len(raw) - len(body)]:
            tabs.append(Span(source.name, start + raw.index("\t"), start + raw.index("\t") + 1))
        indent = len(raw[: len(raw) - len(body)].expandtabs(4))
        if left_out is not None and indent > left_out:
            continue
        left_out = None
        span = Span(source.name, at, at + len(text))
        while stack and stack[-1].indent > indent:
            stack.pop()
        if stack and stack[-1].indent == indent:
            stack.pop()
        elif siblings := _other_indent(stack, indent):
            findings.add(
                "CS005",
                "this indentation matches no line above",
                Span(source.name, start, at),
                f"indent it by {siblings} spaces like the lines above it",
            )
            indent = siblings
        if not stack and indent:
            findings.add("CS006", "an indented line without a header above it", span, "move it to the left edge")
            left_out = 0
        elif len(stack) >= MAX_DEPTH:
            findings.add("CS901", f"nested more than {MAX_DEPTH} deep", span, "nest fewer lines into each other")
            left_out = stack[-1].indent
        elif len(raw) > MAX_LINE:
            findings.add("CS902", f"a line of more than {MAX_LINE:,} characters", span, "break it into several lines")
            left_out = indent
        elif number in bad:
            left_out = indent
        else:
            line = _Open(indent, text, span)
            (stack[-1].children if stack else blocks).append(line)
            stack.append(line)
    if tabs:
        more = f" ({len(tabs)} lines of this file have one)" if len(tabs) > 1 else ""
        findings.add("CS004", f"a tab in the indentation{more}", tabs[0], "indent with spaces")
    return tuple(block.close() for block in blocks)


def _other_indent(stack: list[_Open], indent: int) -> int:
    """The indentation the innermost open line's children already have, if it is not this one; else 0."""
    if stack and stack[-1].children and stack[-1].children[0].indent != indent:
        return stack[-1].children[0].indent
    return 0


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Number, offset and text (without line end) of each line."""
    start = 0
    for number, raw in enumerate(text.split("\n"), 1):
        yield number, start, raw.removesuffix("\r")
        start += len(raw) + 1


def _without_comment(body: str) -> str:
    """The line up to its comment: a leading `#`, or two spaces and `#` (outside quotes), then a space or the end."""
    if body.startswith("#"):
        return ""
    at = body.find("  #")
    while at >= 0:
        if body[at + 3 : at + 4] in ("", " ") and body.count('"', 0, at) % 2 == 0:
            return body[:at].rstrip()
        at = body.find("  #", at + 1)
    return body.rstrip()
