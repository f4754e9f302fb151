"""How a game begins: cards laid group by group against the same cards laid one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardscript.engine import laying, narrowed
from cardscript.engine.deal import Deal, Stack, grouped, stacked
from cardscript.engine.limits import EngineError
from cardscript.engine.machine import Machine
from tests.engine.small import Small
from tests.games.test_inlined import GAMES, deal, game

HELD = ("at", "decl", "ident", "zones", "watch", "hot", "lively", "vocal", "bent", "heeded", "always", "reach")


@pytest.mark.parametrize(("name", "sets", "players"), GAMES)
def test_groups_are_laid_as_their_cards_are_one_by_one(
    name: str, sets: tuple[str, ...] | None, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "_run", lambda self: None)
    monkeypatch.setattr(laying, "KEPT", 20)
    monkeypatch.setattr(narrowed, "WORTH", 1)  # or one game may take tables for which the other was too early
    program = game(name, sets)
    for seed in range(12):
        dealt = deal(program, players, seed)
        grouped_, single = (Machine(program, one, seed, {}).state for one in (dealt, _singly(program, dealt)))
        assert {part: getattr(grouped_, part) for part in HELD} == {part: getattr(single, part) for part in HELD}


def _singly(program: object, dealt: Deal) -> Deal:
    """The same, with the place of the first card told, so that no two are laid together."""
    state = Machine(program, dealt, 1, {}).state  # type: ignore[arg-type]
    return replace(dealt, places={0: state.at[0]})


def test_stacks_are_told_as_they_are_laid() -> None:
    cards = [(3, 0, -1, -1), (3, 0, -1, -1), (4, 0, -1, -1), (3, 0, -1, -1), (3, 1, 0, -1), (5, 0, -1, 0)]
    found = stacked(cards)
    assert found == [
        Stack((((3, 2), (4, 1), (3, 1)),), 0),
        Stack((((3, 1),),), 1, 0),
        Stack((((5, 1),),), 0, -1, 0),
    ]
    assert [*Deal(2, 0, found).cards] == cards
    assert Deal(2, 0, found).printed == {3, 4, 5}
    assert grouped((7, 7, 8)) is grouped((7, 7, 8))


@pytest.mark.parametrize("printed", [-1, 1, 99])
def test_a_card_that_is_not_in_the_game(printed: int) -> None:
    t = Small()
    t.script()
    for how in ({}, {"places": {0: 0}}):
        with pytest.raises(EngineError):
            Machine(t.game(), Deal(1, 0, stacked([(printed, t.pile, -1, -1)]), **how), 1, {})  # type: ignore[arg-type]


@pytest.mark.parametrize(("zone", "seat"), [(-1, -1), (99, -1), (2, -1), (2, 1), (2, 8)])
def test_a_card_without_a_place(zone: int, seat: int) -> None:
    t = Small()
    t.script()
    assert t.deck == 2
    with pytest.raises(EngineError):
        Machine(t.game(), Deal(1, 0, [Stack([((t.plain, 1),)], zone, seat)]), 1, {})
