"""The printed lines of Villains, Henchmen and the Wound one by one: what they do and ask, and the trace they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, QUIET, costs
from tests.games.legendary.traced import AGENT, FREE, OFFICER, TROOPER, asked, now, told
from tests.games.table import Table

HEROES = """
hero "Mutant" of Marks (20 copies)
    team X-Men, class Ranged, cost 3
hero "Sneak" of Marks (20 copies)
    class Covert, cost 3
"""
"""An X-Men Hero and a Covert Hero without text."""


def fought(t: Table, card: str) -> int:
    """Fight as the action that is told: the number of events before it."""
    start = now(t)
    t.act("fight", card)
    return start


def turned_up(card: str, stubs: str = "", **more: Any) -> Table:
    """The card is turned up at the beginning of the turn; nobody stands in the City unless given."""
    return board(stubs, phase="Villain Step", villain_deck=[card, *QUIET], **more)


def escaping(card: str, stubs: str = "", **more: Any) -> Table:
    """The card stands on the Bridge of a full City and another Villain comes in; no Hero in the HQ is cheap."""
    city: Sequence[str] = [*["Plain Villain"] * 4, card]
    more = {"hq": costs(7, 7, 7, 7, 7), **more}
    return board(stubs + COSTS, phase="Villain Step", city=city, villain_deck=["Plain Villain", *QUIET], **more)


# --- HYDRA -------------------------------------------------------------------------------------------------------
def test_endless_armies_of_hydra(trace: SnapshotAssertion) -> None:
    deck = ["Hand Ninjas", "Bystander", "Sentinel", *QUIET]
    t = board(city=["Endless Armies of HYDRA"], points={"Attack": 4}, villain_deck=deck)
    start = fought(t, "endless-armies")
    assert t.points("Attack") == 0 and t.zone("P1 Victory Pile") == ["Endless Armies of HYDRA"]
    assert t.spaces("City") == ["Hand Ninjas", "", "", "", ""] and t.under("Hand Ninjas") == ["Bystander"]
    assert t.zone("Villain Deck") == ["Sentinel", *QUIET]
    assert told(t, start) == trace(name="acts")
    t = board(city=["Endless Armies of HYDRA"], points={"Attack": 4}, villain_deck=["Bystander"])
    start = fought(t, "endless-armies")
    assert t.zone("Villain Deck") == [] and t.under("Quiet Mind").count("Bystander") == 1
    assert told(t, start) == trace(name="one-card-left")


def test_hydra_kidnappers(trace: SnapshotAssertion) -> None:
    t = board(city=["HYDRA Kidnappers"], points={"Attack": 3})
    start = fought(t, "hydra-kidnappers")
    assert asked(t) == (1, ("yes", "no"))
    t.answer("yes")
    assert t.zone("P1 discard pile") == [OFFICER] and len(t.zone("Officer Stack")) == 4
    assert told(t, start) == trace(name="acts")
    t = board(city=["HYDRA Kidnappers"], points={"Attack": 3})
    start = fought(t, "hydra-kidnappers")
    t.answer("no")
    assert t.zone("P1 discard pile") == [] and len(t.zone("Officer Stack")) == 5
    assert told(t, start) == trace(name="declined")


def test_supreme_hydra(trace: SnapshotAssertion) -> None:
    pile = ["Viper", "HYDRA Kidnappers", "Hand Ninjas"]
    t = board(city=["Supreme HYDRA"], points={"Attack": 6}, p1_victory_pile=pile, p2_victory_pile=["Viper"])
    start = fought(t, "supreme-hydra")
    assert t.value("Supreme HYDRA", "VP") == 3 + 6
    assert told(t, start) == trace


def test_viper_fight(trace: SnapshotAssertion) -> None:
    t = board(
        players=3, city=["Viper"], points={"Attack": 5}, p2_victory_pile=["HYDRA Kidnappers"],
        p3_victory_pile=["Hand Ninjas"],
    )  # fmt: skip
    start = fought(t, "viper")
    assert [t.zone(f"P{seat} discard pile") for seat in (1, 2, 3)] == [["Wound"], [], ["Wound"]]
    assert told(t, start) == trace(name="acts")
    t = board(city=["Viper"], points={"Attack": 5}, p1_victory_pile=["Supreme HYDRA"], p2_victory_pile=["Viper"])
    start = fought(t, "viper")
    assert len(t.zone("Wound Supply")) == 10
    assert told(t, start) == trace(name="nobody")


def test_viper_escape(trace: SnapshotAssertion) -> None:
    t = escaping("Viper", p1_victory_pile=["HYDRA Kidnappers"])
    assert t.zone("Escape Pile") == ["Viper"]
    assert [t.zone(f"P{seat} discard pile") for seat in (1, 2)] == [[], ["Wound"]]
    assert told(t) == trace


# --- Masters of Evil ---------------------------------------------------------------------------------------------
MARKED = """
hero "Avenger" of Marks (20 copies)
    team Avengers, class Instinct, cost 3
hero "Gadget" of Marks (20 copies)
    class Tech, cost 3
"""
"""An Avengers Hero and a Tech Hero without text."""


def test_baron_zemo(trace: SnapshotAssertion) -> None:
    t = board(MARKED, city=["Baron Zemo"], points={"Attack": 6}, p1_hand=["Avenger", "Avenger", AGENT])
    t.play("avenger")
    start = fought(t, "baron-zemo")
    assert sorted(t.zone("P1 Victory Pile")) == ["Baron Zemo", "Bystander", "Bystander"], "one in hand, one played"
    assert told(t, start) == trace(name="acts")
    t = board(MARKED, city=["Baron Zemo"], points={"Attack": 6}, p1_hand=[AGENT], p1_discard_pile=["Avenger"])
    start = fought(t, "baron-zemo")
    assert t.zone("P1 Victory Pile") == ["Baron Zemo"]
    assert told(t, start) == trace(name="no-avenger")


def prompt(t: Table) -> str:
    assert t.decision is not None
    return t.decision.prompt


def test_melter(trace: SnapshotAssertion) -> None:
    t = board(
        players=3, first=2, city=["Melter"], points={"Attack": 5}, p1_deck=["Quick Draw", AGENT],
        p2_deck=[TROOPER, AGENT], p3_deck=["Team Player", AGENT],
    )  # fmt: skip
    start = fought(t, "melter")
    assert asked(t) == (2, ("KO it", "put it back")) and prompt(t) == f"{TROOPER}: KO it or put it back"
    t.answer("KO it")
    assert t.seat == 2 and prompt(t) == "Team Player: KO it or put it back", "the fighter chooses for all"
    t.answer("put it back")
    assert t.seat == 2 and prompt(t) == "Quick Draw: KO it or put it back"
    t.answer("KO it")
    assert asked(t) == FREE and sorted(t.zone("KO Pile")) == ["Quick Draw", TROOPER]
    assert [t.zone(f"P{seat} deck") for seat in (1, 2, 3)] == [[AGENT], [AGENT], ["Team Player", AGENT]]
    assert told(t, start) == trace(name="acts")


def test_melter_with_no_card_to_reveal(trace: SnapshotAssertion) -> None:
    t = board(city=["Melter"], points={"Attack": 5}, p1_deck=[], p2_deck=[], p2_discard_pile=[TROOPER])
    start = fought(t, "melter")
    assert asked(t) == (1, ("KO it", "put it back")), "player 2's discard pile is shuffled first"
    t.answer("put it back")
    assert asked(t) == FREE and t.zone("KO Pile") == [] and t.zone("P2 deck") == [TROOPER]
    assert told(t, start) == trace


def test_ultron_worth() -> None:
    t = board(
        MARKED, p1_victory_pile=["Ultron"], p1_deck=["Gadget"] * 2, p1_hand=["Gadget", AGENT],
        p1_discard_pile=["Gadget"], p2_hand=["Gadget"],
    )  # fmt: skip
    assert t.value("Ultron", "VP") == 2 + 4
    t = board(MARKED, p1_victory_pile=["Ultron"], p2_hand=["Gadget"])
    assert t.value("Ultron", "VP") == 2


def test_ultron_escape(trace: SnapshotAssertion) -> None:
    t = escaping("Ultron", MARKED, p1_hand=["Gadget"], p2_hand=[AGENT])
    assert asked(t) == (1, ("reveals a [Tech] Hero", "gains a Wound"))
    t.answer("reveals")
    assert asked(t) == FREE
    assert t.zone("P1 discard pile") == [] and t.zone("P2 discard pile") == ["Wound"]
    assert told(t) == trace


def test_whirlwind(trace: SnapshotAssertion) -> None:
    t = board(city=["", "", "Whirlwind"], points={"Attack": 4}, p1_hand=[AGENT, TROOPER, "Quick Draw"])
    start = fought(t, "whirlwind")
    assert t.seat == 1 and sorted(t.choices) == ["Quick Draw", AGENT, TROOPER]
    t.answer("agent", "trooper")
    assert sorted(t.zone("KO Pile")) == [AGENT, TROOPER] and t.zone("P1 hand") == ["Quick Draw"]
    assert told(t, start) == trace(name="rooftops")
    t = board(city=["", "", "", "", "Whirlwind"], points={"Attack": 4}, p1_hand=[AGENT, TROOPER])
    fought(t, "whirlwind")
    assert sorted(t.zone("KO Pile")) == [AGENT, TROOPER]
    t = board(city=["", "Whirlwind"], points={"Attack": 4}, p1_hand=[AGENT, TROOPER])
    start = fought(t, "whirlwind")
    assert asked(t) == FREE and t.zone("KO Pile") == []
    assert told(t, start) == trace(name="bank")


# --- Brotherhood -------------------------------------------------------------------------------------------------
def test_blob(trace: SnapshotAssertion) -> None:
    t = board(HEROES, city=["Blob"], points={"Attack": 4}, p1_hand=["Mutant"])
    start = fought(t, "blob")
    assert t.zone("P1 Victory Pile") == ["Blob"] and t.zone("P1 hand") == ["Mutant"] and t.points("Attack") == 0
    assert told(t, start) == trace(name="acts")
    t = board(HEROES, city=["Blob"], points={"Attack": 9}, p1_hand=["Sneak"], p1_discard_pile=["Mutant"])
    assert not t.options("fight", "blob") and t.refusal("fight", "Blob") == "not unless you have an [X-Men] Hero"


def test_blob_cannot_be_defeated_by_an_effect(trace: SnapshotAssertion) -> None:
    t = board(HEROES, city=["Blob + Bystander"], p1_hand=["Silent Sniper"])
    start = now(t)
    t.play("silent-sniper")
    assert asked(t) == FREE and t.spaces("City")[0] == "Blob" and t.under("Blob") == ["Bystander"]
    assert told(t, start) == trace


def test_juggernaut_ambush(trace: SnapshotAssertion) -> None:
    t = turned_up("Juggernaut", HEROES, p1_discard_pile=["Mutant", "Wound", AGENT, "Sneak"], p2_discard_pile=[AGENT])
    assert t.seat == 1 and t.choices == ["Mutant", AGENT, "Sneak"]
    t.answer("mutant", "sneak")
    assert t.zone("P1 discard pile") == ["Wound", AGENT] and t.zone("P2 discard pile") == []
    assert sorted(t.zone("KO Pile")) == ["Mutant", AGENT, "Sneak"]
    assert told(t) == trace(name="acts")
    t = turned_up("Juggernaut", p1_discard_pile=["Wound"])
    assert t.zone("KO Pile") == [] and t.spaces("City")[0] == "Juggernaut"
    assert told(t) == trace(name="no-heroes")


def test_juggernaut_escape(trace: SnapshotAssertion) -> None:
    t = escaping("Juggernaut", HEROES, p1_hand=["Mutant", AGENT, "Wound", TROOPER], p2_hand=["Sneak"])
    assert t.seat == 1 and t.choices == ["Mutant", AGENT, TROOPER]
    t.answer("agent", "trooper")
    assert t.zone("P1 hand") == ["Mutant", "Wound"] and t.zone("P2 hand") == []
    assert sorted(t.zone("KO Pile")) == [AGENT, TROOPER, "Sneak"]
    assert told(t) == trace


def test_mystique(trace: SnapshotAssertion) -> None:
    t = escaping("Mystique", scheme="The Legacy Virus")
    assert t.zone("Escape Pile") == [] and t.zone("KO Pile") == ["Mystique"]
    assert t.zone("P1 discard pile") == t.zone("P2 discard pile") == ["Wound"]
    assert told(t) == trace


def test_sabretooth_fight(trace: SnapshotAssertion) -> None:
    t = board(
        HEROES, players=3, city=["Sabretooth"], points={"Attack": 5}, p1_hand=["Mutant"], p2_hand=["Mutant"],
        p3_hand=["Sneak"], p3_discard_pile=["Mutant"],
    )  # fmt: skip
    start = fought(t, "sabretooth")
    assert asked(t) == (1, ("reveals an [X-Men] Hero", "gains a Wound"))
    t.answer("reveals")
    assert asked(t) == (2, ("reveals an [X-Men] Hero", "gains a Wound"))
    t.answer("gains")
    assert asked(t) == FREE
    assert t.zone("P1 discard pile") == [] and t.zone("P1 hand") == ["Mutant"]
    assert t.zone("P2 discard pile") == ["Wound"] and t.zone("P3 discard pile") == ["Wound", "Mutant"]
    assert told(t, start) == trace


def test_sabretooth_escape(trace: SnapshotAssertion) -> None:
    t = escaping("Sabretooth", HEROES, p1_hand=["Sneak"], p2_hand=["Mutant", "Sneak"])
    assert asked(t) == (2, ("reveals an [X-Men] Hero", "gains a Wound"))
    t.answer("reveals")
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == []
    assert told(t) == trace


# --- Skrulls -----------------------------------------------------------------------------------------------------
def test_paibok_the_power_skrull(trace: SnapshotAssertion) -> None:
    t = board(COSTS, city=["Paibok the Power Skrull"], hq=costs(2, 3, 4, 5, 6), points={"Attack": 8})
    start = fought(t, "paibok")
    assert t.seat == 1 and t.choices == costs(2, 3, 4, 5, 6)
    t.answer("priced-6")
    assert t.seat == 1 and t.choices == costs(2, 3, 4, 5)
    t.answer("priced-2")
    assert asked(t) == FREE
    assert t.zone("P1 discard pile") == costs(6) and t.zone("P2 discard pile") == costs(2)
    assert t.spaces("HQ") == ["Filler", *costs(3, 4, 5), "Filler"]
    assert told(t, start) == trace


def test_skrull_queen_veranke_ambush(trace: SnapshotAssertion) -> None:
    t = turned_up("Skrull Queen Veranke", COSTS, hq=costs(2, 8, 4, 8, 6))
    assert t.seat == 1 and t.choices == costs(8, 8)
    t.answer("HQ[4]")
    assert t.under("Skrull Queen Veranke") == costs(8) and t.value("Skrull Queen Veranke", "Attack") == 8
    assert t.spaces("HQ") == [*costs(2, 8, 4), "Filler", *costs(6)]
    assert told(t) == trace


def test_skrull_queen_veranke_fight(trace: SnapshotAssertion) -> None:
    t = turned_up("Skrull Queen Veranke", COSTS, hq=costs(2, 3, 4, 5, 6), points={"Attack": 7})
    start = fought(t, "veranke")
    assert t.points("Attack") == 1
    assert t.zone("P1 Victory Pile") == ["Skrull Queen Veranke"] and t.zone("P1 discard pile") == costs(6)
    assert told(t, start) == trace(name="acts")
    t = turned_up("Skrull Queen Veranke", COSTS, hq=costs(2, 3, 4, 5, 6), points={"Attack": 5})
    assert t.refusal("fight", "Skrull Queen Veranke") == "needs 6 Attack, has 5"


def test_skrull_shapeshifters_ambush(trace: SnapshotAssertion) -> None:
    t = turned_up("Skrull Shapeshifters", COSTS, hq=costs(2, 8, 4, 8, 3))
    assert asked(t) == FREE
    assert t.under("Skrull Shapeshifters") == costs(3) and t.value("Skrull Shapeshifters", "Attack") == 3
    assert t.spaces("HQ") == [*costs(2, 8, 4, 8), "Filler"]
    assert told(t) == trace


def test_skrull_shapeshifters_fight(trace: SnapshotAssertion) -> None:
    t = turned_up("Skrull Shapeshifters", COSTS, hq=costs(2, 8, 4, 8, 3), points={"Attack": 3})
    start = fought(t, "shapeshifters")
    assert t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Skrull Shapeshifters"] and t.zone("P1 discard pile") == costs(3)
    assert told(t, start) == trace


def test_super_skrull(trace: SnapshotAssertion) -> None:
    t = board(
        HEROES, players=3, city=["Super-Skrull"], points={"Attack": 4}, p1_hand=["Mutant", "Sneak", "Wound"],
        p2_hand=["Mutant", "Wound"], p3_hand=["Wound"],
    )  # fmt: skip
    t.play("mutant")
    start = fought(t, "super-skrull")
    assert t.seat == 1 and sorted(t.choices) == ["Mutant", "Sneak"]
    t.answer("mutant")
    assert asked(t) == FREE
    assert t.zone("KO Pile") == ["Mutant", "Mutant"] and t.zone("P1 hand") == ["Sneak", "Wound"]
    assert t.zone("P2 hand") == ["Wound"] and t.zone("P3 hand") == ["Wound"]
    assert told(t, start) == trace


# --- Spider-Foes -------------------------------------------------------------------------------------------------
def test_doctor_octopus(trace: SnapshotAssertion) -> None:
    t = board(city=["Doctor Octopus"], points={"Attack": 4})
    start = fought(t, "doctor-octopus")
    assert asked(t) == FREE and t.zone("P1 hand") == []
    t.end_turn()
    assert t.seat == 2 and len(t.zone("P1 hand")) == 8
    assert told(t, start) == trace
    t.end_turn().end_turn()
    assert len(t.zone("P1 hand")) == 6


def test_green_goblin(trace: SnapshotAssertion) -> None:
    t = turned_up("Green Goblin")
    assert t.under("Green Goblin") == ["Bystander"] and len(t.zone("Bystander Supply")) == 9
    assert told(t) == trace(name="acts")
    t = turned_up("Green Goblin", bystanders=0)
    assert t.under("Green Goblin") == []
    assert told(t) == trace(name="none-left")


def test_the_lizard(trace: SnapshotAssertion) -> None:
    t = board(players=3, city=["The Lizard"], points={"Attack": 3})
    start = fought(t, "the-lizard")
    assert [t.zone(f"P{seat} discard pile") for seat in (1, 2, 3)] == [[], ["Wound"], ["Wound"]]
    assert told(t, start) == trace(name="sewers")
    t = board(players=3, city=["", "The Lizard"], points={"Attack": 3})
    start = fought(t, "the-lizard")
    assert len(t.zone("Wound Supply")) == 10
    assert told(t, start) == trace(name="bank")


def test_venom(trace: SnapshotAssertion) -> None:
    t = board(HEROES, city=["Venom"], points={"Attack": 5}, p1_hand=["Sneak"])
    t.play("sneak")
    start = fought(t, "venom")
    assert t.zone("P1 Victory Pile") == ["Venom"] and t.zone("P1 play area") == ["Sneak"]
    assert told(t, start) == trace
    t = board(HEROES, city=["Venom"], points={"Attack": 5}, p1_hand=["Mutant"], p2_hand=["Sneak"])
    assert not t.options("fight", "venom") and t.refusal("fight", "Venom") == "not unless you have a [Covert] Hero"


def test_venom_escape(trace: SnapshotAssertion) -> None:
    t = escaping("Venom")
    assert t.zone("P1 discard pile") == t.zone("P2 discard pile") == ["Wound"]
    assert t.zone("Escape Pile") == ["Venom"]
    assert told(t) == trace


# --- Henchmen ----------------------------------------------------------------------------------------------------
def test_doombot_legion(trace: SnapshotAssertion) -> None:
    t = board(city=["Doombot Legion"], points={"Attack": 3}, p1_deck=["Wound", TROOPER, AGENT])
    start = fought(t, "doombot")
    assert t.seat == 1 and sorted(t.choices) == [TROOPER, "Wound"]
    t.answer("wound")
    assert asked(t) == FREE and t.zone("KO Pile") == ["Wound"] and t.zone("P1 deck") == [TROOPER, AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(city=["Doombot Legion"], points={"Attack": 3}, p1_deck=[TROOPER])
    start = fought(t, "doombot")
    assert t.zone("KO Pile") == [TROOPER] and t.zone("P1 deck") == []
    assert told(t, start) == trace(name="one-card")


def test_hand_ninjas(trace: SnapshotAssertion) -> None:
    t = board(city=["", "Hand Ninjas + Bystander"], points={"Attack": 3})
    start = fought(t, "hand-ninjas")
    assert t.points("Recruit") == 1 and t.points("Attack") == 0
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Hand Ninjas"]
    assert told(t, start) == trace


def test_sentinel(trace: SnapshotAssertion) -> None:
    t = board(city=["Sentinel"], points={"Attack": 3}, p1_hand=[AGENT, TROOPER, "Wound"])
    t.play("agent")
    start = fought(t, "sentinel")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, TROOPER]
    t.answer("agent")
    assert t.zone("KO Pile") == [AGENT] and t.zone("P1 play area") == [] and t.points("Recruit") == 1
    assert told(t, start) == trace(name="acts")
    t = board(city=["Sentinel"], points={"Attack": 3}, p1_hand=["Wound"], p1_discard_pile=[AGENT])
    start = fought(t, "sentinel")
    assert t.zone("KO Pile") == [] and t.zone("P1 discard pile") == [AGENT]
    assert told(t, start) == trace(name="no-heroes")


# --- the Wound ---------------------------------------------------------------------------------------------------
def test_wound_healing(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Wound", AGENT, "Wound"], p1_discard_pile=["Wound"])
    t.play("agent")
    start = now(t)
    t.act("Healing", "wound")
    assert t.zone("KO Pile") == ["Wound", "Wound"] and t.zone("P1 hand") == []
    assert t.zone("P1 discard pile") == ["Wound"] and len(t.zone("Wound Supply")) == 10
    assert told(t, start) == trace


def test_wound_healing_after_a_fight(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Wound"], city=["Hand Ninjas"], points={"Attack": 3}, wounds=0)
    assert t.options("Healing")
    start = fought(t, "hand-ninjas")
    assert not t.options("Healing") and t.refusal("Healing", "Wound") == "a Villain was defeated this turn"
    assert told(t, start) == trace
