"""`cardscript check`: what is looked at, what is shown, in which form, with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardscript.language.program as program
from cardscript.cli.group import group
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import LoadedGame
from cardscript.language.outline import read_outline

MakeGame = Callable[..., Path]


def fake_compile(loaded: LoadedGame, findings: Findings) -> None:
    """Finds the word "bad" in each file: the check itself is tested here, not the language."""
    for _, source in loaded.sources:
        for block in read_outline(source, findings):
            for line in (block, *block.children):
                at = line.text.find("bad")
                if at >= 0:
                    findings.add("CS101", "this is bad", line.span.shifted(at, at + 3), "write something good")


@pytest.fixture(autouse=True)
def _stub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(program, "compile_game", fake_compile, raising=False)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["check", *arguments], standalone_mode=True)


def command(*arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardscript", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(program.__file__).parents[2]), **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


BAD = {"rules/turn.card": "phase Main\n    Draw a bad card.\n", "base/cards.card": 'bad "x"\n'}


def test_full_shows_the_line_the_span_and_the_help(make_game: MakeGame) -> None:
    make_game(BAD)
    result = run("small")
    assert result.stdout == (
        "small/rules/turn.card:2:12: error CS101: this is bad\n"
        "    2 |     Draw a bad card.\n"
        "      |            ^^^\n"
        "  help: write something good\n"
        "\n"
        "small/base/cards.card:1:1: error CS101: this is bad\n"
        '    1 | bad "x"\n'
        "      | ^^^\n"
        "  help: write something good\n"
    )
    assert result.stderr == "2 errors in 2 files\n"


def test_concise_is_one_line_each(make_game: MakeGame) -> None:
    make_game(BAD)
    assert run("small", "--format", "concise").stdout == (
        "small/rules/turn.card:2:12: error CS101: this is bad\nsmall/base/cards.card:1:1: error CS101: this is bad\n"
    )


def test_json_is_an_array_of_places(make_game: MakeGame) -> None:
    make_game(BAD)
    result = run("small", "--format", "json")
    assert json.loads(result.stdout)[0] == {
        "file": "small/rules/turn.card",
        "line": 2,
        "column": 12,
        "end_line": 2,
        "end_column": 15,
        "code": "CS101",
        "severity": "error",
        "message": "this is bad",
        "help": "write something good",
    }


def test_json_of_a_clean_game_is_an_empty_array(make_game: MakeGame) -> None:
    make_game()
    assert json.loads(run("small", "--format", "json").stdout) == []


def test_a_clean_game_says_so(make_game: MakeGame) -> None:
    make_game()
    result = run("small")
    assert (result.stdout, result.stderr) == ("", "small: nothing wrong in 4 files\n")


@pytest.mark.parametrize("path", ["small/base", "small/base/cards.card"])
def test_of_a_part_only_its_findings_are_shown(make_game: MakeGame, path: str) -> None:
    make_game(BAD)
    result = run(path, "--format", "concise")
    assert result.stdout == "small/base/cards.card:1:1: error CS101: this is bad\n"
    assert result.stderr == "1 more finding elsewhere in this game, not shown\n"


def test_names_can_be_opened_from_where_one_is(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_game(BAD)
    monkeypatch.chdir(folder)
    assert "\nbase/cards.card:1:1:" in run("--format", "concise").stdout
    monkeypatch.chdir(folder / "base")
    assert run("cards.card", "--format", "concise").stdout.startswith("cards.card:1:1:")
    assert "../rules/turn.card:2:12" in run("../game.yaml", "..", "--format", "concise").stdout


def test_two_games_of_one_name_do_not_mix(make_game: MakeGame) -> None:
    make_game(BAD, "a/small")
    make_game({"rules/turn.card": "bad\n"}, "b/small")
    assert run("a/small", "b/small", "--format", "concise").stdout.splitlines() == [
        "a/small/rules/turn.card:2:12: error CS101: this is bad",
        "a/small/base/cards.card:1:1: error CS101: this is bad",
        "b/small/rules/turn.card:1:1: error CS101: this is bad",
    ]


def test_a_folder_of_games_is_all_of_them(make_game: MakeGame) -> None:
    make_game(BAD, "all/one")
    make_game(BAD, "all/two")
    assert len(run("all", "--format", "concise").stdout.splitlines()) == 4


def test_a_broken_manifest_makes_no_cascade_but_files_are_still_read(make_game: MakeGame) -> None:
    game = (make_game() / "game.yaml").read_text().replace("[base]", "[base, gone]")
    make_game({**BAD, "game.yaml": game, "base/cards.card": "a\n    b\n  c\n"})
    assert [d["code"] for d in json.loads(run("small", "--format", "json").stdout)] == ["CS017", "CS005"]


def test_a_file_no_manifest_lists_is_a_finding_of_that_file(make_game: MakeGame) -> None:
    make_game({"base/new.card": "x\n"})
    assert [d["code"] for d in json.loads(run("small/base/new.card", "--format", "json").stdout)] == ["CS019"]


@pytest.mark.parametrize(
    "arguments", [["nowhere"], ["lonely.card"], ["notes.txt"], ["--format", "xml"], ["--nonsense"], ["a\0b"]]
)
def test_wrong_usage_is_2(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "lonely.card").write_text("x\n")
    (tmp_path / "notes.txt").write_text("x\n")
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr


def test_hostile_text_does_not_reach_the_terminal(make_game: MakeGame) -> None:
    make_game({"base/cards.card": "bad \x1b]0;owned\x07\nx\udcff".encode("utf-8", "surrogateescape")})
    result = run("small")
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


def test_long_lines_are_cut_around_the_place(make_game: MakeGame) -> None:
    make_game({"base/cards.card": "x " * 900 + "bad" + " y" * 50 + "\n"})
    line, mark = run("small").stdout.splitlines()[1:3]
    assert len(line) < 170
    assert line[mark.index("^") : mark.rindex("^") + 1] == "bad"


def test_wide_letters_move_the_mark(make_game: MakeGame) -> None:
    make_game({"base/cards.card": "漢字 bad\n"})
    assert run("small").stdout.splitlines()[2] == "      | " + " " * 5 + "^^^"


# the program as a process: exit codes, streams, start-up


def test_exit_codes(make_game: MakeGame, tmp_path: Path) -> None:
    make_game({"game.yaml": "id: [\n"})
    assert command("check", "small", cwd=tmp_path).returncode == 1
    assert command("check", "nowhere", cwd=tmp_path).returncode == 2
    assert command("chekc", cwd=tmp_path).returncode == 2
    assert "did you mean 'check'" in command("chekc", cwd=tmp_path).stderr
    assert command("--help", cwd=tmp_path).returncode == 0


def test_no_colour_when_not_on_a_terminal(make_game: MakeGame, tmp_path: Path) -> None:
    make_game({"game.yaml": "id: [\n"})
    assert "\x1b" not in command("check", "small", cwd=tmp_path, FORCE_COLOR="1").stdout


def test_the_version_needs_no_library(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cardscript", "--version"],
        cwd=Path(program.__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("cardscript 0.")
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert not loaded & {"click", "pydantic", "yaml", "lark", "rich", "jsonschema"}


CRASH = """
import sys, cardscript.cli.group as g
sys.argv = ["cardscript", "check"]
def crash(*a, **k): raise {error}
g.group.main = crash
from cardscript.cli import main
main()
"""


@pytest.mark.parametrize(
    ("error", "exit_code", "says"),
    [
        ("ValueError('so\\nthat')", 70, "internal error: ValueError: so that; please report it"),
        ("KeyboardInterrupt", 130, "interrupted"),
        ("BrokenPipeError", 1, ""),
        ("RecursionError('deep')", 70, "internal error: RecursionError: deep"),
        (
            "__import__('cardscript.language.diagnostics').language.diagnostics.CardscriptError("
            "[__import__('cardscript.language.diagnostics').language.diagnostics.Diagnostic('CS420', 'no game')])",
            1,
            "error CS420: no game",
        ),
    ],
)
def test_nothing_ends_in_a_traceback(error: str, exit_code: int, says: str) -> None:
    root = str(Path(program.__file__).parents[2])
    environment = {k: v for k, v in os.environ.items() if k != "CARDSCRIPT_DEBUG"}

    def go(**more: str) -> subprocess.CompletedProcess[str]:
        text = CRASH.format(error=error)
        arguments = [sys.executable, "-c", text]
        return subprocess.run(
            arguments, env={**environment, **more}, cwd=root, capture_output=True, text=True, timeout=60
        )

    done = go()
    assert done.returncode == exit_code
    assert "Traceback" not in done.stderr
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 1
    if exit_code == 70:
        assert "Traceback" in go(CARDSCRIPT_DEBUG="1").stderr
