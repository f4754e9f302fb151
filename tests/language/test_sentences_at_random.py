"""Mutants of printed sentences: reading never breaks, and what is read can be printed and read again."""

from __future__ import annotations

import random

from cardscript.language.printing import print_sentence
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon
from tests.language.pin_trees import BOXES, pairs


def mutants(seed: int) -> list[str]:
    chance = random.Random(seed)
    sentences = [sentence for box in BOXES for sentence, _ in pairs(box)]
    words = [word for sentence in sentences for word in sentence.split()]
    made: list[str] = []
    for sentence in sentences:
        parts = sentence.split()
        at = chance.randrange(len(parts))
        made.append(" ".join(parts[:at] + parts[at + 1 :]))
        made.append(" ".join([*parts[:at], chance.choice(words), *parts[at + 1 :]]))
        place = chance.randrange(len(sentence))
        made.append(sentence[:place] + chance.choice("abc.,:;\"()[]'+- é\n") + sentence[place:])
        chance.shuffle(parts)
        made.append(" ".join(parts))
    return made


def test_reading_and_printing_mutants() -> None:
    for text in mutants(1):
        tree = lexicon().parse(text)
        if isinstance(tree, Node):
            again = lexicon().parse(print_sentence(tree))
            assert isinstance(again, Node), text
            assert again.sexpr() == tree.sexpr(), text
        else:
            assert tree, text
            for problem in tree:
                assert problem.message
                assert 0 <= problem.span.start <= problem.span.end <= len(text), text
        assert lexicon().split(text) is not None
