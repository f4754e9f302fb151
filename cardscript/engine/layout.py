"""Where cards can lie: zone instances as numbers.

An instance is a shared zone, a space of a row, or either of them for one seat. Numbers do not depend on how many
play. Every instance and every card can have a pile beneath: instance + `places` and card + 2 * `places`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardscript.language.program import Game, ZoneDecl


class Layout:
    """The numbering of zone instances of one game."""

    __slots__ = (
        "_in_use",
        "_turns",
        "ahead",
        "base",
        "beyond",
        "counters_off",
        "left",
        "names",
        "per_seat",
        "places",
        "printed",
        "refill",
        "replenish",
        "seat",
        "seats",
        "space",
        "under_cards",
        "width",
        "zone",
        "zones",
    )

    def __init__(self, game: Game) -> None:
        self.seats = max(game.setup.most, 8)
        self.zones: Sequence[ZoneDecl] = game.zones
        self.base: list[int] = []
        self.width: list[int] = []
        self.zone: list[int] = []
        self.seat: list[int] = []
        self.space: list[int] = []
        self.left: list[int] = []
        self.names: list[str] = []
        for number, zone in enumerate(game.zones):
            self.base.append(len(self.zone))
            width = max(1, len(zone.spaces))
            self.width.append(width)
            for seat in range(self.seats) if zone.per_player else (-1,):
                for space in range(width):
                    self.zone.append(number)
                    self.seat.append(seat)
                    self.space.append(space if zone.spaces else -1)
                    self.left.append(zone.left_to_right.index(space) if space in zone.left_to_right else space)
                    owner = f"player {seat + 1}'s " if seat >= 0 else ""
                    inside = f"[{zone.spaces[space]}]" if zone.spaces else ""
                    self.names.append(f"{owner}{zone.name}{inside}")
        self.places = len(self.zone)
        self.ahead = [
            list(range(place, place - space + self.width[self.zone[place]])) for place, space in enumerate(self.space)
        ]
        """The spaces of a row from one on, that one first."""
        self.beyond = [spaces[1:] for spaces in self.ahead]
        """The same without that one."""
        self.under_cards = 2 * self.places
        self.printed = frozenset(i for i, z in enumerate(self.zone) if game.zones[z].printed)
        self.counters_off = frozenset(i for i, z in enumerate(self.zone) if game.zones[z].resets)
        self.refill = {
            i: self.sister(i, game.zones[z].refill) for i, z in enumerate(self.zone) if game.zones[z].refill >= 0
        }
        self.replenish = {
            i: self.sister(i, game.zones[z].replenish) for i, z in enumerate(self.zone) if game.zones[z].replenish >= 0
        }
        self.per_seat = [zone.per_player for zone in game.zones]
        self._in_use: dict[int, list[int]] = {}
        self._turns: dict[int, list[list[list[int]]]] = {}

    def sister(self, place: int, zone: int) -> int:
        """The instance of another zone that belongs to the same seat (or is shared)."""
        seat = self.seat[place]
        return self.base[zone] + (seat * self.width[zone] if self.zones[zone].per_player and seat >= 0 else 0)

    def instances(self, zone: int, seat: int) -> list[int]:
        """The instances of a zone: all spaces of a row, one otherwise; of one seat if the zone is per player."""
        width = self.width[zone]
        start = self.base[zone]
        if self.zones[zone].per_player:
            if not 0 <= seat < self.seats:
                return []
            start += seat * width
        return list(range(start, start + width))

    def in_turn(self, zone: int) -> list[list[list[int]]]:
        """The places of everybody's zone in turn order, by how many play and whose turn it is."""
        owned = [self.instances(zone, seat) for seat in range(self.seats)]
        return [[[place for seat in seats for place in owned[seat]] for seats in turns] for turns in self.turns()]

    def turns(self, skip: int = 0) -> list[list[list[int]]]:
        """The seats in turn order, by how many play and who is first; the first `skip` are left out."""
        found = self._turns.get(skip)
        if found is None:
            found = self._turns[skip] = [
                [[(first + step) % count for step in range(skip, count)] for first in range(count)]
                for count in range(self.seats + 1)
            ]
        return found

    def in_use(self, players: int) -> list[int]:
        """The instances that exist with so many players."""
        found = self._in_use.get(players)
        if found is None:
            found = self._in_use[players] = [i for i, seat in enumerate(self.seat) if seat < players]
        return found

    def of_seat(self, seat: int) -> list[int]:
        return [i for i, owner in enumerate(self.seat) if owner == seat]
