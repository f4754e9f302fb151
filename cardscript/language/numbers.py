"""Noun phrases that mean numbers: attributes, counts, points."""

from __future__ import annotations

from typing import Literal

from cardscript.language import ast, counters, nouns, people, places, references
from cardscript.language.phrases import Head, Phrase, Post, attribute_of, nest, read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import in_places
from cardscript.language.senses import AttributeSense, ParamSense, QuantitySense, ResourceSense, TraitSense
from cardscript.language.syntax import Token, first_verb

OPERATORS: dict[str, Literal["<", "<=", "==", "!=", ">=", ">"]] = {
    "exact": "==", "at least": ">=", "at most": "<=", "exactly": "==", "less than": "<", "greater than": ">",
    "more than": ">", "fewer than": "<", "equal to": "==", "at least as high as": ">=",
}  # fmt: skip


def number(phrase: Phrase, scope: Scope) -> ast.Number:
    """A phrase that means a number: "6", "that card's cost", "the number of ...", "the Fame of the cards in ...".

    Raises Unreadable if it means none."""
    noun = phrase.noun
    if noun is not None:
        for named in senses(noun, ParamSense):
            param = scope.params.get(named.name)
            if param is not None and param.type == "number":
                scope.take(noun, *phrase.determiners)
                return param.value if isinstance(param.value, ast.Number) else ast.NumberSlot(param.slot)
    if noun is None:
        token = phrase.number
        if token is not None and token.number is not None:
            scope.take(token, *phrase.adverbs)
            return ast.Const(token.number)
        if phrase.determiner == "that many" and scope.unit.amount is not None:
            scope.take(*phrase.determiners)
            return scope.unit.amount
        raise Unreadable("a number is missing here", phrase.node)
    head = phrase.heads[-1]
    for sense in senses(noun, AttributeSense):
        return _attribute(phrase, head, sense.attribute, scope)
    if noun.phrase == "number" and phrase.determiner == "that" and not phrase.posts:
        if scope.unit.number is None:
            raise Unreadable("no number was chosen before", phrase.node, "put 'Choose a number from ...' before it")
        scope.take(noun, *phrase.determiners)
        return scope.unit.number
    if noun.phrase == "number" and (post := phrase.post("of")) is not None:
        scope.take(noun, *phrase.determiners, post.word)
        return counted(nest(phrase, post), scope)
    for resource in senses(noun, ResourceSense):
        if any(t.phrase in people.OWNING for t in phrase.determiners) or phrase.owner is not None:
            scope.take(noun)
            return ast.ResourceOf(people.possessor(phrase, scope), resource.resource)
    for quantity in senses(noun, QuantitySense):
        raise Unreadable(f"{quantity.name!r} is only known at set-up", noun)
    raise Unreadable(f"{noun.text!r} is not a number", phrase.node)


def _attribute(phrase: Phrase, head: Head, attribute: int, scope: Scope) -> ast.Number:
    scope.take(head.noun)
    if scope.unit.listed and scope.card is not None and phrase.owner is None and not phrase.posts:
        return _listed(phrase, head, attribute, scope)
    scope.take(phrase.adjective("total"))
    printed = phrase.adjective("printed")
    scope.take(printed)
    if phrase.owner is not None:
        of: ast.Cards = references.one_card(phrase.owner, scope)
    elif phrase.determiner in ("its", "their"):
        scope.take(phrase.determiners[0])
        of = references.back_reference("its", scope, phrase.node).cards
    elif (post := phrase.post("of")) is not None:
        scope.take(post.word, *phrase.determiners)
        of = nouns.cards([nest(phrase, post)], scope, None).cards
    else:
        raise Unreadable(f"whose {head.noun.text}?", phrase.node, f"say 'that card's {head.noun.text}'")
    value: ast.Number = ast.AttributeOf(of, attribute, printed is not None)
    for token in head.numbers:
        scope.take(token)
        if token.number is not None:
            value = ast.Plus(value, ast.Const(token.number))
    return value


def _listed(phrase: Phrase, head: Head, attribute: int, scope: Scope) -> ast.Number:
    """ "the Guardian Power listed below": the value in the row of the card's table for this time.

    Raises Unreadable if the card prints no such table."""
    scope.unit.listed = False
    assert scope.card is not None
    rows = [row for row in scope.card.rows if row.attribute == attribute]
    verb = scope.tables.label_verbs.get(rows[0].label, -1) if rows else -1
    if verb < 0:
        raise Unreadable("nothing is listed below", phrase.node, "add lines like 'LABEL 1: Name, 3 ATTRIBUTE'")
    scope.take(*phrase.determiners, *head.narrowing)
    return ast.Listed(ast.TimesDone(verb, None, True), tuple((row.low, row.high, row.value) for row in rows))


def share_of_players(phrase: Phrase, count: ast.Number, scope: Scope) -> ast.Cond:
    """ "at least half the players (round up)", "two players", "a player": whether there are so many.

    Raises Unreadable if the words name no number of players."""
    noun, token = phrase.noun, phrase.number
    if noun is None or noun.phrase != "player":
        raise Unreadable("how many players?", phrase.node, "say 'you', 'a player' or 'at least half the players'")
    scope.take(noun, token, *phrase.determiners, *phrase.adverbs)
    adverb = phrase.adverbs[0].phrase if phrase.adverbs else "at least"
    if adverb not in OPERATORS:
        raise Unreadable(f"{adverb!r} compares nothing", phrase.adverbs[0], "say 'at least' or 'exactly'")
    if any(d.phrase == "half" for d in phrase.determiners):
        rounded = [t.phrase for bracket in phrase.brackets for t in bracket.tokens() if t.term.startswith("V_")]
        if rounded not in (["round up"], ["round down"]):
            raise Unreadable("half of an odd number?", phrase.node, "add '(round up)' or '(round down)'")
        scope.take_all(phrase.brackets[0])
        spare = ast.Const(-1 if rounded == ["round down"] else 0)
        return ast.Compare(ast.Plus(ast.Times(ast.Const(2), count), spare), OPERATORS[adverb], ast.PlayerCount())
    least = token.number if token is not None and token.number is not None else 1
    return ast.Compare(count, OPERATORS[adverb], ast.Const(least))


def _values(phrase: Phrase, noun: Token, scope: Scope) -> ast.Number:
    """ "different Fame value you have among cards in your Pile", "different Fame value in their Pile"."""
    words = phrase.heads[-1].narrowing
    attribute = attribute_of(words[0]) if len(words) == 1 else -1
    different = phrase.adjective("different")
    if attribute < 0 or different is None:
        raise Unreadable("different values of what?", phrase.node, "say 'each different ATTRIBUTE value in ...'")
    scope.take(noun, words[0], different, *phrase.determiners)
    where: list[ast.Place] = []
    for post in phrase.posts:
        where += _among_cards(post, scope)
    for relative in phrase.relatives:
        core = relative.find("rel_obj")
        verb = first_verb(core) if core is not None else None
        if core is None or verb is None or verb.phrase != "have":
            raise Unreadable("this says nothing about values", relative)
        scope.take(verb, core.token("PRON"))
        for node in relative.all("r_pp"):
            word = node.token("PREP")
            if word is not None:
                where += _among_cards(Post(word, read_phrase(node), node), scope)
    if not where:
        raise Unreadable("values of which cards?", phrase.node, "say 'among cards in ...' or 'in ...'")
    return ast.CountValues(in_places(where), attribute)


def _among_cards(post: Post, scope: Scope) -> list[ast.Place]:
    """The places of "among cards in your Pile", "in your Pile"."""
    noun = post.phrase.noun
    scope.take(post.word)
    if post.word.phrase == "among" and noun is not None and noun.phrase == "card":
        scope.take(noun, *post.phrase.determiners)
        return [place for inner in post.phrase.posts for place in _among_cards(inner, scope)]
    return places.places(post.phrase, scope)


def counted(phrase: Phrase, scope: Scope) -> ast.Number:
    """How many there are of what a phrase means: cards, colours, players; "every 4 Guards": how many fours."""
    noun, token = phrase.noun, phrase.number
    if phrase.determiner == "every" and token is not None and token.number is not None and token.number > 1:
        phrase.number = None
        scope.take(token)
        return ast.Quotient(counted(phrase, scope), ast.Const(token.number))
    on_cards = counters.number_on(phrase, scope)
    if on_cards is not None:
        return on_cards
    if noun is not None:
        for sense in senses(noun, TraitSense):
            post = phrase.post("of")
            if post is None:
                raise Unreadable(f"{noun.text} of what?", phrase.node, f"say '{noun.text} of card you have'")
            scope.take(noun, post.word, *phrase.determiners, phrase.adjective("different"))
            inner = nest(phrase, post)
            absent = scope.tables.traits_absent_count[sense.trait]
            return ast.CountDistinct(nouns.cards([inner], scope, None).cards, sense.trait, absent)
        if noun.phrase == "value":
            return _values(phrase, noun, scope)
        if noun.phrase == "player":
            several = people.players(phrase, scope)
            if several is not None:
                return ast.PlayersCounted(several)
            scope.take(noun, *phrase.determiners)
            return ast.PlayerCount()
    return ast.Count(nouns.cards([phrase], scope, None).cards)
