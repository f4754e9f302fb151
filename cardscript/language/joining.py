"""Several conditions, cards or statements as one; one alone stays what it is."""

from __future__ import annotations

from collections.abc import Sequence

from cardscript.language import ast


def all_of(parts: Sequence[ast.Cond]) -> ast.Cond:
    return parts[0] if len(parts) == 1 else ast.And(tuple(parts))


def any_of(parts: Sequence[ast.Cond]) -> ast.Cond:
    return parts[0] if len(parts) == 1 else ast.Or(tuple(parts))


def union(parts: Sequence[ast.Cards]) -> ast.Cards:
    return parts[0] if len(parts) == 1 else ast.Union(tuple(parts))


def sequence(parts: Sequence[ast.Stmt]) -> ast.Stmt:
    return parts[0] if len(parts) == 1 else ast.Seq(tuple(parts))
