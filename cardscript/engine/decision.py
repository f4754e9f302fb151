"""A pending decision as players see it: who, why, and the legal answers by stable name. Made only when looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import (
    ACTION_SHIFT,
    P_ASK,
    P_LEAST,
    P_MOST,
    P_OF,
    P_PC,
    P_PROMPT,
    P_RAW,
    P_SEAT,
    PASSED,
    SPEAKER,
    TEXT_SHIFT,
    UID,
)
from cardscript.language.source import NOWHERE, Span

if TYPE_CHECKING:
    from cardscript.engine.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """What has to be decided. `ask` is cards, one, order, player, place, number, action or may. Between `least` and
    `most` of `options` are picked (an order: all of them). `because`: the card that asks (or a rule), the line as
    printed, where it stands."""

    seat: int
    ask: str
    prompt: str
    options: tuple[str, ...]
    least: int
    most: int
    because: tuple[str, str, Span]


class IllegalAnswer(Exception):
    """An answer the decision does not allow. `legal` names the options. Nothing has changed."""

    def __init__(self, reason: str, legal: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal


def describe(s: State, name_of: Callable[[int], str], place_name: Callable[[int], str]) -> Decision:
    """The pending decision in words."""
    pending = s.pending
    assert pending is not None
    raw = pending[P_RAW]
    names = tuple(_names(s, pending, raw, name_of, place_name))
    return Decision(
        pending[P_SEAT],
        pending[P_ASK],
        pending[P_PROMPT],
        names,
        pending[P_LEAST],
        pending[P_MOST],
        because(s, name_of),
    )


def because(s: State, name_of: Callable[[int], str]) -> tuple[str, str, Span]:
    """The card (or "rule") that asks, the printed line, and the span of the sentence."""
    assert s.pending is not None
    frame = s.frames[-1]
    line, span = text_of(s, frame[UID] * TEXT_SHIFT + s.pending[P_PC] - 1)
    speaker = frame[SPEAKER]
    return name_of(speaker) if speaker >= 0 else "rule", line, span


def text_of(s: State, text: int) -> tuple[str, Span]:
    """The printed line and the span that a text number stands for."""
    if text < 0:
        return "", NOWHERE
    compiled = s.compiled
    uid, pc = divmod(text, TEXT_SHIFT)
    unit = compiled.units[uid] if uid < len(compiled.units) else None
    if unit is None:
        return "", NOWHERE
    nodes = compiled.code(uid).nodes
    span = nodes[pc].span if pc < len(nodes) else NOWHERE
    return unit.text, span if span != NOWHERE else unit.span


def _names(
    s: State, pending: list[Any], raw: list[Any], name_of: Callable[[int], str], place_name: Callable[[int], str]
) -> list[str]:
    of = pending[P_OF]
    if of == "text":
        return [str(text) for text in raw]
    if of == "player":
        return [f"player {seat + 1}" for seat in raw]
    if of == "place":
        return [place_name(place) for place in raw]
    if of == "number":
        return [str(number) for number in raw]
    if of == "card":
        return _card_names(s, raw, name_of, place_name)
    found = []
    for code in raw:
        if code == PASSED:
            found.append(pending[P_PROMPT] or "pass")
            continue
        name = s.compiled.game.actions[code // ACTION_SHIFT].name
        card = (code & (ACTION_SHIFT - 1)) - 1
        found.append(f"{name} {_in_place(s, card, name_of, place_name)}" if card >= 0 else name)
    return found


def _card_names(
    s: State, cards: list[int], name_of: Callable[[int], str], place_name: Callable[[int], str]
) -> list[str]:
    """Names of cards, with the place of each if they do not all lie in one that is no row."""
    places = {s.at[card] for card in cards}
    if len(places) == 1:
        return [_in_place(s, card, name_of, place_name) for card in cards]
    return [f"{place_name(s.at[card])} {name_of(card)}" if s.at[card] >= 0 else name_of(card) for card in cards]


def _in_place(s: State, card: int, name_of: Callable[[int], str], place_name: Callable[[int], str]) -> str:
    place = s.at[card]
    layout = s.compiled.layout
    if 0 <= place < layout.places and layout.space[place] >= 0:
        return f"{place_name(place)} {name_of(card)}"
    return name_of(card)
