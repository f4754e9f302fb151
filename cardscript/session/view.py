"""The table as one seat sees it: plain data that holds nothing the seat must not know."""

from __future__ import annotations

from typing import Any

from cardscript.engine.layout import Layout
from cardscript.engine.machine import Machine
from cardscript.session.choices import candidates


def view(machine: Machine, seat: int | None) -> dict[str, Any]:
    """Zones with their cards (None and a count where they cannot be seen), points, whose turn it is, and the decision
    if it is this seat's. Seats are counted from 0; None sees everything."""
    return _View(machine, seat).data()


class _View:
    def __init__(self, machine: Machine, seat: int | None) -> None:
        self._machine, self._seat = machine, seat
        self._state, self._game = machine.state, machine.game
        self._layout: Layout = self._state.compiled.layout
        self._face_down = {
            number
            for choice in self._game.setup.choices
            if choice.brings >= 0
            for candidate in candidates(self._game)[choice.option]
            for number in candidate.cards[1:]
        }

    def data(self) -> dict[str, Any]:
        machine, state, game = self._machine, self._state, self._game
        shared = [z for z, zone in enumerate(game.zones) if not zone.per_player]
        own = [z for z, zone in enumerate(game.zones) if zone.per_player]
        result = machine.result
        asked = machine.pending
        mine = asked if asked and self._seat in (None, asked.seat) else None
        return {
            "game": game.id,
            "seat": self._seat,
            "turn": {"number": state.turn, "seat": state.seat},
            "players": [
                {
                    "seat": seat,
                    "resources": self._points(seat),
                    "zones": [part for z in own for part in self._zone(z, seat)],
                }
                for seat in range(state.players)
            ],
            "zones": [part for z in shared for part in self._zone(z, -1)],
            "asked": asked.seat if asked else None,
            "decision": {
                "ask": mine.ask,
                "prompt": mine.prompt,
                "because": [mine.because[0], mine.because[1]],
                "answers": list(mine.options),
                "least": mine.least,
                "most": mine.most,
            }
            if mine
            else None,
            "result": {
                "ending": result.ending,
                "result": result.result,
                "text": result.text,
                "scores": list(result.scores),
            }
            if result
            else None,
        }

    def _points(self, seat: int) -> dict[str, int]:
        resources = self._game.resources
        return {r.name: self._state.res[seat * len(resources) + n] for n, r in enumerate(resources)}

    def _zone(self, zone: int, seat: int) -> list[dict[str, Any]]:
        """Its spaces, each with its cards."""
        sees = self._game.zones[zone].sees
        seen = self._seat is None or sees == "all" or (sees == "owner" and seat == self._seat)
        parts: list[dict[str, Any]] = []
        for place in self._layout.instances(zone, seat):
            cards = self._state.zones.get(place, [])
            beneath = self._state.zones.get(place + self._layout.places, [])
            part: dict[str, Any] = {
                "name": self._layout.names[place],
                "count": len(cards),
                "cards": [self._card(card, seen) for card in cards] if seen else None,
            }
            if place in self._state.gone:
                part["destroyed"] = True
            if beneath:
                part["beneath"] = [self._card(card, seen) for card in beneath]
            parts.append(part)
        return parts

    def _card(self, card: int, seen: bool) -> dict[str, Any]:
        state, game = self._state, self._game
        printed = game.cards[state.decl[card]]
        data: dict[str, Any] = {
            "name": self._machine.name_of(card),
            "attributes": {game.attributes[n].name: self._machine.attribute(card, n) for n in printed.attributes},
        }
        kinds = len(game.counters)
        counters = {c.name: state.counters.get(card * kinds + n, 0) for n, c in enumerate(game.counters)}
        if any(counters.values()):
            data["counters"] = {name: number for name, number in counters.items() if number}
        beneath = state.zones.get(card + self._layout.under_cards, [])
        if beneath:
            open_ = [c for c in beneath if seen and (self._seat is None or state.decl[c] not in self._face_down)]
            data["beneath"] = [self._card(c, seen) for c in open_]
            data["beneath_count"] = len(beneath)
        return data
