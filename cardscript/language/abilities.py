"""Printed lines, resolved into abilities: what a label means, what an unlabelled line means by its form."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from cardscript.language import agreement, ast, conditions, nouns
from cardscript.language.diagnostics import Diagnostic, Findings, did_you_mean
from cardscript.language.keywords import keyword_text, with_params
from cardscript.language.phrases import read_phrase, senses
from cardscript.language.program import LabelDecl, SetupLine
from cardscript.language.scope import CardFacts, Scope, Unit, Unreadable
from cardscript.language.senses import LabelSense, TraitSense, ValueSense, ZoneSense
from cardscript.language.source import Span
from cardscript.language.statements import items, sentence
from cardscript.language.syntax import Node, Token
from cardscript.language.triggers import EVENT_PLAYER, happening

STRUCTURAL = {
    "SEPS", "SEPV", "CONJN", "CONJP", "CONJA", "CONJX", "CONJC", "CONJR", "PCOMMA", "COMMAT", "COMMAS", "DOT", "LPAR", "RPAR",
    "THEN", "CHOOSEONE", "S", "ING", "FOR", "TO_V", "AS", "INSTEADOF",
}  # fmt: skip


ADVICE = "say it in other words; docs/language.md shows what can be said"


@dataclass(slots=True)
class LineResult:
    """What one printed line gives."""

    abilities: list[ast.Ability] = field(default_factory=list)
    setup: SetupLine | None = None
    leads: str = ""
    action: Scope | None = None


def read_tree(text: str, span: Span, scope: Scope, findings: Findings) -> Node | None:
    """The syntax tree of a sentence; what is wrong with it becomes a finding."""
    tree = scope.tables.parse(text)
    if isinstance(tree, Node):
        return tree
    for d in tree:
        at = span.shifted(d.span.start, max(d.span.end, d.span.start + 1))
        findings.add(d.code, d.message, at, d.help, d.severity)
    return None


def all_read(tree: Node, scope: Scope) -> None:
    """Law 2: every word of a sentence belongs to a node.

    Raises Unreadable at the first word nothing has read."""
    if tree.rule.startswith("s_"):
        agreement.check(tree)
    for token in tree.tokens():
        if token.term not in STRUCTURAL and token.start not in scope.unit.used:
            raise Unreadable(
                f"the word {token.text!r} has no part in what is done here", token, "leave it out or reword"
            )


def report(error: Unreadable, span: Span, findings: Findings) -> None:
    at = span if error.at is None else span.shifted(error.at.start, error.at.end)
    findings.add(error.code, error.message, at, error.help or ADVICE)


def resolve_sentences(
    sentences: tuple[tuple[str, int, int], ...], span: Span, scope: Scope, findings: Findings,
    before: list[ast.Stmt] | None = None,
) -> ast.Stmt:  # fmt: skip
    """The statements of sentences in a row, after those `before`; sentences that cannot be read are reported."""
    parts: list[ast.Stmt] = before if before is not None else []
    for text, start, end in sentences:
        here = span.shifted(start, end)
        tree = read_tree(text, here, scope, findings)
        if tree is None:
            continue
        scope.unit.used.clear()
        last = parts[-1] if parts else None
        otherwise = text.lower().startswith("otherwise,") and isinstance(last, ast.If) and last.otherwise is None
        inner = scope.but(base=here, text=text, after_if=otherwise)
        try:
            statement = sentence(tree, inner)
            all_read(tree, inner)
        except Unreadable as error:
            report(error, here, findings)
            continue
        if otherwise and isinstance(last, ast.If):
            parts[-1] = replace(last, otherwise=statement)
            continue
        parts += statement.parts if isinstance(statement, ast.Seq) else (statement,)
    return parts[0] if len(parts) == 1 else ast.Seq(tuple(parts))


def finish(body: ast.Stmt, scope: Scope, text: str, span: Span) -> ast.Unit:
    return ast.Unit(body, scope.unit.next_slot, text, span=span)


class LineReader:
    """Reads the lines of one card, in order, so that a line can speak of the one before."""

    def __init__(self, tables: object, facts: CardFacts, findings: Findings) -> None:
        from cardscript.language.declare import Tables  # the tables hold readers' results

        assert isinstance(tables, Tables)
        self.tables = tables
        self.facts = facts
        self.findings = findings

    def scope(self, span: Span, **changes: object) -> Scope:
        return Scope(self.tables, Unit(), span, card=self.facts).but(**changes)

    def read(self, text: str, span: Span) -> LineResult:
        """All that one line says."""
        split = self.tables.split(text)
        result = LineResult()
        gates: list[list[Token | ValueSense]] = []
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
                gates += [[v for found in values for v in found]]
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
        sentences = split.sentences
        if label is not None:
            self._labelled(label, label_number, ordinals, sentences, text, span, result)
        else:
            self._plain(gates, sentences, text, span, result)
        if label is None or label.mode in ("trigger", "run"):
            self.facts.previous = tuple(s[0] for s in sentences)
        return result

    # --- labelled lines

    def _labelled(
        self, label: LabelDecl, number: int, ordinals: tuple[int, int] | None,
        sentences: tuple[tuple[str, int, int], ...], text: str, span: Span, result: LineResult,
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
            from cardscript.language.setup_lines import read_setup  # needs this module's sentence reader

            scope = self.scope(span, you=ast.ActivePlayer())
            result.setup = read_setup(sentences, span, scope, self.findings, text)
        elif label.mode == "static":
            for one in sentences:
                self._standing(one, text, span, result)
        elif label.mode == "ending":
            self._ending(label, number, sentences, text, span, result)
        elif label.mode == "action":
            self._action(label, number, sentences, text, span, result)
        else:
            you: ast.Player = ast.PlayerSlot(ast.YOU)
            scope = self.scope(span, event=label.mode == "trigger", you=you)
            about = self.tables.label_objects.get(number)
            if label.mode == "run" and about:
                scope.remember(ast.CardSlot(ast.OBJECT), False, about)
            body = resolve_sentences(sentences, span, scope, self.findings)
            unit = finish(body, scope, text, span)
            ability = ast.Ability("label", unit, label=number, ordinals=ordinals, you="actor", span=span)
            result.abilities.append(ability)

    def _ending(
        self, label: LabelDecl, number: int, sentences: tuple[tuple[str, int, int], ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        for sentence_text, start, end in sentences:
            here = span.shifted(start, end)
            scope = self.scope(here, text=sentence_text)
            tree = read_tree(sentence_text, here, scope, self.findings)
            if tree is None:
                continue
            try:
                conds, sub = tree.find("conds"), tree.token("SUB")
                if conds is None:
                    raise Unreadable("this must say when the game ends", tree, "begin with 'If' or 'When'")
                scope.take(sub)
                gate = conditions.conditions(conds, scope)
                all_read(tree, scope)
            except Unreadable as error:
                report(error, here, self.findings)
                continue
            unit = finish(ast.Seq(()), scope, text, span)
            result.abilities.append(
                ast.Ability("label", unit, label=number, gate=gate, gate_text=sentence_text, span=span)
            )

    def _action(
        self, label: LabelDecl, number: int, sentences: tuple[tuple[str, int, int], ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        from cardscript.language.actions import printed_action  # actions are built from sentences

        for sentence_text, start, end in sentences:
            here = span.shifted(start, end)
            scope = self.scope(here, text=sentence_text)
            tree = read_tree(sentence_text, here, scope, self.findings)
            if tree is None:
                continue
            try:
                action = printed_action(tree, scope, label, number, text)
                all_read(tree, scope)
            except Unreadable as error:
                report(error, here, self.findings)
                continue
            index = self.tables.add_action(action)
            zones = self.tables.label_zones(number)
            result.abilities.append(
                ast.Ability("action", action.unit, label=number, zones=zones, action=index, you="holder", span=span)
            )

    # --- lines without a label

    def _plain(
        self, gates: list[list[Token | ValueSense]], sentences: tuple[tuple[str, int, int], ...], text: str, span: Span,
        result: LineResult,
    ) -> None:  # fmt: skip
        rest: list[tuple[str, int, int]] = []
        skip = False
        for position, one in enumerate(sentences):
            if skip:
                skip = False
                continue
            if not gates and self._special(one, sentences[position + 1 : position + 2], text, span, result):
                skip = self._swallowed
                continue
            rest.append(one)
        if not rest:
            return
        scope = self.scope(span)
        gate = self._gate(gates, scope)
        body = resolve_sentences(tuple(rest), span, scope, self.findings)
        unit = finish(body, scope, text, span)
        icons = "".join(f"[{v}]" for v in self._gate_names(gates))
        words = f"no other {icons} card was played this turn" if icons else ""
        result.abilities.append(ast.Ability("text", unit, gate=gate, gate_text=words, you="actor", span=span))

    _swallowed = False

    def _gate_names(self, gates: list[list[Token | ValueSense]]) -> list[str]:
        return [
            self.tables.traits[v.trait].values[v.value] for group in gates for v in group if isinstance(v, ValueSense)
        ]

    def _gate(self, gates: list[list[Token | ValueSense]], scope: Scope) -> ast.Cond | None:
        """Icons before a line: a card with that trait, another one for each icon, was played earlier this turn."""
        if not gates:
            return None
        values = [v for group in gates for v in group if isinstance(v, ValueSense)]
        needed: dict[tuple[int, int], int] = {}
        for v in values:
            needed[v.trait, v.value] = needed.get((v.trait, v.value), 0) + 1
        parts: list[ast.Cond] = []
        verb = self.tables.verb_named("play")
        for (trait, value), count in needed.items():
            slot = scope.slot()
            past = ast.Without(ast.Past(verb, scope.you), ast.CardSlot(ast.THIS))
            fitting = ast.Where(past, slot, ast.HasTrait(ast.CardSlot(slot), trait, value))
            parts.append(ast.Compare(ast.Count(fitting), ">=", ast.Const(count)))
        return parts[0] if len(parts) == 1 else ast.And(tuple(parts))

    def _special(
        self, one: tuple[str, int, int], following: tuple[tuple[str, int, int], ...], text: str, span: Span,
        result: LineResult,
    ) -> bool:  # fmt: skip
        """Sentences whose form makes them something else than an act: replacements, triggers, bans, costs, copies."""
        sentence_text, start, end = one
        self._swallowed = False
        here = span.shifted(start, end)
        scope = self.scope(here, text=sentence_text)
        tree = self.tables.parse(sentence_text)
        if not isinstance(tree, Node):
            return False
        top = tree.find("items")
        if top is None:
            return False
        first = top.children[0]
        assert isinstance(first, Node)
        prefix = first.children[0] if first.rule == "prefix" else first
        assert isinstance(prefix, Node)
        rest = top.find("items")
        try:
            made = self._form(tree, prefix, rest, scope, text, span, result)
            if made is None:
                return False
            if made == "copy" and following:
                self._copy_rider(following[0], span, result)
                self._swallowed = True
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
        return True

    def _form(
        self, tree: Node, prefix: Node, rest: Node | None, scope: Scope, text: str, span: Span, result: LineResult
    ) -> str | None:
        if prefix.rule == "p_inf" and rest is not None:
            self._price(prefix, rest, scope, text, span, result)
            return "price"
        if prefix.rule == "p_sub" and rest is not None:
            conds = prefix.find("conds")
            cond = conds.find("cond") if conds is not None else None
            word = prefix.token("SUB")
            if cond is None or word is None:
                return None
            auxs = [t.phrase for n in cond.walk() if n.rule == "auxs" for t in n.tokens()]
            scope.take(word)
            if word.phrase == "if" and "would" in auxs:
                self._replacement(cond, rest, scope, text, span, result)
                return "replace"
            if word.phrase == "if" and self._effect_makes(cond):
                self._effect_trigger(cond, rest, scope, text, span, result)
                return "trigger"
            if word.phrase in ("when", "whenever") and not any(
                t.phrase in ("this turn", "at the end of this turn") for t in cond.tokens()
            ):
                self._trigger(cond, rest, scope, text, span, result)
                return "trigger"
            return None
        words = [t.phrase for t in tree.tokens()]
        if prefix.rule == "clause" and any(w in ("can't", "cannot") for w in words):
            self._ban(prefix, scope, text, span, result)
            return "ban"
        copy = next((n for n in tree.walk() if n.rule == "t_as"), None)
        if copy is not None and "copy" in words and words[0] == "play":
            self._copy(tree, copy, scope, text, span, result)
            return "copy"
        keyword = next((n for n in prefix.walk() if n.rule == "kw"), None)
        if keyword is not None:
            return self._keyword(keyword, scope, text, span, result)
        if self._stands(prefix):
            self._standing((scope.text, scope.base.start - span.start, scope.base.end - span.start), text, span, result)
            scope.take_all(tree)
            return "static"
        return None

    def _stands(self, clause: Node) -> bool:
        """Says what cards are, with no time limit: holds as long as the line stands."""
        verb = next((t for t in clause.tokens() if t.term.startswith("V_") or t.term == "BE"), None)
        if verb is None or any(t.phrase == "this turn" for t in clause.tokens()):
            return False
        core = clause.find("core")
        np = core.find("np") if core is not None else None
        if np is None:
            return False
        subject = read_phrase(np)
        if verb.term == "BE":
            return True
        if verb.phrase not in ("get", "count") or subject.pronoun is not None:
            return False
        return subject.determiner == "this" if subject.noun is None else subject.noun.phrase != "player"

    def _keyword(self, keyword: Node, scope: Scope, text: str, span: Span, result: LineResult) -> str | None:
        np = keyword.find("np")
        assert np is not None
        found = keyword_text(read_phrase(np), scope, keyword)
        if found is None:
            return None
        body, values = found
        for sentence_text in self.tables.sentences(body.text):
            tree = self.tables.parse(sentence_text)
            if not isinstance(tree, Node):
                raise Unreadable("the keyword's own text cannot be read", keyword)
            top = tree.find("items")
            first = top.children[0] if top is not None else None
            inner = with_params(self.scope(span, text=sentence_text), values)
            if isinstance(first, Node) and first.rule == "clause" and self._stands(first):
                inner = inner.but(standing=True)
                statement = sentence(tree, inner)
                unit = finish(ast.Seq((statement,)), inner, text, span)
                result.abilities.append(ast.Ability("static", unit, span=span))
            else:
                statement = sentence(tree, inner)
                unit = finish(statement, inner, text, span)
                result.abilities.append(ast.Ability("text", unit, you="actor", span=span))
        return "keyword"

    def _standing(self, one: tuple[str, int, int], text: str, span: Span, result: LineResult) -> None:
        sentence_text, start, end = one
        here = span.shifted(start, end)
        scope = self.scope(here, standing=True, text=sentence_text)
        tree = read_tree(sentence_text, here, scope, self.findings)
        if tree is None:
            return
        top = tree.find("items")
        first = top.children[0] if top is not None else None
        if isinstance(first, Node) and first.rule in ("prefix", "p_sub"):
            inner = first.children[0] if first.rule == "prefix" else first
            rest = top.find("items") if top is not None else None
            conds = inner.find("conds") if isinstance(inner, Node) else None
            cond = conds.find("cond") if conds is not None else None
            if isinstance(inner, Node) and inner.rule == "p_sub" and rest is not None and cond is not None:
                try:
                    scope.take(inner.token("SUB"))
                    self._trigger(cond, rest, scope, text, span, result)
                    all_read(tree, scope)
                except Unreadable as error:
                    report(error, here, self.findings)
                return
        try:
            statement = sentence(tree, scope)
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
            return
        unit = finish(ast.Seq((statement,)), scope, text, span)
        result.abilities.append(ast.Ability("static", unit, you="holder", span=span))

    # --- forms

    def _replacement(self, cond: Node, rest: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        """ "If you would gain a card, you may reveal this card and draw a card instead"."""
        event = happening(cond, scope, scope.you)
        scope.take(*event.adverbs)
        body = items(rest, scope.but(event=True))
        instead = [t for t in rest.tokens() if t.phrase == "instead"]
        if not instead:
            raise Unreadable("what happens instead?", rest, "end with 'instead'")
        scope.take(*instead)
        optional = isinstance(body, ast.ChooseOne) and body.optional
        inner = body.options[0].body if isinstance(body, ast.ChooseOne) and optional else body
        zones = self.tables.belongings if self._shows_this(rest) else ()
        unit = finish(inner, scope, text, span)
        result.abilities.append(
            ast.Ability(
                "replace", unit, pattern=event.pattern(), optional=optional, zones=tuple(zones), you="holder", span=span
            )
        )

    @staticmethod
    def _shows_this(rest: Node) -> bool:
        words = [t.phrase for t in rest.tokens()]
        return "this" in words and any(w in words for w in ("reveal", "discard"))

    @staticmethod
    def _effect_makes(cond: Node) -> bool:
        return any(t.phrase == "card effect" for t in cond.tokens()) and any(t.phrase == "make" for t in cond.tokens())

    def _effect_trigger(self, cond: Node, rest: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        """ "If a card effect makes you discard this card, ..."."""
        inner = [t for t in cond.tokens() if t.term.startswith("V_") and self.tables.verbs_of(t)]
        if not inner:
            raise Unreadable(
                "no event of this game can raise this", cond, "say what a card effect makes you do to this card"
            )
        words = [t.phrase for t in cond.tokens() if t is not inner[0]]
        if words[:5] != ["a", "card effect", "make", "you", "this"] or words[5:] not in ([], ["card"]):
            raise Unreadable("this cannot be read", cond, "write 'If a card effect makes you ... this card, ...'")
        scope.take_all(cond)
        verb = self.tables.hand_verb(self.tables.verbs_of(inner[0]))
        where = ast.And((ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS)), ast.CausedByCard()))
        body = items(rest, scope.but(event=True))
        unit = finish(body, scope, text, span)
        pattern = ast.Pattern(verb, where, True)
        result.abilities.append(ast.Ability("trigger", unit, pattern=pattern, you="actor", span=span))

    def _trigger(self, cond: Node, rest: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        event = happening(cond, scope, None)
        scope.take(*event.adverbs)
        scope.remember(ast.CardSlot(ast.OBJECT), False)
        body = items(rest, scope.but(event=True, standing=False))
        unit = finish(body, scope, text, span)
        result.abilities.append(ast.Ability("trigger", unit, pattern=event.pattern(), you="actor", span=span))

    def _ban(self, clause: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        """ "You can't use X unless ..."."""
        core = clause.find("core")
        cond_node = core if core is not None else clause
        event = happening(cond_node, scope, None)
        pattern = event.pattern()
        where: ast.Cond = pattern.where
        sub = clause.token("SUB")
        inner = scope.but(you=EVENT_PLAYER)
        reason = text.strip(" .")
        own = self._bans_this(cond_node, scope)
        if own is not None:
            where = own
        if sub is not None:
            scope.take(sub)
            parts = [conditions.condition(c, inner) for c in clause.all("cond")]
            joined = parts[0] if len(parts) == 1 else ast.And(tuple(parts))
            holds: ast.Cond = ast.Not(joined) if sub.phrase == "unless" else joined
            where = ast.And((where, holds))
            words = scope.words(clause.all("cond")[0])
            reason = f"not unless {words}" if sub.phrase == "unless" else f"not while {words}"
        statement = ast.Forbid(event.verb, where, reason, "standing", span=span)
        unit = finish(ast.Seq((statement,)), scope, text, span)
        result.abilities.append(ast.Ability("static", unit, span=span))

    def _bans_this(self, cond: Node, scope: Scope) -> ast.Cond | None:
        """The banned object is the card itself ("can't use X" printed on X)."""
        node = next((n for n in cond.walk() if n.rule == "v"), None)
        np = node.find("np") if node is not None else None
        if np is None:
            return None
        reference = nouns.reference(read_phrase(np), scope)
        if reference is None:
            return None
        return ast.Among(ast.CardSlot(ast.OBJECT), reference.cards)

    def _price(self, prefix: Node, rest: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        """ "To play this card, you must discard a card from your hand": no play without paying, paid first."""
        verb = next((t for t in prefix.tokens() if t.term.startswith("V_")), None)
        declared = self.tables.verbs_of(verb) if verb is not None else []
        if not declared:
            raise Unreadable("the price of what?", prefix, "write 'To play this card, you must ...'")
        words = [t.phrase for t in prefix.tokens() if t is not verb and t.term not in ("TO_V", "PCOMMA")]
        if words not in (["this"], ["this", "card"]):
            raise Unreadable("the price of what?", prefix, "write 'To play this card, you must ...'")
        scope.take_all(prefix)
        number = self.tables.hand_verb(declared)
        body = items(rest, scope.but(price=True))
        parts = body.parts if isinstance(body, ast.Seq) else (body,)
        choose = parts[0]
        if not isinstance(choose, ast.Choose):
            raise Unreadable("this price cannot be paid", rest)
        others = ast.Without(choose.cards, ast.CardSlot(ast.THIS))
        paid = ast.Choose(choose.slot, others, choose.least, choose.most, choose.by, choose.prompt, span=choose.span)
        about = ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS))
        short = ast.Compare(ast.Count(others), "<", choose.least)
        unpaid = ast.Not(ast.CausedByCard(ast.CardSlot(ast.THIS)))
        reason = f"no other card to {self._price_word(rest)}"
        ban = ast.Forbid(number, ast.And((about, unpaid, short)), reason, "standing", span=span)
        unit = finish(ast.Seq((ban,)), scope, text, span)
        result.abilities.append(ast.Ability("static", unit, you="holder", span=span))
        play = ast.Do(number, ast.PlayerSlot(ast.YOU), ast.CardSlot(ast.THIS), span=span)
        paying = finish(ast.Seq((paid, *parts[1:], play)), scope, text, span)
        result.abilities.append(
            ast.Ability("replace", paying, pattern=ast.Pattern(number, about, True), you="actor", span=span)
        )

    @staticmethod
    def _price_word(rest: Node) -> str:
        return next((t.phrase for t in rest.tokens() if t.term.startswith("V_")), "pay with")

    def _copy(self, tree: Node, trail: Node, scope: Scope, text: str, span: Span, result: LineResult) -> None:
        """ "Play this card as a copy of another X you played this turn"."""
        np = trail.find("np")
        verb = next((t for t in tree.tokens() if t.term.startswith("V_")), None)
        declared = self.tables.verbs_of(verb) if verb is not None else []
        if np is None or not declared:
            raise Unreadable("a copy of what?", tree)
        phrase = read_phrase(np)
        of = phrase.post("of")
        if of is None:
            raise Unreadable("a copy of what?", trail)
        mine = [t for t in tree.tokens() if t.end <= trail.start and t is not verb]
        if [t.phrase for t in mine] not in (["this"], ["this", "card"]) or phrase.determiner != "a":
            raise Unreadable("this cannot be read", tree, "write 'Play this card as a copy of ...'")
        scope.take(verb, *mine, phrase.noun, *phrase.determiners, of.word)
        of.phrase.relatives += phrase.relatives
        selection = nouns.cards([of.phrase], scope, None)
        number = self.tables.hand_verb(declared)
        you = ast.PlayerSlot(ast.YOU)
        slot, flag = scope.slot(), scope.slot()
        choose = ast.Choose(
            slot, selection.cards, ast.Const(1), ast.Const(1), you, scope.text.strip(" ."), flag, span=span
        )
        become = ast.Become(
            ast.CardSlot(ast.THIS), ast.Identity(copy_of=ast.CardSlot(slot), keep_traits=self._keeps_traits), span=span
        )
        play = ast.Do(number, you, ast.CardSlot(ast.THIS), span=span)
        body = ast.Seq((choose, ast.If(ast.Flag(flag), become, note="nothing to copy"), play))
        about = ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS))
        unit = finish(body, scope, text, span)
        result.abilities.append(
            ast.Ability("replace", unit, pattern=ast.Pattern(number, about, True), you="actor", span=span)
        )

    _keeps_traits = True

    def _copy_rider(self, one: tuple[str, int, int], span: Span, result: LineResult) -> None:
        """ "This card is both [X] and the color you copy": its own traits stay beside the copied ones."""
        text, start, end = one
        tree = self.tables.parse(text)
        words = [t.phrase for t in tree.tokens()] if isinstance(tree, Node) else []
        tokens = [t for t in tree.tokens() if t.term not in STRUCTURAL] if isinstance(tree, Node) else []
        plain = [t.phrase for t in tokens if t.term != "ICON" and not senses(t, TraitSense)]
        icons = [t for t in tokens if t.term == "ICON"]
        of = [t for t in tokens if senses(t, TraitSense)]
        expected = (["this", "card", "is", "both", "the", "you", "copy"], ["this", "is", "both", "the", "you", "copy"])
        if plain not in expected or len(icons) != 1 or len(of) != 1 or "and" not in words:
            raise Unreadable(
                "after a copy, a line can only say which traits are kept",
                None,
                "write 'This card is both [A] and the TRAIT you copy.'",
            )


def _refs(ref: object | None) -> tuple[object, ...]:
    return ref if isinstance(ref, tuple) else (ref,)


__all__ = ["Diagnostic", "LineReader", "LineResult", "ZoneSense", "resolve_sentences", "senses"]
