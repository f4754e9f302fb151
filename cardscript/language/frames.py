"""Verb templates ("gain {np} [to {np}]"): their heads, their frames, and the terminal and productions of a frame set.

The grammar never sees a verb. All verbs with the same set of frames share one terminal, so the size of the parse tables
depends on how many kinds of verbs there are and not on how many verbs.
"""

from __future__ import annotations

import re

import msgspec

from cardscript.language.words import FUNCTION_WORDS

HOLES: dict[str, str] = {"np": "np", "vp": "vps", "inf": "inf", "pp": "posts", "quote": "QUOTE"}
"""What stands in braces: the symbol of the grammar it becomes."""

PARTICLES: dict[str, str] = {
    "to": "TO",
    "into": "INTO",
    "as": "AS",
    "back": "BACK",
    "on top of": "ONTOP",
    "less": "LESS",
    "down to": "DOWNTO",
    "you": "PRON",
}
"""Particles that are words of the core language, hence terminals of their own; others get a terminal `W_...`."""

_PREPOSITIONS = frozenset(FUNCTION_WORDS["PREP"] + FUNCTION_WORDS["FOR"])
_TERMINAL_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_PIECE = re.compile(r"\{(\w+)\}|([^\s{}]+)")

Frame = tuple[str, ...]
"""The grammar symbols that follow a verb."""


class TemplateError(ValueError):
    """A template that cannot be read; the message says what is wrong with it."""


class VerbTemplate(msgspec.Struct, frozen=True):
    """One way to use a verb."""

    head: str
    frame: Frame
    particles: tuple[tuple[str, str], ...] = ()
    """(terminal, word) of the particles that only the template knows."""


def read_template(template: str) -> list[VerbTemplate]:
    """All templates that one declaration stands for, its optional parts spelled out."""
    return [_read_plain(plain) for plain in _spell_out(template)]


def _spell_out(template: str) -> list[str]:
    bracket = re.search(r"\s*\[([^\]\[]*)\]", template)
    if bracket is None:
        if "[" in template or "]" in template:
            raise TemplateError(f"unbalanced brackets in {template!r}")
        return [" ".join(template.split())]
    before, after = template[: bracket.start()], template[bracket.end() :]
    spelled = []
    for choice in ("", *bracket.group(1).split("|")):
        spelled += _spell_out(f"{before} {choice} {after}")
    return spelled


def _read_plain(template: str) -> VerbTemplate:
    pieces = _pieces(template)
    head: list[str] = []
    while pieces and not pieces[0].startswith("{") and (not head or pieces[0] not in PARTICLES):
        head.append(pieces.pop(0))
    if not head:
        raise TemplateError(f"a verb must come first in {template!r}")
    frame: list[str] = []
    own: list[tuple[str, str]] = []
    for piece in pieces:
        if piece.startswith("{"):
            hole = piece[1:-1]
            if hole not in HOLES:
                raise TemplateError(f"unknown hole {piece} in {template!r}; known are {', '.join(HOLES)}")
            if HOLES[hole] == "np" and frame[-1:] == ["np"]:
                raise TemplateError(f"two noun phrases stand side by side in {template!r}; put a word between them")
            frame.append(HOLES[hole])
        elif piece in PARTICLES:
            frame.append(PARTICLES[piece])
        elif piece in _PREPOSITIONS:
            advice = "leave it out, such phrases are read with every noun"
            raise TemplateError(f"the preposition {piece!r} cannot be a particle in {template!r}; {advice}")
        else:
            terminal = "W_" + "".join(sign if sign in _TERMINAL_SIGNS else f"_{ord(sign):X}_" for sign in piece.upper())
            own.append((terminal, piece))
            frame.append(terminal)
    return VerbTemplate(" ".join(head).replace("_", " "), tuple(frame), tuple(own))


def _pieces(template: str) -> list[str]:
    """Holes and words of a template, particles of several words kept together."""
    words = ["{" + found[1] + "}" if found[1] else found[2] for found in _PIECE.finditer(template)]
    pieces: list[str] = []
    while words:
        for size in (3, 2):
            joined = " ".join(words[:size])
            if joined in PARTICLES:
                pieces.append(joined)
                del words[:size]
                break
        else:
            pieces.append(words.pop(0))
    return pieces


def frame_terminal(frames: frozenset[Frame]) -> str:
    """The terminal of all verbs with exactly these frames; readable, and the same in every vocabulary."""
    return "V_" + "__".join("_".join(symbol.upper().strip("_") for symbol in frame) or "0" for frame in sorted(frames))


def frame_productions(frames: frozenset[Frame]) -> list[str]:
    """The alternatives of `vcore` that verbs with these frames allow."""
    terminal = frame_terminal(frames)
    return [" ".join((terminal, *frame)) for frame in sorted(frames)]
