"""Sentences in brackets: those that amend the line, those that hold lines back, those that are true anyway."""

from __future__ import annotations

from dataclasses import dataclass

from cardscript.language import ast
from cardscript.language.amendments import Amendment, already_there, amendment
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings
from cardscript.language.inside import inside
from cardscript.language.program import LabelDecl
from cardscript.language.scope import CardFacts, Scope, Unit, Unreadable
from cardscript.language.senses import LabelSense
from cardscript.language.sentences import read_tree, report
from cardscript.language.source import Span
from cardscript.language.syntax import Node

# fmt: off
WITHHELD = (
    "don't", "do", "any", "effect", "until after", "you", "'ve", "do", "all", "the", "other", "effect", "on",
)
# fmt: on
"""The words around the labels of a sentence that holds lines back."""


@dataclass(frozen=True, slots=True)
class Asides:
    """Reads the sentences in brackets of one card."""

    tables: Tables
    facts: CardFacts
    findings: Findings

    def in_a_case(self, text: str) -> bool:
        """Whether a sentence without brackets is one all the same: "If another X is already there, ..."."""
        tree = self.tables.parse(text) if "already there" in text else []
        return isinstance(tree, Node) and already_there(tree)

    def held_labels(self, text: str) -> tuple[int, ...]:
        """The labels of "(Don't do any A or B effects until after you've done all the other effects on this card.)"."""
        tree = self.tables.parse(text) if "until after" in text else []
        if not isinstance(tree, Node):
            return ()
        tokens = [t for t in tree.tokens() if t.term not in ("LPAR", "RPAR", "CONJN")]
        found = [t for t in tokens if any(isinstance(r, LabelSense) for e in t.entries for r in e.refs)]
        words = [t.phrase for t in tokens if t not in found]
        if words not in ([*WITHHELD, "this", "card"], [*WITHHELD, "this"]):
            return ()
        return tuple(r.label for t in found for e in t.entries for r in e.refs if isinstance(r, LabelSense))

    def said_anyway(self, text: str, span: Span, label: LabelDecl | None) -> bool:
        """ "(After the normal LABEL VERB)": says when a labelled line is carried out; lines are, when the verb their
        label waits for is done, so it must be true that this verb does the other one."""
        tree = self.tables.parse(text)
        if not isinstance(tree, Node) or tree.rule != "s_paren":
            return False
        said = [t.phrase for t in tree.tokens() if t.term not in ("LPAR", "RPAR")]
        if said[:3] == ["flip", "it", "over"] and len(said) == 3 and self.facts.name in self.tables.backs:
            return True  # to turn into the card on the other side is that
        front = self.tables.card_kinds.get(self.facts.front, -1)
        start = ["this", "card", "can", "only", "start", "the", "game", "as", "the"]
        if said[:9] == start and said[10:] == ["on", "the", "other", "side"] and front not in (-1, self.facts.kind):
            return said[9] == self.tables.kinds[front].name  # a back of another kind is no choice of its own
        if tree.find("pp") is None:
            return False
        words = [t.text for t in tree.tokens() if t.term not in ("LPAR", "RPAR")]
        verb = self.tables.verb_named(words[-1]) if words else -1
        waits = label.pattern.verb if label is not None and label.pattern is not None else -1
        unit = self.tables.verbs[waits].unit if waits >= 0 else None
        named = label is not None and words[:-1] == ["After", "the", "normal", label.name]
        done = unit is not None and any(isinstance(n, ast.Do) and n.verb == verb for n in inside(unit.body))
        if verb < 0 or not named or not done:
            help = "write '(After the normal LABEL VERB)' of a verb that is done before such lines are carried out"
            self.findings.add("CS301", "this is not so", span, help)
        return True

    def amendments(self, bracketed: list[tuple[str, Span]]) -> tuple[Amendment, ...]:
        """What the sentences in brackets say; the ones that cannot be read are reported."""
        made: list[Amendment] = []
        for text, at in bracketed:
            tree = read_tree(text, at, Scope(self.tables, Unit(), at, card=self.facts), self.findings)
            if tree is None:
                continue
            try:
                made.append(amendment(tree, text, at))
            except Unreadable as error:
                report(error, at, self.findings)
        return tuple(made)
