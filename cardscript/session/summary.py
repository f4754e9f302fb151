"""What a game came to: how it ended, the scores, and how often each thing happened, in words."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable

from cardscript.engine.endings import Result
from cardscript.session.trace_text import Told

WIDTH = 100

IN_WORDS = {
    "move": "cards moved", "push": "pushes", "refill": "gaps filled", "replenish": "piles replenished",
    "reveal": "cards shown", "shuffle": "shuffles", "gain": "points changed", "pay": "payments", "counters": "counters",
    "choose": "choices", "random": "random picks", "nothing": "without effect", "refused": "refused",
    "replaced": "replaced", "phase": "phases", "become": "identities", "copy": "copies", "cease": "copies gone",
    "swap": "places changed", "extra turn": "extra turns", "effect": "lasting effects", "pass": "passes",
    "say": "remarks", "line": "card lines", "action": "actions", "order": "orders", "loop stopped": "loops stopped",
}  # fmt: skip
"""What the language's own events are called where they are counted; turns and endings are told by themselves."""


def ending(result: Result) -> list[str]:
    """How the game ended and the scores, one line each."""
    first = f"{result.result}: {result.text}" if result.result else result.text
    return [first, *(f"  player {seat + 1}: {score}" for seat, score in enumerate(result.scores or ()))]


def counts(events: Iterable[Told], decisions: int) -> list[str]:
    """Turns, decisions and events, and the events by kind, the most frequent first."""
    kinds: Counter[str] = Counter()
    total = turns = 0
    for event in events:
        total += 1
        if "verb" in event:
            kinds[event["event"]] += 1
        elif event["event"] == "turn":
            turns += 1
        elif event["event"] in IN_WORDS:
            kinds[IN_WORDS[event["event"]]] += 1
    told = [f"{name} {count:,}" for name, count in sorted(kinds.items(), key=lambda one: (-one[1], one[0]))]
    return [
        f"{_many(turns, 'turn')}, {_many(decisions, 'decision')}, {_many(total, 'event')}",
        *_wrapped(told),
    ]


def _wrapped(parts: Iterable[str]) -> list[str]:
    """The parts with commas between them, in lines that break only between parts."""
    joined = ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    lines = textwrap.wrap(joined, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
