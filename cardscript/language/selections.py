"""Sets of cards as noun phrases give them: which cards, how many, who chooses; what is being read of a phrase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from cardscript.language import ast
from cardscript.language.joining import all_of, union
from cardscript.language.scope import Antecedent, Scope

Test = Callable[[ast.Cards], ast.Cond]


class Selection(msgspec.Struct):
    """A set of cards and how many of them: `least`/`most` None means all of them (nobody chooses)."""

    cards: ast.Cards
    least: ast.Number | None = None
    most: ast.Number | None = None
    many: bool = False
    kinds: frozenset[int] = frozenset()
    by: ast.Player | None = None
    each: bool = False
    antecedent: Antecedent | None = None
    negative: bool = False
    plain: bool = False
    from_place: bool = False
    zones: tuple[int, ...] = ()
    random: bool = False

    @property
    def chosen(self) -> bool:
        return self.most is not None


class Source(msgspec.Struct):
    """Where cards are looked for when the words name no place."""

    cards: ast.Cards | None = None
    top: ast.Place | None = None


class Found(msgspec.Struct):
    """What has been read of a phrase so far."""

    base: ast.Cards | None = None
    top: ast.Place | None = None
    tests: list[Test] = []
    kinds: set[int] = set()
    order: str = ""
    extreme: tuple[int, bool] | None = None
    other: bool = False
    random: bool = False
    by: ast.Player | None = None
    homes: list[int] = []
    more_homes: list[ast.Place] = []
    least: ast.Number | None = None
    """ "more X than ...": as many at least."""
    zones: list[int] = []
    bottom: bool = False
    from_place: bool = False
    one_more: bool = False
    roles: list[int] = []
    """The zones in which the cards are what they are called."""

    def lies_in(self, where: Sequence[ast.Place]) -> None:
        """The words name these places."""
        self.from_place = True
        self.zones += [p.zone for p in where if isinstance(p, (ast.ZonePlace, ast.SpacePlace))]


def in_places(where: Sequence[ast.Place]) -> ast.Cards:
    """The cards that lie in any of these places."""
    return union([ast.CardsIn(p) for p in where])


def belongings(owner: ast.Player, scope: Scope) -> ast.Cards:
    """The cards a player "has": those in the zones declared as belongings."""
    return in_places([ast.ZonePlace(z, owner) for z in scope.tables.belongings])


def revealable(owner: ast.Player, scope: Scope) -> ast.Cards:
    """Those of a player's belongings that are revealed when any of them may be."""
    zones, found = scope.tables.belongings, list[ast.Cards]()
    for zone in zones:
        cards, hidden = ast.CardsIn(ast.ZonePlace(zone, owner)), scope.tables.unrevealed.get(zone)
        found.append(cards if hidden is None else ast.Where(cards, scope.slot(), ast.Not(hidden)))
    return union(found)


def controlled(owner: ast.Player, scope: Scope) -> ast.Cards:
    """The cards a player "controls": those in the zones declared as controlled."""
    return in_places([ast.ZonePlace(z, owner) for z in scope.tables.controlled])


def passing(base: ast.Cards, tests: list[Test], scope: Scope) -> ast.Cards:
    """The cards of `base` that pass all tests."""
    if not tests:
        return base
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    return ast.Where(base, slot, all_of([test(candidate) for test in tests]))
