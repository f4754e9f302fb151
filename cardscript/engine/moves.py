"""Cards change places: the one way a card gets anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cardscript.engine import limits, rng
from cardscript.engine.definition import MORE, NOTHING
from cardscript.engine.identity import count_arrival, note_lively, printed_again, reindex
from cardscript.engine.kinds import (
    CEASE,
    COPY,
    COUNT_HEAT,
    E_CARD,
    E_IDENT,
    E_TO,
    EMPTY,
    IMMUNE_HEAT,
    MOVE,
    PUSH,
    REFILL,
    REPLENISH,
    SHUFFLE,
    SWAP,
    UID,
    Event,
)
from cardscript.engine.limits import LoopStopped
from cardscript.engine.marks import (
    ASKED,
    COUNTED,
    ENDING,
    FELT,
    HELD,
    LEANT,
    LOOKED,
    ODD,
    READ,
    REFILLED,
    RULED,
    TOLD,
    UNEVEN,
    UNLIKE,
)
from cardscript.engine.offers import card_came, card_left, cards_shifted, felt, forget, forget_all, forget_leaning
from cardscript.engine.spaces import left_of

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State


def move_card(s: State, card: int, goal: int, bottom: bool, event: int) -> None:
    """Put a card somewhere, with all that follows at once. `event` is the index of the event that moves it."""
    zones, at, lively = s.zones, s.at, card in s.lively
    source = at[card]
    if lively and card in s.copies and not _stays(s, card, source, goal):
        _cease(s, card, source, event)
        return
    if source >= 0:
        zones[source].remove(card)
    at[card] = goal
    try:
        pile = zones[goal]
    except KeyError:  # nothing has been put beneath that card before
        pile = zones[goal] = []
    if bottom:
        pile.append(card)
    else:
        pile.insert(0, card)
    marks = s.compiled.marks
    left, came = marks.leaving[source], marks.coming[goal]
    if left & READ:
        card_left(s, card, source)
    if came & READ:
        card_came(s, card, goal)
    mark = left | came
    if mark & LOOKED:
        bits = s.compiled.place_bits
        s.touched |= (bits[source] | bits[goal]) & s.heeded
    if mark & LEANT and s.leans:
        forget_leaning(s, source, goal)
    if mark & ASKED:
        felt(s, card, source)
    if lively or (came & COUNTED and counts_in(s, goal)):
        _arrived(s, card, source, goal, event)
    if left & REFILLED and not zones[source]:
        refill(s, source, event)


def moving(compiled: Compiled, bottom: bool) -> tuple[list[str], dict[str, object]]:
    """`move_card` as lines of a function that knows `at`, `zones`, `card`, its `source`, a zone `to` and the event's
    `index`: a plain card is moved there if no more than windows and endings look at the places. With what the lines
    name."""
    marks = compiled.marks
    heavy, told = ~(FELT | ASKED | REFILLED), " or s.always or s.announced" if marks.of[-1] & ASKED else ""
    lines = [
        "left = leaving[source]",
        "came = coming[to]",
        "mark = left | came",
        f"if mark & {heavy} and (mark & {heavy & ~COUNTED} or counts_in(s, to)) or card in s.lively{told}:",
        f"    move_card(s, card, to, {bottom}, index)",
        "else:",
        "    zones[source].remove(card)",
        "    at[card] = to",
        "    zones[to].append(card)" if bottom else "    zones[to].insert(0, card)",
        f"    if left & {READ}:",
        "        card_left(s, card, source)",
        f"    if came & {READ}:",
        "        card_came(s, card, to)",
        f"    if mark & {LOOKED | LEANT | REFILLED}:",
        f"        if mark & {LOOKED}:",
        "            s.touched |= (bits[source] | bits[to]) & s.heeded",
        f"        if mark & {LEANT} and s.leans:",
        "            forget_leaning(s, source, to)",
        f"        if mark & {REFILLED} and not zones[source]:",
        "            refill(s, source, index)",
    ]
    return lines, {
        "leaving": marks.leaving,
        "coming": marks.coming,
        "bits": compiled.place_bits,
        "move_card": move_card,
        "counts_in": counts_in,
        "card_left": card_left,
        "card_came": card_came,
        "forget_leaning": forget_leaning,
        "refill": refill,
    }


def _cease(s: State, card: int, source: int, event: int) -> None:
    """A copy that is no card leaves the place it was played to."""
    s.log.append((CEASE, card, -1, 1, source, -1, event, -1, -1, None, s.ident[card]))
    if source >= 0:
        s.zones[source].remove(card)
    s.at[card] = -1
    mark = s.compiled.marks.of[source]
    if mark & READ:
        card_left(s, card, source)
    felt_by_places(s, source, -1, mark)
    felt(s, card, source)
    _arrived(s, card, source, -1, event)
    if source in s.compiled.refills and not s.zones[source]:
        refill(s, source, event)


# --- many cards --------------------------------------------------------------------------------------------------
def move_all(s: State, cards: list[int], goal: int, bottom: bool, cause: int, speaker: int, text: int) -> bool:
    """Put cards one after another into a pile that no ending looks at, each an event. Nothing is done (False) unless
    they all lie elsewhere, in places that no ending looks at and nothing refills, and none may be immune."""
    idents, at, log, zones = s.ident, s.at, s.log, s.zones
    sources = {*map(at.__getitem__, cards)}
    if goal in sources or -1 in sources or (speaker >= 0 and IMMUNE_HEAT in s.hot):
        return False
    marks = s.compiled.marks.of
    came = marks[goal]
    left = 0
    for source in sources:
        left |= marks[source]
    if left & HELD and (left & REFILLED or s.always or heeded(s, sources)):
        return False
    acting = stirred(s, cards, goal)
    counted = (left | came) & TOLD and (counts_in(s, goal) or s.announced)
    if acting is None or counted or len({*cards}) != len(cards):
        _move_mixed(s, cards, goal, bottom, cause, speaker, text)
        return True
    events = []
    for card in cards:
        events.append((MOVE, card, -1, 1, at[card], goal, cause, speaker, text, None, idents[card]))
    log += events
    if acting:
        act_elsewhere(s, acting, goal)
    runs = [(source, [*run]) for source, run in groupby(cards, at.__getitem__)]
    for source, run in runs:
        for card in run:
            zones[source].remove(card)
        carry(s, run, source, goal, bottom)
    return True


def move_piles(s: State, piles: list[int], goal: int, bottom: bool, cause: int, speaker: int, text: int) -> bool:
    """Put all cards of some piles one after another into another, each an event. Nothing is done (False) unless all of
    them are plain, nothing has to be asked of the places but by windows, and there are cards."""
    marks, zones, idents, lively = s.compiled.marks, s.zones, s.ident, s.lively
    mark = marks.coming[goal]
    for pile in piles:
        mark |= marks.leaving[pile]
    if mark & ~(READ | LEANT | LOOKED) or goal in piles or (speaker >= 0 and IMMUNE_HEAT in s.hot):
        return False
    if mark & LOOKED and heeded(s, piles):
        return False
    plain = []
    for pile in piles:
        cards = zones[pile]
        if cards:
            acting = EMPTY if lively.isdisjoint(cards) else stirred(s, cards, goal)
            if acting is None:
                return False
            plain.append((pile, cards, acting))
    for pile, cards, acting in plain:
        events = []
        for card in cards:
            events.append((MOVE, card, -1, 1, pile, goal, cause, speaker, text, None, idents[card]))
        s.log += events
        zones[pile] = []
        carry(s, cards, pile, goal, bottom, acting)
    return bool(plain)


def _move_mixed(s: State, cards: list[int], goal: int, bottom: bool, cause: int, speaker: int, text: int) -> None:
    """As `move_all`, of cards not all of which are plain."""
    for card in cards:
        s.log.append((MOVE, card, -1, 1, s.at[card], goal, cause, speaker, text, None, s.ident[card]))
        move_card(s, card, goal, bottom, s.base + len(s.log) - 1)


def carry(s: State, cards: list[int], source: int, goal: int, bottom: bool, acting: list[int] = EMPTY) -> None:
    """Lay plain cards that have been taken from one place into another, one after another. `acting`: those on which
    other actions are there to be done then."""
    if acting:
        act_elsewhere(s, acting, goal)
    at, pile, marks = s.at, s.zones[goal], s.compiled.marks
    if bottom:
        pile += cards
    else:
        pile[:0] = cards[::-1]
    for card in cards:
        at[card] = goal
    left, came = marks.leaving[source], marks.coming[goal]
    if left & READ:
        forget(s, source)
    if came & READ:
        forget(s, goal)
    mark = left | came
    if mark & ENDING:
        felt_by_places(s, source, goal, mark)


def act_elsewhere(s: State, cards: list[int], goal: int) -> None:
    """Other actions are there to be done on cards that are about to go to a place: no more than that follows."""
    for card in cards:
        reindex(s, card, s.defs[s.ident[card]], s.at[card], goal)


def felt_by_places(s: State, source: int, goal: int, mark: int) -> None:
    """Cards have gone from place to place: tell endings that look at either, and windows where either has a say.
    `mark`: the marks of both."""
    bits = s.compiled.place_bits
    s.touched |= (bits[source] | bits[goal]) & s.heeded | s.always
    if mark & LEANT and s.leans:
        forget_leaning(s, source, goal)


def heeded(s: State, places: Iterable[int]) -> bool:
    """Whether an ending that stands looks at any of the places."""
    bits = s.compiled.place_bits
    return any(bits[place] & s.heeded for place in places)


def counts_in(s: State, place: int) -> bool:
    """Whether cards that come to a place may come to count as something else now."""
    mark = s.compiled.marks.of[place]
    if not mark & COUNTED or COUNT_HEAT not in s.hot:
        return False
    key = s.compiled.count_key
    return bool(mark & RULED) or key in s.watch or key in s.timed


def stirs(s: State, card: int, goal: int) -> int:
    """What comes of a lively card's move to a place, as far as the card can tell: no more than that other actions are
    there to be done on it, or less."""
    ident, layout = s.ident[card], s.compiled.layout
    d = s.defs[ident]
    if card in s.copies or (s.counters and goal in layout.counters_off):
        return MORE
    if ident != s.decl[card] and goal in layout.printed and not d.stays:
        return MORE
    if not d.watched:
        return NOTHING
    way = s.at[card], goal
    return (d.ways.get(way) or d.stirs(s, *way))[0]


def stirred(s: State, cards: list[int], goal: int) -> list[int] | None:
    """The cards on which other actions are there to be done once they go to a place; None if more than that may come of
    the move of one of them. As far as the cards can tell."""
    lively = s.lively
    if lively.isdisjoint(cards):
        return EMPTY
    found: list[int] = []
    for card in cards:
        if card in lively:
            comes = stirs(s, card, goal)
            if comes == MORE:
                return None
            if comes:
                found.append(card)
    return found


def plain_run(s: State, cards: list[int], goal: int) -> int:
    """How many of the cards, from the first on, lie together and can be carried to a pile in one go, because nothing
    comes of it for any of them."""
    source, lively, at, marks = s.at[cards[0]], s.lively, s.at, s.compiled.marks
    if marks.leaving[source] & REFILLED or (marks.coming[goal] & COUNTED and counts_in(s, goal)) or s.announced:
        return 0
    count = len(cards)
    if lively.isdisjoint(cards) and s.zones[source][:count] == cards:
        return count
    count = 0
    for card in cards:
        if at[card] != source or (card in lively and stirs(s, card, goal) == MORE):
            break
        count += 1
    return count if len({*cards[:count]}) == count else 1  # what was done to a card twice names it twice


def carry_run(s: State, cards: list[int], source: int, goal: int, bottom: bool) -> None:
    """Move cards found by `plain_run` from one place to another, one after another."""
    left, count = s.zones[source], len(cards)
    if left[:count] == cards:
        del left[:count]
    else:
        for card in cards:
            left.remove(card)
    carry(s, cards, source, goal, bottom, stirred(s, cards, goal) or EMPTY)


# --- what follows ------------------------------------------------------------------------------------------------
def _arrived(s: State, card: int, source: int, goal: int, event: int) -> None:
    """What follows for cards that are more than plain."""
    compiled = s.compiled
    ident = s.ident[card]
    d = s.defs[ident]
    if source < 0 or goal < 0:  # there is one card more, or one less
        s.touched |= compiled.ident_bit
    if d.watched and d.stirs(s, source, goal)[0]:
        reindex(s, card, d, source, goal)
    if ident != s.decl[card] and goal in compiled.layout.printed and not d.stays:
        printed_again(s, card)
    if s.counters and goal in compiled.layout.counters_off:
        drop_counters(s, card)
    if compiled.marks.of[goal] & COUNTED and counts_in(s, goal):
        count_arrival(s, card, event)


def _stays(s: State, card: int, source: int, goal: int) -> bool:
    """Whether a copy that is no card stays: it does until it leaves the place it was played to."""
    home = s.copies[card]
    if home < 0 and source < 0:
        s.copies[card] = goal
        return True
    return goal == home


def under_itself(s: State, card: int, goal: int) -> bool:
    """Whether a pile lies beneath the card, at any depth."""
    under = s.compiled.layout.under_cards
    steps = 0
    while goal >= under and steps < 1000:
        if goal - under == card:
            return True
        goal = s.at[goal - under]
        steps += 1
    return False


def drop_counters(s: State, card: int) -> None:
    """A card loses its counters."""
    kinds, counters = len(s.compiled.game.counters), s.counters
    first = card * kinds
    found = [key for key in range(first, first + kinds) if key in counters]
    for key in found:
        del counters[key]
        s.touched |= s.compiled.counter_bits[key - first]
    if found:
        note_lively(s, card)


def refill(s: State, space: int, event: int) -> None:
    """Fill an empty space from where its row is filled from, if there is a card. Not while a verb is done after which
    all is filled."""
    late = s.compiled.late
    if late:
        for frame in s.frames:
            if frame[UID] in late:
                return
    supply = s.compiled.refills[space]
    cards = s.zones.get(supply)
    if not cards or space in s.gone:
        return
    card = cards[0]
    index = s.base + len(s.log)
    s.log.append((REFILL, card, -1, 1, supply, space, event, -1, -1, None, s.ident[card]))
    move_card(s, card, space, False, index)


def replenish(s: State, place: int, count: int, event: int, speaker: int) -> None:
    """If a pile holds too few cards, shuffle the pile it is replenished from and put it beneath."""
    if len(s.zones.get(place, EMPTY)) >= count:
        return
    supply = s.compiled.layout.replenish.get(place, -1)
    cards = s.zones.get(supply)
    if not cards:
        return
    index = s.base + len(s.log)
    s.log.append((REPLENISH, -1, -1, len(cards), supply, place, event, speaker, -1, None, -1))
    rng.shuffle(s, cards)
    marks = s.compiled.marks
    mark = marks.of[supply] | marks.of[place]
    acting = stirred(s, cards, place) if not (mark & ODD or s.announced) else None
    if acting is not None:
        s.zones[supply] = []
        carry(s, cards, supply, place, True, acting)
        return
    order = cards.copy()  # as if each were taken from the top
    while order:
        run = order[: plain_run(s, order, place)]
        if run:
            carry_run(s, run, supply, place, True)
        else:
            move_card(s, order[0], place, True, index)
        del order[: len(run) or 1]


def shuffle_pile(s: State, place: int, event: int, speaker: int, text: int) -> None:
    cards = s.zones.get(place)
    s.log.append((SHUFFLE, -1, -1, len(cards or EMPTY), place, -1, event, speaker, text, None, -1))
    if cards and len(cards) > 1:
        rng.shuffle(s, cards)


def push(s: State, place: int, event: int, speaker: int, text: int) -> list[int]:
    """Make room in a space: what is there goes one space on, each pushing the next, to the first gap. The cards pushed
    beyond the last space stay there and are returned."""
    compiled, zones = s.compiled, s.zones
    layout = compiled.layout
    if not 0 <= place < layout.places or layout.space[place] < 0 or not zones.get(place):
        return EMPTY
    beyond = left_of(s, layout.beyond[place]) if s.gone else layout.beyond[place]
    mark, idents, lively = compiled.marks.rows[place], s.ident, s.lively
    # texts work in all spaces of a row or in none
    wary = s.copies or place in layout.printed or (s.counters and place in layout.counters_off)
    plain = not (mark & UNEVEN and (mark & (REFILLED | UNLIKE) or counts_in(s, place) or s.announced))
    events = []
    out, space, pile = EMPTY, place, zones[place]
    for ahead in beyond:
        for card in pile:
            events.append((PUSH, card, -1, 1, space, ahead, event, speaker, text, None, idents[card]))
            if wary and card in lively and stirs(s, card, ahead):
                plain = False
        space, pile = ahead, zones[ahead]
        if not pile:
            break
    else:
        out = pile.copy()
    events.reverse()  # the last is pushed first
    if not plain:
        _push_each(s, events)
        return out
    s.log += events
    at, pile = s.at, zones[place]
    for ahead in beyond:
        for card in pile:
            at[card] = ahead
        pile, zones[ahead] = zones[ahead], pile
        if not pile:
            break
    else:
        if beyond:
            zones[space] += pile
            pile.clear()
    if beyond:
        zones[place] = pile
        if mark & (FELT | ASKED):
            _shifted(s, range(place, space + 1), mark)
    return out


def _push_each(s: State, events: list[Event]) -> None:
    """Cards go one space on, one after another, as these events tell."""
    for told in events:
        s.log.append((*told[:E_IDENT], s.ident[told[E_CARD]]))
        move_card(s, told[E_CARD], told[E_TO], False, s.base + len(s.log) - 1)


def _shifted(s: State, spaces: range, mark: int) -> None:
    """Tell those who look at spaces that cards have gone on along them; `mark`: the marks of all."""
    if mark & READ:
        cards_shifted(s, spaces)
    if mark & (LOOKED | ASKED):
        bits = s.compiled.place_bits
        for space in spaces:
            s.touched |= bits[space] & s.heeded | s.always
    if mark & LEANT and s.leans:
        for space in spaces:
            forget_leaning(s, space, space)


def swap(s: State, one: int, two: int, event: int, speaker: int, text: int) -> bool:
    """Two cards change places, each lying just where the other lay. False if they cannot: they lie nowhere or in one
    pile, one lies beneath the other, or one is a copy that would cease to exist."""
    here, there = s.at[one], s.at[two]
    if here < 0 or there < 0 or here == there or one in s.copies or two in s.copies:
        return False
    if under_itself(s, one, there) or under_itself(s, two, here):
        return False
    index = s.base + len(s.log)
    s.log.append((SWAP, one, -1, 2, here, there, event, speaker, text, [one, two], s.ident[one]))
    left, right = s.zones[here], s.zones[there]
    left[left.index(one)], right[right.index(two)] = two, one
    s.at[one], s.at[two] = there, here
    bits = s.compiled.place_bits
    s.touched |= bits[here] | bits[there] | s.always
    forget_all(s)
    for card, source, goal in ((one, here, there), (two, there, here)):
        _arrived(s, card, source, goal, index)
    return True


def create_copy(s: State, of: int, event: int, speaker: int, text: int) -> int:
    """A new object that is what a card is now, and lies nowhere yet."""
    if len(s.copies) >= limits.COPIES:
        raise LoopStopped("copies")
    card = len(s.at)
    s.at.append(-1)
    s.decl.append(s.decl[of])
    s.ident.append(s.ident[of])
    s.copies[card] = -1
    s.compiled.marks.make_room(len(s.at))
    note_lively(s, card)
    s.log.append((COPY, card, -1, 1, of, -1, event, speaker, text, None, s.ident[of]))
    return card
