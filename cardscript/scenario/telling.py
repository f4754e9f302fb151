"""Names and cards as a scenario file writes them, so that what is told can be read back."""

from __future__ import annotations

from cardscript.engine.machine import Machine
from cardscript.scenario.lines import is_plain_name


def quoted(name: str) -> str:
    """A name as a scenario can read it: in quotes where its words would be taken for something else."""
    return name if is_plain_name(name) else f'"{name}"'


def told_card(machine: Machine, card: int) -> str:
    """A card by its stable name, with what lies beneath and on it."""
    details = []
    if beneath := machine.beneath(card):
        details.append(f"under it: {', '.join(told_card(machine, one) for one in beneath)}")
    for number, counter in enumerate(machine.game.counters):
        if amount := machine.counters(card, number):
            details.append(f"{amount} {quoted(counter.name)}")
    return machine.name_of(card) + (f" ({'; '.join(details)})" if details else "")
