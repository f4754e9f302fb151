"""What a number printed on a card is worth now: the printed or borrowed base and every modifier that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine import limits
from cardscript.engine.effects import item_slots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardscript.engine.definition import Definition, Item
    from cardscript.engine.effects import Effect
    from cardscript.engine.kinds import Slots
    from cardscript.engine.settled import Leans
    from cardscript.engine.state import State


def value_of(s: State, card: int, attribute: int) -> int:
    """The value of an attribute of a card, never below 0."""
    d = s.defs[s.ident[card]]
    own = d.own_changes
    if own is None or attribute not in own:
        if -1 - attribute not in s.hot:
            return d.attributes[attribute]
        key = s.compiled.attribute_key + attribute
        compiled = s.compiled
        bare = key not in compiled.standing or (
            key in compiled.by_piles and not s.zones.get(compiled.layout.under_cards + card)
        )
        if bare and key not in s.watch:
            for record in s.timed.get(key, ()):
                if record[3] is None or card in record[3]:
                    break
            else:  # all that changes this attribute is fixed on other cards
                return d.attributes[attribute]
    return _changed(s, card, attribute, d)


def _changed(s: State, card: int, attribute: int, d: Definition) -> int:
    """Base set by the last "set", then everything added. A value that needs itself sees the base."""
    base = d.attributes[attribute]
    if s.depth >= limits.NESTING:
        return base
    s.depth += 1
    added = 0
    compiled = s.compiled
    key = compiled.attribute_key + attribute
    try:
        found = [] if d.own_changes is None else _its_own(s, card, d.own_changes.get(attribute, ()))
        if key in compiled.standing or key in s.timed or key in s.watch:
            found += _from_outside(s, card, key, key in compiled.standing)
        for effect, slots in found:
            slots[effect.slot] = [card]
            amount = effect.amount(s, slots)
            if effect.sets:
                base = amount
            else:
                added += amount
    finally:
        s.depth -= 1
    return max(0, base + added)


def leanings(s: State, cards: list[int], attribute: int) -> frozenset[int] | None:
    """The places that have a say in what modifiers make of an attribute of the cards, besides where these lie; None if
    that can't be told."""
    defs, ident = s.defs, s.ident
    own = [defs[ident[card]].own_changes for card in cards]
    its_own = [item.leans for changes in own if changes is not None for item in changes.get(attribute, ())]
    return places_of(s, [s.compiled.attribute_key + attribute], its_own)


def places_of(s: State, keys: Iterable[int], more: Iterable[Leans | None] = ()) -> frozenset[int] | None:
    """The places that have a say in all that stands under some keys, and in what follows from `more`; None if that
    can't be told."""
    compiled, defs, ident, at = s.compiled, s.defs, s.ident, s.at
    stand = list(more)
    for key in keys:
        stand += [effect.leans for effect in compiled.standing.get(key, ())]
        stand += [compiled.effect(record[0]).leans for record in s.timed.get(key, ())]
        for entry in s.watch.get(key, ()):
            source = entry >> 12
            leans = defs[ident[source]].items[entry & 4095].leans
            if leans is None or at[source] >= compiled.layout.places:  # whose it is follows from another card
                return None
            stand.append((leans[0] | {at[source]}, leans[1]))
    places: set[int] = set()
    for leans in stand:
        if leans is None or any(-1 - other in s.hot or other in s.bent for other in leans[1]):
            return None
        places |= leans[0]
    return frozenset(places)


def _its_own(s: State, card: int, items: Iterable[Item]) -> list[tuple[Effect, Slots]]:
    """The modifiers a card has for itself, that hold where it lies."""
    found: list[tuple[Effect, Slots]] = []
    for item in items:
        if item.effect is not None and item.lies(s, s.at[card]):
            held = item_slots(s, item, card)
            if held is not None and item.effect.test(s, held, card):
                found.append((item.effect, held))
    return found


def _from_outside(s: State, card: int, key: int, rules: bool) -> list[tuple[Effect, Slots]]:
    """The modifiers by rules, other cards, and for a time, that hold for a card, in the order they are applied."""
    found: list[tuple[Effect, Slots]] = []
    compiled = s.compiled
    if rules:
        bare = not s.zones.get(compiled.layout.under_cards + card)
        for effect in compiled.standing[key]:
            if bare and effect.beneath:
                continue
            slots = effect.blank[:]
            slots[1] = s.seat
            if effect.test(s, slots, card):
                found.append((effect, slots))
    for entry in s.watch.get(key, ()):
        source = entry >> 12
        item = s.defs[s.ident[source]].items[entry & 4095]
        held = item_slots(s, item, source)
        if held is not None and item.effect is not None and item.effect.test(s, held, card):
            found.append((item.effect, held))
    for record in s.timed.get(key, ()):
        locked = record[3]
        if locked is not None and card not in locked:
            continue
        effect = compiled.effect(record[0])
        kept = record[2][:]
        if locked is not None or effect.test(s, kept, card):
            found.append((effect, kept))
    return found
