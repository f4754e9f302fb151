"""Windows: what players may do of their own will, why not, what it costs, and who is asked next."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from cardscript.engine.attributes import leanings, places_of, value_of
from cardscript.engine.effects import BAN, allowed, forbidden, limited, substitutes
from cardscript.engine.endings import check
from cardscript.engine.kinds import (
    ACTION,
    ACTION_SHIFT,
    E_AMOUNT,
    E_CARD,
    E_KIND,
    EMPTY,
    EVENT,
    LINES_UNIT,
    NEXT_FRAME,
    PASS,
    PASSED,
    PAY,
    PC,
    SLOTS,
    TEXT_SHIFT,
    USED,
    WAIT,
    Fn,
    Frame,
    Op,
    Slots,
)
from cardscript.engine.limits import LoopStopped
from cardscript.engine.lower_conds import _names, lower_test
from cardscript.engine.lower_places import holder, lower_order, lower_where
from cardscript.engine.offers import lean, remember_places
from cardscript.engine.performing import prepare
from cardscript.engine.pipeline import begin_due, gate_of, push_frame, slots_for
from cardscript.engine.scope import CARDS, SEAT, Scope, is_slot
from cardscript.engine.settled import leans_on
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled, Verb
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import Offer, State

CARD_MASK = ACTION_SHIFT - 1
NO_CARD = [-1]
_NOWHERE: frozenset[int] = frozenset()
NEVER = 1 << 40
"""A price nobody can pay."""


class ActionCode:
    """A declared action, lowered."""

    __slots__ = (
        "base",
        "blank",
        "by_attributes",
        "cards",
        "cost",
        "direct",
        "extra",
        "general",
        "index",
        "keys",
        "leans",
        "name",
        "offered",
        "particular",
        "printed",
        "printed_key",
        "quiet",
        "resource",
        "runs_line",
        "sift",
        "simple",
        "touching",
        "uid",
        "verbs",
    )

    def __init__(self, compiled: Compiled, index: int) -> None:
        decl = compiled.game.actions[index]
        self.index, self.name = index, decl.name
        self.base = index * ACTION_SHIFT + 1
        """Added to a card it makes a raw option."""
        self.uid = compiled.unit_id(decl.unit)
        scope = Scope(compiled, compiled.sizes[self.uid])
        scope.use(ast.ACTOR, SEAT)
        self.cards = scope.view(decl.cards) if decl.cards is not None else None
        self.general: list[tuple[str, Fn]] = []
        """Refusals that are the same for every card."""
        self.particular: list[tuple[str, Fn]] = []
        for refusal in decl.refusals:
            about_card = _names(refusal.when, ast.OBJECT) or decl.printed_on >= 0
            (self.particular if about_card else self.general).append((refusal.text, scope.cond(refusal.when)))
        self.resource = decl.resource
        self.cost = scope.number(decl.cost) if decl.cost is not None and decl.resource >= 0 else None
        self.by_attributes = _sum_of_attributes(decl.cost) if self.cost is not None else ()
        """The attributes of the card the price is the sum of; empty for any other price."""
        self.keys: list[int] = []
        """Its place in `State.fresh` for each seat; none if its cards must be read each time."""
        self.offered = self.cards
        """Cards that are remembered for it; more than its own if `sift` is asked about each."""
        self.sift: Any = None
        sifting: ast.Cond | None = None
        if decl.cards is not None:
            self.keys = remember_places(compiled, index, decl.cards, self.by_attributes)
        if not self.keys and isinstance(decl.cards, ast.Where) and leans_on(compiled, decl.cards.cond) is not None:
            self.keys = remember_places(compiled, index, decl.cards.cards, self.by_attributes)
            if self.keys:
                sifting, slot = decl.cards.cond, scope.use(decl.cards.slot, CARDS)
                self.offered, self.sift = scope.view(decl.cards.cards), lower_test(scope, slot, sifting)
        self.extra = scope.cond(decl.extra_cost) if decl.extra_cost is not None else None
        self.printed = decl.printed_on >= 0
        self.printed_key = compiled.action_key + index
        self.runs_line = self.printed and not _runs_label(decl.unit.body)
        self.direct = _direct(compiled, decl.unit.body) if not self.printed else None
        self.verbs = tuple(_first_verbs(compiled, decl.unit.body, set()))
        self.touching = frozenset(self.verbs)
        asked = [*(refusal.when for refusal in decl.refusals), *([sifting] if sifting is not None else [])]
        self.leans = leans_on(compiled, *asked) if self.extra is None else None
        """What is asked about each card follows from this; None if it can't be told, or if there is a further cost."""
        self.simple = not asked and self.extra is None
        """Nothing can refuse the action but its price and prohibitions."""
        self.quiet = bool(self.verbs) and not decl.once
        self.blank = scope.blank()

    def slots(self, seat: int) -> Slots:
        """The slots its conditions are read with before a card is picked."""
        slots: Slots = self.blank[:]
        slots[0] = -1
        slots[1] = slots[2] = seat
        return slots


def _sum_of_attributes(cost: ast.Number | None) -> tuple[int, ...]:
    match cost:
        case ast.AttributeOf(cards=cards, attribute=attribute, printed=False) if is_slot(cards, ast.OBJECT):
            return (attribute,)
        case ast.Plus(left=left, right=right):
            one, two = _sum_of_attributes(left), _sum_of_attributes(right)
            return one + two if one and two else ()
    return ()


def _direct(compiled: Compiled, node: ast.Stmt) -> Verb | None:
    """The verb of an action that is nothing but: you do it to the card."""
    while isinstance(node, ast.Seq) and len(node.parts) == 1:
        node = node.parts[0]
    if (
        not isinstance(node, ast.Do)
        or not is_slot(node.cards, ast.OBJECT)
        or not isinstance(node.actor, ast.PlayerSlot)
    ):
        return None
    verb = compiled.verbs[node.verb]
    simple = node.amount is None and node.goal is None and not node.args and node.flag < 0 and not node.position
    if simple and verb.amount is None and not verb.by_card and node.actor.slot in (ast.YOU, ast.ACTOR):
        prepare(compiled, verb)
        return verb
    return None


def _runs_label(node: ast.Stmt) -> bool:
    if isinstance(node, ast.Seq):
        return any(_runs_label(part) for part in node.parts)
    return isinstance(node, ast.RunLabel | ast.RunText)


def _first_verbs(compiled: Compiled, node: ast.Stmt, seen: set[int]) -> list[int]:
    """The verbs done to the action's card: the first in its sentence, and the first in that one's body, and so on."""
    body: ast.Stmt | None = node
    for part in node.parts if isinstance(node, ast.Seq) else (body,):
        if isinstance(part, ast.Do) and (is_slot(part.cards, ast.OBJECT) or part.cards is None):
            if part.verb in seen:
                return []
            seen.add(part.verb)
            unit = compiled.game.verbs[part.verb].unit
            return [
                part.verb,
                *(_first_verbs(compiled, unit.body, seen) if unit is not None and part.cards is not None else []),
            ]
    return []


def action_code(compiled: Compiled, index: int) -> ActionCode:
    codes = compiled.shared.setdefault("actions", {})
    code = codes.get(index)
    if code is None:
        code = codes[index] = ActionCode(compiled, index)
    found: ActionCode = code
    return found


# --- what may be done --------------------------------------------------------------------------------------------
ALL_TO_ASK, ONCE_TO_ASK, NONE_TO_ASK = 0, 1, 2
"""What is to be asked about each card of a remembered offer, besides its price: refusals and prohibitions, each time;
the same, but the answer is kept with the offer; nothing."""


class Choices:
    """The actions of a window. Those printed on cards are left out while no card has them."""

    def __init__(self, actions: tuple[ActionCode, ...]) -> None:
        self._all = actions
        self._printed = frozenset(action.printed_key for action in actions if action.printed and not action.keys)
        self._present: dict[frozenset[int], tuple[ActionCode, ...]] = {}

    def there(self, s: State) -> tuple[ActionCode, ...]:
        """The actions there may be cards for now, in their order."""
        keys = self._printed.intersection(s.watch)
        found = self._present.get(keys)
        if found is None:
            absent = self._printed - keys
            found = tuple(action for action in self._all if action.keys or action.printed_key not in absent)
            self._present[keys] = found
        return found


def legal_actions(s: State, seat: int, choices: Choices) -> list[int]:
    """What a seat may do now: action * ACTION_SHIFT + card + 1 (0: no card), in the order of the actions."""
    found: list[int] = []
    actions = choices.there(s)
    fresh = s.fresh
    first, as_printed = seat * s.compiled.resources, not substitutes(s)
    for action in actions:
        have, priced, known = -1, action.cost is None, None
        if action.cost is not None:
            have = s.res[first + action.resource] if as_printed else points(s, seat, action.resource)
        if action.keys:
            offer = fresh.get(action.keys[seat])
            if offer is None:
                if have < s.least.get(action.keys[seat], -1):
                    continue
                offer = _remember(s, action, seat)
            codes, prices, lowest, asked, _, _, known = offer
            if prices is not None:
                if have < lowest:
                    continue
                codes, priced = [code for code, price in prices if price <= have], True
            if asked == NONE_TO_ASK and priced:
                found += codes
                continue
            cards = [code - action.base for code in codes]
        elif action.printed:
            cards = [card for card, _ in printed_cards(s, seat, action.index)]
        else:
            cards = action.cards(s, action.slots(seat)) if action.cards is not None else NO_CARD
        if cards:
            _each_possible(s, seat, action, cards, have, priced, known, found)
    if not as_printed and limited(s):
        for action in actions:
            _with_limited_points(s, seat, action, found)
    return found


def _with_limited_points(s: State, seat: int, action: ActionCode, found: list[int]) -> None:
    """Add the cards that can be paid for only with points that may be spent on them alone."""
    if action.cost is None or action.cards is None:
        return
    slots = action.slots(seat)
    if any(test(s, slots) for _, test in action.general):
        return
    hot = not s.hot.keys().isdisjoint(action.touching)
    have = points(s, seat, action.resource)
    for card in list(action.cards(s, slots)):
        whole = points(s, seat, action.resource, action.verbs, card)
        slots[3] = [card]
        just = have < action.cost(s, slots) <= whole and action.base + card not in found
        if just and _possible(s, seat, action, slots, card, whole, hot):
            found.append(action.base + card)


def points(s: State, seat: int, resource: int, verbs: Collection[int] = (), card: int = -1) -> int:
    """What a seat has to spend as a resource (to do one of some verbs to a card), others allowed instead of it
    included."""
    kinds = s.compiled.resources
    others = allowed(s, seat, resource, verbs, card)
    return s.res[seat * kinds + resource] + sum(s.res[seat * kinds + other] for other in others)


def _remember(s: State, action: ActionCode, seat: int) -> Offer:
    """Read an action's cards anew and keep what was found."""
    assert action.offered is not None
    cards = action.offered(s, action.slots(seat))
    asked, answering = _what_to_ask(s, action, cards)
    codes = [action.base + card for card in cards]
    priced = _prices(s, cards, action.by_attributes) if action.by_attributes else None
    known: dict[int, bool] | None = {} if asked == ONCE_TO_ASK else None
    if priced is None:
        offer: Offer = (codes, None, 0, asked, _NOWHERE, answering, known)
    else:
        prices, pricing = priced
        both = list(zip(codes, prices, strict=True))
        offer = (codes, both, min(prices, default=NEVER), asked, pricing, answering, known)
        lean(s, pricing)
    lean(s, answering)
    s.fresh[action.keys[seat]] = offer
    s.least.pop(action.keys[seat], None)
    return offer


def _what_to_ask(s: State, action: ActionCode, cards: list[int]) -> tuple[int, frozenset[int]]:
    """What is to be asked about the cards, and the places that have a say in the answers."""
    hot = [4 * verb + BAN for verb in action.verbs if verb in s.hot]
    touchy = False
    if not s.vocal.isdisjoint(cards):
        defs, ident = s.defs, s.ident
        touchy = not all(action.touching.isdisjoint(defs[ident[card]].touchy) for card in cards)
    if action.simple and not hot and not touchy:
        return NONE_TO_ASK, _NOWHERE
    leans = places_of(s, hot, (action.leans,))
    return (ALL_TO_ASK, _NOWHERE) if leans is None else (ONCE_TO_ASK, leans)


def _prices(s: State, cards: list[int], attributes: tuple[int, ...]) -> tuple[list[int], frozenset[int]] | None:
    """What the cards cost now, a sum of attributes, and the places that have a say in it; None if modifiers have a say
    and what these follow from can't be watched."""
    defs, ident = s.defs, s.ident
    follows: frozenset[int] = _NOWHERE
    changed = False
    for attribute in attributes:
        this = -1 - attribute in s.hot
        if not this and attribute in s.bent:
            this = any(attribute in (defs[ident[card]].own_changes or ()) for card in cards)
        if this:
            places = leanings(s, cards, attribute)
            if places is None:
                return None
            follows |= places
            changed = True
    if changed:
        return [sum(value_of(s, card, attribute) for attribute in attributes) for card in cards], follows
    if len(attributes) == 1:
        (only,) = attributes
        return [defs[ident[card]].attributes[only] for card in cards], follows
    return [sum([defs[ident[card]].attributes[a] for a in attributes]) for card in cards], follows


def _each_possible(
    s: State,
    seat: int,
    action: ActionCode,
    cards: list[int],
    have: int,
    priced: bool,
    known: dict[int, bool] | None,
    found: list[int],
) -> None:
    """Add the cards to which nothing stands against doing an action: refusals, price, prohibitions. `priced`: only
    those that can be paid are left. `known`: answers that are kept, without the price."""
    if not priced and action.by_attributes:
        cards, priced = _payable(s, cards, action.by_attributes, have), True
    base = action.base
    if known is not None and priced:
        if not cards:
            return
        defs, ident, touching = s.defs, s.ident, action.touching
        seats = s.compiled.layout.seats
        for card in cards:
            key = card * seats + seat
            possible = known.get(key)
            if possible is None:
                possible = _possible(s, seat, action, action.slots(seat), card, have, True, True)
                if touching.isdisjoint(defs[ident[card]].touchy):
                    known[key] = possible
            if possible:
                found.append(base + card)
        return
    slots = action.slots(seat)
    if any(test(s, slots) for _, test in action.general):
        return
    hot = not s.hot.keys().isdisjoint(action.touching)
    if not action.simple or hot or not priced:
        found += [base + card for card in cards if _possible(s, seat, action, slots, card, have, hot)]
        return
    defs, ident, touching = s.defs, s.ident, action.touching
    for card in cards:
        touchy = defs[ident[card]].touchy if card >= 0 else EMPTY
        if touchy and not touching.isdisjoint(touchy) and not _possible(s, seat, action, slots, card, have, hot):
            continue
        found.append(base + card)


def _payable(s: State, cards: list[int], attributes: tuple[int, ...], have: int) -> list[int]:
    """The cards whose attributes come to no more than what a seat has."""
    return [card for card in cards if sum([value_of(s, card, attribute) for attribute in attributes]) <= have]


def _possible(
    s: State, seat: int, action: ActionCode, slots: Slots, card: int, have: int, hot: bool, all_: bool = False
) -> bool:
    """Whether nothing stands against an action with one card (what is the same for all cards is looked at if `all_`
    says so, a price by attributes never)."""
    slots[3] = [card] if card >= 0 else EMPTY
    if action.printed:
        slots[0] = card
    if all_ and any(test(s, slots) for _, test in action.general):
        return False
    if not action.by_attributes and action.cost is not None and action.cost(s, slots) > have:
        return False
    if action.sift is not None and not action.sift(s, slots, card):
        return False
    for _, test in action.particular:
        if test(s, slots):
            return False
    if action.extra is not None and not action.extra(s, slots):
        return False
    if not hot and (card < 0 or action.touching.isdisjoint(s.defs[s.ident[card]].touchy)):
        return True
    return prohibited(s, seat, action, card) is None


def prohibited(s: State, seat: int, action: ActionCode, card: int) -> str | None:
    """What the first prohibition says that forbids a verb this action begins with."""
    source = s.at[card] if card >= 0 else -1
    held = [card] if card >= 0 else EMPTY
    for verb in action.verbs:
        if verb not in s.hot and not (card >= 0 and verb in s.defs[s.ident[card]].own_bans):
            continue
        doer: Any = EMPTY if s.compiled.verbs[verb].by_card else seat
        why = forbidden(s, verb, [doer, held, 1, source, -1], -1)
        if why is not None:
            return why[0]
    return None


def printed_cards(s: State, seat: int, action: int) -> list[tuple[int, int]]:
    """Cards whose printed action a seat may use, each text once: (card, unit)."""
    found: dict[int, int] = {}
    once = s.compiled.game.actions[action].once
    for entry in s.watch.get(s.compiled.action_key + action, ()):
        card = entry >> 12
        owner = holder(s, card)
        if owner >= 0 and owner != seat:
            continue
        item = s.defs[s.ident[card]].items[entry & 4095]
        if item.uid in found or (once and used_up(s, card, action)):
            continue
        slots = item.blank[:]
        slots[0], slots[1] = card, seat
        if item.gate is not None and not item.gate(s, slots):
            continue
        found[item.uid] = card
    return [(card, uid) for uid, card in found.items()]


def used_up(s: State, card: int, action: int) -> bool:
    """Whether an action printed on a card was done with it this turn."""
    return any(e[E_KIND] == ACTION and e[E_CARD] == card and e[E_AMOUNT] == action for e in s.log)


# --- doing it ----------------------------------------------------------------------------------------------------
def pay(s: State, seat: int, resource: int, price: int, cause: int, card: int, verbs: Collection[int] = ()) -> None:
    """Take a price: first from points that are good for little else, then from its own resource, the rest from those
    allowed instead."""
    kinds = s.compiled.resources
    anything = allowed(s, seat, resource)
    fixed = [other for other in allowed(s, seat, resource, verbs, card) if other not in anything] if verbs else []
    for kind in (*fixed, resource, *anything):
        part = min(price, s.res[seat * kinds + kind])
        if part > 0:
            s.res[seat * kinds + kind] -= part
            price -= part
            s.log.append((PAY, card, seat, part, kind, -1, cause, -1, -1, None, -1))
            s.touched |= s.compiled.resource_bit


def begin_action(s: State, frame: Frame, seat: int, action: ActionCode, card: int) -> None:
    """Pay for an action and begin its body."""
    if action.direct is not None and action.quiet and action.cost is None:
        action.direct.do(s, frame, seat, card, action.uid * TEXT_SHIFT, -1)
        return
    slots: Slots = action.blank[:]
    slots[0], slots[1], slots[2] = card if action.printed else -1, seat, seat
    slots[3] = [card] if card >= 0 else EMPTY
    slots[5] = s.at[card] if card >= 0 else -1
    cause = frame[EVENT]
    if not action.quiet:
        index = s.base + len(s.log)
        ident = s.ident[card] if card >= 0 else -1
        s.log.append((ACTION, card, seat, action.index, slots[5], -1, cause, -1, -1, None, ident))
        cause = index
    if action.cost is not None:
        pay(s, seat, action.resource, action.cost(s, slots), cause, card, action.verbs)
    if action.direct is not None:
        action.direct.do(s, frame, seat, card, action.uid * TEXT_SHIFT, -1)
        return
    if action.runs_line:
        uid = next((u for c, u in printed_cards(s, seat, action.index) if c == card), -1)
        if uid >= 0:
            push_frame(s, LINES_UNIT, [[[uid, card]], seat, slots[3]], cause, card, frame[USED])
        if uid == action.uid:
            return
    push_frame(s, action.uid, slots_for(s, action.uid, slots), cause, card if action.printed else -1, frame[USED])


def lower_window(b: Builder, node: ast.Window) -> None:
    """Slots: the answer, the seats in order, whose turn to be asked, how many passed in a row."""
    from cardscript.engine.lower import Label

    scope = b.scope
    order, where, named = lower_order(scope, node.players), lower_where(scope, node.players), node.players.slot
    answer = scope.hidden(4)
    seats, place, passes = answer + 1, answer + 2, answer + 3
    printed = [n for n, decl in enumerate(b.compiled.game.actions) if decl.printed_on in node.labels]
    actions = tuple(action_code(b.compiled, index) for index in (*node.actions, *printed))
    by_index, choices = {action.index: action for action in actions}, Choices(actions)
    prompt, again = node.pass_text, node.again
    asking, end = Label(), Label()

    def opening(pc: int) -> Op:
        def begin(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            slots[seats], slots[place], slots[passes] = order(s, slots), 0, 0
            return pc + 1

        return begin

    def ask(pc: int) -> Op:
        following, out = pc + 1, end.pc

        def offer(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if s.touched or s.due:
                frame[PC] = pc
                check(s)
                if s.due and begin_due(s, frame[EVENT], frame[USED]):
                    return NEXT_FRAME
            s.budget -= 1
            if s.budget < 0:
                frame[PC] = pc
                raise LoopStopped("window")
            asked = slots[seats]
            count = len(asked)
            if s.closing:
                s.closing = False
                return out
            while slots[passes] < count:
                seat = asked[slots[place] % count]
                if where is not None:
                    slots[named] = seat
                if (s.out and seat in s.out) or (where is not None and not where(s, slots)):
                    slots[passes] += 1
                    slots[place] += 1
                    continue
                raw = legal_actions(s, seat, choices)
                raw.append(PASSED)
                s.pending = [seat, "action", "action", prompt, raw, 1, 1, answer, following]
                return WAIT
            return out

        return offer

    def act(pc: int) -> Op:
        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            raw = slots[answer]
            asked = slots[seats]
            seat = asked[slots[place] % len(asked)]
            if raw == PASSED:
                s.log.append((PASS, -1, seat, 1, -1, -1, frame[EVENT], -1, b.text(pc), prompt, -1))
                slots[passes] += 1
                slots[place] = (slots[place] + 1) % len(asked)
                return asking.pc
            slots[passes] = 0
            if again == "first":
                slots[place] = 0
            elif again == "next":
                slots[place] = (slots[place] + 1) % len(asked)
            frame[PC] = asking.pc
            begin_action(s, frame, seat, by_index[raw // ACTION_SHIFT], (raw & CARD_MASK) - 1)
            return NEXT_FRAME

        return answered

    b.emit(node, opening)
    b.mark(asking)
    b.emit(node, ask)
    b.emit(node, act)
    b.mark(end)


__all__ = ["begin_action", "gate_of", "legal_actions", "lower_window"]
