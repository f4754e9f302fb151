"""The printed lines of Emma Frost, Storm and Wolverine one by one: what they do and ask, the trace they leave."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.board import board
from tests.games.legendary.test_card_lines_heroes import CLASSES, played
from tests.games.legendary.traced import AGENT, FREE, TROOPER, asked, told

MUTANT = """
hero "Mutant" of Marks (20 copies)
    team X-Men, class Ranged, cost 3
"""
"""An X-Men Hero without text."""


# --- Emma Frost --------------------------------------------------------------------------------------------------
def test_mental_discipline(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Mental Discipline"], p1_deck=[TROOPER, AGENT])
    start = played(t, "mental-discipline")
    assert asked(t) == FREE and t.zone("P1 hand") == [TROOPER] and t.points("Recruit") == 1
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Mental Discipline"], p1_deck=[])
    played(t, "mental-discipline")
    assert t.zone("P1 hand") == [] and t.points("Recruit") == 1


def test_shadowed_thoughts(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Covert One", "Shadowed Thoughts"], villain_deck=["Plain Villain", "Sentinel"])
    start = played(t, "covert-one", "shadowed")
    assert asked(t) == (1, ("yes", "no")) and t.points("Attack") == 2
    t.answer("yes")
    assert asked(t) == FREE and t.points("Attack") == 4
    assert t.spaces("City")[0] == "Plain Villain" and t.zone("Villain Deck") == ["Sentinel"]
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Covert One", "Shadowed Thoughts"])
    start = played(t, "covert-one", "shadowed")
    t.answer("no")
    assert t.points("Attack") == 2 and len(t.zone("Villain Deck")) == 20
    assert told(t, start) == trace(name="declined")
    t = board(CLASSES, p1_hand=["Tech One", "Shadowed Thoughts"])
    played(t, "tech-one", "shadowed")
    assert asked(t) == FREE and t.points("Attack") == 2


def test_psychic_link(trace: SnapshotAssertion) -> None:
    t = board(
        MUTANT, players=4, p1_hand=["Psychic Link", "Mutant"], p2_hand=["Mutant", AGENT], p3_hand=[AGENT],
        p4_hand=["Psychic Link"],
    )  # fmt: skip
    start = played(t, "psychic-link")
    assert t.seat == 1 and t.choices == ["Mutant"], "not the card that speaks"
    t.answer("mutant")
    assert t.seat == 2 and t.choices == ["Mutant"]
    assert [len(t.zone(f"P{seat} hand")) for seat in (1, 2, 3, 4)] == [1, 2, 1, 1], "all reveal before any draws"
    t.decline()
    assert t.seat == 4 and t.choices == ["Psychic Link"], "another one than player 1's"
    t.answer("psychic")
    assert asked(t) == FREE and t.points("Attack") == 3
    assert [len(t.zone(f"P{seat} hand")) for seat in (1, 2, 3, 4)] == [2, 2, 1, 2]
    assert told(t, start) == trace(name="acts")


def test_psychic_link_with_nobody_to_reveal(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Psychic Link"], p2_hand=[AGENT])
    start = played(t, "psychic-link")
    assert asked(t) == FREE and t.points("Attack") == 3
    assert t.zone("P1 hand") == [] and t.zone("P2 hand") == [AGENT]
    assert told(t, start) == trace


def test_psychic_link_counts_a_hero_played_before(trace: SnapshotAssertion) -> None:
    t = board(MUTANT, p1_hand=["Mutant", "Psychic Link"], p1_deck=[TROOPER])
    played(t, "mutant", "psychic-link")
    assert t.choices == ["Mutant"]
    t.answer("mutant")
    assert t.zone("P1 hand") == [TROOPER] and t.zone("P1 play area") == ["Psychic Link", "Mutant"]


def test_diamond_form(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Diamond Form"], city=["Plain Villain", "Sentinel"], points={"Attack": 3})
    start = played(t, "diamond-form")
    t.act("fight", "plain-villain")
    assert t.points("Attack") == 3 + 5 - 3 and t.points("Recruit") == 3
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Diamond Form"], city=["Plain Villain"], points={"Attack": 3})
    t.act("fight", "plain-villain")
    played(t, "diamond-form")
    assert t.points("Recruit") == 0, "one defeated before is none"


# --- Storm -------------------------------------------------------------------------------------------------------
def test_gathering_stormclouds(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Ranged One", "Gathering Stormclouds"], p1_deck=[TROOPER])
    start = played(t, "ranged-one", "gathering")
    assert t.zone("P1 hand") == [TROOPER] and t.points("Recruit") == 2
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Tech One", "Gathering Stormclouds"], p1_deck=[TROOPER])
    start = played(t, "tech-one", "gathering")
    assert t.zone("P1 hand") == [] and t.points("Recruit") == 2
    assert told(t, start) == trace(name="gate")


def test_lightning_bolt(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Lightning Bolt"], city=["", "Plain Villain", "Sentinel"], points={"Attack": 1})
    start = played(t, "lightning-bolt")
    assert t.value("Sentinel", "Attack") == 1 and t.value("Plain Villain", "Attack") == 3
    t.act("fight", "sentinel")
    assert t.points("Attack") == 1 + 2 - 1
    assert told(t, start) == trace(name="acts")
    t.end_turn()
    assert t.value("Plain Villain", "Attack") == 3


def test_lightning_bolt_only_this_turn() -> None:
    t = board(p1_hand=["Lightning Bolt"], city=["", "", "Sentinel"])
    played(t, "lightning-bolt")
    t.end_turn()
    assert t.value("Sentinel", "Attack") == 3


CAPTIVES = ["Plain Villain", "", "Sentinel + Bystander + Bystander", "", "Hand Ninjas + Bystander"]


def test_spinning_cyclone_to_an_empty_space(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Spinning Cyclone"], city=CAPTIVES)
    start = played(t, "spinning-cyclone")
    assert t.seat == 1 and sorted(t.choices) == ["Hand Ninjas", "Plain Villain", "Sentinel"]
    t.answer("sentinel")
    spaces = ("City[Sewers]", "City[Bank]", "City[Streets]", "City[Bridge]")
    assert asked(t) == (1, spaces), "a new space: not the Rooftops"
    t.answer("streets")
    assert asked(t) == FREE and t.points("Attack") == 4
    assert t.spaces("City") == ["Plain Villain", "", "", "Sentinel", "Hand Ninjas"]
    assert t.zone("P1 Victory Pile") == ["Bystander"] * 2 and t.under("Sentinel") == []
    assert t.under("Hand Ninjas") == ["Bystander"]
    assert told(t, start) == trace


def test_spinning_cyclone_swaps(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Spinning Cyclone"], city=CAPTIVES)
    start = played(t, "spinning-cyclone")
    t.answer("sentinel").answer("bridge")
    assert t.spaces("City") == ["Plain Villain", "", "Hand Ninjas", "", "Sentinel"]
    assert t.zone("P1 Victory Pile") == ["Bystander"] * 2
    assert t.under("Hand Ninjas") == ["Bystander"], "only those of the Villain that was moved"
    assert told(t, start) == trace


def test_spinning_cyclone_declined(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Spinning Cyclone"], city=CAPTIVES)
    start = played(t, "spinning-cyclone")
    t.decline()
    assert asked(t) == FREE and t.spaces("City") == ["Plain Villain", "", "Sentinel", "", "Hand Ninjas"]
    assert t.zone("P1 Victory Pile") == [] and len(t.under("Sentinel")) == 2
    assert told(t, start) == trace(name="declined")
    t = board(p1_hand=["Spinning Cyclone"])
    played(t, "spinning-cyclone")
    assert asked(t) == FREE and t.points("Attack") == 4


def test_spinning_cyclone_is_no_arrival() -> None:
    t = board(p1_hand=["Spinning Cyclone"], city=["", "Green Goblin"])
    played(t, "spinning-cyclone")
    t.answer("goblin").answer("sewers")
    assert t.spaces("City")[0] == "Green Goblin" and t.under("Green Goblin") == []


def test_tidal_wave(trace: SnapshotAssertion) -> None:
    city = ["", "", "Sentinel", "", "Plain Villain"]
    t = board(CLASSES, p1_hand=["Ranged One", "Tidal Wave"], city=city)
    start = played(t, "ranged-one", "tidal-wave")
    assert t.value("Plain Villain", "Attack") == 1 and t.value("Sentinel", "Attack") == 3
    assert t.value("Quiet Mind", "Attack") == 6
    assert told(t, start) == trace(name="acts")
    t.end_turn()
    assert t.value("Plain Villain", "Attack") == 3 and t.value("Quiet Mind", "Attack") == 8
    t = board(CLASSES, p1_hand=["Tech One", "Tidal Wave"], city=city)
    start = played(t, "tech-one", "tidal-wave")
    assert t.value("Plain Villain", "Attack") == 1 and t.value("Quiet Mind", "Attack") == 8
    assert told(t, start) == trace(name="gate")


# --- Wolverine ---------------------------------------------------------------------------------------------------
def test_keen_senses(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Instinct One", "Keen Senses"], p1_deck=[TROOPER])
    start = played(t, "instinct-one", "keen-senses")
    assert t.zone("P1 hand") == [TROOPER] and t.points("Attack") == 1
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Keen Senses"], p1_deck=[TROOPER])
    start = played(t, "keen-senses")
    assert t.zone("P1 hand") == [] and t.points("Attack") == 1
    assert told(t, start) == trace(name="gate")


def test_healing_factor(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Healing Factor", "Wound"], p1_discard_pile=["Wound"], p1_deck=[TROOPER])
    start = played(t, "healing-factor")
    assert t.choices == ["Wound", "Wound"]
    t.answer("discard")
    assert t.zone("KO Pile") == ["Wound"] and sorted(t.zone("P1 hand")) == [TROOPER, "Wound"]
    assert t.points("Attack") == 2
    assert told(t, start) == trace(name="acts")
    t = board(p1_hand=["Healing Factor", "Wound"], p1_deck=[TROOPER])
    played(t, "healing-factor")
    t.decline()
    assert t.zone("KO Pile") == [] and t.zone("P1 hand") == ["Wound"]
    t = board(p1_hand=["Healing Factor"], p1_deck=[TROOPER])
    start = played(t, "healing-factor")
    assert asked(t) == FREE and t.zone("P1 hand") == []
    assert told(t, start) == trace(name="no-wound")


def test_frenzied_slashing(trace: SnapshotAssertion) -> None:
    t = board(CLASSES, p1_hand=["Instinct One", "Frenzied Slashing"], p1_deck=[TROOPER, AGENT, AGENT])
    start = played(t, "instinct-one", "frenzied")
    assert sorted(t.zone("P1 hand")) == [AGENT, TROOPER] and t.points("Attack") == 2
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Ranged One", "Frenzied Slashing"])
    played(t, "ranged-one", "frenzied")
    assert t.zone("P1 hand") == []


def test_berserker_rage(trace: SnapshotAssertion) -> None:
    t = board(p1_hand=["Quick Draw", "Berserker Rage"], p1_deck=[TROOPER] * 9)
    start = played(t, "quick-draw", "berserker")
    assert len(t.zone("P1 hand")) == 1 + 3
    assert t.points("Attack") == 1 + 4, "four extra cards were drawn this turn"
    assert told(t, start) == trace(name="acts")
    t = board(CLASSES, p1_hand=["Tech One", "Berserker Rage"], p1_deck=[TROOPER] * 9)
    start = played(t, "tech-one", "berserker")
    assert len(t.zone("P1 hand")) == 3 and t.points("Attack") == 0
    assert told(t, start) == trace(name="gate")


REDEAL = 'hero "Redeal" of Marks\n    class Instinct, cost 3\n    Draw a new hand of cards.\n'


def test_berserker_rage_does_not_count_a_new_hand() -> None:
    t = board(REDEAL, p1_hand=["Redeal", "Berserker Rage"], p1_deck=[TROOPER] * 12)
    played(t, "redeal", "berserker")
    assert len(t.zone("P1 hand")) == 6 + 3 and t.points("Attack") == 3


def test_berserker_rage_counts_only_what_its_player_drew() -> None:
    t = board(CLASSES, p1_hand=["Tech One", "Covering Fire", "Instinct One", "Berserker Rage"], p1_deck=[TROOPER] * 9)
    t.play("tech-one", "covering-fire")
    t.answer("draws a card")
    t.play("instinct-one", "berserker")
    assert len(t.zone("P2 hand")) == 1 and t.points("Attack") == 3 + 3
