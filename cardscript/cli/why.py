"""`cardscript why`: from an event of a record up its causes to the printed lines."""

from __future__ import annotations

from pathlib import Path

import click

from cardscript.cli.recorded import event_named, failed, opened
from cardscript.language.diagnostics import CardscriptError

EPILOG = """\b
Examples:
  cardscript why game.rec 120                      the event of that number (see cardscript replay --trace)
  cardscript why game.rec "the game ends"          the one event with these words
  cardscript why game.rec player 2 gains rat#3

Exit: 0 told, 1 not as recorded or the record is damaged, 2 wrong usage, no such event or several.
"""


@click.command(
    short_help="Why something happened in a recorded game.",
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD")
@click.argument("event", nargs=-1, required=True, metavar="EVENT")
@click.option("--game", metavar="GAME", help="Take the game from this folder, or the one of this name.")
@click.option("--anyway", is_flag=True, help="Although the game's data has changed since.")
def why(record: Path, event: tuple[str, ...], game: str | None, anyway: bool) -> int:
    """Tell why EVENT happened in the game of RECORD: its cause, the cause of that and so on, each with the card or rule
    and the line as it is printed."""
    from cardscript.players.stepper import why_text
    from cardscript.session.why import why as causes

    try:
        _, found = opened(record, game, anyway)
    except CardscriptError as error:
        return failed(error)
    session = found.session
    number = event_named(session.trace(detail="plain").split("\n"), " ".join(event))
    click.echo("\n".join(why_text(causes(session, number))))
    return 0
