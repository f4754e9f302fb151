"""Modifiers, their durations and sets; identities; copies; counters; what the past remembers."""

from __future__ import annotations

from cardscript.engine import kinds as k
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.tiny import IT, ME, SELF, YES, n, pick, static, text

EACH = a.CardSlot(8)


def test_set_then_add_never_below_zero() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.pile, -1, -1),
        body=[
            a.Modify(1, "add", n(2), 8, YES, "turn"),
            a.Modify(1, "set", n(5), 8, YES, "turn"),
            t.wait(),
            a.Modify(1, "add", n(-20), 8, YES, "turn"),
        ],
    )
    assert m.attribute(0, 1) == 7
    m.answer([0])
    assert m.attribute(0, 1) == 0
    m.answer([0])
    assert m.attribute(0, 1) == 7, "a new turn: the old effects are over"


def test_for_the_game_and_locked_sets() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.stock, -1, -1),
        body=[
            a.Modify(0, "add", n(-1), 8, a.LiesIn(EACH, a.ZonePlace(t.pile)), "turn", locked=True),
            a.Modify(1, "add", n(1), 8, a.LiesIn(EACH, a.ZonePlace(t.pile)), "turn"),
            a.Move(t.at(t.stock), a.ZonePlace(t.pile)),
            a.Move(a.Take(t.at(t.pile), "last", n(1)), a.ZonePlace(t.bin)),
        ],
    )
    assert (m.attribute(0, 0), m.attribute(1, 0)) == (1, 2), "locked: those that were there, wherever they are"
    assert (m.attribute(0, 1), m.attribute(1, 1)) == (3, 4), "open: those that are there"


def test_standing_bonuses_of_cards_and_rules() -> None:
    t = Small()
    t.standing.append(a.Modify(1, "add", n(10), 8, a.LiesIn(EACH, a.ZonePlace(t.bin)), "standing"))
    banner = t.card(
        "Banner", static(a.Modify(1, "add", n(1), 8, a.IsNamed("Plain", EACH), "standing"), zones=(t.hand,))
    )
    grower = t.card(
        "Grower",
        static(a.Modify(1, "add", a.Count(t.at(t.pile)), 8, a.Among(EACH, SELF), "standing"), zones=(t.pile,)),
        power=1,
    )
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (banner, t.hand, 0, -1),
        (grower, t.pile, -1, -1),
        (grower, t.bin, -1, -1),
        body=[t.wait(), a.Move(t.mine(t.hand), a.ZonePlace(t.pile)), t.wait()],
    )
    assert [m.attribute(card, 1) for card in (0, 2, 3)] == [4, 3, 11]
    m.answer([0])
    assert [m.attribute(card, 1) for card in (0, 2)] == [3, 4]


def test_a_value_that_needs_itself_sees_the_base() -> None:
    t = Small()
    loop = t.card(
        "Loop", static(a.Modify(1, "add", a.AttributeOf(SELF, 1), 8, a.Among(EACH, SELF), "standing")), power=1
    )
    m = t.run((loop, t.pile, -1, -1))
    assert m.attribute(0, 1) > 1


def test_becoming_and_the_zone_that_takes_it_off() -> None:
    t = Small()
    t.zones[t.bin] = type(t.zones[t.bin])("bin", printed=True)
    ghost = t.kind("ghost")
    t.card("Wraith", text(a.Nothing("boo")), kind=ghost, power=9)
    as_ghost = a.Identity(
        kind=ghost, attributes=((1, a.Plus(a.AttributeOf(a.CardSlot(9), 1), n(2))),), traits=((0, 1),)
    )
    m = t.run(
        (t.plain, t.pile, -1, -1),
        body=[
            a.Bind(9, t.at(t.pile)),
            a.Become(a.CardSlot(9), as_ghost),
            a.If(a.And((a.IsKind(a.CardSlot(9), ghost), a.HasTrait(a.CardSlot(9), 0, 1))), a.Nothing("a ghost")),
            t.wait(),
            a.Become(a.CardSlot(9), a.Identity(named="Wraith")),
            a.RunText(a.CardSlot(9), ME),
            t.wait(),
            a.Move(a.CardSlot(9), a.ZonePlace(t.hand, ME)),
            t.wait(),
            a.Move(a.CardSlot(9), a.ZonePlace(t.bin)),
        ],
    )
    assert m.attribute(0, 1) == 5
    assert "a ghost" in notes(m)
    m.answer([0])
    assert (m.attribute(0, 1), m.name_of(0)) == (9, "plain#1")
    assert "boo" in notes(m)
    m.answer([0])
    assert m.attribute(0, 1) == 9, "it travels"
    m.answer([0])
    assert m.attribute(0, 1) == 3


def test_counting_as_from_a_place_on() -> None:
    t = Small()
    t.zones[t.bin] = type(t.zones[t.bin])("bin", printed=True)
    ghost = t.kind("ghost")
    rule = a.CountAs(a.ZonePlace(t.pile), 8, a.IsNamed("Plain", EACH), a.Identity(kind=ghost))
    plot = t.card("Plot", static(rule, zones=(t.lane,)))
    is_ghost = a.Where(a.AllCards(), 10, a.IsKind(a.CardSlot(10), ghost))
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.stock, -1, -1),
        (plot, t.lane, -1, -1),
        body=[
            a.GainResource(ME, 0, a.Count(is_ghost)),
            a.Move(t.at(t.stock), a.ZonePlace(t.pile)),
            a.Move(t.at(t.pile), a.ZonePlace(t.hand, ME)),
            a.GainResource(ME, 1, a.Count(is_ghost)),
            t.wait(),
            a.Move(t.mine(t.hand), a.ZonePlace(t.bin)),
            a.GainResource(ME, 1, a.Count(is_ghost)),
        ],
    )
    assert (m.resource(0, 0), m.resource(0, 1)) == (1, 2)
    m.answer([0])
    assert m.resource(0, 1) == 2
    assert [m.name_of(e[k.E_CARD]) for e in m.log if e[0] == k.BECOME] == ["plain#2"]


def test_the_past_shows_cards_as_they_were() -> None:
    t = Small()
    red = a.HasTrait(a.CardSlot(10), 0, 0)
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[
            a.Become(a.Take(t.at(t.pile), "first", n(1)), a.Identity(traits=((0, 0),))),
            a.Do(t.scrap, ME, t.at(t.pile)),
            a.Become(t.at(t.bin), a.Identity(named="Plain")),
            a.GainResource(ME, 0, a.Count(a.Where(a.Past(t.scrap, ME), 10, red))),
            a.GainResource(ME, 1, a.TimesDone(t.scrap, slot=10, where=a.Not(red))),
            a.GainResource(ME, 1, a.CountDistinct(a.Past(t.scrap), 0, absent=True)),
            a.If(a.Some(a.Where(t.at(t.bin), 10, red)), a.Nothing("red now")),
        ],
    )
    assert (m.resource(0, 0), m.resource(0, 1)) == (1, 3)
    assert "red now" not in notes(m)


def test_turns_forget_and_games_remember() -> None:
    t = Small()
    m = t.run(
        body=[
            t.ring(),
            a.GainResource(ME, 0, a.TimesDone(t.bell)),
            a.GainResource(ME, 1, a.TimesDone(t.bell, ever=True)),
            a.GainResource(ME, 1, a.TimesDone(t.bell, ME, ever=True)),
        ]
    )
    m.answer([0])
    m.answer([0])
    assert (m.turn, m.resource(0, 0), m.resource(0, 1)) == (3, 1, 3 + 2)


def test_copies_play_and_cease() -> None:
    t = Small()
    play = t.verb("play", a.Move(IT, a.ZonePlace(t.pile)), a.RunText(IT, ME))
    card = t.card("Coin", text(a.GainResource(ME, 0, n(2))))
    m = t.run(
        (card, t.hand, 0, -1),
        body=[
            a.PlayCopy(play, ME, t.mine(t.hand)),
            t.wait(),
            a.Do(t.scrap, ME, t.at(t.pile)),
        ],
    )
    assert m.resource(0, 0) == 2
    assert m.zone_cards(t.pile) == [1]
    assert m.name_of(1) == "coin#2"
    m.answer([0])
    assert m.zone_cards(t.bin) == []
    assert m.place_of(1) == -1
    assert "cease" in words(m)


def test_counters() -> None:
    t = Small()
    t.zones[t.bin] = type(t.zones[t.bin])("bin", resets=True)
    m = t.run(
        (t.plain, t.pile, -1, -1),
        body=[
            a.AddCounters(t.at(t.pile), 1, n(3)),
            a.AddCounters(t.at(t.pile), 1, n(-1)),
            a.GainResource(ME, 0, a.CountersOn(t.at(t.pile), 1)),
            a.AddCounters(t.at(t.pile), 0, n(-9)),
            t.wait(),
            a.Do(t.scrap, ME, t.at(t.pile)),
        ],
    )
    assert (m.counters(0, 1), m.counters(0, 0), m.resource(0, 0)) == (2, 0, 2)
    m.answer([0])
    assert m.counters(0, 1) == 0


def test_predicates_that_call_each_other_end() -> None:
    t = Small()
    even = t.predicate("even", YES)
    odd = t.predicate("odd", a.Holds(even, a.CardSlot(a.OBJECT)))
    t.predicates[even] = type(t.predicates[even])("even", "card", a.Not(a.Holds(odd, a.CardSlot(a.OBJECT))), 16)
    m = t.run((t.plain, t.pile, -1, -1), body=[a.If(a.Holds(odd, t.at(t.pile)), a.Nothing("yes"), a.Nothing("no"))])
    assert {"yes", "no"} & set(notes(m))


def test_a_choice_can_read_values() -> None:
    t = Small()
    big = t.card("Big", power=7)
    m = t.run(
        (big, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        (big, t.pile, -1, -1),
        body=[a.Choose(9, a.Extreme(t.at(t.pile), 1), n(1), n(1), ME, "The biggest")],
    )
    pick(m, "big#2")
