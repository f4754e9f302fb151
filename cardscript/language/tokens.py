"""Cards that a text makes of others: "a "Night Thing" Beast with the ability "..."", "a Tool that gives +2 Gold when
used". They are cards of the game of which no copy is printed."""

from __future__ import annotations

from cardscript.language.program import CardDecl
from cardscript.language.scope import CardFacts, Scope, Unreadable
from cardscript.language.syntax import Node, Token


def token_card(
    name: str, group: str, kind: int, values: dict[int, int], lines: list[str], scope: Scope, at: Node | Token
) -> str:
    """Declare a card that others become, and give the name it is known by; equal ones are one.

    Raises Unreadable if another card has the name already."""
    tables = scope.tables
    span = scope.span(at)
    assert tables.read_lines is not None
    made = tables.read_lines(CardFacts(name, kind, group), lines, span)
    for known in tables.tokens:
        if known.name == name:
            if (known.kind, known.attributes, known.lines) != (kind, values, tuple(lines)):
                raise Unreadable(f"{name!r} is something else in another text", at, "give one of them another name")
            return name
    if name in tables.card_kinds:
        raise Unreadable(f"there is a card {name!r} already", at, "give it another name")
    spans, heads = (span,) * len(lines), (0,) * len(lines)
    tables.tokens.append(
        CardDecl(
            name, tables.token_set, kind, group, 0, values, {}, {}, tuple(made), tuple(lines), "", span, spans, heads
        )
    )
    return name
