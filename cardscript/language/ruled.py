"""What is there only under some rulings: "only if: ..." of a declaration, "VALUE if ..." of a property, lines of a card
below "if ...:"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.diagnostics import Findings
from cardscript.language.headers import Block, CardBlock
from cardscript.language.inside import inside
from cardscript.language.outline import Line
from cardscript.language.shape import MAX_COPIES, number_in
from cardscript.language.source import Span

_UNDER = re.compile(r"^if (.+):$")
_COPIES = re.compile(r"^copies: *(\d+)$")
ADVICE = "write 'RULING is VALUE', with a ruling of the manifest and one of its values"

HANGS = " if "

Condition = Callable[[str, Span], ast.Cond | None]


class Printed(msgspec.Struct, frozen=True):
    """The lines of a card in order; `ruled`: id of a line -> the rulings under which it is there; `counts`: how many
    copies there are under some rulings."""

    lines: list[Line]
    ruled: dict[int, ast.Cond]
    counts: tuple[tuple[ast.Cond, int], ...]


def plain(block: Block, key: str) -> str:
    """The text of a property whatever the rulings: without "if ..." behind it, and none if it hangs on them."""
    text = block.prop(key)
    return "" if HANGS in text else text


def only_under(only: ast.Cond | None, pattern: ast.Pattern) -> ast.Pattern:
    """A pattern that fits only under some rulings."""
    return pattern if only is None else replace(pattern, where=ast.And((only, pattern.where)))


class RuledReader:
    """Reads conditions that only rulings decide; `read` reads any condition, with findings."""

    def __init__(self, findings: Findings, read: Condition) -> None:
        self.findings = findings
        self._read = read

    def cond(self, text: str, span: Span) -> ast.Cond:
        """A condition about rulings; CS229 if it is about anything else, or what `read` finds."""
        found = self._read(text, span)
        if found is not None and all(isinstance(n, ast.And | ast.Or | ast.Not | ast.Ruling) for n in inside(found)):
            return found
        if found is not None:
            self.findings.add("CS229", "this can only hang on rulings, which are known from the start", span, ADVICE)
        return ast.Always(True)

    def only_if(self, block: Block) -> ast.Cond | None:
        """The rulings under which a declaration is there; None: under all."""
        return self.cond(block.prop("only if"), block.span_of("only if")) if block.prop("only if") else None

    def value(self, block: Block, key: str, values: dict[str, Any]) -> tuple[tuple[ast.Cond, Any], ...]:
        """What a property is under rulings: "VALUE if RULING is VALUE". `values`: its words to what they stand for."""
        word, hangs, _ = block.prop(key).partition(HANGS)
        if not hangs or word.strip() not in values:
            return ()
        return ((self.behind(block.prop(key), block.span_of(key)), values[word.strip()]),)

    def behind(self, text: str, span: Span) -> ast.Cond:
        """The rulings that "SOMETHING if RULING is VALUE" hangs on."""
        told, hangs, condition = text.partition(HANGS)
        return self.cond(condition, span.shifted(len(told) + len(hangs), len(text)))

    def flag(self, block: Block, key: str, word: str = "yes") -> ast.Cond | None:
        """The rulings under which a property has a value: "yes", "yes if RULING is VALUE"; None: under none."""
        told = block.prop(key).partition(HANGS)[0].strip()
        if told != word:
            return None
        return next((cond for cond, _ in self.value(block, key, {word: True})), ast.Always(True))

    def printed(self, card: CardBlock) -> Printed:
        """The lines of a card, those below "if RULING is VALUE:" among them."""
        found = Printed([], {}, ())
        counts: list[tuple[ast.Cond, int]] = []
        self._lines(card.line.children, None, found, counts)
        return Printed(found.lines, found.ruled, tuple(counts))

    def _lines(
        self, lines: tuple[Line, ...], only: ast.Cond | None, into: Printed, counts: list[tuple[ast.Cond, int]]
    ) -> None:
        for line in lines:
            under, copies = _UNDER.match(line.text), _COPIES.match(line.text)
            if under is not None and line.children:
                inner = self.cond(under[1], line.span.shifted(under.start(1), under.end(1)))
                self._lines(line.children, inner if only is None else ast.And((only, inner)), into, counts)
            elif under is not None:
                self.findings.add("CS219", "nothing is there under this ruling", line.span, "write it on lines below")
            elif copies is not None and only is not None:
                number = number_in(copies[1], MAX_COPIES)
                if not number:
                    help = "write a smaller number"
                    self.findings.add("CS225", f"a card has 1 to {MAX_COPIES:,} copies", line.span, help)
                counts.append((only, number or 1))
            else:
                into.lines.append(line)
                if only is not None:
                    into.ruled[id(line)] = only
