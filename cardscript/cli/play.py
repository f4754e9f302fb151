"""`cardscript play`: play a game with people, bots or a file of answers; one game shown, or many counted."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from cardscript.cli.play_options import bot_kinds, pairs, seat_numbers, sets_named, setup_options, split_rest
from cardscript.cli.rendering import render
from cardscript.language.diagnostics import CardscriptError
from cardscript.players.bots import KINDS
from cardscript.players.script import Script, read_script
from cardscript.players.show import Form
from cardscript.players.table import Player, Quit, Watcher, play_out
from cardscript.session.game import GameHandle, load
from cardscript.session.record import Begin, RecordWriter
from cardscript.session.session import Session
from cardscript.session.switches import variants_named
from cardscript.session.trace_text import Detail

FLAGS = (
    "players", "seed", "first", "with", "sets", "variant", "ruling", "seats", "bots", "record", "answers", "resume",
    "trace", "detail", "games", "coverage",
)  # fmt: skip

USAGE = ("CS001", "CS510")
"""Codes that speak of the command line, as those that begin with CS4 do."""

EPILOG = """\b
Examples:
  cardscript play my-game                          a game: you and a bot, or bots if this is no terminal
  cardscript play my-game --bots greedy --seed 7   bots on all seats
  cardscript play my-game --players 3 --seats 1,3  people on two seats
  cardscript play my-game --boss "The Old One"     a set-up choice of the game, by its own name
  cardscript play my-game --with boss="The Old One" --with gangs="Red, Blue"
  cardscript play my-game --variant long           a way to play that its rulebook offers
  cardscript play my-game --games 1000 --bots random
  cardscript play my-game --games 200 --bots greedy,random   seat 1 against the others; seats go round from game to game
  cardscript play my-game --detail brief           the story without bookkeeping
  cardscript play my-game --trace jsonl            the events as JSON, one a line
  cardscript play my-game --games 100 --bots explorer --coverage seen.json
  cardscript play my-game --record game.rec
  cardscript play --resume game.rec

Exit: 0 the game ended by a rule, 1 it was stopped, refused or left, 2 wrong usage.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is played: by whom, and what becomes of it."""

    seats: str | None
    bots: tuple[str, ...]
    record: Path | None
    answers: Path | None
    trace: Form
    detail: Detail


@click.command(
    short_help="Play a game.",
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
)
@click.argument("rest", nargs=-1, type=click.UNPROCESSED, metavar="GAME")
@click.option("--players", type=int, help="How many play (default: the fewest).")
@click.option("--seed", type=int, help="What chance follows from (default: 0).")
@click.option("--first", type=int, help="The player who begins (default: 1).")
@click.option("--with", "with_", multiple=True, metavar="CHOICE=NAME,...", help="A set-up choice; random if not told.")
@click.option("--sets", multiple=True, metavar="SET[,SET]", help="The sets to use (default: what the game says).")
@click.option("--variant", multiple=True, metavar="WAY", help="A way to play (cardscript rulings GAME lists them).")
@click.option("--ruling", multiple=True, metavar="NAME=VALUE", help="How a silent rule is read.")
@click.option("--seats", metavar="SEATS", help="The seats of people: 1,3 or all (default: 1 on a terminal).")
@click.option("--bots", metavar="KIND[,KIND]", help=f"The bots ({', '.join(KINDS)}): one kind, or one for each seat.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the game to a record as it is played.")
@click.option("--answers", type=click.Path(path_type=Path), help="Answers from a file, one a line.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a record or a saved game.")
@click.option("--trace", type=click.Choice(["text", "jsonl", "none"]), help="What is shown (default: text).")
@click.option("--detail", type=click.Choice(["full", "plain", "brief"]), help="How much is told (default: full).")
@click.option("--games", type=click.IntRange(1, 1_000_000), help="Play so many games with bots and count the results.")
@click.option("--coverage", type=click.Path(path_type=Path), help="With --games: write what they executed to a file.")
def play(
    rest: tuple[str, ...],
    players: int | None,
    seed: int | None,
    first: int | None,
    with_: tuple[str, ...],
    sets: tuple[str, ...],
    variant: tuple[str, ...],
    ruling: tuple[str, ...],
    seats: str | None,
    bots: str | None,
    record: Path | None,
    answers: Path | None,
    resume: Path | None,
    trace: Form | None,
    detail: Detail | None,
    games: int | None,
    coverage: Path | None,
) -> int:
    """Play GAME: the name of a game that came with the program, or a folder.

    Every set-up choice of the game is an option too, by its own name (--with CHOICE=NAME says the same); what is not
    given is picked by the seed. On a terminal you sit at seat 1; without one, and without --answers, bots take all
    seats. Ctrl-C stops; the record stays and can be resumed.
    """
    name, given = split_rest(rest)
    kinds = bot_kinds(bots)
    plan = Plan(seats, kinds if bots else (), record, answers, trace or "text", detail or "full")
    begins = 0 if first is None else first - 1
    told = (name, given, with_, players, seed, first, variant, ruling, sets, games)
    if resume and any(one not in (None, "", (), []) for one in told):
        raise click.UsageError("--resume goes on as it began: no game, set-up choices, --seed, --players and such")
    if games and (seats or record or answers):
        raise click.UsageError("--games is for bots: no --seats, --record or --answers")
    if coverage and not games:
        raise click.UsageError("--coverage is for many games: say with --games how many")
    if answers and bots and not seats:
        raise click.UsageError("--answers and --bots: say with --seats which seats the answers are for")
    try:
        if resume:
            from cardscript.cli.play_resume import resumed

            handle, session, how = resumed(resume)
            return _one(handle, session, plan, how if record and _same(record, resume) else "new")
        if not name:
            raise click.UsageError("which game? cardscript play GAME")
        handle = load(name, sets_named(sets))
        options = setup_options([*given, *pairs(with_, "--with")], handle.choices, FLAGS)
        rulings = dict(pairs(ruling, "--ruling")) | variants_named(handle.game, variant)
        if games:
            from cardscript.cli.play_many import many
            from cardscript.players.tally import Manner

            manner = Manner(players, options, rulings, begins, kinds)
            return many(handle, games, seed or 0, manner, coverage)
        session = handle.start(players, seed or 0, options, rulings, begins)
        return _one(handle, session, plan, "new")
    except CardscriptError as error:
        return show_error(error)


def show_error(error: CardscriptError) -> int:
    """Show what is wrong; 2 if something was asked for that there is not or cannot be, 1 if a file is wrong."""
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    sys.stdout.flush()
    click.echo(render(error.diagnostics, error.sources, colour=colour), err=True)
    return 2 if all(d.code in USAGE or d.code.startswith("CS4") for d in error.diagnostics) else 1


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except OSError:
        return False


def _one(handle: GameHandle, session: Session, plan: Plan, begin: Begin) -> int:
    """One game, shown. If it stops before a rule ends it, a record of it is there."""
    from cardscript.players.show import Show, opening, outcome

    out: TextIO = sys.stdout
    people, script, seats = _seats(session, plan, out)
    watchers: list[Watcher] = []
    writer = None
    if plan.record:
        writer = RecordWriter(plan.record, handle, begin)  # refuses what cannot be written before anything is played
        watchers.append(writer)
    aside: TextIO = out if plan.trace == "text" else sys.stderr
    if plan.trace != "jsonl":
        click.echo(opening(session), file=out)
    show = Show(session, plan.trace, people if not script else frozenset(), out, plan.detail)
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
        code = show_error(error)
    except Exception:
        _keep(handle, session, plan, writer)
        raise
    finally:
        if writer:
            writer.close()
    if session.result is not None:
        if plan.trace != "jsonl":
            click.echo(outcome(session), file=out)
        if session.ended_by_rule:
            return code
    _keep(handle, session, plan, writer)
    return code or 1


def _keep(handle: GameHandle, session: Session, plan: Plan, writer: RecordWriter | None) -> None:
    """Say where the record of a game is that no rule ended; write one if there is none."""
    from cardscript.cli.kept import go_on, keep

    if writer and plan.record:
        writer.failed(session)
        click.echo(go_on(session, plan.record), err=True)
    else:
        click.echo(keep(handle, session), err=True)


def _seats(session: Session, plan: Plan, out: TextIO) -> tuple[frozenset[int], Script | None, list[Player]]:
    """The seats of people (or of the file), the file, and who sits where."""
    from cardscript.players.bots import make_bot, seated
    from cardscript.session.exercise import Exercise

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
    kinds = seated(plan.bots or ("random",), session.players)
    exercise = Exercise(session.game, asserting=False) if "explorer" in kinds else None
    seats: list[Player] = []
    for seat, kind in enumerate(kinds):
        seats.append(person if person and seat in people else make_bot(kind, session.setting.seed, seat, exercise))
    return people, script, seats
