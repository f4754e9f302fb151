"""`play --resume FILE`: a record is played again and checked; a saved game stands as it was saved."""

from __future__ import annotations

import json
from pathlib import Path

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.files import read_source
from cardscript.session.game import GameHandle, load
from cardscript.session.record import Begin
from cardscript.session.record_text import MAX_BYTES, parse_record
from cardscript.session.replay import game_of, replay
from cardscript.session.session import Session


def resumed(path: Path) -> tuple[GameHandle, Session, Begin]:
    """The game and the session of a record or saved game, and how the same file can be gone on with as a record;
    `CardscriptError` if that is not possible."""
    findings = Findings()
    source = read_source(path, str(path), findings, MAX_BYTES)
    if source is None:
        raise CardscriptError(findings.items, findings.sources)
    if source.text.startswith("{"):
        return (*_saved(source.text, path), "rewrite")
    record = parse_record(source, findings)
    if record is None:
        raise CardscriptError(findings.items, findings.sources)
    handle = game_of(record)
    session = replay(record, handle)
    return handle, session, "rewrite" if record.cut else "append"


def _saved(text: str, path: Path) -> tuple[GameHandle, Session]:
    try:
        data = json.loads(text)
        place, sets = str(data.get("folder") or data["game"]), [str(s) for s in data.get("sets", [])]
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        message = f"{path} is no saved game: {type(error).__name__}"
        raise CardscriptError([Diagnostic("CS517", message, help="save one with s FILE while playing")]) from error
    handle = load(place, sets or None)
    return handle, handle.from_json(text, verify=True)
