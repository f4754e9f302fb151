"""`play --games N`: many games with bots, each with a seed of its own, and a table of how they ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from cardscript.players.tally import Tally, run_games
from cardscript.session.exercise import Exercise
from cardscript.session.exercise_file import write_file
from cardscript.session.exercise_summary import summary
from cardscript.session.game import GameHandle


def many(
    handle: GameHandle,
    games: int,
    players: int | None,
    seed: int,
    options: Mapping[str, Sequence[str]],
    rulings: Mapping[str, str],
    first: int,
    bots: str,
    coverage: Path | None = None,
) -> int:
    """Play them and print the table; 1 if a game did not end by a rule. Ctrl-C counts those that were played.

    `coverage`: the file to which what they executed is written."""
    tally = Tally()
    exercise = None
    if coverage is not None:
        write_file(coverage, None)
        exercise = Exercise(handle.game, asserting=False)
    runs = run_games(handle, games, players, seed, options, rulings, first, bots, tally, exercise)
    play_all(runs, games, tally)
    if tally.games:
        click.echo(tally.text(handle.title))
    if exercise is not None and coverage is not None:
        write_file(coverage, exercise.to_json())
        click.echo(f"  coverage: {summary(exercise.report())}; written to {coverage}")
    for stopped in tally.stopped[:5]:
        click.echo(stopped, err=True)
    return 1 if tally.stopped or tally.games < games else 0


def play_all(runs: Iterator[int], games: int, tally: Tally) -> None:
    """Play them, with a bar on a terminal. Ctrl-C ends it early."""
    try:
        if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
            _with_bar(runs, games)
        else:
            for _ in runs:
                pass
    except KeyboardInterrupt:
        click.echo(f"interrupted after {tally.games} of {games} games", err=True)


def _with_bar(runs: object, games: int) -> None:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    for _ in track(runs, total=games, description="games", console=console, transient=True):  # type: ignore[arg-type]
        pass
