"""What conditions come down to: how many there are, how a value compares, whether it is denied."""

from __future__ import annotations

from msgspec.structs import replace

from cardscript.language import ast, nouns, numbers
from cardscript.language.phrases import Phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import TraitSense
from cardscript.language.syntax import Node

NEGATIONS = ("not", "don't", "doesn't", "didn't", "do not", "does not", "did not", "can't", "cannot", "never")
BE_NOT = ("isn't", "aren't", "wasn't", "weren't")


def existence(phrase: Phrase, scope: Scope) -> ast.Cond:
    """ "there are no X", "there are at least four X", "there is an X", "there are 3 X per player"."""
    noun, per = phrase.noun, phrase.post("per")
    if per is not None and per.phrase.noun is not None and per.phrase.noun.phrase == "player":
        scope.take(per.word, per.phrase.noun)
        at = phrase.posts.index(per)
        phrase.posts[at : at + 1] = per.phrase.posts
        found = existence(phrase, scope)
        if not isinstance(found, ast.Compare):
            raise Unreadable("how many per player?", per.node, "write a number: 'there are 3 Xs per player'")
        return replace(found, right=ast.Times(found.right, ast.PlayerCount()))
    if noun is not None and (phrase.number is not None) and (senses(noun, TraitSense) or noun.phrase == "player"):
        return compared(numbers.counted(phrase, scope), phrase, scope)
    return existence_of(phrase, nouns.cards([phrase], scope, None).cards, scope)


def existence_of(phrase: Phrase, cards: ast.Cards, scope: Scope | None = None) -> ast.Cond:
    """Whether as many of the cards exist as the phrase's quantity says."""
    # the quantity was read as a choice; here it only counts, so look at the whole set
    if isinstance(cards, ast.Take) and isinstance(cards.count, ast.Const) and phrase.number is None:
        cards = cards.cards
    if phrase.determiner == "no":
        return ast.Not(ast.Some(cards))
    token = phrase.number
    if token is None or token.number is None:
        return ast.Some(cards)
    if isinstance(cards, ast.Take):
        cards = cards.cards
    adverb = next((a.phrase for a in phrase.adverbs), "")
    op = numbers.OPERATORS.get(adverb) or numbers.OPERATORS.get(
        token.comparison if token.comparison != "exact" else "at least", ">="
    )
    if scope is not None:
        scope.take(token, *phrase.adverbs)
    return ast.Compare(ast.Count(cards), op, ast.Const(token.number))


def compared(value: ast.Number, phrase: Phrase, scope: Scope) -> ast.Cond:
    """A value against "2 or less", "exactly 3", "that card's cost"."""
    token = phrase.number
    adverb = phrase.adverbs[0] if phrase.adverbs else None
    if token is not None and token.number is not None:
        if token.comparison not in numbers.OPERATORS:
            raise Unreadable(f"{token.text!r} cannot be compared with", token, "say '2', '2 or less' or '2 or more'")
        scope.take(token, *phrase.adverbs)
        op = numbers.OPERATORS.get(adverb.phrase if adverb else token.comparison, "==")
        return ast.Compare(value, op, ast.Const(token.number))
    return ast.Compare(value, "==", numbers.number(phrase, scope))


def negated(auxs: Node | None, scope: Scope) -> bool:
    if auxs is None:
        return False
    tokens = list(auxs.tokens())
    scope.take(*tokens)
    return any(t.phrase in NEGATIONS or t.text.lower() in NEGATIONS for t in tokens)


def enough(phrase: Phrase, value: ast.Number, scope: Scope) -> ast.Cond:
    """ "a Gold", "no Gold", "2 or more Gold" against what there is."""
    if phrase.determiner == "no":
        return ast.Compare(value, "==", ast.Const(0))
    if phrase.number is None:
        return ast.Compare(value, ">", ast.Const(0))
    return compared(value, phrase, scope)
