"""A game laid out by hand: which cards lie where, what players have. For tests of single rules on the real data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from cardscript.engine.deal import Deal, stacked
from cardscript.engine.decision import Decision, IllegalAnswer
from cardscript.engine.kinds import E_AMOUNT, E_CARD, E_FROM, E_KIND, E_TO, GAIN, KIND_NAMES, P_OF, P_RAW, PAY
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import Game, compile_game
from cardscript.language.resources import data_dir
from cardscript.language.rulings import under
from cardscript.language.source import Source

Names = Sequence[str]


@cache
def game(name: str, stubs: str = "", sets: tuple[str, ...] | None = None) -> Game:
    """A shipped game (with its default sets if none are named) under its default rulings, with more declarations and
    cards from a text. Any finding fails the test."""
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / name, findings)
    assert loaded is not None, [d.message for d in findings]
    wanted = sets or loaded.game.default_sets or tuple(loaded.sets)
    loaded = replace(loaded, sources=[s for s in loaded.sources if not s[0] or s[0] in wanted])
    if stubs:
        loaded.sources.append(("stubs", Source("stubs.card", stubs)))
    made = compile_game(loaded, findings)
    assert made is not None and not list(findings), [(d.code, d.message, d.span) for d in findings]
    return under(made, {})


@dataclass
class Table:
    """A game in progress with helpers that speak in names.

    `zones` of the layout: zone name -> names from the top; for zones of players "P1 hand" and so on; for the space of a
    row "City[Bank]" (or the whole row as a list, "" for an empty space). A name may be "card + tucked + tucked".
    """

    machine: Machine
    asked: list[Decision] = field(default_factory=list)

    # --- looking

    @property
    def game(self) -> Game:
        return self.machine.game

    @property
    def decision(self) -> Decision | None:
        return self.machine.pending

    @property
    def offered(self) -> tuple[str, ...]:
        decision = self.machine.pending
        return decision.options if decision is not None else ()

    @property
    def seat(self) -> int:
        """Who is asked, counted from 1; 0 if nobody is."""
        return self.machine.seat_asked + 1

    def zone(self, name: str) -> list[str]:
        """The printed names of the cards in a zone, from the top or first space; "P2 hand" for a player's."""
        return [self.printed(card) for card in self.ids(name)]

    def ids(self, name: str) -> list[int]:
        number, seat, space = zone_of(self.game, name)
        places = self.machine.zone_places(number, seat)
        if space >= 0:
            places = [places[space]]
        return [card for place in places for card in self.machine.state.zones.get(place, [])]

    def spaces(self, name: str) -> list[str]:
        """A row space by space in travel order, "" for an empty space."""
        number, seat, _ = zone_of(self.game, name)
        rows = [self.machine.state.zones.get(place, []) for place in self.machine.zone_places(number, seat)]
        return [self.printed(row[0]) if row else "" for row in rows]

    def under(self, name: str) -> list[str]:
        """What lies beneath a card, given its stable name or a printed name that is unique on the table."""
        return [self.printed(card) for card in self.machine.beneath(self.card(name))]

    def under_space(self, name: str) -> list[str]:
        """What lies beneath a space of a row."""
        number, _, space = zone_of(self.game, name)
        place = self.machine.zone_places(number)[space] + self.machine.state.compiled.layout.places
        return [self.printed(card) for card in self.machine.state.zones.get(place, [])]

    def first(self, name: str) -> str:
        """The stable name of the top card of a zone or space."""
        return self.machine.name_of(self.ids(name)[0])

    def card(self, name: str) -> int:
        """A card by its stable name ("venom#1") or its printed name (the first copy)."""
        for card in range(self.machine.card_count):
            if self.machine.name_of(card) == name:
                return card
        for card in range(self.machine.card_count):
            if self.printed(card) == name:
                return card
        raise AssertionError(f"no card {name!r}")

    def printed(self, card: int) -> str:
        state = self.machine.state
        return self.game.cards[state.decl[card]].name

    def value(self, name: str, attribute: str) -> int:
        number = [a.name for a in self.game.attributes].index(attribute)
        return self.machine.attribute(self.card(name), number)

    def points(self, resource: str, seat: int = 0) -> int:
        """What a player (from 1; 0: who is asked) has of a resource."""
        number = [r.name for r in self.game.resources].index(resource)
        return self.machine.resource((seat or self.seat or self.machine.state.seat + 1) - 1, number)

    @property
    def result(self) -> str:
        """The ending's name, empty while the game goes on."""
        found = self.machine.result
        return found.ending if found is not None else ""

    @property
    def choices(self) -> list[str]:
        """The printed names of the cards that are offered, in order; nothing if the question is not about cards."""
        pending = self.machine.state.pending
        if pending is None or pending[P_OF] != "card":
            return []
        return [self.printed(card) for card in pending[P_RAW]]

    def moves(self) -> list[tuple[str, str]]:
        """What changed its place so far, in order: the printed name of the card and the place it came to."""
        log = (e for e in self.machine.log if e[E_KIND] not in (GAIN, PAY) and e[E_CARD] >= 0 and e[E_TO] >= 0)
        return [(self.printed(e[E_CARD]), self.machine.place_name(e[E_TO])) for e in log if e[E_FROM] != e[E_TO]]

    def story(self) -> list[str]:
        """What happened so far, in order: "draw Agent", "reveal Agent", "gain 3 Attack", "pay 4 Attack"."""
        verbs, points = [verb.name for verb in self.game.verbs], [r.name for r in self.game.resources]
        found = []
        for e in self.machine.log:
            kind = verbs[e[E_KIND]] if e[E_KIND] >= 0 else KIND_NAMES[e[E_KIND]]
            if e[E_KIND] in (GAIN, PAY):
                found.append(f"{kind} {e[E_AMOUNT]} {points[e[E_FROM]]}")
            else:
                found.append(f"{kind} {self.printed(e[E_CARD])}" if e[E_CARD] >= 0 else kind)
        return found

    # --- acting

    def options(self, *words: str) -> list[int]:
        """The options that contain all the words (case does not matter)."""
        return [i for i, option in enumerate(self.offered) if all(slug(w) in slug(option) for w in words)]

    def answer(self, *picks: str) -> Table:
        """Answer with the options that contain these words, each exactly one (the first of equal copies)."""
        chosen: list[int] = []
        for pick in picks:
            exact = [i for i, option in enumerate(self.offered) if option.lower() == pick.lower()]
            found = [i for i in exact or self.options(pick) if i not in chosen]
            assert found, f"{pick!r} is not offered: {self.offered}"
            chosen.append(found[0])
        self.machine.answer(chosen)
        return self

    def act(self, action: str, card: str = "") -> Table:
        """Do an action of a window, with a card by any part of its name."""
        found = [i for i in self.options(action, card) if slug(self.offered[i]).startswith(slug(action))]
        assert found, f"{action} {card!r} is not offered: {self.offered}"
        self.machine.answer([found[0]])
        return self

    def play(self, *cards: str) -> Table:
        for card in cards:
            self.act("play", card)
        return self

    def decline(self) -> Table:
        """Take nothing: no card, or the option that says so."""
        decision = self.machine.pending
        assert decision is not None
        if decision.least == 0:
            self.machine.answer([])
        else:
            self.machine.answer([len(decision.options) - 1])
        return self

    def end_turn(self) -> Table:
        found = self.options("end the turn")
        assert found, self.offered
        self.machine.answer([found[0]])
        return self

    def refusal(self, action: str, card: str = "") -> str:
        """Why an action cannot be done now; fails if it can."""
        number = [a.name.lower() for a in self.game.actions].index(action.lower())
        reason = self.machine.why_not(number, self.card(card) if card else -1)
        assert reason is not None, f"{action} {card} is allowed"
        return reason

    def illegal(self, *picks: int) -> IllegalAnswer:
        try:
            self.machine.answer(picks)
        except IllegalAnswer as error:
            return error
        raise AssertionError(f"{picks} was accepted")


def slug(text: str) -> str:
    return "".join(ch if ch.isalnum() else "-" for ch in text.lower()).strip("-")


def zone_of(made: Game, name: str) -> tuple[int, int, int]:
    """(zone, seat or -1, space or -1) of "City[Bank]", "P2 hand", "KO Pile"."""
    seat = -1
    if name[:1] == "P" and name[1:2].isdigit():
        seat, name = int(name[1]) - 1, name[3:]
    base, _, space = name.partition("[")
    names = [z.name.lower() for z in made.zones]
    assert base.lower() in names, f"no zone {base!r}"
    number = names.index(base.lower())
    index = made.zones[number].spaces.index(space.rstrip("]")) if space else -1
    return number, seat, index


def lay_out(
    made: Game, layout: Mapping[str, Names], *, players: int = 2, first: int = 1, phase: str = "",
    points: Mapping[str, int] | None = None, seed: int = 1, rulings: Mapping[str, str] | None = None,
    setup: bool = False,
) -> Table:  # fmt: skip
    """A game with exactly these cards in these places, at the beginning of a phase of the first player's turn.

    `points`: resource name -> how many the first player has ("P2 Life" for another). `setup` runs the game's own set-up
    unit first (shuffles, deals)."""
    index = {card.name: i for i, card in enumerate(made.cards)}
    cards: list[tuple[int, int, int, int]] = []
    spaced: dict[int, tuple[int, int]] = {}

    def put(entry: str, zone: int, seat: int, space: int) -> None:
        host, *tucked = [part.strip() for part in entry.split(" + ")]
        assert host in index, f"no card {host!r}"
        at = len(cards)
        cards.append((index[host], zone, seat, -1))
        if space >= 0:
            spaced[at] = (zone, space)
        for name in tucked:
            assert name in index, f"no card {name!r}"
            cards.append((index[name], zone, seat, at))

    for name, entries in layout.items():
        zone, seat, space = zone_of(made, name)
        row = bool(made.zones[zone].spaces) and space < 0
        for position, entry in enumerate(entries):
            if entry:
                put(entry, zone, seat, position if row else space)
    numbers = [p.name for p in made.phases]
    owned: list[tuple[int, int, int]] = []
    resources = [r.name for r in made.resources]
    for words, amount in (points or {}).items():
        who = first - 1
        if words[:1] == "P" and words[1:2].isdigit():
            who, words = int(words[1]) - 1, words[3:]
        owned.append((who, resources.index(words), amount))
    unit = (made.setup.unit,) if setup and made.setup.unit is not None else ()
    spaces = {card: space for card, (_, space) in spaced.items()}
    deal = Deal(players, first - 1, stacked(cards), unit, numbers.index(phase) if phase else 0, owned, spaces)
    return Table(Machine(made, deal, seed, dict(rulings or {})))
