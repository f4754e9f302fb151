""" "Change the target of a Charm to another Pet": an announced text gets another target."""

from __future__ import annotations

from cardscript.language import ast, nouns
from cardscript.language.joining import sequence
from cardscript.language.phrases import nest
from cardscript.language.scope import Unreadable
from cardscript.language.selections import Selection
from cardscript.language.verb_phrases import VerbPhrase

ADVICE = "say 'change the target of a KIND to another KIND'"


def change(v: VerbPhrase) -> ast.Stmt:
    """Which card's text, which of its targets if there are several, and what instead: only what could be chosen for
    that text.

    Raises Unreadable for anything else that is to be changed."""
    scope, phrase = v.scope, v.objects[0][0] if v.objects else None
    of = phrase.post("of") if phrase is not None else None
    if phrase is None or phrase.noun is None or phrase.noun.phrase != "target" or of is None or v.goal is None:
        raise Unreadable("change what?", v.whole, ADVICE)
    if phrase.determiner != "the" or phrase.plural:
        raise Unreadable("which target?", phrase.node, ADVICE)
    scope.take(phrase.noun, *phrase.determiners, of.word)
    texts = nouns.cards([nest(phrase, of)], scope, None)
    goals = nouns.cards([v.goal], scope, None)
    for selection in (texts, goals):
        if not selection.chosen or selection.many or selection.random:
            raise Unreadable("one card is changed, to one other", v.whole, ADVICE)
    text, target, goal = scope.slot(), scope.slot(), scope.slot()
    one = ast.CardSlot(text)
    elsewhere = _among(goals, ast.OtherTargets(one, ast.CardSlot(target)), v)
    span, single = scope.span(v.whole), ast.Const(1)
    steps: list[ast.Stmt] = [
        ast.Choose(text, _that_can(texts, goals, v), single, single, v.by, v.text, span=span),
        ast.Choose(target, _movable(one, goals, v), single, single, v.by, v.text, span=span),
        ast.Choose(goal, elsewhere, single, single, v.by, v.text, span=span),
        ast.Redirect(one, ast.CardSlot(target), ast.CardSlot(goal), v.by, span=span),
    ]
    scope.remember(ast.CardSlot(goal), False, goals.kinds)
    return sequence(steps)


def _among(goals: Selection, others: ast.Cards, v: VerbPhrase) -> ast.Cards:
    """Those of the cards meant that could be chosen for a text instead."""
    slot = v.scope.slot()
    return ast.Where(goals.cards, slot, ast.Among(ast.CardSlot(slot), others))


def _that_can(texts: Selection, goals: Selection, v: VerbPhrase) -> ast.Cards:
    """The cards with a text for which any of these could be chosen."""
    slot = v.scope.slot()
    return ast.Where(texts.cards, slot, ast.Some(_among(goals, ast.OtherTargets(ast.CardSlot(slot)), v)))


def _movable(text: ast.Cards, goals: Selection, v: VerbPhrase) -> ast.Cards:
    """The targets of a text in place of which any of these could be chosen."""
    slot = v.scope.slot()
    return ast.Where(ast.Targets(text), slot, ast.Some(_among(goals, ast.OtherTargets(text, ast.CardSlot(slot)), v)))
