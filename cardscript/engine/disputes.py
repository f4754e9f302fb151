"""Frames of the machine itself: an event that something would replace, and triggers that wait for their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.endings import check
from cardscript.engine.kinds import (
    CHOOSE,
    E_KIND,
    E_SPEAKER,
    E_TEXT,
    EVENT,
    NEXT_FRAME,
    PC,
    REPLACED,
    SLOTS,
    SPEAKER,
    TEXT_SHIFT,
    TOUCH,
    USED,
    WAIT,
    Frame,
    Op,
    Slots,
)
from cardscript.engine.lower_places import holder
from cardscript.engine.pipeline import PUSHED, apply, begin_entry, push_frame, slots_for

if TYPE_CHECKING:
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Verb


def candidates(s: State, verb: Verb, event: list[Any], speaker: int, used: list[int]) -> list[list[Any]]:
    """Replacements that fit an event: [mark, unit, card, slots, optional, you]."""
    found: list[list[Any]] = []
    before, s.speaking = s.speaking, speaker
    actor = -1 if verb.by_card else event[0]
    try:
        held = event[1][0] if event[1] else -1
        own = s.defs[s.ident[held]].own_replacements.get(verb.index, ()) if held >= 0 else ()
        ready = [(held, item) for item in own if item.works(s, held)]
        ready += [(e >> 12, s.defs[s.ident[e >> 12]].items[e & 4095]) for e in s.watch.get(verb.key + 1, ())]
        for card, item in ready:
            mark = item.uid << 20 | card
            if mark in used or (item.once and replaced_by(s, card, item.uid)):
                continue
            slots = item.blank[:]
            slots[0], slots[1] = card, item.seat(s, card, actor)
            slots[2:7] = event
            if item.where is not None and not item.where(s, slots):
                continue
            if item.gate is not None and not item.gate(s, slots):
                continue
            if item.possible is not None and not item.possible(s, slots):
                continue
            found.append([mark, item.uid, card, slots_for(s, item.uid, slots), item.optional, slots[1]])
    finally:
        s.speaking = before
    return found


def replaced_by(s: State, card: int, uid: int) -> bool:
    """Whether a card's text has replaced something this turn."""
    text = uid * TEXT_SHIFT
    return any(e[E_KIND] == REPLACED and e[E_SPEAKER] == card and e[E_TEXT] == text for e in s.log)


# --- an event under dispute: slots [the event, marks declined, answer, the candidate asked about] ------------------
def _weigh(s: State, frame: Frame) -> int:
    """Find what would still replace the event; ask who must be asked; if nothing is left, it happens."""
    slots: Slots = frame[SLOTS]
    case = slots[0]
    verb = s.compiled.verbs[case[0]]
    card = case[2]
    event = [case[1], [card] if card >= 0 else [], case[3], case[9], case[4]]
    found = candidates(s, verb, event, frame[SPEAKER], frame[USED] + slots[1])
    if card >= 0 and s.at[card] != case[9]:
        found = []
    if not found:
        s.frames.pop()
        parent = s.frames[-1]
        done = apply(
            s,
            parent,
            verb,
            case[1],
            card,
            case[3],
            case[4],
            case[5],
            case[6],
            case[7],
            case[8],
            frame[USED] + slots[1],
            case[9],
        )
        del done  # frames may have been begun; the loop looks for itself
        return NEXT_FRAME
    texts = list(dict.fromkeys(_words(s, one) for one in found))
    if len(texts) > 1:
        affected = case[1] if not verb.by_card else holder(s, card) if card >= 0 else -1
        seat = affected if affected >= 0 else s.seat
        slots[3] = [found[[_words(s, one) for one in found].index(text)] for text in texts]
        s.pending = [seat, "one", "text", "Which applies first?", texts, 1, 1, 2, 1]
        return WAIT
    slots[3] = found[:1]
    slots[2] = [0]
    return 1


def _words(s: State, candidate: list[Any]) -> str:
    unit = s.compiled.units[candidate[1]]
    return f"{s.defs[s.ident[candidate[2]]].name}: {unit.text if unit else ''}"


def _offer(s: State, frame: Frame) -> int:
    """One replacement is to be applied: ask, if it may be declined."""
    slots: Slots = frame[SLOTS]
    chosen = slots[3][slots[2][0] if isinstance(slots[2], list) else slots[2]]
    slots[3] = [chosen]
    if chosen[4]:
        s.pending = [chosen[5], "may", "text", _words(s, chosen), ["yes", "no"], 1, 1, 2, 2]
        return WAIT
    slots[2] = True
    return 2


def _settle(s: State, frame: Frame) -> int:
    """Accepted: the event does not happen, the replacement's text does. Declined: look on."""
    slots: Slots = frame[SLOTS]
    mark, uid, card, inner, _, seat = slots[3][0]
    if not slots[2]:
        text = uid * TEXT_SHIFT
        s.log.append((CHOOSE, -1, seat, 0, 4, 0, frame[EVENT], card, text, "do nothing", -1))
        slots[1] = [*slots[1], mark]
        slots[2] = slots[3] = 0
        return 0
    case = slots[0]
    index = s.base + len(s.log)
    actor = case[1] if not s.compiled.verbs[case[0]].by_card else -1
    s.frames.pop()
    s.log.append(
        (REPLACED, case[2], actor, case[0], case[9], -1, frame[EVENT], card, uid * TEXT_SHIFT, None, s.ident[card])
    )
    push_frame(s, uid, inner[:], index, card, [*frame[USED], *slots[1], mark])
    return NEXT_FRAME


EVENT_OPS: list[Op] = [_weigh, _offer, _settle]


# --- triggers in waiting: slots [groups of entries, answer, state] -------------------------------------------------
def _next_trigger(s: State, frame: Frame) -> int:
    """Take the next trigger; let its player put several in order."""
    slots: Slots = frame[SLOTS]
    groups = slots[0]
    if not groups:
        s.frames.pop()
        s.touched |= frame[TOUCH]
        if s.touched:
            check(s)
        return NEXT_FRAME
    seat, entries = groups[0]
    if seat >= 0 and len(entries) > 1 and not slots[2]:
        texts = [_title(s, entry) for entry in entries]
        if len(set(texts)) > 1:
            s.pending = [seat, "order", "text", "In which order?", texts, len(texts), len(texts), 1, 1]
            return WAIT
    entry = entries[0]
    slots[2] = 1
    if len(entries) > 1:
        slots[0] = [[seat, entries[1:]], *groups[1:]]
    else:
        slots[0] = groups[1:]
        slots[2] = 0
    if entry[4]:
        slots[1] = entry
        s.pending = [entry[3], "may", "text", _title(s, entry), ["yes", "no"], 1, 1, 3, 2]
        if len(slots) < 4:
            slots.append(False)
        return WAIT
    frame[PC] = 0
    begin_entry(s, entry[0], entry[1][:], entry[2], frame[EVENT], frame[USED], 0)
    return NEXT_FRAME


def _title(s: State, entry: list[Any]) -> str:
    unit = s.compiled.units[entry[0]]
    words = unit.text if unit else ""
    return f"{s.defs[s.ident[entry[2]]].name}: {words}" if entry[2] >= 0 else words


def _ordered(s: State, frame: Frame) -> int:
    """The order has been chosen (places in the list of entries)."""
    slots: Slots = frame[SLOTS]
    seat, entries = slots[0][0]
    slots[0] = [[seat, [entries[i] for i in slots[1]]], *slots[0][1:]]
    slots[2] = 1
    return 0


def _answered(s: State, frame: Frame) -> int:
    """A trigger that may be declined was accepted or not."""
    slots: Slots = frame[SLOTS]
    frame[PC] = 0
    if not slots[3]:
        return 0
    uid, inner, card = slots[1][:3]
    begin_entry(s, uid, inner[:], card, frame[EVENT], frame[USED], 0)
    return NEXT_FRAME


GROUP_OPS: list[Op] = [_next_trigger, _ordered, _answered]
__all__ = ["EVENT_OPS", "GROUP_OPS", "PUSHED", "candidates"]
