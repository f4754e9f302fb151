"""Law 2: no word of a sentence without a part in what is done."""

from __future__ import annotations

from cardscript.language import agreement
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.syntax import Node

STRUCTURAL = {
    "SEPS", "SEPV", "CONJN", "CONJP", "CONJA", "CONJX", "CONJC", "CONJR", "PCOMMA", "COMMAT", "COMMAS", "DOT", "LPAR",
    "RPAR", "THEN", "CHOOSEONE", "S", "ING", "FOR", "TO_V", "AS", "INSTEADOF",
}  # fmt: skip
"""Terminals that a node owns by its shape; what else is in a sentence the resolver has to take (`Scope.take`)."""


def all_read(tree: Node, scope: Scope) -> None:
    """Law 2: every word of a sentence belongs to a node.

    Raises Unreadable at the first word nothing has read."""
    if tree.rule.startswith("s_"):
        agreement.check(tree)
    used = scope.unit.used
    for token in tree.leaves:
        if token.start not in used and token.term not in STRUCTURAL:
            raise Unreadable(
                f"the word {token.text!r} has no part in what is done here", token, "leave it out or reword"
            )
