"""Typed trees without what can't be: conditions that can't hold, cards that can't be there.

A tree means the same with and without: only expressions are told shorter. Statements all stay, and what is read from
the top of a pile too, so that the code of a unit has as many ops as before and texts keep their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardscript.engine.lower_conds import COMPARE
from cardscript.language import ast
from cardscript.language.inside import inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardscript.engine.reach import Reach
    from cardscript.language.program import ActionDecl, CardDecl, Game, LabelDecl, PredicateDecl

NEVER, ALWAYS = ast.Always(False), ast.Always(True)
NONE = ast.Union(())
"""No cards."""
ZERO = ast.Const(0)


def is_never(node: ast.Node) -> bool:
    """Whether a condition can't hold, whatever happens."""
    return isinstance(node, ast.Always) and not node.value


def is_none(node: ast.Node) -> bool:
    """Whether an expression means no cards, whatever happens."""
    return isinstance(node, ast.Union) and not node.parts


Printed = dict[int, int]
"""Actions that cards print -> the zones in which one of these cards can lie for it, a bit for each."""


def actions_of(game: Game, card: CardDecl) -> Iterator[int]:
    """The actions that a card prints."""
    for ability in card.abilities:
        if ability.kind == "action":
            yield from (n for n, decl in enumerate(game.actions) if 0 <= decl.printed_on == ability.label)
            if ability.action >= 0:
                yield ability.action


def printed_actions(game: Game) -> Printed:
    """The actions that cards print."""
    found: Printed = {}
    for card in game.cards:
        zones = 0
        for ability in card.abilities:
            if ability.kind == "action":
                zones |= sum(1 << zone for zone in set(ability.zones)) if ability.zones else -1
        for action in actions_of(game, card) if zones else ():
            found[action] = found.get(action, 0) | zones
    return found


def rows_of(place: ast.Place) -> int | None:
    """The zones a place may be in, a bit for each; None if that can't be told."""
    match place:
        case ast.ZonePlace(zone=zone) | ast.SpacePlace(zone=zone) | ast.EachZone(zone=zone) | ast.Column(zone=zone):
            return 1 << zone
        case ast.SpacesWhere(place=inner) | ast.PickPlace(place=inner) | ast.SpaceAfter(of=inner):
            return rows_of(inner)
        case ast.AnyPlace(parts=parts):
            found = 0
            for part in parts:
                rows = rows_of(part)
                if rows is None:
                    return None
                found |= rows
            return found
    return None


class Shorter:
    """Tells trees shorter. What is no different stays the same object. `absent`: attributes that no card can have.
    `same` learns of each node that stands for another from now on: the new one and the old one."""

    def __init__(
        self,
        game: Game,
        printed: Printed,
        reach: Reach,
        absent: frozenset[int] = frozenset(),
        same: Callable[[ast.Node, ast.Node], None] | None = None,
    ) -> None:
        self._game, self._printed, self._reach, self._absent, self._same = game, printed, reach, absent, same
        self._done: dict[int, tuple[ast.Node, ast.Node]] = {}
        self._asked: set[int] = set()
        """Predicates that are being looked into."""

    def node(self, node: ast.Node) -> Any:
        """The node without what can't be."""
        known = self._done.get(id(node))
        if known is None:
            made = self._made(node)
            known = self._done[id(node)] = (node, made)
            if made is not node and self._same is not None:
                self._same(made, node)
        return known[1]

    def predicate(self, decl: PredicateDecl) -> PredicateDecl:
        cond = self.node(decl.cond)
        return decl if cond is decl.cond else replace(decl, cond=cond)

    def label(self, decl: LabelDecl) -> LabelDecl:
        pattern = self.node(decl.pattern) if decl.pattern is not None else None
        return decl if pattern is decl.pattern else replace(decl, pattern=pattern)

    def action(self, decl: ActionDecl) -> ActionDecl:
        """An action; what is done stays as it is here, for it is found by its number."""
        new: dict[str, Any] = {}
        for name in ("cards", "cost", "extra_cost"):
            value = getattr(decl, name)
            if value is not None:
                new[name] = self.node(value)
        told = [replace(refusal, when=self.node(refusal.when)) for refusal in decl.refusals]
        return replace(decl, **new, refusals=tuple(one for one in told if not is_never(one.when)))

    # --- trees
    def _made(self, node: ast.Node) -> ast.Node:
        new: dict[str, Any] = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if value.__class__ is tuple:
                told: Any = self._several(value)
            elif isinstance(value, ast.Node):
                told = self.node(value)
            else:
                continue
            if told is not value:
                new[name] = told
        return self._shorter(replace(node, **new) if new else node)

    def _several(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        told = tuple(
            self.node(part) if isinstance(part, ast.Node) else self._several(part) if part.__class__ is tuple else part
            for part in parts
        )
        return parts if all(a is b for a, b in zip(told, parts, strict=True)) else told

    def _shorter(self, node: ast.Node) -> ast.Node:
        """A node whose parts have been told shorter."""
        match node:
            case ast.Cond():
                return self._cond(node)
            case ast.Cards():
                return self._cards(node)
            case ast.AttributeOf(attribute=attribute) if attribute in self._absent:
                return ZERO
            case ast.Number():
                return _number(node)
            case ast.Window(actions=actions):
                open_ = tuple(number for number in actions if not self._idle(number))
                return node if len(open_) == len(actions) else replace(node, actions=open_)
        return node

    def _cond(self, node: ast.Cond) -> ast.Cond:
        match node:
            case ast.IsKind(kind=kind) if not self._reach.kinds >> kind & 1:
                return NEVER
            case ast.LiesIn(place=place) if self._nowhere(place):
                return NEVER
            case ast.Some(cards=cards) | ast.Among(others=cards) if is_none(cards):
                return NEVER
            case ast.ThisWay(where=where) | ast.SpokenBy(where=where) if is_never(where):
                return NEVER
            case ast.Holds(predicate=number) if self._never_holds(number):
                return NEVER
            case ast.Not(cond=ast.Always(value=value)):
                return NEVER if value else ALWAYS
            case ast.Compare(left=ast.Const(value=left), op=op, right=ast.Const(value=right)):
                return ALWAYS if COMPARE[op](left, right) else NEVER
            case ast.And(parts=parts):
                return _joined(node, parts, NEVER, ALWAYS)
            case ast.Or(parts=parts):
                return _joined(node, parts, ALWAYS, NEVER)
        return node

    def _never_holds(self, number: int) -> bool:
        decl = self._game.predicates[number]
        if decl.fixed or number in self._asked:
            return False
        self._asked.add(number)
        try:
            return is_never(self.node(decl.cond))
        finally:
            self._asked.discard(number)

    def _cards(self, node: ast.Cards) -> ast.Cards:
        match node:
            case ast.CardsIn(place=place) if self._nowhere(place):
                return NONE
            case ast.Where(cards=cards, cond=cond):
                if is_none(cards) or (is_never(cond) and not _reads_a_top(cards)):
                    return NONE
            case ast.Union(parts=parts) if any(is_none(part) for part in parts):
                left = tuple(part for part in parts if not is_none(part))
                return left[0] if len(left) == 1 else replace(node, parts=left) if left else NONE
            case ast.Without(cards=cards, minus=minus):
                if is_none(cards) and not _reads_a_top(minus):
                    return NONE
                if is_none(minus):
                    return cards
            case ast.Take(cards=cards) | ast.Extreme(cards=cards) | ast.OfFirst(cards=cards) if is_none(cards):
                return NONE
            case ast.Choosable(cards=cards) if is_none(cards):
                return NONE
        return node

    def _nowhere(self, place: ast.Place) -> bool:
        """Whether no card can come to lie in a place."""
        zones, under = self._reach.zones, self._reach.under
        match place:
            case ast.ZonePlace(zone=zone) | ast.SpacePlace(zone=zone) | ast.EachZone(zone=zone):
                return not zones >> zone & 1
            case ast.Column(zone=zone):
                return not zones >> zone & 1
            case ast.SpacesWhere(place=inner) | ast.PickPlace(place=inner):
                return self._nowhere(inner)
            case ast.AnyPlace(parts=parts):
                return all(self._nowhere(part) for part in parts)
            case ast.Beneath(space=space) if space is not None:
                rows = rows_of(space)
                return not under if rows is None else not under & rows
        return False

    def _idle(self, number: int) -> bool:
        """Whether an action can't be done to any card."""
        decl = self._game.actions[number]
        if decl.printed_on < 0:
            return decl.cards is not None and is_none(self.node(decl.cards))
        return not self._printed.get(number, 0) & self._reach.zones


def _reads_a_top(node: ast.Node) -> bool:
    return any(isinstance(part, ast.TopOf) for part in inside(node))


def _joined(node: ast.And | ast.Or, parts: tuple[ast.Cond, ...], all_: ast.Always, none: ast.Always) -> ast.Cond:
    """A row of conditions: with one like `all_` nothing else matters; those like `none` say nothing."""
    constant = [part for part in parts if isinstance(part, ast.Always)]
    if not constant:
        return node
    if any(part.value == all_.value for part in constant):
        return all_
    left = tuple(part for part in parts if not isinstance(part, ast.Always))
    return (left[0] if len(left) == 1 else replace(node, parts=left)) if left else none


def _number(node: ast.Number) -> ast.Number:
    match node:
        case ast.Count(cards=cards) | ast.AttributeOf(cards=cards) | ast.CountNames(cards=cards) if is_none(cards):
            return ZERO
        case ast.CountValues(cards=cards) if is_none(cards):
            return ZERO
        case ast.TimesDone(where=ast.Always(value=False)):
            return ZERO
        case ast.Plus(left=ast.Const(value=0), right=other) | ast.Plus(left=other, right=ast.Const(value=0)):
            return other
        case ast.Times(left=ast.Const(value=0)) | ast.Times(right=ast.Const(value=0)):
            return ZERO
        case ast.Minus(left=other, right=ast.Const(value=0)):
            return other
    return node
