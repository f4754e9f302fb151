"""What windows remember: the cards an action could be done to, as long as nothing moves that has a say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.kinds import ACTION_SHIFT
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
    return keys


def forget_all(s: State) -> None:
    """Something has changed that no place tells of."""
    s.fresh.clear()
    s.least.clear()
    s.leans = frozenset()


def forget(s: State, place: int) -> None:
    """Cards have come to or left a place: windows have to look again."""
    for key, _, _, _ in s.compiled.window_places.get(place, ()):
        s.fresh.pop(key, None)
        s.least.pop(key, None)


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


def card_left(s: State, card: int, readers: tuple[Reader, ...]) -> None:
    """A card has left a place: what windows know of the others there holds, where each is meant for itself."""
    fresh = s.fresh
    for key, each, price, base in readers:
        if not each:
            fresh.pop(key, None)
            s.least.pop(key, None)
        elif price:
            offer = fresh.pop(key, None)
            if offer is not None and offer[1] is not None and not offer[4]:
                s.least[key] = offer[2]
        elif key in fresh:
            codes, _, _, asked, pricing, answering, known = fresh[key]
            if base + card in codes:
                codes = codes[:]
                codes.remove(base + card)
                fresh[key] = (codes, None, 0, asked, pricing, answering, known)


def card_came(s: State, card: int, readers: tuple[Reader, ...]) -> None:
    """A card has come to a place: windows have to look again, once the lowest price there is can be paid."""
    for key, _, price, _ in readers:
        offer = s.fresh.pop(key, None)
        if not price:
            continue
        remembered = offer is not None and offer[1] is not None and not offer[4]
        lowest = offer[2] if remembered and offer is not None else s.least.get(key)
        if lowest is None:
            continue
        d = s.defs[s.ident[card]]
        if any(-1 - part in s.hot or (d.own_changes is not None and part in d.own_changes) for part in price):
            s.least.pop(key, None)
        else:
            s.least[key] = min(lowest, sum([d.attributes[part] for part in price]))
