"""What a stretch of text can refer to while it is being resolved: slots, antecedents, who "you" and "their" are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.source import NOWHERE, Span
from cardscript.language.syntax import Node, Token

if TYPE_CHECKING:
    from cardscript.language.amendments import Amendment
    from cardscript.language.contests import Contest
    from cardscript.language.declare import Tables
    from cardscript.language.tables_of_lines import Row

YOU = ast.PlayerSlot(ast.YOU)

SlotType = Literal["card", "player", "number", "place", "flag"]


class Unreadable(Exception):
    """A sentence has no meaning here. Caught where sentences are read and turned into one diagnostic."""

    def __init__(self, message: str, at: Node | Token | None, help: str = "", code: str = "CS301") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.help = help
        self.code = code


class Param(msgspec.Struct, frozen=True):
    """A named parameter of a verb, action or keyword: a slot, or the value itself where it is known while reading."""

    name: str
    type: SlotType
    slot: int
    value: ast.Node | None = None


class Antecedent(msgspec.Struct):
    """Something a pronoun or "that ..." can mean: a card slot, the kinds its cards are known to have."""

    cards: ast.Cards
    many: bool
    kinds: frozenset[int] = frozenset()
    used: list[ast.Cards] = []
    place: ast.Place | None = None


class Unit(msgspec.Struct):
    """State shared by all scopes of one unit of code: slots handed out, words accounted for in the sentence at hand,
    and what "if you do", "that many", "that number", "that player", "that space" (in row `row`, -1: no row), "it"
    behind a label that names a place, "pushed out" and "each player who does" (the slot they are gathered
    in, and who were asked) speak of."""

    next_slot: int = ast.FIRST_FREE
    used: set[int] = set()
    flag: int = -1
    amount: ast.Number | None = None
    number: ast.Number | None = None
    place: ast.Place | None = None
    row: int = -1
    player: ast.Player | None = None
    gate_place: ast.Place | None = None
    said: ast.Cond | None = None
    """The opposite of what was asked last of that place: "if it's not"."""
    done: set[int] = set()
    """Verbs without objects that sentences before have used: what can be done "again"."""
    pushed: int = -1
    mapped: int = -1
    asked_of: Antecedent | None = None
    """The card that the condition of the sentence asks about: "he" or "she"."""
    places: ast.Place | None = None
    """The free ones of the spaces that were named last: "if one of those spaces is empty"."""
    listed: bool = False
    """A value is one that is "listed below"."""
    picked: int = -1
    """The slot of what was chosen last: "if you didn't have any"."""
    instead: bool = False
    trail: list[Token] = []
    """The adverbs behind the verb of the condition that is being read."""
    loop: tuple[int, tuple[Antecedent, ...]] | None = None
    """The slot of the player in the last sentence about several players, and what was named in it."""
    did: tuple[int, ast.Players] | None = None
    contest: Contest | None = None
    revealed: Antecedent | None = None
    """The cards that were revealed last: "the revealed Guards"."""
    antecedents: list[Antecedent] = []


class CardFacts(msgspec.Struct):
    """What is known of the card whose lines are being read."""

    name: str
    kind: int
    group: str
    front: str = ""
    """The name on the other side, if this is the back of a card."""
    tucked: set[int] = set()
    counted_as: ast.Identity | None = None
    counted_kinds: set[int] = set()
    called: dict[str, int] = {}
    """Names this card gives to kinds of cards ("Each Omen is a Dark Sign."): the group named so -> the kind."""
    previous: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    """The rows of the table that this card prints."""
    marked: dict[str, tuple[int, int]] = {}
    """Names this card gives to the cards of a group it adds: the name -> the value of a trait that marks them."""
    places: dict[str, ast.Place] = {}
    """Names this card gives to places."""
    granted: tuple[int, ast.Cond] | None = None
    """The cards a sentence has given a keyword to last: a slot, and the condition on the card in it."""
    described: str = ""
    """The cards a sentence has described last, by their name."""
    gained: list[ast.Ability] = []
    """Abilities it may come to have."""
    changed: dict[int, ast.Ability] = {}
    """Abilities (by their identity) of lines that a line below has changed."""


class Scope(msgspec.Struct):
    """The surroundings of a sentence. Narrower scopes are made with `but`."""

    tables: Tables
    unit: Unit
    base: Span = NOWHERE
    params: dict[str, Param] = {}
    you: ast.Player = YOU
    their: ast.Player | None = None
    owner_of_your: ast.Player | None = None
    card: CardFacts | None = None
    event: bool = False
    candidate: ast.Cards | None = None
    standing: bool = False
    in_verb: int = -1
    price: bool = False
    within: ast.Place | None = None
    """The place of "while in PLACE, ..."."""
    also: bool = False
    """The verb has "also" before it."""
    after_if: bool = False
    called: str = ""
    """The name by which the card that an event is about is spoken of."""
    followed: int = -1
    """The verb whose event the text follows (-1: none, or any)."""
    gated: bool = False
    """The line has icons before it, and one without them stands above it: "Instead, ..." takes its place."""
    amendments: Sequence[Amendment] = ()
    """Sentences in brackets that say how a verb of this line is carried out in one case."""
    dealt: int | None = None
    """How many cards the event deals that a delayed sentence speaks of."""
    ability: ast.Unit | None = None
    """The printed line that a label's own sentences speak of as "the ability"."""
    object_kind: int = -1
    """The kind of card that it is by itself (-1: what the card is)."""
    asked_about: int = -1
    """The slot of the card that a loop is at whose cards a choice should name (-1: none)."""
    subject: Antecedent | None = None
    """The cards that do what the clause says: "it" among its objects is never them."""
    text: str = ""
    here: Span | None = None
    """Where everything read now is said to stand, while words of another place are read; None: each in its own."""

    def words(self, node: Node | Token) -> str:
        """The sentence's own words for a node."""
        return self.text[node.start : node.end].strip(" .")

    def slot(self) -> int:
        number = self.unit.next_slot
        self.unit.next_slot += 1
        return number

    def but(self, **changes: object) -> Scope:
        """This scope with some things changed; the unit stays shared."""
        return replace(self, **changes)

    def span(self, at: Node | Token | None) -> Span:
        return self.here or (self.base if at is None else self.base.shifted(at.start, at.end))

    def take(self, *tokens: Token | None) -> None:
        """These words have been read: they are owned by a node."""
        for token in tokens:
            if token is not None:
                self.unit.used.add(token.start)

    def take_all(self, node: Node) -> None:
        self.unit.used.update([token.start for token in node.tokens()])

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is read meanwhile is no part of the sentence at hand: its words do not count as read."""
        used = set(self.unit.used)
        try:
            yield
        finally:
            self.unit.used.clear()
            self.unit.used.update(used)

    def remember(self, cards: ast.Cards, many: bool, kinds: frozenset[int] = frozenset()) -> Antecedent:
        """Make something available to "it", "that card", "the rest"."""
        antecedent = Antecedent(cards, many, kinds)
        self.unit.antecedents.append(antecedent)
        return antecedent

    def latest(
        self, kind: int | None = None, many: bool | None = None, other_than: Antecedent | None = None
    ) -> Antecedent | None:
        """The last antecedent that fits and means other cards than one that is given."""
        for antecedent in reversed(self.unit.antecedents):
            if other_than is not None and antecedent.cards == other_than.cards:
                continue
            if many is not None and antecedent.many != many:
                continue
            if kind is not None and antecedent.kinds and not self.tables.related(antecedent.kinds, kind):
                continue
            return antecedent
        return None
