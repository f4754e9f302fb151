"""The printed lines of Heroes one by one: what they do, what they ask, and the trace they leave."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS
from tests.games.legendary.traced import AGENT, FREE, OFFICER, TROOPER, asked, now, told
from tests.games.table import Table

CLASSES = "".join(
    f'hero "{name} One" of Classes (20 copies)\n    class {name}, cost 3\n'
    for name in ("Strength", "Instinct", "Covert", "Tech", "Ranged")
)
"""Heroes of each class without text, points or team."""


def played(t: Table, *cards: str) -> int:
    """Play cards, the last of them as the action that is told: the number of events before it."""
    *before, last = cards
    t.play(*before)
    start = now(t)
    t.play(last)
    return start


# --- Black Widow -------------------------------------------------------------------------------------------------
def test_dangerous_rescue(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Covert One", "Dangerous Rescue", AGENT], p1_discard_pile=["Wound"])
    start = played(t, "covert-one", "dangerous-rescue")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, "Wound"]
    t.answer("wound")
    assert asked(t) == FREE and t.points("Attack") == 2
    assert t.zone("KO Pile") == ["Wound"] and t.zone("P1 discard pile") == []
    assert t.zone("P1 Victory Pile") == ["Bystander"] and len(t.zone("Bystander Supply")) == 9
    assert told(t, start) == trace


def test_dangerous_rescue_declined(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Covert One", "Dangerous Rescue", AGENT], p1_discard_pile=["Wound"])
    start = played(t, "covert-one", "dangerous-rescue")
    t.decline()
    assert t.zone("KO Pile") == [] and t.zone("P1 Victory Pile") == [] and t.points("Attack") == 2
    assert told(t, start) == trace


def test_dangerous_rescue_without_covert(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Dangerous Rescue", "Covert One"])
    start = played(t, "tech-one", "dangerous-rescue")
    assert asked(t) == FREE and t.points("Attack") == 2
    assert t.zone("KO Pile") == [] and t.zone("P1 Victory Pile") == []
    assert told(t, start) == trace


def test_mission_accomplished(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Mission Accomplished"], p1_deck=[TROOPER, AGENT])
    start = played(t, "tech-one", "mission")
    assert asked(t) == FREE and t.zone("P1 hand") == [TROOPER]
    assert t.zone("P1 Victory Pile") == ["Bystander"] and len(t.zone("Bystander Supply")) == 9
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Mission Accomplished"], p1_deck=[TROOPER, AGENT])
    start = played(t, "mission")
    assert t.zone("P1 hand") == [TROOPER] and t.zone("P1 Victory Pile") == []
    assert told(t, start) == trace(name="gate")


def test_covert_operation(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Covert Operation"], p1_victory_pile=["Bystander", "Plain Villain", "Bystander"])
    start = played(t, "covert-operation")
    assert t.points("Attack") == 2
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Covert Operation"], p1_victory_pile=["Plain Villain"], p2_victory_pile=["Bystander"])
    start = played(t, "covert-operation")
    assert t.points("Attack") == 0
    assert told(t, start) == trace(name="no-bystanders")


def test_silent_sniper(trace: SnapshotAssertion) -> None:
    city = ["Plain Villain", "Hand Ninjas + Bystander", "", "Sentinel + Bystander", ""]
    t = board(p1_hand=["Silent Sniper"], city=city, mastermind="Quiet Mind + Bystander")
    start = played(t, "silent-sniper")
    assert sorted(t.choices) == ["Hand Ninjas", "Quiet Mind", "Sentinel"] and t.seat == 1
    t.answer("hand-ninjas")
    assert t.points("Attack") == 4 and t.points("Recruit") == 1
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Hand Ninjas"]
    assert t.spaces("City") == ["Plain Villain", "", "", "Sentinel", ""]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Silent Sniper"], city=["Plain Villain"], p1_victory_pile=["Bystander"])
    start = played(t, "silent-sniper")
    assert asked(t) == FREE and t.points("Attack") == 4
    assert t.spaces("City")[0] == "Plain Villain" and len(t.under("Quiet Mind")) == 4
    assert told(t, start) == trace(name="nobody-has-one")


# --- Captain America ---------------------------------------------------------------------------------------------
def test_avengers_assemble(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Avengers Assemble!", "Tech One", AGENT, "Wound"])
    start = played(t, "tech-one", "avengers-assemble")
    assert t.points("Recruit") == 3
    assert told(t, start) == trace(name="three-colors")
    t = board(CLASSES, p1_hand=["Avengers Assemble!"], p1_discard_pile=["Tech One"])
    start = played(t, "avengers-assemble")
    assert t.points("Recruit") == 1
    assert told(t, start) == trace(name="its-own-color")


def test_perfect_teamwork(trace: SnapshotAssertion) -> None:
    hand = ["Perfect Teamwork", "Covert One", "Ranged One", "Instinct One", "Tech One", TROOPER]
    t = board(CLASSES, p1_hand=hand)
    start = played(t, "perfect-teamwork")
    assert t.points("Attack") == 6 and t.points("Recruit") == 0
    assert told(t, start) == trace


WOUNDER = 'hero "Hurt" of Takers\n    cost 1\n    Each player gains a Wound.\n'


def test_diving_block(trace: SnapshotAssertion) -> None:
    t = board(WOUNDER, p1_hand=["Hurt", AGENT], p2_hand=["Diving Block"], p2_deck=[TROOPER], wounds=5)
    start = played(t, "hurt")
    assert asked(t) == (2, ("yes", "no"))
    t.answer("yes")
    assert t.zone("P1 discard pile") == ["Wound"] and len(t.zone("Wound Supply")) == 4
    assert t.zone("P2 discard pile") == [] and sorted(t.zone("P2 hand")) == ["Diving Block", TROOPER]
    assert told(t, start) == trace


def test_diving_block_not_shown(trace: SnapshotAssertion) -> None:
    t = board(WOUNDER, p1_hand=["Hurt", AGENT], p2_hand=["Diving Block"], p2_deck=[TROOPER], wounds=5)
    start = played(t, "hurt")
    t.answer("no")
    assert t.zone("P2 discard pile") == ["Wound"] and t.zone("P2 hand") == ["Diving Block"]
    assert len(t.zone("Wound Supply")) == 3
    assert told(t, start) == trace


def test_diving_block_in_the_discard_pile(trace: SnapshotAssertion) -> None:
    t = board(WOUNDER, p1_hand=["Hurt", AGENT], p2_hand=[], p2_discard_pile=["Diving Block"], wounds=5)
    start = played(t, "hurt")
    assert asked(t) == FREE
    assert t.zone("P2 discard pile") == ["Wound", "Diving Block"]
    assert told(t, start) == trace


def test_a_day_unlike_any_other(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Quick Draw", "Perfect Teamwork", "Tech One", "A Day Unlike Any Other"])
    t.play("quick-draw", "perfect-teamwork", "tech-one")
    before = t.points("Attack")
    start = played(t, "a-day-unlike")
    assert t.points("Attack") == before + 3 + 6
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Tech One", "A Day Unlike Any Other", "Quick Draw"])
    start = played(t, "tech-one", "a-day-unlike")
    assert t.points("Attack") == 3
    assert told(t, start) == trace(name="gate")


# --- Cyclops -----------------------------------------------------------------------------------------------------
def test_determination(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Determination", AGENT, TROOPER])
    start = played(t, "determination")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, TROOPER]
    t.answer("trooper")
    assert t.points("Recruit") == 3 and t.points("Attack") == 0
    assert t.zone("P1 discard pile") == [TROOPER] and t.zone("P1 hand") == [AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Determination"])
    assert t.refusal("play", "Determination") == "no other card to discard"
    assert not t.options("play")


def test_optic_blast(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Optic Blast", "Wound", AGENT])
    start = played(t, "optic-blast")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, "Wound"]
    t.answer("wound")
    assert t.points("Attack") == 3
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P1 hand") == [AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Optic Blast"])
    assert t.refusal("play", "Optic Blast") == "no other card to discard"


def test_unending_energy(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Optic Blast", "Unending Energy", AGENT])
    start = played(t, "optic-blast")
    t.answer("unending-energy")
    assert asked(t) == (1, ("yes", "no"))
    t.answer("yes")
    assert t.points("Attack") == 3 and sorted(t.zone("P1 hand")) == [AGENT, "Unending Energy"]
    assert t.zone("P1 discard pile") == []
    assert told(t, start) == trace


def test_unending_energy_declined(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Optic Blast", "Unending Energy", AGENT])
    start = played(t, "optic-blast")
    t.answer("unending-energy").answer("no")
    assert t.zone("P1 hand") == [AGENT] and t.zone("P1 discard pile") == ["Unending Energy"]
    assert told(t, start) == trace


def test_unending_energy_discarded_by_a_rule(trace: SnapshotAssertion) -> None:
    city = [*["Plain Villain"] * 4, "Sentinel + Bystander"]
    t = board(
        phase="Villain Step", city=city, villain_deck=["Hand Ninjas", *["Nothing Happens"] * 9],
        p1_hand=["Unending Energy"], p2_hand=[],
    )  # fmt: skip
    t.answer("HQ[1]")
    assert asked(t) == FREE
    assert t.zone("P1 hand") == [] and t.zone("P1 discard pile") == ["Unending Energy"]
    assert told(t) == trace


def test_x_men_united(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Card Shark", "Hypnotic Charm", "Tech One", "X-Men United"])
    t.play("card-shark", "hypnotic").answer("put")
    t.play("tech-one")
    before = t.points("Attack")
    start = played(t, "x-men-united")
    assert t.points("Attack") == before + 6 + 4
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Tech One", "X-Men United"])
    start = played(t, "tech-one", "x-men-united")
    assert t.points("Attack") == 6
    assert told(t, start) == trace(name="gate")


# --- Deadpool ----------------------------------------------------------------------------------------------------
def test_here_hold_this_for_a_second(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Here, Hold This for a Second"], city=["Hand Ninjas", "", "Sentinel"])
    start = played(t, "here-hold")
    assert t.choices == ["Hand Ninjas", "Sentinel"] and t.seat == 1
    t.answer("sentinel")
    assert t.points("Recruit") == 2
    assert t.under("Sentinel") == ["Bystander"] and t.under("Hand Ninjas") == []
    assert len(t.zone("Bystander Supply")) == 9
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Here, Hold This for a Second"])
    start = played(t, "here-hold")
    assert asked(t) == FREE and len(t.zone("Bystander Supply")) == 10
    assert t.under("Quiet Mind") == ["Quiet Tactic"] * 4
    assert told(t, start) == trace(name="empty-city")


def test_oddball(trace: SnapshotAssertion) -> None:
    t = board(CLASSES + COSTS, p1_hand=["Tech One", "Priced 7", "Priced 4", AGENT, "Oddball"])
    start = played(t, "tech-one", "priced-7", "priced-4", "agent", "oddball")
    assert t.points("Attack") == 4
    assert told(t, start) == trace(name="acts")
    t = board(COSTS, p1_hand=["Priced 4", AGENT, "Oddball"])
    start = played(t, "priced-4", "agent", "oddball")
    assert t.points("Attack") == 2
    assert told(t, start) == trace(name="none")


def test_hey_can_i_get_a_do_over(trace: SnapshotAssertion) -> None:
    hand = ["Hey, Can I Get a Do-Over?", "Wound", AGENT]
    t = board(p1_hand=hand, p1_deck=[TROOPER] * 6)
    start = played(t, "hey-can-i")
    assert asked(t) == (1, ("yes", "no"))
    t.answer("yes")
    assert t.points("Attack") == 2 and t.zone("P1 hand") == [TROOPER] * 4
    assert sorted(t.zone("P1 discard pile")) == [AGENT, "Wound"]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=hand, p1_deck=[TROOPER] * 6)
    start = played(t, "hey-can-i")
    t.answer("no")
    assert t.zone("P1 hand") == ["Wound", AGENT] and t.zone("P1 discard pile") == []
    assert told(t, start) == trace(name="declined")
    t = board(p1_hand=hand, p1_deck=[TROOPER] * 6)
    start = played(t, "agent", "hey-can-i")
    assert asked(t) == FREE and t.zone("P1 hand") == ["Wound"]
    assert told(t, start) == trace(name="second-hero")


def test_random_acts_of_unkindness(trace: SnapshotAssertion) -> None:
    t = board(players=3, p1_hand=["Random Acts of Unkindness", AGENT], p2_hand=[TROOPER], p3_hand=[OFFICER])
    start = played(t, "random-acts")
    assert asked(t) == (1, ("yes", "no"))
    t.answer("yes")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, "Wound"]
    t.answer("wound")
    assert asked(t) == FREE and t.points("Attack") == 6
    assert (
        sorted(t.zone("P1 hand")) == [AGENT, OFFICER]
        and t.zone("P2 hand") == ["Wound"]
        and t.zone("P3 hand") == [TROOPER]
    )
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Random Acts of Unkindness", AGENT], p2_hand=[])
    start = played(t, "random-acts")
    t.answer("no")
    assert t.zone("P1 hand") == [] and t.zone("P2 hand") == [AGENT] and len(t.zone("Wound Supply")) == 10
    assert told(t, start) == trace(name="declined")


# --- Gambit ------------------------------------------------------------------------------------------------------
def test_card_shark(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Card Shark"], p1_deck=["Borrowed Brawn", AGENT])
    start = played(t, "card-shark")
    assert asked(t) == FREE and t.points("Attack") == 2
    assert t.zone("P1 hand") == ["Borrowed Brawn"] and t.zone("P1 deck") == [AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Card Shark"], p1_deck=["Arc Reactor", AGENT])
    start = played(t, "card-shark")
    assert t.zone("P1 hand") == [] and t.zone("P1 deck") == ["Arc Reactor", AGENT]
    assert told(t, start) == trace(name="no-x-men")


def test_stack_the_deck(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Stack the Deck", "Wound"], p1_deck=[AGENT, TROOPER, AGENT])
    start = played(t, "stack-the-deck")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, TROOPER, "Wound"]
    t.answer("wound")
    assert sorted(t.zone("P1 hand")) == [AGENT, TROOPER] and t.zone("P1 deck") == ["Wound", AGENT]
    assert told(t, start) == trace


def test_hypnotic_charm(trace: SnapshotAssertion) -> None:
    t = board(players=3, p1_hand=["Hypnotic Charm"], p1_deck=["Wound", AGENT])
    start = played(t, "hypnotic")
    assert t.seat == 1 and t.points("Recruit") == 2
    t.answer("discard")
    assert asked(t) == FREE
    assert t.zone("P1 deck") == [AGENT] and t.zone("P1 discard pile") == ["Wound"]
    assert len(t.zone("P2 deck")) == len(t.zone("P3 deck")) == 10
    assert told(t, start) == trace(name="gate")


def test_hypnotic_charm_instinct(trace: SnapshotAssertion) -> None:
    t = board(
        CLASSES, players=3, p1_hand=["Instinct One", "Hypnotic Charm"], p1_deck=["Wound", AGENT],
        p2_deck=[TROOPER, AGENT], p3_deck=["Wound", AGENT],
    )  # fmt: skip
    start = played(t, "instinct", "hypnotic")
    t.answer("put")
    assert t.seat == 1
    t.answer("discard")
    assert t.seat == 1
    t.answer("put")
    assert asked(t) == FREE
    assert t.zone("P1 deck") == ["Wound", AGENT] and t.zone("P1 discard pile") == []
    assert t.zone("P2 deck") == [AGENT] and t.zone("P2 discard pile") == [TROOPER]
    assert t.zone("P3 deck") == ["Wound", AGENT] and t.zone("P3 discard pile") == []
    assert told(t, start) == trace


def test_high_stakes_jackpot(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["High Stakes Jackpot"], p1_deck=["Arc Reactor", AGENT])
    start = played(t, "high-stakes")
    assert t.points("Attack") == 4 + 5 and t.zone("P1 deck") == ["Arc Reactor", AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["High Stakes Jackpot"], p1_deck=["Wound", AGENT])
    start = played(t, "high-stakes")
    assert t.points("Attack") == 4
    assert told(t, start) == trace(name="no-cost")


# --- Iron Man ----------------------------------------------------------------------------------------------------
def test_endless_invention(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Endless Invention"], p1_deck=[AGENT, TROOPER, AGENT])
    start = played(t, "tech-one", "endless-invention")
    assert sorted(t.zone("P1 hand")) == [AGENT, TROOPER]
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Endless Invention", "Tech One"], p1_deck=[AGENT, TROOPER, AGENT])
    start = played(t, "endless-invention")
    assert sorted(t.zone("P1 hand")) == [AGENT, "Tech One"]
    assert told(t, start) == trace(name="gate")


def test_repulsor_rays(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Ranged One", "Repulsor Rays"])
    start = played(t, "ranged-one", "repulsor-rays")
    assert t.points("Attack") == 3
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Repulsor Rays", "Ranged One"])
    start = played(t, "repulsor-rays")
    assert t.points("Attack") == 2
    assert told(t, start) == trace(name="gate")


def test_arc_reactor(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Tech One", "Ranged One", "Arc Reactor"])
    start = played(t, "tech-one", "tech-one", "ranged-one", "arc-reactor")
    assert t.points("Attack") == 5
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Ranged One", "Arc Reactor"])
    start = played(t, "ranged-one", "arc-reactor")
    assert t.points("Attack") == 3
    assert told(t, start) == trace(name="gate")


def test_quantum_breakthrough(trace: SnapshotAssertion) -> None:
    t = board(
        CLASSES, p1_hand=["Tech One", "Quantum Breakthrough"], p1_deck=[AGENT, TROOPER], p1_discard_pile=["Wound"]
    )
    start = played(t, "tech-one", "quantum")
    assert sorted(t.zone("P1 hand")) == [AGENT, TROOPER, "Wound"]
    assert t.zone("P1 deck") == [] and t.zone("P1 discard pile") == []
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Quantum Breakthrough"])
    start = played(t, "quantum")
    assert len(t.zone("P1 hand")) == 2
    assert told(t, start) == trace(name="gate")


# --- Rogue -------------------------------------------------------------------------------------------------------
def test_borrowed_brawn(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Strength One", "Borrowed Brawn"])
    start = played(t, "strength-one", "borrowed-brawn")
    assert t.points("Attack") == 4
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Borrowed Brawn"])
    start = played(t, "borrowed-brawn")
    assert t.points("Attack") == 1
    assert told(t, start) == trace(name="gate")


def test_energy_drain(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Covert One", "Energy Drain", AGENT, "Wound"])
    start = played(t, "covert-one", "energy-drain")
    assert t.seat == 1 and sorted(t.choices) == [AGENT, "Wound"]
    t.answer("agent")
    assert t.points("Recruit") == 3 and t.zone("KO Pile") == [AGENT] and t.zone("P1 hand") == ["Wound"]
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Covert One", "Energy Drain", AGENT, "Wound"])
    start = played(t, "covert-one", "energy-drain")
    t.decline()
    assert t.points("Recruit") == 2 and t.zone("KO Pile") == []
    assert told(t, start) == trace(name="declined")
    t = board(CLASSES, p1_hand=["Energy Drain", AGENT])
    start = played(t, "energy-drain")
    assert asked(t) == FREE and t.points("Recruit") == 2
    assert told(t, start) == trace(name="gate")


def test_copy_powers(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Odinson", "Repulsor Rays", "Copy Powers", "Dangerous Rescue", "Borrowed Brawn"])
    start = played(t, "odinson", "repulsor", "copy-powers")
    assert t.choices == ["Odinson", "Repulsor Rays"] and t.seat == 1
    t.answer("odinson")
    assert t.points("Recruit") == 2 + 4 and t.points("Attack") == 2
    assert told(t, start) == trace(name="acts")
    t.play("borrowed-brawn")
    assert t.points("Attack") == 2 + 4
    t = board(CLASSES, p1_hand=["Copy Powers", "Odinson"])
    start = played(t, "copy-powers")
    assert asked(t) == FREE and t.points("Recruit") == 0 and t.zone("P1 play area") == ["Copy Powers"]
    assert told(t, start) == trace(name="nothing-to-copy")


def test_copy_powers_is_covert_too(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Strength One", "Copy Powers", "Energy Drain", AGENT])
    t.play("strength-one")
    start = now(t)
    t.play("copy-powers", "energy-drain").answer("agent")
    assert t.points("Recruit") == 3 and t.zone("KO Pile") == [AGENT]
    assert told(t, start) == trace


def test_steal_abilities(trace: SnapshotAssertion) -> None:
    t = board(
        CLASSES, p1_hand=["Steal Abilities"], p1_deck=["Repulsor Rays", AGENT, AGENT],
        p2_deck=["Borrowed Brawn", AGENT, AGENT],
    )  # fmt: skip
    start = played(t, "steal-abilities")
    assert asked(t) == FREE
    assert t.zone("P1 discard pile") == ["Repulsor Rays"] and t.zone("P2 discard pile") == ["Borrowed Brawn"]
    assert t.points("Attack") == 4 + 2 + 1 + 3
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Steal Abilities"], p1_deck=["Wound", AGENT], p2_deck=[])
    start = played(t, "steal-abilities")
    assert t.points("Attack") == 4 and t.zone("P1 discard pile") == ["Wound"] and t.zone("P1 hand") == []
    assert told(t, start) == trace(name="nothing-to-play")


# --- Spider-Man --------------------------------------------------------------------------------------------------
def test_astonishing_strength(trace: SnapshotAssertion) -> None:
    t = board(COSTS, p1_hand=["Astonishing Strength"], p1_deck=["Priced 2", AGENT])
    start = played(t, "astonishing")
    assert t.points("Recruit") == 1 and t.zone("P1 hand") == ["Priced 2"] and t.zone("P1 deck") == [AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(COSTS, p1_hand=["Astonishing Strength"], p1_deck=["Priced 3", AGENT])
    start = played(t, "astonishing")
    assert t.zone("P1 hand") == [] and t.zone("P1 deck") == ["Priced 3", AGENT]
    assert told(t, start) == trace(name="too-dear")


def test_great_responsibility(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Great Responsibility"], p1_deck=["Wound", AGENT])
    start = played(t, "great")
    assert t.points("Attack") == 1 and t.zone("P1 hand") == ["Wound"]
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Great Responsibility"], p1_deck=[])
    start = played(t, "great")
    assert t.points("Attack") == 1 and t.zone("P1 hand") == []
    assert told(t, start) == trace(name="empty-deck")


def test_web_shooters(trace: SnapshotAssertion) -> None:
    t = board(COSTS, p1_hand=["Web-Shooters"], p1_deck=[TROOPER, AGENT])
    start = played(t, "web-shooters")
    assert t.zone("P1 Victory Pile") == ["Bystander"] and t.zone("P1 hand") == [TROOPER]
    assert told(t, start) == trace(name="acts")
    t = board(COSTS, p1_hand=["Web-Shooters"], p1_deck=["Priced 4", AGENT], bystanders=0)
    start = played(t, "web-shooters")
    assert t.zone("P1 Victory Pile") == [] and t.zone("P1 hand") == [] and t.zone("P1 deck") == ["Priced 4", AGENT]
    assert told(t, start) == trace(name="nothing")


def test_the_amazing_spider_man(trace: SnapshotAssertion) -> None:
    deck = ["Priced 5", "Wound", "Priced 3", AGENT]
    t = board(COSTS, p1_hand=["The Amazing Spider-Man"], p1_deck=deck)
    start = played(t, "the-amazing")
    assert t.seat == 1 and sorted(t.choices) == ["Priced 3", "Priced 5"]
    t.answer("priced-3", "priced-5")  # one after the other: the last one lies on top
    assert asked(t) == FREE and t.zone("P1 hand") == ["Wound"]
    assert t.zone("P1 deck") == ["Priced 5", "Priced 3", AGENT]
    assert told(t, start) == trace(name="acts")
    t = board(COSTS, p1_hand=["The Amazing Spider-Man"], p1_deck=[AGENT, TROOPER, "Priced 2", AGENT])
    start = played(t, "the-amazing")
    assert (
        asked(t) == FREE and sorted(t.zone("P1 hand")) == ["Priced 2", AGENT, TROOPER] and t.zone("P1 deck") == [AGENT]
    )
    assert told(t, start) == trace(name="all-cheap")
