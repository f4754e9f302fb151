"""From a scenario file to something that can be run: its game with its extra cards, its conditions read."""

from __future__ import annotations

from pathlib import Path

from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.language.outline import Line
from cardscript.language.source import Source, Span
from cardscript.scenario import syntax as x
from cardscript.scenario.expect import conditions_in
from cardscript.scenario.run import Loaded
from cardscript.scenario.words import Words
from cardscript.session.exercise import Exercise
from cardscript.session.game import load_with

GAME_FILE = "game.yaml"


def load_scenarios(
    file: x.ScenarioFile, findings: Findings, folder: Path | None = None, cover: bool = False
) -> Loaded | None:
    """The file with its game; None, with findings, if either is wrong (CS610: no game is named or found).

    `folder`: where the file lies; a game named by a path is looked for from there, and a file that names none belongs
    to the game in whose folder it lies. `cover`: what its cases execute and assert is noted.
    """
    game = game_of(file, folder)
    if game is None:
        help = "begin the file with: game NAME (a game that came with the program, or a folder such as ../my-game)"
        findings.add("CS610", "which game is this of?", Span(file.source.name, 0, 0), help)
        return None
    extra: dict[str, tuple[Source, list[Line]]] = {}
    for source, line in file.cards:
        extra.setdefault(source.name, (source, []))[1].append(line)
    blocks = tuple((source, tuple(lines)) for source, lines in extra.values())
    try:
        found = load_with(game, file.sets, blocks, findings)
    except CardscriptError as error:
        span = file.game.span if file.game is not None else Span(file.source.name, 0, 0)
        for d in error.diagnostics:
            findings.add(d.code, d.message, span, d.help)
        return None
    if found is None:
        return None
    handle, reader = found
    conditions = {}
    for body in file.scenarios:
        for asked in conditions_in(body):
            read = reader.read(asked.text, asked.at, findings)
            if read is not None:
                conditions[asked.at] = read
    exercise = Exercise(handle.game) if cover else None
    if exercise is not None:
        handle = exercise.handle(handle)
    return Loaded(file, handle, Words(handle.game), conditions, reader, exercise)


def game_of(file: x.ScenarioFile, folder: Path | None) -> str | Path | None:
    """The name or folder of the game a file is of; None if nothing says it."""
    if file.game is not None:
        written = file.game.text
        return folder / written if folder is not None and ("/" in written or written.startswith(".")) else written
    if folder is None:
        return None
    return next((up for up in (folder.resolve(), *folder.resolve().parents) if (up / GAME_FILE).is_file()), None)
