"""Printing back: reading what was printed gives the same tree."""

from __future__ import annotations

import pytest

from cardscript.language.printing import print_sentence
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon
from tests.language.pin_trees import BOXES, pairs


def tree(text: str) -> Node:
    found = lexicon().parse(text)
    assert isinstance(found, Node), found
    return found


@pytest.mark.parametrize("box", BOXES)
def test_every_printed_sentence_comes_back(box: str) -> None:
    wrong = []
    for sentence, sexpr in pairs(box):
        printed = print_sentence(tree(sentence))
        again = lexicon().parse(printed)
        if not isinstance(again, Node) or again.sexpr() != sexpr or print_sentence(again) != printed:
            wrong.append((sentence, printed))
    assert wrong == []


@pytest.mark.parametrize("box", BOXES)
def test_printing_changes_next_to_nothing(box: str) -> None:
    """Capitals, spaces and the stop may differ from print, and the article before a vowel; words may not."""

    def bare(text: str) -> str:
        kept = "".join(sign for sign in text.lower() if sign.isalnum() or sign in "+-/[]'\"")
        return kept.replace("an[instinct]", "a[instinct]")

    assert [s for s, _ in pairs(box) if bare(s) != bare(print_sentence(tree(s)))] == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("draw a card", "Draw a card."),
        ("DRAW AN CARD.", "Draw a card."),
        ("Evil wins!", "Evil wins."),
        ("Draw a [X-Men] hero", "Draw an [X-Men] Hero."),
        ("rescue a villain worth 5VP", "Rescue a Villain worth 5 VP."),
        ("you get +attack", "You get +Attack."),
        ("You get +Attack", "You get +Attack."),
        ("do it to each player's deck", "Do it to each player's deck."),
        ("do it to all players' decks", "Do it to all players' decks."),
        ('Say "Now is the hour."', 'Say "Now is the hour".'),
        ("(flip it over.)", "(Flip it over.)"),
        ("(after the normal escape)", "(After the normal Escape)"),
        ("choose one:", "Choose one:"),
        ("If it 's empty , draw a card .", "If it's empty, draw a card."),
    ],
)
def test_canonical_english(text: str, printed: str) -> None:
    found = lexicon().parse(text)
    assert isinstance(found, Node), found
    assert print_sentence(found) == printed


def test_any_part_of_a_tree_can_be_printed() -> None:
    noun_phrase = next(node for node in tree("Draw the top card of your deck.").walk() if node.rule == "np")
    assert print_sentence(noun_phrase) == "The top card of your deck"
