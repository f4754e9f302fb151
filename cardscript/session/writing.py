"""Writing files: as a whole or not at all, and what to say when that cannot be done."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cardscript.language.diagnostics import CardscriptError, Diagnostic


def unwritable(path: Path, error: Exception) -> CardscriptError:
    """What to raise where a file cannot be written (CS510)."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    help = "name a file in a folder you can write to"
    return CardscriptError([Diagnostic("CS510", f"cannot write {path}: {why}", help=help)])


def write_whole(path: Path, text: str | None) -> None:
    """Write a text, its line ends as they are, at once or not at all; `CardscriptError` (CS510) if that cannot be done.
    None: only see whether one could be, before anything is done for it."""
    half = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        if path.exists() and not path.is_file():  # a device, a pipe: nothing to replace
            path.write_text(text or "", encoding="utf-8", newline="")
            return
        half.write_text(text or "", encoding="utf-8", newline="")
        if text is not None:
            half.replace(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from error
    finally:
        with suppress(OSError, ValueError):
            half.unlink(missing_ok=True)
