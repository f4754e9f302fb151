"""The printed lines of Masterminds and their Tactics one by one: what they do, what they ask, the trace they leave."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, QUIET, costs
from tests.games.legendary.test_core_setup import chosen
from tests.games.legendary.traced import AGENT, FREE, TROOPER, asked, now, told
from tests.games.table import Table

MARKED = """
hero "Gadget" of Marks (20 copies)
    class Tech, cost 7
hero "Laser" of Marks (20 copies)
    class Ranged, cost 4
"""
"""A Tech Hero and a Ranged Hero without text."""


def fought(t: Table, card: str) -> int:
    """Fight as the action that is told: the number of events before it."""
    start = now(t)
    t.act("fight", card)
    return start


def red_skull(tactic: str, **more: object) -> Table:
    """Red Skull with this Tactic alone beneath him, and the Attack to take it."""
    return board(mastermind="Red Skull", tactics=[tactic], points={"Attack": 7}, **more)  # type: ignore[arg-type]


def dr_doom(tactic: str, stubs: str = "", **more: object) -> Table:
    """Dr. Doom with this Tactic alone beneath him, and the Attack to take it."""
    return board(stubs, mastermind="Dr. Doom", tactics=[tactic], points={"Attack": 9}, **more)  # type: ignore[arg-type]


# --- Red Skull ---------------------------------------------------------------------------------------------------
def test_red_skull_always_leads() -> None:
    for seed in range(4):
        assert "HYDRA" in chosen(2, {"mastermind": "Red Skull"}, seed=seed)["villain-groups"]


def test_red_skull_master_strike(trace: SnapshotAssertion) -> None:
    t = board(
        players=3, first=2, phase="Villain Step", mastermind="Red Skull", tactics=["Endless Resources"],
        villain_deck=["Master Strike", *QUIET], p1_hand=["Wound"], p2_hand=[AGENT, "Wound", TROOPER], p3_hand=[AGENT],
    )  # fmt: skip
    assert t.seat == 2 and sorted(t.choices) == [AGENT, TROOPER]
    t.answer("trooper")
    assert asked(t) == FREE and t.seat == 2
    assert sorted(t.zone("KO Pile")) == ["Master Strike", AGENT, TROOPER]
    assert t.zone("P1 hand") == ["Wound"] and t.zone("P2 hand") == [AGENT, "Wound"] and t.zone("P3 hand") == []
    assert told(t) == trace


def test_endless_resources(trace: SnapshotAssertion) -> None:
    t = red_skull("Endless Resources")
    start = fought(t, "red-skull")
    assert t.points("Recruit") == 4 and t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Endless Resources"] and t.under("Red Skull") == []
    assert told(t, start) == trace


def test_hydra_conspiracy(trace: SnapshotAssertion) -> None:
    pile = ["Viper", "Hand Ninjas", "HYDRA Kidnappers"]
    t = red_skull("HYDRA Conspiracy", p1_victory_pile=pile, p2_victory_pile=["Viper"])
    start = fought(t, "red-skull")
    assert len(t.zone("P1 hand")) == 2 + 2
    assert told(t, start) == trace(name="acts")
    t = red_skull("HYDRA Conspiracy", p1_victory_pile=["Hand Ninjas"])
    start = fought(t, "red-skull")
    assert len(t.zone("P1 hand")) == 2
    assert told(t, start) == trace(name="no-hydra")


def test_negablast_grenades(trace: SnapshotAssertion) -> None:
    t = red_skull("Negablast Grenades")
    start = fought(t, "red-skull")
    assert t.points("Attack") == 3 and t.points("Recruit") == 0
    assert told(t, start) == trace


def test_ruthless_dictator(trace: SnapshotAssertion) -> None:
    t = red_skull("Ruthless Dictator", p1_deck=[AGENT, "Wound", TROOPER, AGENT])
    start = fought(t, "red-skull")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, TROOPER, "Wound"]
    t.answer("wound")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, TROOPER]
    t.answer("agent")
    assert asked(t) == FREE
    assert t.zone("KO Pile") == ["Wound"] and t.zone("P1 discard pile") == [AGENT]
    assert t.zone("P1 deck") == [TROOPER, AGENT]
    assert told(t, start) == trace(name="acts")
    t = red_skull("Ruthless Dictator", p1_deck=[AGENT])
    start = fought(t, "red-skull")
    assert t.zone("KO Pile") == [AGENT] and t.zone("P1 deck") == t.zone("P1 discard pile") == []
    assert told(t, start) == trace(name="one-card")


# --- Dr. Doom ----------------------------------------------------------------------------------------------------
def test_dr_doom_always_leads() -> None:
    for seed in range(4):
        assert "Doombot Legion" in chosen(2, {"mastermind": "Dr. Doom"}, seed=seed)["henchman-groups"]


def test_dr_doom_master_strike(trace: SnapshotAssertion) -> None:
    t = board(
        MARKED, players=3, phase="Villain Step", mastermind="Dr. Doom", tactics=["Dark Technology"],
        villain_deck=["Master Strike", *QUIET], p1_hand=["Gadget", *[AGENT] * 5], p2_hand=[*[AGENT] * 5, "Wound"],
        p3_hand=[AGENT] * 5, p2_deck=[TROOPER],
    )  # fmt: skip
    assert t.seat == 1
    assert t.offered == ("reveals a [Tech] Hero", "puts 2 cards from their hand on top of their deck")
    t.answer("reveals")
    assert t.seat == 2 and sorted(t.choices) == [*[AGENT] * 5, "Wound"]
    t.answer("agent", "wound")
    assert asked(t) == FREE
    assert len(t.zone("P1 hand")) == 6 and len(t.zone("P3 hand")) == 5
    assert t.zone("P2 hand") == [AGENT] * 4 and t.zone("P2 deck") == ["Wound", AGENT, TROOPER]
    assert told(t) == trace(name="acts")
    t = board(
        phase="Villain Step", mastermind="Dr. Doom", tactics=["Dark Technology"],
        villain_deck=["Master Strike", *QUIET], p1_hand=[AGENT] * 7, p2_hand=[AGENT] * 5,
    )  # fmt: skip
    assert asked(t) == FREE and len(t.zone("P1 hand")) == 7 and len(t.zone("P2 hand")) == 5
    assert told(t) == trace(name="nobody-has-six")


def test_dark_technology(trace: SnapshotAssertion) -> None:
    hq = ["Filler", "Gadget", "Filler", "Laser", "Filler"]
    t = dr_doom("Dark Technology", MARKED, hq=hq)
    start = fought(t, "dr-doom")
    assert t.seat == 1 and t.choices == ["Gadget", "Laser"]
    t.answer("gadget")
    assert t.zone("P1 discard pile") == ["Gadget"] and t.points("Recruit") == 0
    assert t.spaces("HQ") == ["Filler", "Filler", "Filler", "Laser", "Filler"]
    assert told(t, start) == trace(name="acts")
    t = dr_doom("Dark Technology", MARKED, hq=hq)
    start = fought(t, "dr-doom")
    t.decline()
    assert t.zone("P1 discard pile") == [] and t.spaces("HQ") == hq
    assert told(t, start) == trace(name="declined")
    t = dr_doom("Dark Technology", MARKED)
    start = fought(t, "dr-doom")
    assert asked(t) == FREE and t.zone("P1 discard pile") == []
    assert told(t, start) == trace(name="none-there")


def test_monarchs_decree(trace: SnapshotAssertion) -> None:
    t = dr_doom("Monarch's Decree", players=3, p1_hand=[AGENT], p2_hand=[AGENT, TROOPER], p3_hand=[])
    start = fought(t, "dr-doom")
    assert asked(t) == (1, ("each other player draws a card", "each other player discards a card"))
    t.answer("discards")
    assert t.seat == 2 and sorted(t.choices) == [AGENT, TROOPER]
    t.answer("trooper")
    assert asked(t) == FREE
    assert t.zone("P1 hand") == [AGENT] and t.zone("P2 hand") == [AGENT] and t.zone("P2 discard pile") == [TROOPER]
    assert told(t, start) == trace(name="discard")
    t = dr_doom("Monarch's Decree", players=3, p1_hand=[AGENT], p2_hand=[AGENT, TROOPER], p3_hand=[])
    start = fought(t, "dr-doom")
    t.answer("draws")
    assert [len(t.zone(f"P{seat} hand")) for seat in (1, 2, 3)] == [1, 3, 1]
    assert told(t, start) == trace(name="draw")


def test_secrets_of_time_travel(trace: SnapshotAssertion) -> None:
    t = board(mastermind="Dr. Doom", tactics=["Secrets of Time Travel"] * 2, points={"Attack": 9})
    start = fought(t, "dr-doom")
    t.end_turn()
    assert t.machine.turn == 2 and t.seat == 1 and len(t.zone("P1 hand")) == 6
    assert len(t.zone("Villain Deck")) == 19
    assert told(t, start) == trace
    t.end_turn()
    assert t.machine.turn == 3 and t.seat == 2


def test_treasures_of_latveria(trace: SnapshotAssertion) -> None:
    t = board(mastermind="Dr. Doom", tactics=["Treasures of Latveria"] * 2, points={"Attack": 9})
    start = fought(t, "dr-doom")
    assert t.zone("P1 hand") == []
    t.end_turn()
    assert t.seat == 2 and len(t.zone("P1 hand")) == 9
    assert told(t, start) == trace


def test_no_tactic_left(trace: SnapshotAssertion) -> None:
    t = board(
        COSTS, mastermind="Red Skull", tactics=["Negablast Grenades"], points={"Attack": 14}, hq=costs(3, 3, 3, 3, 3)
    )
    start = fought(t, "red-skull")
    assert t.points("Attack") == 7 + 3 and t.refusal("fight", "Red Skull") == "no Tactic left"
    assert t.result == ""
    t.end_turn()
    assert t.result == "Good Wins"
    assert told(t, start) == trace


# --- Magneto -----------------------------------------------------------------------------------------------------
MUTANTS = """
hero "Mutant" of Marks (20 copies)
    team X-Men, class Ranged, cost 3
hero "Dear Mutant" of Marks (20 copies)
    team X-Men, class Covert, cost 8
"""
"""X-Men Heroes without text."""


def magneto(tactic: str, **more: object) -> Table:
    """Magneto with this Tactic alone beneath him, and the Attack to take it."""
    return board(MUTANTS, mastermind="Magneto", tactics=[tactic], points={"Attack": 8}, **more)  # type: ignore[arg-type]


def test_magneto_always_leads() -> None:
    for seed in range(4):
        assert "Brotherhood" in chosen(2, {"mastermind": "Magneto"}, seed=seed)["villain-groups"]


def test_magneto_master_strike(trace: SnapshotAssertion) -> None:
    t = board(
        MUTANTS, players=3, phase="Villain Step", mastermind="Magneto", tactics=["Bitter Captor"],
        villain_deck=["Master Strike", *QUIET], p1_hand=["Mutant", *[AGENT] * 5], p2_hand=[AGENT] * 4 + [TROOPER] * 2,
        p3_hand=[AGENT] * 3,
    )  # fmt: skip
    assert asked(t) == (1, ("reveals an [X-Men] Hero", "discards down to four cards"))
    t.answer("reveals")
    assert t.seat == 2 and len(t.choices) == 6, "player 2 has no X-Men Hero"
    t.answer("trooper", "trooper")
    assert asked(t) == FREE
    assert [len(t.zone(f"P{seat} hand")) for seat in (1, 2, 3)] == [6, 4, 3]
    assert t.zone("P2 discard pile") == [TROOPER] * 2 and t.zone("P3 discard pile") == []
    assert told(t) == trace


def test_bitter_captor(trace: SnapshotAssertion) -> None:
    t = magneto("Bitter Captor", hq=["Filler", "Dear Mutant", "Filler", "Mutant", "Filler"])
    start = fought(t, "magneto")
    assert t.seat == 1 and t.choices == ["Dear Mutant", "Mutant"]
    assert t.decision is not None and t.decision.least == 1, "it must be done"
    t.answer("dear-mutant")
    assert t.zone("P1 discard pile") == ["Dear Mutant"] and t.points("Recruit") == 0
    assert t.spaces("HQ") == ["Filler", "Filler", "Filler", "Mutant", "Filler"]
    assert told(t, start) == trace(name="acts")
    t = magneto("Bitter Captor")
    start = fought(t, "magneto")
    assert asked(t) == FREE and t.zone("P1 discard pile") == []
    assert told(t, start) == trace(name="no-x-men")


def test_crushing_shockwave(trace: SnapshotAssertion) -> None:
    t = magneto("Crushing Shockwave", players=3, p1_hand=[AGENT], p2_hand=["Mutant"], p3_hand=[AGENT])
    start = fought(t, "magneto")
    assert asked(t) == (2, ("reveals an [X-Men] Hero", "gains two Wounds"))
    t.answer("reveals")
    assert asked(t) == FREE
    assert [t.zone(f"P{seat} discard pile") for seat in (1, 2, 3)] == [[], [], ["Wound", "Wound"]]
    assert told(t, start) == trace


def test_electromagnetic_bubble(trace: SnapshotAssertion) -> None:
    hand = ["Mutant", "Dear Mutant", AGENT]
    t = magneto("Electromagnetic Bubble", players=3, p1_hand=hand, p1_deck=[TROOPER] * 10)
    t.play("dear-mutant")
    start = fought(t, "magneto")
    assert t.seat == 1 and sorted(t.choices) == ["Dear Mutant", "Mutant"], "played or in hand"
    t.answer("dear-mutant")
    t.end_turn()
    assert sorted(t.zone("P1 hand")) == ["Dear Mutant", *[TROOPER] * 6]
    assert sorted(t.zone("P1 discard pile")) == ["Mutant", AGENT]
    assert told(t, start) == trace(name="acts")


def bubble(attack: int = 8, **more: object) -> Table:
    """One of two such Tactics has been taken, so that the game goes on."""
    tactics = ["Electromagnetic Bubble"] * 2
    t = board(MUTANTS, mastermind="Magneto", tactics=tactics, points={"Attack": attack}, **more)  # type: ignore[arg-type]
    t.act("fight", "magneto")
    return t


def test_electromagnetic_bubble_only_for_the_next_hand() -> None:
    t = bubble(p1_hand=["Mutant"], p1_deck=[TROOPER] * 20)
    assert asked(t) == FREE, "there is only one"
    t.end_turn()
    assert len(t.zone("P1 hand")) == 7 and t.seat == 2
    t.end_turn().end_turn()
    assert len(t.zone("P1 hand")) == 6 and "Mutant" in t.zone("P1 discard pile")


def test_electromagnetic_bubble_through_a_shuffle() -> None:
    """Six other cards and the Hero, though the Hero lies in the discard pile that is shuffled for the draw."""
    for seed in range(8):
        t = bubble(p1_hand=["Mutant"], p1_deck=[TROOPER], p1_discard_pile=[AGENT] * 9, seed=seed)
        t.end_turn()
        hand = t.zone("P1 hand")
        assert len(hand) == 7 and hand.count("Mutant") == 1


def test_electromagnetic_bubble_beside_another_number() -> None:
    t = bubble(12, p1_hand=["Mutant"], p1_deck=[TROOPER] * 20, city=["Doctor Octopus"])
    t.act("fight", "octopus")
    t.end_turn()
    assert sorted(t.zone("P1 hand")) == ["Mutant", *[TROOPER] * 8]


def test_electromagnetic_bubble_without_x_men(trace: SnapshotAssertion) -> None:
    t = magneto("Electromagnetic Bubble", p1_hand=[AGENT], p1_deck=[TROOPER] * 10)
    start = fought(t, "magneto")
    t.end_turn()
    assert t.zone("P1 hand") == [TROOPER] * 6
    assert told(t, start) == trace


def test_electromagnetic_bubble_of_a_hero_that_is_gone() -> None:
    t = board(
        MUTANTS, mastermind="Magneto", tactics=["Electromagnetic Bubble"], points={"Attack": 11}, city=["Sentinel"],
        p1_hand=["Mutant"], p1_deck=[TROOPER] * 10,
    )  # fmt: skip
    fought(t, "magneto")
    fought(t, "sentinel")
    assert t.zone("KO Pile") == ["Mutant"]
    t.end_turn()
    assert t.zone("P1 hand") == [TROOPER] * 6 and t.zone("KO Pile") == ["Mutant"]


def test_xaviers_nemesis(trace: SnapshotAssertion) -> None:
    t = magneto("Xavier's Nemesis", p1_hand=["Mutant", "Dear Mutant", AGENT], p1_discard_pile=["Mutant"])
    t.play("dear-mutant")
    start = fought(t, "magneto")
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Bystander", "Xavier's Nemesis"]
    assert told(t, start) == trace(name="acts")
    t = magneto("Xavier's Nemesis", p1_hand=[AGENT])
    start = fought(t, "magneto")
    assert t.zone("P1 Victory Pile") == ["Xavier's Nemesis"]
    assert told(t, start) == trace(name="no-x-men")
