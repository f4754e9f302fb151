"""Who is asked, what is forced, what is nothing, and what an answer may be."""

from __future__ import annotations

import pytest

from cardscript.engine import kinds as k
from cardscript.engine.machine import IllegalAnswer
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.tiny import ME, YES, choices, everyone, n, pick


def choose(t: Small, least: int, most: int) -> a.Choose:
    return a.Choose(8, t.at(t.pile), n(least), n(most), ME, "Choose", flag=9)


def three(t: Small) -> list[tuple[int, int, int, int]]:
    return [(t.plain, t.pile, -1, -1)] * 3


def test_cards_are_chosen_by_name() -> None:
    t = Small()
    m = t.run(*three(t), body=[choose(t, 1, 2), a.Do(t.scrap, ME, a.CardSlot(8))])
    decision = m.pending
    assert decision is not None
    assert (decision.ask, decision.prompt, decision.seat) == ("cards", "Choose", 0)
    assert (decision.least, decision.most) == (1, 2)
    assert decision.options == ("plain#1", "plain#2", "plain#3")
    assert decision.because[:2] == ("rule", "main")
    pick(m, "plain#3", "plain#1")
    assert m.zone_cards(t.bin) == [0, 2], "in the order picked"


def test_nothing_and_forced_are_not_asked() -> None:
    t = Small()
    m = t.run(body=[choose(t, 1, 1), a.If(a.Flag(9), a.Nothing("some"), a.Nothing("none"))])
    assert "has nothing to choose" in notes(m)
    assert "none" in notes(m)
    t = Small()
    m = t.run((t.plain, t.pile, -1, -1), body=[choose(t, 2, 2), a.If(a.Flag(9), a.Nothing("some"))])
    event = next(e for e in m.log if e[0] == k.CHOOSE)
    assert (event[k.E_CARD], event[k.E_TO]) == (0, 1)
    assert "some" in notes(m)


def test_up_to_may_be_none() -> None:
    t = Small()
    m = t.run((t.plain, t.pile, -1, -1), body=[choose(t, 0, 1), a.If(a.Flag(9), a.Nothing("some"), a.Nothing("none"))])
    assert m.pending is not None
    assert m.pending.least == 0
    m.answer([])
    assert "none" in notes(m)


@pytest.mark.parametrize("picks", [[], [3], [-1], [0, 0], [0, 1, 2], ["plain#1"], [True]])
def test_illegal_answers_change_nothing(picks: list[int]) -> None:
    t = Small()
    m = t.run(*three(t), body=[choose(t, 1, 2)])
    before = m.to_data()
    with pytest.raises(IllegalAnswer) as refused:
        m.answer(picks)
    assert refused.value.legal == ("plain#1", "plain#2", "plain#3")
    assert refused.value.reason
    assert m.to_data() == before


def test_places_prefix_names_where_they_help() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.lane, -1, -1),
        (t.plain, t.hand, 0, -1),
        body=[a.Choose(8, a.Union((t.at(t.lane), t.mine(t.hand))), n(1), n(1), ME, "Which?")],
    )
    assert choices(m) == ("lane[a] plain#1", "player 1's hand plain#2")


def test_players_places_numbers() -> None:
    t = Small()
    m = t.run(
        body=[
            a.ChoosePlayer(8, a.Players(ME, others=True), ME, "Who?"),
            a.ChoosePlayer(9, everyone(), ME, "Who?"),
            a.ChoosePlace(10, a.ZonePlace(t.lane), ME, "Where?"),
            a.ChooseNumber(11, n(2), n(4), ME, "How many?"),
            a.ChoosePlace(12, a.ZonePlace(t.bin), ME, "Where?", optional=True),
            a.GainResource(a.PlayerSlot(8), 0, a.NumberSlot(11)),
            a.If(a.SamePlace(a.PlaceSlot(10), a.SpacePlace(t.lane, 1)), a.Nothing("the middle")),
            a.If(a.SomePlace(a.PlaceSlot(12)), a.Nothing("a place"), a.Nothing("no place")),
        ],
        players=2,
    )
    assert choices(m) == ("player 1", "player 2"), "the only other player was not asked for"
    pick(m, "player 1")
    assert choices(m) == ("lane[a]", "lane[b]", "lane[c]")
    pick(m, "lane[b]")
    assert choices(m) == ("2", "3", "4")
    pick(m, "4")
    m.answer([])
    assert m.resource(1, 0) == 4
    assert {"the middle", "no place"} <= set(notes(m))


def test_an_order_is_a_permutation() -> None:
    t = Small()
    m = t.run(
        *three(t), body=[a.Bind(8, t.at(t.pile)), a.ChooseOrder(8, ME, "Order"), a.Do(t.scrap, ME, a.CardSlot(8))]
    )
    with pytest.raises(IllegalAnswer):
        m.answer([0, 1])
    m.answer([1, 2, 0])
    assert [e[k.E_CARD] for e in m.log if e[0] == t.scrap] == [1, 2, 0]


def options(t: Small, first: a.Cond, second: a.Cond) -> tuple[a.Option, ...]:
    return a.Option("go left", first, a.Nothing("left")), a.Option("go right", second, a.Nothing("right"))


def test_one_of_several_ways() -> None:
    t = Small()
    some, none = YES, a.Always(False)
    body: list[a.Stmt] = [
        a.ChooseOne(options(t, some, none), ME, "Which way?"),
        a.ChooseOne(options(t, none, none), ME, "Which way?"),
        a.ChooseOne(options(t, some, some), ME, "Which way?", flag=9),
        a.If(a.Flag(9), a.Nothing("gone")),
        a.ChooseOne(options(t, some, some), ME, "Which way?", optional=True, flag=9),
        a.If(a.Flag(9), a.Nothing("gone again")),
        a.ChooseOne(options(t, some, none), ME, "Left?", optional=True),
    ]
    m = t.run(body=body)
    assert [x for x in notes(m) if x in ("left", "right")] == ["left"], (
        "one way is taken without asking, none is skipped"
    )
    assert "none of it is possible" in notes(m)
    pick(m, "go right")
    assert "gone" in notes(m)
    assert choices(m) == ("go left", "go right", "do nothing")
    pick(m, "do nothing")
    assert "gone again" not in notes(m)
    assert m.pending is not None
    assert (m.pending.ask, m.pending.options) == ("may", ("yes", "no"))
    pick(m, "no")
    assert [x for x in notes(m) if x in ("left", "right")] == ["left", "right"]


def test_each_player_in_turn_sees_what_the_one_before_did() -> None:
    t = Small()
    wants = a.Some(t.at(t.pile))
    m = t.run(
        *three(t)[:2],
        body=[
            a.ForPlayers(
                9,
                a.Players(a.ActivePlayer(), slot=10, where=wants),
                a.Do(t.take, a.PlayerSlot(9), a.Take(t.at(t.pile), "first", n(1))),
            )
        ],
        players=3,
        first=2,
    )
    assert [(e[k.E_ACTOR], e[k.E_CARD]) for e in m.log if e[0] == t.take] == [(2, 0), (0, 1)]


def test_random_picks_are_recorded_and_repeatable() -> None:
    def drawn(seed: int) -> list[int]:
        t = Small()
        m = t.run(*three(t), body=[a.ChooseRandom(8, t.at(t.pile), n(2))], seed=seed)
        return next(e for e in m.log if e[0] == k.RANDOM)[k.E_NOTE]  # type: ignore[no-any-return]

    assert drawn(5) == drawn(5)
    assert len({tuple(drawn(seed)) for seed in range(20)}) > 2


def test_loops() -> None:
    t = Small()
    m = t.run(
        *three(t),
        body=[
            a.ForCards(8, t.at(t.pile), a.Do(t.scrap, ME, a.CardSlot(8))),
            a.Repeat(a.Count(t.at(t.bin)), t.ring()),
            a.While(a.Compare(a.ResourceOf(ME, 0), "<", n(4)), a.GainResource(ME, 0, n(1))),
        ],
    )
    assert words(m).count("scrap") == 3
    assert words(m).count("ring") == 3
    assert m.resource(0, 0) == 4
