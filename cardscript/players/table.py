"""A table: who sits where, and the loop that asks one player after another until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cardscript.session.session import Session


class Quit(Exception):
    """A player leaves; the game is not over. The message says why, empty if there is nothing to say."""


class Player(Protocol):
    """Someone who answers: a bot, a person, a file."""

    def play(self, session: Session) -> None:
        """Answer the pending decision, or take answers back: one or the other, then return."""


class Watcher(Protocol):
    """Someone who looks on: the trace on the screen, a record."""

    def sync(self, session: Session) -> None:
        """The session has begun, got an answer, or taken some back."""


def play_out(session: Session, seats: Sequence[Player], watchers: Sequence[Watcher] = ()) -> None:
    """Play to the end. Watchers see every step; whatever a player raises goes through."""
    for watcher in watchers:
        watcher.sync(session)
    while (seat := session.seat) is not None:
        seats[seat].play(session)
        for watcher in watchers:
            watcher.sync(session)
