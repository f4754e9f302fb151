"""What a number printed on a card is worth now: the printed or borrowed base and every modifier that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine import limits

if TYPE_CHECKING:
    from cardscript.engine.definition import Definition
    from cardscript.engine.effects import Effect
    from cardscript.engine.kinds import Slots
    from cardscript.engine.state import State


def value_of(s: State, card: int, attribute: int) -> int:
    """The value of an attribute of a card, never below 0."""
    d = s.defs[s.ident[card]]
    if d.own_changes is None and -1 - attribute not in s.hot:
        return d.attributes[attribute]
    return _changed(s, card, attribute, d)


def _changed(s: State, card: int, attribute: int, d: Definition) -> int:
    """Base set by the last "set", then everything added. A value that needs itself sees the base."""
    base = d.attributes[attribute]
    if s.depth >= limits.NESTING:
        return base
    s.depth += 1
    try:
        added = 0
        for effect, slots in _standing(s, card, attribute, d):
            amount = effect.amount(s, slots)
            if effect.sets:
                base = amount
            else:
                added += amount
    finally:
        s.depth -= 1
    return max(0, base + added)


def _standing(s: State, card: int, attribute: int, d: Definition) -> list[tuple[Effect, Slots]]:
    """The modifiers of an attribute that hold for a card, in the order they are applied."""
    from cardscript.engine.effects import item_slots

    found: list[tuple[Effect, Slots]] = []
    compiled = s.compiled
    key = compiled.attribute_key + attribute
    for effect in compiled.standing.get(key, ()):
        slots = effect.blank[:]
        slots[1] = s.seat
        if effect.test(s, slots, card):
            found.append((effect, slots))
    if d.own_changes is not None:
        for item in d.own_changes.get(attribute, ()):
            place = s.at[card]
            if item.zones is not None and not (
                0 <= place < compiled.layout.places and compiled.layout.zone[place] in item.zones
            ):
                continue
            own = item_slots(s, item, card)
            if own is not None and item.effect is not None and item.effect.test(s, own, card):
                found.append((item.effect, own))
    for entry in s.watch.get(key, ()):
        source, number = entry >> 12, entry & 4095
        item = s.defs[s.ident[source]].items[number]
        held = item_slots(s, item, source)
        if held is not None and item.effect is not None and item.effect.test(s, held, card):
            found.append((item.effect, held))
    for record in s.timed.get(key, ()):
        effect = compiled.effect(record[0])
        locked = record[3]
        if locked is not None:
            if card in locked:
                found.append((effect, record[2][:]))
            continue
        kept = record[2][:]
        if effect.test(s, kept, card):
            found.append((effect, kept))
    return found
