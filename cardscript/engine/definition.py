"""What a card can be: a printed card, or one that borrows an identity, with everything the machine looks up in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.effects import Effect, flat, key_of
from cardscript.engine.kinds import Fn
from cardscript.engine.limits import EngineError
from cardscript.engine.lower_places import holder
from cardscript.engine.scope import Scope
from cardscript.engine.settled import Leans, leans_on
from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.language.program import CardDecl

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State

KEEP_KINDS = 1 << 16
"""Added to the kind of a borrowed identity: the printed kinds are kept beside it."""

NOTHING, ACTIONS, MORE = range(3)
Stirred = tuple[int, tuple[tuple[int, "Item", bool], ...]]
"""Whether a card that goes somewhere changes nothing in what is looked for, only what is printed on it to be done, or
more; and all it changes: the number of the item, the item, whether it is looked for from then on."""

HOLDER, ACTIVE, ACTOR = range(3)
WHO = {"holder": HOLDER, "active": ACTIVE, "actor": ACTOR}


class Item:
    """What a definition does by itself: a trigger, replacement, standing effect, printed ending or action."""

    __slots__ = (
        "about_this",
        "action",
        "asks",
        "blank",
        "effect",
        "ending",
        "gate",
        "gate_text",
        "key",
        "label",
        "leans",
        "once",
        "optional",
        "ordinals",
        "places",
        "possible",
        "text",
        "uid",
        "verb",
        "where",
        "who",
        "zones",
    )

    def __init__(self, uid: int, key: int, text: str) -> None:
        self.uid, self.key, self.text = uid, key, text
        self.verb = self.label = self.action = self.ending = -1
        self.about_this = self.optional = self.once = False
        self.blank: list[Any] = []
        self.effect: Effect | None = None
        self.leans: Leans | None = None
        """What the values a modifier gives follow from, and whether it holds."""
        self.gate: Fn | None = None
        self.gate_text = ""
        self.where: Fn | None = None
        self.possible: Fn | None = None
        self.ordinals: tuple[int, int] | None = None
        self.who = ACTIVE
        self.asks = True
        """It matters who `you` is."""
        self.zones: frozenset[int] | None = None
        self.places: frozenset[int] | None = None
        """The places in those zones: where its card has to lie (None: anywhere)."""

    def seat(self, s: State, card: int, actor: int) -> int:
        """Who `you` is in this text."""
        if self.who == ACTIVE:
            return s.seat
        if self.who == HOLDER:
            seat = holder(s, card) if card >= 0 else -1
            if seat >= 0:
                return seat
            if actor >= 0 and card >= 0 and s.at[card] < 0:
                return actor  # of a copy that lies nowhere yet
            return s.seat
        return actor if actor >= 0 else s.seat

    def lies(self, s: State, place: int) -> bool:
        """Whether the text works for a card that lies there."""
        return place >= 0 if self.places is None else place in self.places

    def works(self, s: State, card: int) -> bool:
        """Whether the text works for events with the card: where it lies, and for a copy that lies nowhere yet."""
        place = s.at[card]
        return self.lies(s, place) or (place < 0 and card in s.copies)


class Definition:
    """Everything a card is, as the machine reads it."""

    __slots__ = (
        "alike",
        "attributes",
        "decl",
        "group",
        "home",
        "items",
        "kinds",
        "labels",
        "lines",
        "lowers",
        "name",
        "own",
        "own_bans",
        "own_changes",
        "own_replacements",
        "prints",
        "stays",
        "touchy",
        "traits",
        "vocal",
        "watched",
        "ways",
        "words",
    )

    def __init__(self, compiled: Compiled, decl: int) -> None:
        card = compiled.card(decl)
        self.decl = decl
        self.name = card.name
        self.group = card.group
        self.stays = card.count == 0 and compiled.game.kinds[card.kind].stays
        """Borrowed, and kept in zones where cards are as printed too."""
        self.alike = compiled.game.kinds[card.kind].alike
        """It makes no difference which of several of them is taken."""
        self.kinds = compiled.kind_bits[card.kind]
        self.home = compiled.homes[card.kind]
        self.attributes = [card.attributes.get(a, 0) for a in range(len(compiled.game.attributes))]
        self.prints = sum(1 << a for a in card.attributes)
        self.traits = [sum(1 << v for v in set(card.traits.get(t, ()))) for t in range(len(compiled.game.traits))]
        self.items: list[Item] = []
        """Items that are looked for from outside: watchers, replacements, standing effects."""
        self.own: dict[int, list[Item]] = {}
        """Triggers about this card itself, by verb, in printed order."""
        self.own_changes: dict[int, list[Item]] | None = None
        """Modifiers of this card by itself, by attribute."""
        self.lowers: frozenset[int] = frozenset()
        """Attributes that these may make lower than they are printed."""
        self.own_bans: dict[int, list[Item]] = {}
        """Prohibitions that can only be about this card, by verb."""
        self.own_replacements: dict[int, list[Item]] = {}
        """Replacements that can only be about this card, by verb."""
        self.lines: list[int] = []
        """Units of its unlabelled lines."""
        self.labels: dict[int, list[int]] = {}
        """Units of its labelled lines, by label."""
        self._read(compiled, card)
        self.watched = bool(self.items)
        self.words = ""
        """How it is named where it is told what a card has become, once that has been asked for."""
        self.ways: dict[tuple[int, int], Stirred] = {}
        """From where to where -> what `stirs` says, as far as that has been asked."""
        self.touchy = frozenset((*self.own_bans, *self.own_replacements))
        """Verbs of which an event with this card must be looked at: the card itself forbids or replaces some."""
        self.vocal = bool(self.own or self.touchy)
        """It has something to say about events with this card."""
        if len(self.items) > 4000:
            raise EngineError(f"{card.name} has too many abilities")

    def stirs(self, s: State, source: int, goal: int) -> Stirred:
        """What a card begins or ceases to look for when it goes from place to place (-1: from or to nowhere)."""
        found = self.ways.get((source, goal))
        if found is None:
            changing = tuple(
                (number, item, item.lies(s, goal))
                for number, item in enumerate(self.items)
                if item.lies(s, source) != item.lies(s, goal)
            )
            only_actions = all(item.action >= 0 for _, item, _ in changing)
            found = NOTHING if not changing else ACTIONS if only_actions else MORE, changing
            self.ways[source, goal] = found
        return found

    def _read(self, compiled: Compiled, card: CardDecl) -> None:
        for ability in card.abilities:
            uid = compiled.unit_id(ability.unit)
            label = compiled.game.labels[ability.label] if ability.label >= 0 else None
            mode = label.mode if label is not None else ""
            if ability.kind == "text":
                self.lines.append(uid)
            if ability.label >= 0 and ability.kind in ("label", "action"):
                self.labels.setdefault(ability.label, []).append(uid)
            if ability.kind in ("trigger", "replace") or (ability.kind == "label" and mode in ("trigger", "ending")):
                pattern = ability.pattern or (label.pattern if label is not None else None)
                if pattern is not None:
                    self._pattern(compiled, ability, uid, pattern)
                elif mode == "ending" and label is not None:
                    self._ending(compiled, ability, uid, label.ending)
            elif ability.kind == "static" or (ability.kind == "label" and mode == "static"):
                self._static(compiled, ability, uid)
            elif ability.kind == "action":
                self._action(compiled, ability, uid)

    def _item(self, compiled: Compiled, ability: ast.Ability, uid: int, key: int, scope: Scope) -> Item:
        item = Item(uid, key, ability.unit.text)
        if ability.zones:
            item.zones = frozenset(ability.zones)
            item.places = frozenset(place for place, zone in enumerate(compiled.layout.zone) if zone in item.zones)
        item.who = WHO[ability.you]
        item.gate = scope.cond(ability.gate) if ability.gate is not None else None
        item.gate_text = ability.gate_text
        item.optional, item.once = ability.optional, ability.once
        item.possible = scope.cond(ability.possible) if ability.possible is not None else None
        item.label = ability.label
        item.ordinals = ability.ordinals
        return item

    def _pattern(self, compiled: Compiled, ability: ast.Ability, uid: int, pattern: ast.Pattern) -> None:
        scope = Scope(compiled, compiled.sizes[uid])
        key = 4 * pattern.verb + (1 if ability.kind == "replace" else 0)
        item = self._item(compiled, ability, uid, key, scope)
        item.verb, item.about_this = pattern.verb, pattern.about_this
        item.where = scope.cond(pattern.where)
        item.blank = scope.blank()
        if pattern.about_this:
            mine = self.own_replacements if ability.kind == "replace" else self.own
            mine.setdefault(pattern.verb, []).append(item)
        else:
            self.items.append(item)

    def _static(self, compiled: Compiled, ability: ast.Ability, uid: int) -> None:
        for node, cond in flat(ability.unit.body):
            scope = Scope(compiled, compiled.sizes[uid])
            item = self._item(compiled, ability, uid, key_of(compiled, node), scope)
            if cond is not None:
                inner, outer = scope.cond(cond), item.gate
                item.gate = inner if outer is None else _both(outer, inner)
            item.effect = compiled.effect(compiled.effect_ids[id(node)])
            blank = scope.blank()
            item.blank = blank + item.effect.blank[len(blank) :]
            for slot, value in enumerate(item.effect.blank):
                if item.blank[slot] == 0 and isinstance(value, list):
                    item.blank[slot] = value
            if isinstance(node, ast.Modify | ast.Forbid):
                item.asks = _asks_for_you(compiled, node, cond, ability.gate)
            if isinstance(node, ast.Modify):
                item.leans = leans_on(compiled, node.amount, node.where, cond, ability.gate)
            elif isinstance(node, ast.Forbid):
                item.leans = leans_on(compiled, node.where, cond, ability.gate)
            if isinstance(node, ast.Modify) and _about_itself(node):
                if self.own_changes is None:
                    self.own_changes = {}
                self.own_changes.setdefault(node.attribute, []).append(item)
                if not item.effect.raises:
                    self.lowers |= {node.attribute}
            elif isinstance(node, ast.Forbid) and _about_slots(node.where, ast.OBJECT):
                self.own_bans.setdefault(node.verb, []).append(item)
            else:
                self.items.append(item)

    def _ending(self, compiled: Compiled, ability: ast.Ability, uid: int, ending: str) -> None:
        scope = Scope(compiled, compiled.sizes[uid])
        item = self._item(compiled, ability, uid, compiled.ending_key, scope)
        cond = ending_condition(ability)
        item.where = scope.cond(cond) if cond is not None else None
        item.gate = None
        item.ending = compiled.ending_named(ending)
        item.blank = scope.blank()
        self.items.append(item)

    def _action(self, compiled: Compiled, ability: ast.Ability, uid: int) -> None:
        action = ability.action
        if action < 0:
            for number, decl in enumerate(compiled.game.actions):
                if decl.printed_on >= 0 and decl.printed_on == ability.label:
                    action = number
        if action < 0:
            return
        scope = Scope(compiled, compiled.sizes[uid])
        item = self._item(compiled, ability, uid, compiled.action_key + action, scope)
        item.action = action
        item.blank = scope.blank()
        self.items.append(item)


def ending_condition(ability: ast.Ability) -> ast.Cond | None:
    """When a printed ending holds: what `possible` or the gate says, or the `If` that the line is."""
    if ability.possible is not None:
        return ability.possible
    if ability.gate is not None:
        return ability.gate
    body = ability.unit.body
    while isinstance(body, ast.Seq) and len(body.parts) == 1:
        body = body.parts[0]
    return body.cond if isinstance(body, ast.If) else None


def _both(one: Fn, two: Fn) -> Fn:
    return lambda s, slots: one(s, slots) and two(s, slots)


def _asks_for_you(compiled: Compiled, *nodes: ast.Node | None) -> bool:
    """Whether any of the expressions, or an adjective in them, asks who `you` is."""
    open_, seen = [node for node in nodes if node is not None], set[int]()
    while open_:
        for node in inside(open_.pop()):
            if isinstance(node, ast.PlayerSlot) and node.slot == ast.YOU:
                return True
            if isinstance(node, ast.Holds) and node.predicate not in seen:
                seen.add(node.predicate)
                open_.append(compiled.game.predicates[node.predicate].cond)
    return False


def _about_itself(node: ast.Modify) -> bool:
    """Whether a modifier can only be about the card it is printed on."""
    return _about_slots(node.where, node.slot)


def _about_slots(where: ast.Cond, slot: int) -> bool:
    """Whether a condition can only hold if the card in a slot is the one that speaks."""
    itself = (
        ast.Among(ast.CardSlot(slot), ast.CardSlot(ast.THIS)),
        ast.Among(ast.CardSlot(ast.THIS), ast.CardSlot(slot)),
    )
    if isinstance(where, ast.And):
        return any(_about_slots(part, slot) for part in where.parts)
    return _like(where, itself)


def _like(node: ast.Cond, shapes: tuple[ast.Among, ...]) -> bool:
    if not isinstance(node, ast.Among):
        return False
    cards, others = node.cards, node.others
    if not (isinstance(cards, ast.CardSlot) and isinstance(others, ast.CardSlot)):
        return False
    return any((cards.slot, others.slot) == (s.cards.slot, s.others.slot) for s in shapes)  # type: ignore[attr-defined]


def derived(compiled: Compiled, data: list[Any]) -> Definition:
    """The definition of a borrowed identity: [printed card, kind, group, attributes, traits]. It is made once."""
    decl, kind, group, attributes, traits = data
    key = (decl, kind, group, *map(tuple, attributes), None, *map(tuple, traits))
    made: dict[tuple[Any, ...], Definition] = compiled.shared.setdefault("identities", {})
    found = made.get(key)
    if found is None:
        found = made[key] = _derived(compiled, data)
    return found


def _derived(compiled: Compiled, data: list[Any]) -> Definition:
    decl, kind, group, attributes, traits = data
    base = compiled.definition(decl)
    d = Definition.__new__(Definition)
    for name in Definition.__slots__:
        setattr(d, name, getattr(base, name))
    d.words = ""
    if kind >= 0:
        kept = base.kinds if kind & KEEP_KINDS else 0
        kind &= KEEP_KINDS - 1
        d.kinds = compiled.kind_bits[kind] | kept
        d.home = compiled.homes[kind]
        d.stays = compiled.game.kinds[kind].stays
    if group is not None:
        d.group = group
    if attributes:
        d.attributes = base.attributes[:]
        for attribute, value in attributes:
            d.attributes[attribute] = value
            d.prints |= 1 << attribute
    if traits:
        d.traits = base.traits[:]
        for trait, value in traits:
            d.traits[trait] = d.traits[trait] | 1 << value if value >= 0 else 0
    return d
