"""The beginning of a game: the cards of a deal are laid where they begin, stack after stack, and what they look for
there is noted for all copies of a card together."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from cardscript.engine.deal import KEPT, Group, grouped
from cardscript.engine.identity import look, look_by_rules, rebuild
from cardscript.engine.limits import EngineError
from cardscript.engine.narrowed import begun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.deal import Deal
    from cardscript.engine.definition import Definition
    from cardscript.engine.layout import Layout
    from cardscript.engine.state import State


NOTHING: dict[Any, Any] = {}


class _Known:
    """What tables know of a group of cards, by the places the cards have in it: what each is, which speak of events
    with them (from where to where), which look for something, what these bend."""

    __slots__ = ("bent", "looking", "plain", "printed", "speaking")

    def __init__(self, compiled: Compiled, cards: Group) -> None:
        self.printed: list[int] = []
        self.speaking: list[tuple[int, int]] = []
        self.looking: list[tuple[Definition, int, int]] = []
        self.bent: set[int] = set()
        for one, count in cards:
            first, d = len(self.printed), compiled.definition(one)
            self.printed += [one] * count
            if d.vocal:
                follows = bool(self.speaking) and self.speaking[-1][1] == first
                begin = self.speaking.pop()[0] if follows else first
                self.speaking.append((begin, first + count))
            if d.watched:
                self.looking.append((d, first, first + count))
            if d.own_changes is not None:
                self.bent.update(d.own_changes)
        self.plain = not (self.speaking or self.looking or self.bent)


def _known(compiled: Compiled, cards: Group) -> _Known:
    """What is known of a group, found out when it is first dealt."""
    kept: dict[Group, _Known] = compiled.shared.setdefault("groups", {})
    if len(kept) >= KEPT:
        kept.clear()
    found = kept[cards] = _Known(compiled, cards)
    return found


def lay_out(s: State, deal: Deal, units: Sequence[int]) -> None:
    """Put the cards of a deal where they begin, each beneath the ones laid there before it, and take the tables for
    what can come to be then, and by these units."""
    if deal.order or deal.places:
        _lay_singly(s, deal)
        if not deal.order:  # the cards of a situation have one, and it is soon over
            begun(s, [grouped(tuple(s.decl))], {*s.at}, units)
        rebuild(s)
        return
    layout, players = s.compiled.layout, deal.players
    groups: list[Group] = []
    places: list[int] = []
    for together, zone, seat, beneath in deal.stacks:
        groups += together
        places.append(_place(layout, players, zone, seat, beneath))
    begun(s, groups, places, units)
    look_by_rules(s)
    width = layout.width
    for (together, zone, _, beneath), place in zip(deal.stacks, places, strict=True):
        if beneath >= 0 or width[zone] == 1:
            _lay(s, together, place)
        else:
            _lay_along(s, deal, together, range(place, place + width[zone]))
    s.ident = s.decl.copy()
    s.compiled.marks.make_room(len(s.at))
    for entries in s.watch.values():
        entries.sort()


def _lay(s: State, groups: Sequence[Group], place: int) -> None:
    """Lay cards into a place, beneath what is there."""
    compiled, decl = s.compiled, s.decl
    kept = compiled.shared.get("groups", NOTHING)
    first = len(decl)
    for cards in groups:
        known = kept.get(cards) or _known(compiled, cards)
        if not known.plain:
            _look(s, known, len(decl), place)
        decl += known.printed
    laid = [*range(first, len(decl))]
    s.at += [place] * len(laid)
    if place in s.zones:
        s.zones[place] += laid
    else:
        s.zones[place] = laid


def _look(s: State, known: _Known, first: int, place: int) -> None:
    """Cards of a group, the first of them with this number, are laid into a place: note what they look for there."""
    for begin, end in known.speaking:
        s.vocal.update(range(first + begin, first + end))
    for d, begin, end in known.looking:
        look(s, d, range(first + begin, first + end), place)
    s.bent |= known.bent


def _lay_along(s: State, deal: Deal, groups: Sequence[Group], row: Sequence[int]) -> None:
    """Lay cards into the spaces of a row, each into the one that is named for it or else the first that is free."""
    for one, count in chain.from_iterable(groups):
        for _ in range(count):
            space = deal.spaces.get(len(s.at), -1)
            free = next((place for place in row if not s.zones[place]), row[-1])
            _lay(s, [((one, 1),)], row[space] if 0 <= space < len(row) else free)


def _lay_singly(s: State, deal: Deal) -> None:
    """Lay cards one by one, each where it is said to lie."""
    cards, layout = [*deal.cards], s.compiled.layout
    s.decl = [printed for printed, _, _, _ in cards]
    if cards and not 0 <= min(s.decl) <= max(s.decl) < len(s.compiled.game.cards):
        raise EngineError("a card of the deal is no card of the game")
    s.ident = s.decl.copy()
    s.at = [-1] * len(cards)
    for card in deal.order or range(len(cards)):
        _, zone, seat, beneath = cards[card]
        place = deal.places.get(card, -1)
        if place < 0:
            place = _place(layout, deal.players, zone, seat, beneath)
        s.at[card] = place
        s.zones.setdefault(place, []).append(card)


def _place(layout: Layout, players: int, zone: int, seat: int, beneath: int) -> int:
    """The place where a card of a deal may begin; the first space of a row."""
    if beneath >= 0:
        return layout.under_cards + beneath
    if 0 <= zone < len(layout.base):
        if not layout.per_seat[zone]:
            return layout.base[zone]
        if 0 <= seat < players:
            return layout.base[zone] + seat * layout.width[zone]
    raise EngineError(f"a card of the deal has no place: zone {zone}, seat {seat}")
