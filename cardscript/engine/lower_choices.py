"""Statements that ask somebody. Each is two ops: one that asks (or sees that there is nothing to ask), one that goes on
when the answer lies in its slot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from cardscript.engine import limits, rng
from cardscript.engine.effects import forbidden
from cardscript.engine.identity import counted
from cardscript.engine.immunity import open_to
from cardscript.engine.kinds import (
    CHOOSE,
    EMPTY,
    EVENT,
    IMMUNE_HEAT,
    NOTHING,
    ORDER,
    RANDOM,
    REFUSED,
    SLOTS,
    SPEAKER,
    WAIT,
    Fn,
    Frame,
    Op,
)
from cardscript.engine.lower_places import lower_players
from cardscript.engine.scope import CARDS, FLAG, NUMBER, PLACE, SEAT, slot_of
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.runs import Run
    from cardscript.engine.state import State

OF_CARDS, OF_SEAT, OF_PLACE, OF_NUMBER, OF_OPTION = range(5)
"""What a `choose` event is about (in the place of its source)."""


def said(s: State, frame: Frame, seat: int, of: int, value: int, card: int, forced: bool, text: int, note: Any) -> None:
    """Record a choice: who, what, and whether it was forced."""
    place = s.at[card] if card >= 0 else -1
    s.log.append((CHOOSE, card, seat, value, of, 1 if forced else 0, frame[EVENT], frame[SPEAKER], text, note, place))


def nothing(s: State, frame: Frame, text: int, why: str, seat: int = -1) -> None:
    s.log.append((NOTHING, -1, seat, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))


def free(s: State, verb: int, seat: int, cards: list[int], speaker: int) -> list[int]:
    """The cards with which nothing forbids a seat to do a verb, of those the text of a card can affect."""
    return allowed_with(s, verb, seat, open_to(s, cards, speaker), speaker)


def allowed_with(s: State, verb: int, seat: int, cards: list[int], speaker: int) -> list[int]:
    """The cards with which nothing forbids a seat to do a verb (-1: none)."""
    if verb < 0 or (verb not in s.hot and s.vocal.isdisjoint(cards)):
        return cards
    defs, ident = s.defs, s.ident
    if verb not in s.hot:
        for card in cards:
            if verb in defs[ident[card]].own_bans:
                break
        else:
            return cards
    return _not_forbidden(s, verb, seat, cards, speaker)


def _not_forbidden(s: State, verb: int, seat: int, cards: list[int], speaker: int) -> list[int]:
    return [card for card in cards if forbidden(s, verb, [seat, [card], 1, s.at[card], -1], speaker) is None]


def _refused(s: State, frame: Frame, verb: int, seat: int, cards: list[int], text: int) -> None:
    """Say of each card why a seat can't do a verb to it."""
    for card in cards:
        why = forbidden(s, verb, [seat, [card], 1, s.at[card], -1], frame[SPEAKER])
        if why is not None:
            s.log.append((REFUSED, card, seat, verb, s.at[card], -1, frame[EVENT], why[1], text, why[0], -1))


def alike(s: State, cards: list[int]) -> bool:
    """Whether it makes no difference which of the cards are taken: pieces of one kind with nothing on them."""
    first, ident = s.ident[cards[0]], s.ident
    if not s.defs[first].alike:
        return False
    for card in cards:
        if ident[card] != first:
            return False
    return s.lively.isdisjoint(cards) or not any(map(partial(counted, s), cards))  # no plain card is counted


def _fixed(number: ast.Number) -> int:
    """How many are meant, if the text says so; else -1."""
    return max(0, number.value) if isinstance(number, ast.Const) else -1


def _choose(b: Builder, node: ast.Choose) -> None:
    scope = b.scope
    b.replenish(node, node.cards)
    slot = scope.use(node.slot, CARDS)
    b.told.add(slot)
    cards, least, most = scope.cards(node.cards), scope.number(node.least), scope.number(node.most)
    fewest, highest = _fixed(node.least), _fixed(node.most)
    by, prompt, flag, verb, who = scope.player(node.by), node.prompt, node.flag, node.verb, slot_of(node.by)
    if flag >= 0:
        scope.use(flag, FLAG)

    def asking(pc: int) -> Op:
        text = b.text(pc)

        def ask(s: State, frame: Frame) -> int:
            slots, speaker = frame[SLOTS], frame[SPEAKER]
            found = cards(s, slots)
            seat = slots[who] if who >= 0 else by(s, slots)
            if speaker >= 0:
                found = open_to(s, found, speaker)
            if verb >= 0:
                wanted, found = found, allowed_with(s, verb, seat, found, speaker)
                if not found:
                    _refused(s, frame, verb, seat, wanted, text)
            count = len(found)
            high = highest if highest >= 0 else most(s, slots)
            if high > count:
                high = count
            if high <= 0 or seat < 0:
                slots[slot] = EMPTY
                if flag >= 0:
                    slots[flag] = False
                nothing(s, frame, text, "has nothing to choose" if seat >= 0 else "there is nothing to choose", seat)
                return pc + 2
            low = fewest if fewest >= 0 else max(0, least(s, slots))
            if low == high and low < count and alike(s, found):
                found = found[:low]
                count = low
            if low >= count:
                slots[slot] = found
                if flag >= 0:
                    slots[flag] = True
                said(s, frame, seat, OF_CARDS, count, found[0], True, text, found[:] if count > 1 else None)
                return pc + 2
            s.pending = [seat, "cards", "card", prompt, found, low, high if high > low else low, slot, pc + 1]
            return WAIT

        return ask

    def write(run: Run, pc: int) -> int:
        """Where it is plain what can be chosen: what there is, and what nothing forbids to do to it."""
        run.say(f"found = {run.gathered(node.cards, cards)}", f"seat = {run.seat(node.by, by)}", "n = len(found)")
        plain = f"seat >= 0 < n and (frame[4] < 0 or {IMMUNE_HEAT} not in s.hot)"
        if verb >= 0:
            plain += f" and {verb} not in s.hot and s.vocal.isdisjoint(found)"
        one_of = f" or n > {fewest} and s.defs[ident[found[0]]].alike" if fewest == highest else ""
        run.say(f"if not ({plain}){one_of}:")
        run.op_within(pc)
        note = "found[:] if n > 1 else None"
        event = f"{CHOOSE}, found[0], seat, n, {OF_CARDS}, 1, frame[3], frame[4], {b.text(pc)}, {note}, at[found[0]]"
        run.say(f"elif n <= {fewest}:", f"    slots[{slot}] = found")
        if flag >= 0:
            run.say(f"    slots[{flag}] = True")
        high = str(fewest) if fewest == highest else f"n if n < {highest} else {highest}"
        asked = f"seat, {run.keep('cards')}, {run.keep('card')}, {run.keep(prompt)}"
        run.say(f"    log.append(({event}))", "else:")
        run.say(f"    s.pending = [{asked}, found, {fewest}, {high}, {slot}, {pc + 1}]", f"    return {WAIT}")
        return pc + 2

    def answering(pc: int) -> Op:
        text = b.text(pc)

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            picked = slots[slot]
            if flag >= 0:
                slots[flag] = bool(picked)
            card = picked[0] if picked else -1
            note, seat = picked[:] if len(picked) > 1 else None, slots[who] if who >= 0 else by(s, slots)
            said(s, frame, seat, OF_CARDS, len(picked), card, False, text, note)
            return pc + 1

        return answered

    b.emit(node, asking, write if 0 <= fewest <= highest > 0 else None, usual=2)
    b.emit(node, answering)


def _from_list(
    b: Builder,
    node: ast.Stmt,
    slot: int,
    options: Callable[..., list[int]],
    by: Callable[..., int],
    prompt: str,
    ask: str,
    of: int,
    optional: bool = False,
) -> None:
    """One of a list of seats, places or numbers."""

    def asking(pc: int) -> Op:
        text = b.text(pc)

        def begin(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            found, seat = options(s, slots), by(s, slots)
            if not found or seat < 0:
                slots[slot] = 0 if of == OF_NUMBER else -1
                nothing(s, frame, text, "has nothing to choose" if seat >= 0 else "there is nothing to choose", seat)
                return pc + 2
            if len(found) == 1 and not optional:
                slots[slot] = found[0]
                said(s, frame, seat, of, found[0], -1, True, text, None)
                return pc + 2
            s.pending = [seat, ask, ask, prompt, list(found), 0 if optional else 1, 1, slot, pc + 1]
            return WAIT

        return begin

    def answering(pc: int) -> Op:
        text = b.text(pc)

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            said(s, frame, by(s, slots), of, slots[slot], -1, False, text, None)
            return pc + 1

        return answered

    b.emit(node, asking, usual=2)
    b.emit(node, answering)


def _choose_player(b: Builder, node: ast.ChoosePlayer) -> None:
    slot = b.scope.use(node.slot, SEAT)
    seats, by = lower_players(b.scope, node.players), b.scope.player(node.by)
    _from_list(b, node, slot, seats, by, node.prompt, "player", OF_SEAT)


def _choose_place(b: Builder, node: ast.ChoosePlace) -> None:
    slot = b.scope.use(node.slot, PLACE)
    places, by = b.scope.places(node.place), b.scope.player(node.by)
    _from_list(b, node, slot, places, by, node.prompt, "place", OF_PLACE, node.optional)


def _choose_number(b: Builder, node: ast.ChooseNumber) -> None:
    slot = b.scope.use(node.slot, NUMBER)
    least, most, by = b.scope.number(node.least), b.scope.number(node.most), b.scope.player(node.by)

    def numbers(s: State, slots: list[Any]) -> list[int]:
        low = least(s, slots)
        high = min(most(s, slots), low + limits.OPTIONS)
        return list(range(low, high + 1))

    _from_list(b, node, slot, numbers, by, node.prompt, "number", OF_NUMBER)


def _choose_order(b: Builder, node: ast.ChooseOrder) -> None:
    slot, by, prompt = b.scope.use(node.slot, CARDS), b.scope.player(node.by), node.prompt

    def asking(pc: int) -> Op:
        def ask(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            cards, seat = slots[slot], by(s, slots)
            if len(cards) < 2 or seat < 0:
                return pc + 2
            s.pending = [seat, "order", "card", prompt, cards, len(cards), len(cards), slot, pc + 1]
            return WAIT

        return ask

    def answering(pc: int) -> Op:
        text = b.text(pc)

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            cards = slots[slot]
            seat = by(s, slots)
            s.log.append(
                (
                    ORDER,
                    cards[0],
                    seat,
                    len(cards),
                    s.at[cards[0]],
                    -1,
                    frame[EVENT],
                    frame[SPEAKER],
                    text,
                    cards[:],
                    -1,
                )
            )
            return pc + 1

        return answered

    b.emit(node, asking, usual=2)
    b.emit(node, answering)


def _choose_random(b: Builder, node: ast.ChooseRandom) -> None:
    b.replenish(node, node.cards)
    slot, cards, count = b.scope.use(node.slot, CARDS), b.scope.cards(node.cards), b.scope.number(node.count)

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def pick(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            found = list(cards(s, slots))
            wanted = min(max(0, count(s, slots)), len(found))
            if wanted <= 0:
                slots[slot] = EMPTY
                nothing(s, frame, text, "there is nothing to choose")
                return pc + 1
            if wanted < len(found):
                for i in range(wanted):
                    j = i + rng.below(s, len(found) - i)
                    found[i], found[j] = found[j], found[i]
            picked = found[:wanted]
            slots[slot] = picked
            note = picked[:] if wanted > 1 else None
            s.log.append(
                (RANDOM, picked[0], -1, wanted, s.at[picked[0]], -1, frame[EVENT], frame[SPEAKER], text, note, -1)
            )
            return pc + 1

        return pick

    b.emit(node, maker)


def _open_ways(s: State, slots: list[Any], tests: list[Fn]) -> list[int]:
    """The numbers of those of several ways that are possible."""
    return [n for n, test in enumerate(tests) if test(s, slots)]


def _choose_one(b: Builder, node: ast.ChooseOne) -> None:
    from cardscript.engine.lower import Label

    scope = b.scope
    by, prompt, optional, flag = scope.player(node.by), node.prompt, node.optional, node.flag
    if flag >= 0:
        scope.use(flag, FLAG)
    about = scope.use(node.about, CARDS) if node.about >= 0 else -1
    tests = [scope.cond(option.possible) for option in node.options]
    texts = [option.text for option in node.options]
    answer = scope.hidden(2)
    ways, end = [Label() for _ in node.options], Label()

    def asking(pc: int) -> Op:
        text = b.text(pc)

        def ask(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if flag >= 0:
                slots[flag] = False
            open_ways = _open_ways(s, slots, tests)
            seat = by(s, slots)
            if not open_ways or seat < 0:
                nothing(s, frame, text, "none of it is possible" if len(tests) > 1 else "it is not possible")
                return end.pc
            slots[answer + 1] = open_ways
            asked = prompt
            if about >= 0 and slots[about]:
                asked = f"{s.defs[s.ident[slots[about][0]]].name}: {prompt}"
            if optional:
                if len(open_ways) == 1:
                    s.pending = [seat, "may", "text", asked, ["yes", "no"], 1, 1, answer, pc + 1]
                else:
                    raw = [texts[n] for n in open_ways] + ["do nothing"]
                    s.pending = [seat, "one", "text", asked, raw, 1, 1, answer, pc + 1]
                return WAIT
            if len(open_ways) == 1:
                slots[answer] = 0
                said(s, frame, seat, OF_OPTION, open_ways[0], -1, True, text, texts[open_ways[0]])
                if flag >= 0:
                    slots[flag] = True
                return ways[open_ways[0]].pc
            s.pending = [seat, "one", "text", asked, [texts[n] for n in open_ways], 1, 1, answer, pc + 1]
            return WAIT

        return ask

    def answering(pc: int) -> Op:
        text = b.text(pc)

        def answered(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            picked: int = slots[answer]
            open_ways: list[int] = slots[answer + 1]
            if picked is True:
                picked = 0
            elif picked is False:
                picked = len(open_ways)
            seat = by(s, slots)
            if picked >= len(open_ways):
                said(s, frame, seat, OF_OPTION, -1, -1, False, text, "do nothing")
                return end.pc
            way = open_ways[picked]
            if flag >= 0:
                slots[flag] = True
            said(s, frame, seat, OF_OPTION, way, -1, False, text, texts[way])
            return ways[way].pc

        return answered

    b.emit(node, asking, usual=0)
    b.emit(node, answering, usual=0)
    for way, option in zip(ways, node.options, strict=True):
        b.mark(way)
        b.statement(option.body)
        b.jump(option, end)
    b.mark(end)


STATEMENTS: dict[type, Callable[..., None]] = {
    ast.Choose: _choose,
    ast.ChoosePlayer: _choose_player,
    ast.ChoosePlace: _choose_place,
    ast.ChooseNumber: _choose_number,
    ast.ChooseOrder: _choose_order,
    ast.ChooseRandom: _choose_random,
    ast.ChooseOne: _choose_one,
}
