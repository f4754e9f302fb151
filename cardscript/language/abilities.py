"""Printed lines, resolved into abilities: what a label means, what an unlabelled line means by its form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from cardscript.language import (
    amendments,
    ast,
    conditions,
    copies,
    forms,
    statements,
    surcharges,
    tables_of_lines,
    uses,
)
from cardscript.language.accounting import all_read
from cardscript.language.actions import printed_action
from cardscript.language.amendments import Amendment
from cardscript.language.asides import Asides
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block
from cardscript.language.inside import inside
from cardscript.language.joining import all_of, sequence
from cardscript.language.lines import LabelText
from cardscript.language.placing import gate_place
from cardscript.language.program import ActionDecl, LabelDecl, SetupLine
from cardscript.language.scope import CardFacts, Scope, Unit, Unreadable
from cardscript.language.senses import LabelSense, ValueSense
from cardscript.language.sentences import Sentence, finish, read_tree, report, resolve_sentences
from cardscript.language.setup_lines import read_setup
from cardscript.language.source import NOWHERE, Span
from cardscript.language.statements import sentence
from cardscript.language.syntax import Node, Token

T = TypeVar("T")


class Gate(msgspec.Struct, frozen=True):
    """A label that says when its line works: by its number, with the words that fill it."""

    label: int
    part: LabelText
    span: Span

    @property
    def at(self) -> Span:
        return self.span.shifted(self.part.start, self.part.end)


class LineResult(msgspec.Struct):
    """What one printed line gives. `head`: where its first sentence begins, behind the labels."""

    abilities: list[ast.Ability] = []
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
        self.above: list[ast.Ability] = []
        """What the line above has the card do when it is carried out."""
        self.gates: tuple[Gate, ...] = ()
        self.more: Sequence[tuple[str, Span]] = ()
        self.held: tuple[int, ...] = ()
        self.held_at = NOWHERE
        self.others: list[int] = []
        """The further labels of "A or B: ..."."""
        self.before: list[ast.Ability] = []
        """What the lines so far have the card do when it is carried out."""

    def scope(self, span: Span, **changes: object) -> Scope:
        return Scope(self.tables, Unit(), span, card=self.facts).but(**changes)

    def goes_on(self, text: str, following: str) -> bool:
        """Whether an unlabelled line belongs to the line above it: it is an option of a choice, or it is an order and
        the lines of the label above are carried out when something happens."""
        said, split = self.tables.split(text), self.tables.split(following)
        if split.bullet and said.sentences and said.sentences[-1][0].lower() == "choose one:":
            return True
        modes = {
            self.tables.labels[r.label].mode
            for part in said.labels for e in part.entries for r in e.refs
            if isinstance(r, LabelSense)
        }  # fmt: skip
        if not modes & {"trigger", "run"} or split.labels or not split.sentences:
            return False
        tree = self.tables.parse(split.sentences[0][0])
        top = tree.find("items") if isinstance(tree, Node) else None
        first = top.children[0] if top is not None else None
        clause = isinstance(first, Node) and first.rule == "clause"
        return not (clause and isinstance(first, Node) and (forms.stands(first) or first.find("core") is None))

    def read(
        self, text: str, span: Span, brackets: Sequence[tuple[str, Span]] = (), more: Sequence[tuple[str, Span]] = ()
    ) -> LineResult:
        """All that one line says. `brackets`: the lines in brackets behind it, which say how it is carried out in some
        case; `more`: the lines behind it that go on with it."""
        self.more, self.others = more, []
        split = self.tables.split(text)
        result = LineResult(head=split.sentences[0][1] if split.sentences else len(text))
        icons: list[ValueSense] = []
        gates: list[Gate] = []
        label: LabelDecl | None = None
        label_number, ordinals = -1, None
        for part in split.labels:
            if part.kind == "icons":
                values = [[r for r in e.refs if isinstance(r, ValueSense)] for e in part.entries]
                if not all(values):
                    icon = next(e.phrase for e, found in zip(part.entries, values, strict=True) if not found)
                    help = "declare it as the value of a trait, or correct it"
                    self.findings.add(
                        "CS101", f"the icon {icon} is not declared", span.shifted(part.start, part.end), help
                    )
                    return result
                icons += [v for found in values for v in found]
                continue
            found = [r.label for e in part.entries for r in e.refs if isinstance(r, LabelSense)]
            if not found:
                self.findings.add(
                    "CS302",
                    "this label has no meaning here",
                    span.shifted(part.start, part.end),
                    "declare it: label NAME: run",
                )
                return result
            if self.tables.labels[found[0]].mode == "gate":
                gates.append(Gate(found[0], part, span))
                continue
            label_number, *self.others = found
            label = self.tables.labels[label_number]
            if part.low is not None and part.high is not None:
                ordinals = (part.low, part.high)
        about = Asides(self.tables, self.facts, self.findings)
        aside = [s for at, s in enumerate(split.sentences) if s[0].startswith("(") or (at and about.in_a_case(s[0]))]
        sentences = tuple(s for s in split.sentences if s not in aside)
        bracketed = [(s[0], span.shifted(s[1], s[2])) for s in aside]
        for line, at in brackets:
            bracketed += [(s[0], at.shifted(s[1], s[2])) for s in self.tables.split(line).sentences]
        holding = [(at, held) for one, at in bracketed if (held := about.held_labels(one, at))]
        self.held = tuple(n for _, held in holding for n in held)
        self.held_at = holding[0][0] if holding else NOWHERE
        bracketed = [one for one in bracketed if all(one[1] != at for at, _ in holding)]
        bracketed = [one for one in bracketed if not about.said_anyway(one[0], one[1], label)]
        self.amendments = about.amendments(bracketed)
        self.gates = tuple(gates)
        if label is not None:
            self._labelled(label, label_number, ordinals, sentences, text, span, result)
        else:
            self._plain(icons, sentences, text, span, result)
        if label is not None and label.mode in ("static", "action"):
            self._where_it_works(label_number, result)
        self._gated(result)
        self.above = [ability for ability in result.abilities if ability.kind == "text"]
        self.before += self.above
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

    # --- gates

    def _gated(self, result: LineResult) -> None:
        """The abilities of the line work only while its gates are open."""
        holds: list[ast.Cond] = []
        names: list[str] = []
        for gate in self.gates:
            predicate = self.tables.label_gates.get(gate.label, -1)
            if predicate >= 0:
                holds.append(ast.Holds(predicate))
                names.append(self.tables.labels[gate.label].name)
        if not holds:
            return
        for at, ability in enumerate(result.abilities):
            whole = all_of([*([ability.gate] if ability.gate is not None else []), *holds])
            words = ability.gate_text or f"it is not {' and '.join(names)}"
            result.abilities[at] = replace(ability, gate=whole, gate_text=words)

    def _where(self, scope: Scope) -> tuple[ast.Stmt, ...]:
        """The place that a gate names, which the line then speaks of as "it" and "that space"; what has to be asked
        before the line."""
        asked: tuple[ast.Stmt, ...] = ()
        for gate in self.gates:
            if gate.part.kind != "template":
                continue
            phrase = self.tables.phrase(gate.part.argument, gate.at)
            if phrase is None:
                continue
            with scope.aside():
                try:
                    asked += gate_place(phrase, scope)
                except Unreadable as error:
                    self.findings.add(error.code, error.message, gate.at, error.help or "name a space of a row")
        return asked

    # --- labelled lines

    def _labelled(
        self, label: LabelDecl, number: int, ordinals: tuple[int, int] | None,
        sentences: tuple[Sentence, ...], text: str, span: Span, result: LineResult,
    ) -> None:  # fmt: skip
        if label.mode == "leads":
            start = sentences[0][1] if sentences else 0
            result.leads = text[start:].strip(" .")
            result.leads = self.tables.group_called.get(result.leads, result.leads)
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
            if not self._when_so(sentences, text, span, result):
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
            kinds = [self.tables.label_objects.get(n, frozenset()) for n in (number, *self.others)]
            about = frozenset(kind for one in kinds for kind in one)
            if label.mode == "run" and about:
                scope.remember(ast.CardSlot(ast.OBJECT), False, about)
            asked = self._where(scope)
            body = self._body(sentences, span, scope)
            if self.held:
                body = ast.Hold(scope.slot(), self.held, body, span=self.held_at)
                scope.slot()
            unit = finish(sequence([*asked, body]) if asked else body, scope, text, span)
            ability = ast.Ability("label", unit, label=number, ordinals=ordinals, you="actor", span=span)
            result.abilities.append(ability)
            for other in self.others:
                again = finish(unit.body, scope, text, span)
                result.abilities.append(replace(ability, label=other, unit=again))

    def _body(self, sentences: tuple[Sentence, ...], span: Span, scope: Scope) -> ast.Stmt:
        """What a labelled line and the lines that go on with it have done, in order; bullets below "Choose one:" are
        its options."""
        parts: list[ast.Stmt] = []
        waiting = [(one, span, False) for one in sentences]
        for text, at in self.more:
            split = self.tables.split(text)
            waiting += [(one, at, split.bullet) for one in split.sentences]
        while waiting:
            one, at, _ = waiting.pop(0)
            tree = self.tables.parse(one[0])
            if not isinstance(tree, Node) or tree.rule != "s_choose":
                resolve_sentences((one,), at, scope, self.findings, parts)
                continue
            options: list[ast.Option] = []
            while waiting and waiting[0][2]:
                option, there, _ = waiting.pop(0)
                body = resolve_sentences((option,), there, scope, self.findings, [])
                options.append(ast.Option(option[0].strip(" ."), ast.Always(), body))
            here = at.shifted(one[1], one[2])
            if len(options) < 2:
                help = "write the options on the lines below, each behind a dash"
                self.findings.add("CS301", "between what?", here, help)
                continue
            parts.append(ast.ChooseOne(tuple(options), scope.you, "choose one", span=here))
        return sequence(parts)

    def _when_so(self, sentences: tuple[Sentence, ...], text: str, span: Span, result: LineResult) -> bool:
        """ "When 5 Coins are in the pile, ...": carried out, with all sentences behind it, as soon as it is so; looked
        at whenever a verb puts a card into that place."""
        first, start, end = sentences[0]
        here = span.shifted(start, end)
        tree = self.tables.parse(first)
        event = _when(tree) if isinstance(tree, Node) else None
        if event is None or not isinstance(tree, Node) or not any(n.rule == "posts" for n in event[1].walk()):
            return False
        word, cond, rest = event
        if word is None or word.phrase != "when" or cond.below("v_be") is None:
            return False
        scope = self.scope(here, text=first)
        try:
            scope.take(word)
            so = conditions.condition(cond, scope)
            zones = {n.zone for n in inside(so) if isinstance(n, ast.ZonePlace)}
            verbs = [v for v, decl in enumerate(self.tables.verbs) if decl.unit is not None and _puts(decl.unit, zones)]
            if not verbs:
                raise Unreadable("no verb of this game puts cards there", cond)
            parts = [statements.items(rest, scope)]
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
            return True
        body = resolve_sentences(sentences[1:], span, scope, self.findings, parts)
        for verb in verbs:
            unit = finish(body, scope, text, span)
            pattern = ast.Pattern(verb, so)
            result.abilities.append(ast.Ability("trigger", unit, pattern=pattern, you="active", span=span))
        return True

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
        declared = self.tables.label_uses.get(number)
        if declared is not None and self.tables.read_use is not None:
            self._announced(label, number, declared, sentences, text, span, result)
            return

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

    def _announced(
        self, label: LabelDecl, number: int, declared: Block, sentences: tuple[Sentence, ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        """A line whose label says itself what is done when it is used."""
        scope = self.scope(span)
        line = finish(self._body(sentences, span, scope), scope, text, span)
        assert self.tables.read_use is not None
        unit, refusals = self.tables.read_use(declared, line, text)
        action = ActionDecl(label.called, None, refusals, -1, None, unit, printed_on=number, span=span)
        index = self.tables.add_action(action)
        unit = self.tables.actions[index].unit
        zones = self.tables.label_zones(number)
        result.abilities.append(
            ast.Ability("action", unit, label=number, zones=zones, action=index, you="holder", span=span)
        )

    def _where_it_works(self, number: int, result: LineResult) -> None:
        """The lines of a label work only in the zones and under the condition that its declaration names. What an
        action's line says of doing that to this card works wherever it is done."""
        zones = self.tables.label_zones(number)
        condition = self.tables.label_conditions.get(number)
        for at, ability in enumerate(result.abilities):
            about_this = ability.pattern is not None and ability.pattern.about_this
            if zones and not ability.zones and not (about_this and self.tables.labels[number].mode == "action"):
                ability = replace(ability, zones=zones)
            if condition is not None and ability.kind == "trigger" and ability.pattern is not None:
                cond, _ = condition
                pattern = replace(ability.pattern, where=ast.And((cond, ability.pattern.where)))
                ability = replace(ability, pattern=pattern)
            elif condition is not None:
                cond, _ = condition
                gate = cond if ability.gate is None else ast.And((ability.gate, cond))
                words = ability.gate_text or "its label's condition is not met"
                ability = replace(ability, gate=gate, gate_text=words)
            result.abilities[at] = ability

    # --- lines without a label

    def _plain(
        self, icons: list[ValueSense], sentences: tuple[Sentence, ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        rest: list[Sentence] = []
        waiting = list(sentences)
        if len(waiting) == 1 and self._about_lines_above(icons, waiting[0], text, span, result):
            return
        while waiting:
            read = 0 if icons else self._special(waiting, text, span, result)
            if not read:
                rest.append(waiting[0])
            del waiting[: read or 1]
        if not rest or (not icons and len(rest) == 1 and self._names_kind(rest[0][0])):
            return
        scope = self.scope(span, amendments=self.amendments)
        gate = self._gate(icons, scope)
        scope = scope.but(gated=gate is not None and bool(self.above))
        asked = self._where(scope)
        several = tuple(rest)
        body = self._body(several, span, scope) if self.more else resolve_sentences(several, span, scope, self.findings)
        unit = finish(sequence([*asked, body]) if asked else body, scope, text, span)
        if scope.unit.instead and gate is not None:
            self._shut(self.above, gate)
        names = "".join(f"[{self.tables.traits[v.trait].values[v.value]}]" for v in icons)
        words = f"no other {names} card was played this turn" if icons else ""
        result.abilities.append(ast.Ability("text", unit, gate=gate, gate_text=words, you="actor", span=span))

    def _names_kind(self, text: str) -> bool:
        """Whether a line only says what kind of card this is."""
        own = self.facts.kind
        names = [self.tables.kinds[k].name.lower() for k in (own, *self.tables.kinds[own].parents)] if own >= 0 else []
        return text.strip(" .").lower() in names

    def _about_lines_above(
        self, icons: list[ValueSense], one: Sentence, text: str, span: Span, result: LineResult
    ) -> bool:
        """A line that changes how lines above it are carried out: whether it is one."""
        sentence_text, start, end = one
        here = span.shifted(start, end)
        tree = self.tables.parse(sentence_text)
        if not isinstance(tree, Node):
            return False
        scope = self.scope(here, text=sentence_text)
        try:
            if forms.replaces_above(tree):
                gate = self._gate(icons, scope)
                result.abilities.append(replace(forms.above_replaced(tree, scope, text, span), gate=gate))
            elif [t.phrase for t in tree.tokens()] == ["instead", ",", "you", "get", "both"]:
                scope.take_all(tree)
                result.abilities.append(self._both(self._gate(icons, scope), scope, text, span, tree))
            else:
                return False
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
        return True

    def _both(self, gate: ast.Cond | None, scope: Scope, text: str, span: Span, tree: Node) -> ast.Ability:
        """ "Instead, you get both": of two things of which the lines above give one, where their conditions do not
        count any more. Those lines are not carried out then."""
        given: list[ast.Stmt] = []
        above: list[ast.Ability] = []
        while len(given) < 2 and len(above) < len(self.before):
            ability = self.before[-1 - len(above)]
            above.insert(0, ability)
            given[:0] = _without_conditions(ability.unit.body)
        if len(given) != 2 or gate is None:
            raise Unreadable("both of what?", tree, "two lines or sentences before must give one thing each")
        self._shut(above, gate)
        unit = ast.Unit(
            ast.Seq(tuple(given)), max(scope.unit.next_slot, *(a.unit.slots for a in above)), text, span=span
        )
        return ast.Ability("text", unit, gate=gate, gate_text=self._gate_words(scope), you="actor", span=span)

    def _shut(self, above: list[ast.Ability], gate: ast.Cond) -> None:
        """Abilities of lines above that are not carried out when a gate is open: another line takes their place."""
        for ability in above:
            shut = ast.Not(gate) if ability.gate is None else ast.And((ability.gate, ast.Not(gate)))
            words = ability.gate_text or "another line takes its place"
            self.facts.changed[id(ability)] = replace(ability, gate=shut, gate_text=words)

    def _gate_words(self, scope: Scope) -> str:
        return "no other card with these icons was played this turn"

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
            fits = ast.HasTrait(ast.CardSlot(slot), trait, value)

            def enough(cards: ast.Cards, slot: int = slot, fits: ast.Cond = fits, count: int = count) -> ast.Cond:
                return ast.Compare(ast.Count(ast.Where(cards, slot, fits)), ">=", ast.Const(count))

            found = enough(past)
            for zone, only in self.tables.unplayed.items():
                strict = enough(ast.Without(past, ast.CardsIn(ast.ZonePlace(zone))))
                found = ast.Or((ast.And((only, strict)), ast.And((ast.Not(only), found))))
            parts.append(found)
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
            made: list[ast.Ability] | None
            if copies.copies(tree) and len(waiting) > 1:
                made, count = [copies.copy(tree, waiting[1][0], scope, text, span)], 2
            else:
                made = forms.form(tree, prefix, top.find("items"), scope, text, span)
            if made is not None:
                if len(made) == 1 and made[0].kind == "state":
                    made, count = self._state_continued(made[0], waiting, scope, span)
                    scope.unit.used.clear()
                    scope.take_all(tree)
                if len(made) == 1 and made[0].kind == "trigger":
                    made, count = self._continued(made[0], waiting, scope, span)
                    scope.unit.used.clear()
                    scope.take_all(tree)
                result.abilities += made
            elif forms.stands(prefix) or forms.stands_if(prefix, top.find("items")):
                self._standing(waiting[0], text, span, result)
                scope.take_all(tree)
            else:
                return 0
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
        return count

    def _state_continued(
        self, ability: ast.Ability, waiting: list[Sentence], scope: Scope, span: Span
    ) -> tuple[list[ast.Ability], int]:
        """A rule of a state goes on to the end of its line."""
        if len(waiting) == 1:
            return [ability], 1
        body = resolve_sentences(tuple(waiting[1:]), span, scope, self.findings, [ability.unit.body])
        unit = ast.Unit(body, scope.unit.next_slot, ability.unit.text, span=span)
        return [forms.changed(ability, unit=unit)], len(waiting)

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
            would = forms.replacement(tree, scope, text, span)
            if would is not None:
                return would
            event = _when(tree)
            if event is not None:
                word, cond, rest = event
                scope.take(word)
                return forms.trigger(cond, rest, scope, text, span)
            banned = forms.ban(tree, scope, text, span)
            if banned is not None:
                return banned
            statement = surcharges.surcharge(tree, scope) or sentence(tree, scope)
            unit = finish(ast.Seq((statement,)), scope, text, span)
            return ast.Ability("static", unit, you="holder", span=span)

        result.abilities += self._read_each((one,), span, read, standing=True)


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


def _puts(unit: ast.Unit, zones: set[int]) -> bool:
    """Whether a verb does nothing but put its card into one of the zones."""
    body = unit.body.parts[0] if isinstance(unit.body, ast.Seq) and len(unit.body.parts) == 1 else unit.body
    return isinstance(body, ast.Move) and isinstance(body.goal, ast.ZonePlace) and body.goal.zone in zones


def _without_conditions(body: ast.Stmt) -> list[ast.Stmt]:
    """What a line gives, whatever it asks before."""
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    return [
        inner for part in parts for inner in (_without_conditions(part.then) if isinstance(part, ast.If) else [part])
    ]
