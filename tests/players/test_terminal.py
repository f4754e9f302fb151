"""A person at a terminal: what is typed and what is shown."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cardscript.players.bots import make_bot
from cardscript.players.table import Player, Quit, play_out
from cardscript.players.terminal import Terminal
from cardscript.session.session import Session
from tests.session.helpers import TOY


def reader(lines: Sequence[str]) -> Callable[[], str]:
    """A person who types these lines and then no more."""
    left = iter(lines)

    def read() -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def typed(*lines: str, session: Session | None = None) -> tuple[Session, str]:
    """The session after a person has typed lines at seat 0, against a bot, and what was shown."""
    session = session or TOY.start(seed=1)
    out = io.StringIO()
    seats: list[Player] = [Terminal(frozenset({0}), out, reader(lines)), make_bot("random", 1, 1)]
    with pytest.raises(Quit):
        play_out(session, seats)
    return session, out.getvalue()


def test_answers_by_number_and_name() -> None:
    session, shown = typed("1", "play", "99", "end")
    assert session.given[0].picks == (0,)
    assert session.given[1].names == ("end your turn",)
    assert "is not enough to tell which" in shown
    assert "a number from 1 to" in shown
    assert "\x1b" not in shown


def test_an_empty_line_passes() -> None:
    session, _ = typed("")
    assert session.given[0].names == ("end your turn",)


def test_why_and_what_the_card_says() -> None:
    session = next(s for s in map(TOY.start, [2] * 9, range(9)) if "play spy" in str(s.decision))
    spy = next(n for n in session.decision.answers if "spy" in n)  # type: ignore[union-attr]
    place = session.decision.answers.index(spy) + 1  # type: ignore[union-attr]
    _, shown = typed(f"? {place}", spy, "?", "x | y", session=session)
    assert shown.count("Discard up to two cards, then draw as many.") >= 2
    assert "Spy" in shown


def test_the_table_and_help() -> None:
    _, shown = typed("v", "h", "u")
    assert "player 1 (you): 0 gold" in shown
    assert "player 2's hand: empty" in shown
    assert "monster pile: 9 cards face down" in shown  # three gangs of four, three of them dealt into the lair
    assert "there is nothing to take back" in shown
    assert "save the game" in shown


def test_undo_goes_back_over_the_bots_answers() -> None:
    session, _ = typed("end", "u")
    assert session.answer_count == 0
    assert session.seat == 0


def test_save(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    session, shown = typed("1", f"s {path}", f"s {tmp_path / 'no' / 'b'}", "s", "q")
    assert "saved; go on with" in shown
    assert "cannot write" in shown
    assert TOY.from_json(path.read_text(encoding="utf-8"), verify=True).to_json() == session.to_json()


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_bots_end_their_games(kind: str) -> None:
    for seed in range(6):
        session = TOY.start(seed=seed)
        seats: list[Player] = [make_bot(kind, seed, seat) for seat in range(2)]
        play_out(session, seats)
        assert session.ended_by_rule
        half = TOY.start(seed=seed)
        for answer in session.given[:10]:
            half.pick(answer.picks)
        play_out(half, [make_bot(kind, seed, seat) for seat in range(2)])
        assert half.given == session.given
