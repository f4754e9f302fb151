"""Effects that stand: modifiers, prohibitions, permissions, counted identities, of rules, cards and moments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import COUNT_HEAT, EFFECT, IMMUNE_HEAT, Fn, Frame, Slots
from cardscript.engine.kinds import EVENT as F_EVENT
from cardscript.engine.kinds import SLOTS as F_SLOTS
from cardscript.engine.kinds import SPEAKER as F_SPEAKER
from cardscript.engine.offers import forget_all
from cardscript.engine.scope import CARDS, Scope, is_slot
from cardscript.engine.settled import leans_on
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.definition import Item
    from cardscript.engine.settled import Leans
    from cardscript.engine.state import State

BAN = 2
"""What is added to 4 times a verb for the key of prohibitions."""

Standing = ast.Modify | ast.ModifyAmount | ast.Allow | ast.Forbid | ast.CountAs | ast.Immune


def key_of(compiled: Compiled, node: Standing) -> int:
    """What the effect is looked up by: the verb or attribute it touches."""
    match node:
        case ast.Modify(attribute=attribute):
            return compiled.attribute_key + attribute
        case ast.ModifyAmount(verb=verb):
            return 4 * verb + 3
        case ast.Forbid(verb=verb):
            return 4 * verb + BAN
        case ast.Allow():
            return compiled.allow_key
        case ast.CountAs():
            return compiled.count_key
        case ast.Immune():
            return compiled.immune_key


def heat(compiled: Compiled, key: int) -> int | None:
    """The key of `State.hot` that a thing with this key keeps warm."""
    if key >= compiled.attribute_key:
        attribute = key - compiled.attribute_key
        if attribute < len(compiled.game.attributes):
            return -1 - attribute
        if key == compiled.immune_key:
            return IMMUNE_HEAT
        return COUNT_HEAT if key == compiled.count_key else None
    return key >> 2 if key & 3 else None


class Effect:
    """A statement that stands, lowered."""

    __slots__ = (
        "about",
        "amount",
        "beneath",
        "blank",
        "by",
        "key",
        "leans",
        "locks",
        "meant",
        "node",
        "number",
        "place",
        "player",
        "raises",
        "sets",
        "slot",
        "test",
        "where",
    )

    def __init__(self, compiled: Compiled, number: int, node: Standing, size: int) -> None:
        from cardscript.engine.lower_conds import lower_test

        scope = Scope(compiled, size)
        self.number = number
        self.node = node
        self.key = key_of(compiled, node)
        self.slot = -1
        self.sets = self.locks = self.beneath = self.raises = False
        """`beneath`: it adds nothing to a card with no cards beneath it. `raises`: it never makes a value lower."""
        self.about = -1
        """The kinds of cards a modifier or prohibition may hold for, a bit each."""
        self.leans: Leans | None = None
        """What the values it gives, or whether it forbids, follows from."""
        self.amount: Fn = _none
        self.where: Fn = _none
        self.player: Fn = _none
        self.place: Fn = _none
        self.meant: Fn = _none
        """All cards it is about, where that is settled when it begins to hold."""
        self.test: Any = _none
        self.by: Any = _none
        match node:
            case ast.Modify():
                self.slot = scope.use(node.slot, CARDS)
                self.sets, self.locks = node.op == "set", node.locked
                self.beneath = not self.sets and _of_the_pile(node.amount, node.slot)
                self.raises = not self.sets and _never_negative(node.amount)
                self.amount = scope.number(node.amount)
                self.test = lower_test(scope, node.slot, node.where)
                self.about = kinds_of(compiled, node.where, node.slot)
                if self.locks:
                    self.meant = _meant(scope, node)
                self.leans = leans_on(compiled, node.amount, None if self.locks else node.where)
            case ast.ModifyAmount():
                self.sets = node.op == "set"
                self.amount = scope.number(node.amount)
            case ast.Forbid():
                self.where = scope.cond(node.where)
                self.about = kinds_of(compiled, node.where, ast.OBJECT)
                self.leans = leans_on(compiled, node.where)
            case ast.Allow():
                self.player = scope.player(node.player)
                if node.where is not None:
                    self.slot = scope.use(node.slot, CARDS)
                    self.test = lower_test(scope, node.slot, node.where)
            case ast.Immune():
                self.slot = scope.use(node.slot, CARDS)
                scope.use(node.by_slot, CARDS)
                self.test = lower_test(scope, node.slot, node.where)
                self.by = lower_test(scope, node.by_slot, node.by)
            case ast.CountAs():
                self.slot = scope.use(node.slot, CARDS)
                self.place = scope.places(node.place)
                self.test = lower_test(scope, node.slot, node.where)
        self.blank = scope.blank()


def _meant(scope: Scope, node: ast.Modify) -> Fn:
    """All cards a modifier is about, as things stand."""
    match node.where:
        case ast.Among(cards=cards, others=ast.CardSlot(slot=slot) as others) if slot != node.slot:
            if is_slot(cards, node.slot):
                these = scope.cards(others)
                return lambda s, slots: sorted({card for card in these(s, slots) if s.at[card] >= 0})
    return scope.cards(ast.Where(ast.AllCards(), node.slot, node.where))


def _of_the_pile(amount: ast.Number, slot: int) -> bool:
    """Whether a number is counted or summed up over cards beneath the card in a slot."""
    if not isinstance(amount, ast.AttributeOf | ast.Count):
        return False
    cards = amount.cards
    while isinstance(cards, ast.Where):
        cards = cards.cards
    return isinstance(cards, ast.CardsIn) and isinstance(cards.place, ast.Beneath) and is_slot(cards.place.cards, slot)


def _never_negative(number: ast.Number) -> bool:
    """Whether it can be told that a number is not below 0."""
    match number:
        case ast.Const(value=value):
            return value >= 0
        case ast.Plus(left=left, right=right) | ast.Times(left=left, right=right):
            return _never_negative(left) and _never_negative(right)
        case ast.AttributeOf(printed=printed):
            return not printed
    return isinstance(number, ast.Count | ast.CountDistinct | ast.CountValues | ast.CountersOn)


def kinds_of(compiled: Compiled, where: ast.Cond, slot: int) -> int:
    """The kinds of which a card in a slot has to be one for a condition to hold, a bit each; -1 if none has to, or if
    it is noted what is asked."""
    return _kinds(where, slot) if compiled.inlines else -1


def _kinds(where: ast.Cond, slot: int) -> int:
    match where:
        case ast.IsKind(cards=cards, kind=kind) if is_slot(cards, slot):
            return 1 << kind
        case ast.And(parts=parts):  # each of them has to hold, so any one will do
            return next((kinds for part in parts if (kinds := _kinds(part, slot)) >= 0), -1)
        case ast.Or(parts=parts) if parts:
            return reduce(or_, [_kinds(part, slot) for part in parts])
    return -1


def _none(*_: Any) -> Any:
    return 0


def flat(node: ast.Stmt) -> Iterator[tuple[Standing, ast.Cond | None]]:
    """The standing statements of a static ability, each with the condition it hangs on."""
    match node:
        case ast.Seq(parts=parts):
            for part in parts:
                yield from flat(part)
        case ast.If(cond=cond, then=then):
            for inner, gate in flat(then):
                yield inner, cond if gate is None else ast.And((cond, gate))
        case ast.Modify() | ast.ModifyAmount() | ast.Allow() | ast.Forbid() | ast.CountAs() | ast.Immune():
            yield node, None


def item_slots(s: State, item: Item, card: int, actor: int = -1) -> Slots | None:
    """The slots of an ability of a card, or None if its gate is shut."""
    slots = item.blank[:]
    slots[0] = card
    slots[1] = item.seat(s, card, actor) if item.asks else s.seat
    gate = item.gate
    if gate is not None and not gate(s, slots):
        return None
    return slots


def standing(s: State, key: int) -> Iterator[tuple[Effect, Slots, int, list[Any] | None]]:
    """Everything that stands under a key: (effect, its slots, the card it stands on, its record if for a time)."""
    for effect in s.compiled.standing.get(key, ()):
        slots = effect.blank[:]
        slots[1] = s.seat
        yield effect, slots, -1, None
    for entry in s.watch.get(key, ()):
        card = entry >> 12
        item = s.defs[s.ident[card]].items[entry & 4095]
        held = item_slots(s, item, card)
        if held is not None and item.effect is not None:
            yield item.effect, held, card, None
    for record in s.timed.get(key, ()):
        yield s.compiled.effect(record[0]), record[2][:], record[2][0], record


def put_up(s: State, frame: Frame, number: int, text: int) -> None:
    """Carry out a standing statement: it holds from now on, for as long as it says."""
    effect = s.compiled.effect(number)
    node = effect.node
    slots: Slots = frame[F_SLOTS][: len(effect.blank)]
    slots += effect.blank[len(slots) :]
    locked: list[int] | None = None
    if effect.locks:
        locked = effect.meant(s, slots)
    lasting = getattr(node, "duration", "game") != "turn"
    key = effect.key
    record = [number, lasting, slots, locked, False]
    add_timed(s, key, record)
    if key == s.compiled.count_key:
        from cardscript.engine.identity import count_all

        count_all(s, effect, slots[:])
    amount = effect.amount(s, slots[:])
    note = f"can't {s.compiled.game.verbs[node.verb].name}: {node.reason}" if isinstance(node, ast.Forbid) else None
    s.log.append((EFFECT, -1, slots[1], amount, key, -1, frame[F_EVENT], frame[F_SPEAKER], text, note, -1))


def add_timed(s: State, key: int, record: list[Any]) -> None:
    s.timed.setdefault(key, []).append(record)
    warm_up(s, key)


def remove_timed(s: State, key: int, record: list[Any]) -> None:
    """Take an effect away (it may be gone already)."""
    left = [other for other in s.timed.get(key, ()) if other is not record]
    if len(left) == len(s.timed.get(key, ())):
        return
    if left:
        s.timed[key] = left
    else:
        del s.timed[key]
    cool(s, key)


def stir(s: State, key: int, more: int) -> None:
    """So many things more are about the events of the verb that a key is of, if it is of one (see `heat` and
    `pipeline.first_key`)."""
    if key < s.compiled.attribute_key:
        s.stir[key >> 2 if key >= 0 else ~(key >> 2)] += more


def warm_up(s: State, key: int) -> None:
    """One thing more stands under a key."""
    stir(s, key, 1)
    warm = heat(s.compiled, key)
    if warm is not None:
        if warm < 0 or key & 3 == BAN:
            forget_all(s)
        s.hot[warm] = s.hot.get(warm, 0) + 1


def cool(s: State, key: int) -> None:
    """One thing less stands under a key."""
    stir(s, key, -1)
    warm = heat(s.compiled, key)
    if warm is not None:
        if warm < 0 or key & 3 == BAN:
            forget_all(s)
        s.hot[warm] -= 1
        if not s.hot[warm]:
            del s.hot[warm]


def end_of_turn(s: State) -> None:
    """Effects that last until the end of the turn are over."""
    for key in list(s.timed):
        for record in s.timed[key]:
            if not record[1]:
                remove_timed(s, key, record)


def changed_amount(s: State, verb: int, seat: int, amount: int) -> int:
    """How many an event deals with after everything that changes it: set first, then add. Used up by the event."""
    key = 4 * verb + 3
    added = 0
    for effect, slots, card, record in list(standing(s, key)):
        if seat >= 0 and slots[1] != seat and (card >= 0 or record is not None):
            continue
        number = effect.amount(s, slots)
        if effect.sets:
            amount = number
        else:
            added += number
        if record is not None:
            remove_timed(s, key, record)
    return max(0, amount + added)


def forbidden(s: State, verb: int, event: Slots, speaker: int) -> tuple[str, int] | None:
    """Why an event can't happen and the card that says so; None if it can. `event` fills slots ACTOR to GOAL_PLACE."""
    before = s.speaking
    s.speaking = speaker
    held, kinds = event[1], -1
    try:
        if held:
            d = s.defs[s.ident[held[0]]]
            kinds = d.kinds
            if verb in d.own_bans:
                why = own_ban(s, verb, event, s.ident[held[0]])
                if why is not None:
                    return why, held[0]
        key = 4 * verb + BAN
        for effect in s.compiled.standing.get(key, ()):
            if effect.about & kinds:
                slots = effect.blank.copy()
                slots[1] = s.seat
                if _bans(s, effect, slots, event):
                    return _reason(effect), -1
        for entry in s.watch.get(key, ()):
            card = entry >> 12
            item = s.defs[s.ident[card]].items[entry & 4095]
            if item.effect is not None and item.effect.about & kinds:
                shown = item_slots(s, item, card)
                if shown is not None and _bans(s, item.effect, shown, event):
                    return _reason(item.effect), card
        for number, _, slots, _, _ in s.timed.get(key, ()):
            effect = s.compiled.effect(number)
            if effect.about & kinds and _bans(s, effect, slots[:], event):
                return _reason(effect), slots[0]
    finally:
        s.speaking = before
    return None


def _bans(s: State, effect: Effect, slots: Slots, event: Slots) -> Any:
    slots[ast.ACTOR : ast.GOAL_PLACE + 1] = event
    where = effect.where
    return where(s, slots)


def _reason(effect: Effect) -> str:
    assert isinstance(effect.node, ast.Forbid)
    return effect.node.reason


def banned(s: State, verb: int) -> bool:
    """Whether anything but a card itself may forbid events of a verb."""
    key = 4 * verb + BAN
    return key in s.watch or key in s.timed or key in s.compiled.standing


def own_ban(s: State, verb: int, event: Slots, ident: int) -> str | None:
    """What an identity, were it that of the card the event is about, has against the event; None if nothing."""
    card = event[1][0]
    actor = event[0] if isinstance(event[0], int) else -1
    for item in s.defs[ident].own_bans.get(verb, ()):
        if item.effect is None or not item.works(s, card):
            continue
        slots = item_slots(s, item, card, actor)
        if slots is None:
            continue
        slots[ast.ACTOR : ast.GOAL_PLACE + 1] = event
        where = item.effect.where
        if where(s, slots):
            return _reason(item.effect)
    return None


def substitutes(s: State) -> bool:
    """Whether anything may let players spend one resource as another."""
    key = s.compiled.allow_key
    return key in s.watch or key in s.timed or key in s.compiled.standing


def allowed(s: State, seat: int, resource: int, verbs: Collection[int] = (), card: int = -1) -> list[int]:
    """Other resources the seat may spend as this one: for anything, and (with `verbs`) to do one of these to a card."""
    found: list[int] = []
    if not substitutes(s):
        return found
    for effect, slots, _, _ in standing(s, s.compiled.allow_key):
        node = effect.node
        assert isinstance(node, ast.Allow)
        if node.as_ != resource or node.spend in found or effect.player(s, slots) != seat:
            continue
        if node.verb < 0 or (card >= 0 and node.verb in verbs and effect.test(s, slots, card)):
            found.append(node.spend)
    return found


def limited(s: State) -> bool:
    """Whether anybody has points that can only be spent on certain things."""
    if not substitutes(s):
        return False
    return any(getattr(effect.node, "verb", -1) >= 0 for effect, _, _, _ in standing(s, s.compiled.allow_key))
