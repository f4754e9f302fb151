"""From the files of a game to a compiled `Game`: headers, words, bodies, cards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.abilities import LineReader
from cardscript.language.bodies import BodyReader, action_name
from cardscript.language.card_names import check_names
from cardscript.language.collector import rarely
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, CardBlock, holes, label_name, read_header
from cardscript.language.inside import inside
from cardscript.language.keywords import ON_A_PLAYER, KeywordDecl, sample_values, with_params
from cardscript.language.outline import Line, read_outline
from cardscript.language.printed_parts import check_parts
from cardscript.language.program import CardDecl, Game, SetupDecl, SetupLine, StandIn, StateRule
from cardscript.language.quoted import Quoted
from cardscript.language.ruled import only_under
from cardscript.language.ruled_properties import flags, surcharges_of
from cardscript.language.rules import Declarer
from cardscript.language.scope import CardFacts, Scope, Unit
from cardscript.language.senses import RulingSense
from cardscript.language.shape import MAX_NUMBER, ShapeReader, card_fits, more, number_in
from cardscript.language.source import Source, Span
from cardscript.language.stand_ins import taken_out
from cardscript.language.tables_of_lines import rows_of
from cardscript.language.vocabulary import Vocabulary

if TYPE_CHECKING:
    from cardscript.language.manifest import LoadedGame


def compile_game(loaded: LoadedGame, findings: Findings) -> Game | None:
    """The game in `loaded`; what is wrong goes to `findings`. None only if nothing usable could be built."""
    return compile_for_questions(loaded, findings)[0]


class Conditions:
    """Reads conditions in the words of a game that has been compiled: "there are no rats in the lair"."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def read(self, text: str, span: Span, findings: Findings) -> tuple[ast.Cond, int] | None:
        """The condition, in which "you" is the player in slot `ast.YOU`, and how many slots it uses; None if it cannot
        be read (with findings)."""
        self._tables.findings = findings
        scope = Scope(self._tables, Unit(), span)
        cond = BodyReader(self._tables, findings, []).condition(text, span, scope)
        return None if cond is None else (cond, scope.unit.next_slot)


def compile_for_questions(loaded: LoadedGame, findings: Findings) -> tuple[Game | None, Conditions]:
    """The game as `compile_game` makes it, and what reads further conditions in its words."""
    compiler = _Compiler(loaded, findings)
    with rarely():
        return compiler.run(), Conditions(compiler.tables)


EXTRA = "extra"
"""The set id of cards that stand in no set."""

NEEDED = (
    ("phase", "a turn has nothing in it", "phase NAME"),
    ("setup", "nothing says how the game begins", "setup: 2 to 4 players"),
    ("ending", "the game never ends", "ending NAME: why it ends"),
)


class _Properties(msgspec.Struct):
    attributes: dict[int, int] = {}
    marks: dict[int, str] = {}
    traits: dict[int, tuple[int, ...]] = {}


class _Compiler:
    def __init__(self, loaded: LoadedGame, findings: Findings) -> None:
        self.loaded = loaded
        self.findings = findings
        self.tables = Tables(findings=findings)
        self.blocks: list[Block] = []
        self.cards: list[CardBlock] = []
        self.setup_lines: dict[str, SetupLine] = {}
        self._ruled = BodyReader(self.tables, findings, []).ruled
        self.states: list[StateRule] = []
        self.stand_ins: list[StandIn] = []
        self.ties: tuple[ast.Number, ...] = ()
        self.seat_order = False
        self._property_names: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """Attributes and traits by their names in small letters."""

    def run(self) -> Game | None:
        outlines = [(s, read_outline(source, self.findings)) for s, source in self.loaded.sources]
        outlines += [(EXTRA, lines) for _, lines in self.loaded.extra]
        kinds = {
            line.text.partition(" ")[2].partition(":")[0].strip().lower()
            for _, lines in outlines for line in lines if line.text.startswith("kind ")
        }  # fmt: skip
        shape = ShapeReader(self.findings)
        names: set[tuple[str, str, str, str]] = set()
        copies = 0
        for set_id, lines in outlines:
            for line in lines:
                header = read_header(line, set_id, self.findings, kinds)
                if isinstance(header, CardBlock):
                    self.stand_ins += taken_out(header)
                    if card_fits(header, names, copies, self.findings):
                        copies += header.count
                        self.cards.append(header)
                elif header is not None and shape.fits(header):
                    self.blocks.append(header)
        self._needed()
        vocabulary = Vocabulary()
        for switch in self.loaded.switches():
            self.tables.name(switch.name, RulingSense(switch.name))
            for value in switch.values:
                self.tables.name(value, RulingSense(switch.name, value))
        Declarer(self.tables, vocabulary, self.findings).declare(self.blocks, self.cards)
        self.tables.lexicon = vocabulary.freeze()
        action_names = [action_name(b) for b in self.blocks if b.word == "action"]
        additional: dict[str, list[Block]] = {b.name: [] for b in self.blocks if more(b)}
        for block in self.blocks:
            if more(block):
                additional[block.name].append(block)
        bodies = BodyReader(self.tables, self.findings, action_names, additional)
        self._ruled = bodies.ruled
        self._bodies(bodies)
        self.tables.read_use = bodies.use
        self.tables.read_quoted = self._quoted
        self._property_names = (
            {a.name.lower(): i for i, a in enumerate(self.tables.attributes)},
            {t.name.lower(): i for i, t in enumerate(self.tables.traits)},
        )
        printed = [self._card(card) for card in self.cards]
        cards = (*printed, *self.tables.made)
        for block in self.blocks:
            if block.word == "phase" and not more(block):
                bodies.phase(block)
        self._check_more()
        setup_block = next((b for b in self.blocks if b.word == "setup"), None)
        setup = bodies.setup(setup_block) if setup_block is not None else SetupDecl(1, 9)
        score_block = next((b for b in self.blocks if b.word == "score"), None)
        score, score_slots = bodies.score(score_block) if score_block is not None else (None, 2)
        if score_block is not None:
            ties, slots = bodies.ties(score_block)
            self.ties, score_slots = ties, max(score_slots, slots)
            self.seat_order = score_block.prop("seat order") == "yes"
        standing, triggers = self._rules()
        for block in self.blocks:
            if block.word == "action" and "surcharges of" in block.properties:
                surcharges_of(block, self._ruled, self.tables)
        self._check_keywords()
        self._check_predicates()
        check_names(self.tables, self.cards, self.findings)
        check_parts(self.blocks, self.cards, printed, self.tables, self.findings)
        self.findings.gather()
        return self._game(cards, setup, score, score_slots, standing, triggers)

    def _needed(self) -> None:
        """What no game can do without."""
        words = {block.word for block in self.blocks}
        first = self.loaded.sources[0][1].name if self.loaded.sources else ""
        for word, why, example in NEEDED:
            if word not in words:
                help = f"add a block to a file of rules: {example}"
                self.findings.add("CS226", f"no {word!r}: {why}", Span(first, 0, 0), help)

    def _check_more(self) -> None:
        """What is offered in addition must be offered in a phase that offers something."""
        offering = [b.name for b in self.blocks if b.word == "phase" and "offer" in b.properties]
        for block in self.blocks:
            if more(block) and block.name not in offering:
                help = did_you_mean(block.name, offering) or "declare it: phase NAME, with 'offer: ...'"
                self.findings.add("CS205", f"no phase {block.name!r} offers actions", block.line.span, help)

    def _check_keywords(self) -> None:
        """The text of every keyword, whether a card uses it or not, read on a card that nobody has."""
        for decl in self.tables.keywords:
            values = sample_values(decl, self.tables)
            for kind, line in decl.bodies:
                reader = LineReader(self.tables, CardFacts("", max(kind, -1), ""), self.findings)
                reader.scope = _with(reader.scope, values)  # type: ignore[method-assign]
                reader.read(line.text, line.span)

    def _check_predicates(self) -> None:
        """An adjective that asks for itself, directly or through others, would never come to an answer."""
        asks = {
            i: {
                node.predicate
                for cond in (p.cond, *(other for name, _, other in p.ruled if name == "cond"))
                for node in inside(cond)
                if isinstance(node, ast.Holds)
            }
            for i, p in enumerate(self.tables.predicates)
            if p.cond is not None
        }
        for number, decl in enumerate(self.tables.predicates):
            seen: set[int] = set()
            todo = list(asks.get(number, ()))
            while todo:
                one = todo.pop()
                if one not in seen:
                    seen.add(one)
                    todo += asks.get(one, ())
            if number in seen:
                message = f"whether a card is {decl.name!r} is asked to find out whether it is"
                self.findings.add("CS227", message, decl.span, "describe it by something else")

    def _bodies(self, bodies: BodyReader) -> None:
        counters = {"verb": 0, "label": 0, "adjective": 0, "ending": 0}
        verbs = 0
        for block in self.blocks:
            if block.word in ("verb", "zone", "counter"):
                flags(verbs, block, bodies)
                verbs += block.word == "verb"
        for block in self.blocks:
            if block.word == "keyword":
                self._keyword(block)
        for block in self.blocks:
            if block.word == "window":
                bodies.window(block)
        labels = {lab.name: i for i, lab in enumerate(self.tables.labels)}
        for block in self.blocks:
            if block.word in counters:
                number = counters[block.word]
                counters[block.word] += 1
                if block.word == "label":
                    bodies.label(labels[label_name(block)], block)
                else:
                    getattr(bodies, block.word)(number, block)
        for block in self.blocks:
            if block.word == "action":
                bodies.action(block)

    def _keyword(self, block: Block) -> None:
        """Each "on an X: ..." line is a body for that kind; a plain line is one for any card."""
        name = next((w for w in holes(block.name)[1] if w), block.name)
        decl: KeywordDecl = next(k for k in self.tables.keywords if k.name == name)
        kinds = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
        if not block.line.children:
            self.findings.add(
                "CS219", f"the keyword {name!r} says nothing", block.line.span, "write its text on the lines below it"
            )
        for line in block.line.children:
            key, colon, text = line.text.partition(":")
            if colon and key.startswith("on "):
                kind_name = key[3:].removeprefix("an ").removeprefix("a ").strip().lower()
                kind = ON_A_PLAYER if kind_name == "player" else kinds.get(kind_name, -1)
                if kind == -1:
                    help = did_you_mean(kind_name, kinds) or "declare it: kind NAME"
                    self.findings.add("CS205", f"there is no kind {kind_name!r}", line.span, help)
                    continue
                body = text.strip()
                start = line.text.index(body) if body else 0
                decl.bodies.append((kind, Line(body, line.span.shifted(start, len(line.text)), ())))
            else:
                decl.bodies.append((-1, line))
        kinds_seen = [kind for kind, _ in decl.bodies]
        for position, (kind, line) in enumerate(decl.bodies):
            if kind in kinds_seen[:position]:
                self.findings.add(
                    "CS223", f"{name!r} has a text for these cards already", line.span, "put both into one line"
                )

    # --- cards

    def _card(self, card: CardBlock) -> CardDecl:
        kind = self.tables.card_kinds[card.name]
        self.tables.made_in = card.set
        facts = CardFacts(card.name, kind, card.group, front=card.back_of)
        printed = self._ruled.printed(card)
        facts.rows = rows_of([line.text for line in printed.lines], self.tables)
        reader = LineReader(self.tables, facts, self.findings)
        properties = _Properties()
        abilities: list[ast.Ability] = []
        lines: list[str] = []
        spans: list[Span] = []
        heads: list[int] = []
        leads = ""
        waiting, ruled = printed.lines, printed.ruled
        ruled_lines: list[tuple[int, ast.Cond]] = []
        ruled_abilities: list[tuple[int, ast.Cond]] = []
        while waiting:
            line = waiting.pop(0)
            only, first, known = ruled.get(id(line)), len(lines), len(abilities)
            if not lines and only is None and self._property_line(line, properties):
                continue
            lines.append(line.text)
            brackets: list[tuple[str, Span]] = []
            more: list[tuple[str, Span]] = []
            behind: list[Span] = []
            while (
                waiting
                and ruled.get(id(waiting[0])) is only
                and (waiting[0].text.startswith("(") or reader.goes_on(line.text, waiting[0].text))
            ):
                into = brackets if waiting[0].text.startswith("(") else more
                into.append((waiting[0].text, waiting[0].span))
                behind.append(waiting[0].span)
                lines.append(waiting.pop(0).text)
            result = reader.read(line.text, line.span, brackets, more)
            spans += [line.span, *behind]
            heads += [result.head, *(0 for _ in behind)]
            abilities += result.abilities
            leads = result.leads or leads
            if result.setup is not None:
                self.setup_lines[card.name] = result.setup
            if only is not None:
                ruled_lines += [(n, only) for n in range(first, len(lines))]
                ruled_abilities += [(n, only) for n in range(known, len(abilities))]
        abilities = [facts.changed.get(id(ability), ability) for ability in (*abilities, *facts.gained)]
        return CardDecl(
            card.name, card.set, kind, card.group, 0 if card.back_of else card.count, properties.attributes,
            properties.marks, properties.traits, tuple(abilities), tuple(lines), leads, card.line.span,
            tuple(spans), tuple(heads), card.back_of, tuple(ruled_lines), tuple(ruled_abilities), printed.counts,
        )  # fmt: skip

    def _quoted(self, text: str, span: Span, facts: CardFacts) -> Quoted:
        """The lines of a text in quotes: one begins with each label."""
        lines: list[tuple[int, int]] = []
        for sentence, start, end in self.tables.split(text).sentences:
            if not lines or self.tables.split(sentence).labels:
                lines.append((start, end))
            else:
                lines[-1] = (lines[-1][0], end)
        if lines:
            lines[0] = (0, lines[0][1])
        reader = LineReader(self.tables, facts, self.findings)
        found = [reader.read(text[start:end], span.shifted(start, end)) for start, end in lines]
        return Quoted(
            tuple(ability for one in found for ability in one.abilities),
            tuple(text[start:end] for start, end in lines),
            tuple(span.shifted(start, end) for start, end in lines),
            tuple(one.head for one in found),
        )

    def _property_line(self, line: Line, into: _Properties) -> bool:
        """ "team X, class Y and Z, cost 4, power 2+": only if every item begins with a declared property."""
        attributes, traits = self._property_names
        first_word = line.text.partition(" ")[0].lower()
        if first_word not in attributes and first_word not in traits:
            return False
        items = [item.strip() for item in line.text.split(",")]
        places = [0]
        for item in line.text.split(",")[:-1]:
            places.append(places[-1] + len(item) + 1)
        firsts = [item.partition(" ")[0].lower() for item in items]
        if not all(f in attributes or f in traits for f in firsts):
            return False
        for item, first, place in zip(items, firsts, places, strict=True):
            value = item.partition(" ")[2].strip()
            start = line.text.index(item, place)
            at = line.span.shifted(start, start + len(item))
            if first in attributes:
                digits = value.rstrip("+*")
                mark = value[len(digits) :]
                number = number_in(digits) if digits else 0 if mark else None
                if number is None or len(mark) > 1:
                    help = f"write a number up to {MAX_NUMBER:,}, perhaps with one + or * behind it"
                    self.findings.add("CS215", f"{value[:40]!r} is no printed number", at, help)
                    continue
                if attributes[first] in into.attributes:
                    self.findings.add("CS223", f"{first!r} is there twice", at, "leave one of them out")
                into.attributes[attributes[first]] = number
                if mark:
                    into.marks[attributes[first]] = mark
            else:
                trait = traits[first]
                names = self.tables.traits[trait].values
                wanted = [v.strip() for v in value.split(" and ")]
                known = {n.lower(): i for i, n in enumerate(names)}
                for v in wanted:
                    if v.lower() not in known:
                        self.findings.add(
                            "CS216",
                            f"{first} has no value {v!r}",
                            at,
                            did_you_mean(v, names) or f"it may be {', '.join(names[:12])}",
                        )
                if trait in into.traits or len(set(wanted)) < len(wanted):
                    self.findings.add(
                        "CS223", f"{first!r} is there twice", at, "leave one of them out, or join two values with 'and'"
                    )
                into.traits[trait] = tuple(known[v.lower()] for v in wanted if v.lower() in known)
        return True

    def _rules(self) -> tuple[tuple[ast.Stmt, ...], tuple[ast.Trigger, ...]]:
        standing: list[ast.Stmt] = []
        triggers: list[ast.Trigger] = []
        for block in self.blocks:
            if block.word != "rule":
                continue
            reader = LineReader(self.tables, CardFacts("", -1, ""), self.findings)
            start = block.line.text.index(block.rest) if block.rest else 0
            result = reader.read(block.rest, block.line.span.shifted(start, len(block.line.text)))
            reason, only = block.prop("reason"), self._ruled.only_if(block)
            for ability in result.abilities:
                if ability.kind == "trigger" and ability.pattern is not None:
                    triggers.append(ast.Trigger(only_under(only, ability.pattern), ability.unit, first=ability.first))
                elif ability.kind == "state" and ability.gate is not None:
                    gate = ability.gate if only is None else ast.And((only, ability.gate))
                    self.states.append(StateRule(gate, ability.unit, block.line.span))
                elif ability.kind == "static":
                    body = ability.unit.body
                    parts = [_reasoned(part, reason) for part in (body.parts if isinstance(body, ast.Seq) else (body,))]
                    standing += [ast.If(only, part) for part in parts] if only is not None else parts
                else:
                    self.findings.add(
                        "CS217",
                        "a rule says what always holds or what happens when",
                        block.line.span,
                        "write 'X can't ...', 'X gets ...' or 'When ..., ...'",
                    )
        return tuple(standing), tuple(triggers)

    # --- the whole

    def _game(
        self, cards: tuple[CardDecl, ...], setup: SetupDecl, score: ast.Number | None, score_slots: int,
        standing: tuple[ast.Stmt, ...], triggers: tuple[ast.Trigger, ...],
    ) -> Game:  # fmt: skip
        t, manifest = self.tables, self.loaded.game
        return Game(
            id=manifest.id, title=manifest.title, version=manifest.version, notice=manifest.notice or "",
            zones=tuple(t.zones), kinds=tuple(t.kinds), traits=tuple(t.traits), attributes=tuple(t.attributes),
            resources=tuple(t.resources), counters=tuple(t.counters), labels=tuple(t.labels), verbs=tuple(t.verbs),
            predicates=tuple(t.predicates), actions=tuple(t.actions), phases=tuple(t.phases), endings=tuple(t.endings),
            rulings=tuple(self.loaded.switches()), setup=setup, score=score, score_slots=score_slots, cards=cards,
            setup_lines=self.setup_lines, standing=standing, triggers=triggers, belongings=tuple(t.belongings),
            announcing=dict(t.announcing), states=tuple(self.states), stand_ins=tuple(self.stand_ins),
            ties=self.ties, seat_order=self.seat_order,
            digest=self._digest(),
            sources={s.name: s.text for s in self._texts()},
        )  # fmt: skip

    def _texts(self) -> Iterator[Source]:
        """Every text that was read."""
        yield from (source for _, source in self.loaded.sources)
        yield from (source for source, _ in self.loaded.extra)

    def _digest(self) -> str:
        found = hashlib.sha256()
        for set_id, source in self.loaded.sources:
            for part in (set_id, source.name, source.text):
                found.update(part.encode("utf-8", "surrogatepass"))
                found.update(b"\0")
        for source, lines in self.loaded.extra:
            for line in lines:
                found.update(source.text[line.span.start : _end(line)].encode("utf-8", "surrogatepass"))
                found.update(b"\0")
        return found.hexdigest()


def _reasoned(node: ast.Stmt, reason: str) -> ast.Stmt:
    """A ban with the reason a rule gives for it."""
    return replace(node, reason=reason) if reason and isinstance(node, ast.Forbid) else node


def _end(line: Line) -> int:
    """Where a block ends."""
    return _end(line.children[-1]) if line.children else line.span.end


def _with(plain: Callable[..., Scope], values: dict[str, ast.Node]) -> Callable[..., Scope]:
    """A maker of scopes in which a keyword's parameters can be spoken of."""
    return lambda span, **changes: with_params(plain(span, **changes), values)
