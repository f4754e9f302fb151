"""Announced texts that get another target before they are carried out.

What was chosen for a text is kept with its card (see `announced`). Here it is looked up, with what else could be chosen
in its place as things stand, and changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cardscript.engine.kinds import EVENT, REDIRECT, SLOTS, SPEAKER, Fn, Frame, Op, Slots
from cardscript.engine.lower_choices import nothing
from cardscript.engine.scope import NUMBER, Scope
from cardscript.language import ast

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.lower import Builder
    from cardscript.engine.state import State

Picks = tuple[tuple[tuple[int, Fn], ...], list[Any]]
"""The slots of a text in which chosen cards lie, each with what is chosen from; all its slots with nothing in them."""


class Pick(NamedTuple):
    """One choice of an announced text: its place among the texts of the card and among what was kept for that text, the
    cards chosen, and all that could be chosen now."""

    text: int
    kept: int
    chosen: list[int]
    open: list[int]


def picks_of(compiled: Compiled, uid: int) -> Picks:
    """What the unit that carries out an announced text has had chosen, lowered once."""
    found = compiled.picks.get(uid)
    if found is None:
        split = compiled.splits[uid]
        scope = Scope(compiled, compiled.sizes[uid])
        scope.use(split.voice, NUMBER)
        lowered = tuple((slot, scope.cards(cards)) for slot, cards in split.targets)
        found = compiled.picks[uid] = (lowered, scope.blank())
    return found


def picks(s: State, card: int) -> Iterator[Pick]:
    """The choices of cards that were made for the announced texts of a card."""
    for text, (uid, kept) in enumerate(s.announced.get(card, ())):
        lowered, blank = picks_of(s.compiled, uid)
        slots = blank[:]
        for slot, value in kept:
            slots[slot] = value
        for slot, cards in lowered:
            if slots[slot]:
                at = next(n for n, (one, _) in enumerate(kept) if one == slot)
                yield Pick(text, at, slots[slot], cards(s, slots))


def lower_targets(scope: Scope, node: ast.Targets) -> Fn:
    """The cards chosen for an announced text."""
    these = scope.view(node.cards)

    def targets(s: State, slots: Slots) -> list[int]:
        found = {card: None for one in these(s, slots)[:1] for pick in picks(s, one) for card in pick.chosen}
        return list(found)

    return targets


def lower_other_targets(scope: Scope, node: ast.OtherTargets) -> Fn:
    """The cards that could have been chosen in place of others."""
    these = scope.view(node.cards)
    instead = scope.view(node.target) if node.target is not None else None

    def others(s: State, slots: Slots) -> list[int]:
        found: dict[int, None] = {}
        for one in these(s, slots)[:1]:
            for pick in picks(s, one):
                if instead is None or set(instead(s, slots)) & set(pick.chosen):
                    found.update(dict.fromkeys(card for card in pick.open if card not in pick.chosen))
        return list(found)

    return others


def lower_redirect(b: Builder, node: ast.Redirect) -> None:
    """What was chosen for a text becomes something else; recorded, also if it can't."""
    scope = b.scope
    cards, target, goal = scope.view(node.cards), scope.view(node.target), scope.view(node.goal)
    by = scope.player(node.by)

    def maker(pc: int) -> Op:
        text = b.text(pc)

        def redirect(s: State, frame: Frame) -> int:
            slots = frame[SLOTS]
            card, before, after = cards(s, slots)[:1], target(s, slots)[:1], goal(s, slots)[:1]
            for pick in picks(s, card[0]) if card and before and after else ():
                if before[0] in pick.chosen and after[0] in pick.open and after[0] not in pick.chosen:
                    _replace(s, card[0], pick, before[0], after[0])
                    note, place = [before[0], after[0]], s.at[card[0]]
                    event = (REDIRECT, card[0], by(s, slots), -1, place, -1, frame[EVENT], frame[SPEAKER], text, note)
                    s.log.append((*event, -1))
                    return pc + 1
            nothing(s, frame, text, "has no target to change", by(s, slots))
            return pc + 1

        return redirect

    b.emit(node, maker)


def _replace(s: State, card: int, pick: Pick, before: int, after: int) -> None:
    """Keep another card for a choice. What is kept may belong to clones of the state too, so it is made anew."""
    texts = [[uid, [list(pair) for pair in kept]] for uid, kept in s.announced[card]]
    texts[pick.text][1][pick.kept][1] = [after if one == before else one for one in pick.chosen]
    s.announced = {**s.announced, card: texts}
