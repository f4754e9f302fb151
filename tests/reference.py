"""The facts of printed cards, kept outside the repository: `../shared/reference`, or the folder that the variable
CARDSCRIPT_REFERENCE names. Where they are not there, the tests that compare with them are not collected, and the test
run says so at its end (see conftest.py)."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = Path(os.environ.get("CARDSCRIPT_REFERENCE") or ROOT.parent / "shared" / "reference")
RULES = REFERENCE.parent / "rules"
"""The rule clauses, beside the facts of the cards."""
COMPARING = (
    "games/kadmon/test_reference.py",
    "games/legendary/test_reference.py",
    "games/legendary/test_reference_midnight_sons.py",
    "games/test_reference_rulings.py",
)
"""The tests that need the reference, as paths below tests/."""


def there() -> bool:
    return REFERENCE.is_dir()


def cards(game: str, box: str) -> list[dict[str, Any]]:
    """The cards of one box, as the reference has them."""
    return list(whole(game, box)["cards"])


@cache
def whole(game: str, box: str) -> dict[str, Any]:
    """All that the reference says of one box."""
    found = yaml.safe_load((REFERENCE / game / f"{box}.yaml").read_text(encoding="utf-8"))
    return dict(found)
