"""Records: written as a game goes on, played again event by event, refused where they differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Source
from cardscript.session.game import GameHandle
from cardscript.session.record import RecordWriter, load_record, record_text
from cardscript.session.record_text import MAX_BYTES, MAX_LINES, parse_record, read_names, write_names
from cardscript.session.replay import replay

from .helpers import TOY, played, refusal, steps


def wrong(text: str) -> list[Diagnostic]:
    """What is wrong with the form of a record."""
    findings = Findings()
    parse_record(Source("game.rec", text), findings)
    return list(findings)


def at(text: str, diagnostic: Diagnostic) -> tuple[int, int]:
    """Line and column of a diagnostic."""
    return Source("", text).position(diagnostic.span.start)


@pytest.mark.parametrize("seed", range(8))
def test_round_trip(seed: int) -> None:
    session = played(seed=seed)
    text = record_text(session, TOY)
    again = replay(text, TOY)
    assert again.to_json() == session.to_json()
    assert record_text(again, TOY) == text
    assert text.splitlines()[-1].startswith("result ")


def test_it_is_written_after_every_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    session = TOY.start(seed=4)
    writer = RecordWriter(path, TOY)
    for _ in steps(session, 4):
        writer.sync(session)
        text = path.read_text(encoding="utf-8")
        assert text == record_text(session, TOY)
    writer.close()
    assert load_record(path).result


def test_undo_is_written_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    session = TOY.start(seed=4)
    writer = RecordWriter(path, TOY)
    writer.sync(session)
    for done in (7, 14, 21):
        for at_ in steps(session, 4):
            writer.sync(session)
            if at_ == done:
                break
        for _ in range(3):
            session.undo()
        writer.sync(session)
        session.pick([0])
        writer.sync(session)
    text = path.read_text(encoding="utf-8")
    assert "\nundo\nundo\nundo\n> " in text
    assert replay(text, TOY).to_json() == session.to_json()


def test_an_undone_end(tmp_path: Path) -> None:
    session = played(seed=2)
    writer = RecordWriter(tmp_path / "a.rec", TOY)
    writer.sync(session)
    session.undo()
    writer.sync(session)
    assert replay((tmp_path / "a.rec").read_text(encoding="utf-8"), TOY).to_json() == session.to_json()


def test_every_cut_is_resumed_or_explained(tmp_path: Path) -> None:
    whole = played(12, seed=4)
    text = record_text(whole, TOY)
    path = tmp_path / "cut.rec"
    resumed = 0
    for length in range(0, len(text), 61):
        path.write_text(text[:length], encoding="utf-8")
        try:
            record = load_record(path)
            session = replay(record, TOY)
        except CardscriptError as error:
            codes = {d.code for d in error.diagnostics if d.severity == "error"}
            assert codes <= {"CS503", "CS507", "CS508", "CS502", "CS501"}
            continue
        resumed += 1
        assert session.given == whole.given[: session.answer_count]
        writer = RecordWriter(path, TOY, "rewrite" if record.cut else "append")
        writer.sync(session)
        for answer in whole.given[session.answer_count :]:
            session.pick(answer.picks)
            writer.sync(session)
        writer.close()
        assert replay(path.read_text(encoding="utf-8"), TOY).to_json() == whole.to_json()
    assert resumed > 10


def test_a_changed_event_stops_there_and_shows_both() -> None:
    text = record_text(played(30, seed=4), TOY)
    lines = text.splitlines()
    for number in [n for n, line in enumerate(lines) if line.startswith("  ")][5::40]:
        changed = [*lines[:number], "  0000000a the moon falls", *lines[number + 1 :]]
        found = refusal(replay, "\n".join(changed) + "\n", TOY)
        assert found.code == "CS514"
        assert "expected 'the moon falls', got " in found.message
        assert at("\n".join(changed), found) == (number + 1, 1)


def test_a_missing_and_an_added_event() -> None:
    lines = record_text(played(30, seed=4), TOY).splitlines()
    events = [n for n, line in enumerate(lines) if line.startswith("  ")]
    gone = "\n".join(lines[: events[9]] + lines[events[9] + 1 :]) + "\n"
    assert refusal(replay, gone, TOY).code == "CS514"
    twice = "\n".join(lines[: events[-1]] + [lines[events[-1]]] * 2) + "\n"
    found = refusal(replay, twice, TOY)
    assert found.code == "CS514"
    assert "got 'nothing more'" in found.message


def test_events_can_be_left_out_and_answers_changed() -> None:
    session = played(30, seed=4)
    lines = [line for line in record_text(session, TOY).splitlines() if not line.startswith("  ")]
    text = "\n".join([line or "# a comment" for line in lines]) + "\n"
    assert replay(text, TOY).to_json() == session.to_json()
    first = next(line for line in lines if line.startswith("> "))
    other = "\n".join([*lines[: lines.index(first)], "> 1: END YOUR", "> 2: pass"]) + "\n"
    assert replay(other, TOY).answers_given == [(0, ("end your turn",)), (1, ("end your turn",))]


def test_an_illegal_answer_is_refused_where_it_stands() -> None:
    lines = record_text(played(3, seed=4), TOY).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("> "))
    changed = "\n".join([*lines[:number], "> 1: jump"]) + "\n"
    found = refusal(replay, changed, TOY)
    assert (found.code, at(changed, found)) == ("CS501", (number + 1, 1))
    assert "end your turn" in found.help
    changed = "\n".join([*lines[:number], "> 2: pass"]) + "\n"
    assert refusal(replay, changed, TOY).message == "this answer is for player 2, but player 1 is asked"
    changed = "\n".join([*lines[:number], "undo"]) + "\n"
    assert refusal(replay, changed, TOY).code == "CS516"


def test_a_record_of_another_game() -> None:
    text = record_text(played(3, seed=4), TOY)
    stranger = GameHandle(replace(TOY.game, id="other"))
    found = refusal(replay, text, stranger)
    assert (found.code, at(text, found)) == ("CS502", (2, 1))
    assert found.message == "this is a record of 'toy', not of 'other'"


def test_a_changed_set_up_or_result() -> None:
    text = record_text(played(seed=4), TOY)
    result = text.splitlines()[-1]
    assert refusal(replay, text.replace(result, "result win cleared; scores 99 99"), TOY).code == "CS515"
    assert refusal(replay, text.replace("players 2", "players 7"), TOY).code == "CS401"
    assert refusal(replay, text.replace("seed 4", "seed 5"), TOY).code in ("CS514", "CS501")
    unfinished = record_text(played(4, seed=4), TOY) + result + "\n"
    assert "it is not over" in refusal(replay, unfinished, TOY).message


HEAD = "cardscript record 1\ngame toy 1.0\nseed 1\nplayers 2\nfirst 1\n"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "CS503", (1, 1)),
        ("hello\n", "CS503", (1, 1)),
        ("cardscript record 2\n" + HEAD[20:] + "begin\n", "CS505", (1, 1)),
        (HEAD, "CS508", (6, 1)),
        ("cardscript record 1\nbegin\n", "CS507", (1, 1)),
        (HEAD.replace("seed 1", "seed one") + "begin\n", "CS504", (3, 1)),
        (HEAD + "color red\nbegin\n", "CS504", (6, 1)),
        (HEAD + "choice boss\nbegin\n", "CS504", (6, 1)),
        (HEAD + "content 12\nbegin\n", "CS504", (6, 1)),
        (HEAD + "card 0123abcd\nbegin\n", "CS504", (6, 1)),
        (HEAD + "begin\nresult win x\nresult win x\n", "CS504", (8, 1)),
        (HEAD + "begin\nwhat?\n", "CS504", (7, 1)),
        (HEAD + 'begin\n> 1: "a" "b"\n', "CS504", (7, 1)),
        (HEAD + "begin\nresult win x\n> 1: more\n", "CS504", (8, 1)),
        (HEAD + "begin\n> 1: a\x00b\n", "CS003", (7, 7)),
        (HEAD + "begin\n> 1: \udcff\n", "CS002", (7, 6)),
        (HEAD + "begin\n> 1: a", "CS506", (7, 1)),
        (HEAD + "begin\n" + "# x\n" * MAX_LINES, "CS903", (1, 1)),
    ],
)
def test_malformed_records(text: str, code: str, place: tuple[int, int]) -> None:
    found = wrong(text)
    assert [d.code for d in found] == [code]
    assert at(text, found[0]) == place


def test_many_wrong_lines_are_reported_but_not_all() -> None:
    assert len(wrong(HEAD + "begin\n" + "what?\n" * 1000)) == 20


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    assert refusal(load_record, path).code == "CS001"
    assert refusal(load_record, tmp_path).code == "CS001"
    path.write_bytes(bytes(range(256)) * 100)
    assert refusal(load_record, path).code == "CS503"
    path.write_bytes(b"cardscript record 1\n" + bytes(range(256)))
    assert refusal(load_record, path).code in ("CS002", "CS003")
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert refusal(load_record, path).code == "CS903"


def test_unwritable(tmp_path: Path) -> None:
    assert refusal(RecordWriter, tmp_path / "no" / "a.rec", TOY).code == "CS510"
    assert refusal(RecordWriter, tmp_path, TOY).code == "CS510"


@pytest.mark.parametrize("names", [(), ("a",), ("a b", "c"), ("a | b", "c"), ('"x"',), ("",), (" a",), ("x\ny", "é")])
def test_names_in_a_line(names: tuple[str, ...]) -> None:
    line = write_names(names)
    assert "\n" not in line
    assert read_names(line) == names
