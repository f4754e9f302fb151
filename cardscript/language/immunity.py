"""What the texts of some cards can't do: "Omens can't affect Pets in the Stable", "a cursed Pet can't deal Damage"."""

from __future__ import annotations

from cardscript.language import ast, nouns, people
from cardscript.language.joining import any_of
from cardscript.language.phrases import read_phrase, read_phrases
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Test
from cardscript.language.sentences import finish
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token, first_verb


def text_ban(clause: Node, scope: Scope, text: str, span: Span) -> ast.Ability | None:
    """A ban whose subject are cards: what their texts can't do. None if the subject is a player, or the verb is one of
    cards.

    Raises Unreadable for a form that cannot be read."""
    core = clause.find("core") or clause
    np, vpx = core.find("np"), core.find("vpx")
    verb = first_verb(vpx) if vpx is not None else None
    if np is None or vpx is None or verb is None or clause.token("SUB") is not None:
        return None
    node = vpx.below("v") or vpx
    objects = node.all("np")
    if verb.phrase == "affect" and objects:
        return _immune(np, vpx, verb, objects[0], scope, text, span)
    declared = scope.tables.verbs_of(verb)
    facts = scope.tables.verb_facts
    subject = read_phrase(np)
    of_players = [d for d in declared if scope.tables.verbs[d].actor == "player" and not facts[d].intransitive]
    if not of_players or not objects or people.player(subject, scope) is not None or subject.noun is None:
        return None
    if subject.noun.phrase == "player":
        return None
    unit = read_phrase(objects[0]).noun
    dealt = [d for d in of_players if unit is not None and facts[d].unit_word == unit.phrase]
    if len(dealt) != 1 or unit is None:
        return None
    _take_auxs(vpx, scope)
    scope.take(verb, unit)
    slot = scope.slot()
    spoken = ast.SpokenBy(slot, _any(np, scope)(ast.CardSlot(slot)))
    ban = ast.Forbid(dealt[0], spoken, text.strip(" ."), "standing", span=span)
    return ast.Ability("static", finish(ast.Seq((ban,)), scope, text, span), you="holder", span=span)


def _immune(np: Node, vpx: Node, verb: Token, what: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "Omens can't affect Pets in the Stable": no text of an Omen chooses them or does anything to them."""
    _take_auxs(vpx, scope)
    scope.take(verb)
    by, slot = scope.slot(), scope.slot()
    texts = _any(np, scope)(ast.CardSlot(by))
    where = _any(what, scope)(ast.CardSlot(slot))
    immune = ast.Immune(slot, where, by, texts, text.strip(" ."), span=span)
    return ast.Ability("static", finish(ast.Seq((immune,)), scope, text, span), you="holder", span=span)


def _any(node: Node, scope: Scope) -> Test:
    """Any of the cards that joined phrases mean."""
    tests = [nouns.standing_test(phrase, scope) for phrase in read_phrases(node)]
    return lambda c: any_of([test(c) for test in tests])


def _take_auxs(vpx: Node, scope: Scope) -> None:
    auxs = vpx.find("auxs")
    words = [t.phrase for t in auxs.tokens()] if auxs is not None else []
    if words not in (["can't"], ["cannot"]) or auxs is None:
        raise Unreadable("this ban cannot be read", vpx, 'write "X can\'t ..."')
    scope.take_all(auxs)
