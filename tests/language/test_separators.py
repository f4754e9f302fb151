"""What "and", "or" and commas join."""

from __future__ import annotations

import pytest

from cardscript.language.lexer import Tokenizer
from cardscript.language.separators import starts_clause
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon

JOINING = {"SEPS", "SEPV", "CONJC", "CONJR", "CONJN", "CONJP", "CONJX", "CONJA", "PCOMMA", "COMMAT", "COMMAS"}

CASES = [
    ("statements", "You get +2 Attack and you may draw a card.", ["SEPS"]),
    ("statements, the first an order", "Gain a Wound and each other player KOs a card.", ["SEPS"]),
    ("statements with then", "Same effect, then a Villain enters the city.", ["SEPS"]),
    ("a subject of its own after a verb's object", "KO a card, and each player gains a Wound.", ["SEPS"]),
    ("verbs of one subject", "Each player reveals a Hero or gains a Wound.", ["SEPV"]),
    ("three verbs", "KO one, discard one and put one back.", ["SEPV", "SEPV"]),
    ("verbs after may", "You may reveal this card and draw a card instead.", ["SEPV"]),
    ("verbs with an auxiliary of their own", "Each player may draw a card and must gain a Wound.", ["SEPV"]),
    ("verbs with then", "Malekith captures a card, then captures one from the city.", ["SEPV"]),
    ("verbs in a purpose", "You may throw this to draw a card and gain a Hero.", ["SEPV"]),
    ("nouns under one determiner", "Defeat a Villain or Mastermind.", ["CONJN"]),
    ("three nouns under one determiner", "Draw a Villain, Mastermind, or Hero.", ["CONJN", "CONJN"]),
    ("places under one determiner", "KO a card from your hand or discard pile.", ["CONJN"]),
    ("nouns before their verb", "A Villain or Mastermind captures a Bystander.", ["CONJN"]),
    ("nouns with an -s that is no verb here", "When the Hero Deck or Villain Deck runs out.", ["CONJN"]),
    ("amounts", "You get +1 Recruit and +1 Attack.", ["CONJN"]),
    ("noun phrases with a determiner each", "KO one of your cards or a card from your hand.", ["CONJP"]),
    ("what somebody is with", "Draw a card with 6 Attack and the ability.", ["CONJN"]),
    ("phrases with a preposition", "Draw a card from the city or from your hand.", ["CONJX"]),
    ("icons", "Recruit a [Tech] or [Ranged] Hero.", ["CONJA"]),
    ("icons with and/or", "Recruit a [Tech] and/or [Ranged] Hero.", ["CONJA"]),
    ("participles", "If a Hero was discarded or KO'd, draw a card.", ["CONJR", "PCOMMA"]),
    ("conditions before a statement", "If you draw a card and a Hero is there, draw a card.", ["SEPS", "PCOMMA"]),
    ("conditions after a statement", "Draw cards until you win or your Total exceeds 21.", ["CONJC"]),
    ("conditions, the word repeated", "Draw cards until you win or until your deck runs out.", ["CONJC"]),
    (
        "a list before its verb in a condition",
        "If a Villain, Hero, or Tactic would escape, draw a card.",
        ["CONJN", "CONJN", "PCOMMA"],
    ),
    ("prefix", "Once per turn, draw a card.", ["PCOMMA"]),
    ("two prefixes", "Once per turn, if you win, draw a card.", ["PCOMMA", "PCOMMA"]),
    ("prefix with then", "If you win, then draw a card.", ["PCOMMA"]),
    ("prefix of purpose", "To play this card, you must discard a card.", ["PCOMMA"]),
    ("prefix before an order", "For each card, you choose to KO it or put it back.", ["PCOMMA", "SEPV"]),
    ("a trailing -ing phrase", "Blood Frenzy, gaining Recruit instead of Attack.", ["COMMAT"]),
    ("a trailing phrase", 'Put this in the city, as "Darkness."', ["COMMAT"]),
    ("a trailing condition", "That Villain enters the city, if one of those spaces is empty.", ["COMMAS"]),
    ("a relative clause is no statement", "Discard a card and the card you played.", ["CONJP"]),
]


@pytest.mark.parametrize(("what", "sentence", "joins"), CASES, ids=[case[0] for case in CASES])
def test_what_is_joined(what: str, sentence: str, joins: list[str]) -> None:
    tree = lexicon().parse(sentence)
    assert isinstance(tree, Node), tree
    assert [token.term for token in tree.tokens() if token.term in JOINING] == joins


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("each player draws a card", True),
        ("each other player may draw a card", True),
        ("the card you played", False),
        ("the card you played escapes", True),
        ("a card that has it escapes", True),
        ("a card that costs 2", False),
        ("a Hero or Villain escapes", True),
        ("a Hero draw", False),
        ("Heroes draw", True),
        ("draw a card", False),
        ("if you win", True),
        ("the ability", False),
        ("a card captured by that Villain", False),
        ("a card captured by that Villain escapes", True),
        ("your hand. you win", False),
    ],
)
def test_the_scan_for_a_clause(text: str, expected: bool) -> None:
    tokenizer: Tokenizer = lexicon().tokenizer
    tokens, unknown = tokenizer.tokens(text)
    assert not unknown
    assert starts_clause(tokens, 0) is expected
