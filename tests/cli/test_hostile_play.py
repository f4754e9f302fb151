"""Games that would never end, or ask for too much: played, they stop with a record of why."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardscript import load
from cardscript.cli.play import play
from cardscript.session.session import Session
from tests.language.small_game import CARDS, RULES, write_game


def played(folder: Path, rules: str, cards: str = CARDS) -> Result:
    """The game played by bots; anything but an ordinary end of the command is an error here."""
    write_game(folder, rules, cards)
    started = time.process_time()
    result = CliRunner().invoke(
        play, [str(folder), "--players", "2", "--seed", "1", "--bots", "random"], standalone_mode=False
    )
    if result.exception is not None and not hasattr(result.exception, "exit_code"):
        raise result.exception
    assert time.process_time() - started < 20
    assert "Traceback" not in result.output
    return result


BODY = "    do: You toss the card.\n"
TOSS = "    do: Put the card into the Table.\n"

GLOW = RULES.replace(BODY, "    do: You glow the card.\n") + "verb glow {card}\n    do: You get +1 Coin.\n"

LOOPS = {
    "a verb that does itself": RULES.replace(TOSS, "    do: You toss the card.\n"),
    "verbs that do each other": RULES.replace(TOSS, "    do: You hurl the card.\n")
    + "verb hurl {card}\n    do: You toss the card.\n",
    "a rule that raises itself": GLOW + "rule: When you glow a card, you glow that card.\n",
    "two rules in a circle": GLOW
    + "verb shine {card}\n    do: You get +1 Coin.\n"
    + "rule: When you glow a card, you shine that card.\nrule: When you shine a card, you glow that card.\n",
    "as long as for ever": RULES.replace(
        BODY,
        "    do:\n        You toss the card.\n"
        "        As long as there are any cards in the Table, you get +1 Coin.\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_stopped_and_named(name: str, tmp_path: Path) -> None:
    rules = LOOPS[name].replace(
        "    when: any player has 5 or more Coin\n",
        "    when: there are no cards in the Table\n    timing: after the turn\n",
    )
    session = load(write_game(tmp_path, rules.replace("there are no", "there are at least 9"))).start(players=2, seed=1)
    started = time.process_time()
    while session.decision is not None and not stops(session):
        session.answer(session.decision.answers[0])
    assert stops(session), session.events[-5:]
    assert any(word in stops(session)[0] for word in ("toss", "glow", "hurl", "shine", "play"))
    assert time.process_time() - started < 5
    if session.decision is not None:  # and the game goes on
        session.answer(session.decision.answers[-1])


def stops(session: Session) -> list[str]:
    """What was written down of loops that were stopped: the texts that went in a circle."""
    return [e["note"] for e in session.events if e["event"] == "loop stopped"]


HUGE = {
    "points": RULES.replace(BODY, "    do:\n        You toss the card.\n        You get +999999999 Coin.\n"),
    "cards": RULES.replace(
        BODY, "    do:\n        You toss the card.\n        Toss 999999999 cards.\n        You get +9 Coin.\n"
    ),
    "a number of many digits": RULES.replace(
        BODY, f"    do:\n        You toss the card.\n        You get +{'9' * 900} Coin.\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_huge_numbers_end(name: str, tmp_path: Path) -> None:
    assert played(tmp_path, HUGE[name]).output


def test_a_game_with_findings_is_not_played(tmp_path: Path) -> None:
    """The findings are shown, as `check` shows them."""
    write_game(tmp_path, RULES + "phase Night\n    do: Xyzzy.\n")
    result = CliRunner().invoke(play, [str(tmp_path)], standalone_mode=False)
    assert result.exception is not None or result.return_value
    assert "Xyzzy" in result.output + result.stderr + str(result.exception)


def test_a_game_whose_ending_nobody_reaches_is_given_up(tmp_path: Path) -> None:
    result = played(tmp_path, RULES)
    assert "loop stopped: no ending was reached in so many turns" in result.output
    found = re.search(r"the record is in (cardscript-small-1\.rec); look at it with: cardscript replay ", result.stderr)
    assert found is not None
    last = Path(found[1]).read_text(encoding="utf-8").splitlines()[-1]
    assert last.startswith("result stopped stopped")
