"""Printed lines, resolved into abilities: what a label means, what an unlabelled line means by its form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cardscript.language import amendments, ast, conditions, forms, surcharges, tables_of_lines, uses
from cardscript.language.accounting import all_read
from cardscript.language.actions import printed_action
from cardscript.language.amendments import Amendment
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.joining import all_of
from cardscript.language.program import LabelDecl, SetupLine
from cardscript.language.scope import CardFacts, Scope, Unit, Unreadable
from cardscript.language.senses import LabelSense, ValueSense
from cardscript.language.sentences import Sentence, finish, read_tree, report, resolve_sentences
from cardscript.language.setup_lines import read_setup
from cardscript.language.source import Span
from cardscript.language.statements import sentence
from cardscript.language.syntax import Node, Token

T = TypeVar("T")


@dataclass(slots=True)
class LineResult:
    """What one printed line gives. `head`: where its first sentence begins, behind the labels."""

    abilities: list[ast.Ability] = field(default_factory=list)
    setup: SetupLine | None = None
    leads: str = ""
    action: Scope | None = None
    head: int = 0


class LineReader:
    """Reads the lines of one card, in order, so that a line can speak of the one before."""

    def __init__(self, tables: Tables, facts: CardFacts, findings: Findings) -> None:
        self.tables = tables
        self.facts = facts
        self.findings = findings
        self.amendments: tuple[Amendment, ...] = ()
        self.before: list[ast.Ability] = []
        """What the line above gives."""
        self.replaces: ast.Cond | None = None
        """When this line takes the place of the one above."""

    def scope(self, span: Span, **changes: object) -> Scope:
        return Scope(self.tables, Unit(), span, card=self.facts).but(**changes)

    def read(self, text: str, span: Span, brackets: Sequence[tuple[str, Span]] = ()) -> LineResult:
        """All that one line says. `brackets`: the lines in brackets behind it, which say how it is carried out in some
        case."""
        split = self.tables.split(text)
        result = LineResult(head=split.sentences[0][1] if split.sentences else len(text))
        icons: list[ValueSense] = []
        label: LabelDecl | None = None
        label_number, ordinals = -1, None
        for part in split.labels:
            if part.kind == "icons":
                values = [[r for r in _refs(e.ref) if isinstance(r, ValueSense)] for e in part.entries]
                if not all(values):
                    icon = next(e.phrase for e, found in zip(part.entries, values, strict=True) if not found)
                    help = "declare it as the value of a trait, or correct it"
                    self.findings.add(
                        "CS101", f"the icon {icon} is not declared", span.shifted(part.start, part.end), help
                    )
                    return result
                icons += [v for found in values for v in found]
                continue
            found = [r.label for e in part.entries for r in _refs(e.ref) if isinstance(r, LabelSense)]
            if not found:
                self.findings.add(
                    "CS302",
                    "this label has no meaning here",
                    span.shifted(part.start, part.end),
                    "declare it: label NAME: run",
                )
                return result
            label_number = found[0]
            label = self.tables.labels[label_number]
            if part.low is not None and part.high is not None:
                ordinals = (part.low, part.high)
        cases = [s for s in split.sentences if s[0].startswith("(") or self._in_a_case(s[0])]
        sentences = tuple(s for s in split.sentences if s not in cases)
        bracketed = [(s[0], span.shifted(s[1], s[2])) for s in cases]
        for line, at in brackets:
            bracketed += [(s[0], at.shifted(s[1], s[2])) for s in self.tables.split(line).sentences]
        self.amendments = self._amendments(bracketed)
        if label is not None:
            self._labelled(label, label_number, ordinals, sentences, text, span, result)
        else:
            self._plain(icons, sentences, text, span, result)
        idle = amendments.unused(self.amendments)
        if idle is not None:
            deed = idle.verb.phrase if idle.verb is not None else "move"
            what = f"nothing before this tells the player to {deed} something so"
            self.findings.add("CS301", what, idle.span, amendments.HELP)
        if label is None or label.mode in ("trigger", "run"):
            self.facts.previous = tuple(s[0] for s in sentences)
        return result

    def _always(self, text: str) -> bool:
        """Whether a sentence behind a label says what happens whenever something does: "When ..., ..." with no time."""
        tree = self.tables.parse(text) if text.startswith(("When ", "Whenever ")) else []
        event = _when(tree) if isinstance(tree, Node) else None
        return event is not None and not any(
            t.phrase.endswith(" this turn") or t.phrase == "this turn" for t in event[1].tokens()
        )

    def _in_a_case(self, text: str) -> bool:
        tree = self.tables.parse(text) if "already there" in text else []
        return isinstance(tree, Node) and amendments.already_there(tree)

    def _amendments(self, bracketed: list[tuple[str, Span]]) -> tuple[Amendment, ...]:
        """What the sentences in brackets say; the ones that cannot be read are reported."""
        made: list[Amendment] = []
        for text, at in bracketed:
            tree = read_tree(text, at, self.scope(at), self.findings)
            if tree is None:
                continue
            try:
                made.append(amendments.amendment(tree, text, at))
            except Unreadable as error:
                report(error, at, self.findings)
        return tuple(made)

    # --- labelled lines

    def _labelled(
        self, label: LabelDecl, number: int, ordinals: tuple[int, int] | None,
        sentences: tuple[Sentence, ...], text: str, span: Span, result: LineResult,
    ) -> None:  # fmt: skip
        if label.mode == "leads":
            start = sentences[0][1] if sentences else 0
            result.leads = text[start:].strip(" .")
            known = [*self.tables.groups, *self.tables.card_kinds, *self.tables.other_groups]
            if result.leads not in known:
                help = (
                    did_you_mean(result.leads, known) or "write the name of a group or a card, or add the set it is in"
                )
                at = span.shifted(start, len(text))
                self.findings.add("CS303", f"no group or card is called {result.leads!r}", at, help, "warning")
        elif label.mode == "setup":
            scope = self.scope(span, you=ast.ActivePlayer())
            result.setup = read_setup(sentences, span, scope, self.findings, text)
        elif label.mode == "static":
            for one in sentences:
                self._standing(one, text, span, result)
        elif tables_of_lines.is_row(sentences, ordinals, self.tables):
            pass  # read with the card, see CardFacts.rows
        elif label.mode == "ending":
            self._ending(number, sentences, text, span, result)
        elif label.mode == "action":
            self._action(label, number, sentences, text, span, result)
        else:
            you: ast.Player = ast.PlayerSlot(ast.YOU)
            scope = self.scope(span, event=label.mode == "trigger", you=you, amendments=self.amendments)
            if label.pattern is not None:
                scope = scope.but(followed=label.pattern.verb)
            always = [one for one in sentences if self._always(one[0])]
            for one in always:
                self._standing(one, text, span, result)
            sentences = tuple(one for one in sentences if one not in always)
            about = self.tables.label_objects.get(number)
            if label.mode == "run" and about:
                scope.remember(ast.CardSlot(ast.OBJECT), False, about)
            body = resolve_sentences(sentences, span, scope, self.findings)
            unit = finish(body, scope, text, span)
            ability = ast.Ability("label", unit, label=number, ordinals=ordinals, you="actor", span=span)
            result.abilities.append(ability)

    def _read_each(
        self, sentences: tuple[Sentence, ...], span: Span, read: Callable[[Node, Scope], T], **changes: object
    ) -> list[T]:
        """What `read` makes of each sentence; what cannot be read, or not to the last word, is reported."""
        made: list[T] = []
        for text, start, end in sentences:
            here = span.shifted(start, end)
            scope = self.scope(here, text=text, **changes)
            tree = read_tree(text, here, scope, self.findings)
            if tree is None:
                continue
            try:
                one = read(tree, scope)
                all_read(tree, scope)
            except Unreadable as error:
                report(error, here, self.findings)
                continue
            made.append(one)
        return made

    def _ending(self, number: int, sentences: tuple[Sentence, ...], text: str, span: Span, result: LineResult) -> None:
        def read(tree: Node, scope: Scope) -> ast.Ability:
            conds = tree.find("conds")
            if conds is None:
                raise Unreadable("this must say when the game ends", tree, "begin with 'If' or 'When'")
            scope.take(tree.token("SUB"))
            gate = conditions.conditions(conds, scope)
            unit = finish(ast.Seq(()), scope, text, span)
            return ast.Ability("label", unit, label=number, gate=gate, gate_text=scope.text, span=span)

        result.abilities += self._read_each(sentences, span, read)

    def _action(
        self, label: LabelDecl, number: int, sentences: tuple[Sentence, ...], text: str, span: Span, result: LineResult
    ) -> None:
        zones = self.tables.label_zones(number)

        def read(tree: Node, scope: Scope) -> uses.Use:
            used = uses.use_of(tree, scope, label, number, text, zones)
            return used or uses.Use(printed_action(tree, scope, label, number, text))

        made = self._read_each(sentences[:1], span, read)
        for used in made:
            if used.action is not None:
                index = self.tables.add_action(used.action)
                unit = self.tables.actions[index].unit
                result.abilities.append(
                    ast.Ability("action", unit, label=number, zones=zones, action=index, you="holder", span=span)
                )
            more = used.abilities
            if len(sentences) > 1:
                scope = self.scope(span)
                scope.unit.next_slot = max([a.unit.slots for a in more] or [ast.FIRST_FREE])
                following = resolve_sentences(sentences[1:], span, scope, self.findings)
                more = uses.paid(more, following, scope.unit.next_slot)
                if not any(a.kind == "replace" for a in more):
                    at = span.shifted(sentences[1][1], sentences[1][2])
                    self.findings.add("CS301", "an action is one sentence", at, "write it in the first sentence")
            result.abilities += more

    # --- lines without a label

    def _plain(
        self, icons: list[ValueSense], sentences: tuple[Sentence, ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        rest: list[Sentence] = []
        waiting = list(sentences)
        while waiting:
            read = 0 if icons else self._special(waiting, text, span, result)
            if not read:
                rest.append(waiting[0])
            del waiting[: read or 1]
        if not rest or (not icons and len(rest) == 1 and self._names_kind(rest[0][0])):
            return
        scope = self.scope(span, amendments=self.amendments)
        gate = self._gate(icons, scope)
        scope = scope.but(gated=gate is not None and bool(self.before))
        body = resolve_sentences(tuple(rest), span, scope, self.findings)
        unit = finish(body, scope, text, span)
        if scope.unit.instead and gate is not None:
            self.replaces = gate
        names = "".join(f"[{self.tables.traits[v.trait].values[v.value]}]" for v in icons)
        words = f"no other {names} card was played this turn" if icons else ""
        result.abilities.append(ast.Ability("text", unit, gate=gate, gate_text=words, you="actor", span=span))

    def _names_kind(self, text: str) -> bool:
        """Whether a line only says what kind of card this is."""
        own = self.facts.kind
        names = [self.tables.kinds[k].name.lower() for k in (own, *self.tables.kinds[own].parents)] if own >= 0 else []
        return text.strip(" .").lower() in names

    def _gate(self, icons: list[ValueSense], scope: Scope) -> ast.Cond | None:
        """Icons before a line: a card with that trait, another one for each icon, was played earlier this turn."""
        if not icons:
            return None
        needed: dict[tuple[int, int], int] = {}
        for v in icons:
            needed[v.trait, v.value] = needed.get((v.trait, v.value), 0) + 1
        parts: list[ast.Cond] = []
        verb = self.tables.verb_named("play")
        for (trait, value), count in needed.items():
            slot = scope.slot()
            past = ast.Without(ast.Past(verb, scope.you), ast.CardSlot(ast.THIS))
            fitting = ast.Where(past, slot, ast.HasTrait(ast.CardSlot(slot), trait, value))
            parts.append(ast.Compare(ast.Count(fitting), ">=", ast.Const(count)))
        return all_of(parts)

    def _special(self, waiting: list[Sentence], text: str, span: Span, result: LineResult) -> int:
        """A sentence whose form makes it something else than an act (see `forms`): how many sentences that were."""
        sentence_text, start, end = waiting[0]
        here = span.shifted(start, end)
        scope = self.scope(here, text=sentence_text)
        tree = self.tables.parse(sentence_text)
        top = tree.find("items") if isinstance(tree, Node) else None
        if not isinstance(tree, Node) or top is None:
            return 0
        first = top.children[0]
        assert isinstance(first, Node)
        prefix = first.children[0] if first.rule == "prefix" else first
        assert isinstance(prefix, Node)
        count = 1
        try:
            made = forms.form(tree, prefix, top.find("items"), scope, text, span)
            if made is not None:
                if len(made) == 1 and made[0].kind == "trigger":
                    made, count = self._continued(made[0], waiting, scope, span)
                    scope.unit.used.clear()
                    scope.take_all(tree)
                result.abilities += made
                if forms.copies(tree) and len(waiting) > 1:
                    forms.copy_rider(waiting[1][0], scope)
                    count = 2
            elif forms.stands(prefix) or forms.stands_if(prefix, top.find("items")):
                self._standing(waiting[0], text, span, result)
                scope.take_all(tree)
            else:
                return 0
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
        return count

    def _continued(
        self, ability: ast.Ability, waiting: list[Sentence], scope: Scope, span: Span
    ) -> tuple[list[ast.Ability], int]:
        """A trigger with the sentence behind it that speaks of what it did, and how many sentences that are."""
        following = [s for s in waiting[1:2] if s[0].lower().startswith(("if you do", "otherwise"))]
        if not following:
            return [ability], 1
        body = resolve_sentences(tuple(following), span, scope.but(event=True), self.findings, [ability.unit.body])
        unit = ast.Unit(body, scope.unit.next_slot, ability.unit.text, span=span)
        return [forms.changed(ability, unit=unit)], 1 + len(following)

    def _standing(self, one: Sentence, text: str, span: Span, result: LineResult) -> None:
        """A sentence that holds as long as its line stands."""

        def read(tree: Node, scope: Scope) -> ast.Ability:
            event = _when(tree)
            if event is not None:
                word, cond, rest = event
                scope.take(word)
                return forms.trigger(cond, rest, scope, text, span)
            statement = surcharges.surcharge(tree, scope) or sentence(tree, scope)
            unit = finish(ast.Seq((statement,)), scope, text, span)
            return ast.Ability("static", unit, you="holder", span=span)

        result.abilities += self._read_each((one,), span, read, standing=True)


def displaced(abilities: list[ast.Ability], line: list[ast.Ability], gate: ast.Cond) -> list[ast.Ability]:
    """Abilities of a card of which those of one `line` are left out when a gate is open."""
    made: list[ast.Ability] = []
    for ability in abilities:
        if any(ability is one for one in line) and ability.kind == "text":
            shut = ast.Not(gate)
            whole = shut if ability.gate is None else ast.And((ability.gate, shut))
            words = ability.gate_text or "the line below takes its place"
            ability = forms.changed(ability, gate=whole, gate_text=words)
        made.append(ability)
    return made


def _when(tree: Node) -> tuple[Token | None, Node, Node] | None:
    """The word, the clause and what follows it of "when ..., ..."."""
    top = tree.find("items")
    first = top.children[0] if top is not None else None
    if not isinstance(first, Node) or top is None:
        return None
    prefix = first.children[0] if first.rule == "prefix" else first
    rest = top.find("items")
    conds = prefix.find("conds") if isinstance(prefix, Node) and prefix.rule == "p_sub" else None
    cond = conds.find("cond") if conds is not None else None
    word = prefix.token("SUB") if isinstance(prefix, Node) else None
    if word is None or cond is None or rest is None or not isinstance(prefix, Node) or forms.stands_if(prefix, rest):
        return None
    return word, cond, rest


def _refs(ref: object | None) -> tuple[object, ...]:
    return ref if isinstance(ref, tuple) else (ref,)
