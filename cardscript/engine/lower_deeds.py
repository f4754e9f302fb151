"""A verb is done: to no card, to one, to several one after another, to those of a pile that may run out meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import (
    EMPTY,
    EVENT,
    NEXT_FRAME,
    NOTHING,
    PC,
    SLOTS,
    SPEAKER,
    Fn,
    Frame,
    Op,
    Slots,
)
from cardscript.engine.moves import replenish
from cardscript.engine.performing import prepare
from cardscript.engine.pipeline import (
    PUSHED,
    free_place,
    perform,
    perform_paid,
    quiet,
    quiet_all,
    quiet_moves,
)
from cardscript.engine.scope import CARDS, FLAG, slot_of
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.runs import Run
    from cardscript.engine.state import State


def actor_of(b: Builder, node: ast.Do) -> Fn:
    """Who does it: a seat, or a list of one card for verbs of cards."""
    by_card = b.compiled.verbs[node.verb].by_card
    if isinstance(node.actor, ast.Player):
        seat = b.scope.player(node.actor)
        return (lambda s, slots: EMPTY) if by_card else seat
    cards = b.scope.view(node.actor)
    if by_card:
        return lambda s, slots: cards(s, slots)[:1]
    return lambda s, slots: slots[1] if slots[1] >= 0 else s.seat


def _argument(b: Builder, node: ast.Player | ast.Cards | ast.Place | ast.Number) -> Fn:
    if isinstance(node, ast.Player):
        return b.scope.player(node)
    if isinstance(node, ast.Cards):
        return b.scope.cards(node)
    if isinstance(node, ast.Place):
        return b.scope.place(node)
    return b.scope.number(node)


def _given(s: State, slots: Slots, args: list[Fn]) -> list[Any]:
    """What further arguments are. (A comprehension within an op would make cells of what the op reads all along.)"""
    return [arg(s, slots) for arg in args] if args else EMPTY


def _parted(b: Builder, cards: ast.Cards | None, node: ast.Do) -> ast.TopOf | None:
    """Cards on top of a pile that may have to become another one after some of them."""
    if not isinstance(cards, ast.TopOf) or not b.replenished(cards.place, node):
        return None
    return None if isinstance(cards.count, ast.Const) and cards.count.value <= 1 else cards


def bind_and_do(b: Builder, bound: ast.Bind, node: ast.Do) -> bool:
    """A verb done to the cards that the statement before has named, both as one where a pile may run out in between;
    False if that cannot be."""
    if _parted(b, bound.cards, node) is None or slot_of(node.cards) != bound.slot:
        return False
    lower_do(b, node, bound)
    return True


def _do_paid(b: Builder, node: ast.Do) -> None:
    """A verb is done to the one card whose price has been paid."""
    assert node.cards is not None
    verb, actor, cards = b.compiled.verbs[node.verb], actor_of(b, node), b.scope.cards(node.cards)

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def do(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            frame[PC] = following
            done = perform_paid(s, frame, verb, actor(s, slots), cards(s, slots)[0], text)
            return done if done < 0 else following

        return do

    b.emit(node, maker)


def lower_do(b: Builder, node: ast.Do, bound: ast.Bind | None = None) -> None:
    """A verb is done. `bound`: the statement that names its cards is part of it."""
    if node.paid:
        _do_paid(b, node)
        return
    scope = b.scope
    verb = b.compiled.verbs[node.verb]
    top = _parted(b, bound.cards if bound is not None else node.cards, node)
    if node.cards is not None and top is None:
        b.replenish(node, node.cards)
    cards = scope.cards(node.cards) if node.cards is not None else None
    actor = actor_of(b, node)
    amount = scope.number(node.amount) if node.amount is not None else verb.amount
    goal = scope.places(node.goal) if node.goal is not None else None
    args = [_argument(b, arg) for arg in node.args]
    position, flag = node.position, node.flag
    asked_for = isinstance(node.goal, ast.PlaceSlot) and node.goal.slot == ast.GOAL_PLACE
    if flag >= 0:
        scope.use(flag, FLAG)
    state = scope.hidden(2) if cards is not None else -1
    held = slot_of(node.cards)
    who = slot_of(node.actor) if not verb.by_card else -1
    moves = verb.move is not None
    prepare(b.compiled, verb)
    plain = goal is None and not args and not position
    simple = plain and amount is None
    told = isinstance(node.cards, ast.CardSlot) and node.cards.slot in b.told

    def once(pc: int) -> Op:
        """A verb without a card."""
        following, text = pc + 1, b.text(pc)

        def do(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            number = amount(s, slots) if amount is not None else 1
            if flag >= 0:
                slots[flag] = False
            frame[PC] = following
            if plain:
                once = verb.once  # what a slot holds is read before it is called: this is not a method
                done = once(s, frame, actor(s, slots), number, text, flag)
                return done if done < 0 else following
            to = free_place(s, goal(s, slots)) if goal is not None else -1
            given = _given(s, slots, args)
            done = perform(s, frame, verb, actor(s, slots), -1, number, to, position, given, flag, text)
            return done if done < 0 else following

        return do

    def doer_in(run: Run) -> str:
        if isinstance(node.actor, ast.Player) and not verb.by_card:
            return run.seat(node.actor, actor)
        return run.called(actor)

    def write_once(run: Run, pc: int) -> int:
        number = "1"
        if amount is not None:
            number = run.counted(node.amount, amount) if node.amount is not None else run.called(amount)
        doer = doer_in(run)
        if flag >= 0:
            run.say(f"slots[{flag}] = False")
        run.say(f"frame[1] = {pc + 1}", f"do = {run.keep(verb)}.once")
        run.say(f"pc = do(s, frame, {doer}, {number}, {b.text(pc)}, {flag})", "if pc < 0:", "    return pc")
        return pc + 1

    def begin(s: State, frame: Frame, found: list[int], text: int, more: bool) -> bool:
        """Fill `state` for cards that are done one after another; False if nothing is left to be done. `more`: some
        have been done before these."""
        slots = frame[SLOTS]
        if flag >= 0 and not more:
            slots[flag] = False
        if not found:
            if not told and not more:
                why = "there is no card"
                s.log.append((NOTHING, -1, -1, verb.index, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
            return False
        number = amount(s, slots) if amount is not None else 1
        given = _given(s, slots, args)
        doer = actor(s, slots)
        if doer == -1:
            why = "there is no such player"
            s.log.append((NOTHING, -1, -1, verb.index, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
            return False
        if moves and goal is None and not position and not given and len(found) > 1 and quiet(s, frame, verb):
            found = found[quiet_moves(s, frame, verb, doer, found, number, flag, text) :]
            if not found:
                return False
        slots[state] = [found, list(map(s.at.__getitem__, found)), doer, number, given]
        slots[state + 1] = 0
        return bool(found)

    def each(pc: int, cards: Fn | None = cards, held: int = held, more: bool = False) -> Op:
        """One event a card; `state` holds [cards, their places, actor, amount, arguments] and how many are done."""
        assert cards is not None
        following, text = pc + 1, b.text(pc)

        def do(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if not slots[state]:
                found = slots[held] if held >= 0 else cards(s, slots)
                doer = slots[who] if who >= 0 else actor(s, slots)
                if simple and len(found) == 1 and doer != -1:
                    if flag >= 0 and not more:
                        slots[flag] = False
                    frame[PC] = following
                    perform_it = verb.do
                    done = perform_it(s, frame, doer, found[0], text, flag)
                    return done if done < 0 else following
                if not begin(s, frame, found, text, more):
                    slots[state] = 0
                    return following
            found, places, doer, number, given = slots[state]
            frame[PC] = pc
            while slots[state + 1] < len(found):
                at = slots[state + 1]
                slots[state + 1] = at + 1
                card, to, why = found[at], -1, None
                if s.at[card] != places[at]:
                    why = "it is no longer there"
                elif goal is not None:
                    to = free_place(s, goal(s, slots))
                    why = "there is no place for it" if to < 0 and not asked_for else None
                if why is not None:
                    cause, speaker = frame[EVENT], frame[SPEAKER]
                    s.log.append((NOTHING, card, -1, verb.index, places[at], -1, cause, speaker, text, why, -1))
                elif simple:
                    perform_it = verb.do
                    done = perform_it(s, frame, doer, card, text, flag)
                    if done < 0:
                        return done
                elif perform(s, frame, verb, doer, card, number, to, position, given, flag, text) == PUSHED:
                    return NEXT_FRAME
            slots[state] = 0
            return following

        return do

    def write(run: Run, pc: int) -> int:
        assert cards is not None and node.actor is not None
        card = run.one(node.cards)
        tests = [] if run.under_way else [f"not slots[{state}]"]
        if not card:
            run.say(f"found = {f'slots[{held}]' if held >= 0 else run.called(cards)}")
            tests.append("len(found) == 1")
        run.say(f"doer = {doer_in(run)}")
        run.say(f"if {' and '.join([*tests, 'doer != -1'])}:")
        if flag >= 0:
            run.say(f"    slots[{flag}] = False")
        done = f"do(s, frame, doer, {card or 'found[0]'}, {b.text(pc)}, {flag})"
        run.say(f"    frame[1] = {pc + 1}", f"    do = {run.keep(verb)}.do", f"    pc = {done}")
        run.say("    if pc < 0:", "        return pc", "else:")
        run.op_within(pc)
        return pc + 1

    if top is not None:
        slot = scope.use(bound.slot, CARDS) if bound is not None else scope.hidden()

        def at_once(s: State, frame: Frame, found: list[int], text: int) -> bool:
            """All in one go, if nothing can come between; False if nothing has been done."""
            slots = frame[SLOTS]
            doer = slots[who] if who >= 0 else actor(s, slots)
            if doer == -1 or not quiet(s, frame, verb):
                return False
            slots[slot] = found
            if flag >= 0:
                slots[flag] = False
            return quiet_all(s, frame, verb, doer, found, amount(s, slots) if amount is not None else 1, flag, text)

        def write_at_once(run: Run, pile: str, wanted: str, text: int) -> str:
            """The same as an expression: whether all has been done. If not, nothing has."""
            number = run.called(amount) if amount is not None else "1"
            run.say(f"doer = {doer_in(run)}")
            known = f"s, frame, {run.keep(verb)}"
            all_ = f"{run.keep(quiet_all)}({known}, doer, {pile}[:{wanted}], {number}, {flag}, {text})"
            return f"doer != -1 and {run.keep(quiet)}({known}) and {all_}"

        _in_two_parts(b, node, top, slot, each, (at_once, write_at_once) if moves and plain else None)
    elif cards is None:
        b.emit(node, once, write_once if plain and not verb.by_card else None)
    else:
        b.emit(node, each, write if simple else None)


def _in_two_parts(
    b: Builder,
    node: ast.Do,
    top: ast.TopOf,
    slot: int,
    each: Callable[..., Op],
    at_once: tuple[Callable[[State, Frame, list[int], int], bool], Callable[[Run, str, str, int], str]] | None,
) -> None:
    """To the top cards of a pile that holds too few: first to those it holds, then it becomes another pile, then to the
    rest; `slot` holds them all in the end. A pile becomes another one only at the moment a card is needed from it and
    there is none. `at_once` is tried if the pile holds enough: what does
    it, and what writes it."""
    from cardscript.engine.lower import Label

    place, count = b.scope.place(top.place), b.scope.number(top.count)
    now = b.scope.hidden(2)
    rest, end = now + 1, Label()

    def part(pc: int) -> Op:
        following, text, out = pc + 1, b.text(pc + 1), end.pc
        try_all = at_once[0] if at_once is not None else None

        def see(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            pile, wanted = place(s, slots), count(s, slots)
            cards = s.zones.get(pile, EMPTY)
            held = len(cards)
            if 1 < wanted <= held and try_all is not None and try_all(s, frame, cards[:wanted], text):
                return out
            if 0 < held < wanted:
                slots[now], slots[rest] = held, wanted - held
            else:
                if held < wanted:
                    replenish(s, pile, wanted, frame[EVENT], frame[SPEAKER])
                slots[now], slots[rest] = wanted, 0
            return following

        return see

    def write(run: Run, pc: int) -> int:
        assert at_once is not None
        run.say(f"wanted = {run.counted(top.count, count)}", f"pile = zones.get({run.placed(top.place, place)}, EMPTY)")
        done = at_once[1](run, "pile", "wanted", b.text(pc + 1))
        run.say(f"if 1 < wanted <= len(pile) and {done}:", f"    slots[{slot}] = pile[:wanted]", "else:")
        run.op_within(pc)
        return end.pc

    def go_on(pc: int) -> Op:
        following = pc + 1

        def see(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if not slots[rest]:
                return end.pc
            pile = place(s, slots)
            replenish(s, pile, slots[rest], frame[EVENT], frame[SPEAKER])
            return following if s.zones.get(pile) else end.pc

        return see

    def first(s: State, slots: Slots) -> list[int]:
        cards = slots[slot] = s.zones.get(place(s, slots), EMPTY)[: slots[now]]
        return cards

    def then(s: State, slots: Slots) -> list[int]:
        cards = s.zones.get(place(s, slots), EMPTY)[: slots[rest]]
        slots[slot] = slots[slot] + cards
        return cards

    b.emit(node, part, *((write, 4) if at_once is not None else (None, 1)))
    b.emit(node, lambda pc: each(pc, first, -1))
    b.emit(node, go_on)
    b.emit(node, lambda pc: each(pc, then, -1, True))
    b.mark(end)
