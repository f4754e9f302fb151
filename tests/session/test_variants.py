"""Variants: ways to play chosen at set-up; what hangs on them, how they are named, shown, recorded, refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardscript.cli.play import play
from cardscript.cli.rulings import rulings
from cardscript.language.compiler import compile_game
from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.rulings import under
from cardscript.session.game import GameHandle, load
from cardscript.session.record import load_record, record_text
from cardscript.session.replay import replay
from cardscript.session.switches import variants_named
from tests.cli.test_coverage import run
from tests.language.small_game import CARDS, GAME, RULES, SET, write_game

VARIANTS = """\
variants:
  length: {values: [short, long], default: short, cite: page 7, about: How many Stones lie on the Table.}
  air: {values: [plain, thin, stormy], default: plain, cite: page 8, about: Who may toss what.}
"""
NUMBERS = "        Stones: 1, 2\n        Stones: 3, 5 if length is long\n"
PLAY = RULES.replace("        Stones: 3, 4\n", NUMBERS).replace(
    "deal: 3 Stone into hand", "deal: 2 Stone into hand\n    put: Stones of Stone into the Table"
)
BAN = "rule: You can't toss a [Red] Stone.\n    only if: air is thin\n"


def written(folder: Path, rules: str = PLAY + BAN, variants: str = VARIANTS, of_set: str = "") -> Path:
    write_game(folder, rules, CARDS)
    (folder / "game.yaml").write_text(GAME + variants, encoding="utf-8")
    (folder / "base" / "set.yaml").write_text(SET + of_set, encoding="utf-8")
    return folder


@pytest.fixture
def game(tmp_path: Path) -> GameHandle:
    return load(written(tmp_path))


def on_the_table(handle: GameHandle, players: int, **switches: str) -> int:
    places = handle.start(players, rulings=switches).view(None)["zones"]
    return next(place["count"] for place in places if place["name"] == "Table")


def test_numbers_and_rules_hang_on_a_variant(game: GameHandle) -> None:
    assert [on_the_table(game, n) for n in (1, 2)] == [1, 2]
    assert [on_the_table(game, n, length="long") for n in (1, 2)] == [3, 5]
    assert on_the_table(game, 2, air="thin") == 2
    may = game.start(1).decision
    may_not = game.start(1, rulings={"air": "thin"}).decision
    assert may is not None
    assert may_not is not None
    assert [any("rock" in name for name in d.answers) for d in (may, may_not)] == [True, False]


def test_variants_are_no_rulings(game: GameHandle) -> None:
    assert game.rulings == {}
    assert {name: (v.default, v.values, v.cite) for name, v in game.variants.items()} == {
        "length": ("short", ("short", "long"), "page 7"),
        "air": ("plain", ("plain", "thin", "stormy"), "page 8"),
    }


def test_a_variant_is_named_by_its_way_alone(game: GameHandle) -> None:
    assert variants_named(game.game, ["long"]) == {"length": "long"}
    assert variants_named(game.game, ["air=stormy", "long"]) == {"air": "stormy", "length": "long"}
    assert variants_named(game.game, []) == {}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["lnog"], "did you mean 'long'"),
        (["air=long"], "did you mean 'air=plain'"),
        (["x"], "there are: length=short, length=long, air=plain, air=thin, air=stormy"),
        (["thin", "air=stormy"], "the variant air is chosen twice: thin, stormy"),
    ],
)
def test_a_variant_that_cannot_be_is_refused_with_the_reason(game: GameHandle, given: list[str], words: str) -> None:
    with pytest.raises(CardscriptError) as refused:
        variants_named(game.game, given)
    (wrong,) = refused.value.diagnostics
    assert wrong.code == "CS414"
    assert words in f"{wrong.message}; {wrong.help}"


def test_a_way_that_two_variants_have_must_be_told_apart(tmp_path: Path) -> None:
    handle = load(written(tmp_path, variants=VARIANTS.replace("plain", "short")))
    with pytest.raises(CardscriptError, match="can mean two variants") as refused:
        variants_named(handle.game, ["short"])
    assert refused.value.diagnostics[0].help == "say which: length=short, air=short"


def test_a_game_without_variants_says_so(tmp_path: Path) -> None:
    handle = load(write_game(tmp_path))
    with pytest.raises(CardscriptError, match="Small has no variants, so not 'long'"):
        variants_named(handle.game, ["long"])


def test_a_record_holds_the_variant_and_is_refused_where_there_is_none(game: GameHandle, tmp_path: Path) -> None:
    session = game.start(2, rulings={"length": "long"})
    path = tmp_path / "game.rec"
    path.write_text(record_text(session, game), encoding="utf-8")
    assert "variant length: long\nvariant air: plain\n" in path.read_text("utf-8")
    assert replay(load_record(path), game).setting.rulings == {"length": "long", "air": "plain"}
    path.write_text(path.read_text("utf-8").replace("length: long", "length: lnog"), encoding="utf-8")
    with pytest.raises(CardscriptError) as refused:
        replay(load_record(path), game)
    (wrong,) = refused.value.diagnostics
    assert (wrong.code, path.read_text("utf-8")[wrong.span.start : wrong.span.end]) == ("CS410", "variant length: lnog")


def test_play_and_rulings_tell_of_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = written(tmp_path)
    shown = run(folder, command=rulings).stdout
    assert shown.startswith("Small 1.0: 2 variants, 0 rulings, sets base")
    for words in ("* short", "  long", "How many Stones lie on the Table.", "page 8"):
        assert words in shown
    played = run(folder, "--bots", "random", "--variant", "long", "--trace", "none", command=play).stdout
    assert "  length: long\n" in played
    assert run(folder, "--bots", "random", "--variant", "lnog", command=play).exit_code == 2


def test_the_example_of_the_specification_is_so(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8").partition("**Variants.**")[2]
    manifest, rules = re.findall(r"^```(?:yaml|text)\n(.*?)^```$", page, re.M | re.DOTALL)[:2]
    setup = load(written(tmp_path, RULES.partition("setup:")[0] + rules, manifest)).game
    ways = [under(setup, {"length": way}).setup for way in ("short", "long")]
    assert [[way.quantities["Gangs"].at(n, 2) for n in (2, 3, 4)] for way in ways] == [[2, 3, 4], [5, 5, 5]]
    assert [(way.fewest, way.most) for way in ways] == [(1, 4), (2, 4)]


def codes(folder: Path) -> list[str]:
    findings = Findings()
    loaded = load_manifests(folder, findings)
    if loaded is not None and not findings.failed:
        compile_game(loaded, findings)
    return [found.code for found in findings]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("        Pebbles: 3 if length is long\n", "CS228"),  # nothing says how many there are otherwise
        ("        Stones: 3, 4, 5 if length is long\n", "CS228"),
        ("        Stones: 4 if there are no cards in the Table\n", "CS229"),
        ("        Stones: 4 if length is loud\n", "CS101"),
        (NUMBERS + "    players: many if length is long\n", "CS228"),
        (NUMBERS + "    players: 1 to 3 players if there are no cards in the Table\n", "CS229"),
    ],
)
def test_a_number_under_a_variant_that_cannot_be_read(tmp_path: Path, line: str, code: str) -> None:
    rules = PLAY.replace(NUMBERS, line) if NUMBERS in line else PLAY.replace(NUMBERS.split("\n")[1] + "\n", line)
    assert codes(written(tmp_path, rules)) == [code]


def test_a_name_is_given_once_among_rulings_and_variants(tmp_path: Path) -> None:
    ruling = 'rulings:\n  air: {values: [a, b], default: a, cite: page 9, question: "Which one?"}\n'
    assert codes(written(tmp_path, of_set=ruling)) == ["CS021"]


def test_a_default_must_be_one_of_the_ways(tmp_path: Path) -> None:
    assert codes(written(tmp_path, variants=VARIANTS.replace("default: short", "default: medium"))) == ["CS015"]
