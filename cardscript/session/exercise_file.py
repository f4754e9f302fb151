"""Coverage as JSON: written, checked, read back. Anybody may have changed the text, or it may be of other files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.files import read_source
from cardscript.language.program import Game
from cardscript.language.source import Source, Span
from cardscript.session.exercise_clauses import Clauses, Line

FORMAT: Literal[1] = 1
MAX_BYTES = 50_000_000
MAX_WRONG = 20
"""How many lines of another version one file is reported for."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClauseData(_Strict):
    """A clause: a part of a line that does or asks something by itself."""

    start: int = Field(ge=0, description="Where it begins in the line, in characters.")
    end: int = Field(ge=0, description="Where it ends, exclusive.")
    words: str = Field(description="The clause as printed.")
    kind: str = Field(description="What it is: deed, condition, gate, may, ban, ending, ...")
    runs: bool = Field(description="It can be carried out; false: it is only read, as data.")
    two_way: bool = Field(description="It can come out true or false.")
    executed: bool = Field(description="It was carried out, or found out which way it comes out.")
    came_true: bool = Field(description="It came out true at least once.")
    came_false: bool = Field(description="It came out false at least once.")
    asserted: bool = Field(description="An expectation of a test spoke of what it did.")
    by: list[str] = Field(default_factory=list, description="The tests that asserted it.")


class LineData(_Strict):
    """A printed line of a card, or a line of the rules."""

    section: Literal["card", "rule"] = Field(description="What it is a line of.")
    set: str = Field(description="The set the card is in; empty for rules.")
    kind: str = Field(description="The kind of card; for rules the file.")
    group: str = Field(description="The group the card is in.")
    name: str = Field(description="The card's name; for rules the first line of the block.")
    line: int = Field(ge=0, description="Which of its lines, counted from 0.")
    text: str = Field(description="The line as printed.")
    file: str = Field(description="The file it stands in.")
    at: int = Field(ge=0, description="The number of the line in its file, from 1.")
    clauses: list[ClauseData] = Field(description="Its clauses, from left to right.")


class CoverageData(_Strict):
    """What has been executed and asserted of the lines of a game."""

    format: Literal["cardscript coverage"]
    version: Literal[1]
    game: str = Field(description="The id of the game.")
    title: str = Field(description="Its title.")
    game_version: str = Field(description="The version of its data.")
    sets: list[str] = Field(description="The sets whose cards were in use, by name.")
    lines: list[LineData] = Field(description="Its lines: cards, then rules, in the order of the files.")


def read_file(path: Path) -> Source:
    """The text of a coverage file; `CardscriptError` if it cannot be read (CS001, CS903)."""
    findings = Findings()
    source = read_source(path, str(path), findings, MAX_BYTES)
    if source is None:
        raise CardscriptError(findings.items, findings.sources)
    return source


def parse(source: Source, game: Game) -> CoverageData:
    """The coverage a text holds; `CardscriptError` if it holds none (CS530) or one of another game (CS531)."""
    try:
        raw = json.loads(source.text)
    except RecursionError:
        _fail(source, "CS530", "no coverage: nested too deep", 0)
    except json.JSONDecodeError as error:
        _fail(source, "CS530", f"not JSON: {error.msg}", min(error.pos, max(0, len(source.text) - 1)))
    except ValueError as error:
        _fail(source, "CS530", f"not JSON: {str(error)[:200]}", 0)
    if not isinstance(raw, dict) or raw.get("format") != "cardscript coverage":
        _fail(source, "CS530", "no coverage: its 'format' is not 'cardscript coverage'", 0)
    if raw.get("version") != FORMAT:
        _fail(source, "CS530", f"coverage of another format: {str(raw.get('version'))[:40]!r}, not {FORMAT}", 0)
    if raw.get("game") != game.id:
        message = f"this is coverage of {str(raw.get('game'))[:80]!r}, not of {game.id!r}"
        _fail(source, "CS531", message, 0, "name the game it was made with")
    try:
        return CoverageData.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        _fail(source, "CS530", f"no coverage: {place}: {first['msg']}"[:300], 0)


def numbers_of(data: CoverageData, clauses: Clauses, source: Source) -> Iterator[tuple[int, ClauseData]]:
    """Each clause of a file with its number in the game. Where the file was made with other sets, what is not of this
    choice of sets is left out: lines of a set, and clauses of the rules that a set adds or changes.

    Raises `CardscriptError` (CS532) that names the lines which are not as they were when the file was made."""
    lines = {line.key: line for line in clauses.lines}
    same_sets = set(data.sets) == {line.set for line in clauses.lines if line.section == "card"}
    wrong: list[str] = []
    found: list[tuple[int, ClauseData]] = []
    for one in data.lines:
        key = (one.section, one.set, one.kind, one.group, one.name, one.line)
        line = lines.get(key)
        if line is None and not same_sets:
            continue
        if line is None or line.text != one.text:
            wrong.append(f"{_title(one)}: {'is gone' if line is None else 'has changed'}: {one.text}")
            continue
        pairs = list(_pair(line, one))
        if len(pairs) != len(one.clauses) and same_sets:
            wrong.append(f"{_title(one)}: has other clauses now: {one.text}")
        found += pairs
    if wrong:
        at = Span(source.name, 0, 0)
        shown = [
            Diagnostic("CS532", f"coverage of another version of a line: {line}", at, "make the file again")
            for line in wrong[:MAX_WRONG]
        ]
        if len(wrong) > MAX_WRONG:
            shown.append(Diagnostic("CS532", f"and {len(wrong) - MAX_WRONG} more lines", at, "make the file again"))
        raise CardscriptError(shown, {source.name: source})
    yield from found


def _pair(line: Line, data: LineData) -> Iterator[tuple[int, ClauseData]]:
    seen: dict[str, int] = {}
    known = {(clause.words, clause.nth): clause.number for clause in line.clauses}
    for clause in data.clauses:
        nth = seen[clause.words] = seen.get(clause.words, -1) + 1
        if (clause.words, nth) in known:
            yield known[clause.words, nth], clause


def _title(one: LineData) -> str:
    if one.section == "rule":
        return f"{one.kind}, {one.name!r}, line {one.line + 1}"
    return f"{one.set}: {one.name}, line {one.line + 1}"


def _fail(source: Source, code: str, message: str, at: int, help: str = "") -> NoReturn:
    help = help or "name a file that `cardscript coverage --format json` or `play --coverage` wrote"
    sources: Mapping[str, Source] = {source.name: source}
    raise CardscriptError([Diagnostic(code, message, Span(source.name, at, at + 1), help)], sources)
