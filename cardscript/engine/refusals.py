"""Why a seat can't do what it would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.actions import ActionCode, action_code
from cardscript.engine.effects import allowed, standing, substitutes
from cardscript.engine.kinds import EMPTY, GAME_UNIT, P_ASK, P_PC, P_PROMPT, P_SEAT, SLOTS, UID
from cardscript.engine.legal import points, printed_cards, prohibited, used_up
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.state import State


def why_not(s: State, seat: int, index: int, card: int) -> str | None:
    """The first reason why a seat can't do an action (to a card); None if it can."""
    compiled = s.compiled
    closed = _closed(s)
    if closed is not None:
        return closed
    action = action_code(compiled, index)
    slots = action.slots(seat)
    slots[3] = [card] if card >= 0 else EMPTY
    if action.printed:
        slots[0] = card
    for refusal in compiled.game.actions[index].refusals:
        for text, test in (*action.general, *action.particular):
            if text == refusal.text and test(s, slots):
                return text
    if action.printed:
        if compiled.game.actions[index].once and used_up(s, card, index):
            return "already used this turn"
        if card not in printed_cards(s, seat, action).values():
            return _gate_text(s, seat, index, card)
    elif action.cards is not None and card not in action.cards(s, slots):
        why = prohibited(s, seat, action, card) if card >= 0 else None
        if why is not None:
            return why
        wanted = compiled.game.actions[index].wanted
        if card < 0:
            return f"it needs {wanted or 'a card'}"
        return f"not {wanted}" if wanted else "not now"
    why = prohibited(s, seat, action, card)
    if why is not None:
        return why
    if action.cost is not None:
        price = action.cost(s, slots)
        have = points(s, seat, action.resource, action.verbs, card)
        if price > have:
            needs = compiled.game.resources[action.resource].counted(price)
            return f"needs {needs}, has {have}{_of_no_use(s, seat, action, card)}"
    if action.extra is not None and not action.extra(s, slots):
        return "its further cost can't be paid"
    return _not_asked(s, seat, index)


def _not_asked(s: State, seat: int, index: int) -> str | None:
    """Why a seat can't do an action that is asked for: another seat is, or it is not offered; None if it can."""
    pending = s.pending
    if pending is None:
        return None
    if pending[P_SEAT] != seat:
        return "not your turn" if seat != s.seat else f"player {pending[P_SEAT] + 1} is asked"
    node = s.compiled.code(s.frames[-1][UID]).nodes[pending[P_PC] - 1]
    printed = s.compiled.game.actions[index].printed_on
    offered = not isinstance(node, ast.Window) or index in node.actions or printed in node.labels
    return None if offered else "not offered now"


def _closed(s: State) -> str | None:
    """Why nobody can do any action now: something else is asked; None if actions are."""
    pending = s.pending
    if pending is None or pending[P_ASK] == "action":
        return None
    phase = s.frames[0][SLOTS][1] - 1
    busy = s.compiled.game.phases[phase].busy if s.frames[0][UID] == GAME_UNIT and phase >= 0 else ""
    return busy or f"first comes: {pending[P_PROMPT]}"


def _gate_text(s: State, seat: int, index: int, card: int) -> str:
    actions = s.compiled.game.actions
    for other in s.defs[s.ident[card]].items if card >= 0 else ():
        alike = other.action >= 0 and actions[other.action].name == actions[index].name
        if alike and actions[other.action].once and used_up(s, card, other.action):
            return "already used this turn"
    for entry in s.watch.get(s.compiled.action_key + index, ()):
        item = s.defs[s.ident[card]].items[entry & 4095] if entry >> 12 == card else None
        if item is not None and item.gate is not None:
            slots = item.blank[:]
            slots[0], slots[1] = card, seat
            if not item.gate(s, slots):
                return item.gate_text or "its condition is not met"
    labels, label = s.compiled.game.labels, actions[index].printed_on
    return (labels[label].reason if label < len(labels) else "") or "not now"  # an offer of a card has no label


def _of_no_use(s: State, seat: int, action: ActionCode, card: int) -> str:
    """The points a seat has that are good for other things than this: " and 5 usable only to ..."."""
    game, usable = s.compiled.game, allowed(s, seat, action.resource, action.verbs, card)
    words: dict[int, str] = {}
    for effect, slots, _, _ in standing(s, s.compiled.allow_key) if substitutes(s) else ():
        node = effect.node
        assert isinstance(node, ast.Allow)
        has = s.res[seat * len(game.resources) + node.spend]
        other = node.as_ == action.resource and node.verb >= 0 and node.spend not in usable
        if other and has and effect.player(s, slots) == seat:
            what = game.resources[node.spend].name.removeprefix(game.resources[action.resource].name)
            words[node.spend] = f" and {has}{what}"
    return "".join(words.values())
