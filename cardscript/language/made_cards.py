"""Cards that a text makes of others: "a "Night Thing" Beast with the ability "..."", "a Tool that gives +2 Gold when
used". They are cards of the game of which no copy is printed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.program import CardDecl
from cardscript.language.quoted import Quoted
from cardscript.language.scope import CardFacts, Scope, Unreadable
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token


def lines_of(texts: Iterable[tuple[str, Span]], facts: CardFacts, scope: Scope) -> Quoted:
    """The lines of texts that say what a card does, each with the place where it stands."""
    read = scope.tables.read_quoted
    if read is None:
        raise Unreadable("no text of a card can be told here", None, "write it on a card")
    made = [read(text, span, facts) for text, span in texts]
    return Quoted(
        tuple(ability for one in made for ability in one.abilities),
        tuple(line for one in made for line in one.lines),
        tuple(span for one in made for span in one.spans),
        tuple(head for one in made for head in one.heads),
    )


def make_card(
    name: str, kind: int, group: str, values: dict[int, int], quoted: Quoted, at: Node | Token, scope: Scope
) -> str:
    """Declare a card that others become, and give the name it is known by; equal ones are one.

    Raises Unreadable if the name means another card already."""
    tables = scope.tables
    known = next((card for card in tables.made if card.name == name), None)
    if known is not None:
        if quoted.lines and (known.kind, known.attributes, known.lines) != (kind, values, quoted.lines):
            raise Unreadable(f"{name!r} is something else in another text", at, "give one of them another name")
        return name
    if name in tables.card_kinds:
        raise Unreadable(f"there is a card {name!r} already", at, "give it another name")
    card = CardDecl(name, tables.made_in, kind, group, 0, values, {}, {}, (), (), span=scope.span(at))
    tables.made.append(_saying(card, quoted))
    tables.card_kinds[name] = kind
    return name


def give_lines(name: str, texts: Iterable[tuple[str, Span]], scope: Scope) -> bool:
    """Let a card that a text has made have these lines; False if none is called so."""
    made = scope.tables.made
    at = next((at for at, card in enumerate(made) if card.name == name), -1)
    if at < 0:
        return False
    card = made[at]
    made[at] = _saying(card, lines_of(texts, CardFacts(card.name, card.kind, card.group), scope))
    return True


def _saying(card: CardDecl, quoted: Quoted) -> CardDecl:
    return replace(card, abilities=quoted.abilities, lines=quoted.lines, spans=quoted.spans, heads=quoted.heads)


def abilities_of(text: str, span: Span, facts: CardFacts, scope: Scope) -> tuple[ast.Ability, ...]:
    """What one text in quotes lets a card do."""
    return lines_of([(text, span)], facts, scope).abilities
