"""A saved session read back. Anybody may have changed the text: whatever is wrong with it is one `SaveError`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import CardscriptError
from cardscript.language.program import Game
from cardscript.session.session import SAVE_FORMAT, Answer, Session, Setting


class SaveError(Exception):
    """The text is no saved session, or not a whole one; the message says why."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a saved session says, its form checked."""

    game: str
    version: str
    digest: str
    players: int
    first: int
    seed: int
    choices: dict[str, list[str]]
    rulings: dict[str, str]
    answers: list[Answer]
    machine: dict[str, Any]

    @classmethod
    def read(cls, text: str) -> Saved:
        """Read it; `SaveError` if it is not as `Session.to_json` writes it."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise SaveError(f"not JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
            raise SaveError(f"its format is not {SAVE_FORMAT}")
        try:
            choices = {_text(o): [_text(n) for n in _list(names)] for o, names in _dict(data["choices"]).items()}
            rulings = {_text(name): _text(value) for name, value in _dict(data["rulings"]).items()}
            answers = [
                Answer(_int(seat), tuple(_text(n) for n in _list(names)), tuple(_int(p) for p in _list(picks)))
                for seat, names, picks in _list(data["answers"])
            ]
            return cls(
                _text(data["game"]),
                _text(data["version"]),
                _text(data["digest"]),
                _int(data["players"]),
                _int(data["first"]),
                _int(data["seed"]),
                choices,
                rulings,
                answers,
                _dict(data["machine"]),
            )
        except KeyError as error:
            raise SaveError(f"{error} is missing") from error
        except (TypeError, ValueError) as error:
            raise SaveError(str(error)) from error

    def session(self, game: Game, setting: Setting, verify: bool) -> Session:
        """The session, at the decision where it was saved. `verify`: its answers are played again, and the state
        must be the one they lead to."""
        try:
            machine = Machine.from_data(game, self.machine)
        except Exception as error:  # the data is anybody's: any shape can be wrong in it
            raise SaveError(f"its state cannot be read ({type(error).__name__})") from error
        if verify:
            again = Session.begin(game, setting)
            try:
                for answer in self.answers:
                    again.pick(answer.picks)
            except CardscriptError as error:
                raise SaveError(f"one of its answers: {error}") from error
            if again.machine.to_data() != self.machine:
                raise SaveError("its state is not the one its answers lead to")
        return Session(game, setting, machine, list(self.answers))


def _int(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"a number expected, not {str(value)[:40]!r}")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"a text expected, not {str(value)[:40]!r}")


def _list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    raise TypeError(f"a list expected, not {str(value)[:40]!r}")


def _dict(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise TypeError(f"a mapping expected, not {str(value)[:40]!r}")
