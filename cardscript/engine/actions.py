"""Actions lowered: what is asked about a card before it may be done, what it costs, what it begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine.effects import kinds_of
from cardscript.engine.kinds import ACTION_SHIFT, EMPTY, TEXT_SHIFT, Fn, Slots
from cardscript.engine.lower_conds import _names, lower_test
from cardscript.engine.offers import remember_places
from cardscript.engine.performing import prepare
from cardscript.engine.scope import CARDS, SEAT, Scope, is_slot
from cardscript.engine.settled import leans_on
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Verb


class ActionCode:
    """A declared action, lowered."""

    __slots__ = (
        "apart",
        "asked_of",
        "base",
        "blanks",
        "by_attributes",
        "cards",
        "cost",
        "direct",
        "extra",
        "general",
        "heats",
        "index",
        "keys",
        "leans",
        "lone",
        "name",
        "never",
        "offered",
        "once",
        "particular",
        "plain",
        "printed",
        "printed_key",
        "quiet",
        "refused",
        "refused_to_all",
        "resource",
        "runs_line",
        "sift",
        "simple",
        "text",
        "touching",
        "uid",
        "verbs",
    )  # fmt: skip

    def __init__(self, compiled: Compiled, index: int) -> None:
        decl = compiled.game.actions[index]
        self.index, self.name = index, decl.name
        self.base = index * ACTION_SHIFT + 1
        """Added to a card it makes a raw option."""
        self.uid = compiled.unit_id(decl.unit)
        scope = Scope(compiled, compiled.sizes[self.uid])
        scope.use(ast.ACTOR, SEAT)
        self.cards = scope.view(decl.cards) if decl.cards is not None else None
        self.general: list[tuple[str, Fn]] = []
        """Refusals that are the same for every card."""
        self.particular: list[tuple[str, Fn]] = []
        general: list[ast.Cond] = []
        particular: list[ast.Cond] = []
        for refusal in decl.refusals:
            about_card = _names(refusal.when, ast.OBJECT) or decl.printed_on >= 0
            (particular if about_card else general).append(refusal.when)
            (self.particular if about_card else self.general).append((refusal.text, scope.cond(refusal.when)))
        self.refused_to_all = _any_of(scope, general, self.general)
        self.refused = _any_of(scope, particular, self.particular)
        self.resource = decl.resource
        self.cost = scope.number(decl.cost) if decl.cost is not None and decl.resource >= 0 else None
        self.by_attributes = _sum_of_attributes(decl.cost) if self.cost is not None else ()
        """The attributes of the card the price is the sum of; empty for any other price."""
        self.heats = frozenset(-1 - attribute for attribute in self.by_attributes)
        """The keys of these in `State.hot`."""
        self.apart = self.cost is not None and not self.by_attributes
        """The price is another number, read for each card."""
        self.keys: list[int] = []
        """Its place in `State.fresh` for each seat; none if its cards must be read each time."""
        self.offered: Fn = self.cards or _nobody
        """Cards that are remembered for it; more than its own if `sift` is asked about each."""
        self.sift: Any = None
        sifting: ast.Cond | None = None
        if decl.cards is not None:
            self.keys = remember_places(compiled, index, decl.cards, self.by_attributes)
        if not self.keys and isinstance(decl.cards, ast.Where) and leans_on(compiled, decl.cards.cond) is not None:
            self.keys = remember_places(compiled, index, decl.cards.cards, self.by_attributes)
            if self.keys:
                sifting, slot = decl.cards.cond, scope.use(decl.cards.slot, CARDS)
                self.offered, self.sift = scope.view(decl.cards.cards), lower_test(scope, slot, sifting)
        self.extra = scope.cond(decl.extra_cost) if decl.extra_cost is not None else None
        self.printed = decl.printed_on >= 0
        self.printed_key = compiled.action_key + index
        texts = _texts(compiled, index, decl.printed_on) if self.printed else 0
        self.lone = self.printed and texts < 2
        """Only one text prints it, so one card of a player stands for all."""
        self.runs_line = self.printed and not _runs_label(decl.unit.body)
        self.direct = _direct(compiled, decl.unit.body) if not self.printed else None
        self.verbs = tuple(_first_verbs(compiled, decl.unit.body, set()))
        self.touching = frozenset(self.verbs)
        asked = [*(refusal.when for refusal in decl.refusals), *([sifting] if sifting is not None else [])]
        self.leans = leans_on(compiled, *asked) if self.extra is None else None
        """What is asked about each card follows from this; None if it can't be told, or if there is a further cost."""
        self.simple = not asked and self.extra is None
        """Nothing can refuse the action but its price and prohibitions."""
        self.asked_of = -1 if self.extra is not None or sifting is not None or self.printed or self.apart else 0
        """The kinds of cards, a bit each, about which more is to be asked than that."""
        for cond in particular:
            self.asked_of |= kinds_of(compiled, cond, ast.OBJECT)
        refused = any(isinstance(refusal.when, ast.Always) and refusal.when.value for refusal in decl.refusals)
        self.never = compiled.inlines and (refused or (self.printed and not texts))
        """It is refused whatever happens, or no card prints it, under the rulings and variants of the game."""
        self.once = decl.once
        self.quiet = bool(self.verbs) and not decl.once
        self.plain = self.direct if self.quiet and self.cost is None else None
        """The verb of an action that is nothing but an event of it, and free."""
        self.text = self.uid * TEXT_SHIFT
        self.blanks: list[Slots] = []
        """The slots its conditions are read with before a card is picked, by seat."""
        for seat in range(compiled.layout.seats):
            slots = scope.blank()
            slots[ast.THIS], slots[ast.YOU], slots[ast.ACTOR] = -1, seat, seat
            self.blanks.append(slots)

    def slots(self, seat: int) -> Slots:
        """Slots of its own to read its conditions with."""
        return self.blanks[seat][:]


def _nobody(s: State, slots: Slots) -> list[int]:
    return EMPTY


def _any_of(scope: Scope, conds: list[ast.Cond], tests: list[tuple[str, Fn]]) -> Fn | None:
    """Whether any of some conditions holds; None if there is none. As one function, if it may be written."""
    if len(conds) < 2:
        return tests[0][1] if tests else None
    if scope.compiled.inlines:
        return scope.cond(ast.Or(tuple(conds)))
    return lambda s, slots: any(test(s, slots) for _, test in tests)


def _sum_of_attributes(cost: ast.Number | None) -> tuple[int, ...]:
    match cost:
        case ast.AttributeOf(cards=cards, attribute=attribute, printed=False) if is_slot(cards, ast.OBJECT):
            return (attribute,)
        case ast.Plus(left=left, right=right):
            one, two = _sum_of_attributes(left), _sum_of_attributes(right)
            return one + two if one and two else ()
    return ()


def _texts(compiled: Compiled, index: int, label: int) -> int:
    """How many printed texts are an action."""
    texts = [ability for card in compiled.game.cards for ability in card.abilities if ability.kind == "action"]
    return sum(text.action == index or (text.action < 0 and text.label == label) for text in texts)


def _direct(compiled: Compiled, node: ast.Stmt) -> Verb | None:
    """The verb of an action that is nothing but: you do it to the card."""
    while isinstance(node, ast.Seq) and len(node.parts) == 1:
        node = node.parts[0]
    if (
        not isinstance(node, ast.Do)
        or not is_slot(node.cards, ast.OBJECT)
        or not isinstance(node.actor, ast.PlayerSlot)
    ):
        return None
    verb = compiled.verbs[node.verb]
    simple = node.amount is None and node.goal is None and not node.args and node.flag < 0 and not node.position
    if simple and verb.amount is None and not verb.by_card and node.actor.slot in (ast.YOU, ast.ACTOR):
        prepare(compiled, verb)
        return verb
    return None


def _runs_label(node: ast.Stmt) -> bool:
    if isinstance(node, ast.Seq):
        return any(_runs_label(part) for part in node.parts)
    return isinstance(node, ast.RunLabel | ast.RunText)


def _first_verbs(compiled: Compiled, node: ast.Stmt, seen: set[int]) -> list[int]:
    """The verbs done to the action's card: the first in its sentence, and the first in that one's body, and so on."""
    body: ast.Stmt | None = node
    for part in node.parts if isinstance(node, ast.Seq) else (body,):
        if isinstance(part, ast.Do) and (is_slot(part.cards, ast.OBJECT) or part.cards is None):
            if part.verb in seen:
                return []
            seen.add(part.verb)
            unit = compiled.game.verbs[part.verb].unit
            return [
                part.verb,
                *(_first_verbs(compiled, unit.body, seen) if unit is not None and part.cards is not None else []),
            ]
    return []


def action_code(compiled: Compiled, index: int) -> ActionCode:
    codes = compiled.shared.setdefault("actions", {})
    code = codes.get(index)
    if code is None:
        code = codes[index] = ActionCode(compiled, index)
    found: ActionCode = code
    return found
