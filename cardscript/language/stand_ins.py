"""Values and lines of cards that stand in for what nobody has published: marked "(stand-in)" where they are written.

    beast "Old Bear"
        power 3 (stand-in), cost 2
        Draw a card. (stand-in)

The mark means nothing to the game; whoever knows the printed value writes it in its place.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardscript.language.headers import CardBlock
from cardscript.language.outline import Line
from cardscript.language.program import StandIn

MARK = " (stand-in)"


def taken_out(card: CardBlock) -> list[StandIn]:
    """The stand-ins of a card, whose lines are without their marks from now on (each other word keeps its place)."""
    found: list[StandIn] = []
    lines: list[Line] = []
    for line in card.line.children:
        if MARK not in line.text:
            lines.append(line)
            continue
        start = 0
        for part in line.text.split(MARK)[:-1]:
            end = start + len(part)
            words = part.rpartition(", ")[2] if start or (", " in part and not part.endswith((".", '"'))) else part
            at = line.span.shifted(end - len(words), end)
            found.append(StandIn(card.name, words.strip(" ,"), at))
            start = end + len(MARK)
        text = line.text.replace(MARK, " " * len(MARK)).rstrip()
        lines.append(replace(line, text=text, span=line.span.shifted(0, len(text))))
    card.line = replace(card.line, children=tuple(lines))
    return found
