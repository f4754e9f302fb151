"""Declarations, first pass: names and words. What sentences inside them mean is read in `bodies`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from cardscript.language import ast
from cardscript.language.declare import Tables, VerbFacts
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.frames import TemplateError
from cardscript.language.headers import Block, CardBlock, holes, label_name, split_list
from cardscript.language.keywords import KeywordDecl
from cardscript.language.morphology import plural, verb_forms
from cardscript.language.program import (
    AttributeDecl,
    CounterDecl,
    EndingDecl,
    KindDecl,
    LabelDecl,
    PredicateDecl,
    ResourceDecl,
    TraitDecl,
    VerbDecl,
    ZoneDecl,
)
from cardscript.language.ruled import plain
from cardscript.language.senses import (
    AttributeSense,
    ContestSense,
    CounterSense,
    EndingSense,
    GroupSense,
    KeywordSense,
    KindSense,
    LabelSense,
    NameSense,
    ParamSense,
    PhaseSense,
    PredicateSense,
    RegionSense,
    ResourceSense,
    RoleSense,
    SpaceOfSense,
    SpaceSense,
    TraitSense,
    ValueSense,
    VerbSense,
    WindowSense,
    ZoneSense,
)
from cardscript.language.setup_numbers import declare_numbers
from cardscript.language.shape import more, number_in
from cardscript.language.vocabulary import Vocabulary

LABEL_MODES = ("trigger", "run", "ending", "static", "action", "setup", "leads", "data", "gate")


def _adjective_name(block: Block) -> str:
    return block.name.partition("(")[0].strip()


class Declarer:
    """Reads the headers of all blocks into the tables and the vocabulary."""

    def __init__(self, tables: Tables, vocabulary: Vocabulary, findings: Findings) -> None:
        self.tables = tables
        self.vocabulary = vocabulary
        self.findings = findings
        self._adjectives: set[str] = set()

    def declare(self, blocks: list[Block], cards: list[CardBlock]) -> None:
        """All names first (zones, kinds ...), so that the order of files does not matter."""
        self._adjectives = {_adjective_name(block).lower() for block in blocks if block.word == "adjective"}
        for block in blocks:
            method = getattr(self, f"_{block.word}", None)
            if method is not None:
                method(block)
        self._doing_words()
        self._late(blocks)
        for card in cards:
            self._card(card)
        self.tables.fill(self.vocabulary)

    def _doing_words(self) -> None:
        """An adjective that is the -ing form of a verb ("hiding") may be said of who does it, without an object."""
        adjectives = {p.name.lower() for p in self.tables.predicates}
        for facts in self.tables.verb_facts:
            if any(feature == "ing" and form.lower() in adjectives for form, feature in verb_forms(facts.head)):
                self.vocabulary.verb(facts.head, None)

    def _also(self, block: Block) -> list[str]:
        return split_list(block.prop("also"))

    def _unique(self, block: Block, names: list[str], what: str) -> bool:
        if block.name in names:
            self.findings.add(
                "CS202", f"the {what} {block.name!r} is declared twice", block.line.span, "leave one of them out"
            )
            return False
        return True

    def _zone(self, block: Block) -> None:
        if not self._unique(block, [z.name for z in self.tables.zones], "zone"):
            return
        number = len(self.tables.zones)
        text = block.rest
        spaces: tuple[str, ...] = ()
        row = re.match(r"row of (.+)$", text)
        if row is not None:
            spaces = tuple(str(i + 1) for i in range(int(row[1]))) if row[1].isdigit() else tuple(split_list(row[1]))
        sees = "none" if text.startswith("face-down") else "owner" if text.startswith("hidden") else "all"
        order = split_list(block.prop("left to right"))
        known = {s: i for i, s in enumerate(spaces)}
        bad = [s for s in order if s not in known]
        if bad:
            self.findings.add(
                "CS203",
                f"{block.name} has no space {bad[0]!r}",
                block.span_of("left to right"),
                did_you_mean(bad[0], known),
            )
            order = []
        left = tuple(known[s] for s in order) if order else tuple(range(len(spaces)))
        per_player = text.endswith("of each player")
        printed = block.prop("as printed") == "yes"
        self.tables.zones.append(
            ZoneDecl(
                block.name,
                per_player,
                spaces,
                left,
                sees,  # type: ignore[arg-type]
                printed=printed,
                resets=block.prop("counters") == "taken off",
                span=block.line.span,
            )
        )
        if block.prop("belongings") == "yes":
            self.tables.belongings.append(number)
        if block.prop("controlled") == "yes":
            self.tables.controlled.append(number)
        for name in (block.name, *self._also(block)):
            word = next((w for w in ("next to ", "above ") if name.startswith(w)), "")
            if word:
                self.tables.beside_zones[word + name[len(word) :].removeprefix("the ").lower()] = number
            else:
                self.tables.noun(name, ZoneSense(number))
        if row is not None:
            self.tables.noun(f"{block.name} space", SpaceOfSense(number))
            if not row[1].isdigit():
                for index, space in enumerate(spaces):
                    self.tables.noun(space, SpaceSense(number, index), space)

    def _trait(self, block: Block) -> None:
        number = len(self.tables.traits)
        values = tuple(split_list(block.rest))
        self.tables.traits.append(TraitDecl(block.name, values, block.line.span))
        self.tables.traits_absent_count.append(block.prop("absent") == "counts")
        for name in (block.name, *self._also(block)):
            self.tables.noun(name, TraitSense(number))
        if block.prop("none"):
            self.vocabulary.adjective(block.prop("none"), (ValueSense(number, -1),))
        for index, value in enumerate(values):
            self.vocabulary.icon(f"[{value}]", (ValueSense(number, index),))

    def _attribute(self, block: Block) -> None:
        self.tables.noun(block.name, AttributeSense(len(self.tables.attributes)))
        self.tables.attributes.append(AttributeDecl(block.name, block.line.span))

    def _resource(self, block: Block) -> None:
        number = len(self.tables.resources)
        until = "game" if block.prop("kept") == "yes" else "turn"
        start, unit = block.prop("start"), block.prop("unit")
        units = (unit, plural(unit) if unit else "")
        begin = number_in(start) or 0
        self.tables.resources.append(
            ResourceDecl(block.name, until, begin, block.line.span, units)  # type: ignore[arg-type]
        )
        self.tables.noun(block.name, ResourceSense(number))
        for name in (*self._also(block), *([unit] if unit else [])):
            self.tables.noun(name, ResourceSense(number))

    def _counter(self, block: Block) -> None:
        if not self.tables.counters:
            self.tables.noun("counter", CounterSense(-1))
        self.tables.noun(block.name, CounterSense(len(self.tables.counters)))
        self.tables.counters.append(CounterDecl(block.name, block.line.span))

    def _kind(self, block: Block) -> None:
        if not self._unique(block, [k.name for k in self.tables.kinds], "kind"):
            return
        self.tables.noun(block.name, KindSense(len(self.tables.kinds)), block.prop("plural") or None)
        self.tables.kinds.append(KindDecl(block.name, (), -1, block.line.span))

    def _label(self, block: Block) -> None:
        if block.rest not in LABEL_MODES:
            self.findings.add(
                "CS204", f"a label cannot be {block.rest!r}", block.line.span, f"one of {', '.join(LABEL_MODES)}"
            )
        number = len(self.tables.labels)
        mode = block.rest if block.rest in LABEL_MODES else "data"
        params, name = holes(block.name)[0], label_name(block)
        if "do" in block.properties:
            self.tables.label_uses[number] = block
            self._param("ability")
        decl = LabelDecl(
            name,
            mode,  # type: ignore[arg-type]
            None,
            block.prop("ending"),
            block.line.span,
            block.prop("called") or name,
            block.prop("reason"),
        )
        self.tables.labels.append(decl)
        if params:
            self.vocabulary.label_template(f"{name} {{np}}", (LabelSense(number),))
        for one in (*(() if params else (name,)), *self._also(block)):
            self.vocabulary.label(one, (LabelSense(number),))
        self.tables.noun(name, LabelSense(number))
        if mode == "gate" and "if" in block.properties:
            self.tables.label_gates[number] = len(self.tables.predicates)
            self.tables.noun(name, PredicateSense(len(self.tables.predicates)))
            self.tables.predicates.append(PredicateDecl(name, "table", None, 0, block.line.span))  # type: ignore[arg-type]

    def _verb(self, block: Block) -> None:
        params = holes(block.name)[0]
        facts = VerbFacts("", block.line)
        if block.name.startswith("{"):
            facts.actor = params[0][0]
            template_params = params[1:]
            template = block.name[block.name.index("}") + 1 :].strip()
        else:
            template_params, template = params, block.name
        for name, _ in template_params:
            template = re.sub(r"\{" + re.escape(name) + r"[^{}]*\}", "{np}", template, count=1)
        facts.head = template.partition(" {")[0].strip()
        facts.intransitive = bool(facts.actor) and not template_params
        facts.unit_word = next((w[10:].strip() for _, w in params if w.startswith("number of ")), "")
        facts.takes_card = len(template_params) > bool(facts.unit_word) or facts.intransitive
        facts.params = params
        facts.source, facts.zone_words = block.prop("from"), block.prop("of")
        facts.into_words, facts.result_words = block.prop("into"), block.prop("result")
        facts.step = block.prop("step") == "yes"
        amount = block.prop("amount")
        facts.amount = number_in(amount)
        number = len(self.tables.verbs)
        forms = split_list(block.prop("forms"))
        given = dict(zip(("s", "past", "part", "ing"), forms, strict=False)) if forms else None
        try:
            self.vocabulary.verb(template, VerbSense(number), forms=given)
            if facts.unit_word and len(template_params) > 1:  # "can't deal Damage"
                self.vocabulary.verb(f"{facts.head} {{np}}", VerbSense(number))
        except TemplateError as error:
            self.findings.add(
                "CS221",
                str(error),
                block.line.span,
                "write its words, then what it is done to: verb give {card} to {player}",
            )
        spoken = {feature: form for form, feature in verb_forms(facts.head, given or {})}
        several = facts.unit_word and len(template_params) > 1  # "deals Damage to" a unit, point by point
        counted = f" {facts.unit_word} {template.split('{np}')[1].strip()}" if several else ""
        self.tables.verb_facts.append(facts)
        self.tables.verbs.append(
            VerbDecl(
                facts.head,
                spoken.get("s", facts.head) + counted,
                spoken.get("past", facts.head),
                "card" if facts.actor and not facts.intransitive else "player",
                facts.takes_card,
                None,
                intransitive=facts.intransitive,
                span=block.line.span,
            )
        )
        for name, _ in params:
            self._param(name)
        if facts.unit_word:
            self.tables.noun(facts.unit_word, ParamSense(facts.unit_word), facts.unit_word)

    def _window(self, block: Block) -> None:
        self.tables.noun(block.name, WindowSense(block.name), block.name)

    def _param(self, name: str) -> None:
        self.tables.noun(name, ParamSense(name))

    def _keyword(self, block: Block) -> None:
        params, words = holes(block.name)
        name = next((w for w in words if w), block.name)
        before = tuple(params[:1]) if block.name.startswith("{") else ()
        after = tuple(params[len(before) :])
        number = next((i for i, k in enumerate(self.tables.keywords) if k.name == name), -1)
        if number < 0:
            number = len(self.tables.keywords)
            self.tables.keywords.append(KeywordDecl(name, before, after))
            self.tables.noun(name, KeywordSense(number))
        for param, _ in params:
            self._param(param)

    def _adjective(self, block: Block) -> None:
        number = len(self.tables.predicates)
        name = _adjective_name(block)
        of: Literal["card", "player"] = "player" if "(player)" in block.name else "card"
        self.tables.predicates.append(PredicateDecl(name, of, None, 0, block.line.span))  # type: ignore[arg-type]
        self.tables.predicate_texts[number] = block.rest
        self.vocabulary.adjective(name, (PredicateSense(number),))
        opposites = [f"un{name}"] if f"un{name}".lower() not in self._adjectives else []
        for negated in split_list(block.prop("not")) or opposites:
            self.vocabulary.adjective(negated, (PredicateSense(number, True),))

    def _phase(self, block: Block) -> None:
        if not more(block):
            self.tables.noun(block.name, PhaseSense(block.name), block.name)

    def _action(self, block: Block) -> None:
        for name, _ in holes(block.name)[0]:
            self._param(name)

    def _ending(self, block: Block) -> None:
        timing: Literal["now", "turn"] = "turn" if plain(block, "timing") == "after the turn" else "now"
        self.tables.endings.append(
            EndingDecl(
                block.name,
                block.rest,
                block.prop("result") or "over",
                None,
                2,
                timing,
                plain(block, "final") == "yes",
                -len(self.tables.endings),
                plain(block, "ranked") != "no",
                block.line.span,
            )
        )
        self.tables.names.setdefault(block.name, []).append(EndingSense(block.name))

    def _group(self, block: Block) -> None:
        for name in (block.name, *self._also(block)):
            self.tables.name(name, GroupSense(block.name))
            self.tables.other_groups.append(name)
            self.tables.group_called[name] = block.name

    def _contest(self, block: Block) -> None:
        self.tables.noun(block.name, ContestSense(block.name))
        if block.prop("too much"):
            self.vocabulary.verb(block.prop("too much"), ContestSense(block.name, fails=True))

    def _card(self, card: CardBlock) -> None:
        if card.group:
            self.tables.groups[card.group] = card.group
            self.tables.name(card.group, GroupSense(card.group))
        kind = next((i for i, k in enumerate(self.tables.kinds) if k.name.lower() == card.kind), -1)
        self.tables.card_kinds[card.name] = kind
        if card.back_of:
            self.tables.backs[card.back_of] = card.name
        front_names = self.tables.short_names(card.back_of) if card.back_of else set()
        for name in self.tables.short_names(card.name) | front_names:
            self.tables.name(name, NameSense(card.name))
        for name in self.tables.short_names(card.name):
            if card.name.lower().startswith("the "):
                self.tables.name(f"the {name}" if not name.lower().startswith("the ") else name, NameSense(card.name))

    def _late(self, blocks: list[Block]) -> None:
        """What names other declarations: parents and homes of kinds, refills, belongings, set-up numbers."""
        zones = {name.lower(): i for i, z in enumerate(self.tables.zones) for name in (z.name,)}
        kinds = {k.name.lower(): i for i, k in enumerate(self.tables.kinds)}
        for block in blocks:
            if block.word == "kind":
                self._kind_links(block, kinds, zones)
            elif block.word == "zone":
                self._zone_links(block, zones)
            elif block.word == "attribute" and block.prop("gives"):
                attributes = {a.name.lower(): i for i, a in enumerate(self.tables.attributes)}
                given = self._named(block.prop("gives"), attributes, block, "attribute")
                self.tables.giving[given] = attributes[block.name.lower()]
            elif block.word == "belongings":
                for name in split_list(block.rest):
                    zone = self._named(name, zones, block, "zone")
                    if zone >= 0:
                        self.tables.belongings.append(zone)
            elif block.word == "label" and block.prop("in"):
                number = next(i for i, lab in enumerate(self.tables.labels) if lab.name == label_name(block))
                found = [self._named(n, zones, block, "zone") for n in split_list(block.prop("in"))]
                self.tables.label_places[number] = tuple(z for z in found if z >= 0)
            elif block.word == "home":
                self._homes(block, kinds, zones)
            elif block.word == "counter" and plain(block, "limit"):
                attributes = {a.name.lower(): i for i, a in enumerate(self.tables.attributes)}
                number = next(i for i, c in enumerate(self.tables.counters) if c.name == block.name)
                limit = self._named(block.prop("limit"), attributes, block, "attribute")
                self.tables.counters[number] = replace(self.tables.counters[number], limit=limit)
            elif block.word == "region":
                self._name_region(block, zones)
            elif block.word == "role":
                self._name_role(block, kinds, zones)
            elif block.word == "setup":
                declare_numbers(block, self.tables, self.findings)
        self._close_parents()

    def _named(self, name: str, known: dict[str, int], block: Block, what: str) -> int:
        number = known.get(name.lower(), -1)
        if number < 0:
            self.findings.add(
                "CS205",
                f"there is no {what} {name!r}",
                block.line.span,
                did_you_mean(name, known) or f"declare it: {what} NAME",
            )
        return number

    def _kind_links(self, block: Block, kinds: dict[str, int], zones: dict[str, int]) -> None:
        number = kinds[block.name.lower()]
        parents: list[int] = []
        for part in split_list(block.rest):
            name = re.sub(r"^an? ", "", part)
            parent = self._named(name, kinds, block, "kind")
            if parent >= 0:
                parents.append(parent)
        home = self._named(block.prop("home"), zones, block, "zone") if block.prop("home") else -1
        yes = {name: block.prop(name) == "yes" for name in ("alike", "stays", "additional")}
        self.tables.kinds[number] = KindDecl(block.name, tuple(parents), home, block.line.span, **yes)

    def _homes(self, block: Block, kinds: dict[str, int], zones: dict[str, int]) -> None:
        """Further places where cards of a kind are looked for: "home Beast: Road, under the Market"."""
        kind = self._named(block.name, kinds, block, "kind")
        for part in split_list(block.rest):
            under = part.startswith("under ")
            zone = self._named(part.removeprefix("under ").removeprefix("the "), zones, block, "zone")
            if kind < 0 or zone < 0:
                continue
            place: ast.Place = self._of_all(zone)
            self.tables.more_homes.setdefault(kind, []).append(ast.Beneath(space=place) if under else place)

    def _of_all(self, zone: int) -> ast.Place:
        """A zone, that of every player if it is one of players."""
        return ast.EachZone(zone) if self.tables.zones[zone].per_player else ast.ZonePlace(zone)

    def _name_region(self, block: Block, zones: dict[str, int]) -> None:
        """ "region Wilderness: Road, Camp": several zones under one name."""
        found = [self._named(name, zones, block, "zone") for name in split_list(block.rest)]
        for name in (block.name, *self._also(block)):
            self.tables.noun(name, RegionSense(len(self.tables.regions)))
        self.tables.regions.append(tuple(zone for zone in found if zone >= 0))

    def _name_role(self, block: Block, kinds: dict[str, int], zones: dict[str, int]) -> None:
        """ "role Pet: a Beast in the Stable": what cards of a kind are called while they lie in a zone."""
        kind_words, _, zone_words = block.rest.partition(" in ")
        kind = self._named(re.sub(r"^an? ", "", kind_words.strip()), kinds, block, "kind")
        zone = self._named(re.sub(r"^(the|an?) ", "", zone_words.strip()), zones, block, "zone")
        for name in (block.name, *self._also(block)) if kind >= 0 and zone >= 0 else ():
            self.tables.noun(name, RoleSense(kind, zone))

    def _close_parents(self) -> None:
        """Parents of parents, homes inherited."""
        for number, kind in enumerate(self.tables.kinds):
            seen: list[int] = []
            todo = list(kind.parents)
            while todo:
                parent = todo.pop(0)
                if parent not in seen:
                    seen.append(parent)
                    todo += self.tables.kinds[parent].parents
            if number in seen:
                self.findings.add(
                    "CS206",
                    f"{kind.name} cannot be a kind of itself",
                    kind.span,
                    "leave out one of the 'a KIND' of this circle",
                )
                seen.remove(number)
            home = kind.home
            for parent in seen:
                home = self.tables.kinds[parent].home if home < 0 else home
            stays = kind.stays or any(self.tables.kinds[parent].stays for parent in seen)
            alike = kind.alike or any(self.tables.kinds[parent].alike for parent in seen)
            self.tables.kinds[number] = replace(kind, parents=tuple(seen), home=home, stays=stays, alike=alike)

    def _zone_links(self, block: Block, zones: dict[str, int]) -> None:
        number = zones[block.name.lower()]
        refill = self._named(block.prop("refill"), zones, block, "zone") if block.prop("refill") else -1
        replenish = self._named(block.prop("replenish"), zones, block, "zone") if block.prop("replenish") else -1
        self.tables.zones[number] = replace(self.tables.zones[number], refill=refill, replenish=replenish)
