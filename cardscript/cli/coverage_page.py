"""Coverage as one page of HTML that needs nothing else: every line as printed, each clause marked.

A state is shown by a sign and an underline as well as by colour, and in words where the pointer rests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from string import Template

from cardscript.session.exercise import ClauseReport, LineReport
from cardscript.session.exercise_summary import Only, State, Totals, groups, remark, state, summary, totals

STATES: dict[State, tuple[str, str]] = {
    "unexecuted": ("✗", "not executed"),
    "one-sided": ("◐", "one way only so far"),
    "executed": ("○", "executed, not asserted"),
    "asserted": ("✓", "executed and asserted"),
    "data": ("·", "only read (data)"),
}
"""State -> its sign and words."""

SHOW: dict[str, str] = {
    "all": "all lines",
    "unexecuted": "not executed",
    "one-sided": "one way only",
    "unasserted": "not asserted",
}
"""What can be filtered by -> its words."""

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Coverage: $title</title>
<style>
:root { --paper: #fff; --ink: #1b1b1f; --faint: #64646e; --rule: #d9d9e0; --not: #b3151f; --part: #8a5a00;
  --run: #0b5a8f; --sure: #17692f; --back: #f5f5f8 }
@media (prefers-color-scheme: dark) { :root { --paper: #17171b; --ink: #ececf1; --faint: #a0a0ad; --rule: #3a3a44;
  --not: #ff8a8f; --part: #f0b64a; --run: #7cc4f5; --sure: #7fd69a; --back: #222229 } }
body { background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; margin: 0 auto;
  max-width: 62rem; padding: 1rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
h3 { font-size: 1rem; margin: 1rem 0 0 } h3 small, .at, td, th { color: var(--faint); font-weight: normal }
table { border-collapse: collapse } td, th { border-bottom: 1px solid var(--rule); padding: .15rem .8rem .15rem 0 }
td, th { text-align: right } td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left }
tr.all td { color: var(--ink); font-weight: bold }
.bar { background: var(--back); border-bottom: 1px solid var(--rule); padding: .5rem; position: sticky; top: 0 }
.bar label { margin-right: 1rem; white-space: nowrap } .legend span { margin-right: 1.2rem; white-space: nowrap }
p.line { margin: .15rem 0 .15rem 1rem } .at { font-size: .8rem; margin-left: .5rem }
.c { text-decoration-line: underline; text-decoration-thickness: 2px; text-underline-offset: 3px }
.c sup { font-size: .7em; padding-right: .1em; text-decoration: none; display: inline-block }
.unexecuted { color: var(--not); text-decoration-style: wavy }
.one-sided { color: var(--part); text-decoration-style: dashed }
.executed { color: var(--run); text-decoration-style: dotted }
.asserted { color: var(--sure); text-decoration-style: solid }
.data { color: var(--faint); text-decoration-line: none }
[hidden] { display: none }
</style>
</head>
<body>
<h1>Coverage: $title</h1>
<p>$summary</p>
<div class="bar">
<div class="legend">$legend</div>
<div>$filters <label>card <input id="name" type="search" size="16"></label></div>
</div>
<table><thead><tr><th>set</th><th>group</th><th>lines</th><th>clauses</th><th>executed</th><th>one way</th>
<th>asserted</th></tr></thead><tbody>
$rows
</tbody></table>
$sections
<p class="at">A clause is a part of a line that does or asks something by itself. Rest the pointer on one to read what
is known of it.</p>
<script>
"use strict";
const all = selector => document.querySelectorAll(selector);
function show() {
  const wanted = document.querySelector("input[name=show]:checked").value;
  const name = document.getElementById("name").value.trim().toLowerCase();
  for (const line of all("p.line")) {
    const fits = wanted === "all" || line.dataset.lacks.split(" ").includes(wanted);
    line.hidden = !fits || !line.closest("article").dataset.name.includes(name);
  }
  for (const box of [...all("article"), ...all("section")]) box.hidden = !box.querySelector("p.line:not([hidden])");
}
for (const input of all("input")) input.addEventListener("input", show);
show();
</script>
</body>
</html>
""")


def render_page(lines: Sequence[LineReport], title: str, only: Only | None = None) -> str:
    """The page; `only`: what is filtered by at first."""
    legend = "".join(
        f'<span class="c {name}"><sup>{sign}</sup>{escape(words)}</span>' for name, (sign, words) in STATES.items()
    )
    filters = "".join(
        f'<label><input type="radio" name="show" value="{name}"{" checked" if name == (only or "all") else ""}>'
        f" {escape(words)}</label>"
        for name, words in SHOW.items()
    )
    return PAGE.substitute(
        title=escape(title),
        summary=escape(summary(lines)),
        legend=legend,
        filters=filters,
        rows="\n".join(_rows(lines)),
        sections="\n".join(_sections(lines)),
    )


def _rows(lines: Sequence[LineReport]) -> Iterator[str]:
    for set_, group, those in groups(lines):
        yield _row(set_, group, totals(those), "")
    yield _row("all", "", totals(lines), ' class="all"')


def _row(set_: str, group: str, found: Totals, more: str) -> str:
    cells = [set_, group, str(found.lines), str(found.clauses), f"{found.percent(found.executed):.0f} %"]
    cells += [str(found.one_sided or ""), f"{found.percent(found.asserted):.0f} %"]
    return f"<tr{more}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _sections(lines: Sequence[LineReport]) -> Iterator[str]:
    for set_, group, those in groups(lines):
        cards: dict[tuple[str, str], list[LineReport]] = {}
        for line in those:
            cards.setdefault((line.kind, line.name), []).append(line)
        articles = "\n".join(_card(kind, name, own) for (kind, name), own in cards.items())
        yield f"<section><h2>{escape(f'{set_}: {group}')}</h2>\n{articles}\n</section>"


def _card(kind: str, name: str, lines: Sequence[LineReport]) -> str:
    of = escape(kind) if lines[0].section == "card" else ""
    head = f"<h3>{escape(name)} <small>{of}</small></h3>"
    body = "\n".join(_line(line) for line in lines)
    return f'<article data-name="{escape(name.lower())}">{head}\n{body}\n</article>'


def _line(line: LineReport) -> str:
    parts, at = [], 0
    for clause in line.clauses:
        parts.append(escape(line.text[at : clause.start]))
        parts.append(_clause(clause, line.text[clause.start : clause.end]))
        at = clause.end
    parts.append(escape(line.text[at:]))
    place = f'<span class="at">{escape(line.file)}:{line.at}</span>' if line.file else ""
    return f'<p class="line" data-lacks="{" ".join(_lacks(line.clauses))}">{"".join(parts)}{place}</p>'


def _clause(clause: ClauseReport, words: str) -> str:
    name = state(clause)
    sign = STATES[name][0]
    title = escape(f"{clause.kind}: {remark(clause)}")
    return f'<span class="c {name}" title="{title}"><sup>{sign}</sup>{escape(words)}</span>'


def _lacks(clauses: Iterable[ClauseReport]) -> list[str]:
    """What a line is shown for when the page is filtered."""
    lacks = set()
    for clause in clauses:
        if clause.runs:
            lacks |= {"unexecuted"} if not clause.executed else {"one-sided"} if clause.one_sided else set()
            lacks |= {"unasserted"} if not clause.asserted else set()
    return sorted(lacks)
