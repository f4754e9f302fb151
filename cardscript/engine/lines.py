"""The lines of cards carried out by other sentences: all unlabelled ones, or those with a label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.endings import check
from cardscript.engine.kinds import EVENT, LINES_UNIT, NEXT_FRAME, PC, SLOTS, TOUCH, USED, Frame, Op
from cardscript.engine.pipeline import begin_entry, push_frame

if TYPE_CHECKING:
    from cardscript.engine.state import State


NO_LINES: list[list[int]] = []


def begin_lines(s: State, frame: Frame, entries: list[list[int]], you: int) -> None:
    """Carry out lines: a list of [unit, card that speaks]; with a third number, the place where the card stays if the
    line does something to it. They know what the event around them is about."""
    if len(entries) == 1:
        _begin_line(s, entries[0], you, frame[SLOTS][3], frame)
        return
    push_frame(s, LINES_UNIT, [entries, you, frame[SLOTS][3]], frame[EVENT], frame[SLOTS][0], frame[USED])


def _begin_line(s: State, entry: list[int], you: int, about: list[int], frame: Frame) -> None:
    """Carry out one line; `about`: the cards of the event around it."""
    uid, card, *stays = entry
    slots: list[Any] = (s.compiled.codes[uid] or s.compiled.code(uid)).blank[:]
    slots[0], slots[1], slots[3] = card, you, about
    if stays:
        slots[3], slots[6] = [card], stays[0]
    begin_entry(s, uid, slots, card, frame[EVENT], frame[USED], 0)


def text_lines(s: State, cards: list[int]) -> list[list[int]]:
    """The unlabelled lines of cards, in printed order."""
    if len(cards) == 1:
        card = cards[0]
        lines = s.defs[s.ident[card]].lines
        return [[uid, card] for uid in lines] if lines else NO_LINES
    return [[uid, card] for card in cards for uid in s.defs[s.ident[card]].lines]


def label_lines(s: State, label: int, cards: list[int], ordinal: int) -> list[list[int]]:
    """The lines of cards with a label; `ordinal` -1: the count of the label so far. One that offers an action is used
    once, where its card lies."""
    number = ordinal if ordinal >= 0 else s.label_counts[label]
    found = []
    for card in cards:
        for uid in s.defs[s.ident[card]].labels.get(label, ()):
            ability = s.compiled.abilities[uid]
            limits = ability.ordinals
            if limits is None or limits[0] <= number <= limits[1]:
                found.append([uid, card, s.at[card]] if ability.kind == "action" else [uid, card])
    return found


def _next_line(s: State, frame: Frame) -> int:
    slots = frame[SLOTS]
    entries = slots[0]
    if not entries:
        s.frames.pop()
        s.touched |= frame[TOUCH]
        if s.touched:
            check(s)
        return NEXT_FRAME
    slots[0] = entries[1:]
    frame[PC] = 0
    _begin_line(s, entries[0], slots[1], slots[2], frame)
    return NEXT_FRAME


LINES_OPS: list[Op] = [_next_line]
