"""What of a game's printed lines can be carried out: every line, clause by clause, and the nodes that show that it was.

Read from the typed program. Cards' lines come first, in the order of the files, then those of rules and keywords.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from cardscript.language.program import Game

Section = Literal["card", "rule"]

Key = tuple[str, str, str, str, str, int, str, int]
"""What a clause is known by in every variant of a game: section, set, kind of card (or file), group, name, line,
words, and the how manieth with these words."""


@dataclass(slots=True, eq=False)
class Clause:
    """A part of a line. `start` and `end` are places in the printed line; `two_way`: it can come out true or false;
    `runs`: it can be carried out at all (else it is only read); `asks`: it does nothing else than come out one way or
    the other; `guards`: the clauses that lead to it."""

    number: int
    line: Line
    start: int
    end: int
    kind: str
    two_way: bool
    runs: bool
    asks: bool = False
    nth: int = 0
    guards: tuple[Clause, ...] = ()

    @property
    def words(self) -> str:
        """The clause as printed."""
        return self.line.text[self.start : self.end]

    @property
    def key(self) -> Key:
        """The same in every variant of the game that has this line."""
        return (*self.line.key, self.words, self.nth)


LineKey = tuple[str, str, str, str, str, int]


@dataclass(slots=True, eq=False)
class Line:
    """A printed line: of a card (`index` counts its ability lines from 0) or of a block of rules (`index` counts the
    lines of the block, its first line is 0). `file` and `at` (line number, from 1) say where it stands;
    `card` is the number of the printed card, -1 for rules."""

    section: Section
    set: str
    kind: str
    group: str
    name: str
    index: int
    text: str
    file: str
    at: int
    card: int = -1
    clauses: list[Clause] = field(default_factory=list)

    @property
    def key(self) -> LineKey:
        """The same in every variant of the game that has this line."""
        return (self.section, self.set, self.kind, self.group, self.name, self.index)


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that the set-up lays: those of a kind (-1: any) or group (empty: any), in a zone (-1: any)."""

    zone: int = -1
    kind: int = -1
    group: str = ""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A clause that is carried out when its card is dealt at set-up (of the rules: at every set-up), for some numbers
    of players (None: any); the cards it is about; `number`: the number of the rules it states, which a card that is
    dealt may replace (empty: none)."""

    clause: Clause
    players: range | None = None
    laid: tuple[Laid, ...] = ()
    number: str = ""


@dataclass(slots=True)
class Clauses:
    """All clauses of a game, and by which nodes they are known. Nodes are keyed by `id`; the game keeps them alive."""

    game: Game
    lines: list[Line] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    ops: dict[int, list[Clause]] = field(default_factory=dict)
    """Statement -> the clauses its ops carry out."""
    tests: dict[int, list[tuple[Clause, bool]]] = field(default_factory=dict)
    """Condition, or statement that branches -> the clauses it decides (True: turned round)."""
    reads: dict[int, list[Clause]] = field(default_factory=dict)
    """Number, player or filter of a standing effect -> the clauses that stand while it is read."""
    begins: dict[int, list[Clause]] = field(default_factory=dict)
    """Unit -> the clauses that are carried out when it begins."""
    speaks: dict[int, list[Clause]] = field(default_factory=dict)
    """Node an event can point to -> the clauses that made the event."""
    moves: dict[int, Clause] = field(default_factory=dict)
    """Verb -> the clause of its body that its event itself carries out."""
    dealt: dict[int, list[Dealt]] = field(default_factory=dict)
    """Printed card (-1: the rules) -> what is read of it when it is dealt at set-up."""
    refused: dict[int, Clause] = field(default_factory=dict)
    """Number of players -> the clause of the set-up that refuses it."""
    endings: dict[int, list[Clause]] = field(default_factory=dict)
    """Ending -> the clauses of rules that state it."""

    labels: dict[int, list[Clause]] = field(default_factory=dict)
    """Label -> the clauses of rules that say what lines with it wait for."""

    def add(self, line: Line, start: int, end: int, kind: str, two_way: bool = False, runs: bool = True) -> Clause:
        """A new clause of a line."""
        clause = Clause(len(self.clauses), line, start, end, kind, two_way, runs)
        clause.nth = sum(1 for other in line.clauses if other.words == clause.words)
        line.clauses.append(clause)
        self.clauses.append(clause)
        return clause

    def keys(self) -> Iterator[tuple[Key, Clause]]:
        """Every clause by its key."""
        return ((clause.key, clause) for clause in self.clauses)


def clauses_of(game: Game) -> Clauses:
    """All clauses of a game."""
    from cardscript.session.exercise_cards import read_cards
    from cardscript.session.exercise_rules import read_rules

    found = Clauses(game)
    read_cards(found)
    read_rules(found)
    return found
