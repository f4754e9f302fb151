"""What windows remember: the cards an action could be done to, as long as nothing moves that has a say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.kinds import ACTION_SHIFT
from cardscript.engine.marks import LEANT, READ, UNLIKE
from cardscript.engine.settled import PILES, settled_places

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State
    from cardscript.language import ast

Reader = tuple[int, bool, tuple[int, ...], int]
"""An action that remembers the cards of a place for a seat: its key in `State.fresh`, whether the cards there are meant
each for itself, the attributes that make up their price (none: it has another, or is free), and what is added to a card
for the raw option."""


def remember_places(compiled: Compiled, index: int, node: ast.Cards, price: tuple[int, ...]) -> list[int]:
    """See to it that moves to and from the places an action's cards lie in are noticed. Returns the key in
    `State.fresh` for each seat, one for all if the places are the same for all; nothing if it can't be done."""
    seats = compiled.layout.seats
    by_seat = [settled_places(compiled, node, seat) for seat in range(seats)]
    shared = all(places == by_seat[0] for places in by_seat)
    keys = [index * seats + (0 if shared else seat) for seat in range(seats)]
    for key, places in dict(zip(keys, by_seat, strict=True)).items():
        if places is None:
            return []
        for place, each in places.items():
            known = compiled.window_places.get(place, ())
            compiled.window_places[place] = (*known, (key, each, price, index * ACTION_SHIFT + 1))
        compiled.marks.add(places, READ)
        compiled.marks.add([place for place in places if _unlike(compiled, place)], UNLIKE)
    return keys


def _unlike(compiled: Compiled, place: int) -> bool:
    """Whether the spaces of a row have not all the same readers."""
    layout, read = compiled.layout, compiled.window_places
    if place >= layout.places or layout.space[place] < 0:
        return False
    row = layout.ahead[place - layout.space[place]]
    return any(read.get(space) != read[place] for space in row)


def forget_all(s: State) -> None:
    """Something has changed that no place tells of."""
    s.fresh.clear()
    s.least.clear()
    s.lifted.clear()
    s.leans = frozenset()


def lifted(s: State, attribute: int) -> bool:
    """Whether all that stands and changes an attribute of other cards adds to it."""
    found = s.lifted.get(attribute)
    if found is None:
        compiled, key = s.compiled, s.compiled.attribute_key + attribute
        stand = [*compiled.standing.get(key, ()), *(compiled.effect(record[0]) for record in s.timed.get(key, ()))]
        for entry in s.watch.get(key, ()):
            effect = s.defs[s.ident[entry >> 12]].items[entry & 4095].effect
            if effect is not None:
                stand.append(effect)
        found = s.lifted[attribute] = all(effect.raises for effect in stand)
    return found


def forget(s: State, place: int) -> None:
    """Cards have come to or left a place that windows remember: they have to look again."""
    for key, _, price, _ in s.compiled.window_places[place]:
        s.fresh.pop(key, None)
        if price:
            s.least.pop(key, None)


def lean(s: State, places: frozenset[int]) -> None:
    """Places have a say in what windows remember from now on."""
    if not places:
        return
    s.leans |= places
    marks = s.compiled.marks
    if not places <= marks.leant:
        marks.leant |= places
        marks.add([place for place in places if place >= 0], LEANT, PILES in places)


def forget_leaning(s: State, source: int, goal: int) -> None:
    """Cards have gone from place to place, or (`WHOSE_TURN` twice) the turn to the next player: windows look again
    at what that has a say in."""
    leans, places = s.leans, s.compiled.layout.places
    piled = source >= places or goal >= places
    if not (source in leans or goal in leans or (piled and PILES in leans)):
        return
    changed = {source, goal, PILES} if piled else {source, goal}
    left: frozenset[int] = frozenset()
    for key, offer in list(s.fresh.items()):
        codes, prices, lowest, asked, pricing, answering, _ = offer
        if not changed.isdisjoint(pricing):
            del s.fresh[key]
            continue
        if not changed.isdisjoint(answering):
            s.fresh[key] = (codes, prices, lowest, asked, pricing, answering, {})
        left = left | pricing | answering
    s.leans = left


def card_left(s: State, card: int, source: int) -> None:
    """A card has left a place that windows remember. What they know of the others there holds, where each is meant for
    itself."""
    fresh = s.fresh
    for key, each, price, base in s.compiled.window_places[source]:
        offer = fresh.get(key)
        if not each:
            s.least.pop(key, None)
        elif offer is None:
            continue
        elif price:
            if offer[1] is not None and not offer[4]:
                s.least[key] = offer[2]
        else:
            code, codes = base + card, offer[0]
            if code in codes:
                codes = codes.copy()
                codes.remove(code)
                fresh[key] = (codes, None, 0, offer[3], offer[4], offer[5], offer[6])
            continue
        if offer is not None:
            del fresh[key]


def card_came(s: State, card: int, goal: int) -> None:
    """A card has come to a place that windows remember: they look again, once the lowest price there is can be paid.
    That is kept, if it can be told."""
    fresh = s.fresh
    for key, _, price, _ in s.compiled.window_places[goal]:
        offer = fresh.pop(key, None)
        if not price:
            continue
        least = s.least
        if offer is not None and offer[1] is not None and not offer[4]:
            known = offer[2]
        elif key in least:
            known = least[key]
        else:
            continue
        d, hot = s.defs[s.ident[card]], s.hot
        asked = 0
        for part in price:
            if (-1 - part in hot and not lifted(s, part)) or (d.lowers and part in d.lowers):
                least.pop(key, None)
                break
            asked += d.attributes[part]
        else:
            least[key] = asked if asked < known else known


def felt(s: State, card: int, source: int) -> None:
    """A card has left a place: tell endings that are looked at after every event, and texts that were announced."""
    s.touched |= s.always
    if s.announced and card in s.announced and source >= 0:
        unannounce(s, card)


def unannounce(s: State, card: int) -> None:
    """What was announced with a card is carried out, or it has left the place where that was."""
    s.announced = {other: texts for other, texts in s.announced.items() if other != card}


def cards_shifted(s: State, spaces: range) -> None:
    """Cards have gone on along spaces that all have the same readers: the lowest price is what it was, if it is what
    the cards print and nothing makes it lower."""
    for key, each, price, _ in s.compiled.window_places[spaces[0]]:
        offer = s.fresh.pop(key, None)
        if not each:
            s.least.pop(key, None)
        elif price:
            if offer is not None and offer[1] is not None and not offer[4]:
                s.least[key] = offer[2]
            if key in s.least:
                for part in price:
                    if (-1 - part in s.hot and not lifted(s, part)) or (part in s.bent and _bends(s, spaces, part)):
                        del s.least[key]
                        break


def _bends(s: State, spaces: range, attribute: int) -> bool:
    """Whether a card in the spaces may make an attribute of itself lower."""
    defs, ident = s.defs, s.ident
    return any(attribute in defs[ident[card]].lowers for space in spaces for card in s.zones[space])
