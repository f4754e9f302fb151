"""How what happens is told."""

from __future__ import annotations

import cardscript


def test_points_dealt_to_units_are_told_with_what_is_dealt() -> None:
    session = cardscript.load("kadmon").start(players=3, seed=5)
    while session.decision is not None and len(session.events) < 800:
        session.answer(session.decision.answers[0])
    told = {event["verb"] for event in session.events if event["event"] == "deal"}
    assert told
    assert told <= {"deals Damage to", "deals Shield to", "deals Power to"}
