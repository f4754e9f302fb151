"""`cardscript rulings`: the table, the JSON, what is refused, exit codes; and how `play` speaks of rulings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardscript.cli.play import play
from cardscript.cli.rulings import rulings
from tests.cli.test_coverage import run as run_command
from tests.language.small_game import GAME, RULES, SET, write_game

SWITCHES = """\
rulings:
  toss-price: {default: freely, values: [dearly, freely], cite: page 3, question: "What does a toss cost?"}
  wake-time: {default: late, values: [early, late], cite: page 4 and 5, question: "When is one awake?"}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    rules = RULES.replace("do: You toss the card.", "do:\n        You toss the card.\n        You get 1 Coin.")
    write_game(folder, rules.replace("5 or more", "1 or more"))
    (folder / "game.yaml").write_text(GAME + SWITCHES, encoding="utf-8")
    (folder / "base" / "set.yaml").write_text(SET + SWITCHES.replace("toss-", "buy-").replace("wake", "sleep"), "utf-8")
    return folder


def test_the_table_shows_every_reading_the_default_the_question_and_the_source(game: Path) -> None:
    result = run_command(game, command=rulings)
    assert result.exit_code == 0
    text = result.stdout
    assert text.startswith("Small 1.0: 4 rulings, sets base")
    for words in ("toss-price", "* freely", "  dearly", "What does a toss cost?", "page 3", "sleep-time", "(base)"):
        assert words in text


def test_some_of_them_as_json(game: Path) -> None:
    result = run_command(game, "wake-time", "buy-price", "--format", "json", command=rulings)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == [
        {"name": "wake-time", "set": "", "question": "When is one awake?", "values": ["early", "late"],
         "default": "late", "cite": "page 4 and 5"},
        {"name": "buy-price", "set": "base", "question": "What does a toss cost?", "values": ["dearly", "freely"],
         "default": "freely", "cite": "page 3"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["GAME", "tos-price"], 2, "did you mean 'toss-price'"),
        (["GAME", "nothing-like-it"], 2, "`cardscript rulings GAME` lists them"),
        (["GAME", "--sets", "bas"], 2, "did you mean 'base'"),
        (["no-such-game"], 2, "no-such-game"),
    ],
)
def test_what_is_refused(game: Path, args: list[str], code: int, words: str) -> None:
    result = run_command(*(str(game) if one == "GAME" else one for one in args), command=rulings)
    assert result.exit_code == code
    assert words in result.stderr


def test_a_game_with_a_wrong_file(game: Path) -> None:
    (game / "rules.card").write_text("nonsense\n")
    assert run_command(game, command=rulings).exit_code == 1


def test_a_game_without_rulings() -> None:
    result = run_command("duel", command=rulings)
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 1)


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ("tos-price=freely", "did you mean 'toss-price'"),
        ("toss-price=frely", "did you mean 'freely'"),
        ("x=y", "lists"),
    ],
)
def test_a_wrong_ruling_at_play_names_the_command_that_lists_them(game: Path, ruling: str, words: str) -> None:
    result = run_command(game, "--bots", "random", "--ruling", ruling, command=play)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "`cardscript rulings GAME` lists them" in result.stderr


def test_play_shows_and_a_record_keeps_what_is_not_the_default(game: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.rec"
    arguments = ["--bots", "random", "--ruling", "wake-time=early", "--ruling", "toss-price=freely"]
    result = run_command(game, *arguments, "--record", str(record), command=play)
    assert result.exit_code == 0
    assert "rulings: wake-time=early\n" in result.stdout
    assert "ruling wake-time: early\n" in record.read_text(encoding="utf-8")
