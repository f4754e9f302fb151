"""Statements that run other text, set up effects and delayed triggers, and end things."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardscript.engine.announced import begin_announced, lower_announce
from cardscript.engine.effects import add_timed, put_up
from cardscript.engine.endings import check, note
from cardscript.engine.kinds import (
    EFFECT,
    EMPTY,
    EVENT,
    EXTRA,
    FIRST_UNIT,
    NEXT_FRAME,
    NOTHING,
    PC,
    SAY,
    SLOTS,
    SPEAKER,
    TOUCH,
    UID,
    USED,
    Frame,
    Op,
)
from cardscript.engine.lines import begin_lines, label_lines, text_lines
from cardscript.engine.lower_deeds import lower_do
from cardscript.engine.lower_shares import lower_distribute
from cardscript.engine.moves import create_copy
from cardscript.engine.pipeline import (
    PUSHED,
    first_key,
    perform,
    push_frame,
    slots_for,
)
from cardscript.engine.redirect import lower_redirect
from cardscript.engine.scope import slot_of
from cardscript.engine.windows import lower_window
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.runs import Run
    from cardscript.engine.state import State


def _play_copy(b: Builder, node: ast.PlayCopy) -> None:
    verb = b.compiled.verbs[node.verb]
    cards, actor, left = b.scope.cards(node.cards), b.scope.player(node.actor), b.scope.hidden(2)

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def play(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if not slots[left + 1]:
                slots[left], slots[left + 1] = cards(s, slots), True
            frame[PC] = pc
            while slots[left]:
                card, slots[left] = slots[left][0], slots[left][1:]
                copy = create_copy(s, card, frame[EVENT], frame[SPEAKER], text)
                doer: Any = actor(s, slots) if not verb.by_card else EMPTY
                if perform(s, frame, verb, doer, copy, 1, -1, "", EMPTY, -1, text) == PUSHED:
                    return NEXT_FRAME
            slots[left + 1] = 0
            return following

        return play

    b.emit(node, maker)


def _run_text(b: Builder, node: ast.RunText) -> None:
    cards, you = b.scope.view(node.cards), b.scope.player(node.you)
    held = slot_of(node.cards)

    def maker(pc: int) -> Op:
        following = pc + 1

        def run(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if s.announced:
                told = slots[held] if held >= 0 else cards(s, slots)
                frame[PC] = following
                if told and begin_announced(s, frame, told[0]):
                    return NEXT_FRAME
            entries = text_lines(s, slots[held] if held >= 0 else cards(s, slots))
            if not entries:
                return following
            frame[PC] = following
            begin_lines(s, frame, entries, you(s, slots))
            return NEXT_FRAME

        return run

    def write(run: Run, pc: int) -> int:
        card = run.one(node.cards)
        if card:
            run.say(f"if s.announced or s.defs[ident[{card}]].lines:")
        else:
            run.say(f"held = {f'slots[{held}]' if held >= 0 else run.called(cards)}")
            run.say("if s.announced or len(held) != 1 or s.defs[ident[held[0]]].lines:")
        run.op_within(pc)
        return pc + 1

    b.emit(node, maker, write)


def _run_label(b: Builder, node: ast.RunLabel) -> None:
    cards, you, label = b.scope.view(node.cards), b.scope.player(node.you), node.label
    ordinal = b.scope.number(node.ordinal) if node.ordinal is not None else None

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def run(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            number = ordinal(s, slots) if ordinal is not None else -1
            entries = label_lines(s, label, cards(s, slots), number)
            if not entries:
                why = "there is no such line"
                s.log.append((NOTHING, -1, -1, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
                return following
            frame[PC] = following
            begin_lines(s, frame, entries, you(s, slots))
            return NEXT_FRAME

        return run

    b.emit(node, maker)


def _run_unit(b: Builder, node: ast.RunUnit) -> None:
    uid = b.compiled.unit_id(node.unit)
    known = b.scope.kinds
    players = [(slot, b.scope.player(player)) for slot, player in node.players]

    def maker(pc: int) -> Op:
        following = pc + 1

        def run(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            inner = slots_for(s, uid, slots, known)
            for slot, player in players:
                inner[slot] = player(s, slots)
            frame[PC] = following
            push_frame(s, uid, inner, frame[EVENT], frame[SPEAKER], frame[USED])
            return NEXT_FRAME

        return run

    b.emit(node, maker)


def _effect(b: Builder, node: ast.Stmt) -> None:
    number = b.compiled.effect_ids[id(node)]

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def stand(s: State, frame: Frame) -> int:
            put_up(s, frame, number, text)
            return pc + 1

        return stand

    b.emit(node, maker)


def _watch(b: Builder, node: ast.Watch) -> None:
    compiled = b.compiled
    uid = compiled.unit_id(node.trigger.unit)
    known = b.scope.kinds
    verb, lasting, once = node.trigger.pattern.verb, node.duration != "turn", node.once
    key = first_key(verb) if node.first else 4 * verb

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def watch(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            item = compiled.trigger_item(uid)
            kept = slots_for(s, uid, slots, known)
            add_timed(s, key, [uid, lasting, kept, None, once])
            s.log.append((EFFECT, -1, slots[1], 0, key, -1, frame[EVENT], frame[SPEAKER], text, item.text or None, -1))
            return pc + 1

        return watch

    b.emit(node, maker)


def _extra_turn(b: Builder, node: ast.ExtraTurn) -> None:
    player = b.scope.player(node.player)

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def another(s: State, frame: Frame) -> int:
            seat = player(s, frame[SLOTS])
            if seat >= 0:
                s.extra.append(seat)
                s.log.append((EXTRA, -1, seat, 1, -1, -1, frame[EVENT], frame[SPEAKER], text, None, -1))
            return pc + 1

        return another

    b.emit(node, maker)


def _leave_game(b: Builder, node: ast.LeaveGame) -> None:
    player = b.scope.player(node.player)

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def leave(s: State, frame: Frame) -> int:
            seat = player(s, frame[SLOTS])
            if seat >= 0 and seat not in s.out:
                s.out = [*s.out, seat]
                s.touched |= s.compiled.all_bits
                words = f"Player {seat + 1} is out of the game"
                s.log.append((SAY, -1, seat, 1, -1, -1, frame[EVENT], frame[SPEAKER], text, words, -1))
            return pc + 1

        return leave

    b.emit(node, maker)


def _end_game(b: Builder, node: ast.EndGame) -> None:
    number, now = b.compiled.ending_named(node.ending), node.now
    winner = b.scope.player(node.winner) if node.winner is not None else None

    def maker(pc: int) -> Op:
        def end(s: State, frame: Frame) -> int:
            if number >= 0:
                if winner is not None:
                    s.winner = winner(s, frame[SLOTS])
                note(s, number, frame[SPEAKER], now)
            return pc + 1

        return end

    b.emit(node, maker)


def _go_to_phase(b: Builder, node: ast.GoToPhase) -> None:
    number = next((n for n, phase in enumerate(b.compiled.game.phases) if phase.name == node.phase), -1)

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def go(s: State, frame: Frame) -> int:
            words = f"it becomes {node.phase}"
            s.log.append((SAY, -1, frame[SLOTS][1], 1, -1, -1, frame[EVENT], frame[SPEAKER], text, words, -1))
            for dropped in s.frames[1:]:
                s.touched |= dropped[TOUCH]
            del s.frames[1:]
            s.frames[0][SLOTS][1] = number
            s.frames[0][PC] = 2
            check(s)
            return NEXT_FRAME

        return go

    b.emit(node, maker)


def _close_window(b: Builder, node: ast.CloseWindow) -> None:
    def maker(pc: int) -> Op:
        text, words = b.text(pc), f"nobody is asked any more: {node.name}"

        def close(s: State, frame: Frame) -> int:
            s.log.append((SAY, -1, frame[SLOTS][1], 1, -1, -1, frame[EVENT], frame[SPEAKER], text, words, -1))
            for other in s.frames:
                nodes = s.compiled.code(other[UID]).nodes if other[UID] >= FIRST_UNIT else ()
                s.closing = s.closing or any(isinstance(n, ast.Window) for n in nodes[other[PC] : other[PC] + 1])
            return pc + 1

        return close

    b.emit(node, maker)


def _nothing(b: Builder, node: ast.Nothing) -> None:
    def maker(pc: int) -> Op:
        text = b.text(pc)

        def say(s: State, frame: Frame) -> int:
            s.log.append((SAY, -1, frame[SLOTS][1], 1, -1, -1, frame[EVENT], frame[SPEAKER], text, node.text, -1))
            return pc + 1

        return say

    b.emit(node, maker)


STATEMENTS: dict[type, Callable[..., None]] = {
    ast.Do: lower_do,
    ast.PlayCopy: _play_copy,
    ast.RunText: _run_text,
    ast.RunLabel: _run_label,
    ast.RunUnit: _run_unit,
    ast.Modify: _effect,
    ast.ModifyAmount: _effect,
    ast.Allow: _effect,
    ast.Forbid: _effect,
    ast.CountAs: _effect,
    ast.Immune: _effect,
    ast.Watch: _watch,
    ast.ExtraTurn: _extra_turn,
    ast.LeaveGame: _leave_game,
    ast.EndGame: _end_game,
    ast.Nothing: _nothing,
    ast.Window: lower_window,
    ast.Announce: lower_announce,
    ast.GoToPhase: _go_to_phase,
    ast.CloseWindow: _close_window,
    ast.Distribute: lower_distribute,
    ast.Redirect: lower_redirect,
}
