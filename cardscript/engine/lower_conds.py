"""Conditions, and the tests that filters make of them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardscript.engine import limits
from cardscript.engine.effects import own_ban
from cardscript.engine.identity import is_copy
from cardscript.engine.kinds import (
    E_AMOUNT,
    E_CARD,
    E_CAUSE,
    E_IDENT,
    E_KIND,
    E_SPEAKER,
    E_TO,
    EVENT,
    REPLACED,
    Event,
    Fn,
    Slots,
)
from cardscript.engine.lower_cards import is_past, lower_past
from cardscript.engine.scope import CARDS, FLAG, is_slot, slot_of
from cardscript.language import ast
from cardscript.language.inside import inside

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State

Test = Callable[["State", Slots, int], Any]
"""A condition about one card that a filter holds up."""

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def lower_cond(scope: Scope, node: ast.Cond) -> Fn:
    match node:
        case ast.Always(value=value):
            return lambda s, slots: value
        case ast.And(parts=parts):
            return _and([scope.cond(part) for part in parts])
        case ast.Or(parts=parts):
            return _or([scope.cond(part) for part in parts])
        case ast.Not(cond=ast.Some(cards=cards)) if not is_past(cards):
            absent = scope.view(cards)
            return lambda s, slots: not absent(s, slots)
        case ast.Not(cond=cond):
            denied = scope.cond(cond)
            return lambda s, slots: not denied(s, slots)
        case ast.Compare(left=left, op=op, right=right):
            return _compare(scope, left, op, right)
        case ast.Odd(number=number, odd=odd):
            parity, rest = scope.number(number), 1 if odd else 0
            return lambda s, slots: parity(s, slots) % 2 == rest
        case ast.Some(cards=cards):
            if is_past(cards):
                past = lower_past(scope, cards)
                return lambda s, slots: bool(past(s, slots))
            seen = scope.view(cards)
            return lambda s, slots: bool(seen(s, slots))
        case ast.SpokenBy(slot=slot, where=where, of=of):
            return _spoken_by(scope, slot, where, of)
        case ast.HasTargets():
            return _has_targets(scope, node)
        case ast.Flag(slot=slot):
            scope.use(slot, FLAG)
            return lambda s, slots: slots[slot]
        case ast.ThisWay():
            return _this_way(scope, node)
        case ast.CausedByCard(cards=None):
            return lambda s, slots: _speaker(s) >= 0
        case ast.CausedByCard(cards=ast.Cards() as of, far=True):
            return _brought_about(scope.view(of))
        case ast.CausedByCard(cards=ast.Cards() as of):
            speakers = scope.view(of)
            return lambda s, slots: _speaker(s) in speakers(s, slots)[:1]
        case ast.Holds():
            return _holds(scope, node)
        case ast.Unhindered():
            return _unhindered(scope, node)
        case ast.SamePlayer(left=first, right=second):
            one, two = scope.player(first), scope.player(second)
            who = slot_of(first)
            if who >= 0 and isinstance(second, ast.ActivePlayer):
                return lambda s, slots: slots[who] == s.seat
            if who >= 0:
                return lambda s, slots: slots[who] == two(s, slots)
            return lambda s, slots: one(s, slots) == two(s, slots)
        case ast.Gathered(player=player, slot=slot):
            scope.use(slot, CARDS)
            asked = scope.player(player)
            return lambda s, slots: asked(s, slots) in slots[slot]
        case ast.SamePlace(left=here, right=there):
            these_places, those_places = scope.places(here), scope.places(there)
            return lambda s, slots: not set(these_places(s, slots)).isdisjoint(those_places(s, slots))
        case ast.InRow(place=place, zone=zone):
            spot, low = scope.place(place), scope.compiled.layout.base[zone]
            high = low + scope.compiled.layout.width[zone]
            return lambda s, slots: low <= spot(s, slots) < high
        case ast.NextTo(left=here, right=there):
            one, two, layout = scope.places(here), scope.places(there), scope.compiled.layout

            def beside(s: State, slots: Slots) -> bool:
                pairs = ((a, b) for a in one(s, slots) for b in two(s, slots) if max(a, b) < layout.places)
                return any(
                    layout.zone[a] == layout.zone[b] and abs(layout.left[a] - layout.left[b]) == 1 for a, b in pairs
                )

            return beside
        case ast.SomePlace(place=place):
            some = scope.places(place)
            return lambda s, slots: bool(some(s, slots))
        case ast.Among(cards=cards, others=others):
            return _among(scope, cards, others)
        case ast.IsKind(cards=cards, kind=kind) if slot_of(cards) >= 0:
            held, bit = scope.use(slot_of(cards), CARDS), 1 << kind
            return lambda s, slots: slots[held] and s.defs[s.ident[slots[held][0]]].kinds & bit
    if isinstance(node, ast.OfCard):
        return _of_first(scope, node.cards, _card_test(scope, node))
    raise TypeError(f"not a condition: {type(node).__name__}")


def _and(tests: list[Fn]) -> Fn:
    if len(tests) < 2:
        return tests[0] if tests else lambda s, slots: True
    one, rest = tests[0], _and(tests[1:])
    return lambda s, slots: one(s, slots) and rest(s, slots)


def _or(tests: list[Fn]) -> Fn:
    if len(tests) < 2:
        return tests[0] if tests else lambda s, slots: False
    one, rest = tests[0], _or(tests[1:])
    return lambda s, slots: one(s, slots) or rest(s, slots)


def _compare(scope: Scope, left: ast.Number, op: str, right: ast.Number) -> Fn:
    compare, first = COMPARE[op], scope.number(left)
    if isinstance(right, ast.Const):
        fixed = right.value
        if op == ">=":
            return lambda s, slots: first(s, slots) >= fixed
        return lambda s, slots: compare(first(s, slots), fixed)
    second = scope.number(right)
    return lambda s, slots: compare(first(s, slots), second(s, slots))


def _this_way(scope: Scope, node: ast.ThisWay) -> Fn:
    verb, slot = node.verb, scope.use(node.slot, CARDS)
    test = lower_test(scope, slot, node.where)
    place = scope.places(node.place) if node.place is not None else None

    def this_way(s: State, slots: Slots) -> bool:
        if not s.frames:
            return False
        root, ident = s.frames[-1][EVENT], s.ident
        for at in range(len(s.log) - 1, root - s.base, -1):
            event = s.log[at]
            card = event[E_CARD]
            if place is not None:
                done = event[E_TO] in place(s, slots)
            else:
                done = event[E_KIND] == verb or (event[E_KIND] == REPLACED and event[E_AMOUNT] == verb)
            if not done or card < 0 or not descends(s, event, root):
                continue
            now = ident[card]
            if event[E_KIND] == verb:  # what was replaced has not changed since
                ident[card] = event[E_IDENT]
            try:
                if test(s, slots, card):
                    return True
            finally:
                ident[card] = now
        return False

    return this_way


def descends(s: State, event: Event, root: int) -> bool:
    """Whether an event was brought about by the one at `root`, directly or through others."""
    cause = event[E_CAUSE]
    while cause > root and cause >= s.base:
        cause = s.log[cause - s.base][E_CAUSE]
    return bool(cause == root)


def _brought_about(of: Fn) -> Fn:
    """Whether the text of a card stands behind the event at hand, directly or through others."""

    def brought_about(s: State, slots: Slots) -> bool:
        cards = of(s, slots)[:1]
        at = s.frames[-1][EVENT] if s.frames and cards else -1
        while at >= s.base and at >= 0:
            event = s.log[at - s.base]
            if event[E_SPEAKER] == cards[0]:
                return True
            at = event[E_CAUSE]
        return False

    return brought_about


def _speaker(s: State) -> int:
    """The card whose text causes the event at hand; -1 if a rule does."""
    if s.speaking != -2:
        return s.speaking
    if not s.frames:
        return -1
    index = s.frames[-1][EVENT] - s.base
    return int(s.log[index][E_SPEAKER]) if 0 <= index < len(s.log) else -1


def _among(scope: Scope, cards: ast.Cards, others: ast.Cards) -> Fn:
    if is_slot(others, ast.THIS):
        these = scope.view(cards)

        def is_this(s: State, slots: Slots) -> bool:
            found = these(s, slots)
            return bool(found) and found[0] == slots[0]

        return is_this
    these, those = scope.view(cards), scope.view(others)

    def among(s: State, slots: Slots) -> bool:
        found = these(s, slots)
        return bool(found) and found[0] in those(s, slots)

    return among


def _of_first(scope: Scope, cards: ast.Cards, test: Test) -> Fn:
    these, held = scope.view(cards), slot_of(cards)
    if held >= 0:
        return lambda s, slots: bool(slots[held]) and test(s, slots, slots[held][0])

    def of_first(s: State, slots: Slots) -> Any:
        found = these(s, slots)
        return bool(found) and test(s, slots, found[0])

    return of_first


def _card_test(scope: Scope, node: ast.OfCard) -> Test:
    """What a simple condition says of one card."""
    match node:
        case ast.IsKind(kind=kind):
            bit = 1 << kind
            return lambda s, slots, card: s.defs[s.ident[card]].kinds & bit
        case ast.HasTrait(trait=trait, value=value):
            if value < 0:
                return lambda s, slots, card: s.defs[s.ident[card]].traits[trait]
            shown = 1 << value
            return lambda s, slots, card: s.defs[s.ident[card]].traits[trait] & shown
        case ast.HasAttribute(attribute=attribute):
            printed = 1 << attribute
            return lambda s, slots, card: s.defs[s.ident[card]].prints & printed
        case ast.IsNamed(name=name):
            return lambda s, slots, card: s.defs[s.ident[card]].name == name
        case ast.InGroup(group=group):
            return lambda s, slots, card: s.defs[s.ident[card]].group == group
        case ast.IsCopy():
            return lambda s, slots, card: is_copy(s, card)
        case ast.LiesIn(place=place):
            if isinstance(place, ast.ZonePlace) and place.player is None:
                layout = scope.compiled.layout
                low = layout.base[place.zone]
                count = layout.width[place.zone] * (layout.seats if layout.per_seat[place.zone] else 1)
                return lambda s, slots, card: low <= s.at[card] < low + count
            places = scope.places(place)
            return lambda s, slots, card: s.at[card] in places(s, slots)
    raise TypeError(f"not a condition on one card: {type(node).__name__}")


def lower_test(scope: Scope, slot: int, node: ast.Cond) -> Test:
    """A condition as a test of the card a filter puts into `slot`."""
    from cardscript.engine.inlined import inlined_test

    held = ast.CardSlot(slot)
    written = inlined_test(scope, slot, node)
    if written is not None:
        return written
    if isinstance(node, ast.OfIdentity) and _same(node.cards, held):
        return _card_test(scope, node)
    match node:
        case ast.And(parts=parts):
            return _both(scope, slot, parts)
        case ast.Or(parts=parts):
            return _either(scope, slot, parts)
        case ast.Not(cond=cond):
            inner = lower_test(scope, slot, cond)
            return lambda s, slots, card: not inner(s, slots, card)
        case ast.Among(cards=cards, others=ast.CardSlot(slot=ast.THIS)) if _same(cards, held):
            return lambda s, slots, card: card == slots[0]
        case ast.LiesIn(cards=cards, place=place) if _same(cards, held) and not _names(place, slot):
            return _card_test(scope, node)
        case ast.Compare(
            left=ast.AttributeOf(cards=cards, attribute=attribute, printed=printed), op=op, right=right
        ) if _same(cards, held) and not _names(right, slot):
            return _attribute_test(scope, attribute, printed, op, right)
    holds = scope.cond(node)

    def general(s: State, slots: Slots, card: int) -> Any:
        slots[slot] = [card]
        return holds(s, slots)

    return general


def _both(scope: Scope, slot: int, parts: tuple[ast.Cond, ...]) -> Test:
    if len(parts) < 2:
        return lower_test(scope, slot, parts[0] if parts else ast.Always(True))
    one, rest = lower_test(scope, slot, parts[0]), _both(scope, slot, parts[1:])
    return lambda s, slots, card: one(s, slots, card) and rest(s, slots, card)


def _either(scope: Scope, slot: int, parts: tuple[ast.Cond, ...]) -> Test:
    if len(parts) < 2:
        return lower_test(scope, slot, parts[0] if parts else ast.Always(False))
    one, rest = lower_test(scope, slot, parts[0]), _either(scope, slot, parts[1:])
    return lambda s, slots, card: one(s, slots, card) or rest(s, slots, card)


def _attribute_test(scope: Scope, attribute: int, printed: bool, op: str, right: ast.Number) -> Test:
    from cardscript.engine.attributes import value_of

    compare, limit = COMPARE[op], scope.number(right)
    if printed:
        return lambda s, slots, card: compare(s.defs[s.ident[card]].attributes[attribute], limit(s, slots))
    return lambda s, slots, card: compare(value_of(s, card, attribute), limit(s, slots))


def _same(cards: ast.Cards, held: ast.CardSlot) -> bool:
    return isinstance(cards, ast.CardSlot) and cards.slot == held.slot


def _names(node: ast.Node, slot: int) -> bool:
    """Whether an expression reads card slot `slot`."""
    return any(isinstance(part, ast.CardSlot) and part.slot == slot for part in inside(node))


def _unhindered(scope: Scope, node: ast.Unhindered) -> Fn:
    by, cards, model = scope.player(node.by), scope.view(node.cards), scope.view(node.model)
    verb = node.verb

    def free(s: State, slots: Slots) -> bool:
        one, models = cards(s, slots)[:1], model(s, slots)
        if not one or not models or verb not in s.defs[s.ident[models[0]]].own_bans:
            return True
        return own_ban(s, verb, [by(s, slots), one, 1, s.at[one[0]], -1], s.ident[models[0]]) is None

    return free


def _holds(scope: Scope, node: ast.Holds) -> Fn:
    compiled, number = scope.compiled, node.predicate
    if number in compiled.fixed:
        at = compiled.fixed.index(number)
        return lambda s, slots: s.stood[at]
    these = scope.view(node.cards) if node.cards is not None else None
    seat = scope.player(node.player) if node.player is not None else None
    if not compiled.may_turn_back(number):
        return _holds_at_once(compiled, number, these, seat)

    def holds(s: State, slots: Slots) -> Any:
        cond, blank = compiled.predicate(number)
        inner = blank[:]
        inner[0], inner[1] = slots[0], slots[1]
        if these is not None:
            found = these(s, slots)
            if not found:
                return False
            inner[ast.OBJECT] = found[:1]
        if seat is not None:
            inner[ast.ACTOR] = seat(s, slots)
        if s.depth >= limits.NESTING:
            return False
        s.depth += 1
        try:
            return cond(s, inner)
        finally:
            s.depth -= 1

    return holds


def _holds_at_once(compiled: Compiled, number: int, these: Fn | None, seat: Fn | None) -> Fn:
    """A declared adjective or predicate that doesn't ask for itself, however far one looks."""
    known: list[Any] = []

    def holds(s: State, slots: Slots) -> Any:
        if not known:
            known.extend(compiled.predicate(number))
        inner = known[1][:]
        inner[0], inner[1] = slots[0], slots[1]
        if these is not None:
            found = these(s, slots)
            if not found:
                return False
            inner[ast.OBJECT] = found if len(found) == 1 else found[:1]
        if seat is not None:
            inner[ast.ACTOR] = seat(s, slots)
        return known[0](s, inner)

    return holds


def _has_targets(scope: Scope, node: ast.HasTargets) -> Fn:
    from cardscript.engine.announced import has_targets

    cards, who, kind = scope.view(node.cards), scope.player(node.you), node.kind
    uid = scope.compiled.unit_id(node.ability) if node.ability is not None else -1
    place = scope.place(node.place) if node.place is not None else None

    def test(s: State, slots: Slots) -> bool:
        found = cards(s, slots)
        return bool(found) and has_targets(s, found[0], who(s, slots), uid, place(s, slots) if place else -1, kind)

    return test


def _spoken_by(scope: Scope, slot: int, where: ast.Cond, of: ast.Cards | None) -> Fn:
    scope.use(slot, CARDS)
    test = lower_test(scope, slot, where)
    objects = scope.cards(of) if of is not None else None

    def spoken(s: State, slots: Slots) -> bool:
        speaker = _speaker(s) if objects is None else next(iter(objects(s, slots)), -1)
        if speaker < 0:
            return False
        source = s.sources.get(speaker, speaker)
        return bool(test(s, slots, source))

    return spoken
