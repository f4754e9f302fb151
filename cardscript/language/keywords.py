"""Keywords: names for bodies of text, with typed parameters, that a line uses ("Gate Watcher 3")."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardscript.language import ast, nouns, statements
from cardscript.language.outline import Line
from cardscript.language.phrases import Phrase, read_phrase, resource_of, senses
from cardscript.language.scope import CardFacts, Param, Scope, Unreadable
from cardscript.language.senses import KeywordSense, SpaceSense
from cardscript.language.syntax import Node, first_verb, node_of
from cardscript.language.verb_phrases import Actor

if TYPE_CHECKING:
    from cardscript.language.declare import Tables


class KeywordDecl(msgspec.Struct):
    """A keyword: `params` are (name, type) in the order they are written before and after the name; `bodies` pairs
    the kind of card it stands on (-1: any) with its lines."""

    name: str
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]
    bodies: list[tuple[int, Line]] = []


def keyword_of(phrase: Phrase) -> int:
    """The keyword a bare noun phrase uses, or -1."""
    noun = phrase.noun
    found = senses(noun, KeywordSense) if noun is not None else []
    return found[0].keyword if found else -1


ON_A_PLAYER = -2
"""The kind of a keyword's text that is for players who get the keyword."""


def keyword_text(
    phrase: Phrase, scope: Scope, at: Node, player: bool = False
) -> tuple[Line, dict[str, ast.Node]] | None:
    """The body that a use of a keyword stands for on this card, and what its parameters are.

    Raises Unreadable if a parameter is missing or the keyword has no body for this kind of card."""
    number = keyword_of(phrase)
    if number < 0:
        return None
    decl = scope.tables.keywords[number]
    values: dict[str, ast.Node] = {}
    head = phrase.heads[-1]
    before, after = list(decl.before), list(decl.after)
    for token in head.narrowing:
        if not before:
            raise Unreadable(f"{decl.name} takes nothing before it", token)
        name, _ = before.pop(0)
        for space in senses(token, SpaceSense):
            values[name] = ast.SpacePlace(space.zone, space.index)
        if name not in values:
            raise Unreadable(f"{token.text!r} is no place that {decl.name} can name", token)
    for token in head.numbers:
        if not after or token.number is None:
            raise Unreadable(f"{decl.name} takes nothing more", token)
        values[after.pop(0)[0]] = ast.Const(token.number)
    missing = [name for name, _ in (*decl.before, *decl.after) if name not in values]
    if missing:
        raise Unreadable(f"{decl.name} needs its {missing[0]}", at, f"write it like {usage(decl)}")
    double = phrase.adjective("double")
    scope.take(head.noun, *head.narrowing, *head.numbers, double)
    if double is not None:
        values["double"] = ast.Const(2)
    kind = scope.card.kind if scope.card is not None else -1
    for of, body in sorted(decl.bodies, key=lambda one: one[0] != ON_A_PLAYER) if player else decl.bodies:
        if of == ON_A_PLAYER:
            if player:
                return body, values
        elif of < 0 or (kind >= 0 and scope.tables.is_a(kind, of)):
            return body, values
    raise Unreadable(f"{decl.name} says nothing for this kind of card", at)


def usage(decl: KeywordDecl) -> str:
    """How a keyword is written, with its parameters in braces."""
    words = [f"{{{n}}}" for n, _ in decl.before] + [decl.name] + [f"{{{n}}}" for n, _ in decl.after]
    return " ".join(words)


def with_params(scope: Scope, values: dict[str, ast.Node]) -> Scope:
    """A scope in which the keyword's parameters can be spoken of."""
    params = dict(scope.params)
    for name, value in values.items():
        params[name] = Param(name, "number" if isinstance(value, ast.Number) else "place", -1, value)
    return scope.but(params=params)


def sample_values(decl: KeywordDecl, tables: Tables) -> dict[str, ast.Node]:
    """Some value for each parameter, to read the keyword's text before a card uses it."""
    values: dict[str, ast.Node] = {}
    rows = [i for i, zone in enumerate(tables.zones) if zone.spaces]
    for name, type_ in (*decl.before, *decl.after):
        row = next((i for i in rows if tables.zones[i].name.lower() in type_.lower()), rows[0] if rows else 0)
        values[name] = ast.Const(1) if type_ == "number" else ast.SpacePlace(row, 0)
    return values


def keyword_statement(phrase: Phrase, scope: Scope, at: Node, player: bool = False) -> ast.Stmt | None:
    """A keyword used as a sentence that is carried out; `player`: one that "you get"."""
    found = keyword_text(phrase, scope, at, player)
    if found is None:
        return None
    body, values = found
    name = scope.tables.keywords[keyword_of(phrase)].name
    if name in scope.tables.open_keywords:
        raise Unreadable(f"{name} is defined by itself", at, "say what it does in other words")
    inner = with_params(scope, values)
    texts = scope.tables.sentences(body.text)
    scope.tables.open_keywords.append(name)
    try:
        wrong = f"the text of {name} cannot be read"
        said = statements.elsewhere(texts, inner, at, wrong, "correct the keyword's own lines first", body.span)
    finally:
        scope.tables.open_keywords.pop()
    return as_used(said, values, scope, at)


def as_used(said: ast.Stmt, values: dict[str, ast.Node], scope: Scope, at: Node) -> ast.Stmt:
    """What a keyword says where it is used: doubled, or with one of its gains changed."""
    return changed(doubled(said) if "double" in values else said, scope, at)


def granted(who: Phrase, vpx: Node, scope: Scope) -> ast.Stmt | None:
    """ "All Night Watch also have Thirst"; "while in the Ford, they instead have double Thirst" behind it: as long as
    the line stands. None if no keyword is given."""
    verb = first_verb(vpx)
    v = vpx.below("v")
    np = v.find("np") if v is not None else None
    phrase = read_phrase(np) if np is not None else None
    if verb is None or verb.phrase != "have" or phrase is None or keyword_of(phrase) < 0 or scope.card is None:
        return None
    auxs = vpx.find("auxs")
    words = {t.phrase for t in auxs.tokens()} if auxs is not None else set()
    scope.take(verb, *(auxs.tokens() if auxs is not None else ()))
    said, values = _standing_text(phrase, vpx, scope)
    candidate = ast.CardSlot(said.slot)
    if "instead" in words:
        if scope.card.granted is None or "double" not in values or who.pronoun is None or scope.within is None:
            raise Unreadable(
                "instead of what?", vpx, "say 'While in PLACE, they instead have double KEYWORD' behind it"
            )
        scope.take(who.pronoun)  # twice instead of once is once more
        slot, test = scope.card.granted
        return replace(said, slot=slot, where=ast.And((test, ast.LiesIn(ast.CardSlot(slot), scope.within))))
    test = nouns.standing_test(who, scope)(candidate)
    scope.card.granted = (said.slot, test)
    return replace(doubled(said) if "double" in values else said, where=test)


def _standing_text(phrase: Phrase, at: Node, scope: Scope) -> tuple[ast.Modify, dict[str, ast.Node]]:
    """What a keyword says of cards on which it stands.

    Raises Unreadable if it has no such text."""
    for kind, _ in scope.tables.keywords[keyword_of(phrase)].bodies:
        there = scope.but(card=CardFacts("", kind, ""))
        found = keyword_text(phrase, there, at)
        if found is None:
            continue
        body, values = found
        texts = scope.tables.sentences(body.text)
        said = statements.elsewhere(texts, there, at, "it cannot be read", "correct the keyword first", body.span)
        if isinstance(said, ast.Modify):
            return said, values
    raise Unreadable("this keyword cannot be given to other cards", at)


def doubled(said: ast.Stmt) -> ast.Stmt:
    """What a keyword says with its numbers twice as high.

    Raises Unreadable if no number stands in it."""
    two = ast.Const(2)
    if isinstance(said, ast.Seq):
        return ast.Seq(tuple(doubled(part) for part in said.parts))
    if isinstance(said, ast.GainResource | ast.Modify):
        return replace(said, amount=ast.Times(two, said.amount))
    raise Unreadable("nothing in this keyword can be doubled", None, "leave 'double' out")


def changed(said: ast.Stmt, scope: Scope, at: Node) -> ast.Stmt:
    """A keyword with one of its gains changed: "Watch, gaining Gold instead of Power", "Watch, drawing that many cards
    instead of gaining Power".

    Raises Unreadable if the keyword gains no such points."""
    trail = at.below("t_ing")
    if trail is None:
        return said
    vps = trail.find("vps")
    vp = vps.find("vp") if vps is not None else None
    verb = first_verb(vp) if vp is not None else None
    v = trail.below("v")
    instead = next((n for n in trail.walk() if n.rule in ("t_insteadof", "t_insteading")), None)
    if vp is None or verb is None or v is None or instead is None or not isinstance(said, ast.GainResource):
        raise Unreadable("this cannot be changed", trail, "write 'KEYWORD, gaining X instead of Y'")
    gone = [t for t in instead.tokens() if resource_of(t) >= 0]
    words = [t.phrase for t in instead.tokens() if t not in gone and t.term not in ("ING", "INSTEADOF")]
    if len(gone) != 1 or resource_of(gone[0]) != said.resource or words not in ([], ["gain"]):
        raise Unreadable("the keyword gains nothing of the kind", instead, "name the points that it gains")
    scope.take_all(instead)
    points = [t for n in v.all("np") for t in n.tokens() if resource_of(t) >= 0]
    if verb.phrase == "gain" and len(points) == 1 and len(list(v.tokens())) == 2:
        scope.take(verb, *points)
        return replace(said, resource=resource_of(points[0]))
    number = scope.slot()
    before, scope.unit.amount = scope.unit.amount, ast.NumberSlot(number)
    deed = statements.one_verb(_without(vp, instead), Actor(scope.you), scope)
    scope.unit.amount = before
    return ast.Seq((ast.BindNumber(number, said.amount), deed))


def _without(vp: Node, trail: Node) -> Node:
    """A verb phrase without one of its trails."""
    left = [c for c in vp.children if not isinstance(c, Node) or trail not in c.walk()]
    return node_of(vp.rule, left, vp.start, vp.end)
