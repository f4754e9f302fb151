"""What goes on when something is asked: the Stack, an announcement, Combat, a Calamity."""

from __future__ import annotations

from collections.abc import Iterator

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine


def under_way(machine: Machine) -> Iterator[str]:
    """The verbs that are being done and the printed lines that are being carried out."""
    state = machine.state
    for frame in state.frames:
        if frame[k.EVENT] >= 0:
            kind = machine.events_since(frame[k.EVENT])[0][k.E_KIND]
            if kind >= 0:
                yield machine.game.verbs[kind].name
        unit = state.compiled.units[frame[k.UID]]
        if unit is not None:
            yield unit.text


def kinds_of(machine: Machine) -> Iterator[str]:
    """Of the kinds "response" (asked to answer what lies on the Stack), "announced" (a choice made for a Spell or an
    Invocation that is played), "resolution" (one made when the Stack is carried out), "assignment" (Combat Damage) and
    "calamity" those the pending decision is of."""
    asked = machine.state.pending
    assert asked is not None
    names = set(under_way(machine))
    ask = asked[k.P_ASK]
    if "work the Stack" in names:
        if ask == "action":
            yield "response"
        elif "unleash" in names:
            yield "resolution"
    if ask != "action" and "unleash" not in names and any(name in names for name in ("cast", "Invoke", "invoke")):
        yield "announced"
    if ask == "number" and "fight" in names:
        yield "assignment"
    if any(name.startswith("Calamity:") for name in names):
        yield "calamity"
