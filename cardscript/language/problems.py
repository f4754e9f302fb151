"""What is wrong with a sentence, said so that somebody who writes cards and not programs can act on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardscript.language.diagnostics import Diagnostic, did_you_mean
from cardscript.language.lexer import Piece, RawToken
from cardscript.language.source import Span

PLAIN_NAMES: tuple[tuple[str, str], ...] = (
    ("N", "a noun"),
    ("PRON", "a pronoun (it, they, you)"),
    ("DET", "a word such as a, the, each, your"),
    ("NUM", "a number"),
    ("ADJ", "an adjective"),
    ("ICON", "an icon"),
    ("V", "a verb"),
    ("BE", "is or are"),
    ("AUX", "may, must, can"),
    ("PREP", "of, in, from, with"),
    ("PART", "a participle such as revealed"),
    ("TO_V", "to with a verb"),
    ("TO", "to"),
    ("INTO", "into"),
    ("ONTOP", "on top of"),
    ("AS", "as"),
    ("BACK", "back"),
    ("FOR", "for"),
    ("INSTEADOF", "instead of"),
    ("SUB", "if, when, until"),
    ("REL", "that or who"),
    ("ADVP", "a phrase such as this turn"),
    ("SEPV", "and, or"),
    ("PCOMMA", "a comma"),
    ("QUOTE", "a text in quotation marks"),
    ("S", "'s"),
    ("DOT", "the end of the sentence"),
    ("RPAR", "a closing bracket"),
    ("DO", "do"),
    ("DOWNTO", "down to"),
    ("LESS", "less"),
)
"""Terminals worth naming to a person, the most telling first."""

MOST_NAMED = 6


def unknown_words(pieces: Iterable[Piece], spellings: Sequence[str]) -> list[Diagnostic]:
    """One finding for each piece of text that no declaration and no core word covers."""
    known = list(dict.fromkeys([*spellings, *(word for spelling in spellings for word in spelling.split())]))
    return [_unknown(piece, known) for piece in pieces]


def _unknown(piece: Piece, known: Sequence[str]) -> Diagnostic:
    span = Span("", piece.start, piece.end)
    if piece.sort == "icon":
        icons = [spelling for spelling in known if spelling.startswith("[")]
        advice = did_you_mean(piece.text, icons) or "declare the icon, or correct it"
        return Diagnostic("CS101", f"the icon {piece.text} is not declared", span, advice)
    if piece.sort == "other" or piece.sort == "mark":
        return Diagnostic("CS101", f"the sign {piece.text} has no meaning here", span, "remove it")
    advice = did_you_mean(piece.text, known)
    return Diagnostic(
        "CS101", f"the word {piece.text!r} is not known", span, advice or "declare it, or use another word"
    )


def unexpected_word(token: RawToken, expected: Sequence[str]) -> Diagnostic:
    """A known word in a place where its class cannot stand."""
    message = f"{token.text!r} cannot stand here; expected {in_plain_words(expected)}"
    return Diagnostic("CS102", message, Span("", token.start, token.end), "reword the sentence before or at this word")


def unfinished(end: int, expected: Sequence[str]) -> Diagnostic:
    """The sentence stops too early."""
    if not expected:
        return Diagnostic("CS102", "there is no sentence here", Span("", 0, end), "write one, or remove the line")
    message = f"the sentence is not finished; expected {in_plain_words(expected)}"
    return Diagnostic("CS102", message, Span("", max(0, end - 1), end), "complete the sentence")


def too_long(token: RawToken, limit: int) -> Diagnostic:
    """The sentence has more words than any reader would follow."""
    message = f"the sentence has more than {limit} words and signs"
    return Diagnostic("CS102", message, Span("", token.start, token.end), "make several sentences of it")


def in_plain_words(expected: Sequence[str]) -> str:
    """The terminals as a person would name them: "a noun, a number or a comma"."""
    classes = {"V" if term.startswith("V_") or term == "ING" else term for term in expected}
    named = [name for term, name in PLAIN_NAMES if term in classes][:MOST_NAMED]
    if not named:
        return "something else"
    if len(named) == 1:
        return named[0]
    return f"{', '.join(named[:-1])} or {named[-1]}"
