"""Reading text files strictly: nothing that a person cannot see, nothing that is not text, nothing without a bound."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source, Span

MAX_FILE_BYTES = 2_000_000
"""The largest file that is read."""

MAX_UNSEEN = 20
"""How many lines with unreadable characters are reported for one file."""

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""What no file may hold: control characters, invisible line ends, reversed text, bytes that are not UTF-8."""


def read_source(path: Path, name: str, findings: Findings, limit: int = MAX_FILE_BYTES) -> Source | None:
    """The text of a file, or None with a finding if it is missing, no regular file, unreadable or larger than `limit`.

    A byte that is not UTF-8 becomes one lone surrogate, so that the rest of the file is still read and the place is
    exact; `unreadable` reports it. A byte order mark is dropped and Windows line ends are kept in the text.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            findings.add("CS001", f"{name} is not a regular file", Span(name, 0, 0), "name a text file")
            return None
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        findings.add("CS001", f"cannot read {name}: {why}", Span(name, 0, 0), "check the name and the permissions")
        return None
    if len(data) > limit:
        findings.add("CS903", f"{name} is larger than {limit:,} bytes", Span(name, 0, 0), "split it into several files")
        return None
    source = Source(name, data.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))
    findings.sources[name] = source
    return source


def unreadable(source: Source, findings: Findings) -> set[int]:
    """The numbers of the lines with a character that no file may hold.

    The first such character of a line is reported, in the first `MAX_UNSEEN` of these lines (a picture has thousands).
    """
    text = source.text
    lines: set[int] = set()
    for found in _UNSEEN.finditer(text):
        at, char = found.start(), found.group()
        line = source.position(at)[0]
        if line in lines or (char == "\r" and text.startswith("\n", at + 1)):
            continue
        lines.add(line)
        if len(lines) > MAX_UNSEEN:
            continue
        span = Span(source.name, at, at + 1)
        if "\ud800" <= char <= "\udfff":
            findings.add(
                "CS002",
                f"not UTF-8: byte 0x{ord(char) & 0xFF:02X}",
                span,
                "save the file with the encoding UTF-8",
            )
        else:
            findings.add("CS003", f"a character nobody can see: U+{ord(char):04X}", span, "delete it")
    return lines
