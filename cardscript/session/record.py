"""Records of sessions: written as the game goes on, read back by playing them again and comparing every event."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Source, Span
from cardscript.session.record_text import (
    Line,
    Record,
    Step,
    answer_line,
    event_line,
    header,
    parse_record,
    read_record,
)
from cardscript.session.session import Session
from cardscript.session.trace import json_line
from cardscript.session.trace_text import event_words

if TYPE_CHECKING:
    from cardscript.session.game import GameHandle

Begin = Literal["new", "append", "rewrite"]

SHOWN = 3
"""How many expected and actual events are shown where a record and the game part."""


def checked_events(session: Session, start: int) -> Iterator[tuple[str, str]]:
    """For each event from number `start` on: a hash of what happened, and its words.

    The hash leaves out because of which sentence it happened and where that stands: files may be laid out anew.
    """
    for data in session.events_since(start):
        what = {key: value for key, value in data.items() if key != "because"}
        words = " ".join(event_words(data).split())
        yield sha256(json_line(what).encode("utf-8", "surrogatepass")).hexdigest()[:8], words


def result_line(session: Session) -> str:
    """How the game ended, in one line."""
    result = session.result
    if result is None:
        return ""
    scores = " ".join(str(score) for score in result.scores or ())
    return " ".join(f"{result.result} {result.ending}".split()) + (f"; scores {scores}" if scores else "")


class RecordWriter:
    """Writes a session to a file as it is played. After every answer the file is complete and can be resumed.

    `begin`: "new" for a new file, "append" if the file already holds what the session has seen, "rewrite" if it holds
    it but was cut off or changed. Raises `CardscriptError` (CS510) if it cannot be written; the file is opened at once.
    """

    def __init__(self, path: Path, handle: GameHandle, begin: Begin = "new") -> None:
        self._path, self._handle, self._how = path, handle, begin
        self._answers = -1
        self._events = 0
        self._ended = False
        try:
            self._file = path.open("w" if begin == "new" else "a", encoding="utf-8", newline="\n")
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error

    def sync(self, session: Session) -> None:
        """Write what has happened since the last time: a beginning, an answer, answers taken back, the end."""
        if self._answers < 0:
            self._begin(session)
        else:
            self._write(self._since(session))
        self._answers, self._events = session.answer_count, session.event_count
        self._ended = session.result is not None

    def close(self) -> None:
        """Close the file."""
        try:
            self._file.close()
        except OSError as error:
            raise self._unwritable(error) from error

    def _begin(self, session: Session) -> None:
        if self._how == "append":
            return
        text = record_text(session, self._handle)
        if self._how == "new":
            self._write(text)
            return
        beside = self._path.with_name(self._path.name + ".new")
        try:
            self._file.close()
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, self._path)
            self._file = self._path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise self._unwritable(error) from error

    def _since(self, session: Session) -> str:
        lines = ["undo"] * (self._answers - session.answer_count)
        given = session.given[self._answers :]
        lines += [answer_line(answer.seat, answer.names) for answer in given]
        if given:
            lines += (event_line(*event) for event in checked_events(session, self._events))
        if session.result is not None and not self._ended:
            lines.append(f"result {result_line(session)}")
        return "".join(f"{line}\n" for line in lines)

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            self._file.flush()
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: Exception) -> CardscriptError:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"cannot write {self._path}: {why}"
        return CardscriptError([Diagnostic("CS510", message, help="name a file in a folder you can write to")])


def describe(session: Session, handle: GameHandle) -> Record:
    """The head of a session's record."""
    setting = session.setting
    return Record(
        Source("", ""),
        handle.id,
        handle.version,
        handle.folder,
        handle.digest,
        setting.seed,
        session.players,
        setting.deal.first,
        dict(handle.sets),
        dict(handle.files),
        {option: list(names) for option, names in setting.chosen.items()},
        dict(setting.rulings),
    )


def record_text(session: Session, handle: GameHandle) -> str:
    """The whole record of a session as text."""
    lines = [*header(describe(session, handle))]
    walk = session.at_start()
    lines += (event_line(*event) for event in checked_events(walk, 0))
    for answer in session.given:
        start = walk.event_count
        walk.pick(answer.picks)
        lines.append(answer_line(answer.seat, answer.names))
        lines += (event_line(*event) for event in checked_events(walk, start))
    if session.result is not None:
        lines.append(f"result {result_line(session)}")
    return "\n".join(lines) + "\n"


def load_record(path: Path) -> Record:
    """A record from a file; `CardscriptError` with everything that is wrong with its form."""
    findings = Findings()
    record = read_record(path, findings)
    if record is None:
        raise CardscriptError(findings.items, findings.sources)
    return record


def replay(record: Record | str, handle: GameHandle) -> Session:
    """Play a record (or its text) again. Stops with `CardscriptError` at the first thing that is not as recorded:
    other game data (CS502), an answer that is not legal (CS501), another seat asked (CS513), another event (CS514),
    another result (CS515)."""
    if isinstance(record, str):
        findings = Findings()
        parsed = parse_record(Source("record", record), findings)
        if parsed is None:
            raise CardscriptError(findings.items, findings.sources)
        record = parsed
    return _Replay(record, handle).run()


class _Replay:
    def __init__(self, record: Record, handle: GameHandle) -> None:
        self._record, self._handle = record, handle

    def run(self) -> Session:
        record = self._record
        self._check_content()
        try:
            session = self._handle.start(record.players, record.seed, record.choices, record.rulings, record.first)
        except CardscriptError as refused:
            head = record.place(0, len(record.source.line(1)))
            raise self._error([Diagnostic(d.code, d.message, head, d.help) for d in refused.diagnostics]) from refused
        for number, step in enumerate(record.steps):
            start = session.event_count if number else 0
            if number:
                self._answer(session, step)
            if step.events and step.names is not None:
                self._compare(session, start, step, last=number == len(record.steps) - 1)
        if record.result and record.result != (found := result_line(session)):
            message = f"the record says: {record.result}; the game: {found or 'it is not over'}"
            raise self._error([Diagnostic("CS515", message, record.result_span, "the end is another one")])
        return session

    def _error(self, diagnostics: list[Diagnostic]) -> CardscriptError:
        return CardscriptError(diagnostics, {self._record.source.name: self._record.source})

    def _check_content(self) -> None:
        record, handle = self._record, self._handle
        head = record.place(0, len(record.source.line(1)))
        if record.game != handle.id:
            message = f"this is a record of {record.game!r}, not of {handle.id!r}"
            raise self._error([Diagnostic("CS502", message, head, "name the right game")])
        if record.digest == handle.digest:
            return
        changes: list[str] = []
        for name in sorted({*record.files, *handle.files} if record.files else ()):
            before, now = record.files.get(name), handle.files.get(name)
            if before != now:
                changes.append(f"{name} {'is new' if before is None else 'is gone' if now is None else 'has changed'}")
        for name in sorted({*record.sets, *handle.sets} if record.sets else ()):
            old, new = record.sets.get(name, "not used"), handle.sets.get(name, "not used")
            if old != new:
                changes.append(f"set {name}: {old} then, {new} now")
        if record.version != handle.version:
            changes.append(f"version {record.version} then, {handle.version} now")
        what = "; ".join(changes[:12]) or "its digest is another one"
        help = "play it with the data it was made with, or begin a new game"
        raise self._error([Diagnostic("CS502", f"the game is not as it was recorded: {what}", head, help)])

    def _answer(self, session: Session, step: Step) -> None:
        if step.names is None:
            if not session.undo():
                raise self._error([Diagnostic("CS516", "there is no answer to take back", step.span)])
            return
        if session.seat is None:
            message = "the game is over, but the record has one more answer"
            raise self._error([Diagnostic("CS509", message, step.span, "delete from here on")])
        if session.seat != step.seat:
            message = f"this answer is for player {step.seat + 1}, but player {session.seat + 1} is asked"
            raise self._error([Diagnostic("CS513", message, step.span)])
        try:
            session.answer(*step.names)
        except CardscriptError as refused:
            first = refused.diagnostics[0]
            raise self._error([Diagnostic(first.code, first.message, step.span, first.help)]) from refused

    def _compare(self, session: Session, start: int, step: Step, last: bool) -> None:
        actual = list(checked_events(session, start))
        expected = step.events
        for at, line in enumerate(expected):
            if at >= len(actual) or actual[at][0] != line.check:
                self._part(expected, actual, at, line.span)
        if len(actual) > len(expected):
            if last and not self._record.result:
                self._record.cut = True
                return
            self._part(expected, actual, len(expected), step.span)

    def _part(self, expected: list[Line], actual: list[tuple[str, str]], at: int, span: Span) -> None:
        then = [line.text for line in expected[at : at + SHOWN]] or ["nothing more"]
        now = [text for _, text in actual[at : at + SHOWN]] or ["nothing more"]
        message = f"event {at + 1} after this answer is not as recorded: expected {then[0]!r}, got {now[0]!r}"
        if then[0] == now[0]:
            message = f"event {at + 1} after this answer is not as recorded: same words, another cause or amount"
        help = f"recorded: {' / '.join(then)}; now: {' / '.join(now)}"
        raise self._error([Diagnostic("CS514", message, span, help)])
