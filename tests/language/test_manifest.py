"""Manifests: what they may say, what is read and in which order, and that nothing outside the folder ever is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardscript.cli.schemas import schema_files
from cardscript.language import manifest
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import LoadedGame, load_manifests, shipped_games

ROOT = Path(__file__).resolve().parents[2]
MakeGame = Callable[..., Path]
GAME = 'id: small\ntitle: Small\nversion: "1.0"\nseats: {min: 1, max: 2}\nrules: [rules/turn.card]\nsets: [base]\n'
SET = 'id: base\ntitle: Base\nversion: "1.0"\ncards: [cards.card]\n'


def load(folder: Path) -> tuple[LoadedGame | None, Findings]:
    findings = Findings()
    return load_manifests(folder, findings), findings


def found(findings: Findings) -> list[tuple[str, str, int, int]]:
    out = []
    for d in findings:
        source = findings.sources.get(d.span.file)
        out.append((d.code, d.span.file, *(source.position(d.span.start) if source else (0, 0))))
    return out


def test_the_committed_schemas_are_those_of_the_models() -> None:
    for name, text in schema_files().items():
        assert (ROOT / "schemas" / name).read_text(encoding="utf-8") == text, "run python -m cardscript.cli.schemas"


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_shipped_manifests_are_right(name: str) -> None:
    loaded, findings = load(shipped_games()[name])
    assert loaded is not None
    assert found(findings) == []


def test_files_come_in_the_order_of_the_manifests(make_game: MakeGame) -> None:
    game = GAME.replace("[rules/turn.card]", "[rules/b.card, rules/turn.card]").replace("[base]", "[base, more]")
    folder = make_game(
        {
            "game.yaml": game,
            "rules/b.card": "x\n",
            "base/set.yaml": SET + "rules: [extra.card]\n",
            "base/extra.card": "x\n",
            "more/set.yaml": SET.replace("base", "plus") + "requires: [base]\nedition: second\n",
            "more/cards.card": "x\n",
        }
    )
    loaded, findings = load(folder)
    assert found(findings) == []
    assert loaded is not None
    assert [(set_id, source.name) for set_id, source in loaded.sources] == [
        ("", "small/rules/b.card"),
        ("", "small/rules/turn.card"),
        ("base", "small/base/extra.card"),
        ("base", "small/base/cards.card"),
        ("plus", "small/more/cards.card"),
    ]
    assert list(loaded.sets) == ["base", "plus"]


def test_rulings_and_no_stay_text(make_game: MakeGame) -> None:
    text = (
        GAME
        + "rulings:\n  tie-break:\n    default: No\n    values: [No, yes]\n    cite: page 3\n    question: Which?\n"
    )
    loaded, findings = load(make_game({"game.yaml": text}))
    assert found(findings) == []
    assert loaded is not None
    assert loaded.game.rulings["tie-break"].values == ("No", "yes")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("title: Small", "titel: Small", [("CS014", 1, 1), ("CS013", 2, 1)]),
        (
            "seats: {min: 1, max: 2}",
            "seats: {min: one, max: 99, mid: 2}",
            [("CS013", 4, 28), ("CS015", 4, 14), ("CS015", 4, 24)],
        ),
        ("seats: {min: 1, max: 2}", "seats: {min: 3, max: 2}", [("CS015", 4, 22)]),
        ('version: "1.0"', "version: 1", [("CS015", 3, 10)]),
        ("id: small", "id: Not Good", [("CS015", 1, 5)]),
        ("[rules/turn.card]", "[rules/turn.txt]", [("CS015", 5, 9)]),
        ("[rules/turn.card]", "[]", [("CS015", 5, 1)]),
        ("[rules/turn.card]", "rules/turn.card", [("CS015", 5, 8)]),
        (
            "sets: [base]",
            "sets: [base]\nrulings: {x: {default: a, values: [b, c], cite: p, question: q}}",
            [("CS015", 7, 24)],
        ),
    ],
)
def test_a_wrong_value_is_found_where_it_is(
    make_game: MakeGame, old: str, new: str, expected: list[tuple[str, int, int]]
) -> None:
    loaded, findings = load(make_game({"game.yaml": GAME.replace(old, new)}))
    assert loaded is None
    assert sorted((code, line, column) for code, _, line, column in found(findings)) == sorted(expected)


def test_an_unknown_key_names_the_nearest(make_game: MakeGame) -> None:
    _, findings = load(make_game({"game.yaml": GAME + "default_set: [base]\n"}))
    assert "did you mean 'default_sets'?" in [d.help for d in findings]


@pytest.mark.parametrize(
    "path",
    ["../secret.card", "/etc/a.card", "rules/../../s.card", "a\\b.card", "c:/x.card", "./x.card", "rules//turn.card"],
)
def test_a_path_that_leaves_the_folder_is_refused(make_game: MakeGame, tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.card").write_text("secret\n")
    folder = make_game({"game.yaml": GAME.replace("[rules/turn.card]", f"[rules/turn.card, '{path}']")})
    loaded, findings = load(folder)
    assert [f[0] for f in found(findings)] == ["CS016"]
    assert loaded is not None
    assert "secret" not in "".join(source.text for _, source in loaded.sources)


def test_a_link_to_a_place_outside_is_refused(make_game: MakeGame, tmp_path: Path) -> None:
    (tmp_path / "secret.card").write_text("secret\n")
    (tmp_path / "set.yaml").write_text(SET)
    game = GAME.replace("turn.card]", "turn.card, rules/out.card]").replace("[base]", "[base, linked, half, loop]")
    folder = make_game({"game.yaml": game})
    (folder / "rules/out.card").symlink_to(tmp_path / "secret.card")
    (folder / "linked").symlink_to(tmp_path)
    (folder / "half").mkdir()
    (folder / "half/set.yaml").symlink_to(tmp_path / "set.yaml")
    (folder / "loop").symlink_to(folder / "loop")
    loaded, findings = load(folder)
    assert [f[0] for f in found(findings)][:3] == ["CS016"] * 3
    assert {f[0] for f in found(findings)} <= {"CS016", "CS017"}
    assert loaded is not None
    assert list(loaded.sets) == ["base"]
    assert "secret" not in "".join(source.text for source in findings.sources.values())


def test_the_game_file_itself_may_not_be_a_link_outside(make_game: MakeGame, tmp_path: Path) -> None:
    (tmp_path / "passwords").write_text("root: x: y\n")
    folder = make_game({"game.yaml": None})
    (folder / "game.yaml").symlink_to(tmp_path / "passwords")
    _, findings = load(folder)
    assert [d.code for d in findings] == ["CS016"]
    assert not findings.sources


def test_missing_files_are_named(make_game: MakeGame) -> None:
    folder = make_game({"game.yaml": GAME.replace("turn.card", "trun.card").replace("[base]", "[base, bsae]")})
    loaded, findings = load(folder)
    assert loaded is not None
    assert [(d.code, d.message, d.help) for d in findings if d.code == "CS017"] == [
        ("CS017", "there is no file small/rules/trun.card", "did you mean 'turn.card'?"),
        ("CS017", "there is no file small/bsae/set.yaml", "did you mean 'base'?"),
    ]


def test_no_game(tmp_path: Path) -> None:
    loaded, findings = load(tmp_path)
    assert loaded is None
    assert [d.code for d in findings] == ["CS022"]


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({"rules/forgotten.card": "x\n"}, ["CS019"]),
        ({"game.yaml": GAME.replace("turn.card]", "turn.card, rules/turn.card]")}, ["CS018"]),
        ({"base/set.yaml": SET + "rules: [cards.card]\n"}, ["CS018"]),
        ({"game.yaml": GAME.replace("[base]", "[base, base]")}, ["CS018"]),
        ({"game.yaml": GAME + "default_sets: [base, bse]\n"}, ["CS020"]),
        ({"base/set.yaml": SET + "requires: [bas]\n"}, ["CS020"]),
        ({"base/set.yaml": SET + "requires: [bas]\n", "game.yaml": GAME.replace("[base]", "[base, gone]")}, ["CS017"]),
        (
            {"game.yaml": GAME.replace("[base]", "[base, two]"), "two/set.yaml": SET.replace("[cards.card]", "[]")},
            ["CS021"],
        ),
    ],
)
def test_what_the_manifests_say_of_each_other(
    make_game: MakeGame, files: dict[str, str | bytes | None], codes: list[str]
) -> None:
    loaded, findings = load(make_game(files))
    assert loaded is not None
    assert [d.code for d in findings] == codes


def test_a_game_has_a_size(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "MAX_GAME_CHARS", 300)
    _, findings = load(make_game({"base/cards.card": "x\n" * 300}))
    assert [d.code for d in findings] == ["CS905"]


def test_a_file_has_a_size(make_game: MakeGame) -> None:
    loaded, findings = load(make_game({"rules/turn.card": "x\n" * 1_100_000}))
    assert [d.code for d in findings] == ["CS903"]
    assert loaded is not None
    assert [set_id for set_id, _ in loaded.sources] == ["base"]


def test_a_device_is_no_file(make_game: MakeGame) -> None:
    folder = make_game({"rules/turn.card": None})
    (folder / "rules/turn.card").parent.mkdir(parents=True, exist_ok=True)
    (folder / "rules/turn.card").mkdir()
    _, findings = load(folder)
    assert [d.code for d in findings] == ["CS017"]
