"""Set-up: from a game, a number of players, a seed and what was asked for to the cards on the table.

The whole result follows from its arguments and the cards' names; in which files they stand and in which order does not
matter. Every random pick has a stream of its own, so that naming one thing does not change the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cardscript.engine.deal import Deal, Group, Stack, grouped
from cardscript.language import ast
from cardscript.language.ast import Unit
from cardscript.language.diagnostics import Diagnostic
from cardscript.language.program import ChoiceDecl, Game, Supply
from cardscript.session.chance import Stream
from cardscript.session.choices import Candidate, Options, candidates, in_order, is_kind, read_options

Chosen = dict[str, tuple[str, ...]]
"""Choice option name to the names picked for it, in the order of the choices."""

ATTEMPTS = 200
"""How often random picks are tried again when what they picked cannot be set up together."""


@dataclass(slots=True)
class _Selection:
    """What is picked, the numbers that follow from it (with the card that changed each), and what is wrong with it."""

    picks: dict[str, tuple[Candidate, ...]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    said_by: dict[str, str] = field(default_factory=dict)
    wrong: list[Diagnostic] = field(default_factory=list)


def choose(
    game: Game, players: int, seed: int, options: Options, first: int = 0
) -> tuple[Deal, Chosen] | list[Diagnostic]:
    """The deal and what was picked, or why it cannot be set up (CS401-CS413).

    A choice in `options` gets exactly what is named there; the others get what the cards require and random rest.
    """
    wrong = _check_players(game, players, first)
    known = candidates(game)
    named, unknown = read_options(game, options, known)
    wrong += unknown
    if wrong:
        return wrong
    selection = _Selection()
    for attempt in range(ATTEMPTS):
        selection = _Setup(game, players, seed, known, named, attempt).select()
        if not selection.wrong or len(named) == len(known):
            break
    if selection.wrong:
        return selection.wrong
    dealt = _deal(game, players, first, seed, selection)
    if isinstance(dealt, list):
        return dealt
    return dealt, {option: tuple(c.name for c in picks) for option, picks in selection.picks.items()}


def _check_players(game: Game, players: int, first: int) -> list[Diagnostic]:
    setup = game.setup
    size = f"{setup.fewest} players" if setup.fewest == setup.most else f"{setup.fewest} to {setup.most} players"
    if players in setup.refusals:
        return [Diagnostic("CS401", setup.refusals[players], help=f"{game.title} is for {size}")]
    if not setup.fewest <= players <= setup.most:
        return [Diagnostic("CS401", f"{game.title} is for {size}, not {players}", help=f"play with {size}")]
    if not 0 <= first < players:
        return [Diagnostic("CS412", f"there is no player {first + 1} to begin", help=f"players are 1 to {players}")]
    return []


class _Setup:
    """One attempt to pick everything."""

    def __init__(
        self,
        game: Game,
        players: int,
        seed: int,
        known: Mapping[str, tuple[Candidate, ...]],
        named: Mapping[str, tuple[Candidate, ...]],
        attempt: int,
    ) -> None:
        self._game, self._players, self._seed = game, players, seed
        self._known, self._named, self._attempt = known, named, attempt
        self._result = _Selection()

    def select(self) -> _Selection:
        result, choices = self._result, self._game.setup.choices
        self._count()
        for choice in choices:
            if choice.of == "card":
                result.picks[choice.option] = self._pick(choice, [])
                self._count()
        required = self._required()
        for choice in choices:
            if choice.of == "group":
                result.picks[choice.option] = self._pick(choice, required.get(choice.option, []))
        for choice in choices:
            self._check_sizes(choice)
        result.picks = {choice.option: result.picks[choice.option] for choice in choices}
        return result

    def _leaders(self) -> list[int]:
        """The cards picked as cards, whose set-up lines count."""
        return [
            candidate.cards[0]
            for choice in self._game.setup.choices
            if choice.of == "card"
            for candidate in self._result.picks.get(choice.option, ())
        ]

    def _count(self) -> None:
        """The numbers for this many players, as the cards picked so far change them."""
        game, counted = self._game, self._game.setup.counted
        numbers = {name: quantity.at(self._players, counted) for name, quantity in game.setup.quantities.items()}
        said_by: dict[str, str] = {}
        lines = [(game.cards[n].name, game.setup_lines.get(game.cards[n].name)) for n in self._leaders()]
        for card, line in lines:
            for name, quantity in line.quantities.items() if line else ():
                numbers[name], said_by[name] = quantity.at(self._players, counted), card
        chosen = {side for n in self._leaders() for side in (game.cards[n].name, game.cards[n].back_of)}
        for card, line in lines:
            for names, name, quantity in line.using if line else ():
                if names & chosen:
                    numbers[name], said_by[name] = quantity.at(self._players, counted), card
        for card, line in lines:
            for name, quantity in line.add.items() if line else ():
                numbers[name] = numbers.get(name, 0) + quantity.at(self._players, counted)
                said_by[name] = card
        self._result.numbers, self._result.said_by = numbers, said_by

    def _required(self) -> dict[str, list[tuple[Candidate, str]]]:
        """For each choice of groups: those that must be in, each with the reason in words."""
        game = self._game
        required: dict[str, list[tuple[Candidate, str]]] = {}
        for number in self._leaders():
            card = game.cards[number]
            kind = game.kinds[card.kind].name
            says = f"{game.setup.leads} of {card.name}" if game.setup.leads else f"{card.name} leads it"
            wanted = [(-1, card.leads, says)] if card.leads else []
            line = game.setup_lines.get(card.name)
            wanted += [(k, group, f"required by the {kind} {card.name}") for k, group in (line.require if line else ())]
            for wanted_kind, group, reason in wanted:
                self._require(wanted_kind, group, reason, required)
        return required

    def _require(self, kind: int, group: str, reason: str, required: dict[str, list[tuple[Candidate, str]]]) -> None:
        choices = [c for c in self._game.setup.choices if c.of == "group"]
        for choice in sorted(choices, key=lambda c: c.kind != kind):
            for candidate in self._known[choice.option]:
                if candidate.group == group:
                    places = required.setdefault(choice.option, [])
                    if candidate not in [c for c, _ in places]:
                        places.append((candidate, reason))
                    return
        help = "use the set it is in, or choose another card"
        self._result.wrong.append(Diagnostic("CS411", f"no set in use has {group} ({reason})", help=help))

    def _pick(self, choice: ChoiceDecl, required: Sequence[tuple[Candidate, str]]) -> tuple[Candidate, ...]:
        wanted = self._number(choice.number)
        named = self._named.get(choice.option)
        wrong = self._result.wrong
        if named is not None:
            for candidate in named:
                if candidate.group in self._taken():
                    message = (
                        f"{choice.option}: {candidate.name} is needed elsewhere ({self._taken()[candidate.group]})"
                    )
                    wrong.append(Diagnostic("CS406", message, help="name another one"))
            for candidate, reason in required:
                if candidate not in named:
                    message = f"{choice.option}: {candidate.name} is missing ({reason})"
                    wrong.append(Diagnostic("CS405", message, help=f"name {candidate.name} among them"))
            if len(named) != wanted:
                wrong.append(self._miscount(choice, wanted, [c.name for c in named]))
            return named
        picks = [candidate for candidate, _ in required]
        if len(picks) > wanted:
            wrong.append(self._miscount(choice, wanted, [f"{c.name} ({reason})" for c, reason in required]))
            return tuple(picks)
        taken = self._taken()
        rest = [c for c in self._known[choice.option] if c not in picks and c.group not in taken]
        if wanted - len(picks) > len(rest):
            have = len(picks) + len(rest)
            message = f"{choice.option}: {wanted} needed{self._why(choice.number)}, but the sets in use have {have}"
            wrong.append(Diagnostic("CS413", message, help="use more sets, or fewer players"))
            return tuple(picks)
        rng = Stream(self._seed, f"set-up {choice.option} {self._attempt}")
        return (*picks, *rng.draw(rest, wanted - len(picks)))

    def _taken(self) -> dict[str, str]:
        """Groups with a place of their own, and the card that says so."""
        lines = [
            (self._game.cards[n].name, self._game.setup_lines.get(self._game.cards[n].name)) for n in self._leaders()
        ]
        return {group.group: card for card, line in lines if line for group in line.groups}

    def _number(self, name: str) -> int:
        if not name:
            return 1
        return int(name) if name.isdecimal() else self._result.numbers.get(name, 0)

    def _why(self, number: str) -> str:
        card = self._result.said_by.get(number)
        return f" with {self._players} players" + (f" and {card}" if card else "")

    def _miscount(self, choice: ChoiceDecl, wanted: int, names: Sequence[str]) -> Diagnostic:
        what = choice.number
        if not what or what.isdecimal() or (choice.of == "card" and wanted == 1):
            what = self._game.kinds[choice.kind].name
        got = f"{len(names)} named: {', '.join(names)}" if names else "none named"
        message = f"{choice.option}: exactly {wanted} {what} needed{self._why(choice.number)}, {got}"
        return Diagnostic("CS404", message, help=f"name {wanted}, or leave it out for random ones")

    def _check_sizes(self, choice: ChoiceDecl) -> None:
        for candidate in self._result.picks[choice.option]:
            self._result.wrong += _wrong_size(self._game, choice, candidate)


def _wrong_size(game: Game, choice: ChoiceDecl, candidate: Candidate) -> list[Diagnostic]:
    """A group must have as many cards as the rules say (a card: as many beneath it); what is wrong if it has not."""
    wanted = choice.group_size if choice.of == "group" else choice.brought
    counted = candidate.cards if choice.of == "group" else candidate.cards[1:]
    found = sum(game.cards[n].count for n in counted)
    if not wanted or found == wanted:
        return []
    what = "cards" if choice.of == "group" else f"{game.kinds[choice.brings].name} cards beneath it"
    message = f"{choice.option}: {candidate.name}: {wanted} {what} expected, {found} found"
    return [Diagnostic("CS407", message, game.cards[candidate.cards[0]].span, "correct the copies in the card file")]


def check_groups(game: Game) -> list[Diagnostic]:
    """Everything that can be picked at set-up but has not as many cards as the rules say (CS407)."""
    known = candidates(game)
    return [d for choice in game.setup.choices for one in known[choice.option] for d in _wrong_size(game, choice, one)]


class _Laid:
    """The stacks of a deal, and how many cards they hold."""

    __slots__ = ("count", "stacks")

    def __init__(self) -> None:
        self.stacks: list[Stack] = []
        self.count = 0

    def add(self, cards: Sequence[int], zone: int, seat: int = -1, beneath: int = -1) -> int:
        """Put printed cards in a place, beneath what is there. Returns the number of the first."""
        first = self.count
        if cards:
            self.count += len(cards)
            groups: list[Group] = [grouped(tuple(cards))]
            if self.stacks and self.stacks[-1][1:] == (zone, seat, beneath):
                groups = [*self.stacks.pop().groups, *groups]
            self.stacks.append(Stack(groups, zone, seat, beneath))
        return first


def _deal(game: Game, players: int, first: int, seed: int, selection: _Selection) -> Deal | list[Diagnostic]:
    left = [card.count for card in game.cards]
    laid = _Laid()
    units: list[Unit] = []
    supplies: list[tuple[str, Supply]] = []
    for choice in game.setup.choices:
        for candidate in selection.picks[choice.option]:
            if choice.of == "card":
                top, *beneath = candidate.cards
                host = laid.add([top], choice.zone)
                left[top] -= 1
                under = _all(beneath, left)
                rng = Stream(seed, f"beneath {choice.option} {candidate.name}")
                laid.add(rng.draw(under, len(under)), choice.zone, beneath=host)
                line = game.setup_lines.get(game.cards[top].name)
                if line and line.unit:
                    units.append(line.unit)
                for name, (trait, value) in line.marks if line else ():
                    last = [selection.picks[c.option][-1] for c in game.setup.choices if c.number == name]
                    units += [_marking(one.group, trait, value) for one in last]
                for group in line.groups if line else ():
                    mine = [n for n in in_order(game) if game.cards[n].group == group.group]
                    laid.add(_all(mine, left), group.zone)
                if line:
                    supplies += [(f"{candidate.name} {at}", supply) for at, supply in enumerate(line.supplies)]
            else:
                laid.add(_all(candidate.cards, left), choice.zone)
    wrong: list[Diagnostic] = []
    supplies += [(str(at), supply) for at, supply in enumerate(game.setup.supplies)]
    for at, supply in supplies:
        for seat in range(players) if supply.each else (-1,):
            rng = Stream(seed, f"supply {at} {seat}")
            taken, short = _take(game, supply, selection.numbers, left, rng)
            laid.add(taken, supply.zone, seat)
            if short:
                name = supply.card or game.kinds[supply.kind].name
                who = f" for player {seat + 1}" if supply.each else ""
                message = f"not enough {name}{who}: {short} more needed ({supply.quantity})"
                wrong.append(Diagnostic("CS408", message, supply.span, "use more sets, or another selection"))
                break
    if wrong:
        return wrong
    if game.setup.unit:
        units.append(game.setup.unit)
    return Deal(players, first, laid.stacks, tuple(units))


def _marking(group: str, trait: int, value: int) -> Unit:
    """Marks all cards of a group."""
    slot = ast.FIRST_FREE
    cards = ast.Where(ast.AllCards(), slot, ast.InGroup(group, ast.CardSlot(slot)))
    body = ast.Become(cards, ast.Identity(traits=((trait, value),)))
    return Unit(body, slot + 1, "set-up")


def _all(cards: Sequence[int], left: list[int]) -> list[int]:
    """Every copy of these cards that is still in the box, taken out of it."""
    taken = [n for n in cards for _ in range(left[n])]
    for n in cards:
        left[n] = 0
    return taken


def _take(
    game: Game, supply: Supply, numbers: Mapping[str, int], left: list[int], rng: Stream
) -> tuple[list[int], int]:
    """The cards of a supply, taken out of the box, and how many are missing."""
    if supply.card:
        kinds = [n for n in in_order(game) if game.cards[n].name == supply.card]
    else:
        kinds = [n for n in in_order(game) if is_kind(game, n, supply.kind)]
    if not supply.quantity:
        return _all(kinds, left), 0
    wanted = int(supply.quantity) if supply.quantity.isdecimal() else numbers.get(supply.quantity, 0)
    box = [n for n in kinds for _ in range(left[n])]
    taken = sorted(rng.draw(box, wanted), key=kinds.index) if len(box) > wanted else box
    for n in taken:
        left[n] -= 1
    return taken, wanted - len(taken)
