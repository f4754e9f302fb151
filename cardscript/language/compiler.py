"""From the files of a game to a compiled `Game`: headers, words, bodies, cards."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardscript.language import ast
from cardscript.language.abilities import LineReader
from cardscript.language.bodies import BodyReader, action_name
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, CardBlock, holes, read_header
from cardscript.language.outline import Line, read_outline
from cardscript.language.program import CardDecl, Game, RulingDecl, SetupDecl, SetupLine
from cardscript.language.rules import Declarer
from cardscript.language.scope import CardFacts
from cardscript.language.senses import VerbSense
from cardscript.language.vocabulary import Vocabulary

if TYPE_CHECKING:
    from cardscript.language.manifest import LoadedGame


def compile_game(loaded: LoadedGame, findings: Findings) -> Game | None:
    """The game in `loaded`; what is wrong goes to `findings`. None only if nothing usable could be built."""
    return _Compiler(loaded, findings).run()


@dataclass(slots=True)
class _Properties:
    attributes: dict[int, int] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    traits: dict[int, tuple[int, ...]] = field(default_factory=dict)


class _Compiler:
    def __init__(self, loaded: LoadedGame, findings: Findings) -> None:
        self.loaded = loaded
        self.findings = findings
        self.tables = Tables(findings=findings)
        self.blocks: list[Block] = []
        self.cards: list[CardBlock] = []
        self.setup_lines: dict[str, SetupLine] = {}

    def run(self) -> Game | None:
        outlines = [(s, read_outline(source, self.findings)) for s, source in self.loaded.sources]
        kinds = {
            line.text.partition(" ")[2].partition(":")[0].strip().lower()
            for _, lines in outlines for line in lines if line.text.startswith("kind ")
        }  # fmt: skip
        for set_id, lines in outlines:
            for line in lines:
                header = read_header(line, set_id, self.findings, kinds)
                if isinstance(header, CardBlock):
                    self.cards.append(header)
                elif header is not None:
                    self.blocks.append(header)
        vocabulary = Vocabulary()
        Declarer(self.tables, vocabulary, self.findings).declare(self.blocks, self.cards)
        self.tables.lexicon = vocabulary.freeze()
        names = [action_name(b) for b in self.blocks if b.word == "action"]
        bodies = BodyReader(self.tables, self.findings, names)
        self._bodies(bodies)
        cards = tuple(self._card(card) for card in self.cards)
        for block in self.blocks:
            if block.word == "phase":
                bodies.phase(block)
        setup_block = next((b for b in self.blocks if b.word == "setup"), None)
        setup = bodies.setup(setup_block) if setup_block is not None else SetupDecl(1, 9)
        score_block = next((b for b in self.blocks if b.word == "score"), None)
        score, score_slots = bodies.score(score_block) if score_block is not None else (None, 2)
        standing, triggers = self._rules()
        return self._game(cards, setup, score, score_slots, standing, triggers)

    def _bodies(self, bodies: BodyReader) -> None:
        counters = {"verb": 0, "label": 0, "adjective": 0, "ending": 0}
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
                    bodies.label(labels[block.name], block)
                else:
                    getattr(bodies, block.word)(number, block)
        for block in self.blocks:
            if block.word == "action":
                bodies.action(block)

    def _keyword(self, block: Block) -> None:
        """Each "on an X: ..." line is a body for that kind; a plain line is one for any card."""
        from cardscript.language.keywords import KeywordDecl

        name = next((w for w in holes(block.name)[1] if w), block.name)
        decl: KeywordDecl = next(k for k in self.tables.keywords if k.name == name)
        kinds = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
        for line in block.line.children:
            key, colon, text = line.text.partition(":")
            if colon and key.startswith("on "):
                kind_name = key[3:].removeprefix("an ").removeprefix("a ").strip().lower()
                kind = kinds.get(kind_name, -1)
                if kind < 0:
                    self.findings.add("CS205", f"there is no kind {kind_name!r}", line.span, did_you_mean(kind_name, kinds))
                body = text.strip()
                start = line.text.index(body) if body else 0
                decl.bodies.append((kind, Line(body, line.span.shifted(start, len(line.text)), ())))
            else:
                decl.bodies.append((-1, line))

    # --- cards

    def _card(self, card: CardBlock) -> CardDecl:
        kind = self.tables.card_kinds[card.name]
        facts = CardFacts(card.name, kind, card.group)
        reader = LineReader(self.tables, facts, self.findings)
        properties = _Properties()
        abilities: list[ast.Ability] = []
        lines: list[str] = []
        leads = ""
        for line in card.line.children:
            if not lines and self._property_line(line, properties):
                continue
            lines.append(line.text)
            result = reader.read(line.text, line.span)
            abilities += result.abilities
            leads = result.leads or leads
            if result.setup is not None:
                self.setup_lines[card.name] = result.setup
        return CardDecl(
            card.name, card.set, kind, card.group, card.count, properties.attributes, properties.marks, properties.traits,
            tuple(abilities), tuple(lines), leads, card.line.span,
        )  # fmt: skip

    def _property_line(self, line: Line, into: _Properties) -> bool:
        """ "team X, class Y and Z, cost 4, power 2+": only if every item begins with a declared property."""
        attributes = {a.name.lower(): i for i, a in enumerate(self.tables.attributes)}
        traits = {t.name.lower(): i for i, t in enumerate(self.tables.traits)}
        items = [item.strip() for item in line.text.split(",")]
        firsts = [item.partition(" ")[0].lower() for item in items]
        if not all(f in attributes or f in traits for f in firsts):
            return False
        for item, first in zip(items, firsts, strict=True):
            value = item.partition(" ")[2].strip()
            at = line.span.shifted(line.text.index(item), line.text.index(item) + len(item))
            if first in attributes:
                digits = value.rstrip("+*")
                mark = value[len(digits) :]
                if digits and not digits.isdigit():
                    self.findings.add("CS215", f"{value!r} is no printed number", at, "a number, perhaps with + or * behind it")
                    continue
                into.attributes[attributes[first]] = int(digits or 0)
                if mark:
                    into.marks[attributes[first]] = mark
            else:
                trait = traits[first]
                names = self.tables.traits[trait].values
                wanted = [v.strip() for v in value.split(" and ")]
                known = {n.lower(): i for i, n in enumerate(names)}
                for v in wanted:
                    if v.lower() not in known:
                        self.findings.add("CS216", f"{first} has no value {v!r}", at, did_you_mean(v, names))
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
            for ability in result.abilities:
                if ability.kind == "trigger" and ability.pattern is not None:
                    triggers.append(ast.Trigger(ability.pattern, ability.unit))
                elif ability.kind == "static":
                    standing += ability.unit.body.parts if isinstance(ability.unit.body, ast.Seq) else (ability.unit.body,)
                else:
                    self.findings.add("CS217", "a rule says what always holds or what happens when", block.line.span)
        return tuple(standing), tuple(triggers)

    # --- the whole

    def _game(
        self, cards: tuple[CardDecl, ...], setup: SetupDecl, score: ast.Number | None, score_slots: int,
        standing: tuple[ast.Stmt, ...], triggers: tuple[ast.Trigger, ...],
    ) -> Game:  # fmt: skip
        t, manifest = self.tables, self.loaded.game
        rulings = tuple(
            RulingDecl(name, r.default, tuple(r.values), r.cite, r.help) for name, r in manifest.rulings.items()
        )
        return Game(
            id=manifest.id, title=manifest.title, version=manifest.version, notice=manifest.notice or "",
            zones=tuple(t.zones), kinds=tuple(t.kinds), traits=tuple(t.traits), attributes=tuple(t.attributes),
            resources=tuple(t.resources), counters=tuple(t.counters), labels=tuple(t.labels), verbs=tuple(t.verbs),
            predicates=tuple(t.predicates), actions=tuple(t.actions), phases=tuple(t.phases), endings=tuple(t.endings),
            rulings=rulings, setup=setup, score=score, score_slots=score_slots, cards=cards,
            setup_lines=self.setup_lines, standing=standing, triggers=triggers, belongings=tuple(t.belongings),
            digest=self._digest(), sources={s.name: s.text for _, s in self.loaded.sources},
        )  # fmt: skip

    def _digest(self) -> str:
        found = hashlib.sha256()
        for set_id, source in self.loaded.sources:
            for part in (set_id, source.name, source.text):
                found.update(part.encode())
                found.update(b"\0")
        return found.hexdigest()


__all__ = ["VerbSense", "compile_game"]
