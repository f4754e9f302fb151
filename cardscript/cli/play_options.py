"""What `play` was told on the command line. The set-up choices are the game's own words, so they are read here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from cardscript.language.diagnostics import did_you_mean
from cardscript.players.bots import KINDS


def sets_named(values: Sequence[str]) -> list[str] | None:
    """The sets that "--sets a,b --sets c" names; None if it is not there."""
    return [name.strip() for value in values for name in value.split(",")] if values else None


def split_rest(rest: Sequence[str]) -> tuple[str, list[tuple[str, str]]]:
    """The game's name, and the options that `play` does not know itself: `--name value` or `--name=value`."""
    names: list[str] = []
    options: list[tuple[str, str]] = []
    words = list(rest)
    while words:
        word = words.pop(0)
        if word.startswith("--") and len(word) > 2:
            name, equals, value = word[2:].partition("=")
            if not equals:
                if not words or words[0].startswith("--"):
                    raise click.UsageError(f"{word} needs a value (or there is no such option)")
                value = words.pop(0)
            options.append((name, value))
        elif word.startswith("-") and len(word) > 1:
            raise click.UsageError(f"there is no option {word}")
        else:
            names.append(word)
    if len(names) > 1:
        raise click.UsageError(f"one game at a time, not {' and '.join(names)}")
    return (names[0] if names else ""), options


def pairs(values: Sequence[str], what: str) -> list[tuple[str, str]]:
    """NAME=VALUE, several times."""
    found: list[tuple[str, str]] = []
    for value in values:
        name, equals, rest = value.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"{what} {value!r}: NAME=VALUE expected")
        found.append((name.strip(), rest.strip()))
    return found


def setup_options(
    given: Sequence[tuple[str, str]], choices: Mapping[str, Sequence[str]], flags: Sequence[str]
) -> dict[str, list[str]]:
    """The set-up choices that were named. A value is one name, or several with commas between them (unless the whole
    is one name); a choice may be given several times. An unknown choice is a usage error with the nearest names."""
    options: dict[str, list[str]] = {}
    for name, value in given:
        if name not in choices:
            known = [f"--{option}" for option in (*choices, *flags)]
            every = ", ".join(choices) or "none"
            help = did_you_mean(f"--{name}", known) or f"the set-up choices of this game: {every}"
            raise click.UsageError(f"there is no option --{name}; {help}")
        whole = value.strip().casefold() in {candidate.casefold() for candidate in choices[name]}
        names = [value.strip()] if whole else [part.strip() for part in value.split(",") if part.strip()]
        options.setdefault(name, []).extend(names)
    return options


def bot_kinds(text: str | None) -> tuple[str, ...]:
    """The kinds of bots, with commas: one for each seat from the first on, the last for all further seats."""
    kinds = tuple(part.strip().lower() for part in (text or "random").split(","))
    for kind in kinds:
        if kind not in KINDS:
            help = did_you_mean(kind, KINDS) or f"there are: {', '.join(KINDS)}"
            raise click.UsageError(f"--bots: {kind!r} is no bot; {help}")
    return kinds


def seat_numbers(text: str, players: int) -> frozenset[int]:
    """Seats as people count them, with commas: "1,3" or "all"; counted from 0 in the result."""
    if text.strip().lower() == "all":
        return frozenset(range(players))
    seats: set[int] = set()
    for part in text.split(","):
        if not part.strip().isdecimal() or not 1 <= int(part) <= players:
            raise click.UsageError(f"--seats: {part.strip()!r} is no seat; seats are 1 to {players}, or all")
        seats.add(int(part) - 1)
    return frozenset(seats)
