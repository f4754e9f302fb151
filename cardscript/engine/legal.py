"""What players may do of their own will: the cards of each action, its price, and what stands against it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from cardscript.engine.attributes import leanings, places_of, values_of
from cardscript.engine.effects import BAN, allowed, forbidden, limited, substitutes
from cardscript.engine.kinds import ACTION, E_AMOUNT, E_CARD, E_KIND, EMPTY, Slots
from cardscript.engine.lower_places import holder
from cardscript.engine.offers import lean, lifted
from cardscript.engine.settled import MODIFIED

if TYPE_CHECKING:
    from cardscript.engine.actions import ActionCode
    from cardscript.engine.state import Offer, State

NO_CARD = [-1]
_NOWHERE: frozenset[int] = frozenset()
_MODIFIED = frozenset({MODIFIED})
NEVER = 1 << 40
"""A price nobody can pay."""

NONE_TO_ASK, ONCE_TO_ASK, ALL_TO_ASK, NOT_YET_KNOWN = range(4)
"""What is to be asked about each card of a remembered offer, besides its price: nothing; refusals and prohibitions, but
the answer is kept with the offer; the same, each time. Where there are prices it is found out about when one can be
paid."""


class Choices:
    """The actions of a window. Those printed on cards are left out while no card has them."""

    def __init__(self, actions: tuple[ActionCode, ...]) -> None:
        self.all = tuple(action for action in actions if not action.never)
        self.printed = frozenset(action.printed_key for action in self.all if action.printed and not action.keys)
        self._present: dict[frozenset[int], tuple[ActionCode, ...]] = {}

    def there(self, s: State) -> tuple[ActionCode, ...]:
        """The actions there may be cards for now, in their order."""
        keys = self.printed.intersection(s.watch)
        found = self._present.get(keys)
        if found is None:
            absent = self.printed - keys
            found = tuple(action for action in self.all if action.keys or action.printed_key not in absent)
            self._present[keys] = found
        return found


def legal_actions(s: State, seat: int, choices: Choices) -> list[int]:
    """What a seat may do now: action * ACTION_SHIFT + card + 1 (0: no card), in the order of the actions."""
    if not substitutes(s):
        return plain_options(s, seat, choices)
    found: list[int] = []
    actions = choices.there(s)
    for action in actions:
        found += options(s, seat, action, points(s, seat, action.resource) if action.cost is not None else 0)
    if limited(s):
        for action in actions:
            _with_limited_points(s, seat, action, found)
    return found


def options(s: State, seat: int, action: ActionCode, have: int) -> list[int]:
    """The options of one action for a seat that has so many points to pay with. Not to be changed."""
    if action.keys:
        key = action.keys[seat]
        offer = s.fresh.get(key)
        if offer is None:
            if have < s.least.get(key, -1):
                return EMPTY
            offer = remember(s, action, seat)
        if have < offer[2]:
            return EMPTY
        return offered(s, seat, action, offer, have) if offer[3] or action.cost is not None else offer[0]
    if action.printed:
        cards = list(printed_cards(s, seat, action).values())
    else:
        cards = action.cards(s, action.slots(seat)) if action.cards is not None else NO_CARD
    return _each_possible(s, seat, action, cards, have) if cards else EMPTY


def plain_options(s: State, seat: int, choices: Choices) -> list[int]:
    """The options of actions, where nothing may be paid with something else."""
    found: list[int] = []
    first = seat * s.compiled.resources
    for action in choices.there(s):
        found += options(s, seat, action, s.res[first + action.resource] if action.cost is not None else 0)
    return found


def _with_limited_points(s: State, seat: int, action: ActionCode, found: list[int]) -> None:
    """Add the cards that can be paid for only with points that may be spent on them alone."""
    if action.cost is None or action.cards is None:
        return
    slots = action.slots(seat)
    if action.refused_to_all is not None and action.refused_to_all(s, slots):
        return
    hot = not action.touching.isdisjoint(s.hot)
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


# --- what is remembered ------------------------------------------------------------------------------------------
def remember(s: State, action: ActionCode, seat: int) -> Offer:
    """Read an action's cards anew and keep what was found."""
    cards: list[int] = action.offered(s, action.blanks[seat][:])
    base, attributes = action.base, action.by_attributes
    if not attributes:
        asked, answering = _what_to_ask(s, action, cards)
        offer: Offer = ([base + card for card in cards], None, 0, asked, _NOWHERE, answering, {})
        s.fresh[action.keys[seat]] = offer
        return offer
    key = action.keys[seat]
    floor = -1
    if action.heats.isdisjoint(s.hot) and s.bent.isdisjoint(attributes):
        prices: list[int] | None = _printed_prices(s, cards, attributes)
        pricing = _NOWHERE
    else:
        prices, pricing = _prices(s, cards, attributes)
        if pricing or prices is None:
            lean(s, pricing)
            floor = _floor(s, cards, attributes)
    if prices is None:
        asked, answering = _what_to_ask(s, action, cards)
        offer = ([base + card for card in cards], None, floor, asked, _NOWHERE, answering, {})
    else:
        offer = (cards[:], prices, min(prices, default=NEVER), NOT_YET_KNOWN, pricing, _NOWHERE, {})
    if floor >= 0:
        s.least[key] = floor
    elif key in s.least:
        del s.least[key]
    s.fresh[key] = offer
    return offer


def _floor(s: State, cards: list[int], attributes: tuple[int, ...]) -> int:
    """The lowest price the cards print, if nothing that modifies prices makes any lower; else -1."""
    defs, ident = s.defs, s.ident
    for attribute in attributes:
        if -1 - attribute in s.hot and not lifted(s, attribute):
            return -1
        if attribute in s.bent and any(attribute in defs[ident[card]].lowers for card in cards):
            return -1
    return max(-1, min(_printed_prices(s, cards, attributes), default=NEVER))


def _touchy(s: State, action: ActionCode, cards: list[int]) -> bool:
    """Whether one of the cards itself forbids or replaces something the action begins with."""
    defs, ident, touching = s.defs, s.ident, action.touching
    for card in cards:
        touchy = defs[ident[card]].touchy
        if touchy and not touching.isdisjoint(touchy):
            return True
    return False


def _what_to_ask(s: State, action: ActionCode, cards: list[int]) -> tuple[int, frozenset[int]]:
    """What is to be asked about the cards, and the places that have a say in the answers from now on."""
    hot, leans = s.hot, action.leans
    if (
        action.simple
        and action.touching.isdisjoint(hot)
        and (s.vocal.isdisjoint(cards) or not _touchy(s, action, cards))
    ):
        return NONE_TO_ASK, _NOWHERE
    bans = [] if action.touching.isdisjoint(hot) else [4 * verb + BAN for verb in action.verbs if verb in hot]
    places = leans[0] if leans is not None and not bans and not leans[1] else places_of(s, bans, (leans,))
    if places is None:
        return ALL_TO_ASK, _NOWHERE
    lean(s, places)
    return ONCE_TO_ASK, places


def _printed_prices(s: State, cards: list[int], attributes: tuple[int, ...]) -> list[int]:
    """What the cards cost if nothing modifies it: a sum of attributes."""
    defs, ident = s.defs, s.ident
    if len(attributes) == 1:
        (only,) = attributes
        return [defs[ident[card]].attributes[only] for card in cards]
    return [sum([defs[ident[card]].attributes[a] for a in attributes]) for card in cards]


def _prices(s: State, cards: list[int], attributes: tuple[int, ...]) -> tuple[list[int] | None, frozenset[int]]:
    """What the cards cost now, a sum of attributes, and the places that have a say in it; no prices if modifiers have a
    say and what these follow from can't be watched."""
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
                return None, _NOWHERE
            follows |= places
            changed = True
    if changed:
        return _worth(s, cards, attributes), follows | _MODIFIED
    return _printed_prices(s, cards, attributes), follows


def offered(s: State, seat: int, action: ActionCode, offer: Offer, have: int) -> list[int]:
    """The options of a remembered offer that has prices or of which something is to be asked, for so many points."""
    cards, prices, lowest, asked, pricing, _, known = offer
    base = action.base
    if prices is not None:
        codes: list[int] | None = known.get((seat, have))
        if codes is not None:
            return codes
        if asked == NOT_YET_KNOWN:
            asked, answering = _what_to_ask(s, action, cards)
            s.fresh[action.keys[seat]] = (cards, prices, lowest, asked, pricing, answering, known)
        if asked == NONE_TO_ASK:
            codes = [base + card for card, price in zip(cards, prices, strict=True) if price <= have]
            known[seat, have] = codes
            return codes
        cards = [card for card, price in zip(cards, prices, strict=True) if price <= have]
    else:
        cards = [code - base for code in cards]
    if not cards:
        return EMPTY
    if asked != ONCE_TO_ASK or action.apart:
        return _each_possible(s, seat, action, cards, have, prices is not None)
    if prices is None and action.by_attributes:
        cards = _payable(s, cards, action.by_attributes, have)
    codes, whole = _as_known(s, seat, action, cards, known)
    if whole and prices is not None:
        known[seat, have] = codes
    return codes


def _as_known(
    s: State, seat: int, action: ActionCode, cards: list[int], known: dict[Any, Any]
) -> tuple[list[int], bool]:
    """The options of cards that can be paid for, as was answered of them before, and whether all these answers can be
    kept. What a card has against an action itself is asked each time."""
    base, seats = action.base, s.compiled.layout.seats
    defs, ident, touching = s.defs, s.ident, action.touching
    codes: list[int] = []
    slots: Slots = EMPTY
    hot = refused = False
    whole = True
    for card in cards:
        key = card * seats + seat
        possible = known.get(key)
        if possible is None:
            if not slots:
                slots, hot = action.slots(seat), not touching.isdisjoint(s.hot)
                refused = action.refused_to_all is not None and action.refused_to_all(s, slots)
            possible = not refused and _possible(s, seat, action, slots, card, 0, hot)
            if touching.isdisjoint(defs[ident[card]].touchy):
                known[key] = possible
            else:
                whole = False
        if possible:
            codes.append(base + card)
    return codes, whole


# --- what stands against it --------------------------------------------------------------------------------------
def _each_possible(
    s: State, seat: int, action: ActionCode, cards: list[int], have: int, priced: bool = False
) -> list[int]:
    """The options of the cards to which nothing stands against doing an action: refusals, price, prohibitions.
    `priced`: only those that can be paid are left."""
    if not priced and action.by_attributes:
        cards = _payable(s, cards, action.by_attributes, have)
    slots = action.slots(seat)
    if action.refused_to_all is not None and action.refused_to_all(s, slots):
        return EMPTY
    base, touching = action.base, action.touching
    hot = not touching.isdisjoint(s.hot)
    if not action.simple or hot or action.apart:
        return [base + card for card in cards if _possible(s, seat, action, slots, card, have, hot)]
    defs, ident = s.defs, s.ident
    codes: list[int] = []
    for card in cards:
        touchy = defs[ident[card]].touchy if card >= 0 else EMPTY
        if touchy and not touching.isdisjoint(touchy) and not _possible(s, seat, action, slots, card, have, hot):
            continue
        codes.append(base + card)
    return codes


def _payable(s: State, cards: list[int], attributes: tuple[int, ...], have: int) -> list[int]:
    """The cards whose attributes come to no more than what a seat has."""
    return [card for card, price in zip(cards, _worth(s, cards, attributes), strict=True) if price <= have]


def _worth(s: State, cards: list[int], attributes: tuple[int, ...]) -> list[int]:
    """What some attributes of the cards come to."""
    if len(attributes) == 1:
        return values_of(s, cards, attributes[0])
    return [*map(sum, zip(*[values_of(s, cards, attribute) for attribute in attributes], strict=True))]


def _possible(s: State, seat: int, action: ActionCode, slots: Slots, card: int, have: int, hot: bool) -> bool:
    """Whether nothing stands against an action with one card but what is the same for all cards, and a price by
    attributes. `hot`: verbs it begins with may be forbidden."""
    slots[3] = [card] if card >= 0 else EMPTY
    if action.printed:
        slots[0] = card
    if action.apart and action.cost is not None and action.cost(s, slots) > have:
        return False
    if action.sift is not None and not action.sift(s, slots, card):
        return False
    if action.refused is not None and action.refused(s, slots):
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


# --- printed on cards --------------------------------------------------------------------------------------------
def printed_cards(s: State, seat: int, action: ActionCode) -> dict[int, int]:
    """Cards whose printed action a seat may use, each text once, by its unit."""
    found: dict[int, int] = {}
    at, layout = s.at, s.compiled.layout
    places, seats = layout.places, layout.seat
    for entry in s.watch.get(action.printed_key, ()):
        card = entry >> 12
        place = at[card]
        owner = seats[place] if place < places else holder(s, card)
        if owner != seat and owner >= 0:
            continue
        item = s.defs[s.ident[card]].items[entry & 4095]
        if item.uid in found or (action.once and used_up(s, card, action.index)):
            continue
        if item.gate is not None:
            slots = item.blank[:]
            slots[0], slots[1] = card, seat
            if not item.gate(s, slots):
                continue
        found[item.uid] = card
        if action.lone:
            break
    return found


def used_up(s: State, card: int, action: int) -> bool:
    """Whether an action printed on a card was done with it this turn."""
    return any(e[E_KIND] == ACTION and e[E_CARD] == card and e[E_AMOUNT] == action for e in s.log)
