"""The group of commands. The table below is all it knows of them until one is called."""

from __future__ import annotations

from importlib import import_module

import click

from cardscript._version import __version__

COMMANDS = {
    "check": ("cardscript.cli.check:check", "Report everything wrong in the files of a game, in one run."),
    "coverage": ("cardscript.cli.coverage:coverage", "Show which lines of a game have been executed and asserted."),
    "play": ("cardscript.cli.play:play", "Play a game: at the terminal, with bots, or from a file of answers."),
    "rulings": (
        "cardscript.cli.rulings:rulings",
        "Show the ways to play a game, and what its rulebooks leave open.",
    ),
    "scenario": ("cardscript.cli.scenario:scenario", "Make a scenario file of a moment of a recorded game."),
    "test": ("cardscript.cli.test:test", "Run scenario files: situations, what is done in them, what must be so."),
    "replay": ("cardscript.cli.replay:replay", "Check a record of a game, go through it forward and back."),
    "why": ("cardscript.cli.why:why", "Why something happened in a recorded game, down to the printed line."),
}
"""Name to (module:object, one line of help)."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, not when the program starts or shows its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, without importing a command."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest command named for an unknown one."""
        from cardscript.language.diagnostics import did_you_mean

        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            help = did_you_mean(name, COMMANDS) or f"commands: {', '.join(sorted(COMMANDS))}"
            raise click.UsageError(f"there is no command {name!r}; {help}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


EXAMPLES = """\b
Examples:
  cardscript check                    everything that came with the program, or the game in this folder
  cardscript check my-game            one game
  cardscript play my-game --players 2 --seed 7
  cardscript rulings my-game          how its rulebooks can be read, and where they leave it open
  cardscript test my-game             the scenarios that lie there
  cardscript replay game.rec          is a recorded game still as it was?
  cardscript why game.rec 120         why event 120 of it happened

Colours only on a terminal and without NO_COLOR. Exit: 0 done, 1 findings, 2 wrong usage, 70 internal error.
"""


@click.command(
    cls=LazyGroup,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="cardscript", message="%(prog)s %(version)s")
def group() -> None:
    """Tabletop card games whose printed cards are the program."""
