"""Counters distributed among cards: how many each gets is asked card by card, then all are put there at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.attributes import value_of
from cardscript.engine.kinds import SLOTS, WAIT, Frame, Op
from cardscript.engine.lower_choices import OF_NUMBER, nothing, said
from cardscript.engine.lower_moves import add_counters, settle
from cardscript.engine.scope import NUMBER
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State


def room(s: State, card: int, counter: int) -> int:
    """How many more counters of a kind a card can take."""
    limit = s.compiled.game.counters[counter].limit
    if limit < 0:
        return 1 << 30
    lying = s.counters.get(card * len(s.compiled.game.counters) + counter, 0)
    return max(0, value_of(s, card, limit) - lying)


def lower_distribute(b: Builder, node: ast.Distribute) -> None:
    """Slots: the answer, the cards, how many each of those asked about so far gets, how many there are to give."""
    scope, counter, must, prompt = b.scope, node.counter, node.must, node.prompt
    cards, amount, by = scope.cards(node.cards), scope.number(node.amount), scope.player(node.by)
    answer = scope.hidden(4)
    held, shares, total = answer + 1, answer + 2, answer + 3
    scope.use(answer, NUMBER)
    in_verb = scope.in_verb

    def opening(pc: int) -> Op:
        def begin(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            slots[held], slots[shares], slots[total] = cards(s, slots), [], max(0, amount(s, slots))
            if not slots[held] or not slots[total]:
                nothing(s, frame, b.text(pc), "there is nothing to distribute", by(s, slots))
            return pc + 1

        return begin

    def asking(pc: int) -> Op:
        text = b.text(pc)

        def ask(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            found, given = slots[held], slots[shares]
            left = slots[total] - sum(given)
            while len(given) < len(found):
                card = found[len(given)]
                later = sum(min(left, room(s, one, counter)) for one in found[len(given) + 1 :])
                most = min(left, room(s, card, counter))
                least = min(most, max(0, left - later)) if must else 0
                if least < most:
                    asked = f"{s.defs[s.ident[card]].name}: {prompt}"
                    s.pending = [
                        by(s, slots),
                        "number",
                        "number",
                        asked,
                        list(range(least, most + 1)),
                        1,
                        1,
                        answer,
                        pc + 1,
                    ]
                    return WAIT
                if most:
                    said(s, frame, by(s, slots), OF_NUMBER, most, card, True, text, None)
                given = slots[shares] = [*given, most]
                left -= most
            for card, number in zip(found, given, strict=True):
                if number:
                    add_counters(s, frame, card, counter, number, text)
            slots[held] = slots[shares] = 0
            settle(s, frame, in_verb, pc + 2)
            return pc + 2

        return ask

    def answering(pc: int) -> Op:
        text = b.text(pc)

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            card = slots[held][len(slots[shares])]
            said(s, frame, by(s, slots), OF_NUMBER, slots[answer], card, False, text, None)
            slots[shares] = [*slots[shares], slots[answer]]
            return pc - 1

        return answered

    b.emit(node, opening)
    b.emit(node, asking, usual=2)
    b.emit(node, answering, usual=0)
