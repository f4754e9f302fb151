"""Values and lines of cards that stand in for what nobody has published: marked "(stand-in)" where they are written.

    beast "Old Bear" (2 copies) (stand-in)
        power 3 (stand-in), cost 2
        Draw a card. (stand-in)

The mark means nothing to the game; whoever knows the printed value writes it in its place.
"""

from __future__ import annotations

from dataclasses import replace

from cardscript.language.headers import CardBlock
from cardscript.language.marks import MARK, without_marks
from cardscript.language.outline import Line
from cardscript.language.program import StandIn


def taken_out(card: CardBlock) -> list[StandIn]:
    """The stand-ins of a card, whose lines are without their marks from now on (each other word keeps its place)."""
    found = _of_header(card)
    line = card.line
    text = without_marks(line.text)
    children = _without(line.children, card.name, found)
    card.line = replace(line, children=children, text=text, span=line.span.shifted(0, len(text)))
    return found


def _without(lines: tuple[Line, ...], name: str, found: list[StandIn]) -> tuple[Line, ...]:
    """The lines, and those below them, without their marks; what was marked is added to `found`."""
    made: list[Line] = []
    for line in lines:
        if line.children:
            line = replace(line, children=_without(line.children, name, found))
        if MARK not in line.text:
            made.append(line)
            continue
        start = 0
        for part in line.text.split(MARK)[:-1]:
            end = start + len(part)
            words = part.rpartition(", ")[2] if start or (", " in part and not part.endswith((".", '"'))) else part
            at = line.span.shifted(end - len(words), end)
            found.append(StandIn(name, words.strip(" ,"), at))
            start = end + len(MARK)
        text = without_marks(line.text)
        made.append(replace(line, text=text, span=line.span.shifted(0, len(text))))
    return tuple(made)


def _of_header(card: CardBlock) -> list[StandIn]:
    """The marks in the line that begins a card: behind its name or its number of copies."""
    found: list[StandIn] = []
    line, start = card.line, 0
    for part in line.text.split(MARK)[:-1]:
        end = start + len(part)
        begin = part.rindex("(") if part.endswith(")") else max(part.find('"'), 0)
        words = part[begin:].strip("()")
        found.append(StandIn(card.name, words, line.span.shifted(start + begin, end)))
        start = end + len(MARK)
    return found
