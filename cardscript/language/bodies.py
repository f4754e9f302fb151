"""Declarations, second pass: the sentences inside verbs, labels, actions, phases, endings and the set-up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from msgspec.structs import replace

from cardscript.language import ast, conditions, nouns, numbers
from cardscript.language.accounting import all_read
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, holes, label_name, split_list
from cardscript.language.joining import any_of, sequence, union
from cardscript.language.outline import Line
from cardscript.language.phrases import Phrase, resource_of, senses
from cardscript.language.program import (
    ActionDecl,
    ChoiceDecl,
    PhaseDecl,
    PredicateDecl,
    Refusal,
    SetupDecl,
    Supply,
)
from cardscript.language.ruled import RuledReader, only_under
from cardscript.language.ruled_properties import counts_after
from cardscript.language.scope import Param, Scope, Unit, Unreadable
from cardscript.language.senses import KindSense, NameSense, ResourceSense
from cardscript.language.sentences import ADVICE, finish, read_tree, report, resolve_sentences
from cardscript.language.setup_numbers import numbers_of, other_players, players_of
from cardscript.language.shape import number_in
from cardscript.language.source import Span
from cardscript.language.syntax import Node
from cardscript.language.triggers import happening

_CHOOSE = re.compile(r"^(?P<number>.+?) (?P<groups>groups of )?(?P<kind>\S+) into the (?P<zone>.+)$")
_SUPPLY = re.compile(r"^(?P<number>.+?) of (?P<kind>.+?) into (?:the )?(?P<zone>.+)$")
_DEAL = re.compile(r"^(?P<number>\d+) (?P<kind>.+?) into (?:the )?(?P<zone>.+)$")

YES = {"yes": True, "no": False}
ENDING_WORDS: dict[str, dict[str, Any]] = {
    "timing": {"after the turn": "turn", "at once": "now"}, "final": YES, "ranked": YES
}  # fmt: skip
"""The properties of an ending that can hang on rulings, and what their words stand for."""


def action_name(block: Block) -> str:
    """The verb a player types for an action: its template without the parameter."""
    return next((w for w in holes(block.name)[1] if w), block.name)


class BodyReader:
    """Fills the tables' declarations with what their sentences mean."""

    def __init__(
        self, tables: Tables, findings: Findings, action_names: list[str],
        additional: Mapping[str, Sequence[Block]] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.tables = tables
        self.findings = findings
        self.action_names = action_names
        self.additional = additional
        """Phase -> the blocks that add to what is offered in it."""
        self.ruled = RuledReader(findings, lambda text, span: self.condition(text, span, Scope(tables, Unit(), span)))

    # --- reading helpers

    def lines(self, block: Block, key: str) -> list[tuple[str, Span]]:
        """The text of a property: on its own line, or on the lines below it."""
        line = block.properties.get(key)
        if line is None:
            return []
        found: list[tuple[str, Span]] = []
        if block.prop(key):
            found.append((block.prop(key), block.span_of(key)))
        return found + [(child.text, child.span) for child in line.children]

    def statements(self, block: Block, key: str, scope: Scope) -> ast.Stmt:
        parts: list[ast.Stmt] = []
        for text, span in self.lines(block, key):
            resolve_sentences(self.tables.split(text).sentences, span, scope, self.findings, parts)
        return sequence(parts)

    def condition(self, text: str, span: Span, scope: Scope) -> ast.Cond | None:
        """A condition standing by itself; its words keep their places."""
        lead = "If "
        tree = self.tables.parse(lead + text)
        here = Span(span.file, span.start - len(lead), span.end)
        inner = scope.but(base=here, text=lead + text)
        if not isinstance(tree, Node):
            read_tree(lead + text, here, inner, self.findings)
            return None
        inner.unit.used.clear()
        try:
            conds = tree.find("conds")
            if conds is None:
                raise Unreadable("a condition is missing here", tree)
            inner.take(tree.token("SUB"))
            result = conditions.conditions(conds, inner)
            all_read(tree, inner)
        except Unreadable as error:
            report(error, here, self.findings)
            return None
        return result

    def selection(self, text: str, span: Span, scope: Scope) -> tuple[ast.Cards, frozenset[int]] | None:
        """The cards a parameter's type words mean: "Card in the Row or Token on top of the Pile"."""
        parts: list[ast.Cards] = []
        kinds: set[int] = set()
        for words in self._alternatives(text):
            phrase = self.tables.phrase(words, span)
            if phrase is None:
                return None
            scope.unit.used.clear()
            try:
                found = nouns.cards([phrase], scope, None)
                all_read(phrase.node, scope)
            except Unreadable as error:
                self.findings.add(error.code, error.message, span, error.help or ADVICE)
                return None
            cards = found.cards
            if isinstance(cards, ast.TopOf):
                cards = ast.Take(ast.CardsIn(cards.place), "first", cards.count)
            parts.append(cards)
            kinds |= found.kinds
        return union(parts), frozenset(kinds)

    def _alternatives(self, text: str) -> list[str]:
        """The phrases that "or" joins, each with a kind of card of its own; "in the Row or Pile" stays one."""
        found: list[str] = []
        for words in text.split(" or "):
            phrase = self._quiet_phrase(words) if found else None
            noun = phrase.noun if phrase is not None else None
            if found and noun is not None and not senses(noun, KindSense) and not senses(noun, NameSense):
                found[-1] += f" or {words}"
            else:
                found.append(words)
        return found

    def _quiet_phrase(self, words: str) -> Phrase | None:
        return self.tables.phrase(words) if isinstance(self.tables.parse(words), Node) else None

    def kinds_in(self, text: str) -> frozenset[int]:
        """The kinds of card a parameter's type words name."""
        found: set[int] = set()
        for words in self._alternatives(text):
            phrase = self._quiet_phrase(words)
            if phrase is not None:
                for head in phrase.heads:
                    found |= {s.kind for s in head.senses(KindSense)}
        return frozenset(found)

    # --- declarations

    def verb(self, number: int, block: Block) -> None:
        facts = self.tables.verb_facts[number]
        decl = self.tables.verbs[number]
        facts.zone = self.zone_of(block, "of", facts.zone_words)
        made, names = self._verb_body(number, block, "do")
        ruled = list(decl.ruled)
        for key, line in block.properties.items():
            words = key.removeprefix("do if ")
            if words != key:
                only = self.ruled.cond(words, line.span.shifted(len("do if "), len(key)))
                ruled.append(("unit", only, self._verb_body(number, block, key)[0]))
        amount = ast.Const(facts.amount) if facts.amount is not None else None
        result = self.zone_of(block, "result", facts.result_words)
        sources = self.tables.source_zones(number)
        self.tables.verbs[number] = replace(
            decl, unit=made, result=result, amount=amount, params=names, origin=facts.zone, ruled=tuple(ruled),
            source=sources[0] if len(sources) == 1 else -1,
        )  # fmt: skip

    def _verb_body(self, number: int, block: Block, key: str) -> tuple[ast.Unit | None, tuple[str, ...]]:
        """What a verb does, as a property of it says, and the parameters behind the card it is done to."""
        facts, decl = self.tables.verb_facts[number], self.tables.verbs[number]
        unit = Unit()
        params: dict[str, Param] = {}
        names: list[str] = []
        scope = Scope(self.tables, unit, block.line.span, event=True, in_verb=number, params=params)
        unit.amount = ast.NumberSlot(ast.AMOUNT)
        todo = list(facts.params)
        if facts.actor and not facts.intransitive:
            params[facts.actor] = Param(facts.actor, "card", ast.ACTOR)
            todo = todo[1:]
        placed = False
        for name, words in todo:
            if words.startswith("number of "):
                continue
            kind = "player" if name == "player" or words == "player" else "number" if words == "number" else "card"
            if kind == "card" and not placed:
                params[name] = Param(name, "card", ast.OBJECT)
                scope.remember(ast.CardSlot(ast.OBJECT), False, self.kinds_in(words) if words else frozenset())
                placed = True
            else:
                params[name] = Param(name, kind, unit.next_slot)  # type: ignore[arg-type]
                names.append(name)
                unit.next_slot += 1
        body = self.statements(block, key, scope) if key in block.properties else None
        return finish(body, scope, decl.name, block.line.span) if body is not None else None, tuple(names)

    def zone_of(self, block: Block, key: str, words: str) -> int:
        """The zone a property of a verb names."""
        if not words:
            return -1
        here = block.span_of(key)
        zone = self.tables.zone_named(words, here)
        if zone < 0 and self.tables.phrase(words) is not None:
            help = did_you_mean(words, [z.name for z in self.tables.zones]) or "declare it: zone NAME: pile"
            self.findings.add("CS205", f"there is no zone {words!r}", here, help)
        return zone

    def label(self, number: int, block: Block) -> None:
        decl = self.tables.labels[number]
        if decl.mode == "ending" and decl.ending not in {e.name for e in self.tables.endings}:
            self.findings.add(
                "CS207", f"there is no ending {decl.ending!r}", block.line.span,
                did_you_mean(decl.ending, [e.name for e in self.tables.endings]) or "add 'ending: NAME'",
            )  # fmt: skip
        if decl.mode == "gate" and "if" in block.properties:
            self._gate(block)
        elif "if" in block.properties:
            scope = Scope(self.tables, Unit(), block.line.span)
            holds = self.condition(block.prop("if"), block.span_of("if"), scope)
            if holds is not None:
                self.tables.label_conditions[number] = (holds, scope.unit.next_slot)
        if decl.mode != "trigger":
            return
        text = block.prop("when")
        if not text:
            self.findings.add("CS208", f"when do lines with {decl.name!r} run?", block.line.span, "add 'when: ...'")
            return
        span = block.span_of("when")
        lead = "When "
        here = Span(span.file, span.start - len(lead), span.end)
        scope = Scope(self.tables, Unit(), here, text=lead + text)
        tree = read_tree(lead + text, here, scope, self.findings)
        if tree is None:
            return
        try:
            conds = tree.find("conds")
            clause = conds.find("cond") if conds is not None else None
            if clause is None:
                raise Unreadable("an event is missing here", tree, "for instance: when: you use this")
            event = happening(clause, scope, None)
            scope.take(tree.token("SUB"))
            all_read(tree, scope)
        except Unreadable as error:
            report(error, here, self.findings)
            return
        pattern = only_under(self.ruled.only_if(block), event.pattern())
        self.tables.labels[number] = replace(decl, pattern=pattern)

    def use(self, block: Block, ability: ast.Unit, text: str) -> tuple[ast.Unit, tuple[Refusal, ...]]:
        """What is done when a printed line is used, as its label says: "the ability" is the line."""
        unit = Unit()
        named = {"ability": Param("ability", "card", ast.OBJECT)}
        kinds = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
        kind = -1
        if block.prop("object"):
            kind = self._declared("kind", block.prop("object"), kinds, block.span_of("object"), "declare it: kind NAME")
        scope = Scope(self.tables, unit, block.line.span, params=named, ability=ability, object_kind=kind)
        refusals: list[Refusal] = []
        for key, line in block.properties.items():
            if key == "refuse":
                refusals += self._refusals(block, line, scope)
        made = finish(self.statements(block, "do", scope), scope, text, block.line.span)
        return made, tuple(refusals)

    def _predicate(self, block: Block) -> int:
        return next(i for i, known in enumerate(self.tables.predicates) if known.span == block.line.span)

    def _gate(self, block: Block) -> None:
        """How things must stand for the lines of a label to work."""
        scope = Scope(self.tables, Unit(), block.line.span)
        cond = self.condition(block.prop("if"), block.span_of("if"), scope)
        fixed = self.ruled.flag(block, "once a turn")
        made = PredicateDecl(
            label_name(block), "table", cond or ast.Always(False), scope.unit.next_slot, block.line.span,
            (("fixed", fixed, True),) if fixed is not None else (),
        )  # fmt: skip
        self.tables.predicates[self._predicate(block)] = made

    def adjective(self, number: int, block: Block) -> None:
        number = self._predicate(block)
        decl = self.tables.predicates[number]
        if decl.of == "player":
            who = ast.PlayerSlot(ast.ACTOR)
            scope = Scope(self.tables, Unit(), block.line.span, you=who, their=who)
        else:
            scope = Scope(self.tables, Unit(), block.line.span, candidate=ast.CardSlot(ast.OBJECT))
            scope.remember(ast.CardSlot(ast.OBJECT), False)
        start = block.line.text.index(block.rest) if block.rest else 0
        cond = self.condition(block.rest, block.line.span.shifted(start, len(block.line.text)), scope)
        ruled: list[tuple[str, ast.Cond, ast.Cond]] = []
        for key, line in block.properties.items():
            if key.startswith("if "):
                only = self.ruled.cond(key[3:], line.span.shifted(3, len(key)))
                other = self.condition(block.prop(key), block.span_of(key), scope)
                ruled.append(("cond", only, other or ast.Always(False)))
                self.tables.other_texts.setdefault(number, []).append((only, block.prop(key)))
        self.tables.predicates[number] = PredicateDecl(
            decl.name, decl.of, cond or ast.Always(False), scope.unit.next_slot, decl.span, tuple(ruled)
        )

    def action(self, block: Block) -> None:
        params, _ = holes(block.name)
        name = action_name(block)
        unit = Unit()
        scope = Scope(self.tables, unit, block.line.span)
        cards: ast.Cards | None = None
        wanted = ""
        if params:
            param, type_words = params[0]
            if len(params) > 1 or not type_words:
                help = "write which cards it is for: action play {card: Card in your hand}"
                self.findings.add(
                    "CS221",
                    "an action has one parameter, with a type" if len(params) > 1 else f"what may {param!r} be?",
                    block.line.span,
                    help,
                )
                type_words = type_words or "card"
            wanted = f"an {type_words}" if type_words[:1] in "AEIOUaeiou" else f"a {type_words}"
            found = self.selection(type_words, block.line.span, scope)
            if found is not None:
                cards = found[0]
                scope.params[param] = Param(param, "card", ast.OBJECT)
                scope.remember(ast.CardSlot(ast.OBJECT), False, found[1])
        resource, cost = self._cost(block, scope)
        refusals: list[Refusal] = []
        for key, line in block.properties.items():
            if key == "refuse":
                refusals += self._refusals(block, line, scope)
        body = self.statements(block, "do", scope)
        made = finish(body, scope, name, block.line.span)
        self.tables.actions.append(
            ActionDecl(name, cards, tuple(refusals), resource, cost, made, wanted=wanted, span=block.line.span)
        )

    def _cost(self, block: Block, scope: Scope) -> tuple[int, ast.Number | None]:
        text = block.prop("cost")
        phrase = self.tables.phrase(text, block.span_of("cost")) if text else None
        if phrase is None:
            return -1, None
        scope.unit.used.clear()
        noun = phrase.noun
        if noun is None or not senses(noun, ResourceSense):
            help = (
                did_you_mean(text, [r.name for r in self.tables.resources])
                or "write 'RESOURCE equal to ...' or '2 RESOURCE'"
            )
            self.findings.add("CS209", "this costs nothing that is declared", block.span_of("cost"), help)
            return -1, None
        resource = resource_of(noun)
        post = phrase.post("equal to")
        try:
            amount: ast.Number | None = None
            scope.take(noun)
            if post is not None:
                scope.take(post.word)
                amount = numbers.number(post.phrase, scope)
            elif phrase.number is not None and phrase.number.number is not None:
                scope.take(phrase.number)
                amount = ast.Const(phrase.number.number)
            if amount is not None:
                all_read(phrase.node, scope)
                return resource, amount
        except Unreadable as error:
            self.findings.add(error.code, error.message, block.span_of("cost"), error.help or ADVICE)
            return -1, None
        self.findings.add("CS209", "how much does it cost?", block.span_of("cost"), "write 'X equal to ...' or '2 X'")
        return -1, None

    def _refusals(self, block: Block, line: Line, scope: Scope) -> list[Refusal]:
        found: list[Refusal] = []
        texts = [(block.prop("refuse"), block.span_of("refuse"))] if block.prop("refuse") else []
        texts += [(child.text, child.span) for child in line.children]
        for text, span in texts:
            match = re.match(r'"([^"]*)" if (.+)$', text)
            if match is None:
                self.findings.add(
                    "CS210",
                    "this refusal cannot be read",
                    span,
                    'write the reason in quotes, then the condition: "too dear" if ...',
                )
                continue
            cond = self.condition(match[2], span.shifted(match.start(2), len(text)), scope)
            if cond is not None:
                found.append(Refusal(match[1], cond))
        return found

    def phase(self, block: Block) -> None:
        unit = Unit()
        scope = Scope(self.tables, unit, block.line.span)
        if "offer" in block.properties:
            body: ast.Stmt = self._window(block, scope)
        else:
            body = self.statements(block, "do", scope)
        made = finish(body, scope, block.name, block.line.span)
        at_first = block.prop("first turn") != "no"
        self.tables.phases.append(PhaseDecl(block.name, made, block.line.span, block.prop("busy"), at_first))

    def window(self, block: Block) -> None:
        """A named window. Its actions are known by their order of declaration: their own bodies can open it."""
        scope = Scope(self.tables, Unit(), block.line.span)
        made = self._window(block, scope)
        assert isinstance(made, ast.Window)
        self.tables.windows[block.name] = made

    def _window(self, block: Block, scope: Scope) -> ast.Stmt:
        wanted = [(name, block.span_of("offer")) for name in split_list(block.prop("offer"))]
        for other in self.additional.get(block.name, ()) if block.word == "phase" else ():
            wanted += [(name, other.span_of("also offer")) for name in split_list(other.prop("also offer"))]
        actions: list[int] = []
        printed: list[int] = []
        for name, span in wanted:
            fitting = [i for i, known in enumerate(self.action_names) if known.lower() == name.lower()]
            fitting += [
                i for i, a in enumerate(self.tables.actions) if a.name.lower() == name.lower() and a.printed_on >= 0
            ]
            labels = {lab.called.lower() for lab in self.tables.labels if lab.mode == "action"}
            if block.word == "window":
                printed += [
                    n for n, lab in enumerate(self.tables.labels)
                    if lab.mode == "action" and lab.called.lower() == name.lower()
                ]  # fmt: skip
            if not fitting and name.lower() not in labels:
                known = [*self.action_names, *labels]
                self.findings.add(
                    "CS211",
                    f"there is no action {name!r}",
                    span,
                    did_you_mean(name, known) or f"declare it: action {name}",
                )
            actions += fitting
        slot = scope.slot()
        self.tables.window_to[block.name] = block.prop("to")
        everyone = block.prop("to") == "each player"
        mine = ast.SamePlayer(ast.PlayerSlot(slot), ast.ActivePlayer())
        players = ast.Players(ast.ActivePlayer(), False, slot, None if everyone else mine)
        again = block.prop("again") or "same"
        passing = block.prop("pass") or "pass"
        return ast.Window(tuple(actions), players, passing, again, tuple(printed), span=block.line.span)  # type: ignore[arg-type]

    def ending(self, number: int, block: Block) -> None:
        ruled = [(key, *told) for key, words in ENDING_WORDS.items() for told in self.ruled.value(block, key, words)]
        ruled += counts_after(block, self.ruled, self.tables)
        self.tables.endings[number] = replace(self.tables.endings[number], ruled=tuple(ruled))
        if "when" not in block.properties:
            return
        scope = Scope(self.tables, Unit(), block.line.span)
        found = [self.condition(text, span, scope) for text, span in self.lines(block, "when")]
        cond = any_of([one for one in found if one is not None])
        self.tables.endings[number] = replace(self.tables.endings[number], when=cond, slots=scope.unit.next_slot)

    def score(self, block: Block) -> tuple[ast.Number | None, int]:
        scope = Scope(self.tables, Unit(), block.line.span)
        value = self._number_of_a_player(block.rest, block.line.span, scope)
        return (value, scope.unit.next_slot) if value is not None else (None, 2)

    def ties(self, block: Block) -> tuple[tuple[ast.Number, ...], int]:
        """What decides between players of the same score, and how many slots it is read with."""
        scope = Scope(self.tables, Unit(), block.line.span)
        found: list[ast.Number] = []
        for key in ("tie", "tie 2"):
            if key in block.properties:
                value = self._number_of_a_player(block.prop(key), block.span_of(key), scope)
                found += [value] if value is not None else []
        return tuple(found), scope.unit.next_slot

    def _number_of_a_player(self, text: str, span: Span, scope: Scope) -> ast.Number | None:
        """A number, read with each player as "you"."""
        phrase = self.tables.phrase(text, span)
        if phrase is None:
            return None
        scope.unit.used.clear()
        try:
            value = numbers.number(phrase, scope)
            all_read(phrase.node, scope)
            return value
        except Unreadable as error:
            self.findings.add(error.code, error.message, span, error.help or ADVICE)
            return None

    # --- set-up

    def setup(self, block: Block) -> SetupDecl:
        fewest, most = players_of(block.rest, block.line.span, self.findings)
        quantities = numbers_of(block, self.tables, self.ruled)
        choices: list[ChoiceDecl] = []
        supplies: list[Supply] = []
        refusals: dict[int, str] = {}
        for line in block.line.children:
            key, _, text = line.text.partition(":")
            words = key.split() or [":"]
            if words[0] == "refuse" and len(words) == 2 and words[1].isdigit():
                refusals[int(words[1])] = text.strip()
            elif words[0] == "choose" and len(words) == 2:
                choice = self._choice(words[1], text.strip(), line)
                if choice is not None:
                    choices.append(choice)
            elif words[0] in ("put", "deal"):
                supply = self._supply(words[0], text.strip(), line)
                if supply is not None:
                    supplies.append(supply)
            elif words[0] not in ("numbers", "players", "do"):
                self.findings.add(
                    "CS212",
                    f"{words[0]!r} has no place in a set-up",
                    line.span,
                    "numbers, players, choose, put, deal, refuse, do",
                )
        scope = Scope(self.tables, Unit(), block.line.span, you=ast.ActivePlayer())
        body = self.statements(block, "do", scope)
        unit = finish(body, scope, "set-up", block.line.span)
        leads = next((label.name for label in self.tables.labels if label.mode == "leads"), "")
        others = other_players(block, self.ruled)
        counted = self.tables.fewest if "numbers" in block.properties else fewest
        return SetupDecl(
            fewest, most, quantities, tuple(choices), tuple(supplies), unit, refusals, leads, counted, others
        )

    def _kind_and_zone(self, kind: str, zone: str, line: Line) -> tuple[int, int]:
        kinds = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
        zones = {z.name.lower(): i for i, z in enumerate(self.tables.zones)}
        k = self._declared("kind", kind, kinds, line.span, "declare it: kind NAME")
        return k, self._declared("zone", zone, zones, line.span, "declare it: zone NAME: pile")

    def _declared(self, word: str, name: str, known: dict[str, int], span: Span, help: str) -> int:
        """The number of a declared name; -1, and reported, if there is none."""
        number = known.get(name.lower(), -1)
        if number < 0:
            self.findings.add("CS205", f"there is no {word} {name!r}", span, did_you_mean(name, known) or help)
        return number

    def _number(self, text: str, line: Line) -> None:
        """A number of a set-up: digits, "all", or one of the names under `numbers`."""
        if text != "all" and number_in(text) is None and text not in self.tables.quantities:
            help = (
                did_you_mean(text, self.tables.quantities)
                or "write a number, 'all', or a name from the lines below 'numbers'"
            )
            self.findings.add("CS228", f"{text[:40]!r} is no number of this set-up", line.span, help)

    def _choice(self, option: str, text: str, line: Line) -> ChoiceDecl | None:
        found = _CHOOSE.match(text)
        if found is None:
            self.findings.add(
                "CS213",
                "this choice cannot be read",
                line.span,
                "write: choose NAME: NUMBER [groups of] KIND into the ZONE",
            )
            return None
        self._number(found["number"], line)
        kind, zone = self._kind_and_zone(found["kind"], found["zone"], line)
        size, brings, brought = 0, -1, 0
        for child in line.children:
            key, _, value = child.text.partition(":")
            number, _, name = value.strip().partition(" ")
            if key == "size" and number_in(value.strip()) is not None:
                size = int(value)
            elif key != "beneath" or number_in(number) is None:
                self.findings.add(
                    "CS213",
                    f"{child.text[:60]!r} says nothing about a choice",
                    child.span,
                    "write 'size: 14' or 'beneath: 4 KIND'",
                )
            else:
                names = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
                names |= {f"{k.name.lower()}s": i for i, k in enumerate(self.tables.kinds)}
                brings = self._declared("kind", name, names, child.span, "declare it: kind NAME")
                brought = int(number)
        of: Literal["card", "group"] = "group" if found["groups"] else "card"
        return ChoiceDecl(
            option,
            of,
            kind,
            found["number"],
            zone,
            line.span,
            size,
            brings=brings,
            brought=brought,
        )

    def _kind_or_card(self, name: str, zone: str, line: Line) -> tuple[int, str, int]:
        """What is put somewhere: cards of a kind, or those of one name."""
        if name in self.tables.card_kinds and name.lower() not in {k.name.lower() for k in self.tables.kinds}:
            kind = self.tables.kinds[self.tables.card_kinds[name]].name
            number, place = self._kind_and_zone(kind, zone, line)
            return number, name, place
        number, place = self._kind_and_zone(name, zone, line)
        return number, "", place

    def _supply(self, word: str, text: str, line: Line) -> Supply | None:
        found = (_DEAL if word == "deal" else _SUPPLY).match(text)
        if found is None:
            help = "write: put: NUMBER of KIND into the ZONE, or deal: 8 KIND into ZONE"
            self.findings.add("CS214", "where how many cards are put cannot be read", line.span, help)
            return None
        self._number(found["number"], line)
        kind, name, zone = self._kind_or_card(found["kind"], found["zone"], line)
        number = "" if found["number"] == "all" else found["number"]
        return Supply(name, kind, number, zone, word == "deal", line.span)
