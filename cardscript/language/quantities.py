"""How many cards a phrase means, and whether somebody chooses them."""

from __future__ import annotations

from cardscript.language import ast
from cardscript.language.phrases import Phrase
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Found, Selection, passing


def bounds(phrase: Phrase, scope: Scope, cards_: ast.Cards) -> tuple[ast.Number, ast.Number]:
    """How many: least and most, from "a", "two", "up to four", "any number of", "at least one"."""
    token = phrase.number
    scope.take(token, *phrase.adverbs)
    if token is None:
        return ast.Const(1), ast.Const(1)
    if token.comparison == "any":
        return ast.Const(0), ast.Count(cards_)
    count = token.number if token.number is not None else 1
    if any(a.phrase == "up to" for a in phrase.adverbs):
        return ast.Const(0), ast.Const(count)
    value = token.number_value
    if value is not None and value.kind in ("range", "either") and value.low is not None and value.high is not None:
        return ast.Const(value.low), ast.Const(value.high)
    if token.comparison == "times":
        raise Unreadable(f"{token.text!r} is no number of cards", token, "write a plain number")
    if token.comparison == "at most":
        return ast.Const(0), ast.Const(count)
    return ast.Const(count), ast.Const(count)


def from_top(phrase: Phrase, scope: Scope, found: Found) -> Selection:
    """ "the top card", "the top two cards": of a pile, so nobody chooses."""
    token = phrase.number
    if found.random:
        raise Unreadable("the top cards are not random ones", phrase.node, "say 'a random card from ...'")
    if phrase.determiner not in ("", "the", "a", "another", "that many"):
        raise Unreadable(
            f"{phrase.determiners[0].text!r} does not say how many from the top",
            phrase.determiners[0],
            "say 'the top card' or 'the top two cards'",
        )
    if phrase.plural and token is None and phrase.determiner != "that many" and found.least is None:
        raise Unreadable("how many of them?", phrase.node, "name the number, for instance 'two cards'")
    scope.take(token, *phrase.determiners, *phrase.adverbs)
    if token is None and phrase.determiner == "that many" and scope.unit.amount is not None:
        count: ast.Number = scope.unit.amount
    elif found.least is not None:
        count = found.least
    else:
        count = ast.Const(token.number if token is not None and token.number is not None else 1)
    assert found.top is not None
    base: ast.Cards = ast.TopOf(found.top, count)
    if found.bottom:
        base = ast.Take(ast.CardsIn(found.top), "last", count)
    if found.tests:
        base = passing(base, found.tests, scope)
    many = not (isinstance(count, ast.Const) and count.value == 1)
    zones = tuple(found.zones)
    if not zones and isinstance(found.top, ast.ZonePlace):
        zones = (found.top.zone,)
    return Selection(base, many=many, kinds=frozenset(found.kinds), from_place=True, zones=zones)


def quantified(phrase: Phrase, scope: Scope, found: Found, result: ast.Cards, pile: bool) -> Selection:
    """How many of the cards that fit (`result`; `pile`: of one pile) the words before the noun want."""
    kinds = frozenset(found.kinds)
    word = phrase.determiner
    scope.take(*phrase.determiners)
    zones = tuple(found.zones)

    def selection(
        cards_: ast.Cards, least: ast.Number | None = None, most: ast.Number | None = None, many: bool = False
    ) -> Selection:
        return Selection(
            cards_, least, most, many, kinds, found.by, word in ("each", "every"), from_place=found.from_place,
            zones=zones, random=found.random,
        )  # fmt: skip

    if found.least is not None:
        return selection(result, found.least, found.least, many=True)
    if found.order:
        count = phrase.number.number if phrase.number is not None and phrase.number.number else 1
        scope.take(phrase.number)
        return selection(ast.Take(result, found.order, ast.Const(count)), many=count > 1)  # type: ignore[arg-type]
    if found.extreme is not None:
        result = ast.Extreme(result, *found.extreme)
        if not phrase.plural:
            return selection(result, ast.Const(1), ast.Const(1))
        return selection(result, many=True)
    if word == "the" and phrase.number is not None:
        raise Unreadable("which of them?", phrase.node, "leave 'the' out, or say 'the top', 'the first' or 'the rest'")
    if word == "no":
        chosen = selection(result, many=True)
        chosen.negative = True
        return chosen
    if word in ("each", "every", "all", "both"):
        return selection(result, many=True)
    if word == "any" and phrase.plural and phrase.number is None:
        return selection(result, many=True)
    if word == "that many" and scope.unit.amount is not None:
        return selection(result, scope.unit.amount, scope.unit.amount, many=True)
    if phrase.number is not None:
        least, most = bounds(phrase, scope, result)
        if pile and isinstance(least, ast.Const) and least == most:
            return selection(ast.Take(result, "first", most), many=phrase.plural)
        return selection(result, least, most, many=phrase.plural)
    if word in ("a", "another", "any", "some") or (word in ("your", "their") and not phrase.plural):
        if pile:
            return selection(ast.Take(result, "first", ast.Const(1)))
        return selection(result, ast.Const(1), ast.Const(1))
    if phrase.plural:
        return selection(result, many=True)
    if word in ("the", ""):
        if word == "the" and phrase.noun is not None and not _only_one(phrase, scope, found, pile):
            raise Unreadable(f"which {phrase.noun.text}?", phrase.node, "say 'a', 'the top', 'the leftmost' or 'each'")
        if word == "the" and found.base is None and found.more_homes:  # of several that are there, one is picked
            found.by = found.by or ast.ActivePlayer()
            return selection(result, ast.Const(1), ast.Const(1))
        return selection(result)
    raise Unreadable(f"'{word}' does not say how many", phrase.node, "say 'a', 'all', 'each' or a number")


def _only_one(phrase: Phrase, scope: Scope, found: Found, pile: bool) -> bool:
    """ "the X": only where there can be no more than one: in a pile of its own, in a space, beneath a card."""
    if found.base is None:
        return pile or bool(phrase.relatives) or not found.homes or bool(found.more_homes)
    rows = [z for z in found.zones if scope.tables.zones[z].spaces]
    whole = isinstance(found.base, ast.CardsIn) and isinstance(found.base.place, ast.ZonePlace)
    return not whole or (bool(found.kinds) and not rows)
