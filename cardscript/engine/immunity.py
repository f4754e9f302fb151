"""Cards that the texts of some others can't affect: neither chosen by them nor moved, marked or done anything to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.effects import standing
from cardscript.engine.kinds import EVENT as F_EVENT
from cardscript.engine.kinds import IMMUNE_HEAT, REFUSED, Frame
from cardscript.engine.kinds import SPEAKER as F_SPEAKER
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.state import State


def immune(s: State, card: int, speaker: int) -> tuple[str, int] | None:
    """Why the text of a card can't affect another card, and the card that says so; None if it can."""
    for effect, slots, source, _ in standing(s, s.compiled.immune_key):
        node = effect.node
        assert isinstance(node, ast.Immune)
        if effect.test(s, slots, card) and effect.by(s, slots, speaker):
            return node.reason, source
    return None


def open_to(s: State, cards: list[int], speaker: int) -> list[int]:
    """Those of some cards that the text of a card can affect."""
    if IMMUNE_HEAT not in s.hot or speaker < 0 or not cards:
        return cards
    for effect, slots, _, _ in list(standing(s, s.compiled.immune_key)):
        if effect.by(s, slots, speaker):
            cards = [card for card in cards if not effect.test(s, slots, card)]
    return cards


def refused(s: State, frame: Frame, card: int, text: int, verb: int = -1) -> bool:
    """Whether the text that is being carried out can't affect a card; if so it is recorded."""
    speaker = frame[F_SPEAKER]
    if speaker < 0 or card < 0 or IMMUNE_HEAT not in s.hot:
        return False
    why = immune(s, card, speaker)
    if why is None:
        return False
    s.log.append((REFUSED, card, -1, verb, s.at[card], -1, frame[F_EVENT], why[1], text, why[0], -1))
    return True
