"""What the set Heroes of Asgard holds, and random games with it."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from cardscript.engine.machine import Machine
from cardscript.language.program import CardDecl, Game
from cardscript.session.game import load
from cardscript.session.setup import choose
from tests.ledger import check_moves, first_places
from tests.soak import play


@cache
def asgard() -> Game:
    return load("legendary", ("core", "heroes-of-asgard")).game


def printed() -> list[CardDecl]:
    """The cards of the set, each side but the back ones."""
    return [c for c in asgard().cards if c.set == "heroes-of-asgard" and c.count and not c.back_of]


def kind(card: CardDecl) -> str:
    return asgard().kinds[card.kind].name


def test_ha_contents_01_five_heroes_of_fourteen_cards() -> None:
    copies: dict[str, list[int]] = {}
    for card in printed():
        if kind(card) in ("Hero", "Hero Artifact"):
            copies.setdefault(card.group, []).append(card.count)
    assert {group: sorted(found) for group, found in copies.items()} == {
        group: [1, 3, 5, 5] for group in ("Beta Ray Bill", "Lady Sif", "Thor", "Valkyrie", "The Warriors Three")
    }


def test_ha_contents_02_six_villains_and_two_weapons_in_each_group() -> None:
    for group in ("Dark Council", "Omens of Ragnarok"):
        found: Counter[str] = Counter()
        for card in printed():
            if card.group == group:
                found[kind(card)] += card.count
        assert found == {"Villain": 6, "Villainous Weapon": 2}


def test_ha_contents_03_two_masterminds_with_two_sides() -> None:
    backs = {card.back_of: card.name for card in asgard().cards if card.back_of}
    masterminds = [card for card in printed() if kind(card) == "Mastermind"]
    assert {card.name for card in masterminds} == {"Hela, Goddess of Death", "Malekith the Accursed"}
    for card in masterminds:
        assert backs[card.name] == f"Epic {card.name}"
        assert len([t for t in printed() if kind(t) == "Tactic" and t.group == card.name]) == 4


def test_ha_contents_04_a_hundred_cards() -> None:
    assert sum(card.count for card in printed()) == 100
    assert len([card for card in printed() if kind(card) == "Scheme"]) == 4


def test_ha_throw_03_every_hero_artifact_can_be_thrown() -> None:
    tools = [card for card in printed() if kind(card) == "Hero Artifact"]
    assert len(tools) == 6
    thrown = next(n for n, label in enumerate(asgard().labels) if label.name == "Thrown Artifact")
    for card in tools:
        assert any(ability.kind == "action" and ability.label == thrown for ability in card.abilities), card.name


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_by_a_rule_and_keep_their_cards(seed: int) -> None:
    machine, _ = play(asgard(), seed)
    found = choose(asgard(), 2 + seed % 4, seed, {})
    assert isinstance(found, tuple)
    check_moves(machine, first_places(Machine(asgard(), found[0], seed, {})), machine.log)


def test_a_name_of_two_sets_is_refused_with_both() -> None:
    wrong = choose(asgard(), 2, 1, {"heroes": ["Thor"]})
    assert isinstance(wrong, list)
    assert [(one.code, one.message, one.help) for one in wrong] == [
        ("CS403", "heroes: more than one is called 'Thor'", "say which: 'Thor (core)' or 'Thor (heroes-of-asgard)'")
    ]
