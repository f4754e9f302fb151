"""Legendary laid out by hand for the clause tests: a quiet board on which only what a test names happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.games.table import Table, game, lay_out

BASE = """
kind Calm
calm "Nothing Happens" (200 copies)

hero "Filler" of Fillers (200 copies)
    cost 3

villain "Plain Villain" of Plain (20 copies)
    attack 3, vp 1

mastermind "Quiet Mind"
    attack 8, vp 5
tactic "Quiet Tactic" of Quiet Mind (4 copies)
    attack 8, vp 5

scheme "Quiet Scheme"
    Evil Wins: If 20 Villains escape.
"""
"""Cards that do nothing: a Villain Deck that brings nothing, a Hero Deck of fillers, a Mastermind and a Scheme without
any text that matters."""


def board(
    stubs: str = "", *, players: int = 2, first: int = 1, phase: str = "Action Step", mastermind: str = "Quiet Mind",
    tactics: Sequence[str] = ("Quiet Tactic",) * 4, scheme: str = "Quiet Scheme", city: Sequence[str] = (),
    hq: Sequence[str] = ("Filler",) * 5, hero_deck: Sequence[str] = ("Filler",) * 20,
    villain_deck: Sequence[str] = ("Nothing Happens",) * 20, wounds: int = 10, bystanders: int = 10, officers: int = 5,
    points: Mapping[str, int] | None = None, seed: int = 1, setup: bool = False,
    rulings: Mapping[str, str] | None = None, **zones: Sequence[str],
) -> Table:  # fmt: skip
    """A board with these cards. Zones of players are keywords such as `p1_hand`, `p2_discard_pile`, `p1_victory_pile`,
    `p1_deck` (each player's deck is ten Agents unless given); other zones too: `ko_pile`, `escape_pile`,
    `scheme_side`, `turned_up_space`. City and HQ are given space by space ("" empty); "V + Bystander" tucks.
    `mastermind` may hold captives: "Red Skull + Bystander". `points` = {"Recruit": 5, "Attack": 3} are the first
    player's."""
    made = game("legendary", BASE + stubs)
    layout: dict[str, Sequence[str]] = {
        "Mastermind Space": [" + ".join([mastermind, *tactics])],
        "Scheme Space": [scheme] if scheme else [],
        "City": list(city),
        "HQ": list(hq),
        "Hero Deck": list(hero_deck),
        "Villain Deck": list(villain_deck),
        "Wound Supply": ["Wound"] * wounds,
        "Bystander Supply": ["Bystander"] * bystanders,
        "Officer Stack": ["S.H.I.E.L.D. Officer"] * officers,
    }
    names = {z.name.lower(): z.name for z in made.zones}
    for seat in range(1, players + 1):
        layout[f"P{seat} deck"] = ["S.H.I.E.L.D. Agent"] * 10
    for key, cards in zones.items():
        words = key.replace("_", " ").replace("turned up", "turned-up")
        if words[:1] == "p" and words[1:2].isdigit():
            layout[f"P{words[1]} {names[words[3:]]}"] = list(cards)
        else:
            layout[names[words]] = list(cards)
    return lay_out(
        made, layout, players=players, first=first, phase=phase, points=points, seed=seed, setup=setup, rulings=rulings
    )
