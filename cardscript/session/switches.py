"""What is settled before the set-up: how silent rules are read (rulings), in which way a game is played (variants)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardscript.language.diagnostics import CardscriptError, Diagnostic, did_you_mean
from cardscript.language.program import Game

LISTED = "`cardscript rulings GAME` lists them"


def check_rulings(game: Game, rulings: Mapping[str, str]) -> list[Diagnostic]:
    """Why rulings and variants cannot be as asked for (CS409, CS410)."""
    wrong: list[Diagnostic] = []
    known = {ruling.name: ruling for ruling in game.rulings}
    for name, value in rulings.items():
        if name not in known:
            wrong.append(unknown_ruling(game, name))
        elif value not in known[name].values:
            values, what = known[name].values, "variant" if known[name].variant else "ruling"
            help = did_you_mean(value, values) or f"it can be: {', '.join(values)}"
            wrong.append(Diagnostic("CS410", f"the {what} {name} cannot be {value!r}", help=f"{help}; {LISTED}"))
    return wrong


def unknown_ruling(game: Game, name: str) -> Diagnostic:
    """That a game has no ruling of that name (CS409)."""
    near = did_you_mean(name, [ruling.name for ruling in game.rulings])
    help = f"{near}; {LISTED}" if near else f"{LISTED}; those of a set are there when the set is in use"
    return Diagnostic("CS409", f"{game.title} has no ruling {name!r}", help=help)


def variants_named(game: Game, given: Sequence[str]) -> dict[str, str]:
    """The variants chosen by words: "long" (a way to play) or "length=long", each variant once.

    Raises `CardscriptError` with CS414 for each that there is not, that two variants have, or that is chosen twice.
    """
    variants = [switch for switch in game.rulings if switch.variant]
    chosen: dict[str, str] = {}
    wrong: list[Diagnostic] = []
    for words in given:
        name, equals, value = (part.strip() for part in words.partition("="))
        if not equals:
            name, value = "", name
        fits = [v for v in variants if name in ("", v.name) and value in v.values]
        if len(fits) != 1:
            wrong.append(_none(game, words, len(fits)))
        elif fits[0].name in chosen:
            message = f"the variant {fits[0].name} is chosen twice: {chosen[fits[0].name]}, {value}"
            wrong.append(Diagnostic("CS414", message, help="choose one of them"))
        else:
            chosen[fits[0].name] = value
    if wrong:
        raise CardscriptError(wrong)
    return chosen


def _none(game: Game, words: str, count: int) -> Diagnostic:
    """Why these words mean no variant."""
    ways = [f"{v.name}={value}" for v in game.rulings if v.variant for value in v.values]
    if count:
        fits = ", ".join(way for way in ways if way.partition("=")[2] == words.strip())
        return Diagnostic("CS414", f"{words!r} can mean two variants", help=f"say which: {fits}")
    if not ways:
        return Diagnostic("CS414", f"{game.title} has no variants, so not {words!r}", help="leave it out")
    known = [*ways, *(way.partition("=")[2] for way in ways)]
    help = did_you_mean(words, known) or f"there are: {', '.join(ways)}"
    return Diagnostic("CS414", f"{game.title} has no variant {words!r}", help=f"{help}; {LISTED}")
