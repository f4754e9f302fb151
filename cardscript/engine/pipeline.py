"""The one way anything happens: propose, forbid, replace, apply, record, triggers, endings.

`perform` is called by ops. It does everything at once where nothing stands in the way and nothing has to be asked;
otherwise it leaves frames on the stack and says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cardscript.engine.effects import changed_amount, forbidden, remove_timed
from cardscript.engine.endings import check
from cardscript.engine.immunity import refused
from cardscript.engine.kinds import (
    EMPTY,
    EVENT,
    EVENT_UNIT,
    GROUP_UNIT,
    IMMUNE_HEAT,
    LINE,
    NEXT_FRAME,
    NOTHING,
    PC,
    REFUSED,
    SLOTS,
    SPEAKER,
    TEXT_SHIFT,
    TOUCH,
    UID,
    USED,
    Event,
    Frame,
    Slots,
)
from cardscript.engine.limits import DEPTH, EVENTS, LoopStopped
from cardscript.engine.lower_places import holder
from cardscript.engine.marks import ASKED, COUNTED, LEANT, LOOKED, READ, REFILLED
from cardscript.engine.moves import carry, carry_run, counts_in, heeded, move_card, plain_run, stirred, under_itself
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.definition import Item
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Verb

NOT_PLAIN = ~(READ | LEANT | ASKED)
DONE, FAILED, PUSHED = 0, 1, NEXT_FRAME
"""What comes of an event that is proposed. Below 0 is what an op has to return because of it: frames have been pushed,
or (`WAIT`, of what a verb does by itself) a decision is pending."""


def push_frame(s: State, uid: int, slots: Slots, event: int, speaker: int, used: list[int], touch: int = 0) -> Frame:
    """Begin a unit on top of the others."""
    frames = s.frames
    budget = s.budget = s.budget - 1
    if not budget % 64 or budget < 0 or len(frames) >= DEPTH:
        out_of_steps(s)
    frame = [uid, 0, slots, event, speaker, used, touch]
    frames.append(frame)
    return frame


def out_of_steps(s: State) -> None:
    """Raise `LoopStopped` if too much has followed from one answer. Events are counted from the first look on."""
    events = s.base + len(s.log)
    if s.steps_log < 0:
        s.steps_log = events
    if s.budget < 0 or len(s.frames) >= DEPTH or events - s.steps_log > EVENTS:
        raise LoopStopped("steps")


def slots_for(s: State, uid: int, slots: Slots, known: Iterable[int] = ()) -> Slots:
    """Slots for a unit: the first ones as given, and of the others those whose content is `known`."""
    full = (s.compiled.codes[uid] or s.compiled.code(uid)).blank[:]
    full[: ast.FIRST_FREE] = slots[: ast.FIRST_FREE]
    for slot in known:
        if ast.FIRST_FREE <= slot < len(slots) and slot < len(full):
            full[slot] = slots[slot]
    return full


def perform(
    s: State,
    frame: Frame,
    verb: Verb,
    actor: Any,
    card: int,
    amount: int,
    goal: int,
    position: str,
    args: list[Any],
    flag: int,
    text: int,
    used: list[int] | None = None,
) -> int:
    """An event of a declared verb is proposed, and happens at once if nothing stands in the way.

    `actor` is a seat or, for verbs of cards, a list of one card; `goal` is -1 for the verb's own place; `flag` the slot
    of `frame` (the top frame) that learns whether it happened; `used` the replacements used up already, if what could
    stand in the way has been looked at."""
    number = verb.index
    if frame[SPEAKER] >= 0 and card >= 0 and refused(s, frame, card, text, number):
        return FAILED
    if used is None:
        if number in s.hot or (card in s.vocal and number in s.defs[s.ident[card]].touchy):
            return _disputed(s, frame, verb, actor, card, amount, goal, position, args, flag, text)
        used = frame[USED]
    doer = actor if not verb.by_card else actor[0] if actor else -1
    source = ident = to = -1
    if card >= 0:
        source, ident = s.at[card], s.ident[card]
    elif goal >= 0:
        source = goal  # it is done to a place
    cause, speaker = frame[EVENT], frame[SPEAKER]
    log, moves = s.log, verb.move is not None or position == "there"
    if moves or (verb.begins and card >= 0):
        if moves and goal >= 0:
            to = goal
        elif verb.own_seat >= 0:  # only verbs of players have it, whose actor is a seat
            to = verb.own_seat + actor
        else:
            to = verb.shared if verb.shared >= 0 else own_goal(s, verb, actor, card, amount, source, frame)
        if to < 0 or card < 0 or to == source or to >= s.compiled.layout.under_cards:
            why = _unmoved(s, verb, doer, card, source, to, position)
            if why is not None and moves:
                log.append((NOTHING, card, doer, number, source, to, cause, speaker, text, why, ident))
                return FAILED
            if why is not None:
                to = -1  # the first sentence of the body is better left to itself
    index = s.base + len(log)
    event = (number, card, doer, amount, source, to, cause, speaker, text, None, ident)
    log.append(event)
    s.done[number].append(event)
    if verb.noted or s.always:
        note_event(s, verb, event)
    if flag >= 0:
        frame[SLOTS][flag] = True
    if moves:
        move_card(s, card, to, position == "bottom" if position else verb.bottom, index)
    elif verb.uid >= 0:
        you, held = frame[SLOTS][1] if verb.by_card else actor, [card] if card >= 0 else EMPTY
        slots = [-1, you, actor, held, amount, source, goal, *args]
        tail = verb.tail
        if tail is None or args:
            tail = _tail(s, verb, len(slots))
        slots += tail
        body = push_frame(s, verb.uid, slots, index, -1 if verb.rule else speaker, used)
        if to >= 0:
            body[PC] = 1
            move_card(s, card, to, verb.bottom, index)
            if s.touched:
                body[TOUCH] |= s.touched
                s.touched = 0
        if verb.before or (s.timed and first_key(number) in s.timed):
            begin_first(s, verb, slots[2:7], -1 if verb.by_card else doer, index, speaker, used)
        return PUSHED
    key = verb.key
    if verb.rules or key in s.watch or key in s.timed or card in s.vocal or (card >= 0 and s.ident[card] != ident):
        to = s.at[card] if moves else -1
        if triggers(s, verb, actor, card, amount, source, to, index, speaker, ident, used):
            return PUSHED
    if s.touched:
        check(s)
        if s.due and begin_due(s, index, used):
            return PUSHED
    return DONE


def _unmoved(s: State, verb: Verb, doer: int, card: int, source: int, to: int, position: str) -> str | None:
    """Why the move that an event is, or begins with, does not happen; None if it does."""
    if to >= s.compiled.layout.under_cards and under_itself(s, card, to):
        why = "it can't lie beneath itself"
    elif to < 0:
        why = "there is no place for it"
    elif card < 0:
        why = "there is no card"
    elif to == source and (verb.move is None or not (position or verb.move.position)):
        why = "it is there already"
    else:
        return None
    return "nobody is there to do it" if verb.by_card and doer < 0 else why


def _tail(s: State, verb: Verb, filled: int) -> Slots:
    """What stands in the slots of a verb's body behind those its event fills."""
    blank = s.compiled.code(verb.uid).blank
    verb.tail = blank[ast.FIRST_FREE :]
    return blank[filled:]


def _disputed(
    s: State,
    frame: Frame,
    verb: Verb,
    actor: Any,
    card: int,
    amount: int,
    goal: int,
    position: str,
    args: list[Any],
    flag: int,
    text: int,
) -> int:
    """Something may change, forbid or replace events of this verb."""
    seat = -1 if verb.by_card else actor
    key = verb.key
    if key + 3 in s.watch or key + 3 in s.timed or key + 3 in s.compiled.standing:
        amount = changed_amount(s, verb.index, seat, amount)
    source = s.at[card] if card >= 0 else -1
    event: Slots = [actor, [card] if card >= 0 else EMPTY, amount, source, goal]
    why = forbidden(s, verb.index, event, frame[SPEAKER])
    if why is not None:
        doer = actor if not verb.by_card else actor[0] if actor else -1
        s.log.append((REFUSED, card, doer, verb.index, source, -1, frame[EVENT], why[1], text, why[0], -1))
        return FAILED
    return _allowed(s, frame, verb, event, card, position, args, flag, text)


def perform_paid(s: State, frame: Frame, verb: Verb, actor: Any, card: int, text: int) -> int:
    """An event goes on whose price has been paid, to where it was asked for: as `perform`, but nothing can now forbid
    it."""
    source, goal = s.at[card] if card >= 0 else -1, frame[SLOTS][ast.GOAL_PLACE]
    event = [actor, [card] if card >= 0 else EMPTY, 1, source, goal]
    return _allowed(s, frame, verb, event, card, "", EMPTY, -1, text)


def _allowed(
    s: State, frame: Frame, verb: Verb, event: Slots, card: int, position: str, args: list[Any], flag: int, text: int
) -> int:
    """Nothing forbids an event, but something may replace it. `event` fills slots ACTOR to GOAL_PLACE."""
    actor, _, amount, source, goal = event
    key = verb.key
    if key + 1 not in s.watch and not (card >= 0 and verb.index in s.defs[s.ident[card]].own_replacements):
        return perform(s, frame, verb, actor, card, amount, goal, position, args, flag, text, frame[USED])
    from cardscript.engine.disputes import candidates

    if not candidates(s, verb, event, frame[SPEAKER], frame[USED]):
        return perform(s, frame, verb, actor, card, amount, goal, position, args, flag, text, frame[USED])
    case = [verb.index, actor, card, amount, goal, position, args, flag, text, source, frame[SLOTS][1]]
    push_frame(s, EVENT_UNIT, [case, EMPTY, 0, 0], frame[EVENT], frame[SPEAKER], frame[USED])
    return PUSHED


def apply(
    s: State,
    frame: Frame,
    verb: Verb,
    actor: Any,
    card: int,
    amount: int,
    goal: int,
    position: str,
    args: list[Any],
    flag: int,
    text: int,
    used: list[int],
    asked_from: int,
) -> int:
    """The event happens after all. `asked_from` is where the card was when the event was disputed."""
    source = s.at[card] if card >= 0 else -1
    if asked_from != source:
        doer = actor if not verb.by_card else actor[0] if actor else -1
        ident = s.ident[card] if card >= 0 else -1
        why = "it is no longer there"
        s.log.append((NOTHING, card, doer, verb.index, source, -1, frame[EVENT], frame[SPEAKER], text, why, ident))
        return FAILED
    return perform(s, frame, verb, actor, card, amount, goal, position, args, flag, text, used)


def quiet(s: State, frame: Frame, verb: Verb) -> bool:
    """Whether events of a verb that is one move into one pile, a player's own or everybody's, set nothing off but what
    cards do themselves: no card may be immune to them, nobody watches, counts or is told of them, and no ending reads
    the pile."""
    key = verb.key
    if not verb.lone or s.always or verb.index in s.hot or key in s.watch or key in s.timed:
        return False
    if frame[SPEAKER] >= 0 and IMMUNE_HEAT in s.hot:
        return False
    place = verb.own_seat if verb.own_seat >= 0 else verb.shared
    mark = s.compiled.marks.of[place]
    return not mark & (LOOKED | COUNTED) or not (heeded(s, (place,)) or counts_in(s, place))


def quiet_moves(
    s: State, frame: Frame, verb: Verb, seat: int, cards: list[int], amount: int, flag: int, text: int
) -> int:
    """As many of the events as are plain, one a card, in one go. Returns how many were done: the next card is not
    plain, for instance because it has something to say about it. Call only if `quiet` holds."""
    if quiet_all(s, frame, verb, seat, cards, amount, flag, text):
        return len(cards)
    return _quiet_runs(s, frame, verb, seat, cards, amount, flag, text)


def quiet_all(
    s: State, frame: Frame, verb: Verb, seat: int, cards: list[int], amount: int, flag: int, text: int
) -> bool:
    """As `quiet_moves`, but nothing is done (False) unless all the cards are plain and lie on top of one pile."""
    to = verb.own_seat + seat if verb.own_seat >= 0 else verb.shared
    source, marks = s.at[cards[0]], s.compiled.marks
    if (marks.leaving[source] | marks.coming[to]) & NOT_PLAIN or source < 0 or source == to or s.announced:
        return False
    pile, count = s.zones[source], len(cards)
    if pile[:count] != cards or not s.vocal.isdisjoint(cards):
        return False
    acting = EMPTY if s.lively.isdisjoint(cards) else stirred(s, cards, to)
    if acting is None:
        return False
    number, idents, cause, speaker = verb.index, s.ident, frame[EVENT], frame[SPEAKER]
    events = []
    for card in cards:
        events.append((number, card, seat, amount, source, to, cause, speaker, text, None, idents[card]))
    s.log += events
    s.done[number] += events
    del pile[:count]
    carry(s, cards, source, to, verb.bottom, acting)
    if flag >= 0:
        frame[SLOTS][flag] = True
    return True


def _quiet_runs(
    s: State, frame: Frame, verb: Verb, seat: int, cards: list[int], amount: int, flag: int, text: int
) -> int:
    """As `quiet_moves`, of cards not all of which are plain, or that do not lie on top of one pile."""
    to = verb.pile(seat)
    number, idents, marks = verb.index, s.ident, s.compiled.marks.of
    cause, speaker = frame[EVENT], frame[SPEAKER]
    done = 0
    while done < len(cards):
        source = s.at[cards[done]]
        if source < 0 or source == to or (marks[source] & LOOKED and heeded(s, (source,))):
            break
        run = cards[done:]
        count = plain_run(s, run, to) if s.vocal.isdisjoint(run) else 0
        if not count:
            d = s.defs[idents[run[0]]]
            if marks[source] & REFILLED or number in d.touchy or number in d.own:
                break
        del run[count or 1 :]
        events = []
        for card in run:
            events.append((number, card, seat, amount, source, to, cause, speaker, text, None, idents[card]))
        s.log += events
        s.done[number] += events
        done += len(run)
        if count:
            carry_run(s, run, source, to, verb.bottom)
            continue
        move_card(s, run[0], to, verb.bottom, s.base + len(s.log) - 1)
        if not quiet(s, frame, verb):  # it has something to say about events like this from there
            break
    if done and flag >= 0:
        frame[SLOTS][flag] = True
    return done


def note_event(s: State, verb: Verb, event: Event) -> None:
    """Remember an event that is asked about long after, or that an ending is about."""
    if verb.ever:
        s.ever.setdefault(verb.index, []).append(event)
    s.touched |= verb.bit | s.always


def own_goal(s: State, verb: Verb, actor: Any, card: int, amount: int, source: int, frame: Frame) -> int:
    """Where the verb's own sentence puts the card: the first place with room."""
    slots = verb.blank[:]
    slots[0:6] = [-1, frame[SLOTS][1] if verb.by_card else actor, actor, [card], amount, source]
    goal = verb.goal
    assert goal is not None
    return free_place(s, goal(s, slots))


def free_place(s: State, places: list[int]) -> int:
    """The place a card goes to: the only one meant, or the first of several that is empty; -1 if there is none."""
    if len(places) == 1:
        return places[0]
    for place in places:
        if not s.zones.get(place):
            return place
    return -1


# --- rules of a state --------------------------------------------------------------------------------------------
def begin_due(s: State, cause: int, used: list[int]) -> bool:
    """Begin the first rule of a state that holds, for the first player in turn order for whom it does. False if none
    does."""
    rules = s.compiled.states()
    touched = s.due | s.touched
    for frame in s.frames:  # what has been touched and is looked at only when a frame is through
        touched |= frame[TOUCH]
    s.said &= rules.kept(touched)
    found = rules.first(s)
    if found is not None:
        uid, seat = found
        inner = (s.compiled.codes[uid] or s.compiled.code(uid)).blank[:]
        inner[ast.THIS], inner[ast.YOU], inner[ast.ACTOR] = -1, seat, seat
        push_frame(s, uid, inner, cause, -1, used)
        return True
    s.due = 0
    return False


# --- triggers ----------------------------------------------------------------------------------------------------
def first_key(verb: int) -> int:
    """The key in `State.timed` of delayed triggers that run when events of a verb begin: below 0 as no other, and
    divisible by 4, so that it makes nothing hot (see `effects.heat`)."""
    return -4 * (verb + 1)


def begin_first(s: State, verb: Verb, event: list[Any], doer: int, index: int, speaker: int, used: list[int]) -> None:
    """Begin what runs before the body of the event's verb, which has its frame already: delayed triggers, rules."""
    key = first_key(verb.index)
    groups = _watchers(s, (), s.timed.get(key, ()), doer, event, index, key)
    found = [(item, _matched(s, item, -1, doer, event)) for item in verb.before]
    groups += [[-1, [_entry(s, item, slots, -1)]] for item, slots in found if slots is not None]
    if groups:
        push_frame(s, GROUP_UNIT, [groups, 0, 0], index, speaker, used, 0)


def triggers(
    s: State,
    verb: Verb,
    actor: Any,
    card: int,
    amount: int,
    source: int,
    to: int,
    index: int,
    speaker: int,
    ident: int,
    used: list[int],
) -> bool:
    """Begin everything an event sets off. False if there is nothing."""
    own = watching = None
    if card >= 0:
        now = s.ident[card]
        if now != ident and to >= 0 and to not in s.compiled.layout.printed:
            ident = now
        own = s.defs[ident].own.get(verb.index)
    key = verb.key
    if s.watch:
        watching = s.watch.get(key)
    delayed = s.timed.get(key) if s.timed else None
    if own is None and watching is None and delayed is None and not verb.rules:
        return False
    event = [actor, [card] if card >= 0 else EMPTY, amount, source, to]
    doer = -1 if verb.by_card else actor
    before, s.speaking = s.speaking, speaker
    try:
        groups: list[list[Any]] = []
        for item in verb.rules:
            slots = _matched(s, item, -1, doer, event)
            if slots is not None:
                groups.append([-1, [_entry(s, item, slots, -1)]])
        for item in own or ():
            fits = item.zones is None or item.lies(s, source) or item.lies(s, s.at[card])
            if fits and (slots := _matched(s, item, card, doer, event, index)) is not None:
                entry = _entry(s, item, slots, card)
                if not (s.compiled.holding and held_back(s, item.label, entry)):
                    groups.append([-1, [entry]])
        if watching is not None or delayed is not None:
            groups += _watchers(s, watching or (), delayed or (), doer, event, index, key)
    finally:
        s.speaking = before
    if not groups:
        return False
    touch, s.touched = s.touched, 0
    if len(groups) == 1 and len(groups[0][1]) == 1 and not groups[0][1][0][4]:
        uid, slots, card, _, _ = groups[0][1][0]
        begin_entry(s, uid, slots, card, index, used, touch)
    else:
        push_frame(s, GROUP_UNIT, [groups, 0, 0], index, speaker, used, touch)
    return True


def rules_heed(
    s: State, verb: Verb, actor: Any, held: list[int], amount: int, source: int, to: int, speaker: int
) -> bool:
    """Whether an event is one that a trigger of a rule is about."""
    you = s.seat if verb.by_card or actor < 0 else actor
    before, s.speaking = s.speaking, speaker
    heed = verb.heed
    found = heed(s, [-1, you, actor, held, amount, source, to, *verb.room])
    s.speaking = before
    return bool(found)


def held_back(s: State, label: int, entry: list[Any]) -> bool:
    """Whether a text being carried out keeps lines with this label until it is done; then it keeps this one."""
    for frame in reversed(s.frames):
        kept = s.compiled.holding.get(frame[UID])
        if kept is not None and frame[SLOTS][kept[1]] and label in kept[2]:
            frame[SLOTS][kept[0]] = [*frame[SLOTS][kept[0]], entry]
            return True
    return False


def _matched(s: State, item: Item, card: int, actor: int, event: list[Any], index: int = -1) -> Slots | None:
    """The slots a trigger would run with, if the event is one it is about."""
    slots = item.blank[:]
    slots[0] = card
    slots[1] = item.seat(s, card, actor)
    slots[2:7] = event
    where = item.where
    if where is not None and not where(s, slots):
        return None
    if item.label >= 0 and item.ordinals is not None and not _counted(s, item, index):
        return None
    return slots


def _counted(s: State, item: Item, index: int) -> bool:
    """Count an event for its label (once), and say whether the line is meant for this one of them."""
    label = item.label
    if s.label_seen[label] != index:
        s.label_seen[label] = index
        s.label_counts[label] += 1
    assert item.ordinals is not None
    return item.ordinals[0] <= s.label_counts[label] <= item.ordinals[1]


def _entry(s: State, item: Item, slots: Slots, card: int) -> list[Any]:
    """A trigger that waits: [unit, slots, the card that speaks, you, whether you may decline]."""
    return [item.uid, slots_for(s, item.uid, slots), card, slots[1], item.optional]


def _watchers(
    s: State, watching: Any, delayed: Any, actor: int, event: list[Any], index: int, key: int
) -> list[list[Any]]:
    """Triggers on other cards and delayed ones, by player in turn order (cards of nobody first)."""
    compiled = s.compiled
    by_order: dict[int, list[list[Any]]] = {}
    for entry in watching:
        card = entry >> 12
        item = s.defs[s.ident[card]].items[entry & 4095]
        slots = _matched(s, item, card, actor, event, index)
        if slots is not None:
            seat = holder(s, card)
            order = -1 if seat < 0 else (seat - s.seat) % s.players
            by_order.setdefault(order, []).append(_entry(s, item, slots, card))
    for kept in list(delayed):
        item = compiled.trigger_item(kept[0])
        slots = kept[2][:]
        slots[2:7] = event
        where = item.where
        if where is not None and not where(s, slots):
            continue
        if kept[4]:
            remove_timed(s, key, kept)
        order = (slots[1] - s.seat) % s.players if slots[1] >= 0 else -1
        by_order.setdefault(order, []).append([item.uid, slots, slots[0], slots[1], item.optional])
    return [[s.seat if order < 0 else (s.seat + order) % s.players, by_order[order]] for order in sorted(by_order)]


def begin_entry(s: State, uid: int, slots: Slots, card: int, cause: int, used: list[int], touch: int) -> None:
    """Begin a trigger or line of a card (-1: of a rule) with slots that are its own from now on. A card's line is an
    event of its own; so is the gate that holds it back."""
    ability = s.compiled.abilities.get(uid)
    text = uid * TEXT_SHIFT
    if card >= 0:
        index = s.base + len(s.log)
        if ability is not None and ability.gate is not None and not gate_of(s, uid)(s, slots):
            why = ability.gate_text or "its condition is not met"
            s.log.append((NOTHING, card, slots[1], 0, -1, -1, cause, card, text, why, s.ident[card]))
            s.touched |= touch
            if s.touched:
                check(s)
            return
        s.log.append((LINE, card, slots[1], 1, -1, -1, cause, card, text, None, s.ident[card]))
        cause = index
    push_frame(s, uid, slots, cause, card, used, touch)
    if card >= 0 and ability is not None and ability.label in s.compiled.game.announcing:
        verb = s.compiled.verbs[s.compiled.game.announcing[ability.label]]
        triggers(s, verb, slots[1], card, 1, s.at[card], -1, cause, card, s.ident[card], used)


def gate_of(s: State, uid: int) -> Any:
    """The gate of an ability, lowered once."""
    from cardscript.engine.scope import Scope

    shared = s.compiled.shared
    key = f"gate {uid}"
    found = shared.get(key)
    if found is None:
        gate = s.compiled.abilities[uid].gate
        assert gate is not None
        found = shared[key] = Scope(s.compiled, s.compiled.sizes[uid]).cond(gate)
    return found
