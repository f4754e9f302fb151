"""Sentences in brackets: those that amend the line, those that hold lines back, those that say what is so anyway.

Each is read by its form to the last word; one that says what is not so is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cardscript.language import ast, comparing
from cardscript.language.accounting import all_read
from cardscript.language.amendments import Amendment, already_there, amendment
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Findings
from cardscript.language.inside import inside
from cardscript.language.phrases import Phrase, read_phrase, senses
from cardscript.language.program import LabelDecl
from cardscript.language.scope import CardFacts, Scope, Unit, Unreadable
from cardscript.language.senses import KindSense, LabelSense
from cardscript.language.sentences import read_tree, report
from cardscript.language.source import Span
from cardscript.language.syntax import Node, first_verb

T = TypeVar("T")
Bracketed = tuple[str, Span]
"""A sentence in brackets, and its place."""


class Asides(msgspec.Struct, frozen=True):
    """Reads the sentences in brackets of one card."""

    tables: Tables
    facts: CardFacts
    findings: Findings

    def in_a_case(self, text: str) -> bool:
        """Whether a sentence without brackets is one all the same: "If another X is already there, ..."."""
        tree = self.tables.parse(text) if "already there" in text else []
        return isinstance(tree, Node) and already_there(tree)

    def held_labels(self, text: str, span: Span) -> tuple[int, ...]:
        """The labels of "(Don't do any A or B effects until after you've done all the other effects on this card.)"."""
        return self._read((text, span), _held) or ()

    def said_anyway(self, text: str, span: Span, label: LabelDecl | None) -> bool:
        """Whether the sentence says what is so anyway: "(Flip it over.)", "(After the normal LABEL VERB)", "(This card
        can only start the game as the KIND on the other side.)"."""
        return bool(self._read((text, span), lambda tree, scope: self._so_anyway(tree, scope, label)))

    def amendments(self, bracketed: list[Bracketed]) -> tuple[Amendment, ...]:
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

    def _read(self, one: Bracketed, read: Callable[[Node, Scope], T | None]) -> T | None:
        """What a sentence says, if it has the form that `read` knows; then it is read to its last word, or reported."""
        text, span = one
        tree = self.tables.parse(text)
        if not isinstance(tree, Node) or tree.rule != "s_paren":
            return None
        scope = Scope(self.tables, Unit(), span, card=self.facts, text=text)
        found: T | None = None
        try:
            found = read(tree, scope)
            if found is not None:
                all_read(tree, scope)
        except Unreadable as error:
            report(error, span, self.findings)
        return found

    def _so_anyway(self, tree: Node, scope: Scope, label: LabelDecl | None) -> bool | None:
        time = tree.find("pp")
        if time is not None:
            return self._after(time, scope, label)
        core = tree.below("core")
        verb = first_verb(core) if core is not None else None
        if core is None or verb is None:
            return None
        if verb.phrase == "flip":
            return self._turned(core, scope)
        if verb.phrase == "start" and core.below("t_as") is not None:
            return self._only_as(core, scope)
        return None

    def _turned(self, core: Node, scope: Scope) -> bool:
        """ "Flip it over": to become what is on the other side is that.

        Raises Unreadable of a card without another side."""
        np = core.below("np")
        phrase = read_phrase(np) if np is not None else None
        it = phrase.pronoun if phrase is not None else None
        if it is None or it.phrase != "it" or core.find("np") is not None:
            raise Unreadable("who flips what over?", core, "write '(Flip it over.)'")
        if self.facts.name not in self.tables.backs:
            raise Unreadable("this card has no other side", core, "leave it out, or declare the card on its back")
        node = next(n for n in core.walk() if n.rule == "v")
        scope.take(it, *(t for t in node.tokens() if t.term[:2] in ("V_", "W_")))
        return True

    def _only_as(self, core: Node, scope: Scope) -> bool:
        """ "This card can only start the game as the KIND on the other side": a back of another kind is no choice of
        its own.

        Raises Unreadable if it is not so."""
        auxs = core.below("auxs")
        subject, game = (read_phrase(n) for n in [n for n in core.walk() if n.rule == "np"][:2])
        trail = next(n for n in core.walk() if n.rule == "t_as")
        np = trail.find("np")
        what = read_phrase(np) if np is not None else None
        side = what.post("on") if what is not None else None
        modal = [t.phrase for t in auxs.tokens()] if auxs is not None else []
        if modal != ["can", "only"] or what is None or side is None or not _the_other_side(side.phrase):
            raise Unreadable("when can it begin the game?", core, "write 'only ... as the KIND on the other side'")
        if subject.determiner != "this" or not _is(game, "the", "game"):
            raise Unreadable("what begins the game as what?", core, "say 'This card can only start the game as ...'")
        front = self.tables.card_kinds.get(self.facts.front, -1)
        kinds = {s.kind for s in senses(what.noun, KindSense)} if what.noun is not None else set()
        if front in (-1, self.facts.kind) or front not in kinds or what.determiner != "the":
            raise Unreadable("this is not so", what.node, "name the kind of the card on the other side")
        scope.take_all(core)
        return True

    def _after(self, time: Node, scope: Scope, label: LabelDecl | None) -> bool:
        """ "After the normal LABEL VERB": when a labelled line is carried out. Lines are, when the verb their label
        waits for is done, so this verb must do the other one.

        Raises Unreadable if it does not."""
        word, bare = time.token("PREP"), time.find("bare")
        phrase = read_phrase(bare if bare is not None else time)
        noun, labels = phrase.noun, phrase.heads[-1].narrowing if phrase.heads else []
        waits = label.pattern.verb if label is not None and label.pattern is not None else -1
        unit = self.tables.verbs[waits].unit if waits >= 0 else None
        own = [t for t in labels if any(self.tables.labels[s.label] is label for s in senses(t, LabelSense))]
        verb = self.tables.verb_named(noun.text) if noun is not None else -1
        done = unit is not None and any(isinstance(n, ast.Do) and n.verb == verb for n in inside(unit.body))
        normal = phrase.adjective("normal")
        if word is None or word.phrase != "after" or normal is None or len(own) != 1 or verb < 0 or not done:
            help = "write '(After the normal LABEL VERB)' of a verb that is done before such lines are carried out"
            raise Unreadable("this is not so", time, help)
        scope.take(word, normal, noun, *own, *(d for d in phrase.determiners if d.phrase == "the"))
        return True


def _held(tree: Node, scope: Scope) -> tuple[int, ...] | None:
    """The labels of lines that wait until all else on the card is done; None for another sentence.

    Raises Unreadable if something else waits, or for something else."""
    clause = next((n for n in tree.walk() if n.rule == "clause" and n.token("SUB") is not None), None)
    sub, core, cond = (clause.token("SUB"), clause.find("core"), clause.find("cond")) if clause else (None, None, None)
    verb = first_verb(core) if core is not None else None
    if sub is None or core is None or cond is None or verb is None or sub.phrase != "until after":
        return None
    vpx, np = core.find("vpx"), core.below("np")
    what = read_phrase(np) if np is not None else None
    negative = comparing.negated(vpx.find("auxs") if vpx is not None else None, scope)
    if verb.phrase != "do" or not negative or what is None or core.find("np") is not None:
        raise Unreadable("what waits?", core, "write '(Don't do any LABEL effects until after ...)'")
    names = [t for h in what.heads for t in (*h.narrowing, h.noun) if senses(t, LabelSense)]
    effects = what.noun
    if not names or effects is None or effects.phrase != "effect" or what.determiner != "any":
        raise Unreadable("which effects wait?", what.node, "name the labels of lines: 'any A or B effects'")
    _all_else(cond, scope)
    scope.take(sub, verb, effects, *names, *what.determiners)
    return tuple(s.label for t in names for s in senses(t, LabelSense))


def _all_else(cond: Node, scope: Scope) -> None:
    """ "you've done all the other effects on this card".

    Raises Unreadable for anything else."""
    who, done = cond.find("np"), cond.below("v_perf")
    part = next(
        (n.token("PART") for n in [done, *(done.all("part") if done is not None else ())] if n is not None), None
    )
    np = done.find("np") if done is not None else None
    subject, what = (read_phrase(n) if n is not None else None for n in (who, np))
    here = what.post("on") if what is not None else None
    you = subject.pronoun if subject is not None else None
    plain = you is not None and you.phrase == "you" and part is not None and part.phrase == "do"
    whole = what is not None and {d.phrase for d in what.determiners} == {"all", "the"} and what.adjective("other")
    if not plain or not whole or what is None or what.noun is None or what.noun.phrase != "effect":
        raise Unreadable(
            "until after what?", cond, "write 'until after you've done all the other effects on this card'"
        )
    if here is None or here.phrase.determiner != "this":
        raise Unreadable("on which card?", cond, "say 'on this card'")
    scope.take_all(cond)


def _the_other_side(phrase: Phrase) -> bool:
    return phrase.adjective("other") is not None and _is(phrase, "the", "side")


def _is(phrase: Phrase, determiner: str, noun: str) -> bool:
    return phrase.determiner == determiner and phrase.noun is not None and phrase.noun.phrase == noun
