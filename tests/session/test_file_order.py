"""Nothing depends on where in the files a card stands: the same set-up and seed give the same trace."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from cardscript.players.bots import Random
from cardscript.session.game import load
from cardscript.session.session import Session
from cardscript.session.trace import json_line

CARDSETS = Path(__file__).resolve().parents[2] / "cardsets"


def blocks(text: str) -> list[str]:
    """The blocks of a .card file, each with its comments and the blank lines after it."""
    return re.split(r"(?m)^(?=[^\s#])", text)


def played(folder: Path, seed: int, players: int) -> Session:
    """A random game of the game in a folder."""
    session = load(folder).start(players, seed)
    bots = [Random(seed, seat) for seat in range(players)]
    while (seat := session.seat) is not None:
        bots[seat].play(session)
    return session


@pytest.fixture(scope="module", params=["legendary", "duel"])
def folders(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """A shipped game, the game with its files of cards in another order, and with its cards in another order."""
    name, root = request.param, tmp_path_factory.mktemp("order")
    kinds = ("plain", "files", "cards")
    for kind in kinds:
        shutil.copytree(CARDSETS / name, root / kind / name)
    chance = random.Random(7)
    for manifest in (root / "files" / name).glob("*/set.yaml"):
        lines = manifest.read_text(encoding="utf-8").splitlines()
        listed = [n for n, line in enumerate(lines) if line.startswith("  - ") and line.endswith(".card")]
        turned = [lines[n] for n in reversed(listed)]
        for number, line in zip(listed, turned, strict=True):
            lines[number] = line
        manifest.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for path in (root / "cards" / name).glob("*/*.card"):
        head, *rest = blocks(path.read_text(encoding="utf-8"))
        if path.parent.name != "rules":
            chance.shuffle(rest)
            rest = [block if block.endswith("\n") else block + "\n" for block in rest]
            path.write_text(head + "".join(rest), encoding="utf-8")
    return tuple(root / kind / name for kind in kinds)  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_card_files_does_not_matter(folders: tuple[Path, Path, Path], seed: int) -> None:
    """The whole data, with file and line of every sentence."""
    one, other, _ = (played(folder, seed, 2) for folder in folders)
    assert [json_line(e) for e in one.events] == [json_line(e) for e in other.events]
    assert one.trace() == other.trace()
    assert one.setting.chosen == other.setting.chosen


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_cards_in_a_file_does_not_matter(folders: tuple[Path, Path, Path], seed: int) -> None:
    """Only the numbers of lines in *because* differ."""
    one, _, other = (played(folder, seed, 2) for folder in folders)
    assert one.trace(detail="plain") == other.trace(detail="plain")
    assert one.answers_given == other.answers_given
    assert one.trace() != other.trace() or one.game.id == "duel"
