"""The clauses of cards: each printed line with its labels, gate, sentences and standing effects."""

from __future__ import annotations

from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.program import CardDecl, LabelDecl
from cardscript.language.source import Span
from cardscript.session.exercise_clauses import Clause, Clauses, Dealt, Laid, Line
from cardscript.session.exercise_layout import DEED, Draft
from cardscript.session.exercise_setup import laid_by
from cardscript.session.exercise_walk import STANDING, LineWalk, asks, place_of, within


def read_cards(found: Clauses) -> None:
    """Enter the lines of every card."""
    for number in range(len(found.game.cards)):
        _Card(found, number).read()


class _Card:
    """Reads one card."""

    def __init__(self, found: Clauses, number: int) -> None:
        self.found, self.number = found, number
        self.card: CardDecl = found.game.cards[number]
        self.walks = [LineWalk(self._place(index), self._walk) for index in range(len(self.card.lines))]

    def read(self) -> None:
        """Enter its lines."""
        for index, walk in enumerate(self.walks):
            here = [one for one in self.card.abilities if self._stands(one, index)]
            if here:
                self._abilities(here, walk, self._head(index))
            inside = self._inside(walk.place)
            head = self._head(index) if inside and not here else 0
            labels = (walk.stretch(0, head, "label"),) if head else ()
            for one in inside:
                self._ability(replace(one, gate=None), walk, labels)
        made: dict[int, Clause] = {}
        for index, (text, walk) in enumerate(zip(self.card.lines, self.walks, strict=True)):
            line = self._line(index, text, walk.place)
            self.found.lines.append(line)
            dealt = [] if walk.drafts else self._read_only(line, walk, self._head(index))
            made |= walk.finish(line, self.found)
            reads = self.found.dealt.setdefault(self.number, []) if dealt else []
            reads += [Dealt(made[id(draft)], who, laid) for draft, who, laid in dealt]
        for walk in self.walks:
            walk.link(self.found, made)

    def _head(self, index: int) -> int:
        return self.card.heads[index] if self.card.heads else 0

    def _walk(self, span: Span) -> LineWalk | None:
        """The line a sentence stands in: one in brackets stands below the one it belongs to."""
        return next((walk for walk in self.walks if within(span, walk.place)), None)

    def _place(self, index: int) -> Span:
        text = self.card.lines[index]
        return self.card.spans[index] if self.card.spans else Span("", 0, len(text))

    def _stands(self, ability: ast.Ability, index: int) -> bool:
        """Whether an ability is (of) the line with this number."""
        if self.card.spans:
            return ability.span == self.card.spans[index]
        return ability.unit.text == self.card.lines[index]

    def _inside(self, place: Span) -> list[ast.Ability]:
        """Abilities that are part of a line: a sentence behind its label, one in quotes that the card gains. Until then
        these are shut, which is no gate of theirs."""
        return [one for one in self.card.abilities if within(one.span, place) and one.span not in self.card.spans]

    def _line(self, index: int, text: str, place: Span) -> Line:
        card, game = self.card, self.found.game
        source = game.sources.get(place.file, "")
        at = source.count("\n", 0, place.start) + 1 if source else 0
        kind = game.kinds[card.kind].name
        return Line("card", card.set, kind, card.group, card.name, index, text, place.file, at, self.number)

    # --- lines that are carried out ---------------------------------------------------------------------------------
    def _abilities(self, abilities: list[ast.Ability], walk: LineWalk, head: int) -> None:
        labels: tuple[Draft, ...] = ()
        if head:
            gated = any(one.gate is not None for one in abilities)
            ending = any(self._mode(one) == "ending" for one in abilities)
            labels = (walk.stretch(0, head, "gate" if gated and not ending else "label", gated and not ending),)
        for ability in sorted(abilities, key=_begins):
            self._ability(ability, walk, labels)

    def _label(self, ability: ast.Ability) -> LabelDecl | None:
        return self.found.game.labels[ability.label] if ability.label >= 0 else None

    def _mode(self, ability: ast.Ability) -> str:
        label = self._label(ability)
        return label.mode if label is not None and ability.kind == "label" else ""

    def _ability(self, ability: ast.Ability, walk: LineWalk, labels: tuple[Draft, ...]) -> None:
        unit, gate, guards = ability.unit, ability.gate, labels
        if self._mode(ability) == "ending":
            self._ending(ability, walk, labels)
            return
        for label in labels:
            walk.begins(unit, label)
        if gate is not None:
            draft = labels[0] if labels else walk.stretch(-1, -1, "gate", True)
            walk.decides(gate, draft)
            guards = (draft,)
        if ability.pattern is not None and not _always(ability.pattern):
            kind = "replacement" if ability.kind == "replace" else "trigger"
            draft = Draft(-1, -1, kind, asks(ability.pattern), guards=guards)
            walk.drafts.append(draft)
            walk.decides(ability.pattern.where, draft)
            walk.begins(unit, draft)
            guards = (*guards, draft)
        if ability.kind == "action":
            self._action(ability, walk, guards)
        elif ability.kind == "static" or self._mode(ability) == "static":
            self._static(unit.body, walk, guards)
        else:
            walk.statement(unit.body, guards)
        if not walk.drafts:
            walk.begins(unit, walk.stretch(0, walk.place.end - walk.place.start, "deed"))

    def _static(self, node: ast.Stmt, walk: LineWalk, guards: tuple[Draft, ...]) -> None:
        """What stands while the card lies there: read, never carried out."""
        match node:
            case ast.Seq(parts=parts):
                for part in parts:
                    self._static(part, walk, guards)
            case ast.If(cond=cond, then=then):
                draft = walk.draft(node.span, "condition", guards, True)
                walk.decides(cond, draft)
                self._static(then, walk, (*guards, draft))
            case _ if isinstance(node, STANDING):
                draft = walk.draft(node.span, "effect", guards)
                walk.standing(node, draft)
                for guard in guards:
                    if guard.kind == "label":
                        _share(walk, node, guard)
            case _:
                walk.statement(node, guards)

    def _ending(self, ability: ast.Ability, walk: LineWalk, labels: tuple[Draft, ...]) -> None:
        """A printed ending: a condition that is looked at after every event."""
        from cardscript.engine.definition import ending_condition

        cond = ending_condition(ability)
        draft = walk.draft(ability.unit.body.span, "ending", labels, True)
        if cond is not None:
            walk.decides(cond, draft)
            for label in labels:
                walk.stands(cond, label)

    def _action(self, ability: ast.Ability, walk: LineWalk, guards: tuple[Draft, ...]) -> None:
        """A printed action: what refuses it, then what it does. Bans it leaves behind belong to its condition."""
        action = self.found.game.actions[ability.action] if ability.action >= 0 else None
        refusals = action.refusals if action is not None else ()
        if refusals:
            draft = Draft(-1, -1, "condition", True, guards=guards)
            walk.drafts.append(draft)
            for refusal in refusals:
                walk.decides(refusal.when, draft, turned=True)
            guards = (*guards, draft)
        body = ability.unit.body
        for part in body.parts if isinstance(body, ast.Seq) else (body,):
            if not (isinstance(part, ast.Forbid) and part.span == ability.unit.span):
                walk.statement(part, guards)

    # --- lines that are only read -----------------------------------------------------------------------------------
    def _read_only(self, line: Line, walk: LineWalk, head: int) -> list[tuple[Draft, range | None, tuple[Laid, ...]]]:
        """A line no ability came from: of the set-up, or data for it. What is carried out when it is dealt, for how
        many players, and the cards it is about. A sentence that only gives something a name is data."""
        setup, place = self.found.game.setup_lines.get(self.card.name), walk.place
        mine = [] if setup is None else [said for said in setup.said if within(said.span, place)]
        dealt: list[tuple[Draft, range | None, tuple[Laid, ...]]] = []
        labels: tuple[Draft, ...] = ()
        if head:
            labels = (walk.stretch(0, head, "label", runs=bool(mine)),)
            dealt.append((labels[0], None, ()))
        if not mine or setup is None:
            dealt.append((walk.stretch(head, len(line.text), "data", runs=False), None, ()))
            return dealt
        run = _statements(setup.unit.body) if setup.unit is not None else []
        for said in mine:
            acts = [node for node in run if within(node.span, said.span)]
            laid = laid_by(self.found.game, said)
            start, end = said.span.start - place.start, said.span.end - place.start
            draft = walk.stretch(start, end, "set-up" if acts or laid else "data", runs=bool(acts or laid))
            draft.guards = labels
            for node in acts:
                draft.ops.append((id(node), DEED))
                walk.tells(node, draft)
            if not acts:
                dealt.append((draft, said.players, laid))
        return dealt


def _begins(ability: ast.Ability) -> int:
    """Where what an ability does begins in its line."""
    place = place_of(ability.unit.body)
    return place.start if within(place, ability.span) else ability.span.start


def _always(pattern: ast.Pattern) -> bool:
    """Whether a pattern asks nothing but: is it this card? (And, of a price: has it not been paid already?)"""
    parts = pattern.where.parts if isinstance(pattern.where, ast.And) else (pattern.where,)
    unpaid = [part for part in parts if isinstance(part, ast.Not) and isinstance(part.cond, ast.CausedByCard)]
    return pattern.about_this and all(isinstance(part, ast.Among) or part in unpaid for part in parts)


def _statements(node: ast.Stmt) -> list[ast.Stmt]:
    if isinstance(node, ast.Seq):
        return [inner for part in node.parts for inner in _statements(part)]
    return [node]


def _share(walk: LineWalk, node: ast.Stmt, label: Draft) -> None:
    """The label before a standing effect counts as carried out when the effect is read."""
    match node:
        case ast.Modify(amount=amount) | ast.ModifyAmount(amount=amount):
            walk.stands(amount, label)
        case ast.Allow(player=player):
            walk.stands(player, label)
        case ast.Forbid(where=where):
            walk.stands(where, label)
        case ast.CountAs() | ast.Immune():
            walk.stands(node, label)
