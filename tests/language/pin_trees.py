"""Write the golden trees again after an intended change: python tests/language/pin_trees.py

READ the diff before keeping it. A fixture holds pairs of lines: a printed sentence, then its tree. `unread.txt` holds
sentences that are not read, or not read rightly, each with its reason below it. The boxes are read with a vocabulary of
the tests; the cards of the games in `GAMES` in the words their own files declare, each of their sentences once.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardscript.language.compiler import _Compiler
from cardscript.language.diagnostics import Findings
from cardscript.language.grammar import Lexicon
from cardscript.language.manifest import load_manifests
from cardscript.language.program import Game
from cardscript.language.resources import data_dir
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon

TREES = Path(__file__).resolve().parents[1] / "fixtures" / "trees"
BOXES = ("core", "midnight-sons", "heroes-of-asgard")
GAMES = ("kadmon",)


@cache
def compiled(name: str) -> tuple[Game, Lexicon]:
    """A shipped game, and what reads sentences in its words."""
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / name, findings)
    assert loaded is not None
    compiler = _Compiler(loaded, findings)
    game = compiler.run()
    assert game is not None and compiler.tables.lexicon is not None
    return game, compiler.tables.lexicon


def printed(name: str) -> list[str]:
    """Each sentence of the cards of a game once, in the order of its files, without labels."""
    game, words = compiled(name)
    lines = [line for card in game.cards for line in card.lines]
    return list(dict.fromkeys(text for line in lines for text, _, _ in words.split(line).sentences))


def pairs(name: str) -> list[tuple[str, str]]:
    """(sentence, line below it) of a fixture."""
    lines = (TREES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    return [(kept[at].strip(), kept[at + 1].strip()) for at in range(0, len(kept), 2)]


def write(name: str, sentences: list[str], reader: Lexicon) -> list[str]:
    """Write a fixture; the sentences that cannot be read are returned."""
    unread: list[str] = []
    lines: list[str] = []
    for sentence in sentences:
        tree = reader.parse(sentence)
        if isinstance(tree, Node):
            lines += [sentence, f"    {tree.sexpr()}"]
        else:
            unread.append(sentence)
    (TREES / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return unread


def main() -> None:
    for box in BOXES:
        for sentence in write(box, [sentence for sentence, _ in pairs(box)], lexicon()):
            print(f"{box}: cannot be read any more: {sentence}")
    for name in GAMES:
        for sentence in write(name, printed(name), compiled(name)[1]):
            print(f"{name}: cannot be read: {sentence}")


if __name__ == "__main__":
    main()
