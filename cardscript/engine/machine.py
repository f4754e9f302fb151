"""The machine: a game in progress that asks one decision after another. What the session builds on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from cardscript.engine import limits
from cardscript.engine.attributes import value_of
from cardscript.engine.compiled import compiled_for
from cardscript.engine.deal import Deal
from cardscript.engine.decision import Decision, IllegalAnswer, describe, text_of
from cardscript.engine.endings import Result, result, stop
from cardscript.engine.identity import count_from_the_start, rebuild
from cardscript.engine.kinds import (
    EMPTY,
    FIRST_UNIT,
    GAME_UNIT,
    P_LEAST,
    P_MOST,
    P_RAW,
    P_SEAT,
    PC,
    SLOTS,
    STOPPED,
    UID,
    WAIT,
    Event,
)
from cardscript.engine.laying import lay_out
from cardscript.engine.limits import EngineError, GameEnded, LoopStopped
from cardscript.engine.lower import lower
from cardscript.engine.lower_places import holder
from cardscript.engine.narrowed import narrow
from cardscript.engine.refusals import why_not
from cardscript.engine.scope import Scope
from cardscript.engine.state import State, state_from
from cardscript.language import ast
from cardscript.language.program import Game
from cardscript.language.rulings import under
from cardscript.language.source import Span


class Machine:
    """One game in progress."""

    __slots__ = ("_names", "state")

    def __init__(self, game: Game, deal: Deal, seed: int, rulings: dict[str, str], keep_log: bool = True) -> None:
        game = under(game, rulings)
        compiled = compiled_for(game, lower)
        if not 1 <= deal.players <= compiled.layout.seats or not 0 <= deal.first < deal.players:
            raise EngineError(f"{deal.players} players, the first of them {deal.first + 1}: that can't be dealt")
        s = self.state = State(compiled, deal.players, deal.first, seed)
        s.keep_log = keep_log
        s.rulings = game.readings or {}
        s.zones = {place: [] for place in compiled.layout.in_use(deal.players)}
        self._names: list[str] = []
        units = [compiled.deal_unit(unit) for unit in deal.units]
        lay_out(s, deal, units)
        self._look_back(deal)
        count_from_the_start(s)
        s.frames.append([GAME_UNIT, 0, [units, deal.phase, -1], -1, -1, [], 0])
        for seat, resource, amount in deal.points:
            at = seat * len(game.resources) + resource
            s.res[at] += amount
            s.made[at] += max(0, amount)
        for seat, resource, amount in deal.made:
            s.made[seat * len(game.resources) + resource] = amount
        self._run()

    def _look_back(self, deal: Deal) -> None:
        """What has been before a situation in the middle of a game."""
        s = self.state
        s.turn = deal.turn - 1
        s.due = s.compiled.due_mask
        s.gone = list(deal.gone)
        kinds = len(s.compiled.game.counters)
        for card, counter, number in deal.counters:
            s.counters[card * kinds + counter] = number
            s.lively.add(card)
        for label, number in deal.labels:
            s.label_counts[label] = number
        for verb, who, card, source, now in deal.done:
            place, ident = (s.at[card], s.ident[card]) if card >= 0 else (-1, -1)
            event: Event = (verb, card, who, 1, source, place, -1, -1, -1, None, ident)
            if now:
                s.done.setdefault(verb, []).append(event)
            s.ever.setdefault(verb, []).append(event)

    # --- deciding -------------------------------------------------------------------------------------------------
    @property
    def pending(self) -> Decision | None:
        """The decision to be made; None if the game is over."""
        if self.state.pending is None:
            return None
        return describe(self.state, self.name_of, self.place_name)

    def raw_option_count(self) -> int:
        """How many options the pending decision has (0: none is pending)."""
        pending = self.state.pending
        return len(pending[P_RAW]) if pending is not None else 0

    def bounds(self) -> tuple[int, int]:
        """The least and most options to pick."""
        pending = self.state.pending
        return (pending[P_LEAST], pending[P_MOST]) if pending is not None else (0, 0)

    def answer(self, picks: Sequence[int]) -> None:
        """Decide: the places of the options picked. Not legal: raises `IllegalAnswer`, and nothing has changed."""
        s = self.state
        pending = s.pending
        if pending is None:
            raise IllegalAnswer("nothing is to be decided", ())
        _, ask, _, _, raw, _, _, slot, pc = pending
        value: Any
        if ask == "action":
            try:  # what is wrong with other picks than one option is for `_value` to say
                (pick,) = picks
                value = raw[pick] if pick.__class__ is int and pick >= 0 else self._value(pending, picks)
            except (ValueError, IndexError):
                value = self._value(pending, picks)
        else:
            value = self._value(pending, picks)
        frame = s.frames[-1]
        frame[SLOTS][slot] = value
        frame[PC] = pc
        s.pending = None
        s.budget = limits.STEPS
        s.stops = 0
        s.steps_log = -1
        self._run()

    def _value(self, pending: list[Any], picks: Sequence[int]) -> Any:
        """What goes into the slot of the answer, if it is legal."""
        _, ask, of, _, raw, least, most, _, _ = pending
        count, options = len(picks), len(raw)
        if not least <= count <= most:
            raise self._illegal(f"{_between(least, most)} to be picked, not {count}")
        for pick in picks:
            if pick.__class__ is not int or not 0 <= pick < options:
                raise self._illegal(f"there is no option {pick!r}")
        if count > 1 and len(set(picks)) != count:
            raise self._illegal("an option was picked twice")
        if ask == "cards":
            return [raw[pick] for pick in picks] if picks else EMPTY
        if ask == "may":
            return picks[0] == 0
        if ask == "one":
            return picks[0]
        if ask == "order":
            return list(picks) if of == "text" else [raw[pick] for pick in picks]
        return raw[picks[0]] if picks else -1

    def _illegal(self, reason: str) -> IllegalAnswer:
        decision = self.pending
        return IllegalAnswer(reason, decision.options if decision is not None else ())

    def _run(self) -> None:
        """Go on until a decision is pending or the game is over."""
        s = self.state
        frames, ops_of = s.frames, s.compiled.ops
        while frames:
            try:
                while True:
                    frame = frames[-1]
                    ops = ops_of[frame[0]] or s.compiled.code(frame[0]).ops
                    pc = ops[frame[1]](s, frame)
                    while pc >= 0:
                        pc = ops[pc](s, frame)
                    if pc == WAIT:
                        return
            except GameEnded:
                return
            except (LoopStopped, RecursionError):
                self._stop_loop()

    def _stop_loop(self) -> None:
        """A bound was reached: say which texts go in a circle, drop what is above the phase, go on."""
        s = self.state
        s.stops += 1
        s.depth, s.speaking, s.touched = 0, -2, 0
        names: list[str] = []
        for frame in reversed(s.frames):
            unit = s.compiled.units[frame[UID]] if frame[UID] >= FIRST_UNIT else None
            if unit is None:
                continue
            card = frame[SLOTS][0]
            name = f"{self.name_of(card)}: " if isinstance(card, int) and card >= 0 else ""
            words = f"{name}{unit.text}"
            if words in names:
                break
            names.append(words)
        top = s.frames[-1]
        cause = top[3]
        names.reverse()
        s.log.append((STOPPED, -1, -1, s.stops, -1, -1, cause, -1, -1, " -> ".join(names) or "the turn", -1))
        del s.frames[2:]
        s.budget = limits.STEPS
        s.steps_log = s.base + len(s.log)
        if s.stops >= limits.STOPS:
            stop(s)

    # --- looking --------------------------------------------------------------------------------------------------
    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return result(self.state)

    @property
    def log(self) -> list[Event]:
        """All events so far (of this turn only, if the log is not kept)."""
        found: list[Event] = []
        for chunk in self.state.chunks:
            found.extend(chunk)
        found.extend(self.state.log)
        return found

    @property
    def game(self) -> Game:
        return self.state.compiled.whole.game

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.state.turn

    @property
    def card_count(self) -> int:
        """How many cards there are, copies included."""
        return len(self.state.at)

    @property
    def seat_asked(self) -> int:
        """Who is asked; -1 if nothing is."""
        pending = self.state.pending
        return pending[P_SEAT] if pending is not None else -1

    def event_count(self) -> int:
        return self.state.base + len(self.state.log)

    def events_since(self, index: int) -> list[Event]:
        """The events from an index on."""
        s = self.state
        if index >= s.base:
            return s.log[index - s.base :]
        return self.log[index:]

    def name_of(self, card: int) -> str:
        """The stable name of a card: its printed name as a slug and its number among the cards of that name."""
        s = self.state
        names = self._names
        if len(names) < len(s.decl):
            counts: dict[str, int] = {}
            names = []
            for decl in s.decl:
                stem = slug(s.compiled.game.cards[decl].name)
                counts[stem] = counts.get(stem, 0) + 1
                names.append(f"{stem}#{counts[stem]}")
            self._names = names
        return names[card] if 0 <= card < len(names) else "no card"

    def place_name(self, place: int) -> str:
        """The name of a place: a zone, a space of a row, a pile beneath."""
        layout = self.state.compiled.layout
        if place < 0:
            return "nowhere"
        if place < layout.places:
            return layout.names[place]
        if place < layout.under_cards:
            return f"beneath {layout.names[place - layout.places]}"
        return f"beneath {self.name_of(place - layout.under_cards)}"

    def text_of(self, text: int) -> tuple[str, Span]:
        """The printed line and the span behind the text number of an event."""
        return text_of(self.state, text)

    def is_kind(self, card: int, kind: int) -> bool:
        """Whether a card is of a kind now, as printed or as it counts."""
        return bool(self.state.defs[self.state.ident[card]].kinds >> kind & 1)

    def attribute(self, card: int, attribute: int) -> int:
        return value_of(self.state, card, attribute)

    def resource(self, seat: int, resource: int) -> int:
        return self.state.res[seat * len(self.state.compiled.game.resources) + resource]

    def counters(self, card: int, counter: int) -> int:
        return self.state.counters.get(card * len(self.state.compiled.game.counters) + counter, 0)

    def place_of(self, card: int) -> int:
        return self.state.at[card]

    def holder_of(self, card: int) -> int:
        return holder(self.state, card)

    def zone_places(self, zone: int, seat: int = -1) -> list[int]:
        """The numbers of a zone's places: the spaces of a row, one otherwise."""
        return self.state.compiled.layout.instances(zone, seat)

    def zone_cards(self, zone: int, seat: int = -1) -> list[int]:
        """The cards of a zone, top or first first."""
        return [card for place in self.zone_places(zone, seat) for card in self.state.zones.get(place, EMPTY)]

    def beneath(self, card: int) -> list[int]:
        """The cards beneath a card."""
        return list(self.state.zones.get(self.state.compiled.layout.under_cards + card, EMPTY))

    def why_not(self, action: int, card: int = -1, seat: int = -1) -> str | None:
        """The first reason why a seat (if not said: who is asked) can't do an action (to a card); None if it can."""
        if seat < 0:
            seat = self.seat_asked if self.seat_asked >= 0 else self.state.seat
        return why_not(self.state, seat, action, card)

    def prints(self, action: int, card: int) -> bool:
        """Whether an action is printed on a card as it is now."""
        s = self.state
        return card >= 0 and any(item.action == action for item in s.defs[s.ident[card]].items)

    def holds(self, cond: ast.Cond, slots: int, seat: int) -> bool:
        """Whether a condition that uses so many slots is true now, read with `seat` as "you"."""
        return bool(self._read(cond, slots, seat))

    def meant(self, cards: ast.Cards, slots: int, seat: int) -> list[int]:
        """The cards an expression that uses so many slots means now, read with `seat` as "you"."""
        return list(self._read(cards, slots, seat))

    def _read(self, node: ast.Cond | ast.Cards, slots: int, seat: int) -> Any:
        scope = Scope(self.state.compiled, slots)
        read = scope.closure(node)
        values = scope.blank()
        values[ast.YOU] = seat
        return read(self.state, values)

    def cards(self) -> Iterator[int]:
        """Every card that is somewhere."""
        return (card for card, place in enumerate(self.state.at) if place >= 0)

    # --- keeping --------------------------------------------------------------------------------------------------
    def clone(self) -> Machine:
        """An independent copy at this decision."""
        twin = Machine.__new__(Machine)
        twin.state = self.state.clone()
        twin._names = self._names
        return twin

    def to_data(self) -> dict[str, Any]:
        """The game in progress as JSON-able data."""
        return self.state.to_data()

    @classmethod
    def from_data(cls, game: Game, data: dict[str, Any]) -> Machine:
        """The game that `to_data` wrote."""
        machine = cls.__new__(cls)
        machine.state = state_from(compiled_for(under(game, data["rulings"]), lower), data)
        machine._names = []
        narrow(machine.state)
        rebuild(machine.state)
        return machine


@lru_cache(maxsize=10_000)
def slug(name: str) -> str:
    """The printed name as stable names have it: small letters (without accents), digits, hyphens."""
    plain = "".join(c for c in normalize("NFKD", name.lower()) if not combining(c) and c not in "'.")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "card"


def _between(least: int, most: int) -> str:
    if least == most:
        return f"{least} option{'s are' if least != 1 else ' is'}"
    return f"{least} to {most} options are"


__all__ = ["Deal", "Decision", "IllegalAnswer", "Machine", "Result", "slug"]
