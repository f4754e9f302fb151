"""The names of a game as scenario files use them: places, cards, points, counters. Unknown ones are reported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cardscript.engine.layout import Layout
from cardscript.engine.machine import Machine, slug
from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.program import Game
from cardscript.scenario import syntax as x

_SPACE = re.compile(r"^(?P<row>[^\[\]]+)\[(?P<space>[^\[\]]+)\]$")
_ORDINAL = re.compile(r"^(?P<stem>.+)#(?P<number>\d+)$")


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A name as it is compared: letter case and extra spaces do not matter."""
    return " ".join(text.split()).casefold()


class Words:
    """Looks names up in one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = Layout(game)
        self._zones = {folded(zone.name): number for number, zone in enumerate(game.zones)}
        self._cards: dict[str, int] = {}
        self._stems: dict[str, list[int]] = {}
        for number, card in enumerate(game.cards):
            self._cards.setdefault(folded(card.name), number)
            self._stems.setdefault(slug(card.name), []).append(number)
        for name, number in list(self._cards.items()):
            self._cards.setdefault(name.partition(",")[0], number)
        self._resources = _table(
            (name, number) for number, r in enumerate(game.resources) for name in (r.name, *r.unit)
        )
        self._counters = _table((c.name, number) for number, c in enumerate(game.counters))
        self._attributes = _table((a.name, number) for number, a in enumerate(game.attributes))
        self._kinds = _table((kind.name, number) for number, kind in enumerate(game.kinds))
        self._places: dict[str, tuple[int, int] | None] = {}
        """Names of places that have been looked up."""
        self._groups = {folded(card.group): card.group for card in game.cards if card.group}

    # --- places

    def zone(self, name: x.Name) -> tuple[int, int] | None:
        """Zone and space (-1: none named) of "lair[left]" or "lair"; None if there is no such place."""
        if name.text not in self._places:
            self._places[name.text] = self._place(name.text)
        return self._places[name.text]

    def _place(self, text: str) -> tuple[int, int] | None:
        found = _SPACE.match(text)
        row = found["row"] if found is not None else text
        zone = self._zones.get(folded(row))
        if zone is None or found is None:
            return None if zone is None else (zone, -1)
        spaces = [folded(space) for space in self.game.zones[zone].spaces]
        space = folded(found["space"])
        return (zone, spaces.index(space)) if space in spaces else None

    def places(self, ref: x.PlaceRef, players: int, findings: Findings, machine: Machine | None = None) -> list[int]:
        """The numbers of the places a reference means: all spaces of a row, one pile, one of each player; nothing
        (with a finding, CS603) if it means none. `machine`: where cards lie, for what lies under a card."""
        found = self.zone(ref.name)
        if found is None:
            if ref.under and machine is not None and ref.seat == x.SHARED:
                card = self.instance(ref.name, machine, findings)
                return [] if card is None else [self.layout.under_cards + card]
            self._no_place(ref, findings)
            return []
        zone, space = found
        seats: Sequence[int] = range(players) if ref.seat == x.EACH else [ref.seat]
        if self.game.zones[zone].per_player and ref.seat == x.SHARED:
            name = self.game.zones[zone].name
            findings.add("CS603", f"whose {name}?", ref.span, f"write player 1's {name}, or each player's {name}")
            return []
        if not self.game.zones[zone].per_player and ref.seat != x.SHARED:
            name = self.game.zones[zone].name
            findings.add("CS603", f"players have no {name} of their own", ref.span, f"write {name}")
            return []
        if ref.seat >= players:
            findings.add("CS606", f"there is no player {ref.seat + 1}", ref.span, f"{players} play")
            return []
        places: list[int] = []
        for seat in seats:
            spaces = self.layout.instances(zone, seat)
            places += spaces if space < 0 else [spaces[space]]
        return [self.layout.places + place for place in places] if ref.under else places

    def _no_place(self, ref: x.PlaceRef, findings: Findings) -> None:
        known = [zone.name for zone in self.game.zones]
        spaces = {space: f"{z.name}[{space}]" for z in self.game.zones for space in z.spaces if not space.isdecimal()}
        near = did_you_mean(ref.name.text, [*known, *spaces, *spaces.values()])
        for space, full in spaces.items():
            near = near.replace(f"'{space}'", f"'{full}'")
        help = near or f"the places of this game: {', '.join(z.name for z in self.game.zones)}"
        findings.add("CS603", f"there is no place {ref.name.text!r}", ref.name.span, help)

    # --- cards

    def card(self, name: x.Name, findings: Findings) -> tuple[int, int] | None:
        """The printed card of a name and which of its copies is meant (0: any); None with a finding (CS604)."""
        number = self._cards.get(folded(name.text))
        if number is not None:
            return number, 0
        found = _ORDINAL.match(name.text.casefold())
        stem = found["stem"] if found is not None else name.text.casefold()
        cards = self._stems.get(stem, [])
        if cards:
            return cards[0], int(found["number"]) if found is not None else 0
        help = did_you_mean(name.text, [card.name for card in self.game.cards]) or (
            "write it below 'cards' at the top of the file, or use a set that has it"
        )
        findings.add("CS604", f"there is no card {name.text!r}", name.span, help)
        return None

    def instance(self, name: x.Name, machine: Machine, findings: Findings) -> int | None:
        """The card instance of a name: a stable name, or a printed name that one card bears (the first copy that is
        anywhere); None with a finding (CS604)."""
        found = self.card(name, findings)
        if found is None:
            return None
        stable = folded(name.text)
        fitting = [card for card in machine.cards() if machine.name_of(card) == stable]
        if not fitting:
            fitting = [card for card in machine.cards() if self.is_called(card, found, machine)]
        if not fitting:
            findings.add("CS604", f"there is no {name.text!r} on the table", name.span, "name a card that is there")
            return None
        return fitting[0]

    def is_called(self, card: int, found: tuple[int, int], machine: Machine) -> bool:
        """Whether a card instance is one of the printed card and copy that `card` gave; one with its other side up has
        the names of both sides."""
        number, copy = found
        wanted = self.game.cards[number].name
        if copy:
            return machine.name_of(card) == f"{slug(wanted)}#{copy}"
        state = machine.state
        up = self.game.cards[state.defs[state.ident[card]].decl]
        return self.game.cards[state.decl[card]].name == wanted or (bool(up.back_of) and up.name == wanted)

    def names_of(self, number: int) -> set[str]:
        """The folded names of a printed card: its own, and the part before a comma if no other card has it."""
        name = folded(self.game.cards[number].name)
        short = name.partition(",")[0]
        mine = self.game.cards[self._cards.get(short, number)].name == self.game.cards[number].name
        return {name, short} if mine else {name}

    # --- what is counted

    def those(self, name: x.Name, cards: Sequence[int], machine: Machine, findings: Findings) -> list[int] | None:
        """Those of some cards that a name means: all ("card"), those called so, those of a kind, those of a group; None
        with a finding (CS604)."""
        if folded(name.text) in ("card", "cards"):
            return list(cards)
        kind, group = _find(self._kinds, name.text), self._groups.get(folded(name.text))
        if folded(name.text) not in self._cards and kind is not None:
            return [card for card in cards if machine.is_kind(card, kind)]
        if folded(name.text) not in self._cards and group is not None:
            return [card for card in cards if self.game.cards[machine.state.decl[card]].group == group]
        found = self.card(name, findings)
        return None if found is None else [card for card in cards if self.is_called(card, found, machine)]

    def resource(self, name: x.Name) -> int | None:
        """The number of a kind of points, by its name or that of its unit, one or several."""
        return _find(self._resources, name.text)

    def counter(self, name: x.Name) -> int | None:
        """The number of a kind of counter."""
        return _find(self._counters, name.text)

    def attribute(self, name: x.Name) -> int | None:
        """The number of an attribute."""
        return _find(self._attributes, name.text)

    def unknown(self, what: str, name: x.Name, known: Iterable[str], findings: Findings) -> None:
        """Report a name that is none of these (CS605)."""
        names = list(known)
        help = did_you_mean(name.text, names) or f"there are: {', '.join(names) or 'none'}"
        findings.add("CS605", f"there is no {what} {name.text!r}", name.span, help)


def _table(entries: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, number in entries:
        if name:
            found.setdefault(folded(name), number)
    return found


def _find(table: dict[str, int], name: str) -> int | None:
    """By its name, or by the plural people write ("2 coins")."""
    wanted = folded(name)
    return next(
        (table[word] for word in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")) if word in table), None
    )
