"""`cardscript coverage`: which lines of a game, clause by clause, have been executed and asserted."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from cardscript.cli.play import show_error
from cardscript.cli.play_many import play_all
from cardscript.cli.play_options import sets_named
from cardscript.language.diagnostics import CardscriptError, Diagnostic, did_you_mean
from cardscript.players.tally import Manner, Tally, run_games
from cardscript.session.exercise import Exercise, LineReport
from cardscript.session.exercise_file import read_file
from cardscript.session.exercise_summary import Only, summary
from cardscript.session.game import GameHandle, load
from cardscript.session.writing import write_whole

GAMES = 20
"""How many games are played if nothing else is said."""

EPILOG = """\b
Examples:
  cardscript coverage my-game                            20 games of explorers, a table
  cardscript coverage my-game --games 200 --only unexecuted
  cardscript coverage my-game "Old Lamp"                 every line of one card, clause by clause
  cardscript coverage my-game --from a.json --from b.json --format html --out coverage.html
  cardscript coverage my-game --games 50 --format json --out coverage.json

A clause is a part of a printed line that does or asks something by itself. It is executed when the engine has run it
or has found out which way it comes out, asserted when a test expects what it did. docs/card-coverage.md says more.

Exit: 0 done, 1 a file is wrong, 2 wrong usage.
"""


@click.command(short_help="Show which lines of a game have been executed and asserted.", epilog=EPILOG)
@click.argument("game", metavar="GAME")
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), help=f"Play so many games (default: {GAMES}; 0 with --from)."
)
@click.option("--seed", type=int, default=0, help="The seed of the first game (default: 0).")
@click.option("--players", type=int, help="How many play (default: the fewest; explorers try other numbers).")
@click.option("--bots", type=click.Choice(["random", "greedy", "explorer"]), help="Who plays (default: explorer).")
@click.option("--from", "from_", multiple=True, type=click.Path(path_type=Path), help="Add what a JSON file has seen.")
@click.option("--sets", multiple=True, metavar="SET[,SET]", help="The sets to use (default: what the game says).")
@click.option("--format", type=click.Choice(["table", "json", "html"]), default="table", help="What is written.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to a file.")
@click.option("--only", type=click.Choice(["unexecuted", "one-sided", "unasserted"]), help="The clauses to list.")
def coverage(
    game: str,
    cards: tuple[str, ...],
    games: int | None,
    seed: int,
    players: int | None,
    bots: str | None,
    from_: tuple[Path, ...],
    sets: tuple[str, ...],
    format: Literal["table", "json", "html"],
    out: Path | None,
    only: Only | None,
) -> int:
    """Show which lines of GAME (or of some of its CARDs), clause by clause, have been executed and asserted.

    What is shown is what --from files have seen and what bots execute in --games games played now."""
    if (bots or players is not None) and from_ and not games:
        raise click.UsageError("--bots and --players are for games: say with --games how many")
    try:
        handle = load(game, sets_named(sets))
        wanted = _cards(handle, cards)
        if out is not None:
            write_whole(out, None)
        exercise = Exercise(handle.game, asserting=False)
        for path in from_:
            source = read_file(path)
            exercise.merge(Exercise.from_json(handle.game, source.text, source.name))
        number = games if games is not None else 0 if from_ else GAMES
        if number:
            tally = Tally()
            runs = run_games(handle, Manner(players, bots=(bots or "explorer",)), number, seed, tally, exercise)
            play_all(runs, number, tally)
        lines = [line for line in exercise.report() if not wanted or (line.section, line.name) in wanted]
        text = _text(handle, exercise, lines, format, only, bool(wanted), out is None)
        if out is None:
            click.echo(text, nl=False)
        else:
            write_whole(out, text)
            click.echo(f"{handle.title}: {summary(lines)}; written to {out}")
    except CardscriptError as error:
        return show_error(error)
    return 0


def _cards(handle: GameHandle, names: Sequence[str]) -> set[tuple[str, str]]:
    """The cards that are meant, by their names in any letter case; CS430 for a name no card has."""
    known = {card.name.casefold(): card.name for card in handle.game.cards}
    wrong = [
        Diagnostic(
            "CS430",
            f"{handle.title} has no card {name!r}",
            help=did_you_mean(name, known.values()) or "write its name as it is printed",
        )
        for name in names
        if name.casefold() not in known
    ]
    if wrong:
        raise CardscriptError(wrong)
    return {("card", known[name.casefold()]) for name in names}


def _text(
    handle: GameHandle, exercise: Exercise, lines: list[LineReport], format: str, only: Only | None, whole: bool,
    to_screen: bool,
) -> str:  # fmt: skip
    if format == "json":
        return exercise.to_json(lines)
    title = f"{handle.title} {handle.version}"
    if format == "html":
        from cardscript.cli.coverage_page import render_page

        return render_page(lines, title, only)
    from cardscript.cli.coverage_table import render_table

    colour = to_screen and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = max(60, os.get_terminal_size().columns) if to_screen and sys.stdout.isatty() else 100
    return render_table(
        lines, f"{title}: {summary(lines)}", only, whole=whole and only is None, colour=colour, width=width
    )
