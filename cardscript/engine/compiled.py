"""A game made ready to run: numbers for its units and effects, lookups, and code lowered when it is first needed.

Everything here is made from the `Game` alone, in one order, so numbers mean the same in every process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from cardscript.engine.announced import Split, announces, split, texts
from cardscript.engine.definition import Definition, Item
from cardscript.engine.effects import Effect, Standing, key_of
from cardscript.engine.endings import ALWAYS, OF_YOU, TURN, Asked, ending_abilities, reads
from cardscript.engine.identity import Borrowed
from cardscript.engine.kinds import FIRST_UNIT, Fn, Op
from cardscript.engine.layout import Layout
from cardscript.engine.limits import EngineError
from cardscript.engine.marks import COUNTED, RULED, Marks
from cardscript.engine.offers import Reader
from cardscript.engine.scope import CARDS, NUMBER, SEAT, Scope, is_slot
from cardscript.engine.states import StateRules, parts_of
from cardscript.engine.verbs import Verb
from cardscript.engine.without import is_never
from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.language.program import CardDecl, Game
from cardscript.language.recent import Recent

if TYPE_CHECKING:
    from cardscript.engine.redirect import Picks
    from cardscript.engine.sums import Sum


class Code:
    """The lowered body of a unit. `spans[pc]` is the node an op was made from."""

    __slots__ = ("blank", "nodes", "ops")

    def __init__(self, ops: list[Op], nodes: list[ast.Node], blank: list[Any]) -> None:
        self.ops, self.nodes, self.blank = ops, nodes, blank


def _reads_a_number(node: ast.Node) -> bool:
    return isinstance(node, ast.AttributeOf | ast.CountValues | ast.Extreme) and not getattr(node, "printed", False)


def _of_seat(keys: set[str], seat: int) -> set[str]:
    """What is looked at for one seat."""
    return {f"{key.removesuffix(OF_YOU)} of {seat}" if key.endswith(OF_YOU) else key for key in keys}


class Compiled:
    """The tables of one game."""

    inlines = True
    """Whether expressions are written as one function each (`inlined`). Not where each node is watched."""
    narrows = True
    """Whether games in which not all can come to be get tables of their own (`narrowed`). Not where each is watched."""

    def __init__(self, game: Game, lower: Callable[[Compiled, int], Code]) -> None:
        self.game = game
        self._lower = lower
        self.whole = self
        """The tables of the whole game; others are of the game without some of it (see `narrowed`)."""
        self.layout = Layout(game)
        self.refills = self.layout.refill
        self.units: list[ast.Unit | None] = [None] * FIRST_UNIT
        self.sizes: list[int] = [0] * FIRST_UNIT
        self.unit_ids: dict[int, int] = {}
        self.abilities: dict[int, ast.Ability] = {}
        self._dealt: list[int] = []
        self.triggers: dict[int, ast.Trigger] = {}
        """Triggers of rules and delayed ones, by unit."""
        self.effect_nodes: list[tuple[Standing, int]] = []
        self.effect_ids: dict[int, int] = {}
        self.fixed = [number for number, predicate in enumerate(game.predicates) if predicate.fixed]
        """Predicates of the table that are found out about when a turn begins, and stay so until the next."""
        self._named: dict[str, int] | None = None
        self.attribute_key = 4 * len(game.verbs)
        self.allow_key = self.attribute_key + len(game.attributes)
        self.count_key = self.allow_key + 1
        self.ending_key = self.allow_key + 2
        self.immune_key = self.allow_key + 3
        self.action_key = self.allow_key + 4
        self.resources = len(game.resources)
        self.count_places: set[int] | None = set()
        """Where cards can come to count as something else; None: anywhere."""
        self.ever: set[int] = set()
        self._asked: set[int] = set()
        self.kind_bits = [1 << n | sum(1 << p for p in kind.parents) for n, kind in enumerate(game.kinds)]
        self.homes = [self._home(n) for n in range(len(game.kinds))]
        self._number_units()
        self.announcing: dict[int, tuple[int, int, int, tuple[int, ...], ast.Cond, int]] = {}
        """Unit of a text -> the units that announce it and carry it out, and what these share (see `announced`)."""
        self.splits: dict[int, Split] = {}
        """Unit that carries out an announced text -> how that text was taken apart."""
        self.carried_out: dict[int, int] = {}
        """Unit that announces a text -> that text."""
        if announces(game):
            self._number_announced()
        self.printed_reads = {self.unit_ids[id(a.unit)]: reads(game, cond) for a, cond in ending_abilities(game)}
        """What printed endings look at."""
        self.bits: dict[str, int] = {}
        """What endings look at -> the bit that stands for it."""
        self.asked = frozenset(self._asked)
        """Verbs of which any text of the game asks what was done of them; of others the record tells it."""
        self._begin_tables()

    def _begin_tables(self) -> None:
        """Everything that follows from the numbers and the game; what is lowered when first needed begins empty."""
        game = self.game
        self.codes: list[Code | None] = [None] * len(self.units)
        self.ops: list[list[Op] | None] = [None] * len(self.units)
        """The ops of each of `codes`."""
        self.rule_items: dict[int, Item] = {}
        self._effects: list[Effect | None] = [None] * len(self.effect_nodes)
        self._borrowed: dict[int, Borrowed] = {}
        self._turns_back: dict[int, bool] = {}
        self._predicates: list[tuple[Fn, list[Any]] | None] = [None] * len(game.predicates)
        self.holding: dict[int, tuple[int, int, frozenset[int]]] = {}
        """Unit -> the slots in which it keeps lines back (the lines, and whether it does), and with which labels."""
        self.picks: dict[int, Picks] = {}
        """Unit that carries out an announced text -> what it has had chosen, where that was asked for (`redirect`)."""
        self._needs: dict[int, tuple[Fn, list[Any], int]] = {}
        self.definitions: list[Definition] = [None] * len(game.cards)  # type: ignore[list-item]
        self.verbs = [Verb(n, v, self.unit_ids[id(v.unit)] if v.unit else -1) for n, v in enumerate(game.verbs)]
        self.late = frozenset(verb.uid for verb in self.verbs if verb.decl.fills_after)
        """Units of verbs during which no row is filled."""
        self.phases = [(self.unit_ids[id(phase.unit)], phase.name, phase.at_first) for phase in game.phases]
        self.kept_resources = [resource.until != "turn" for resource in game.resources]
        self.keeps_any = True in self.kept_resources
        self.standing: dict[int, list[Effect]] = {}
        self.sums: dict[int, Sum] = {}
        """What rules add to attributes, by key."""
        self.by_piles: frozenset[int] = frozenset()
        """The keys under which the rules only add what lies beneath a card."""
        self._read_endings()
        for verb in self.verbs:
            self._read_verb(verb)
        for trigger in game.triggers:
            self._run_by_rule(trigger)
        for verb in self.verbs:
            alone = verb.move is not None and not (verb.by_card or verb.noted or verb.rules)
            verb.lone = alone and (verb.own_seat >= 0 or verb.shared >= 0)
        for node in game.standing:
            self._stand(node)
        self.shared: dict[str, Any] = {}
        """Lowered windows and the like, kept by whoever made them."""

    def _run_by_rule(self, trigger: ast.Trigger) -> None:
        verb = self.verbs[trigger.pattern.verb]
        if trigger.first:
            verb.move, verb.begins = None, False
        if not is_never(trigger.pattern.where):
            item = self.trigger_item(self.unit_ids[id(trigger.unit)])
            (verb.before if trigger.first else verb.rules).append(item)

    # --- numbering ------------------------------------------------------------------------------------------------
    def _number_units(self) -> None:
        game = self.game
        for verb in game.verbs:
            if verb.unit is not None:
                self.add_unit(verb.unit)
            if verb.amount is not None:
                self._scan(verb.amount, 0)
        for predicate in game.predicates:
            self._scan(predicate.cond, 0)
        for label in game.labels:
            if label.pattern is not None:
                self._scan(label.pattern, 0)
        for action in game.actions:
            uid = self.add_unit(action.unit)
            for part in (action.cards, action.cost, action.extra_cost, *(r.when for r in action.refusals)):
                if part is not None:
                    self._scan(part, uid)
        for phase in game.phases:
            self.add_unit(phase.unit)
        for trigger in game.triggers:
            self._visit(trigger, 0)
        for node in game.standing:
            self._scan(node, 0)
        for rule in game.states:
            uid = self.add_unit(rule.unit)
            self._scan(rule.cond, uid)
        for tie in game.ties:
            self._scan(tie, 0)
        for ending in game.endings:
            if ending.when is not None:
                self._scan(ending.when, 0)
        if game.score is not None:
            self._scan(game.score, 0)
        if game.setup.unit is not None:
            self.add_unit(game.setup.unit)
        for name in sorted(game.setup_lines):
            unit = game.setup_lines[name].unit
            if unit is not None:
                self.add_unit(unit)
        for card in game.cards:
            for ability in card.abilities:
                uid = self.add_unit(ability.unit)
                self.abilities[uid] = ability
                for piece in (ability.gate, ability.pattern, ability.possible):
                    if piece is not None:
                        self._scan(piece, uid)

    def _number_announced(self) -> None:
        """Make the units of all texts that can be announced."""
        for unit, ability in texts(self.game):
            uid = self.unit_ids[id(unit)]
            made = split(self.game, unit)
            one, two = self.add_unit(made.announce), self.add_unit(made.carry_out)
            self.splits[two] = made  # keeps the new units too, whose identity is their key
            self._scan(made.needs, one)
            if ability is not None:
                self.abilities[two] = ability
            self.announcing[uid] = (one, two, made.back, made.kept, made.needs, made.voice)
            self.carried_out[one] = uid

    def needs_of(self, uid: int) -> tuple[Fn, list[Any], int]:
        """What must be so for a text to be announced, lowered, its slots, and the one for the card that speaks."""
        found = self._needs.get(uid)
        if found is None:
            one, _, _, _, needs, voice = self.announcing[uid]
            scope = Scope(self, self.sizes[one])
            scope.use(voice, NUMBER)
            test = scope.cond(needs)
            found = self._needs[uid] = (test, scope.blank(), voice)
        return found

    def add_unit(self, unit: ast.Unit) -> int:
        """The number of a unit; it gets one if it has none."""
        known = self.unit_ids.get(id(unit))
        if known is not None:
            return known
        uid = len(self.units)
        self.unit_ids[id(unit)] = uid
        self.units.append(unit)
        self.sizes.append(max(unit.slots, ast.FIRST_FREE))
        self._scan(unit.body, uid)
        return uid

    def deal_unit(self, unit: ast.Unit) -> int:
        """The number of a unit of a deal, which may be none of the game's own: equal ones get one number."""
        if id(unit) in self.unit_ids:
            return self.unit_ids[id(unit)]
        for uid in self._dealt:
            if self.units[uid] == unit:
                return uid
        self._dealt.append(self.add_unit(unit))
        self.make_room()
        return self._dealt[-1]

    def make_room(self) -> None:
        """Room for the code of units and effects that have got a number since."""
        more = [None] * (len(self.units) - len(self.codes))
        self.codes += more
        self.ops += more
        self._effects += [None] * (len(self.effect_nodes) - len(self._effects))
        self._mark_counted(self.count_places, COUNTED)

    def unit_id(self, unit: ast.Unit) -> int:
        return self.unit_ids[id(unit)]

    def _scan(self, node: ast.Node, uid: int) -> None:
        """Find the units and effects inside a node, the slots it uses, and the verbs whose whole past is asked for."""
        kind = node.__class__
        if kind in STANDING and id(node) not in self.effect_ids:
            self.effect_ids[id(node)] = len(self.effect_nodes)
            self.effect_nodes.append((node, uid))  # type: ignore[arg-type]
            if kind is ast.CountAs:
                self._count_in(node)  # type: ignore[arg-type]
        elif isinstance(node, ast.Past | ast.TimesDone | ast.DoerOf):
            self._asked.add(node.verb)
            if getattr(node, "ever", False):
                self.ever.add(node.verb)
        for name in FIELDS.get(kind) or _fields(kind):
            value = getattr(node, name)
            if value.__class__ is int:
                if uid and name in SLOT_FIELDS and value >= self.sizes[uid]:
                    self.sizes[uid] = value + 1
            elif value.__class__ is tuple:
                for part in value:
                    if isinstance(part, ast.Node):
                        self._visit(part, uid)
                    elif part.__class__ is tuple:
                        for piece in part:
                            if isinstance(piece, ast.Node):
                                self._visit(piece, uid)
            elif isinstance(value, ast.Node):
                self._visit(value, uid)

    def _visit(self, node: ast.Node, uid: int) -> None:
        if isinstance(node, ast.Unit):
            self.add_unit(node)
        elif isinstance(node, ast.Trigger):
            self._trigger(node, uid)
        else:
            self._scan(node, uid)

    def _trigger(self, node: ast.Trigger, uid: int) -> None:
        inner = self.add_unit(node.unit)
        self.triggers[inner] = node
        self._scan(node.pattern, inner)
        if uid:
            self.sizes[inner] = max(self.sizes[inner], self.units[uid].slots if self.units[uid] else 0)  # type: ignore[union-attr]

    def _count_in(self, node: ast.CountAs) -> None:
        where = self._count_to(node)
        self.count_places = None if where is None or self.count_places is None else self.count_places | where

    def _count_to(self, node: ast.CountAs) -> set[int] | None:
        """The places cards must come to, at most, to count as something else; None if it can't be told."""
        place = node.place
        if isinstance(place, ast.ZonePlace | ast.SpacePlace):
            return {at for at, zone in enumerate(self.layout.zone) if zone == place.zone}
        return None

    def _mark_counted(self, places: set[int] | None, mark: int) -> None:
        self.marks.add(range(self.layout.places) if places is None else places, mark, places is None)

    # --- tables ---------------------------------------------------------------------------------------------------
    def _home(self, kind: int) -> int:
        home = self.game.kinds[kind].home
        if home >= 0:
            return home
        return next(
            (self.game.kinds[p].home for p in self.game.kinds[kind].parents if self.game.kinds[p].home >= 0), -1
        )

    def _read_verb(self, verb: Verb) -> None:
        decl = verb.decl
        verb.ever, verb.asked = verb.index in self.ever, verb.index in self.asked
        verb.noted = verb.ever or bool(verb.bit)
        if decl.amount is not None:
            verb.amount = Scope(self, ast.FIRST_FREE).number(decl.amount)
        if decl.unit is None:
            return
        body = decl.unit.body
        while isinstance(body, ast.Seq) and len(body.parts) == 1:
            body = body.parts[0]
        if decl.params:
            return  # what else the verb is told ("pass a card to a player") is in slots of its body
        if isinstance(body, ast.Seq) and body.parts:
            verb.begins = True
            body = body.parts[0]
        if not (isinstance(body, ast.Move) and is_slot(body.cards, ast.OBJECT)):
            verb.begins = False
            return
        scope = Scope(self, self.sizes[verb.uid])
        scope.use(ast.ACTOR, CARDS if verb.by_card else SEAT)
        if not verb.begins:
            verb.move = body
        verb.bottom = body.position == "bottom"
        verb.goal = scope.places(body.goal)
        verb.blank = scope.blank()
        goal = body.goal
        if isinstance(goal, ast.SpacePlace):
            verb.shared = self.layout.base[goal.zone] + goal.index
        elif isinstance(goal, ast.ZonePlace) and not self.layout.per_seat[goal.zone]:
            verb.shared = self.layout.base[goal.zone] if self.layout.width[goal.zone] == 1 else -1
        if isinstance(goal, ast.ZonePlace) and self.layout.width[goal.zone] == 1 and not verb.by_card:
            own = isinstance(goal.player, ast.PlayerSlot) and goal.player.slot in (ast.YOU, ast.ACTOR)
            if self.layout.per_seat[goal.zone] and own:
                verb.own_seat = self.layout.base[goal.zone]

    def _stand(self, node: ast.Stmt) -> None:
        if isinstance(node, ast.Seq):
            for part in node.parts:
                self._stand(part)
            return
        if not isinstance(node, STANDING_TYPES):
            raise EngineError(f"a standing rule can't be a {type(node).__name__}")
        if isinstance(node, ast.CountAs):
            self._mark_counted(self._count_to(node), RULED)
        effect = self.effect(self.effect_ids[id(node)])
        self.standing.setdefault(key_of(self, node), []).append(effect)
        self.by_piles = frozenset(key for key, stand in self.standing.items() if all(e.beneath for e in stand))

    def _read_endings(self) -> None:
        """Give a bit to everything that endings look at. Those that can hold are looked at when the whole of their
        words is touched: what is known of a part from the start is no reason to look another time."""
        whole = self.whole.game
        wanted: list[set[str]] = [
            reads(whole, told.when) if told.when is not None and not is_never(e.when or told.when) else set()
            for e, told in zip(self.game.endings, whole.endings, strict=True)
        ]
        printed = self.printed_reads
        you = frozenset({ast.YOU, ast.ACTOR})
        asked = {part for rule in self.game.states for part, _ in parts_of(rule.cond)}
        ruled = {part: [_of_seat(reads(whole, part, mine=you), seat) for seat in range(self.layout.seats)]
                 for part in asked}  # fmt: skip
        everything = [*wanted, *printed.values(), *(keys for by_seat in ruled.values() for keys in by_seat)]
        looked_at = {key for keys in everything for key in keys}
        for part in sorted(looked_at.difference(self.bits)):
            self.bits[part] = 1 << len(self.bits)
        bits = {key: bit for key, bit in self.bits.items() if key in looked_at}
        always = bits.get(ALWAYS, 0)
        masks = [sum(bits[k] for k in keys) for keys in wanted]
        self.ending_bits = [(masks[n], n) for n, e in enumerate(self.game.endings) if e.when is not None and masks[n]]
        """What declared endings look at, and their numbers."""
        self.state_masks = {part: [sum(bits[k] for k in keys) for keys in by_seat] for part, by_seat in ruled.items()}
        """What each part of a rule of a state looks at, for each seat."""
        self.due_mask = 0
        for by_seats in self.state_masks.values():
            for mask in by_seats:
                self.due_mask |= mask
        self.heeded = self.due_mask
        """What any of them, or any state rule, looks at."""
        for mask, _ in self.ending_bits:
            self.heeded |= mask
        self._states: StateRules | None = None
        self.ending_masks = {uid: sum(bits[k] for k in keys) for uid, keys in printed.items()}
        self.all_bits = (1 << len(self.bits)) - 1
        self.turn_bits = bits.get(TURN, 0) | always
        self.window_places: dict[int, tuple[Reader, ...]] = {}
        """Places whose cards windows remember until something moves there -> who reads them."""
        self.always_bit = always
        """What endings look at that are looked at after every event; see `State.always`."""
        placed = [
            bits.get(f"zone {zone}", 0) | bits.get(f"zone {zone} of {seat}", 0)
            for zone, seat in zip(self.layout.zone, self.layout.seat, strict=True)
        ]
        self.marks = Marks(self.layout, placed, bits.get("piles", 0), bool(always or self.announcing))
        """What may follow when a card leaves a place or comes to it."""
        self.place_bits = self.marks.bits
        """What endings look at, by place. Piles beneath cards and spaces share one bit."""
        self._mark_counted(self.count_places, COUNTED)
        for verb in self.verbs:
            verb.bit = bits.get(f"verb {verb.index}", 0)
        self.resource_bit = bits.get("resources", 0) | always
        self.counter_bits = [bits.get(f"counter {n}", 0) | always for n in range(len(self.game.counters))]
        self.ident_bit = bits.get("identities", 0) | always
        self.ending_code: list[Asked | None] = [None] * len(self.game.endings)

    # --- looked up and lowered when first needed --------------------------------------------------------------------
    def code(self, uid: int) -> Code:
        code = self.codes[uid]
        if code is None:
            code = self.codes[uid] = self._lower(self, uid)
            self.ops[uid] = code.ops
        return code

    def card(self, decl: int) -> CardDecl:
        """A printed card, as it is to be lowered."""
        return self.game.cards[decl]

    def is_watchful(self, card: CardDecl) -> bool:
        """Whether an ending printed on a card is looked at after every event."""
        return any(ALWAYS in self.printed_reads.get(self.unit_ids[id(a.unit)], ()) for a in card.abilities)

    def definition(self, decl: int) -> Definition:
        d: Definition | None = self.definitions[decl]
        if d is None:
            d = self.definitions[decl] = Definition(self, decl)
        return d

    def effect(self, number: int) -> Effect:
        effect = self._effects[number]
        if effect is None:
            node, uid = self.effect_nodes[number]
            effect = self._effects[number] = Effect(self, number, node, self.sizes[uid])
        return effect

    def borrowed(self, number: int) -> Borrowed:
        """The identity a `CountAs` gives, lowered."""
        found = self._borrowed.get(number)
        if found is None:
            node, uid = self.effect_nodes[number]
            assert isinstance(node, ast.CountAs)
            scope = Scope(self, self.sizes[uid])
            scope.use(node.slot, CARDS)
            found = self._borrowed[number] = Borrowed(scope, node.identity)
        return found

    def states(self) -> StateRules:
        """The rules of states, lowered."""
        if self._states is None:
            rules = [(rule.cond, self.unit_ids[id(rule.unit)]) for rule in self.game.states]
            self._states = StateRules(self, self.layout.seats, rules, self.state_masks)
        return self._states

    def predicate(self, number: int) -> tuple[Fn, list[Any]]:
        """What an adjective or predicate asks, lowered, and its slots."""
        found = self._predicates[number]
        if found is None:
            decl = self.game.predicates[number]
            scope = Scope(self, decl.slots)
            scope.use(ast.ACTOR, SEAT)
            found = self._predicates[number] = (scope.cond(decl.cond), [])
            blank = scope.blank()
            found = self._predicates[number] = (found[0], blank)
        return found

    def may_turn_back(self, number: int) -> bool:
        """Whether asking for a predicate may come to ask for it again: in its own words, or (since what modifies a
        number may ask for anything) by way of a number as it is now."""
        found = self._turns_back.get(number)
        if found is None:
            asked, open_ = set[int](), [number]
            found = False
            while open_ and not found:
                for node in inside(self.game.predicates[open_.pop()].cond):
                    if isinstance(node, ast.Holds) and node.predicate not in asked:
                        asked.add(node.predicate)
                        open_.append(node.predicate)
                    found = found or _reads_a_number(node)
            found = self._turns_back[number] = found or number in asked
        return found

    def trigger_item(self, uid: int) -> Item:
        """A rule's or delayed trigger as an item without a card."""
        item = self.rule_items.get(uid)
        if item is None:
            trigger = self.triggers[uid]
            scope = Scope(self, self.sizes[uid])
            item = Item(uid, 4 * trigger.pattern.verb, trigger.unit.text)
            item.verb = trigger.pattern.verb
            item.where = scope.cond(trigger.pattern.where)
            item.optional = trigger.optional
            item.who = 2
            item.blank = scope.blank()
            self.rule_items[uid] = item
        return item

    def seen(self, node: ast.Node, read: Fn) -> Fn:
        """What a lowered condition, number or player is used as: itself. Tables that watch what runs see it here."""
        return read

    def card_named(self, name: str) -> int:
        """The printed card with a name, -1 if there is none."""
        if self._named is None:
            self._named = {}
            for number, card in enumerate(self.game.cards):
                self._named.setdefault(card.name, number)
        return self._named.get(name, -1)

    def ending_named(self, name: str) -> int:
        return next((n for n, ending in enumerate(self.game.endings) if ending.name == name), -1)


STANDING: frozenset[type] = frozenset({ast.Modify, ast.ModifyAmount, ast.Allow, ast.Forbid, ast.CountAs, ast.Immune})
STANDING_TYPES = (ast.Modify, ast.ModifyAmount, ast.Allow, ast.Forbid, ast.CountAs, ast.Immune)
SLOT_FIELDS = frozenset({"slot", "flag", "out"})
FIELDS: dict[type, tuple[str, ...]] = {}
UNREAD = frozenset({"span", "prompt", "text", "reason", "note", "name", "how", "op", "verb", "duration", "locked"})


def _fields(kind: type) -> tuple[str, ...]:
    found = FIELDS[kind] = tuple(name for name in kind.__struct_fields__ if name not in UNREAD)  # type: ignore[attr-defined]
    return found


_MADE: Recent[int, Compiled] = Recent(8)
_ADOPTED: WeakValueDictionary[int, Compiled] = WeakValueDictionary()


def adopt(compiled: Compiled) -> None:
    """Let every machine of exactly this `Game` object run with these tables, as long as anybody holds them."""
    _ADOPTED[id(compiled.game)] = compiled


def compiled_for(game: Game, lower: Callable[[Compiled, int], Code]) -> Compiled:
    """The tables of a game, made once and kept (for the last few games used)."""
    adopted = _ADOPTED.get(id(game))
    if adopted is not None and adopted.game is game:
        return adopted
    found = _MADE.get(id(game))
    if found is not None and found.game is game:
        return found
    return _MADE.keep(id(game), Compiled(game, lower))
