"""Sentences in a row: read, resolved into statements, every word accounted for, what is wrong reported."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.accounting import all_read
from cardscript.language.diagnostics import Findings
from cardscript.language.joining import sequence
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.source import Span
from cardscript.language.statements import sentence
from cardscript.language.syntax import Node

Sentence = tuple[str, int, int]
"""Its text, and where it begins and ends in its line."""

ADVICE = "say it in other words; docs/language.md shows what can be said"


def read_tree(text: str, span: Span, scope: Scope, findings: Findings) -> Node | None:
    """The syntax tree of a sentence; what is wrong with it becomes a finding."""
    tree = scope.tables.parse(text)
    if isinstance(tree, Node):
        return tree
    for d in tree:
        at = span.shifted(d.span.start, max(d.span.end, d.span.start + 1))
        findings.add(d.code, d.message, at, d.help, d.severity)
    return None


def report(error: Unreadable, span: Span, findings: Findings) -> None:
    at = span if error.at is None else span.shifted(error.at.start, error.at.end)
    findings.add(error.code, error.message, at, error.help or ADVICE)


def resolve_sentences(
    sentences: tuple[Sentence, ...], span: Span, scope: Scope, findings: Findings,
    before: list[ast.Stmt] | None = None,
) -> ast.Stmt:  # fmt: skip
    """The statements of sentences in a row, after those `before`; sentences that cannot be read are reported."""
    parts: list[ast.Stmt] = before if before is not None else []
    for text, start, end in sentences:
        here = span.shifted(start, end)
        tree = read_tree(text, here, scope, findings)
        if tree is None:
            continue
        scope.unit.used.clear()
        last = parts[-1] if parts else None
        otherwise = text.lower().startswith("otherwise,") and isinstance(last, ast.If) and last.otherwise is None
        inner = scope.but(base=here, text=text, after_if=otherwise)
        looped = _goes_on(tree, last, inner)
        try:
            statement = sentence(tree, looped or inner)
            all_read(tree, inner)
        except Unreadable as error:
            report(error, here, findings)
            continue
        finally:
            if looped is not None:
                _leave(looped)
        if looped is not None and isinstance(last, ast.ForPlayers):
            parts[-1] = replace(last, body=ast.Seq((last.body, statement)))
            continue
        if otherwise and isinstance(last, ast.If):
            parts[-1] = replace(last, otherwise=statement)
            continue
        parts += statement.parts if isinstance(statement, ast.Seq) else (statement,)
    return sequence(parts)


def _goes_on(tree: Node, last: ast.Stmt | None, scope: Scope) -> Scope | None:
    """The surroundings of a sentence that speaks of "that player" behind one about several players: it is carried out
    for each of them in turn, as part of that one. None for any other sentence."""
    loop = scope.unit.loop
    if loop is None or scope.unit.player is not None or not isinstance(last, ast.ForPlayers):
        return None
    words = [t.phrase for t in tree.leaves]
    if not any(pair == ("that", "player") for pair in pairwise(words)):
        return None
    slot, named = loop
    if last.slot != slot:
        return None
    scope.unit.player = ast.PlayerSlot(slot)
    scope.unit.antecedents += named
    return scope.but(their=ast.PlayerSlot(slot))


def _leave(scope: Scope) -> None:
    scope.unit.player = None
    named = scope.unit.loop[1] if scope.unit.loop is not None else ()
    scope.unit.antecedents[:] = [a for a in scope.unit.antecedents if not any(a is one for one in named)]


def finish(body: ast.Stmt, scope: Scope, text: str, span: Span) -> ast.Unit:
    return ast.Unit(body, scope.unit.next_slot, text, span=span)
