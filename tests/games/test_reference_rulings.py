"""docs/rulings.md against the rule clauses and card facts outside the repository: nothing that is open is forgotten."""

from __future__ import annotations

import pytest
import yaml

from tests.reference import REFERENCE, RULES
from tests.rulings_page import GAMES, LEGENDARY, Rulings


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game)
def test_every_clause_that_leaves_something_open_is_accounted_for_in_order(game: Rulings) -> None:
    clauses = yaml.safe_load((RULES / f"{game.game}.yaml").read_text(encoding="utf-8"))
    wanted = [clause["id"] for clause in clauses if "open" in clause]
    assert [row.about for row in game.rows()[0]] == wanted


def test_every_card_whose_sources_disagree_is_accounted_for() -> None:
    wanted = []
    for box in LEGENDARY.sets:
        data = yaml.safe_load((REFERENCE / "legendary" / f"{box}.yaml").read_text(encoding="utf-8"))
        for one in data.get("disputes", ()):
            wanted.append(f"{box}: {one['field']}")
        for card in data["cards"]:
            for one in card.get("disputes", ()):
                about = f"{box}: {card['name']}, {one['field']}"
                if about not in wanted:
                    wanted.append(about)
    assert [row.about for row in LEGENDARY.rows()[1]] == wanted
