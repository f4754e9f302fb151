"""Statements that move, show and mark cards: the core acts no game has to declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardscript.engine.endings import check
from cardscript.engine.identity import Borrowed, identity_words, note_lively, take_identity
from cardscript.engine.immunity import refused
from cardscript.engine.kinds import (
    BECOME,
    COUNTERS,
    EMPTY,
    EVENT,
    GAIN,
    IMMUNE_HEAT,
    MOVE,
    NOTHING,
    PC,
    REVEAL,
    SLOTS,
    SPEAKER,
    TOUCH,
    Frame,
    Op,
)
from cardscript.engine.moves import move_all, move_card, move_piles, moving, push, shuffle_pile, swap, under_itself
from cardscript.engine.pipeline import free_place
from cardscript.engine.scope import CARDS, slot_of
from cardscript.engine.spaces import destroy
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.runs import Run
    from cardscript.engine.state import State


def settle(s: State, frame: Frame, in_verb: bool, following: int) -> None:
    """After a core act: endings look, unless it is part of a verb, whose event is not over yet."""
    if s.touched:
        if in_verb:
            frame[TOUCH] |= s.touched
            s.touched = 0
        else:
            frame[PC] = following
            check(s)


def settled(in_verb: bool, following: int) -> list[str]:
    """`settle` as it is written into a branch of a run."""
    then = ["        frame[6] |= s.touched", "        s.touched = 0"]
    return ["    if s.touched:", *(then if in_verb else [f"        frame[1] = {following}", "        check(s)"])]


def put(s: State, frame: Frame, card: int, to: int, position: str, text: int) -> bool:
    """One card is put somewhere: an event, or the reason why not."""
    if frame[SPEAKER] >= 0 and refused(s, frame, card, text):
        return False
    source, log = s.at[card], s.log
    if to < 0 or source == to or to >= s.compiled.layout.under_cards:
        why = None
        if to < 0:
            why = "there is no place for it"
        elif source == to and not position:
            why = "it is there already"
        elif under_itself(s, card, to):
            why = "it can't lie beneath itself"
        if why is not None:
            log.append((NOTHING, card, -1, -1, source, to, frame[EVENT], frame[SPEAKER], text, why, -1))
            return False
    index = s.base + len(log)
    log.append((MOVE, card, -1, 1, source, to, frame[EVENT], frame[SPEAKER], text, None, s.ident[card]))
    move_card(s, card, to, position == "bottom", index)
    return True


def _one_place(b: Builder, goal: ast.Place) -> bool:
    """Whether never more than one place is meant, so that no first one with room is looked for."""
    if isinstance(goal, ast.ZonePlace):
        own = goal.player is not None or not b.compiled.layout.per_seat[goal.zone]
        return own and b.compiled.layout.width[goal.zone] == 1
    return isinstance(goal, ast.SpacePlace | ast.PlaceSlot | ast.PickPlace | ast.SupplyOf | ast.Column)


def _single(b: Builder, goal: ast.Place) -> bool:
    """Whether a place is one pile, whatever happens, that no ending looks at."""
    if not isinstance(goal, ast.ZonePlace) or not _one_place(b, goal):
        return False
    return not b.compiled.place_bits[b.compiled.layout.base[goal.zone]]


def _whole_piles(b: Builder, node: ast.Cards) -> list[ast.ZonePlace]:
    """The zones of which an expression means all cards, each a pile of its own; none if it means anything else."""
    found: dict[int, ast.ZonePlace] = {}
    for part in node.parts if isinstance(node, ast.Union) else (node,):
        place = part.place if isinstance(part, ast.CardsIn) else None
        if not isinstance(place, ast.ZonePlace) or not _one_place(b, place) or place.zone in found:
            return []
        found[place.zone] = place
    return [*found.values()]


def _move(b: Builder, node: ast.Move) -> None:
    b.replenish(node, node.cards)
    cards, goal, position, in_verb = (
        b.scope.cards(node.cards),
        b.scope.places(node.goal),
        node.position,
        b.scope.in_verb,
    )

    told = isinstance(node.cards, ast.CardSlot) and node.cards.slot in b.told
    one = b.scope.place(node.goal) if _one_place(b, node.goal) else None
    single = _single(b, node.goal)
    bottom, places_end = position == "bottom", b.compiled.layout.places
    named = b.named is not None and slot_of(node.cards) == b.named.slot
    meant = b.named.cards if named and b.named is not None else node.cards
    whole = _whole_piles(b, meant) if single and one is not None else []
    piles = [b.scope.place(place) for place in whole]

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def move(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if piles and one is not None:
                from_all = [pile(s, slots) for pile in piles]
                if move_piles(s, from_all, one(s, slots), bottom, frame[EVENT], frame[SPEAKER], text):
                    if s.touched:
                        settle(s, frame, in_verb, following)
                    return following
            found = cards(s, slots)
            at = s.at
            if one is not None and len(found) == 1 and (at[found[0]] >= 0 or found[0] in s.copies):
                put(s, frame, found[0], one(s, slots), position, text)
                if s.touched:
                    settle(s, frame, in_verb, following)
                return following
            if single and one is not None and len(found) > 1:
                to = one(s, slots)
                if 0 <= to < places_end and move_all(s, found, to, bottom, frame[EVENT], frame[SPEAKER], text):
                    if s.touched:
                        settle(s, frame, in_verb, following)
                    return following
            if not found:
                if not told and frame[SPEAKER] >= 0:  # a rule with nothing to move has done what it says
                    why = "there is no card"
                    s.log.append((NOTHING, -1, -1, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
                return following
            places = [at[card] for card in found]
            for card, place in zip(found, places, strict=True):
                if at[card] != place or (place < 0 and card not in s.copies):
                    why = "it is no longer there"
                    s.log.append((NOTHING, card, -1, -1, place, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
                    continue
                put(s, frame, card, free_place(s, goal(s, slots)), position, text)
                if s.touched:
                    settle(s, frame, in_verb, following)
            return following

        return move

    def write(run: Run, pc: int) -> int:
        """One card that goes from a place to another."""
        lines, names = moving(b.compiled, bottom)
        run.kept.update(names)
        run.say(f"found = {run.viewed(node.cards, cards)}", "if len(found) == 1:", "    card = found[0]")
        run.say("    source = at[card]", f"    to = {run.placed(node.goal, one)}")
        free = f"(frame[4] < 0 or {IMMUNE_HEAT} not in s.hot)"
        run.say(f"    if 0 <= to < {places_end} and to != source >= 0 and {free}:")
        event = f"({MOVE}, card, -1, 1, source, to, frame[3], frame[4], {b.text(pc)}, None, ident[card])"
        run.say("        index = s.base + len(log)", f"        log.append({event})")
        run.say(*("        " + line for line in lines))
        run.say(*["    " + line for line in settled(in_verb, following=pc + 1)])
        run.say("    else:")
        run.op_within(pc, 2)
        run.say("elif found:" if told else "elif found or frame[4] >= 0:")
        run.op_within(pc)
        return pc + 1

    def write_whole(run: Run, pc: int) -> int:
        """All cards of piles go to another pile."""
        sources = ", ".join(run.placed(place, read) for place, read in zip(whole, piles, strict=True))
        goes = f"(s, [{sources}], {run.placed(node.goal, one)}, {bottom}, frame[3], frame[4], {b.text(pc)})"
        run.say(f"if {run.keep(move_piles)}{goes}:", *settled(in_verb, following=pc + 1), "else:")
        run.op_within(pc)
        return pc + 1

    if whole:
        b.emit(node, maker, write_whole)
        return
    b.emit(node, maker, write if one is not None and _few(node.cards) else None)


def _few(cards: ast.Cards) -> bool:
    """Whether mostly one card is meant, or none."""
    match cards:
        case ast.TopOf(count=ast.Const(value=count)):
            return count == 1
        case ast.Union():
            return False
    return not isinstance(getattr(cards, "place", None), ast.ZonePlace)


def _push(b: Builder, node: ast.Push) -> None:
    place, out, in_verb = b.scope.place(node.place), b.scope.use(node.out, CARDS), b.scope.in_verb

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def make_room(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            slots[out] = push(s, place(s, slots), frame[EVENT], frame[SPEAKER], text)
            if s.touched:
                settle(s, frame, in_verb, following)
            return following

        return make_room

    def write(run: Run, pc: int) -> int:
        run.say(f"slots[{out}] = {run.keep(push)}(s, {run.called(place)}, frame[3], frame[4], {b.text(pc)})")
        run.say(*(line[4:] for line in settled(in_verb, pc + 1)))
        return pc + 1

    b.emit(node, maker, write)


def _destroy_space(b: Builder, node: ast.DestroySpace) -> None:
    place, in_verb = b.scope.place(node.place), b.scope.in_verb

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def gone(s: State, frame: Frame) -> int:
            space = place(s, frame[SLOTS])
            if not destroy(s, space):
                why = "there is no such space"
                s.log.append((NOTHING, -1, -1, -1, space, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
            settle(s, frame, in_verb, following)
            return following

        return gone

    b.emit(node, maker)


def _swap(b: Builder, node: ast.Swap) -> None:
    cards, in_verb = b.scope.cards(node.cards), b.scope.in_verb

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def change_places(s: State, frame: Frame) -> int:
            found = cards(s, frame[SLOTS])
            if len(found) != 2 or not swap(s, found[0], found[1], frame[EVENT], frame[SPEAKER], text):
                card = found[0] if found else -1
                why = "there are no two cards that can change places"
                s.log.append((NOTHING, card, -1, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, why, -1))
                return following
            settle(s, frame, in_verb, following)
            return following

        return change_places

    b.emit(node, maker)


def _reveal(b: Builder, node: ast.Reveal) -> None:
    b.replenish(node, node.cards)
    cards = b.scope.cards(node.cards)
    to = b.scope.player(node.to) if node.to is not None else None

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def reveal(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            found = cards(s, slots)
            seat = to(s, slots) if to is not None else -1
            if not found:
                s.log.append((NOTHING, -1, -1, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, "there is no card", -1))
            for card in found:
                place, ident = s.at[card], s.ident[card]
                s.log.append((REVEAL, card, seat, 1, place, -1, frame[EVENT], frame[SPEAKER], text, None, ident))
            return following

        return reveal

    b.emit(node, maker)


def _shuffle(b: Builder, node: ast.Shuffle) -> None:
    places = b.scope.places(node.place)

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def shuffle(s: State, frame: Frame) -> int:
            for place in places(s, frame[SLOTS]):
                shuffle_pile(s, place, frame[EVENT], frame[SPEAKER], text)
            return following

        return shuffle

    b.emit(node, maker)


def _gain(b: Builder, node: ast.GainResource) -> None:
    player, resource, amount = b.scope.player(node.player), node.resource, b.scope.number(node.amount)
    kinds, in_verb, who = len(b.compiled.game.resources), b.scope.in_verb, slot_of(node.player)
    bit = b.compiled.resource_bit
    none = f"gets 0 {b.compiled.game.resources[resource].name}"

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def gain(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            seat, number = slots[who] if who >= 0 else player(s, slots), amount(s, slots)
            if seat < 0 or not number:
                if frame[SPEAKER] >= 0:
                    s.log.append((NOTHING, -1, seat, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, none, -1))
                return following
            at = seat * kinds + resource
            if number > 0:
                s.made[at] += number
            elif s.res[at] + number < 0:
                number = -s.res[at]
            s.res[at] += number
            s.log.append((GAIN, -1, seat, number, resource, -1, frame[EVENT], frame[SPEAKER], text, None, -1))
            if bit:
                s.touched |= bit
                settle(s, frame, in_verb, following)
            return following

        return gain

    def write(run: Run, pc: int) -> int:
        run.say(
            f"n = {run.counted(node.amount, amount)}", f"seat = {run.seat(node.player, player)}", "if n > 0 <= seat:"
        )
        run.say(f"    key = seat * {kinds} + {resource}", "    s.made[key] += n", "    s.res[key] += n")
        run.say(f"    log.append(({GAIN}, -1, seat, n, {resource}, -1, frame[3], frame[4], {b.text(pc)}, None, -1))")
        if bit:
            run.say(f"    s.touched |= {bit}", *settled(in_verb, following=pc + 1))
        run.say("elif n or frame[4] >= 0:")
        run.op_within(pc)
        if isinstance(node.amount, ast.AttributeOf):
            run.keep_defined(node.amount.cards)
        return pc + 1

    b.emit(node, maker, write)


def add_counters(s: State, frame: Frame, card: int, counter: int, number: int, text: int) -> None:
    """Put counters on a card (or with a negative number take them off, never below 0)."""
    key = card * len(s.compiled.game.counters) + counter
    before = s.counters.get(key, 0)
    after = max(0, before + number)
    if after == before:
        return
    if after:
        s.counters[key] = after
        s.lively.add(card)
    else:
        s.counters.pop(key, None)
        note_lively(s, card)
    s.touched |= s.compiled.counter_bits[counter]
    cause, speaker = frame[EVENT], frame[SPEAKER]
    s.log.append((COUNTERS, card, -1, after - before, counter, -1, cause, speaker, text, None, s.ident[card]))


def _counters(b: Builder, node: ast.AddCounters) -> None:
    cards, counter, amount = b.scope.cards(node.cards), node.counter, b.scope.number(node.amount)
    in_verb = b.scope.in_verb

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def add(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            number = amount(s, slots)
            for card in cards(s, slots):
                if frame[SPEAKER] < 0 or not refused(s, frame, card, text):
                    add_counters(s, frame, card, counter, number, text)
            settle(s, frame, in_verb, following)
            return following

        return add

    b.emit(node, maker)


def _become(b: Builder, node: ast.Become) -> None:
    cards, borrowed, in_verb = b.scope.cards(node.cards), Borrowed(b.scope, node.identity), b.scope.in_verb
    on_the_way = node.on_the_way

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def become(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            for card in cards(s, slots) or EMPTY:
                before = s.ident[card]
                place = s.at[card]
                if not take_identity(s, card, borrowed, slots):
                    why = "there is nothing to become"
                    s.log.append((NOTHING, card, -1, -1, place, -1, frame[EVENT], frame[SPEAKER], text, why, before))
                    continue
                words = identity_words(s, card)
                s.log.append((BECOME, card, -1, 1, place, -1, frame[EVENT], frame[SPEAKER], text, words, before))
            if not on_the_way:
                settle(s, frame, in_verb, following)
            return following

        return become

    b.emit(node, maker)


STATEMENTS: dict[type, Callable[..., None]] = {
    ast.Move: _move,
    ast.Push: _push,
    ast.DestroySpace: _destroy_space,
    ast.Swap: _swap,
    ast.Reveal: _reveal,
    ast.Shuffle: _shuffle,
    ast.GainResource: _gain,
    ast.AddCounters: _counters,
    ast.Become: _become,
}
