"""Sentences in brackets that say how a verb of the sentences before them is carried out in one case:
"(If you move a Beast to a Road space that already has a Beast, swap them.)".
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardscript.language import ast, nouns, places, statements
from cardscript.language.accounting import all_read
from cardscript.language.joining import all_of, sequence
from cardscript.language.phrases import read_phrase
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token, first_verb
from cardscript.language.verb_phrases import VerbPhrase

HELP = "write '(If you VERB ..., ....)' behind a sentence that tells the player to do that"


class Amendment(msgspec.Struct):
    """One such sentence: the verb it is about, its condition, what is done instead then."""

    word: Token
    verb: Token | None
    cond: Node
    rest: Node
    tree: Node
    text: str
    span: Span
    used: bool = False


def amendment(tree: Node, text: str, span: Span) -> Amendment:
    """The amendment a sentence in brackets is.

    Raises Unreadable if it is none."""
    parts = [n for n in tree.children if isinstance(n, Node)]
    top = parts[0].find("items") if len(parts) == 1 else None
    first = top.children[0] if top is not None else None
    if isinstance(first, Node) and first.rule == "prefix":
        first = first.children[0]
    rest = top.find("items") if top is not None else None
    word = first.token("SUB") if isinstance(first, Node) and first.rule == "p_sub" else None
    conds = first.find("conds") if isinstance(first, Node) else None
    cond = conds.find("cond") if conds is not None and len(conds.children) == 1 else None
    verb = first_verb(cond) if cond is not None else None
    there = tree.rule == "s_items" and already_there(tree)
    if there:
        top = tree.find("items")
        prefix = top.below("p_sub") if top is not None else None
        conds = prefix.find("conds") if prefix is not None else None
        word = prefix.token("SUB") if prefix is not None else None
        cond = conds.find("cond") if conds is not None else None
        rest = top.find("items") if top is not None else None
        verb = None
    if word is None or word.phrase != "if" or cond is None or rest is None or (verb is None and not there):
        raise Unreadable("a sentence in brackets must say something the game can do", tree, HELP)
    return Amendment(word, verb, cond, rest, tree, text, span)


def already_there(tree: Node) -> bool:
    """ "If another Beast is already there, ...": a sentence that says how the move before it is carried out where the
    space is taken."""
    top = tree.find("items")
    prefix = top.below("p_sub") if top is not None else None
    conds = prefix.find("conds") if prefix is not None else None
    return conds is not None and [t.phrase for t in conds.tokens()][-2:] == ["already", "there"]


def about(v: VerbPhrase) -> list[Amendment]:
    """The amendments that speak of this verb."""
    return [a for a in v.scope.amendments if a.verb is None or a.verb.phrase == v.verb.phrase]


def amended(v: VerbPhrase, cards: ast.Cards, space: ast.Place, move: ast.Stmt) -> ast.Stmt:
    """The move of cards to a space, or what an amendment says is done in its case."""
    for one in about(v):
        one.used = True
        scope = v.scope.but(base=one.span, text=one.text, amendments=())
        known = len(scope.unit.antecedents)
        with scope.aside():
            scope.unit.used.clear()
            try:
                move = _in_its_case(one, scope, cards, space, move)
                all_read(one.tree, scope)
            except Unreadable as error:  # what is wrong here is wrong in another line
                at = one.span if error.at is None else one.span.shifted(error.at.start, error.at.end)
                scope.tables.findings.add(error.code, error.message, at, error.help or HELP)
        del scope.unit.antecedents[known:]
    return move


def _in_its_case(one: Amendment, scope: Scope, cards: ast.Cards, space: ast.Place, move: ast.Stmt) -> ast.Stmt:
    np, vpx = one.cond.find("np"), one.cond.find("vpx")
    slot = scope.slot()
    if one.verb is None and np is not None and vpx is not None:
        what = read_phrase(np)
        scope.take(one.word, *vpx.tokens())
        scope.take(*(t for t in what.determiners if t.phrase == "another"))
        what.determiners.clear()
        here = scope.slot()
        others = ast.Without(ast.CardsIn(space), cards)
        taken = ast.Some(ast.Where(others, here, nouns.test_of(what, scope)(ast.CardSlot(here))))
        return _instead(one, scope, cards, space, move, taken, slot)
    pronoun = read_phrase(np).pronoun if np is not None else None
    v = one.cond.below("v")
    objects = v.all("np") if v is not None else []
    plain = pronoun is not None and pronoun.phrase == "you" and vpx is not None and vpx.find("auxs") is None
    if v is None or len(objects) != 2 or not plain:
        raise Unreadable("this says nothing about what is done", one.cond, HELP)
    scope.take(pronoun, one.word, one.verb, v.token("TO"), v.token("INTO"))
    what, where = read_phrase(objects[0]), read_phrase(objects[1])
    there = places.places(where, scope)
    if len(there) != 1:
        raise Unreadable("to which place?", where.node)
    scope.take(*where.determiners)
    parts = [nouns.test_of(what, scope)(cards), ast.SamePlace(space, there[0])]
    return _instead(one, scope, cards, space, move, all_of(parts), slot)


def _instead(
    one: Amendment, scope: Scope, cards: ast.Cards, space: ast.Place, move: ast.Stmt, case: ast.Cond, slot: int
) -> ast.Stmt:
    """What is done in the case an amendment is about ("them": the cards moved and those they meet), else the move."""
    scope.remember(ast.CardSlot(slot), True)
    both = ast.Bind(slot, ast.Union((cards, ast.CardsIn(space))), span=scope.span(one.cond))
    instead = statements.items(one.rest, scope)
    return ast.If(case, sequence([both, instead]), move, span=scope.span(one.tree))


def unused(found: Sequence[Amendment]) -> Amendment | None:
    """The first that no verb before it has taken up."""
    return next((one for one in found if not one.used), None)
