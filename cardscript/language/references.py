"""Noun phrases that mean cards already known: pronouns, this and that, a card's own name, one, the other, the rest."""

from __future__ import annotations

from cardscript.language import ast, nouns, relatives
from cardscript.language.joining import any_of
from cardscript.language.phrases import Phrase, senses
from cardscript.language.scope import Antecedent, Scope, Unreadable
from cardscript.language.selections import Selection, passing
from cardscript.language.senses import GroupSense, KindSense, NameSense, ParamSense, RoleSense
from cardscript.language.syntax import Node, Token

HEADLESS_WORDS = ("other", "remaining", "more", "additional", "same")


def back_reference(word: str, scope: Scope, at: Node | Token | None, kind: int | None = None) -> Antecedent:
    """What "it", "them", "that card", "those cards" mean.

    Raises Unreadable if nothing before it fits."""
    if scope.candidate is not None and word in ("its", "it"):
        return Antecedent(scope.candidate, False)
    many = word in ("them", "those", "these")
    if scope.subject is not None and word in ("it", "them"):
        other = scope.latest(kind, many, scope.subject)
        if other is not None:
            return other
    found = scope.latest(kind, many) or scope.latest(kind)
    if found is not None:
        return found
    if scope.card is not None and kind is not None and scope.tables.related(scope.card.tucked, kind):
        under = ast.CardsIn(ast.Beneath(ast.CardSlot(ast.THIS)))
        return Antecedent(passing(under, [lambda c: ast.IsKind(c, kind)], scope), False, frozenset({kind}))
    if scope.event and word in ("it", "that", "its"):
        return Antecedent(ast.CardSlot(ast.OBJECT), False)
    if word in ("it", "its") and scope.card is not None:
        return Antecedent(ast.CardSlot(ast.THIS), False)
    raise Unreadable(f"'{word}' speaks of something that was not named before", at, "name the card or player it means")


def one_card(phrase: Phrase, scope: Scope) -> ast.Cards:
    """A phrase that must mean cards already known or fixed (no choice): "that card", "this Beast", "it"."""
    selection = nouns.cards([phrase], scope, None)
    if selection.chosen:
        raise Unreadable(
            "this must be one certain card, not one to be chosen", phrase.node, "say 'that ...' or 'this ...'"
        )
    return selection.cards


def reference(phrase: Phrase, scope: Scope) -> Selection | None:
    """Pronouns, "this card", "that Guard", parameters, the card's own name, "the rest", "one", "the other"."""
    if phrase.pronoun is not None:
        word = phrase.pronoun.phrase
        if word in ("he", "she") and scope.card is not None:
            scope.take(phrase.pronoun)
            if scope.unit.asked_of is not None:
                return _of(scope.unit.asked_of)
            return Selection(ast.CardSlot(ast.THIS), plain=True, kinds=frozenset({scope.card.kind}))
        if word not in ("it", "them", "they"):
            return None
        scope.take(phrase.pronoun)
        return _of(back_reference("them" if word == "they" else word, scope, phrase.node))
    noun = phrase.noun
    if noun is None and phrase.determiner == "this" and phrase.number is None and not phrase.posts:
        scope.take(phrase.determiners[0])
        return Selection(ast.CardSlot(ast.THIS), plain=True)
    if noun is None:
        return _headless_reference(phrase, scope)
    for sense in senses(noun, ParamSense):
        param = scope.params.get(sense.name)
        if param is not None and param.type == "card" and not phrase.relatives and phrase.determiner in ("the", ""):
            scope.take(noun, *phrase.determiners)
            return Selection(ast.CardSlot(param.slot), plain=True)
    own = _own_name(phrase, noun, scope)
    if own is not None:
        return own
    if (
        phrase.determiner in ("this", "that", "those", "these")
        and not phrase.relatives
        and noun.phrase != "card"
        and not kinds_of(noun, scope)
    ):
        raise Unreadable(f"{noun.text!r} is no card that was named", noun, f"say '{phrase.determiners[0].text} card'")
    if phrase.determiner == "this":
        scope.take(noun, phrase.determiners[0])
        here = _this_one(phrase, scope)
        if here is not None:
            scope.take(*(head.noun for head in phrase.heads))
            return here
        _check_kind(noun, scope, phrase)
        return Selection(ast.CardSlot(ast.THIS), kinds=kinds_of(noun, scope), plain=True)
    if phrase.determiner in ("that", "those", "these") and not phrase.relatives:
        scope.take(noun, phrase.determiners[0])
        kinds = kinds_of(noun, scope)
        kind = next(iter(kinds)) if kinds else None
        return _of(back_reference(phrase.determiner, scope, phrase.node, kind))
    if phrase.adjective("revealed") is not None and phrase.determiner == "the":
        return _revealed(phrase, noun, scope)
    if noun.phrase == "rest" and not phrase.posts:
        scope.take(noun, *phrase.determiners)
        return _rest(scope, phrase)
    if phrase.determiner == "the" and not (phrase.adjectives or phrase.posts or phrase.relatives or phrase.icons):
        named = _named_before(noun, scope)
        if named is not None:
            scope.take(noun, phrase.determiners[0])
            return _of(named)
    if phrase.determiner == "the" and noun.phrase == "card" and scope.params.get("card") is None and not phrase.posts:
        latest = scope.latest()
        if latest is not None and not phrase.adjectives and not phrase.relatives:
            scope.take(noun, phrase.determiners[0])
            return _of(latest)
    return None


def _named_before(noun: Token, scope: Scope) -> Antecedent | None:
    """ "the Guard" after a Guard was spoken of."""
    kinds = kinds_of(noun, scope)
    for antecedent in reversed(scope.unit.antecedents):
        if antecedent.kinds and kinds and all(any(scope.tables.is_a(a, k) for k in kinds) for a in antecedent.kinds):
            return antecedent
    return None


def _own_name(phrase: Phrase, noun: Token, scope: Scope) -> Selection | None:
    if scope.card is None or phrase.determiner not in ("", "the") or phrase.owner is not None:
        return None
    text = noun.text
    names = {s.name for s in senses(noun, NameSense)}
    mine = [name for name in (scope.card.name, scope.card.front) if name]
    alike = any(name in names or text.lower() in name.lower() for name in mine)
    if not alike or not any(names & scope.tables.short_names(name) or name in names for name in mine):
        return None
    scope.take(noun, *phrase.determiners)
    return Selection(ast.CardSlot(ast.THIS), plain=True, kinds=frozenset({scope.card.kind}))


def _headless_reference(phrase: Phrase, scope: Scope) -> Selection | None:
    """ "one", "the other", "any that cost 2 or less", "each" after cards were looked at. A numeral ("draw 2") is so
    many anew."""
    if phrase.posts and (phrase.post("of") is not None or phrase.post("from") is not None):
        return None
    if phrase.number is not None and phrase.number.text.isdigit():
        return None
    pool = scope.latest(many=True) or scope.latest()
    if pool is None:
        return None
    left = unused(pool)
    scope.take(*phrase.determiners, phrase.number, *(a for a in phrase.adjectives if a.phrase in HEADLESS_WORDS))
    if phrase.adjective("other"):
        return Selection(left, kinds=pool.kinds, antecedent=pool)
    if phrase.relatives:
        tests = relatives.tests_of(phrase, scope, None)
        return Selection(passing(left, tests, scope), many=True, kinds=pool.kinds, antecedent=pool)
    if phrase.number is not None and phrase.number.number is not None:
        count = ast.Const(phrase.number.number)
        return Selection(left, count, count, kinds=pool.kinds, antecedent=pool)
    return Selection(left, many=True, kinds=pool.kinds, each=phrase.determiner == "each", antecedent=pool)


def _rest(scope: Scope, phrase: Phrase) -> Selection:
    pool = scope.latest(many=True)
    if pool is None:
        raise Unreadable("'the rest' of what? Nothing was looked at or revealed before", phrase.node)
    return Selection(unused(pool), many=True, kinds=pool.kinds, antecedent=pool)


def _revealed(phrase: Phrase, noun: Token, scope: Scope) -> Selection:
    """ "the revealed Guards": those of the cards revealed last with which nothing has been done yet."""
    pool = scope.unit.revealed
    if pool is None:
        raise Unreadable("nothing was revealed before", phrase.node)
    scope.take(noun, phrase.determiners[0], phrase.adjective("revealed"))
    kinds = kinds_of(noun, scope)
    left = unused(pool)
    tests = relatives.tests_of(phrase, scope, None)
    if kinds:
        tests = [lambda c: any_of([ast.IsKind(c, kind) for kind in sorted(kinds)]), *tests]
    if tests:
        left = passing(left, tests, scope)
    return Selection(left, many=True, kinds=kinds or pool.kinds, antecedent=pool)


def unused(pool: Antecedent) -> ast.Cards:
    """Those of the cards spoken of with which nothing has been done yet."""
    left: ast.Cards = pool.cards
    for gone in pool.used:
        left = ast.Without(left, gone)
    return left


def _of(antecedent: Antecedent) -> Selection:
    return Selection(antecedent.cards, many=antecedent.many, kinds=antecedent.kinds, antecedent=antecedent, plain=True)


def _this_one(phrase: Phrase, scope: Scope) -> Selection | None:
    """ "this Omen" in an Omen line of another card: the card that the line is carried out for."""
    kinds = frozenset(kind for head in phrase.heads for kind in kinds_of(head.noun, scope))
    own = scope.card is not None and any(scope.tables.is_a(scope.card.kind, k) for k in kinds)
    about = next((a for a in scope.unit.antecedents if a.cards == ast.CardSlot(ast.OBJECT)), None)
    if own or not kinds or about is None or not kinds <= about.kinds:
        return None
    return Selection(about.cards, kinds=about.kinds, plain=True)


def _check_kind(noun: Token, scope: Scope, phrase: Phrase) -> None:
    """ "this Beast" on a card that can never be one is a mistake."""
    if scope.card is None or noun.phrase == "card":
        return
    kinds = kinds_of(noun, scope)
    if kinds and not any(scope.tables.is_a(scope.card.kind, k) for k in kinds) and not scope.card.counted_as:
        raise Unreadable(
            f"this card is a {scope.tables.kinds[scope.card.kind].name}, not a {noun.phrase}", phrase.node,
            "say 'this card'",
        )  # fmt: skip


def called(noun: Token, scope: Scope) -> list[int]:
    """The kind of card that this card calls so, if it does."""
    names = scope.card.called if scope.card is not None else {}
    return [names[s.name] for s in senses(noun, GroupSense) if s.name in names]


def kinds_of(noun: Token, scope: Scope) -> frozenset[int]:
    """The kinds a noun means, by itself, by a card's name or by the name this card gives them."""
    found = {s.kind for s in senses(noun, KindSense)} | {s.kind for s in senses(noun, RoleSense)}
    found |= set(called(noun, scope))
    for named in senses(noun, NameSense):
        if named.name in scope.tables.card_kinds:
            found.add(scope.tables.card_kinds[named.name])
    return frozenset(found)
