"""The log as text and data, and what a seat may see of it."""

from __future__ import annotations

import json

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from cardscript.language.program import PhaseDecl
from cardscript.language.source import Span
from cardscript.session.sight import HIDDEN, event_for
from cardscript.session.trace import json_line, trace_data, trace_lines
from cardscript.session.trace_text import event_text
from tests.engine.small import Small
from tests.engine.tiny import IT, ME, deck_builder, labelled, n, play


def test_one_event_a_line_indented_by_cause() -> None:
    t = Small()
    label = t.label("Last words", pattern=a.Pattern(t.scrap, a.Among(IT, a.CardSlot(a.THIS)), True))
    card = t.card("Old Knight", labelled(label, t.ring(), words="Last words: Ring."))
    m = t.run((card, t.lane, -1, -1), body=[a.Push(a.SpacePlace(t.lane, 0), 8), a.Do(t.scrap, ME, t.at(t.lane))])
    assert list(trace_lines(m)) == [
        "turn 1: Player 1",
        "  phase: main",
        "    old-knight#1 is pushed lane[a] -> lane[b]",
        "    Player 1 scraps old-knight#1 lane[b] -> bin",
        "      old-knight#1: Last words: Ring.",
        "        Player 1 rings",
    ]
    assert list(trace_lines(m, 4)) == list(trace_lines(m))[4:]


def test_because_names_the_sentence() -> None:
    t = Small()
    source = "one\ntwo: Ring the bell.\n"
    ring = a.Do(t.bell, ME, span=Span("tiny/rules.card", 9, 23))
    t.phases.append(PhaseDecl("main", a.Unit(a.Seq((ring, t.wait())), 16, "Ring the bell.")))
    from dataclasses import replace

    from cardscript.engine.deal import Deal

    m = Machine(replace(t.game(), sources={"tiny/rules.card": source}), Deal(1, 0, []), 1, {})
    assert list(trace_lines(m))[-1] == '    Player 1 rings  because rules.card:2 "Ring the bell."'
    assert list(trace_data(m))[-1]["because"] == {
        "at": "tiny/rules.card:2",
        "says": "Ring the bell.",
        "rule": "two: Ring the bell.",
    }


def test_hidden_stays_hidden() -> None:
    t = Small()
    draw = a.Do(t.take, ME, a.TopOf(a.ZonePlace(t.deck, ME), n(1)))
    m = t.run(
        (t.plain, t.deck, 0, -1),
        (t.plain, t.hand, 0, -1),
        body=[draw, a.Reveal(t.mine(t.hand), ME), a.Do(t.scrap, ME, t.mine(t.hand))],
    )
    drawn = next(e for e in m.log if e[0] == t.take)
    assert event_for(m, drawn, 0) == drawn
    assert event_for(m, drawn, 1)[k.E_CARD] == HIDDEN
    shown = next(e for e in m.log if e[0] == k.REVEAL)
    assert event_for(m, shown, 1)[k.E_CARD] == HIDDEN
    gone = next(e for e in m.log if e[0] == t.scrap)
    assert event_for(m, gone, 1) == gone
    assert "    Player 1 takes a card player 1's deck -> player 1's hand" in list(trace_lines(m, seat=1))


def test_a_whole_game_can_be_told() -> None:
    game, deal = deck_builder()
    m = Machine(game, deal(2), 2, {})
    play(m, 2)
    lines = list(trace_lines(m))
    assert len(lines) == m.event_count()
    assert "no card" not in "\n".join(line for line in lines if "nothing" not in line)
    for seat in (None, -1, 0, 1):
        told = [json.loads(json_line(data)) for data in trace_data(m, 0, seat)]
        assert [event_text(data) for data in told] == list(trace_lines(m, 0, seat))
