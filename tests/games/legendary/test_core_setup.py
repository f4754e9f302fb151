"""Clauses about set-up: what is dealt, what may be chosen, what is refused and in which words."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner
from msgspec import structs

import cardscript
from cardscript.cli.check import check
from cardscript.engine.machine import Machine
from cardscript.language import ast
from cardscript.language.program import Game
from cardscript.language.resources import data_dir
from cardscript.session.choices import Options
from cardscript.session.setup import Chosen, choose
from tests.games.table import Table, game, lay_out

PLAIN_SCHEME = "Unleash the Power of the Cosmic Cube"
"""A Scheme whose set-up line has no exception: 8 Twists."""

FIVE = ("Black Widow", "Captain America", "Cyclops", "Deadpool", "Gambit")
SIX = (*FIVE, "Hawkeye")

KILLBOTS = "Replace Earth's Leaders with Killbots"


def set_up(
    players: int, options: Options | None = None, *, made: Game | None = None, seed: int = 1, first: int = 0
) -> Table:
    """The table after set-up, before the first turn's Villain step."""
    found = choose(made or game("legendary"), players, seed, options or {}, first)
    assert not isinstance(found, list), [d.message for d in found]
    deal, _ = found
    return Table(Machine(made or game("legendary"), replace(deal, phase=1), seed, {}))


def chosen(players: int, options: Options, *, made: Game | None = None, seed: int = 1) -> Chosen:
    found = choose(made or game("legendary"), players, seed, options)
    assert not isinstance(found, list), [d.message for d in found]
    return found[1]


def refused(players: int, options: Options, *, made: Game | None = None, seed: int = 1) -> list[str]:
    found = choose(made or game("legendary"), players, seed, options)
    assert isinstance(found, list), found
    return [d.message for d in found]


def plain(**options: Sequence[str] | str) -> dict[str, Sequence[str] | str]:
    """Options with the Scheme that changes nothing; underscores for the hyphens of option names."""
    wanted = {name.replace("_", "-"): value for name, value in options.items()}
    return {"scheme": PLAIN_SCHEME, **wanted}


def group(made: Game, *names: str) -> Counter[str]:
    """All copies of the cards of these groups."""
    found: Counter[str] = Counter()
    for name in names:
        cards = {card.name: card.count for card in made.cards if card.group == name}
        assert cards, name
        found.update(cards)
    return found


def kinds(t: Table, zone: str) -> Counter[str]:
    """How many cards of each kind lie in a zone."""
    state = t.machine.state
    return Counter(t.game.kinds[t.game.cards[state.decl[card]].kind].name for card in t.ids(zone))


def hero_cards(t: Table) -> tuple[int, int]:
    """Hero cards in the Hero Deck and in the HQ."""
    return len(t.zone("Hero Deck")), len(t.zone("HQ"))


# --- Mastermind and Scheme


def test_core_setup_01_four_tactics_beneath_one_mastermind() -> None:
    t = set_up(3, plain(mastermind="Loki"))
    tactics = ["Cruel Ruler", "Maniacal Tyrant", "Vanishing Illusions", "Whispers and Lies"]
    assert t.zone("Mastermind Space") == ["Loki"]
    assert sorted(t.under("Loki")) == tactics
    orders = {tuple(set_up(3, plain(mastermind="Loki"), seed=seed).under("Loki")) for seed in range(12)}
    assert len(orders) > 1
    space = next(zone for zone in cardscript.load("legendary").start(3, 1, plain(mastermind="Loki")).view(0)["zones"]
                 if zone["name"] == "Mastermind Space")  # fmt: skip
    assert space["cards"][0]["beneath_count"] == 4
    assert space["cards"][0]["beneath"] == []


def test_core_setup_02_exactly_one_scheme() -> None:
    assert refused(2, {"scheme": []}) == ["scheme: exactly 1 Scheme needed with 2 players, none named"]
    assert refused(2, {"scheme": [PLAIN_SCHEME, "The Legacy Virus"]}) == [
        f"scheme: exactly 1 Scheme needed with 2 players, 2 named: {PLAIN_SCHEME}, The Legacy Virus"
    ]
    t = set_up(2, {"scheme": ["The Legacy Virus"]})
    assert t.zone("Scheme Space") == ["The Legacy Virus"]
    zone = next(z for z in t.game.zones if z.name == "Scheme Space")
    assert zone.sees == "all"


def test_core_setup_04_a_led_henchman_group_uses_up_a_henchman_place() -> None:
    for seed in range(8):
        picked = chosen(3, plain(mastermind="Dr. Doom"), seed=seed)
        assert picked["henchman-groups"] == ("Doombot Legion",)
        assert len(picked["villain-groups"]) == 3
    three = ["Radiation", "Spider-Foes", "Skrulls"]
    t = set_up(3, plain(mastermind="Dr. Doom", villain_groups=three))
    assert kinds(t, "Villain Deck")["Henchman"] == 10
    assert Counter(t.zone("Villain Deck"))["Doombot Legion"] == 10
    assert refused(3, plain(mastermind="Dr. Doom", henchman_groups=["Hand Ninjas"])) == [
        "henchman-groups: Doombot Legion is missing (Always Leads of Dr. Doom)"
    ]


def test_core_setup_21_each_core_mastermind_leads_its_printed_group() -> None:
    led = {"Dr. Doom": "Doombot Legion", "Loki": "Enemies of Asgard", "Magneto": "Brotherhood", "Red Skull": "HYDRA"}
    for mastermind, name in led.items():
        for seed in range(6):
            picked = chosen(2, plain(mastermind=mastermind), seed=seed)
            assert len(picked["villain-groups"]) == 2
            if mastermind == "Dr. Doom":
                assert picked["henchman-groups"] == (name,)
            else:
                assert name in picked["villain-groups"]
    assert refused(2, plain(mastermind="Dr. Doom", henchman_groups=["Hand Ninjas"])) == [
        "henchman-groups: Doombot Legion is missing (Always Leads of Dr. Doom)"
    ]
    assert refused(2, plain(mastermind="Loki", villain_groups=["HYDRA", "Skrulls"])) == [
        "villain-groups: Enemies of Asgard is missing (Always Leads of Loki)"
    ]


# --- Heroes


def copy_of_core(tmp_path: Path) -> Path:
    folder = tmp_path / "legendary"
    shutil.copytree(data_dir("cardsets") / "legendary", folder)
    return folder


def checked(folder: Path) -> tuple[int, str]:
    """Exit code and findings of `cardscript check`."""
    result = CliRunner().invoke(check, [str(folder), "--format", "concise"], standalone_mode=False)
    return int(result.return_value), result.stdout


def test_core_setup_05_a_hero_brings_its_fourteen_cards(tmp_path: Path) -> None:
    t = set_up(2, plain(heroes=FIVE))
    cards = Counter(t.zone("Hero Deck") + t.zone("HQ"))
    gambit = group(t.game, "Gambit")
    assert gambit.total() == 14
    assert {name: cards[name] for name in gambit} == gambit
    folder = copy_of_core(tmp_path)
    assert checked(folder) == (0, "")
    heroes = folder / "core" / "heroes.card"
    text = heroes.read_text(encoding="utf-8")
    heroes.write_text(
        text.replace('"Card Shark" of Gambit (5 copies)', '"Card Shark" of Gambit (4 copies)'), encoding="utf-8"
    )
    code, said = checked(folder)
    assert code == 1
    assert len(said.splitlines()) == 1
    assert "CS407" in said
    assert "Gambit: 14 cards expected, 13 found" in said


def test_core_setup_08_the_hq_is_filled_from_the_top_of_the_hero_deck() -> None:
    names = [f"H{number}" for number in range(1, 6)]
    made = game("legendary", "".join(f'hero "{name}" of Five\n    cost 3\n' for name in names)
                + 'hero "Rest" of Fillers (65 copies)\n    cost 3\n')  # fmt: skip
    unit = made.setup.unit
    assert unit is not None and isinstance(unit.body, ast.Seq)
    kept = tuple(part for part in unit.body.parts if not isinstance(part, ast.Shuffle))  # the deck's order is given
    stacked = replace(
        made, setup=structs.replace(made.setup, unit=structs.replace(unit, body=structs.replace(unit.body, parts=kept)))
    )
    deck = ["S.H.I.E.L.D. Agent"] * 12
    t = lay_out(
        stacked,
        {"Hero Deck": [*names, *["Rest"] * 65], "Villain Deck": ["Scheme Twist"], "P1 deck": deck, "P2 deck": deck},
        phase="Action Step", setup=True,
    )  # fmt: skip
    assert sorted(t.spaces("HQ")) == names
    assert t.zone("Hero Deck") == ["Rest"] * 65
    sees = {zone.name: zone.sees for zone in made.zones}
    assert (sees["HQ"], sees["Hero Deck"]) == ("all", "none")


# --- players


def owned(t: Table, seat: int) -> list[str]:
    """A player's twelve cards in their order: the hand, which was on top, then the deck."""
    return t.zone(f"P{seat} hand") + t.zone(f"P{seat} deck")


def test_core_setup_10_eight_agents_and_four_troopers_shuffled() -> None:
    t = set_up(3, plain(), seed=7)
    for seat in (1, 2, 3):
        assert Counter(owned(t, seat)) == {"S.H.I.E.L.D. Agent": 8, "S.H.I.E.L.D. Trooper": 4}
    again = set_up(3, plain(), seed=7)
    assert [owned(t, seat) for seat in (1, 2, 3)] == [owned(again, seat) for seat in (1, 2, 3)]
    assert len({tuple(owned(set_up(3, plain(), seed=seed), 1)) for seed in range(20)}) > 1


# --- the Villain Deck


def test_core_setup_23_what_is_left_forms_the_supplies() -> None:
    t = set_up(3, plain())
    assert (len(t.zone("Bystander Supply")), len(t.zone("Wound Supply")), len(t.zone("Officer Stack"))) == (22, 30, 30)
    dealt = Counter(name for seat in (1, 2, 3) for name in owned(t, seat))
    assert dealt == {"S.H.I.E.L.D. Agent": 24, "S.H.I.E.L.D. Trooper": 12}
    on_table = Counter(t.printed(card) for card in t.machine.cards())
    assert (on_table["S.H.I.E.L.D. Agent"], on_table["S.H.I.E.L.D. Trooper"]) == (24, 12)


def test_core_setup_27_secret_invasion_moves_twelve_heroes() -> None:
    invasion = "Secret Invasion of the Skrull Shapeshifters"
    three = {"scheme": invasion, "mastermind": "Red Skull", "villain-groups": ["HYDRA", "Skrulls", "Radiation"]}
    t = set_up(3, three)
    deck = kinds(t, "Villain Deck")
    assert deck == {"Villain": 24, "Henchman": 10, "Bystander": 8, "Twist": 8, "Strike": 5, "Hero": 12}
    assert len(t.zone("Villain Deck")) == 67
    assert hero_cards(t) == (67, 5)
    five = set_up(5, {"scheme": invasion})
    assert hero_cards(five) == (67, 5)
    assert kinds(five, "Villain Deck")["Hero"] == 12
    assert len(chosen(5, {"scheme": invasion})["heroes"]) == 6
    heroes = {card.name for card in t.game.cards if t.game.kinds[card.kind].name == "Hero"}
    moved = set()
    for seed in range(6):
        found = set_up(3, {**three, "heroes": SIX}, seed=seed).zone("Villain Deck")
        moved.add(tuple(sorted(name for name in found if name in heroes)))
    assert len(moved) > 1


def test_core_setup_29_an_extra_henchman_group() -> None:
    breakout = "Negative Zone Prison Breakout"
    for players, henchmen, villains in ((2, 2, 2), (3, 2, 3), (4, 3, 3), (5, 3, 4)):
        picked = chosen(players, {"scheme": breakout})
        assert (len(picked["henchman-groups"]), len(picked["villain-groups"])) == (henchmen, villains)
        assert kinds(set_up(players, {"scheme": breakout}), "Villain Deck")["Henchman"] == 10 * henchmen
    for seed in range(6):
        picked = chosen(2, {"scheme": breakout, "mastermind": "Dr. Doom"}, seed=seed)
        assert len(picked["henchman-groups"]) == 2
        assert "Doombot Legion" in picked["henchman-groups"]
    assert refused(2, {"scheme": breakout, "mastermind": "Loki", "henchman-groups": "Sentinel"}) == [
        f"henchman-groups: exactly 2 Henchman Groups needed with 2 players and {breakout}, 1 named: Sentinel"
    ]
