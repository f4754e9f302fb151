"""What events must add up to: cards never made nor lost, counters and points that are what was put and taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine

GAMES = Path(__file__).resolve().parent / "games"

MOVED = (k.MOVE, k.PUSH, k.REFILL)


@dataclass(frozen=True, slots=True)
class Kept:
    """A kind of cards of which there are always equally many, and the zones they may lie in; `number`: how many."""

    kind: str
    zones: frozenset[str]
    number: int = -1


def kept(game: str) -> tuple[Kept, ...]:
    """What a game keeps, from `games/GAME/kept.yaml` (nothing without such a file)."""
    path = GAMES / game / "kept.yaml"
    if not path.exists():
        return ()
    told: Mapping[str, dict[str, list[str]]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(Kept(kind, frozenset(how["in"]), int(how.get("number", -1))) for kind, how in told.items())  # type: ignore[call-overload]


def check_places(machine: Machine) -> None:
    """Each card lies in exactly one place, the one it is said to lie in."""
    state = machine.state
    at = state.at
    lying = [card for cards in state.zones.values() for card in cards]
    right = all(at[card] == place for place, cards in state.zones.items() for card in cards)
    if right and len(lying) == len({*lying}) == len(at) - at.count(-1):
        return
    seen: dict[int, int] = {}
    for place, cards in state.zones.items():
        seen.update(dict.fromkeys(cards, place))
    said = {card: place for card, place in enumerate(state.at) if place >= 0}
    if said == seen and len(seen) == sum(map(len, state.zones.values())):
        return
    lying = Counter(card for cards in state.zones.values() for card in cards)
    twice = [machine.name_of(card) for card, times in lying.items() if times > 1]
    assert not twice, f"{twice} lie in two places"
    wrong = [machine.name_of(card) for card in said.keys() | seen.keys() if said.get(card) != seen.get(card)]
    raise AssertionError(f"{wrong} are not where they are said to be")


def first_places(machine: Machine) -> list[int]:
    """Where every card lay before the first event: undo the events of the set-up, last first."""
    at = list(machine.state.at)
    for event in reversed(machine.log):
        kind, card = event[k.E_KIND], event[k.E_CARD]
        if kind in MOVED or (kind >= 0 and event[k.E_TO] >= 0 and card >= 0):
            at[card] = event[k.E_FROM]
        elif kind == k.SWAP:
            one, two = event[k.E_NOTE]
            at[one], at[two] = event[k.E_FROM], event[k.E_TO]
    return at


@dataclass(slots=True)
class Ledger:
    """Where every card lies, which counters lie on it, how many points there are: by the events alone."""

    machine: Machine
    at: list[int]
    counters: dict[int, int] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)
    dealt: int = 0
    within: dict[int, frozenset[int]] = field(default_factory=dict)
    """Card -> the zones it may lie in."""

    @classmethod
    def of(cls, machine: Machine, started: Sequence[int], keeps: Sequence[Kept] = ()) -> Ledger:
        """The ledger before the first event, of a game whose cards lay where `started` says."""
        game = machine.game
        points = [resource.start for _ in range(machine.players) for resource in game.resources]
        ledger = cls(machine, list(started), points=points, dealt=len(started))
        kinds = {kind.name: number for number, kind in enumerate(game.kinds)}
        zones = {zone.name: number for number, zone in enumerate(game.zones)}
        for keep in keeps:
            wanted, allowed = kinds[keep.kind], frozenset(zones[name] for name in keep.zones)
            own = [
                card for card in range(ledger.dealt)
                if wanted in (one := game.cards[machine.state.decl[card]].kind, *game.kinds[one].parents)
            ]  # fmt: skip
            assert keep.number in (-1, len(own)), f"there are {len(own)} {keep.kind}, not {keep.number}"
            for card in own:
                ledger.within[card] = allowed
                ledger._allowed(card, ledger.at[card])
        return ledger

    def _allowed(self, card: int, place: int) -> None:
        if card in self.within:
            layout = self.machine.state.compiled.layout
            zone = layout.zone[place] if 0 <= place < layout.places else -1
            if place >= layout.under_cards:
                return self._allowed(card, self.at[place - layout.under_cards])
            name = self.machine.name_of(card)
            assert zone in self.within[card], f"{name} may not lie in {self.machine.place_name(place)}"
        return None

    def _move(self, card: int, source: int, goal: int, event: k.Event) -> None:
        assert self.at[card] == source, f"{self.machine.name_of(card)} was moved from where it did not lie: {event}"
        self.at[card] = goal
        self._allowed(card, goal)
        if goal in self.machine.state.compiled.layout.counters_off:
            self._bare(card)

    def _bare(self, card: int) -> None:
        """Counters are taken off."""
        kinds = len(self.machine.game.counters)
        for counter in range(kinds):
            self.counters.pop(card * kinds + counter, None)

    def follow(self, events: Sequence[k.Event]) -> None:
        """Go through events, each of which must fit what the events before it led to."""
        game = self.machine.game
        resources = len(game.resources)
        for event in events:
            kind, card, amount = event[k.E_KIND], event[k.E_CARD], event[k.E_AMOUNT]
            source, goal = event[k.E_FROM], event[k.E_TO]
            if kind == k.REPLENISH:
                for moved, place in enumerate(self.at):
                    if place == source:
                        self._move(moved, source, goal, event)
            elif kind == k.COPY:
                assert card == len(self.at), f"a copy with a number of its own: {event}"
                self.at.append(-1)
            elif kind == k.CEASE:
                assert card >= self.dealt, f"{self.machine.name_of(card)} is a card and ceased to exist"
                self.at[card] = -1
                self._bare(card)
            elif kind == k.SWAP:
                one, two = event[k.E_NOTE]
                self._move(one, source, goal, event)
                self._move(two, goal, source, event)
            elif kind in MOVED or (kind >= 0 and goal >= 0 and card >= 0):
                self._move(card, source, goal, event)
            elif kind == k.COUNTERS:
                self._count(card * len(game.counters) + source, amount, event)
            elif kind in (k.GAIN, k.PAY):
                at = event[k.E_ACTOR] * resources + source
                self.points[at] += amount if kind == k.GAIN else -amount
                assert self.points[at] >= 0, f"fewer points than none: {event}"
            elif kind == k.TURN:
                self.points = self._kept_points()

    def _kept_points(self) -> list[int]:
        """What is left of the points when a turn has ended."""
        kept = self.machine.state.compiled.kept_resources
        return [number if kept[at % len(kept)] else 0 for at, number in enumerate(self.points)]

    def _count(self, key: int, amount: int, event: k.Event) -> None:
        now = self.counters.get(key, 0) + amount
        assert now >= 0, f"fewer counters than none: {event}"
        if now:
            self.counters[key] = now
        else:
            self.counters.pop(key, None)

    def check(self, turn_over: bool = False) -> None:
        """All is as the state says: no card was lost or made, nothing changed that no event tells of. `turn_over`: the
        turn may have ended, and what is not kept with it."""
        state = self.machine.state
        if self.at == state.at and self.counters == state.counters and self.points == state.res:
            assert min(self.at[: self.dealt]) >= 0, "a card that was dealt is nowhere"
            return
        wrong = [self.machine.name_of(c) for c, place in enumerate(state.at) if self.at[c] != place]
        assert not wrong, f"not where the events put them: {wrong}"
        assert len(self.at) == len(state.at)
        lost = [self.machine.name_of(card) for card in range(self.dealt) if self.at[card] < 0]
        assert not lost, f"nowhere: {lost}"
        assert self.counters == {key: number for key, number in state.counters.items() if number}
        assert state.res == self.points or (turn_over and state.res == self._kept_points())


def check_moves(machine: Machine, started: list[int], events: Sequence[k.Event]) -> None:
    """Every event moves its card from where the events before it left it, and in the end all is as the state says."""
    ledger = Ledger.of(machine, started)
    ledger.follow(events)
    ledger.check(turn_over=True)
