"""The tables a game's declarations fill, and the words they add to the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec

from cardscript.language import ast, places
from cardscript.language.diagnostics import Diagnostic, Findings, did_you_mean
from cardscript.language.keywords import KeywordDecl
from cardscript.language.phrases import Phrase, read_phrase, senses
from cardscript.language.program import (
    ActionDecl,
    AttributeDecl,
    CardDecl,
    CounterDecl,
    EndingDecl,
    KindDecl,
    LabelDecl,
    PhaseDecl,
    PredicateDecl,
    Refusal,
    ResourceDecl,
    TraitDecl,
    VerbDecl,
    ZoneDecl,
)
from cardscript.language.quoted import Quoted
from cardscript.language.scope import CardFacts, Scope, Unit
from cardscript.language.selections import Source, in_places
from cardscript.language.senses import Sense, SpaceSense, VerbSense, ZoneSense
from cardscript.language.source import NOWHERE, Span
from cardscript.language.syntax import Node, Token, without_first
from cardscript.language.vocabulary import Vocabulary

if TYPE_CHECKING:
    from cardscript.language.grammar import Lexicon
    from cardscript.language.headers import Block
    from cardscript.language.lines import SplitLine
    from cardscript.language.outline import Line

CORE_EXTRA_VERBS = (
    "push {np}",
    "push out {np}",
    "fill {np}",
    "carry out {np}",
    "require {np}",
    "lose {np}",
    "open {np}",
    "announce {np}",
    "change {np} [to {np}]",
    "affect {np}",
    "close {np}",
    "cause {np}",
    "distribute {np}",
)
CORE_EXTRA_NOUNS = ("line", "text", "owner", "card effect", "place", "target")
CORE_EXTRA_ADJECTIVES = ("rightmost", "leftmost", "active", "escaping")


GRANTED = "gained abilities"


class VerbFacts(msgspec.Struct):
    """What the resolver needs of a verb besides its `VerbDecl`: `source` the words of its default source, `zone` the
    zone its cards must come from (-1: any), `into` the place that coming to means this verb."""

    head: str
    line: Line
    intransitive: bool = False
    source: str = ""
    zone_words: str = ""
    zone: int = -1
    into_words: str = ""
    result_words: str = ""
    at_once: ast.Cond | None = None
    """The rulings under which all choose before any does it; None: under none."""
    tally: ast.Cond | None = None
    """The rulings under which "12 X flee" counts its events in place of the cards in `result`."""
    aside: tuple[ast.Cond, int] | None = None
    """The rulings under which several cards are put into a zone before it is done to the first of them."""
    amount: int | None = None
    params: list[tuple[str, str]] = []
    actor: str = ""
    takes_card: bool = False
    unit_word: str = ""
    step: bool = False
    """It is how a card goes on by one space of its row."""
    own: bool = False
    """It belongs to a text: no word means it."""


class Tables(msgspec.Struct):
    """Everything declared so far. Numbers of kinds, zones, verbs ... are positions in these lists."""

    zones: list[ZoneDecl] = []
    kinds: list[KindDecl] = []
    traits: list[TraitDecl] = []
    traits_absent_count: list[bool] = []
    attributes: list[AttributeDecl] = []
    resources: list[ResourceDecl] = []
    counters: list[CounterDecl] = []
    labels: list[LabelDecl] = []
    label_places: dict[int, tuple[int, ...]] = {}
    label_uses: dict[int, Block] = {}
    """Label of actions -> its declaration, if that says itself what is done when such a line is used."""
    read_use: Callable[[Block, ast.Unit, str], tuple[ast.Unit, tuple[Refusal, ...]]] | None = None
    """Reads what is done when a line behind such a label is used, and what refuses it."""
    label_conditions: dict[int, tuple[ast.Cond, int]] = {}
    """Label -> when its lines work (slot THIS is the card), and how many slots that is read with."""
    label_gates: dict[int, int] = {}
    """Label -> the predicate that must hold for its lines to work."""
    label_objects: dict[int, frozenset[int]] = {}
    """Label -> the kinds of the card that a verb is about which carries out its lines: "the Omen" in a Omen line."""
    verbs: list[VerbDecl] = []
    verb_facts: list[VerbFacts] = []
    predicates: list[PredicateDecl] = []
    predicate_texts: dict[int, str] = {}
    """What their declarations say of the cards or players they fit."""
    other_texts: dict[int, list[tuple[ast.Cond, str]]] = {}
    """What they say under other rulings."""
    actions: list[ActionDecl] = []
    phases: list[PhaseDecl] = []
    endings: list[EndingDecl] = []
    keywords: list[KeywordDecl] = []
    more_homes: dict[int, list[ast.Place]] = {}
    """Kind -> where its cards are looked for besides their home."""
    belongings: list[int] = []
    unplayed: dict[int, ast.Cond] = {}
    """Zone -> the rulings under which cards that lie there do not count as played this turn for lines with icons."""
    unrevealed: dict[int, ast.Cond] = {}
    """Zone of belongings -> the rulings under which cards there are none of those that a player can reveal."""
    regions: list[tuple[int, ...]] = []
    """Zones that have a name together."""
    window_to: dict[str, str] = {}
    """Window -> to whom it is offered, in the words of its declaration."""
    label_verbs: dict[int, int] = {}
    """Label -> the verb that carries out its lines."""
    made_in: str = ""
    """The set of the card whose text is being read."""
    giving: dict[int, int] = {}
    """Attribute -> the attribute of cards that give it to others."""
    announcing: dict[int, int] = {}
    """Label -> the verb whose events announce its lines."""
    controlled: list[int] = []
    """The zones in which a player's cards are under control."""
    card_kinds: dict[str, int] = {}
    groups: dict[str, str] = {}
    backs: dict[str, str] = {}
    """Card -> the card on its other side."""
    other_groups: list[str] = []
    group_called: dict[str, str] = {}
    """Other name -> the group."""
    """The other names of groups."""
    beside_zones: dict[str, int] = {}
    quantities: dict[str, tuple[int, ...]] = {}
    fewest: int = 1
    windows: dict[str, ast.Window] = {}
    words: dict[str, tuple[str, list[Sense], str | None]] = {}
    names: dict[str, list[Sense]] = {}
    lexicon: Lexicon | None = None
    findings: Findings = msgspec.field(default_factory=Findings)
    parsed: dict[str, Node | list[Diagnostic]] = {}
    lines: dict[str, SplitLine] = {}
    made: list[CardDecl] = []
    """Cards that only exist as what other cards become: described by a sentence, with their text in quotes."""
    read_quoted: Callable[[str, Span, CardFacts], Quoted] | None = None
    """Reads a quoted text as the lines of a card."""
    open_keywords: list[str] = []
    """Keywords whose text is being read, the outermost first."""

    # --- words

    def noun(self, phrase: str, sense: Sense, plural: str | None = None) -> None:
        """Declare a noun; several declarations of one phrase are several meanings of one word."""
        key = phrase.lower()
        known = self.words.get(key)
        if known is None:
            self.words[key] = (phrase, [sense], plural)
        elif sense not in known[1]:
            known[1].append(sense)

    def name(self, phrase: str, sense: Sense) -> None:
        """Declare a proper name; where the same phrase is a noun it is one more meaning of that."""
        known = self.names.setdefault(phrase, [])
        if sense not in known:
            known.append(sense)

    def fill(self, vocabulary: Vocabulary) -> None:
        """Give all nouns and names to a vocabulary."""
        for phrase in CORE_EXTRA_NOUNS:
            vocabulary.noun(phrase, None)
        for phrase in CORE_EXTRA_ADJECTIVES:
            vocabulary.adjective(phrase, None)
        for template in CORE_EXTRA_VERBS:
            vocabulary.verb(template, None)
        for name, meanings in list(self.names.items()):
            known = self.words.get(name.lower())
            if known is not None:
                known[1].extend(s for s in meanings if s not in known[1])
                del self.names[name]
        for phrase, meanings, plural in self.words.values():
            vocabulary.noun(phrase, tuple(meanings), plural=plural)
        for name, meanings in self.names.items():
            vocabulary.name(name, tuple(meanings))

    # --- reading

    def parse(self, text: str) -> Node | list[Diagnostic]:
        """The tree of one sentence; equal sentences are read once."""
        found = self.parsed.get(text)
        if found is None:
            assert self.lexicon is not None
            found = self.parsed[text] = self.lexicon.parse(text)
        return found

    def split(self, text: str) -> SplitLine:
        """A line taken apart; equal lines are taken apart once."""
        found = self.lines.get(text)
        if found is None:
            assert self.lexicon is not None
            found = self.lines[text] = self.lexicon.split(text)
        return found

    def forget(self) -> None:
        """Read every sentence and line anew from now on."""
        self.parsed.clear()
        self.lines.clear()

    def sentences(self, text: str) -> list[str]:
        return [s[0] for s in self.split(text).sentences]

    # --- kinds

    def is_a(self, kind: int, of: int) -> bool:
        return kind == of or of in self.kinds[kind].parents

    def related(self, kinds: Iterable[int], kind: int) -> bool:
        """One of the kinds can be this kind, or the other way round."""
        return any(self.is_a(k, kind) or self.is_a(kind, k) for k in kinds)

    def near_kind(self, word: str) -> str:
        return did_you_mean(word, [k.name for k in self.kinds])

    def near(self, word: str, known: Iterable[str]) -> str:
        return did_you_mean(word, known)

    def short_names(self, name: str) -> frozenset[str]:
        """The names a card may use for itself: its own, the part before a comma, both without the article."""
        parts = {name, name.partition(",")[0]}
        first, the, _ = name.partition(" the ")
        if the and first.count(" ") == 0 and first[:1].isupper() and "," not in name:
            parts.add(first)
        parts |= {p[4:] for p in parts if p.lower().startswith("the ")}
        return frozenset(parts)

    # --- attributes and the like

    def attribute_named(self, word: str) -> int:
        lowered = word.lower()
        for index, decl in enumerate(self.attributes):
            if decl.name.lower() == lowered:
                return index
        return -1

    def predicate_named(self, word: str) -> int:
        """The adjective of a card that a word is, or -1."""
        lowered = word.lower()
        return next((i for i, p in enumerate(self.predicates) if p.name.lower() == lowered and p.of == "card"), -1)

    # --- verbs

    def verb_words(self) -> list[str]:
        return [f.head for f in self.verb_facts]

    def near_verb(self, token: Token | None) -> str:
        return self.near(token.phrase, self.verb_words()) if token is not None else ""

    def verbs_of(self, token: Token) -> list[int]:
        """The declared verbs a word can be."""
        return list(dict.fromkeys(s.verb for s in senses(token, VerbSense)))

    def verb_named(self, head: str) -> int:
        """The general verb of a name (one without a fixed origin), or -1."""
        found = [i for i, f in enumerate(self.verb_facts) if f.head == head]
        return self.hand_verb(found) if found else -1

    def hand_verb(self, declared: list[int]) -> int:
        """Of several verbs of one name the one that is not bound to a place."""
        free = [d for d in declared if not self.verb_facts[d].zone_words]
        return (free or declared)[0]

    def verb_zone(self, verb: int) -> int:
        return self.verb_facts[verb].zone

    def intransitive(self, verb: int) -> bool:
        return self.verb_facts[verb].intransitive

    def done_by(self, verb: int, kinds: Iterable[int]) -> bool:
        """Whether the first parameter of a verb says that cards of these kinds do it."""
        params = self.verb_facts[verb].params
        words = params[0][1].lower() if params else ""
        return any(words == self.kinds[k].name.lower() or self._is_named(k, words) for k in kinds)

    def _is_named(self, kind: int, words: str) -> bool:
        return any(self.kinds[parent].name.lower() == words for parent in self.kinds[kind].parents)

    def announced(self, label: int, span: Span) -> int:
        """The verb whose events say that lines with a label are about to be carried out; declared when it is needed."""
        known = self.announcing.get(label)
        if known is None:
            known = self.announcing[label] = len(self.verbs)
            name = f"begin the {self.labels[label].name} lines of"
            self.verbs.append(VerbDecl(name, name, name, "player", True, None, span=span))
            self.verb_facts.append(VerbFacts("", self.verb_facts[0].line, takes_card=True))
        return known

    def at_once(self, verb: int) -> ast.Cond | None:
        return self.verb_facts[verb].at_once

    def has_amount(self, verb: int) -> bool:
        return self.verb_facts[verb].amount is not None

    def verb_result(self, verb: int) -> int:
        return self.zone_named(self.verb_facts[verb].result_words, self.verb_facts[verb].line.span)

    def zone_named(self, words: str, at: Span = NOWHERE) -> int:
        """The zone a short phrase names, or -1."""
        phrase = self.phrase(words, at)
        if phrase is None or phrase.noun is None:
            return -1
        for zone in senses(phrase.noun, ZoneSense):
            return zone.zone
        for space in senses(phrase.noun, SpaceSense):
            return space.zone
        return -1

    def phrase(self, words: str, at: Span = NOWHERE) -> Phrase | None:
        """A noun phrase written in a declaration (`at`), read by itself."""
        if not words:
            return None
        tree = self.parse(words)
        if not isinstance(tree, Node):
            for d in tree:
                self.findings.add(d.code, d.message, at, d.help)
            return None
        np = tree.below("np")
        over = [t for t in tree.tokens() if np is None or not np.start <= t.start < np.end]
        if over and np is not None:
            np = self._behind_article(words)
        if np is None and over:
            self.findings.add("CS301", f"{over[0].text!r} has no part in {words!r}", at, "leave it out, or reword")
            return None
        return read_phrase(np) if np is not None else None

    def _behind_article(self, words: str) -> Node | None:
        """A noun phrase whose first word is also a verb ("tamed Beast in the Yard"), so that it was read as a sentence;
        behind an article it can only be a phrase."""
        article = "the "
        tree = self.parse(article + words)
        np = tree.below("np") if isinstance(tree, Node) else None
        if np is None or not isinstance(tree, Node) or len([*np.tokens()]) < len([*tree.tokens()]):
            return None
        return without_first(np, len(article))

    def source_of(self, verb: int, actor: ast.Player, scope: Scope) -> Source | None:
        """Where a verb's cards come from if its sentence does not say."""
        words = self.verb_facts[verb].source
        phrase = self.phrase(words, self.verb_facts[verb].line.span)
        if phrase is None:
            return None
        quiet = Scope(self, scope.unit, you=actor, their=actor, owner_of_your=scope.owner_of_your)
        with scope.aside():
            if phrase.noun is None and phrase.adjective("top"):
                post = phrase.post("of")
                spot = places.places(post.phrase, quiet) if post is not None else []
                return Source(top=spot[0]) if spot else None
            spots = places.places(phrase, quiet)
        return Source(in_places(spots)) if spots else None

    def source_zones(self, verb: int) -> tuple[int, ...]:
        """The zones a verb's cards come from if its sentence does not say."""
        words = self.verb_facts[verb].source
        phrase = self.phrase(words, self.verb_facts[verb].line.span)
        if phrase is None:
            return ()
        spots = places.places(phrase, Scope(self, Unit()))
        return tuple(spot.zone for spot in spots if isinstance(spot, ast.ZonePlace))

    def arrives_in(self, verb: int, row: int) -> bool:
        """Whether a verb means an arrival in a row."""
        words = self.verb_facts[verb].into_words
        phrase = self.phrase(words, self.verb_facts[verb].line.span) if words else None
        spots = places.places(phrase, Scope(self, Unit())) if phrase is not None else []
        return any(isinstance(spot, (ast.SpacePlace, ast.ZonePlace)) and spot.zone == row for spot in spots)

    def entering(self, place: ast.Place) -> int:
        """The verb that coming to a place means, or -1 ("moves into the first space" is an arrival there)."""
        for index, facts in enumerate(self.verb_facts):
            if not facts.into_words:
                continue
            phrase = self.phrase(facts.into_words, facts.line.span)
            if phrase is None:
                continue
            spots = places.places(phrase, Scope(self, Unit()))
            if spots and _same_place(spots[0], place):
                return index
        return -1

    def beside(self, word: str, phrase: Phrase) -> ast.Place | None:
        """The zone declared for "next to the X" / "above the X"."""
        noun = phrase.noun
        if noun is None:
            return None
        zone = self.beside_zones.get(f"{word} {noun.phrase}".lower(), -1)
        return ast.ZonePlace(zone) if zone >= 0 else None

    def resource_of_its_own(self, name: str, span: Span) -> int:
        """Points of a text, gone at the end of the turn, which no word means; one sort for each name."""
        known = next((i for i, r in enumerate(self.resources) if r.name == name), -1)
        if known < 0:
            known = len(self.resources)
            self.resources.append(ResourceDecl(name, "turn", 0, span))
        return known

    def event_of_its_own(self, name: str) -> int:
        """An event with a card that no word means: that a text of it was used."""
        known = next((i for i, v in enumerate(self.verbs) if v.name == name and self.verb_facts[i].own), -1)
        if known < 0:
            from cardscript.language.outline import Line

            known = len(self.verbs)
            self.verbs.append(VerbDecl(name, f"{name}s", f"{name}d", "player", True, None))
            self.verb_facts.append(VerbFacts("", Line("", NOWHERE, ()), takes_card=True, own=True))
        return known

    def destroying(self, span: Span) -> int:
        """The verb whose events take a space out of its row: it is done to a place. Declared when it is needed."""
        known = next((i for i, v in enumerate(self.verbs) if v.name == "destroy" and self.verb_facts[i].own), -1)
        if known < 0:
            known = len(self.verbs)
            gone = ast.Unit(ast.DestroySpace(ast.PlaceSlot(ast.SOURCE_PLACE), span=span), ast.FIRST_FREE, "", span=span)
            self.verbs.append(VerbDecl("destroy", "destroys", "destroyed", "player", False, gone, span=span))
            self.verb_facts.append(VerbFacts("", self.verb_facts[0].line, own=True))
        return known

    def put_by(self, head: str) -> tuple[int, ...]:
        """The zone a verb puts its card into first."""
        verb = self.verb_named(head)
        unit = self.verbs[verb].unit if verb >= 0 else None
        parts = unit.body.parts if unit is not None and isinstance(unit.body, ast.Seq) else ()
        return tuple(p.goal.zone for p in parts[:1] if isinstance(p, ast.Move) and isinstance(p.goal, ast.ZonePlace))

    def granted(self, text: str) -> tuple[int, int]:
        """What marks a card that has gained the ability with this text: a value of a trait that no word means."""
        trait = next((i for i, t in enumerate(self.traits) if t.name == GRANTED), -1)
        if trait < 0:
            trait = len(self.traits)
            self.traits.append(TraitDecl(GRANTED, ()))
            self.traits_absent_count.append(False)
        decl = self.traits[trait]
        if text not in decl.values:
            decl = self.traits[trait] = TraitDecl(GRANTED, (*decl.values, text), decl.span)
        return trait, decl.values.index(text)

    def label_zones(self, label: int) -> tuple[int, ...]:
        return self.label_places.get(label, ())

    def add_action(self, action: ActionDecl) -> int:
        """An action printed on cards; equal lines give one action."""
        for index, known in enumerate(self.actions):
            if known.printed_on == action.printed_on and known.unit.text == action.unit.text and known.printed_on >= 0:
                return index
        self.actions.append(action)
        return len(self.actions) - 1


def _same_place(left: ast.Place, right: ast.Place) -> bool:
    if isinstance(left, ast.SpacePlace) and isinstance(right, ast.SpacePlace):
        return (left.zone, left.index) == (right.zone, right.index)
    if isinstance(left, ast.ZonePlace) and isinstance(right, ast.ZonePlace):
        return left.zone == right.zone
    return False
