"""`cardscript play`: options, records, answers, bad input, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardscript.cli.play as play_module
import cardscript.cli.play_resume as resume_module
import cardscript.session.replay as replay_module
from cardscript.cli.play import play
from cardscript.players.bots import Random
from cardscript.session.game import GameHandle
from cardscript.session.record import record_text
from cardscript.session.replay import replay
from tests.session.helpers import TOY, played


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    real = play_module.load

    def load(name: str, sets: object = None) -> GameHandle:
        return TOY if name == "toy" else real(name)

    monkeypatch.setattr(play_module, "load", load)
    monkeypatch.setattr(resume_module, "load", load)
    monkeypatch.setattr(replay_module, "load", load)


def run(*args: str | Path) -> Result:
    """The command with these arguments; `exit_code` is what the program would exit with."""
    result = CliRunner().invoke(play, [str(a) for a in args], standalone_mode=False)
    if result.exception is not None and hasattr(result.exception, "exit_code"):
        result.exit_code = result.exception.exit_code
        result.stderr_bytes = str(getattr(result.exception, "message", "")).encode()
    elif result.exception is not None:
        raise result.exception
    else:
        result.exit_code = result.return_value or 0
    return result


def test_bots_play_a_game_and_it_is_shown() -> None:
    result = run("toy", "--seed", "3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Toy 1.0, 2 players, seed 3"
    assert lines[1].startswith("  boss: ")
    assert "turn 1: Player 1" in lines
    scores = next(at for at, line in enumerate(lines) if line.startswith("  player 1: "))
    assert lines[scores + 1].startswith("  player 2: ")
    assert run("toy", "--seed", "3").stdout == result.stdout


def test_a_summary_closes_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    lines = run("toy", "--seed", "3", "--record", path).stdout.splitlines()
    events = [json.loads(line) for line in run("toy", "--seed", "3", "--trace", "jsonl").stdout.splitlines()]
    record = path.read_text(encoding="utf-8").splitlines()
    turns = sum(event["event"] == "turn" for event in events)
    decisions = sum(line.startswith("> ") for line in record)
    last = lines.index(f"{turns} turns, {decisions} decisions, {len(events)} events")
    assert lines[last - 1].startswith("  player 2: ")
    drawn = sum(event["event"] == "draw" for event in events)
    assert f"draw {drawn}" in " ".join(lines[last + 1 :]).replace(",", "").replace("  ", " ")


def test_detail() -> None:
    full, plain, brief = (run("toy", "--seed", "3", "--detail", d).stdout for d in ("full", "plain", "brief"))
    assert full == run("toy", "--seed", "3").stdout
    assert "phase: main" in plain
    assert "phase: main" not in brief
    assert set(brief.splitlines()) < set(plain.splitlines())
    assert run("toy", "--detail", "loud").exit_code == 2


def test_trace_forms() -> None:
    lines = run("toy", "--trace", "jsonl").stdout.splitlines()
    assert all("event" in json.loads(line) for line in lines)
    assert len(run("toy", "--trace", "none").stdout.splitlines()) < 12


@pytest.mark.parametrize(
    "args",
    [
        ["--boss", "The Old One", "--gangs", "Red Gang, Grey Gang"],
        ["--boss=the old one", "--gangs", "red gang", "--gangs", "grey gang"],
        ["--with", "boss=The Old One", "--with", "gangs=Red Gang,Grey Gang"],
    ],
)
def test_set_up_choices(args: list[str]) -> None:
    shown = run("toy", *args, "--trace", "none").stdout
    assert "  boss: The Old One\n  gangs: Red Gang, Grey Gang\n" in shown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "which game?"),
        (["toy", "--bosss", "x"], "did you mean '--boss'"),
        (["toy", "--boss"], "--boss needs a value"),
        (["toy", "duel"], "one game at a time"),
        (["toy", "-z"], "there is no option -z"),
        (["toy", "--with", "boss"], "NAME=VALUE expected"),
        (["toy", "--with", "sun=1"], "there is no option --sun"),
        (["toy", "--ruling", "x"], "NAME=VALUE expected"),
        (["toy", "--boss", "The Odl One"], "did you mean 'The Old One'"),
        (["toy", "--ruling", "nap=long"], "did you mean 'naps'"),
        (["toy", "--players", "1"], "alone is no fun"),
        (["toy", "--players", "9"], "2 to 4 players, not 9"),
        (["toy", "--first", "3"], "no seat"),
        (["toy", "--seats", "1"], "needs a terminal"),
        (["toy", "--games", "2", "--record", "x"], "--games is for bots"),
        (["toy", "--answers", "/nonexistent/a"], "cannot read"),
        (["toy", "--record", "/nonexistent/a"], "cannot write"),
        (["--resume", "/nonexistent/a"], "cannot read"),
        (["toy", "--resume", "a"], "goes on as it began"),
        (["nonesuch"], "no game of that name"),
    ],
)
def test_wrong_usage(args: list[str], says: str) -> None:
    result = run(*args)
    assert says in result.stderr
    assert result.exit_code == 2
    assert "turn 1" not in result.stdout


def test_record_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    assert run("toy", "--seed", "3", "--record", path).exit_code == 0
    whole = path.read_text(encoding="utf-8")
    assert replay(whole, TOY).ended_by_rule
    path.write_text(whole[: len(whole) // 2], encoding="utf-8")
    result = run("--resume", path, "--record", path)
    assert result.exit_code == 0
    assert path.read_text(encoding="utf-8") == whole


def test_a_saved_game_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(played(10, seed=3).to_json(), encoding="utf-8")
    assert run("--resume", path).exit_code == 0
    path.write_text('{"game": "toy"}', encoding="utf-8")
    result = run("--resume", path)
    assert (result.exit_code, "CS517" in result.stderr) == (1, True)


def test_a_tampered_record(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    lines = record_text(played(20, seed=3), TOY).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("> "))
    lines[number + 1] = "  00000000 the moon falls"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("--resume", path)
    assert result.exit_code == 1
    assert f"game.rec:{number + 2}:1: error CS514" in result.stderr
    assert "the moon falls" in result.stderr


def test_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    session = played(seed=3)
    lines = ["# a whole game", *(" | ".join(answer.names) or "-" for answer in session.given)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("toy", "--seed", "3", "--answers", path).exit_code == 0

    path.write_text("\n".join([*lines, "pass", "pass"]) + "\n", encoding="utf-8")
    result = run("toy", "--seed", "3", "--answers", path)
    assert (result.exit_code, "2 answers are left over" in result.stderr) == (1, True)

    path.write_text("\n".join(lines[:5]) + "\n", encoding="utf-8")
    result = run("toy", "--seed", "3", "--answers", path)
    assert (result.exit_code, "no answer left for player" in result.stderr) == (1, True)

    path.write_text("pass\n> 1: pass\n", encoding="utf-8")
    result = run("toy", "--seed", "3", "--answers", path)
    assert (result.exit_code, "is for player 1, but player 2 is asked" in result.stderr) == (1, True)

    path.write_text("# one\njump\n", encoding="utf-8")
    result = run("toy", "--seed", "3", "--answers", path)
    assert result.exit_code == 1
    assert "answers:2:1: error CS501" in result.stderr
    assert "legal: " in result.stderr


def test_answers_for_one_seat_and_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("pass\npass\n", encoding="utf-8")
    result = run("toy", "--answers", path, "--seats", "2", "--bots", "greedy")
    assert (result.exit_code, "no answer left for player 2" in result.stderr) == (1, True)
    assert run("toy", "--answers", path, "--seats", "5").exit_code == 2
    assert run("toy", "--answers", path, "--bots", "greedy").exit_code == 2


def test_ctrl_c_leaves_a_record_that_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.rec"
    choose = Random.choose

    def tired(self: Random, machine: object, at: int) -> list[int]:
        if at == 17:
            raise KeyboardInterrupt
        return choose(self, machine, at)  # type: ignore[arg-type]

    monkeypatch.setattr(Random, "choose", tired)
    result = run("toy", "--seed", "3", "--record", path)
    assert result.exit_code == 1
    assert "interrupted" in result.stderr
    assert "--resume" in result.stderr
    assert replay(path.read_text(encoding="utf-8"), TOY).answer_count == 17
    monkeypatch.setattr(Random, "choose", choose)
    assert run("--resume", path, "--record", path).exit_code == 0
    whole = tmp_path / "whole.rec"
    run("toy", "--seed", "3", "--record", whole)
    assert path.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("toy", "--games", "20", "--players", "3", "--bots", "greedy")
    assert result.exit_code == 0
    assert result.stdout.startswith("Toy: 20 games\n")
    assert "games/s" in result.stdout
    assert "turns: fewest" in result.stdout
    calls = 0
    choose = Random.choose

    def tired(self: Random, machine: object, at: int) -> list[int]:
        nonlocal calls
        calls += 1
        if calls > 300:
            raise KeyboardInterrupt
        return choose(self, machine, at)  # type: ignore[arg-type]

    monkeypatch.setattr(Random, "choose", tired)
    result = run("toy", "--games", "1000")
    assert result.exit_code == 1
    assert "interrupted after" in result.stderr


def test_help() -> None:
    result = CliRunner().invoke(play, ["--help"])
    assert result.exit_code == 0
    assert "Examples:" in result.output
