"""docs/rulings.md: `python -m tests.rulings_page` writes its tables of rulings from the manifests of the shipped games.

The rest of it is written by hand: of each game what became of each clause that leaves something open, and of each card
whose sources disagree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cardscript.session.game import GameHandle, load

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rulings.md"
BY_HAND = "\n## Clauses that leave something open\n"

HEAD = """\
# Rulings

The rulebooks leave things open, and some of their sentences contradict others. Where a table might play by another
reading, a ruling says which one is played: `cardscript rulings GAME` lists them, `cardscript play GAME --ruling
NAME=VALUE` and, in a scenario, `ruling NAME: VALUE` choose. The defaults, in bold, are the readings of the rule clauses
(docs/coverage.md). Each reading of each ruling has a scenario in `tests/scenarios/GAME/**/rulings*.scenario`.
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


@dataclass(frozen=True, slots=True)
class Rulings:
    """The part of the page about one game; `clause`: what the ids of its clauses look like."""

    game: str
    title: str
    sets: tuple[str, ...]
    clause: str

    def handle(self) -> GameHandle:
        """The game with all its sets."""
        return load(self.game, self.sets)

    def tables(self) -> str:
        """The tables of rulings, one for the game and one for each set that has any."""
        parts = []
        for set_id in ("", *self.sets):
            rows = [
                f"| `{name}` | {info.question} | {', '.join(_value(v, info.default) for v in info.values)} |"
                f" {info.cite} |"
                for name, info in self.handle().rulings.items() if info.set == set_id
            ]  # fmt: skip
            if rows:
                title = f"## Of the set `{set_id}`" if set_id else "## Of the game itself"
                parts.append("\n".join([title, "", "| ruling | question | readings | left open in |",
                                        "| --- | --- | --- | --- |", *rows]) + "\n")  # fmt: skip
        return "\n".join(parts)

    def by_hand(self) -> str:
        """What is written by hand about the game."""
        own = PAGE.read_text(encoding="utf-8").partition(f"# {self.title}\n")[2]
        return re.split(r"^# ", own, maxsplit=1, flags=re.MULTILINE)[0].partition(BY_HAND)[2].rstrip() + "\n"

    def rows(self) -> tuple[list[Row], list[Row]]:
        """The rows of that: clauses, then cards."""
        clauses, _, cards = self.by_hand().partition("\n## ")
        found = []
        for part in (clauses, cards):
            lines = re.findall(r"^\| (.+?) \| (.+) \|$", part, re.MULTILINE)
            found.append([Row(about, text) for about, text in lines if about != "---" and text.strip()])
        return found[0], found[1]

    def part(self) -> str:
        """Its part of the page as it must be."""
        return f"# {self.title}\n\n{self.tables()}{BY_HAND}{self.by_hand()}"


LEGENDARY = Rulings(
    "legendary", "Legendary", ("core", "heroes-of-asgard", "midnight-sons"), r"(core|ms|ha)-[a-z]+-\d\d\b"
)
KADMON = Rulings("kadmon", "Legions of Kadmon", ("base",), r"[a-z]+(-[a-z]+)*-\d\d\b")
GAMES = (LEGENDARY, KADMON)


def _value(value: str, default: str) -> str:
    return f"**`{value}`**" if value == default else f"`{value}`"


def page() -> str:
    """The whole page as it must be."""
    return "\n".join([HEAD, *(game.part() for game in GAMES)])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
