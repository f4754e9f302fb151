"""The pytest plugin: scenario files are collected, `play` lays out, `trace_snapshot` keeps traces."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardscript.testing.playing import Play

from .texts import BOARD

pytest_plugins = ["pytester"]

TEST = """
def test_a_fight(play, trace_snapshot):
    table = play("on board", use="board.scenario")
    table.do("player 1: fight Five", "expect player 1 has 1 Attack")
    assert table.trace() == trace_snapshot
    table.expect("City[Sewers]: empty", "that there is a Villain in the City")
    assert table.session.decision.seat == 0
"""
OPEN = """
def test_left_open(play):
    play("on board", use="board.scenario").do("player 1: play Chooser")

def test_not_so(play):
    play("on board", use="board.scenario").do("player 1: fight Five", "expect player 1 has 7 Attack")

def test_misspelt(play):
    play("on bord", use="board.scenario")

def test_no_situation_later(play):
    play("on board", use="board.scenario").do("KO Pile: Wound")
"""
PINNED = """\
Player 1 pays 5 Attack for five#1
Player 1 fights five#1
  Player 1 defeats five#1
    five#1 moves City[Sewers] -> player 1's Victory Pile
"""


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)  # the inner run is nobody's worker
    (pytester.path / "board.scenario").write_text(BOARD)
    return pytester.path


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "cardscript.testing.plugin", "-p", "no:randomly", *arguments)


def test_scenarios_are_tests_and_fail_without_a_traceback(pytester: pytest.Pytester, folder: Path) -> None:
    scenarios = (
        "scenario good\n    on board\n    expect no ending\nscenario bad\n    on board\n    expect City: empty\n"
    )
    (folder / "a.scenario").write_text(f"use board.scenario\n{scenarios}")
    done = run(pytester, "-v")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ["*a.scenario::good PASSED*", "*a.scenario::bad FAILED*", "a.scenario:7:5: error CS651: *"]
    )
    assert "Traceback" not in done.stdout.str()
    assert "scenario/run.py" not in done.stdout.str()


def test_a_file_that_cannot_be_read_is_an_error_of_collection(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "a.scenario").write_text("game duel\nscenario x\n    nonsense here\n")
    done = run(pytester)
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["a.scenario:3:*: error CS601: *"])


def test_a_game_that_cannot_be_loaded_fails_its_cases(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "a.scenario").write_text("game nowhere\nscenario x\n    expect no ending\n")
    done = run(pytester)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["a.scenario:1:6: error CS420: *"])


def test_traces_are_kept_one_a_file_and_unused_ones_fail(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makepyfile(test_cards=TEST)
    run(pytester, "--snapshot-update").assert_outcomes(passed=1)
    kept = list((folder / "__snapshots__").rglob("*.trace"))
    assert [path.read_text() for path in kept] == [PINNED]
    run(pytester).assert_outcomes(passed=1)
    kept[0].write_text(PINNED.replace("fights", "hugs"))
    run(pytester).assert_outcomes(failed=1)
    kept[0].write_text(PINNED)
    (kept[0].parent / "test_gone.trace").write_text("nobody\n")
    done = run(pytester)
    assert done.ret != 0
    assert "1 snapshot unused" in done.stdout.str()


def test_what_is_left_open_misspelt_or_not_so_fails(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makepyfile(test_cards=OPEN)
    done = run(pytester)
    done.assert_outcomes(passed=1, failed=3, errors=1)
    text = done.stdout.str()
    assert "CS655" in text
    assert "not so: it is 1 Attack" in text
    assert "there is no situation 'bord'" in text
    assert "the situation is told when it begins" in text


ECHO = """
slow spell "Echo"
    Put this card into your hand. You cast this card. Carry out this card's text.
"""


def circle() -> Play:
    """An ability has gone in a circle, and nothing was said of it yet."""
    play = Play("it is player 1's turn, Spells\nplayer 1's hand: Echo", game="duel", cards=ECHO)
    return play.do("player 1: cast Echo", "player 1: pass", "player 2: pass")


def test_a_circle_is_excused_by_what_is_expected_later() -> None:
    play = circle()
    play.do("expect event: loop stopped: ...")
    play.finish()


def test_a_circle_nobody_speaks_of_fails_at_the_end() -> None:
    play = circle()
    with pytest.raises(AssertionError, match="CS656"):
        play.finish()


def test_a_circle_nobody_speaks_of_fails_when_something_else_is_done() -> None:
    play = circle()
    with pytest.raises(AssertionError, match="CS656"):
        play.do("player 1: pass")
