"""What is printed on the cards that "your Heroes" are about; the other clauses of KOing are scenarios."""

from __future__ import annotations

import pytest

from tests.games.legendary.board import board


@pytest.mark.parametrize("name", ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Officer"])
def test_core_ko_06_without_a_class(name: str) -> None:
    made = board().game
    card = next(card for card in made.cards if card.name == name)
    traits = {made.traits[number].name: values for number, values in card.traits.items() if values}
    assert list(traits) == ["team"]
    assert made.traits[1].values[traits["team"][0]] == "S.H.I.E.L.D."
