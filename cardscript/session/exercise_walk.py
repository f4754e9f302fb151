"""From statements to clauses in the making: which node shows that which stretch of a line was carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardscript.language import ast
from cardscript.language.inside import parts
from cardscript.language.source import NOWHERE, Span
from cardscript.session.exercise_clauses import Clause, Clauses, Line
from cardscript.session.exercise_layout import ASK, BIND, DEED, Draft, lay_out


def within(span: Span, place: Span) -> bool:
    """Whether a stretch of a file lies in another one."""
    return span.file == place.file and place.start <= span.start and span.end <= place.end


def asks(pattern: ast.Pattern) -> bool:
    """Whether a pattern asks anything of events of its verb, so that one of them may not fit."""
    return not isinstance(pattern.where, ast.Always)


def place_of(node: ast.Stmt) -> Span:
    """Where a statement stands: its own place, or that of the first within it that has one."""
    if node.span != NOWHERE:
        return node.span
    for part in parts(node):
        inner = part.body if isinstance(part, ast.Option) else part
        if isinstance(inner, ast.Stmt) and (place := place_of(inner)) != NOWHERE:
            return place
    return NOWHERE


FINDS = (ast.Bind, ast.BindNumber, ast.BindPlace, ast.BindPlayer)
ASKS = (
    ast.Choose, ast.ChoosePlayer, ast.ChoosePlace, ast.ChooseNumber, ast.ChooseOrder, ast.ChooseRandom, ast.ChooseOne,
)  # fmt: skip
ASKING = frozenset({"gate", "condition", "loop", "ban", "ending", "replacement", "adjective", "refusal"})
"""Kinds of clauses that come out one way or the other; either is being carried out."""
STANDING = (ast.Modify, ast.ModifyAmount, ast.Allow, ast.Forbid, ast.CountAs, ast.Immune)


@dataclass(slots=True)
class LineWalk:
    """Collects the drafts of one line. `place` is where the line stands in its file; `next_line` finds the line of a
    sentence that stands below the one it belongs to ("Otherwise, ...", "(If ...)")."""

    place: Span
    next_line: Callable[[Span], LineWalk | None] | None = None
    drafts: list[Draft] = field(default_factory=list)
    _tests: list[tuple[int, Draft, bool]] = field(default_factory=list)
    _reads: list[tuple[int, Draft]] = field(default_factory=list)
    _begins: list[tuple[int, Draft]] = field(default_factory=list)
    _speaks: list[tuple[int, Draft]] = field(default_factory=list)

    # --- drafts ---------------------------------------------------------------------------------------------------
    def draft(self, span: Span, kind: str, guards: tuple[Draft, ...], two_way: bool = False) -> Draft:
        """A clause where a span says, or between its neighbours if the span lies outside the line."""
        start, end = self._inside(span)
        if start < 0 and self.drafts and self.drafts[-1].start < 0 and self.drafts[-1].kind == kind and not two_way:
            return self.drafts[-1]
        made = Draft(start, end, kind, two_way, guards=guards)
        self.drafts.append(made)
        return made

    def stretch(self, start: int, end: int, kind: str, two_way: bool = False, runs: bool = True) -> Draft:
        """A clause whose place in the line is known."""
        made = Draft(start, end, kind, two_way, runs)
        self.drafts.append(made)
        return made

    def _inside(self, span: Span) -> tuple[int, int]:
        place = self.place
        if span.file != place.file or span == NOWHERE or not place.start <= span.start < span.end <= place.end:
            return -1, -1
        return span.start - place.start, span.end - place.start

    # --- what shows that a clause was carried out -------------------------------------------------------------------
    def decides(self, node: ast.Node, draft: Draft, turned: bool = False) -> None:
        """A condition, or a statement that branches, decides a clause."""
        self._tests.append((id(node), draft, turned))

    def stands(self, node: ast.Node, draft: Draft) -> None:
        """The clause stands while this is read."""
        self._reads.append((id(node), draft))

    def tells(self, node: ast.Node, draft: Draft) -> None:
        """Events that point to the node speak of the clause."""
        self._speaks.append((id(node), draft))

    def begins(self, unit: ast.Unit, draft: Draft) -> None:
        """The clause is carried out when the unit begins."""
        self._begins.append((id(unit), draft))

    # --- statements -----------------------------------------------------------------------------------------------
    def statement(self, node: ast.Stmt, guards: tuple[Draft, ...]) -> None:
        """The clauses of a statement and all within it, in the line where each stands."""
        if self.next_line is not None and self._inside(node.span)[0] < 0 and node.span != NOWHERE:
            other = self.next_line(node.span)
            if other is not None and other is not self:
                other.statement(node, guards)
                return
        match node:
            case ast.Seq(parts=parts):
                for part in parts:
                    self.statement(part, guards)
            case ast.If():
                self._if(node, guards)
            case ast.While(cond=cond, body=body):
                draft = self.draft(node.span, "condition", guards, True)
                self.decides(node, draft)
                self.decides(cond, draft)
                self.statement(body, (*guards, draft))
            case ast.ForPlayers(players=players, body=body):
                inner = guards
                if players.where is not None:
                    draft = self.draft(node.span, "condition", guards, True)
                    self.decides(players.where, draft)
                    self._speaks.append((id(node), draft))
                    inner = (*guards, draft)
                at = len(self.drafts)
                self.statement(body, inner)
                if players.where is None:
                    self._lead(node.span, at)
            case ast.ForCards(body=body) | ast.Repeat(body=body):
                inner = guards
                fixed = isinstance(node, ast.Repeat) and isinstance(node.times, ast.Const)
                if self._inside(node.span)[0] >= 0 and not fixed:
                    draft = self.draft(node.span, "loop", guards, True)
                    self.decides(node, draft)
                    self._speaks.append((id(node), draft))
                    inner = (*guards, draft)
                self.statement(body, inner)
            case ast.ChooseOne(options=options):
                draft = self._plain(node, "choice", ASK, guards)
                if node.optional:
                    draft.two_way, draft.kind = True, "may"
                    self.decides(node, draft)
                for option in options:
                    self.statement(option.body, guards if len(options) == 1 else (*guards, draft))
            case ast.Watch(trigger=trigger):
                draft = self._plain(node, "trigger", DEED, guards)
                draft.two_way = asks(trigger.pattern)
                self.decides(trigger.pattern.where, draft)
                self.statement(trigger.unit.body, (*guards, draft))
            case ast.Hold(body=body):
                if self._inside(node.span)[0] >= 0:
                    self._plain(node, "deed", DEED, guards)
                self.statement(body, guards)
            case ast.RunUnit(unit=unit):
                self._plain(node, "deed", DEED, guards)
                if not any(known == id(unit) for known, _ in self._begins):
                    self._begins.append((id(unit), self.drafts[-1]))
                    self.statement(unit.body, guards)
            case _ if isinstance(node, STANDING):
                self.standing(node, self._plain(node, "effect", DEED, guards))
            case _ if isinstance(node, FINDS):
                if node.span != NOWHERE:
                    self._plain(node, "deed", BIND, guards)
            case _:
                self._plain(node, "deed", ASK if isinstance(node, ASKS) else DEED, guards)

    def _lead(self, span: Span, at: int) -> None:
        """Words that say who does something belong to what they do first."""
        start, _ = self._inside(span)
        made = [draft for draft in self.drafts[at:] if draft.start >= 0]
        if start < 0 or not made:
            return
        first = min(made, key=lambda draft: draft.start)
        for draft in [d for d in made if d.start == first.start]:
            draft.start = min(start, draft.start)

    def _if(self, node: ast.If, guards: tuple[Draft, ...]) -> None:
        if self._inside(node.span)[0] >= 0:
            draft = self.draft(node.span, "condition", guards, True)
            self._speaks.append((id(node), draft))
            self.decides(node, draft)
            self.decides(node.cond, draft)
            inner = (*guards, draft)
            self.statement(node.then, inner)
        else:  # "you may" of cards that are chosen (done or declined), or "... if ..." behind the deed
            at = len(self.drafts)
            self.statement(node.then, guards)
            if not self.drafts:
                self.draft(NOWHERE, "deed", guards)
            draft = self.drafts[min(at, len(self.drafts) - 1)]
            draft.two_way, draft.kind = True, "may" if isinstance(node.cond, ast.Flag) else "condition"
            self._speaks.append((id(node), draft))
            self.decides(node, draft)
            inner = (*guards, draft)
        if node.otherwise is not None:
            above = place_of(node.otherwise).start < self.place.start  # what a sentence in brackets amends
            self.statement(node.otherwise, guards if above else inner)

    def _plain(self, node: ast.Stmt, kind: str, weight: int, guards: tuple[Draft, ...]) -> Draft:
        draft = self.draft(node.span, kind, guards)
        draft.ops.append((id(node), weight))
        self._speaks.append((id(node), draft))
        return draft

    def standing(self, node: ast.Stmt, draft: Draft) -> None:
        """What is read of an effect while it stands."""
        match node:
            case ast.Modify(amount=amount) | ast.ModifyAmount(amount=amount):
                self.stands(amount, draft)
            case ast.Allow(player=player):
                self.stands(player, draft)
            case ast.Forbid(where=where):
                draft.two_way, draft.kind = True, "ban"
                self.decides(where, draft)
            case ast.Immune():
                draft.two_way, draft.kind = True, "ban"
                self.decides(node, draft)
            case ast.CountAs():
                self.stands(node, draft)

    # --- the end --------------------------------------------------------------------------------------------------
    def finish(self, line: Line, into: Clauses) -> dict[int, Clause]:
        """Lay the line out and enter its clauses. Returns clause by (id of) draft; then call `link`."""
        made: dict[int, Clause] = {}
        for draft in lay_out(line.text, self.drafts):
            clause = into.add(line, draft.start, draft.end, draft.kind, draft.two_way, draft.runs)
            clause.asks = draft.kind in ASKING and not any(weight == DEED for _, weight in draft.ops)
            made[id(draft)] = clause
        for draft in self.drafts:
            made[id(draft)] = made[id(draft.final())]
        return made

    def link(self, into: Clauses, made: dict[int, Clause]) -> None:
        """Enter by which nodes the clauses of the line are known; `made` has those of all lines that hang together."""
        for draft in self.drafts:
            clause = made[id(draft)]
            if draft.into is None:
                weight = max((weight for _, weight in draft.ops), default=0)
                for node, own in draft.ops:
                    if own == weight:
                        into.ops.setdefault(node, []).append(clause)
        for draft in self.drafts:
            clause = made[id(draft)]
            guards = [made[id(guard)] for guard in draft.guards if guard.kind != "choice" or guard.into is None]
            clause.guards = tuple(dict.fromkeys([*clause.guards, *(g for g in guards if g is not clause)]))
        for node, draft, turned in self._tests:
            into.tests.setdefault(node, []).append((made[id(draft)], turned))
        for node, draft in self._reads:
            into.reads.setdefault(node, []).append(made[id(draft)])
        for node, draft in self._begins:
            into.begins.setdefault(node, []).append(made[id(draft)])
        for node, draft in self._speaks:
            into.speaks.setdefault(node, []).append(made[id(draft)])
