"""Show how a sentence is read: python tests/language/show_tree.py "Draw a card." (with the test vocabulary)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardscript.language.printing import print_sentence
from cardscript.language.syntax import Node, Token
from tests.language.game_words import lexicon


def show(part: Node | Token, depth: int = 0) -> None:
    """One line for each node, its tokens beside it."""
    indent = "  " * depth
    if isinstance(part, Token):
        readings = ", ".join(f"{entry.phrase} ({entry.feature or '-'})" for entry in part.entries)
        print(f"{indent}{part.term} {part.text!r} {readings}")
        return
    print(f"{indent}{part.rule}")
    for child in part.children:
        show(child, depth + 1)


def main() -> None:
    reader = lexicon()
    for sentence in sys.argv[1:]:
        result = reader.parse(sentence)
        if isinstance(result, Node):
            show(result)
            print(result.sexpr())
            print(print_sentence(result))
        else:
            for problem in result:
                print(f"{problem.code} {problem.span.start}-{problem.span.end}: {problem.message} ({problem.help})")


if __name__ == "__main__":
    main()
