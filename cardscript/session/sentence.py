"""The sentence behind a place in a game's files: its words, the full sentence around it, its file and line."""

from __future__ import annotations

import re
from functools import lru_cache

from cardscript.language.program import Game
from cardscript.language.source import NOWHERE, Source, Span

_BEGINS = re.compile(r"(?<=[a-z0-9)\]])[.:] ")
_ENDS = re.compile(r"(?<=[a-z0-9)\]])\.(?=\s|$)|$", re.MULTILINE)
"""Where a sentence in a file begins (after another one or a label) and ends; the dots of a short form do not count."""

_COMMENT = re.compile(r"  #(?: |$)")


def source_of(game: Game, span: Span) -> Source | None:
    """The file a span stands in, if the game was read from it."""
    if span == NOWHERE or span.file not in game.sources:
        return None
    return _source(span.file, game.sources[span.file])


@lru_cache(maxsize=256)
def _source(name: str, text: str) -> Source:
    return Source(name, text)


def place_of(game: Game, span: Span) -> str:
    """Where a span begins, as file:line; empty if no file of the game holds it."""
    source = source_of(game, span)
    return "" if source is None else f"{span.file}:{source.position(span.start)[0]}"


def sentence_at(game: Game, span: Span, words: str) -> str:
    """The text of a span with single spaces; `words` if no file holds it."""
    source = source_of(game, span)
    return words if source is None else " ".join(source.text[span.start : span.end].split())


def sentence_around(game: Game, span: Span, words: str) -> str:
    """The full sentence around a span, without a label; `words` if no file holds it."""
    source = source_of(game, span)
    if source is None:
        return words
    text = source.text
    line = text.rfind("\n", 0, span.start) + 1
    begins = [line + at.end() for at in _BEGINS.finditer(text[line : span.start + 1])]
    ends = _ENDS.search(text, max(span.end - 1, span.start))
    whole = text[begins[-1] if begins else line : ends.end() if ends is not None else span.end]
    return _COMMENT.split(whole, maxsplit=1)[0].strip()


def block_at(game: Game, span: Span) -> str:
    """The header of the declaration or card a span stands in; empty if no file holds it."""
    source = source_of(game, span)
    if source is None:
        return ""
    number, _ = source.position(span.start)
    for at in range(number, 0, -1):
        line = source.line(at)
        if line[:1] not in ("", " ", "\t", "#"):
            return _COMMENT.split(line, maxsplit=1)[0].rstrip()
    return ""


def line_at(game: Game, place: str) -> str:
    """The line of a place (file:line) as it is printed, without indentation and comment; empty if there is none."""
    file, _, number = place.rpartition(":")
    if file not in game.sources or not number.isdecimal():
        return ""
    return _COMMENT.split(_source(file, game.sources[file]).line(int(number)), maxsplit=1)[0].strip()
