"""What expressions ask of many cards, written as statements: a loop that ends as soon as its question is decided.

`inlined` writes expressions; whatever in them need not be a list (does any card fit, how many do, what do they add up
to) becomes loops here. Nothing is read twice, and nothing is read that the general way would not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.lower_cards import apart, is_past
from cardscript.engine.settled import all_cards_of
from cardscript.language import ast

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardscript.engine.inlined import Names, Writer

AT_LEAST = {">=": (0, True), ">": (1, True), "<": (0, False), "<=": (1, False)}
"""A comparison as "at least": what is added to the number on its right, and whether it has to hold or not to."""


def unfiltered(node: ast.Cards) -> tuple[ast.Cards, list[ast.Where]]:
    """What filters filter, and the filters, the first of them first."""
    filters: list[ast.Where] = []
    while isinstance(node, ast.Where):
        filters.insert(0, node)
        node = node.cards
    return node, filters


def lines_of(w: Writer, node: ast.Node, names: Names, own: bool) -> list[str]:
    """The lines of a function that gives the value of an expression; nothing if it can't be written. `own`: a list
    that may be kept, so not that of a zone."""
    match node:
        case ast.Cond():
            return truth(w, node, names)
        case ast.Number():
            lines, text = number(w, node, names)
            return [*lines, f"return {text}"]
        case ast.Take(cards=ast.Where() as cards, how="first", count=ast.Const(value=count)) if (
            count > 0 and not is_past(cards)
        ):
            return _first(w, cards, count, names)
        case ast.Cards() if not is_past(node) and gathers(node):
            lines, found = gathered(w, node, names)
            return [*lines, f"return {found}"]
        case ast.Cards() if not is_past(node):
            shared = own and (isinstance(node, ast.CardsIn) or (isinstance(node, ast.Union) and len(node.parts) == 1))
            return [f"return {w.cards(node, names)}{'[:]' if shared else ''}"]
        case ast.Player():
            return [f"return {w.player(node, names)}"]
    return []


def _first(w: Writer, cards: ast.Cards, count: int, names: Names) -> list[str]:
    """The first so many cards that fit: no more are looked at."""
    heads, card = w.heads(cards, names)
    if count == 1:
        return [*_nested(heads, [f"return [{card}]"]), "return []"]
    found = w.variable("n")
    one_more = [f"{found}.append({card})", f"if len({found}) >= {count}:", f"    return {found}"]
    return [f"{found} = []", *_nested(heads, one_more), f"return {found}"]


def gathers(node: ast.Cards) -> bool:
    """Whether cards are filtered, or some of several parts are."""
    return isinstance(node, ast.Where) or (isinstance(node, ast.Union) and any(map(gathers, node.parts)))


def gathered(w: Writer, node: ast.Cards, names: Names) -> tuple[list[str], str]:
    """Lines that gather filtered cards in a list, and that list. No comprehension does: each would be a function of its
    own that shares all it reads with this one."""
    found = w.variable("n")
    lines = [f"{found} = []"]
    parts = node.parts if isinstance(node, ast.Union) else (node,)
    for part in parts:
        if isinstance(part, ast.Where):
            heads, card = w.heads(part, names)
            lines += _nested(heads, [f"{found}.append({card})"])
        else:
            lines.append(f"{found} += {w.cards(part, names)}")
    return lines, found if len(parts) == 1 or apart(parts) else f"list(fromkeys({found}))"


def truth(w: Writer, node: ast.Cond, names: Names) -> list[str]:
    """Lines that return whether a condition holds."""
    if not asks_many(w, node, names):
        return [f"return {w.cond(node, names)}"]
    if isinstance(node, ast.Or):
        return [*branch(w, node, True, names, ["return True"]), "return False"]
    return [*branch(w, node, False, names, ["return False"]), "return True"]


def branch(w: Writer, node: ast.Cond, want: bool, names: Names, out: list[str]) -> list[str]:
    """Lines that do `out` if a condition holds or not, as wanted, and go on otherwise. Unless `out` leaves the function
    it may be done several times."""
    if asks_many(w, node, names):
        match node:
            case ast.Not(cond=cond):
                return branch(w, cond, not want, names, out)
            case ast.And(parts=parts) | ast.Or(parts=parts):
                if isinstance(node, ast.Or) is want:  # any of the parts decides
                    lines = []
                    for part in parts:
                        lines += branch(w, part, want, names, out)
                        names = w.after(part, names) if not want and _leaves(out) else names
                    return lines
                if not any(asks_many(w, part, names) for part in parts[:-1]):
                    return _last(w, node, want, names, out)
                return _all(w, node, want, names, out)
            case ast.Some(cards=cards):
                return _some(w, cards, want, names, out)
            case ast.Compare():
                return _compare(w, node, want, names, out)
            case ast.Holds():
                return _holds(w, node, want, names, out)
    return [f"if {'' if want else 'not '}{w.cond(node, names)}:", *_indented(out)]


def _leaves(out: list[str]) -> bool:
    return out[-1].startswith("return ")


def _last(w: Writer, node: ast.And | ast.Or, want: bool, names: Names, out: list[str]) -> list[str]:
    """All parts have to be as wanted, and of these only the last is a loop."""
    tests = []
    for part in node.parts[:-1]:
        tests.append(w.cond(part, names))
        names = w.after(part, names) if want else names
    plain = f"if {' and '.join(tests)}:" if want else f"if not ({' or '.join(tests)}):"
    return [plain, *_indented(branch(w, node.parts[-1], want, names, out))]


def _all(w: Writer, node: ast.And | ast.Or, want: bool, names: Names, out: list[str]) -> list[str]:
    """All parts have to be as wanted: the first that is not decides."""
    other = w.variable("n")
    lines = [f"{other} = False"]
    for number, part in enumerate(node.parts):
        asked = branch(w, part, not want, names, [f"{other} = True"])
        lines += [f"if not {other}:", *_indented(asked)] if number else asked
    return [*lines, f"if not {other}:", *_indented(out)]


def _some(w: Writer, cards: ast.Cards, want: bool, names: Names, out: list[str]) -> list[str]:
    parts = _parts(w, cards)
    if len(parts) > 1:
        return branch(w, ast.Or(tuple(ast.Some(part) for part in parts)), want, names, out)
    heads, _ = w.heads(cards, names)
    if want:
        return _nested(heads, out if _leaves(out) else [*out, "break"])
    lines, around = ["break"], sum(head.startswith("for ") for head in heads)
    for head in reversed(heads):
        lines = [f"{head}:", *_indented(lines)]
        if head.startswith("for "):
            around -= 1
            lines += ["else:", *_indented(["continue"]), "break"] if around else ["else:", *_indented(out)]
    return lines


def _parts(w: Writer, cards: ast.Cards) -> list[ast.Cards]:
    """Filtered cards of several places, taken apart: each part with all filters."""
    inner, filters = unfiltered(cards)
    if not isinstance(inner, ast.Union) or all_cards_of(w.layout, inner) is not None:
        return [cards]
    found: list[ast.Cards] = []
    for part in inner.parts:
        for one in filters:
            part = ast.Where(part, one.slot, one.cond)
        found += _parts(w, part)
    return found


def _summed(w: Writer, cards: ast.Cards, names: Names, one: Callable[[str], str]) -> tuple[list[str], str]:
    """Lines that add something up over cards, and the sum; `one`: what a card adds."""
    inner, _ = unfiltered(cards)
    parts = _parts(w, cards) if isinstance(inner, ast.Union) and apart(inner.parts) else [cards]
    total = w.variable("n")
    lines = [f"{total} = 0"]
    for part in parts:
        heads, card = w.heads(part, names)
        lines += _nested(heads, [f"{total} += {one(card)}"])
    return lines, total


def _compare(w: Writer, node: ast.Compare, want: bool, names: Names, out: list[str]) -> list[str]:
    """Of a count that can't be reached by all there are no card is looked at."""
    if isinstance(node.left, ast.Count) and isinstance(node.right, ast.Const) and node.op in AT_LEAST:
        more, holds = AT_LEAST[node.op]
        least, want_least = node.right.value + more, want is holds
        if least == 1:
            return branch(w, ast.Some(node.left.cards), want_least, names, out)
        heads, _ = w.heads(node.left.cards, names)
        if least > 1 and len(heads) == 2 and heads[1].startswith("if "):
            every, count = w.variable("z"), w.variable("n")
            head, cards = heads[0].split(" in ", 1)
            loop = [f"{count} = 0", *_nested([f"{head} in {every}", heads[1]], [f"{count} += 1"])]
            if want_least:
                inner = [*loop, f"if {count} >= {least}:", *_indented(out)]
                return [f"{every} = {cards}", f"if len({every}) >= {least}:", *_indented(inner)]
            few = [f"if len({every}) < {least}:", *_indented(out)]
            return [f"{every} = {cards}", *few, *loop, f"if {count} < {least}:", *_indented(out)]
    left, one = number(w, node.left, names)
    right, two = number(w, node.right, names)
    return [*left, *right, f"if {'' if want else 'not '}{one} {node.op} {two}:", *_indented(out)]


def _holds(w: Writer, node: ast.Holds, want: bool, names: Names, out: list[str]) -> list[str]:
    opened = w.opened(node, names)
    assert opened is not None
    cond, inner, guard = opened
    lines = branch(w, cond, want, inner, out)
    if not guard:
        return lines
    if want:
        return [f"if {guard}:", *_indented(lines)]
    return [f"if not {guard}:", *_indented(out), "else:", *_indented(lines)]


def number(w: Writer, node: ast.Number, names: Names) -> tuple[list[str], str]:
    """A number as an expression, and the lines that have to come before it."""
    match node:
        case ast.Count(cards=cards) if _listed(cards):
            return _summed(w, cards, names, lambda card: "1")
        case ast.AttributeOf(cards=cards) if not isinstance(cards, ast.CardSlot) and not is_past(cards):
            return _summed(w, cards, names, lambda card: w.value(card, node))
        case ast.Plus(left=left, right=right) | ast.Minus(left=left, right=right) | ast.Times(left=left, right=right):
            sign = "+" if isinstance(node, ast.Plus) else "-" if isinstance(node, ast.Minus) else "*"
            (before, one), (between, two) = number(w, left, names), number(w, right, names)
            return [*before, *between], f"({one} {sign} {two})"
    return [], w.number(node, names)


def _listed(cards: ast.Cards) -> bool:
    """Whether cards are filtered, and so would have to be put in a list of their own."""
    return isinstance(cards, ast.Where) and not is_past(cards)


def asks_many(w: Writer, node: ast.Node, names: Names) -> bool:
    """Whether a condition or number asks something that a loop answers."""
    match node:
        case ast.Not(cond=inner):
            return asks_many(w, inner, names)
        case ast.And(parts=parts) | ast.Or(parts=parts):
            return any(asks_many(w, part, names) for part in parts)
        case ast.Some(cards=ast.Union(parts=parts)):
            return any(_listed(part) for part in parts)
        case ast.Some(cards=cards) | ast.Count(cards=cards):
            return _listed(cards)
        case ast.AttributeOf(cards=cards):
            return _listed(cards)
        case ast.Compare(left=left, right=right) | ast.Plus(left=left, right=right) | ast.Minus(left=left, right=right):
            return asks_many(w, left, names) or asks_many(w, right, names)
        case ast.Times(left=left, right=right):
            return asks_many(w, left, names) or asks_many(w, right, names)
        case ast.Holds():
            opened = w.opened(node, names)
            return opened is not None and asks_many(w, opened[0], opened[1])
    return False


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _nested(heads: list[str], body: list[str]) -> list[str]:
    """Loops and tests, each within the one before, and what is done in the last."""
    lines = body
    for head in reversed(heads):
        lines = [f"{head}:", *_indented(lines)]
    return lines
