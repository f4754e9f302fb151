"""Keywords: names for bodies of text, with typed parameters, that a line uses ("Gate Watcher 3")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardscript.language import ast, statements
from cardscript.language.outline import Line
from cardscript.language.phrases import Phrase, senses
from cardscript.language.scope import Param, Scope, Unreadable
from cardscript.language.senses import KeywordSense, SpaceSense
from cardscript.language.syntax import Node

if TYPE_CHECKING:
    from cardscript.language.declare import Tables


@dataclass(slots=True)
class KeywordDecl:
    """A keyword: `params` are (name, type) in the order they are written before and after the name; `bodies` pairs
    the kind of card it stands on (-1: any) with its lines."""

    name: str
    before: tuple[tuple[str, str], ...]
    after: tuple[tuple[str, str], ...]
    bodies: list[tuple[int, Line]] = field(default_factory=list)


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
    scope.take_all(at)
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
        return statements.elsewhere(texts, inner, at, wrong, "correct the keyword's own lines first", body.span)
    finally:
        scope.tables.open_keywords.pop()
