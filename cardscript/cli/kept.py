"""The records of games that no rule ended: written where nothing is lost, and said in one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

from cardscript.session.game import GameHandle
from cardscript.session.record import record_text
from cardscript.session.session import Session

MOST_NAMES = 10_000
"""How many records of one game and seed find a name in one folder."""


def keep(handle: GameHandle, session: Session) -> str:
    """Write the record of a game into the current folder, or else into the one for temporary files; never over another
    file. The line that says where it is and how to go on."""
    text = record_text(session, handle)
    path, why = _write(text, f"cardscript-{handle.id}-{session.setting.seed}")
    return go_on(session, path) if path else f"no record could be written: {why}"


def go_on(session: Session, path: Path) -> str:
    """The line that says where a record is and what can be done with it."""
    if session.failed is not None:
        return f"the record is in {path}; it leads to the failure again: cardscript replay {path}"
    if session.result is not None:
        return f"the record is in {path}; look at it with: cardscript replay {path} --step"
    return f"the record is in {path}; go on with: cardscript play --resume {path} --record {path}"


def _write(text: str, stem: str) -> tuple[Path | None, str]:
    """Where the text was written, or why it could not be."""
    why = ""
    for folder in (Path(), Path(tempfile.gettempdir())):
        for number in range(1, MOST_NAMES):
            path = folder / (f"{stem}.rec" if number == 1 else f"{stem}-{number}.rec")
            try:
                file = path.open("x", encoding="utf-8", newline="\n")
            except FileExistsError:
                continue
            except OSError as error:
                why = f"{path}: {error.strerror or error}"
                break
            try:
                with file:
                    file.write(text)
            except OSError as error:
                path.unlink(missing_ok=True)
                why = f"{path}: {error.strerror or error}"
                break
            return path, ""
    return None, why
