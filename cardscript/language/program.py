"""A whole game, compiled: the tables of its declarations and cards. Immutable; shared by every session of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from cardscript.language.ast import Ability, Cards, Cond, Number, Pattern, Stmt, Trigger, Unit
from cardscript.language.source import NOWHERE, Span

if TYPE_CHECKING:
    from cardscript.language.diagnostics import Findings
    from cardscript.language.manifest import LoadedGame


class Decl(msgspec.Struct, frozen=True, gc=False):
    """A part of a game's tables."""


class ZoneDecl(Decl, frozen=True):
    """A zone. `spaces` names the spaces of a row in travel order (empty: not a row); `left_to_right` lists the indices
    of its spaces as they lie on the table. `refill`: the zone whose top card fills a space at once when its card
    leaves. `replenish`: the zone (of the same player) that is shuffled to become this pile when a card is needed and
    there is none. `printed`: cards that come here lose borrowed identities. `sees`: who sees the cards lying here.
    `resets`: counters are taken off cards that come here."""

    name: str
    per_player: bool = False
    spaces: tuple[str, ...] = ()
    left_to_right: tuple[int, ...] = ()
    sees: Literal["all", "owner", "none"] = "all"
    refill: int = -1
    replenish: int = -1
    printed: bool = False
    resets: bool = False
    span: Span = NOWHERE
    only_for: int = -1
    """The verb for which alone it is replenished (-1: whenever a card is needed)."""
    ruled: tuple[tuple[str, Cond, Any], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""


class KindDecl(Decl, frozen=True):
    """A kind of card. `parents` are the kinds it also is (all of them, transitively); `home` the zone cards of this
    kind come from when no place is named (-1: none)."""

    name: str
    parents: tuple[int, ...] = ()
    home: int = -1
    span: Span = NOWHERE
    stays: bool = False
    """A card that has become one stays one, wherever it goes: in zones where cards are as printed too."""
    additional: bool = False
    """What "becomes an additional PARENT" is one of these, besides what it is."""
    alike: bool = False
    """Of cards of one name nobody is asked which one is meant, if nothing lies on any of them."""


class TraitDecl(Decl, frozen=True):
    """A set-valued property with named values, each with an icon in brackets."""

    name: str
    values: tuple[str, ...]
    span: Span = NOWHERE


class AttributeDecl(Decl, frozen=True):
    """A number cards print. It never falls below 0."""

    name: str
    span: Span = NOWHERE


class ResourceDecl(Decl, frozen=True):
    """Points a player has. `until`: "turn" (gone when the turn ends) or "game"; `start`: what a player begins with.
    `unit`: what one and several of them are called where they are counted (empty: the name itself)."""

    name: str
    until: Literal["turn", "game"] = "turn"
    start: int = 0
    span: Span = NOWHERE
    unit: tuple[str, str] = ("", "")

    def counted(self, number: int) -> str:
        """ "3 Gold Pieces"."""
        return f"{number} {self.unit[number != 1] or self.name}"


class CounterDecl(Decl, frozen=True):
    """A kind of counter. `limit`: the attribute that says how many of them a card takes when they are distributed (-1:
    any number)."""

    name: str
    span: Span = NOWHERE
    limit: int = -1
    ruled: tuple[tuple[str, Cond, int], ...] = ()


LabelMode = Literal["trigger", "run", "ending", "static", "action", "setup", "leads", "data", "gate"]


class LabelDecl(Decl, frozen=True):
    """A label before a line. "trigger": its lines run when `pattern` happens; "run": only by `RunLabel`; "ending": the
    line states when the game ends with `ending`; "static": stands while the card is in play; "action": offers an
    action; "setup"/"data": read before the game; "gate": its lines work only while the predicate of its name holds."""

    name: str
    mode: LabelMode
    pattern: Pattern | None = None
    ending: str = ""
    span: Span = NOWHERE
    called: str = ""
    """What a player types for an action it offers."""
    reason: str = ""
    """What a player reads who does not have the card where it can be used."""


class VerbDecl(Decl, frozen=True):
    """A verb: an event kind. `unit` is its body (None: nothing but the event). If the body is one single `Move` of the
    event's own card, a `Do` may name another goal. `result` is the zone in which cards lie that this was done to ("12 X
    flee"). `amount` is the default amount. `third`/`past`: "draws"/"drew", for the trace. `actor` "card": slot ACTOR
    holds a list of one card, else a seat. `rule`: what the body does is done by the rules (False for keywords: it is
    done by the card that used them). `intransitive`: the card in slot OBJECT is what does it ("it arrives"), slot ACTOR
    holds the player whose turn or text brings it about. `origin`: the zone whose cards this verb is for, where another
    verb of the same name is for others (-1: for any). `source`: the zone its cards come from if nothing else is said
    (-1: none, or several)."""

    name: str
    third: str
    past: str
    actor: Literal["player", "card"]
    takes_card: bool
    unit: Unit | None
    result: int = -1
    amount: Number | None = None
    params: tuple[str, ...] = ()
    rule: bool = True
    intransitive: bool = False
    span: Span = NOWHERE
    origin: int = -1
    fills_after: bool = False
    """Spaces of rows that it leaves empty are filled when it is done, not before."""
    ruled: tuple[tuple[str, Cond, Any], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""
    source: int = -1


class PredicateDecl(Decl, frozen=True):
    """An adjective or predicate: `cond` with the card in card slot OBJECT (or the player in slot ACTOR; of "table" with
    neither: how things stand). `ruled`: (field, rulings, value), what a field is under other rulings."""

    name: str
    of: Literal["card", "player", "table"]
    cond: Cond
    slots: int
    span: Span = NOWHERE
    ruled: tuple[tuple[str, Cond, Any], ...] = ()
    fixed: bool = False
    """Of "table": it is found out about when a turn begins, and stays so until the next."""


class Refusal(Decl, frozen=True):
    text: str
    when: Cond


class ActionDecl(Decl, frozen=True):
    """Something a player may do in a `Window`. `cards`: what it is done to, read with YOU = the acting player (None:
    nothing); the chosen card is in slot OBJECT (list of one), the player in YOU and ACTOR. `wider`: all cards a
    refusal can speak of (superset of `cards`). `refusals` are read in order, the first that holds is the reason.
    `cost` of `resource` is paid before the body. `name` is the verb a player types ("hire"). `wanted`: what `cards`
    are, in the declaration's words ("a Card in your hand")."""

    name: str
    cards: Cards | None
    refusals: tuple[Refusal, ...]
    resource: int
    cost: Number | None
    unit: Unit
    extra_cost: Cond | None = None
    printed_on: int = -1
    wanted: str = ""
    span: Span = NOWHERE
    once: bool = False
    """Only once a turn with each card it is printed on."""
    ruled: tuple[tuple[str, Cond, Any], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""


class PhaseDecl(Decl, frozen=True):
    """A part of every turn. `busy`: why no action can be done while its sentences are carried out."""

    name: str
    unit: Unit
    span: Span = NOWHERE
    busy: str = ""
    at_first: bool = True
    """It is part of the first turn too."""


class StateRule(Decl, frozen=True):
    """A rule "As soon as ..., ...": `unit` runs for a player (slots YOU and ACTOR) for whom `cond` holds, again and
    again until it does for none."""

    cond: Cond
    unit: Unit
    span: Span = NOWHERE


class EndingDecl(Decl, frozen=True):
    """An ending. `when` (None: only by an `Ability` of a label with mode "ending", or `EndGame`) is looked at after
    every event; it is noted the first time it holds. "now" ends the game at once, "turn" after the turn in progress.
    `final`: once noted, no other ending is noted any more. `overrides`: endings it replaces when both are noted.
    `ranked`: players are also ranked by score. `rank`: of several that are noted the highest counts; the ending that is
    declared first has the highest."""

    name: str
    text: str
    result: str
    when: Cond | None = None
    slots: int = 2
    timing: Literal["now", "turn"] = "now"
    final: bool = False
    rank: int = 0
    ranked: bool = True
    span: Span = NOWHERE
    ruled: tuple[tuple[str, Cond, Any], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""


class CardDecl(Decl, frozen=True):
    """A printed card. `attributes` maps attribute numbers to printed numbers, `marks` to the mark behind it (+ or *);
    `lines` is the ability text as printed; of each line, `spans` says where it stands and `heads` how long its labels
    are (where its first sentence begins)."""

    name: str
    set: str
    kind: int
    group: str
    count: int
    attributes: Mapping[int, int]
    marks: Mapping[int, str]
    traits: Mapping[int, tuple[int, ...]]
    abilities: tuple[Ability, ...]
    lines: tuple[str, ...]
    leads: str = ""
    span: Span = NOWHERE
    spans: tuple[Span, ...] = ()
    heads: tuple[int, ...] = ()
    back_of: str = ""
    """The name of the card of which this is the other side; there are no copies of it then."""
    ruled_lines: tuple[tuple[int, Cond], ...] = ()
    ruled_abilities: tuple[tuple[int, Cond], ...] = ()
    """(number, rulings): lines and abilities that are there only under some rulings."""
    ruled_counts: tuple[tuple[Cond, int], ...] = ()
    """How many copies there are under other rulings."""


class StandIn(Decl, frozen=True):
    """A value or line of a card that stands in for one that is not known."""

    card: str
    text: str
    span: Span


class RulingDecl(Decl, frozen=True):
    """A switch: its `values` are the readings, `question` is what they answer, `set` whose it is (empty: the game).

    `variant`: nothing is silent there; it is a way to play that players choose, and `question` is what differs."""

    name: str
    default: str
    values: tuple[str, ...]
    cite: str = ""
    question: str = ""
    set: str = ""
    variant: bool = False


class Quantity(Decl, frozen=True):
    """A set-up number by player count: `base[players - counted]` plus `per_player` for each player."""

    base: tuple[int, ...]
    per_player: int = 0
    ruled: tuple[tuple[str, Cond, tuple[int, ...]], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""

    def at(self, players: int, counted: int) -> int:
        """How many for so many players; `counted`: for how many the first number is."""
        return self.base[max(0, min(players - counted, len(self.base) - 1))] + self.per_player * players


class ChoiceDecl(Decl, frozen=True):
    """Something picked at set-up. `of`: "card" (one of the cards of `kind`) or "group" (all cards of a group of
    `kind`). `number` names the quantity that says how many. `option` is the name on the command line. `brings`: with a
    chosen card its group's cards of this kind come too, face down beneath it; there must be `brought` of them."""

    option: str
    of: Literal["card", "group"]
    kind: int
    number: str
    zone: int
    span: Span = NOWHERE
    group_size: int = 0
    brings: int = -1
    brought: int = 0


class Supply(Decl, frozen=True):
    """Cards put somewhere at set-up. `quantity` names a number (empty: all there are left); `each`: to each player."""

    card: str
    kind: int
    quantity: str
    zone: int
    each: bool = False
    span: Span = NOWHERE


class GroupInto(Decl, frozen=True):
    """All cards of a group put into a zone besides what is chosen: there must be `size` of them."""

    group: str
    kind: int
    zone: int
    size: int
    span: Span = NOWHERE


class Said(Decl, frozen=True):
    """A sentence of a set-up line: where it stands, for how many players it is (None: any number), and what it is
    about: numbers of the set-up, groups, cards with a place of their own. It is about nothing if it only gives a name.
    """

    span: Span
    players: range | None = None
    numbers: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    supplies: tuple[Supply, ...] = ()


class SetupLine(Decl, frozen=True):
    """What a card's set-up lines say: numbers replaced or added, groups required, statements to run, cards of a number
    and place of their own, groups with a place of their own. `said`: each sentence by itself."""

    quantities: Mapping[str, Quantity] = {}
    add: Mapping[str, Quantity] = {}
    require: tuple[tuple[int, str], ...] = ()
    unit: Unit | None = None
    supplies: tuple[Supply, ...] = ()
    groups: tuple[GroupInto, ...] = ()
    marks: tuple[tuple[str, tuple[int, int]], ...] = ()
    """Numbers of groups of which the last one chosen is marked by the value of a trait."""
    using: tuple[tuple[frozenset[str], str, Quantity], ...] = ()
    """Numbers that are others where one of some cards (by name, either side) is chosen."""
    said: tuple[Said, ...] = ()


class SetupDecl(Decl, frozen=True):
    """The set-up: numbers by player count, choices, supplies in order, then a unit that shuffles and deals."""

    fewest: int
    most: int
    quantities: Mapping[str, Quantity] = {}
    choices: tuple[ChoiceDecl, ...] = ()
    supplies: tuple[Supply, ...] = ()
    unit: Unit | None = None
    refusals: Mapping[int, str] = {}
    leads: str = ""
    counted: int = 1
    """The number of players for which the first of several values of a number is."""
    ruled: tuple[tuple[str, Cond, int], ...] = ()
    """(field, rulings, value): what a field is under other rulings."""


@dataclass(frozen=True, slots=True)
class Game:
    """A compiled game. Tables are indexed by the numbers the AST uses. `belongings`: the zones "your cards" lie in.
    `announcing`: label -> the verb whose events say that lines with it are about to be carried out.
    `standing`: Modify/Forbid/CountAs/Allow statements of the rules themselves (no card); `triggers`: rules that run
    when something happens. A turn runs `phases` in order. `sources`: file name -> text, for showing spans.
    `setup_lines`: card name -> what its set-up lines say. `digest` is a hash of everything that was read."""

    id: str
    title: str
    version: str
    notice: str
    zones: tuple[ZoneDecl, ...]
    kinds: tuple[KindDecl, ...]
    traits: tuple[TraitDecl, ...]
    attributes: tuple[AttributeDecl, ...]
    resources: tuple[ResourceDecl, ...]
    counters: tuple[CounterDecl, ...]
    labels: tuple[LabelDecl, ...]
    verbs: tuple[VerbDecl, ...]
    predicates: tuple[PredicateDecl, ...]
    actions: tuple[ActionDecl, ...]
    phases: tuple[PhaseDecl, ...]
    endings: tuple[EndingDecl, ...]
    rulings: tuple[RulingDecl, ...]
    setup: SetupDecl
    score: Number | None
    score_slots: int
    cards: tuple[CardDecl, ...]
    setup_lines: Mapping[str, SetupLine]
    standing: tuple[Stmt, ...]
    triggers: tuple[Trigger, ...]
    belongings: tuple[int, ...]
    digest: str
    sources: Mapping[str, str]
    announcing: Mapping[int, int] = field(default_factory=dict)
    readings: Mapping[str, str] | None = None
    """The value of every ruling, in a game in which all of them are settled; None: all readings are in it."""
    base: Game | None = field(default=None, compare=False, repr=False)
    """The game with all readings from which this one was made."""
    states: tuple[StateRule, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    ties: tuple[Number, ...] = ()
    """What decides between players of the same score, one after the other; the last is read as `score` is."""
    seat_order: bool = False
    """Of players who are equal in everything the one nearest to the first in turn order comes first."""


def compile_game(loaded: LoadedGame, findings: Findings) -> Game | None:
    """The compiled game of a loaded folder; what is wrong goes to `findings`. None if nothing usable could be built."""
    from cardscript.language.compiler import compile_game as compile_  # the compiler builds what is declared here

    return compile_(loaded, findings)
