"""Records of sessions, written as the game goes on. `cardscript.session.replay` plays them again."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.language.source import Source
from cardscript.session.content import content_of
from cardscript.session.record_text import Record, answer_line, event_line, header, read_record
from cardscript.session.session import Session
from cardscript.session.trace import json_line
from cardscript.session.trace_text import event_words
from cardscript.session.writing import unwritable, write_whole

if TYPE_CHECKING:
    from cardscript.session.game import GameHandle

Begin = Literal["new", "append", "rewrite"]


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
            raise unwritable(self._path, error) from error

    def sync(self, session: Session) -> None:
        """Write what has happened since the last time: a beginning, an answer, answers taken back, the end."""
        if self._answers < 0:
            self._begin(session)
        else:
            self._write(self._since(session))
        self._answers, self._events = session.answer_count, session.event_count
        self._ended = session.result is not None

    def failed(self, session: Session) -> None:
        """Write the answer that the engine failed at, if it did: the record then leads to the failure again."""
        if session.failed is not None:
            self._write(answer_line(session.failed.seat, session.failed.names) + "\n")

    def close(self) -> None:
        """Close the file."""
        try:
            self._file.close()
        except OSError as error:
            raise unwritable(self._path, error) from error

    def _begin(self, session: Session) -> None:
        if self._how == "append":
            return
        text = record_text(session, self._handle)
        if self._how == "new":
            self._write(text)
            return
        try:
            self._file.close()
            write_whole(self._path, text)
            self._file = self._path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise unwritable(self._path, error) from error

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
            raise unwritable(self._path, error) from error


def describe(session: Session, handle: GameHandle) -> Record:
    """The head of a session's record."""
    setting = session.setting
    return Record(
        Source("", ""),
        handle.id,
        handle.version,
        handle.folder,
        setting.seed,
        session.players,
        setting.deal.first,
        dict(handle.sets),
        {option: list(names) for option, names in setting.chosen.items()},
        {name: value for name, value in setting.rulings.items() if name not in handle.variants},
        {name: value for name, value in setting.rulings.items() if name in handle.variants},
        content_of(session.game, setting.deal),
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
    if session.failed is not None:
        lines.append(answer_line(session.failed.seat, session.failed.names))
    elif session.result is not None:
        lines.append(f"result {result_line(session)}")
    return "\n".join(lines) + "\n"


def load_record(path: Path) -> Record:
    """A record from a file; `CardscriptError` with everything that is wrong with its form."""
    findings = Findings()
    record = read_record(path, findings)
    if record is None:
        raise CardscriptError(findings.items, findings.sources)
    return record
