"""Windows written as one Python function each: what a player may do of actions whose cards and prices are remembered.

At most decisions next to nothing has changed since the window was looked at last. So that it costs as little, each
action stands in the text by itself, with what is known of it: where its cards are remembered, what it is paid with.
Whatever is not plain is left to the window as it is lowered anywhere else: something happened that endings look at, a
player is out, one thing is paid for as another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardscript.engine.kinds import Fn, Op
from cardscript.engine.legal import NOTHING, Choices, add, add_printed, offered, remember
from cardscript.engine.scope import slot_of
from cardscript.engine.written import written
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.actions import ActionCode
    from cardscript.engine.compiled import Compiled

LONGEST = 60
"""Actions of a window; one with more is left as it is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked in a window, its slots (the seats in order, whose turn it is to be asked, how many passed, the
    answer), and where to go on."""

    node: ast.Window
    where: Fn | None
    seats: int
    place: int
    passes: int
    answer: int
    following: int


def written_offer(compiled: Compiled, asked: Asked, choices: Choices, general: Op) -> Op:
    """The op that asks the next player; the general one if it can't be written."""
    if not compiled.inlines or compiled.allow_key in compiled.standing or len(choices.all) > LONGEST:
        return general
    return _Writer(compiled, asked, choices, general).op()


class _Writer:
    """Writes one window."""

    def __init__(self, compiled: Compiled, asked: Asked, choices: Choices, general: Op) -> None:
        self.compiled, self.asked, self.choices = compiled, asked, choices
        self.names: dict[str, object] = {
            "general": general,
            "remember": remember,
            "offered": offered,
            "add": add,
            "add_printed": add_printed,
            "NOTHING": NOTHING,
            "len": len,
        }
        self.kept = 0

    def op(self) -> Op:
        asked = self.asked
        action, prompt = self._keep("action"), self._keep(asked.node.pass_text)
        key = self.compiled.allow_key
        lines = [
            "if s.touched or s.due or s.closing or s.out:",
            " return general(s, frame)",
            "slots = frame[2]",
            *self._who(),
            f"if {key} in s.watch or {key} in s.timed:",
            " return general(s, frame)",
            "fresh = s.fresh",
            "res = s.res",
            f"at = seat * {self.compiled.resources}",
            "found = []",
            *self._actions(),
            "found.append(-1)",
            f"s.pending = [seat, {action}, {action}, {prompt}, found, 1, 1, {asked.answer}, {asked.following}]",
            "return -2",
        ]
        return written("s, frame", lines, self.names)

    def _keep(self, thing: object) -> str:
        name = f"k{self.kept}"
        self.kept += 1
        self.names[name] = thing
        return name

    def _who(self) -> list[str]:
        """The seat that is to be asked, unless the one whose turn it is to be is not."""
        asked, players = self.asked, self.asked.node.players
        general = " return general(s, frame)"
        if asked.where is None:
            return [
                f"asked = slots[{asked.seats}]",
                f"if slots[{asked.passes}] >= len(asked):",
                general,
                f"seat = asked[slots[{asked.place}]]",
            ]
        match players.where:
            case ast.SamePlayer(left=ast.PlayerSlot(slot=slot), right=right) if slot == players.slot and (
                isinstance(right, ast.ActivePlayer) or slot_of(right) >= 0
            ):
                one = "s.seat" if isinstance(right, ast.ActivePlayer) else f"slots[{slot_of(right)}]"
            case _:
                one = ""
        lines = [
            f"if slots[{asked.passes}] >= len(slots[{asked.seats}]):",
            general,
            f"seat = slots[{asked.seats}][slots[{asked.place}]]",
        ]
        if one:
            return [*lines, f"if seat != {one}:", general, f"slots[{players.slot}] = seat"]
        return [*lines, f"slots[{players.slot}] = seat", f"if not {self._keep(asked.where)}(s, slots):", general]

    def _actions(self) -> list[str]:
        lines: list[str] = []
        printed: list[ActionCode] = []
        for action in self.choices.all:
            if action.printed and not action.keys:
                printed.append(action)
                continue
            lines += self._printed(printed)
            printed = []
            lines += self._remembered(action) if action.keys else self._read(action)
        return lines + self._printed(printed)

    def _printed(self, actions: list[ActionCode]) -> list[str]:
        """Actions printed on cards: looked at if any card has one of them."""
        if not actions:
            return []
        printed = Choices(tuple(actions))
        if len(actions) == 1:
            test = f"if {actions[0].printed_key} in s.watch:"
        else:
            test = f"if not {self._keep(printed.printed)}.isdisjoint(s.watch):"
        return [test, f" add_printed(s, seat, {self._keep(printed)}, found)"]

    def _points(self, action: ActionCode) -> str:
        if action.cost is None:
            return "0"
        return f"res[at + {action.resource}]" if action.resource else "res[at]"

    def _read(self, action: ActionCode) -> list[str]:
        """An action whose cards are read each time."""
        return [f"add(s, seat, {self._keep(action)}, {self._points(action)}, found)"]

    def _remembered(self, action: ActionCode) -> list[str]:
        kept, keys = self._keep(action), action.keys
        key = str(keys[0]) if len(set(keys)) == 1 else "key"
        lines = [] if key != "key" else [f"key = {self._keep(tuple(keys))}[seat]"]
        if action.cost is None:
            return [
                *lines,
                f"offer = fresh[{key}] if {key} in fresh else remember(s, {kept}, seat)",
                f"found += offered(s, seat, {kept}, offer, 0) if offer[3] else offer[0]",
            ]
        return [
            *lines,
            f"have = {self._points(action)}",
            f"if {key} in fresh:",
            f" offer = fresh[{key}]",
            "else:",
            f" offer = NOTHING if have < s.least.get({key}, -1) else remember(s, {kept}, seat)",
            "if have >= offer[2]:",
            f" found += offered(s, seat, {kept}, offer, have)",
        ]
