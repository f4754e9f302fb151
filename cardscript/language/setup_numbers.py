"""The numbers of a set-up: "Stones: 5, 5, 6", one for all numbers of players or one for each; under some rulings or
variants others: "Stones: 8 if length is long"; and how many play: "players: 1 to 4 if length is long"."""

from __future__ import annotations

import re
from itertools import pairwise

from cardscript.language import ast
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, split_list
from cardscript.language.morphology import plural
from cardscript.language.outline import Line
from cardscript.language.program import Quantity
from cardscript.language.ruled import HANGS, RuledReader
from cardscript.language.senses import QuantitySense
from cardscript.language.shape import number_in
from cardscript.language.source import Span

_PLAYERS = re.compile(r"(\d{1,2})(?: to (\d{1,2}))? players?")


def declare_numbers(block: Block, tables: Tables, findings: Findings) -> None:
    """Note the numbers of a set-up and the words for them; CS223, CS228 if they are none."""
    numbers = block.properties.get("numbers")
    if numbers is None:
        return
    header = [number_in(h) for h in split_list(block.prop("numbers"))]
    if not header or None in header or any(b != (a or 0) + 1 for a, b in pairwise(header)):
        findings.add("CS228", "for which numbers of players?", numbers.span, "write them in order: numbers: 2, 3, 4")
    tables.fewest = header[0] if header and header[0] else 1
    for child in numbers.children:
        name, base = _read(child, len(header), findings)
        if HANGS in child.text:
            continue  # read when conditions can be
        if name in tables.quantities:
            findings.add("CS223", f"{name!r} is there twice", child.span, "leave one of them out")
        if name:
            tables.quantities[name] = base
            _word(name, tables)


def numbers_of(block: Block, tables: Tables, ruled: RuledReader) -> dict[str, Quantity]:
    """Every number of a set-up, with what it is under some rulings; CS228 for one that is only under some."""
    numbers = block.properties.get("numbers")
    under: dict[str, list[tuple[str, ast.Cond, tuple[int, ...]]]] = {}
    for child in numbers.children if numbers is not None else ():
        if HANGS not in child.text:
            continue
        name, base = _read(child, len(split_list(block.prop("numbers"))), Findings())
        if name not in tables.quantities:
            help = did_you_mean(name, tables.quantities) or f"write first what it is otherwise: {name or 'NAME'}: 3"
            ruled.findings.add("CS228", f"{name[:40]!r} is no number of this set-up", child.span, help)
        under.setdefault(name, []).append(("base", ruled.behind(child.text, child.span), base))
    return {name: Quantity(base, ruled=tuple(under.get(name, ()))) for name, base in tables.quantities.items()}


def players_of(text: str, span: Span, findings: Findings) -> tuple[int, int]:
    """The fewest and the most players that "2 to 4 players" says; CS228 if it says nothing of the kind."""
    seats = _PLAYERS.fullmatch(text.strip())
    fewest, most = (int(seats[1]), int(seats[2] or seats[1])) if seats else (1, 4)
    if seats is None or not 1 <= fewest <= most:
        findings.add("CS228", "how many players?", span, "write '2 to 4 players'")
    return fewest, most


def other_players(block: Block, ruled: RuledReader) -> tuple[tuple[str, ast.Cond, int], ...]:
    """(field of the set-up, rulings, value): how many play under some rulings or variants."""
    line = block.properties.get("players")
    if line is None:
        return ()
    text, span = block.prop("players"), block.span_of("players")
    fewest, most = players_of(text.partition(HANGS)[0], span, ruled.findings)
    cond = ruled.behind(text, span)
    return (("fewest", cond, fewest), ("most", cond, most))


def _read(line: Line, sizes: int, findings: Findings) -> tuple[str, tuple[int, ...]]:
    """The name and the numbers of a line, whatever they hang on; CS228 if it has none."""
    name, colon, values = line.text.partition(HANGS)[0].partition(":")
    found = [number_in(value) for value in split_list(values)]
    if not colon or not name.strip() or None in found or len(found) not in (1, sizes):
        help = f"write NAME: and one number, or {sizes} numbers with commas"
        findings.add("CS228", "these are not the numbers of a set-up", line.span, help)
    return name.strip(), tuple(n or 0 for n in found) or (0,)


def _word(name: str, tables: Tables) -> None:
    """The name of a number is a word of set-up lines."""
    for phrase, meanings, given in list(tables.words.values()):
        if (given or plural(phrase)).lower() == name.lower() or phrase.lower() == name.lower():
            meanings.append(QuantitySense(name))
            return
    tables.noun(name[:-1] if name.endswith("s") else name, QuantitySense(name))
