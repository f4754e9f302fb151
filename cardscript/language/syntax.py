"""Syntax trees: tokens with the readings of their words, nodes with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from cardscript.language.words import ANY_NUMBER, COMPARISONS, NUMBER_WORDS


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One reading of a phrase."""

    phrase: str
    """The base form as it was declared: "look at" for "looks at", "card" for "cards"."""
    term: str
    """The class, a terminal of the grammar: N, ADJ, DET, V_... """
    feature: str = ""
    """Nouns: "" (singular), "pl", "name", "quote". Verbs: "base", "s", "past", "part", "ing".
    Adjectives made with a hyphen: the first half ("non", "highest", "lowest", or "number" for "0-cost")."""
    ref: object | None = None
    """What the declarer attached; for a verb the tuple of what its declarations attached; None for core words."""

    @property
    def refs(self) -> tuple[object, ...]:
        """All that was attached, each by itself."""
        return self.ref if isinstance(self.ref, tuple) else (self.ref,)


class WordForm(msgspec.Struct, frozen=True, gc=False):
    """One spelled form and the reading it has."""

    spelling: str
    entry: Entry


class Number(msgspec.Struct, frozen=True, gc=False):
    """What a number token says: bounds, both included; None is no bound."""

    low: int | None
    high: int | None
    kind: str
    """"exact", "at least", "at most", "range", "either" ("1 or 2"), "times" ("2x") or "any"."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """A phrase of the sentence with the class the lexer chose for it. Offsets count in the sentence's text."""

    term: str
    text: str
    start: int
    end: int
    entries: tuple[Entry, ...] = ()
    spelling: str = ""
    """The canonical way to write it: capitals as declared; empty if that is `text`."""

    @property
    def canonical(self) -> str:
        return self.spelling or self.text

    @property
    def feature(self) -> str:
        """The feature of the first reading."""
        return self.entries[0].feature if self.entries else ""

    @property
    def phrase(self) -> str:
        """The base form of the first reading; the text in lower case where there is none."""
        return self.entries[0].phrase if self.entries else self.text.lower()

    @property
    def number_value(self) -> Number | None:
        """What a NUM or PLUS token (or an adjective such as "0-cost") says; None for all other tokens."""
        return read_number(self.text) if self.term in ("NUM", "PLUS", "ADJ") else None

    @property
    def number(self) -> int | None:
        """The number itself, the lower one of a range; None for "any number" and a bare "+"."""
        value = self.number_value
        if value is None:
            return None
        return value.high if value.low is None else value.low

    @property
    def comparison(self) -> str:
        """How a number is meant: "exact", "at least", "at most", "range", "either", "times", "any"; "" if none."""
        value = self.number_value
        return value.kind if value else ""

    def sexpr(self) -> str:
        term = "V" if self.term.startswith("V_") else self.term
        text = self.canonical
        return f"{term}:{text if ' ' not in text else text.replace(' ', '_')}"


class Node(msgspec.Struct, frozen=True, gc=False):
    """A phrase: the rule of the grammar it was read by and its parts."""

    rule: str
    children: tuple[Node | Token, ...]
    start: int
    end: int
    leaves: tuple[Token, ...]
    """All tokens below this node, in order: every sentence is asked for its words often."""

    def find(self, rule: str) -> Node | None:
        """The first child node of that rule."""
        for child in self.children:
            if child.__class__ is Node and child.rule == rule:
                return child
        return None

    def all(self, rule: str) -> list[Node]:
        """The child nodes of that rule, in order."""
        return [child for child in self.children if isinstance(child, Node) and child.rule == rule]

    def token(self, term: str) -> Token | None:
        """The first child token of that class ("V" finds any verb)."""
        for child in self.children:
            if child.__class__ is Token and (child.term == term or (term == "V" and child.term.startswith("V_"))):
                return child
        return None

    def tokens(self) -> Iterator[Token]:
        """All tokens below this node, in order."""
        return iter(self.leaves)

    def walk(self) -> Iterator[Node]:
        """This node and all nodes below it, in order."""
        found: list[Node] = []
        _gather_nodes(self, found)
        return iter(found)

    def below(self, rule: str) -> Node | None:
        """The first node of that rule in this one, itself included."""
        if self.rule == rule:
            return self
        for child in self.children:
            if child.__class__ is Node and (found := child.below(rule)) is not None:
                return found
        return None

    def sexpr(self) -> str:
        """The tree on one line. A node of a plain chain (see `CHAINS`) whose only part is a node is left out, so that
        the shape can be read; all verb terminals are written V, so that the line does not depend on what else is
        declared."""
        if len(self.children) == 1 and self.rule in CHAINS and isinstance(self.children[0], Node):
            return self.children[0].sexpr()
        parts = [self.rule]
        for child in self.children:
            parts.append(child.sexpr())
        return f"({' '.join(parts)})"


CHAINS = frozenset(
    {
        "s_items",
        "items",
        "clause",
        "core",
        "kw",
        "conds",
        "vpx",
        "vps",
        "vp",
        "compl",
        "np",
        "np1",
        "nb",
        "bare",
        "nhead",
        "pre",
        "mod",
        "posts",
        "rel",
        "rv",
    }
)
"""Rules that often only hand on one part."""


def first_verb(node: Node) -> Token | None:
    """The first verb in a node, if there is one (forms of "be" are none)."""
    for token in node.leaves:
        if token.term.startswith("V_"):
            return token
    return None


def opening(items: Node) -> Node | Token:
    """What a sentence, or the rest of one, opens with: its prefix ("If ...,", "To ...,"), or the first of its parts."""
    first = items.children[0]
    return first.children[0] if isinstance(first, Node) and first.rule == "prefix" else first


def without_first(node: Node, width: int) -> Node:
    """A node without its first token, all others so much further to the left."""
    first, *rest = node.children
    children = [_further_left(child, width) for child in rest]
    if isinstance(first, Node) and (inner := without_first(first, width)).children:
        children.insert(0, inner)
    return node_of(node.rule, children, max(0, node.start - width), node.end - width)


def _further_left(part: Node | Token, width: int) -> Node | Token:
    if isinstance(part, Token):
        return msgspec.structs.replace(part, start=part.start - width, end=part.end - width)
    children = [_further_left(child, width) for child in part.children]
    return node_of(part.rule, children, part.start - width, part.end - width)


def node_of(rule: str, children: Sequence[Node | Token], start: int, end: int) -> Node:
    """A node with these parts."""
    return Node(rule, tuple(children), start, end, leaves_of(children))


def leaves_of(parts: Sequence[Node | Token]) -> tuple[Token, ...]:
    """All tokens of several parts, in order."""
    found: list[Token] = []
    for part in parts:
        if part.__class__ is Token:
            found.append(part)
        else:
            found += part.leaves  # type: ignore[union-attr]
    return tuple(found)


def _gather_nodes(node: Node, found: list[Node]) -> None:
    """Plain recursion into one list: nested generators cost three times as much."""
    found.append(node)
    for child in node.children:
        if child.__class__ is Node:
            _gather_nodes(child, found)


_RANGE = re.compile(r"(\d+)\s*-\s*(\d+)$")
_SIGNED = re.compile(r"[+-]?(\d+)$")
_HYPHENED = re.compile(r"(\d+)-[^\W\d]")
_TIMES = re.compile(r"(\d+)x$")


@lru_cache(maxsize=1024)
def read_number(text: str) -> Number | None:
    """The number a text says: "3", "three", "+2", "-2" (as -2), "2 or less", "1-7", "1 or 2", "2x", "any number"."""
    lowered = " ".join(text.lower().split())
    if lowered == ANY_NUMBER:
        return Number(None, None, "any")
    for phrase, kind in COMPARISONS.items():
        if lowered.endswith(" " + phrase):
            base = _plain_number(lowered[: -len(phrase)].strip())
            if base is None:
                return None
            return Number(None, base, kind) if kind == "at most" else Number(base, None, kind)
    if bounds := _RANGE.match(lowered):
        return Number(int(bounds[1]), int(bounds[2]), "range")
    if times := _TIMES.match(lowered):
        return Number(int(times[1]), int(times[1]), "times")
    if hyphened := _HYPHENED.match(lowered):
        return Number(int(hyphened[1]), int(hyphened[1]), "exact")
    kind = "range" if " to " in lowered else "either"
    first, joined, second = lowered.partition(" to " if kind == "range" else " or ")
    low = _plain_number(first)
    if low is None:
        return None
    if joined:
        high = _plain_number(second)
        return None if high is None else Number(low, high, kind)
    return Number(low, low, "exact")


def _plain_number(text: str) -> int | None:
    if text in NUMBER_WORDS:
        return NUMBER_WORDS[text]
    found = _SIGNED.match(text)
    if found is None:
        return None
    return -int(found[1]) if text.startswith("-") else int(found[1])
