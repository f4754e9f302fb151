"""Records of a shipped game that were cut off or edited: each is resumed, or refused with a place and a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Source
from cardscript.players.bots import Random
from cardscript.session.game import GameHandle, load
from cardscript.session.record import record_text
from cardscript.session.record_text import parse_record
from cardscript.session.replay import verify
from cardscript.session.session import Session

NAME = "game.rec"


@pytest.fixture(scope="module")
def handle() -> GameHandle:
    return load("duel")


@pytest.fixture(scope="module")
def whole(handle: GameHandle) -> tuple[Session, str]:
    """A game to its end and its record."""
    session = handle.start(seed=6)
    bots = [Random(6, seat) for seat in range(2)]
    while session.seat is not None:
        bots[session.seat].play(session)
    return session, record_text(session, handle)


def read(text: str, handle: GameHandle) -> Session | list[Diagnostic]:
    """The session of a record, or what is wrong with it."""
    findings = Findings()
    record = parse_record(Source(NAME, text), findings)
    try:
        return list(findings) if record is None else verify(record, handle).session
    except CardscriptError as error:
        return list(error.diagnostics)


def placed(text: str, found: list[Diagnostic]) -> bool:
    """Whether each diagnostic has a line and column of the record, and says what is wrong."""
    return bool(found) and all(
        d.span.file == NAME and 0 <= d.span.start <= len(text) and d.message and d.severity in ("error", "warning")
        for d in found
    )


def test_cut_at_200_places(handle: GameHandle, whole: tuple[Session, str]) -> None:
    session, text = whole
    begins = text.index("\nbegin\n") + len("\nbegin\n")
    resumed = 0
    for cut in sorted(random.Random(1).sample(range(len(text)), 200)):
        found = read(text[:cut], handle)
        if isinstance(found, Session):
            resumed += 1
            assert found.given == session.given[: found.answer_count]
            assert cut >= begins
        else:
            assert placed(text[:cut], found), (cut, found)
            assert cut < begins
            assert found[-1].code in ("CS503", "CS507", "CS508")
    assert resumed > 100


def edited(text: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """The record with a line left out, doubled, swapped, or a letter of it changed: what was done and the text."""
    lines = text.splitlines()
    for _ in range(60):
        at = chance.randrange(len(lines) - 1)
        line = lines[at]
        yield "without " + line, "\n".join(lines[:at] + lines[at + 1 :]) + "\n"
        yield "twice " + line, "\n".join([*lines[:at], line, *lines[at:]]) + "\n"
        yield "swapped " + line, "\n".join([*lines[:at], lines[at + 1], line, *lines[at + 2 :]]) + "\n"
        if line:
            place = chance.randrange(len(line))
            flipped = line[:place] + chr(ord(line[place]) ^ 1) + line[place + 1 :]
            yield f"{line} as {flipped}", "\n".join([*lines[:at], flipped, *lines[at + 1 :]]) + "\n"


def test_edited_at_random(handle: GameHandle, whole: tuple[Session, str]) -> None:
    """Either it is the same game all the same (an event's words, a comment), or it is refused where it is edited."""
    session, text = whole
    refused = 0
    for what, other in edited(text, random.Random(2)):
        found = read(other, handle)
        if isinstance(found, Session):
            same = found.given == session.given[: found.answer_count] and found.setting.seed == session.setting.seed
            assert same or other.count("\n> ") != text.count("\n> "), what
        else:
            refused += 1
            assert placed(other, found), (what, found)
    assert refused > 60


def replaced(text: str, start: str, by: str, which: int = 0) -> str:
    """The record with a line that begins so replaced (or left out)."""
    lines = text.split("\n")
    at = [n for n, line in enumerate(lines) if line.startswith(start)][which]
    return "\n".join([*lines[:at], *([by] if by else []), *lines[at + 1 :]])


@pytest.mark.parametrize(
    ("start", "by", "which", "code", "says"),
    [
        ("> 1: cast", "> 1: cast moon#1", 0, "CS501", "player 1, choose an action: 'cast moon#1' is not legal now"),
        ("> 1: ", "> 2: pass", 0, "CS513", "for player 2, but player 1 is asked"),
        ("> 1: ", "> 7: pass", 0, "CS513", "for player 7, but player 1 is asked"),
        ("result", "> 1: pass", 0, "CS509", "the game is over"),
        ("result", "result over x\nresult over x", 0, "CS504", "a second result"),
        ("result", "result won by nobody", 0, "CS515", "the record says: won by nobody; the game: over "),
        ("result", "result over x\nundo\nundo\nundo\nresult over x", 0, "CS515", "the game: it is not over"),
        ("seed", "seed 7", 0, "CS514", "event 3 of the set-up is not as recorded: expected"),
        ("seed", "", 0, "CS507", "no seed"),
        ("players", "players 9", 0, "CS401", "2 to 4 players, not 9"),
        ("first", "first 3", 0, "CS412", "there is no player 3 to begin"),
        ("game", "game dual 1", 0, "CS502", "record of 'dual'"),
        ("cardscript", "cardscript record 9", 0, "CS505", "another format"),
        ("first", "first 1\nruling x: y", 0, "CS409", "no ruling 'x'"),
        ("first", "first 1\nchoice x: y", 0, "CS402", "no set-up choice 'x'"),
        ("card ", "", 0, "CS502", "card Spark was not dealt then"),
        ("card ", "card 00000000 Spark", 0, "CS502", "card Spark has changed"),
        ("rule", "rule 00000000 verb fly", 0, "CS502", "rule verb fly is gone"),
        ("begin", "", 0, "CS504", "the line 'begin' is missing"),
        ("> 1: ", "undo", 0, "CS516", "no answer to take back"),
    ],
)  # fmt: skip
def test_each_damage_has_its_own_reason(
    handle: GameHandle, whole: tuple[Session, str], start: str, by: str, which: int, code: str, says: str
) -> None:
    text = replaced(whole[1], start, by, which)
    found = read(text, handle)
    assert isinstance(found, list), "it was accepted"
    assert placed(text, found)
    assert code in [d.code for d in found], found
    assert says in next(d.message for d in found if d.code == code)


def test_a_record_of_many_lines_is_refused_at_once(handle: GameHandle, whole: tuple[Session, str]) -> None:
    found = read(whole[1] + "undo\n" * 300_000, handle)
    assert isinstance(found, list)
    assert [d.code for d in found] == ["CS903"]
