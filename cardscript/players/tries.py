"""Which answers of a decision are worth a try, for bots that try them on copies of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardscript.engine.kinds import ACTION_SHIFT, P_ASK, P_LEAST, P_MOST, P_OF, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.session.chance import Stream

TRIED = 16
"""So many answers of one decision are tried at most."""


def answers_of(machine: Machine, stream: Stream, most_tried: int = TRIED) -> Iterator[list[int]]:
    """Some of the legal answers, in random order: each single option (of copies of a card in one place, one); of
    several, picks of every size."""
    asked = machine.state.pending
    assert asked is not None
    options: list[int] = asked[P_RAW]
    least: int = asked[P_LEAST]
    most: int = asked[P_MOST]
    if least == most == 1:
        known: set[tuple[int, int, int]] = set()
        for pick in stream.draw(range(len(options)), len(options)):
            alike = _alike(machine, asked, pick)
            if alike not in known and len(known) < most_tried:
                yield [pick]
            known.add(alike)
        return
    for number in range(most_tried):
        size = least + number % (most - least + 1)
        yield stream.draw(range(len(options)), size)


def _alike(machine: Machine, asked: list[Any], place: int) -> tuple[int, int, int]:
    """The same for options that differ only in which copy of a card they are about."""
    option = asked[P_RAW][place]
    action, card = 0, option
    if asked[P_ASK] == "action" and option != PASSED:
        action, card = option // ACTION_SHIFT, option % ACTION_SHIFT - 1
    elif asked[P_OF] != "card":
        return -1, place, -1
    return (action, machine.state.decl[card], machine.state.at[card]) if card >= 0 else (action, card, -1)
