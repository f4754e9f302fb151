"""Filters, conditions, numbers and places written as one Python expression each.

A lowered expression is otherwise a tree of closures, one call a node: dear where a filter asks several things of every
card of a zone, as windows, modifiers and rules of a state do at every decision. What is read here becomes one function:
the tests of a filter stand in its loop, adjectives stand where they are used. What isn't known here is called as the
closure it is lowered to anywhere else, so that there is nothing that has to be known here. What `loops` can say in
statements (does any card fit, how many do) is said so: a loop ends as soon as it is decided.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from cardscript.engine import fitting, loops
from cardscript.engine.kinds import E_ACTOR, Fn, Slots
from cardscript.engine.lower_cards import apart, is_past
from cardscript.engine.lower_places import lower_place, lower_places
from cardscript.engine.naming import NAMES, SLOT, Names, looked_up
from cardscript.engine.scope import CARDS, FLAG, NUMBER, PLACE, SEAT
from cardscript.engine.settled import all_cards_of, fixed_places
from cardscript.engine.written import keep, written
from cardscript.language import ast

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State

Text = TypeVar("Text")
LONGEST, DEEPEST = 4000, 60
"""Characters of a function, and brackets within brackets; what is longer or deeper is left to closures."""
NOWHERE = -9
"""No place, and no card lies there."""
CLOSURE = re.compile(r"return k\d+\(s, (slots|held\(slots, \d+, card\))\)")
"""A function that does nothing but call a closure."""
SIMPLE = (
    ast.Const, ast.NumberSlot, ast.PlayerSlot, ast.ActivePlayer, ast.CardSlot, ast.PlaceSlot, ast.Always, ast.Flag
)  # fmt: skip
"""Expressions of which a closure is as good a function as any."""


def _depth(text: str) -> int:
    """How many brackets stand within brackets."""
    deepest = depth = 0
    for sign in text:
        if sign in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]":
            depth -= 1
    return deepest


class TooMuch(Exception):
    """An expression can't be written here."""


class Writer:
    """Writes expressions of a unit."""

    __slots__ = ("count", "kept", "layout", "scope", "writable")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.layout = scope.compiled.layout
        self.kept: dict[str, object] = {}
        self.count = 0
        self.writable: dict[tuple[int, int, int], bool] = {}

    def function(self, head: str, text: str) -> Callable[..., Any]:
        """A function of an expression."""
        return self.body(head, [f"return {text}"])

    def body(self, head: str, lines: list[str]) -> Callable[..., Any]:
        """A function of some lines."""
        long = sum(map(len, lines)) > LONGEST or max(map(_depth, lines)) > DEEPEST
        if long or (len(lines) == 1 and CLOSURE.fullmatch(lines[0])):
            raise TooMuch
        return written(head, looked_up(lines), {**NAMES, **self.kept})

    def keep(self, thing: object) -> str:
        """A name of the function's own for something."""
        return keep(self.kept, thing)

    def tried(self, write: Callable[[], Text]) -> Text | None:
        """What is written; None, and nothing is kept of it, if that can't be."""
        before = (self.count, dict(self.kept))
        try:
            return write()
        except TooMuch:
            self.count, self.kept = before
            return None

    def variable(self, letter: str = "c") -> str:
        """A new name, of a card, a zone (z) or a number (n)."""
        self.count += 1
        return f"{letter}{self.count}"

    def _call(self, names: Names, node: ast.Node) -> str:
        """What is not written here: a closure, with what filters hold up in their slots."""
        if not names.open:
            raise TooMuch
        return self._called(names, self.scope.closure(node))

    def _called(self, names: Names, read: Fn) -> str:
        if not names.open:
            raise TooMuch
        slots = "slots"
        for slot, card in names.cards.items():
            slots = f"held({slots}, {slot}, {card})"
        for slot, place in names.places.items():
            slots = f"put({slots}, {slot}, {place})"
        return f"{self.keep(read)}(s, {slots})"

    # --- conditions ----------------------------------------------------------------------------------------------
    def cond(self, node: ast.Cond, names: Names) -> str:
        match node:
            case ast.Always(value=value):
                return str(bool(value))
            case ast.And(parts=parts):
                return self._and(parts, names)
            case ast.Or(parts=parts):
                return self._or(parts, names)
            case ast.Not(cond=cond):
                return f"(not {self.cond(cond, names)})"
            case ast.Compare(left=left, op=op, right=right):
                return f"({self.number(left, names)} {op} {self.number(right, names)})"
            case ast.Odd(number=number, odd=odd):
                return f"({self.number(number, names)} % 2 == {1 if odd else 0})"
            case ast.Some(cards=cards) if not is_past(cards):
                return self.cards(cards, names)
            case ast.SamePlayer(left=left, right=right):
                return f"({self.player(left, names)} == {self.player(right, names)})"
            case ast.Flag(slot=slot) if names.open:
                return f"slots[{self.scope.use(slot, FLAG)}]"
            case ast.Gathered(player=player, slot=slot) if names.open:
                return f"({self.player(player, names)} in slots[{self.scope.use(slot, CARDS)}])"
            case ast.InRow(place=place, zone=zone):
                low = self.layout.base[zone]
                return f"({low} <= {self.place(place, names)} < {low + self.layout.width[zone]})"
            case ast.SomePlace(place=place):
                return self.places(place, names)
            case ast.Holds():
                return self._holds(node, names)
            case ast.Among(cards=cards, others=others) if not is_past(others):
                card, guard = self.card(cards, names)
                if card:
                    return self._among(card, guard, others, names)
        if isinstance(node, ast.OfCard):
            card, guard = self.card(node.cards, names)
            test = self._card_test(node, card, names) if card else ""
            if test:
                return f"({guard} and {test})" if guard else f"({test})"
        return self._call(names, node)

    def _and(self, parts: tuple[ast.Cond, ...], names: Names) -> str:
        tests = []
        for part in parts:
            tests.append(self.cond(part, names))
            names = self.after(part, names)
        return f"({' and '.join(tests) or True})"

    def after(self, node: ast.Cond, names: Names) -> Names:
        """What is known where a condition holds: there is a card of which it says something."""
        guard = self.card(node.cards, names)[1] if isinstance(node, ast.OfCard) else ""
        return replace(names, sure=names.sure | {guard}) if guard else names

    def _or(self, parts: tuple[ast.Cond, ...], names: Names) -> str:
        """Of several places in which one card may lie it is asked at once."""
        tests: list[str] = []
        lying: dict[ast.Cards, list[int]] = {}
        for part in parts:
            places = self.always_there(part.place) if isinstance(part, ast.LiesIn) else None
            if isinstance(part, ast.LiesIn) and places and self.card(part.cards, names)[0]:
                lying.setdefault(part.cards, []).extend(places)
            else:
                tests.append(self.cond(part, names))
        for cards, found in lying.items():
            card, guard = self.card(cards, names)
            test = f"at[{card}] in {self.keep(frozenset(found))}"
            tests.insert(0, f"({guard} and {test})" if guard else f"({test})")
        return f"({' or '.join(tests) or False})"

    def card(self, cards: ast.Cards, names: Names) -> tuple[str, str]:
        """One card that is read from a slot, and what has to hold for there to be one; nothing if it isn't so."""
        if not isinstance(cards, ast.CardSlot):
            return "", ""
        if cards.slot in names.cards:
            return names.cards[cards.slot], ""
        if not names.open:
            return "", ""
        if cards.slot == ast.THIS:
            card, guard = "slots[0]", "slots[0] >= 0"
        else:
            self.scope.use(cards.slot, CARDS)
            guard = f"slots[{cards.slot}]"
            card = f"{guard}[0]"
        return card, "" if guard in names.sure else guard

    def _among(self, card: str, guard: str, others: ast.Cards, names: Names) -> str:
        if isinstance(others, ast.CardSlot) and others.slot == ast.THIS and names.open:
            test = f"{card} == slots[0]"
        else:
            test = f"{card} in {self.cards(others, names)}"
        return f"({guard} and {test})" if guard else f"({test})"

    def _card_test(self, node: ast.OfCard, card: str, names: Names) -> str:
        match node:
            case ast.IsKind(kind=kind):
                return f"defs[ident[{card}]].kinds & {1 << kind}"
            case ast.HasTrait(trait=trait, value=value):
                shown = f"defs[ident[{card}]].traits[{trait}]"
                return shown if value < 0 else f"{shown} & {1 << value}"
            case ast.HasAttribute(attribute=attribute):
                return f"defs[ident[{card}]].prints & {1 << attribute}"
            case ast.IsNamed(name=name):
                return f"defs[ident[{card}]].name == {self.keep(name)}"
            case ast.InGroup(group=group):
                return f"defs[ident[{card}]].group == {self.keep(group)}"
            case ast.IsCopy():
                return f"is_copy(s, {card})"
            case ast.LiesIn(place=place):
                return self._lies(place, card, names)
        return ""

    def always_there(self, place: ast.Place) -> list[int] | None:
        """The places of a zone that is meant whole, whosever it is."""
        layout = self.layout
        match place:
            case ast.ZonePlace(zone=zone, player=None) | ast.EachZone(zone=zone):
                low = layout.base[zone]
                return list(range(low, low + layout.width[zone] * (layout.seats if layout.per_seat[zone] else 1)))
        return None

    def _lies(self, place: ast.Place, card: str, names: Names) -> str:
        layout = self.layout
        whole = self.always_there(place)
        if whole is not None:
            return f"at[{card}] == {whole[0]}" if len(whole) == 1 else f"at[{card}] in {self.keep(frozenset(whole))}"
        match place:
            case ast.ZonePlace(zone=zone, player=player) if player is not None and layout.width[zone] == 1:
                if not layout.per_seat[zone]:
                    return f"at[{card}] == {layout.base[zone]}"
                return f"at[{card}] == {self._place_of(zone)}[{self.player(player, names)}]"
        return f"at[{card}] in {self.places(place, names)}"

    def _place_of(self, zone: int) -> str:
        """The instances of a zone by seat; that of nobody (-1) is nowhere."""
        return self.keep((*(self.layout.instances(zone, seat)[0] for seat in range(self.layout.seats)), NOWHERE))

    def opened(self, node: ast.Holds, names: Names) -> tuple[ast.Cond, Names, str] | None:
        """The words of an adjective, what its slots are called where it is said of something, and what has to hold for
        there to be a card it is said of. None if they may come to ask for it again, or can't be written here."""
        compiled, number = self.scope.compiled, node.predicate
        if number in compiled.fixed or compiled.may_turn_back(number):
            return None
        cards: dict[int, str] = {}
        guard = ""
        players = {}
        if node.cards is not None:
            card, guard = self.card(node.cards, names)
            if not card:
                return None
            cards[ast.OBJECT] = card
        if ast.THIS in names.cards:
            cards[ast.THIS] = names.cards[ast.THIS]
        try:
            if node.player is not None:
                players[ast.ACTOR] = self.player(node.player, names)
            players[ast.YOU] = self.player(ast.PlayerSlot(ast.YOU), names)
        except TooMuch:
            return None
        cond, inner = compiled.game.predicates[number].cond, Names(cards, players, False)
        return (cond, inner, guard) if self._writable(number, cond, inner) else None

    def _writable(self, number: int, cond: ast.Cond, inner: Names) -> bool:
        """Whether the words of an adjective can be written without closures, as they have to be."""
        key = (number, len(inner.cards), len(inner.players))
        if key not in self.writable:
            before = (self.count, dict(self.kept))
            try:
                self.writable[key] = bool(self.cond(cond, inner))
            except TooMuch:
                self.writable[key] = False
            self.count, self.kept = before
        return self.writable[key]

    def _holds(self, node: ast.Holds, names: Names) -> str:
        fixed = self.scope.compiled.fixed
        if node.predicate in fixed:
            return f"s.stood[{fixed.index(node.predicate)}]"
        opened = self.opened(node, names)
        if opened is None:
            return self._call(names, node)
        cond, inner, guard = opened
        asked = self.cond(cond, inner)
        return f"({guard} and {asked})" if guard else asked

    # --- players and numbers -------------------------------------------------------------------------------------
    def player(self, node: ast.Player, names: Names) -> str:
        match node:
            case ast.PlayerSlot(slot=slot) if slot in names.players:
                return names.players[slot]
            case ast.PlayerSlot(slot=slot) if names.open:
                self.scope.use(slot, SEAT)
                return f"slots[{slot}]"
            case ast.ActivePlayer():
                return "s.seat"
            case ast.Neighbour(of=ast.ActivePlayer(), steps=steps):
                return f"((s.seat + {steps}) % s.players)"
            case ast.HolderOf(cards=cards):
                card, guard = self.card(cards, names)
                if card:
                    return f"(holder(s, {card}) if {guard} else -1)" if guard else f"holder(s, {card})"
        return self._call(names, node)

    def number(self, node: ast.Number, names: Names) -> str:
        match node:
            case ast.Const(value=value):
                return str(value) if value >= 0 else f"({value})"
            case ast.NumberSlot(slot=slot) if names.open:
                self.scope.use(slot, NUMBER)
                return f"slots[{slot}]"
            case ast.Count(cards=cards) if not is_past(cards):
                return f"len({self.cards(cards, names)})"
            case ast.Plus(left=left, right=right):
                return f"({self.number(left, names)} + {self.number(right, names)})"
            case ast.Minus(left=left, right=right):
                return f"({self.number(left, names)} - {self.number(right, names)})"
            case ast.Times(left=left, right=right):
                return f"({self.number(left, names)} * {self.number(right, names)})"
            case ast.Half(of=of, up=up):
                return f"(({self.number(of, names)} + {1 if up else 0}) // 2)"
            case ast.PlayerCount():
                return "s.players"
            case ast.ResourceOf(player=player, resource=resource, made=made):
                count = len(self.scope.compiled.game.resources)
                return f"s.{'made' if made else 'res'}[{self.player(player, names)} * {count} + {resource}]"
            case ast.CountersOn(cards=cards, counter=counter):
                card, guard = self.card(cards, names)
                kinds = len(self.scope.compiled.game.counters)
                if card:
                    lying = f"s.counters.get({card} * {kinds} + {counter}, 0)"
                    return f"({lying} if {guard} else 0)" if guard else lying
            case ast.AttributeOf() if not is_past(node.cards):
                return self._attribute(node, names)
            case ast.TimesDone(verb=verb, where=None):
                return self._times(node, f"s.{'ever' if node.ever else 'done'}.get({verb}, EMPTY)", names)
        return self._call(names, node)

    def _times(self, node: ast.TimesDone, events: str, names: Names) -> str:
        if node.actor is None or self.scope.compiled.verbs[node.verb].decl.actor != "player":
            return f"len({events})"
        event = self.variable("e")
        return f"len([{event} for {event} in {events} if {event}[{E_ACTOR}] == {self.player(node.actor, names)}])"

    def value(self, card: str, node: ast.AttributeOf) -> str:
        """A number printed on one card. What nothing changes, neither of itself nor from outside, is as printed."""
        attribute = node.attribute
        printed = f"defs[ident[{card}]].attributes[{attribute}]"
        if node.printed:
            return printed
        changed = f"{-1 - attribute} in s.hot or {attribute} in s.bent"
        return f"(value_of(s, {card}, {attribute}) if {changed} else {printed})"

    def _attribute(self, node: ast.AttributeOf, names: Names) -> str:
        card, guard = self.card(node.cards, names)
        if not card or (guard and isinstance(node.cards, ast.CardSlot) and node.cards.slot != ast.THIS):
            if card:
                return f"({self.value(card, node)} if len({guard}) == 1 else {self._call(names, node)})"
            one = self.variable()
            return f"sum([{self.value(one, node)} for {one} in {self.cards(node.cards, names)}])"
        return f"({self.value(card, node)} if {guard} else 0)" if guard else self.value(card, node)

    # --- cards ---------------------------------------------------------------------------------------------------
    def cards(self, node: ast.Cards, names: Names) -> str:
        """A list to look at."""
        if not is_past(node):
            match node:
                case ast.CardSlot(slot=slot) if slot in names.cards:
                    return f"[{names.cards[slot]}]"
                case ast.CardSlot(slot=ast.THIS) if names.open:
                    return "([slots[0]] if slots[0] >= 0 else EMPTY)"
                case ast.CardSlot(slot=slot) if names.open:
                    self.scope.use(slot, CARDS)
                    return f"slots[{slot}]"
                case ast.CardsIn(place=place):
                    zone = self._zone(place, names)
                    if zone:
                        return zone
                    card = self.variable()
                    heads = self._loops(node, names, card)
                    if heads:
                        return f"[{card} {' '.join(heads)}]"
                case ast.Where():
                    return self._where(node, names)
                case ast.Union(parts=()):
                    return "EMPTY"
                case ast.Union(parts=parts):
                    joined = " + ".join(self.cards(part, names) for part in parts)
                    return f"({joined})" if apart(parts) else f"list(fromkeys({joined}))"
                case ast.TopOf(place=place, count=ast.Const(value=count)):
                    zone = self._zone(place, names)
                    if zone:
                        return f"{zone}[:{max(0, count)}]"
                case ast.Take(cards=cards, how="first" | "last" as how, count=ast.Const(value=count)) if count > 0:
                    return f"{self.cards(cards, names)}[{f':{count}' if how == 'first' else f'-{count}:'}]"
        return self._call(names, node)

    def _zone(self, place: ast.Place, names: Names) -> str:
        """The cards of one place that can be told from the text, from a seat, from a card or from a slot."""
        layout = self.layout
        match place:
            case ast.PlaceSlot():
                return f"zones.get({self.place(place, names)}, EMPTY)"
            case ast.SpacePlace(zone=zone, index=index):
                space = layout.base[zone] + index
                return f"(zones[{space}] if {space} not in s.gone else EMPTY)"
            case ast.Beneath(cards=None, space=ast.PlaceSlot() as space):
                above = self.place(space, names)
                return f"(zones.get({above} + {layout.places}, EMPTY) if {above} < {layout.places} else EMPTY)"
            case ast.Beneath(cards=None, space=ast.PlaceOf(cards=cards)):
                card, guard = self.card(cards, names)
                if card:
                    guard = f"{guard} and " if guard else ""
                    return (
                        f"(zones.get(at[{card}] + {layout.places}, EMPTY)"
                        f" if {guard}0 <= at[{card}] < {layout.places} else EMPTY)"
                    )
            case ast.Beneath(cards=ast.CardSlot() as cards):
                card, guard = self.card(cards, names)
                if card:
                    under = f"zones.get({card} + {layout.under_cards}, EMPTY)"
                    return f"({under} if {guard} else EMPTY)" if guard else under
            case ast.ZonePlace(zone=zone) if layout.width[zone] == 1:
                if not layout.per_seat[zone]:
                    return f"zones[{layout.base[zone]}]"
                if place.player is not None:
                    seat = self.player(place.player, names)
                    if seat == "s.seat":
                        return f"zones[{layout.base[zone]} + s.seat]"
                    return f"zones.get({self._place_of(zone)}[{seat}], EMPTY)"
        return ""

    def _lying(self, zone: str, places: tuple[int, ...]) -> str:
        """The cards of each of some fixed places: those that everybody shares are always there."""
        shared = all(place < self.layout.places and self.layout.seat[place] < 0 for place in places)
        return f"zones[{zone}]" if shared else f"zones.get({zone}, EMPTY)"

    def heads(self, node: ast.Cards, names: Names) -> tuple[list[str], str]:
        """Loops over cards and what filters ask, each within the one before; and what the card is called there."""
        inner, filters = loops.unfiltered(node)
        card = self.variable()
        heads = self._loops(inner, names, card) or [f"for {card} in {self.cards(inner, names)}"]
        asked = self._asked(filters, names, card, inner)
        if asked:
            heads.append(f"if {self._tests(asked)}")
        return heads, card

    def _loops(self, node: ast.Cards, names: Names, card: str) -> list[str]:
        """The loops over cards that lie in several places; nothing if they lie in one list."""
        places = all_cards_of(self.layout, node)
        if places is not None and len(places) > 1:
            zone = self.variable("z")
            return [f"for {zone} in {self.keep(places)}", f"for {card} in {self._lying(zone, places)}"]
        if isinstance(node, ast.Union) and node.parts and apart(node.parts):
            zone = self.variable("z")
            parts = ", ".join(self.cards(part, names) for part in node.parts)
            return [f"for {zone} in ({parts},)", f"for {card} in {zone}"]
        match node:
            case ast.CardsIn(place=ast.Beneath(cards=ast.Where() | ast.CardsIn() as hosts)) if not is_past(hosts):
                above, host = self.heads(hosts, names)
                return [*above, f"for {card} in zones.get({host} + {self.layout.under_cards}, EMPTY)"]
            case ast.AllCards():
                place = self.variable("z")
                return [f"for {card}, {place} in enumerate(at)", f"if {place} >= 0"]
            case ast.CardsIn(place=ast.EachZone() as each):
                zone = self.variable("z")
                return [f"for {zone} in {self.places(each, names)}", f"for {card} in zones[{zone}]"]
        return []

    def _where(self, node: ast.Where, names: Names) -> str:
        heads, card = self.heads(node, names)
        return f"[{card} {' '.join(heads)}]"

    def _asked(self, filters: list[ast.Where], names: Names, card: str, inner: ast.Cards) -> list[fitting.Part]:
        """What filters ask of a card they hold up, the first of them first. That it lies where it lies is not asked."""
        asked: list[fitting.Part] = []
        for one in filters:
            self.scope.use(one.slot, CARDS)
            names = replace(names, cards={**names.cards, one.slot: card})
            asked += fitting.parts_of(self, one.cond, names)
        match inner:
            case ast.CardsIn(place=ast.ZonePlace(zone=zone) | ast.EachZone(zone=zone)):
                asked = [part for part in asked if not fitting.lies_there(self, part, card, zone)]
        return asked

    def _tests(self, asked: list[fitting.Part]) -> str:
        return " and ".join(self.cond(cond, names) for cond, names in asked)

    # --- places --------------------------------------------------------------------------------------------------
    def place(self, node: ast.Place, names: Names) -> str:
        """One place, -1 if there is none."""
        layout = self.layout
        match node:
            case ast.PlaceSlot(slot=slot) if slot in names.places:
                return names.places[slot]
            case ast.PlaceSlot(slot=slot) if names.open:
                return f"slots[{self.scope.use(slot, PLACE)}]"
            case ast.ZonePlace(zone=zone) if layout.width[zone] == 1 and not layout.per_seat[zone]:
                return str(layout.base[zone])
            case ast.ZonePlace(zone=zone, player=player) if layout.width[zone] == 1 and player is not None:
                seat = self.player(player, names)
                if seat == "s.seat":
                    return f"({layout.base[zone]} + s.seat)"
                if SLOT.fullmatch(seat) or seat.isidentifier():
                    return f"({layout.base[zone]} + {seat} if {seat} >= 0 else -1)"
            case ast.SpacePlace(zone=zone, index=index):
                space = layout.base[zone] + index
                return f"({space} if {space} not in s.gone else -1)"
            case ast.Beneath(cards=ast.CardSlot() as cards):
                card, guard = self.card(cards, names)
                if card:
                    return f"({card} + {layout.under_cards}{f' if {guard} else -1' if guard else ''})"
            case ast.PlaceOf(cards=cards):
                card, guard = self.card(cards, names)
                if card:
                    return f"(at[{card}] if {guard} else -1)" if guard else f"at[{card}]"
            case ast.PickPlace(place=ast.ZonePlace() as row, how=how):
                spaces = fixed_places(layout, row)
                if spaces is not None:
                    pick = max if how in ("rightmost", "last") else min
                    across = how in ("leftmost", "rightmost")
                    found = pick(spaces, key=layout.left.__getitem__) if across else pick(spaces)
                    return f"({found} if not s.gone else {self._called(names, lower_place(self.scope, node))})"
        return self._called(names, lower_place(self.scope, node))

    def places(self, node: ast.Place, names: Names) -> str:
        """A list of places to look at."""
        layout = self.layout
        match node:
            case ast.ZonePlace(zone=zone) if not layout.per_seat[zone] and layout.width[zone] == 1:
                return self.keep(layout.instances(zone, 0))
            case ast.ZonePlace(zone=zone, player=None) if not layout.per_seat[zone]:
                row = self.keep(layout.instances(zone, 0))
                return f"({row} if not s.gone else {self._called(names, lower_places(self.scope, node))})"
            case ast.EachZone(zone=zone):
                return f"{self.keep(layout.in_turn(zone))}[s.players][s.seat]"
            case ast.PlaceSlot() | ast.PlaceOf(cards=ast.CardSlot()):
                place = self.place(node, names)
                return f"([{place}] if {place} >= 0 else EMPTY)"
            case ast.SpacesWhere(place=place, slot=slot, where=where) if names.open:
                self.scope.use(slot, PLACE)
                space = self.variable("z")
                test = self.cond(where, replace(names, places={**names.places, slot: space}))
                return f"[{space} for {space} in {self.places(place, names)} if {test}]"
            case ast.SpacePlace() | ast.PickPlace() | ast.SupplyOf() | ast.Column() | ast.Beneath(cards=ast.CardSlot()):
                space = self.variable("z")
                return f"([{space}] if ({space} := {self.place(node, names)}) >= 0 else EMPTY)"
        return self._called(names, lower_places(self.scope, node))


def inlined(scope: Scope, node: ast.Node, own: bool = False) -> Fn | None:
    """A filter, condition, number or player as one function of the state and the slots; None if that can't be written
    or is but one closure. `own`: the caller may keep a list it gets."""
    if not scope.compiled.inlines or isinstance(node, SIMPLE):
        return None
    writer = Writer(scope)
    try:
        lines = loops.lines_of(writer, node, Names(), own)
        return writer.body("s, slots", lines) if lines else None
    except TooMuch:
        return None


def inlined_places(scope: Scope, node: ast.Place, one: bool) -> Fn | None:
    """A list of places, or one of them, in the same way."""
    if not scope.compiled.inlines or (one and isinstance(node, SIMPLE)):
        return None
    writer = Writer(scope)
    try:
        return writer.function("s, slots", writer.place(node, Names()) if one else writer.places(node, Names()))
    except TooMuch:
        return None


def inlined_test(scope: Scope, slot: int, node: ast.Cond) -> Callable[[State, Slots, int], Any] | None:
    """A condition as a test of the card a filter puts into `slot`, in the same way."""
    if not scope.compiled.inlines or isinstance(node, ast.OfIdentity):
        return None
    writer = Writer(scope)
    try:
        return writer.body("s, slots, card", loops.truth(writer, node, Names({slot: "card"})))
    except TooMuch:
        return None


__all__ = ["NAMES", "Names", "TooMuch", "Writer", "inlined", "inlined_places", "inlined_test"]
