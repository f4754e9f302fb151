"""`cardscript check`: everything wrong in the files of one or more games, found in one run."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click

from cardscript.cli.rendering import Format, as_data, clean, render
from cardscript.language.diagnostics import Diagnostic, Findings, did_you_mean
from cardscript.language.manifest import GAME_FILE, load_manifests, shipped_games
from cardscript.language.outline import read_outline
from cardscript.language.program import Game, StandIn


@dataclass(slots=True)
class Target:
    """One game to check. `only`: name prefixes of the files whose findings are shown (empty: all).

    `written`: the folder as the user wrote it, so that printed names can be opened; empty for a shipped game.
    """

    folder: Path
    written: str = ""
    only: list[str] = field(default_factory=list)


@click.command(short_help="Report everything wrong in the files of a game.")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "format",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="full: with the line and its span underlined; concise: one line each; json: an array of objects.",
)
@click.option("--stand-ins", is_flag=True, help="List the values of cards that stand in for unknown ones.")
def check(paths: tuple[str, ...], format: Format, stand_ins: bool) -> int:
    """Report everything wrong in the files of a game, in one run.

    PATH is a game's folder, the folder of a set in it, one of its .card or .yaml files, or the name of a game that
    came with the program. Without PATH: the game in this folder, or else all that came with the program. For a file or
    a set the whole game is read, but only its own findings are shown.

    Exit: 0 nothing found, 1 findings, 2 wrong usage.

    \b
    Examples:
      cardscript check my-game
      cardscript check my-game/rules/turn.card --format concise
    """
    every: list[Diagnostic] = []
    texts: list[str] = []
    data: list[dict[str, object]] = []
    notes: list[str] = []
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for target in _targets(paths):
        findings = Findings()
        game = _compile(target.folder, findings)
        mine, others = _split(findings, target)
        if stand_ins and game is not None:
            told = [_told(one, findings, target) for one in game.stand_ins if _shown(one, target)]
            texts += ["\n".join(told)] if told else []
        every += mine
        data += as_data(mine, findings.sources, show=_shower(target))
        if mine:
            texts.append(render(mine, findings.sources, format, colour=colour, show=_shower(target)))
        else:
            files = sum(not target.only or _within(name, target.only) for name in findings.sources)
            name = os.path.basename(os.path.abspath(target.written)) if target.written else target.folder.name
            notes.append(f"{name}: nothing wrong in {files} {'file' if files == 1 else 'files'}")
        if others:
            notes.append(f"{others} more {'finding' if others == 1 else 'findings'} elsewhere in this game, not shown")
    if format == "json":
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif texts:
        click.echo(("\n\n" if format == "full" else "\n").join(texts))
    if every and format == "full":
        notes.append(_summary(every))
    for note in notes:
        click.echo(clean(note), err=True)
    return 1 if every else 0


def _shown(one: StandIn, target: Target) -> bool:
    return not target.only or _within(one.span.file, target.only)


def _told(one: StandIn, findings: Findings, target: Target) -> str:
    """One line for a stand-in: where it stands, of which card it is, what is written."""
    line, column = findings.sources[one.span.file].position(one.span.start)
    return clean(f"{_shower(target)(one.span.file)}:{line}:{column}: {one.card}: {one.text}")


def _compile(folder: Path, findings: Findings) -> Game | None:
    """Everything that can be found out about a game. What no manifest can place is not compiled, only outlined: the
    missing files would make a cascade of unknown words."""
    loaded = load_manifests(folder, findings)
    if loaded is None:
        return None
    if findings.failed:
        for _, source in loaded.sources:
            read_outline(source, findings)
        return None
    from cardscript.language.program import compile_game
    from cardscript.session.setup import check_groups

    game = compile_game(loaded, findings)
    if game is not None and not findings.failed:
        findings.extend(check_groups(game))
    return game


def _split(findings: Findings, target: Target) -> tuple[list[Diagnostic], int]:
    """The findings to show, in order of file and place, and the number of the others."""
    order = {name: number for number, name in enumerate(findings.sources)}
    items = sorted(findings, key=lambda d: (order.get(d.span.file, len(order)), d.span.file, d.span.start, d.code))
    if not target.only:
        return items, 0
    mine = [d for d in items if _within(d.span.file, target.only)]
    return mine, len(items) - len(mine)


def _within(name: str, prefixes: Iterable[str]) -> bool:
    return any(name == prefix or name.startswith(prefix + "/") for prefix in prefixes)


def _shower(target: Target) -> Callable[[str], str]:
    name = target.folder.resolve().name

    def show(file: str) -> str:
        if not target.written:
            return file
        path = os.path.normpath(os.path.join(target.written, file.removeprefix(name + "/")))
        return path if os.path.isabs(path) else os.path.relpath(path)

    return show


def _summary(items: Iterable[Diagnostic]) -> str:
    items = list(items)
    files = len({d.span.file for d in items})
    counts = []
    for severity in dict.fromkeys(["error", *(d.severity for d in items)]):
        number = sum(d.severity == severity for d in items)
        if number:
            counts.append(f"{number} {severity}{'' if number == 1 else 's'}")
    return f"{', '.join(counts)} in {files} file{'' if files == 1 else 's'}"


def _targets(paths: tuple[str, ...]) -> list[Target]:
    """The games to check, each once, in the order they were first named."""
    if not paths:
        if Path(GAME_FILE).is_file():
            return [Target(Path(), ".")]
        games = shipped_games()
        if not games:
            raise click.UsageError(f"no {GAME_FILE} in this folder and no game came with the program; name a PATH")
        return [Target(folder) for folder in games.values()]
    targets: dict[Path, Target] = {}
    for path in paths:
        for target in _named(path):
            known = targets.setdefault(target.folder.resolve(), target)
            if known is not target:
                known.only = [*known.only, *target.only] if known.only and target.only else []
    return list(targets.values())


def _named(written: str) -> list[Target]:
    """What one PATH means; a usage error if it means nothing."""
    path = Path(written)
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if there:
        found = _in_game(path, written)
        if found:
            return found
    games = shipped_games()
    if written in games:
        return [Target(games[written])]
    if not there:
        help = did_you_mean(written, games) or f"games that came with the program: {', '.join(games) or 'none'}"
        raise click.UsageError(f"there is no file or folder {written!r} and no game of that name; {help}")
    raise click.UsageError(f"{written!r} is not in the folder of a game: there is no {GAME_FILE} in it or above it")


def _in_game(path: Path, written: str) -> list[Target]:
    real = path.resolve()
    if not path.is_dir() and path.suffix not in (".card", ".yaml"):
        raise click.UsageError(f"{written!r} is no folder and no .card or .yaml file")
    for ups, folder in enumerate((real, *real.parents)):
        if folder.is_dir() and (folder / GAME_FILE).is_file():
            inner = real.relative_to(folder).as_posix()
            only = [] if inner in (".", GAME_FILE) and path.is_dir() else [f"{folder.name}/{inner}"]
            up = os.path.normpath(os.path.join(written, *[".."] * ups))
            return [Target(folder, up, only)]
    if path.is_dir():
        inside = sorted(f for f in path.iterdir() if (f / GAME_FILE).is_file())
        return [Target(f, os.path.join(written, f.name)) for f in inside]
    return []
