"""`cardscript scenario`: a moment of a recorded game as a scenario file that passes."""

from __future__ import annotations

from pathlib import Path

import click

from cardscript.cli.play_resume import resumed
from cardscript.scenario.write import scenario_text
from cardscript.session.moment import moment_of
from cardscript.session.writing import unwritable

EPILOG = """\b
Examples:
  cardscript scenario game.rec --at 812
  cardscript scenario game.rec --at 812 --name "The rat comes back" --out rat.scenario

EVENT is a number as `cardscript replay` shows it, from 1; without --at it is the last event of the record.
Exit: 0 written, 1 the record cannot be played again, 2 wrong usage.
"""


@click.command(
    name="scenario", short_help="Make a scenario of a moment of a recorded game.", epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--at", "event", type=click.IntRange(1), metavar="EVENT", help="Which event (default: the last).")
@click.option("--name", help="What the scenario is called.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to a new file (default: show it).")
def scenario(record: Path, event: int | None, name: str | None, out: Path | None) -> int:
    """Turn a moment of RECORD into a scenario: how things stood at the last point of rest before it, what was answered
    from there, and what must be so afterwards. What you expect of it instead you change by hand."""
    handle, session, _ = resumed(record)
    number = session.event_count if event is None else event
    told = name or f"{record.stem}, event {number}"
    text = scenario_text(handle, moment_of(session, number), told, out.parent if out is not None else None)
    if out is None:
        click.echo(text, nl=False)
        return 0
    try:
        with out.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise click.UsageError(f"{out} is there already; name a new file") from error
    except OSError as error:
        raise unwritable(out, error) from error
    click.echo(f"{out}: {len(text.splitlines())} lines; run it with: cardscript test {out}")
    return 0
