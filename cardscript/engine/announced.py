"""Texts whose choices are made before they are carried out: announced first, with targets kept, carried out later.

The text of a card is one unit of code; from it two more are made, with the same slots. One makes the choices that a
player announces, the other is the text with these choices made: what was chosen is looked at again, and what can no
longer be chosen is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardscript.engine.identity import intern, set_identity
from cardscript.engine.kinds import EVENT, GROUP_UNIT, NEXT_FRAME, PC, SLOTS, SPEAKER, USED, Frame, Op
from cardscript.engine.moves import create_copy
from cardscript.engine.offers import unannounce
from cardscript.engine.pipeline import push_frame
from cardscript.engine.scope import CARDS
from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.language.joining import sequence
from cardscript.language.program import Game

if TYPE_CHECKING:
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State


@dataclass(frozen=True, slots=True)
class Split:
    """The two units made of a text; `needs`: what must be so for it to be announced; `back`: the slot that says where
    the announcing frame is to leave what was chosen, which lies in the slots `kept`; `stands_for`: new statements, each
    with the one of the text it stands for."""

    announce: ast.Unit
    carry_out: ast.Unit
    needs: ast.Cond
    back: int
    kept: tuple[int, ...]
    voice: int
    stands_for: tuple[tuple[ast.Stmt, ast.Stmt], ...]
    targets: tuple[tuple[int, ast.Cards], ...] = ()
    """The slots for chosen cards, each with what is chosen from."""


def announces(game: Game) -> bool:
    """Whether anything in a game announces texts."""
    bodies = [v.unit for v in game.verbs] + [a.unit for a in game.actions] + [p.unit for p in game.phases]
    return any(isinstance(n, ast.Announce) for unit in bodies if unit is not None for n in inside(unit.body))


class _Splitter:
    def __init__(self, game: Game, unit: ast.Unit) -> None:
        self.game = game
        self.size = max(unit.slots, ast.FIRST_FREE)
        self.voice = self.size
        self.size += 1
        self.known: set[int] = {self.voice}
        """Slots filled by what is announced."""
        self.stands_for: list[tuple[ast.Stmt, ast.Stmt]] = []
        self.targets: list[tuple[int, ast.Cards]] = []

    def slot(self) -> int:
        self.size += 1
        return self.size - 1

    def split(self, node: ast.Stmt) -> tuple[list[ast.Stmt], ast.Stmt, list[ast.Cond]]:
        """What is announced of a statement, what is left of it, what must be so."""
        match node:
            case ast.Seq(parts=parts):
                made = [self.split(part) for part in parts]
                asked = [one for ask, _, _ in made for one in ask]
                needs = [one for _, _, need in made for one in need]
                return asked, replace(node, parts=tuple(rest for _, rest, _ in made)), needs
            case ast.Choose() if self._open(node):
                return self._choose(node)
            case ast.ChoosePlayer(slot=slot) | ast.ChooseNumber(slot=slot) if self._own(node.by):
                self.known.add(slot)
                return [node], ast.Seq(()), []
            case ast.ChoosePlace(slot=slot, optional=False) if self._own(node.by):
                self.known.add(slot)
                return [node], ast.Seq(()), []
            case ast.If(cond=ast.Some(cards=ast.CardSlot(slot=slot)), otherwise=None) if slot in self.known:
                asked, rest, needs = self.split(node.then)
                return asked, self._for(node, replace(node, then=rest)), needs
            case ast.ChooseOne(optional=False) if self._own(node.by):
                return self._one(node)
        return [], node, []

    def _for(self, node: ast.Stmt, new: ast.Stmt) -> ast.Stmt:
        self.stands_for.append((new, node))
        return new

    def _own(self, by: ast.Player) -> bool:
        return isinstance(by, ast.PlayerSlot) and by.slot == ast.YOU

    def _open(self, node: ast.Choose) -> bool:
        """Whether everybody sees what is chosen from, and nothing the text does has a say in it."""
        if not self._own(node.by) or node.flag >= 0 or self._alike(node.cards):
            return False
        own = {n.slot for n in inside(node.cards) if isinstance(n, ast.Where)}
        for part in (node.cards, node.least, node.most):
            for n in inside(part):
                if isinstance(n, ast.ZonePlace | ast.EachZone) and self.game.zones[n.zone].sees != "all":
                    return False
                slot = getattr(n, "slot", -1)
                named = isinstance(n, ast.CardSlot | ast.NumberSlot | ast.PlaceSlot | ast.PlayerSlot)
                if named and slot >= ast.FIRST_FREE and slot not in own and slot not in self.known:
                    return False
        return True

    def _alike(self, cards: ast.Cards) -> bool:
        """Whether they are pieces, of which nobody is asked which is meant."""
        return any(isinstance(n, ast.IsKind) and self.game.kinds[n.kind].alike for n in inside(cards))

    def _choose(self, node: ast.Choose) -> tuple[list[ast.Stmt], ast.Stmt, list[ast.Cond]]:
        others = [n for n in inside(node.cards) if isinstance(n, ast.Targets | ast.OtherTargets)]
        chosen = [n for n in others if isinstance(n.cards, ast.CardSlot) and n.cards.slot in self.known]
        hangs = any(isinstance(n, ast.CardSlot) and n.slot in self.known for n in inside(node.cards))
        self.known.add(node.slot)
        cards = ast.Choosable(node.cards, node.verb, node.by, self.voice)
        if all(n in chosen and isinstance(n, ast.OtherTargets) for n in others):
            self.targets.append((node.slot, cards))  # unless it says which text is to be changed, or what of it
        one, picked = self.slot(), ast.CardSlot(node.slot)
        still = ast.Where(picked, one, ast.Among(ast.CardSlot(one), cards))
        need = ast.Compare(ast.Count(cards), ">=", node.least)
        needs: list[ast.Cond] = [] if hangs else [need]  # on what is chosen before it: nobody can tell yet
        asked = self._for(node, replace(node, cards=cards, verb=-1))
        return [asked], ast.Bind(node.slot, still, span=node.span), needs

    def _one(self, node: ast.ChooseOne) -> tuple[list[ast.Stmt], ast.Stmt, list[ast.Cond]]:
        """The option is chosen, with what there is to choose in it; "choose one" with only one possible is that."""
        way = self.slot()
        self.known.add(way)
        options: list[ast.Option] = []
        rest: ast.Stmt = ast.Seq(())
        possible: list[ast.Cond] = []
        for number, option in reversed(list(enumerate(node.options))):
            asked, left, needs = self.split(option.body)
            can = ast.And((option.possible, *needs)) if needs else option.possible
            possible.insert(0, can)
            body = sequence([ast.BindNumber(way, ast.Const(number)), *asked])
            options.insert(0, replace(option, possible=can, body=body))
            rest = ast.If(ast.Compare(ast.NumberSlot(way), "==", ast.Const(number)), left, rest)
        return [self._for(node, replace(node, options=tuple(options)))], rest, [ast.Or(tuple(possible))]


def split(game: Game, unit: ast.Unit) -> Split:
    """The units made of the text of a card."""
    splitter = _Splitter(game, unit)
    asked, rest, needs = splitter.split(unit.body)
    back = splitter.slot()
    announce = replace(unit, body=ast.Seq(tuple(asked)), slots=splitter.size)
    carry_out = replace(unit, body=rest, slots=splitter.size)
    kept = (ast.THIS, ast.YOU, *sorted(splitter.known))
    must = ast.And(tuple(needs)) if needs else ast.Always()
    replaced, targets = tuple(splitter.stands_for), tuple(splitter.targets)
    return Split(announce, carry_out, must, back, kept, splitter.voice, replaced, targets)


def texts(game: Game) -> Iterator[tuple[ast.Unit, ast.Ability | None]]:
    """The texts that can be announced: unlabelled lines of cards, and what their actions announce."""
    for card in game.cards:
        for ability in card.abilities:
            if ability.kind == "text":
                yield ability.unit, ability
    for action in game.actions:
        for node in inside(action.unit.body) if action.printed_on >= 0 else ():
            if isinstance(node, ast.Announce) and node.ability is not None:
                yield node.ability, None


def has_targets(s: State, card: int, you: int, ability: int = -1, place: int = -1, kind: int = -1) -> bool:
    """Whether all that the text of a card (or one ability of it) has a player choose can be chosen, as if it lay in a
    place already. What an ability makes is an object of a kind: then that lies there, and the card stays what it is."""
    lines = (ability,) if ability >= 0 else s.defs[s.ident[card]].lines
    if kind >= 0:
        thing = len(s.at)
        s.at.append(place)
        s.compiled.marks.make_room(len(s.at))
        s.decl.append(s.decl[card])
        s.ident.append(intern(s, [s.decl[card], kind, None, [], []]))
        try:
            return _can_choose(s, lines, card, you, thing)
        finally:
            del s.at[thing], s.decl[thing], s.ident[thing]
    lies = s.at[card]
    if place >= 0:
        s.at[card] = place
    try:
        return _can_choose(s, lines, card, you, card)
    finally:
        s.at[card] = lies


def _can_choose(s: State, lines: Iterable[int], card: int, you: int, speaks: int) -> bool:
    for uid in lines:
        needs, blank, voice = s.compiled.needs_of(uid)
        slots = blank[:]
        slots[ast.THIS], slots[ast.YOU], slots[voice] = card, you, speaks
        if not needs(s, slots):
            return False
    return True


# --- at run time -------------------------------------------------------------------------------------------------
def lower_announce(b: Builder, node: ast.Announce) -> None:
    """Slots: the units still to be announced (0: not begun), what has been announced."""
    cards, you = b.scope.view(node.cards), b.scope.player(node.you)
    ability = b.compiled.unit_id(node.ability) if node.ability is not None else -1
    held = b.scope.use(node.slot, CARDS) if node.slot >= 0 else -1
    kind = node.kind
    todo = b.scope.hidden(2)
    made = todo + 1

    def maker(pc: int) -> Op:
        following, text = pc + 1, b.text(pc)

        def announce(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            found = cards(s, slots)
            if not found:
                return following
            card, compiled = found[0], s.compiled
            if not slots[todo]:
                lines = [ability] if ability >= 0 else s.defs[s.ident[card]].lines
                slots[todo], slots[made] = [-1, *lines], []
                if held >= 0:
                    thing = create_copy(s, card, frame[EVENT], frame[SPEAKER], text)
                    if kind >= 0:
                        set_identity(s, thing, intern(s, [s.decl[card], kind, None, [], []]))
                    s.sources = {**s.sources, thing: card}
                    slots[held] = [thing]
            uids = slots[todo]
            if len(uids) == 1:
                s.announced = {**s.announced, (slots[held][0] if held >= 0 else card): slots[made]}
                slots[todo] = slots[made] = 0
                return following
            slots[todo] = [-1, *uids[2:]]
            frame[PC] = pc
            number, _, back, _, _, voice = compiled.announcing[uids[1]]
            speaks = slots[held][0] if held >= 0 else card
            inner = (compiled.codes[number] or compiled.code(number)).blank[:]
            inner[ast.THIS], inner[ast.YOU], inner[back], inner[voice] = card, you(s, slots), made, speaks
            push_frame(s, number, inner, frame[EVENT], speaks, frame[USED])
            return NEXT_FRAME

        return announce

    b.emit(node, maker)


def end_of_announcing(carry_out: int, back: int, kept: tuple[int, ...]) -> Op:
    """The choices of one text are made: the frame below keeps them."""

    def end(s: State, frame: Frame) -> int:
        s.frames.pop()
        slots = frame[SLOTS]
        keeper, at = s.frames[-1][SLOTS], slots[back]
        keeper[at] = [*keeper[at], [carry_out, [[slot, slots[slot]] for slot in kept]]]
        return NEXT_FRAME

    return end


def begin_announced(s: State, frame: Frame, card: int) -> bool:
    """Carry out the text that was announced with a card; False if none was."""
    kept = s.announced.get(card)
    if kept is None:
        return False
    unannounce(s, card)
    groups: list[Any] = []
    for uid, chosen in kept:
        slots = (s.compiled.codes[uid] or s.compiled.code(uid)).blank[:]
        for slot, value in chosen:
            slots[slot] = value
        groups.append([-1, [[uid, slots, card, slots[ast.YOU], False]]])
    if groups:
        push_frame(s, GROUP_UNIT, [groups, 0, 0], frame[EVENT], card, frame[USED])
    return bool(groups)
