"""`cardscript replay`: a record is played again and checked event by event; gone through step by step; looked at."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardscript.cli.play_options import seat_numbers
from cardscript.cli.recorded import event_named, failed, opened
from cardscript.language.diagnostics import CardscriptError
from cardscript.session.record import result_line
from cardscript.session.replay import Verified
from cardscript.session.session import Session
from cardscript.session.trace_text import Detail

EPILOG = """\b
Examples:
  cardscript replay game.rec                       is it as recorded? in a line or two
  cardscript replay game.rec --trace               all events with their numbers
  cardscript replay game.rec --at 120              the events up to number 120, and the table there
  cardscript replay game.rec --at "the game ends" --table
  cardscript replay game.rec --step                forward and back, event by event
  cardscript replay game.rec --anyway              though the game's data has changed since

Exit: 0 as recorded, 1 not as recorded or the record is damaged, 2 wrong usage.
"""


@click.command(
    short_help="Check a record, or go through it.",
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD")
@click.option(
    "--at", "--to", "at", metavar="EVENT", help="The events up to this one (a number, or words), and the table."
)
@click.option("--table", is_flag=True, help="Only the table: after --at EVENT, or at the end.")
@click.option("--trace", is_flag=True, help="All events, numbered.")
@click.option("--step", is_flag=True, help="Go forward and back, from --at EVENT or from the first one.")
@click.option("--seat", metavar="SEAT", help="As this seat sees it (default: everything is shown).")
@click.option("--detail", type=click.Choice(["full", "plain", "brief"]), help="How much is told (default: full).")
@click.option("--game", metavar="GAME", help="Take the game from this folder, or the one of this name.")
@click.option("--anyway", is_flag=True, help="Replay although the game's data has changed, to the first difference.")
def replay(
    record: Path,
    at: str | None,
    table: bool,
    trace: bool,
    step: bool,
    seat: str | None,
    detail: Detail | None,
    game: str | None,
    anyway: bool,
) -> int:
    """Play RECORD again and compare every event with the one recorded."""
    if step and (table or trace):
        raise click.UsageError("--step shows the table with t and the events with n: no --table, no --trace")
    try:
        _, found = opened(record, game, anyway)
    except CardscriptError as error:
        return failed(error)
    session = found.session
    looks = _seat(seat, session)
    if not (at or table or trace or step):
        click.echo(_verified(record, found))
        return 0
    event = session.event_count if at is None else event_named(_plain(session, looks), at)
    if step:
        from cardscript.players.stepper import Stepper

        Stepper(session, sys.stdout, seat=looks, detail=detail or "full").run(event if at else 1)
        return 0
    if not table or trace:
        _print(session, event, looks, detail or "full")
    if at or table:
        from cardscript.players.terminal import table_text
        from cardscript.session.moment import moment_of
        from cardscript.session.view import view

        click.echo(table_text(view(moment_of(session, event).machine(), looks)))
    return 0


def _seat(text: str | None, session: Session) -> int | None:
    if text is None:
        return None
    seats = seat_numbers(text, session.players)
    if len(seats) != 1:
        raise click.UsageError("--seat: one seat")
    return min(seats)


def _plain(session: Session, seat: int | None) -> list[str]:
    return session.trace(seat=seat, detail="plain").split("\n")


def _print(session: Session, event: int, seat: int | None, detail: Detail) -> None:
    """The events up to one, each with its number."""
    from cardscript.players.stepper import numbered
    from cardscript.session.trace_text import event_text, is_bookkeeping

    for number, data in enumerate(session.events_since(0, seat), 1):
        if number > event:
            return
        if detail != "brief" or not is_bookkeeping(data):
            click.echo(numbered(number, event_text(data, detail), session.event_count))


def _verified(path: Path, found: Verified) -> str:
    """What was checked, and how the game stands, in two lines."""
    session = found.session
    events = f"{session.event_count:,} events"
    if found.checked < session.event_count:
        events += f", of which the record holds {found.checked:,}"
    head = f"{path}: as recorded: {session.answer_count:,} answers, {events}"
    if session.result is not None:
        return f"{head}\n{result_line(session)}"
    question = session.decision
    assert question is not None
    return (
        f"{head}\nnot over: player {question.seat + 1} is asked: {question.prompt}; "
        f"go on with: cardscript play --resume {path} --record {path}"
    )
