"""Filters and conditions written as one Python expression each.

A lowered expression is otherwise a tree of closures, one call a node: dear where a filter asks several things of every
card of a zone, as windows, modifiers and rules of a state do at every decision. What is read here becomes one function:
the tests of a filter stand in its loop, adjectives stand where they are used. What isn't known here is called as the
closure it is lowered to anywhere else, so that there is nothing that has to be known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardscript.engine.attributes import value_of
from cardscript.engine.identity import is_copy
from cardscript.engine.kinds import EMPTY, Fn, Slots
from cardscript.engine.lower_cards import apart, is_past
from cardscript.engine.scope import CARDS, NUMBER, PLACE, SEAT
from cardscript.engine.settled import all_cards_of
from cardscript.engine.written import written
from cardscript.language import ast

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardscript.engine.scope import Scope
    from cardscript.engine.state import State

LONGEST, DEEPEST = 4000, 60
"""Characters of an expression, and brackets within brackets; what is longer or deeper is left to closures."""
NOWHERE = -9
"""No place, and no card lies there."""


class TooMuch(Exception):
    """An expression can't be written here."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the slots of an expression are called where it is written.

    `cards`: slots that hold one card; `players`: slots that hold a seat; `open`: any other slot is read from `slots`,
    and closures may be called (not so in the words of an adjective, whose slots are others).
    """

    cards: dict[int, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    open: bool = True


def held(slots: Slots, slot: int, card: int) -> Slots:
    """The slots, with the card a filter holds up, for a closure to read."""
    slots[slot] = [card]
    return slots


NAMES: dict[str, object] = {
    "value_of": value_of,
    "is_copy": is_copy,
    "held": held,
    "EMPTY": EMPTY,
    "len": len,
    "bool": bool,
    "list": list,
    "fromkeys": dict.fromkeys,
}
"""What the text of an expression may call."""


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


class Writer:
    """Writes one expression of a unit."""

    __slots__ = ("count", "kept", "layout", "scope")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.layout = scope.compiled.layout
        self.kept: dict[str, object] = {}
        self.count = 0

    def function(self, head: str, text: str) -> Callable[..., Any]:
        """A function of an expression. Parts of the state that are read often are looked up once."""
        if len(text) > LONGEST or _depth(text) > DEEPEST or text == "k0(s, slots)":
            raise TooMuch
        known = [name for name in ("defs", "ident", "zones", "at") if f"{name}[" in text or f"{name}." in text]
        lines = [f"{name} = s.{name}" for name in known]
        return written(head, [*lines, f"return {text}"], {**NAMES, **self.kept})

    def keep(self, thing: object) -> str:
        """A name of the function's own for something."""
        name = f"k{len(self.kept)}"
        self.kept[name] = thing
        return name

    def _variable(self, letter: str = "c") -> str:
        """A new name, of a card or (z) of a zone."""
        self.count += 1
        return f"{letter}{self.count}"

    def _call(self, names: Names, node: ast.Node) -> str:
        """What is not written here: a closure, with the cards that filters hold up in their slots."""
        if not names.open:
            raise TooMuch
        slots = "slots"
        for slot, card in names.cards.items():
            slots = f"held({slots}, {slot}, {card})"
        return f"{self.keep(self.scope.closure(node))}(s, {slots})"

    # --- conditions ----------------------------------------------------------------------------------------------
    def cond(self, node: ast.Cond, names: Names) -> str:
        match node:
            case ast.Always(value=value):
                return str(bool(value))
            case ast.And(parts=parts):
                return "(" + (" and ".join(self.cond(part, names) for part in parts) or "True") + ")"
            case ast.Or(parts=parts):
                return "(" + (" or ".join(self.cond(part, names) for part in parts) or "False") + ")"
            case ast.Not(cond=cond):
                return f"(not {self.cond(cond, names)})"
            case ast.Compare(left=left, op=op, right=right):
                return f"({self.number(left, names)} {op} {self.number(right, names)})"
            case ast.Some(cards=cards) if not is_past(cards):
                return f"bool({self.cards(cards, names)})"
            case ast.SamePlayer(left=left, right=right):
                return f"({self.player(left, names)} == {self.player(right, names)})"
            case ast.Holds():
                return self._holds(node, names)
            case ast.Among(cards=cards, others=ast.CardSlot(slot=ast.THIS)):
                card, guard = self._card(cards, names)
                if card and names.open and not guard:
                    return f"({card} == slots[0])"
        if isinstance(node, ast.OfCard):
            card, guard = self._card(node.cards, names)
            test = self._card_test(node, card, names) if card else ""
            if test:
                return f"({guard} and {test})" if guard else f"({test})"
        return self._call(names, node)

    def _card(self, cards: ast.Cards, names: Names) -> tuple[str, str]:
        """One card that is read from a slot, and what has to hold for there to be one; nothing if it isn't so."""
        if not isinstance(cards, ast.CardSlot):
            return "", ""
        if cards.slot in names.cards:
            return names.cards[cards.slot], ""
        if not names.open:
            return "", ""
        if cards.slot == ast.THIS:
            return "slots[0]", "slots[0] >= 0"
        self.scope.use(cards.slot, CARDS)
        return f"slots[{cards.slot}][0]", f"slots[{cards.slot}]"

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

    def _lies(self, place: ast.Place, card: str, names: Names) -> str:
        layout = self.layout
        match place:
            case ast.ZonePlace(zone=zone, player=None) | ast.EachZone(zone=zone):
                low = layout.base[zone]
                high = low + layout.width[zone] * (layout.seats if layout.per_seat[zone] else 1)
                return f"at[{card}] == {low}" if high == low + 1 else f"{low} <= at[{card}] < {high}"
            case ast.ZonePlace(zone=zone, player=player) if player is not None and layout.width[zone] == 1:
                if not layout.per_seat[zone]:
                    return f"at[{card}] == {layout.base[zone]}"
                return f"at[{card}] == {self._place_of(zone)}[{self.player(player, names)}]"
        return ""

    def _place_of(self, zone: int) -> str:
        """The instances of a zone by seat; that of nobody (-1) is nowhere."""
        return self.keep((*(self.layout.instances(zone, seat)[0] for seat in range(self.layout.seats)), NOWHERE))

    def _holds(self, node: ast.Holds, names: Names) -> str:
        """The words of an adjective, unless they may come to ask for it again."""
        compiled, number = self.scope.compiled, node.predicate
        if number in compiled.fixed:
            return f"s.stood[{compiled.fixed.index(number)}]"
        if compiled.may_turn_back(number):
            return self._call(names, node)
        cards: dict[int, str] = {}
        guard = ""
        players = {}
        if node.cards is not None:
            card, guard = self._card(node.cards, names)
            if not card:
                return self._call(names, node)
            cards[ast.OBJECT] = card
        if ast.THIS in names.cards:
            cards[ast.THIS] = names.cards[ast.THIS]
        before = (self.count, dict(self.kept))
        try:
            if node.player is not None:
                players[ast.ACTOR] = self.player(node.player, names)
            players[ast.YOU] = self.player(ast.PlayerSlot(ast.YOU), names)
            asked = self.cond(compiled.game.predicates[number].cond, Names(cards, players, False))
        except TooMuch:
            self.count, self.kept = before
            return self._call(names, node)
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
            case ast.PlayerCount():
                return "s.players"
            case ast.ResourceOf(player=player, resource=resource, made=made):
                count = len(self.scope.compiled.game.resources)
                return f"s.{'made' if made else 'res'}[{self.player(player, names)} * {count} + {resource}]"
            case ast.CountersOn(cards=ast.CardSlot(slot=slot), counter=counter) if slot in names.cards:
                kinds = len(self.scope.compiled.game.counters)
                return f"s.counters.get({names.cards[slot]} * {kinds} + {counter}, 0)"
            case ast.AttributeOf(cards=ast.CardSlot(slot=slot), attribute=attribute, printed=printed) if (
                slot in names.cards
            ):
                card = names.cards[slot]
                if printed:
                    return f"defs[ident[{card}]].attributes[{attribute}]"
                return f"value_of(s, {card}, {attribute})"
        return self._call(names, node)

    # --- cards ---------------------------------------------------------------------------------------------------
    def cards(self, node: ast.Cards, names: Names) -> str:
        """A list to look at."""
        if not is_past(node):
            match node:
                case ast.CardSlot(slot=slot) if slot in names.cards:
                    return f"[{names.cards[slot]}]"
                case ast.CardSlot(slot=slot) if names.open and slot != ast.THIS:
                    self.scope.use(slot, CARDS)
                    return f"slots[{slot}]"
                case ast.CardsIn(place=place):
                    zone = self._zone(place, names)
                    if zone:
                        return zone
                case ast.Where():
                    return self._where(node, names)
                case ast.Union(parts=parts):
                    joined = " + ".join(self.cards(part, names) for part in parts)
                    return f"({joined})" if apart(parts) else f"list(fromkeys({joined}))"
        return self._call(names, node)

    def _zone(self, place: ast.Place, names: Names) -> str:
        """The cards of one place that can be told from the text, from a seat, or from a slot."""
        layout = self.layout
        match place:
            case ast.PlaceSlot(slot=slot) if names.open:
                self.scope.use(slot, PLACE)
                return f"zones.get(slots[{slot}], EMPTY)"
            case ast.Beneath(cards=None, space=ast.PlaceSlot(slot=slot)) if names.open:
                self.scope.use(slot, PLACE)
                return (
                    f"(zones.get(slots[{slot}] + {layout.places}, EMPTY) if slots[{slot}] < {layout.places} else EMPTY)"
                )
            case ast.Beneath(cards=ast.CardSlot(slot=slot)) if slot in names.cards:
                return f"zones.get({names.cards[slot]} + {layout.under_cards}, EMPTY)"
            case ast.ZonePlace(zone=zone) if layout.width[zone] == 1:
                if not layout.per_seat[zone]:
                    return f"zones.get({layout.base[zone]}, EMPTY)"
                if place.player is not None:
                    return f"zones.get({self._place_of(zone)}[{self.player(place.player, names)}], EMPTY)"
        return ""

    def _loop(self, node: ast.Cards, names: Names, card: str) -> str:
        """The loop over cards, one by one."""
        places = all_cards_of(self.layout, node)
        if places is not None and len(places) > 1:
            zone = self._variable("z")
            return f"for {zone} in {self.keep(places)} for {card} in zones.get({zone}, EMPTY)"
        if isinstance(node, ast.Union) and apart(node.parts):
            zone = self._variable("z")
            parts = ", ".join(self.cards(part, names) for part in node.parts)
            return f"for {zone} in ({parts},) for {card} in {zone}"
        match node:
            case ast.CardsIn(place=ast.Beneath(cards=ast.Where() | ast.CardsIn() as hosts)) if not is_past(hosts):
                host = self._variable()
                under = f"zones.get({host} + {self.layout.under_cards}, EMPTY)"
                return f"for {host} in {self.cards(hosts, names)} for {card} in {under}"
        return f"for {card} in {self.cards(node, names)}"

    def _where(self, node: ast.Where, names: Names) -> str:
        filters: list[ast.Where] = []
        inner: ast.Cards = node
        while isinstance(inner, ast.Where):
            filters.insert(0, inner)
            inner = inner.cards
        card = self._variable()
        loop = self._loop(inner, names, card)
        cards, tests = names.cards, []
        for one in filters:  # the first of them is asked first
            self.scope.use(one.slot, CARDS)
            cards = {**cards, one.slot: card}
            tests.append(self.cond(one.cond, Names(cards, names.players, names.open)))
        return f"[{card} {loop} if {' and '.join(tests)}]"


def inlined(scope: Scope, node: ast.Node) -> Fn | None:
    """A filter, condition or number that says several things, as one function of the state and the slots; None if it
    says but one, or can't be written."""
    if not scope.compiled.inlines:
        return None
    writer, names = Writer(scope), Names()
    try:
        match node:
            case ast.Where() if not is_past(node):
                return writer.function("s, slots", writer.cards(node, names))
            case ast.And() | ast.Or() | ast.Not() | ast.Compare() | ast.Some() | ast.Holds():
                return writer.function("s, slots", writer.cond(node, names))
            case ast.Count() | ast.Plus() | ast.Minus() | ast.Times():
                return writer.function("s, slots", writer.number(node, names))
    except TooMuch:
        pass
    return None


def inlined_test(scope: Scope, slot: int, node: ast.Cond) -> Callable[[State, Slots, int], Any] | None:
    """A condition that says several things as a test of the card a filter puts into `slot`; None if it is not so."""
    if not scope.compiled.inlines or not isinstance(node, ast.And | ast.Or | ast.Not | ast.Holds | ast.Compare):
        return None
    writer = Writer(scope)
    try:
        return writer.function("s, slots, card", writer.cond(node, Names({slot: "card"})))
    except TooMuch:
        return None
