"""Tables of a game without what can't come to be in it, with the numbers of the whole game.

A game that is played with many sets has rules, actions and endings about cards that nobody has dealt. They cost
something at every decision though they can do nothing. What a game begins with says what can come to be in it
(`reach`); games in which the same can come to be share tables, made of the trees without the rest (`without`). Whatever
happens is the same with the same numbers, so a game saved with some of these tables goes on with others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace as changed
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardscript.engine.compiled import Code, Compiled
from cardscript.engine.endings import ALWAYS
from cardscript.engine.kinds import EMPTY
from cardscript.engine.reach import EVERYTHING, Reach, Reaching, Texts
from cardscript.engine.without import Shorter, is_never
from cardscript.language import ast
from cardscript.language.inside import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cardscript.engine.deal import Group
    from cardscript.engine.state import State
    from cardscript.language.program import CardDecl

KEPT, WORTH = 16, 12
"""So many tables of one game are made at most, and for what can come to be in so many games: making them takes about
as long as they save in some dozens of games. Until then a game takes tables that leave out less, or the whole."""
WHOLE = Reach(EVERYTHING, EVERYTHING, EVERYTHING, EVERYTHING)


class Narrowed(Compiled):
    """The tables of a game without what is beyond its reach."""

    def __init__(self, whole: Compiled, reaching: Reaching, reach: Reach) -> None:
        self.__dict__.update(whole.__dict__)
        self.units, self.triggers = whole.units[:], whole.triggers.copy()
        self.unit_ids, self.effect_ids = whole.unit_ids.copy(), whole.effect_ids.copy()
        self.effect_nodes = whole.effect_nodes[:]
        self._cards: dict[int, CardDecl] = {}
        absent = frozenset(a for a, texts in reaching.texts.bending.items() if not reach.texts & texts)
        told = self._shorter = Shorter(whole.game, reaching.printed, reach, absent, self._stands_for)
        self._heed_texts(reaching.texts, reach.texts)
        game = whole.game
        self.game = changed(
            game,
            predicates=tuple(told.predicate(decl) for decl in game.predicates),
            labels=tuple(told.label(decl) for decl in game.labels),
            actions=tuple(told.action(decl) for decl in game.actions),
            endings=tuple(replace(e, when=told.node(e.when)) if e.when is not None else e for e in game.endings),
            states=tuple(rule for rule in game.states if not is_never(told.node(rule.cond))),
            triggers=tuple(told.node(trigger) for trigger in game.triggers),
            standing=tuple(told.node(node) for node in game.standing),
        )
        self._begin_tables()

    def _heed_texts(self, known: Texts, there: int) -> None:
        """Only endings and cards that count as something else of the printed texts there can be are heeded."""
        self.printed_reads = {
            uid: keys
            for uid, keys in self.whole.printed_reads.items()
            if there & known.endings[uid] and (there & 1 or ALWAYS not in keys)
        }
        self.count_places = set()
        for node, _ in self.effect_nodes:
            if isinstance(node, ast.CountAs) and there & known.counting.get(id(node), EVERYTHING):
                self._count_in(node)

    def _stands_for(self, new: ast.Node, old: ast.Node) -> None:
        """A node is found by the same number as the one it stands for."""
        number = self.unit_ids.get(id(old))
        if number is not None:
            self.unit_ids[id(new)] = number
        number = self.effect_ids.get(id(old))
        if number is not None:
            self.effect_ids[id(new)] = number
            self.effect_nodes[number] = (new, self.effect_nodes[number][1])  # type: ignore[assignment]
        if isinstance(new, ast.Trigger):
            self.triggers[self.unit_ids[id(new.unit)]] = new

    def deal_unit(self, unit: ast.Unit) -> int:
        uid = self.whole.deal_unit(unit)
        self.catch_up()
        return uid

    def catch_up(self) -> None:
        """Units of deals have got numbers since."""
        if len(self.units) < len(self.whole.units):
            self.unit_ids.update(self.whole.unit_ids)
            self.effect_ids.update(self.whole.effect_ids)
            self.units += self.whole.units[len(self.units) :]
            more = self.whole.effect_nodes[len(self.effect_nodes) :]
            self.effect_nodes += more
            for node, _ in more:
                if isinstance(node, ast.CountAs):
                    self._count_in(node)
            self.triggers = {**self.whole.triggers, **self.triggers}
            self.make_room()

    def code(self, uid: int) -> Code:
        known, old = self.codes[uid], self.units[uid]
        if known is not None or old is None:
            return super().code(uid)
        self.units[uid] = self._shorter.node(old)
        code = super().code(uid)
        if self.units[uid] is not old:
            _fill(code.blank, old)
        return code

    def card(self, decl: int) -> CardDecl:
        found = self._cards.get(decl)
        if found is None:
            card = self.game.cards[decl]
            abilities = tuple(self._shorter.node(ability) for ability in card.abilities)
            found = self._cards[decl] = replace(card, abilities=abilities)
        return found

    def _stand(self, node: ast.Stmt) -> None:
        match node:
            case ast.Forbid(where=where) | ast.Modify(where=where) | ast.CountAs(where=where) if is_never(where):
                return
            case ast.Immune(where=where, by=by) if is_never(where) or is_never(by):
                return
            case ast.Modify(op="add", amount=ast.Const(value=0)):
                return
        super()._stand(node)


def _fill(blank: list[Any], unit: ast.Unit) -> None:
    """Slots that only the whole text reads begin as they do there: a frame may be carried on with it."""
    for node in inside(unit):
        match node:
            case ast.CardSlot(slot=slot) | ast.Where(slot=slot):
                kind: Any = EMPTY
            case ast.PlayerSlot(slot=slot) | ast.PlaceSlot(slot=slot) | ast.SpacesWhere(slot=slot):
                kind = -1
            case ast.Flag(slot=slot):
                kind = False
            case _:
                continue
        if ast.FIRST_FREE <= slot < len(blank) and blank[slot] == 0 and blank[slot].__class__ is int:
            blank[slot] = kind


def _reaching(whole: Compiled) -> Reaching:
    found: Reaching = whole.shared.get("reaching") or whole.shared.setdefault("reaching", Reaching(whole))
    return found


def begun(s: State, groups: Sequence[Group], places: Iterable[int], units: Iterable[int]) -> None:
    """A game begins with these cards, these places that hold some, and these units: see what can come to be in it, and
    take its tables."""
    s.reach = list(_reaching(s.compiled).begun(groups, places, units))
    narrow(s)


def _more(one: Reach, other: Reach) -> tuple[int, ...]:
    """What is within the one's reach and not within the other's."""
    return tuple(a & ~b for a, b in zip(one, other, strict=True))


def _covers(one: Reach, other: Reach) -> bool:
    return not any(_more(other, one))


def narrow(s: State) -> None:
    """Take the tables of the game without what can't come to be in it, if it is known what can."""
    whole = s.compiled
    if s.reach is None or not whole.narrows:
        return
    reach = Reach(*s.reach)
    if reach == WHOLE:
        return
    kept: dict[Reach, Narrowed] = whole.shared.setdefault("narrowed", {})
    found = kept.get(reach)
    if found is None:
        asked: Counter[Reach] = whole.shared.setdefault("asked for", Counter())
        asked[reach] += 1
        if asked[reach] < WORTH or len(kept) >= KEPT:
            wider = [other for other in kept if _covers(other, reach)]
            if not wider:
                return
            found = kept[min(wider, key=lambda other: sum(bits.bit_count() for bits in _more(other, reach)))]
        else:
            found = kept[reach] = Narrowed(whole, _reaching(whole), reach)
    found.catch_up()
    s.compiled = found
