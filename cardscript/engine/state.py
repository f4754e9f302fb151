"""The state of a game in progress: plain data, and nothing that could not be written as JSON.

Every part is a list, dictionary or number. What is also held for speed (`defs`, `watch`, `hot`) follows from the rest.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from cardscript.engine import limits
from cardscript.engine.kinds import Event, Frame

Offer = tuple[list[int], list[int] | None, int, int, frozenset[int], frozenset[int], dict[Any, Any]]
"""Cards an action could be done to: all of them (raw options if they have no prices), the price of each (None: free, or
read each time), the lowest of these, what is to be asked about each (`legal.NONE_TO_ASK` and on), the places that have
a say in the prices and those that have one in the answers, besides where the cards lie, and what is known: what was
answered of cards asked about (by card * seats + seat), and the raw options for so many points (by seat and points).
Clones share what is known: it holds as long as the offer does. Lists are never changed."""

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.definition import Definition
    from cardscript.engine.endings import Looked

PLAIN = (
    "players", "first", "turn", "seat", "rng", "pending", "noted", "ended", "extra", "out", "gone", "stops", "budget",
    "steps_log",
    "res", "made", "due", "winner", "at", "decl", "ident", "idents",
    "frames", "label_counts", "label_seen", "stood", "closing",
)  # fmt: skip
"""Parts that are JSON as they stand."""


class State:
    """All there is to know about a game in progress."""

    __slots__ = (
        "always",
        "announced",
        "at",
        "base",
        "bent",
        "budget",
        "chunks",
        "closing",
        "compiled",
        "copies",
        "counters",
        "decl",
        "defs",
        "depth",
        "done",
        "due",
        "ended",
        "endings",
        "ever",
        "extra",
        "first",
        "frames",
        "fresh",
        "gone",
        "heeded",
        "hot",
        "ident",
        "idents",
        "keep_log",
        "label_counts",
        "label_seen",
        "leans",
        "least",
        "lifted",
        "lively",
        "log",
        "made",
        "noted",
        "out",
        "pending",
        "players",
        "reach",
        "res",
        "rng",
        "rulings",
        "said",
        "seat",
        "sources",
        "speaking",
        "steps_log",
        "stood",
        "stops",
        "timed",
        "touched",
        "turn",
        "vocal",
        "watch",
        "winner",
        "zones",
    )  # fmt: skip

    def __init__(self, compiled: Compiled, players: int, first: int, seed: int) -> None:
        resources = compiled.game.resources
        self.compiled = compiled
        self.players = players
        self.first = first
        self.turn = 0
        self.seat = first
        """Whose turn it is."""
        self.rng = seed & ((1 << 64) - 1)
        self.rulings: Mapping[str, str] = {}
        self.reach: list[int] | None = None
        """What can come to be in this game (`reach.Reach`); None: that was not looked for."""
        # cards
        self.at: list[int] = []
        """Where each card lies: a zone instance or pile, -1 if it has ceased to exist."""
        self.decl: list[int] = []
        """The printed card of each instance."""
        self.ident: list[int] = []
        """What each instance is now: a printed card, or (from the number of printed cards on) one of `idents`."""
        self.idents: list[list[Any]] = []
        """Borrowed identities, each as data: see `cardscript.engine.identity`."""
        self.zones: dict[int, list[int]] = {}
        """Zone instance or pile -> its cards, top or first first."""
        self.counters: dict[int, int] = {}
        """card * number of counter kinds + counter kind -> how many, none left out."""
        self.copies: dict[int, int] = {}
        """Copies that are no cards -> the place they were played to (-1: not yet)."""
        self.announced: dict[int, list[list[Any]]] = {}
        """What was chosen for the texts of cards that are announced and not carried out yet: card -> [unit, [slot,
        what lies in it]]. Never changed in place."""
        self.sources: dict[int, int] = {}
        """Objects that stand for an ability of a card -> that card. Never changed in place."""
        # players
        self.res = [r.start for _ in range(players) for r in resources]
        self.made = [0 for _ in range(players) for r in resources]
        # running
        self.frames: list[Frame] = []
        self.pending: list[Any] | None = None
        self.timed: dict[int, list[list[Any]]] = {}
        """Effects with a duration, by what they touch: [effect, until the end of the game, slots, locked, once]."""
        self.noted: list[list[Any]] = []
        """Endings noted: [ending, seat or -1]."""
        self.ended = -1
        """Index of the ending that ended the game, -2 if it was stopped, -1 while it goes on."""
        self.winner = -1
        """The seat that a text has made the winner, whatever the scores are."""
        self.closing = False
        """The window that was opened last asks nobody any more."""
        self.due = 0
        """What rules of states have still to look at."""
        self.said = 0
        """What parts of their conditions said when they were read last: bits (see `states`). Not saved."""
        self.extra: list[int] = []
        self.out: list[int] = []
        """Seats that are out of the game."""
        self.gone: list[int] = []
        """Spaces that are no longer in their rows."""
        self.label_counts = [0] * len(compiled.game.labels)
        self.label_seen = [-1] * len(compiled.game.labels)
        self.stood = [False] * len(compiled.fixed)
        """How each of `Compiled.fixed` stood when the turn began."""
        self.budget = limits.STEPS
        self.stops = 0
        self.steps_log = 0
        """How many events there were when `pipeline.out_of_steps` looked first after the last answer; -1: not yet."""
        # the record
        self.keep_log = True
        self.log: list[Event] = []
        """The events of this turn; `base` is the index of the first of them."""
        self.base = 0
        self.chunks: list[tuple[Event, ...]] = []
        """The events of the turns before, one tuple a turn."""
        self.done: defaultdict[int, list[Event]] = defaultdict(list)
        """Events of verbs this turn, by verb."""
        self.ever: dict[int, list[Event]] = {}
        """Events of the whole game, for the verbs that are asked about so."""
        # held for speed
        self.defs: list[Definition] = compiled.definitions
        self.watch: dict[int, list[int]] = {}
        """What a thing is looked at by: key -> card * 4096 + item of its definition, ascending."""
        self.lively: set[int] = set()
        """Cards of which something may come when they move: they watch, carry counters, or are not what is printed."""
        self.bent: set[int] = set()
        """Attributes that some card has changed of itself, as far as cards are known to (no fewer than there are)."""
        self.vocal: set[int] = set()
        """Cards that have something to say about events with them."""
        self.hot: dict[int, int] = {}
        """Verbs (and, as -1 - attribute, attributes) that anything forbids, replaces or changes -> how many things."""
        self.fresh: dict[int, Offer] = {}
        """What windows have found out about places since anything last moved there, by action and seat."""
        self.least: dict[int, int] = {}
        """What windows still know of prices they have to read again: none is lower. By action and seat; it is the
        lowest that is printed, and there only if nothing makes a price lower than that."""
        self.lifted: dict[int, bool] = {}
        """Whether all that stands and changes an attribute adds to it, as far as that has been asked."""
        self.leans: frozenset[int] = frozenset()
        """All places that have a say in what `fresh` holds besides those the cards lie in."""
        self.touched = 0
        """What has changed, of all that endings look at, since they were last looked at: bits, see `endings.check`."""
        self.heeded = compiled.heeded
        """The bits that any ending looks at which has come to stand (those of cards that have left stay: at worst
        endings are looked at for nothing)."""
        self.endings: dict[int, Looked] = {}
        """What has to be looked at after anything was touched (see `endings.check`). Shared by clones: another one is
        begun when other cards come to print endings."""
        self.always = 0
        """The bit of endings that are looked at after every event, if there are any of these."""
        self.depth = 0
        self.speaking = -2
        """While a pattern is read: the card that speaks in the event it is about (-1 a rule). Else -2."""

    def clone(self) -> State:
        """An independent copy. Tuples, records and lists that are never changed in place are shared."""
        new = State.__new__(State)
        new.compiled = self.compiled
        new.players, new.first, new.turn, new.seat, new.rng = self.players, self.first, self.turn, self.seat, self.rng
        new.rulings, new.reach = self.rulings, self.reach
        new.at, new.ident, new.decl, new.idents = self.at[:], self.ident[:], self.decl[:], self.idents
        new.zones = {place: cards[:] for place, cards in self.zones.items()}
        new.counters, new.copies = self.counters.copy(), self.copies.copy()
        new.announced, new.sources = self.announced, self.sources
        new.res, new.made = self.res[:], self.made[:]
        frames = []
        for frame in self.frames:
            twin = frame[:]
            twin[2] = twin[2][:]
            frames.append(twin)
        new.frames = frames
        new.pending = self.pending
        new.timed = {key: records[:] for key, records in self.timed.items()}
        new.noted, new.ended, new.extra, new.out, new.gone = (
            self.noted[:],
            self.ended,
            self.extra[:],
            self.out,
            self.gone,
        )
        new.label_counts, new.label_seen = self.label_counts[:], self.label_seen[:]
        new.stood = self.stood[:]
        new.winner, new.due, new.closing = self.winner, self.due, self.closing
        new.said = self.said
        new.budget, new.stops, new.steps_log = self.budget, self.stops, self.steps_log
        new.keep_log, new.log, new.base, new.chunks = self.keep_log, self.log[:], self.base, self.chunks[:]
        new.done = defaultdict(list, {verb: events[:] for verb, events in self.done.items()})
        new.ever = {verb: events[:] for verb, events in self.ever.items()}
        new.defs = self.defs
        new.watch = {key: entries[:] for key, entries in self.watch.items()}
        new.hot, new.lively, new.vocal = self.hot.copy(), self.lively.copy(), self.vocal.copy()
        new.bent = self.bent.copy()
        new.fresh, new.least, new.leans = self.fresh.copy(), self.least.copy(), self.leans
        new.lifted = self.lifted.copy()
        new.touched, new.heeded, new.always = self.touched, self.heeded, self.always
        new.endings = self.endings
        new.depth, new.speaking = 0, -2
        return new

    def to_data(self) -> dict[str, Any]:
        """The state as JSON-able data that shares nothing with it."""
        data: dict[str, Any] = {name: plain(getattr(self, name)) for name in PLAIN}
        data["rulings"], data["reach"] = dict(self.rulings), plain(self.reach)
        data["zones"] = [[place, cards[:]] for place, cards in sorted(self.zones.items())]
        data["counters"] = [[key, number] for key, number in sorted(self.counters.items())]
        data["copies"] = [[card, place] for card, place in sorted(self.copies.items())]
        data["announced"] = [[card, plain(texts)] for card, texts in sorted(self.announced.items())]
        data["sources"] = [[card, source] for card, source in sorted(self.sources.items())]
        data["timed"] = [[key, plain(records)] for key, records in sorted(self.timed.items())]
        data["keep_log"], data["base"], data["touched"] = self.keep_log, self.base, self.touched
        data["chunks"] = [plain(chunk) for chunk in self.chunks]
        data["log"] = plain(self.log)
        data["done"] = [[verb, plain(events)] for verb, events in sorted(self.done.items())]
        data["ever"] = [[verb, plain(events)] for verb, events in sorted(self.ever.items())]
        return data


def plain(value: Any) -> Any:
    """A deep copy in which every tuple is a list."""
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def events_from(data: list[list[Any]]) -> list[Event]:
    return [tuple(event) for event in data]


def state_from(compiled: Compiled, data: dict[str, Any]) -> State:
    """The state `to_data` wrote; what is held for speed is left to `cardscript.engine.identity.rebuild`."""
    s = State(compiled, data["players"], data["first"], data["rng"])
    for name in PLAIN:
        setattr(s, name, plain(data[name]))
    s.rulings, s.reach = dict(data["rulings"]), plain(data.get("reach"))
    s.zones = {place: list(cards) for place, cards in data["zones"]}
    s.counters = dict(data["counters"])
    s.copies = dict(data["copies"])
    s.announced = {card: plain(texts) for card, texts in data["announced"]}
    s.sources = dict(data["sources"])
    s.timed = {key: plain(records) for key, records in data["timed"]}
    s.keep_log, s.base, s.touched = data["keep_log"], data["base"], data["touched"]
    s.chunks = [tuple(events_from(chunk)) for chunk in data["chunks"]]
    s.log = events_from(data["log"])
    s.done.update((verb, events_from(events)) for verb, events in data["done"])
    s.ever = {verb: events_from(events) for verb, events in data["ever"]}
    return s
