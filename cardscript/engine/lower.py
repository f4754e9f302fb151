"""Units to flat code: each statement becomes ops in a row, with jumps. An op gives the place to go on at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from cardscript.engine import lower_choices, lower_deeds, lower_events, lower_moves
from cardscript.engine.announced import end_of_announcing
from cardscript.engine.compiled import Code, Compiled
from cardscript.engine.disputes import EVENT_OPS, GROUP_OPS
from cardscript.engine.endings import check
from cardscript.engine.kinds import (
    E_ACTOR,
    E_AMOUNT,
    E_CARD,
    E_FROM,
    E_IDENT,
    E_SPEAKER,
    EMPTY,
    EVENT,
    EVENT_UNIT,
    GAME_UNIT,
    GROUP_UNIT,
    LINES_UNIT,
    NEXT_FRAME,
    NOTHING,
    PC,
    SLOTS,
    SPEAKER,
    TEXT_SHIFT,
    TOUCH,
    USED,
    Frame,
    Op,
)
from cardscript.engine.limits import LoopStopped
from cardscript.engine.lines import LINES_OPS
from cardscript.engine.lower_places import lower_order, lower_where
from cardscript.engine.moves import refill
from cardscript.engine.performing import embody, heed_rules
from cardscript.engine.pipeline import begin_due, push_frame, rules_heed, triggers
from cardscript.engine.runs import Piece, Run, runs_for
from cardscript.engine.scope import CARDS, FLAG, NUMBER, PLACE, SEAT, Scope, slot_of
from cardscript.engine.turns import GAME_OPS
from cardscript.engine.verbs import Verb
from cardscript.language import ast
from cardscript.language.inside import inside, parts

if TYPE_CHECKING:
    from cardscript.engine.state import State

MACHINE_OPS = {GAME_UNIT: GAME_OPS, GROUP_UNIT: GROUP_OPS, EVENT_UNIT: EVENT_OPS, LINES_UNIT: LINES_OPS}


class Label:
    """A place in the code that is known once everything before it is laid out."""

    __slots__ = ("pc",)

    def __init__(self) -> None:
        self.pc = -1


class Builder:
    """Lays out the code of one unit."""

    def __init__(self, compiled: Compiled, uid: int, in_verb: bool) -> None:
        self.compiled = compiled
        self.uid = uid
        self.scope = Scope(compiled, compiled.sizes[uid], in_verb)
        self.gathered: frozenset[int] = frozenset()
        """Slots of players that something in the unit asks for."""
        self.doing = -1
        """The verb that the next statement does to the cards this one names."""
        self.named: ast.Bind | None = None
        """The statement just before, which names the cards that this one moves, if it is such a one."""
        self.told: set[int] = set()
        """Card slots whose emptiness has been told by the choice that left them empty."""
        self._pieces: list[Piece] = []

    def emit(
        self,
        node: ast.Node,
        maker: Callable[[int], Op],
        write: Callable[[Run, int], int] | None = None,
        usual: int = 1,
    ) -> None:
        """Add an op; `maker` is called with its place once all labels are set. `write` and `usual`: see `Piece`."""
        self._pieces.append(Piece(maker, node, write, usual))

    def mark(self, label: Label) -> None:
        label.pc = len(self._pieces)

    def jump(self, node: ast.Node, label: Label) -> None:
        self.emit(node, lambda pc: lambda s, frame: label.pc, lambda run, pc: label.pc)

    def back(self, node: ast.Node, label: Label) -> None:
        """A jump back: one more round of a loop, which are counted."""

        def maker(pc: int) -> Op:
            goal = label.pc

            def again(s: State, frame: Frame) -> int:
                s.budget -= 1
                if s.budget < 0:
                    frame[PC] = pc
                    raise LoopStopped("rounds")
                return goal

            return again

        self.emit(node, maker, usual=0)

    def text(self, pc: int) -> int:
        return self.uid * TEXT_SHIFT + pc

    def finish(self, verb: Verb | None) -> Code:
        pieces = self._pieces
        ops = [piece.maker(pc) for pc, piece in enumerate(pieces)]
        blank = self.scope.blank()
        if self.compiled.inlines:
            ops = runs_for(self, pieces, ops, partial(self._warm, verb, pieces, ops))
        return Code(ops, [piece.node for piece in pieces], blank)

    def _warm(self, verb: Verb | None, pieces: list[Piece], ops: list[Op], pc: int) -> None:
        """A run that begins at an op has been written: the first of a verb's body is written into the verb too."""
        if verb is not None and pc == (1 if verb.begins else 0):
            embody(self, pieces, ops, verb)

    # --- statements -----------------------------------------------------------------------------------------------
    def statement(self, node: ast.Stmt) -> None:
        lowering = STATEMENTS.get(type(node))
        if lowering is None:
            raise TypeError(f"not a statement: {type(node).__name__}")
        lowering(self, node)

    def replenish(self, node: ast.Node, cards: ast.Cards) -> None:
        """Before the top of a pile is read: see that there is one."""
        for top in _tops(cards):
            if self.replenished(top.place, node):
                self._replenish(node, self.scope.place(top.place), self.scope.number(top.count))

    def replenished(self, place: ast.Place, node: ast.Node) -> bool:
        """Whether a pile may become another one when a card is needed from it for a statement."""
        zone = place.zone if isinstance(place, ast.ZonePlace) else -1
        if zone >= 0:
            decl = self.compiled.game.zones[zone]
            if decl.replenish < 0 or (decl.only_for >= 0 and self._verb_of(node) != decl.only_for):
                return False
        return bool(self.compiled.layout.replenish)

    def _verb_of(self, node: ast.Node) -> int:
        """The verb that a statement does to cards, or for which it only names them; -1: none."""
        return node.verb if isinstance(node, ast.Do) else self.doing

    def _replenish(self, node: ast.Node, place: Callable[..., int], count: Callable[..., int]) -> None:
        from cardscript.engine.moves import replenish

        def maker(pc: int) -> Op:
            following = pc + 1

            def see(s: State, frame: Frame) -> int:
                slots = frame[SLOTS]
                pile, wanted = place(s, slots), count(s, slots)
                if len(s.zones.get(pile, ())) < wanted:
                    replenish(s, pile, wanted, frame[EVENT], frame[SPEAKER])
                return following

            return see

        self.emit(node, maker)


def _tops(node: ast.Node) -> Iterator[ast.TopOf]:
    if isinstance(node, ast.TopOf):
        yield node
    for part in parts(node):
        if isinstance(part, ast.Cards):
            yield from _tops(part)


def lower(compiled: Compiled, uid: int) -> Code:
    """The code of a unit."""
    if uid in MACHINE_OPS:
        ops = MACHINE_OPS[uid]
        return Code(ops, [ast.Nothing("")] * len(ops), [])
    unit = compiled.units[uid]
    assert unit is not None
    verb = next((v for v in compiled.verbs if v.uid == uid), None)
    builder = Builder(compiled, uid, verb is not None)
    if verb is not None:
        builder.scope.use(ast.ACTOR, CARDS if verb.by_card else SEAT)
    builder.gathered = frozenset(node.slot for node in inside(unit.body) if isinstance(node, ast.Gathered))
    builder.statement(unit.body)
    if uid in compiled.carried_out:
        _, carry_out, back, kept, _, _ = compiled.announcing[compiled.carried_out[uid]]
        builder.scope.use(back, NUMBER)
        builder.emit(unit.body, lambda pc: end_of_announcing(carry_out, back, kept), usual=0)
    elif verb is None:
        builder.emit(unit.body, lambda pc: _end, _write_end)
    elif verb.decl.fills_after:
        builder.emit(unit.body, lambda pc: _end_and_fill, usual=0)
    else:
        builder.emit(unit.body, lambda pc: _end_of_verb, partial(_write_end_of_verb, verb))
    return builder.finish(verb)


def _end(s: State, frame: Frame) -> int:
    """The unit is done."""
    s.frames.pop()
    s.touched |= frame[TOUCH]
    if s.touched:
        check(s)
    if s.due:
        begin_due(s, frame[EVENT], frame[USED])
    return NEXT_FRAME


def _write_end(run: Run, pc: int) -> int:
    run.say("s.frames.pop()", *_SETTLED, "return -1")
    return -1


_SETTLED = (
    "if frame[6]:",
    "    s.touched |= frame[6]",
    "if s.touched:",
    "    check(s)",
    "if s.due:",
    "    begin_due(s, frame[3], frame[5])",
)


def _end_and_fill(s: State, frame: Frame) -> int:
    """As `_end_of_verb`, of a verb during which no row is filled."""
    s.frames.pop()
    for space in s.compiled.refills:
        if space in s.zones and not s.zones[space]:
            refill(s, space, frame[EVENT])
    s.frames.append(frame)
    return _end_of_verb(s, frame)


def _end_of_verb(s: State, frame: Frame) -> int:
    """The body of a verb is done, so its event is: now comes what it sets off."""
    s.frames.pop()
    index = frame[EVENT]
    event = s.log[index - s.base]
    verb, card, ident = s.compiled.verbs[event[0]], event[E_CARD], event[E_IDENT]
    key = verb.key
    s.touched |= frame[TOUCH]
    if verb.rules or key in s.watch or key in s.timed or card in s.vocal or (card >= 0 and s.ident[card] != ident):
        source, actor = event[E_FROM], event[E_ACTOR]
        if verb.by_card:
            actor = [actor] if actor >= 0 else []
        to = s.at[card] if card >= 0 and s.at[card] != source else -1
        used, speaker = frame[USED], event[E_SPEAKER]
        if triggers(s, verb, actor, card, event[E_AMOUNT], source, to, index, speaker, ident, used):
            return NEXT_FRAME
    if s.touched:
        check(s)
    if s.due:
        begin_due(s, index, frame[USED])
    return NEXT_FRAME


def _write_end_of_verb(verb: Verb, run: Run, pc: int) -> int:
    """As `_end_of_verb`, which is called if the event may set anything off."""
    if run.closed(verb):
        return -1
    asked = f"{verb.key} in s.watch or {verb.key} in s.timed"
    own = f"card in s.vocal and {verb.index} in s.defs[event[10]].own"
    asked = f"{asked} or card >= 0 and (ident[card] != event[10] or {own})"
    run.say("event = log[frame[3] - s.base]", "card = event[1]")
    if verb.rules:
        heed_rules(run.builder.compiled, verb)
        to = "at[card] if card >= 0 and at[card] != event[4] else -1"
        about = f"slots[2], slots[3], event[3], event[4], {to}, event[7]"
        asked += f" or {run.keep(rules_heed)}(s, {run.keep(verb)}, {about})"
    run.say(f"if {asked}:", f"    return {run.keep(_end_of_verb)}(s, frame)")
    run.say("s.frames.pop()", *_SETTLED, "return -1")
    return -1


# --- order of things ---------------------------------------------------------------------------------------------
def _seq(b: Builder, node: ast.Seq) -> None:
    parts = zip_longest(node.parts, node.parts[1:])
    for part, following in parts:
        if isinstance(part, ast.Bind) and isinstance(following, ast.Do) and lower_deeds.bind_and_do(b, part, following):
            next(parts)
        else:
            if isinstance(part, ast.Bind) and isinstance(following, ast.Do) and slot_of(following.cards) == part.slot:
                b.doing = following.verb
            b.statement(part)
            b.doing = -1
            b.named = part if isinstance(part, ast.Bind) and isinstance(following, ast.Move) else None


def _if(b: Builder, node: ast.If) -> None:
    cond = b.scope.cond(node.cond)
    otherwise, end = Label(), Label()
    note, spoken = node.note, node.otherwise is None and bool(node.note)

    def maker(pc: int) -> Op:
        following, other, text = pc + 1, otherwise.pc, b.text(pc)

        def test(s: State, frame: Frame) -> int:
            if cond(s, frame[SLOTS]):
                return following
            if spoken:
                s.log.append((NOTHING, frame[SLOTS][0], -1, -1, -1, -1, frame[EVENT], frame[SPEAKER], text, note, -1))
            return other

        return test

    def write(run: Run, pc: int) -> int:
        if node.otherwise is not None:
            run.branch(run.asked(node.cond, cond), (pc + 1, otherwise.pc - 1), (otherwise.pc, end.pc))
            return end.pc
        run.branch(run.asked(node.cond, cond), (pc + 1, otherwise.pc))
        if spoken:
            text = f"{NOTHING}, slots[0], -1, -1, -1, -1, frame[3], frame[4], {b.text(pc)}, {run.keep(note)}, -1"
            run.say("else:", f"    log.append(({text}))")
        return otherwise.pc

    b.emit(node, maker, write)
    b.statement(node.then)
    if node.otherwise is not None:
        b.jump(node, end)
    b.mark(otherwise)
    if node.otherwise is not None:
        b.statement(node.otherwise)
    b.mark(end)


def _for_players(b: Builder, node: ast.ForPlayers) -> None:
    scope = b.scope
    slot = scope.use(node.slot, SEAT)
    order, where, named = lower_order(scope, node.players), lower_where(scope, node.players), node.players.slot
    left = scope.hidden(2)
    top, end = Label(), Label()
    did, flag = node.did if node.did in b.gathered else -1, node.flag
    if did >= 0:
        scope.use(did, CARDS)
        scope.use(flag, FLAG)
        _begin(b, node, did, lambda s, slots: EMPTY)
    _begin(b, node, left, order, left + 1)
    b.mark(top)

    def maker(pc: int) -> Op:
        following, out, text = pc + 1, end.pc, b.text(pc)

        def each(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if did >= 0:
                slots[flag] = False
            while slots[left]:
                seat, slots[left] = slots[left][0], slots[left][1:]
                if where is not None:
                    slots[named] = seat
                    if not where(s, slots):
                        continue
                slots[slot] = seat
                slots[left + 1] = False
                return following
            if where is not None and slots[left + 1]:
                slots[left + 1] = False
                lower_choices.nothing(s, frame, text, "there is no such player")
            return out

        return each

    b.emit(node, maker)
    b.statement(node.body)
    if did >= 0:
        _begin(b, node, did, lambda s, slots: [*slots[did], slots[slot]] if slots[flag] else slots[did])
    b.back(node, top)
    b.mark(end)


def _for_cards(b: Builder, node: ast.ForCards) -> None:
    slot, left = b.scope.use(node.slot, CARDS), b.scope.hidden()
    top, end = Label(), Label()
    b.replenish(node, node.cards)
    _begin(b, node, left, b.scope.cards(node.cards))
    b.mark(top)

    def maker(pc: int) -> Op:
        following, out = pc + 1, end.pc

        def each(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if not slots[left]:
                return out
            slots[slot], slots[left] = slots[left][:1], slots[left][1:]
            return following

        return each

    b.emit(node, maker)
    b.statement(node.body)
    b.back(node, top)
    b.mark(end)


def _begin(
    b: Builder,
    node: ast.Node,
    slot: int,
    value: Callable[..., Any],
    fresh: int = -1,
    text: Callable[[Run], str] | None = None,
) -> None:
    """Keep what a loop goes through; `fresh`: the slot that says it has not gone round yet; `text` writes the value."""

    def maker(pc: int) -> Op:
        following = pc + 1

        def begin(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            slots[slot] = value(s, slots)
            if fresh >= 0:
                slots[fresh] = True
            return following

        return begin

    def write(run: Run, pc: int) -> int:
        run.say(f"slots[{slot}] = {text(run) if text is not None else run.called(value)}")
        if fresh >= 0:
            run.say(f"slots[{fresh}] = True")
        return pc + 1

    b.emit(node, maker, write)


def _repeat(b: Builder, node: ast.Repeat) -> None:
    left, times = b.scope.hidden(2), b.scope.number(node.times)
    top, end = Label(), Label()
    _begin(b, node, left, times, left + 1)
    b.mark(top)

    def maker(pc: int) -> Op:
        following, out, text = pc + 1, end.pc, b.text(pc)

        def once_more(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            if slots[left] <= 0:
                if slots[left + 1]:
                    slots[left + 1] = False
                    lower_choices.nothing(s, frame, text, "0 times")
                return out
            slots[left + 1] = False
            slots[left] -= 1
            return following

        return once_more

    b.emit(node, maker)
    b.statement(node.body)
    b.back(node, top)
    b.mark(end)


def _while(b: Builder, node: ast.While) -> None:
    cond = b.scope.cond(node.cond)
    top, end = Label(), Label()
    b.mark(top)

    def maker(pc: int) -> Op:
        following, out = pc + 1, end.pc
        return lambda s, frame: following if cond(s, frame[SLOTS]) else out

    b.emit(node, maker)
    b.statement(node.body)
    b.back(node, top)
    b.mark(end)


def _bind(b: Builder, node: ast.Bind) -> None:
    b.replenish(node, node.cards)
    cards = b.scope.cards(node.cards)
    _begin(b, node, b.scope.use(node.slot, CARDS), cards, text=lambda run: run.gathered(node.cards, cards))


def _bind_number(b: Builder, node: ast.BindNumber) -> None:
    number = b.scope.number(node.number)
    _begin(b, node, b.scope.use(node.slot, NUMBER), number, text=lambda run: run.counted(node.number, number))


def _bind_place(b: Builder, node: ast.BindPlace) -> None:
    place = b.scope.place(node.place)
    _begin(b, node, b.scope.use(node.slot, PLACE), place, text=lambda run: run.placed(node.place, place))


def _bind_player(b: Builder, node: ast.BindPlayer) -> None:
    seat = b.scope.player(node.player)
    _begin(b, node, b.scope.use(node.slot, SEAT), seat, text=lambda run: run.seat(node.player, seat))


def _hold(b: Builder, node: ast.Hold) -> None:
    """Lines with certain labels wait until the body is done (see `pipeline.held_back`)."""
    slot, on = b.scope.use(node.slot, CARDS), b.scope.use(node.slot + 1, FLAG)
    b.compiled.holding[b.uid] = (slot, on, frozenset(node.labels))

    def begin(pc: int) -> Op:
        def start(s: State, frame: Frame) -> int:
            frame[SLOTS][slot], frame[SLOTS][on] = [], True
            return pc + 1

        return start

    def done(pc: int) -> Op:
        def release(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            waiting, slots[slot], slots[on] = slots[slot], [], False
            if not waiting:
                return pc + 1
            frame[PC] = pc + 1
            groups = [[-1, [entry]] for entry in waiting]
            push_frame(s, GROUP_UNIT, [groups, 0, 0], frame[EVENT], frame[SPEAKER], frame[USED])
            return NEXT_FRAME

        return release

    b.emit(node, begin)
    b.statement(node.body)
    b.emit(node, done)


STATEMENTS: dict[type, Callable[..., None]] = {
    ast.Hold: _hold,
    ast.Seq: _seq,
    ast.If: _if,
    ast.ForPlayers: _for_players,
    ast.ForCards: _for_cards,
    ast.Repeat: _repeat,
    ast.While: _while,
    ast.Bind: _bind,
    ast.BindNumber: _bind_number,
    ast.BindPlace: _bind_place,
    ast.BindPlayer: _bind_player,
    **lower_choices.STATEMENTS,
    **lower_events.STATEMENTS,
    **lower_moves.STATEMENTS,
}
