"""The turn loop: set-up units, then turn after turn, phase after phase. The lowest frame of every game.

Slots: units to run before the first turn, the phase to come, the event of the turn.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from cardscript.engine import limits
from cardscript.engine.effects import end_of_turn
from cardscript.engine.endings import finish, stop
from cardscript.engine.kinds import NEXT_FRAME, PC, PHASE, SLOTS, STOPPED, TURN, Frame, Op
from cardscript.engine.limits import GameEnded, LoopStopped
from cardscript.engine.offers import forget_leaning
from cardscript.engine.pipeline import out_of_steps, push_frame
from cardscript.engine.settled import WHOSE_TURN

if TYPE_CHECKING:
    from cardscript.engine.state import State


def _set_up(s: State, frame: Frame) -> int:
    slots = frame[SLOTS]
    if not slots[0]:
        return 1
    uid, slots[0] = slots[0][0], slots[0][1:]
    frame[PC] = 0
    inner = s.compiled.code(uid).blank[:]
    inner[0], inner[1] = -1, s.seat
    push_frame(s, uid, inner, -1, -1, [])
    return NEXT_FRAME


def _turn(s: State, frame: Frame) -> int:
    s.turn += 1
    slots = frame[SLOTS]
    slots[2] = s.base + len(s.log)
    s.log.append((TURN, -1, s.seat, s.turn, -1, -1, -1, -1, -1, None, -1))
    if s.compiled.fixed:
        _find_out(s)
    if s.turn > limits.TURNS:
        s.log.append((STOPPED, -1, -1, s.turn, -1, -1, slots[2], -1, -1, "no ending was reached in so many turns", -1))
        stop(s)
        raise GameEnded
    s.touched |= s.compiled.turn_bits if s.turn > 1 else s.compiled.all_bits
    s.budget -= 1
    if s.budget < 0:
        raise LoopStopped("turns")
    return 2


def _find_out(s: State) -> None:
    """How the predicates stand that stay so until the next turn."""
    for at, number in enumerate(s.compiled.fixed):
        cond, blank = s.compiled.predicate(number)
        table = blank[:]
        table[0], table[1] = -1, s.seat
        s.stood[at] = bool(cond(s, table))


def _phase(s: State, frame: Frame) -> int:
    """Phase after phase, each carried out at once, until something has to be asked or is left to the machine."""
    slots, compiled, frames, log = frame[SLOTS], s.compiled, s.frames, s.log
    phases = compiled.phases
    frame[PC] = 2
    while (number := slots[1]) < len(phases):  # a text may say which phase is next
        if s.out and s.seat in s.out:
            break
        uid, name, at_first = phases[number]
        slots[1] = number + 1
        if at_first or s.turn > 1:
            code, event = compiled.codes[uid] or compiled.code(uid), s.base + len(log)
            ops, table = code.ops, code.blank.copy()
            table[0], table[1] = -1, s.seat
            log.append((PHASE, -1, s.seat, number, -1, -1, slots[2], -1, -1, name, -1))
            s.budget = budget = s.budget - 1
            if budget < 0 or not budget & 63:
                out_of_steps(s)
            body = [uid, 0, table, event, -1, [], 0]
            frames.append(body)
            pc = ops[0](s, body)
            while pc >= 0:
                pc = ops[pc](s, body)
            if len(frames) > 1:  # something is asked, or begun
                return pc
    return 3


def _end_of_turn(s: State, frame: Frame) -> int:
    frame[PC] = 1
    frame[SLOTS][1] = 0
    if s.timed:
        end_of_turn(s)
    s.made = [0] * len(s.made)
    s.res = _kept(s) if s.compiled.keeps_any else [0] * len(s.res)
    s.done.clear()
    if s.noted:
        finish(s)
    base = s.base + len(s.log)
    if s.keep_log:
        s.chunks.append(tuple(s.log))
    s.log.clear()
    s.base = base
    s.seat = s.extra.pop(0) if s.extra else (s.seat + 1) % s.players
    while s.out and s.seat in s.out and len(s.out) < s.players:
        s.seat = (s.seat + 1) % s.players
    if WHOSE_TURN in s.leans:
        forget_leaning(s, WHOSE_TURN, WHOSE_TURN)
    return 1


def _kept(s: State) -> list[int]:
    """What everybody still has of each resource in the next turn."""
    return [number if keep else 0 for number, keep in zip(s.res, cycle(s.compiled.kept_resources))]


GAME_OPS: list[Op] = [_set_up, _turn, _phase, _end_of_turn]
