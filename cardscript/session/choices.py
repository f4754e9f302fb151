"""What can be picked at set-up: the cards and groups behind each choice of a game, found by the names people type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cardscript.language.diagnostics import Diagnostic, did_you_mean
from cardscript.language.program import ChoiceDecl, Game
from cardscript.language.recent import Recent

Options = Mapping[str, str | Sequence[str]]
"""Choice option name to what was picked: one name or several."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something a choice can pick. `name` is unique within its choice; `group` as the cards print it.

    `cards`: card numbers, for a card its own first and then those that lie beneath it.
    """

    name: str
    group: str
    cards: tuple[int, ...]


def slug(text: str) -> str:
    """A name as it is compared: small letters and digits with single hyphens."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def is_kind(game: Game, card: int, kind: int) -> bool:
    """Whether a card is printed as this kind, or as a kind under it."""
    own = game.cards[card].kind
    return own == kind or kind in game.kinds[own].parents


def in_order(game: Game) -> list[int]:
    """All card numbers in the order of the cards' names, whatever file they come from: what chance picks from."""
    cards, kinds = game.cards, game.kinds
    printed = [n for n in range(len(cards)) if cards[n].count or cards[n].back_of]
    return sorted(printed, key=lambda n: (cards[n].name, kinds[cards[n].kind].name, cards[n].group, cards[n].set))


_KNOWN: Recent[int, tuple[Game, Mapping[str, tuple[Candidate, ...]]]] = Recent(4)
"""The candidates of games, by what identifies these."""


def candidates(game: Game) -> Mapping[str, tuple[Candidate, ...]]:
    """For each choice, by its option name: all it can pick, in the order of their names. Found once for a game."""
    known = _KNOWN.get(id(game))
    if known is not None and known[0] is game:
        return known[1]
    order = in_order(game)
    made = {choice.option: _of_choice(game, choice, order) for choice in game.setup.choices}
    return _KNOWN.keep(id(game), (game, made))[1]


def _of_choice(game: Game, choice: ChoiceDecl, order: Sequence[int]) -> tuple[Candidate, ...]:
    others = [c.kind for c in game.setup.choices if c.kind != choice.kind]
    narrower = [kind for kind in others if choice.kind in game.kinds[kind].parents]
    groups: dict[tuple[str, str], list[int]] = {}
    for number in order:
        card = game.cards[number]
        if not card.count or any(is_kind(game, number, kind) for kind in narrower):
            continue
        mine = is_kind(game, number, choice.kind)
        if mine or not any(is_kind(game, number, kind) for kind in others):
            groups.setdefault((card.set, card.group), []).append(number)
    found: list[tuple[str, str, str, tuple[int, ...]]] = []
    for number in order:
        card = game.cards[number]
        if not card.count and not _side(game, number, choice.kind):
            continue
        if choice.of == "card" and is_kind(game, number, choice.kind):
            below = tuple(
                n for n in order
                if choice.brings >= 0 and game.cards[n].group in (card.name, card.back_of or card.name)
                and is_kind(game, n, choice.brings)
            )  # fmt: skip
            found.append((card.name, card.set, card.group, (number, *below)))
    if choice.of == "group":
        for (owner, group), cards in sorted(groups.items(), key=lambda one: (one[0][1], one[0][0])):
            if group and any(is_kind(game, n, choice.kind) for n in cards):
                found.append((group, owner, group, tuple(cards)))
    names = [name for name, *_ in found]
    return tuple(
        Candidate(name if names.count(name) == 1 else f"{name} ({owner})", group, cards)
        for name, owner, group, cards in found
    )


def _side(game: Game, number: int, kind: int) -> bool:
    """Whether a card is the other side of one of the same kind, so that either side can be played."""
    front = game.cards[number].back_of
    return bool(front) and any(c.name == front and is_kind(game, n, kind) for n, c in enumerate(game.cards))


def find(name: str, among: Iterable[Candidate]) -> Candidate | None:
    """The candidate a typed name means: letter case and punctuation do not matter."""
    wanted = slug(name)
    return next((c for c in among if slug(c.name) == wanted), None)


def read_options(
    game: Game, options: Options, known: Mapping[str, tuple[Candidate, ...]]
) -> tuple[dict[str, tuple[Candidate, ...]], list[Diagnostic]]:
    """The candidates that options name, and a diagnostic for each name that means nothing (CS402, CS403, CS406)."""
    named: dict[str, tuple[Candidate, ...]] = {}
    wrong: list[Diagnostic] = []
    for option, value in options.items():
        if option not in known:
            help = did_you_mean(option, known) or f"the choices of this game: {', '.join(known) or 'none'}"
            wrong.append(Diagnostic("CS402", f"{game.title} has no set-up choice {option!r}", help=help))
            continue
        picks: list[Candidate] = []
        for name in [value] if isinstance(value, str) else value:
            found = find(str(name), known[option])
            if found is None:
                every = [c.name for c in known[option]]
                same = [one for one in every if one.casefold().startswith(f"{name} (".casefold())]
                if same:  # of several sets
                    what, help = f"more than one is called {name!r}", f"say which: {' or '.join(map(repr, same))}"
                else:
                    what = f"there is no {name!r}"
                    help = did_you_mean(str(name), every) or f"there are: {', '.join(every) or 'none'}"
                wrong.append(Diagnostic("CS403", f"{option}: {what}", help=help))
            elif found in picks:
                wrong.append(Diagnostic("CS406", f"{option}: {found.name} is named twice", help="name another one"))
            else:
                picks.append(found)
        named[option] = tuple(picks)
    return named, wrong
