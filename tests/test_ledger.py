"""The ledger of watched games finds what does not add up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.session.game import load
from tests.ledger import Ledger, check_places, first_places, kept
from tests.soak import new_game


def begun() -> Machine:
    return new_game(load("kadmon").game, 1, 3)


def ledger(machine: Machine) -> Ledger:
    found = Ledger.of(machine, first_places(machine), kept("kadmon"))
    found.follow(machine.log)
    return found


def of_kind(machine: Machine, kind: str) -> int:
    """A card of a kind that no other is under."""
    game = machine.game
    return next(c for c in machine.cards() if game.kinds[game.cards[machine.state.decl[c]].kind].name == kind)


def test_what_adds_up() -> None:
    machine = begun()
    ledger(machine).check()
    check_places(machine)


def _twice(machine: Machine) -> None:
    pile = next(cards for cards in machine.state.zones.values() if len(cards) > 1)
    pile[0] = pile[1]


def _elsewhere(machine: Machine) -> None:
    machine.state.at[5] += 1


@pytest.mark.parametrize("spoil", [_twice, _elsewhere])
def test_a_card_in_no_place_or_in_two(spoil: Callable[[Machine], None]) -> None:
    machine = begun()
    spoil(machine)
    with pytest.raises(AssertionError, match=r"two places|are not where they are said to be"):
        check_places(machine)


def test_what_no_event_tells_of() -> None:
    machine = begun()
    found = ledger(machine)
    machine.state.counters[7] = 2
    with pytest.raises(AssertionError):
        found.check()
    machine = begun()
    found = ledger(machine)
    machine.state.res[0] += 1
    with pytest.raises(AssertionError):
        found.check()


def test_events_that_do_not_fit() -> None:
    machine = begun()
    found, ichor = ledger(machine), of_kind(machine, "Ichor")
    layout = machine.state.compiled.layout
    hand, chalice = layout.names.index("player 1's hand"), layout.names.index("Chalice")
    here = machine.state.at[ichor]

    def move(card: int, source: int, goal: int) -> k.Event:
        return (k.MOVE, card, -1, 1, source, goal, -1, -1, -1, None, -1)

    with pytest.raises(AssertionError, match="may not lie in player 1's hand"):
        found.follow([move(ichor, here, hand)])
    found = ledger(machine)
    found.follow([move(ichor, here, chalice)])
    with pytest.raises(AssertionError, match="was moved from where it did not lie"):
        found.follow([move(ichor, here, chalice)])
    with pytest.raises(AssertionError, match="not where the events put them"):
        found.check()
    with pytest.raises(AssertionError, match="is a card and ceased to exist"):
        found.follow([(k.CEASE, ichor, -1, 1, chalice, -1, -1, -1, -1, None, -1)])
