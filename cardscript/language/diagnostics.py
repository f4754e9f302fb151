"""Errors as values: a code, a place, a message and what to do. Collected here, rendered only at the edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from cardscript.language.source import NOWHERE, Source, Span


class Diagnostic(Struct, frozen=True):
    """One finding. `code` is stable (`CS` and three digits, see docs/diagnostics.md); `help` says what to change."""

    code: str
    message: str
    span: Span = NOWHERE
    help: str = ""
    severity: str = "error"


ALIKE = 4
"""So many equal findings are told as one."""


class CardscriptError(Exception):
    """Raised only by the Python API, when a game cannot be loaded or an answer is refused; carries the diagnostics.

    `sources` (name to text) lets the edge show the lines the diagnostics point at; it may be empty.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source] | None = None) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources or {})
        super().__init__("; ".join(d.message for d in self.diagnostics) or "error")


@dataclass(slots=True)
class Findings:
    """A collector that keeps one finding for one cause and one place, and the texts the findings point into."""

    items: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    _seen: set[Diagnostic] = field(default_factory=set, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._seen.update(self.items)

    def add(self, code: str, message: str, span: Span = NOWHERE, help: str = "", severity: str = "error") -> None:
        self.extend([Diagnostic(code, message, span, help, severity)])

    def extend(self, others: Iterable[Diagnostic]) -> None:
        for other in others:
            if other not in self._seen:
                self._seen.add(other)
                self.items.append(other)

    def gather(self) -> None:
        """Findings that say word for word the same have one cause, mostly a word that is not declared: from
        `ALIKE` on only the first stays, and says how many places there are."""
        counts = Counter((d.code, d.message) for d in self.items)
        kept: list[Diagnostic] = []
        told: set[tuple[str, str]] = set()
        for d in self.items:
            key = (d.code, d.message)
            if counts[key] < ALIKE:
                kept.append(d)
            elif key not in told:
                told.add(key)
                kept.append(replace(d, message=f"{d.message} (here and in {counts[key] - 1} more places)"))
        self.items = kept

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.items)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


def did_you_mean(word: str, known: Iterable[str], lead: str = "did you mean") -> str:
    """A help text naming the nearest known words, or an empty string if none is near."""
    lowered = {k.lower(): k for k in known}
    close = get_close_matches(word.lower(), list(lowered), n=3, cutoff=0.6)
    if not close:
        return ""
    return f"{lead} {' or '.join(repr(lowered[c]) for c in close)}?"
