"""Clauses about what belongs to the rule set, and to whom; how games end is told in scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

import cardscript
from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import compile_game
from cardscript.language.resources import data_dir
from cardscript.session.view import view
from tests.games.legendary.board import board
from tests.games.table import game


def test_core_intro_02_what_belongs_to_a_player_and_what_to_the_table() -> None:
    stubs = 'villain "Two" of Plain\n    attack 2, vp 1\nhero "Three" of Threes\n    cost 3\n'
    t = board(stubs, city=["Two"], hq=["Three", *["Filler"] * 4], points={"Attack": 2, "Recruit": 3},
              p2_hand=["Filler"] * 6, p2_discard_pile=["Wound"], p2_victory_pile=["Bystander"])  # fmt: skip
    zones = ("deck", "hand", "discard pile", "Victory Pile")
    before = [t.ids(f"P2 {zone}") for zone in zones]
    t.act("recruit", "Three").act("fight", "Two")
    assert t.zone("P1 discard pile") == ["Three"]
    assert t.zone("P1 Victory Pile") == ["Two"]
    assert [t.ids(f"P2 {zone}") for zone in zones] == before
    assert t.spaces("HQ") == ["Filler"] * 5
    shared = ("HQ", "City", "Hero Deck", "Villain Deck", "Officer Stack", "Escape Pile", "KO Pile")
    per_player = {zone.name: zone.per_player for zone in t.game.zones}
    assert not any(per_player[name] for name in shared)
    assert all(per_player[name] for name in (*zones, "play area"))
    assert view(t.machine, 0)["zones"] == view(t.machine, 1)["zones"]


# --- the rule set


def shelf(tmp_path: Path, *sets: str) -> Path:
    """A copy of the core game whose game.yaml lists these sets besides the core set."""
    folder = tmp_path / "legendary"
    source = data_dir("cardsets") / "legendary"
    shutil.copytree(source / "rules", folder / "rules")
    shutil.copytree(source / "core", folder / "core")
    manifest = yaml.safe_load((source / "game.yaml").read_text(encoding="utf-8"))
    manifest["sets"], manifest["default_sets"] = ["core", *sets], ["core"]
    (folder / "game.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return folder


def add_set(folder: Path, name: str, edition: str, **files: str) -> None:
    """A set with a file `cards.card` or `rules.card` each, as named."""
    (folder / name).mkdir()
    lists = "".join(f"{key}: [{key}.card]\n" for key in files)
    head = f'id: {name}\ntitle: "{name.title()} box"\nversion: "1"\nedition: "{edition}"\n'
    (folder / name / "set.yaml").write_text(head + lists, encoding="utf-8")
    for key, text in files.items():
        (folder / name / f"{key}.card").write_text(text, encoding="utf-8")


HAUNTER = 'villain "Haunter" of Haunters\n    attack 3, vp 1\n    Ambush: Haunt a Hero.\n'
HAUNT = "verb haunt {hero: Hero}\n    from: the HQ\n    do: Put the hero into the KO Pile.\n"


def messages(folder: Path) -> list[str]:
    findings = Findings()
    loaded = load_manifests(folder, findings)
    if loaded is not None and not findings.failed:
        compile_game(loaded, findings)
    return [f"{d.code} {d.message}" for d in findings]


def test_core_scope_01_a_set_of_another_edition_is_refused(tmp_path: Path) -> None:
    folder = shelf(tmp_path, "second")
    add_set(folder, "second", "2026", cards='hero "Later" of Laters (14 copies)\n    cost 3\n')
    assert messages(folder) == ["CS023 edition mismatch: Second box is of '2026', the game of '2012'"]
    with pytest.raises(CardscriptError) as refused:
        cardscript.load(folder, sets=["core"])
    assert [d.code for d in refused.value.diagnostics] == ["CS023"]


def test_core_scope_01_the_shipped_game_is_of_the_first_edition() -> None:
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / "legendary", findings)
    assert loaded is not None
    assert loaded.game.edition == "2012"
    assert {found.edition for found in loaded.sets.values()} <= {"2012", ""}
    assert cardscript.load("legendary").sets.keys() == {"core"}


def test_core_scope_01_a_keyword_needs_the_set_that_defines_it(tmp_path: Path) -> None:
    folder = shelf(tmp_path, "ghosts")
    add_set(folder, "ghosts", "2012", rules=HAUNT)
    villains = folder / "core" / "villains.card"
    villains.write_text(villains.read_text(encoding="utf-8") + "\n" + HAUNTER, encoding="utf-8")
    with pytest.raises(CardscriptError) as refused:
        cardscript.load(folder, sets=["core"])
    assert [(d.code, d.message) for d in refused.value.diagnostics] == [("CS101", "the word 'Haunt' is not known")]
    both = cardscript.load(folder, sets=["core", "ghosts"])
    core = game("legendary")
    assert [p.name for p in both.game.phases] == [p.name for p in core.phases]
    assert [a.name for a in both.game.actions] == [a.name for a in core.actions]
    assert {v.name for v in both.game.verbs} - {v.name for v in core.verbs} == {"haunt"}
