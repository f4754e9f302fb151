"""Cards change places: the one way a card gets anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine import limits, rng
from cardscript.engine.identity import count_arrival, note_lively, printed_again, reindex
from cardscript.engine.kinds import CEASE, COPY, COUNT_HEAT, EMPTY, MOVE, PUSH, REFILL, REPLENISH, SHUFFLE, SWAP, UID
from cardscript.engine.limits import LoopStopped
from cardscript.engine.offers import card_came, card_left, forget, forget_all, forget_leaning
from cardscript.engine.spaces import spaces_from

if TYPE_CHECKING:
    from cardscript.engine.state import State


def move_card(s: State, card: int, goal: int, bottom: bool, event: int) -> None:
    """Put a card somewhere, with all that follows at once. `event` is the index of the event that moves it."""
    compiled, zones, at = s.compiled, s.zones, s.at
    source = at[card]
    if source >= 0:
        zones[source].remove(card)
    if s.announced and source >= 0:
        forget_announced(s, card)
    lively = card in s.lively
    if lively and card in s.copies and not _stays(s, card, source, goal):
        s.log.append((CEASE, card, -1, 1, source, -1, event, -1, -1, None, s.ident[card]))
        goal = -1
    at[card] = goal
    bits = compiled.place_bits
    if bits:
        s.touched |= bits[source] | bits[goal] | s.always
    read = compiled.window_places
    if source in read:
        card_left(s, card, read[source])
    if goal in read:
        card_came(s, card, read[goal])
    if s.leans:
        forget_leaning(s, source, goal)
    if goal >= 0:
        if goal not in zones:
            zones[goal] = [card]
        elif bottom:
            zones[goal].append(card)
        else:
            zones[goal].insert(0, card)
    if lively or (COUNT_HEAT in s.hot and counts_in(s, goal)):
        _arrived(s, card, source, goal, event)
    if source in compiled.refills and not zones[source]:
        refill(s, source, event)


def forget_announced(s: State, card: int) -> None:
    """The card has left the place where it was announced."""
    if card in s.announced:
        s.announced = {other: texts for other, texts in s.announced.items() if other != card}


def move_all(s: State, cards: list[int], goal: int, bottom: bool, cause: int, speaker: int, text: int) -> None:
    """Put cards one after another into a pile, each an event, where nothing can happen between."""
    idents, log = s.ident, s.log
    while cards:
        source, count = s.at[cards[0]], plain_run(s, cards, goal)
        run = cards[: count or 1]
        log += [(MOVE, card, -1, 1, source, goal, cause, speaker, text, None, idents[card]) for card in run]
        if count:
            carry(s, run, source, goal, bottom)
        else:
            move_card(s, run[0], goal, bottom, s.base + len(log) - 1)
        cards = cards[len(run) :]


def plain_run(s: State, cards: list[int], goal: int) -> int:
    """How many of the cards, from the first on, lie together and can be carried to a pile in one go, because nothing
    comes of it for any of them."""
    source = s.at[cards[0]]
    if source in s.compiled.refills or (COUNT_HEAT in s.hot and counts_in(s, goal)):
        return 0
    lively, count = s.lively, len(cards)
    if lively.isdisjoint(cards) and s.zones[source][:count] == cards:
        return count
    at, count = s.at, 0
    for card in cards:
        if at[card] != source or card in lively:
            break
        count += 1
    return count if len(set(cards[:count])) == count else 1  # what was done to a card twice names it twice


def carry(s: State, cards: list[int], source: int, goal: int, bottom: bool) -> None:
    """Move cards found by `plain_run` from one place to another, one after another."""
    zones, at, compiled = s.zones, s.at, s.compiled
    left, pile = zones[source], zones[goal]
    count = len(cards)
    if left[:count] == cards:
        del left[:count]
    else:
        for card in cards:
            left.remove(card)
    if bottom:
        pile += cards
    else:
        pile[:0] = cards[::-1]
    for card in cards:
        at[card] = goal
    read, bits = compiled.window_places, compiled.place_bits
    if bits:
        s.touched |= bits[source] | bits[goal] | s.always
    if source in read:
        forget(s, source)
    if goal in read:
        forget(s, goal)
    if s.leans:
        forget_leaning(s, source, goal)


def _arrived(s: State, card: int, source: int, goal: int, event: int) -> None:
    """What follows for cards that are more than plain."""
    compiled = s.compiled
    d = s.defs[s.ident[card]]
    if source < 0 or goal < 0:  # there is one card more, or one less
        s.touched |= compiled.ident_bit
    if d.watched:
        reindex(s, card, d, source, goal)
    if goal in compiled.layout.printed and s.ident[card] != s.decl[card] and not d.stays:
        printed_again(s, card)
    if s.counters and goal in compiled.layout.counters_off:
        drop_counters(s, card)
    if goal >= 0 and COUNT_HEAT in s.hot and counts_in(s, goal):
        count_arrival(s, card, event)


def counts_in(s: State, place: int) -> bool:
    """Whether a card that comes to a place may come to count as something else there."""
    places = s.compiled.count_places
    return places is None or place in places


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
    kinds = len(s.compiled.game.counters)
    for counter in range(kinds):
        if s.counters.pop(card * kinds + counter, 0):
            s.touched |= s.compiled.counter_bits[counter]
    note_lively(s, card)


def refill(s: State, space: int, event: int) -> None:
    """Fill an empty space from where its row is filled from, if there is a card. Not while a verb is done after which
    all is filled."""
    late = s.compiled.late
    if late and any(frame[UID] in late for frame in s.frames):
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
    supply = s.compiled.layout.replenish.get(place, -1)
    if supply < 0 or len(s.zones.get(place, EMPTY)) >= count:
        return
    cards = s.zones.get(supply)
    if not cards:
        return
    index = s.base + len(s.log)
    s.log.append((REPLENISH, -1, -1, len(cards), supply, place, event, speaker, -1, None, -1))
    order = cards[:]
    rng.shuffle(s, order)
    cards[:] = order  # as if each were taken from the top
    while order:
        count = plain_run(s, order, place)
        if count:
            carry(s, order[:count], supply, place, True)
        else:
            move_card(s, order[0], place, True, index)
        order = order[count or 1 :]


def shuffle_pile(s: State, place: int, event: int, speaker: int, text: int) -> None:
    cards = s.zones.get(place)
    s.log.append((SHUFFLE, -1, -1, len(cards or EMPTY), place, -1, event, speaker, text, None, -1))
    if cards and len(cards) > 1:
        rng.shuffle(s, cards)


def push(s: State, place: int, event: int, speaker: int, text: int) -> list[int]:
    """Make room in a space: what is there goes one space on, each pushing the next, to the first gap. The cards pushed
    beyond the last space stay there and are returned."""
    layout = s.compiled.layout
    if not 0 <= place < layout.places or layout.space[place] < 0 or not s.zones.get(place):
        return EMPTY
    spaces = spaces_from(s, place)
    gap = next((at for at, space in enumerate(spaces) if not s.zones.get(space)), len(spaces))
    out: list[int] = []
    if gap == len(spaces):
        gap -= 1
        out = s.zones[spaces[gap]][:]
    for at in range(gap - 1, -1, -1):
        space, ahead = spaces[at], spaces[at + 1]
        for card in reversed(s.zones[space][:]):
            index = s.base + len(s.log)
            s.log.append((PUSH, card, -1, 1, space, ahead, event, speaker, text, None, s.ident[card]))
            move_card(s, card, ahead, False, index)
    return out


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
    note_lively(s, card)
    s.log.append((COPY, card, -1, 1, of, -1, event, speaker, text, None, s.ident[of]))
    return card
