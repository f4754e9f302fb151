"""What the commands that read a record share: opening and checking it, and showing what is wrong with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from cardscript.cli.rendering import render
from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.session.game import load
from cardscript.session.record_text import Record, read_record
from cardscript.session.replay import Verified, game_of, verify

USAGE = ("CS001", "CS420", "CS421")
"""Codes of what is not there: the file, the game, a set."""


def opened(path: Path, game: str | None = None, anyway: bool = False) -> tuple[Record, Verified]:
    """A record, played again and found as recorded. `game`: a folder or name to take the game from instead of the one
    the record names. Warnings are shown; `CardscriptError` for what is wrong."""
    findings = Findings()
    record = read_record(path, findings)
    if record is None:
        raise CardscriptError(findings.items, findings.sources)
    if findings.items:
        click.echo(render(findings.items, findings.sources, colour=_colour()), err=True)
    handle = load(game, list(record.sets) or None) if game else game_of(record)
    found = verify(record, handle, anyway)
    for change in found.changes:
        click.echo(f"changed since: {change}", err=True)
    return record, found


def failed(error: CardscriptError) -> int:
    """Show what is wrong; 2 if something named on the command line is not there, else 1."""
    sys.stdout.flush()
    click.echo(render(error.diagnostics, error.sources, colour=_colour()), err=True)
    return 2 if all(d.code in USAGE for d in error.diagnostics) else 1


def event_named(told: list[str], wanted: str) -> int:
    """The number of the one event a text means; a usage error that lists the events if it is not one."""
    from cardscript.session.why import find

    found = find(told, wanted)
    if len(found) == 1:
        return found[0]
    if not found:
        raise click.UsageError(f"there is no event {wanted!r}; events are numbered from 1 to {len(told)}")
    shown = "".join(f"\n  {number}  {told[number - 1].strip()}" for number in found[:MOST_LISTED])
    more = f"\n  and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    raise click.UsageError(f"{len(found)} events say {wanted!r}; name one by its number:{shown}{more}")


MOST_LISTED = 20
"""How many events are listed when several are meant."""


def _colour() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")
