"""The command line: one small file a command, imported only when that command runs."""

from __future__ import annotations

import io
import os
import sys

from cardscript._version import __version__

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit: 0 done, 1 findings, 2 wrong usage, 70 an internal error, 130 interrupted.

    Nothing ends in a traceback unless the environment says CARDSCRIPT_DEBUG=1.
    """
    if sys.argv[1:] == ["--version"]:  # without even click
        print(f"cardscript {__version__}")
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without a letter still shows something
    debug = os.environ.get("CARDSCRIPT_DEBUG") == "1"
    try:
        code = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        if debug:
            raise
        print("\ninterrupted", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # the reader (`| head`) has gone; keep the interpreter from complaining when it closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except Exception as error:
        code = _failed(error, debug)
    sys.exit(code)


def _run() -> int:
    import click

    from cardscript.cli.group import group

    try:
        result = group.main(standalone_mode=False, prog_name="cardscript")
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort as abort:
        raise KeyboardInterrupt from abort
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    return result if isinstance(result, int) else 0


def _failed(error: Exception, debug: bool) -> int:
    from cardscript.language.diagnostics import CardscriptError

    if isinstance(error, CardscriptError):
        from cardscript.cli.rendering import render

        sys.stdout.flush()
        print(render(error.diagnostics, error.sources, colour=_colour(sys.stderr.isatty())), file=sys.stderr)
        return 1
    if debug:
        raise error
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    print(f"internal error: {what}; please report it, run with CARDSCRIPT_DEBUG=1 to see where", file=sys.stderr)
    return 70


def _colour(terminal: bool) -> bool:
    return terminal and not os.environ.get("NO_COLOR")
