"""What a seat can see: where a card lies, and an event of the log without what the seat must not know."""

from __future__ import annotations

from collections.abc import Iterator

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine

HIDDEN = -2
"""In place of a card the seat can't see."""


def sees(machine: Machine, place: int, seat: int | None) -> bool:
    """Whether a seat can see a card that lies there (None: somebody who sees everything)."""
    if seat is None:
        return True
    layout = machine.state.compiled.layout
    if place < 0:
        return False
    if place >= layout.under_cards:
        return sees(machine, machine.state.at[place - layout.under_cards], seat)
    if place >= layout.places:
        place -= layout.places
    how = machine.game.zones[layout.zone[place]].sees
    return how == "all" or (how == "owner" and layout.seat[place] == seat)


def event_for(machine: Machine, event: k.Event, seat: int | None, index: int = -1) -> k.Event:
    """The event as a seat may know it: a card between places it can't see becomes `HIDDEN`; notes of cards go too.
    `index`: its number in the log (-1: it is looked for)."""
    if seat is None or event[k.E_CARD] < 0:
        return event
    kind, card, actor = event[k.E_KIND], event[k.E_CARD], event[k.E_ACTOR]
    if kind == k.REVEAL:
        shown = actor in (-1, seat) or sees(machine, event[k.E_FROM], seat)
    elif kind in (k.CHOOSE, k.ORDER, k.RANDOM):
        place = event[k.E_IDENT if kind == k.CHOOSE else k.E_FROM]
        shown = actor == seat or sees(machine, place, seat)
    elif kind in (k.LINE, k.PAY, k.COUNTERS, k.NOTED, k.END, k.COPY, k.CEASE):
        shown = True
    elif kind >= 0 or kind in k.MOVES:
        shown = sees(machine, event[k.E_FROM], seat) or sees(machine, event[k.E_TO], seat)
        if not shown and kind >= 0 and event[k.E_TO] < 0:
            shown = any(sees(machine, place, seat) for place in _goals(machine, event, index))
    else:
        shown = sees(machine, event[k.E_FROM], seat)
    if shown:
        return event
    if kind >= 0 and machine.game.verbs[kind].actor == "card" and actor == card:
        actor = HIDDEN
    note = None if isinstance(event[k.E_NOTE], list) or kind == k.BECOME else event[k.E_NOTE]
    return (kind, HIDDEN, actor, *event[k.E_AMOUNT : k.E_NOTE], note, -1)


def _goals(machine: Machine, event: k.Event, index: int) -> Iterator[int]:
    """Where the events right below the event of a verb put its card."""
    log, card = machine.log, event[k.E_CARD]
    if index < 0:
        index = next((i for i in range(len(log) - 1, -1, -1) if log[i] is event), len(log))
    for later in log[index + 1 :]:
        if later[k.E_CAUSE] < index:
            return
        if later[k.E_CARD] == card and later[k.E_CAUSE] == index and later[k.E_TO] >= 0:
            yield later[k.E_TO]
