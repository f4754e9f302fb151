"""Set-up: what is dealt, what is refused and in which words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from cardscript.language.manifest import shipped_games
from cardscript.language.program import Game
from cardscript.session.game import load
from cardscript.session.setup import Chosen, choose
from cardscript.session.switches import check_rulings

from .toy import CARDS, CHEST, DECK, PILE, SETUP, THRONE, toy


def accepted(players: int = 2, seed: int = 1, game: Game | None = None, **options: Any) -> tuple[Any, Chosen]:
    found = choose(game or toy(), players, seed, options)
    assert not isinstance(found, list), found
    return found


def refused(players: int = 2, game: Game | None = None, **options: Any) -> list[str]:
    found = choose(game or toy(), players, 1, options)
    assert isinstance(found, list)
    return [f"{d.code} {d.message}" for d in found]


def dealt(deal: Any, zone: int) -> Counter[str]:
    return Counter(CARDS[card].name for card, where, _, beneath in deal.cards if where == zone and beneath < 0)


def test_a_card_lies_over_the_rest_of_its_group() -> None:
    deal, chosen = accepted(boss="the old one", gangs=["Red Gang", "blue-gang"])
    assert chosen == {"boss": ("The Old One",), "gangs": ("Red Gang", "Blue Gang")}
    assert dealt(deal, THRONE) == {"The Old One": 1}
    under = [CARDS[card].name for card, _, _, beneath in deal.cards if beneath == 0]
    assert under == ["Riddle", "Riddle"]
    assert dealt(deal, PILE) == {"Red Rat": 2, "Red Rogue": 2, "Blue Bat": 4}


def test_supplies_go_to_everybody_or_to_the_table() -> None:
    deal, _ = accepted(3, boss="The Old One")
    assert Counter(seat for _, zone, seat, _ in deal.cards if zone == DECK) == {0: 8, 1: 8, 2: 8}
    assert dealt(deal, CHEST) == {"Ruby": 3}


def test_a_card_replaces_and_adds_numbers() -> None:
    deal, chosen = accepted(boss="The Young One", gangs=["Grey Gang", "Red Gang", "Blue Gang"])
    assert len(chosen["gangs"]) == 3
    assert dealt(deal, CHEST) == {"Ruby": 4}
    assert refused(boss="The Young One", gangs=["Grey Gang", "Red Gang"]) == [
        "CS404 gangs: exactly 3 Gangs needed with 2 players and The Young One, 2 named: Grey Gang, Red Gang"
    ]


def test_a_led_group_takes_a_place() -> None:
    for seed in range(20):
        _, chosen = accepted(seed=seed, boss="The Old One")
        assert "Red Gang" in chosen["gangs"]
        assert len(chosen["gangs"]) == 2
    assert refused(boss="The Old One", gangs=["Blue Gang", "Grey Gang"]) == [
        "CS405 gangs: Red Gang is missing (Always Leads of The Old One)"
    ]


def test_a_required_group_names_who_requires_it() -> None:
    assert refused(boss="The Young One", gangs=["Red Gang", "Blue Gang", "Odd Gang"])[0] == (
        "CS405 gangs: Grey Gang is missing (required by the Boss The Young One)"
    )


@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        ({"boss": []}, ["CS404 boss: exactly 1 Boss needed with 2 players, none named"]),
        (
            {"boss": ["The Old One", "The Young One"], "gangs": ["Red Gang", "Grey Gang", "Blue Gang"]},
            ["CS404 boss: exactly 1 Boss needed with 2 players, 2 named: The Old One, The Young One"],
        ),
        ({"gang": "Red Gang"}, ["CS402 Toy has no set-up choice 'gang'"]),
        ({"gangs": ["Red Gagn", "Blue Gang"]}, ["CS403 gangs: there is no 'Red Gagn'"]),
        ({"gangs": ["Red Gang", "red gang"]}, ["CS406 gangs: Red Gang is named twice"]),
        (
            {"boss": "The Old One", "gangs": ["Red Gang", "Odd Gang"]},
            ["CS407 gangs: Odd Gang: 4 cards expected, 3 found"],
        ),
        (
            {"boss": "Bare One", "gangs": ["Red Gang", "Blue Gang"]},
            ["CS407 boss: Bare One: 2 Scroll cards beneath it expected, 1 found"],
        ),
    ],
)
def test_refusals(options: dict[str, Any], reasons: list[str]) -> None:
    assert refused(**options) == reasons


def test_unknown_names_are_all_reported_with_the_nearest() -> None:
    found = choose(toy(), 2, 1, {"boss": "The Odl One", "gangs": ["Blu Gang"]})
    assert isinstance(found, list)
    assert [d.help for d in found] == [
        "did you mean 'The Old One' or 'The Young One'?",
        "did you mean 'Blue Gang' or 'Red Gang' or 'Odd Gang'?",
    ]


def test_players() -> None:
    assert refused(1) == ["CS401 alone is no fun"]
    assert refused(5) == ["CS401 Toy is for 2 to 4 players, not 5"]
    found = choose(toy(), 2, 1, {}, first=2)
    assert isinstance(found, list)
    assert found[0].code == "CS412"


def test_random_picks_are_legal_and_follow_from_the_seed() -> None:
    seen = set()
    for seed in range(60):
        deal, chosen = accepted(seed=seed, players=4)
        again, same = accepted(seed=seed, players=4)
        assert deal == again
        assert chosen == same
        seen.add(chosen["boss"])
        assert chosen["boss"] != ("Bare One",)
        assert "Odd Gang" not in chosen["gangs"]
    assert seen == {("The Old One",)}  # the other needs a fourth gang of four


def test_naming_what_was_picked_gives_the_same_deal() -> None:
    for seed in range(20):
        deal, chosen = accepted(seed=seed)
        assert choose(toy(), 2, seed, chosen) == (deal, chosen)


def test_random_cards_suit_the_groups_that_are_named() -> None:
    for seed in range(20):
        _, chosen = accepted(seed=seed, gangs=["Blue Gang", "Red Gang"])
        assert chosen["boss"] == ("The Old One",)


def test_a_group_missing_from_the_sets_in_use() -> None:
    game = replace(toy(), cards=tuple(c for c in CARDS if c.group != "Red Gang"))
    assert refused(game=game, boss="The Old One", gangs=["Blue Gang", "Grey Gang"]) == [
        "CS411 no set in use has Red Gang (Always Leads of The Old One)"
    ]


def test_too_few_cards_for_a_supply() -> None:
    quantities = dict(SETUP.quantities) | {"Coppers": structs.replace(SETUP.quantities["Coppers"], base=(20,))}
    game = replace(toy(), setup=structs.replace(SETUP, quantities=quantities))
    assert refused(game=game, boss="The Old One") == ["CS408 not enough Copper for player 2: 10 more needed (Coppers)"]


def test_rulings() -> None:
    assert check_rulings(toy(), {"naps": "long"}) == []
    assert [d.code for d in check_rulings(toy(), {"nap": "long", "naps": "never"})] == ["CS409", "CS410"]


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_shipped_game_can_be_set_up_for_every_number_of_players_it_says(name: str) -> None:
    handle = load(name)
    setup = handle.game.setup
    for players in range(setup.fewest, setup.most + 1):
        session = handle.start(players=players, seed=players)
        assert session.players == players
        assert session.decision is not None
