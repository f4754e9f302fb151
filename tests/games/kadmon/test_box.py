"""Clauses about what is in the box, what a card must print, and what chance decides: told by data or by many seeds."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.language.program import CardDecl, Game
from cardscript.language.resources import data_dir
from cardscript.session.game import GameHandle, load
from cardscript.session.session import Session
from cardscript.testing.playing import Play

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "kadmon"
STARTERS = ("Dead Crawler", "Living Bones", "Wandering Ghost", "Bellowing Accursed")
SOVEREIGNS = {
    "Fragment of the Great Evil", "Kilgore, Master of Ravns", "The Phantom of Saint Michael", "Ianira Heartslaver",
    "Branwen, Shield of Strays", "The Ingenious Andrés Beltram", "Verdant VII, the Proud",
}  # fmt: skip
TYPES = {"Undead", "Spirit", "Horror", "Samael"}


@pytest.fixture(scope="module")
def handle() -> GameHandle:
    return load("kadmon")


def of_kind(game: Game, kind: str) -> list[CardDecl]:
    """The printed cards of a kind and of those under it."""
    number = next(n for n, one in enumerate(game.kinds) if one.name == kind)
    return [card for card in game.cards if card.kind == number or number in game.kinds[card.kind].parents]


def types_of(game: Game, card: CardDecl) -> list[str]:
    trait = next(n for n, one in enumerate(game.traits) if one.name == "type")
    return [game.traits[trait].values[value] for value in card.traits.get(trait, ())]


def refusals(folder: Path, *cards: str) -> list[Diagnostic]:
    """What is wrong with a copy of the game that has these cards too."""
    copy = folder / "kadmon"
    shutil.copytree(data_dir("cardsets") / "kadmon", copy)
    with (copy / "base" / "units.card").open("a", encoding="utf-8") as file:
        file.write("".join(cards))
    with pytest.raises(CardscriptError) as refused:
        load(copy)
    return [found for found in refused.value.diagnostics if found.severity == "error"]


def entombed(session: Session) -> list[dict[str, Any]]:
    """The cards in the Tomb, as everybody sees them."""
    tomb = next(zone for zone in session.view(None)["zones"] if zone["name"] == "Tomb")
    return list(tomb["cards"])


def guised(session: Session) -> list[str]:
    """The entombed Sovereign whose effects Kadmon has taken on."""
    found = [card["name"] for card in entombed(session) if card.get("counters", {}).get("Guise")]
    assert len(found) == 1
    return found


def chances(situation: str, use: str, games: int) -> Iterator[Session]:
    """A situation, laid out on the boards of a scenario file, begun with so many seeds."""
    begun = Play(situation, game="kadmon", use=use, folder=SCENARIOS).session
    for seed in range(games):
        yield Session.begin(begun.game, replace(begun.setting, seed=seed))


def test_comp_03_the_card_pool(handle: GameHandle) -> None:
    game = handle.game
    counts = {card.name: card.count for card in game.cards}
    starters, basics = of_kind(game, "Starter"), of_kind(game, "Basic")
    assert [counts[card.name] for card in of_kind(game, "Overlord")] == [1]
    assert [card.name for card in of_kind(game, "Overlord")] == ["Kadmon"]
    others = [card for card in of_kind(game, "Sovereign") if card.name != "Kadmon"]
    assert {card.name: card.count for card in others} == dict.fromkeys(SOVEREIGNS, 1)
    assert {card.name: card.count for card in starters} == dict.fromkeys(STARTERS, 4)
    assert sum(card.count for card in basics if card not in starters) == 43


def test_card_01_every_card_is_a_unit_and_a_spell(handle: GameHandle) -> None:
    game = handle.game
    numbers = {n for n, one in enumerate(game.attributes) if one.name in ("Power", "Life")}
    for card in [*of_kind(game, "Basic"), *of_kind(game, "Sovereign")]:
        if card.name != "Kadmon":
            assert types_of(game, card), card.name
            assert numbers <= card.attributes.keys(), card.name
            assert any(ability.kind == "text" for ability in card.abilities), card.name


def test_card_01_a_card_that_lacks_one_side_is_refused(tmp_path: Path) -> None:
    found = refusals(
        tmp_path,
        'basic "Halved"\n    type Undead, power 2\n    Ungrave 1.\n',
        'pretender "Mute One"\n    type Horror, bounty 5, power 3, life 4\n    Invoke: Ungrave 1.\n',
    )
    assert [(d.code, d.message) for d in found] == [("CS230", "Halved has no Life"), ("CS230", "Mute One has no text")]


def test_card_05_a_basic_card_has_exactly_one_of_four_types(handle: GameHandle, tmp_path: Path) -> None:
    found = refusals(
        tmp_path,
        'basic "Untyped"\n    power 2, life 2\n    Ungrave 1.\n',
        'basic "Twotyped"\n    type Undead and Horror, power 2, life 2\n    Ungrave 1.\n',
        'basic "Angelic"\n    type Angel, power 2, life 2\n    Ungrave 1.\n',
    )
    assert sorted((d.code, d.message) for d in found) == [
        ("CS216", "type has no value 'Angel'"),
        ("CS230", "Twotyped has 2 values of type"),
        ("CS230", "Untyped has no type"),
    ]
    for card in of_kind(handle.game, "Basic"):
        assert len(types_of(handle.game, card)) == 1, card.name
        assert set(types_of(handle.game, card)) <= TYPES, card.name


def test_card_13_a_sovereign_may_have_several_types_but_never_samael(handle: GameHandle, tmp_path: Path) -> None:
    shown = {card.name: types_of(handle.game, card) for card in of_kind(handle.game, "Sovereign")}
    assert shown["The Ingenious Andrés Beltram"] == ["Undead", "Horror"]
    found = refusals(
        tmp_path,
        'pretender "Fallen"\n    type Samael, bounty 5, power 3, life 4\n    Ungrave 1.\n',
        'pretender "Halfway"\n    type Undead and Samael, bounty 5, power 3, life 4\n    Ungrave 1.\n',
        'pretender "Twofold"\n    type Undead and Horror, bounty 5, power 3, life 4\n    Ungrave 1.\n',
    )
    assert [(d.code, d.message) for d in found] == [
        ("CS230", "Fallen has the type Samael"), ("CS230", "Halfway has the type Samael"),
    ]  # fmt: skip


def test_setup_09_kadmon_is_always_the_last_of_the_crown(handle: GameHandle) -> None:
    options = {"sovereigns": ["Kilgore, Master of Ravns", "Ianira Heartslaver", "Verdant VII, the Proud"]}
    tops: Counter[str] = Counter()
    for seed in range(200):
        machine = handle.machine(4, seed, options, {}, 0)
        state = machine.state
        crown = state.zones[next(place for place in state.zones if machine.place_name(place) == "Crown")]
        names = [handle.game.cards[state.decl[card]].name for card in crown]
        assert len(names) == 5
        assert names[-1] == "Kadmon"
        tops[names[0]] += 1
    assert set(tops) == {*options["sovereigns"], "Fragment of the Great Evil"}


def test_setup_09_nobody_sees_the_crown(handle: GameHandle) -> None:
    session = handle.start(4, 3)
    for seat in range(4):
        crown = next(zone for zone in session.view(seat)["zones"] if zone["name"] == "Crown")
        assert (crown["count"], crown["cards"]) == (5, None)


def test_sov_kadmon_02_the_guise_is_picked_at_random() -> None:
    """Of two entombed Sovereigns each is taken on in about half of 100 games; both stay in the Tomb."""
    situation = """
        on the last ruler falls
        Tomb: Ianira Heartslaver, Fragment of the Great Evil
        """
    picked: Counter[str] = Counter()
    for session in chances(situation, "final.scenario", 100):
        while (asked := session.decision) is not None and session.machine.state.turn == 2:
            cast = [answer for answer in asked.answers if answer.startswith("cast")]
            if not cast and asked.answers == ("pass the priority",):
                break
            session.answer(cast[0] if cast else asked.answers[0])
        names = [card["name"] for card in entombed(session)]
        assert sorted(names) == ["fragment-of-the-great-evil#1", "ianira-heartslaver#1"]
        picked.update(guised(session))
    assert 35 <= picked["ianira-heartslaver#1"] <= 65


def test_sov_kadmon_09_a_guise_lasts_until_dawn_and_then_each_entombed_may_come() -> None:
    """Ianira until the end of the Cycle; at the next Dawn she or Kilgore, each in about half of 100 games."""
    situation = """
        on Kadmon rules
        it is player 1's turn 2, Midnight
        Tomb: Ianira Heartslaver (1 Guise), Kilgore
        """
    picked: Counter[str] = Counter()
    for session in chances(situation, "final.scenario", 100):
        assert session.machine.state.turn == 3
        picked.update(guised(session))
    assert set(picked) == {"ianira-heartslaver#1", "kilgore-master-of-ravns#1"}
    assert 35 <= picked["ianira-heartslaver#1"] <= 65


def test_kw_23_each_card_of_the_grave_is_as_likely() -> None:
    """Of four cards, the spent Spell among them, each is drawn in about a quarter of 200 games."""
    situation = """
        on the table
        player 1's hand: Bolt One, Dig One
        player 1's Charged Tokens: 2 Cast Token
        player 2's Legion Zone: M19
        Grave: U13, S13, H13
        """
    drawn: Counter[str] = Counter()
    for session in chances(situation, "table.scenario", 200):
        for words in ("cast bolt-one#1", "m19#1", "cast dig-one#1"):
            asked = session.decision
            assert asked is not None
            session.answer(next(answer for answer in asked.answers if words in answer))
            while session.decision is not None and session.decision.answers == ("agree",):
                session.answer("agree")
        hand = next(zone for zone in session.view(None)["players"][0]["zones"] if zone["name"].endswith("hand"))
        drawn.update(card["name"] for card in hand["cards"])
    assert set(drawn) == {"u13#1", "s13#1", "h13#1", "bolt-one#1"}
    assert sum(drawn.values()) == 200
    assert all(30 <= count <= 70 for count in drawn.values()), drawn


def test_zone_09_what_a_player_sees(handle: GameHandle) -> None:
    """Of hands and face-down piles of others how many cards there are and no card; of the Crown no order."""
    session = handle.start(4, 3)
    seen = session.view(1)
    hands = [zone for player in seen["players"] for zone in player["zones"] if zone["name"].endswith("hand")]
    assert [zone["count"] for zone in hands] == [4, 4, 4, 4]
    assert [zone["cards"] is None for zone in hands] == [True, False, True, True]
    shared = {zone["name"]: zone for zone in seen["zones"]}
    for name, count in (("Wilds", 39), ("Grave", 0), ("Crown", 5)):
        assert (shared[name]["count"], shared[name]["cards"] or None) == (count, None)
    for name in ("Tomb", "Throne", "Chalice", "Ichor Pool", "Token Supply"):
        assert shared[name]["cards"] is not None
    public = [z for player in seen["players"] for z in player["zones"] if not z["name"].endswith("hand")]
    assert len(public) == 4 * 5
    assert all(zone["cards"] is not None for zone in public)
