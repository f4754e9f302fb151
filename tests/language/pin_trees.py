"""Write the golden trees again after an intended change: python tests/language/pin_trees.py

READ the diff before keeping it. A fixture holds pairs of lines: a printed sentence, then its tree. `unread.txt` holds
sentences that are not read, or not read rightly, each with its reason below it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardscript.language.syntax import Node
from tests.language.game_words import lexicon

TREES = Path(__file__).resolve().parents[1] / "fixtures" / "trees"
BOXES = ("core", "midnight-sons", "heroes-of-asgard")


def pairs(name: str) -> list[tuple[str, str]]:
    """(sentence, line below it) of a fixture."""
    lines = (TREES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    return [(kept[at].strip(), kept[at + 1].strip()) for at in range(0, len(kept), 2)]


def write(name: str, sentences: list[str]) -> list[str]:
    """Write a fixture; the sentences that cannot be read are returned."""
    reader = lexicon()
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
        for sentence in write(box, [sentence for sentence, _ in pairs(box)]):
            print(f"{box}: cannot be read any more: {sentence}")


if __name__ == "__main__":
    main()
