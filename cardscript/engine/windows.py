"""Windows: who is asked what to do of their own will, and how what was chosen begins."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from cardscript.engine.actions import ActionCode, action_code
from cardscript.engine.effects import allowed, substitutes
from cardscript.engine.endings import check
from cardscript.engine.kinds import (
    ACTION,
    ACTION_SHIFT,
    EMPTY,
    EVENT,
    LINES_UNIT,
    NEXT_FRAME,
    PASS,
    PASSED,
    PAY,
    PC,
    SLOTS,
    USED,
    WAIT,
    Frame,
    Op,
    Slots,
)
from cardscript.engine.legal import Choices, legal_actions, printed_cards
from cardscript.engine.limits import LoopStopped
from cardscript.engine.lower_places import lower_order, lower_where
from cardscript.engine.pipeline import begin_due, push_frame, slots_for
from cardscript.engine.written_windows import Asked, writer
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State

CARD_MASK = ACTION_SHIFT - 1


# --- doing it ----------------------------------------------------------------------------------------------------
def pay(s: State, seat: int, resource: int, price: int, cause: int, card: int, verbs: Collection[int] = ()) -> None:
    """Take a price: first from points that are good for little else, then from its own resource, the rest from those
    allowed instead."""
    kinds = s.compiled.resources
    ways: tuple[int, ...] = (resource,)
    if substitutes(s):
        anything = allowed(s, seat, resource)
        fixed = [other for other in allowed(s, seat, resource, verbs, card) if other not in anything] if verbs else []
        ways = (*fixed, resource, *anything)
    for kind in ways:
        part = min(price, s.res[seat * kinds + kind])
        if part > 0:
            s.res[seat * kinds + kind] -= part
            price -= part
            s.log.append((PAY, card, seat, part, kind, -1, cause, -1, -1, None, -1))
            s.touched |= s.compiled.resource_bit


def begin_action(s: State, frame: Frame, seat: int, action: ActionCode, card: int) -> int:
    """Pay for an action and begin its body. Returns what an op has to if that is below 0; the action is done if not."""
    slots: Slots = action.blanks[seat][:]
    if action.printed:
        slots[0] = card
    slots[3] = [card] if card >= 0 else EMPTY
    slots[5] = s.at[card] if card >= 0 else -1
    cause = frame[EVENT]
    if not action.quiet:
        index = s.base + len(s.log)
        ident = s.ident[card] if card >= 0 else -1
        s.log.append((ACTION, card, seat, action.index, slots[5], -1, cause, -1, -1, None, ident))
        cause = index
    if action.cost is not None:
        cost = action.cost
        pay(s, seat, action.resource, cost(s, slots), cause, card, action.verbs)
    if action.direct is not None:
        do = action.direct.do
        return do(s, frame, seat, card, action.text, -1)
    if action.runs_line:
        uid = next((u for u, c in printed_cards(s, seat, action).items() if c == card), -1)
        if uid >= 0:
            push_frame(s, LINES_UNIT, [[[uid, card]], seat, slots[3]], cause, card, frame[USED])
        if uid == action.uid:
            return NEXT_FRAME
    push_frame(s, action.uid, slots_for(s, action.uid, slots), cause, card if action.printed else -1, frame[USED])
    return NEXT_FRAME


# --- asking ------------------------------------------------------------------------------------------------------
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
    window = Asked(node, where, seats, place, passes, answer)
    written, alone = writer(b.compiled, window, choices), window.alone
    prompt, again = node.pass_text, node.again
    asking, end = Label(), Label()

    def opening(pc: int) -> Op:
        def begin(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            slots[seats], slots[place], slots[passes] = [s.seat] if alone else order(s, slots), 0, 0
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
            asked = slots[seats]
            count = 0 if s.closing else len(asked)
            while slots[passes] < count:
                seat = asked[slots[place]]
                if where is not None:
                    slots[named] = seat
                if (s.out and seat in s.out) or (where is not None and not where(s, slots)):
                    slots[passes] += 1
                    slots[place] = (slots[place] + 1) % count
                    continue
                raw = legal_actions(s, seat, choices)
                raw.append(PASSED)
                s.pending = [seat, "action", "action", prompt, raw, 1, 1, answer, following]
                return WAIT
            s.budget -= 1  # who is asked gets a new one with the answer
            if s.budget < 0:
                frame[PC] = pc
                raise LoopStopped("window")
            s.closing = False
            return out

        return written.offer(pc, offer) if written is not None else offer

    def act(pc: int) -> Op:
        text, asking_pc, first, following = b.text(pc), asking.pc, again == "first", again == "next"

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            raw = slots[answer]
            asked = slots[seats]
            seat = asked[slots[place]]
            if raw == PASSED:
                s.log.append((PASS, -1, seat, 1, -1, -1, frame[EVENT], -1, text, prompt, -1))
                slots[passes] += 1
                slots[place] = (slots[place] + 1) % len(asked)
                return asking_pc
            slots[passes] = 0
            if first:
                slots[place] = 0
            elif following:
                slots[place] = (slots[place] + 1) % len(asked)
            frame[PC] = asking_pc
            action = by_index[raw // ACTION_SHIFT]
            if action.plain is not None:
                do = action.plain.do
                done = do(s, frame, seat, (raw & CARD_MASK) - 1, action.text, -1)
            else:
                done = begin_action(s, frame, seat, action, (raw & CARD_MASK) - 1)
            return done if done < 0 else asking_pc

        if written is None:
            return answered
        return written.answered(asking_pc, end.pc, text, by_index, begin_action, answered)

    b.emit(node, opening)
    b.mark(asking)
    b.emit(node, ask, usual=0)
    b.emit(node, act, usual=0)
    b.mark(end)


__all__ = ["begin_action", "lower_window"]
