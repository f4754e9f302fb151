"""`play --games N`: many games with bots, each with a seed of its own, and a table of how they ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from cardscript.cli.kept import keep
from cardscript.players.tally import Manner, Tally, run_games
from cardscript.session.exercise import Exercise
from cardscript.session.exercise_summary import summary
from cardscript.session.game import GameHandle
from cardscript.session.writing import write_whole

FAILED = 70
"""The exit code of an internal error."""

MOST_KEPT = 100
"""How many games that no rule ended get a record."""


def many(handle: GameHandle, games: int, seed: int, manner: Manner, coverage: Path | None = None) -> int:
    """Play them and print the table; a record is left of each game that no rule ended. 1 if there was one, 70 if the
    engine failed at one. Ctrl-C counts those that were played.

    `coverage`: the file to which what they executed is written."""
    tally = Tally()
    exercise = None
    if coverage is not None:
        write_whole(coverage, None)
        exercise = Exercise(handle.game, asserting=False)
    runs = run_games(handle, manner, games, seed, tally, exercise)
    play_all(runs, games, tally)
    if tally.games:
        click.echo(tally.text(handle.title))
    if exercise is not None and coverage is not None:
        write_whole(coverage, exercise.to_json())
        click.echo(f"  coverage: {summary(exercise.report())}; written to {coverage}")
    for stopped in tally.stopped[:MOST_KEPT]:
        click.echo(f"seed {stopped.seed}: {stopped.why}; {keep(handle, stopped.again(handle))}", err=True)
    if len(tally.stopped) > MOST_KEPT:
        click.echo(f"{len(tally.stopped) - MOST_KEPT} more, without a record", err=True)
    if tally.endings["(failed)"]:
        return FAILED
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
