"""Coverage in numbers: how much of the clauses of some lines was executed and asserted, and in which state each is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from cardscript.session.exercise import ClauseReport, LineReport

State = Literal["data", "unexecuted", "one-sided", "executed", "asserted"]
"""What is true of a clause, the first that holds: it can't be carried out, was not, came out one way only, was carried
out, and what it did was expected by a test as well."""

Only = Literal["unexecuted", "one-sided", "unasserted"]


@dataclass(slots=True)
class Totals:
    """Numbers of lines and of clauses that can be carried out: all, executed, of these one-sided, asserted."""

    lines: int = 0
    clauses: int = 0
    executed: int = 0
    one_sided: int = 0
    asserted: int = 0

    def add(self, line: LineReport) -> None:
        """Count a line."""
        self.lines += 1
        for clause in line.clauses:
            if clause.runs:
                self.clauses += 1
                self.executed += clause.executed
                self.one_sided += clause.one_sided
                self.asserted += clause.asserted

    def percent(self, part: int) -> float:
        """A number of clauses as a part of all of them, in per cent; 100 if there are none."""
        return 100 * part / self.clauses if self.clauses else 100.0


def totals(lines: Iterable[LineReport]) -> Totals:
    """The numbers of some lines."""
    found = Totals()
    for line in lines:
        found.add(line)
    return found


def groups(lines: Iterable[LineReport]) -> Iterator[tuple[str, str, list[LineReport]]]:
    """Lines that belong together, in order of first appearance: (set, group or kind of card, lines); of rules ("rules",
    file, lines)."""
    found: dict[tuple[str, str], list[LineReport]] = {}
    for line in lines:
        key = ("rules", line.kind) if line.section == "rule" else (line.set, line.group or line.kind)
        found.setdefault(key, []).append(line)
    order = list(dict.fromkeys(set_ for set_, _ in found))
    for set_ in order:
        yield from ((set_, group, those) for (of, group), those in found.items() if of == set_)


def state(clause: ClauseReport) -> State:
    """In which state a clause is."""
    if not clause.runs:
        return "data"
    if not clause.executed:
        return "unexecuted"
    if clause.one_sided:
        return "one-sided"
    return "asserted" if clause.asserted else "executed"


def chosen(clause: ClauseReport, only: Only | None) -> bool:
    """Whether a clause is to be shown among those that lack something (None: was not executed, or one way only)."""
    if not clause.runs:
        return False
    if only == "unasserted":
        return not clause.asserted
    if only == "unexecuted":
        return not clause.executed
    if only == "one-sided":
        return clause.one_sided
    return not clause.executed or clause.one_sided


WAYS: dict[str, tuple[str, str, str]] = {
    "may": ("only done so far", "only declined so far", ""),
    "loop": ("never found nothing so far", "found nothing so far", ""),
    "ban": ("only forbade so far", "never forbade so far", ""),
    "replacement": ("only fitted so far", "never fitted so far", ""),
    "trigger": ("every event fitted so far", "no event fitted so far", "no event came so far"),
    "gate": ("only open so far", "only shut so far", ""),
    "refusal": ("only refused so far", "never refused so far", ""),
}


def outcome(clause: ClauseReport) -> str:
    """What is missing of a clause that can come out two ways, in words ("only true so far"); empty if nothing is."""
    if not clause.executed and clause.kind == "may" and clause.came_false:
        return "declined so far"
    if not clause.one_sided:
        return ""
    true, false, neither = WAYS.get(clause.kind, ("only true so far", "only false so far", ""))
    return true if clause.came_true else false if clause.came_false else neither or "no outcome so far"


def remark(clause: ClauseReport) -> str:
    """All that is known of a clause, in words: "not executed", "executed, only true so far; asserted by ..."."""
    if not clause.runs:
        return "only read: data of the set-up"
    missing = outcome(clause)
    words = f"{'executed' if clause.executed else 'not executed'}{', ' if missing else ''}{missing}"
    by = f" by {', '.join(clause.by)}" if clause.by else ""
    return f"{words}; {f'asserted{by}' if clause.asserted else 'not asserted'}" if clause.executed else words


def summary(lines: Iterable[LineReport]) -> str:
    """One line: "290 of 362 clauses executed (80.1 %), 12 of them one way only, 40 asserted (11.0 %)"."""
    t = totals(lines)
    text = f"{t.executed} of {t.clauses} clauses executed ({t.percent(t.executed):.1f} %)"
    if t.one_sided:
        text += f", {t.one_sided} of them one way only"
    if t.asserted:
        text += f", {t.asserted} asserted ({t.percent(t.asserted):.1f} %)"
    return text
