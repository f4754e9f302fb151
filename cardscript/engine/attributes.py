"""What a number printed on a card is worth now: the printed or borrowed base and every modifier that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine import limits
from cardscript.engine.effects import item_slots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardscript.engine.definition import Definition, Item
    from cardscript.engine.effects import Effect
    from cardscript.engine.kinds import Slots
    from cardscript.engine.settled import Leans
    from cardscript.engine.state import State

NO_PLACES: frozenset[int] = frozenset()


def value_of(s: State, card: int, attribute: int) -> int:
    """The value of an attribute of a card, never below 0."""
    d = s.defs[s.ident[card]]
    own = d.own_changes
    if own is None or attribute not in own:
        if -1 - attribute not in s.hot:
            return d.attributes[attribute]
        compiled = s.compiled
        key = compiled.attribute_key + attribute
        if key not in s.watch and (
            key not in compiled.standing
            or (key in compiled.by_piles and not s.zones.get(compiled.layout.under_cards + card))
        ):
            timed = s.timed.get(key)
            if timed is None:
                return d.attributes[attribute]
            for record in timed:
                if record[3] is None or card in record[3]:
                    break
            else:  # all that changes this attribute is fixed on other cards
                return d.attributes[attribute]
    return _changed(s, card, attribute, d)


def _changed(s: State, card: int, attribute: int, d: Definition) -> int:
    """Base set by the last "set", then everything added: by the card itself, by rules, by other cards, for a time. A
    value that needs itself sees the base."""
    base = d.attributes[attribute]
    if s.depth >= limits.NESTING:
        return base
    s.depth += 1
    compiled, own = s.compiled, d.own_changes
    key = compiled.attribute_key + attribute
    found: list[tuple[Effect, Slots]] = []
    added = 0
    try:
        if own is not None and attribute in own:
            _its_own(s, card, own[attribute], found)
        for effect in compiled.standing.get(key, ()):
            if not effect.beneath or s.zones.get(compiled.layout.under_cards + card):
                slots = effect.blank[:]
                slots[1] = s.seat
                if effect.test(s, slots, card):
                    found.append((effect, slots))
        if key in s.watch:
            _by_cards(s, card, s.watch[key], found)
        if key in s.timed:
            _for_a_time(s, card, s.timed[key], found)
        for effect, slots in found:
            slots[effect.slot] = [card]
            if effect.sets:
                base = effect.amount(s, slots)
            else:
                added += effect.amount(s, slots)
    finally:
        s.depth -= 1
    return base + added if base + added > 0 else 0


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
    compiled, hot, bent = s.compiled, s.hot, s.bent
    stand = list(more)
    for key in keys:
        if key in compiled.standing:
            stand += [effect.leans for effect in compiled.standing[key]]
        if key in s.timed:
            stand += [compiled.effect(record[0]).leans for record in s.timed[key]]
        if key in s.watch:
            for entry in s.watch[key]:
                source = entry >> 12
                place = s.at[source]
                leans = s.defs[s.ident[source]].items[entry & 4095].leans
                if leans is None or place >= compiled.layout.places:  # whose it is follows from another card
                    return None
                stand.append((leans[0] | {place}, leans[1]))
    places: frozenset[int] = NO_PLACES
    for leans in stand:
        if leans is None:
            return None
        for other in leans[1]:
            if -1 - other in hot or other in bent:
                return None
        places = places | leans[0] if places else leans[0]
    return places


def _its_own(s: State, card: int, items: Iterable[Item], found: list[tuple[Effect, Slots]]) -> None:
    """Find the modifiers a card has for itself, that hold where it lies."""
    place = s.at[card]
    for item in items:
        if item.effect is not None and item.lies(s, place):
            held = item_slots(s, item, card)
            if held is not None and item.effect.test(s, held, card):
                found.append((item.effect, held))


def _by_cards(s: State, card: int, entries: list[int], found: list[tuple[Effect, Slots]]) -> None:
    """Find the modifiers by other cards that hold for a card."""
    defs, ident = s.defs, s.ident
    for entry in entries:
        source = entry >> 12
        item = defs[ident[source]].items[entry & 4095]
        held = item_slots(s, item, source)
        if held is not None and item.effect is not None and item.effect.test(s, held, card):
            found.append((item.effect, held))


def _for_a_time(s: State, card: int, records: list[list[Any]], found: list[tuple[Effect, Slots]]) -> None:
    """Find the modifiers for a time that hold for a card."""
    for number, _, slots, locked, _ in records:
        if locked is None:
            effect, kept = s.compiled.effect(number), slots[:]
            if effect.test(s, kept, card):
                found.append((effect, kept))
        elif card in locked:
            found.append((s.compiled.effect(number), slots[:]))
