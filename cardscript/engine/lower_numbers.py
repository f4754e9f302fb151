"""Expressions for numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.attributes import value_of
from cardscript.engine.kinds import E_ACTOR, E_CARD, E_IDENT, Event, Fn, Slots
from cardscript.engine.lower_cards import is_past, lower_past, snapshot_filter
from cardscript.engine.lower_places import lower_players
from cardscript.engine.scope import CARDS, NUMBER, is_slot, slot_of
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower_cards import Snapshots
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State


def lower_number(scope: Scope, node: ast.Number) -> Fn:
    match node:
        case ast.Const(value=value):
            return lambda s, slots: value
        case ast.NumberSlot(slot=slot):
            scope.use(slot, NUMBER)
            return lambda s, slots: slots[slot]
        case ast.Count(cards=cards):
            if is_past(cards):
                past = lower_past(scope, cards)
                return lambda s, slots: len(past(s, slots))
            these = scope.view(cards)
            return lambda s, slots: len(these(s, slots))
        case ast.CountNames(cards=cards):
            named = lower_past(scope, cards)
            return lambda s, slots: len({s.defs[ident].name for _, ident in named(s, slots)})
        case ast.CountDistinct():
            return _distinct(scope, node)
        case ast.CountValues(cards=cards, attribute=attribute):
            these = scope.view(cards)
            return lambda s, slots: len({value_of(s, card, attribute) for card in these(s, slots)})
        case ast.AttributeOf():
            return _attribute(scope, node)
        case ast.ResourceOf(player=player, resource=resource, made=made):
            seat, count = scope.player(player), len(scope.compiled.game.resources)
            if made:
                return lambda s, slots: s.made[seat(s, slots) * count + resource]
            return lambda s, slots: s.res[seat(s, slots) * count + resource]
        case ast.Times(left=left, right=right):
            one, two = scope.number(left), scope.number(right)
            return lambda s, slots: one(s, slots) * two(s, slots)
        case ast.Plus(left=left, right=right):
            one, two = scope.number(left), scope.number(right)
            return lambda s, slots: one(s, slots) + two(s, slots)
        case ast.Minus(left=left, right=right):
            one, two = scope.number(left), scope.number(right)
            return lambda s, slots: one(s, slots) - two(s, slots)
        case ast.Quotient(left=left, right=right):
            one, two = scope.number(left), scope.number(right)
            return lambda s, slots: one(s, slots) // two(s, slots) if two(s, slots) > 0 else 0
        case ast.Listed(index=index, rows=rows):
            which = scope.number(index)

            def listed(s: State, slots: Slots) -> int:
                number = which(s, slots)
                return next((value for low, high, value in rows if low <= number <= high), 0)

            return listed
        case ast.Half(of=of, up=up):
            whole, more = scope.number(of), 1 if up else 0
            return lambda s, slots: (whole(s, slots) + more) // 2
        case ast.PlayerCount():
            return lambda s, slots: s.players
        case ast.TimesDone():
            return _times_done(scope, node)
        case ast.CountersOn(cards=cards, counter=counter):
            these, kinds = scope.view(cards), len(scope.compiled.game.counters)

            def counters_on(s: State, slots: Slots) -> int:
                found = these(s, slots)
                return s.counters.get(found[0] * kinds + counter, 0) if found else 0

            return counters_on
        case ast.PlayersCounted(players=players):
            seats = lower_players(scope, players)
            return lambda s, slots: len(seats(s, slots))
    raise TypeError(f"not a number: {type(node).__name__}")


def _attribute(scope: Scope, node: ast.AttributeOf) -> Fn:
    attribute, printed, cards = node.attribute, node.printed, node.cards
    if is_past(cards):
        past = lower_past(scope, cards)
        return lambda s, slots: sum(s.defs[ident].attributes[attribute] for _, ident in past(s, slots))
    if is_slot(cards, ast.THIS) and not printed:
        return lambda s, slots: value_of(s, slots[0], attribute) if slots[0] >= 0 else 0
    these = scope.view(cards)
    if printed:
        return lambda s, slots: sum(s.defs[s.ident[card]].attributes[attribute] for card in these(s, slots))

    held, warm = slot_of(cards), -1 - attribute

    def attribute_of(s: State, slots: Slots) -> int:
        found = slots[held] if held >= 0 else these(s, slots)
        if len(found) == 1:
            d = s.defs[s.ident[found[0]]]
            if d.own_changes is None and warm not in s.hot:
                plain: int = d.attributes[attribute]
                return plain
            return value_of(s, found[0], attribute)
        return sum(value_of(s, card, attribute) for card in found)

    return attribute_of


def _distinct(scope: Scope, node: ast.CountDistinct) -> Fn:
    past, trait, absent = lower_past(scope, node.cards), node.trait, node.absent

    def distinct(s: State, slots: Slots) -> int:
        shown, none = 0, 0
        defs = s.defs
        for _, ident in past(s, slots):
            value = defs[ident].traits[trait]
            if value:
                shown |= value
            else:
                none = 1
        return shown.bit_count() + (none if absent else 0)

    return distinct


def _of_seat(events: list[Event], seat: int) -> Snapshots:
    """The cards that events were about, those of one seat or (-1) all."""
    return [(e[E_CARD], e[E_IDENT]) for e in events if e[E_CARD] >= 0 and (seat < 0 or e[E_ACTOR] == seat)]


def _times_done(scope: Scope, node: ast.TimesDone) -> Fn:
    verb, ever = node.verb, node.ever
    by_seat = node.actor is not None and scope.compiled.verbs[verb].decl.actor == "player"
    actor = scope.player(node.actor) if node.actor is not None and by_seat else None
    if node.where is None:

        def times(s: State, slots: Slots) -> int:
            events = (s.ever if ever else s.done).get(verb)
            if not events:
                return 0
            if actor is None:
                return len(events)
            seat = actor(s, slots)
            return sum(1 for e in events if e[E_ACTOR] == seat)

        return times
    if node.slot >= 0:
        scope.use(node.slot, CARDS)

    def happened(s: State, slots: Slots) -> Snapshots:
        events = (s.ever if ever else s.done).get(verb)
        if not events:
            return []
        seat = actor(s, slots) if actor is not None else -1
        return _of_seat(events, seat)

    fitting = snapshot_filter(scope, happened, node.slot, node.where)
    return lambda s, slots: len(fitting(s, slots))
