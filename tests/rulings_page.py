"""docs/rulings.md: `python -m tests.rulings_page` writes its first part from the manifests of the shipped Legendary.

The second part is written by hand: what became of each clause that leaves something open, and of each card whose
sources disagree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cardscript.session.game import GameHandle, load

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rulings.md"
SETS = ("core", "heroes-of-asgard", "midnight-sons")
BY_HAND = "\n## Clauses that leave something open\n"

HEAD = """\
# Rulings of Legendary

The rulebooks leave things open, and some of their sentences contradict others. Where a table might play by another
reading, a ruling says which one is played: `cardscript rulings legendary` lists them, `cardscript play legendary
--ruling NAME=VALUE` and, in a scenario, `ruling NAME: VALUE` choose. The defaults, in bold, are the readings of the
rule clauses (docs/coverage.md). Each reading of each ruling has a scenario in
`tests/scenarios/legendary/**/rulings.scenario`.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the part written by hand: what is open, and what became of it."""

    about: str
    text: str

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it names; none: it says why there is no second reading."""
        told = re.match(r"(?:.*[;:] )?ruling ((?:`[\w-]+`(?:, )?)+)", self.text)
        return tuple(re.findall(r"`([\w-]+)`", told[1])) if told is not None else ()


def whole_game() -> GameHandle:
    """Legendary with all its sets."""
    return load("legendary", SETS)


def first_part(handle: GameHandle) -> str:
    """The tables of rulings, one for the game and one for each set that has any."""
    parts = [HEAD]
    for set_id in ("", *SETS):
        rows = [
            f"| `{name}` | {info.question} | {', '.join(_value(v, info.default) for v in info.values)} | {info.cite} |"
            for name, info in handle.rulings.items() if info.set == set_id
        ]  # fmt: skip
        if rows:
            title = f"## Of the set `{set_id}`" if set_id else "## Of the game itself"
            parts.append("\n".join([title, "", "| ruling | question | readings | left open in |",
                                    "| --- | --- | --- | --- |", *rows]) + "\n")  # fmt: skip
    return "\n".join(parts)


def _value(value: str, default: str) -> str:
    return f"**`{value}`**" if value == default else f"`{value}`"


def by_hand() -> str:
    """The part of the page that is written by hand."""
    return PAGE.read_text(encoding="utf-8").partition(BY_HAND)[2]


def rows() -> tuple[list[Row], list[Row]]:
    """Its rows: clauses, then cards."""
    clauses, _, cards = by_hand().partition("\n## ")
    found = []
    for part in (clauses, cards):
        lines = re.findall(r"^\| (.+?) \| (.+) \|$", part, re.MULTILINE)
        found.append([Row(about, text) for about, text in lines if about != "---" and text.strip()])
    return found[0], found[1]


def page() -> str:
    """The whole page as it must be."""
    return first_part(whole_game()) + BY_HAND + by_hand()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
