"""A record and later versions of its game: it holds while what it used is unchanged, and names what is not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.language.source import Source
from cardscript.players.bots import Random
from cardscript.session.game import load
from cardscript.session.record import record_text
from cardscript.session.record_text import parse_record
from cardscript.session.replay import replay, verify

from .test_file_order import blocks

CARDSETS = Path(__file__).resolve().parents[2] / "cardsets"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A folder with the shipped game of Duel."""
    return Path(shutil.copytree(CARDSETS / "duel", tmp_path / "duel"))


def recorded(folder: Path, answers: int = 40, **options: str) -> str:
    """The record of a game by bots, stopped after some answers."""
    handle = load(folder)
    session = handle.start(seed=3, options=options)
    bots = [Random(3, seat) for seat in range(session.players)]
    while session.seat is not None and session.answer_count < answers:
        bots[session.seat].play(session)
    return record_text(session, handle)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a file that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def refused(text: str, folder: Path) -> Diagnostic:
    """Why a record can't be played again."""
    with pytest.raises(CardscriptError) as caught:
        replay(text, load(folder))
    return caught.value.diagnostics[-1]


def line_of(text: str, found: Diagnostic) -> str:
    """The line of the record a diagnostic points at."""
    source = Source("", text)
    return source.line(source.position(found.span.start)[0])


def test_layout_does_not_matter(duel: Path) -> None:
    text = recorded(duel)
    spells, rules = duel / "basic" / "spells.card", duel / "rules" / "duel.card"
    spells.write_text("# First\n\n" + "\n\n# more\n".join(reversed(blocks(spells.read_text(encoding="utf-8")))) + "\n")
    edit(
        rules,
        "    do: Put the card into your hand.\n",
        "    do:   # a remark\n            Put the card into your hand.\n",
    )
    edit(rules, "resource Life\n", "\n\n# Life is what counts.\nresource Life\n")
    assert replay(text, load(duel)).answer_count == 40


def test_version_numbers_do_not_matter(duel: Path) -> None:
    text = recorded(duel)
    edit(duel / "game.yaml", 'version: "0.1.0"', 'version: "0.2.0"')
    edit(duel / "basic" / "set.yaml", 'version: "0.1.0"', 'version: "0.2.0"')
    assert replay(text, load(duel)).answer_count == 40


def test_nothing_follows_from_the_order_of_hashes(duel: Path) -> None:
    """Law 6: the same record byte by byte whatever PYTHONHASHSEED is."""
    program = (
        "import sys; from pathlib import Path; from tests.session.test_record_content import recorded;"
        "sys.stdout.write(recorded(Path(sys.argv[1])))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program, str(duel)],
            cwd=CARDSETS.parent,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(CARDSETS.parent)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert texts == {recorded(duel).encode()}


def test_cards_that_are_not_dealt_do_not_matter(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(CARDSETS / "legendary", tmp_path / "legendary"))
    text = recorded(folder, 12, mastermind="Loki", scheme="Midtown Bank Robbery")
    used = set(re.findall(r"(?m)^card [0-9a-f]{8} (.*)$", text))
    heroes = folder / "core" / "heroes.card"
    names = re.findall(r'(?m)^hero "([^"]+)"', heroes.read_text(encoding="utf-8"))
    other = next(name for name in names if name not in used)
    mine = next(name for name in names if name in used)
    edit(heroes, f'hero "{other}" of', f'hero "{other} Again" of')
    assert replay(text, load(folder)).answer_count == 12
    edit(heroes, f'hero "{mine}" of', f'hero "{mine} Again" of')
    found = refused(text, folder)
    assert found.code == "CS502"
    assert f"card {mine} is not dealt now" in found.message
    assert f"card {mine} Again was not dealt then (legendary/core/heroes.card:" in found.message


def test_a_changed_card_is_named_with_its_place(duel: Path) -> None:
    text = recorded(duel)
    edit(duel / "basic" / "spells.card", "You get 2 Shields.", "You get 3 Shields.")
    found = refused(text, duel)
    assert found.code == "CS502"
    assert "card Ward has changed (duel/basic/spells.card:4)" in found.message
    assert "Spark" not in found.message
    assert re.fullmatch(r"card [0-9a-f]{8} Ward", line_of(text, found))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("lose 1 Life", "lose 2 Life", "suffer {damage: number of damage} has changed (duel/rules/duel.card:"),
        ("verb discard {card}", "verb ditch {card}", "rule verb discard {card} is gone; rule verb ditch {card} is new"),
        ("resource Shield\n", "resource Shield\n\nresource Luck\n", "resource Luck is new (duel/rules/duel.card:9)"),
    ],
)  # fmt: skip
def test_a_changed_rule_is_named_with_its_place(duel: Path, old: str, new: str, says: str) -> None:
    text = recorded(duel)
    edit(duel / "rules" / "duel.card", old, new)
    found = refused(text, duel)
    assert found.code == "CS502"
    assert says in found.message


def test_the_order_of_the_rules_is_content(duel: Path) -> None:
    text = recorded(duel)
    path = duel / "rules" / "duel.card"
    parts = blocks(path.read_text(encoding="utf-8"))
    first, second = (n for n, part in enumerate(parts) if part.startswith("phase "))
    parts[first], parts[second] = parts[second], parts[first]
    path.write_text("".join(parts), encoding="utf-8")
    assert "the declarations stand in another order" in refused(text, duel).message


def test_a_set_up_that_is_gone_says_what_was_taken_away(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(CARDSETS / "legendary", tmp_path / "legendary"))
    text = recorded(folder, 3, mastermind="Loki")
    masterminds = folder / "core" / "masterminds.card"
    edit(masterminds, '"Loki"', '"Lokki"')
    edit(masterminds, "of Loki", "of Lokki")
    with pytest.raises(CardscriptError) as caught:
        replay(text, load(folder))
    first, *_, last = caught.value.diagnostics
    assert first.code == "CS403"
    assert line_of(text, first) == "choice mastermind: Loki"
    assert (last.code, "card Loki is gone" in last.message) == ("CS502", True)


def test_a_record_can_be_played_anyway(duel: Path) -> None:
    """What is not used by what happened does not matter then; the first event that differs still stops it."""
    from cardscript.language.diagnostics import Findings

    text = recorded(duel, 4)
    record = parse_record(Source("game.rec", text), Findings())
    assert record is not None
    edit(duel / "rules" / "duel.card", "result: over", "result: done")
    found = verify(record, load(duel), anyway=True)
    assert found.session.answer_count == 4
    (change,) = found.changes
    assert change.startswith(
        "rule ending Last One Standing: somebody is out of Life has changed (duel/rules/duel.card:"
    )
    edit(duel / "rules" / "duel.card", "Each player draws three cards.", "Each player draws four cards.")
    with pytest.raises(CardscriptError) as caught:
        verify(record, load(duel), anyway=True)
    assert caught.value.diagnostics[0].code == "CS514"


def test_content_left_out_is_not_checked(duel: Path) -> None:
    text = re.sub(r"(?m)^(content|rule|card) .*\n", "", recorded(duel))
    edit(duel / "rules" / "duel.card", "result: over", "result: done")
    assert replay(text, load(duel)).answer_count == 40
