"""Prices that are higher in some cases: "To hire a Guard in a Road space with a Sign, you must pay an extra 1 Gold."

What is paid more is no part of what the card costs: it is a value of its own, read by the action that does it."""

from __future__ import annotations

from msgspec.structs import replace

from cardscript.language import ast, nouns
from cardscript.language.declare import Tables
from cardscript.language.phrases import read_phrase, resource_of
from cardscript.language.program import AttributeDecl
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.syntax import Node, first_verb, opening


def surcharge(tree: Node, scope: Scope) -> ast.Stmt | None:
    """What a sentence of this form gives; None if it has another form.

    Raises Unreadable if no action has such a price."""
    top = tree.find("items")
    prefix = opening(top) if top is not None else None
    rest = top.find("items") if top is not None else None
    paying = first_verb(rest) if rest is not None else None
    if not isinstance(prefix, Node) or prefix.rule != "p_inf" or rest is None or paying is None:
        return None
    if paying.phrase != "pay":
        return None
    verb = first_verb(prefix)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    node = prefix.below("v")
    np = node.find("np") if node is not None else None
    price = next((n for n in rest.walk() if n.rule == "np" and any(t.term == "NUM" for t in n.tokens())), None)
    amount = read_phrase(price) if price is not None else None
    extra = amount.adjective("extra", "additional") if amount is not None else None
    if np is None or amount is None or extra is None or amount.number is None or amount.number.number is None:
        raise Unreadable("how much more for what?", tree, "write 'To VERB ..., you must pay an extra 1 RESOURCE.'")
    resource = resource_of(amount.noun)
    action = next(
        (n for n, a in enumerate(scope.tables.actions) if a.resource == resource and _does(a.unit.body, declared)), -1
    )
    if action < 0:
        raise Unreadable("no action has such a price", price, "name what is paid for it")
    scope.take_all(rest)
    scope.take(verb, *(t for t in prefix.tokens() if t.term == "TO_V"))
    slot = scope.slot()
    test = nouns.standing_test(read_phrase(np), scope.but(candidate=ast.CardSlot(slot)))(ast.CardSlot(slot))
    added = ast.Const(amount.number.number)
    return ast.Modify(_extra_price(action, scope), "add", added, slot, test, "standing", span=scope.span(tree))


def _extra_price(action: int, scope: Scope) -> int:
    """The attribute that says how much more an action costs; the action reads it from now on."""
    tables = scope.tables
    decl = tables.actions[action]
    known = extra_price_named(decl.name, tables)
    if known >= 0:
        return known
    tables.attributes.append(AttributeDecl(_name(decl.name), decl.span))
    number = len(tables.attributes) - 1
    assert decl.cost is not None
    more = ast.AttributeOf(ast.CardSlot(ast.OBJECT), number)
    tables.actions[action] = replace(decl, cost=ast.Plus(decl.cost, more))
    return number


def extra_price_named(action: str, tables: Tables) -> int:
    """That attribute of an action, by the action's name; -1 if no card has raised its price."""
    return next((n for n, known in enumerate(tables.attributes) if known.name == _name(action)), -1)


def _name(action: str) -> str:
    return f"extra price to {action}"


def _does(body: ast.Stmt, verbs: list[int]) -> bool:
    """Whether an action begins with one of the verbs."""
    while isinstance(body, ast.Seq) and body.parts:
        body = body.parts[0]
    return isinstance(body, ast.Do) and body.verb in verbs
