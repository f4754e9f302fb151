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

from typing import Literal

import msgspec

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


class Node(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A node of the typed tree. `span` is the stretch of the card file it was read from."""

    span: Span = NOWHERE


# --- players -----------------------------------------------------------------------------------------------------


class Player(Node, frozen=True):
    """An expression for one seat."""


class PlayerSlot(Player, frozen=True):
    slot: int


class ActivePlayer(Player, frozen=True):
    """Whose turn it is."""


class Neighbour(Player, frozen=True):
    """The player `steps` seats on from `of` in turn order (left = +1, right = -1), round the table."""

    of: Player
    steps: int


class HolderOf(Player, frozen=True):
    """The player in one of whose zones the first card of `cards` lies (its host's place if it is beneath a card)."""

    cards: Cards


class FormerHolder(Player, frozen=True):
    """The player from one of whose zones the first card of `cards` was moved last; who holds it if it was not."""

    cards: Cards


class DoerOf(Player, frozen=True):
    """The player who did `verb` to the first card of `cards` last (this turn); nobody if it was not done."""

    verb: int
    cards: Cards


class Players(Node, frozen=True):
    """Several players in turn order from `first` on; `others` leaves `first` out. `where` is read for each player
    when that player's turn in the loop comes, with the player in `slot`."""

    first: Player
    others: bool = False
    slot: int = -1
    where: Cond | None = None


# --- places ------------------------------------------------------------------------------------------------------


class Place(Node, frozen=True):
    """An expression for zone instances (usually one)."""


class ZonePlace(Place, frozen=True):
    """A declared zone: shared (`player` None), or that of a player. For a row: all its spaces, in travel order."""

    zone: int
    player: Player | None = None


class SpacePlace(Place, frozen=True):
    """One space of a row, counted from 0 in travel order (the order the row was declared in)."""

    zone: int
    index: int


class Beneath(Place, frozen=True):
    """The pile under a card (cards tucked under it), or under a space if `space` is given instead."""

    cards: Cards | None = None
    space: Place | None = None


class PlaceOf(Place, frozen=True):
    """The zone instance where the first card lies (for a card beneath another: the pile it lies in)."""

    cards: Cards


class PlaceSlot(Place, frozen=True):
    slot: int


class SupplyOf(Place, frozen=True):
    """The declared home of a card: where cards of its kind are found and return to (`KindDecl.home`)."""

    cards: Cards


class SpacesWhere(Place, frozen=True):
    """The spaces of a row for which `where` holds, each in turn bound to place slot `slot`."""

    place: Place
    slot: int
    where: Cond


class AnyPlace(Place, frozen=True):
    """Several places, in this order."""

    parts: tuple[Place, ...]


class PickPlace(Place, frozen=True):
    """leftmost / rightmost / first / last (travel order) of several spaces."""

    place: Place
    how: Literal["leftmost", "rightmost", "first", "last"]


class SpaceAfter(Place, frozen=True):
    """The next space of the same row, in travel order; nowhere after the last."""

    of: Place


class EachZone(Place, frozen=True):
    """A zone of every player, in turn order from the active player on."""

    zone: int


class Column(Place, frozen=True):
    """The space of a row that stands in the same column as a space of another row: as far from the left."""

    zone: int
    of: Place


# --- cards -------------------------------------------------------------------------------------------------------


class Cards(Node, frozen=True):
    """An expression for a list of card instances (in the order of their zone: top or first space first)."""


class CardSlot(Cards, frozen=True):
    slot: int


class CardsIn(Cards, frozen=True):
    """The cards lying in a place (not those beneath them)."""

    place: Place


class OwnedCards(Cards, frozen=True):
    """All cards in all zones of one player."""

    player: Player


class AllCards(Cards, frozen=True):
    """Every card in the game, wherever it lies."""


class Union(Cards, frozen=True):
    parts: tuple[Cards, ...]


class Where(Cards, frozen=True):
    """The members of `cards` for which `cond` holds; each is bound as a list of one to card slot `slot`."""

    cards: Cards
    slot: int
    cond: Cond


class Without(Cards, frozen=True):
    cards: Cards
    minus: Cards


class Take(Cards, frozen=True):
    """The first `count` of a list ("top two"), the last ("bottom"), or as a row lies: leftmost, rightmost."""

    cards: Cards
    how: Literal["first", "last", "leftmost", "rightmost"]
    count: Number


class TopOf(Cards, frozen=True):
    """The top `count` cards of a pile. If the pile's declaration names a pile it is replenished from, and it holds too
    few, that pile is shuffled and put beneath first (a statement, so only as the first step of a `Bind`, `Move` or
    `Reveal`; a `Do` comes to the cards that are there before)."""

    place: Place
    count: Number


class Extreme(Cards, frozen=True):
    """All members with the highest (or lowest) value of an attribute; ties are all kept (a `Choose` settles them)."""

    cards: Cards
    attribute: int
    highest: bool = True


class Choosable(Cards, frozen=True):
    """The cards a text can have somebody choose, to do `verb` (-1: none) to them; number slot `voice` holds the card
    whose text it is."""

    cards: Cards
    verb: int
    by: Player
    voice: int


class Targets(Cards, frozen=True):
    """The cards chosen for the announced text of the first card, in the order of its choices."""

    cards: Cards


class OtherTargets(Cards, frozen=True):
    """The cards that could be chosen now, in place of the first card of `target` (None: of any chosen), for the
    announced text of the first card."""

    cards: Cards
    target: Cards | None = None


class OfFirst(Cards, frozen=True):
    """Those of the cards that are held by the first player in turn order who holds any of them."""

    cards: Cards


class Past(Cards, frozen=True):
    """The cards verb `verb` was done to by `actor` this turn (whole game if `ever`), oldest first, one entry an event.
    Filters over it (`Where`) read each card as it was at that event: its identity then. `by_cards`: only events that
    text written on a card caused (not a rule); `source`: only of cards that came from there."""

    verb: int
    actor: Player | None = None
    ever: bool = False
    by_cards: bool = False
    source: Place | None = None


class HeldThen(Cards, frozen=True):
    """What lay beneath the first card of `cards` when the last event of `verb` with it this turn began: what lies there
    still, and what has left it since."""

    cards: Cards
    verb: int


# --- numbers -----------------------------------------------------------------------------------------------------


class Number(Node, frozen=True):
    """An integer expression."""


class Const(Number, frozen=True):
    value: int


class NumberSlot(Number, frozen=True):
    slot: int


class Count(Number, frozen=True):
    cards: Cards


class CountDistinct(Number, frozen=True):
    """How many different values of a trait the cards show; `absent` counts having none as one more value."""

    cards: Cards
    trait: int
    absent: bool = False


class CountNames(Number, frozen=True):
    """How many different names the cards have."""

    cards: Cards


class CountValues(Number, frozen=True):
    """How many different values of an attribute the cards have now (a card without one has the value 0)."""

    cards: Cards
    attribute: int


class AttributeOf(Number, frozen=True):
    """The sum of an attribute over the cards (one card: its value; none: 0). `printed` ignores every modifier."""

    cards: Cards
    attribute: int
    printed: bool = False


class ResourceOf(Number, frozen=True):
    """What a player has of a resource now, or `made` this turn in all."""

    player: Player
    resource: int
    made: bool = False


class Times(Number, frozen=True):
    left: Number
    right: Number


class Plus(Number, frozen=True):
    left: Number
    right: Number


class Minus(Number, frozen=True):
    left: Number
    right: Number


class Quotient(Number, frozen=True):
    """How often `right` goes into `left` (0 if `right` is 0)."""

    left: Number
    right: Number


class Listed(Number, frozen=True):
    """The value of the first row (lowest, highest, value) that `index` falls into; 0 if there is none."""

    index: Number
    rows: tuple[tuple[int, int, int], ...]


class Half(Number, frozen=True):
    of: Number
    up: bool


class PlayerCount(Number, frozen=True):
    pass


class TimesDone(Number, frozen=True):
    """How often a verb's event has happened: this turn, or in the whole game if `ever`; by `actor` if given; only to
    cards for which `where` holds (card slot `slot`, read as they were then)."""

    verb: int
    actor: Player | None = None
    ever: bool = False
    slot: int = -1
    where: Cond | None = None


class CountersOn(Number, frozen=True):
    """How many counters of a declared kind lie on the first card."""

    cards: Cards
    counter: int


class PlayersCounted(Number, frozen=True):
    players: Players


# --- conditions --------------------------------------------------------------------------------------------------


class Cond(Node, frozen=True):
    """A truth-valued expression."""


class Always(Cond, frozen=True):
    value: bool = True


class And(Cond, frozen=True):
    parts: tuple[Cond, ...]


class Or(Cond, frozen=True):
    parts: tuple[Cond, ...]


class Not(Cond, frozen=True):
    cond: Cond


class Compare(Cond, frozen=True):
    left: Number
    op: Literal["<", "<=", "==", "!=", ">=", ">"]
    right: Number


class Odd(Cond, frozen=True):
    number: Number
    odd: bool = True


class Some(Cond, frozen=True):
    """At least one card."""

    cards: Cards


class IsKind(Cond, frozen=True):
    """The card is now of this kind (or a kind under it)."""

    cards: Cards
    kind: int


class IsCopy(Cond, frozen=True):
    """The card is no card, or is now what another card prints."""

    cards: Cards


class HasTrait(Cond, frozen=True):
    """The card shows this value of a trait; `value` -1: any value at all."""

    cards: Cards
    trait: int
    value: int = -1


class HasAttribute(Cond, frozen=True):
    """The card prints this attribute at all."""

    cards: Cards
    attribute: int


class IsNamed(Cond, frozen=True):
    name: str
    cards: Cards


class InGroup(Cond, frozen=True):
    """The card belongs to a group (a set of cards sold under one name)."""

    group: str
    cards: Cards


class Among(Cond, frozen=True):
    """The first card of `cards` is one of `others` (the very instance)."""

    cards: Cards
    others: Cards


class LiesIn(Cond, frozen=True):
    """The first card lies in one of the places."""

    cards: Cards
    place: Place


OfIdentity = IsKind | IsCopy | HasTrait | HasAttribute | IsNamed | InGroup
"""Conditions that ask what the first of some cards is."""
OfCard = OfIdentity | LiesIn
"""Conditions that ask one thing of the first of some cards: what it is, or where it lies."""


class SamePlace(Cond, frozen=True):
    """Two places share a zone instance ("met in the Gate": compares SOURCE_PLACE)."""

    left: Place
    right: Place


class InRow(Cond, frozen=True):
    """A place is (or was) a space of this row."""

    place: Place
    zone: int


class NextTo(Cond, frozen=True):
    """Two spaces of one row lie side by side."""

    left: Place
    right: Place


class SomePlace(Cond, frozen=True):
    place: Place


class SamePlayer(Cond, frozen=True):
    left: Player
    right: Player


class Gathered(Cond, frozen=True):
    """The player is one of those in players slot `slot` (see `ForPlayers`)."""

    player: Player
    slot: int


class Holds(Cond, frozen=True):
    """A declared adjective or predicate said of cards (or of a player): `GameTables.predicates[predicate]`."""

    predicate: int
    cards: Cards | None = None
    player: Player | None = None


class Flag(Cond, frozen=True):
    """A flag slot set by a `May`, `Choose` or `Do`: it really happened."""

    slot: int


class Ruling(Cond, frozen=True):
    """A ruling switch stands at this value."""

    name: str
    value: str


class ThisWay(Cond, frozen=True):
    """`verb` was done to a card for which `where` holds (card slot `slot`, read as it was) by what the line at hand has
    brought about so far; done, or replaced by something else. With a `place`: such a card has come to lie there."""

    verb: int
    slot: int
    where: Cond
    place: Place | None = None


class SpokenBy(Cond, frozen=True):
    """The event comes from the text of a card for which `where` holds (card slot `slot`); for an ability that stands by
    itself that is the card it is printed on. With `of` it is not the event that is asked about, but the first of these
    cards: an ability that stands by itself, or the card itself."""

    slot: int
    where: Cond
    of: Cards | None = None


class HasTargets(Cond, frozen=True):
    """All that the text of the first card (or the `ability` of it) has `you` choose when it is announced can be
    chosen. Read as if the card lay in `place` already, and the ability were an object of its `kind`."""

    cards: Cards
    you: Player
    ability: Unit | None = None
    place: Place | None = None
    kind: int = -1


class CausedByCard(Cond, frozen=True):
    """The event was caused by text written on a card (not by a rule); on the first card of `cards` if given. `far`: or
    by something that the text has brought about."""

    cards: Cards | None = None
    far: bool = False


class Unhindered(Cond, frozen=True):
    """Nothing printed on the first card of `model` would forbid `by` to do `verb` to the first one of `cards` if this
    were that card."""

    verb: int
    by: Player
    cards: Cards
    model: Cards


# --- statements --------------------------------------------------------------------------------------------------


class Stmt(Node, frozen=True):
    """Something that is carried out."""


class Seq(Stmt, frozen=True):
    parts: tuple[Stmt, ...]


class Bind(Stmt, frozen=True):
    """Read cards now and keep them in a card slot."""

    slot: int
    cards: Cards


class BindNumber(Stmt, frozen=True):
    slot: int
    number: Number


class BindPlace(Stmt, frozen=True):
    slot: int
    place: Place


class BindPlayer(Stmt, frozen=True):
    slot: int
    player: Player


class Choose(Stmt, frozen=True):
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


class ChoosePlayer(Stmt, frozen=True):
    slot: int
    players: Players
    by: Player
    prompt: str


class ChoosePlace(Stmt, frozen=True):
    slot: int
    place: Place
    by: Player
    prompt: str
    optional: bool = False


class ChooseNumber(Stmt, frozen=True):
    slot: int
    least: Number
    most: Number
    by: Player
    prompt: str


class ChooseOrder(Stmt, frozen=True):
    """`by` puts the cards of a card slot in an order (0 or 1 card: not asked); the slot then has that order."""

    slot: int
    by: Player
    prompt: str


class ChooseRandom(Stmt, frozen=True):
    """`count` of `cards` picked by the game's random generator into `slot`; recorded as a chance result."""

    slot: int
    cards: Cards
    count: Number


class Option(Node, frozen=True):
    """One way to go: its words, when it can be taken at all, what it does."""

    text: str
    possible: Cond
    body: Stmt


class ChooseOne(Stmt, frozen=True):
    """`by` takes one of the possible options (one possible: taken without asking; none: recorded as nothing).
    `optional` adds "do nothing". `flag` tells whether one was taken. `about` is the card slot whose card the question
    names (-1: none)."""

    options: tuple[Option, ...]
    by: Player
    prompt: str
    optional: bool = False
    flag: int = -1
    about: int = -1


class If(Stmt, frozen=True):
    """`note` says why nothing happened when the condition fails and there is no `otherwise`."""

    cond: Cond
    then: Stmt
    otherwise: Stmt | None = None
    note: str = ""


class ForPlayers(Stmt, frozen=True):
    """Run the body for each player in order, with the player in player slot `slot`. The players for whom flag slot
    `flag` is set when the body is done are gathered in players slot `did` (-1: they are not), empty at the start."""

    slot: int
    players: Players
    body: Stmt
    flag: int = -1
    did: int = -1


class ForCards(Stmt, frozen=True):
    """Run the body for each card of a set fixed at the start, the card (a list of one) in card slot `slot`."""

    slot: int
    cards: Cards
    body: Stmt


class Hold(Stmt, frozen=True):
    """Run the body; lines of cards with one of the labels that something in it sets off wait, in this order, until it
    is done. `slot` and the one behind it keep them."""

    slot: int
    labels: tuple[int, ...]
    body: Stmt


class Repeat(Stmt, frozen=True):
    """Run the body `times` times (read once)."""

    times: Number
    body: Stmt


class While(Stmt, frozen=True):
    cond: Cond
    body: Stmt


class Do(Stmt, frozen=True):
    """Perform a declared verb: one event a card (none if the verb takes no card).

    `actor` is a player, or the card (list of one) that does it. `goal` overrides the verb's own goal place for verbs
    whose body is a single `Move` (one asked for in GOAL_PLACE only if there is one); `position` likewise ("there": of
    any verb, whose event is then nothing but a move).
    `amount` fills slot AMOUNT (default 1); `args` are the values of
    the verb's further parameters, in order. `flag` (flag slot) is set true if an event of this verb really happened.
    `paid`: this goes on with an event whose price has been paid; what forbids it was looked at before that.
    """

    verb: int
    actor: Player | Cards
    cards: Cards | None = None
    amount: Number | None = None
    goal: Place | None = None
    position: Literal["", "top", "bottom", "there"] = ""
    args: tuple[Player | Cards | Place | Number, ...] = ()
    flag: int = -1
    paid: bool = False


class Move(Stmt, frozen=True):
    """Put cards somewhere: top (default), bottom, or a free place of a row. A place that is nowhere moves nothing."""

    cards: Cards
    goal: Place
    position: Literal["", "top", "bottom"] = ""


class DestroySpace(Stmt, frozen=True):
    """A space of a row is no longer one of it: no word for the row or its spaces means it, nothing fills it. What lies
    in it and under it stays."""

    place: Place


class Push(Stmt, frozen=True):
    """Make room in a space of a row: its card moves one space on (travel order), pushing in turn, to the first gap.
    A card pushed beyond the last space is left where it is and put into card slot `out` (else the slot is empty)."""

    place: Place
    out: int


class Swap(Stmt, frozen=True):
    """Two cards change places, each coming to lie just where the other lay; nothing else moves."""

    cards: Cards


class Reveal(Stmt, frozen=True):
    """Show cards to everybody (`to` None) or to one player. They stay where they are."""

    cards: Cards
    to: Player | None = None


class Shuffle(Stmt, frozen=True):
    place: Place


class GainResource(Stmt, frozen=True):
    """Add (or with a negative number take, never below 0) points of a resource."""

    player: Player
    resource: int
    amount: Number


class AddCounters(Stmt, frozen=True):
    """Put (or with a negative number remove, never below 0) counters on each card."""

    cards: Cards
    counter: int
    amount: Number


class Distribute(Stmt, frozen=True):
    """`by` says how many counters each of the cards gets, as many in all as `amount` (with `must`: as many of them as
    there is room for), none more than its counters' limit leaves room for; then they are put there at once."""

    cards: Cards
    counter: int
    amount: Number
    by: Player
    prompt: str
    must: bool = True


Duration = Literal["turn", "game", "standing"]
"""Until the end of this turn; for ever; as long as the ability that says so stands (static abilities)."""


class Modify(Stmt, frozen=True):
    """Change an attribute of every card for which `where` holds (card slot `slot`): `set` the base or `add`.

    As a statement it lasts for `duration` and its captured slots are kept; in a static ability it stands. `locked`
    fixes the set of cards now; otherwise cards that come later are caught too. Values never fall below 0."""

    attribute: int
    op: Literal["set", "add"]
    amount: Number
    slot: int
    where: Cond
    duration: Duration
    locked: bool = False


class ModifyAmount(Stmt, frozen=True):
    """Change how many a verb's next event deals with ("draw eight instead of six": set; "an extra card": add)."""

    verb: int
    op: Literal["set", "add"]
    amount: Number
    duration: Duration


class Allow(Stmt, frozen=True):
    """`player` may spend resource `spend` as if it were resource `as_` (one way). With a `verb`: only to do that to a
    card for which `where` holds (card slot `slot`)."""

    player: Player
    spend: int
    as_: int
    duration: Duration
    verb: int = -1
    slot: int = -1
    where: Cond | None = None


class Forbid(Stmt, frozen=True):
    """An event of `verb` can't happen while `where` holds (slots ACTOR.. filled from the proposed event).
    `reason` is what a refused player reads."""

    verb: int
    where: Cond
    reason: str
    duration: Duration


class Immune(Stmt, frozen=True):
    """Static: texts of cards for which `by` holds (card slot `by_slot`) can't affect cards for which `where` holds."""

    slot: int
    where: Cond
    by_slot: int
    by: Cond
    reason: str


class Watch(Stmt, frozen=True):
    """Set up a delayed trigger: a unit with its own pattern, that remembers the slots of the moment. `first`: it runs
    when the event begins, before what the verb does (only for verbs that have a body)."""

    trigger: Trigger
    duration: Duration
    once: bool = False
    first: bool = False


class Identity(Node, frozen=True):
    """What a card becomes or counts as. Each part left None or empty stays as it is. `kind` replaces all kinds;
    `group` replaces the group; `attributes` set printed values; `traits` are added; `named` takes over everything of
    the declared card with this name; `copy_of` takes over the identity of another card.
    `fresh`: it has a name of its own, and no printed value but those in `attributes`.
    `keep_kinds`: own kinds are kept beside the new ones. `candidate` is the card slot by which
    the numbers speak of the card itself (-1: they do not). `printed`: it is again what it was printed as."""

    kind: int | None = None
    group: str | None = None
    attributes: tuple[tuple[int, Number], ...] = ()
    traits: tuple[tuple[int, int], ...] = ()
    named: str | None = None
    copy_of: Cards | None = None
    keep_kinds: bool = False
    candidate: int = -1
    fresh: bool = False
    printed: bool = False


class Become(Stmt, frozen=True):
    """Cards take an identity until they come to a zone declared "as printed" (or get another one). `on_the_way`: it
    is part of what is done with them next, and no ending is looked at in between."""

    cards: Cards
    identity: Identity
    on_the_way: bool = False


class CountAs(Stmt, frozen=True):
    """Static: cards in `place` for which `where` holds get an identity from the moment they are there, and keep it
    wherever they go until a zone declared "as printed" takes it off."""

    place: Place
    slot: int
    where: Cond
    identity: Identity


class PlayCopy(Stmt, frozen=True):
    """`verb` is done to a copy of each card: an object with the card's identity that ceases to exist when it leaves
    the zone it was played to."""

    verb: int
    actor: Player
    cards: Cards


class RunLabel(Stmt, frozen=True):
    """Carry out the lines with a label on each of the cards (`you` unchanged); "same effect" when the card is this."""

    label: int
    cards: Cards
    you: Player
    ordinal: Number | None = None


class RunText(Stmt, frozen=True):
    """Carry out the unlabelled lines of each card, in printed order (each line's gate read when it is reached)."""

    cards: Cards
    you: Player


class Announce(Stmt, frozen=True):
    """What the text of the first card leaves `you` to choose is chosen now, and kept with the card until its text is
    carried out or it leaves its place. Only choices that follow from nothing the text does, among what all can see.
    With an `ability` that, of the card in slot THIS, instead: an object that is no card stands for it from now on, in
    card slot `slot`."""

    cards: Cards
    you: Player
    ability: Unit | None = None
    slot: int = -1
    kind: int = -1
    """The kind of such an object (-1: those of the card)."""


class Redirect(Stmt, frozen=True):
    """The announced text of the first card of `cards` has the first card of `goal` for a target in place of that of
    `target`, if that could have been chosen."""

    cards: Cards
    target: Cards
    goal: Cards
    by: Player


class RunUnit(Stmt, frozen=True):
    """Run another unit of code with some of its slots set ("do the same thing to ...")."""

    unit: Unit
    players: tuple[tuple[int, Player], ...] = ()


class ExtraTurn(Stmt, frozen=True):
    player: Player


class LeaveGame(Stmt, frozen=True):
    """The player takes no more turns and no part in anything."""

    player: Player


class EndGame(Stmt, frozen=True):
    """The game ends with a declared ending: `now` (a rule says so), or when that ending says (a card's line). `winner`
    (if given) wins it whatever the scores are."""

    ending: str
    winner: Player | None = None
    now: bool = True


class GoToPhase(Stmt, frozen=True):
    """The turn goes on with a phase now: nothing else that is going on is carried out any more."""

    phase: str


class Window(Stmt, frozen=True):
    """Offer actions to players: each in turn is asked for one legal action or to pass, until all pass in a row.

    `actions` are indices into the game's actions. With one player this is the free part of a turn. `players` says who
    is asked and in which order; after an action is carried out the asking starts again with the first (`again`
    "first"), or goes on with the next player ("next")."""

    actions: tuple[int, ...]
    players: Players
    pass_text: str
    again: Literal["first", "same", "next"] = "same"
    labels: tuple[int, ...] = ()
    """The actions printed on cards behind these labels are offered too."""


class CloseWindow(Stmt, frozen=True):
    """Nobody is asked any more in the window that was opened last. `name`: what the window is called."""

    name: str


class Nothing(Stmt, frozen=True):
    """Does nothing and says so in the trace (words to be spoken, reminders)."""

    text: str


# --- units -------------------------------------------------------------------------------------------------------


class Pattern(Node, frozen=True):
    """Which events a trigger, replacement or prohibition is about: events of `verb` for which `where` holds, with the
    event in slots ACTOR.. (slot 0/1 as for the unit). `about_this` promises that `where` can only hold when the
    event's card is the unit's own card (so the engine looks nowhere else)."""

    verb: int
    where: Cond
    about_this: bool = False


class Unit(Node, frozen=True):
    """A stretch of code that runs in one frame. `text` is its printed line(s); `slots` how many slots it needs."""

    body: Stmt
    slots: int
    text: str


class Trigger(Node, frozen=True):
    """`first`: it runs when the event begins, before what the verb does (a rule; of delayed ones `Watch` says so)."""

    pattern: Pattern
    unit: Unit
    optional: bool = False
    first: bool = False


AbilityKind = Literal["text", "label", "trigger", "replace", "static", "action", "data", "state"]


class Ability(Node, frozen=True):
    """One printed ability (a line, with the lines that amend or continue it).

    kind "text": carried out by `RunText`; "label": carried out by `RunLabel` (when the label's own trigger fires);
    "trigger": `pattern` and `unit`, active while the card lies in one of `zones` (zone numbers; empty: anywhere);
    "replace": the event does not happen, `unit` runs instead (`optional`: the holder is asked first, and only if
    `possible` holds); "static": `unit.body` is a Seq of Modify/Forbid/CountAs/Allow that stand while the card lies in
    `zones`; "action": offers `action`; "data": read at set-up or by other lines, never run.
    "state" (only in rules): `unit` runs whenever `gate` holds for a player.
    `gate` is read when the line is reached; `ordinals` limits a label line to its nth occurrences (lo, hi inclusive).
    `first`: the trigger runs when the event begins, before what the verb does (only in rules).
    `once`: a replacement that each card makes only once a turn.
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
    first: bool = False
    once: bool = False
