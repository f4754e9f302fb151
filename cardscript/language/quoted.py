"""What a text in quotes gives to a card: lines of its own, each known by its place inside the line that quotes it."""

from __future__ import annotations

import msgspec

from cardscript.language import ast
from cardscript.language.source import Span


class Quoted(msgspec.Struct, frozen=True):
    """The abilities, and of each line its words, where it stands, and how long its labels are (see `CardDecl`)."""

    abilities: tuple[ast.Ability, ...] = ()
    lines: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    heads: tuple[int, ...] = ()
