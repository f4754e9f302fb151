"""A game under certain rulings: what belongs to other readings is gone from it, so playing pays nothing for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.program import (
    ActionDecl,
    CardDecl,
    CounterDecl,
    Decl,
    EndingDecl,
    Game,
    PredicateDecl,
    Quantity,
    SetupDecl,
    VerbDecl,
    ZoneDecl,
)
from cardscript.language.recent import Recent
from cardscript.language.source import Span

PLAIN = frozenset({str, int, bool, Span})
RULED = frozenset({ActionDecl, CounterDecl, EndingDecl, VerbDecl, PredicateDecl, Quantity, SetupDecl, ZoneDecl})
_MADE: Recent[tuple[int, tuple[tuple[str, str], ...]], Game] = Recent(16)
"""Games under rulings."""
_ASKED: Recent[tuple[Any, ...], tuple[Game, Game]] = Recent(16)
"""What was asked for, in the words of whoever did -> the game it was asked of, and the one that was given."""

ALWAYS, NEVER = ast.Always(True), ast.Always(False)
EMPTY = ast.Seq(())
TABLES = (
    "zones", "counters", "verbs", "labels", "predicates", "actions", "phases", "endings", "setup", "score", "cards",
    "setup_lines", "standing", "triggers", "states", "ties",
)  # fmt: skip


def under(game: Game, readings: Mapping[str, str]) -> Game:
    """The game as it is under these readings (name of a ruling to one of its values; the others at their defaults).

    Numbers of zones, verbs, cards and so on stay the same. Under the same readings it is the same object.
    """
    if game.readings == readings:
        return game
    asked = (id(game), *readings.items())
    known = _ASKED.get(asked)
    if known is not None and known[0] is game:
        return known[1]
    return _ASKED.keep(asked, (game, _under(game, readings)))[1]


def _under(game: Game, readings: Mapping[str, str]) -> Game:
    whole = game.base or game
    values = {r.name: readings.get(r.name, r.default) for r in whole.rulings}
    if game.readings == values or not values:
        return game
    key = (id(whole), tuple(values.items()))
    found = _MADE.get(key)
    if found is None or found.base is not whole:
        found = _MADE.keep(key, _Settling(values, whole.predicates).game(whole))
    return found


class _Settling:
    """Goes through tables and trees. What no ruling has a say in stays the same object; what is shared stays shared."""

    def __init__(self, values: Mapping[str, str], predicates: Sequence[PredicateDecl] = ()) -> None:
        self._values = values
        self._predicates = predicates
        self._done: dict[int, tuple[ast.Node, ast.Node]] = {}

    def game(self, whole: Game) -> Game:
        made: dict[str, Any] = {name: self._any(getattr(whole, name)) for name in TABLES}
        made["standing"] = tuple(node for node in made["standing"] if node is not EMPTY)
        made["actions"] = tuple(_refusing(action) for action in made["actions"])
        made["states"] = tuple(rule for rule in made["states"] if rule.cond is not NEVER)
        made["triggers"] = tuple(t for t in made["triggers"] if t.pattern.where is not NEVER)
        return changed(whole, **made, readings=dict(self._values), base=whole)

    # --- tables

    def _any(self, value: Any) -> Any:
        kind = value.__class__
        if kind in PLAIN or value is None:
            return value
        if kind is tuple:
            parts = [self._any(part) for part in value]
            return value if all(a is b for a, b in zip(parts, value, strict=True)) else tuple(parts)
        if isinstance(value, ast.Node):
            return self.node(value)
        if isinstance(value, Mapping):
            return {key: self._any(one) for key, one in value.items()}
        if kind is CardDecl:
            return self._card(value)
        if kind in RULED and value.ruled:
            told = {name: new for name, cond, new in value.ruled if self._holds(cond)}
            value = replace(value, **told, ruled=())
        if not isinstance(value, Decl):
            return value
        new: dict[str, Any] = {}
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if part.__class__ not in PLAIN and part is not None and part != ():
                told_part = self._any(part)
                if told_part is not part:
                    new[name] = told_part
        return replace(value, **new) if new else value

    def _holds(self, cond: ast.Cond) -> bool:
        return self.node(cond) is ALWAYS

    def _card(self, card: CardDecl) -> CardDecl:
        gone = {n for n, cond in card.ruled_abilities if not self._holds(cond)}
        unsaid = {n for n, cond in card.ruled_lines if not self._holds(cond)}
        abilities = self._any(card.abilities)
        counts = [number for cond, number in card.ruled_counts if self._holds(cond)]
        if not gone and not unsaid and abilities is card.abilities and not counts:
            return card

        def kept(parts: tuple[Any, ...], without: set[int]) -> tuple[Any, ...]:
            return tuple(part for n, part in enumerate(parts) if n not in without)

        return replace(
            card, abilities=kept(abilities, gone), lines=kept(card.lines, unsaid), spans=kept(card.spans, unsaid),
            heads=kept(card.heads, unsaid), count=counts[-1] if counts else card.count,
            ruled_lines=(), ruled_abilities=(), ruled_counts=(),
        )  # fmt: skip

    # --- trees

    def node(self, node: ast.Node) -> Any:
        """The node under the rulings."""
        known = self._done.get(id(node))
        if known is None:
            known = self._done[id(node)] = (node, self._settled(node))
        return known[1]

    def _settled(self, node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Ruling):
            return ALWAYS if self._values.get(node.name) == node.value else NEVER
        if isinstance(node, ast.Holds) and node.predicate < len(self._predicates):
            decl = self._any(self._predicates[node.predicate])
            if decl.cond is ALWAYS or decl.cond is NEVER:
                cond: ast.Cond = decl.cond
                return cond
        new: dict[str, Any] = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if value.__class__ is tuple or isinstance(value, ast.Node):
                told = self._any(value)
                if told is not value:
                    new[name] = told
        return _plain(replace(node, **new)) if new else node


def _refusing(action: ActionDecl) -> ActionDecl:
    """An action without refusals that can never hold."""
    refusals = tuple(refusal for refusal in action.refusals if refusal.when is not NEVER)
    return action if len(refusals) == len(action.refusals) else replace(action, refusals=refusals)


def _plain(node: ast.Node) -> ast.Node:
    """A node of which a part has just been settled, without what is left over."""
    match node:
        case ast.And(parts=parts):
            if any(part is NEVER for part in parts):
                return NEVER
            return _joined(node, [part for part in parts if part is not ALWAYS], ALWAYS)
        case ast.Or(parts=parts):
            if any(part is ALWAYS for part in parts):
                return ALWAYS
            return _joined(node, [part for part in parts if part is not NEVER], NEVER)
        case ast.Not(cond=ast.Always(value=value)):
            return NEVER if value else ALWAYS
        case ast.If(cond=ast.Always(value=value), then=then, otherwise=otherwise):
            return then if value else otherwise or EMPTY
        case ast.Seq(parts=parts):
            return replace(node, parts=tuple(part for part in parts if part is not EMPTY))
        case ast.Where(cards=cards, cond=ast.Always(value=True)):
            return cards
        case ast.Forbid(where=ast.Always(value=False)) | ast.Modify(where=ast.Always(value=False)):
            return EMPTY
    return node


def _joined(node: ast.And | ast.Or, parts: list[ast.Cond], none: ast.Cond) -> ast.Cond:
    if not parts:
        return none
    return parts[0] if len(parts) == 1 else replace(node, parts=tuple(parts))
