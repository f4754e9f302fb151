"""What a number printed on a card is worth now: the printed or borrowed base and every modifier that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine import limits
from cardscript.engine.effects import item_slots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.definition import Definition, Item
    from cardscript.engine.effects import Effect
    from cardscript.engine.kinds import Slots
    from cardscript.engine.settled import Leans
    from cardscript.engine.state import State
    from cardscript.engine.sums import Sum

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
        if not (key in s.watch and _concern(s, s.watch[key], d.kinds)) and not (
            key in s.timed and _for_now(compiled, s.timed[key], card, d.kinds)
        ):
            if key not in compiled.standing or (
                key in compiled.by_piles and not s.zones.get(compiled.layout.under_cards + card)
            ):
                return d.attributes[attribute]
            every, others = compiled.sums.get(key) or _sum_of(compiled, key)
            if every is not None and not others and s.depth < limits.NESTING:
                s.depth += 1
                try:
                    value = d.attributes[attribute] + every(s, card)
                finally:
                    s.depth -= 1
                return value if value > 0 else 0
    return _changed(s, card, attribute, d)


def _concern(s: State, entries: list[int], kinds: int) -> bool:
    """Whether modifiers by other cards may hold for a card of some kinds."""
    defs, ident = s.defs, s.ident
    for entry in entries:
        effect = defs[ident[entry >> 12]].items[entry & 4095].effect
        if effect is not None and effect.about & kinds:
            return True
    return False


def _for_now(compiled: Compiled, records: list[list[Any]], card: int, kinds: int) -> bool:
    """Whether modifiers for a time may hold for a card of some kinds."""
    for number, _, _, locked, _ in records:
        if card in locked if locked is not None else compiled.effect(number).about & kinds:
            return True
    return False


def values_of(s: State, cards: list[int], attribute: int) -> list[int]:
    """The values of an attribute of several cards: what stands for them all is found once."""
    compiled, defs, ident = s.compiled, s.defs, s.ident
    key = compiled.attribute_key + attribute
    ruled, own = key in compiled.standing, attribute in s.bent
    if (ruled and key not in compiled.by_piles) or s.depth >= limits.NESTING or len(cards) < 2:
        return [value_of(s, card, attribute) for card in cards]
    under = compiled.layout.under_cards
    stand = _standing(s, key) if -1 - attribute in s.hot else ()
    values = []
    s.depth += 1
    try:
        for card in cards:
            d = defs[ident[card]]
            if (own and d.own_changes is not None and attribute in d.own_changes) or (
                ruled and s.zones.get(under + card)
            ):
                s.depth -= 1
                values.append(value_of(s, card, attribute))
                s.depth += 1
                continue
            base, added, kinds = d.attributes[attribute], 0, d.kinds
            for effect, slots, locked in stand:
                test = effect.test
                if card in locked if locked is not None else effect.about & kinds and test(s, slots, card):
                    slots[effect.slot] = [card]
                    amount = effect.amount
                    if effect.sets:
                        base = amount(s, slots)
                    else:
                        added += amount(s, slots)
            values.append(base + added if base + added > 0 else 0)
    finally:
        s.depth -= 1
    return values


def _standing(s: State, key: int) -> list[tuple[Effect, Slots, list[int] | None]]:
    """The modifiers by cards and for a time that stand under a key, their slots, and the only cards they hold for."""
    defs, ident = s.defs, s.ident
    found: list[tuple[Effect, Slots, list[int] | None]] = []
    for entry in s.watch.get(key, ()):
        source = entry >> 12
        item = defs[ident[source]].items[entry & 4095]
        held = item_slots(s, item, source)
        if held is not None and item.effect is not None:
            found.append((item.effect, held, None))
    for number, _, slots, locked, _ in s.timed.get(key, ()):
        found.append((s.compiled.effect(number), slots[:], locked))
    return found


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
        if key in compiled.standing and (
            key not in compiled.by_piles or s.zones.get(compiled.layout.under_cards + card)
        ):
            every, others = compiled.sums.get(key) or _sum_of(compiled, key)
            if every is not None:
                added = every(s, card)
            for effect in others:
                slots = effect.blank[:]
                slots[1] = s.seat
                test = effect.test
                if test(s, slots, card):
                    found.append((effect, slots))
        if key in s.watch:
            _by_cards(s, card, s.watch[key], found)
        if key in s.timed:
            _for_a_time(s, card, s.timed[key], found)
        for effect, slots in found:
            slots[effect.slot] = [card]
            amount = effect.amount
            if effect.sets:
                base = amount(s, slots)
            else:
                added += amount(s, slots)
    finally:
        s.depth -= 1
    return base + added if base + added > 0 else 0


def _sum_of(compiled: Compiled, key: int) -> Sum:
    from cardscript.engine.sums import sum_of  # it writes what asks for values

    return sum_of(compiled, key)


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
            test = item.effect.test
            if held is not None and test(s, held, card):
                found.append((item.effect, held))


def _by_cards(s: State, card: int, entries: list[int], found: list[tuple[Effect, Slots]]) -> None:
    """Find the modifiers by other cards that hold for a card."""
    defs, ident = s.defs, s.ident
    for entry in entries:
        source = entry >> 12
        item = defs[ident[source]].items[entry & 4095]
        held = item_slots(s, item, source)
        if held is not None and item.effect is not None:
            test = item.effect.test
            if test(s, held, card):
                found.append((item.effect, held))


def _for_a_time(s: State, card: int, records: list[list[Any]], found: list[tuple[Effect, Slots]]) -> None:
    """Find the modifiers for a time that hold for a card."""
    for number, _, slots, locked, _ in records:
        if locked is None:
            effect, kept = s.compiled.effect(number), slots[:]
            test = effect.test
            if test(s, kept, card):
                found.append((effect, kept))
        elif card in locked:
            found.append((s.compiled.effect(number), slots[:]))
