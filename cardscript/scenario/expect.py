"""Expectations: whether what must be so is so, in words if it is not, and which events each one speaks of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language import ast
from cardscript.language.ast import Cond
from cardscript.language.diagnostics import Findings
from cardscript.language.inside import inside
from cardscript.language.source import Span
from cardscript.scenario import syntax as x
from cardscript.scenario.answers import Options
from cardscript.scenario.lines import GONE
from cardscript.scenario.telling import told_card
from cardscript.scenario.words import Words, folded
from cardscript.session.session import ANY_ACTION, Session
from cardscript.session.trace import trace_data
from cardscript.session.trace_text import event_text
from cardscript.session.view import view

GONE_SPACE = -1
"""In place of a card: the space is destroyed."""
REST_OF = "..."
"""Stands for any words in an event, and at the end of a list for any further cards."""


@dataclass(slots=True)
class Table:
    """What expectations look at: the session, since which event the last answer has its effects, the conditions of
    the file, and which events have been spoken of so far (all of them only if they are `covered`). `as_dealt`: the
    set-up laid the cards and nothing was done since; `laid`: printed cards, each with its zone, looked at meanwhile."""

    session: Session
    words: Words
    conditions: dict[Span, tuple[Cond, int]]
    findings: Findings
    since: int = 0
    asserted: set[int] = field(default_factory=set)
    covered: bool = True
    as_dealt: bool = False
    laid: set[tuple[int, int]] = field(default_factory=set)

    @property
    def machine(self) -> Machine:
        return self.session.machine

    def speak_of(self, fits: Callable[[k.Event], bool]) -> None:
        """Events of this kind have been spoken of. The log is looked through only if anybody wants to know."""
        if self.covered:
            self.asserted |= {index for index, event in enumerate(self.machine.log) if fits(event)}

    def speak_of_counters(self, card: int, counter: int) -> None:
        """The counters on a card have been spoken of: what put them there or took them off, and each deed done to the
        card that led to it."""
        if not self.covered:
            return
        log, first = self.machine.log, self.machine.event_count() - len(self.machine.log)
        for index, event in enumerate(log):
            if (event[k.E_KIND], event[k.E_CARD], event[k.E_FROM]) != (k.COUNTERS, card, counter):
                continue
            while event[k.E_CARD] == card:
                self.asserted.add(index)
                index = event[k.E_CAUSE] - first
                if not 0 <= index < len(log):
                    break
                event = log[index]

    def look_at(self, places: Sequence[int], cards: Sequence[int]) -> None:
        """These cards in these places have been spoken of."""
        layout, decl = self.machine.state.compiled.layout, self.machine.state.decl
        if self.as_dealt:
            zones = {layout.zone[place] for place in places if place < layout.places}
            self.laid |= {(zone, decl[card]) for zone in zones for card in cards}

    def plain(self, start: int) -> list[str]:
        """The events from a number on, one a line, without what stands in files."""
        return [event_text(data, "plain") for data in trace_data(self.machine, start)]


def check(expected: x.Expectation, table: Table) -> str | None:
    """None if it is as expected, else what is the case instead. Unknown names go to the table's findings."""
    if (
        isinstance(expected, x.ExpectCards | x.ExpectHas)
        and expected.place is not None
        and expected.place.seat == x.EACH
    ):
        return _of_each(expected, expected.place, table)
    match expected:
        case x.ExpectCards():
            return _Cards(table).check(expected)
        case x.ExpectHas():
            return _has(expected, table)
        case x.ExpectAsked():
            return _asked(expected, table)
        case x.ExpectOffered():
            return _offered(expected, table)
        case x.ExpectEvents():
            return _events(expected, table)
        case x.ExpectTrace():
            return _trace(expected, table)
        case x.ExpectEnding():
            return _ending(expected, table)
        case x.ExpectResult():
            result = table.session.result
            found = result.result if result is not None else "the game goes on"
            return None if result is not None and folded(found) == folded(expected.result) else f"it is: {found}"
        case x.ExpectScores():
            result = table.session.result
            if result is None:
                return "the game goes on"
            return None if result.scores == expected.scores else f"they are {', '.join(str(n) for n in result.scores)}"
        case x.ExpectRanked():
            return _ranked(expected, table)
        case x.ExpectSees():
            return _sees(expected, table)
        case x.ExpectThat():
            return _that(expected, table)
        case _:
            return "the set-up was not refused"


def _of_each(expected: x.ExpectCards | x.ExpectHas, place: x.PlaceRef, table: Table) -> str | None:
    """What is expected of each player's place is so for every one of them."""
    wrong, before = [], len(table.findings)
    for seat in range(table.machine.players):
        told = check(replace(expected, place=replace(place, seat=seat)), table)
        if told:
            wrong.append(f"player {seat + 1}: {told}")
        if len(table.findings) > before:
            break
    return "; ".join(wrong) or None


# --- cards -------------------------------------------------------------------------------------------------------
class _Cards:
    """Which cards lie somewhere."""

    def __init__(self, table: Table) -> None:
        self._table, self._machine, self._words = table, table.machine, table.words

    def check(self, expected: x.ExpectCards) -> str | None:
        places = self._words.places(expected.place, self._machine.players, self._table.findings, self._machine)
        items = [one for item in expected.items for one in [item] * item.count]
        if not places or not all(self._known(item) for item in expected.items):
            return None
        self._speak_of(places)
        open_ended = bool(items) and items[-1].card is not None and items[-1].card.text == REST_OF
        wanted = items[:-1] if open_ended else items
        if len(wanted) == 1 and wanted[0].card is None and len(places) > 1:
            wanted = []  # a row that is empty as a whole
        spaced = len(places) > 1 and expected.ordered and bool(wanted)
        found: list[int | None] = []
        gone = set(self._machine.state.gone)
        for place in places:
            cards: list[int | None] = list(self._machine.state.zones.get(place, ()))
            found += cards or ([GONE_SPACE if place in gone else None] if spaced else [])
        self._table.look_at(places, [card for card in found if card is not None and card != GONE_SPACE])
        if not spaced and any(item.gone for item in wanted):
            return None if set(places) <= gone else "it is not destroyed"
        if not spaced:
            wanted = [item for item in wanted if item.card is not None]
        fits = (
            self._in_order(wanted, found, open_ended)
            if expected.ordered
            else self._any_order(wanted, found, open_ended)
        )
        return None if fits else f"it holds: {self._told(found)}"

    def _known(self, item: x.Item) -> bool:
        """Whether all names of an item are known; reports those that are not."""
        if item.card is None or item.card.text == REST_OF:
            return True
        found = self._words.card(item.card, self._table.findings) is not None
        return all([found, *(self._known(inner) for inner in item.under or ())])

    def _in_order(self, wanted: Sequence[x.Item], found: Sequence[int | None], more: bool) -> bool:
        if len(found) < len(wanted) or (len(found) > len(wanted) and not more):
            return False
        return all(self._fits(item, card) for item, card in zip(wanted, found, strict=False))

    def _any_order(self, wanted: Sequence[x.Item], found: Sequence[int | None], more: bool) -> bool:
        """Whether each item can have a card of its own: the most particular items choose first."""
        left = [card for card in found if card is not None]
        for item in sorted(wanted, key=lambda one: (one.under is None, not one.counters, "#" not in one.card.text)):  # type: ignore[union-attr]
            at = next((n for n, card in enumerate(left) if self._fits(item, card)), None)
            if at is None:
                return False
            del left[at]
        return more or not left

    def _fits(self, item: x.Item, card: int | None) -> bool:
        if item.card is None or card is None or card == GONE_SPACE:
            return item.card is None and card == (GONE_SPACE if item.gone else None)
        named = self._words.card(item.card, self._table.findings)
        if named is None or not self._words.is_called(card, named, self._machine):
            return False
        if item.under is not None:
            beneath: list[int | None] = list(self._machine.beneath(card))
            inner = [one for sub in item.under for one in [sub] * sub.count if sub.card is not None]
            if not self._any_order(inner, beneath, False):
                return False
        for amount in item.counters:
            counter = self._words.counter(amount.name)
            if counter is None:
                known = [c.name for c in self._machine.game.counters]
                self._words.unknown("counter", amount.name, known, self._table.findings)
            elif self._machine.counters(card, counter) != amount.number:
                return False
            else:
                self._table.speak_of_counters(card, counter)
        return True

    def _told(self, cards: Sequence[int | None]) -> str:
        """The cards in the words of an expectation."""
        words = {None: "-", GONE_SPACE: GONE}
        return ", ".join(words.get(card) or told_card(self._machine, card or 0) for card in cards) or "empty"

    def _speak_of(self, places: Sequence[int]) -> None:
        """What brought cards to these places or took them away has been spoken of."""
        wanted = set(places)

        def moved(event: k.Event) -> bool:
            kind = event[k.E_KIND]
            carried = kind >= 0 or kind in k.MOVES or kind == k.REPLENISH
            return carried and (event[k.E_FROM] in wanted or event[k.E_TO] in wanted)

        self._table.speak_of(moved)


# --- having ------------------------------------------------------------------------------------------------------
def _has(expected: x.ExpectHas, table: Table) -> str | None:
    wrong = []
    for thing in expected.things:
        if expected.place is None:
            told = _player_has(expected.seat, thing, table)
        else:
            zone = table.words.zone(expected.place.name)
            told = (
                _card_has(expected.place.name, thing, table)
                if zone is None and not expected.place.under
                else _place_has(expected.place, thing, table)
            )
        if told:
            wrong.append(told)
    return "; ".join(wrong) or None


def _player_has(seat: int, thing: x.Thing, table: Table) -> str | None:
    machine, words = table.machine, table.words
    number = words.resource(thing.name)
    if seat >= machine.players:
        table.findings.add("CS606", f"there is no player {seat + 1}", thing.name.span, f"{machine.players} play")
        return None
    if number is None:
        words.unknown("kind of points", thing.name, [r.name for r in machine.game.resources], table.findings)
        return None
    table.speak_of(lambda e: e[k.E_KIND] in (k.GAIN, k.PAY) and e[k.E_ACTOR] == seat and e[k.E_FROM] == number)
    found = machine.resource(seat, number)
    return None if found == (1 if thing.number is None else thing.number) else f"it is {found} {thing.name.text}"


def _place_has(place: x.PlaceRef, thing: x.Thing, table: Table) -> str | None:
    machine, words = table.machine, table.words
    places = words.places(place, machine.players, table.findings, machine)
    if not places:
        return None
    _Cards(table)._speak_of(places)
    there = [card for one in places for card in machine.state.zones.get(one, ())]
    cards = words.those(thing.name, there, machine, table.findings)
    if cards is None:
        return None
    table.look_at(places, cards)
    if thing.number is None:
        return None if cards else f"{thing.name.text} is not there"
    return None if len(cards) == thing.number else f"there are {len(cards)} {thing.name.text}"


def _card_has(name: x.Name, thing: x.Thing, table: Table) -> str | None:
    machine, words = table.machine, table.words
    card = words.instance(name, machine, table.findings)
    if card is None:
        return None
    wanted = 1 if thing.number is None else thing.number
    attribute, counter = words.attribute(thing.name), words.counter(thing.name)
    if attribute is not None:
        found = machine.attribute(card, attribute)
        table.speak_of(lambda e: e[k.E_KIND] == k.EFFECT)
    elif counter is not None:
        found = machine.counters(card, counter)
        table.speak_of_counters(card, counter)
    else:
        known = [*(a.name for a in machine.game.attributes), *(c.name for c in machine.game.counters)]
        words.unknown("number on cards", thing.name, known, table.findings)
        return None
    return None if found == wanted else f"{machine.name_of(card)} has {found} {thing.name.text}"


# --- questions ---------------------------------------------------------------------------------------------------
def _asked(expected: x.ExpectAsked, table: Table) -> str | None:
    options = Options(table.machine, table.words)
    decision = options.decision
    if decision is None:
        return "nobody is asked: the game is over"
    prompt = ANY_ACTION if decision.ask == "action" else decision.prompt
    now = f"player {decision.seat + 1} is asked {prompt!r}"
    if decision.seat != expected.seat:
        return now
    if expected.prompt is not None and not _pattern(_unstopped(expected.prompt)).fullmatch(_unstopped(prompt)):
        return now
    if expected.least is not None and (decision.least, decision.most) != (expected.least, expected.most):
        return f"{now} for {decision.least}" + (f" to {decision.most}" if decision.most != decision.least else "")
    if expected.answers is not None:
        taken: list[int] = []
        for name in expected.answers:
            found = [at for at in options.fitting(name) if at not in taken]
            if not found:
                return f"{name!r} is not among the answers: {' | '.join(options.names)}"
            taken.append(found[0])
        if len(taken) < len(options.names):
            more = [name for at, name in enumerate(options.names) if at not in taken]
            return f"there are more answers: {' | '.join(more)}"
    return None


def _unstopped(prompt: str) -> str:
    """A prompt without its full stop."""
    return prompt if prompt.endswith(REST_OF) else prompt.removesuffix(".")


def _offered(expected: x.ExpectOffered, table: Table) -> str | None:
    options = Options(table.machine, table.words)
    wrong = []
    for name in expected.names:
        found = options.fitting(name)
        if expected.yes and not found:
            wrong.append(options.unknown(name))
        elif not expected.yes and found:
            wrong.append(f"{options.names[found[0]]!r} is offered")
        elif not found and not options.known(name):
            table.findings.add("CS604", f"nothing here is called {name!r}", expected.span, "name an answer or a card")
    return "; ".join(wrong) or None


# --- events ------------------------------------------------------------------------------------------------------
def _pattern(text: str) -> re.Pattern[str]:
    """Words in which `...` stands for any others."""
    return re.compile(".*".join(re.escape(part) for part in text.split(REST_OF)))


def _events(expected: x.ExpectEvents, table: Table) -> str | None:
    lines = [line.strip() for line in table.plain(table.since)]
    at = 0
    for event in expected.events:
        pattern = _pattern(event.text)
        found = next((n for n in range(at, len(lines)) if pattern.fullmatch(lines[n])), None)
        if found is None and expected.yes:
            before = any(pattern.fullmatch(line) for line in lines)
            return f"{event.text!r} did not happen" + (" after the events before it in the list" if before else "")
        if found is not None and not expected.yes:
            return f"it happened: {lines[found]}"
        if found is not None:
            table.asserted.add(table.since + found)
            at = found + 1
    return None


def _trace(expected: x.ExpectTrace, table: Table) -> str | None:
    table.asserted |= set(range(table.since, table.machine.event_count()))
    wanted, found = [line.text.rstrip() for line in expected.lines], pinned(table)
    for number, (one, other) in enumerate(zip(wanted, found, strict=False), 1):
        if one != other:
            return f"line {number} of the trace is {other.strip()!r}, not {one.strip()!r}"
    if len(wanted) != len(found):
        more = found[len(wanted)].strip() if len(found) > len(wanted) else "nothing"
        return (
            f"the trace has {len(found)} lines, not {len(wanted)}; line {min(len(wanted), len(found)) + 1} is {more!r}"
        )
    return None


def pinned(table: Table) -> list[str]:
    """The trace since the last answer, as a scenario pins it: indented from its own left edge."""
    lines = table.plain(table.since)
    edge = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[edge:] for line in lines]


# --- what is seen ------------------------------------------------------------------------------------------------
def _sees(expected: x.ExpectSees, table: Table) -> str | None:
    machine = table.machine
    places = table.words.places(expected.place, machine.players, table.findings, machine)
    if expected.seat >= machine.players:
        message = f"there is no player {expected.seat + 1}"
        table.findings.add("CS606", message, expected.span, f"{machine.players} play")
        return None
    if not places:
        return None
    cards = {machine.name_of(card) for place in places for card in machine.state.zones.get(place, ())}
    if not cards:
        return "no card lies there"
    for seat in range(machine.players) if expected.seat == x.EACH else [expected.seat]:
        seen = set(_names(view(machine, seat)))
        wrong = sorted(cards - seen if expected.yes else cards & seen)
        if wrong:
            return f"player {seat + 1} {'cannot see' if expected.yes else 'sees'} {', '.join(wrong)}"
    return None


def _names(part: object) -> Iterator[str]:
    """The names of the cards that a view shows."""
    if isinstance(part, list):
        for one in part:
            yield from _names(one)
    elif isinstance(part, dict):
        if "attributes" in part:
            yield part["name"]
        for key in ("players", "zones", "cards", "beneath"):
            yield from _names(part.get(key))


# --- the end, and conditions -------------------------------------------------------------------------------------
def _ending(expected: x.ExpectEnding, table: Table) -> str | None:
    result = table.session.result
    table.speak_of(lambda e: e[k.E_KIND] in (k.END, k.NOTED))
    if not expected.ending:
        return None if result is None else f"the game has ended: {result.ending}"
    known = [ending.name for ending in table.machine.game.endings]
    if folded(expected.ending) not in [folded(name) for name in known]:
        table.words.unknown("ending", x.Name(expected.ending, expected.span), known, table.findings)
        return None
    if result is None:
        return "the game goes on"
    return None if folded(result.ending) == folded(expected.ending) else f"it is: {result.ending}"


def _ranked(expected: x.ExpectRanked, table: Table) -> str | None:
    result, players = table.session.result, table.machine.players
    if strange := next((seat for seat in expected.seats if seat >= players), None):
        table.findings.add("CS606", f"there is no player {strange + 1}", expected.span, f"{players} play")
        return None
    if result is None:
        return "the game goes on"
    found = result.ranking if expected.all else result.winners
    if found == expected.seats:
        return None
    return f"it is: {', '.join(f'player {seat + 1}' for seat in found) or 'nobody'}"


def _that(expected: x.ExpectThat, table: Table) -> str | None:
    read = table.conditions.get(expected.at)
    if read is None:
        return None  # reported where the file was read
    machine = table.machine
    seat = expected.seat if expected.seat >= 0 else machine.state.seat
    for cards in _spoken_of(read[0]):
        if not machine.meant(cards, read[1], seat):
            return "none of what it speaks of lies where that is looked for, so it says nothing"
    return None if machine.holds(read[0], read[1], seat) else "that is not so"


def _spoken_of(cond: ast.Cond) -> Iterator[ast.Cards]:
    """The cards, called by a name, of which a condition says something: there has to be one, or "it isn't" would hold
    of nothing at all."""
    for node in inside(cond):
        cards = node.cards if isinstance(node, ast.OfCard | ast.Holds) else None
        if cards is not None and any(isinstance(part, ast.IsNamed) for part in inside(cards)):
            yield cards


def conditions_in(body: x.Body) -> Iterator[x.ExpectThat]:
    """All conditions a scenario and its branches ask."""
    for deed in body.deeds:
        if isinstance(deed, x.ExpectThat):
            yield deed
    for branch in body.branches:
        yield from conditions_in(branch)
