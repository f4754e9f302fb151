"""Bots: they know no game. Each answer follows from the seed, the seat and how many answers came before, and from
nothing else, so a game that is resumed goes on as it would have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cardscript.engine.kinds import ACTION_SHIFT, P_ASK, P_LEAST, P_MOST, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.session.chance import Stream
from cardscript.session.session import Session

if TYPE_CHECKING:
    from cardscript.session.exercise import Exercise

REST = 24
"""One in so many times the eager player passes though it could act, so that it does not do the same for ever."""


class Bot(Protocol):
    """Someone who answers by the places of the answers, without looking at their names."""

    def choose(self, machine: Machine, at: int) -> list[int]:
        """Picks for the pending decision; `at`: how many answers were given before."""

    def play(self, session: Session) -> None:
        """Answer the session's pending decision."""


class Random:
    """Any legal answer, each as likely as the others."""

    def __init__(self, seed: int, seat: int) -> None:
        self._seed, self._purpose = seed, f"bot {seat} "

    def play(self, session: Session) -> None:
        """Answer the session's pending decision."""
        session.pick(self.choose(session.machine, session.answer_count))

    def choose(self, machine: Machine, at: int) -> list[int]:
        """Any number of picks that is allowed, in any order."""
        asked = machine.state.pending
        if asked is None:
            return []
        return self._any(asked, Stream(self._seed, self._purpose + str(at)))

    def _any(self, asked: list[object], stream: Stream) -> list[int]:
        options: list[int] = asked[P_RAW]  # type: ignore[assignment]
        least: int = asked[P_LEAST]  # type: ignore[assignment]
        most: int = asked[P_MOST]  # type: ignore[assignment]
        if least == most == 1:
            return [stream.below(len(options))]
        return stream.draw(range(len(options)), least + stream.below(most - least + 1))


class Eager(Random):
    """Acts rather than passes: the action its game declares first, with the card that has the highest numbers on it.
    Everything else it answers at random."""

    def choose(self, machine: Machine, at: int) -> list[int]:
        """The picks for the pending decision."""
        asked = machine.state.pending
        if asked is None:
            return []
        stream = Stream(self._seed, self._purpose + str(at))
        if asked[P_ASK] != "action" or stream.below(REST) == 0:
            return self._any(asked, stream)
        cards, decl = machine.game.cards, machine.state.decl
        best: tuple[int, int, int] | None = None
        found = 0
        for place, option in enumerate(asked[P_RAW]):
            if option == PASSED:
                continue
            action, card = divmod(option, ACTION_SHIFT)
            worth = sum(cards[decl[card - 1]].attributes.values()) if card else 0
            rank = (-action, worth, stream.below(1 << 20))
            if best is None or rank > best:
                best, found = rank, place
        return [found]


KINDS = ("random", "greedy", "explorer")


def seated(kinds: Sequence[str], players: int) -> tuple[str, ...]:
    """The kind of bot at each seat: those named, from the first seat on, and the last of them at all further seats."""
    return tuple(kinds[min(seat, len(kinds) - 1)] for seat in range(players))


def make_bot(kind: str, seed: int, seat: int, exercise: Exercise | None = None) -> Bot:
    """A bot by the name of its kind. `exercise`: what explorers know, and add to; by default each finds out alone."""
    if kind == "explorer":
        from cardscript.players.explorer import Explorer

        return Explorer(seed, seat, exercise)
    if kind == "greedy":
        from cardscript.players.greedy import Greedy

        return Greedy(seed, seat)
    return Random(seed, seat)
