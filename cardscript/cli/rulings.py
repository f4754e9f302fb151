"""`cardscript rulings`: what of a game is settled before the set-up: the ways to play that its rulebooks offer, and the
switches for what they leave open."""

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
from cardscript.session.game import GameHandle, RulingInfo, VariantInfo, load
from cardscript.session.switches import unknown_ruling

EPILOG = """\b
Examples:
  cardscript rulings my-game                   every ruling: the question, the readings, where it is left open
  cardscript rulings my-game last-word ties    only these
  cardscript rulings my-game --sets base,extra --format json
  cardscript play my-game --ruling last-word=at-once
  cardscript play my-game --variant long-game  a variant, one of the ways to play that the table shows first

* marks what is in force unless something else is chosen. A set's rulings are there when the set is in use.

Exit: 0 done, 1 a file is wrong, 2 wrong usage.
"""


@click.command(short_help="Show the ways to play, and the switches for what the rulebooks leave open.", epilog=EPILOG)
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[RULING]...")
@click.option("--sets", multiple=True, metavar="SET[,SET]", help="The sets to use (default: what the game says).")
@click.option("--format", type=click.Choice(["table", "json"]), default="table", help="What is written.")
def rulings(game: str, names: tuple[str, ...], sets: tuple[str, ...], format: Literal["table", "json"]) -> int:
    """Show the rulings of GAME (or only some): the readings its rulebooks allow, the default, the question, the source;
    and its variants, the ways to play that they offer.

    `cardscript play GAME --ruling NAME=VALUE` plays by another reading, `--variant WAY` in another way; in a scenario
    `ruling NAME: VALUE`, `variant NAME: VALUE`."""
    try:
        handle = load(game, sets_named(sets))
        known: dict[str, RulingInfo | VariantInfo] = {**handle.rulings, **handle.variants}
        wrong = [unknown_ruling(handle.game, name) for name in names if name not in known]
        if wrong:
            raise CardscriptError(wrong)
    except CardscriptError as error:
        return show_error(error)
    shown = {name: info for name, info in known.items() if not names or name in names}
    if format == "json":
        click.echo(json.dumps([_data(name, info) for name, info in shown.items()], ensure_ascii=False, indent=2))
    else:
        click.echo(_table(handle, shown), nl=False)
    return 0


def _data(name: str, info: RulingInfo | VariantInfo) -> dict[str, str | Sequence[str]]:
    text = ("about", info.about) if isinstance(info, VariantInfo) else ("question", info.question)
    return {
        "name": name,
        "set": info.set,
        text[0]: text[1],
        "values": list(info.values),
        "default": info.default,
        "cite": info.cite,
    }


def _table(handle: GameHandle, shown: dict[str, RulingInfo | VariantInfo]) -> str:
    out = StringIO()
    terminal = sys.stdout.isatty()
    console = Console(
        file=out, width=max(60, os.get_terminal_size().columns) if terminal else 120, highlight=False, markup=False,
        emoji=False, force_terminal=terminal, no_color=not terminal or bool(os.environ.get("NO_COLOR")),
    )  # fmt: skip
    ways = {name: info for name, info in shown.items() if isinstance(info, VariantInfo)}
    switches = {name: info for name, info in shown.items() if isinstance(info, RulingInfo)}
    count = ", ".join(
        f"{len(some)} {what}{'s' * (len(some) != 1)}"
        for what, some in (("variant", ways), ("ruling", switches)) if some or what == "ruling"
    )  # fmt: skip
    console.print(clean(f"{handle.title} {handle.version}: {count}, sets {', '.join(handle.sets)}"), soft_wrap=True)
    offered = _rows("variant", "ways to play (* default)", "what differs", "offered in")
    for name, way in ways.items():
        offered.add_row(*_row(name, way), clean(way.about), clean(way.cite))
    table = _rows("ruling", "readings (* default)", "question", "left open in")
    for name, switch in switches.items():
        table.add_row(*_row(name, switch), clean(switch.question), clean(switch.cite))
    for some, rows in ((ways, offered), (switches, table)):
        if some:
            console.print(rows)
    return out.getvalue()


def _rows(*heads: str) -> Table:
    return Table(*heads, box=box.SIMPLE_HEAD, show_lines=True)


def _row(name: str, info: RulingInfo | VariantInfo) -> tuple[str, str]:
    """Whose it is, and its values."""
    values = "\n".join(f"{'*' if value == info.default else ' '} {value}" for value in info.values)
    return clean(name) + (f"\n({info.set})" if info.set else ""), values
