"""The printed lines of Schemes one by one: what they do, what they ask, the trace they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from syrupy.assertion import SnapshotAssertion

from tests.games.legendary.board import board
from tests.games.legendary.plain import COSTS, QUIET, costs
from tests.games.legendary.test_core_setup import chosen, kinds, refused, set_up
from tests.games.legendary.traced import AGENT, FREE, asked, now, step, told
from tests.games.table import Table

VIRUS, ROBBERY, WAR = "The Legacy Virus", "Midtown Bank Robbery", "Super Hero Civil War"
INVASION = "Secret Invasion of the Skrull Shapeshifters"

TECH = 'hero "Gadget" of Marks (20 copies)\n    class Tech, cost 2\n'


def twist(scheme: str, stubs: str = "", *, then: Sequence[str] = (), **more: Any) -> Table:
    """A Twist of this Scheme is turned up at the beginning of the turn; `then` lies below it on the Villain Deck."""
    deck = ["Scheme Twist", *then, *QUIET]
    return board(stubs, phase="Villain Step", scheme=scheme, villain_deck=deck, **more)


# --- The Legacy Virus --------------------------------------------------------------------------------------------
def test_the_legacy_virus_setup() -> None:
    for players in (2, 3, 4, 5):
        t = set_up(players, {"scheme": VIRUS})
        assert len(t.zone("Wound Supply")) == 6 * players
        assert t.zone("Villain Deck").count("Scheme Twist") == 8


def test_the_legacy_virus_twist(trace: SnapshotAssertion) -> None:
    t = twist(VIRUS, TECH, players=3, p1_hand=["Gadget", AGENT], p2_hand=["Gadget"], p3_hand=[AGENT])
    assert asked(t) == (1, ("reveals a [Tech] Hero", "gains a Wound"))
    t.answer("reveals")
    assert asked(t) == (2, ("reveals a [Tech] Hero", "gains a Wound"))
    t.answer("gains")
    assert asked(t) == FREE
    assert [t.zone(f"P{seat} discard pile") for seat in (1, 2, 3)] == [[], ["Wound"], ["Wound"]]
    assert t.zone("P1 hand") == ["Gadget", AGENT] and t.zone("KO Pile") == ["Scheme Twist"]
    assert told(t) == trace


def test_the_legacy_virus_evil_wins(trace: SnapshotAssertion) -> None:
    t = twist(VIRUS, wounds=1, p1_hand=[AGENT], p2_hand=[AGENT], ko_pile=["Wound"])
    assert t.result == "Evil Wins" and t.decision is None
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == []
    assert told(t) == trace(name="acts")
    t = twist(VIRUS, wounds=3)
    assert t.result == "" and len(t.zone("Wound Supply")) == 1


# --- Midtown Bank Robbery ----------------------------------------------------------------------------------------
def test_midtown_bank_robbery_setup() -> None:
    for players in (2, 3, 5):
        t = set_up(players, {"scheme": ROBBERY})
        deck = Counter(t.zone("Villain Deck"))
        assert (deck["Scheme Twist"], deck["Bystander"], len(t.zone("Bystander Supply"))) == (8, 12, 18)


def test_midtown_bank_robbery_special_rules(trace: SnapshotAssertion) -> None:
    city = ["Hand Ninjas + Bystander + Bystander", "Sentinel"]
    t = board(scheme=ROBBERY, city=city, points={"Attack": 5}, mastermind="Quiet Mind + Bystander")
    assert t.value("Hand Ninjas", "Attack") == 3 + 2 and t.value("Sentinel", "Attack") == 3
    assert t.value("Quiet Mind", "Attack") == 8
    start = now(t)
    t.act("fight", "hand-ninjas")
    assert t.points("Attack") == 0 and t.zone("P1 Victory Pile").count("Bystander") == 2
    assert told(t, start) == trace
    t = board(scheme=ROBBERY, city=city, points={"Attack": 4})
    assert t.refusal("fight", "Hand Ninjas") == "needs 5 Attack, has 4"


def test_midtown_bank_robbery_twist(trace: SnapshotAssertion) -> None:
    t = twist(ROBBERY, city=["Sentinel", "Hand Ninjas"], then=["Plain Villain"])
    assert t.spaces("City") == ["Plain Villain", "Sentinel", "Hand Ninjas", "", ""]
    assert t.under("Hand Ninjas") == ["Bystander"] * 2 and t.under("Sentinel") == []
    assert t.value("Hand Ninjas", "Attack") == 5 and len(t.zone("Bystander Supply")) == 8
    assert t.zone("KO Pile") == ["Scheme Twist"]
    assert told(t) == trace(name="acts")
    t = twist(ROBBERY, city=["Sentinel", "", "Hand Ninjas"], then=["Bystander"])
    assert t.under("Sentinel") == ["Bystander"] and t.under("Hand Ninjas") == []
    assert len(t.zone("Bystander Supply")) == 10
    assert told(t) == trace(name="empty-bank")


def test_midtown_bank_robbery_evil_wins(trace: SnapshotAssertion) -> None:
    city = [*["Plain Villain"] * 4, "Sentinel + Bystander"]
    t = board(
        COSTS, phase="Villain Step", scheme=ROBBERY, city=city, villain_deck=["Hand Ninjas", *QUIET],
        escape_pile=["Bystander"] * 7, hq=costs(7, 7, 7, 7, 7),
    )  # fmt: skip
    assert t.result == "Evil Wins" and t.zone("Escape Pile").count("Bystander") == 8
    assert told(t) == trace(name="acts")
    t = board(
        COSTS, phase="Villain Step", scheme=ROBBERY, city=city, villain_deck=["Hand Ninjas", *QUIET],
        escape_pile=[*["Bystander"] * 6, "Plain Villain"], hq=costs(7, 7, 7, 7, 7),
    )  # fmt: skip
    assert t.result == "" and t.zone("Escape Pile").count("Bystander") == 7


# --- Super Hero Civil War ----------------------------------------------------------------------------------------
def test_super_hero_civil_war_setup() -> None:
    for players, twists, heroes in ((2, 8, 4), (3, 8, 5), (4, 5, 5), (5, 5, 6)):
        t = set_up(players, {"scheme": WAR})
        assert t.zone("Villain Deck").count("Scheme Twist") == twists
        assert len(t.zone("Hero Deck")) + len(t.zone("HQ")) == 14 * heroes


def test_super_hero_civil_war_twist(trace: SnapshotAssertion) -> None:
    t = twist(WAR, COSTS, hq=costs(2, 3, 4, 5, 8))
    assert asked(t) == FREE and t.result == ""
    assert sorted(t.zone("KO Pile")) == [*costs(2, 3, 4, 5, 8), "Scheme Twist"]
    assert t.spaces("HQ") == ["Filler"] * 5 and len(t.zone("Hero Deck")) == 15
    assert told(t) == trace


def test_super_hero_civil_war_evil_wins(trace: SnapshotAssertion) -> None:
    t = board(scheme=WAR, hero_deck=["Filler"], points={"Recruit": 3})
    start = now(t)
    t.act("recruit", "filler")
    assert t.result == "Evil Wins" and t.decision is None
    assert told(t, start) == trace(name="acts")
    t = board(scheme=WAR, hero_deck=["Filler"] * 2, points={"Recruit": 3})
    t.act("recruit", "filler")
    assert t.result == "" and len(t.zone("Hero Deck")) == 1


# --- Secret Invasion of the Skrull Shapeshifters -----------------------------------------------------------------
def test_secret_invasion_setup() -> None:
    for players in (2, 5):
        t = set_up(players, {"scheme": INVASION})
        assert "Skrulls" in chosen(players, {"scheme": INVASION})["villain-groups"]
        assert t.zone("Villain Deck").count("Scheme Twist") == 8 and kinds(t, "Villain Deck")["Hero"] == 12
        assert (len(t.zone("Hero Deck")), len(t.zone("HQ"))) == (6 * 14 - 12 - 5, 5)
    without = {"scheme": INVASION, "mastermind": "Red Skull", "villain-groups": ["HYDRA", "Radiation"]}
    assert any("Skrulls is missing" in words for words in refused(2, without))


def test_secret_invasion_heroes_are_skrull_villains(trace: SnapshotAssertion) -> None:
    t = board(
        phase="Villain Step", scheme=INVASION, city=["Sentinel"], villain_deck=["Borrowed Brawn", *QUIET],
        points={"Attack": 6},
    )  # fmt: skip
    assert t.spaces("City") == ["Borrowed Brawn", "Sentinel", "", "", ""]
    assert t.value("Borrowed Brawn", "Attack") == 4 + 2
    assert told(t) == trace(name="enters")
    start = now(t)
    t.act("fight", "borrowed-brawn")
    assert t.points("Attack") == 0
    assert t.zone("P1 discard pile") == ["Borrowed Brawn"] and t.zone("P1 Victory Pile") == []
    assert told(t, start) == trace(name="defeated")


def test_secret_invasion_twist(trace: SnapshotAssertion) -> None:
    t = twist(INVASION, COSTS, hq=costs(3, 8, 5, 8, 7), city=["Sentinel"])
    assert t.seat == 1 and t.choices == costs(8, 8)
    t.answer("HQ[2]")
    assert t.spaces("City") == ["Priced 8", "Sentinel", "", "", ""]
    assert t.value(t.first("City[Sewers]"), "Attack") == 10
    assert t.spaces("HQ") == ["Priced 3", "Filler", "Priced 5", "Priced 8", "Priced 7"]
    assert told(t) == trace(name="acts")
    t = twist(INVASION, hq=["", "", "", "", ""], hero_deck=[])
    assert t.spaces("City") == [""] * 5
    assert told(t) == trace(name="empty-hq")


def test_secret_invasion_evil_wins(trace: SnapshotAssertion) -> None:
    t = board(
        COSTS, phase="Villain Step", scheme=INVASION, villain_deck=["Priced 2", *["Plain Villain"] * 5, *QUIET],
        escape_pile=[*costs(3, 3, 3, 3, 3), "Plain Villain"], hq=costs(7, 7, 7, 7, 7),
    )  # fmt: skip
    for _ in range(4):
        t.end_turn()
    assert t.result == "" and t.spaces("City")[4] == "Priced 2"
    t.end_turn()
    assert t.result == "Evil Wins" and "Priced 2" in t.zone("Escape Pile")
    assert told(t, step(t)) == trace


# --- Portals to the Dark Dimension -------------------------------------------------------------------------------
PORTALS = "Portals to the Dark Dimension"


def test_portals_setup() -> None:
    for players in (2, 3, 5):
        t = set_up(players, {"scheme": PORTALS})
        assert t.zone("Villain Deck").count("Scheme Twist") == 7


def test_portals_first_twist(trace: SnapshotAssertion) -> None:
    t = twist(PORTALS, city=["Sentinel"])
    assert t.zone("Mastermind Side") == ["Scheme Twist"] and t.zone("KO Pile") == []
    assert t.value("Quiet Mind", "Attack") == 8 + 1 and t.value("Sentinel", "Attack") == 3
    assert told(t) == trace


def test_portals_later_twists(trace: SnapshotAssertion) -> None:
    city = ["Plain Villain", "", "Hand Ninjas", "Sentinel", "Enchantress"]
    t = twist(PORTALS, city=city, then=["Scheme Twist"] * 6)
    t.end_turn()
    assert t.under_space("City[Bridge]") == ["Scheme Twist"]
    assert t.spaces("City") == city, "a portal takes no space"
    assert (t.value("Enchantress", "Attack"), t.value("Sentinel", "Attack")) == (6 + 1, 3)
    assert told(t, step(t)) == trace(name="second")
    t.end_turn()
    assert t.under_space("City[Streets]") == ["Scheme Twist"] and t.value("Sentinel", "Attack") == 4
    assert t.value("Enchantress", "Attack") == 7, "each portal for its own space"
    for _ in range(3):
        t.end_turn()
    spaces = ("Bridge", "Streets", "Rooftops", "Bank", "Sewers")
    assert [t.under_space(f"City[{space}]") for space in spaces] == [["Scheme Twist"]] * 5
    assert t.value("Plain Villain", "Attack") == 4 and t.value("Quiet Mind", "Attack") == 9
    assert t.result == ""
    t.end_turn()
    assert t.result == "Evil Wins" and t.decision is None


def test_portals_make_whoever_stands_there_stronger() -> None:
    t = twist(PORTALS, COSTS, city=["Sentinel"], then=["Scheme Twist", *["Plain Villain"] * 5], hq=costs(7, 7, 7, 7, 7))
    t.end_turn()
    assert t.under_space("City[Bridge]") == ["Scheme Twist"] and t.value("Sentinel", "Attack") == 3
    for _ in range(4):
        t.end_turn()
    assert t.spaces("City") == [*["Plain Villain"] * 4, "Sentinel"] and t.value("Sentinel", "Attack") == 4
    t.end_turn()
    assert t.value(t.first("City[Bridge]"), "Attack") == 4 and t.value("Sentinel", "Attack") == 3


def test_portals_with_one_that_becomes_a_twist() -> None:
    city = [*["Plain Villain"] * 4, "Mystique"]
    deck = ["Sentinel", "Scheme Twist", *QUIET]
    t = board(COSTS, phase="Villain Step", scheme=PORTALS, city=city, villain_deck=deck, hq=costs(7, 7, 7, 7, 7))
    assert t.zone("Mastermind Side") == ["Mystique"] and t.value("Quiet Mind", "Attack") == 9
    t.end_turn()
    assert t.under_space("City[Bridge]") == ["Scheme Twist"]


# --- Replace Earth's Leaders with Killbots -----------------------------------------------------------------------
KILLBOTS = "Replace Earth's Leaders with Killbots"


def killbots(deck: Sequence[str], **more: Any) -> Table:
    """The first card of the deck is turned up; three Twists lie beside the Scheme, no Hero in the HQ is cheap."""
    more = {"hq": costs(7, 7, 7, 7, 7), "scheme_side": ["Scheme Twist"] * 3, **more}
    return board(COSTS, phase="Villain Step", scheme=KILLBOTS, villain_deck=[*deck, *QUIET], **more)


def test_killbots_setup() -> None:
    for players in (2, 5):
        t = set_up(players, {"scheme": KILLBOTS})
        deck = Counter(t.zone("Villain Deck"))
        assert (deck["Scheme Twist"], deck["Bystander"]) == (5, 18)
        assert t.zone("Scheme Side") == ["Scheme Twist"] * 3 and len(t.zone("Bystander Supply")) == 12


def test_killbots_special_rules(trace: SnapshotAssertion) -> None:
    t = killbots(["Bystander"], city=["Sentinel"], points={"Attack": 3})
    assert t.spaces("City") == ["Bystander", "Sentinel", "", "", ""] and t.under("Sentinel") == []
    assert t.value(t.first("City[Sewers]"), "Attack") == 3
    assert told(t) == trace(name="enters")
    start = now(t)
    t.act("fight", "bystander")
    assert t.points("Attack") == 0 and t.zone("P1 Victory Pile") == ["Bystander"]
    assert told(t, start) == trace(name="defeated")
    t = killbots(["Green Goblin"])
    assert t.under("Green Goblin") == ["Bystander"], "one of the supply is an ordinary captive"


def test_killbots_twist(trace: SnapshotAssertion) -> None:
    t = killbots(["Bystander", "Scheme Twist"])
    assert t.value(t.first("City[Sewers]"), "Attack") == 3
    t.end_turn()
    assert t.zone("Scheme Side") == ["Scheme Twist"] * 4 and t.zone("KO Pile") == []
    assert t.value(t.first("City[Sewers]"), "Attack") == 4
    assert told(t, step(t)) == trace


def test_killbots_evil_wins(trace: SnapshotAssertion) -> None:
    t = killbots([*["Bystander"] * 9, "Sentinel"])
    for _ in range(8):
        t.end_turn()
    assert t.zone("Escape Pile") == ["Bystander"] * 4 and t.result == ""
    t.end_turn()
    assert t.result == "Evil Wins" and t.zone("Escape Pile") == ["Bystander"] * 5
    assert told(t, step(t)) == trace


def test_killbots_other_villains_and_captives_do_not_count() -> None:
    city = [*["Plain Villain"] * 4, "Hand Ninjas + Bystander"]
    t = killbots(["Sentinel"], city=city, escape_pile=[*["Plain Villain"] * 6, *["Bystander"] * 4])
    assert sorted(t.zone("Escape Pile"))[:6] == [*["Bystander"] * 5, "Hand Ninjas"] and t.result == ""
