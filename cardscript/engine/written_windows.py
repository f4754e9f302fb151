"""Windows written as two Python functions each: what the next player may do, and how what was picked begins.

At most decisions little has changed since a window was looked at last. So that it costs little too, each action stands
in the text by itself, with what is known of it: where its cards are remembered, what it is paid with. Whatever is not
plain is left to the window as it is lowered anywhere else: something happened that endings look at, a player is out,
one resource may be spent as another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardscript.engine.endings import check
from cardscript.engine.kinds import ACTION_SHIFT, PASS, Fn, Op
from cardscript.engine.legal import Choices, offered, options, plain_options, remember
from cardscript.engine.pipeline import begin_due
from cardscript.engine.scope import slot_of
from cardscript.engine.written import keep, written
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.actions import ActionCode
    from cardscript.engine.compiled import Compiled

LONGEST = 60
"""Actions of a window; one with more is left as it is."""
NAMES: dict[str, object] = {
    "check": check,
    "begin_due": begin_due,
    "remember": remember,
    "offered": offered,
    "options": options,
    "plain_options": plain_options,
    "len": len,
}
GENERAL = "    return general(s, frame)"
ELSE = "    return asks(s, frame)"
FEW = 4
"""So many keys are looked up one by one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked in a window, and its slots: the seats in order, whose turn it is to be asked, how many passed, the
    answer."""

    node: ast.Window
    where: Fn | None
    seats: int
    place: int
    passes: int
    answer: int

    @property
    def named(self) -> str:
        """The one player who is asked and no other; nothing if it isn't so."""
        players = self.node.players
        match players.where:
            case ast.SamePlayer(left=ast.PlayerSlot(slot=slot), right=right) if slot == players.slot:
                if isinstance(right, ast.ActivePlayer):
                    return "s.seat"
                if slot_of(right) >= 0:
                    return f"slots[{slot_of(right)}]"
        return ""

    @property
    def alone(self) -> bool:
        """Whether the player whose turn it is is asked until they pass, and no other."""
        players = self.node.players
        return self.named == "s.seat" and isinstance(players.first, ast.ActivePlayer) and not players.others


def writer(compiled: Compiled, asked: Asked, choices: Choices) -> Writer | None:
    """What writes a window; None if it is left as it is."""
    if not compiled.inlines or compiled.allow_key in compiled.standing or len(choices.all) > LONGEST:
        return None
    return Writer(compiled, asked, choices)


def _by_cards(compiled: Compiled) -> bool:
    """Whether a card that lies somewhere may let players spend one resource as another."""
    for node, uid in compiled.effect_nodes:
        ability = compiled.abilities.get(uid)
        if isinstance(node, ast.Allow) and ability is not None and ability.kind in ("static", "label"):
            return True
    return False


class Writer:
    """Writes one window."""

    def __init__(self, compiled: Compiled, asked: Asked, choices: Choices) -> None:
        self.compiled, self.asked, self.choices = compiled, asked, choices
        self.kept: dict[str, object] = {}
        self.asks: Op | None = None
        """What `offer` has written."""
        self._asking: list[str] = []
        """The lines of it from where it is known who is asked."""

    def offer(self, pc: int, general: Op) -> Op:
        """The op that asks the next player. `general` does so in any case."""
        asked, compiled = self.asked, self.compiled
        action, prompt = self._keep("action"), self._keep(asked.node.pass_text)
        key = compiled.allow_key
        actions, priced = self._actions(), any(code.cost is not None for code in self.choices.all)
        self._asking = [
            f"if {key} in s.watch or s.timed and {key} in s.timed:"
            if _by_cards(compiled)
            else f"if s.timed and {key} in s.timed:",
            GENERAL,
            "fresh = s.fresh",
            *(["res = s.res", f"at = seat * {compiled.resources}", "least = s.least"] if priced else []),
            *actions,
            f"s.pending = [seat, {action}, {action}, {prompt}, [*found, -1], 1, 1, {asked.answer}, {pc + 1}]",
            "return -2",
        ]
        lines = [*self._looked_at(pc), "slots = frame[2]", *self._who(), *self._asking]
        self.asks = written("s, frame", lines, {**NAMES, **self.kept, "general": general})
        return self.asks

    def _looked_at(self, pc: int) -> list[str]:
        """What comes before anybody is asked."""
        due = bool(self.compiled.due_mask)
        return [
            "if s.touched or s.due:" if due else "if s.touched:",
            f"    frame[1] = {pc}",
            "    check(s)",
            *(["    if s.due and begin_due(s, frame[3], frame[5]):", "        return -1"] if due else []),
            "if s.closing or s.out:",
            GENERAL,
        ]

    def _keep(self, thing: object) -> str:
        return keep(self.kept, thing)

    def _who(self) -> list[str]:
        """The seat that is to be asked, unless the one whose turn it is to be is not."""
        asked, slot = self.asked, self.asked.node.players.slot
        if asked.alone:
            return [f"if slots[{asked.passes}]:", GENERAL, "seat = s.seat"]
        lines = [
            f"asked = slots[{asked.seats}]",
            f"if slots[{asked.passes}] >= len(asked):",
            GENERAL,
            f"seat = asked[slots[{asked.place}]]",
        ]
        if asked.where is None:
            return lines
        if asked.named:
            return [*lines, f"if seat != {asked.named}:", GENERAL, f"slots[{slot}] = seat"]
        return [*lines, f"slots[{slot}] = seat", f"if not {self._keep(asked.where)}(s, slots):", GENERAL]

    # --- the actions ----------------------------------------------------------------------------------------------
    def _actions(self) -> list[str]:
        """Find the options. A list that is remembered is never added to."""
        lines: list[str] = []
        printed: list[ActionCode] = []
        for action in self.choices.all:
            if action.printed and not action.keys:
                printed.append(action)
                continue
            lines += self._printed(printed, not lines)
            printed = []
            lines += self._remembered(action, not lines) if action.keys else self._read(action, not lines)
        return [*lines, *self._printed(printed, not lines)] or ["found = []"]

    def _printed(self, actions: list[ActionCode], first: bool) -> list[str]:
        """Actions printed on cards: looked at if any card has one of them."""
        if not actions:
            return []
        printed = Choices(tuple(actions))
        keys = sorted(printed.printed)
        if len(actions) == 1:
            found = f"options(s, seat, {self._keep(actions[0])}, {self._points(actions[0])})"
        else:
            found = f"plain_options(s, seat, {self._keep(printed)})"
        test = f"not {self._keep(printed.printed)}.isdisjoint(s.watch)"
        if len(keys) <= FEW:
            test = " or ".join(f"{key} in s.watch" for key in keys)
        if first:
            return [f"found = {found} if {test} else []"]
        return [f"if {test}:", f"    found = found + {found}"]

    def _points(self, action: ActionCode) -> str:
        if action.cost is None:
            return "0"
        return f"res[at + {action.resource}]" if action.resource else "res[at]"

    def _read(self, action: ActionCode, first: bool) -> list[str]:
        """An action whose cards are read each time."""
        return [f"found = {'' if first else 'found + '}options(s, seat, {self._keep(action)}, {self._points(action)})"]

    def _remembered(self, action: ActionCode, first: bool) -> list[str]:
        kept, keys = self._keep(action), action.keys
        key = str(keys[0]) if len(set(keys)) == 1 else "key"
        lines = [] if key != "key" else [f"key = {keys[0]} + seat"]
        more = "" if first else "found + "
        if action.cost is None:
            return [
                *lines,
                f"offer = fresh[{key}] if {key} in fresh else remember(s, {kept}, seat)",
                f"found = {more}(offered(s, seat, {kept}, offer, 0) if offer[3] else offer[0])",
            ]
        return [
            *lines,
            *(["found = []"] if first else []),
            f"have = {self._points(action)}",
            f"if {key} not in least or have >= least[{key}]:",
            f"    offer = fresh[{key}] if {key} in fresh else remember(s, {kept}, seat)",
            "    if have >= offer[2]:",
            f"        found = found + offered(s, seat, {kept}, offer, have)",
        ]

    # --- the answer -----------------------------------------------------------------------------------------------
    def answered(
        self, asking: int, end: int, text: int, actions: dict[int, ActionCode], begin: Callable[..., int], general: Op
    ) -> Op:
        """The op that begins what was picked, and if that is over asks again. If nobody else is asked, a pass closes
        the window, unless something has still to be looked at; any other pass is left to `general`."""
        asked, again = self.asked, self.asked.node.again
        plain = {index: (code.plain, code.text) for index, code in actions.items() if code.plain is not None}
        lines = ["slots = frame[2]", f"raw = slots[{asked.answer}]", "if raw < 0:"]
        if asked.alone:
            lines += [
                f"    s.log.append(({PASS}, -1, s.seat, 1, -1, -1, frame[3], -1, {text}, prompt, -1))",
                f"    slots[{asked.passes}] = 1",
                f"    return {asking} if s.touched or s.due or s.closing else {end}",
                "seat = s.seat",
            ]
        else:
            lines += [GENERAL]
            lines += [f"asked = slots[{asked.seats}]", f"seat = asked[slots[{asked.place}]]"]
            lines += [f"slots[{asked.passes}] = 0"]
            if again == "first":
                lines += [f"slots[{asked.place}] = 0"]
            elif again == "next":
                lines += [f"slots[{asked.place}] = (slots[{asked.place}] + 1) % len(asked)"]
        card = f"(raw & {ACTION_SHIFT - 1}) - 1"
        lines += [
            f"frame[1] = {asking}",
            f"key = raw >> {ACTION_SHIFT.bit_length() - 1}",
            "if key in plain:",
            "    verb, text = plain[key]",
            "    do = verb.do",
            f"    pc = do(s, frame, seat, {card}, text, -1)",
            "else:",
            f"    pc = begin(s, frame, seat, actions[key], {card})",
            "if pc < 0:",
            "    return pc",
        ]
        if asked.alone:  # the same player goes on
            asks = [*self._looked_at(asking), *self._asking]
            lines += [line.replace(GENERAL, ELSE) for line in asks]
        else:
            lines += ["return asks(s, frame)"]
        names = {
            **self.kept,
            "general": general,
            "asks": self.asks,
            "begin": begin,
            "plain": plain,
            "actions": actions,
            "prompt": asked.node.pass_text,
        }
        return written("s, frame", lines, {**NAMES, **names})
