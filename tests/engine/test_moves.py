"""Places: rows, pushing, refilling, piles beneath, replenishing, swapping, showing."""

from __future__ import annotations

import msgspec

from cardscript.engine import kinds as k
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.test_windows import ONLY_ME
from tests.engine.tiny import IT, ME, YES, choices, n, pick, seq, trigger, unit


def test_a_gap_is_filled_inside_the_move() -> None:
    t = Small()
    m = t.run(
        *[(t.plain, t.shelf, -1, -1)] * 2,
        *[(t.plain, t.stock, -1, -1)] * 3,
        body=[a.Do(t.scrap, ME, t.at(t.shelf)), a.Nothing("after")],
    )
    assert words(m)[2:7] == ["scrap", "refill", "scrap", "refill", "say"]
    assert m.log[3][k.E_CAUSE] == 2
    assert m.zone_cards(t.bin) == [1, 0], "the set was fixed: the newcomers stay"
    assert m.zone_cards(t.shelf) == [2, 3]


def test_an_empty_supply_leaves_the_gap() -> None:
    t = Small()
    m = t.run((t.plain, t.shelf, -1, -1), body=[a.Do(t.scrap, ME, t.at(t.shelf))])
    assert m.zone_cards(t.shelf) == []


def test_the_very_card_put_below_refills_an_empty_supply() -> None:
    t = Small()
    m = t.run((t.plain, t.shelf, -1, -1), body=[a.Move(t.at(t.shelf), a.ZonePlace(t.stock), "bottom")])
    assert words(m)[2:4] == ["move", "refill"]
    assert m.zone_cards(t.shelf) == [0]


def test_pushing_up_to_the_first_gap() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.lane, -1, -1),
        (t.plain, t.lane, -1, -1),
        body=[a.Push(a.SpacePlace(t.lane, 0), 8), a.If(a.Some(a.CardSlot(8)), a.Nothing("out"))],
    )
    assert [(e[k.E_CARD], m.place_name(e[k.E_TO])) for e in m.log if e[0] == k.PUSH] == [(1, "lane[c]"), (0, "lane[b]")]
    assert "out" not in notes(m)
    assert m.zone_cards(t.lane) == [0, 1]


def test_the_last_one_is_pushed_out() -> None:
    t = Small()
    m = t.run(
        *[(t.plain, t.lane, -1, -1)] * 3,
        (t.plain, t.pile, -1, -1),
        body=[
            a.Push(a.SpacePlace(t.lane, 0), 8),
            a.Do(t.scrap, ME, a.CardSlot(8)),
            a.Move(t.at(t.pile), a.SpacePlace(t.lane, 0)),
        ],
    )
    assert m.zone_cards(t.bin) == [2]
    assert m.zone_cards(t.lane) == [3, 0, 1]


def test_a_card_that_begins_to_listen_is_pushed_with_the_others() -> None:
    """Pushed among plain cards and out of a space that holds two, in the same order as always."""
    t = Small()
    ear = t.card("Ear", trigger(t.bell, YES, a.Nothing("heard"), zones=(t.lane,)))
    both = a.Move(t.at(t.pile), a.SpacePlace(t.lane, 0))
    m = t.run(
        (ear, t.lane, -1, -1),
        (t.plain, t.lane, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[both, a.Push(a.SpacePlace(t.lane, 0), 8), t.ring()],
    )
    assert [(e[k.E_CARD], m.place_name(e[k.E_TO])) for e in m.log if e[0] == k.PUSH] == [
        (1, "lane[c]"),
        (0, "lane[b]"),
        (2, "lane[b]"),
    ]
    assert m.zone_cards(t.lane) == [2, 0, 1]
    assert notes(m).count("heard") == 1


def test_all_cards_of_two_piles_go_to_a_third_one_after_another() -> None:
    """In the same order whether they are named first or not, and where one of them begins to listen there."""
    for zone in (0, 1):
        t = Small()
        ear = t.card("Ear", trigger(t.bell, YES, a.Nothing("heard"), zones=((t.bin, t.lane)[zone],)))
        both = a.Union((t.mine(t.hand), t.at(t.pile)))
        m = t.run(
            *[(t.plain, t.hand, 0, -1)] * 2,
            (ear, t.hand, 0, -1),
            *[(t.plain, t.pile, -1, -1)] * 2,
            body=[
                a.Bind(8, both),
                a.Move(a.CardSlot(8), a.ZonePlace(t.bin)),
                a.If(a.Compare(a.Count(a.CardSlot(8)), "==", n(5)), a.Nothing("five")),
                a.Move(both, a.ZonePlace(t.bin)),
                t.ring(),
            ],
        )
        assert [e[k.E_CARD] for e in m.log if e[0] == k.MOVE] == [0, 1, 2, 3, 4]
        assert m.zone_cards(t.bin) == [4, 3, 2, 1, 0]
        assert m.zone_cards(t.pile) == m.zone_cards(t.hand, 0) == []
        assert ("five" in notes(m), notes(m).count("heard")) == (True, 1 - zone)


def test_a_card_lies_beneath_a_copy() -> None:
    t = Small()
    play = t.verb("play", a.Move(IT, a.ZonePlace(t.pile)), a.RunText(IT, ME))
    m = t.run(
        (t.plain, t.hand, 0, -1),
        (t.plain, t.stock, -1, -1),
        body=[
            a.PlayCopy(play, ME, t.mine(t.hand)),
            a.Move(t.at(t.stock), a.Beneath(t.at(t.pile))),
            a.Move(a.CardsIn(a.Beneath(t.at(t.pile))), a.ZonePlace(t.bin)),
        ],
    )
    assert m.zone_cards(t.pile) == [2]
    assert m.zone_cards(t.bin) == [1]
    assert [m.place_name(e[k.E_FROM]) for e in m.log if e[k.E_CARD] == 1] == ["stock", "beneath plain#3"]


def test_leftmost_and_travel_order_are_two_things() -> None:
    t = Small()
    m = t.run(
        *[(t.plain, t.lane, -1, -1)] * 3,
        body=[
            a.Do(t.scrap, ME, a.Take(t.at(t.lane), "leftmost", n(1))),
            a.Do(t.scrap, ME, a.Take(t.at(t.lane), "first", n(1))),
            a.BindPlace(9, a.PickPlace(a.ZonePlace(t.lane), "rightmost")),
            a.If(a.SamePlace(a.PlaceSlot(9), a.SpacePlace(t.lane, 0)), a.Nothing("a is rightmost")),
        ],
    )
    assert [e[k.E_CARD] for e in m.log if e[0] == t.scrap] == [2, 0]
    assert "a is rightmost" in notes(m)


def test_a_full_row_takes_no_more() -> None:
    t = Small()
    m = t.run(
        *[(t.plain, t.lane, -1, -1)] * 3, (t.plain, t.pile, -1, -1), body=[a.Move(t.at(t.pile), a.ZonePlace(t.lane))]
    )
    assert m.zone_cards(t.pile) == [3]
    assert "there is no place for it" in notes(m)


def test_cards_beneath_go_along() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.lane, -1, -1),
        (t.plain, -1, -1, 0),
        (t.plain, t.pile, -1, -1),
        body=[
            a.Move(t.at(t.pile), a.Beneath(t.at(t.lane)), "bottom"),
            a.Move(t.at(t.lane), a.ZonePlace(t.hand, ME)),
            a.If(a.SamePlayer(a.HolderOf(a.CardsIn(a.Beneath(t.mine(t.hand)))), ME), a.Nothing("held")),
            a.Move(t.mine(t.hand), a.Beneath(a.Take(a.CardsIn(a.Beneath(t.mine(t.hand))), "first", n(1)))),
        ],
    )
    assert m.zone_cards(t.hand, 0) == [0]
    assert m.beneath(0) == [1, 2]
    assert m.place_name(m.place_of(1)) == "beneath plain#1"
    assert "held" in notes(m)
    assert "it can't lie beneath itself" in notes(m)


def test_cards_beneath_a_space_stay() -> None:
    t = Small()
    below = a.Beneath(space=a.SpacePlace(t.lane, 0))
    m = t.run(
        (t.plain, t.lane, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[
            a.Move(t.at(t.pile), below),
            a.Do(t.scrap, ME, t.at(t.lane)),
            a.If(a.Some(a.CardsIn(below)), a.Nothing("waits")),
        ],
    )
    assert m.place_name(m.place_of(1)) == "beneath lane[a]"
    assert "waits" in notes(m)


def test_a_pile_is_replenished_when_a_card_is_needed() -> None:
    t = Small()
    draw = a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.deck, ME), n(1)))
    m = t.run(
        (t.plain, t.deck, 0, -1),
        *[(t.plain, t.discard, 0, -1)] * 2,
        body=[draw, t.ring(), draw, draw, draw],
    )
    assert words(m)[2:9] == ["take", "ring", "replenish", "take", "take", "nothing", "choose"][:6] + words(m)[8:9]
    assert sorted(m.zone_cards(t.hand, 0)) == [0, 1, 2]


def test_cards_that_are_more_than_plain_among_those_moved_together() -> None:
    """Counters come off where the zone says so, and a watcher begins to watch, in a move of many cards."""
    t = Small()
    t.zones[t.bin] = msgspec.structs.replace(t.zones[t.bin], resets=True)
    ear = t.card("Ear", trigger(t.bell, YES, a.Nothing("heard"), zones=(t.bin,)))
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        (ear, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[
            a.AddCounters(a.Take(t.at(t.pile), "first", n(1)), 0, n(2)),
            t.ring(),
            a.Move(t.at(t.pile), a.ZonePlace(t.bin)),
            t.ring(),
        ],
    )
    assert m.zone_cards(t.bin) == [3, 2, 1, 0]
    assert m.counters(0, 0) == 0
    assert notes(m).count("heard") == 1


def test_printed_actions_are_there_when_their_cards_have_been_moved_with_others() -> None:
    t = Small()
    label = t.label("Heal", "action")
    act = t.action("heal", printed_on=label)
    cure = t.card("Cure", a.Ability("action", unit(t.ring()), label=label, action=act, zones=(t.hand,), you="holder"))
    two = a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.deck, ME), n(2)))
    away = a.Move(a.Union((t.mine(t.hand), t.at(t.pile))), a.ZonePlace(t.bin))
    t.script(two, a.Window((act,), ONLY_ME, "stop"), away, a.Window((act,), ONLY_ME, "stop"))
    m = t.start([(cure, t.deck, 0, -1), (t.plain, t.deck, 0, -1), (t.plain, t.pile, -1, -1)])
    assert choices(m) == ("heal cure#1", "stop")
    pick(m, "stop")
    assert choices(m) == ("stop",)
    assert m.zone_cards(t.bin)[0] == 2 and sorted(m.zone_cards(t.bin)) == [0, 1, 2]


def test_a_card_named_twice_moves_once_more() -> None:
    """What was scrapped this turn, one card twice, goes back: no card is lost or doubled."""
    t = Small()
    back = a.Move(a.Past(t.scrap, ME), a.ZonePlace(t.pile))
    again = a.Do(t.scrap, ME, a.Take(t.at(t.pile), "first", n(1)))
    m = t.run(
        *[(t.plain, t.pile, -1, -1)] * 2,
        body=[again, a.Move(t.at(t.bin), a.ZonePlace(t.pile)), again, again, back],
    )
    assert sorted(m.zone_cards(t.pile)) == [0, 1]
    assert m.zone_cards(t.bin) == []


def test_top_of_puts_the_rest_beneath() -> None:
    t = Small()
    two = a.Bind(8, a.TopOf(a.ZonePlace(t.deck, ME), n(2)))
    m = t.run((t.plain, t.deck, 0, -1), *[(t.plain, t.discard, 0, -1)] * 2, body=[two, a.Do(t.take, ME, a.CardSlot(8))])
    assert m.zone_cards(t.hand, 0)[-1] == 0, "the old top came first"
    assert len(m.zone_cards(t.deck, 0)) == 1


def test_swapping_two_spaces() -> None:
    t = Small()
    m = t.run(*[(t.plain, t.lane, -1, -1)] * 2, body=[a.Swap(t.at(t.lane))])
    assert [m.place_name(m.place_of(card)) for card in (0, 1)] == ["lane[b]", "lane[a]"]
    assert words(m)[2:] == ["swap"]


def test_a_swapped_card_lies_where_the_other_lay_and_nothing_else_moves() -> None:
    t = Small()
    second = a.Take(a.CardsIn(a.ZonePlace(t.deck, ME)), "last", n(1))
    top = a.Take(t.at(t.lane), "first", n(1))
    cards = [(t.plain, t.lane, -1, -1), *[(t.plain, t.deck, 0, -1)] * 2]
    m = t.run(*cards, body=[a.Bind(8, a.Union((top, second))), a.Swap(a.CardSlot(8))])
    assert m.zone_cards(t.deck, 0) == [1, 0] and m.place_name(m.place_of(2)) == "lane[a]"


def test_only_two_cards_in_two_places_can_be_swapped() -> None:
    t = Small()
    one_pile = a.Swap(a.CardsIn(a.ZonePlace(t.deck, ME)))
    m = t.run(*[(t.plain, t.deck, 0, -1)] * 2, body=[one_pile, a.Swap(t.at(t.lane))])
    assert m.zone_cards(t.deck, 0) == [0, 1]
    assert notes(m).count("there are no two cards that can change places") == 2


def test_showing_moves_nothing() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.deck, 0, -1),
        body=[a.Reveal(a.TopOf(a.ZonePlace(t.deck, ME), n(1)), ME), a.Shuffle(a.ZonePlace(t.deck, ME))],
    )
    assert words(m)[2:4] == ["reveal", "shuffle"]
    assert m.zone_cards(t.deck, 0) == [0]


def test_going_home() -> None:
    t = Small()
    t.kinds[0] = type(t.kinds[0])("thing", (), t.stock)
    m = t.run((t.plain, t.pile, -1, -1), body=[a.Move(t.at(t.pile), a.SupplyOf(t.at(t.pile)))])
    assert m.zone_cards(t.stock) == [0]


def test_a_verb_may_be_given_another_goal() -> None:
    t = Small()
    top = a.Do(t.take, ME, t.at(t.pile), goal=a.ZonePlace(t.deck, ME), position="bottom")
    m = t.run((t.plain, t.deck, 0, -1), (t.plain, t.pile, -1, -1), body=[top])
    assert m.zone_cards(t.deck, 0) == [0, 1]
    assert "take" in words(m)


def test_a_verb_of_cards() -> None:
    t = Small()
    grab = t.verb("grab", a.Move(IT, a.Beneath(a.CardSlot(a.ACTOR))), actor="card")
    m = t.run(
        (t.plain, t.lane, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[a.Do(grab, t.at(t.lane), t.at(t.pile))],
    )
    assert m.beneath(0) == [1]
    assert next(e for e in m.log if e[0] == grab)[k.E_ACTOR] == 0


def test_set_up_units_run_first() -> None:
    t = Small()
    t.script(t.wait())
    m = t.start(
        [(t.plain, t.deck, 0, -1), (t.plain, t.deck, 1, -1)],
        units=(
            unit(
                a.ForPlayers(
                    9,
                    a.Players(ME),
                    seq(a.Do(t.take, a.PlayerSlot(9), a.TopOf(a.ZonePlace(t.deck, a.PlayerSlot(9)), n(1)))),
                )
            ),
        ),
    )
    assert words(m)[:3] == ["take", "take", "turn"]
