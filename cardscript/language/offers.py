"""Offers of a card for the rest of the turn: "Once this turn, you may tame the top card of the Coin Pile as if it were
a 4 Power "Stray" Beast with "..."."
"""

from __future__ import annotations

from cardscript.language import ast, nouns
from cardscript.language.becoming import described_card
from cardscript.language.joining import all_of
from cardscript.language.phrases import read_phrase
from cardscript.language.program import ActionDecl, Refusal
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Selection
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token, first_verb

PRINTED = 1 << 20
"""`ActionDecl.printed_on` of actions that no label names."""


def once_this_turn(prefix: Node, rest: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """An action offered where the verb's own action is, as long as the card lies where playing it has put it: to a card
    that is something else then, for the price such a card would have.

    Raises Unreadable if the sentence has another form."""
    clause = rest.children[0]
    core = clause.find("core") if isinstance(clause, Node) else None
    sub = clause.token("SUB") if isinstance(clause, Node) else None
    cond = clause.find("cond") if isinstance(clause, Node) else None
    verb = first_verb(core) if core is not None else None
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    v = core.below("v") if core is not None else None
    np = v.find("np") if v is not None else None
    if core is None or sub is None or cond is None or verb is None or not declared or np is None:
        raise Unreadable("this cannot be offered", rest, "write 'Once this turn, you may VERB ... as if it were a ...'")
    number = scope.tables.hand_verb(declared)
    what = nouns.cards([read_phrase(np)], scope, None)
    name, attribute, value = _as_if(sub, cond, scope)
    priced = next((a for a in scope.tables.actions if _does(a, number)), None)
    if priced is None or priced.cost is None or not _asks(priced.cost, attribute):
        raise Unreadable("nothing is paid for that", verb, "say it of a verb of which an action has a price")
    if what.chosen or not isinstance(what.cards, ast.TopOf):
        raise Unreadable("which card?", np, "say 'the top card of ...'")
    vpx = core.find("vpx")
    auxs = vpx.find("auxs") if vpx is not None else None
    subject = core.find("np")
    said = [t.phrase for n in (subject, auxs) if n is not None for t in n.tokens()]
    if said != ["you", "may"]:
        raise Unreadable("who may do it?", core, "write 'you may'")
    scope.take(verb, *prefix.tokens(), *(t for n in (subject, auxs) if n is not None for t in n.tokens()))
    return _offered(priced, number, what, name, value, scope, text, span)


def _offered(
    priced: ActionDecl, verb: int, what: Selection, name: str, value: int, scope: Scope, text: str, span: Span
) -> ast.Ability:
    this, you = ast.CardSlot(ast.THIS), ast.PlayerSlot(ast.YOU)
    used = scope.tables.event_of_its_own("use")
    slot, before = scope.slot(), scope.slot()
    card = ast.CardSlot(slot)
    body = ast.Seq(
        (
            ast.Do(used, you, this, span=span),
            ast.Bind(slot, what.cards, span=span),
            ast.Become(card, ast.Identity(named=name), span=span),
            ast.Do(verb, you, card, span=span),
        )
    )
    once = ast.Some(ast.Where(ast.Past(used, you), before, all_of([ast.Among(ast.CardSlot(before), this)])))
    assert isinstance(what.cards, ast.TopOf)
    refusals = (
        Refusal("once a turn", once),
        Refusal("there is no card", ast.Not(ast.Some(ast.CardsIn(what.cards.place)))),
    )
    unit = ast.Unit(body, scope.unit.next_slot, text, span=span)
    action = ActionDecl(
        priced.name, None, refusals, priced.resource, ast.Const(value), unit,
        printed_on=PRINTED + len(scope.tables.actions),
        span=span,
    )  # fmt: skip
    index = scope.tables.add_action(action)
    zones = scope.tables.put_by("play")
    return ast.Ability("action", unit, action=index, zones=zones, you="holder", span=span)


def _as_if(sub: Token, cond: Node, scope: Scope) -> tuple[str, int, int]:
    """ "as if it were a 4 Power "Stray" Beast with "..."": the card that is, and the number it has."""
    np = cond.find("np")
    pronoun = read_phrase(np).pronoun if np is not None else None
    be = next((t for t in cond.tokens() if t.term == "BE"), None)
    compl = cond.below("compl")
    named = compl.find("np") if compl is not None else None
    if sub.phrase != "as if" or pronoun is None or pronoun.phrase != "it" or be is None or named is None:
        raise Unreadable("as if it were what?", cond, 'write \'as if it were a 4 ATTRIBUTE "NAME" KIND with "..."\'')
    scope.take(sub, pronoun, be)
    return described_card(read_phrase(named), scope)


def _does(action: ActionDecl, verb: int) -> bool:
    body = action.unit.body
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    return any(isinstance(part, ast.Do) and part.verb == verb for part in parts)


def _asks(cost: ast.Number, attribute: int) -> bool:
    return isinstance(cost, ast.AttributeOf) and cost.attribute == attribute
