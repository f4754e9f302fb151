"""What filters ask of a card, part by part; what goes without saying is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.inlined import Writer
    from cardscript.engine.naming import Names

Part = tuple[ast.Cond, "Names"]
"""A part of what is asked of a card, and what its slots are called."""


def parts_of(w: Writer, cond: ast.Cond, names: Names) -> list[Part]:
    """What has to hold, one by one; the words of adjectives too."""
    match cond:
        case ast.And(parts=parts):
            return [found for part in parts for found in parts_of(w, part, names)]
        case ast.Holds():
            opened = w.opened(cond, names)
            if opened is not None and not opened[2]:
                return parts_of(w, opened[0], opened[1])
    return [(cond, names)]


def lies_there(w: Writer, part: Part, card: str, zone: int) -> bool:
    """Whether a condition holds of every card that lies in a zone, whosever it is."""
    cond, names = part
    match cond:
        case ast.Or(parts=parts):
            return any(lies_there(w, (one, names), card, zone) for one in parts)
        case ast.LiesIn(cards=cards, place=ast.ZonePlace(zone=other, player=None) | ast.EachZone(zone=other)):
            return other == zone and w.card(cards, names)[0] == card
        case ast.Always(value=value):
            return value
    return False
