"""What things are called in the text of an expression, and what that text may call."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardscript.engine.attributes import value_of
from cardscript.engine.identity import is_copy
from cardscript.engine.kinds import EMPTY, Slots
from cardscript.engine.lower_places import holder

CHANGED = re.compile(r"-\d+ in s\.hot or \d+ in s\.bent")
"""Whether anything changes an attribute."""
SLOT = re.compile(r"slots\[\d+\]")


@dataclass(frozen=True, slots=True)
class Names:
    """What the slots of an expression are called where it is written.

    `cards`: slots that hold one card; `players`: slots that hold a seat; `places`: slots that hold a place; `open`: any
    other slot is read from `slots`, and closures may be called (not so in the words of an adjective, whose slots are
    others); `sure`: lists in slots of which it is known where this is written that there is a card in them.
    """

    cards: dict[int, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    open: bool = True
    places: dict[int, str] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()


def held(slots: Slots, slot: int, card: int) -> Slots:
    """The slots, with the card a filter holds up, for a closure to read."""
    slots[slot] = [card]
    return slots


def put(slots: Slots, slot: int, place: int) -> Slots:
    """The slots, with the place a filter holds up."""
    slots[slot] = place
    return slots


NAMES: dict[str, object] = {
    "value_of": value_of,
    "is_copy": is_copy,
    "holder": holder,
    "held": held,
    "put": put,
    "EMPTY": EMPTY,
    "len": len,
    "enumerate": enumerate,
    "list": list,
    "sum": sum,
    "fromkeys": dict.fromkeys,
}
"""What the text of an expression may call."""


def defined_once(text: str) -> str:
    """Loops in which what a card is is looked up once a round."""
    for indent, card in re.findall(r"^( *)for c(\d+)\b.* in .*:$", text, re.MULTILINE):
        if text.count(f"defs[ident[c{card}]]") > 1:
            text = text.replace(f"defs[ident[c{card}]]", f"d{card}")
            head = re.compile(rf"^( *for c{card}\b.* in .*:)$", re.MULTILINE)
            text = head.sub(rf"\1\n{indent}    d{card} = defs[ident[c{card}]]", text)
    return text


def looked_up(lines: list[str]) -> list[str]:
    """The lines of a function with what they read often looked up once: parts of the state, whether anything changes
    an attribute, lists in slots."""
    text = "\n".join(lines)
    looped = "for " in text
    before: list[str] = []
    if text.count("defs[ident[card]]") > 1:
        text = "d = defs[ident[card]]\n" + text.replace("defs[ident[card]]", "d")
    text = defined_once(text)
    for found in dict.fromkeys(CHANGED.findall(text)):
        if looped or text.count(found) > 1:
            name = f"w{len(before)}"
            text = text.replace(found, name)
            before.append(f"{name} = {found}")
    for name in ("defs", "ident", "zones", "at"):
        part = re.compile(rf"(?<![\w.]){name}(?=[\[.)])")
        count = len(part.findall(text))
        if count > 2 or (looped and count):
            before.append(f"{name} = s.{name}")
        else:
            text = part.sub(f"s.{name}", text)
    if "held(" not in text and "put(" not in text:
        for found in dict.fromkeys(SLOT.findall(text)):
            if text.count(found) > 2:
                name = f"h{found[6:-1]}"
                text = text.replace(found, name)
                before.append(f"{name} = {found}")
    return before + text.split("\n")
