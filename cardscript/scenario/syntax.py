"""What a scenario file says: plain data, each part with its place. Names are not yet looked up in a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from cardscript.language.outline import Line as OutlineLine
from cardscript.language.source import Source, Span

SHARED, EACH = -1, -2
"""In place of a seat: no player's; every player's."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is written, without its quotes."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """Where cards lie: a zone or a space of a row, of a player (seat from 0), `SHARED`, of `EACH` player; or, with
    `under`, what lies beneath that place or beneath the card of that name."""

    seat: int
    name: Name
    under: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of something that has a name."""

    number: int
    name: Name


@dataclass(frozen=True, slots=True)
class Item:
    """Cards in a list: how many, of which name (None: an empty space), what lies beneath each (None: not said), which
    counters lie on it. `gone`: no card, but a space that is destroyed."""

    count: int
    card: Name | None
    under: tuple[Item, ...] | None
    counters: tuple[Amount, ...]
    span: Span
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """A part of "X has ...": so many of that name (0 with `no`; None: this one is among them)."""

    number: int | None
    name: Name


# --- lines of a situation ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class On:
    """Begin with the situation of that name."""

    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class SetUp:
    """Begin with the set-up of the game itself; option to the names picked for it."""

    choices: tuple[tuple[Name, tuple[Name, ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    """How many play."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Seed:
    """What chance follows from."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a silent rule is read, or in which of its ways the game is played."""

    name: Name
    value: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, its number (0: not said), the phase that begins (None: the first)."""

    seat: int
    number: int
    phase: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class History:
    """What was done before, in the game's words: this turn, or in the game."""

    text: str
    now: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Has:
    """What a player (or `EACH`) has."""

    seat: int
    amounts: tuple[Amount, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Lies:
    """Which cards lie in a place, the top one or the one in the first space first."""

    place: PlaceRef
    items: tuple[Item, ...]
    span: Span


Situational: TypeAlias = On | SetUp | Players | Seed | Ruling | Turn | History | Has | Lies


# --- what is done ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Answer:
    """A player answers the pending decision, by name; nothing picked: no names."""

    seat: int
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Refused:
    """A player cannot do something now, for this reason (None: whatever it is)."""

    seat: int
    what: str
    reason: str | None
    span: Span


# --- what must be so ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ExpectCards:
    """Exactly these cards lie in a place, in this order or (`ordered` False) in any."""

    place: PlaceRef
    items: tuple[Item, ...]
    ordered: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectHas:
    """A player (`place` None), a place or a card has these things."""

    seat: int
    place: PlaceRef | None
    things: tuple[Thing, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectAsked:
    """A player is asked: with these words, for so many answers, which are exactly these; what is None is not said."""

    seat: int
    prompt: str | None
    least: int | None
    most: int | None
    answers: tuple[str, ...] | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectOffered:
    """These are (or, with `yes` False, are not) among the legal answers."""

    names: tuple[str, ...]
    yes: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectEvents:
    """Events of these words happened in this order since the last answer (or, with `yes` False, none of them)."""

    events: tuple[Name, ...]
    yes: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectTrace:
    """All that happened since the last answer is exactly this, line by line. `block` is where the lines stand."""

    lines: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectEnding:
    """How the game ended: the name of the ending (empty: it goes on)."""

    ending: str
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectResult:
    """What the ending means: win, loss, draw..."""

    result: str
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectScores:
    """The scores of the players in order."""

    scores: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectRanked:
    """Who has the best score (`all` False: several if they share it, nobody if the ending ranks nobody), or all
    players, the best first."""

    seats: tuple[int, ...]
    all: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectSees:
    """A seat (or `EACH`) sees every card in a place that holds some or, with `yes` False, none of them."""

    seat: int
    place: PlaceRef
    yes: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectThat:
    """A condition in the language of the cards is true; "you" is `seat` (-1: the player whose turn it is)."""

    seat: int
    text: str
    at: Span
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectSetUpRefused:
    """The game cannot be set up so, for this reason (empty: whatever it is)."""

    reason: str
    span: Span


Expectation: TypeAlias = (
    ExpectCards
    | ExpectHas
    | ExpectAsked
    | ExpectOffered
    | ExpectEvents
    | ExpectTrace
    | ExpectEnding
    | ExpectResult
    | ExpectScores
    | ExpectRanked
    | ExpectSees
    | ExpectThat
    | ExpectSetUpRefused
)
Step: TypeAlias = Answer | Refused
Deed: TypeAlias = Step | Expectation


# --- files -------------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Body:
    """The lines of a scenario or branch: first the situation, then deeds, then branches that go on from there."""

    name: str
    span: Span
    situation: list[Situational] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    branches: list[Body] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ScenarioFile:
    """One file. `game`: a shipped game or a folder; `sets` None: those the game names; `cards`: blocks of the card
    language with the file they stand in; `situations`: by name, those of used files too."""

    source: Source
    game: Name | None = None
    sets: tuple[str, ...] | None = None
    cards: list[tuple[Source, OutlineLine]] = field(default_factory=list)
    situations: dict[str, Body] = field(default_factory=dict)
    scenarios: list[Body] = field(default_factory=list)
