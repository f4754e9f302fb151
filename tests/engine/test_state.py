"""The state is plain data at every decision: cloned, written, read, continued to the same events."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from tests.engine.small import Small
from tests.engine.tiny import ME, YES, Dice, choices, deck_builder, n, pick, play, random_picks, replace, text, trigger


def same(one: Machine, two: Machine) -> bool:
    return one.to_data() == two.to_data()


def through_json(machine: Machine) -> Machine:
    data = json.loads(json.dumps(machine.to_data()))
    twin = Machine.from_data(machine.game, data)
    assert same(machine, twin)
    assert twin.state.watch == machine.state.watch
    assert twin.state.hot == machine.state.hot
    assert (twin.state.stir, twin.state.done) == (machine.state.stir, machine.state.done)
    assert (twin.state.lively, twin.state.vocal) == (machine.state.lively, machine.state.vocal)
    return twin


def test_in_the_middle_of_nested_frames() -> None:
    t = Small()
    use = t.verb("use", a.RunText(a.CardSlot(a.OBJECT), ME))
    ward = t.card(
        "Ward", replace(t.take, YES, a.GainResource(ME, 1, n(1)), zones=(t.hand,), you="holder", optional=True)
    )
    thinker = t.card(
        "Thinker",
        text(
            a.ForCards(
                8,
                t.at(t.pile),
                a.Seq(
                    (
                        a.Choose(9, t.at(t.pile), n(0), n(2), ME, "Pick"),
                        a.ForCards(10, a.CardSlot(9), a.Do(t.take, ME, a.CardSlot(10))),
                    )
                ),
            )
        ),
    )
    ears = [t.card(f"Ear {i}", trigger(use, YES, a.Nothing(f"{i}"), words=str(i), zones=(t.lane,))) for i in range(2)]
    m = t.run(
        (ward, t.hand, 1, -1),
        (thinker, t.hand, 0, -1),
        *[(t.plain, t.pile, -1, -1)] * 3,
        (ears[0], t.lane, -1, -1),
        (ears[1], t.lane, -1, -1),
        body=[a.Do(use, ME, t.mine(t.hand))],
    )
    dice = Dice(3)
    asked = Counter[str]()
    for _ in range(40):
        assert m.pending is not None
        asked[m.pending.ask] += 1
        twin, copy = through_json(m), m.clone()
        picks = random_picks(m, dice)
        for one in (m, twin, copy):
            one.answer(picks)
        assert same(m, twin)
        assert same(m, copy)
    assert set(asked) >= {"cards", "may", "order", "number"}


def test_a_clone_shares_nothing_that_changes() -> None:
    game, deal = deck_builder()
    m = Machine(game, deal(2), 1, {})
    before = m.to_data()
    twin = m.clone()
    play(twin, 5)
    assert m.to_data() == before
    assert twin.result is not None


def test_the_same_seed_and_answers_give_the_same_events() -> None:
    game, deal = deck_builder()

    def logs(seed: int, answers: int) -> list[tuple[object, ...]]:
        m = Machine(game, deal(3), seed, {})
        play(m, answers)
        return m.log

    assert logs(1, 2) == logs(1, 2)
    assert logs(1, 2) != logs(2, 2)
    assert logs(1, 2) != logs(1, 3)


def test_without_a_log_the_game_is_the_same() -> None:
    game, deal = deck_builder()
    kept, lost = Machine(game, deal(2), 1, {}), Machine(game, deal(2), 1, {}, keep_log=False)
    assert play(kept, 4) == play(lost, 4)
    assert kept.result == lost.result
    assert kept.event_count() == lost.event_count()
    assert len(lost.log) < len(kept.log)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_cards_are_conserved_at_every_decision(players: int, seed: int) -> None:
    game, deal = deck_builder()
    m = Machine(game, deal(players), seed, {})
    dice = Dice(seed)
    total = len(m.state.at)
    while m.state.pending is not None:
        lying = [card for cards in m.state.zones.values() for card in cards]
        assert len(lying) == len(set(lying)) == total
        assert all(card in m.state.zones[m.state.at[card]] for card in lying)
        if dice.below(20) == 0:
            m = through_json(m)
        m.answer(random_picks(m, dice))
    assert m.result is not None
    assert m.result.result != "stopped"


def test_every_event_follows_from_the_one_before() -> None:
    """The log alone tells where every card is: replaying its moves gives the final table."""
    game, deal = deck_builder()
    m = Machine(game, deal(2), 9, {})
    start = m.event_count()
    at = m.state.at[:]
    play(m, 9)
    from cardscript.engine import kinds as k

    for index, event in enumerate(m.log):
        assert event[k.E_CAUSE] < index
        if index < start or event[k.E_TO] < 0 or event[k.E_CARD] < 0:
            continue
        if event[0] >= 0 or event[0] in (k.MOVE, k.PUSH, k.REFILL):
            assert at[event[k.E_CARD]] == event[k.E_FROM] or event[k.E_FROM] in m.state.compiled.layout.replenish
            at[event[k.E_CARD]] = event[k.E_TO]


def test_names_are_stable() -> None:
    t = Small()
    m = t.run(
        (t.plain, t.pile, -1, -1), (t.plain, t.hand, 0, -1), body=[a.Choose(8, a.AllCards(), n(1), n(1), ME, "?")]
    )
    assert choices(m) == ("pile plain#1", "player 1's hand plain#2")
    pick(m, "plain#2")


def test_what_no_text_asks_for_is_told_by_the_record() -> None:
    done = []
    for asks in (True, False):
        t = Small()
        taken = a.Past(t.take, ME)
        asking: list[a.Stmt] = [a.Bind(9, taken)] if asks else []
        m = t.run(*[(t.plain, t.pile, -1, -1)] * 3, body=[a.Do(t.take, ME, t.at(t.pile)), *asking])
        assert bool(m.state.done) is asks is (t.take in m.state.compiled.asked)
        done.append((m.meant(taken, 12, 0), m.meant(taken, 12, 1)))
    assert done[0] == done[1]
    assert len(done[0][0]) == 3
