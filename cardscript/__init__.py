"""Cardscript: the printed line of a tabletop card is the program.

    import cardscript
    game = cardscript.load("duel")
    session = game.start(players=2, seed=7)

Only `load` and `__version__` live here, and nothing is imported until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript._version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardscript.session.game import GameHandle

__all__ = ["__version__", "load"]


def load(game: str | Path, sets: Sequence[str] | None = None) -> GameHandle:
    """The game in a folder, or one that came with the program by its name; `sets` names those to use.

    Raises `cardscript.language.diagnostics.CardscriptError` with everything that is wrong in its files.
    """
    from cardscript.session.game import load as load_game

    return load_game(game, sets)
