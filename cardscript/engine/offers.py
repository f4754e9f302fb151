"""What windows remember: the cards an action could be done to, as long as nothing moves that has a say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.settled import PILES, each_for_itself, settled_places

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State
    from cardscript.language import ast


def remember_places(compiled: Compiled, index: int, node: ast.Cards) -> bool:
    """See to it that moves to and from the places an action's cards lie in are noticed. False: it can't be done."""
    seats = compiled.layout.seats
    by_seat = [settled_places(compiled, node, seat) for seat in range(seats)]
    each = each_for_itself(node)
    for seat, places in enumerate(by_seat):
        if places is None:
            return False
        for place in places:
            known = compiled.window_places.get(place, ())
            compiled.window_places[place] = (*known, (index * seats + seat, each))
    return True


def forget_all(s: State) -> None:
    """Something has changed that no place tells of."""
    s.fresh.clear()
    s.leans = frozenset()


def forget(s: State, place: int) -> None:
    """Cards have come to or left a place: windows have to look again."""
    for key, _ in s.compiled.window_places.get(place, ()):
        s.fresh.pop(key, None)


def forget_leaning(s: State, place: int) -> None:
    """Cards have come to or left a place that may have a say in remembered prices."""
    if place in s.leans or (place >= s.compiled.layout.places and PILES in s.leans):
        forget_all(s)


def forget_card(s: State, card: int, place: int) -> None:
    """A card has left a place: what windows know of the others there holds, where each is meant for itself."""
    fresh = s.fresh
    for key, each in s.compiled.window_places.get(place, ()):
        offer = fresh.get(key)
        if offer is None:
            continue
        cards, priced, _, plain = offer
        if not each or priced is not None:
            del fresh[key]
        elif card in cards:
            at = cards.index(card)
            fresh[key] = (cards[:at] + cards[at + 1 :], None, 0, plain)
