"""Splitting a printed ability line: bullet, labels, sentences, each with its place."""

from __future__ import annotations

import re

import msgspec

from cardscript.language.lexer import RawToken, Tokenizer, Trie
from cardscript.language.syntax import Entry


class LabelText(msgspec.Struct, frozen=True):
    """One label of a line: "Dusk:", "[Fire][Fire]:", "Stages 2-6:", "Guard the Gate:"."""

    kind: str
    """"icons", "label" or "template"."""
    entries: tuple[Entry, ...]
    """Icons: one reading for each icon. Labels: one for each label that shares the line ("A or B:")."""
    low: int | None
    high: int | None
    """The numbers after a label ("Stage 7" is 7 to 7); None without."""
    argument: str
    """The text that fills a label template, without the template's own words; else empty."""
    start: int
    end: int
    """The label itself, without its colon."""


class SplitLine(msgspec.Struct, frozen=True):
    """A line taken apart."""

    labels: tuple[LabelText, ...]
    sentences: tuple[tuple[str, int, int], ...]
    """(text, start, end) of each sentence."""
    bullet: bool


_LABEL_END = re.compile(r"\s*(?::|\s-(?=\s|$))\s*")
_NUMBERS = re.compile(r"\s+(\d+)(?:\s*-\s*(\d+))?")
_OR = re.compile(r"\s+or\s+")
_ICON = re.compile(r"\[[^\]\n]+\]")


def split_line(line: str, labels: Trie, tokenizer: Tokenizer) -> tuple[SplitLine, dict[str, list[RawToken]]]:
    """Take one line apart with the labels and words that are declared: its parts, and the tokens of its sentences,
    each counted from its beginning (those are left out that have to be read again)."""
    at = len(line) - len(line.lstrip())
    bullet = line[at : at + 2] == "- "
    if bullet:
        at += 2
    found: list[LabelText] = []
    while True:
        read = _icons(line, at, tokenizer) or _label(line, at, labels)
        if read is None:
            break
        label, at = read
        found.append(label)
    tokens, unknown = tokenizer.tokens(line[at:])
    sentences = _sentences(line, at, tokens, bullet)
    cut = {} if bullet or unknown else _by_sentence(tokens, sentences, at)
    return SplitLine(tuple(found), tuple(sentences), bullet), cut


def _icons(line: str, at: int, tokenizer: Tokenizer) -> tuple[LabelText, int] | None:
    """Icons and nothing else before a colon."""
    entries: list[Entry] = []
    position = at
    while icon := _ICON.match(line, position):
        known = tokenizer.trie.exactly(icon[0])
        entries.append(known.entries[0] if known else Entry(icon[0], "ICON"))
        position = icon.end()
        while line[position : position + 1] == " " and line[position + 1 : position + 2] == "[":
            position += 1
    end = _LABEL_END.match(line, position)
    if not entries or end is None:
        return None
    return LabelText("icons", tuple(entries), None, None, "", at, position), end.end()


def _label(line: str, at: int, labels: Trie) -> tuple[LabelText, int] | None:
    """A declared label, alone, with others ("A or B"), with numbers, or a template with its argument."""
    entries: list[Entry] = []
    position = at
    while True:
        match = labels.opening(line, position)
        if match is None:
            return None
        lexeme, position = match
        plain = [entry for entry in lexeme.entries if entry.term == "LABEL"]
        if plain:
            entries += plain[:1]
        template = next((entry for entry in lexeme.entries if entry.term == "LABELT"), None)
        joined = _OR.match(line, position)
        if joined is None or not plain:
            break
        position = joined.end()
    numbers = _NUMBERS.match(line, position)
    after = numbers.end() if numbers else position
    end = _LABEL_END.match(line, after)
    if end is not None and entries:
        low = int(numbers[1]) if numbers else None
        high = int(numbers[2] or numbers[1]) if numbers else None
        return LabelText("label", tuple(entries), low, high, "", at, after), end.end()
    if template is None:
        return None
    colon = line.find(":", position)
    argument = line[position:colon].strip() if colon >= 0 else ""
    if not argument or re.search(r"[.!]\s", argument):
        return None
    return LabelText("template", (template,), None, None, argument, at, colon), _skip_space(line, colon + 1)


def _skip_space(line: str, at: int) -> int:
    while at < len(line) and line[at].isspace():
        at += 1
    return at


def _by_sentence(
    tokens: list[RawToken], sentences: list[tuple[str, int, int]], offset: int
) -> dict[str, list[RawToken]]:
    """The tokens of each sentence, as if it stood alone; it is left out if one reaches beyond it."""
    found: dict[str, list[RawToken]] = {}
    at, count = 0, len(tokens)
    for text, begin, finish in sentences:
        start, end = begin - offset, finish - offset
        mine: list[RawToken] = []
        while at < count and (token := tokens[at]).start < end:
            at += 1
            if token.start >= start:
                mine.append(token)
        for token in mine if start else ():
            token.start -= start
            token.end -= start
        if mine and mine[-1].end <= end - start:
            found[text] = mine
    return found


def _sentences(line: str, start: int, tokens: list[RawToken], bullet: bool) -> list[tuple[str, int, int]]:
    """The sentences from `start` on: a stop ends one, but not inside brackets, quotes or a declared name."""
    text = line[start:]
    ends: list[int] = []
    depth = 0
    opened_sentence = False
    for token in tokens:
        if "LPAR" in token.terms:
            if depth == 0:
                opened_sentence = not text[ends[-1] if ends else 0 : token.start].strip()
            depth += 1
        elif "RPAR" in token.terms:
            depth = max(0, depth - 1)
            if depth == 0 and opened_sentence:
                ends.append(token.end)
                opened_sentence = False
        elif "DOT" in token.terms and depth == 0:
            quoted = text[token.end : token.end + 1] == '"'
            ends.append(token.end + 1 if quoted else token.end)
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    sentences: list[tuple[str, int, int]] = []
    at = 0
    for end in ends:
        sentence = text[at:end]
        if bullet:
            sentence = re.sub(r",?\s+(?:or|and)\s*$|,\s*$", "", sentence)
        stripped = sentence.strip()
        if stripped:
            begin = start + at + len(sentence) - len(sentence.lstrip())
            sentences.append((stripped, begin, begin + len(stripped)))
        at = end
    return sentences
