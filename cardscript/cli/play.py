"""`cardscript play`: play a game with people, bots or a file of answers; one game shown, or many counted."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

import click

from cardscript.cli.play_options import pairs, seat_numbers, setup_options, split_rest
from cardscript.cli.rendering import render
from cardscript.language.diagnostics import CardscriptError
from cardscript.players.script import Script, read_script
from cardscript.players.table import Player, Quit, Watcher, play_out
from cardscript.session.game import GameHandle, load
from cardscript.session.session import Session

FLAGS = (
    "players", "seed", "first", "with", "sets", "ruling", "seats", "bots", "record", "answers", "resume", "trace",
    "games",
)  # fmt: skip

TraceForm = Literal["text", "jsonl", "none"]

EPILOG = """\b
Examples:
  cardscript play my-game                          a game: you and a bot, or bots if this is no terminal
  cardscript play my-game --bots greedy --seed 7   bots on all seats
  cardscript play my-game --players 3 --seats 1,3  people on two seats
  cardscript play my-game --boss "The Old One"     a set-up choice of the game, by its own name
  cardscript play my-game --with boss="The Old One" --with gangs="Red, Blue"
  cardscript play my-game --games 1000 --bots random
  cardscript play my-game --record game.rec
  cardscript play --resume game.rec

Exit: 0 the game ended by a rule, 1 it was stopped, refused or left, 2 wrong usage.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything `play` was told."""

    players: int | None
    seed: int
    first: int
    seats: str | None
    bots: str | None
    record: Path | None
    answers: Path | None
    trace: TraceForm


@click.command(
    short_help="Play a game.",
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
)
@click.argument("rest", nargs=-1, type=click.UNPROCESSED, metavar="GAME")
@click.option("--players", type=int, help="How many play (default: the fewest).")
@click.option("--seed", type=int, default=0, show_default=True, help="What chance follows from.")
@click.option("--first", type=int, default=1, show_default=True, help="The player who begins.")
@click.option("--with", "with_", multiple=True, metavar="CHOICE=NAME,...", help="A set-up choice; random if not told.")
@click.option("--sets", multiple=True, metavar="SET[,SET]", help="The sets to use (default: what the game says).")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="How a silent rule is read.")
@click.option("--seats", metavar="SEATS", help="The seats of people: 1,3 or all (default: 1 on a terminal).")
@click.option("--bots", type=click.Choice(["random", "greedy"]), help="The bots; on all seats if --seats is not given.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the game to a record as it is played.")
@click.option("--answers", type=click.Path(path_type=Path), help="Answers from a file, one a line.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a record or a saved game.")
@click.option("--trace", type=click.Choice(["text", "jsonl", "none"]), help="What is shown (default: text).")
@click.option("--games", type=click.IntRange(1, 1_000_000), help="Play so many games with bots and count the results.")
def play(
    rest: tuple[str, ...],
    players: int | None,
    seed: int,
    first: int,
    with_: tuple[str, ...],
    sets: tuple[str, ...],
    ruling: tuple[str, ...],
    seats: str | None,
    bots: str | None,
    record: Path | None,
    answers: Path | None,
    resume: Path | None,
    trace: TraceForm | None,
    games: int | None,
) -> int:
    """Play GAME: the name of a game that came with the program, or a folder.

    Every set-up choice of the game is an option too, by its own name (--with CHOICE=NAME says the same); what is not
    given is picked by the seed. On a terminal you sit at seat 1; without one, and without --answers, bots take all
    seats. Ctrl-C stops; the record stays and can be resumed.
    """
    name, given = split_rest(rest)
    plan = Plan(players, seed, first - 1, seats, bots, record, answers, trace or "text")
    if resume and (games or name or given or with_ or players or ruling or sets):
        raise click.UsageError("--resume says it all: no game, set-up choices, --players, --ruling, --sets or --games")
    if games and (seats or record or answers):
        raise click.UsageError("--games is for bots: no --seats, --record or --answers")
    if answers and bots and not seats:
        raise click.UsageError("--answers and --bots: say with --seats which seats the answers are for")
    try:
        if resume:
            from cardscript.cli.play_resume import resumed

            handle, session = resumed(resume)
            return _one(handle, session, plan, append=record is not None and _same(record, resume))
        if not name:
            raise click.UsageError("which game? cardscript play GAME")
        handle = load(name, [s.strip() for value in sets for s in value.split(",")] if sets else None)
        options = setup_options([*given, *pairs(with_, "--with")], handle.choices, FLAGS)
        rulings = dict(pairs(ruling, "--ruling"))
        if games:
            from cardscript.cli.play_many import many

            return many(handle, games, players, seed, options, rulings, plan.first, bots or "random")
        session = handle.start(players, seed, options, rulings, plan.first)
        return _one(handle, session, plan, append=False)
    except CardscriptError as error:
        return _show(error, 2)


def _show(error: CardscriptError, code: int) -> int:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    sys.stdout.flush()
    click.echo(render(error.diagnostics, error.sources, colour=colour), err=True)
    return code


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except OSError:
        return False


def _one(handle: GameHandle, session: Session, plan: Plan, append: bool) -> int:
    """One game, shown."""
    from cardscript.players.show import Show, opening, outcome
    from cardscript.session.record import RecordWriter

    out = click.get_text_stream("stdout")
    people, script, seats = _seats(session, plan, out)
    watchers: list[Watcher] = []
    writer = None
    if plan.record:
        writer = RecordWriter(plan.record, handle, append)  # refuses what cannot be written before anything is played
        watchers.append(writer)
    aside: TextIO = out if plan.trace == "text" else click.get_text_stream("stderr")
    if plan.trace != "jsonl":
        click.echo(opening(session), file=out)
    show = Show(session, plan.trace, people if not script else frozenset(), out)
    watchers.append(show)
    code = 0
    try:
        play_out(session, seats, watchers)
        if script:
            script.finish()
    except Quit as quit:
        click.echo(f"\nstopped{f': {quit}' if str(quit) else ''}", file=aside)
        code = 1
    except KeyboardInterrupt:
        click.echo("\ninterrupted", err=True)
        code = 1
    except CardscriptError as error:
        code = _show(error, 1)
    finally:
        if writer:
            writer.close()
    if session.result is not None:
        if plan.trace != "jsonl":
            click.echo(outcome(session), file=out)
        return code if session.ended_by_rule else 1
    if writer and plan.record:
        click.echo(f"go on with: cardscript play --resume {plan.record} --record {plan.record}", err=True)
    return code or 1


def _seats(session: Session, plan: Plan, out: TextIO) -> tuple[frozenset[int], Script | None, list[Player]]:
    """The seats of people (or of the file), the file, and who sits where."""
    from cardscript.players.bots import make_bot

    terminal = sys.stdin.isatty() and out.isatty()
    if plan.seats is not None:
        people = seat_numbers(plan.seats, session.players)
    elif plan.answers:
        people = frozenset(range(session.players))
    else:
        people = frozenset({0}) if terminal and not plan.bots else frozenset[int]()
    if people and not terminal and not plan.answers:
        raise click.UsageError("--seats needs a terminal, or --answers")
    script = read_script(plan.answers) if plan.answers else None
    person: Player | None = script
    if people and not person:
        from cardscript.players.terminal import Terminal

        person = Terminal(people, out)
    bot = plan.bots or "random"
    seats: list[Player] = []
    for seat in range(session.players):
        seats.append(person if person and seat in people else make_bot(bot, session.setting.seed, seat))
    return people, script, seats
