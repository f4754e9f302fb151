"""The lines of cards carried out by other sentences: all unlabelled ones, or those with a label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.endings import check
from cardscript.engine.kinds import EVENT, LINES_UNIT, NEXT_FRAME, PC, SLOTS, TOUCH, USED, Frame, Op
from cardscript.engine.pipeline import begin_entry, push_frame

if TYPE_CHECKING:
    from cardscript.engine.state import State


def begin_lines(s: State, frame: Frame, entries: list[list[int]], you: int) -> None:
    """Carry out lines: a list of [unit, card that speaks]. They know what the event around them is about."""
    if len(entries) == 1:
        uid, card = entries[0]
        inner: list[Any] = s.compiled.code(uid).blank[:]
        inner[0], inner[1], inner[3] = card, you, frame[SLOTS][3]
        begin_entry(s, [uid, inner, card, you, False], frame[EVENT], frame[USED], 0)
        return
    push_frame(s, LINES_UNIT, [entries, you, frame[SLOTS][3]], frame[EVENT], frame[SLOTS][0], frame[USED])


def text_lines(s: State, cards: list[int]) -> list[list[int]]:
    """The unlabelled lines of cards, in printed order."""
    return [[uid, card] for card in cards for uid in s.defs[s.ident[card]].lines]


def label_lines(s: State, label: int, cards: list[int], ordinal: int) -> list[list[int]]:
    """The lines of cards with a label; `ordinal` -1: the count of the label so far."""
    number = ordinal if ordinal >= 0 else s.label_counts[label]
    found = []
    for card in cards:
        for uid in s.defs[s.ident[card]].labels.get(label, ()):
            limits = s.compiled.abilities[uid].ordinals
            if limits is None or limits[0] <= number <= limits[1]:
                found.append([uid, card])
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
    uid, card = entries[0]
    slots[0] = entries[1:]
    frame[PC] = 0
    inner: list[Any] = s.compiled.code(uid).blank[:]
    inner[0], inner[1], inner[3] = card, slots[1], slots[2]
    begin_entry(s, [uid, inner, card, slots[1], False], frame[EVENT], frame[USED], 0)
    return NEXT_FRAME


LINES_OPS: list[Op] = [_next_line]
