"""Lines of other boxes, with their keywords and rules declared as data: the language must already say them."""

from tests.games.legendary.board import board

CONQUEROR = """
keyword {place: City space} Conqueror {n: number}
    on an Enemy: This gets +Attack equal to n while any Villain is in the place.
    on a Hero: You get +Attack equal to n if any Villain is in the place.

villain "Giant King" of Giants (2 copies)
    attack 4, vp 2
    Bridge Conqueror 3

hero "Guard of the Bridge" of Guards
    attack 1
    Bridge Conqueror 3
"""

HAUNT = """
adjective haunted (Hero): an Enemy is under its space
    not: unhaunted

verb {haunter: Enemy} haunt {hero: Hero}
    do: Put the haunter under the hero's space.

rule: You can't recruit a haunted Hero.

villain "Restless Ghost" of Ghosts (4 copies)
    attack 4, vp 2
    Ambush: Haunt the rightmost unhaunted Hero in the HQ.
"""


def test_ha_conq_03_a_standing_bonus_on_an_enemy() -> None:
    t = board(CONQUEROR, city=["Giant King", "", "", "", "Plain Villain"], points={"Attack": 9})
    assert t.value("Giant King", "Attack") == 7
    t.act("fight", "plain-villain")
    assert t.spaces("City") == ["Giant King", "", "", "", ""]
    assert t.value("Giant King", "Attack") == 4


def test_ha_conq_06_a_hero_gets_it_once() -> None:
    t = board(CONQUEROR, city=["", "", "", "", "Plain Villain"], p1_hand=["Guard of the Bridge"])
    t.play("Guard of the Bridge")
    assert t.points("Attack") == 4
    t.act("fight", "plain-villain")
    assert t.points("Attack") == 1
    t = board(CONQUEROR, p1_hand=["Guard of the Bridge"])
    assert t.play("Guard of the Bridge").points("Attack") == 1


def test_haunt_the_rightmost_unhaunted_hero() -> None:
    t = board(
        HAUNT, phase="Villain Step", villain_deck=["Restless Ghost"] * 3, hq=["Filler"] * 5, points={"Recruit": 9}
    )
    state = t.machine.state
    layout = state.compiled.layout
    hq = t.machine.zone_places([z.name for z in t.game.zones].index("HQ"))
    under = [len(state.zones.get(place + layout.places, [])) for place in hq]
    assert under == [0, 0, 0, 0, 1]
    assert t.spaces("City") == ["", "", "", "", ""]
    assert t.refusal("recruit", t.machine.name_of(t.ids("HQ[5]")[0])) == "You can't recruit a haunted Hero"
    assert len(t.options("recruit", "filler")) == 4
    t.end_turn()
    under = [len(state.zones.get(place + layout.places, [])) for place in hq]
    assert under == [0, 0, 0, 1, 1]
