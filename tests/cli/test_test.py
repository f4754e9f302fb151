"""`cardscript test`: what is run, what is told, what is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardscript.scenario import suite
from cardscript.scenario.run import Case, Loaded, Outcome
from tests.scenario.texts import BOARD

PASSES = (
    BOARD
    + """\
scenario fights cost Attack
    clause some-rule-01
    on board
    player 1: fight Five
    expect player 1 has 1 Attack
    expect trace
        | Player 1 pays 5 Attack for five#1
        | Player 1 fights five#1
        |   Player 1 defeats five#1
        |     five#1 moves City[Sewers] -> player 1's Victory Pile
"""
)
FAILS = """\
game duel
scenario a wish
    expect player 1 has 9 Life
scenario a fact
    expect player 1 has 4 Life
"""


def run(*arguments: str, folder: Path, ci: bool = False, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "CI"} | ({"CI": "1"} if ci else {})
    command = [sys.executable, "-m", "cardscript", "test", *arguments]
    environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
    return subprocess.run(
        command, cwd=folder, env=environment, input=stdin, capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.scenario").write_text(PASSES)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bad.scenario").write_text(FAILS)
    return tmp_path


def test_everything_below_the_folder_is_run_and_the_exit_code_says_how_it_went(folder: Path) -> None:
    done = run(folder=folder)
    assert done.returncode == 1
    assert "good.scenario: 1 passed" in done.stdout
    assert "deep/bad.scenario: 1 passed, 1 failed" in done.stdout
    assert "deep/bad.scenario:3:5: error CS651: not so: it is 4 Life" in done.stdout
    assert "  FAILED  a wish" in done.stdout
    assert done.stdout.rstrip().endswith("2 passed, 1 failed in 2 files")
    assert run("good.scenario", folder=folder).returncode == 0


def test_the_order_and_text_do_not_depend_on_the_number_of_processes(folder: Path) -> None:
    one, many = run("-v", "-j", "1", folder=folder), run("-v", "-j", "2", folder=folder)
    assert (one.returncode, one.stdout) == (many.returncode, many.stdout)


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["-k", "fact"], "1 passed, 2 left out in 1 file"),
        (["-k", "SOME-rule"], "1 passed, 2 left out in 1 file"),
        (["-k", "deep/", "-k", "fights"], "2 passed, 1 failed in 2 files"),
    ],
)
def test_cases_are_chosen_by_words(words: list[str], end: str, folder: Path) -> None:
    assert run(*words, folder=folder).stdout.rstrip().endswith(end)


def test_wrong_usage_is_told_apart_from_failure(folder: Path) -> None:
    assert run("-k", "nowhere", folder=folder).returncode == 2
    assert run("missing.scenario", folder=folder).returncode == 2
    assert run("--yes", folder=folder).returncode == 2
    (folder / "empty").mkdir()
    done = run("empty", folder=folder)
    assert (done.returncode, "no scenarios here" in done.stderr) == (2, True)


def test_a_file_that_cannot_be_read_fails_with_its_place(folder: Path) -> None:
    (folder / "deep" / "bad.scenario").write_text(FAILS + "scenarioo x\n")
    done = run(folder=folder)
    assert done.returncode == 1
    assert "deep/bad.scenario: cannot be read" in done.stdout
    assert "deep/bad.scenario:6:1: error CS601" in done.stdout
    assert done.stdout.rstrip().endswith("1 passed, 1 failed in 2 files")


def test_the_report_for_machines(folder: Path) -> None:
    run("--junit", "report.xml", folder=folder)
    root = ElementTree.parse(folder / "report.xml").getroot()
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert set(cases) == {"fights cost Attack", "a wish", "a fact"}
    failure = cases["a wish"].find("failure")
    assert failure is not None
    assert "it is 4 Life" in (failure.text or "")
    assert cases["a fact"].find("failure") is None
    assert run("--junit", "no/such/folder/r.xml", folder=folder).returncode == 1


CHANGED = PASSES.replace("        | Player 1 fights five#1\n", "        | Player 1 greets five#1\n")


def test_a_trace_is_pinned_anew_only_after_it_was_shown(folder: Path) -> None:
    path = folder / "good.scenario"
    path.write_text(CHANGED)
    assert run("good.scenario", folder=folder).returncode == 1
    asked = run("good.scenario", "--update", folder=folder)
    assert asked.returncode == 1
    assert "-        | Player 1 greets five#1\n+        | Player 1 fights five#1\n" in asked.stdout
    assert path.read_text() == CHANGED
    assert run("good.scenario", "--update", "--yes", folder=folder, ci=True).returncode == 2
    assert path.read_text() == CHANGED
    done = run("good.scenario", "--update", "--yes", folder=folder)
    assert done.returncode == 0
    assert path.read_text() == PASSES
    assert "every trace is as it is pinned" in run("good.scenario", "--update", folder=folder).stdout


def test_an_empty_trace_is_filled_in_and_nothing_else_changes(folder: Path) -> None:
    path = folder / "good.scenario"
    first, _, last = PASSES.partition("    expect trace\n")
    path.write_bytes((first + "    expect trace\n# the end\n").replace("\n", "\r\n").encode())
    assert run("good.scenario", "--update", "--yes", folder=folder).returncode == 0
    assert path.read_bytes() == (first + "    expect trace\n" + last + "# the end\n").replace("\n", "\r\n").encode()


def test_nothing_is_pinned_while_something_else_fails(folder: Path) -> None:
    path = folder / "good.scenario"
    path.write_text(CHANGED.replace("1 has 1 Attack", "1 has 3 Attack"))
    before = path.read_text()
    assert run("good.scenario", "--update", "--yes", folder=folder).returncode == 1
    assert path.read_text() == before


def test_what_scenarios_assert_is_written_for_each_game(folder: Path) -> None:
    done = run("--coverage", "seen", "-j", "2", folder=folder)
    assert sorted(path.name for path in (folder / "seen").iterdir()) == ["duel.json", "legendary.json"]
    assert "written to seen/legendary.json" in done.stdout
    data = json.loads((folder / "seen" / "legendary.json").read_text())
    lines = {(line["name"], line["text"]): line["clauses"] for line in data["lines"]}
    (clause,) = [c for (name, text), cs in lines.items() for c in cs if text == "do: You fight the enemy."]
    assert (clause["executed"], clause["asserted"]) == (True, True)
    assert clause["by"] == ["good.scenario::fights cost Attack"]
    never = [c for (name, _), cs in lines.items() for c in cs if name == "Dangerous Rescue"]
    assert never
    assert not any(c["executed"] or c["asserted"] for c in never)
    duel = json.loads((folder / "seen" / "duel.json").read_text())
    assert not any(c["asserted"] for line in duel["lines"] for c in line["clauses"] if line["section"] == "card")


def test_scenarios_with_other_sets_are_written_apart(folder: Path) -> None:
    (folder / "deep" / "sets.scenario").write_text("sets basic\n" + FAILS)
    run("deep", "--coverage", "seen", folder=folder)
    assert sorted(path.name for path in (folder / "seen").iterdir()) == ["duel-basic.json", "duel.json"]


def test_a_case_that_fails_asserts_nothing(folder: Path) -> None:
    (folder / "good.scenario").write_text(PASSES.replace("has 1 Attack", "has 2 Attack"))
    run("good.scenario", "--coverage", "seen", folder=folder)
    data = json.loads((folder / "seen" / "legendary.json").read_text())
    assert not any(c["asserted"] for line in data["lines"] for c in line["clauses"])
    assert any(c["executed"] for line in data["lines"] for c in line["clauses"])


def test_a_failure_of_the_program_fails_its_case_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = suite.run

    def broken(case: Case, loaded: Loaded, update: bool = False) -> Outcome:
        if case.name == "a wish":
            raise RuntimeError("the cat\nsat on it")
        return real(case, loaded, update)

    monkeypatch.setattr(suite, "run", broken)
    result = suite.run_file(folder / "deep" / "bad.scenario", suite.Wanted())
    wish, fact = result.cases
    assert [(d.code, d.message) for d in wish.wrong] == [
        ("CS657", "the program failed here: RuntimeError: the cat sat on it")
    ]
    assert fact.wrong == ()
