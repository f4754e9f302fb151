"""Becoming something else, counting as something else, and being looked for by what one carries."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, Any

from cardscript.engine.definition import KEEP_KINDS, derived
from cardscript.engine.effects import cool, heat, item_slots, standing, stir, warm_up
from cardscript.engine.kinds import BECOME, E_IDENT, Fn, Slots
from cardscript.engine.offers import forget_all
from cardscript.engine.scope import CARDS
from cardscript.language import ast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardscript.engine.definition import Definition
    from cardscript.engine.effects import Effect
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State


# --- what stands because of where a card lies ---------------------------------------------------------------------
def reindex(s: State, card: int, d: Definition, was: int, now: int) -> None:
    """A card with things to look for goes from one place to another (-1: from or to nowhere)."""
    for number, item, after in d.stirs(s, was, now)[1]:
        entry, key, action = card << 12 | number, item.key, item.action >= 0
        if key == s.compiled.ending_key:
            s.endings = {}
        if after:
            insort(s.watch.setdefault(key, []), entry)
            if action:  # it is there to be done, and no more follows
                continue
            warm_up(s, key)
            if item.effect is not None and key == s.compiled.count_key:
                slots = item_slots(s, item, card)
                if slots is not None:
                    count_all(s, item.effect, slots)
            if item.ending >= 0:
                s.touched |= item_mask(s, item.uid)
                heed(s, item_mask(s, item.uid))
        else:
            entries = s.watch[key]
            del entries[bisect_left(entries, entry)]
            if not entries:
                del s.watch[key]
            if not action:
                cool(s, key)


def heed(s: State, mask: int) -> None:
    """An ending stands that looks at something."""
    s.heeded |= mask
    s.always = s.heeded & s.compiled.always_bit


def item_mask(s: State, uid: int) -> int:
    return s.compiled.ending_masks.get(uid, s.compiled.all_bits)


def rebuild(s: State) -> None:
    """Make everything that is only held for speed from the plain data."""
    compiled = s.compiled
    compiled.marks.make_room(len(s.at))
    look_by_rules(s)
    for ident in {*s.decl, *s.ident, *(data[0] for data in s.idents)}:
        if ident < len(compiled.definitions):
            compiled.definition(ident)
    if s.idents:
        s.defs = compiled.definitions + [derived(compiled, data) for data in s.idents]
    lying: dict[tuple[int, int], list[int]] = {}
    for card, (ident, place) in enumerate(zip(s.ident, s.at, strict=True)):
        lying.setdefault((ident, place), []).append(card)
        if ident != s.decl[card]:
            s.lively.add(card)
    for (ident, place), cards in lying.items():
        d = s.defs[ident]
        if d.own_changes is not None:
            s.bent.update(d.own_changes)
        if d.vocal:
            s.vocal.update(cards)
        if d.watched:
            look(s, d, cards, place)
    for entries in s.watch.values():
        entries.sort()
    for happened in (s.done, s.ever):
        for ident in {event[E_IDENT] for events in happened.values() for event in events}:
            if ident >= 0:
                s.bent.update(s.defs[ident].own_changes or ())
    s.lively.update(s.copies)
    s.lively.update(key // len(compiled.game.counters) for key in s.counters)


def look_by_rules(s: State) -> None:
    """What is looked for before there are any cards: by rules and effects that hold for a time."""
    compiled = s.compiled
    s.defs = compiled.definitions
    s.watch, s.hot, s.endings, s.heeded = {}, {}, {}, 0
    s.stir = [0] * len(compiled.verbs)
    s.bent, s.vocal, s.lively = set(), set(), set()
    heed(s, compiled.heeded)
    for held in (compiled.standing, s.timed):
        for key, stand in held.items():
            _warmed(s, key, len(stand))


def look(s: State, d: Definition, cards: Sequence[int], place: int) -> None:
    """What cards that are all the same and lie in one place look for."""
    s.lively.update(cards)
    if place < 0:
        return
    for number, item in enumerate(d.items):
        if item.lies(s, place):
            s.watch.setdefault(item.key, []).extend(_entries(cards, number))
            if item.ending >= 0:
                heed(s, item_mask(s, item.uid))
            _warmed(s, item.key, len(cards))


def _entries(cards: Sequence[int], number: int) -> list[int]:
    """An item of the definition of several cards, as it stands in `State.watch` for each."""
    return [card << 12 | number for card in cards]


def _warmed(s: State, key: int, count: int) -> None:
    """So many things stand under a key, besides what is known."""
    stir(s, key, count)
    warm = heat(s.compiled, key)
    if warm is not None:
        s.hot[warm] = s.hot.get(warm, 0) + count


# --- identities --------------------------------------------------------------------------------------------------
def data_of(s: State, ident: int) -> list[Any]:
    """An identity as data."""
    printed = len(s.compiled.game.cards)
    return [ident, -1, None, [], []] if ident < printed else s.idents[ident - printed]


def intern(s: State, data: list[Any]) -> int:
    """The number of an identity; a new one is added to the state."""
    compiled = s.compiled
    printed = len(compiled.definitions)
    if data in s.idents:
        return printed + s.idents.index(data)
    if data[1:] == [-1, None, [], []]:
        ident: int = data[0]
        definition = compiled.definition(ident)
        if s.defs is not compiled.definitions:
            s.defs[ident] = definition
        return ident
    definition = derived(compiled, data)
    s.idents = [*s.idents, data]
    s.defs = [*s.defs, definition]
    return printed + len(s.idents) - 1


def set_identity(s: State, card: int, ident: int) -> None:
    """A card is something else from now on."""
    old = s.ident[card]
    if old == ident:
        return
    forget_all(s)
    place = s.at[card]
    before, after = s.defs[old], s.defs[ident]
    if before.items is after.items:
        s.ident[card] = ident
    else:
        if before.watched:
            reindex(s, card, before, place, -1)
        s.ident[card] = ident
        if after.watched:
            reindex(s, card, after, -1, place)
    note_lively(s, card)
    s.touched |= s.compiled.ident_bit


def note_lively(s: State, card: int) -> None:
    """Keep in mind whether anything may come of a card's moves, and whether it speaks of events with it."""
    ident = s.ident[card]
    if ident != s.decl[card] or s.defs[ident].watched or card in s.copies or counted(s, card):
        s.lively.add(card)
    else:
        s.lively.discard(card)
    own_changes = s.defs[ident].own_changes
    if own_changes is not None:
        s.bent.update(own_changes)
    if s.defs[ident].vocal:
        s.vocal.add(card)
    else:
        s.vocal.discard(card)


def counted(s: State, card: int) -> bool:
    """Whether a card carries counters."""
    counters = s.counters
    if counters:
        kinds = len(s.compiled.game.counters)
        for key in range(card * kinds, card * kinds + kinds):
            if key in counters:
                return True
    return False


class Borrowed:
    """An identity to take, lowered."""

    __slots__ = ("attributes", "copy_of", "made", "node")

    def __init__(self, scope: Scope, node: ast.Identity) -> None:
        self.node = node
        self.made: dict[tuple[int, ...], list[Any]] = {}
        """What a card that was a printed one became, as data, by that and the numbers in `attributes`."""
        self.attributes: list[tuple[int, Fn]] = [(a, scope.number(n)) for a, n in node.attributes]
        if node.candidate >= 0:
            scope.use(node.candidate, CARDS)
        self.copy_of = scope.view(node.copy_of) if node.copy_of is not None else None


def take_identity(s: State, card: int, borrowed: Borrowed, slots: Slots) -> bool:
    """Let a card take an identity. False if there is nothing to take (no card to copy)."""
    node = borrowed.node
    if node.candidate >= 0:
        slots[node.candidate] = [card]
    base = s.ident[card]
    if borrowed.copy_of is not None:
        others = borrowed.copy_of(s, slots)
        if not others:
            return False
        base = s.ident[others[0]]
    elif node.printed:
        base = s.decl[card]
    elif node.named is not None:
        base = s.compiled.card_named(node.named)
        if base < 0:
            return False
    numbers = []
    for _, number in borrowed.attributes:
        numbers.append(max(0, number(s, slots)))
    key = (base, *numbers)
    data = borrowed.made.get(key)
    if data is None:
        data = _changed(s, base, borrowed, numbers)
        if base < len(s.compiled.definitions):
            borrowed.made[key] = data
    set_identity(s, card, intern(s, data))
    return True


def _changed(s: State, base: int, borrowed: Borrowed, numbers: list[int]) -> list[Any]:
    """What comes of an identity that takes another, with these numbers, as data."""
    node = borrowed.node
    decl, kind, group, old_attributes, old_traits = data_of(s, base)
    attributes = dict.fromkeys(s.compiled.game.cards[decl].attributes, 0) if node.fresh else dict(old_attributes)
    for (attribute, _), number in zip(borrowed.attributes, numbers, strict=True):
        attributes[attribute] = number
    traits = {(t, v) for t, v in old_traits} | set(node.traits)
    if node.kind is not None:
        kind = node.kind | (KEEP_KINDS if node.keep_kinds else 0)
    if node.group is not None:
        group = node.group
    return [decl, kind, group, [[a, attributes[a]] for a in sorted(attributes)], [[t, v] for t, v in sorted(traits)]]


def is_copy(s: State, card: int) -> bool:
    """Whether a card is no card, or is now what another card prints."""
    if card in s.copies:
        return True
    is_now = data_of(s, s.ident[card])[0]
    return bool(is_now != s.decl[card] and s.compiled.game.cards[is_now].count)


def printed_again(s: State, card: int) -> None:
    """A borrowed identity is taken off."""
    set_identity(s, card, s.decl[card])


# --- counting as -------------------------------------------------------------------------------------------------
def count_arrival(s: State, card: int, event: int) -> None:
    """A card has come to a place: does it count as something from here on?"""
    key = s.compiled.count_key
    if key not in s.watch and key not in s.timed and key not in s.compiled.standing:
        return
    place = s.at[card]
    for effect, slots, speaker, _ in list(standing(s, key)):
        if place in effect.place(s, slots) and effect.test(s, slots, card):
            slots[effect.slot] = [card]
            before = s.ident[card]
            take_identity(s, card, s.compiled.borrowed(effect.number), slots)
            if s.ident[card] != before:
                s.log.append((BECOME, card, -1, 1, place, -1, event, speaker, -1, identity_words(s, card), before))


def identity_words(s: State, card: int) -> str:
    """What a card is now: its name and the most special of its kinds."""
    d = s.defs[s.ident[card]]
    if not d.words:
        kinds = s.compiled.game.kinds
        mine = [kind for number, kind in enumerate(kinds) if d.kinds >> number & 1]
        kind = max(mine, key=lambda one: (len(one.parents), one.name), default=kinds[0])
        d.words = f"{d.name} ({kind.name})"
    return d.words


def count_all(s: State, effect: Effect, slots: Slots) -> None:
    """A statement that cards of a place count as something begins to hold: those that lie there count at once."""
    for place in effect.place(s, slots):
        for card in list(s.zones.get(place, ())):
            if effect.test(s, slots, card):
                slots[effect.slot] = [card]
                take_identity(s, card, s.compiled.borrowed(effect.number), slots)


def count_from_the_start(s: State) -> None:
    """What makes cards count as something when a game begins does so at once."""
    compiled, key = s.compiled, s.compiled.count_key
    for effect in compiled.standing.get(key, ()):
        slots = effect.blank[:]
        slots[1] = s.seat
        count_all(s, effect, slots)
    for entry in list(s.watch.get(key, ())):
        card = entry >> 12
        item = s.defs[s.ident[card]].items[entry & 4095]
        held = item_slots(s, item, card)
        if item.effect is not None and held is not None:
            count_all(s, item.effect, held)
