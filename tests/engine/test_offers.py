"""What windows remember between two decisions must be what they would read anew."""

from __future__ import annotations

import pytest

from cardscript.engine.actions import action_code
from cardscript.engine.kinds import P_PC, P_RAW, P_SEAT, PASSED, UID
from cardscript.engine.legal import Choices, legal_actions
from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from tests.engine.small import Small
from tests.engine.test_windows import ONLY_ME, shop
from tests.engine.tiny import IT, ME, SELF, YES, Dice, choices, deck_builder, n, pick, random_picks, static

EACH = a.CardSlot(8)


def read_anew(m: Machine) -> list[int]:
    """The legal actions of the window that is open, found by a state that remembers nothing."""
    s = m.clone().state
    s.fresh, s.least, s.leans = {}, {}, frozenset()
    assert s.pending is not None
    window = s.compiled.code(s.frames[-1][UID]).nodes[s.pending[P_PC] - 1]
    assert isinstance(window, a.Window)
    printed = [n for n, decl in enumerate(s.compiled.game.actions) if decl.printed_on in window.labels]
    actions = tuple(action_code(s.compiled, index) for index in (*window.actions, *printed))
    return [*legal_actions(s, s.pending[P_SEAT], Choices(actions)), PASSED]


def compare_all(m: Machine, dice: Dice, limit: int) -> int:
    """Random answers; how many windows were compared."""
    seen = 0
    for _ in range(limit):
        pending = m.state.pending
        if pending is None:
            break
        if pending[1] == "action":
            assert pending[P_RAW] == read_anew(m)
            seen += 1
        if dice.below(12) == 0:
            m = m.clone()
        m.answer(random_picks(m, dice))
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_in_games_of_the_deck_builder(seed: int) -> None:
    game, deal = deck_builder()
    assert compare_all(Machine(game, deal(2), seed, {}), Dice(seed), 300) > 20


def hand(t: Small) -> a.Cards:
    return t.mine(t.hand)


def test_a_hand_is_followed_card_by_card() -> None:
    t = Small()
    drop = t.action("drop", a.Do(t.scrap, ME, IT), cards=hand(t))
    draw = t.action("draw", a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.pile), n(1))))
    t.script(a.Window((drop, draw), ONLY_ME, "stop"))
    m = t.start(
        [*[(t.plain, t.hand, 0, -1)] * 2, *[(t.plain, t.pile, -1, -1)] * 2, (t.plain, t.hand, 1, -1)],
    )
    assert choices(m) == ("drop plain#1", "drop plain#2", "draw", "stop")
    pick(m, "drop plain#1")
    assert choices(m) == ("drop plain#2", "draw", "stop")
    pick(m, "draw")
    assert choices(m) == ("drop plain#3", "drop plain#2", "draw", "stop")
    pick(m, "stop")
    assert choices(m) == ("drop plain#5", "draw", "stop"), "the hand of the other seat is another one"


def test_several_cards_drawn_or_dropped_in_one_go() -> None:
    t = Small()
    drop = t.action("drop", a.Do(t.scrap, ME, IT), cards=hand(t))
    draw = t.action("draw", a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.pile), n(2))))
    clear = t.action("clear", a.Move(hand(t), a.ZonePlace(t.bin)))
    t.script(a.Window((drop, draw, clear), ONLY_ME, "stop"))
    m = t.start([(t.plain, t.hand, 0, -1), *[(t.plain, t.pile, -1, -1)] * 2])
    assert choices(m) == ("drop plain#1", "draw", "clear", "stop")
    pick(m, "draw")
    assert choices(m) == ("drop plain#3", "drop plain#2", "drop plain#1", "draw", "clear", "stop")
    pick(m, "clear")
    assert choices(m) == ("draw", "clear", "stop")


def test_a_cheaper_card_that_comes_is_seen() -> None:
    t = Small()
    t.action("show", a.Move(t.at(t.stock), a.ZonePlace(t.lane)))
    buy = t.action("buy", a.Do(t.take, ME, IT), cards=t.at(t.lane), resource=0, cost=a.AttributeOf(IT, 0))
    t.script(a.GainResource(ME, 0, n(5)), a.Window((0, buy), ONLY_ME, "stop"))
    dear, cheap = t.card("Dear", cost=9), t.card("Cheap", cost=5)
    m = t.start([(dear, t.lane, -1, -1), (cheap, t.stock, -1, -1)])
    assert choices(m) == ("show", "stop")
    pick(m, "show")
    assert choices(m) == ("show", "buy lane[b] cheap#1", "stop")


def test_the_card_below_the_top_has_its_own_price() -> None:
    t = Small()
    top = a.TopOf(a.ZonePlace(t.stock), n(1))
    buy = t.action("buy", a.Do(t.take, ME, IT), cards=top, resource=0, cost=a.AttributeOf(IT, 0))
    burn = t.action("burn", a.Do(t.scrap, ME, top))
    t.script(a.GainResource(ME, 0, n(5)), a.Window((buy, burn), ONLY_ME, "stop"))
    dear, cheap = t.card("Dear", cost=9), t.card("Cheap", cost=5)
    m = t.start([(dear, t.stock, -1, -1), (cheap, t.stock, -1, -1)])
    assert choices(m) == ("burn", "stop")
    pick(m, "burn")
    assert choices(m) == ("buy cheap#1", "burn", "stop")


def test_prices_that_follow_from_what_lies_beneath() -> None:
    """+1 for each card beneath: the price is read again when one is put there."""
    t = Small()
    dearer = a.Modify(0, "add", a.Count(a.CardsIn(a.Beneath(EACH))), 8, a.LiesIn(EACH, a.ZonePlace(t.lane)), "standing")
    t.standing.append(dearer)
    lane = t.at(t.lane)
    shop(t)
    tuck = t.action("tuck", a.Move(a.Take(t.at(t.pile), "first", n(1)), a.Beneath(a.Take(lane, "first", n(1)))))
    t.phases.clear()
    t.script(a.GainResource(ME, 0, n(3)), a.Window((0, tuck), ONLY_ME, "stop"))
    cheap = t.card("Cheap", cost=2)
    m = t.start([(cheap, t.lane, -1, -1), *[(t.plain, t.pile, -1, -1)] * 3])
    assert choices(m) == ("buy lane[a] cheap#1", "tuck", "stop")
    pick(m, "tuck")
    assert choices(m) == ("buy lane[a] cheap#1", "tuck", "stop"), "2 + 1 is 3"
    pick(m, "tuck")
    assert choices(m) == ("tuck", "stop")


def test_prices_follow_a_modifier_that_begins_to_stand() -> None:
    t = Small()
    cut = a.Modify(0, "add", n(-3), 8, YES, "standing")
    banner = t.card("Banner", static(cut, zones=(t.bin,)))
    shop(t)
    raise_it = t.action("raise", a.Do(t.scrap, ME, t.at(t.pile)))
    t.phases.clear()
    t.script(a.GainResource(ME, 0, n(3)), a.Window((0, raise_it), ONLY_ME, "stop"))
    dear = t.card("Dear", cost=6)
    m = t.start([(dear, t.lane, -1, -1), (banner, t.pile, -1, -1)])
    assert choices(m) == ("raise", "stop")
    pick(m, "raise")
    assert choices(m) == ("buy lane[a] dear#1", "raise", "stop")


def test_prices_that_follow_from_the_player_are_read_each_time() -> None:
    """A card that is cheaper for each card in its reader's hand."""
    t = Small()
    held = a.Times(n(-1), a.Count(t.mine(t.hand)))
    own = static(a.Modify(0, "add", held, 8, a.Among(EACH, SELF), "standing"), zones=(t.lane,))
    odd = t.card("Odd", own, cost=5)
    shop(t)
    more = t.action("more", a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.pile), n(1))))
    t.phases.clear()
    t.script(a.GainResource(ME, 0, n(4)), a.Window((0, more), ONLY_ME, "stop"))
    m = t.start([(odd, t.lane, -1, -1), (t.plain, t.pile, -1, -1)])
    assert choices(m) == ("more", "stop")
    pick(m, "more")
    assert choices(m) == ("buy lane[a] odd#1", "more", "stop")


def test_a_card_that_lowers_its_price_is_seen_among_raised_ones() -> None:
    """What is printed bounds prices from below only while all that changes them adds to them."""
    t = Small()
    t.standing.append(a.Modify(0, "add", n(1), 8, a.LiesIn(EACH, a.ZonePlace(t.lane)), "standing"))
    own = static(a.Modify(0, "add", n(-4), 8, a.Among(EACH, SELF), "standing"), zones=(t.lane,))
    odd, dear, cheap = t.card("Odd", own, cost=6), t.card("Dear", cost=6), t.card("Cheap", cost=2)
    shop(t)
    show = t.action("show", a.Move(a.Take(t.at(t.stock), "first", n(1)), a.ZonePlace(t.lane)))
    t.phases.clear()
    t.script(a.GainResource(ME, 0, n(3)), a.Window((0, show), ONLY_ME, "stop"))
    m = t.start([(dear, t.lane, -1, -1), (cheap, t.stock, -1, -1), (odd, t.stock, -1, -1)])
    assert choices(m) == ("show", "stop"), "6 + 1 can't be paid"
    pick(m, "show")
    assert choices(m) == ("buy lane[b] cheap#1", "show", "stop"), "2 + 1 is 3"
    pick(m, "show")
    assert choices(m) == ("buy lane[b] cheap#1", "buy lane[c] odd#1", "show", "stop"), "6 + 1 - 4 is 3"
