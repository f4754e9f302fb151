"""The trace: the event log as text for people and as plain data for programs. A pure function of the log.

A seat's view leaves out what the seat can't see: a card that goes from one hidden place to another is "a card".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.source import NOWHERE, Source, Span

_BEGINS = re.compile(r"(?<=[a-z0-9)\]])[.:] ")
_ENDS = re.compile(r"(?<=[a-z0-9)\]])\.(?=\s|$)|$", re.MULTILINE)
"""Where a sentence in a file begins (after another one or a label) and ends; the dots of a short form do not count."""

HIDDEN = -2
"""In place of a card the seat can't see."""


# --- what a seat sees --------------------------------------------------------------------------------------------
def sees(machine: Machine, place: int, seat: int | None) -> bool:
    """Whether a seat can see a card that lies there (None: somebody who sees everything)."""
    if seat is None:
        return True
    layout = machine.state.compiled.layout
    if place < 0:
        return False
    if place >= layout.under_cards:
        return sees(machine, machine.state.at[place - layout.under_cards], seat)
    if place >= layout.places:
        place -= layout.places
    how = machine.game.zones[layout.zone[place]].sees
    return how == "all" or (how == "owner" and layout.seat[place] == seat)


def event_for(machine: Machine, event: k.Event, seat: int | None) -> k.Event:
    """The event as a seat may know it: a card between places it can't see becomes `HIDDEN`; notes of cards go too."""
    if seat is None or event[k.E_CARD] < 0:
        return event
    kind = event[k.E_KIND]
    if kind == k.REVEAL:
        shown = event[k.E_ACTOR] in (-1, seat) or sees(machine, event[k.E_FROM], seat)
    elif kind in (k.CHOOSE, k.ORDER, k.RANDOM):
        place = event[k.E_IDENT if kind == k.CHOOSE else k.E_FROM]
        shown = event[k.E_ACTOR] == seat or sees(machine, place, seat)
    elif kind in (k.LINE, k.PAY, k.COUNTERS, k.NOTED, k.END, k.COPY, k.CEASE):
        shown = True
    elif kind >= 0 or kind in (k.MOVE, k.PUSH, k.REFILL, k.SWAP):
        shown = sees(machine, event[k.E_FROM], seat) or sees(machine, event[k.E_TO], seat)
        if not shown and kind >= 0 and event[k.E_TO] < 0:
            shown = any(sees(machine, place, seat) for place in _goals(machine, event))
    else:
        shown = sees(machine, event[k.E_FROM], seat)
    if shown:
        return event
    note = event[k.E_NOTE]
    return (
        kind,
        HIDDEN,
        *event[k.E_ACTOR : k.E_NOTE],
        None if isinstance(note, list) or kind == k.BECOME else note,
        -1,
    )


def _goals(machine: Machine, event: k.Event) -> Iterator[int]:
    """Where the events right below the event of a verb put its card."""
    log, card = machine.log, event[k.E_CARD]
    index = next((i for i in range(len(log) - 1, -1, -1) if log[i] is event), len(log))
    for later in log[index + 1 :]:
        if later[k.E_CAUSE] < index:
            return
        if later[k.E_CARD] == card and later[k.E_CAUSE] == index and later[k.E_TO] >= 0:
            yield later[k.E_TO]


# --- text --------------------------------------------------------------------------------------------------------
def trace_lines(
    machine: Machine, events: Iterable[k.Event] | None = None, seat: int | None = None, start: int | None = None
) -> Iterator[str]:
    """One event a line, two spaces in for each event that caused it. `events`: a stretch of the log (all of it if not
    given), `start` the index of its first event (if not given, the stretch is the end of the log)."""
    log = machine.log
    shown = log if events is None else list(events)
    first = len(log) - len(shown) if start is None else start
    depths: dict[int, int] = {}
    writer = _Writer(machine)
    for index, event in enumerate(shown, first):
        cause = event[k.E_CAUSE]
        words = writer.words(event_for(machine, event, seat))
        why = writer.because(event, log[cause][k.E_TEXT] if 0 <= cause < len(log) else -1)
        line = f"{'  ' * _depth(log, index, depths)}{words}"
        yield f"{line}  because {why}" if why else line


def _depth(log: list[k.Event], index: int, known: dict[int, int]) -> int:
    """How many events caused an event, one by the other; kept in `known`, for the log may be long."""
    chain: list[int] = []
    at, depth = index, -1
    while at not in known:
        chain.append(at)
        cause = log[at][k.E_CAUSE] if at < len(log) else -1
        if not 0 <= cause < at:
            break
        at = cause
    else:
        depth = known[at]
    for one in reversed(chain):
        depth += 1
        known[one] = depth
    return known[index]


class _Writer:
    """Turns events into words."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._game = machine.game
        self._sources: dict[str, Source] = {}

    def words(self, event: k.Event) -> str:
        kind = event[k.E_KIND]
        if kind >= 0:
            return self._verb(event)
        card, place = self._card(event[k.E_CARD]), self._machine.place_name
        actor, amount = self._seat(event[k.E_ACTOR]), event[k.E_AMOUNT]
        source, goal, note = event[k.E_FROM], event[k.E_TO], event[k.E_NOTE]
        match kind:
            case k.MOVE if source < 0:
                return f"{card} is put into {place(goal)}"
            case k.MOVE | k.PUSH | k.REFILL:
                verb = {k.MOVE: "moves", k.PUSH: "is pushed", k.REFILL: "fills the gap"}[kind]
                return f"{card} {verb} {place(source)} -> {place(goal)}"
            case k.REPLENISH:
                return f"{place(goal)} is replenished from {place(source)} ({_cards(amount)})"
            case k.SWAP:
                return f"{self._list(event).replace(', ', ' and ')} change places"
            case k.REVEAL:
                whom = f" to {actor}" if event[k.E_ACTOR] >= 0 else ""
                return f"{card} is shown{whom} in {place(source)}"
            case k.SHUFFLE:
                return f"{place(source)} is shuffled ({_cards(amount)})"
            case k.GAIN:
                name = self._game.resources[source].name
                return f"{actor} gets {amount:+d} {name}"
            case k.PAY:
                what = f" for {card}" if event[k.E_CARD] >= 0 else ""
                return f"{actor} pays {amount} {self._game.resources[source].name}{what}"
            case k.COUNTERS:
                return f"{card}: {amount:+d} {self._game.counters[source].name}"
            case k.CHOOSE:
                return self._choice(event, actor)
            case k.RANDOM:
                return f"at random: {self._list(event)}"
            case k.ORDER:
                return f"{actor} orders {self._list(event)}"
            case k.TURN:
                return f"turn {amount}: {actor}"
            case k.PHASE:
                return f"phase: {note}"
            case k.NOTHING:
                return self._nothing(event)
            case k.REFUSED:
                return self._would(event, "can't") + f": {note}"
            case k.REPLACED:
                return self._would(event, "would") + ": replaced"
            case k.LINE:
                return f"{card}: {self._machine.text_of(event[k.E_TEXT])[0]}"
            case k.BECOME:
                return f"{card} becomes {note or 'something'}"
            case k.COPY:
                return f"{card} is made, a copy of {self._card(source)}"
            case k.CEASE:
                return f"{card} ceases to exist"
            case k.EXTRA:
                return f"{actor} takes another turn after this one"
            case k.EFFECT:
                return f"from now on: {note or self._whole(event)}"
            case k.STOPPED:
                return f"loop stopped: {note}"
            case k.PASS:
                return f"{actor}: {note or 'passes'}"
            case k.SAY:
                return f"{note}"
            case k.ACTION:
                return f"{actor}: {self._game.actions[amount].name} {card}".replace(" no card", "")
            case k.NOTED | k.END:
                which = "the game ends" if kind == k.END else "noted"
                return f"{which}: {note}"
        return k.KIND_NAMES.get(kind, "?")

    def _would(self, event: k.Event, how: str) -> str:
        """ "Player 1 would take stone#1", "Player 1 can't take stone#1": an event that did not happen."""
        verb, card = self._game.verbs[event[k.E_AMOUNT]], event[k.E_CARD]
        if verb.actor == "card":
            doer = self._card(event[k.E_ACTOR] if event[k.E_ACTOR] >= 0 else card)
        else:
            doer = self._card(card) if verb.intransitive else self._seat(event[k.E_ACTOR])
        what = f" {self._card(card)}" if card != -1 and doer != self._card(card) else ""
        return f"{doer} {how} {verb.name}{what}"

    def _verb(self, event: k.Event) -> str:
        verb = self._game.verbs[event[k.E_KIND]]
        by_card = verb.actor == "card"
        actor = self._card(event[k.E_ACTOR]) if by_card else self._seat(event[k.E_ACTOR])
        card = self._card(event[k.E_CARD]) if event[k.E_CARD] != -1 else ""
        words = f"{card} {verb.third}" if verb.intransitive else f"{actor} {verb.third}"
        if card and not verb.intransitive and not (by_card and event[k.E_ACTOR] == event[k.E_CARD]):
            words += f" {card}"
        if event[k.E_AMOUNT] != 1:
            words += f" ({event[k.E_AMOUNT]})"
        source, goal = event[k.E_FROM], event[k.E_TO]
        if goal >= 0:
            words += f" {self._machine.place_name(source)} -> {self._machine.place_name(goal)}"
        return words

    def _choice(self, event: k.Event, actor: str) -> str:
        of, value = event[k.E_FROM], event[k.E_AMOUNT]
        if of == 0:
            what = self._list(event) if event[k.E_CARD] != -1 else "nothing"
        elif of == 1:
            what = self._seat(value)
        elif of == 2:
            what = self._machine.place_name(value) if value >= 0 else "nowhere"
        elif of == 3:
            what = str(value)
        else:
            what = f'"{event[k.E_NOTE]}"'
        return f"{actor} {'has only' if event[k.E_TO] == 1 else 'chooses'} {what}"

    def _nothing(self, event: k.Event) -> str:
        verb, card = event[k.E_AMOUNT], event[k.E_CARD]
        name = self._game.verbs[verb].name if verb >= 0 and event[k.E_TEXT] & 0xFFFF else ""
        if event[k.E_ACTOR] >= 0 and verb < 0 and card == -1:
            return f"nothing: {self._seat(event[k.E_ACTOR])} {event[k.E_NOTE]}"
        parts = [part for part in (name, self._card(card) if card != -1 else "") if part]
        return f"nothing: {' '.join(parts)}{': ' if parts else ''}{event[k.E_NOTE]}"

    def _list(self, event: k.Event) -> str:
        note = event[k.E_NOTE]
        cards = note if isinstance(note, list) else [event[k.E_CARD]]
        return ", ".join(self._card(card) for card in cards)

    def _card(self, card: int) -> str:
        if card == HIDDEN:
            return "a card"
        return self._machine.name_of(card) if card >= 0 else "no card"

    def _seat(self, seat: int) -> str:
        return f"Player {seat + 1}" if seat >= 0 else "the game"

    def because(self, event: k.Event, said: int) -> str:
        """File, line and words of the sentence, where the event before has not said it already."""
        text = event[k.E_TEXT]
        kind = event[k.E_KIND]
        if text < 0 or kind in (k.PASS, k.PHASE, k.TURN) or text >> 16 == said >> 16:
            return ""
        words, span = self._machine.text_of(text)
        source = self._source(span)
        if source is None:
            return ""
        line, _ = source.position(span.start)
        where = f"{span.file.rsplit('/', 1)[-1]}:{line}"
        return where if kind == k.LINE or not words else f'{where} "{self._sentence(event)}"'

    def _sentence(self, event: k.Event) -> str:
        """The words behind an event: of a card's line as a whole, or of one sentence."""
        text = event[k.E_TEXT]
        words, span = self._machine.text_of(text)
        source = self._source(span)
        if source is None or (event[k.E_SPEAKER] >= 0 and not text & 0xFFFF):
            return words
        return " ".join(source.text[span.start : span.end].split())

    def _whole(self, event: k.Event) -> str:
        """The full sentence around the words behind an event, without a label."""
        words, span = self._machine.text_of(event[k.E_TEXT])
        source = self._source(span)
        if source is None:
            return words
        text = source.text
        line = text.rfind("\n", 0, span.start) + 1
        begins = [line + at.end() for at in _BEGINS.finditer(text[line : span.start + 1])]
        ends = _ENDS.search(text, max(span.end - 1, span.start))
        return text[begins[-1] if begins else line : ends.end() if ends is not None else span.end].strip()

    def _source(self, span: Span) -> Source | None:
        if span == NOWHERE or span.file not in self._game.sources:
            return None
        if span.file not in self._sources:
            self._sources[span.file] = Source(span.file, self._game.sources[span.file])
        return self._sources[span.file]


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


# --- data --------------------------------------------------------------------------------------------------------
def trace_json(machine: Machine, event: k.Event, seat: int | None = None) -> dict[str, Any]:
    """An event as plain data with names instead of numbers; parts that say nothing are left out."""
    event = event_for(machine, event, seat)
    game, kind = machine.game, event[k.E_KIND]
    verb = game.verbs[kind] if kind >= 0 else None
    data: dict[str, Any] = {"event": verb.name if verb is not None else k.KIND_NAMES[kind]}
    card, actor = event[k.E_CARD], event[k.E_ACTOR]
    if card == HIDDEN:
        data["card"] = "a card"
    elif card >= 0:
        data["card"] = machine.name_of(card)
    if verb is not None and verb.actor == "card":
        if actor >= 0:
            data["actor"] = machine.name_of(actor)
    elif actor >= 0:
        data["player"] = actor + 1
    source, goal, amount = event[k.E_FROM], event[k.E_TO], event[k.E_AMOUNT]
    if kind in (k.GAIN, k.PAY):
        data["resource"] = game.resources[source].name
    elif kind == k.COUNTERS:
        data["counter"] = game.counters[source].name
    elif kind == k.CHOOSE:
        data["of"] = ("cards", "player", "place", "number", "option")[source]
        data["forced"] = goal == 1
    elif kind == k.COPY:
        data["of"] = machine.name_of(source)
    elif kind not in (k.EFFECT, k.ACTION):
        if source >= 0:
            data["from"] = machine.place_name(source)
        if goal >= 0:
            data["to"] = machine.place_name(goal)
    if kind in (k.NOTHING, k.REFUSED, k.REPLACED):
        if amount >= 0:
            data["what"] = game.verbs[amount].name
    elif kind == k.ACTION:
        data["action"] = game.actions[amount].name
    elif kind not in (k.EFFECT, k.PHASE, k.NOTED, k.END):
        data["amount"] = amount
    if event[k.E_CAUSE] >= 0:
        data["cause"] = event[k.E_CAUSE]
    if event[k.E_SPEAKER] >= 0:
        data["speaker"] = machine.name_of(event[k.E_SPEAKER])
    words, span = machine.text_of(event[k.E_TEXT])
    if words:
        data["text"] = words
    if span != NOWHERE:
        data["at"] = [span.file, span.start, span.end]
    note = event[k.E_NOTE]
    if isinstance(note, list):
        data["cards"] = [machine.name_of(c) for c in note]
    elif note is not None:
        data["note"] = note
    return data
