"""The typed program: what a sentence means once every word has been resolved.

The resolver builds these nodes, the engine lowers them. Nothing here knows any game: kinds, zones, verbs and the like
are numbers into the tables of a `cardscript.language.program.Game`.

**Slots.** Each unit of code (an ability, a verb's body, an action, a phase) runs with a list of slots. Slot 0 is `this`
(the card that speaks, -1 if none), slot 1 is `you` (the seat the text talks to), 2 and up are parameters and things
the text names on the way ("that card", "the rest"). A card slot holds a list of card instances, a player slot a seat,
a number slot an integer, a place slot one zone instance, a flag slot a boolean. Slots are typed by the resolver.

**Truth of sets.** A set of cards is fixed when the statement that names it starts. A card that has left the place it
was named in is not chased: a `Do` or `Move` skips it and records why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cardscript.language.source import NOWHERE, Span

THIS, YOU = 0, 1
"""Slots every unit has."""

ACTOR, OBJECT, AMOUNT, SOURCE_PLACE, GOAL_PLACE = 2, 3, 4, 5, 6
"""Slots of triggers, replacements and prohibitions, filled from the event: who did it (a seat, for verbs with
`VerbDecl.actor == "card"` a list of one card), the card it was done to (a list of one, or empty), how many, where the
card was, where it went (zone instances or -1). A verb's body has the same five slots (places: where the card was when
the event was proposed, and the goal asked for or -1); further parameters follow from slot 7. In a verb's body `this`
is no card and `you` is the acting player (for a card actor: the `you` of the caller)."""

FIRST_FREE = 7


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the typed tree. `span` is the stretch of the card file it was read from."""

    span: Span = field(default=NOWHERE, kw_only=True)


# --- players -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player(Node):
    """An expression for one seat."""


@dataclass(frozen=True, slots=True)
class PlayerSlot(Player):
    slot: int


@dataclass(frozen=True, slots=True)
class ActivePlayer(Player):
    """Whose turn it is."""


@dataclass(frozen=True, slots=True)
class Neighbour(Player):
    """The player `steps` seats on from `of` in turn order (left = +1, right = -1), round the table."""

    of: Player
    steps: int


@dataclass(frozen=True, slots=True)
class HolderOf(Player):
    """The player in one of whose zones the first card of `cards` lies (its host's place if it is beneath a card)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DoerOf(Player):
    """The player who did `verb` to the first card of `cards` last (this turn); nobody if it was not done."""

    verb: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Players(Node):
    """Several players in turn order from `first` on; `others` leaves `first` out. `where` is read for each player
    when that player's turn in the loop comes, with the player in `slot`."""

    first: Player
    others: bool = False
    slot: int = -1
    where: Cond | None = None


# --- places ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(Node):
    """An expression for zone instances (usually one)."""


@dataclass(frozen=True, slots=True)
class ZonePlace(Place):
    """A declared zone: shared (`player` None), or that of a player. For a row: all its spaces, in travel order."""

    zone: int
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class SpacePlace(Place):
    """One space of a row, counted from 0 in travel order (the order the row was declared in)."""

    zone: int
    index: int


@dataclass(frozen=True, slots=True)
class Beneath(Place):
    """The pile under a card (cards tucked under it), or under a space if `space` is given instead."""

    cards: Cards | None = None
    space: Place | None = None


@dataclass(frozen=True, slots=True)
class PlaceOf(Place):
    """The zone instance where the first card lies (for a card beneath another: the pile it lies in)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PlaceSlot(Place):
    slot: int


@dataclass(frozen=True, slots=True)
class SupplyOf(Place):
    """The declared home of a card: where cards of its kind are found and return to (`KindDecl.home`)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class SpacesWhere(Place):
    """The spaces of a row for which `where` holds, each in turn bound to place slot `slot`."""

    place: Place
    slot: int
    where: Cond


@dataclass(frozen=True, slots=True)
class PickPlace(Place):
    """leftmost / rightmost / first / last (travel order) of several spaces."""

    place: Place
    how: Literal["leftmost", "rightmost", "first", "last"]


@dataclass(frozen=True, slots=True)
class Column(Place):
    """The space of a row that stands in the same column as a space of another row: as far from the left."""

    zone: int
    of: Place


# --- cards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards(Node):
    """An expression for a list of card instances (in the order of their zone: top or first space first)."""


@dataclass(frozen=True, slots=True)
class CardSlot(Cards):
    slot: int


@dataclass(frozen=True, slots=True)
class CardsIn(Cards):
    """The cards lying in a place (not those beneath them)."""

    place: Place


@dataclass(frozen=True, slots=True)
class OwnedCards(Cards):
    """All cards in all zones of one player."""

    player: Player


@dataclass(frozen=True, slots=True)
class AllCards(Cards):
    """Every card in the game, wherever it lies."""


@dataclass(frozen=True, slots=True)
class Union(Cards):
    parts: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Where(Cards):
    """The members of `cards` for which `cond` holds; each is bound as a list of one to card slot `slot`."""

    cards: Cards
    slot: int
    cond: Cond


@dataclass(frozen=True, slots=True)
class Without(Cards):
    cards: Cards
    minus: Cards


@dataclass(frozen=True, slots=True)
class Take(Cards):
    """The first `count` of a list ("top two"), the last ("bottom"), or as a row lies: leftmost, rightmost."""

    cards: Cards
    how: Literal["first", "last", "leftmost", "rightmost"]
    count: Number


@dataclass(frozen=True, slots=True)
class TopOf(Cards):
    """The top `count` cards of a pile. If the pile's declaration names a pile it is replenished from, and it holds too
    few, that pile is shuffled and put beneath first (a statement, so only as the first step of a `Bind`, `Do`, `Move`
    or `Reveal`)."""

    place: Place
    count: Number


@dataclass(frozen=True, slots=True)
class Extreme(Cards):
    """All members with the highest (or lowest) value of an attribute; ties are all kept (a `Choose` settles them)."""

    cards: Cards
    attribute: int
    highest: bool = True


@dataclass(frozen=True, slots=True)
class Past(Cards):
    """The cards verb `verb` was done to by `actor` this turn (whole game if `ever`), oldest first, one entry an event.
    Filters over it (`Where`) read each card as it was at that event: its identity then."""

    verb: int
    actor: Player | None = None
    ever: bool = False


# --- numbers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """An integer expression."""


@dataclass(frozen=True, slots=True)
class Const(Number):
    value: int


@dataclass(frozen=True, slots=True)
class NumberSlot(Number):
    slot: int


@dataclass(frozen=True, slots=True)
class Count(Number):
    cards: Cards


@dataclass(frozen=True, slots=True)
class CountDistinct(Number):
    """How many different values of a trait the cards show; `absent` counts having none as one more value."""

    cards: Cards
    trait: int
    absent: bool = False


@dataclass(frozen=True, slots=True)
class AttributeOf(Number):
    """The sum of an attribute over the cards (one card: its value; none: 0). `printed` ignores every modifier."""

    cards: Cards
    attribute: int
    printed: bool = False


@dataclass(frozen=True, slots=True)
class ResourceOf(Number):
    """What a player has of a resource now, or `made` this turn in all."""

    player: Player
    resource: int
    made: bool = False


@dataclass(frozen=True, slots=True)
class Times(Number):
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Plus(Number):
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Minus(Number):
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Half(Number):
    of: Number
    up: bool


@dataclass(frozen=True, slots=True)
class PlayerCount(Number):
    pass


@dataclass(frozen=True, slots=True)
class TimesDone(Number):
    """How often a verb's event has happened: this turn, or in the whole game if `ever`; by `actor` if given; only to
    cards for which `where` holds (card slot `slot`, read as they were then)."""

    verb: int
    actor: Player | None = None
    ever: bool = False
    slot: int = -1
    where: Cond | None = None


@dataclass(frozen=True, slots=True)
class CountersOn(Number):
    """How many counters of a declared kind lie on the first card."""

    cards: Cards
    counter: int


@dataclass(frozen=True, slots=True)
class PlayersCounted(Number):
    players: Players


# --- conditions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cond(Node):
    """A truth-valued expression."""


@dataclass(frozen=True, slots=True)
class Always(Cond):
    value: bool = True


@dataclass(frozen=True, slots=True)
class And(Cond):
    parts: tuple[Cond, ...]


@dataclass(frozen=True, slots=True)
class Or(Cond):
    parts: tuple[Cond, ...]


@dataclass(frozen=True, slots=True)
class Not(Cond):
    cond: Cond


@dataclass(frozen=True, slots=True)
class Compare(Cond):
    left: Number
    op: Literal["<", "<=", "==", "!=", ">=", ">"]
    right: Number


@dataclass(frozen=True, slots=True)
class Odd(Cond):
    number: Number
    odd: bool = True


@dataclass(frozen=True, slots=True)
class Some(Cond):
    """At least one card."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class IsKind(Cond):
    """The card is now of this kind (or a kind under it)."""

    cards: Cards
    kind: int


@dataclass(frozen=True, slots=True)
class HasTrait(Cond):
    """The card shows this value of a trait; `value` -1: any value at all."""

    cards: Cards
    trait: int
    value: int = -1


@dataclass(frozen=True, slots=True)
class HasAttribute(Cond):
    """The card prints this attribute at all."""

    cards: Cards
    attribute: int


@dataclass(frozen=True, slots=True)
class IsNamed(Cond):
    name: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class InGroup(Cond):
    """The card belongs to a group (a set of cards sold under one name)."""

    group: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Among(Cond):
    """The first card of `cards` is one of `others` (the very instance)."""

    cards: Cards
    others: Cards


@dataclass(frozen=True, slots=True)
class LiesIn(Cond):
    """The first card lies in one of the places."""

    cards: Cards
    place: Place


@dataclass(frozen=True, slots=True)
class SamePlace(Cond):
    """Two places share a zone instance ("met in the Gate": compares SOURCE_PLACE)."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class SomePlace(Cond):
    place: Place


@dataclass(frozen=True, slots=True)
class SamePlayer(Cond):
    left: Player
    right: Player


@dataclass(frozen=True, slots=True)
class Holds(Cond):
    """A declared adjective or predicate said of cards (or of a player): `GameTables.predicates[predicate]`."""

    predicate: int
    cards: Cards | None = None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Flag(Cond):
    """A flag slot set by a `May`, `Choose` or `Do`: it really happened."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ruling(Cond):
    """A ruling switch stands at this value."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class CausedByCard(Cond):
    """The event was caused by text written on a card (not by a rule); on the first card of `cards` if given."""

    cards: Cards | None = None


# --- statements --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """Something that is carried out."""


@dataclass(frozen=True, slots=True)
class Seq(Stmt):
    parts: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Bind(Stmt):
    """Read cards now and keep them in a card slot."""

    slot: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BindNumber(Stmt):
    slot: int
    number: Number


@dataclass(frozen=True, slots=True)
class BindPlace(Stmt):
    slot: int
    place: Place


@dataclass(frozen=True, slots=True)
class BindPlayer(Stmt):
    slot: int
    player: Player


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """`by` picks between `least` and `most` of `cards` into card slot `slot` (both capped by how many there are).

    No card: the slot is empty and "nothing" is recorded. As many as must be taken: taken without asking, recorded as
    forced. `flag` (a flag slot, -1 for none) tells whether anything was picked. `prompt` is the sentence's own words.
    `verb` (-1: none) is what `by` will then do to the cards: those it is forbidden with are not offered.
    """

    slot: int
    cards: Cards
    least: Number
    most: Number
    by: Player
    prompt: str
    flag: int = -1
    verb: int = -1


@dataclass(frozen=True, slots=True)
class ChoosePlayer(Stmt):
    slot: int
    players: Players
    by: Player
    prompt: str


@dataclass(frozen=True, slots=True)
class ChoosePlace(Stmt):
    slot: int
    place: Place
    by: Player
    prompt: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ChooseNumber(Stmt):
    slot: int
    least: Number
    most: Number
    by: Player
    prompt: str


@dataclass(frozen=True, slots=True)
class ChooseOrder(Stmt):
    """`by` puts the cards of a card slot in an order (0 or 1 card: not asked); the slot then has that order."""

    slot: int
    by: Player
    prompt: str


@dataclass(frozen=True, slots=True)
class ChooseRandom(Stmt):
    """`count` of `cards` picked by the game's random generator into `slot`; recorded as a chance result."""

    slot: int
    cards: Cards
    count: Number


@dataclass(frozen=True, slots=True)
class Option(Node):
    """One way to go: its words, when it can be taken at all, what it does."""

    text: str
    possible: Cond
    body: Stmt


@dataclass(frozen=True, slots=True)
class ChooseOne(Stmt):
    """`by` takes one of the possible options (one possible: taken without asking; none: recorded as nothing).
    `optional` adds "do nothing". `flag` tells whether one was taken."""

    options: tuple[Option, ...]
    by: Player
    prompt: str
    optional: bool = False
    flag: int = -1


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`note` says why nothing happened when the condition fails and there is no `otherwise`."""

    cond: Cond
    then: Stmt
    otherwise: Stmt | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ForPlayers(Stmt):
    """Run the body for each player in order, with the player in player slot `slot`."""

    slot: int
    players: Players
    body: Stmt


@dataclass(frozen=True, slots=True)
class ForCards(Stmt):
    """Run the body for each card of a set fixed at the start, the card (a list of one) in card slot `slot`."""

    slot: int
    cards: Cards
    body: Stmt


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    """Run the body `times` times (read once)."""

    times: Number
    body: Stmt


@dataclass(frozen=True, slots=True)
class While(Stmt):
    cond: Cond
    body: Stmt


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Perform a declared verb: one event a card (none if the verb takes no card).

    `actor` is a player, or the card (list of one) that does it. `goal` overrides the verb's own goal place for verbs
    whose body is a single `Move`; `position` likewise. `amount` fills slot AMOUNT (default 1); `args` are the values of
    the verb's further parameters, in order. `flag` (flag slot) is set true if an event of this verb really happened.
    """

    verb: int
    actor: Player | Cards
    cards: Cards | None = None
    amount: Number | None = None
    goal: Place | None = None
    position: Literal["", "top", "bottom"] = ""
    args: tuple[Player | Cards | Place | Number, ...] = ()
    flag: int = -1


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """Put cards somewhere: top (default), bottom, or a free place of a row. A place that is nowhere moves nothing."""

    cards: Cards
    goal: Place
    position: Literal["", "top", "bottom"] = ""


@dataclass(frozen=True, slots=True)
class Push(Stmt):
    """Make room in a space of a row: its card moves one space on (travel order), pushing in turn, to the first gap.
    A card pushed beyond the last space is left where it is and put into card slot `out` (else the slot is empty)."""

    place: Place
    out: int


@dataclass(frozen=True, slots=True)
class Swap(Stmt):
    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    """Show cards to everybody (`to` None) or to one player. They stay where they are."""

    cards: Cards
    to: Player | None = None


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    place: Place


@dataclass(frozen=True, slots=True)
class GainResource(Stmt):
    """Add (or with a negative number take, never below 0) points of a resource."""

    player: Player
    resource: int
    amount: Number


@dataclass(frozen=True, slots=True)
class AddCounters(Stmt):
    """Put (or with a negative number remove, never below 0) counters on each card."""

    cards: Cards
    counter: int
    amount: Number


Duration = Literal["turn", "game", "standing"]
"""Until the end of this turn; for ever; as long as the ability that says so stands (static abilities)."""


@dataclass(frozen=True, slots=True)
class Modify(Stmt):
    """Change an attribute of every card for which `where` holds (card slot `slot`): `set` the base or `add`.

    As a statement it lasts for `duration` and its captured slots are kept; in a static ability it stands. `locked`
    fixes the set of cards now; otherwise newcomers are caught too. Values never fall below 0."""

    attribute: int
    op: Literal["set", "add"]
    amount: Number
    slot: int
    where: Cond
    duration: Duration
    locked: bool = False


@dataclass(frozen=True, slots=True)
class ModifyAmount(Stmt):
    """Change how many a verb's next event deals with ("draw eight instead of six": set; "an extra card": add)."""

    verb: int
    op: Literal["set", "add"]
    amount: Number
    duration: Duration


@dataclass(frozen=True, slots=True)
class Allow(Stmt):
    """`player` may spend resource `spend` as if it were resource `as_` (one way)."""

    player: Player
    spend: int
    as_: int
    duration: Duration


@dataclass(frozen=True, slots=True)
class Forbid(Stmt):
    """An event of `verb` can't happen while `where` holds (slots ACTOR.. filled from the proposed event).
    `reason` is what a refused player reads."""

    verb: int
    where: Cond
    reason: str
    duration: Duration


@dataclass(frozen=True, slots=True)
class Watch(Stmt):
    """Set up a delayed trigger: a unit with its own pattern, that remembers the slots of the moment."""

    trigger: Trigger
    duration: Duration
    once: bool = False


@dataclass(frozen=True, slots=True)
class Identity(Node):
    """What a card becomes or counts as. Each part left None or empty stays as it is. `kind` replaces all kinds;
    `group` replaces the group; `attributes` set printed values; `traits` are added; `named` takes over everything of
    the declared card with this name; `copy_of` takes over the identity of another card.
    `keep_traits`/`keep_kinds`: own traits or kinds are kept beside the new ones. `candidate` is the card slot by which
    the numbers speak of the card itself (-1: they do not)."""

    kind: int | None = None
    group: str | None = None
    attributes: tuple[tuple[int, Number], ...] = ()
    traits: tuple[tuple[int, int], ...] = ()
    named: str | None = None
    copy_of: Cards | None = None
    keep_traits: bool = False
    keep_kinds: bool = False
    candidate: int = -1


@dataclass(frozen=True, slots=True)
class Become(Stmt):
    """Cards take an identity until they come to a zone declared "as printed" (or get another identity)."""

    cards: Cards
    identity: Identity


@dataclass(frozen=True, slots=True)
class CountAs(Stmt):
    """Static: cards in `place` for which `where` holds get an identity from the moment they are there, and keep it
    wherever they go until a zone declared "as printed" takes it off."""

    place: Place
    slot: int
    where: Cond
    identity: Identity


@dataclass(frozen=True, slots=True)
class PlayCopy(Stmt):
    """`verb` is done to a copy of each card: an object with the card's identity that ceases to exist when it leaves
    the zone it was played to."""

    verb: int
    actor: Player
    cards: Cards


@dataclass(frozen=True, slots=True)
class RunLabel(Stmt):
    """Carry out the lines with a label on each of the cards (`you` unchanged); "same effect" when the card is this."""

    label: int
    cards: Cards
    you: Player
    ordinal: Number | None = None


@dataclass(frozen=True, slots=True)
class RunText(Stmt):
    """Carry out the unlabelled lines of each card, in printed order (each line's gate read when it is reached)."""

    cards: Cards
    you: Player


@dataclass(frozen=True, slots=True)
class RunUnit(Stmt):
    """Run another unit of code with some of its slots set ("do the same thing to ...")."""

    unit: Unit
    players: tuple[tuple[int, Player], ...] = ()


@dataclass(frozen=True, slots=True)
class ExtraTurn(Stmt):
    player: Player


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    """The game ends now with a declared ending."""

    ending: str


@dataclass(frozen=True, slots=True)
class Window(Stmt):
    """Offer actions to players: each in turn is asked for one legal action or to pass, until all pass in a row.

    `actions` are indices into the game's actions. With one player this is the free part of a turn. `players` says who
    is asked and in which order; after an action is carried out the asking starts again with the first (`again`
    "first"), or goes on with the next player ("next")."""

    actions: tuple[int, ...]
    players: Players
    pass_text: str
    again: Literal["first", "same", "next"] = "same"


@dataclass(frozen=True, slots=True)
class Nothing(Stmt):
    """Does nothing and says so in the trace (words to be spoken, reminders)."""

    text: str


# --- units -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """Which events a trigger, replacement or prohibition is about: events of `verb` for which `where` holds, with the
    event in slots ACTOR.. (slot 0/1 as for the unit). `about_this` promises that `where` can only hold when the
    event's card is the unit's own card (so the engine looks nowhere else)."""

    verb: int
    where: Cond
    about_this: bool = False


@dataclass(frozen=True, slots=True)
class Unit(Node):
    """A stretch of code that runs in one frame. `text` is its printed line(s); `slots` how many slots it needs."""

    body: Stmt
    slots: int
    text: str


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    pattern: Pattern
    unit: Unit
    optional: bool = False


AbilityKind = Literal["text", "label", "trigger", "replace", "static", "action", "data"]


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """One printed ability (a line, with the lines that amend or continue it).

    kind "text": carried out by `RunText`; "label": carried out by `RunLabel` (when the label's own trigger fires);
    "trigger": `pattern` and `unit`, active while the card lies in one of `zones` (zone numbers; empty: anywhere);
    "replace": the event does not happen, `unit` runs instead (`optional`: the holder is asked first, and only if
    `possible` holds); "static": `unit.body` is a Seq of Modify/Forbid/CountAs/Allow that stand while the card lies in
    `zones`; "action": offers `action`; "data": read at set-up or by other lines, never run.
    `gate` is read when the line is reached; `ordinals` limits a label line to its nth occurrences (lo, hi inclusive).
    `you` of "trigger"/"replace": "holder" of the card, "active" player, or the event's "actor".
    """

    kind: AbilityKind
    unit: Unit
    label: int = -1
    gate: Cond | None = None
    gate_text: str = ""
    ordinals: tuple[int, int] | None = None
    pattern: Pattern | None = None
    optional: bool = False
    possible: Cond | None = None
    zones: tuple[int, ...] = ()
    you: Literal["holder", "active", "actor"] = "active"
    action: int = -1
