"""The clauses of rules: verbs, labels, adjectives, keywords, actions, phases, endings, set-up, standing rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cardscript.language import ast
from cardscript.language.inside import parts
from cardscript.language.source import NOWHERE, Span
from cardscript.session.exercise_clauses import Clauses, Dealt, Line
from cardscript.session.exercise_layout import DEED, Draft
from cardscript.session.exercise_setup import Row, rows
from cardscript.session.exercise_walk import LineWalk, asks, place_of, within


def read_rules(found: Clauses) -> None:
    """Enter every line of the rules that can be carried out."""
    rules = _Rules(found)
    rules.declarations()
    rules.keywords()
    rules.finish()


_PROPERTY = re.compile(r"(?:[a-z]+|on an? .+?|adjective .+?): ")


class _Rules:
    """Collects the lines of the rules by where they stand; several declarations may speak of one line."""

    def __init__(self, found: Clauses) -> None:
        self.found = found
        self._walks: dict[tuple[str, int], LineWalk] = {}
        self._moves: list[tuple[int, LineWalk, Draft]] = []
        self._endings: list[tuple[int, LineWalk, Draft]] = []
        self._labels: list[tuple[int, LineWalk, Draft]] = []
        self._dealt: list[tuple[LineWalk, Draft, range | None, Row]] = []

    # --- lines ----------------------------------------------------------------------------------------------------
    def _walk(self, span: Span) -> LineWalk | None:
        """The line a span stands in; None if no file holds it."""
        text = self.found.game.sources.get(span.file)
        if text is None or span == NOWHERE:
            return None
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end = max(start + len(text[start:end].split("  #")[0].rstrip()), span.end)
        walk = self._walks.get((span.file, start))
        if walk is None:
            walk = self._walks[span.file, start] = LineWalk(Span(span.file, start, end), self._walk)
        return walk

    def _property(self, block: Span, word: str) -> Span:
        """The line of a block that begins with a word, else the block's first line."""
        text = self.found.game.sources.get(block.file, "")
        at = text.find("\n", block.start) + 1
        while at and text[at : at + 1] in (" ", "\n", "#"):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            line = text[at:end]
            if line.strip().startswith(f"{word}:"):
                return Span(block.file, at + len(line) - len(line.lstrip()), at + len(line.rstrip()))
            at = end + 1 if end < len(text) else 0
        return block

    # --- what is declared -------------------------------------------------------------------------------------------
    def declarations(self) -> None:
        """The lines of every declaration."""
        game = self.found.game
        for number, verb in enumerate(game.verbs):
            if verb.unit is not None and verb.unit.text:  # else no block declares it
                self._body(verb.unit.body)
                self._first_move(number, verb.unit.body)
            if verb.amount is not None:
                self._number(verb.amount, verb.span, "amount")
        for number, label in enumerate(game.labels):
            if label.pattern is not None:
                always = label.pattern.about_this
                made = self._asked([label.pattern.where], label.span, "when", "trigger", not always)
                self._labels += [(number, *one) for one in made]
        for predicate in game.predicates:
            if not isinstance(predicate.cond, ast.Always):  # as a ruling may settle it
                self._asked([predicate.cond], predicate.span, "", "adjective")
        for action in game.actions:
            if action.printed_on < 0:
                self._body(action.unit.body)
                for refusal in action.refusals:
                    settled = isinstance(refusal.when, ast.Always)  # by a ruling
                    self._asked([refusal.when], action.span, "refuse", "refusal", not settled)
                if action.cost is not None:
                    self._number(action.cost, action.span, "cost")
                if action.extra_cost is not None:
                    self._asked([action.extra_cost], action.span, "cost", "condition")
        for phase in game.phases:
            self._body(phase.unit.body)
        for number, ending in enumerate(game.endings):
            if ending.when is not None:
                made = self._asked([ending.when], ending.span, "when", "ending")
                self._endings += [(number, *one) for one in made]
        self._setup()
        if game.score is not None and (place := _some_place(game.score)) != NOWHERE:
            self._number(game.score, place, "score")
        for trigger in game.triggers:
            self._trigger(trigger)
        for node in game.standing:
            self._standing(node)

    def _setup(self) -> None:
        """The set-up: its numbers for each number of players, what is chosen, put and dealt, then its body."""
        for row in rows(self.found.game):
            walk = self._walk(row.place)
            if walk is not None:
                for start, end, players in row.parts:
                    self._dealt.append((walk, walk.stretch(start, end, "set-up"), players, row))
        if self.found.game.setup.unit is not None:
            self._body(self.found.game.setup.unit.body)

    def keywords(self) -> None:
        """The text of keywords, which is part of the code of each card that has them."""
        for card in self.found.game.cards:
            for ability in card.abilities:
                self._foreign(ability.unit.body, ability.unit.span)

    def _foreign(self, node: ast.Node, own: Span) -> None:
        """Statements that stand in another line than the ability they are part of: one clause for each such line."""
        if isinstance(node, ast.Stmt) and node.span != NOWHERE and not within(node.span, own):
            walk = self._walk(node.span)
            if walk is not None and not self._of_a_card(node.span):
                draft = next((d for d in walk.drafts if d.kind == "keyword"), None)
                if draft is None:
                    start = node.span.start - walk.place.start
                    draft = walk.stretch(start, start + node.span.end - node.span.start, "keyword")
                draft.ops.append((id(node), DEED))
                walk.tells(node, draft)
                walk.standing(node, draft) if not isinstance(node, ast.Forbid) else walk.stands(node.where, draft)
        for part in parts(node):
            if isinstance(part, ast.Stmt | ast.Option | ast.Trigger | ast.Unit):
                self._foreign(part, own)

    def _of_a_card(self, span: Span) -> bool:
        return any(within(span, place) for card in self.found.game.cards for place in card.spans)

    def _each(self, node: ast.Stmt, act: Callable[[ast.Stmt], None]) -> None:
        for part in node.parts if isinstance(node, ast.Seq) else (node,):
            act(part)

    def _body(self, body: ast.Stmt) -> None:
        """The sentences of a body, each in its line."""

        def one(part: ast.Stmt) -> None:
            walk = self._walk(place_of(part))
            if walk is not None:
                walk.statement(part, ())

        self._each(body, one)

    def _first_move(self, number: int, body: ast.Stmt) -> None:
        """The sentence that the event of a verb carries out itself."""
        while isinstance(body, ast.Seq) and body.parts:
            body = body.parts[0]
        walk = self._walk(body.span)
        if isinstance(body, ast.Move) and walk is not None:
            draft = next(d for d in walk.drafts if any(node == id(body) for node, _ in d.ops))
            self._moves.append((number, walk, draft))

    def _asked(
        self, conds: Iterable[ast.Cond], block: Span, word: str, kind: str, two_way: bool = True
    ) -> list[tuple[LineWalk, Draft]]:
        """Conditions of a declaration, whose own places are not known: the property that states them."""
        place = self._property(block, word) if word else block
        walk = self._walk(place)
        if walk is None:
            return []
        start = place.start - walk.place.start
        draft = walk.stretch(start, start + place.end - place.start, kind, two_way)
        for cond in conds:
            walk.decides(cond, draft)
        return [(walk, draft)]

    def _number(self, number: ast.Number, block: Span, word: str) -> None:
        """A number of a declaration: the property that states it, carried out when it is read."""
        place = self._property(block, word)
        walk = self._walk(place)
        if walk is not None:
            whole = walk.place if place == block else place
            start = whole.start - walk.place.start
            walk.stands(number, walk.stretch(start, start + whole.end - whole.start, word))

    def _trigger(self, trigger: ast.Trigger) -> None:
        walk = self._walk(place_of(trigger.unit.body))
        if walk is None:
            return
        draft = Draft(-1, -1, "trigger", asks(trigger.pattern))
        walk.drafts.append(draft)
        walk.decides(trigger.pattern.where, draft)
        walk.begins(trigger.unit, draft)
        walk.statement(trigger.unit.body, (draft,))

    def _standing(self, node: ast.Stmt) -> None:
        walk = self._walk(node.span)
        if walk is not None:
            walk.standing(node, walk.draft(node.span, "effect", ()))

    # --- the end --------------------------------------------------------------------------------------------------
    def finish(self) -> None:
        """Lay all lines out, in the order of the files."""
        order = {name: number for number, name in enumerate(self.found.game.sources)}
        made = {}
        names: dict[tuple[str, str], list[int]] = {}
        for (file, start), walk in sorted(self._walks.items(), key=lambda item: (order[item[0][0]], item[0][1])):
            line = self._line(file, start, walk.place)
            blocks = names.setdefault((file, line.name), [])
            if line.at - line.index not in blocks:
                blocks.append(line.at - line.index)
            if len(blocks) > 1:
                line.name += f" ({len(blocks)})"
            self.found.lines.append(line)
            made[file, start] = walk.finish(line, self.found)
            if not line.clauses:  # nothing in it does or asks anything by itself
                self.found.lines.remove(line)
                continue
            first = line.clauses[0]
            if first.start == 0 and (word := _PROPERTY.match(line.text)) is not None:
                first.start = min(word.end(), first.end)
        every = {draft: clause for some in made.values() for draft, clause in some.items()}
        for walk in self._walks.values():
            walk.link(self.found, every)
        for verb, walk, draft in self._moves:
            self.found.moves[verb] = made[walk.place.file, walk.place.start][id(draft)]
        for walk, draft, players, row in self._dealt:
            clause = made[walk.place.file, walk.place.start][id(draft)]
            if row.refused:
                self.found.refused[row.refused] = clause
            else:
                self.found.dealt.setdefault(-1, []).append(Dealt(clause, players, row.laid, row.number))
        for into, stated in ((self.found.endings, self._endings), (self.found.labels, self._labels)):
            for number, walk, draft in stated:
                clause = made[walk.place.file, walk.place.start][id(draft)]
                into.setdefault(number, []).append(clause)

    def _line(self, file: str, start: int, place: Span) -> Line:
        text = self.found.game.sources[file]
        top = text.rfind("\n", 0, start) + 1
        while top and text[top : top + 1] in (" ", "\t", "\n", "#", "\r"):
            top = text.rfind("\n", 0, top - 1) + 1
        header = text[top : text.find("\n", top)].split("  #")[0].rstrip()
        index = text.count("\n", top, start)
        at = text.count("\n", 0, start) + 1
        below = file.split("/", 1)[-1]  # the folder of a game may have any name
        return Line("rule", "", below, "", header, index, text[start : place.end], file, at)


def _some_place(node: ast.Node) -> Span:
    """Where any part of an expression stands."""
    if node.span != NOWHERE:
        return node.span
    for part in parts(node):
        if (place := _some_place(part)) != NOWHERE:
            return place
    return NOWHERE
