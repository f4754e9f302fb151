"""Standing passes at the terminal, in files of answers and in programs; what each seat is shown; who is asked when."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest

from cardscript.language.diagnostics import CardscriptError
from cardscript.players.script import read_script
from cardscript.players.table import Quit, play_out
from cardscript.players.terminal import Terminal
from cardscript.session.game import load
from cardscript.session.passing import Passing
from cardscript.session.session import Session
from tests.players.test_terminal import reader
from tests.soak import random_answer
from tests.twins import twin_for

KADMON = load("kadmon")

CAST = "cast living-bones"
"""Deals 1 Damage to a unit: the first is asked for, "1" is one of those in the Legion Zones."""


def begun() -> Session:
    """The first decision of a game for three: everybody holds a set of starters, one of them a Quickcast, and has all
    tokens charged; player 1 has the Priority."""
    return KADMON.start(players=3, seed=1)


def everybody(session: Session, *lines: str) -> str:
    """What is shown when people at all seats type these lines and no more."""
    out = io.StringIO()
    person = Terminal(frozenset(range(session.players)), out, reader(lines))
    with pytest.raises(Quit):
        play_out(session, [person] * session.players)
    return out.getvalue()


def asked(shown: str) -> str:
    """The seats that were asked, one after the other."""
    return "".join(re.findall(r"^Player (\d):", shown, re.M))


def test_the_priority_goes_round_and_responses_are_asked_from_the_left() -> None:
    """A play in answer begins the round of agreement anew, with the player after the one who made it."""
    assert asked(everybody(begun(), "pass", "pass")) == "123"
    shown = everybody(begun(), CAST, "1", "agree", "respond wandering-ghost", "1", "agree", "agree", "agree")
    assert asked(shown) == "11" + "2" + "33" + "123" + "1"


def test_pass_until_able_asks_when_there_is_something_to_answer_with() -> None:
    shown = everybody(begun(), "pass", "p", CAST, "1", "agree")
    assert asked(shown) == "12" + "33" + "12"  # player 2 holds a Quickcast card
    session = begun()
    shown = everybody(session, "pass", "summon wandering-ghost", "pass until able", CAST, "1", "agree")
    assert asked(shown) == "122" + "33" + "13"  # and now none: it agrees by itself
    assert session.given[-1].seat == 1
    assert session.given[-1].names == ("agree",)


def test_pass_this_phase_lasts_until_the_phase_is_over() -> None:
    session = begun()
    shown = everybody(session, "pass", "pp", CAST, "1", "agree", "agree", "pass")
    assert [answer.seat for answer in session.given] == [0, 1, 2, 2, 0, 1, 2, 2]
    assert session.given[5].names == ("agree",)  # though it holds a Quickcast card
    assert session.machine.turn == 2
    assert asked(shown) == "12" + "33" + "13" + "3" + "2"  # in the next Cycle player 2 leads, and is asked


def test_undo_goes_back_over_standing_passes_and_ends_them() -> None:
    session = begun()
    shown = everybody(session, "pass", "pp", CAST, "1", "agree", "u", "u", "u", "u")
    assert asked(shown) == "12" + "33" + "13" + "1" + "33" + "2"
    assert session.answer_count == 1
    shown = everybody(begun(), "pass", "pp", CAST, "1", "agree", "u", "agree")
    assert asked(shown) == "12" + "33" + "13" + "1" + "2"  # player 2 does not go on passing


def test_a_game_saved_amid_standing_passes_goes_on_where_it_was(tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "saved.json"
    everybody(session, "pass", "pp", CAST, "1", "agree", f"s {path}", "q")
    again = KADMON.from_json(path.read_text(encoding="utf-8"), verify=True)
    assert again.to_json() == session.to_json()
    assert again.seat == 2
    assert [answer.seat for answer in again.given] == [0, 1, 2, 2, 0, 1]


def test_what_cannot_be_passed() -> None:
    session = begun()
    shown = everybody(session, CAST, "p", "pass this phase")
    assert shown.count("this cannot be passed") == 2
    assert session.answer_count == 1
    with pytest.raises(CardscriptError, match="cannot be passed"):
        Passing().begin(session, "able")


def test_in_a_file_of_answers(tmp_path: Path) -> None:
    path, session = tmp_path / "answers", begun()
    path.write_text(
        f"pass\n> 2: pass this phase\n> 3: {CAST}\n> 3: player 1's Legion Zone broken-halo\n"
        "> 1: agree\n# player 2 agrees without a line\n> 3: agree\n> 3: pass until able\n",
        encoding="utf-8",
    )
    with pytest.raises(CardscriptError, match="no answer left for player 2"):
        play_out(session, [read_script(path)] * 3)
    assert [answer.seat for answer in session.given] == [0, 1, 2, 2, 0, 1, 2, 2]
    path.write_text(f"{CAST}\npass until able\n", encoding="utf-8")
    with pytest.raises(CardscriptError, match="this cannot be passed"):
        play_out(begun(), [read_script(path)] * 3)


def test_the_terminal_shows_a_seat_nothing_that_is_hidden_from_it() -> None:
    """What is shown at a decision, the table included, is the same if what the seat cannot see is different."""
    session = begun()
    rnd = random.Random(1)
    looked = 0
    for number in range(300):
        seat = session.seat
        assert seat is not None
        if number % 15 == 0:
            twin = session.clone()
            other = twin_for(twin.machine, seat, rnd)
            if other is not None:
                twin.machine = other
                looks = ("v", "?", "? 1", "h")
                assert everybody(twin, *looks) == everybody(session, *looks)
                looked += 1
        session.pick(random_answer(session.machine, rnd))
    assert looked >= 15
