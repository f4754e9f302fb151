"""Coverage for the terminal: a table by set and group, then the lines that lack something, each clause marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardscript.cli.rendering import clean
from cardscript.session.exercise import LineReport
from cardscript.session.exercise_summary import Only, State, Totals, chosen, groups, outcome, remark, state, totals

SIGNS: dict[State, str] = {"unexecuted": "x", "one-sided": "/", "executed": "-", "asserted": "=", "data": "."}
COLOURS: dict[State, str] = {
    "unexecuted": "red", "one-sided": "yellow", "executed": "cyan", "asserted": "green", "data": "dim",
}  # fmt: skip
LEGEND = (
    "x not executed   / one way only so far   - executed, not asserted   = executed and asserted   . only read (data)"
)


def render_table(
    lines: Sequence[LineReport], title: str, only: Only | None = None, *, whole: bool = False,
    colour: bool = False, width: int = 100,
) -> str:  # fmt: skip
    """The table, and below it the lines with a clause that lacks what `only` says (`whole`: all the lines)."""
    out = StringIO()
    console = Console(
        file=out, force_terminal=colour, no_color=not colour, width=width, highlight=False, markup=False, emoji=False
    )
    console.print(clean(title), soft_wrap=True)
    console.print(_table(lines))
    shown = [line for line in lines if whole or any(chosen(clause, only) for clause in line.clauses)]
    if shown:
        console.print()
        console.print(LEGEND, style="dim", soft_wrap=True)
    for line in shown:
        _line(console, line, None if whole else only, whole)
    return "\n".join(text.rstrip() for text in out.getvalue().rstrip().split("\n")) + "\n"


def _table(lines: Iterable[LineReport]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("set")
    table.add_column("group")
    for name in ("lines", "clauses", "executed", "one way", "asserted"):
        table.add_column(name, justify="right")
    every, before = Totals(), ""
    for set_, group, those in groups(lines):
        found = totals(those)
        for line in those:
            every.add(line)
        table.add_row(clean(set_) if set_ != before else "", clean(group), *_numbers(found))
        before = set_
    table.add_section()
    table.add_row("all", "", *_numbers(every), style="bold")
    return table


def _numbers(found: Totals) -> list[str]:
    return [
        str(found.lines),
        str(found.clauses),
        f"{found.percent(found.executed):.0f} %",
        str(found.one_sided or ""),
        f"{found.percent(found.asserted):.0f} %",
    ]


def _line(console: Console, line: LineReport, only: Only | None, whole: bool) -> None:
    """A line as printed, a line of signs below it, and what the signs of its clauses mean."""
    place = f"{line.file.rsplit('/', 1)[-1]}:{line.at}" if line.file else ""
    head = Text(f"\n{clean(line.name)}, line {line.index + 1}" if line.section == "card" else f"\n{clean(line.name)}")
    head.stylize("bold")
    console.print(Text.assemble(head, (f"  {place}", "dim")))
    lacking = [clause for clause in line.clauses if whole or chosen(clause, only)]
    text, signs = Text("  " + clean(line.text)), Text("  ")
    for clause in line.clauses:
        shown = clause in lacking
        signs.append(" " * (clause.start + 2 - len(signs)))
        style = COLOURS[state(clause)] if shown else ""
        signs.append((SIGNS[state(clause)] if shown else " ") * (clause.end - clause.start), style=style)
        text.stylize(style, clause.start + 2, clause.end + 2)
    for part, below in zip(*_wrapped(text, signs, console.width), strict=True):
        console.print(part, soft_wrap=True)
        if below.plain.strip():
            console.print(below, soft_wrap=True)
    for clause in lacking:
        if whole or outcome(clause):
            words = f"    {clean(clause.words)}: {remark(clause) if whole else outcome(clause)}"
            console.print(Text(words, style=COLOURS[state(clause)]), soft_wrap=True)


def _wrapped(text: Text, signs: Text, width: int) -> tuple[list[Text], list[Text]]:
    """A line and its signs cut into pieces of the same places, at blanks."""
    cuts, start, plain = [0], 0, text.plain
    signs.append(" " * (len(text) - len(signs)))
    while len(plain) - start > width:
        at = plain.rfind(" ", start + 3, start + width)
        start = at + 1 if at > start else start + width
        cuts.append(start)
    ends = [*cuts[1:], len(plain)]
    indent = [Text(""), *[Text("  ")] * (len(cuts) - 1)]

    def pieces(of: Text) -> list[Text]:
        return [lead + of[start:end] for lead, start, end in zip(indent, cuts, ends, strict=True)]

    return pieces(text), pieces(signs)
