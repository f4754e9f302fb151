"""Expressions for cards, and the filters over them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardscript.engine.kinds import E_ACTOR, E_CARD, E_FROM, E_IDENT, E_KIND, E_SPEAKER, EMPTY, MOVE, Fn, Slots
from cardscript.engine.scope import CARDS
from cardscript.engine.settled import fixed_places
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State

Snapshots = list[tuple[int, int]]
"""Cards as they were: (card, identity)."""


def is_past(node: ast.Cards) -> bool:
    """Whether the cards are read from the record of what happened, each as it was then."""
    match node:
        case ast.Past():
            return True
        case ast.Where(cards=inner) | ast.Without(cards=inner) | ast.Take(cards=inner) | ast.Extreme(cards=inner):
            return is_past(inner)
        case ast.Union(parts=parts):
            return any(is_past(part) for part in parts)
    return False


def lower_cards(scope: Scope, node: ast.Cards, view: bool) -> Fn:
    """`view`: the list is only looked at, so it may be that of a zone itself."""
    if is_past(node):
        past = lower_past(scope, node)
        return lambda s, slots: [card for card, _ in past(s, slots)]
    match node:
        case ast.CardSlot(slot=ast.THIS):
            return lambda s, slots: [slots[0]] if slots[0] >= 0 else EMPTY
        case ast.CardSlot(slot=slot):
            scope.use(slot, CARDS)
            return lambda s, slots: slots[slot]
        case ast.CardsIn(place=place):
            return _cards_in(scope, place, view)
        case ast.OfFirst(cards=cards):
            return _of_first(scope, cards)
        case ast.Choosable(cards=cards, verb=verb, by=by, voice=voice):
            return _choosable(scope, cards, verb, by, voice)
        case ast.Targets() | ast.OtherTargets():
            return _targets(scope, node)
        case ast.Where(cards=cards, slot=slot, cond=cond):
            return _where(scope, cards, slot, cond)
        case ast.Union(parts=parts):
            return _union(scope, parts)
        case ast.Without(cards=cards, minus=minus):
            these, those = scope.view(cards), scope.view(minus)

            def without(s: State, slots: Slots) -> list[int]:
                left_out = those(s, slots)
                return [card for card in these(s, slots) if card not in left_out]

            return without
        case ast.HeldThen(cards=cards, verb=verb):
            return _held_then(scope, cards, verb)
        case ast.Take():
            return _take(scope, node)
        case ast.TopOf(place=place, count=count):
            one = scope.place(place)
            if isinstance(count, ast.Const):
                fixed = max(0, count.value)
                return lambda s, slots: s.zones.get(one(s, slots), EMPTY)[:fixed]
            number = scope.number(count)
            return lambda s, slots: s.zones.get(one(s, slots), EMPTY)[: max(0, number(s, slots))]
        case ast.Extreme(cards=cards, attribute=attribute, highest=highest):
            return _extreme(scope, cards, attribute, highest)
        case ast.OwnedCards(player=player):
            return _owned(scope, player)
        case ast.AllCards():
            return lambda s, slots: [card for card, place in enumerate(s.at) if place >= 0]
    raise TypeError(f"not cards: {type(node).__name__}")


def _targets(scope: Scope, node: ast.Targets | ast.OtherTargets) -> Fn:
    from cardscript.engine.redirect import lower_other_targets, lower_targets

    return lower_targets(scope, node) if isinstance(node, ast.Targets) else lower_other_targets(scope, node)


def _cards_in(scope: Scope, place: ast.Place, view: bool) -> Fn:
    layout = scope.compiled.layout
    single = not (
        isinstance(place, (ast.SpacesWhere, ast.AnyPlace, ast.EachZone))
        or (isinstance(place, ast.ZonePlace) and layout.width[place.zone] > 1)
    )
    if isinstance(place, ast.ZonePlace) and place.player is None and layout.per_seat[place.zone]:
        return _all_of(layout.base[place.zone], layout.width[place.zone] * layout.seats)
    if isinstance(place, ast.Beneath) and place.cards is not None and not isinstance(place.cards, ast.CardSlot):
        single = False
    if isinstance(place, ast.Beneath) and place.space is not None:
        single = False
    if single:
        one = scope.place(place)
        if view and isinstance(place, ast.ZonePlace):
            if not layout.per_seat[place.zone]:
                shared = layout.base[place.zone]
                return lambda s, slots: s.zones[shared]
            if isinstance(place.player, ast.PlayerSlot):
                base, slot = layout.base[place.zone], place.player.slot
                return lambda s, slots: s.zones.get(base + slots[slot], EMPTY) if slots[slot] >= 0 else EMPTY
        if view:
            return lambda s, slots: s.zones.get(one(s, slots), EMPTY)
        return lambda s, slots: s.zones.get(one(s, slots), EMPTY)[:]
    numbers = fixed_places(layout, place)
    if numbers is not None:
        return lambda s, slots: _row(s.zones, numbers)
    many = scope.places(place)

    def cards_in(s: State, slots: Slots) -> list[int]:
        zones = s.zones
        found: list[int] = []
        for number in many(s, slots):
            cards = zones.get(number)
            if cards:
                found += cards
        return found

    return cards_in


def _row(zones: dict[int, list[int]], numbers: tuple[int, ...]) -> list[int]:
    return [card for number in numbers if number in zones for card in zones[number]]


def _all_of(start: int, count: int) -> Fn:
    numbers = tuple(range(start, start + count))

    def all_of(s: State, slots: Slots) -> list[int]:
        zones = s.zones
        found: list[int] = []
        for number in numbers:
            cards = zones.get(number)
            if cards:
                found += cards
        return found

    return all_of


def _where(scope: Scope, cards: ast.Cards, slot: int, cond: ast.Cond) -> Fn:
    from cardscript.engine.lower_conds import lower_test

    scope.use(slot, CARDS)
    these = scope.view(cards)
    test = lower_test(scope, slot, cond)

    def where(s: State, slots: Slots) -> list[int]:
        return [card for card in these(s, slots) if test(s, slots, card)]

    return where


BENEATH_CARDS, BENEATH_SPACES = -2, -3


def _zones_of(cards: ast.Cards) -> set[int] | None:
    """The zones cards are taken from (or that they lie beneath cards, or beneath spaces); None if that is not plain to
    see, or if a card may be among them twice."""
    while isinstance(cards, ast.Where | ast.Take):
        cards = cards.cards
    if isinstance(cards, ast.Union):
        return set[int]().union(*map(_zones_of, cards.parts)) if apart(cards.parts) else None  # type: ignore[arg-type]
    if isinstance(cards, ast.CardsIn | ast.TopOf):
        match cards.place:
            case ast.ZonePlace(zone=zone) | ast.SpacePlace(zone=zone) | ast.EachZone(zone=zone):
                return {zone}
            case ast.Beneath(cards=None):
                return {BENEATH_SPACES}
            case ast.Beneath(cards=ast.Cards() as hosts) if _zones_of(hosts) is not None:
                return {BENEATH_CARDS}
    return None


def apart(parts: tuple[ast.Cards, ...]) -> bool:
    """Whether no card can be in two of the parts: each is of zones of its own, or lies beneath what others are."""
    seen: set[int] = set()
    for part in parts:
        zones = _zones_of(part)
        if zones is None or zones & seen:
            return False
        seen |= zones
    return True


def _union(scope: Scope, parts: tuple[ast.Cards, ...]) -> Fn:
    lists = [scope.view(part) for part in parts]
    if apart(parts):
        if len(lists) == 2:
            one, two = lists
            return lambda s, slots: one(s, slots) + two(s, slots)

        def joined(s: State, slots: Slots) -> list[int]:
            found: list[int] = []
            for part in lists:
                found += part(s, slots)
            return found

        return joined

    def union(s: State, slots: Slots) -> list[int]:
        found: list[int] = []
        parts = 0
        for one in lists:
            more = one(s, slots)
            if more:
                parts += 1
                found += more
        return list(dict.fromkeys(found)) if parts > 1 else found

    return union


def _first_fitting(scope: Scope, node: ast.Take) -> Fn | None:
    """The first card of a pile that fits, without looking at all the others."""
    from cardscript.engine.lower_conds import lower_test

    inner = node.cards
    if node.how != "first" or node.count != ast.Const(1) or not isinstance(inner, ast.Where) or is_past(inner):
        return None
    scope.use(inner.slot, CARDS)
    these, test = scope.view(inner.cards), lower_test(scope, inner.slot, inner.cond)

    def first_fitting(s: State, slots: Slots) -> list[int]:
        for card in these(s, slots):
            if test(s, slots, card):
                return [card]
        return []

    return first_fitting


def _take(scope: Scope, node: ast.Take) -> Fn:
    first = _first_fitting(scope, node)
    if first is not None:
        return first
    these, count = scope.view(node.cards), scope.number(node.count)
    layout = scope.compiled.layout
    left, places = layout.left, layout.places
    last = node.how in ("last", "rightmost")
    across = node.how in ("leftmost", "rightmost")

    def take(s: State, slots: Slots) -> list[int]:
        found: list[int] = these(s, slots)
        if across:
            found = sorted(found, key=lambda card: left[s.at[card]] if 0 <= s.at[card] < places else places)
        number = max(0, count(s, slots))
        if last:
            return found[-number:] if number else EMPTY
        return found[:number]

    return take


def _extreme(scope: Scope, cards: ast.Cards, attribute: int, highest: bool) -> Fn:
    from cardscript.engine.attributes import value_of

    these = scope.view(cards)

    def extreme(s: State, slots: Slots) -> list[int]:
        found = these(s, slots)
        if not found:
            return EMPTY
        values = [value_of(s, card, attribute) for card in found]
        best = max(values) if highest else min(values)
        return [card for card, value in zip(found, values, strict=True) if value == best]

    return extreme


def _owned(scope: Scope, player: ast.Player) -> Fn:
    seat = scope.player(player)
    layout = scope.compiled.layout
    by_seat = [layout.of_seat(n) for n in range(layout.seats)] + [EMPTY]

    def owned(s: State, slots: Slots) -> list[int]:
        found: list[int] = []
        for number in by_seat[seat(s, slots)]:
            found += s.zones.get(number, EMPTY)
        return found

    return owned


# --- cards as they were ------------------------------------------------------------------------------------------
def _held_then(scope: Scope, cards: ast.Cards, verb: int) -> Fn:
    hosts, under = scope.view(cards), scope.compiled.layout.under_cards

    def held(s: State, slots: Slots) -> list[int]:
        found = hosts(s, slots)
        if not found:
            return []
        pile = under + found[0]
        gone: list[int] = []
        for event in reversed(s.log):
            if event[E_KIND] == verb and event[E_CARD] == found[0]:
                return [*s.zones.get(pile, ()), *gone]
            if event[E_FROM] == pile and (event[E_KIND] >= 0 or event[E_KIND] == MOVE):
                gone.append(event[E_CARD])
        return list(s.zones.get(pile, ()))

    return held


def lower_past(scope: Scope, node: ast.Cards) -> Callable[[State, Slots], Snapshots]:
    """Cards of the past, each with its identity then."""
    match node:
        case ast.Past():
            return _past(scope, node)
        case ast.Where(cards=cards, slot=slot, cond=cond):
            scope.use(slot, CARDS)
            return snapshot_filter(scope, lower_past(scope, cards), slot, cond)
        case ast.Without(cards=cards, minus=minus):
            inner, those = lower_past(scope, cards), scope.view(minus)

            def without(s: State, slots: Slots) -> Snapshots:
                left_out = those(s, slots)
                return [pair for pair in inner(s, slots) if pair[0] not in left_out]

            return without
        case ast.Take(cards=cards, how=how, count=count):
            inner, number = lower_past(scope, cards), scope.number(count)

            def take(s: State, slots: Slots) -> Snapshots:
                wanted = max(0, number(s, slots))
                found = inner(s, slots)
                if how in ("first", "leftmost"):
                    return found[:wanted]
                return found[-wanted:] if wanted else []

            return take
        case ast.Extreme(cards=cards, attribute=attribute, highest=highest):
            inner = lower_past(scope, cards)

            def extreme(s: State, slots: Slots) -> Snapshots:
                found = inner(s, slots)
                if not found:
                    return found
                values = [s.defs[ident].attributes[attribute] for _, ident in found]
                best = max(values) if highest else min(values)
                return [pair for pair, value in zip(found, values, strict=True) if value == best]

            return extreme
        case ast.Union(parts=parts):
            lists = [lower_past(scope, part) for part in parts]
            return lambda s, slots: [pair for one in lists for pair in one(s, slots)]
    now = scope.view(node)
    return lambda s, slots: [(card, s.ident[card]) for card in now(s, slots)]


def _past(scope: Scope, node: ast.Past) -> Callable[[State, Slots], Snapshots]:
    verb, ever, by_cards = node.verb, node.ever, node.by_cards
    by_seat = node.actor is not None and scope.compiled.verbs[verb].decl.actor == "player"
    actor = scope.player(node.actor) if node.actor is not None and by_seat else None
    source = scope.places(node.source) if node.source is not None else None

    def past(s: State, slots: Slots) -> Snapshots:
        events = (s.ever if ever else s.done).get(verb)
        if not events:
            return []
        if by_cards:
            events = [e for e in events if e[E_SPEAKER] >= 0]
        if source is not None:
            from_there = source(s, slots)
            events = [e for e in events if e[E_FROM] in from_there]
        if actor is None:
            return [(e[E_CARD], e[E_IDENT]) for e in events if e[E_CARD] >= 0]
        seat = actor(s, slots)
        return [(e[E_CARD], e[E_IDENT]) for e in events if e[E_ACTOR] == seat and e[E_CARD] >= 0]

    return past


def snapshot_filter(
    scope: Scope, inner: Callable[[State, Slots], Snapshots], slot: int, cond: ast.Cond
) -> Callable[[State, Slots], Snapshots]:
    """The members for which `cond` holds, read with the identity each had then."""
    from cardscript.engine.lower_conds import lower_test

    test = lower_test(scope, slot, cond)

    def where(s: State, slots: Slots) -> Snapshots:
        found = []
        ident = s.ident
        for pair in inner(s, slots):
            card, then = pair
            now = ident[card]
            if now == then:
                if test(s, slots, card):
                    found.append(pair)
                continue
            ident[card] = then
            try:
                if test(s, slots, card):
                    found.append(pair)
            finally:
                ident[card] = now
        return found

    return where


def _choosable(scope: Scope, node: ast.Cards, verb: int, by: ast.Player, voice: int) -> Fn:
    from cardscript.engine.lower_choices import free

    cards, who = scope.view(node), scope.player(by)
    return lambda s, slots: free(s, verb, who(s, slots), cards(s, slots), slots[voice])


def _of_first(scope: Scope, node: ast.Cards) -> Fn:
    from cardscript.engine.lower_places import holder

    cards = scope.view(node)

    def of_first(s: State, slots: Slots) -> list[int]:
        found = cards(s, slots)
        holders = [holder(s, card) for card in found]
        turns = [(seat - s.seat) % s.players for seat in holders if seat >= 0]
        if not turns:
            return list(found)
        first = (s.seat + min(turns)) % s.players
        return [card for card, seat in zip(found, holders, strict=True) if seat == first]

    return of_first
