"""Games that would never end, or ask for too much: played, they stop with a record of why."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardscript.cli.play import play
from tests.language.small_game import CARDS, RULES, write_game


def played(folder: Path, rules: str, cards: str = CARDS) -> Result:
    """The game played by bots; anything but an ordinary end of the command is an error here."""
    write_game(folder, rules, cards)
    started = time.process_time()
    result = CliRunner().invoke(play, [str(folder), "--players", "2", "--seed", "1", "--bots", "random"], standalone_mode=False)
    if result.exception is not None and not hasattr(result.exception, "exit_code"):
        raise result.exception
    assert time.process_time() - started < 20
    assert "Traceback" not in result.output
    return result


ENDING = "ending Enough: somebody has paid enough\n    result: over\n    when: any player has 5 or more Coin\n"
BODY = "    do: You toss the card.\n"
TOSS = "    do: Put the card into the Table.\n"

LOOPS = {
    "a verb that does itself": RULES.replace(TOSS, "    do: You toss the card.\n"),
    "verbs that do each other": RULES.replace(TOSS, "    do: You hurl the card.\n") + "verb hurl {card}\n    do: You toss the card.\n",
    "a rule that raises itself": RULES.replace(TOSS, TOSS + "    do:\n", 1).replace("    do:\n", "", 1)
    + "verb gain {card}\n    do: Put the card into the Table.\nrule: When you gain a card, you gain that card.\nrule: When you toss a card, you gain that card.\n",
    "two rules in a circle": RULES
    + "verb gain {card}\n    do: Put the card into the Table.\nrule: When you gain a card, you toss that card.\nrule: When you toss a card, you gain that card.\n",
    "as long as for ever": RULES.replace(BODY, "    do:\n        You toss the card.\n        As long as there are any cards in the Table, you get +1 Coin.\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_stopped_and_named(name: str, tmp_path: Path) -> None:
    result = played(tmp_path, LOOPS[name])
    stops = [line for line in result.output.splitlines() if "loop stopped" in line]
    assert stops, result.output[:2000]
    assert any(word in stops[0] for word in ("toss", "gain", "hurl", "Coin", "cards")), stops[0]


HUGE = {
    "points": RULES.replace(BODY, "    do:\n        You toss the card.\n        You get +999999999 Coin.\n") + ENDING,
    "cards": RULES.replace(BODY, "    do:\n        You toss the card.\n        Toss 999999999 cards.\n        You get +9 Coin.\n") + ENDING,
    "a number of many digits": RULES.replace(BODY, f"    do:\n        You toss the card.\n        You get +{'9' * 900} Coin.\n") + ENDING,
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_huge_numbers_end(name: str, tmp_path: Path) -> None:
    assert played(tmp_path, HUGE[name]).output


def test_a_game_with_findings_is_not_played(tmp_path: Path) -> None:
    """The findings are shown, as `check` shows them."""
    write_game(tmp_path, RULES + "phase Night\n    do: Xyzzy.\n")
    result = CliRunner().invoke(play, [str(tmp_path)])
    assert result.exit_code != 0
    assert "CS101" in result.output + result.stderr
    assert "Traceback" not in result.output
