"""`cardscript coverage` and `play --coverage`: the table, the JSON, the page, bad files, exit codes."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cardscript.cli.coverage import coverage
from cardscript.cli.coverage_page import render_page
from cardscript.cli.coverage_table import render_table
from cardscript.cli.play import play
from cardscript.session.exercise import ClauseReport, Exercise, LineReport
from cardscript.session.exercise_summary import remark, state, totals
from cardscript.session.game import load
from tests.language.small_game import CARDS, RULES, write_game

ROOT = Path(__file__).resolve().parents[2]


def run(*args: str | Path, command: object = coverage) -> Result:
    """The command with these arguments; `exit_code` is what the program would exit with."""
    result = CliRunner().invoke(command, [str(a) for a in args], standalone_mode=False)  # type: ignore[arg-type]
    if result.exception is not None and hasattr(result.exception, "exit_code"):
        result.exit_code = result.exception.exit_code
        result.stderr_bytes = str(getattr(result.exception, "message", "")).encode()
    elif result.exception is not None:
        raise result.exception
    else:
        result.exit_code = result.return_value or 0
    return result


SHORT = RULES.replace("5 or more Coin", "2 or more Coin").replace(
    "do: You toss the card.", "do:\n        You toss the card.\n        Carry out the card's text."
)
"""A game that ends when somebody has got two Coins from the cards played."""
TWO = CARDS + 'token "Never Dealt"\n    If you have 3 or more Coin, you get +2 Coin.\n'
"""Only Stones are dealt, and this is none."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A short game with a card of which no copy is ever dealt."""
    folder = tmp_path / "small"
    folder.mkdir()
    return write_game(folder, SHORT, TWO)


# --- the table ---------------------------------------------------------------------------------------------------
def test_the_table_counts_lines_and_clauses_and_shows_what_was_not_executed(game: Path) -> None:
    result = run(game, "--games", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Small 1.0: ") and "clauses executed" in lines[0]
    # the card's words once more, below each clause a sign: neither the condition nor what hangs on it was executed
    at = next(n for n, line in enumerate(lines) if line.startswith("Never Dealt, line 1"))
    assert lines[at + 1] == "  If you have 3 or more Coin, you get +2 Coin."
    assert lines[at + 2] == "  " + "x" * len("If you have 3 or more Coin") + "  " + "x" * len("you get +2 Coin")
    assert not any(line.startswith("Rock, line 1") for line in lines)


def test_a_card_that_is_named_is_shown_whole(game: Path) -> None:
    lines = run(game, "--games", "2", "rOCK").stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Rock, line 1"))
    assert lines[at + 1 : at + 4] == [
        "  You get +1 Coin.",
        "  ---------------",
        "    You get +1 Coin: executed; not asserted",
    ]
    assert not any("Never Dealt" in line for line in lines)


@pytest.mark.parametrize(("only", "shown"), [("unexecuted", False), ("one-sided", False), ("unasserted", True)])
def test_only_what_lacks_something_is_listed(game: Path, only: str, shown: bool) -> None:
    lines = run(game, "--games", "2", "--only", only).stdout.splitlines()
    assert any(line.startswith("Rock, line 1") for line in lines) is shown


def test_a_card_no_card_is_called(game: Path) -> None:
    result = run(game, "Rokc", "--games", "1")
    assert result.exit_code == 2 and "CS430" in result.stderr and "Rock" in result.stderr


def test_nothing_of_a_hostile_name_reaches_the_terminal_or_the_page() -> None:
    clause = ClauseReport(0, 5, "\x1b[31m", "deed", True, False, False, False, False, False, ())
    line = LineReport("card", "<s>", "k", '<img src="x">', "</p>\x1b]0;", 0, '<b>&"\x1b', "f", 1, (clause,))
    text = render_table([line], "\x1b[2J", whole=True)
    assert "\x1b" not in text
    page = render_page([line], '<script>alert("1")</script>')
    assert "<b>" not in page and "<img" not in page and "<s>" not in page and page.count("<script>") == 1


def test_a_long_line_is_cut_at_blanks_with_its_signs_below() -> None:
    words = "Draw a card and " * 12
    clauses = (
        ClauseReport(0, 11, "Draw a card", "deed", True, False, True, False, False, False, ()),
        ClauseReport(160, 171, "Draw a card", "deed", True, False, False, False, False, False, ()),
    )
    line = LineReport("card", "s", "k", "g", "Long", 0, words.strip(), "f.card", 3, clauses)
    shown = render_table([line], "T", whole=True, width=80).splitlines()
    cut = [row for row in shown if row.startswith("  ") and not row.startswith("    ")]
    assert len(cut) >= 4 and all(len(row) <= 82 for row in cut)
    at = next(n for n, row in enumerate(shown) if "x" * 11 in row)
    assert shown[at - 1][shown[at].index("x") :].startswith("Draw a card")
    at = next(n for n, row in enumerate(shown) if "-" * 11 in row)
    assert shown[at - 1][shown[at].index("-") :].startswith("Draw a card")


# --- states ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "runs", "two", "seen", "by", "expected", "words"),
    [
        ("deed", True, False, "", (), "unexecuted", "not executed"),
        ("deed", True, False, "e", (), "executed", "executed; not asserted"),
        ("deed", True, False, "ea", ("one", "two"), "asserted", "executed; asserted by one, two"),
        ("condition", True, True, "et", (), "one-sided", "executed, only true so far; not asserted"),
        ("condition", True, True, "ef", (), "one-sided", "executed, only false so far; not asserted"),
        ("condition", True, True, "etf", (), "executed", "executed; not asserted"),
        ("may", True, True, "f", (), "unexecuted", "not executed, declined so far"),
        ("may", True, True, "et", (), "one-sided", "executed, only done so far; not asserted"),
        ("gate", True, True, "efa", (), "one-sided", "executed, only shut so far; asserted"),
        ("data", False, False, "", (), "data", "only read: data of the set-up"),
    ],
)  # fmt: skip
def test_a_state_in_words(
    kind: str, runs: bool, two: bool, seen: str, by: tuple[str, ...], expected: str, words: str
) -> None:
    one = ClauseReport(0, 1, "x", kind, runs, two, "e" in seen, "t" in seen, "f" in seen, "a" in seen, by)
    assert (state(one), remark(one)) == (expected, words)


def test_clauses_that_cannot_run_do_not_count() -> None:
    data = ClauseReport(0, 1, "x", "data", False, False, False, False, False, False, ())
    done = ClauseReport(0, 1, "x", "deed", True, False, True, False, False, False, ())
    found = totals([LineReport("card", "", "", "", "", 0, "x", "", 0, (data, done))])
    assert (found.clauses, found.executed, found.percent(found.executed)) == (1, 1, 100.0)


# --- JSON and joining --------------------------------------------------------------------------------------------
def test_the_json_fits_its_schema_and_is_read_back(game: Path, tmp_path: Path) -> None:
    schema = json.loads((ROOT / "schemas" / "coverage.schema.json").read_text(encoding="utf-8"))
    out = tmp_path / "seen.json"
    assert run(game, "--games", "2", "--format", "json", "--out", out).exit_code == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    jsonschema.validate(data, schema)
    rock = next(line for line in data["lines"] if line["name"] == "Rock")
    assert (rock["text"], rock["set"], rock["line"]) == ("You get +1 Coin.", "base", 0)
    assert [(c["words"], c["executed"], c["asserted"]) for c in rock["clauses"]] == [("You get +1 Coin", True, False)]
    again = run(game, "--from", out, "--format", "json")
    assert json.loads(again.stdout) == data, "with --from no game is played unless asked for"


def test_files_are_joined(game: Path, tmp_path: Path) -> None:
    one, two = Exercise(load(game).game), Exercise(load(game).game)
    first, second = [clause for clause in one.clauses.clauses if clause.line.section == "card"][:2]
    one.note([first.number * 4])
    two.note([second.number * 4 + 1])
    for exercise, name in ((one, "a.json"), (two, "b.json")):
        (tmp_path / name).write_text(exercise.to_json(), encoding="utf-8")
    data = json.loads(
        run(game, "--from", tmp_path / "a.json", "--from", tmp_path / "b.json", "--format", "json").stdout
    )
    assert [c["words"] for line in data["lines"] for c in line["clauses"] if c["executed"]] == [
        first.words, second.words,
    ]  # fmt: skip


def test_the_same_command_gives_the_same_json(game: Path) -> None:
    assert run(game, "--games", "3", "--format", "json").stdout == run(game, "--games", "3", "--format", "json").stdout


@pytest.mark.parametrize(
    ("text", "code"),
    [("no json", "CS530"), ("[1]", "CS530"), ('{"format": "cardscript coverage", "version": 9}', "CS530"),
     ('{"format": "cardscript coverage", "version": 1, "game": "other"}', "CS531"),
     ('{"format": "cardscript coverage", "version": 1, "game": "small"}', "CS530"),
     ('{"format": "cardscript coverage", "version": 1, "game": 5}', "CS531"), (None, "CS001")],
)  # fmt: skip
def test_a_bad_file_is_refused(game: Path, tmp_path: Path, text: str | None, code: str) -> None:
    path = tmp_path / "bad.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    result = run(game, "--from", path)
    assert result.exit_code in (1, 2) and code in result.stderr and result.stdout == ""
    assert "bad.json" in result.stderr


def test_a_file_of_other_lines_names_them(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.json"
    run(game, "--games", "1", "--format", "json", "--out", out)
    write_game(game, SHORT, CARDS.replace("+1", "+7"))
    result = run(game, "--from", out)
    assert result.exit_code == 1
    assert "CS532" in result.stderr and "base: Rock, line 1: has changed: You get +1 Coin." in result.stderr
    assert "base: Never Dealt, line 1: is gone" in result.stderr


def test_a_game_may_have_moved(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.json"
    run(game, "--games", "1", "--format", "json", "--out", out)
    shutil.move(game, tmp_path / "elsewhere")
    assert run(tmp_path / "elsewhere", "--from", out).exit_code == 0


def test_what_cannot_be_written_leaves_nothing_behind(game: Path, tmp_path: Path) -> None:
    for out in (tmp_path / "no" / "folder.json", tmp_path):
        result = run(game, "--games", "1", "--format", "json", "--out", out)
        assert result.exit_code == 2 and "CS510" in result.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["small"]


def test_wrong_usage(game: Path) -> None:
    assert run(game, "--games", "0").exit_code == 2
    assert run(game, "--from", "x.json", "--bots", "random").exit_code == 2
    assert run("no-such-game").exit_code == 2


# --- the page ----------------------------------------------------------------------------------------------------
class Page(HTMLParser):
    """Collects what a page shows, and that its tags are closed."""

    VOID = ("meta", "input", "link", "img", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.clauses: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self.kind = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        names = (dict(attrs).get("class") or "").split()
        if tag == "span" and names[:1] == ["c"]:
            self.kind = names[1]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.kind and self.open[-1] == "span":
            self.clauses.append((self.kind, data))
            self.kind = ""


def test_the_page_holds_every_clause_in_its_state_and_needs_nothing_else(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    result = run(game, "--games", "2", "--format", "html", "--out", out)
    assert result.exit_code == 0 and "clauses executed" in result.stdout and str(out) in result.stdout
    text = out.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert ("executed", "You get +1 Coin") in page.clauses
    assert ("unexecuted", "If you have 3 or more Coin") in page.clauses and (
        "unexecuted",
        "you get +2 Coin",
    ) in page.clauses
    assert not {"link", "img", "iframe"} & set(page.tags) and "http:" not in text and "https:" not in text
    assert 'value="unexecuted" checked' in run(game, "--format", "html", "--only", "unexecuted", "--games", "1").stdout


# --- play --coverage -----------------------------------------------------------------------------------------------
def test_play_writes_what_its_games_executed(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.json"
    result = run(game, "--games", "2", "--bots", "random", "--coverage", out, command=play)
    last = result.stdout.splitlines()[-1]
    assert result.exit_code == 0 and last.startswith("  coverage: ") and last.endswith(f"; written to {out}")
    data = json.loads(out.read_text(encoding="utf-8"))
    assert next(line for line in data["lines"] if line["name"] == "Rock")["clauses"][0]["executed"]
    assert run(game, "--coverage", out, command=play).exit_code == 2, "only with --games"


@pytest.mark.parametrize("how", [(), ("--variant", "full-gauntlet"), ("--ruling", "overkill=any-amount")])
def test_games_are_counted_however_they_are_played(how: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    result = run("kadmon", "--games", "1", "--bots", "random", "--coverage", out, *how, command=play)
    assert result.exit_code == 0
    lines = json.loads(out.read_text(encoding="utf-8"))["lines"]
    executed = sum(clause["executed"] for line in lines for clause in line["clauses"])
    assert executed > 200


def test_explorers_play_a_single_game_too(game: Path) -> None:
    result = run(game, "--bots", "explorer", command=play)
    assert result.exit_code == 0 and "tosses rock#" in result.stdout
    assert result.stdout == run(game, "--bots", "explorer", command=play).stdout
