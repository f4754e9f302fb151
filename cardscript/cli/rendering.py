"""Diagnostics as text for people, one line each for tools, or JSON. Pure: diagnostics and sources in, a string out."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from cardscript.language.diagnostics import Diagnostic
from cardscript.language.source import Source

Format = Literal["full", "concise", "json"]

MAX_SHOWN = 140
"""The most characters of a source line that are shown; of a longer one, the part around the span."""

_COLOURS = {"error": "red", "warning": "yellow"}


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    format: Format = "full",
    *,
    colour: bool = False,
    show: Callable[[str], str] = str,
) -> str:
    """All diagnostics in one string without a final line end; empty if there are none (JSON: `[]`).

    `full` shows each with its line, the span underlined, and its help; `concise` is one line each; `json` an array of
    objects. `show` turns the name of a file into the one to print. A source that is not in `sources` is not shown.
    """
    if format == "json":
        return json.dumps(as_data(diagnostics, sources, show=show), indent=2, ensure_ascii=False)
    if format == "concise":
        return "\n".join(_head(d, sources, show, colour) for d in diagnostics)
    return "\n\n".join(_full(d, sources, show, colour) for d in diagnostics)


def _styled(text: str, colour: bool, **style: object) -> str:
    if not colour:
        return text
    from click import style as click_style

    return click_style(text, **style)  # type: ignore[arg-type]


def clean(text: str) -> str:
    """No control character of a hostile file reaches the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _head(d: Diagnostic, sources: Mapping[str, Source], show: Callable[[str], str], colour: bool) -> str:
    place = ""
    if d.span.file:
        place = clean(show(d.span.file))
        if (source := sources.get(d.span.file)) is not None:
            line, column = source.position(d.span.start)
            place += f":{line}:{column}"
        place = _styled(place, colour, bold=True) + ": "
    kind = _styled(f"{d.severity} {d.code}", colour, fg=_COLOURS.get(d.severity, "blue"), bold=True)
    return f"{place}{kind}: {clean(d.message)}"


def _full(d: Diagnostic, sources: Mapping[str, Source], show: Callable[[str], str], colour: bool) -> str:
    lines = [_head(d, sources, show, colour)]
    source = sources.get(d.span.file)
    if source is not None and source.text:
        number, column = source.position(d.span.start)
        text, mark = _excerpt(source.line(number), column - 1, d.span.end - d.span.start)
        gutter = f"{number:>5} | "
        lines.append(_styled(gutter, colour, dim=True) + text)
        blank = _styled(" " * (len(gutter) - 2) + "| ", colour, dim=True)
        lines.append(blank + mark.rstrip("^") + _styled("^" * mark.count("^"), colour, fg="red", bold=True))
    if d.help:
        lines.append(_styled("  help: ", colour, fg="cyan") + clean(d.help))
    return "\n".join(lines)


def _excerpt(line: str, start: int, length: int) -> tuple[str, str]:
    """The part of a line to show, and a line of blanks and ^ to put below it."""
    end = max(start + 1, min(start + length, len(line)))
    left = 0
    if len(line) > MAX_SHOWN:
        left = max(0, min(start - MAX_SHOWN // 3, len(line) - MAX_SHOWN))
    shown = line[left : left + MAX_SHOWN]
    end = min(end, left + MAX_SHOWN)
    before = "... " if left else ""
    text = before + clean(shown.replace("\t", " ")) + (" ..." if left + MAX_SHOWN < len(line) else "")
    blanks = len(before) + _width(line[left:start])
    return text.rstrip(), " " * blanks + "^" * max(1, _width(line[start:end]))


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def as_data(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], *, show: Callable[[str], str] = str
) -> list[dict[str, object]]:
    """What the format `json` prints, as data. Places without a known source have no line (null)."""
    return [_one(d, sources, show) for d in diagnostics]


def _one(d: Diagnostic, sources: Mapping[str, Source], show: Callable[[str], str]) -> dict[str, object]:
    source = sources.get(d.span.file)
    line, column = source.position(d.span.start) if source else (None, None)
    end_line, end_column = source.position(d.span.end) if source else (None, None)
    return {
        "file": clean(show(d.span.file)) if d.span.file else None,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "code": d.code,
        "severity": d.severity,
        "message": clean(d.message),
        "help": clean(d.help),
    }
