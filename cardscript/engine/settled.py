"""What has a say in an expression: which places, when that can be told from the text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.scope import is_slot
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.layout import Layout

PILES = -2
"""Stands for all piles beneath cards and spaces."""

Leans = tuple[frozenset[int], frozenset[int]]
"""What a value follows from besides what the cards themselves are: places, and attributes as they are now."""


def settled_places(compiled: Compiled, node: ast.Cards, seat: int, each: bool = True) -> dict[int, bool] | None:
    """The places that alone decide which cards an expression means to a seat; None if anything else has a say.

    Then what it means need not be read again until a card comes to or leaves one of them, or becomes something else.
    With each place goes whether its cards are meant or not each for itself: one less changes nothing about the others.
    """
    match node:
        case ast.Union(parts=parts):
            found: dict[int, bool] = {}
            for part in parts:
                places = settled_places(compiled, part, seat, each)
                if places is None:
                    return None
                found |= {place: single and found.get(place, True) for place, single in places.items()}
            return found
        case ast.Take(cards=cards, count=ast.Const()):
            return settled_places(compiled, cards, seat, False)
        case ast.Where(cards=cards, slot=slot, cond=cond):
            return settled_places(compiled, cards, seat, each) if _of_identity(cond, slot) else None
        case (
            ast.CardsIn(place=ast.ZonePlace(zone=zone, player=player))
            | ast.TopOf(place=ast.ZonePlace(zone=zone, player=player), count=ast.Const())
        ):
            layout = compiled.layout
            own = isinstance(player, ast.PlayerSlot) and player.slot in (ast.YOU, ast.ACTOR)
            if layout.per_seat[zone] and not own:
                return None
            return dict.fromkeys(layout.instances(zone, seat), each and isinstance(node, ast.CardsIn))
        case ast.CardsIn(place=ast.SpacePlace(zone=zone, index=index)):
            return {compiled.layout.base[zone] + index: each}
    return None


def _of_identity(cond: ast.Cond, slot: int) -> bool:
    """Whether a condition asks only what the card in a slot is."""
    match cond:
        case ast.And(parts=parts) | ast.Or(parts=parts):
            return all(_of_identity(part, slot) for part in parts)
        case ast.Not(cond=inner):
            return _of_identity(inner, slot)
        case ast.IsKind(cards=cards) | ast.HasTrait(cards=cards) | ast.IsNamed(cards=cards) | ast.InGroup(cards=cards):
            return is_slot(cards, slot)
    return False


BY_PARTS = (
    ast.And, ast.Or, ast.Not, ast.Always, ast.Compare, ast.Odd, ast.Some, ast.Flag,
    ast.IsKind, ast.HasTrait, ast.HasAttribute, ast.IsNamed, ast.InGroup, ast.Among, ast.LiesIn,
    ast.Const, ast.NumberSlot, ast.Count, ast.CountDistinct, ast.Plus, ast.Minus, ast.Times, ast.Half, ast.PlayerCount,
    ast.CardSlot, ast.CardsIn, ast.Union, ast.Where, ast.Without, ast.TopOf,
)  # fmt: skip
"""Expressions that follow from their parts, and from what the cards in slots are."""


def leans_on(layout: Layout, *nodes: ast.Node | None) -> Leans | None:
    """What expressions without players in them follow from; None if that can't be told."""
    places: set[int] = set()
    attributes: set[int] = set()
    for node in nodes:
        if node is not None and not _collect(layout, node, places, attributes):
            return None
    return frozenset(places), frozenset(attributes)


def _collect(layout: Layout, node: ast.Node, places: set[int], attributes: set[int]) -> bool:
    match node:
        case ast.ZonePlace(zone=zone):
            if layout.per_seat[zone]:
                return False
            places.update(layout.instances(zone, 0))
            return True
        case ast.SpacePlace(zone=zone, index=index):
            places.add(layout.base[zone] + index)
            return True
        case ast.Beneath():
            places.add(PILES)
        case ast.AttributeOf(attribute=attribute, printed=printed):
            if not printed:
                attributes.add(attribute)
        case _ if not isinstance(node, BY_PARTS):
            return False
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, ast.Node) and not _collect(layout, part, places, attributes):
                return False
    return True
