"""What can come to be in a game: kinds of cards, and where cards can come to lie. Told from the cards that are there and
from the typed trees alone, for the whole game at once.

Nothing is left out that might be: a text counts as carried out if it is printed on a card that is there or can come to
be, or is one of the rules that can be set off; it may then do all it speaks of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardscript.engine.without import Shorter, is_never, is_none, printed_actions, rows_of
from cardscript.language import ast
from cardscript.language.inside import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State

EVERYTHING = -1
"""All bits."""
ANY_ROW = 1 << 62
"""Stands for a row that can't be told from the text."""


class Reach(NamedTuple):
    """What can come to be, each a number with a bit for each: kinds that a card can be of, zones in which one can lie,
    rows with a space under which one can lie."""

    kinds: int
    zones: int
    under: int


class Deeds:
    """What texts may bring about, each a number with a bit for each: verbs done, zones something is put into, rows
    under which it is put, kinds and printed cards that it becomes."""

    __slots__ = ("cards", "kinds", "under", "verbs", "zones")

    def __init__(self) -> None:
        self.verbs = self.zones = self.under = self.kinds = self.cards = 0

    def add(self, other: Deeds) -> None:
        self.verbs |= other.verbs
        self.zones |= other.zones
        self.under |= other.under
        self.kinds |= other.kinds
        self.cards |= other.cards

    def all(self) -> tuple[int, int, int, int, int]:
        return self.verbs, self.zones, self.under, self.kinds, self.cards


def bits(number: int) -> Iterator[int]:
    """The bits that are set, from the lowest on."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Reaching:
    """Finds out what can come to be in games with one set of tables. What is found for texts is kept."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._game = compiled.game
        self.printed = printed_actions(self._game)
        self._cards: dict[int, Deeds] = {}
        self._verbs: dict[int, Deeds] = {}
        self._found: dict[tuple[int, ...], Reach] = {}
        homes = {kind.home for kind in self._game.kinds if kind.home >= 0}
        self._homes = sum(1 << home for home in homes)
        self._always = Deeds()
        """What may come of phases and of what stands."""
        self._rules: list[tuple[ast.Node | None, int, Deeds]] = []
        """What comes of rules only if something can be: a condition that has to hold or cards there have to be, printed
        cards of which there has to be one; what may come of it."""
        self._read_rules()
        self._told = self._told_apart()

    # --- what is in the rules
    def _read_rules(self) -> None:
        game = self._game
        for node in (*(phase.unit for phase in game.phases), *game.standing):
            self._always.add(self.of(node))
        for verb in game.announcing.values():
            self._always.verbs |= 1 << verb
        for trigger in game.triggers:
            self._rules.append((trigger.pattern.where, EVERYTHING, self.of(trigger)))
        for rule in game.states:
            found = self.of(rule.cond)
            found.add(self.of(rule.unit))
            self._rules.append((rule.cond, EVERYTHING, found))
        for number, action in enumerate(game.actions):
            found = self.of(action.unit)
            for part in (action.extra_cost, *(refusal.when for refusal in action.refusals)):
                if part is not None:
                    found.add(self.of(part))
            printed = self.printed.get(number, (0, 0))[0] if action.printed_on >= 0 else EVERYTHING
            self._rules.append((action.cards, printed, found))

    def _told_apart(self) -> Reach:
        """What the rules speak of: of nothing else it matters to them whether it can be."""
        game = self._game
        trees: list[ast.Node | None] = [decl.unit for decl in (*game.verbs, *game.phases)]
        trees += [decl.cond for decl in (*game.predicates, *game.states)]
        for action in game.actions:
            whens = (refusal.when for refusal in action.refusals)
            trees += [action.cards, action.cost, action.extra_cost, action.unit, *whens]
        trees += [*game.triggers, *game.standing, *(rule.unit for rule in game.states)]
        trees += [ending.when for ending in game.endings]
        kinds = zones = under = 0
        for tree in trees:
            for node in inside(tree) if tree is not None else ():
                match node:
                    case ast.IsKind(kind=kind):
                        kinds |= 1 << kind
                    case ast.Beneath(space=space) if space is not None:
                        rows = rows_of(space)
                        under |= ANY_ROW if rows is None else rows
                    case ast.ZonePlace() | ast.SpacePlace() | ast.EachZone() | ast.Column():
                        zones |= 1 << node.zone
        for _, where in self.printed.values():
            zones |= where if where > 0 else 0
        return Reach(kinds, zones, under)

    def of(self, node: ast.Node) -> Deeds:
        """What may come of a tree being carried out, without what may come of the verbs it does."""
        found = Deeds()
        for one in inside(node):
            match one:
                case ast.Do(verb=verb, goal=goal, args=args):
                    found.verbs |= 1 << verb
                    self._put(found, *(part for part in (goal, *args) if isinstance(part, ast.Place)))
                case ast.PlayCopy(verb=verb):
                    found.verbs |= 1 << verb
                case ast.Move(goal=place) | ast.BindPlace(place=place) | ast.ChoosePlace(place=place):
                    self._put(found, place)
                case ast.DestroySpace(place=place):
                    self._put(found, place)
                case ast.HasTargets(place=at, kind=kind):
                    self._put(found, *(() if at is None else (at,)))
                    self._kind(found, kind)
                case ast.Announce(kind=kind):
                    self._kind(found, kind)
                case ast.Identity(kind=kind, named=named):
                    self._kind(found, -1 if kind is None else kind)
                    card = -1 if named is None else self._compiled.card_named(named)
                    found.cards |= 1 << card if card >= 0 else 0
        return found

    def _kind(self, found: Deeds, kind: int) -> None:
        found.kinds |= self._compiled.kind_bits[kind] if kind >= 0 else 0

    def _put(self, found: Deeds, *places: ast.Place) -> None:
        """Something may be put into the places. Where a card lies, and what a slot holds, is met elsewhere."""
        for place in places:
            match place:
                case ast.ZonePlace(zone=zone) | ast.SpacePlace(zone=zone) | ast.EachZone(zone=zone):
                    found.zones |= 1 << zone
                case ast.Column(zone=zone):
                    found.zones |= 1 << zone
                case ast.SpacesWhere(place=inner) | ast.PickPlace(place=inner) | ast.SpaceAfter(of=inner):
                    self._put(found, inner)
                case ast.AnyPlace(parts=parts):
                    self._put(found, *parts)
                case ast.Beneath(space=space) if space is not None:
                    rows = rows_of(space)
                    found.under |= EVERYTHING if rows is None else rows
                case ast.SupplyOf():
                    found.zones |= self._homes
                case ast.Beneath() | ast.PlaceOf() | ast.PlaceSlot():
                    pass
                case _:
                    found.zones = found.under = EVERYTHING

    def _of_card(self, card: int) -> Deeds:
        found = self._cards.get(card)
        if found is None:
            found = self._cards[card] = Deeds()
            decl = self._game.cards[card]
            self._kind(found, decl.kind)
            for ability in decl.abilities:
                found.add(self.of(ability))
        return found

    def _of_verb(self, verb: int) -> Deeds:
        found = self._verbs.get(verb)
        if found is None:
            unit = self._game.verbs[verb].unit
            found = self._verbs[verb] = self.of(unit) if unit is not None else Deeds()
        return found

    # --- what follows
    # --- what follows
    def begun(self, s: State, units: Iterable[int]) -> Reach:
        """What can come to be in a game that begins as it is laid out, and with these units."""
        layout = self._compiled.layout
        found = Deeds()
        for card in {*s.decl}:
            found.cards |= 1 << card
        for place in {*s.at}:
            if 0 <= place < layout.places:
                found.zones |= 1 << layout.zone[place]
            elif layout.places <= place < layout.under_cards:
                found.under |= 1 << layout.zone[place - layout.places]
        for uid in units:
            unit = self._compiled.units[uid]
            if unit is not None:
                found.add(self.of(unit))
        key = found.all()
        reach = self._found.get(key)
        if reach is None:
            reach = self._found[key] = self._narrowed(self._followed(found))
        return reach

    def _followed(self, found: Deeds) -> Reach:
        """What follows from what there is to begin with."""
        found.add(self._always)
        waiting = self._rules
        cards = verbs = 0
        while True:
            while (more := found.cards & ~cards) or found.verbs & ~verbs:
                for card in bits(more):
                    found.add(self._of_card(card))
                for verb in bits(found.verbs & ~verbs):
                    verbs |= 1 << verb
                    found.add(self._of_verb(verb))
                cards |= more
            self._filled(found)
            reach = Reach(found.kinds, found.zones, found.under)
            shorter = Shorter(self._game, self.printed, reach)
            held, waiting = waiting, []
            for rule in held:
                if self._may_be(shorter, found.cards, rule):
                    found.add(rule[2])
                else:
                    waiting.append(rule)
            if len(held) == len(waiting):
                return reach

    def _may_be(self, shorter: Shorter, cards: int, rule: tuple[ast.Node | None, int, Deeds]) -> bool:
        node, printed, _ = rule
        if not printed & cards:
            return False
        told = shorter.node(node) if node is not None else None
        return told is None or not (is_never(told) or is_none(told))

    def _filled(self, found: Deeds) -> None:
        """Zones that are filled from others, and piles that others become."""
        before = -2
        while before != found.zones:
            before = found.zones
            for number, zone in enumerate(self._game.zones):
                for source in (zone.refill, zone.replenish):
                    if source >= 0 and found.zones >> source & 1:
                        found.zones |= 1 << number

    def _narrowed(self, reach: Reach) -> Reach:
        """The same, as far as the rules tell it apart: games that differ in nothing else share their tables."""
        told = self._told
        under = (reach.under | ~told.under if reach.under else 0) if told.under else EVERYTHING
        return Reach(reach.kinds | ~told.kinds, reach.zones | ~told.zones, under)
