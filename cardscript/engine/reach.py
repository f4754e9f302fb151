"""What can come to be in a game: kinds of cards, and where cards can come to lie. Told from the cards that are there
and from the typed trees alone, for the whole game at once.

Nothing is left out that might be: a text counts as carried out if it is printed on a card that is there or can come to
be, or is one of the rules that can be set off; it may then do all it speaks of.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from cardscript.engine.deal import KEPT
from cardscript.engine.limits import EngineError
from cardscript.engine.without import Shorter, actions_of, is_never, is_none, printed_actions, rows_of
from cardscript.language import ast
from cardscript.language.inside import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.deal import Group
    from cardscript.language.program import ActionDecl, CardDecl, Game

EVERYTHING = -1
"""All bits."""


class Reach(NamedTuple):
    """What can come to be, each a number with a bit for each: kinds that a card can be of, zones in which one can lie,
    rows with a space under which one can lie, and some that printed texts do (see `Texts`)."""

    kinds: int
    zones: int
    under: int
    texts: int


class Texts:
    """What printed cards bring along that moves and prices of all cards have to heed. Bit 0: an ending that is looked
    at after every event; then a bit for each set with endings that state a condition, cards that count as something
    else, or modifiers of attributes that no card prints. By sets and not by cards, so that many games have the same
    tables; of a game with one set only the first is told."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        sets = sorted({card.set for card in compiled.game.cards})
        self._bits = {name: 2 << n if len(sets) > 1 else 0 for n, name in enumerate(sets)}
        self.width = 1 + len(sets)
        self.endings: dict[int, int] = {}
        """Unit of a printed ending -> the bits of the sets that have it, one of which is enough."""
        self.counting: dict[int, int] = {}
        """Id of the statement that a printed card counts as something else -> the same."""
        self.bending: dict[int, int] = dict.fromkeys(_unprinted(compiled.game), 0)
        """Attribute that only texts of cards give to cards -> the bits of the sets of these texts."""
        self.told = 0
        """All bits that any card has."""
        self._of = [self._found(card) for card in compiled.game.cards]

    def of(self, card: int) -> int:
        """The bits of a printed card."""
        return self._of[card]

    def _found(self, card: CardDecl) -> int:
        compiled, bit = self._compiled, self._bits[card.set]
        found, there = int(compiled.is_watchful(card)), bit or EVERYTHING
        for ability in card.abilities:
            uid = compiled.unit_ids[id(ability.unit)]
            if uid in compiled.printed_reads:
                found |= bit
                self.endings[uid] = self.endings.get(uid, 0) | there
            for node in inside(ability):
                if isinstance(node, ast.CountAs):
                    found |= bit
                    self.counting[id(node)] = self.counting.get(id(node), 0) | there
                elif isinstance(node, ast.Modify) and node.attribute in self.bending:
                    found |= bit
                    self.bending[node.attribute] |= there
        self.told |= found
        return found


def _unprinted(game: Game) -> set[int]:
    """The attributes that no card prints and no rule gives to cards."""
    found = set(range(len(game.attributes)))
    for card in game.cards:
        found.difference_update(a for a, value in card.attributes.items() if value)
        for ability in card.abilities:
            found.difference_update(a for node in inside(ability) for a in _given(node))
    begins = [
        unit for unit in (game.setup.unit, *(line.unit for line in game.setup_lines.values())) if unit is not None
    ]
    for tree in (*_rules_of(game), *begins):
        for node in inside(tree):
            found.difference_update(_given(node))
            if isinstance(node, ast.Modify):
                found.discard(node.attribute)
    return found


def _given(node: ast.Node) -> list[int]:
    """The attributes that cards get with something they become."""
    return [attribute for attribute, _ in node.attributes] if isinstance(node, ast.Identity) else []


def _rules_of(game: Game) -> Iterator[ast.Node]:
    """All trees of a game but those of cards and of its set-up."""
    trees: list[ast.Node | None] = [*(verb.unit for verb in game.verbs), *(phase.unit for phase in game.phases)]
    trees += [*(decl.cond for decl in game.predicates), *(rule.cond for rule in game.states)]
    for action in game.actions:
        whens = (refusal.when for refusal in action.refusals)
        trees += [action.cards, action.cost, action.extra_cost, action.unit, *whens]
    trees += [*game.triggers, *game.standing, *(rule.unit for rule in game.states)]
    trees += [ending.when for ending in game.endings]
    yield from (tree for tree in trees if tree is not None)


def _bits(number: int) -> Iterator[int]:
    """The bits that are set, from the lowest on."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Reaching:
    """Finds out what can come to be in games with one set of tables.

    What may come of a text is one number with a bit for each verb done, kind of card there is then, zone something is
    put into, row under which something is put (the bit behind the last one: a row that can't be told), one for each of
    what printed texts do (`Texts`), and one for each printed card that something becomes, in this order.
    """

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._game = game = compiled.game
        self.printed = printed_actions(game)
        self._kinds = len(game.verbs)
        self._zones = self._kinds + len(game.kinds)
        self._under = self._zones + len(game.zones)
        self._texts_at = self._under + len(game.zones) + 1
        self.texts = Texts(compiled)
        self._cards = self._texts_at + self.texts.width
        self._anywhere = (1 << self._texts_at) - (1 << self._zones)
        """All zones, and all rows."""
        self._homes = 0
        for kind in game.kinds:
            self._homes |= 1 << self._zones + kind.home if kind.home >= 0 else 0
        self._filled = [
            (1 << self._zones + source, 1 << self._zones + number)
            for number, zone in enumerate(game.zones)
            for source in (zone.refill, zone.replenish)
            if source >= 0
        ]
        """Zones that are filled from others, and piles that others become."""
        self._known: dict[int, int] = {}
        self._of_units: dict[int, int] = {}
        self._of_groups: dict[Group, int] = {}
        self._of_zones = [1 << self._zones + zone for zone in range(len(game.zones))]
        self._found: dict[int, Reach] = {}
        told = self._told = self._told_apart()
        self._rows = (1 << len(game.zones) + 1) - 1
        self._matters = told.kinds << self._kinds | told.zones << self._zones | self._rows << self._under
        self._matters |= self.texts.told << self._texts_at
        """What rules ask for, once it is known what may come of verbs and cards."""
        for source, zone in self._filled:
            self._matters |= source | zone
        self._always = 0
        """What may come of phases and of what stands."""
        self._rules: list[tuple[ast.Node | None, int]] = []
        """What comes of rules only if something can be: a condition that has to hold or cards there have to be; what
        may come of it."""
        self._read_rules()

    # --- what is in the rules
    def _read_rules(self) -> None:
        game = self._game
        for node in (*(phase.unit for phase in game.phases), *game.standing):
            self._always |= self._of(node)
        for verb in game.announcing.values():
            self._always |= 1 << verb
        self._always = self._closed(self._always)
        for trigger in game.triggers:
            self._rules.append((trigger.pattern.where, self._of(trigger)))
        for rule in game.states:
            self._rules.append((rule.cond, self._of(rule.cond, rule.unit)))
        for action in game.actions:
            if action.printed_on < 0:
                self._rules.append((action.cards, self._of_action(action)))

    def _told_apart(self) -> Reach:
        """What the rules speak of: of nothing else it matters to them whether it can be."""
        game = self._game
        kinds = zones = under = 0
        for tree in _rules_of(game):
            for node in inside(tree):
                match node:
                    case ast.IsKind(kind=kind):
                        kinds |= 1 << kind
                    case ast.Beneath(space=space) if space is not None:
                        rows = rows_of(space)
                        under |= 1 << len(game.zones) if rows is None else rows
                    case ast.ZonePlace() | ast.SpacePlace() | ast.EachZone() | ast.Column():
                        zones |= 1 << node.zone
        for where in self.printed.values():
            zones |= where if where > 0 else 0
        return Reach(kinds, zones, under, self.texts.told)

    # --- what may come of texts
    def _of(self, *nodes: ast.Node | None) -> int:
        """What may come of trees being carried out, without what may come of the verbs they do."""
        found = 0
        for one in (part for node in nodes if node is not None for part in inside(node)):
            match one:
                case ast.Do(verb=verb, goal=goal, args=args):
                    found |= 1 << verb | self._put(*(part for part in (goal, *args) if isinstance(part, ast.Place)))
                case ast.PlayCopy(verb=verb):
                    found |= 1 << verb
                case ast.Move(goal=place) | ast.BindPlace(place=place) | ast.ChoosePlace(place=place):
                    found |= self._put(place)
                case ast.DestroySpace(place=place):
                    found |= self._put(place)
                case ast.HasTargets(place=at, kind=kind):  # read as if it lay there, and were of that kind
                    found |= self._kind(kind) | (0 if at is None else self._put(at))
                case ast.Announce(kind=kind):
                    found |= self._kind(kind)
                case ast.Identity(kind=kind, named=named):
                    card = -1 if named is None else self._compiled.card_named(named)
                    found |= self._kind(-1 if kind is None else kind)
                    found |= 1 << self._cards + card if card >= 0 else 0
        return found

    def _of_action(self, action: ActionDecl) -> int:
        return self._of(action.unit, action.cards, action.extra_cost, *(refusal.when for refusal in action.refusals))

    def _kind(self, kind: int) -> int:
        return self._compiled.kind_bits[kind] << self._kinds if kind >= 0 else 0

    def _put(self, *places: ast.Place) -> int:
        """Something may be put into the places. Where a card lies, and what a slot holds, is met elsewhere."""
        found = 0
        for place in places:
            match place:
                case ast.ZonePlace() | ast.SpacePlace() | ast.EachZone() | ast.Column():
                    found |= 1 << self._zones + place.zone
                case ast.SpacesWhere(place=inner) | ast.PickPlace(place=inner) | ast.SpaceAfter(of=inner):
                    found |= self._put(inner)
                case ast.AnyPlace(parts=parts):
                    found |= self._put(*parts)
                case ast.Beneath(space=space) if space is not None:
                    rows = rows_of(space)
                    found |= (self._rows if rows is None else rows) << self._under
                case ast.SupplyOf():
                    found |= self._homes
                case ast.Beneath() | ast.PlaceOf() | ast.PlaceSlot():
                    pass
                case _:
                    found |= self._anywhere
        return found

    def _leads_to(self, bit: int) -> int:
        """What may come of a verb being done, or of a printed card being there."""
        found = self._known.get(bit)
        if found is None:
            if bit < self._kinds:
                found = self._of(self._game.verbs[bit].unit)
            else:
                card = self._game.cards[bit - self._cards]
                found = self._kind(card.kind) | self._of(*card.abilities)
                found |= self.texts.of(bit - self._cards) << self._texts_at
                for action in actions_of(self._game, card):
                    found |= self._of_action(self._game.actions[action])
            self._known[bit] = found
        return found

    def _closed(self, found: int) -> int:
        """The same, with what may come of verbs and cards in it."""
        open_, lead = found, (1 << self._kinds) - 1 | EVERYTHING << self._cards
        while open_ := open_ & lead:
            more = 0
            for bit in _bits(open_):
                more |= self._leads_to(bit)
            open_, found = more & ~found, found | more
        return found

    def _of_group(self, cards: Group) -> int:
        """What may come of a group of cards being there, as far as it matters to the rules. Groups are dealt again and
        again; there is an end to how many are kept, for others may be drawn at random."""
        found = 0
        for card, _ in cards:
            if not 0 <= card < len(self._game.cards):
                raise EngineError(f"there is no card with the number {card} in the game")
            found |= self._closed(1 << self._cards + card)
        if len(self._of_groups) >= KEPT:
            self._of_groups.clear()
        found = self._of_groups[cards] = found & self._matters
        return found

    def _of_unit(self, uid: int) -> int:
        found = self._of_units.get(uid)
        if found is None:
            found = self._of_units[uid] = self._closed(self._of(self._compiled.units[uid]))
        return found

    # --- what follows
    def begun(self, groups: Sequence[Group], places: Iterable[int], units: Iterable[int]) -> Reach:
        """What can come to be in a game that begins with these cards, these places that hold some, and these units."""
        known, layout = self._of_groups, self._compiled.layout
        try:
            found = reduce(or_, map(known.__getitem__, groups), self._always)
        except KeyError:
            found = reduce(or_, map(self._of_group, groups), self._always)
        for place in places:
            if 0 <= place < layout.places:
                found |= self._of_zones[layout.zone[place]]
            elif layout.places <= place < layout.under_cards:
                found |= 1 << self._under + layout.zone[place - layout.places]
        for uid in units:
            found |= self._of_unit(uid)
        key = found & self._matters
        reach = self._found.get(key)
        if reach is None:
            reach = self._found[key] = self._narrowed(self._followed(key))
        return reach

    def _followed(self, found: int) -> Reach:
        """What follows from what there is to begin with, by all rules that can be set off."""
        waiting = self._rules
        while True:
            before = -1
            while before != found:
                before = found
                for source, zone in self._filled:
                    found |= zone if found & source else 0
            under, texts = found >> self._under & self._rows, found >> self._texts_at & self.texts.told
            reach = Reach(found >> self._kinds, found >> self._zones, under, texts)
            shorter = Shorter(self._game, self.printed, reach)
            held, waiting = waiting, []
            for rule in held:
                told = shorter.node(rule[0]) if rule[0] is not None else None
                if told is not None and (is_never(told) or is_none(told)):
                    waiting.append(rule)
                else:
                    found = self._closed(found | rule[1])
            if len(held) == len(waiting):
                return reach

    def _narrowed(self, reach: Reach) -> Reach:
        """The same, as far as the rules tell it apart: games that differ in nothing else share their tables."""
        told = self._told
        under = (reach.under | ~told.under if reach.under else 0) if told.under else EVERYTHING
        kinds, zones = reach.kinds & told.kinds | ~told.kinds, reach.zones & told.zones | ~told.zones
        return Reach(kinds, zones, under, reach.texts | ~self.texts.told)
