"""Sire Vampires at the Blood Bank: the Neonates are marked at set-up, so these begin with a set-up (ms-frenzy-13,
ms-setup-01)."""

from __future__ import annotations

from cardscript.engine.attributes import value_of
from cardscript.engine.machine import Machine
from cardscript.engine.moves import move_card
from cardscript.session.setup import choose
from tests.games.table import game

MADE_OF = ("core", "midnight-sons")
OPTIONS = {
    "scheme": "Sire Vampires at the Blood Bank",
    "mastermind": "Red Skull",
    "henchman-groups": ["Sentinel", "Hand Ninjas"],
}


def started() -> Machine:
    found = choose(game("legendary", sets=MADE_OF), 2, 3, OPTIONS)
    assert isinstance(found, tuple), found
    return Machine(game("legendary", sets=MADE_OF), found[0], 3, {})


def put(machine: Machine, name: str, zone: str) -> int:
    """Lay a card of that name somewhere."""
    state = machine.state
    card = next(c for c, ident in enumerate(state.ident) if state.defs[ident].name == name and state.at[c] >= 0)
    place = state.compiled.layout.names.index(zone)
    if state.at[card] != place:
        move_card(state, card, place, False, -1)
    return card


def attack(machine: Machine, card: int) -> int:
    names = [a.name for a in machine.state.compiled.game.attributes]
    return value_of(machine.state, card, names.index("Attack"))


def test_ms_frenzy_13_double_in_the_blood_bank() -> None:
    machine = started()
    put(machine, "Bystander", "player 1's Victory Pile")
    put(machine, "Wound", "player 1's Victory Pile")
    assert attack(machine, put(machine, "Hand Ninjas", "City[Sewers]")) == 3 + 2
    ninja = put(machine, "Hand Ninjas", "City[Bank]")
    assert attack(machine, ninja) == 3 + 4
    put(machine, "Hand Ninjas", "City[Rooftops]")
    assert attack(machine, ninja) == 3 + 2


def test_ms_setup_01_only_one_group_is_neonates() -> None:
    machine = started()
    put(machine, "Bystander", "player 1's Victory Pile")
    sentinel = put(machine, "Sentinel", "City[Bank]")
    assert attack(machine, sentinel) == 3
