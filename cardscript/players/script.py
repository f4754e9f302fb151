"""Answers from a file, one decision a line: names as a record writes them. `#` begins a comment, `-` picks nothing,
"pass until able" and "pass this phase" answer further decisions too (see `cardscript.session.passing`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.files import read_source, unreadable
from cardscript.language.source import Source, Span
from cardscript.session.passing import Passing, instruction
from cardscript.session.record_text import MAX_BYTES, MAX_LINES, read_names
from cardscript.session.session import Session

_SEAT = re.compile(r"> ?([0-9]{1,2}): ?")


@dataclass(frozen=True, slots=True)
class Answer:
    """One line: the seat it is for (-1: whoever is asked), the names, where it stands."""

    seat: int
    names: tuple[str, ...]
    span: Span


class Script:
    """A player that reads its answers from a file and refuses to guess."""

    def __init__(self, source: Source, answers: list[Answer]) -> None:
        self.source, self._answers, self._at = source, answers, 0
        self._passing = Passing()

    def play(self, session: Session) -> None:
        """Give the next answer; `CardscriptError` if there is none (CS512), or it is not legal (CS501)."""
        question = session.decision
        if question is None or self._passing.play(session):
            return
        if self._at == len(self._answers):
            end = len(self.source.text)
            message = f"no answer left for player {question.seat + 1}: {question.prompt}"
            help = f"legal: {', '.join(question.answers[:30])}"
            self._fail(Diagnostic("CS512", message, Span(self.source.name, end, end), help))
        answer = self._answers[self._at]
        if answer.seat not in (-1, question.seat):
            message = f"this answer is for player {answer.seat + 1}, but player {question.seat + 1} is asked"
            self._fail(Diagnostic("CS513", message, answer.span, question.prompt))
        until = instruction(answer.names[0], question.answers) if len(answer.names) == 1 else None
        try:
            if until is not None:
                self._passing.begin(session, until)
            else:
                session.answer(*answer.names)
        except CardscriptError as refused:
            first = refused.diagnostics[0]
            message = f"player {question.seat + 1}, {question.prompt}: {first.message}"
            raise CardscriptError(
                [Diagnostic(first.code, message, answer.span, first.help)], {self.source.name: self.source}
            ) from refused
        self._at += 1

    def finish(self) -> None:
        """`CardscriptError` (CS511) if answers are left over."""
        left = len(self._answers) - self._at
        if left:
            message = f"{left} answer{'s are' if left > 1 else ' is'} left over: the game asked no more"
            self._fail(Diagnostic("CS511", message, self._answers[self._at].span, "delete from here on"))

    def _fail(self, diagnostic: Diagnostic) -> None:
        raise CardscriptError([diagnostic], {self.source.name: self.source})


def read_script(path: Path) -> Script:
    """The answers in a file; `CardscriptError` if it cannot be read (CS001-CS003, CS504, CS903)."""
    findings = Findings()
    source = read_source(path, str(path), findings, MAX_BYTES)
    if source is None:
        raise CardscriptError(findings.items, findings.sources)
    unreadable(source, findings)
    answers: list[Answer] = []
    at = 0
    lines = source.text.split("\n")
    if len(lines) > MAX_LINES:
        findings.add("CS903", f"{source.name} has more than {MAX_LINES:,} lines", Span(source.name, 0, 0))
        lines = []
    for line in lines:
        span = Span(source.name, at, at + len(line.rstrip()))
        at += len(line) + 1
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        seat = _SEAT.match(text)
        try:
            rest = text[seat.end() :] if seat else text
            names = () if rest.strip() == "-" else read_names(rest)
        except ValueError as error:
            findings.add("CS504", f"the quotes are wrong: {error}", span, 'several answers: "one" | "two"')
            continue
        answers.append(Answer(int(seat[1]) - 1 if seat else -1, names, span))
    if findings.failed:
        raise CardscriptError(findings.items, findings.sources)
    return Script(source, answers)
