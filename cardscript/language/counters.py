"""Counters on cards: how many lie there, whether any does, putting them on and taking them off."""

from __future__ import annotations

from cardscript.language import ast, comparing, deeds, nouns
from cardscript.language.joining import sequence
from cardscript.language.phrases import Phrase, Post, nest, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import CounterSense
from cardscript.language.syntax import Token
from cardscript.language.verb_phrases import VerbPhrase

ALL = ast.Const(-1_000_000)
"""More than ever lie on a card; what lies there never falls below 0."""


def counters_of(phrase: Phrase | None) -> list[int]:
    """The kinds of counter a phrase means: "a Charm counter", "all Charm and Rust counters"; [-1]: any."""
    noun = phrase.noun if phrase is not None else None
    if phrase is None or noun is None:
        return []
    found: list[int] = []
    for head in phrase.heads:
        own = [s.counter for s in senses(head.noun, CounterSense)]
        if noun.phrase == "counter" and head.noun is noun:
            narrow = [s.counter for t in head.narrowing for s in senses(t, CounterSense)]
            own = narrow or ([-1] if not head.narrowing else [])
        found += own
    return found if len(found) >= len(phrase.heads) else []


def take_words(phrase: Phrase, scope: Scope) -> None:
    """The words that name the counters are read."""
    for head in phrase.heads:
        scope.take(head.noun, *head.narrowing)


def number_on(phrase: Phrase, scope: Scope) -> ast.Number | None:
    """ "each Charm counter on it", "the number of Charm counters on that card"; None if it means no counters."""
    kinds = counters_of(phrase)
    on = phrase.post("on")
    if not kinds or on is None or -1 in kinds:
        return None
    take_words(phrase, scope)
    scope.take(on.word, *phrase.determiners)
    cards = nouns.cards([nest(phrase, on)], scope, None).cards
    total: ast.Number = ast.CountersOn(cards, kinds[0])
    for kind in kinds[1:]:
        total = ast.Plus(total, ast.CountersOn(cards, kind))
    return total


def carries(phrase: Phrase, host: ast.Cards, scope: Scope) -> ast.Cond | None:
    """ "has a Charm counter", "has no Charm counters", "has 2 or more Charm counters"; None if it means none."""
    kinds = counters_of(phrase)
    if not kinds or -1 in kinds:
        return None
    take_words(phrase, scope)
    scope.take(*phrase.determiners)
    parts: list[ast.Cond] = []
    for kind in kinds:
        value = ast.CountersOn(host, kind)
        if phrase.determiner == "no":
            parts.append(ast.Compare(value, "==", ast.Const(0)))
        elif phrase.number is not None and phrase.number.comparison != "exact":
            parts.append(comparing.compared(value, phrase, scope))
        else:
            least = phrase.number.number if phrase.number is not None and phrase.number.number else 1
            scope.take(phrase.number)
            parts.append(ast.Compare(value, ">=", ast.Const(least)))
    return parts[0] if len(parts) == 1 else ast.Or(tuple(parts))


def put_on(v: VerbPhrase) -> ast.Stmt | None:
    """ "Put two Charm counters on it"; None if no counters are put."""
    phrase = v.objects[0][0] if v.objects else None
    kinds = counters_of(phrase)
    if phrase is None or not kinds:
        return None
    on = phrase.post("on")
    if on is None or -1 in kinds:
        raise Unreadable("which counters on which card?", v.whole, "write 'put a NAME counter on ...'")
    if phrase.post("equal to") is not None:  # "equal to the number of Charm counters on this, on that"
        on = [post for post in phrase.posts if post.word.phrase == "on"][-1]
        phrase.posts.remove(on)
    return _changed(v, phrase, on, kinds, _amount(phrase, v.scope))


def remove(v: VerbPhrase) -> ast.Stmt:
    """ "Remove a Charm counter from it", "remove all Charm and Rust counters from each ...", "remove all counters".

    Raises Unreadable if it speaks of anything else."""
    phrase = v.objects[0][0] if v.objects else None
    kinds = counters_of(phrase)
    off = phrase.post("from") if phrase is not None else None
    if phrase is None or not kinds or off is None:
        raise Unreadable("remove what from where?", v.whole, "write 'remove a NAME counter from ...'")
    if phrase.determiner == "all":
        v.scope.take(*phrase.determiners)
        if kinds == [-1]:
            kinds = list(range(len(v.scope.tables.counters)))
        return _changed(v, phrase, off, kinds, ALL)
    if -1 in kinds:
        raise Unreadable("which counters?", phrase.node, "name them, or say 'all counters'")
    return _changed(v, phrase, off, kinds, ast.Times(ast.Const(-1), _amount(phrase, v.scope)))


def _amount(phrase: Phrase, scope: Scope) -> ast.Number:
    if phrase.determiner == "that many" and scope.unit.amount is not None:
        scope.take(*phrase.determiners)
        return scope.unit.amount
    if phrase.number is None and phrase.post("equal to") is None:
        _article(phrase.determiners, phrase, scope)
        return ast.Const(1)
    return deeds.how_much(phrase, scope)


def _article(words: list[Token], phrase: Phrase, scope: Scope) -> None:
    if not words or words[0].phrase not in ("a", "another"):
        raise Unreadable("how many counters?", phrase.node, "say 'a' or a number")
    scope.take(*words)


def _changed(v: VerbPhrase, phrase: Phrase, post: Post, kinds: list[int], amount: ast.Number) -> ast.Stmt:
    scope = v.scope
    take_words(phrase, scope)
    scope.take(post.word)
    selection = nouns.cards([nest(phrase, post)], scope, None)
    steps, cards = deeds.settle(selection, v)
    span = scope.span(v.whole)
    return sequence([*steps, *(ast.AddCounters(cards, kind, amount, span=span) for kind in kinds)])
