"""What has a say in an expression: which places, when that can be told from the text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.scope import is_slot
from cardscript.language import ast
from cardscript.language.inside import parts

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.layout import Layout

PILES = -2
"""Stands for all piles beneath cards and spaces."""
WHOSE_TURN = -3
"""Stands for whose turn it is."""
MODIFIED = -4
"""Stands for modifiers that change a value: it is not what is printed, wherever cards lie."""

Leans = tuple[frozenset[int], frozenset[int]]
"""What a value follows from besides what the cards themselves are: places, and attributes as they are now."""


def fixed_places(layout: Layout, node: ast.Place) -> tuple[int, ...] | None:
    """The places a place means always and to everybody, in their order; None if that may change."""
    match node:
        case ast.ZonePlace(zone=zone, player=None) if not layout.per_seat[zone]:
            return tuple(layout.instances(zone, 0))
        case ast.SpacePlace(zone=zone, index=index):
            return (layout.base[zone] + index,)
        case ast.Beneath(cards=None, space=space) if space is not None:
            above = fixed_places(layout, space)
            return None if above is None else tuple(place + layout.places for place in above if place < layout.places)
    return None


def all_cards_of(layout: Layout, node: ast.Cards) -> tuple[int, ...] | None:
    """The places whose cards an expression means, all of them, always and to everybody; None if it is not so."""
    match node:
        case ast.CardsIn(place=place):
            return fixed_places(layout, place)
        case ast.Union():
            found: dict[int, None] = {}
            for part in parts(node):
                assert isinstance(part, ast.Cards)
                places = all_cards_of(layout, part)
                if places is None:
                    return None
                found.update(dict.fromkeys(places))
            return tuple(found)
    return None


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
        case ast.CardsIn(place=place):
            fixed = fixed_places(compiled.layout, place)
            return None if fixed is None else dict.fromkeys(fixed, each)
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
    ast.IsKind, ast.HasTrait, ast.HasAttribute, ast.IsNamed, ast.InGroup, ast.Among, ast.LiesIn, ast.Holds,
    ast.Const, ast.NumberSlot, ast.Count, ast.CountDistinct, ast.CountValues, ast.Plus, ast.Minus, ast.Times, ast.Half,
    ast.PlayerCount, ast.CardSlot, ast.CardsIn, ast.Union, ast.Where, ast.Without, ast.TopOf,
    ast.PlaceSlot, ast.PlaceOf, ast.SpacesWhere, ast.AttributeOf,
)  # fmt: skip
"""Expressions that follow from their parts, from what the cards in slots are, and from where these lie."""


def leans_on(compiled: Compiled, *nodes: ast.Node | None) -> Leans | None:
    """What expressions follow from; None if that can't be told. Players may be in them only as owners of zones."""
    found = _Leaning(compiled)
    if all(node is None or found.collect(node) for node in nodes):
        return frozenset(found.places), frozenset(found.attributes)
    return None


class _Leaning:
    """Collects what expressions follow from; each adjective is looked into once."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled, self._layout = compiled, compiled.layout
        self.places: set[int] = set()
        self.attributes: set[int] = set()
        self._seen: set[int] = set()

    def collect(self, node: ast.Node) -> bool:
        """Whether all that the expression follows from can be told."""
        match node:
            case ast.ZonePlace():
                return self._zone(node)
            case ast.SpacePlace(zone=zone, index=index):
                self.places.add(self._layout.base[zone] + index)
                return True
            case ast.LiesIn(cards=cards, place=place) if fixed_places(self._layout, place) is not None:
                return self.collect(cards)  # where the card lies is looked at, not what else lies there
            case ast.Beneath(space=space):
                fixed = fixed_places(self._layout, node)
                if fixed is not None:
                    self.places.update(fixed)
                    return True
                self.places.add(PILES)
                if space is not None and not self.collect(space):
                    return False
                return node.cards is None or self.collect(node.cards)
            case ast.AttributeOf(attribute=attribute) | ast.CountValues(attribute=attribute):
                if not getattr(node, "printed", False):
                    self.attributes.add(attribute)
            case ast.Holds(predicate=predicate) if predicate not in self._seen:
                self._seen.add(predicate)
                if not self.collect(self._compiled.game.predicates[predicate].cond):
                    return False
        return isinstance(node, BY_PARTS) and all(self.collect(part) for part in parts(node))

    def _zone(self, node: ast.ZonePlace) -> bool:
        """A zone of a player may be that of any: who is meant can change only with the turn."""
        layout = self._layout
        if not layout.per_seat[node.zone]:
            self.places.update(layout.instances(node.zone, 0))
            return True
        if not isinstance(node.player, ast.PlayerSlot | ast.ActivePlayer):
            return False
        self.places.add(WHOSE_TURN)
        for seat in range(layout.seats):
            self.places.update(layout.instances(node.zone, seat))
        return True
