"""Turns, endings, scores, and loops that would not end."""

from __future__ import annotations

import pytest

from cardscript.engine import kinds as k
from cardscript.engine import limits
from cardscript.engine.deal import Deal
from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.tiny import IT, ME, SELF, YES, labelled, n, trigger, unit

FULL = 2


def ending_game(t: Small, **how: object) -> a.Cond:
    when = a.Compare(a.Count(t.at(t.bin)), ">=", n(FULL))
    t.ending("full", when, **how)
    return when


def cards(t: Small, count: int) -> list[tuple[int, int, int, int]]:
    return [(t.plain, t.pile, -1, -1)] * count


def test_an_ending_ends_the_game_in_the_middle_of_a_sentence() -> None:
    t = Small()
    ending_game(t)
    m = t.run(*cards(t, 4), body=[a.Do(t.scrap, ME, t.at(t.pile)), t.ring()])
    assert m.pending is None
    assert len(m.zone_cards(t.bin)) == FULL
    assert m.result is not None
    assert (m.result.ending, m.result.text) == ("full", "full!")
    assert words(m)[-2:] == ["noted", "end"]


def test_an_ending_after_the_turn() -> None:
    t = Small()
    ending_game(t, timing="turn")
    m = t.run(*cards(t, 4), body=[a.Do(t.scrap, ME, t.at(t.pile)), t.ring()])
    assert m.result is None
    assert "full!" in notes(m)
    m.answer([0])
    assert m.result is not None
    assert words(m).count("ring") == 1


def test_a_noted_ending_can_be_overtaken_unless_it_is_final() -> None:
    for final, ending in ((False, "rung"), (True, "full")):
        t = Small()
        ending_game(t, timing="turn", final=final)
        t.ending("rung", a.Compare(a.TimesDone(t.bell), ">=", n(1)))
        m = t.run(*cards(t, 4), body=[a.Do(t.scrap, ME, t.at(t.pile)), t.ring()])
        if final:
            m.answer([0])
        assert m.result is not None
        assert m.result.ending == ending


def test_rank_decides_between_two() -> None:
    t = Small()
    ending_game(t, timing="turn", rank=1)
    t.ending("rung", a.Compare(a.TimesDone(t.bell), ">=", n(1)), timing="turn", rank=5)
    m = t.run(*cards(t, 4), body=[a.Do(t.scrap, ME, t.at(t.pile)), t.ring()])
    m.answer([0])
    assert m.result is not None
    assert m.result.ending == "rung"


def test_triggers_come_before_endings() -> None:
    t = Small()
    ending_game(t)
    t.triggers.append(a.Trigger(a.Pattern(t.scrap, YES), unit(a.Nothing("last words"))))
    m = t.run(*cards(t, 2), body=[a.Do(t.scrap, ME, t.at(t.pile))])
    assert m.result is not None
    assert notes(m).count("last words") == 2


def test_a_verb_is_carried_out_whole() -> None:
    t = Small()
    ending_game(t)
    double = t.verb("double", a.Move(IT, a.ZonePlace(t.bin)), a.Nothing("still said"))
    m = t.run(*cards(t, 2), body=[a.Do(double, ME, t.at(t.pile))])
    assert m.result is not None
    assert notes(m).count("still said") == 2


def test_a_sentence_may_end_the_game() -> None:
    t = Small()
    t.ending("quit")
    t.score = a.Plus(a.ResourceOf(ME, 0), n(1))
    m = t.run(body=[a.GainResource(a.Neighbour(ME, 1), 0, n(3)), a.EndGame("quit"), t.ring()])
    assert m.result is not None
    assert (m.result.scores, m.result.ranking) == ((1, 4), (1, 0))
    assert "ring" not in words(m)


def test_an_ending_about_the_player_whose_turn_it_is_is_looked_at_in_every_turn() -> None:
    t = Small()
    t.resources[0] = type(t.resources[0])("Gold", "game")
    t.ending("rich", a.Compare(a.ResourceOf(ME, 0), ">=", n(3)))
    t.script(t.ring(), t.wait())
    m = Machine(t.game(), Deal(2, 0, [], points=[(1, 0, 3)]), 1, {})
    assert m.result is None, "the first player has nothing"
    m.answer([0])
    assert m.result is not None
    assert (m.result.ending, m.turn) == ("rich", 2)


def test_an_ending_printed_on_a_card() -> None:
    t = Small()
    t.ending("doom")
    label = t.label("Doom", "ending", ending="doom")
    when = a.Compare(a.TimesDone(t.bell, ever=True), ">=", n(3))
    plot = t.card("Plot", labelled(label, gate=when, words="Doom: If the bell rings three times.", zones=(t.pile,)))
    m = t.run((plot, t.pile, -1, -1), (plot, t.bin, -1, -1), body=[t.ring(), t.ring()])
    assert m.result is None
    m.answer([0])
    assert m.result is not None
    assert m.result.ending == "doom"
    assert m.log[-1][k.E_SPEAKER] == 0


def test_turns_go_round_and_forget() -> None:
    t = Small()
    t.resources[1] = type(t.resources[1])("Might", "game", 1)
    m = t.run(body=[a.GainResource(ME, 0, n(2)), a.GainResource(ME, 1, n(2))], players=3, first=1)
    seats = []
    for _ in range(4):
        seats.append(m.state.seat)
        m.answer([0])
    assert seats == [1, 2, 0, 1]
    assert (m.resource(1, 0), m.resource(1, 1)) == (0, 5)


def test_extra_turns_queue() -> None:
    t = Small()
    m = t.run(
        body=[
            a.If(
                a.Compare(a.TimesDone(t.bell, ever=True), "==", n(0)),
                a.Seq((t.ring(), a.ExtraTurn(ME), a.ExtraTurn(ME))),
            )
        ]
    )
    seats = []
    for _ in range(5):
        seats.append(m.state.seat)
        m.answer([0])
    assert seats == [0, 0, 0, 1, 0]


def test_an_ability_that_sets_itself_off_is_stopped_and_named() -> None:
    t = Small()
    other = t.verb("echo", card=False)
    loud = t.card("Loud", trigger(t.bell, YES, a.Do(other, ME), words="Whenever it rings, echo.", zones=(t.pile,)))
    wall = t.card("Wall", trigger(other, YES, t.ring(), words="Whenever it echoes, ring.", zones=(t.pile,)))
    m = t.run((loud, t.pile, -1, -1), (wall, t.pile, -1, -1), body=[t.ring(), a.Nothing("after")])
    stopped = next(e for e in m.log if e[0] == k.STOPPED)
    assert "loud#1: Whenever it rings, echo." in stopped[k.E_NOTE]
    assert "wall#1: Whenever it echoes, ring." in stopped[k.E_NOTE]
    assert stopped[k.E_NOTE].count("loud#1") == 1
    assert "after" in notes(m), "the phase goes on"
    assert m.pending is not None


def test_a_loop_in_a_phase_gives_the_game_up() -> None:
    t = Small()
    t.phase("mad", a.While(YES, a.GainResource(ME, 0, n(1))))
    m = t.start([])
    assert m.result is not None
    assert m.result.result == "stopped"
    assert words(m).count("loop stopped") == limits.STOPS


def test_a_game_without_decisions_is_given_up() -> None:
    t = Small()
    m = t.start([])
    assert m.result is not None
    assert m.result.result == "stopped"


def test_a_copy_that_copies_itself_is_stopped() -> None:
    t = Small()
    play = t.verb("play", a.Move(IT, a.ZonePlace(t.pile)), a.RunText(IT, ME))
    again = a.Ability("text", unit(a.PlayCopy(play, ME, SELF), text="Play a copy of this."))
    m = t.run((t.card("Mirror", again), t.hand, 0, -1), body=[a.Do(play, ME, t.mine(t.hand))])
    assert "loop stopped" in words(m)
    assert m.pending is not None


@pytest.mark.parametrize("depth", [50])
def test_deep_sentences_are_read(depth: int) -> None:
    t = Small()
    number: a.Number = n(0)
    for _ in range(depth):
        number = a.Plus(number, n(1))
    m = t.run(body=[a.GainResource(ME, 0, number)])
    assert m.resource(0, 0) == depth
