"""From the lines of a situation to the beginning of a session: every card in its place, what was before, whose turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cardscript.engine.deal import Deal, stacked
from cardscript.engine.layout import Layout
from cardscript.engine.machine import slug
from cardscript.language.diagnostics import CardscriptError, Findings, did_you_mean
from cardscript.language.program import Game
from cardscript.language.source import NOWHERE, Span
from cardscript.scenario import syntax as x
from cardscript.scenario.lines import quoted_list
from cardscript.scenario.words import Words, folded
from cardscript.session.game import GameHandle
from cardscript.session.session import Session, Setting
from cardscript.session.switches import check_rulings

_COUNTED = re.compile(r"^(?P<number>\d+) (?P<label>.+?)(?: lines?)?$")
_MADE = re.compile(r"^player (?P<seat>\d) (?:got|made) (?P<number>\d+) (?P<name>.+)$")
_NUMBER = re.compile(r"^(?P<number>\d{1,3}) (?P<name>.+)$")
_BY_PLAYER = re.compile(r"^player (?P<seat>\d) (?P<rest>.+)$")
_SOURCE = re.compile(r"^(?P<cards>.+) from (?:player (?P<seat>\d)'s )?(?P<zone>.+)$")


def usual_source(game: Game, layout: Layout, verb: int, seat: int) -> int:
    """The place a verb's cards come from if nothing else is said; -1 if there is no single one, or no doer."""
    zone = game.verbs[verb].source
    if zone < 0 or seat < 0 or game.zones[zone].spaces:
        return -1
    return layout.instances(zone, seat if game.zones[zone].per_player else -1)[0]


@dataclass(slots=True)
class Facts:
    """The lines of a situation, of all it builds on, the later ones counting more. `set_up`: all choices, of each the
    one named last. `lies`: with the layer each is said in; what a later layer says of a place counts, but one layer may
    not say two things of it."""

    players: int = 0
    seed: int = 0
    rulings: dict[str, str] = field(default_factory=dict)
    turn: x.Turn | None = None
    set_up: x.SetUp | None = None
    lies: list[tuple[int, x.Lies]] = field(default_factory=list)
    layers: int = 0
    has: list[x.Has] = field(default_factory=list)
    history: list[x.History] = field(default_factory=list)


def gather(layers: Iterable[Iterable[x.Situational]], situations: Mapping[str, x.Body], findings: Findings) -> Facts:
    """All that a scenario and its branches, one layer each, say of the situation (CS608 if one begins `on` a situation
    that is not there). What any of them begins `on` lies beneath what all of them say themselves."""
    facts = Facts()
    gatherer = _Gatherer(situations, findings, facts)
    told = [list(lines) for lines in layers]
    for lines in told:
        gatherer.layer([line for line in lines if isinstance(line, x.On)], ())
    for lines in told:
        gatherer.layer([line for line in lines if not isinstance(line, x.On)], ())
    return facts


class _Gatherer:
    def __init__(self, situations: Mapping[str, x.Body], findings: Findings, facts: Facts) -> None:
        self._situations, self._findings, self._facts = situations, findings, facts

    def layer(self, lines: Iterable[x.Situational], above: tuple[str, ...]) -> None:
        """The lines of one layer. What it begins `on` comes first, wherever it is said."""
        lines = list(lines)
        for line in lines:
            if isinstance(line, x.On):
                self._on(line, above)
        self._facts.layers += 1
        for line in lines:
            self._line(line)

    def _on(self, line: x.On, above: tuple[str, ...]) -> None:
        name, known = line.name.text, self._situations
        body = known.get(name)
        if body is None:
            help = did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}"
            self._findings.add("CS608", f"there is no situation {name!r}", line.name.span, help)
        elif name in above:
            self._findings.add("CS608", f"{name!r} begins on itself", line.span, "take this line out")
        else:
            self.layer(body.situation, (*above, name))

    def _line(self, line: x.Situational) -> None:
        facts = self._facts
        match line:
            case x.Players():
                facts.players = line.number
            case x.Seed():
                facts.seed = line.number
            case x.Ruling():
                facts.rulings[line.name.text] = line.value.text
            case x.Turn():
                facts.turn = line
            case x.SetUp():
                before = facts.set_up.choices if facts.set_up is not None else ()
                named = {folded(option.text) for option, _ in line.choices}
                kept = tuple(choice for choice in before if folded(choice[0].text) not in named)
                facts.set_up = replace(line, choices=(*kept, *line.choices))
            case x.Has():
                facts.has.append(line)
            case x.History():
                facts.history.append(line)
            case x.Lies():
                facts.lies.append((facts.layers, line))
            case x.On():
                pass


class SetUpRefused(Exception):
    """The game's own set-up says no; `diagnostics` say why."""

    def __init__(self, error: CardscriptError) -> None:
        super().__init__(str(error))
        self.diagnostics = error.diagnostics


def begin(facts: Facts, handle: GameHandle, words: Words, findings: Findings) -> Session | None:
    """The session that begins so, or None with findings: CS603-CS606 (names, impossible situations), CS605.

    Raises `SetUpRefused` if the game is set up by its own rules and they refuse.
    """
    if facts.set_up is not None:
        return _by_rules(facts, handle, words, findings)
    setting = _Layer(facts, handle, words, findings).setting()
    return None if findings.failed or setting is None else Session.begin(handle.game, setting)


def _by_rules(facts: Facts, handle: GameHandle, words: Words, findings: Findings) -> Session | None:
    spans = [*(line.span for _, line in facts.lies), *(one.span for one in facts.has), *(h.span for h in facts.history)]
    for span in spans:
        findings.add("CS606", "the set-up lays the cards", span, "leave out this line, or 'set up'")
    phase = _phase(facts.turn, words, findings)
    if findings.failed:
        return None
    assert facts.set_up is not None
    options = {name.text: [one.text for one in picks] for name, picks in facts.set_up.choices}
    first = facts.turn.seat if facts.turn is not None else 0
    try:
        setting = handle.setting(facts.players or None, facts.seed, options, facts.rulings, first)
    except CardscriptError as error:
        raise SetUpRefused(error) from error
    return Session.begin(handle.game, replace(setting, deal=replace(setting.deal, phase=phase)))


def _phase(turn: x.Turn | None, words: Words, findings: Findings) -> int:
    """The number of the phase with which the turn begins; the first if none is said."""
    if turn is None or turn.phase is None:
        return 0
    phases = [phase.name for phase in words.game.phases]
    number = next((n for n, name in enumerate(phases) if folded(name) == folded(turn.phase.text)), None)
    if number is None:
        words.unknown("phase", turn.phase, phases, findings)
    return number or 0


@dataclass(slots=True)
class _Card:
    """A card to be laid: what is printed on it, which copy it must be (0: any), where it lies."""

    decl: int
    copy: int
    zone: int
    seat: int
    place: int
    host: int
    span: Span


class _Layer:
    """Lays the cards of a situation."""

    def __init__(self, facts: Facts, handle: GameHandle, words: Words, findings: Findings) -> None:
        self._facts, self._handle, self._words, self._findings = facts, handle, words, findings
        self._game = handle.game
        self._players = facts.players or handle.game.setup.fewest
        self._cards: list[_Card] = []
        self._counters: list[tuple[int, int, int]] = []
        self._gone: list[int] = []
        """Spaces that are destroyed."""

    def setting(self) -> Setting | None:
        """The whole situation; findings if it cannot be."""
        setup, facts = self._game.setup, self._facts
        if not setup.fewest <= self._players <= max(setup.most, setup.fewest):
            line = next((line.span for _, line in facts.lies), NOWHERE)
            size = f"{setup.fewest} to {setup.most} players"
            self._findings.add("CS606", f"{self._players} players", line, f"{self._game.title} is for {size}")
            return None
        for diagnostic in check_rulings(self._game, facts.rulings):
            self._findings.extend([diagnostic])
        self._lay()
        order = self._instances()
        points = self._points()
        made: list[tuple[int, int, int]] = []
        done, labels = self._history(order, made)
        seat, number, phase = self._turn()
        where = {card: at for at, card in enumerate(order)}
        deal = Deal(
            self._players,
            seat,
            stacked(
                (c.decl, c.zone, c.seat, where[c.host] if c.host >= 0 else -1) for c in (self._cards[n] for n in order)
            ),
            phase=phase,
            points=points,
            places={at: self._cards[n].place for at, n in enumerate(order) if self._cards[n].place >= 0},
            turn=number,
            order=[where[n] for n in range(len(self._cards))],
            counters=[(where[card], counter, amount) for card, counter, amount in self._counters],
            labels=labels,
            made=made,
            done=done,
            gone=self._gone,
        )
        readings = {r.name: r.default for r in self._game.rulings} | facts.rulings
        return Setting(deal, facts.seed, {}, readings, self._handle.folder, tuple(self._handle.sets))

    # --- cards

    def _lay(self) -> None:
        said: dict[int, tuple[int, x.Lies]] = {}
        for layer, line in self._facts.lies:
            if line.place.under and self._words.zone(line.place.name) is None:
                message = f"what lies under {line.place.name.text!r} is said where that lies"
                help = f"write {line.place.name.text} (under it: ...)"
                self._findings.add("CS603", message, line.place.span, help)
                continue
            places = self._words.places(line.place, self._players, self._findings)
            for place in places:
                before = said.pop(place, None)  # a place that is told again takes its turn from the later line
                if before is not None and before[0] == layer:
                    name = self._words.layout.names[place % self._words.layout.places]
                    help = "say in one line what lies there"
                    self._findings.add("CS606", f"what lies in {name} is said twice", line.span, help)
                said[place] = layer, line
            self._fits(line, places)
        for place, (_, line) in said.items():
            self._pile(place, line)

    def _fits(self, line: x.Lies, places: list[int]) -> None:
        """A row has one card a space."""
        zone = self._words.zone(line.place.name)
        if zone is None or line.place.under or not self._game.zones[zone[0]].spaces or not places:
            return
        spaces = len(self._game.zones[zone[0]].spaces) if zone[1] < 0 else 1
        total = sum(item.count for item in line.items)
        if total > spaces:
            message = f"{total} cards in {spaces} space{'s' if spaces > 1 else ''}"
            help = (
                "name one card, or - for an empty space, for each space; cards below another are told (under it: ...)"
            )
            self._findings.add("CS606", message, line.span, help)

    def _pile(self, place: int, line: x.Lies) -> None:
        """The cards of one place: all items of a pile or space, or the item of a space in a row told as a whole."""
        items = [one for item in line.items for one in [item] * item.count]
        base = place % self._words.layout.places
        zone = self._words.layout.zone[base]
        whole_row = self._words.zone(line.place.name) == (zone, -1) and bool(self._game.zones[zone].spaces)
        if whole_row:
            space = self._words.layout.space[base]
            items = [items[space]] if space < len(items) else []
        if any(item.gone for item in items):
            self._gone.append(base)
        found: tuple[int, int] | None = None
        before: x.Item | None = None
        for item in items:
            if item.card is not None:
                if item is not before:
                    found, before = self._words.card(item.card, self._findings), item
                if found is not None:
                    self._put(item, found, zone, self._words.layout.seat[base], place, -1)

    def _put(self, item: x.Item, found: tuple[int, int], zone: int, seat: int, place: int, host: int) -> None:
        at = len(self._cards)
        self._cards.append(_Card(found[0], found[1], zone, seat, place, host, item.span))
        for amount in item.counters:
            counter = self._words.counter(amount.name)
            if counter is None:
                self._words.unknown("counter", amount.name, [c.name for c in self._game.counters], self._findings)
            else:
                self._counters.append((at, counter, amount.number))
        for inner in item.under or ():
            known = self._words.card(inner.card, self._findings) if inner.card is not None else None
            for _ in range(inner.count):
                if known is not None:
                    self._put(inner, known, zone, seat, -1, at)

    def _instances(self) -> list[int]:
        """The cards in the order in which they get their numbers: a card that is named as the second copy is it."""
        if not any(card.copy for card in self._cards):
            return list(range(len(self._cards)))
        slots: dict[str, list[int]] = {}
        for at, card in enumerate(self._cards):
            slots.setdefault(slug(self._game.cards[card.decl].name), []).append(at)
        order = list(range(len(self._cards)))
        for stem, cards in slots.items():
            taken: dict[int, int] = {}
            for at in cards:
                copy = self._cards[at].copy
                if not copy:
                    continue
                if copy in taken:
                    message = f"{stem}#{copy} lies in two places"
                    self._findings.add("CS606", message, self._cards[at].span, "a card is in one place only")
                elif copy > len(cards):
                    message = f"{stem}#{copy} is here, but only {len(cards)} of them are on the table"
                    self._findings.add("CS606", message, self._cards[at].span, "number the copies from 1")
                else:
                    taken[copy] = at
            rest = iter([at for at in cards if at not in taken.values()])
            for number, slot in enumerate(cards, 1):
                order[slot] = taken[number] if number in taken else next(rest, slot)
        return order

    # --- players

    def _points(self) -> list[tuple[int, int, int]]:
        resources = self._game.resources
        owned: dict[tuple[int, int], int] = {}
        for line in self._facts.has:
            if line.seat >= self._players:
                self._findings.add("CS606", f"there is no player {line.seat + 1}", line.span, f"{self._players} play")
            for amount in line.amounts:
                number = self._words.resource(amount.name)
                if number is None:
                    self._words.unknown("kind of points", amount.name, [r.name for r in resources], self._findings)
                    continue
                for seat in range(self._players) if line.seat == x.EACH else [line.seat]:
                    owned[seat, number] = amount.number
        return [(seat, n, amount - resources[n].start) for (seat, n), amount in owned.items() if seat < self._players]

    def _turn(self) -> tuple[int, int, int]:
        """Whose turn it is, which it is, and the phase that begins."""
        turn = self._facts.turn
        if turn is None:
            return 0, 1, 0
        if turn.seat >= self._players:
            self._findings.add("CS606", f"there is no player {turn.seat + 1}", turn.span, f"{self._players} play")
            return 0, 1, 0
        return turn.seat, turn.number or 1, _phase(turn, self._words, self._findings)

    # --- what was before

    def _history(
        self, order: list[int], made: list[tuple[int, int, int]]
    ) -> tuple[list[tuple[int, int, int, int, bool]], list[tuple[int, int]]]:
        """What was done, and how many lines of a label there were; points got go to `made`."""
        done: list[tuple[int, int, int, int, bool]] = []
        labels: list[tuple[int, int]] = []
        for line in self._facts.history:
            counted = _COUNTED.match(line.text)
            label = self._label(counted["label"]) if counted is not None else None
            got = _MADE.match(line.text)
            points = self._words.resource(x.Name(got["name"], line.span)) if got is not None else None
            if counted is not None and label is not None:
                if self._game.labels[label].mode != "trigger":
                    help = "tell what was done: earlier: CARD, CARD VERBED"
                    self._findings.add("CS605", f"no count of {counted['label']!r} lines is kept", line.span, help)
                labels.append((label, int(counted["number"])))
            elif got is not None and points is not None and 0 < int(got["seat"]) <= self._players:
                made.append((int(got["seat"]) - 1, points, int(got["number"])))
            else:
                done += self._deeds(line, order)
        return done, labels

    def _label(self, name: str) -> int | None:
        wanted = folded(name)
        names = [folded(label.name) for label in self._game.labels]
        for one in (wanted, wanted.removesuffix("s")):
            if one in names:
                return names.index(one)
        return None

    def _deeds(self, line: x.History, order: list[int]) -> list[tuple[int, int, int, int, bool]]:
        """ "player 1 played A, 2 B", "player 1 discarded A from player 1's deck", "A, B escaped": an event a card."""
        by = _BY_PLAYER.match(line.text)
        seat = int(by["seat"]) - 1 if by is not None else -1
        rest = by["rest"] if by is not None else line.text
        if seat >= self._players:
            self._findings.add("CS606", f"there is no player {seat + 1}", line.span, f"{self._players} play")
            return []
        found = self._deed(rest, by is not None)
        if found is None:
            pasts = sorted({verb.past for verb in self._game.verbs})
            words = rest.split()
            help = did_you_mean(words[0] if by is not None else words[-1], pasts) or f"it can have {', '.join(pasts)}"
            self._findings.add("CS605", "nothing of this game is done so", line.span, help)
            return []
        number, names = found
        verb = self._game.verbs[number]
        if not names:
            return [(number, seat, -1, -1, line.now)]
        source = usual_source(self._game, self._words.layout, number, seat)
        said = _SOURCE.match(names)
        if said is not None and self._words.zone(x.Name(said["zone"], line.span)) is not None:
            owner = int(said["seat"]) - 1 if said["seat"] else x.SHARED
            ref = x.PlaceRef(owner, x.Name(said["zone"], line.span), False, line.span)
            names, source = said["cards"], next(iter(self._words.places(ref, self._players, self._findings)), -1)
        cards = [card for name in quoted_list(names) for card in self._laid(name, line, order)]
        by_card = verb.actor == "card" and not verb.intransitive
        return [(number, card if by_card else seat, card, source, line.now) for card in cards]

    def _deed(self, text: str, by_player: bool) -> tuple[int, str] | None:
        """The verb whose past tense begins (or, done by cards, ends) a text, and the rest of it. Of verbs of one name
        it is the one for cards of any origin."""
        low = text.casefold()
        for number, verb in sorted(enumerate(self._game.verbs), key=lambda one: one[1].origin >= 0):
            past = verb.past.casefold()
            if by_player and (low == past or low.startswith(past + " ")):
                return number, text[len(past) :].strip()
            if not by_player and low.endswith(" " + past):
                return number, text[: -len(past)].strip()
        return None

    def _laid(self, name: str, line: x.History, order: list[int]) -> list[int]:
        """The places among all instances of cards that are on the table. What was done earlier in the game may have
        been done to cards that are there no more (-1)."""
        counted = _NUMBER.match(name)
        wanted = int(counted["number"]) if counted is not None else 1
        found = self._words.card(x.Name(counted["name"] if counted is not None else name, line.span), self._findings)
        if found is None:
            return []
        decl, copy = found
        stem = slug(self._game.cards[decl].name)
        copies = [at for at, one in enumerate(order) if slug(self._game.cards[self._cards[one].decl].name) == stem]
        cards = copies[copy - 1 : copy] if copy else copies[:wanted]
        if len(cards) < wanted:
            if not line.now:
                return cards + [-1] * (wanted - len(cards))
            help = "lay it where it is now: PLACE: CARD"
            self._findings.add("CS604", f"there is no {name!r} on the table", line.span, help)
        return cards
