"""`cardscript rulings`: the switches of a game, for what its rulebooks leave open, and where they leave it open."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from io import StringIO
from typing import Literal

import click
from rich import box
from rich.console import Console
from rich.table import Table

from cardscript.cli.play import show_error
from cardscript.cli.play_options import sets_named
from cardscript.cli.rendering import clean
from cardscript.language.diagnostics import CardscriptError
from cardscript.session.game import GameHandle, RulingInfo, load
from cardscript.session.setup import unknown_ruling

EPILOG = """\b
Examples:
  cardscript rulings my-game                   every ruling: the question, the readings, where it is left open
  cardscript rulings my-game last-word ties    only these
  cardscript rulings my-game --sets base,extra --format json
  cardscript play my-game --ruling last-word=at-once

* marks the reading in force unless another one is chosen. A set's rulings are there when the set is in use.

Exit: 0 done, 1 a file is wrong, 2 wrong usage.
"""


@click.command(short_help="Show the switches for what the rulebooks leave open.", epilog=EPILOG)
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[RULING]...")
@click.option("--sets", multiple=True, metavar="SET[,SET]", help="The sets to use (default: what the game says).")
@click.option("--format", type=click.Choice(["table", "json"]), default="table", help="What is written.")
def rulings(game: str, names: tuple[str, ...], sets: tuple[str, ...], format: Literal["table", "json"]) -> int:
    """Show the rulings of GAME (or only some): the readings its rulebooks allow, the default, the question, the source.

    `cardscript play GAME --ruling NAME=VALUE` plays by another reading, `ruling NAME: VALUE` in a scenario."""
    try:
        handle = load(game, sets_named(sets))
        wrong = [unknown_ruling(handle.game, name) for name in names if name not in handle.rulings]
        if wrong:
            raise CardscriptError(wrong)
    except CardscriptError as error:
        return show_error(error)
    shown = {name: info for name, info in handle.rulings.items() if not names or name in names}
    if format == "json":
        click.echo(json.dumps([_data(name, info) for name, info in shown.items()], ensure_ascii=False, indent=2))
    else:
        click.echo(_table(handle, shown), nl=False)
    return 0


def _data(name: str, info: RulingInfo) -> dict[str, str | Sequence[str]]:
    return {
        "name": name,
        "set": info.set,
        "question": info.question,
        "values": list(info.values),
        "default": info.default,
        "cite": info.cite,
    }


def _table(handle: GameHandle, shown: dict[str, RulingInfo]) -> str:
    out = StringIO()
    terminal = sys.stdout.isatty()
    console = Console(
        file=out, width=max(60, os.get_terminal_size().columns) if terminal else 120, highlight=False, markup=False,
        emoji=False, force_terminal=terminal, no_color=not terminal or bool(os.environ.get("NO_COLOR")),
    )  # fmt: skip
    count = f"{len(shown)} ruling{'s' * (len(shown) != 1)}"
    console.print(clean(f"{handle.title} {handle.version}: {count}, sets {', '.join(handle.sets)}"), soft_wrap=True)
    table = Table("ruling", "readings (* default)", "question", "left open in", box=box.SIMPLE_HEAD, show_lines=True)
    for name, info in shown.items():
        readings = "\n".join(f"{'*' if value == info.default else ' '} {value}" for value in info.values)
        whose = f"\n({info.set})" if info.set else ""
        table.add_row(clean(name) + whose, readings, clean(info.question), clean(info.cite))
    if shown:
        console.print(table)
    return out.getvalue()
