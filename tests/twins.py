"""Law 7: tables that differ only in what a seat cannot see look the same to it, offer it the same answers, and go on in
the same way for it, as far as nothing comes to light that is different."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.session.imagined import dealt_anew
from cardscript.session.sight import sees
from cardscript.session.trace import trace_data
from cardscript.session.view import view
from tests.soak import random_answer

Kinds = Callable[[Machine], Iterable[str]]
"""What kinds of decision the pending one is."""


def twin_for(machine: Machine, seat: int, rnd: random.Random, fixed: Collection[int] = ()) -> Machine | None:
    """The same table with the cards a seat cannot see in other places it cannot see. `fixed`: cards that stay where
    they are. None if nothing could be changed."""
    return dealt_anew(machine, seat, lambda cards: rnd.sample(cards, len(cards)), fixed)


def touched(machine: Machine, start: int) -> set[int]:
    """Every card that events from a number on speak of, in one way or another."""
    found: set[int] = set()
    for event in machine.events_since(start):
        found.update(number for number in (event[k.E_CARD], event[k.E_SPEAKER]) if number >= 0)
        note = event[k.E_NOTE]
        if isinstance(note, list):
            found.update(number for number in note if isinstance(number, int))
    asked = machine.state.pending
    if asked is not None:
        cards = asked[k.P_RAW] if asked[k.P_OF] == "card" else []
        found.update(cards)
        if asked[k.P_OF] == "action":
            found.update(option % k.ACTION_SHIFT - 1 for option in asked[k.P_RAW] if option != k.PASSED)
    return found


def same_now(machine: Machine, twin: Machine, seat: int) -> bool:
    """The seat sees the same table and, if it is asked (which is returned), the same answers."""
    assert json.dumps(view(twin, seat)) == json.dumps(view(machine, seat))
    if machine.seat_asked != seat:
        return False
    assert twin.pending == machine.pending
    return True


def same_next(machine: Machine, picks: list[int], seat: int, rnd: random.Random) -> bool:
    """After an answer, too, the seat sees the same events and the same table, up to where another card comes to light
    than in the twin (as when a hidden pile is turned over). False if one did, or if there was nothing to compare."""
    asked = machine.state.pending
    assert asked is not None
    start = machine.event_count()
    after = machine.clone()
    after.answer(picks)
    twin = twin_for(machine, seat, rnd, touched(after, start) | touched(machine, start))
    if twin is None:
        return False
    assert twin.state.pending is not None
    assert twin.state.pending[k.P_RAW] == asked[k.P_RAW]
    twin.answer(picks)
    both = zip(trace_data(after, start, seat), trace_data(twin, start, seat), strict=False)
    differ = next((number for number, (one, other) in enumerate(both, start) if one != other), -1)
    if differ >= 0:
        assert _comes_to_light(after, differ, seat) and _comes_to_light(twin, differ, seat)
        return False
    assert twin.event_count() == after.event_count()
    assert json.dumps(view(twin, seat)) == json.dumps(view(after, seat))
    return True


def _comes_to_light(machine: Machine, number: int, seat: int) -> bool:
    """Whether an event shows the seat a card that it could not see before."""
    event = machine.events_since(number)[0]
    return not sees(machine, event[k.E_FROM], seat) and sees(machine, event[k.E_TO], seat)


def watch(machine: Machine, seed: int, found: Counter[str], kinds: Kinds, share: float = 0.15) -> None:
    """A random game to its end, some of whose decisions have twins. Counted are the looks "now", those in which the
    seat itself is "asked", the looks "next", and of these the ones at decisions of several kinds."""
    rnd = random.Random(seed)
    while machine.state.pending is not None:
        picks = random_answer(machine, rnd)
        if rnd.random() < share:
            seat = rnd.randrange(machine.players)
            twin = twin_for(machine, seat, rnd)
            if twin is not None:
                found["now"] += 1
                found["asked"] += same_now(machine, twin, seat)
            if same_next(machine, picks, seat, rnd):
                found["next"] += 1
                found.update(kinds(machine))
        machine.answer(picks)
