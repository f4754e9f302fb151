"""Playing toy games in tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardscript.language.diagnostics import CardscriptError, Diagnostic
from cardscript.players.bots import Random
from cardscript.session.game import GameHandle
from cardscript.session.session import Session

from .toy import toy_handle

TOY = toy_handle()


def steps(session: Session, seed: int = 0) -> Iterator[int]:
    """Play with random answers; the number of answers so far, before each and at the end."""
    bot = Random(seed, 0)
    while session.decision is not None:
        yield session.answer_count
        bot.play(session)
    yield session.answer_count


def played(answers: int = 10_000, seed: int = 3, handle: GameHandle = TOY, **how: int) -> Session:
    """A session after so many random answers (or at its end)."""
    session = handle.start(seed=seed, **how)
    for done in steps(session, seed):
        if done == answers:
            break
    return session


def refusal(call: object, *args: object) -> Diagnostic:
    """The diagnostic of a call that must fail."""
    with pytest.raises(CardscriptError) as caught:
        call(*args)  # type: ignore[operator]
    return caught.value.diagnostics[0]
