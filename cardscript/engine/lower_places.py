"""Expressions for players and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.kinds import E_ACTOR, E_CARD, E_FROM, E_TO, EMPTY, Fn, Slots
from cardscript.engine.scope import CARDS, PLACE, SEAT, slot_of
from cardscript.engine.spaces import left_of, spaces_from
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State


# --- players -----------------------------------------------------------------------------------------------------
def lower_player(scope: Scope, node: ast.Player) -> Fn:
    match node:
        case ast.PlayerSlot(slot=slot):
            scope.use(slot, SEAT)
            return lambda s, slots: slots[slot]
        case ast.ActivePlayer():
            return lambda s, slots: s.seat
        case ast.Neighbour(of=of, steps=steps):
            inner = scope.player(of)

            def neighbour(s: State, slots: Slots) -> int:
                seat = inner(s, slots)
                return (seat + steps) % s.players if seat >= 0 else -1

            return neighbour
        case ast.HolderOf(cards=cards):
            these = scope.view(cards)

            def holder_of(s: State, slots: Slots) -> int:
                found = these(s, slots)
                return holder(s, found[0]) if found else -1

            return holder_of
        case ast.FormerHolder(cards=cards):
            moved = scope.view(cards)
            return lambda s, slots: former_holder(s, moved(s, slots)[:1])
        case ast.DoerOf(verb=verb, cards=cards):
            done_to = scope.view(cards)

            def doer_of(s: State, slots: Slots) -> int:
                found = done_to(s, slots)
                events = s.done.get(verb) if found else None
                return next((e[E_ACTOR] for e in reversed(events or []) if e[E_CARD] == found[0]), -1)

            return doer_of
    raise TypeError(f"not a player: {type(node).__name__}")


def holder(s: State, card: int) -> int:
    """The seat in one of whose zones a card lies (or the card it lies under); -1 if none."""
    place, layout = s.at[card], s.compiled.layout
    return layout.seat[place] if 0 <= place < layout.places else seat_of(s, place)


def former_holder(s: State, cards: list[int]) -> int:
    """The seat from whose zones a card was moved last; who holds it if it was not."""
    for event in reversed(s.log) if cards else ():
        if event[E_CARD] == cards[0] and event[E_TO] >= 0 and event[E_TO] != event[E_FROM] and event[E_FROM] >= 0:
            seat = seat_of(s, event[E_FROM])
            if seat >= 0:
                return seat
    return holder(s, cards[0]) if cards else -1


def seat_of(s: State, place: int) -> int:
    """The seat a zone instance or pile belongs to; -1 if none."""
    layout = s.compiled.layout
    steps = 0
    while place >= layout.under_cards:
        place = s.at[place - layout.under_cards]
        steps += 1
        if steps > 100:
            return -1
    if place >= layout.places:
        place -= layout.places
    return layout.seat[place] if place >= 0 else -1


def lower_order(scope: Scope, node: ast.Players) -> Fn:
    """The seats in turn order from the first on, before `where` is read."""
    first, who = scope.player(node.first), slot_of(node.first)
    in_turn = scope.compiled.layout.turns(1 if node.others else 0)

    def order(s: State, slots: Slots) -> list[int]:
        seat = slots[who] if who >= 0 else first(s, slots)
        found = in_turn[s.players][seat] if seat >= 0 else EMPTY
        return [one for one in found if one not in s.out] if s.out else found

    return order


def lower_where(scope: Scope, node: ast.Players) -> Fn | None:
    """Whether the player in the players' slot is meant (None: all are)."""
    if node.slot >= 0:
        scope.use(node.slot, SEAT)
    return None if node.where is None else scope.cond(node.where)


def lower_players(scope: Scope, node: ast.Players) -> Fn:
    """The seats meant, all looked at now."""
    order, where, slot = lower_order(scope, node), lower_where(scope, node), node.slot
    if where is None:
        return order

    def players(s: State, slots: Slots) -> list[int]:
        found = []
        for seat in order(s, slots):
            slots[slot] = seat
            if where(s, slots):
                found.append(seat)
        return found

    return players


# --- places ------------------------------------------------------------------------------------------------------
def lower_places(scope: Scope, node: ast.Place) -> Fn:
    layout = scope.compiled.layout
    match node:
        case ast.ZonePlace(zone=zone, player=None):
            fixed = layout.instances(zone, 0)
            if layout.space[fixed[0]] < 0:
                return lambda s, slots: fixed
            return lambda s, slots: left_of(s, fixed) if s.gone else fixed
        case ast.SpaceAfter(of=of):
            spot = scope.places(of)

            def ahead(s: State, slots: Slots) -> list[int]:
                found = [p for p in spot(s, slots) if 0 <= p < layout.places and layout.space[p] >= 0]
                return [after for p in found for after in [one for one in spaces_from(s, p) if one > p][:1]]

            return ahead
        case ast.EachZone(zone=zone):
            in_turn = layout.in_turn(zone)
            return lambda s, slots: in_turn[s.players][s.seat]
        case ast.ZonePlace(zone=zone, player=player) if player is not None:
            if not layout.per_seat[zone]:
                fixed = layout.instances(zone, 0)
                return lambda s, slots: fixed
            seat, who = scope.player(player), slot_of(player)
            by_seat = [layout.instances(zone, n) for n in range(layout.seats)] + [EMPTY]
            if who >= 0:
                return lambda s, slots: by_seat[slots[who]]
            return lambda s, slots: by_seat[seat(s, slots)]
        case ast.SpacesWhere(place=place, slot=slot, where=where):
            scope.use(slot, PLACE)
            inner, test = scope.places(place), scope.cond(where)

            def spaces(s: State, slots: Slots) -> list[int]:
                found = []
                for space in inner(s, slots):
                    slots[slot] = space
                    if test(s, slots):
                        found.append(space)
                return found

            return spaces
        case ast.Beneath(cards=cards) if cards is not None and not isinstance(cards, ast.CardSlot):
            these, under = scope.view(cards), layout.under_cards
            return lambda s, slots: [under + card for card in these(s, slots)]
        case ast.Beneath(space=space) if space is not None:
            inner, beneath = scope.places(space), layout.places
            return lambda s, slots: [place + beneath for place in inner(s, slots) if place < beneath]
        case ast.PlaceOf(cards=cards):
            these = scope.view(cards)
            return lambda s, slots: [s.at[card] for card in these(s, slots)[:1] if s.at[card] >= 0]
        case ast.AnyPlace(parts=parts):
            several = [scope.places(part) for part in parts]
            return lambda s, slots: [place for one in several for place in one(s, slots)]
    one = lower_place(scope, node)

    def single(s: State, slots: Slots) -> list[int]:
        place = one(s, slots)
        return [place] if place >= 0 else EMPTY

    return single


def lower_place(scope: Scope, node: ast.Place) -> Fn:
    layout = scope.compiled.layout
    match node:
        case ast.PlaceSlot(slot=slot):
            scope.use(slot, PLACE)
            return lambda s, slots: slots[slot]
        case ast.ZonePlace(zone=zone, player=None) if layout.width[zone] == 1 and not layout.per_seat[zone]:
            fixed = layout.base[zone]
            return lambda s, slots: fixed
        case ast.ZonePlace(zone=zone, player=player) if player is not None and layout.width[zone] == 1:
            base = layout.base[zone]
            if not layout.per_seat[zone]:
                return lambda s, slots: base
            seat, who = scope.player(player), slot_of(player)

            def own(s: State, slots: Slots) -> int:
                number: int = slots[who] if who >= 0 else seat(s, slots)
                return base + number if number >= 0 else -1

            return own
        case ast.SpacePlace(zone=zone, index=index):
            space = layout.base[zone] + index
            return lambda s, slots: space if space not in s.gone else -1
        case ast.Beneath(cards=cards) if cards is not None:
            these, under = scope.view(cards), layout.under_cards

            def beneath(s: State, slots: Slots) -> int:
                found = these(s, slots)
                return under + found[0] if found else -1

            return beneath
        case ast.PlaceOf(cards=cards):
            these = scope.view(cards)

            def place_of(s: State, slots: Slots) -> int:
                found = these(s, slots)
                return s.at[found[0]] if found else -1

            return place_of
        case ast.SupplyOf(cards=cards):
            return _supply(scope, cards)
        case ast.Column(zone=zone, of=of):
            other = scope.place(of)
            columns = {layout.left[number]: number for number in layout.instances(zone, 0)}

            def column(s: State, slots: Slots) -> int:
                found = columns.get(layout.left[other(s, slots)], -1)
                return found if found not in s.gone else -1

            return column
        case ast.PickPlace(place=place, how=how):
            return _pick(scope, place, how)
    many = lower_places(scope, node)

    def first(s: State, slots: Slots) -> int:
        found = many(s, slots)
        return found[0] if found else -1

    return first


def _supply(scope: Scope, cards: ast.Cards) -> Fn:
    these = scope.view(cards)
    layout = scope.compiled.layout

    def supply(s: State, slots: Slots) -> int:
        found = these(s, slots)
        if not found:
            return -1
        home: int = s.defs[s.ident[found[0]]].home
        if home < 0:
            return -1
        if layout.per_seat[home]:
            seat = holder(s, found[0])
            return layout.base[home] + seat * layout.width[home] if seat >= 0 else -1
        return layout.base[home]

    return supply


def _pick(scope: Scope, place: ast.Place, how: str) -> Fn:
    many = scope.places(place)
    left = scope.compiled.layout.left
    places = scope.compiled.layout.places
    last = how in ("rightmost", "last")
    across = how in ("leftmost", "rightmost")

    def key(number: int) -> int:
        return left[number] if across and number < places else number

    def pick(s: State, slots: Slots) -> int:
        found = many(s, slots)
        if not found:
            return -1
        chosen: int = max(found, key=key) if last else min(found, key=key)
        return chosen

    return pick


__all__ = ["CARDS", "holder", "lower_order", "lower_place", "lower_places", "lower_player", "lower_players", "seat_of"]
