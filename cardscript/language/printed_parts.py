"""What every card of a kind must print: "prints: one colour, Weight, a text" below the kind. Without that, a card from
which a value was left out would be one with the value 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, CardBlock, split_list
from cardscript.language.outline import Line
from cardscript.language.program import CardDecl
from cardscript.language.source import Span

TEXT = "a text"
"""A line without a label."""


class Part(msgspec.Struct, frozen=True):
    """One thing that is printed: a value of a trait (`only`: one and no more; `never`: not this one, which is called
    `barred`), a number, or a text (both -1)."""

    words: str
    trait: int = -1
    attribute: int = -1
    only: bool = False
    never: int = -1
    barred: str = ""

    def missing(self, card: CardDecl) -> str:
        """What is wrong with a card, in words; empty if it prints this."""
        values = card.traits.get(self.trait, ())
        if self.trait >= 0:
            many = len(values) > 1 and self.only
            if self.never in values:
                return f"has the {self.words} {self.barred}"
            return f"has {len(values)} values of {self.words}" if many else "" if values else f"has no {self.words}"
        if self.attribute >= 0:
            return "" if self.attribute in card.attributes else f"has no {self.words}"
        plain = (line for line, head in zip(card.lines, card.heads, strict=True) if not head)
        return "" if any(not line.startswith("(") for line in plain) else "has no text"


def check_parts(
    blocks: Sequence[Block], headers: Sequence[CardBlock], cards: Sequence[CardDecl], tables: Tables, findings: Findings
) -> None:
    """Report each card that does not print what its kind says (CS230), unless it could not be read anyway."""
    wanted = {kind: (block, parts) for kind, block, parts in _wanted(blocks, tables, findings)}
    if not wanted:
        return
    wrong = [found.span for found in findings if found.severity == "error"]
    for header, card in zip(headers, cards, strict=True):
        if any(_within(span, header.line) for span in wrong):
            continue
        for kind, (block, parts) in wanted.items():
            if tables.is_a(card.kind, kind):
                lacks = [missing for part in parts if (missing := part.missing(card))]
                if lacks:
                    help = f"every {block.name} prints {block.prop('prints')}"
                    findings.add("CS230", f"{card.name} {' and '.join(lacks)}", header.line.span, help)


def _wanted(
    blocks: Sequence[Block], tables: Tables, findings: Findings
) -> Iterator[tuple[int, Block, tuple[Part, ...]]]:
    """(kind, its block, what its cards print); CS224 for what is no trait, attribute or text."""
    kinds = {kind.name: number for number, kind in enumerate(tables.kinds)}
    traits = {trait.name.lower(): number for number, trait in enumerate(tables.traits)}
    attributes = {attribute.name.lower(): number for number, attribute in enumerate(tables.attributes)}
    for block in blocks:
        parts: list[Part] = []
        for words in split_list(block.prop("prints")) if block.word == "kind" else ():
            plain, but, barred = words.partition(" but not ")
            only = plain.startswith("one ")
            name = plain.removeprefix("one ")
            trait, attribute = traits.get(name.lower(), -1), attributes.get(name.lower(), -1)
            values = tables.traits[trait].values if trait >= 0 else ()
            if words == TEXT:
                parts.append(Part(words))
            elif trait >= 0 and (not but or barred in values):
                never = values.index(barred) if but else -1
                parts.append(Part(name, trait=trait, only=only, never=never, barred=barred))
            elif attribute >= 0 and not only and not but:
                parts.append(Part(name, attribute=attribute))
            else:
                help = (
                    did_you_mean(name, [*traits, *attributes, TEXT]) or f"name traits and attributes, or say '{TEXT}'"
                )
                findings.add("CS224", f"no card prints {words[:40]!r}", block.span_of("prints"), help)
        if parts and block.name in kinds:
            yield kinds[block.name], block, tuple(parts)


def _within(span: Span, line: Line) -> bool:
    """Whether a place lies in a line or in those below it."""
    whole = span.file == line.span.file and line.span.start <= span.start < line.span.end
    return whole or any(_within(span, child) for child in line.children)
