"""A declared verb as the pipeline reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardscript.engine.kinds import Fn, Frame
from cardscript.engine.limits import EngineError
from cardscript.language import ast
from cardscript.language.program import VerbDecl

if TYPE_CHECKING:
    from cardscript.engine.definition import Item
    from cardscript.engine.state import State

Do = Callable[["State", Frame, Any, int, int, int], int]
"""Does a verb; what it takes and gives is as of `pipeline.perform`."""


def _heedless(s: State, slots: list[Any]) -> bool:
    return False


def unready(s: State, frame: Frame, actor: Any, card: int, text: int, flag: int) -> int:
    raise EngineError("the verb was not prepared")


class Verb:
    """A declared verb as the pipeline reads it."""

    __slots__ = (
        "amount",
        "asked",
        "before",
        "begins",
        "bit",
        "blank",
        "bottom",
        "by_card",
        "decl",
        "do",
        "ever",
        "goal",
        "heed",
        "index",
        "key",
        "lone",
        "move",
        "noted",
        "once",
        "own_seat",
        "room",
        "rule",
        "rules",
        "shared",
        "tail",
        "uid",
    )  # fmt: skip

    def __init__(self, index: int, decl: VerbDecl, uid: int) -> None:
        self.index, self.decl, self.uid = index, decl, uid
        self.key = 4 * index
        self.by_card = decl.actor == "card"
        self.ever = self.asked = False
        """Its events are asked about long after, or in the same turn."""
        self.bit = 0
        self.rule = decl.rule
        self.rules: list[Item] = []
        self.heed: Fn = _heedless
        """Whether an event is one that any of `rules` is about, read with slots for it and `room` behind these, once
        there is any (see `performing.heed_rules`)."""
        self.room: list[Any] = []
        self.before: list[Item] = []
        """Triggers of rules that run when its events begin."""
        self.move: ast.Move | None = None
        self.begins = False
        """The body begins with moving the event's card: the event itself tells of that move, then comes the rest."""
        self.noted = False
        """Its events are asked about after their turn, or an ending is about them."""
        self.goal: Fn | None = None
        self.lone = False
        """It is one move into one pile, a player's own or everybody's, and no rule is about its events."""
        self.own_seat = -1
        """Where the first of the piles lies into which players put the card, one for each seat."""
        self.shared = -1
        """The one place into which everybody puts the card."""
        self.bottom = False
        self.blank: list[Any] = []
        self.amount: Fn | None = None
        self.tail: list[Any] | None = None
        """The slots of its body behind those every event fills, once it has been lowered."""
        self.do: Do = unready
        """Does it to one card, once, where the verb itself puts it: called with the state, the frame, the actor, the
        card, the text and the flag, once it is made ready (see `performing.prepare`)."""
        self.once: Do = unready
        """Does it to no card: called with the amount in the card's stead."""

    def pile(self, seat: int) -> int:
        """Where a seat puts the card, if that is its own pile or one place for everybody; else -1."""
        return self.own_seat + seat if self.own_seat >= 0 else self.shared
