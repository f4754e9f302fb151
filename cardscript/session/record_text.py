"""The text of a record: a header, then answers by stable name with the events that followed each. Pure text and data.

    cardscript record 1
    game duel 1.0
    ...
    begin
    > 1: take row[3] lamp#2
      1f3a9c02 lamp#2 moves row[3] -> player 1's discard pile

A line with `#` in front says nothing. `undo` takes the last answer back. The events may be left out, for one answer or
for all: then they are not checked. So may what the game's data were (`content`, `rule` and `card`). So a record can be
written and changed by hand. docs/records.md says it all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.files import read_source, unreadable
from cardscript.language.source import NOWHERE, Source, Span
from cardscript.session.content import Content

FORMAT = 1
MAX_BYTES = 20_000_000
MAX_LINES = 200_000
MAX_WRONG = 20
"""How many malformed lines of one record are reported."""

BETWEEN = " | "
_EVENT = re.compile(r"  ([0-9a-f]{8})(?: (.*))?")
_ANSWER = re.compile(r"> ?([0-9]{1,2}):(?: (.*))?")
_RESULT = re.compile(r"result (.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One event that a record expects: its hash, its words, where it stands."""

    check: str
    text: str
    span: Span


@dataclass(slots=True)
class Step:
    """One answer (or, with seat -1, the beginning; or an undo) and the events that followed. `names` None: an undo."""

    seat: int
    names: tuple[str, ...] | None
    span: Span
    events: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A record as it was read. `cut`: its last line has no end and was left out, or (as found when it is played again)
    events of its last answer are missing."""

    source: Source
    game: str = ""
    version: str = ""
    folder: str = ""
    seed: int = 0
    players: int = 0
    first: int = 0
    sets: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    content: Content | None = None
    steps: list[Step] = field(default_factory=list)
    result: str = ""
    result_span: Span = NOWHERE
    cut: bool = False
    heads: dict[tuple[str, str], Span] = field(default_factory=dict)
    """Where the lines of the head stand: (first word, name) to place."""

    def head(self, word: str, name: str = "") -> Span:
        """Where a line of the head stands; the first line if there is none."""
        return self.heads.get((word, name)) or self.place(0, len(self.source.line(1)))

    def place(self, start: int = 0, end: int = 0) -> Span:
        """A stretch of the record's text."""
        return Span(self.source.name, start, end)


def write_names(names: Sequence[str]) -> str:
    """Answers in one line: as they are, or in quotes where they could be misread."""
    plain = all(n and n == n.strip() and n.isprintable() and BETWEEN.strip() not in n and n[0] != '"' for n in names)
    return BETWEEN.join(names if plain else [json.dumps(n) for n in names])


def read_names(text: str) -> tuple[str, ...]:
    """The answers in one line; ValueError if quotes are not as they should be."""
    text = text.strip()
    if not text.startswith('"'):
        return tuple(part.strip() for part in text.split("|")) if text else ()
    names: list[str] = []
    decoder = json.JSONDecoder()
    at = 0
    while True:
        name, at = decoder.raw_decode(text, at)
        if not isinstance(name, str):
            raise ValueError("not a text in quotes")
        names.append(name)
        if at == len(text):
            return tuple(names)
        if not text.startswith(BETWEEN, at):
            raise ValueError(f"{BETWEEN!r} expected between answers")
        at += len(BETWEEN)


def header(record: Record) -> Iterator[str]:
    """The lines before the first answer."""
    yield f"cardscript record {FORMAT}"
    yield f"game {record.game} {record.version}"
    if record.folder:
        yield f"folder {record.folder}"
    yield from (f"set {name} {version}" for name, version in record.sets.items())
    yield f"seed {record.seed}"
    yield f"players {record.players}"
    yield f"first {record.first + 1}"
    yield from (f"choice {option}: {write_names(names)}" for option, names in record.choices.items())
    yield from (f"variant {name}: {value}" for name, value in record.variants.items())
    yield from (f"ruling {name}: {value}" for name, value in record.rulings.items())
    if record.content is not None:
        yield ""
        yield f"content {record.content.order}"
        yield from (f"rule {check} {name}" for name, check in record.content.rules.items())
        yield from (f"card {check} {name}" for name, check in record.content.cards.items())
    yield ""
    yield "begin"


def event_line(check: str, text: str) -> str:
    """One event under its answer."""
    return f"  {check} {text}".rstrip()


def answer_line(seat: int, names: Sequence[str]) -> str:
    """One answer; seats are counted from 1 here."""
    return f"> {seat + 1}: {write_names(names)}".rstrip()


def read_record(path: Path, findings: Findings) -> Record | None:
    """A record from a file, or None with findings (CS001, CS002, CS003, CS503-CS508, CS903)."""
    source = read_source(path, path.name, findings, MAX_BYTES)
    return parse_record(source, findings) if source is not None else None


def parse_record(source: Source, findings: Findings) -> Record | None:
    """A record from its text, or None with findings. A last line that was cut off is a warning and left out."""
    findings.sources[source.name] = source
    record = Record(source)
    text = source.text
    if not re.match(r"cardscript record \d+\s", text):
        end = len(source.line(1))
        findings.add("CS503", f"{source.name} is no record", record.place(0, min(end, 60)),
                     f"the first line of a record is: cardscript record {FORMAT}")  # fmt: skip
        return None
    if text.count("\n") > MAX_LINES:
        message = f"{source.name} has more than {MAX_LINES:,} lines"
        findings.add("CS903", message, record.place(), "no game is that long")
        return None
    if unreadable(source, findings):
        return None
    if not text.endswith("\n"):
        start = text.rfind("\n") + 1
        record.cut = True
        findings.add("CS506", "the last line is cut off", record.place(start, len(text)),
                     "it was left out; the record goes on from the answer before", "warning")  # fmt: skip
        text = text[:start]
    _Reader(record, findings).read(text)
    return None if findings.failed else record


class _Reader:
    def __init__(self, record: Record, findings: Findings) -> None:
        self._record, self._findings = record, findings
        self._wrong = 0
        self._seen: set[str] = set()
        self._order = ""
        self._rules: dict[str, str] = {}
        self._cards: dict[str, str] = {}

    def read(self, text: str) -> None:
        at = 0
        begun = False
        for raw in text.split("\n"):
            line = raw.rstrip("\r")
            span = self._record.place(at, at + len(line))
            at += len(raw) + 1
            if not line.strip() or line.startswith("#"):
                continue
            if self._wrong >= MAX_WRONG:
                return
            if not begun and (line == "begin" or _ANSWER.match(line) or _EVENT.fullmatch(line)):
                begun = True
                self._record.steps.append(Step(-1, (), span))
                if line != "begin":
                    self._bad("the line 'begin' is missing before the first event", span, "put it above this line")
            elif begun:
                self._body(line, span)
            else:
                self._head(line, span)
        self._complete(begun)

    def _bad(self, message: str, span: Span, help: str = "") -> None:
        self._wrong += 1
        self._findings.add("CS504", message, span, help)

    def _head(self, line: str, span: Span) -> None:
        record = self._record
        key, _, rest = line.partition(" ")
        rest = rest.strip()
        self._seen.add(key)
        record.heads.setdefault((key, ""), span)
        match key:
            case "cardscript":
                if rest != f"record {FORMAT}":
                    self._findings.add("CS505", f"this record has another format: {rest}", span,
                                       f"this version reads format {FORMAT}")  # fmt: skip
            case "game":
                record.game, _, record.version = rest.partition(" ")
            case "folder":
                record.folder = rest
            case "set":
                name, _, record.sets[name] = rest.partition(" ")
            case "seed" | "players" | "first":
                self._number(key, rest, span)
            case "choice" | "ruling" | "variant":
                self._named(key, rest, span)
            case "content" | "rule" | "card":
                self._content(key, rest, span)
            case _:
                self._bad(f"{key[:40]!r} is nothing that stands in the head of a record", span, "delete the line")

    def _content(self, key: str, text: str, span: Span) -> None:
        """A hash of what was used: of all declarations in their order, of a declaration, of a card."""
        check, _, name = text.partition(" ")
        if not re.fullmatch(r"[0-9a-f]{8}", check) or bool(name) == (key == "content"):
            self._bad(f"{key}: 8 digits{'' if key == 'content' else ' and a name'} expected, not {text[:40]!r}", span)
        elif key == "content":
            self._order = check
        else:
            (self._rules if key == "rule" else self._cards)[name] = check
            self._record.heads[key, name] = span

    def _number(self, key: str, text: str, span: Span) -> None:
        record = self._record
        if not re.fullmatch(r"-?[0-9]{1,30}" if key == "seed" else r"[0-9]{1,3}", text):
            self._bad(f"{key}: {text[:40]!r} is not a whole number", span)
        elif key == "seed":
            record.seed = int(text)
        elif key == "players":
            record.players = int(text)
        else:
            record.first = int(text) - 1

    def _named(self, key: str, text: str, span: Span) -> None:
        name, colon, value = text.partition(":")
        if not colon:
            self._bad(f"a colon is missing after {text[:40]!r}", span, f"{key} NAME: VALUE")
        elif key == "ruling":
            self._record.rulings[name.strip()] = value.strip()
        elif key == "variant":
            self._record.variants[name.strip()] = value.strip()
        else:
            self._record.choices[name.strip()] = list(self._answers(value, span))
        self._record.heads[key, name.strip()] = span

    def _answers(self, text: str, span: Span) -> tuple[str, ...]:
        try:
            return read_names(text)
        except ValueError as error:
            self._bad(f"the quotes are wrong: {error}", span, 'several answers: "one" | "two"')
            return ()

    def _body(self, line: str, span: Span) -> None:
        steps = self._record.steps
        if event := _EVENT.fullmatch(line):
            steps[-1].events.append(Line(event[1], event[2] or "", span))
        elif line == "undo":
            steps.append(Step(-1, None, span))
            self._record.result = ""
        elif self._record.result and (result := _RESULT.fullmatch(line)):
            self._bad(f"a second result; the first one is {self._record.result[:60]!r}", span, "delete one of them")
        elif self._record.result:
            self._bad("the record goes on after its result", span, "delete what follows, or the result")
        elif answer := _ANSWER.fullmatch(line):
            steps.append(Step(int(answer[1]) - 1, self._answers(answer[2] or "", span), span))
        elif result := _RESULT.fullmatch(line):
            self._record.result, self._record.result_span = result[1], span
        else:
            self._bad(f"this is no answer, event or result: {line[:40]!r}", span, "an answer looks so: > 1: NAME")

    def _complete(self, begun: bool) -> None:
        if self._order:
            self._record.content = Content(self._order, self._rules, self._cards)
        missing = [key for key in ("game", "seed", "players") if key not in self._seen]
        if missing:
            self._findings.add("CS507", f"the head of the record has no {' and no '.join(missing)}",
                               self._record.place(0, len(self._record.source.line(1))))  # fmt: skip
        elif not begun:
            end = len(self._record.source.text)
            self._findings.add("CS508", "the record stops before its line 'begin'", self._record.place(end, end),
                               "the file is cut off")  # fmt: skip
