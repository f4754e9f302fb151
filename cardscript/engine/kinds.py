"""What an event, a frame and a pending decision look like: plain tuples and lists, and the numbers of their parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from cardscript.engine.state import State

Slots: TypeAlias = "list[Any]"
"""The slots of a frame: integers, booleans and lists of integers. A list in a slot is never changed in place."""
Frame: TypeAlias = "list[Any]"
Event: TypeAlias = "tuple[Any, ...]"
Fn: TypeAlias = "Callable[[State, Slots], Any]"
Op: TypeAlias = "Callable[[State, Frame], int]"

# --- events: (kind, card, actor, amount, source, goal, cause, speaker, text, note, identity) ---------------------
E_KIND, E_CARD, E_ACTOR, E_AMOUNT, E_FROM, E_TO, E_CAUSE, E_SPEAKER, E_TEXT, E_NOTE, E_IDENT = range(11)
"""`kind` 0 and up is a verb; below 0 one of the core kinds. `actor` is a seat (a card for verbs of cards), `source` and
`goal` are zone instances (for points and counters `source` is the number of the resource or counter), `cause` the index
of the event it comes from, `speaker` the card whose text does it (-1: a rule), `text` unit number * 65536 + place in
it, `identity` what the card was when it happened (for `choose`, where `source` says what was chosen: the place of the
first card)."""

MOVE, PUSH, REFILL, REPLENISH, REVEAL, SHUFFLE, GAIN, PAY, COUNTERS, CHOOSE = range(-1, -11, -1)
RANDOM, NOTHING, REFUSED, REPLACED, TURN, PHASE, END, NOTED, BECOME, COPY = range(-11, -21, -1)
CEASE, SWAP, EXTRA, EFFECT, STOPPED, PASS, SAY, LINE, ACTION, ORDER = range(-21, -31, -1)
REDIRECT = -31

MOVES = frozenset({MOVE, PUSH, REFILL, SWAP})
"""The core kinds of event in which a card goes from one place to another."""

KIND_NAMES = {
    MOVE: "move",
    PUSH: "push",
    REFILL: "refill",
    REPLENISH: "replenish",
    REVEAL: "reveal",
    SHUFFLE: "shuffle",
    GAIN: "gain",
    PAY: "pay",
    COUNTERS: "counters",
    CHOOSE: "choose",
    RANDOM: "random",
    NOTHING: "nothing",
    REFUSED: "refused",
    REPLACED: "replaced",
    TURN: "turn",
    PHASE: "phase",
    END: "end",
    NOTED: "noted",
    BECOME: "become",
    COPY: "copy",
    CEASE: "cease",
    SWAP: "swap",
    EXTRA: "extra turn",
    EFFECT: "effect",
    STOPPED: "loop stopped",
    PASS: "pass",
    SAY: "say",
    LINE: "line",
    ACTION: "action",
    ORDER: "order",
    REDIRECT: "redirect",
}

# --- frames ------------------------------------------------------------------------------------------------------
UID, PC, SLOTS, EVENT, SPEAKER, USED, TOUCH = range(7)
"""Unit number, place in its code, slots, the event it belongs to, the card that speaks, the replacements already used
(numbers, never changed in place), and what endings have still to look at when this frame is done."""

NEXT_FRAME, WAIT = -1, -2
"""What an op returns instead of the next place: the stack of frames has changed; a decision is pending."""

GAME_UNIT, GROUP_UNIT, EVENT_UNIT, LINES_UNIT, FIRST_UNIT = range(5)
"""Units of the machine itself: the turn loop, triggers waiting their turn, an event under dispute, lines of cards."""

# --- pending decisions -------------------------------------------------------------------------------------------
P_SEAT, P_ASK, P_OF, P_PROMPT, P_RAW, P_LEAST, P_MOST, P_SLOT, P_PC = range(9)
"""`of` says what the raw options are: card, text, seat, place, number, action. The answer goes to `slot` of the top
frame, which goes on at `pc`."""

COUNT_HEAT = -1 << 40
"""The key of `State.hot` that is there while anything makes arriving cards count as something."""

IMMUNE_HEAT = -1 << 41
"""The key of `State.hot` that is there while anything is immune to anything."""

PASSED = -1
"""The raw option of a window that means: pass."""

TEXT_SHIFT = 65536
ACTION_SHIFT = 1 << 24
EMPTY: list[int] = []
