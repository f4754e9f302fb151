"""What players may do of their own will: the cards of each action, its price, and what stands against it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from cardscript.engine.attributes import leanings, places_of, values_of
from cardscript.engine.effects import BAN, allowed, banned, forbidden, limited, substitutes
from cardscript.engine.kinds import ACTION, E_AMOUNT, E_CARD, E_KIND, EMPTY, Slots
from cardscript.engine.lower_places import holder
from cardscript.engine.offers import lean, lifted
from cardscript.engine.settled import MODIFIED

if TYPE_CHECKING:
    from cardscript.engine.actions import ActionCode
    from cardscript.engine.definition import Definition
    from cardscript.engine.state import Offer, State

NO_CARD = [-1]
_NOWHERE: frozenset[int] = frozenset()
_MODIFIED = frozenset({MODIFIED})
AT_LEAST = -5
"""Stands among the places that have a say in prices for prices that are as printed, where modifiers only raise them."""
_AT_LEAST = frozenset({AT_LEAST})
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
        cards = [*printed_cards(s, seat, action).values()]
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
    offered = action.offered
    cards: list[int] = offered(s, action.blanks[seat].copy())
    attributes = action.by_attributes
    if not attributes:
        asked, answering = _what_to_ask(s, action, cards)
        base = action.base
        offer: Offer = ([base + card for card in cards], None, 0, asked, _NOWHERE, answering, {})
        s.fresh[action.keys[seat]] = offer
        return offer
    key = action.keys[seat]
    if action.heats.isdisjoint(s.hot) and s.bent.isdisjoint(attributes):
        printed = _printed_prices(s, cards, attributes)
        lowest = min(printed) if printed else NEVER
        s.least[key] = lowest
        offer = s.fresh[key] = ([*cards], printed, lowest, NOT_YET_KNOWN, _NOWHERE, _NOWHERE, {})
        return offer
    offer = s.fresh[key] = _modified(s, action, cards, key)
    return offer


def _modified(s: State, action: ActionCode, cards: list[int], key: int) -> Offer:
    """An offer of cards whose prices may be other than they print."""
    attributes = action.by_attributes
    pricing = _pricing(s, cards, attributes)
    printed = _printed_prices(s, cards, attributes)
    lowest = min(printed, default=NEVER)
    floor = lowest if (not pricing and pricing is not None) or _only_raised(s, cards, attributes) else -1
    if floor >= 0:
        s.least[key] = floor
    else:
        s.least.pop(key, None)
    if pricing is None:
        base = action.base
        asked, answering = _what_to_ask(s, action, cards)
        return [base + card for card in cards], None, floor, asked, _NOWHERE, answering, {}
    if not pricing:
        return [*cards], printed, lowest, NOT_YET_KNOWN, pricing, _NOWHERE, {}
    lean(s, pricing)
    if floor >= 0 and s.compiled.inlines:
        return [*cards], printed, floor, NOT_YET_KNOWN, pricing | _AT_LEAST, _NOWHERE, {}
    prices = _worth(s, cards, attributes)
    return [*cards], prices, min(prices, default=NEVER), NOT_YET_KNOWN, pricing, _NOWHERE, {}


def _only_raised(s: State, cards: list[int], attributes: tuple[int, ...]) -> bool:
    """Whether nothing that modifies prices makes any lower than the cards print."""
    defs, ident = s.defs, s.ident
    for attribute in attributes:
        if -1 - attribute in s.hot and not lifted(s, attribute):
            return False
        if attribute in s.bent and any(attribute in defs[ident[card]].lowers for card in cards):
            return False
    return True


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
    hot, leans, warm = s.hot, action.leans, heated(s, action)
    if action.simple and not warm and (s.vocal.isdisjoint(cards) or not _touchy(s, action, cards)):
        return NONE_TO_ASK, _NOWHERE
    bans = [4 * verb + BAN for verb in action.verbs if verb in hot] if warm else []
    places = leans[0] if leans is not None and not bans and not leans[1] else places_of(s, bans, (leans,))
    if places is None:
        return ALL_TO_ASK, _NOWHERE
    lean(s, places)
    return ONCE_TO_ASK, places


def _printed_prices(s: State, cards: list[int], attributes: tuple[int, ...]) -> list[int]:
    """What the cards cost if nothing modifies it: a sum of attributes."""
    if len(attributes) == 1:
        return _printed_values(s.defs, s.ident, cards, attributes[0])
    defs, ident = s.defs, s.ident
    prices: list[int] = []
    for card in cards:
        printed, price = defs[ident[card]].attributes, 0
        for attribute in attributes:
            price += printed[attribute]
        prices.append(price)
    return prices


def _printed_values(defs: list[Definition], ident: list[int], cards: list[int], attribute: int) -> list[int]:
    return [defs[ident[card]].attributes[attribute] for card in cards]


def _pricing(s: State, cards: list[int], attributes: tuple[int, ...]) -> frozenset[int] | None:
    """The places that have a say in what the cards cost, a sum of attributes; none if that is what is printed. None if
    modifiers have a say and what these follow from can't be watched."""
    defs, ident = s.defs, s.ident
    follows: frozenset[int] = _NOWHERE
    for attribute in attributes:
        this = -1 - attribute in s.hot
        if not this and attribute in s.bent:
            this = any(attribute in (defs[ident[card]].own_changes or ()) for card in cards)
        if this:
            places = leanings(s, cards, attribute)
            if places is None:
                return None
            follows = follows | places | _MODIFIED
    return follows


def _unopposed(s: State, action: ActionCode, cards: list[int]) -> bool:
    """Whether nothing can stand against an action with any of the cards, until something comes to forbid it."""
    if action.refused_to_all is not None or heated(s, action):
        return False
    defs, ident, asked_of = s.defs, s.ident, action.asked_of
    if not asked_of and s.vocal.isdisjoint(cards):
        return True
    for card in cards:
        d = defs[ident[card]]
        if d.touchy or d.kinds & asked_of:
            return False
    return True


def _cheap(s: State, action: ActionCode, offer: Offer, have: int) -> list[int]:
    """The cards of a remembered offer that can be paid for. If prices are at least so high, what a card costs is read
    when that much can be paid, and kept with the offer."""
    cards, prices, _, _, pricing, _, known = offer
    assert prices is not None
    cheap = [card for card, price in zip(cards, prices, strict=True) if price <= have]
    if AT_LEAST not in pricing:
        return cheap
    unread = [card for card in cheap if -1 - card not in known]
    if unread:
        for card, price in zip(unread, _worth(s, unread, action.by_attributes), strict=True):
            known[-1 - card] = price
    return [card for card in cheap if known[-1 - card] <= have]


def offered(s: State, seat: int, action: ActionCode, offer: Offer, have: int) -> list[int]:
    """The options of a remembered offer that has prices or of which something is to be asked, for so many points."""
    cards, prices, lowest, asked, pricing, _, known = offer
    base = action.base
    if prices is not None:
        codes: list[int] | None = known.get((seat, have))
        if codes is not None:
            return codes
        cheap = _cheap(s, action, offer, have)
        if asked == NONE_TO_ASK or (asked == NOT_YET_KNOWN and _unopposed(s, action, cheap)):
            codes = known[seat, have] = [base + card for card in cheap]
            return codes
        if asked == NOT_YET_KNOWN:
            asked, answering = _what_to_ask(s, action, cards)
            s.fresh[action.keys[seat]] = (cards, prices, lowest, asked, pricing, answering, known)
        cards = cheap
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
    defs, ident, touching, asked_of = s.defs, s.ident, action.touching, action.asked_of
    codes: list[int] = []
    slots = action.slots(seat)
    hot = heated(s, action)
    refused = action.refused_to_all is not None and action.refused_to_all(s, slots)
    whole = True
    for card in cards:
        d = defs[ident[card]]
        if not (refused or hot or d.touchy or d.kinds & asked_of):
            codes.append(base + card)
            continue
        key = card * seats + seat
        possible = known.get(key)
        if possible is None:
            possible = not refused and _possible(s, seat, action, slots, card, 0, hot)
            if touching.isdisjoint(d.touchy):
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
    hot = heated(s, action)
    each = not action.simple or hot or action.apart
    defs, ident = s.defs, s.ident
    codes: list[int] = []
    for card in cards:
        if each:
            asked = True
        else:
            touchy = defs[ident[card]].touchy if card >= 0 else EMPTY
            asked = bool(touchy) and not touching.isdisjoint(touchy)
        if not asked or _possible(s, seat, action, slots, card, have, hot):
            codes.append(base + card)
    return codes


def heated(s: State, action: ActionCode) -> bool:
    """Whether anything may forbid or replace a verb an action begins with."""
    hot = s.hot
    return bool(hot) and not hot.keys().isdisjoint(action.verbs)


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
    own_bans = s.defs[s.ident[card]].own_bans if card >= 0 else ()
    for verb in action.verbs:
        if verb in own_bans or (verb in s.hot and banned(s, verb)):
            doer: Any = EMPTY if s.compiled.verbs[verb].by_card else seat
            source, held = (s.at[card], [card]) if card >= 0 else (-1, EMPTY)
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
