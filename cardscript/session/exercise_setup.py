"""The clauses of the set-up: which sentence is about which cards, and where these come to lie."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardscript.language.program import Game, Said
from cardscript.language.ruled import HANGS
from cardscript.language.source import NOWHERE, Span
from cardscript.session.choices import is_kind
from cardscript.session.exercise_clauses import Clauses, Dealt, Laid

_CELL = re.compile(r"\d+")
_REFUSE = re.compile(r"refuse (\d{1,2})")


def laid_by(game: Game, said: Said) -> tuple[Laid, ...]:
    """The cards that a sentence of a printed set-up line is about."""
    numbered = [laid for name in sorted(said.numbers) for laid in laid_by_number(game, name)]
    groups = [Laid(group=group) for group in sorted(said.groups)]
    return (*numbered, *groups, *(Laid(supply.zone, supply.kind) for supply in said.supplies))


def laid_by_number(game: Game, name: str) -> tuple[Laid, ...]:
    """The cards of which a number of the set-up says how many there are."""
    setup = game.setup
    chosen = [Laid(choice.zone, choice.kind) for choice in setup.choices if choice.number == name]
    return (*chosen, *(Laid(supply.zone, supply.kind) for supply in setup.supplies if supply.quantity == name))


def carried_out(found: Clauses, cards: Iterable[int], players: int) -> Iterator[Dealt]:
    """What a set-up with these printed cards, for so many players, carries out: the lines of these cards, and of the
    rules all but the numbers that one of these cards replaces."""
    picked = set(cards) & found.dealt.keys()
    lines = [found.game.setup_lines.get(found.game.cards[card].name) for card in picked]
    replaced = {name for line in lines if line is not None for name in line.quantities}
    for card in [*sorted(picked), -1]:
        for dealt in found.dealt.get(card, ()):
            if (dealt.players is None or players in dealt.players) and dealt.number not in replaced:
                yield dealt


def fits(game: Game, laid: Laid, zone: int, card: int) -> bool:
    """Whether a printed card in a zone is one of those meant."""
    decl = game.cards[card]
    return (
        laid.zone in (-1, zone) and (laid.kind < 0 or is_kind(game, card, laid.kind)) and laid.group in ("", decl.group)
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the rules' own set-up that lays cards: where it stands, its parts (begin, end, for which numbers of
    players), the number it states (empty: none), the cards it is about; or for how many players it refuses."""

    place: Span
    parts: tuple[tuple[int, int, range | None], ...]
    number: str = ""
    laid: tuple[Laid, ...] = ()
    refused: int = 0


def rows(game: Game) -> Iterator[Row]:
    """The lines of the rules' own set-up that lay cards: its numbers, what is chosen, put and dealt; and those that
    refuse a number of players."""
    setup = game.setup
    spans = [*(choice.span for choice in setup.choices), *(supply.span for supply in setup.supplies)]
    anchor = next((span for span in spans if span != NOWHERE), NOWHERE)
    source = game.sources.get(anchor.file, "")
    by_line = {_begin(source, choice.span.start): Laid(choice.zone, choice.kind) for choice in setup.choices}
    by_line |= {_begin(source, supply.span.start): Laid(supply.zone, supply.kind) for supply in setup.supplies}
    for at, text in _block(source, anchor.start):
        place, name, whole = Span(anchor.file, at, at + len(text)), text.partition(":")[0], ((0, len(text), None),)
        if at in by_line:
            yield Row(place, whole, "", (by_line[at],))
        elif (word := _REFUSE.fullmatch(name)) is not None:
            yield Row(place, whole, refused=int(word[1]))
        elif name in setup.quantities and HANGS not in text:
            cells = list(_CELL.finditer(text, len(name)))
            last = len(cells) - 1
            parts = tuple(
                (cell.start(), cell.end(), _players(setup.counted + n, setup.most if n == last else setup.counted + n))
                for n, cell in enumerate(cells)
            )
            yield Row(place, parts if last else whole, name, laid_by_number(game, name))


def _players(low: int, high: int) -> range:
    return range(low, high + 1)


def _begin(source: str, at: int) -> int:
    """Where the words of the line begin that a place stands in."""
    start = source.rfind("\n", 0, at) + 1
    return start + len(source[start:]) - len(source[start:].lstrip(" "))


def _block(source: str, at: int) -> Iterator[tuple[int, str]]:
    """The lines of the block around a place, without its header: where the words begin, and the words."""
    top = source.rfind("\n", 0, at) + 1
    while top and source[top : top + 1] in (" ", "\n", "#"):
        top = source.rfind("\n", 0, top - 1) + 1
    at = source.find("\n", top) + 1
    while at and source[at : at + 1] in (" ", "\n", "#"):
        end = source.find("\n", at)
        end = len(source) if end < 0 else end
        words = source[at:end].split("  #")[0] if source[at : at + 1] == " " else ""
        if words.strip() and not words.strip().startswith("#"):
            yield at + len(words) - len(words.lstrip()), words.strip()
        at = end + 1 if end < len(source) else 0
