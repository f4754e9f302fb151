"""What rules add to an attribute of a card, as one function: most do so for all cards of a kind, wherever they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cardscript.engine import loops
from cardscript.engine.inlined import Names, TooMuch, Writer
from cardscript.engine.scope import Scope
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.effects import Effect
    from cardscript.engine.state import State

Sum = tuple["Callable[[State, int], int] | None", "list[Effect]"]
"""What is added to a card, and the rules that have to be read one by one: they set the attribute, or can't be written
without slots."""


def sum_of(compiled: Compiled, key: int) -> Sum:
    """What the rules under a key add."""
    found: Sum | None = compiled.sums.get(key)
    if found is None:
        found = compiled.sums[key] = _sum(compiled, compiled.standing.get(key, []))
    return found


def _added(compiled: Compiled, writer: Writer, effect: Effect) -> list[str]:
    """Lines that add to `n` what an effect adds."""
    node = effect.node
    if not compiled.inlines or effect.sets or not isinstance(node, ast.Modify):
        raise TooMuch
    names = Names({effect.slot: "card"}, {ast.YOU: "s.seat"}, False)
    test = writer.cond(node.where, names)
    if effect.beneath:
        test = f"zones.get(card + {compiled.layout.under_cards}) and {test}"
    amount, number = loops.number(writer, node.amount, names)
    return [f"if {test}:", *(f"    {line}" for line in [*amount, f"n += {number}"])]


def _sum(compiled: Compiled, effects: list[Effect]) -> Sum:
    writer = Writer(Scope(compiled, ast.FIRST_FREE))
    lines, left = ["n = 0"], []
    for effect in effects:
        added = writer.tried(partial(_added, compiled, writer, effect))
        if added is None:
            left.append(effect)
        else:
            lines += added
    if len(lines) == 1:
        return None, left
    try:
        return writer.body("s, card", [*lines, "return n"]), left
    except TooMuch:
        return None, effects
