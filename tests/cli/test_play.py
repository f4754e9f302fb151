"""`cardscript play`: options, records, answers, bad input, exit codes."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cardscript.cli.play as play_module
import cardscript.cli.play_resume as resume_module
import cardscript.session.replay as replay_module
from cardscript.cli.play import play
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import CardscriptError
from cardscript.language.source import Source
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
        (["toy", "--first", "3"], "there is no player 3 to begin"),
        (["toy", "--seats", "1"], "needs a terminal"),
        (["toy", "--bots", "greddy"], "did you mean 'greedy'"),
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
        if calls == 300:
            raise KeyboardInterrupt
        return choose(self, machine, at)  # type: ignore[arg-type]

    monkeypatch.setattr(Random, "choose", tired)
    result = run("toy", "--games", "1000")
    assert result.exit_code == 1
    assert "interrupted after" in result.stderr
    found = re.search(r"seed (\d+): interrupted; the record is in (.*); go on with: ", result.stderr)
    assert found is not None
    path = Path(found[2])
    assert path.name == f"cardscript-toy-{found[1]}.rec"
    played_so_far = replay(path.read_text(encoding="utf-8"), TOY)
    assert played_so_far.answer_count > 0
    assert not played_so_far.ended_by_rule


def test_bots_of_several_kinds() -> None:
    """Each kind sits at every seat in turn; the last one named takes the seats that are left."""
    result = run("toy", "--games", "6", "--players", "3", "--bots", "greedy,random")
    assert result.exit_code == 0
    won = dict(re.findall(r"^  (\w+) +won ([0-9.]+) of the 6 games it sat in", result.stdout, re.M))
    assert sorted(won) == ["greedy", "random"]
    seats = [float(number) for number in re.findall(r"seat \d: ([0-9.]+)", result.stdout)]
    ranked = sum(seats)
    assert ranked == pytest.approx(float(won["greedy"]) + float(won["random"]), abs=0.01)
    assert float(won["greedy"]) > float(won["random"])
    assert "it sat in" not in run("toy", "--games", "2", "--bots", "random").stdout


def kept(result: Result) -> Path:
    """Where the one record was left, as the command says."""
    found = re.findall(r"the record is in (\S+\.rec)", result.stderr)
    assert len(found) == 1
    return Path(found[0])


def stopping(monkeypatch: pytest.MonkeyPatch, error: BaseException, at_answer: int) -> None:
    """Let the engine fail at an answer."""
    answer = Machine.answer

    def fail(self: Machine, picks: Sequence[int]) -> None:
        if self.event_count() >= at_answer:
            raise error
        answer(self, picks)

    monkeypatch.setattr(Machine, "answer", fail)


def test_an_internal_error_leaves_a_record_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        stopping(patch, TypeError("no such slot"), 60)
        result = CliRunner().invoke(play, ["toy", "--seed", "3"], standalone_mode=False)
        assert isinstance(result.exception, TypeError)
        path = kept(result)
        assert path == Path("cardscript-toy-3.rec")
        assert "it leads to the failure again: cardscript replay" in result.stderr
        text = path.read_text(encoding="utf-8")
        with pytest.raises(CardscriptError) as caught:
            replay(text, TOY)
        found = caught.value.diagnostics[0]
        assert (found.code, "TypeError: no such slot" in found.message) == ("CS518", True)
        assert Source("", text).line(Source("", text).position(found.span.start)[0]) == text.splitlines()[-1]
        written = CliRunner().invoke(play, ["toy", "--seed", "3", "--record", "own.rec"], standalone_mode=False)
        assert Path("own.rec").read_text(encoding="utf-8") == text
        assert kept(written) == Path("own.rec")
    assert replay(text, TOY).answer_count == text.count("\n> ")


def test_an_internal_error_in_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    stopping(monkeypatch, TypeError("no such slot"), 200)
    result = run("toy", "--games", "3", "--seed", "5")
    assert result.exit_code == 70
    assert "(failed)" in result.stdout
    assert result.stderr.count("internal error: TypeError: no such slot; the record is in cardscript-toy-") == 3
    text = Path("cardscript-toy-6.rec").read_text(encoding="utf-8")
    with pytest.raises(CardscriptError) as caught:
        replay(text, TOY)
    assert caught.value.diagnostics[0].code == "CS518"


def test_a_refused_answer_leaves_a_record(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    path.write_text("pass\njump\n", encoding="utf-8")
    for name in ("cardscript-toy-3.rec", "cardscript-toy-3-2.rec"):  # never over another one
        result = run("toy", "--seed", "3", "--answers", path)
        assert result.exit_code == 1
        assert kept(result) == Path(name)
        assert f"go on with: cardscript play --resume {name} --record {name}" in result.stderr
        assert replay(Path(name).read_text(encoding="utf-8"), TOY).answer_count == 1


def test_an_interrupted_game_leaves_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        stopping(patch, KeyboardInterrupt(), 60)
        path = kept(run("toy", "--seed", "3"))
    text = path.read_text(encoding="utf-8")
    assert replay(text, TOY).answer_count == text.count("\n> ") > 0
    assert run("--resume", path, "--record", path).exit_code == 0
    run("toy", "--seed", "3", "--record", "whole.rec")
    assert path.read_text(encoding="utf-8") == Path("whole.rec").read_text(encoding="utf-8")


def test_a_record_finds_another_folder_or_says_why_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the current folder takes no file, the one for temporary files does."""
    path = tmp_path / "answers"
    path.write_text("jump\n", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    real = Path.open

    def closed(self: Path, *args: Any, **how: Any) -> Any:
        if self.parent == Path() and "x" in str(args[:1]):
            raise PermissionError(13, "Permission denied")
        return real(self, *args, **how)

    monkeypatch.setattr(Path, "open", closed)
    assert kept(run("toy", "--answers", path)) == tmp_path / "cardscript-toy-0.rec"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    assert "no record could be written: " in run("toy", "--answers", path).stderr


def test_a_game_that_ends_by_a_rule_leaves_nothing() -> None:
    assert run("toy", "--seed", "3").exit_code == 0
    assert list(Path().iterdir()) == []


def test_help() -> None:
    result = CliRunner().invoke(play, ["--help"])
    assert result.exit_code == 0
    assert "Examples:" in result.output
