"""`cardscript replay` and `cardscript why`: what they say of right and of wrong records."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import cardscript.session.replay as replay_module
from cardscript.cli.replay import replay
from cardscript.cli.why import why
from cardscript.players.bots import Random
from cardscript.session.game import GameHandle, load
from cardscript.session.record import record_text
from cardscript.session.session import Session
from tests.session.helpers import TOY, played

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    real = replay_module.load
    monkeypatch.setattr(replay_module, "load", lambda name, sets=None: TOY if name == "toy" else real(name, sets))


def run(command: click.Command, *args: object, input: str = "") -> Result:
    """The command with these arguments; `exit_code` is what the program would exit with."""
    result = CliRunner().invoke(command, [str(a) for a in args], standalone_mode=False, input=input)
    if isinstance(result.exception, click.ClickException):
        result.exit_code = result.exception.exit_code
        result.stderr_bytes = result.exception.message.encode()
    elif result.exception is not None:
        raise result.exception
    else:
        result.exit_code = result.return_value or 0
    return result


@pytest.fixture(scope="module")
def session() -> Session:
    """A whole game of the toy."""
    return played(seed=4)


@pytest.fixture
def record(session: Session, tmp_path: Path) -> Path:
    """Its record."""
    path = tmp_path / "game.rec"
    path.write_text(record_text(session, TOY), encoding="utf-8")
    return path


def test_a_record_is_found_as_recorded(record: Path, session: Session) -> None:
    result = run(replay, record)
    first, second = result.stdout.splitlines()
    assert first == f"{record}: as recorded: {session.answer_count:,} answers, {session.event_count:,} events"
    assert session.result is not None
    scores = " ".join(str(score) for score in session.result.scores or ())
    assert second == f"{session.result.result} {session.result.ending}; scores {scores}"
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_record_without_its_events_says_so(record: Path, session: Session) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("  ")] + [""]
    record.write_text("\n".join(kept), encoding="utf-8")
    assert f"{session.event_count:,} events, of which the record holds 0\n" in run(replay, record).stdout


def test_an_unfinished_game_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "part.rec"
    path.write_text(record_text(played(5, seed=4), TOY), encoding="utf-8")
    result = run(replay, path)
    assert result.exit_code == 0
    assert re.search(r"not over: player \d is asked: .*; go on with: cardscript play --resume ", result.stdout)


def test_a_difference_is_an_error(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    number = [n for n, line in enumerate(lines) if line.startswith("  ")][20]
    lines[number] = lines[number][:11] + "the moon falls"
    lines[number] = "  00000000 the moon falls"
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run(replay, record)
    assert result.exit_code == 1
    assert f"game.rec:{number + 1}:1: error CS514" in result.stderr


def test_a_cut_line_is_a_warning(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[: len(text) // 2], encoding="utf-8")
    result = run(replay, record)
    assert result.exit_code == 0
    assert "warning CS506" in result.stderr
    assert ": as recorded: " in result.stdout


def test_the_trace_is_numbered(record: Path, session: Session) -> None:
    lines = run(replay, record, "--trace").stdout.splitlines()
    width = len(str(session.event_count))
    told = session.trace().splitlines()
    assert lines == [f"{number:>{width}}  {text}" for number, text in enumerate(told, 1)]
    brief = run(replay, record, "--trace", "--detail", "brief").stdout.splitlines()
    assert [line[width + 2 :] for line in brief] == session.trace(detail="brief").splitlines()


@pytest.mark.parametrize("at", ["--at", "--to"])
def test_the_table_at_an_event(record: Path, session: Session, at: str) -> None:
    told = session.trace(detail="plain").splitlines()
    found = [re.search(r"plays (\S+) player 1's hand -> player 1's discard pile", line) for line in told]
    number, card = next((n, match) for n, match in enumerate(found, 1) if match)
    before, after = (run(replay, record, at, n).stdout for n in (number - 1, number))
    assert len([line for line in after.splitlines() if re.match(r" *\d+  ", line)]) == number
    pile = re.compile(r"player 1's discard pile: (.*)")
    assert card[1] not in pile.findall(before)[0]
    assert card[1] in pile.findall(after)[0]
    only = run(replay, record, at, number, "--table").stdout
    assert after.endswith(only)
    assert only.startswith("turn ")
    assert "face down" not in only
    assert "face down" in run(replay, record, at, number, "--table", "--seat", "1").stdout


def test_events_by_words(record: Path, session: Session) -> None:
    last = run(replay, record, "--at", "THE GAME  ENDS", "--table")
    assert (last.exit_code, last.stdout) == (0, run(replay, record, "--table").stdout)
    several = run(replay, record, "--at", "draws")
    drawn = [n for n, line in enumerate(session.trace(detail="plain").splitlines(), 1) if " draws" in line]
    assert several.exit_code == 2
    assert several.stderr.startswith(f"{len(drawn)} events say 'draws'; name one by its number:\n  {drawn[0]}  ")
    none = run(replay, record, "--at", 100_000)
    assert (none.exit_code, none.stderr) == (
        2,
        f"there is no event '100000'; events are numbered from 1 to {session.event_count}",
    )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--step", "--table"], "no --table"),
        (["--seat", "9"], "'9' is no seat"),
        (["--seat", "1,2"], "--seat: one seat"),
        (["--game", "nonesuch"], "no game of that name"),
        (["--at", "the moon"], "there is no event 'the moon'"),
    ],
)
def test_wrong_usage(record: Path, args: list[str], says: str) -> None:
    result = run(replay, record, *args)
    assert (result.exit_code, says in result.stderr) == (2, True)


def test_files_that_are_not_there_or_no_records(tmp_path: Path) -> None:
    assert run(replay, tmp_path / "no.rec").exit_code == 2
    assert run(why, tmp_path / "no.rec", 1).exit_code == 2
    (tmp_path / "a.rec").write_text("hello\n", encoding="utf-8")
    for command in (replay, why):
        result = run(command, tmp_path / "a.rec", *([1] if command is why else []))
        assert (result.exit_code, "a.rec:1:1: error CS503" in result.stderr) == (1, True)


def step(record: Path, *typed: object, args: tuple[str, ...] = ()) -> str:
    """What is shown when lines are typed."""
    return run(replay, record, "--step", *args, input="".join(f"{line}\n" for line in typed)).stdout


def numbers(shown: str) -> list[int]:
    """The events that were shown, without those of a chain of causes."""
    return [int(found) for found in re.findall(r"(?m)^(?:> )* *(\d+)  ", shown)]


def test_stepping(record: Path, session: Session) -> None:
    last = session.event_count
    assert numbers(step(record, "n", "", "n 3", "p", "p 2", "q", "n")) == [1, 2, 3, 4, 5, 6, 5, 3]
    assert numbers(step(record, "p", 20, "p 100", last, "n", "n 9")) == [1, 1, 20, 1, last, last, last]
    shown = step(record, "a", "b")
    assert "answer 1, player 1: " in shown
    first = session.at_start().event_count
    assert numbers(shown) == [1, first + 1, 1]
    assert "no event the moon" in step(record, "the moon")
    assert "the next event" in step(record, "h")
    assert step(record, "t").count("player 1's hand: ") == 1
    assert "came by the set-up" in step(record, "w")
    assert numbers(step(record, args=("--at", "the game ends"))) == [last]


def test_stepping_finds_the_next_event_with_words(record: Path, session: Session) -> None:
    told = session.trace().splitlines()
    turns = [n for n, line in enumerate(told, 1) if line.startswith("turn ")]
    assert numbers(step(record, "TURN 1:", "turn  2", 1, "turn 2:")) == [1, turns[0], turns[1], 1, turns[1]]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Session]:
    """The record of a game of Duel."""
    handle: GameHandle = load("duel")
    session = handle.start(seed=1)
    bots = [Random(1, seat) for seat in range(2)]
    while session.seat is not None:
        bots[session.seat].play(session)
    path = tmp_path_factory.mktemp("duel") / "duel.rec"
    path.write_text(record_text(session, handle), encoding="utf-8")
    return path, session


def test_why_goes_down_to_the_printed_line(duel: tuple[Path, Session]) -> None:
    path, session = duel
    told = session.trace(detail="plain").splitlines()
    number = next(n for n, line in enumerate(told, 1) if re.fullmatch(r" +Player \d suffers", line))
    lines = run(why, path, number).stdout.splitlines()
    spark = re.fullmatch(r" +because (spark#\d+) says: (.*)  \((.*)\)", lines[1])
    assert spark is not None
    assert spark.groups()[1:] == ("Each other player suffers 1 damage.", "duel/basic/spells.card:2")
    assert lines[2].strip().endswith(f"{spark[1]}: Each other player suffers 1 damage.")
    assert lines[3].strip() == "(of the same line)"
    assert "unleashes" in lines[4]
    assert re.search(r"because action cast .*: As long as .*\(duel/rules/duel.card:\d+\)", lines[5])
    assert lines[-2].strip() == "because a rule of the language: turn order"
    assert re.fullmatch(r" +came by answer \d+, player \d: .*", lines[-1])


def test_why_the_game_ended(duel: tuple[Path, Session]) -> None:
    path, session = duel
    lines = run(why, path, "the", "game", "ends").stdout.splitlines()
    assert lines[0] == f"{session.event_count}  the game ends: somebody is out of Life"
    assert "ending Last One Standing: somebody is out of Life  (duel/rules/duel.card:" in lines[1]
    assert "noted: somebody is out of Life" in lines[2]
    assert re.search(r"  spark#\d+: Each other player suffers 1 damage.", lines[4])


def test_why_needs_one_event(duel: tuple[Path, Session]) -> None:
    path, _ = duel
    assert run(why, path, "draws").exit_code == 2
    assert run(why, path, 0).exit_code == 2
    assert run(why, path).exit_code == 2


def test_a_game_that_has_moved_and_changed(tmp_path: Path) -> None:
    """The record names the folder; --game names another; --anyway goes on to the first event that differs."""
    old, new, path = tmp_path / "old" / "duel", tmp_path / "new" / "duel", tmp_path / "game.rec"
    shutil.copytree(ROOT / "cardsets" / "duel", old)
    handle = load(old)
    session = handle.start(seed=1)
    session.pick([0])
    path.write_text(record_text(session, handle), encoding="utf-8")
    assert run(replay, path).exit_code == 0
    old.parent.rename(new.parent)
    gone = run(replay, path)
    assert (gone.exit_code, "game.rec:3:1: error CS420" in gone.stderr, "--game" in gone.stderr) == (2, True, True)
    assert run(replay, path, "--game", new).exit_code == 0
    assert run(why, path, 1, "--game", new).exit_code == 0
    rules = new / "rules" / "duel.card"
    rules.write_text(rules.read_text(encoding="utf-8").replace("result: over", "result: done"), encoding="utf-8")
    changed = run(replay, path, "--game", new)
    assert (changed.exit_code, "error CS502" in changed.stderr) == (1, True)
    anyway = run(replay, path, "--game", new, "--anyway")
    assert anyway.exit_code == 0
    assert anyway.stderr.startswith("changed since: rule ending Last One Standing: somebody is out of Life has changed")
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("draws three cards", "draws four cards"), encoding="utf-8"
    )
    differs = run(replay, path, "--game", new, "--anyway")
    assert (differs.exit_code, "error CS514" in differs.stderr) == (1, True)


def test_help() -> None:
    for command in (replay, why):
        assert "Examples:" in CliRunner().invoke(command, ["--help"]).output
