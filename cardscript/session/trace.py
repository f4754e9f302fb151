"""The trace as data: every event of the log as a mapping with names instead of numbers, one JSON line each.

`cardscript.session.trace_text` makes the text from these mappings alone. docs/trace.md says what each part means,
`cardscript.session.trace_schema` declares them. No event says how many came before it and none names another by its
number, so an event more or less changes no other line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language.source import NOWHERE
from cardscript.session.sentence import block_at, place_of, sentence_around, sentence_at
from cardscript.session.sight import HIDDEN, event_for
from cardscript.session.trace_text import NO_CARD, event_text

Data = dict[str, Any]
"""One event as plain data."""

CHOSEN_OF = ("cards", "player", "place", "number", "option")
"""What a choice is about, by its number in the log."""


def json_line(data: Data) -> str:
    """One event as canonical JSON: keys in order, no spaces, letters as they are."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def trace_data(machine: Machine, start: int = 0, seat: int | None = None) -> Iterator[Data]:
    """The events from number `start` on as data; `seat`: as that seat may know them (None: all, -1: as all may)."""
    return Tracer(machine).data(start, seat)


def trace_lines(machine: Machine, start: int = 0, seat: int | None = None) -> Iterator[str]:
    """The events from number `start` on as text, one a line; `seat` as for `trace_data`."""
    return (event_text(data) for data in trace_data(machine, start, seat))


class Tracer:
    """Tells the events of one machine as data. Kept while its game goes on, it looks at every event once."""

    __slots__ = ("_back", "_counts", "_depth", "_order", "_reasons", "_text", "machine")

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._depth: list[int] = []
        self._order: list[int] = []
        self._text: list[int] = []
        self._counts: list[int] = []
        """How many events there were of each depth; `_order`: of its depth, the how manieth an event is."""
        self._back: dict[int, int] = {}
        self._reasons: dict[tuple[int, bool], Data] = {}

    def data(self, start: int = 0, seat: int | None = None) -> Iterator[Data]:
        """The events from number `start` on; `seat` as for `trace_data`."""
        machine = self.machine
        self._read()
        if start >= len(self._depth):
            return
        for index, event in enumerate(machine.events_since(start), start):
            data: Data = {"event": k.KIND_NAMES.get(event[k.E_KIND], ""), "depth": self._depth[index]}
            if index in self._back:
                data["back"] = self._back[index]
            _tell(machine, event_for(machine, event, seat, index), data)
            if because := self._because(event):
                data["because"] = because
            yield data

    def _read(self) -> None:
        """Look at the events that are new: how deep each is, and whether its cause is the nearest one above it."""
        depths, counts = self._depth, self._counts
        for index, event in enumerate(self.machine.events_since(len(depths)), len(depths)):
            cause = event[k.E_CAUSE]
            depth = 0
            if 0 <= cause < index:
                depth = depths[cause] + 1
                if back := counts[depth - 1] - self._order[cause] - 1:
                    self._back[index] = back
            if depth == len(counts):
                counts.append(0)
            depths.append(depth)
            self._order.append(counts[depth])
            self._text.append(event[k.E_TEXT])
            counts[depth] += 1

    def _because(self, event: k.Event) -> Data:
        """What an event comes from: a sentence and where it stands, or the name of a declaration."""
        machine, text, cause = self.machine, event[k.E_TEXT], event[k.E_CAUSE]
        data = _rule(machine, event) if text < 0 else dict(self._reason(text, event[k.E_SPEAKER] >= 0))
        if event[k.E_SPEAKER] >= 0:
            data["card"] = machine.name_of(event[k.E_SPEAKER])
        if text >= 0:
            said = self._text[cause] if 0 <= cause < len(self._text) else -1
            if text >> 16 == said >> 16:
                data["again"] = True
                data.pop("line", None)
            if event[k.E_KIND] == k.LINE:
                data.pop("says", None)
        return data

    def _reason(self, text: int, spoken: bool) -> Data:
        """The sentence behind a text number, of a card (`spoken`) or of a rule; read once."""
        known = self._reasons.get((text, spoken))
        if known is None:
            game = self.machine.game
            words, span = self.machine.text_of(text)
            says = words if spoken and not text & 0xFFFF else sentence_at(game, span, words)
            known = {"at": place_of(game, span), "says": says}
            if not spoken:
                known["rule"] = block_at(game, span) or words
            elif words != says:
                known["line"] = words
            known = self._reasons[text, spoken] = {key: value for key, value in known.items() if value}
        return known


# --- parts of an event -------------------------------------------------------------------------------------------
def _tell(machine: Machine, event: k.Event, data: Data) -> None:
    """Add what happened: who, which card, from where to where."""
    kind = event[k.E_KIND]
    if kind >= 0:
        _tell_verb(machine, event, data)
    else:
        _put(data, "card", _card(machine, event[k.E_CARD]))
        _put(data, "player", event[k.E_ACTOR] + 1)
        _TELL[kind](machine, event, data)


def _put(data: Data, key: str, value: str | int) -> None:
    if value:
        data[key] = value


def _card(machine: Machine, card: int) -> str:
    if card == HIDDEN:
        return "a card"
    return machine.name_of(card) if card >= 0 else ""


def _tell_verb(machine: Machine, event: k.Event, data: Data) -> None:
    verb, card = machine.game.verbs[event[k.E_KIND]], _card(machine, event[k.E_CARD])
    data["event"], data["verb"] = verb.name, verb.third
    if verb.intransitive:
        data["actor"] = card or NO_CARD
    elif verb.actor == "card":
        data["actor"] = _card(machine, event[k.E_ACTOR]) or NO_CARD
    if verb.actor != "card":
        _put(data, "player", event[k.E_ACTOR] + 1)
    _put(data, "card", card)
    if event[k.E_AMOUNT] != 1:
        data["amount"] = event[k.E_AMOUNT]
    _places(machine, event, data)


def _places(machine: Machine, event: k.Event, data: Data) -> None:
    for key, place in (("from", event[k.E_FROM]), ("to", event[k.E_TO])):
        if place >= 0:
            data[key] = machine.place_name(place)


def _amount(machine: Machine, event: k.Event, data: Data) -> None:
    _places(machine, event, data)
    data["amount"] = event[k.E_AMOUNT]


def _resource(machine: Machine, event: k.Event, data: Data) -> None:
    data["resource"], data["amount"] = machine.game.resources[event[k.E_FROM]].name, event[k.E_AMOUNT]


def _counter(machine: Machine, event: k.Event, data: Data) -> None:
    data["counter"], data["amount"] = machine.game.counters[event[k.E_FROM]].name, event[k.E_AMOUNT]


def _choice(machine: Machine, event: k.Event, data: Data) -> None:
    of, value = CHOSEN_OF[event[k.E_FROM]], event[k.E_AMOUNT]
    data["of"] = of
    if event[k.E_TO] == 1:
        data["forced"] = True
    match of:
        case "cards":
            if event[k.E_CARD] != -1:
                _list(machine, event, data)
        case "player":
            data["chosen"] = f"Player {value + 1}" if value >= 0 else "the game"
        case "place":
            data["chosen"] = machine.place_name(value)
        case "number":
            data["chosen"] = str(value)
        case _:
            data["chosen"] = str(event[k.E_NOTE])
    data.pop("card", None)


def _list(machine: Machine, event: k.Event, data: Data) -> None:
    note = event[k.E_NOTE]
    cards = note if isinstance(note, list) else [event[k.E_CARD]]
    data["cards"] = [_card(machine, card) or NO_CARD for card in cards]
    data.pop("card", None)


def _nothing(machine: Machine, event: k.Event, data: Data) -> None:
    verb = event[k.E_AMOUNT]
    named = verb >= 0 and event[k.E_TEXT] & 0xFFFF
    if named:
        data["what"] = machine.game.verbs[verb].name
    if verb >= 0 and not named and "card" not in data:
        data.pop("player", None)
    _places(machine, event, data)
    _note(machine, event, data)


def _kept_away(machine: Machine, event: k.Event, data: Data) -> None:
    """An event that did not happen: who would have done what."""
    verb, card = machine.game.verbs[event[k.E_AMOUNT]], data.get("card", "")
    data["what"] = verb.name
    if verb.actor == "card":
        data.pop("player", None)
        data["actor"] = _card(machine, event[k.E_ACTOR]) or card or NO_CARD
    elif verb.intransitive:
        data["actor"] = card or NO_CARD
    _places(machine, event, data)
    if event[k.E_KIND] == k.REFUSED:
        _note(machine, event, data)


def _note(_: Machine, event: k.Event, data: Data) -> None:
    if event[k.E_NOTE] is not None:
        data["note"] = str(event[k.E_NOTE])


def _line(machine: Machine, event: k.Event, data: Data) -> None:
    data["line"] = machine.text_of(event[k.E_TEXT])[0]


def _swap(machine: Machine, event: k.Event, data: Data) -> None:
    _places(machine, event, data)
    if isinstance(event[k.E_NOTE], list):
        data["cards"] = [machine.name_of(card) for card in event[k.E_NOTE]]


def _copy(machine: Machine, event: k.Event, data: Data) -> None:
    data["copied"] = machine.name_of(event[k.E_FROM])


def _effect(machine: Machine, event: k.Event, data: Data) -> None:
    words, span = machine.text_of(event[k.E_TEXT])
    data["note"] = event[k.E_NOTE] or sentence_around(machine.game, span, words)


def _turn(_: Machine, event: k.Event, data: Data) -> None:
    data["turn"] = event[k.E_AMOUNT]


def _phase(_: Machine, event: k.Event, data: Data) -> None:
    data["phase"] = event[k.E_NOTE]


def _action(machine: Machine, event: k.Event, data: Data) -> None:
    data["action"] = machine.game.actions[event[k.E_AMOUNT]].name


def _ending(machine: Machine, event: k.Event, data: Data) -> None:
    if event[k.E_AMOUNT] >= 0:
        data["ending"] = machine.game.endings[event[k.E_AMOUNT]].name
    _note(machine, event, data)


_TELL: dict[int, Callable[[Machine, k.Event, Data], None]] = {
    k.MOVE: _places, k.PUSH: _places, k.REFILL: _places, k.REPLENISH: _amount, k.SWAP: _swap, k.REVEAL: _places,
    k.SHUFFLE: _amount, k.GAIN: _resource, k.PAY: _resource, k.COUNTERS: _counter, k.CHOOSE: _choice, k.RANDOM: _list,
    k.ORDER: _list, k.TURN: _turn, k.PHASE: _phase, k.NOTHING: _nothing, k.REFUSED: _kept_away, k.REPLACED: _kept_away,
    k.LINE: _line, k.BECOME: _note, k.COPY: _copy, k.CEASE: _places, k.EXTRA: _places, k.EFFECT: _effect,
    k.STOPPED: _note, k.PASS: _note, k.SAY: _note, k.ACTION: _action, k.NOTED: _ending, k.END: _ending,
    k.REDIRECT: _swap,
}  # fmt: skip
"""What is told of each of the language's own events besides its card and player."""


def _rule(machine: Machine, event: k.Event) -> Data:
    """The declaration that an event without a sentence comes from."""
    game, layout = machine.game, machine.state.compiled.layout
    kind, amount = event[k.E_KIND], event[k.E_AMOUNT]
    name, span = "", NOWHERE
    match kind:
        case k.PHASE:
            name, span = f"phase {game.phases[amount].name}", game.phases[amount].span
        case k.ACTION:
            name, span = f"action {game.actions[amount].name}", game.actions[amount].span
        case k.NOTED | k.END if amount >= 0:
            name, span = f"ending {game.endings[amount].name}", game.endings[amount].span
        case k.REFILL | k.REPLENISH:
            place = event[k.E_TO]
            zone = game.zones[layout.zone[place]]
            name, span = f"zone {zone.name}", zone.span
        case _:
            name = _OWN_RULES.get(kind, "")
    data: Data = {"rule": name} if name else {}
    if at := place_of(game, span):
        data["at"] = at
    return data


_OWN_RULES = {
    k.TURN: "turn order",
    k.PAY: "prices",
    k.CEASE: "copies",
    k.BECOME: "counting as",
    k.STOPPED: "limits",
    k.END: "limits",
}
"""The rules of the language itself that an event without a sentence comes from, named as docs/trace.md does."""
