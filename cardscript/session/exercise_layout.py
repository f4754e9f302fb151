"""Clauses of one printed line, laid out: which stretch of the line belongs to which.

A clause is a part of a line that does or asks something by itself. The typed program says which there are and, for
most, where they stand; words of no node ("you may", "each player", "and") go to the clause they lead up to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

BIND, ASK, DEED = range(3)
"""How much an op says about its clause: it only finds cards, it asks, it does what the clause is about. Only the
strongest of a clause's ops show that it was carried out."""

_WORD = re.compile(r"\w")
_SENTENCE_END = re.compile(r"[.!)]\s+")
_EDGE = " \t.,:;()"


@dataclass(slots=True, eq=False)
class Draft:
    """A clause in the making. `start` -1: the program does not say where it stands, only between which others.

    `guards` are the clauses that lead to it: it is carried out only if they let it. `into` is set when two drafts turn
    out to be one."""

    start: int
    end: int
    kind: str
    two_way: bool = False
    runs: bool = True
    guards: tuple[Draft, ...] = ()
    ops: list[tuple[int, int]] = field(default_factory=list)
    """(id of a node, how much it says) of the ops that carry it out."""
    into: Draft | None = None

    def final(self) -> Draft:
        """The draft this one has become part of."""
        draft = self
        while draft.into is not None:
            draft = draft.into
        return draft

    def join(self, other: Draft) -> None:
        """Become a part of another draft."""
        if other is self:
            return
        self.into = other
        other.ops += self.ops
        other.two_way = other.two_way or self.two_way
        other.runs = other.runs or self.runs
        if self.two_way or other.kind == "choice":
            other.kind = self.kind


def lay_out(line: str, drafts: Sequence[Draft]) -> list[Draft]:
    """Give every draft its own stretch of the line; those without words of their own become part of a neighbour.

    `drafts` come in the order of the program. Returns those that are left, in the order of the line."""
    _give_up_finding(drafts)
    placed = _nested([draft for draft in drafts if draft.start >= 0 and draft.into is None], line)
    for number, draft in enumerate(drafts):
        if draft.start < 0 and draft.into is None:
            _between(line, draft, drafts, number, placed)
    if not placed:
        return []
    placed.sort(key=lambda draft: draft.start)
    _share_gaps(line, placed)
    for draft in placed:
        draft.start, draft.end = _trimmed(line, draft.start, draft.end)
    return placed


def _give_up_finding(drafts: Sequence[Draft]) -> None:
    """What only finds cards is no clause: its words belong to what asks for them or does something with them."""
    known = [draft for draft in drafts if draft.start >= 0]
    finding = [draft for draft in known if draft.ops and all(weight == BIND for _, weight in draft.ops)]
    rest = [draft for draft in known if draft not in finding]
    for draft in finding:
        around = [other for other in rest if other.start <= draft.start and draft.end <= other.end]
        other = min(around, key=lambda one: one.end - one.start, default=None) or _nearest(draft, rest)
        if other is not None:
            draft.into = other
            draft.ops.clear()


def _nearest(draft: Draft, rest: Sequence[Draft]) -> Draft | None:
    """The next draft, else the last one."""
    return min((d for d in rest if d.start >= draft.start), key=lambda d: d.start, default=rest[-1] if rest else None)


def _nested(drafts: list[Draft], line: str) -> list[Draft]:
    """Drafts that stand in one another keep the words before (else after) what stands in them."""
    left: list[Draft] = []
    for draft in drafts:
        same = next((other for other in left if (other.start, other.end) == (draft.start, draft.end)), None)
        if same is not None:
            draft.join(same)
        else:
            left.append(draft)
    left.sort(key=lambda draft: (draft.start, -draft.end))
    kept: list[Draft] = []
    for number, draft in enumerate(left):
        inner = [other for other in left[number + 1 :] if other.start < draft.end]
        if inner:
            last = max(other.end for other in inner)
            if _WORD.search(line, draft.start, inner[0].start):
                draft.end = inner[0].start
            elif last < draft.end and _WORD.search(line, last, draft.end):
                draft.start = last
            else:
                draft.join(inner[0])
                continue
        kept.append(draft)
    return kept


def _between(line: str, draft: Draft, drafts: Sequence[Draft], number: int, placed: list[Draft]) -> None:
    """Find the words of a draft that stands somewhere between its neighbours in the program."""
    before = [d.final() for d in drafts[:number] if d.final().start >= 0]
    after = [d.final() for d in drafts[number + 1 :] if d.final().start >= 0]
    start = max((d.end for d in before), default=0)
    end = min((d.start for d in after if d.start >= start), default=len(line))
    if _WORD.search(line, start, end):
        draft.start, draft.end = start, end
        placed.append(draft)
    elif after:
        draft.join(after[0])
    elif before:
        draft.join(before[-1])
    else:
        draft.start, draft.end = 0, len(line)
        placed.append(draft)


def _share_gaps(line: str, placed: list[Draft]) -> None:
    """Words of no draft: up to the end of a sentence they go to the draft before, then to the one they lead to."""
    at = 0
    before: Draft | None = None
    for draft in placed:
        if _WORD.search(line, at, draft.start):
            stop = _SENTENCE_END.search(line, at, draft.start)
            if before is not None and stop is not None and _WORD.search(line, at, stop.end()):
                before.end = stop.end()
                at = stop.end()
            if _WORD.search(line, at, draft.start):
                draft.start = at
        at, before = max(at, draft.end), draft
    if before is not None and _WORD.search(line, at):
        before.end = len(line)


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    while start < end and line[start] in _EDGE:
        start += 1
    while end > start and line[end - 1] in _EDGE:
        end -= 1
    return start, end
