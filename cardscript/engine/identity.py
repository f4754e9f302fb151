"""Becoming something else, counting as something else, and being looked for by what one carries."""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import compress
from typing import TYPE_CHECKING, Any

from cardscript.engine.definition import KEEP_KINDS, derived
from cardscript.engine.effects import cool, heat, item_slots, standing, stir, warm_up
from cardscript.engine.kinds import BECOME, E_IDENT, Fn, Slots
from cardscript.engine.offers import forget_all
from cardscript.engine.scope import CARDS
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.definition import Definition
    from cardscript.engine.effects import Effect
    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State


# --- what stands because of where a card lies ---------------------------------------------------------------------
def reindex(s: State, card: int, d: Definition, was: int, now: int) -> None:
    """A card with things to look for goes from one place to another (-1: from or to nowhere)."""
    for number, item in enumerate(d.items):
        before, after = item.lies(s, was), item.lies(s, now)
        if before == after:
            continue
        entry = card << 12 | number
        key = item.key
        if key == s.compiled.ending_key:
            s.endings = {}
        if after:
            insort(s.watch.setdefault(key, []), entry)
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
    s.defs = compiled.definitions
    for decl in {*s.decl, *(data[0] for data in s.idents)}:
        if s.defs[decl] is None:
            compiled.definition(decl)
    if s.idents:
        s.defs = compiled.definitions + [derived(compiled, data) for data in s.idents]
    s.watch, s.hot, s.heeded, s.endings = {}, {}, 0, {}
    s.stir = [0] * len(compiled.verbs)
    heed(s, compiled.heeded)
    for key, effects in compiled.standing.items():
        stir(s, key, len(effects))
        warm = heat(compiled, key)
        if warm is not None:
            s.hot[warm] = s.hot.get(warm, 0) + len(effects)
    for key, records in s.timed.items():
        stir(s, key, len(records))
        warm = heat(compiled, key)
        if warm is not None:
            s.hot[warm] = s.hot.get(warm, 0) + len(records)
    defs, idents, decls = s.defs, s.ident, s.decl
    known = {*idents}
    then = {event[E_IDENT] for happened in (s.done, s.ever) for events in happened.values() for event in events}
    s.bent, vocal, watched = set(), set(), set()
    for ident in known | (then - {-1}):
        d = defs[ident]
        if d.own_changes:
            s.bent.update(d.own_changes)
        if d.vocal:
            vocal.add(ident)
        if d.watched:
            watched.add(ident)
    s.vocal, s.lively = _cards_that_are(idents, vocal), _cards_that_are(idents, watched)
    if idents != decls:
        s.lively |= {card for card, ident in enumerate(idents) if ident != decls[card]}
    watching = sorted(s.lively)
    s.lively.update(s.copies)
    s.lively.update(key // len(compiled.game.counters) for key in s.counters)
    for card in watching:
        place = s.at[card]
        if place < 0:
            continue
        for number, item in enumerate(defs[idents[card]].items):
            if item.lies(s, place):
                s.watch.setdefault(item.key, []).append(card << 12 | number)
                if item.ending >= 0:
                    heed(s, item_mask(s, item.uid))
                stir(s, item.key, 1)
                warm = heat(compiled, item.key)
                if warm is not None:
                    s.hot[warm] = s.hot.get(warm, 0) + 1


def _cards_that_are(idents: list[int], meant: set[int]) -> set[int]:
    """The cards that are one of some identities."""
    return {*compress(range(len(idents)), map(meant.__contains__, idents))}


# --- identities --------------------------------------------------------------------------------------------------
def data_of(s: State, ident: int) -> list[Any]:
    """An identity as data."""
    printed = len(s.compiled.game.cards)
    return [ident, -1, None, [], []] if ident < printed else s.idents[ident - printed]


def intern(s: State, data: list[Any]) -> int:
    """The number of an identity; a new one is added to the state."""
    compiled = s.compiled
    if data[1:] == [-1, None, [], []]:
        ident: int = data[0]
        definition = compiled.definition(ident)
        if s.defs is not compiled.definitions:
            s.defs[ident] = definition
        return ident
    printed = len(compiled.game.cards)
    if data in s.idents:
        return printed + s.idents.index(data)
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

    __slots__ = ("attributes", "copy_of", "node")

    def __init__(self, scope: Scope, node: ast.Identity) -> None:
        self.node = node
        self.attributes: list[tuple[int, Fn]] = [(a, scope.number(n)) for a, n in node.attributes]
        if node.candidate >= 0:
            scope.use(node.candidate, CARDS)
        self.copy_of = scope.view(node.copy_of) if node.copy_of is not None else None


def take_identity(s: State, card: int, borrowed: Borrowed, slots: Slots) -> bool:
    """Let a card take an identity. False if there is nothing to take (no card to copy)."""
    node = borrowed.node
    if node.candidate >= 0:
        slots[node.candidate] = [card]
    data = data_of(s, s.ident[card])
    if borrowed.copy_of is not None:
        others = borrowed.copy_of(s, slots)
        if not others:
            return False
        data = data_of(s, s.ident[others[0]])
    elif node.printed:
        data = data_of(s, s.decl[card])
    elif node.named is not None:
        decl = s.compiled.card_named(node.named)
        if decl < 0:
            return False
        data = [decl, -1, None, [], []]
    decl, kind, group, old_attributes, old_traits = data
    attributes = dict.fromkeys(s.compiled.game.cards[decl].attributes, 0) if node.fresh else dict(old_attributes)
    traits = {(t, v) for t, v in old_traits}
    for attribute, number in borrowed.attributes:
        attributes[attribute] = max(0, number(s, slots))
    traits |= set(node.traits)
    if node.kind is not None:
        kind = node.kind | (KEEP_KINDS if node.keep_kinds else 0)
    if node.group is not None:
        group = node.group
    new = [decl, kind, group, [[a, attributes[a]] for a in sorted(attributes)], [[t, v] for t, v in sorted(traits)]]
    ident = intern(s, new)
    set_identity(s, card, ident)
    return True


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
