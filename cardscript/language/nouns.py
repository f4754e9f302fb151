"""Noun phrases that describe cards: heads, modifiers, what follows with a preposition, what relative clauses say.

The grammar of noun phrases is recursive, so the resolver's modules (this one, `people`, `places`, `references`,
`relatives`, `quantities`, `numbers`, `conditions`, `statements`, `triggers`, `keywords`, `deeds`, `own_verbs`,
`placing`, `choosing`, `amendments`, `becoming`) need each other: they import one another as modules and use
attributes only when called, which works in a cycle. What they all need of leaves (`phrases`, `selections`, `joining`,
`scope`) they import by name."""

from __future__ import annotations

from msgspec.structs import replace

from cardscript.language import ast, counters, numbers, people, places, placing, quantities, references, relatives
from cardscript.language.joining import all_of, any_of, union
from cardscript.language.phrases import Head, Phrase, Post, nest, read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Found, Selection, Source, Test, belongings, in_places, passing
from cardscript.language.senses import (
    AttributeSense,
    GroupSense,
    KindSense,
    NameSense,
    PredicateSense,
    RoleSense,
    ValueSense,
)
from cardscript.language.syntax import Node, Token
from cardscript.language.words import COMPARISONS


def cards(phrases: list[Phrase], scope: Scope, default: Source | None) -> Selection:
    """The cards that joined phrases mean. `default` says where to look when no place is named.

    Raises Unreadable where the words mean no cards."""
    if len(phrases) > 1:
        parts: list[Selection] = []
        for p in phrases:
            remaining = p.adjective("remaining") if parts and p.determiner == "their" else None
            if remaining is not None:  # "all Masters and their remaining Coins": those beneath them
                scope.take(remaining, *p.determiners)
                p.adjectives.remove(remaining)
                p.determiners.clear()
                parts.append(cards([p], scope, Source(ast.CardsIn(ast.Beneath(parts[-1].cards)))))
            else:
                parts.append(cards([p], scope, default))
        one = ast.Const(1)
        if phrases[0].alternative and all(p.least == one and p.most == one for p in parts):
            kinds = frozenset(k for p in parts for k in p.kinds)
            return Selection(ast.Union(tuple(p.cards for p in parts)), one, one, kinds=kinds)
        if any(p.chosen for p in parts):
            raise Unreadable("these cannot be chosen together", phrases[0].node, "make two sentences of it")
        kinds = frozenset(k for p in parts for k in p.kinds)
        return Selection(ast.Union(tuple(p.cards for p in parts)), many=True, kinds=kinds)
    phrase = phrases[0]
    reference = references.reference(phrase, scope)
    if reference is not None:
        return reference
    part = _part_of(phrase, scope, default)
    if part is not None:
        return part
    return _described(phrase, scope, default)


def _part_of(phrase: Phrase, scope: Scope, default: Source | None) -> Selection | None:
    """ "one of your cards", "each of those cards", "any of them", "the rest of your hand", "a copy of ..."."""
    post = phrase.post("of")
    if post is None:
        return None
    noun = phrase.noun
    if noun is not None and noun.phrase == "rest":
        where = places.places(post.phrase, scope)
        if where:
            scope.take(noun, *phrase.determiners, post.word)
            return Selection(in_places(where), many=True)
        if post.phrase.adjective("revealed") is not None:
            scope.take(noun, *phrase.determiners, post.word)
            return cards([nest(phrase, post)], scope, default)
    if noun is not None or phrase.heads:
        return None
    whole = cards([nest(phrase, post)], scope, default)
    if phrase.number is None and phrase.determiner not in ("each", "every", "all", "any", "both", "some"):
        raise Unreadable("how many of them?", phrase.node, "say 'one of', 'two of', 'each of' or 'all of'")
    scope.take(post.word, *phrase.determiners, phrase.number, *phrase.adverbs)
    whole.each = phrase.determiner == "each"
    if phrase.number is not None:
        whole.least, whole.most = quantities.bounds(phrase, scope, whole.cards)
        whole.many = phrase.number.number != 1
        whole.antecedent = whole.antecedent or None
    return whole


def _described(phrase: Phrase, scope: Scope, default: Source | None) -> Selection:
    """A phrase with a head noun of its own: kind, filters, place, quantity."""
    found = Found(one_more=default is not None and default.top is not None)
    _heads(phrase, scope, found)
    _modifiers(phrase, scope, found)
    places.gather_spaces(phrase)
    places.gather_owners(phrase)
    more, than = phrase.adjective("more"), phrase.post("than", "more than")
    if more is None or than is None or found.one_more:
        more = None
    else:
        nest(phrase, than)
        phrase.posts.remove(than)
    equal = phrase.post("equal to") if phrase.plural and phrase.number is None and not phrase.determiners else None
    if equal is not None:
        nest(phrase, equal)
        phrase.posts.remove(equal)
        scope.take(equal.word)
        found.least = numbers.number(equal.phrase, scope)
    for post in phrase.posts:
        before = found.base if post.joined else None
        _post(post, phrase, scope, found)
        if before is not None and found.base is not None:
            found.base = union([before, found.base])
    found.tests += relatives.tests_of(phrase, scope, found)
    if more is not None:
        found.least = ast.Plus(_than(phrase, more, than, scope), ast.Const(1))
    extra = phrase.adjective("extra", "additional")
    if extra is not None and isinstance(found.base, ast.Past):
        scope.take(extra)  # not what a rule deals anyway
        found.base = replace(found.base, by_cards=True)
    for bracket in phrase.brackets:
        _reminder(bracket, found, scope)
    owned = phrase.owner is not None or any(t.phrase in people.OWNING for t in phrase.determiners)
    base = found.base
    shared = [z for z in found.zones if not scope.tables.zones[z].per_player]
    if owned and found.from_place and (shared or found.top is not None):
        raise Unreadable("these cards cannot lie there and belong to somebody", phrase.node, "leave out whose they are")
    if found.top is not None:
        return quantities.from_top(phrase, scope, found)
    single_pile = False
    theirs = default is not None and scope.their is not None
    if found.roles and base is None and found.top is None and (owned or theirs):
        owner = people.possessor(phrase, scope)
        base = in_places([_role_place(zone, owner, scope) for zone in found.roles])
    if base is None and owned:
        base = belongings(people.possessor(phrase, scope), scope)
    if base is None and default is not None and default.top is not None and not found.tests:
        found.top = default.top
        return quantities.from_top(phrase, scope, found)
    if base is None and default is not None:
        base = default.cards
    if base is None and (found.homes or found.more_homes):
        base = in_places([*(ast.ZonePlace(home) for home in found.homes), *found.more_homes])
        found.zones += found.homes
        row = len(found.homes) == 1 and bool(scope.tables.zones[found.homes[0]].spaces)
        single_pile = len(found.homes) == 1 and not row and not found.more_homes
    if base is None and any(_only_a_name(head, scope) for head in phrase.heads):
        base = ast.AllCards()  # cards that a text calls so, wherever they lie
    named = scope.latest(many=True) if base is None and phrase.determiner in ("each", "every") else None
    if named is not None:
        base = named.cards  # "for each card" after some were revealed
    if base is None:
        raise _nowhere(phrase)
    result = passing(base, found.tests, scope) if found.tests else base
    selection = quantities.quantified(phrase, scope, found, result, single_pile)
    selection.antecedent = named
    return selection


def _reminder(bracket: Node, found: Found, scope: Scope) -> None:
    """ "(including a Night Thing)": says of some cards that they are meant too, as they are anyway.

    Raises Unreadable if it says anything else."""
    pp = bracket.find("pp")
    word = pp.token("PREP") if pp is not None else None
    if pp is None or word is None or word.phrase != "including":
        raise Unreadable("this says nothing about these cards", bracket, "leave it out")
    phrase = read_phrase(pp)
    if phrase.noun is None or not (senses(phrase.noun, GroupSense) or references.kinds_of(phrase.noun, scope)):
        raise Unreadable("including which cards?", bracket)
    scope.take_all(bracket)


def _only_a_name(head: Head, scope: Scope) -> bool:
    """Whether a head is a name that no printed card belongs to."""
    groups = senses(head.noun, GroupSense)
    return bool(groups) and all(g.name not in scope.tables.groups for g in groups) and not senses(head.noun, KindSense)


def _than(phrase: Phrase, more: Token, than: Post | None, scope: Scope) -> ast.Number:
    """ "more Guards than the number of Coins in the Market": how many there must be more of."""
    assert than is not None
    if not phrase.plural or phrase.number is not None or phrase.determiners:
        raise Unreadable("how many more?", phrase.node, "write 'more Xs than ...'")
    scope.take(more, than.word)
    return numbers.number(than.phrase, scope)


def _nowhere(phrase: Phrase) -> Unreadable:
    noun = phrase.noun
    words = noun.text if noun else "this"
    return Unreadable(f"nothing says where {words!r} is to be looked for", phrase.node, "add 'from ...' or 'in ...'")


def _heads(phrase: Phrase, scope: Scope, found: Found) -> None:
    """Kinds, names and groups of the heads; several heads are alternatives."""
    choices: list[Test] = []
    if not phrase.heads and phrase.number is not None and phrase.post("from") is not None:
        before = scope.latest()
        if before is not None and before.kinds:  # "then captures one from ...": one more of the kind
            found.kinds |= before.kinds
            choices.append(lambda c: any_of([ast.IsKind(c, kind) for kind in sorted(before.kinds)]))
    for head in phrase.heads:
        test = _head(head, scope, found)
        if test is not None:
            choices.append(test)
    for other in phrase.joined:
        inner = Found()
        _heads(other, scope, inner)
        _modifiers(other, scope, inner)
        for post in other.posts:
            _post(post, other, scope, inner)
        found.kinds |= inner.kinds
        found.homes += [home for home in inner.homes if home not in found.homes]
        found.more_homes += [place for place in inner.more_homes if place not in found.more_homes]
        if inner.base is not None:
            raise Unreadable("these two cannot be joined here", other.node, "make two sentences of it")
        tests = inner.tests
        if tests:
            choices.append(lambda c, tests=tests: all_of([t(c) for t in tests]))  # type: ignore[misc]
    if len(choices) == 1:
        found.tests.append(choices[0])
    elif choices:
        found.tests.append(lambda c: ast.Or(tuple(test(c) for test in choices)))


def _head(head: Head, scope: Scope, found: Found) -> Test | None:
    noun = head.noun
    scope.take(noun)
    tests: list[Test] = []
    for token in head.narrowing:
        tests.append(_narrowing(token, scope, noun))
    kinds = head.senses(KindSense)
    names = head.senses(NameSense)
    groups = head.senses(GroupSense)
    if kinds:
        kind = kinds[0].kind
        found.kinds.add(kind)
        _add_home(kind, scope, found)
        tests.append(lambda c: ast.IsKind(c, kind))
    elif roles := head.senses(RoleSense):
        role = roles[0]
        found.kinds.add(role.kind)
        found.roles.append(role.zone)
        place = _role_place(role.zone, None, scope)
        found.more_homes.append(place)
        tests.append(lambda c: ast.And((ast.IsKind(c, role.kind), ast.LiesIn(c, place))))
    elif names:
        for known in names:
            kind_of = scope.tables.card_kinds.get(known.name, -1)
            if kind_of >= 0:
                found.kinds.add(kind_of)
                _add_home(kind_of, scope, found)
        tests.append(lambda c: any_of([ast.IsNamed(one.name, c) for one in names]))
    elif called := references.called(noun, scope):
        kind = called[0]
        found.kinds.add(kind)
        _add_home(kind, scope, found)
        tests.append(lambda c: ast.IsKind(c, kind))
    elif groups and scope.card is not None and groups[0].name in scope.card.marked:
        mark = scope.card.marked[groups[0].name]
        tests.append(lambda c: ast.HasTrait(c, *mark))
    elif groups:
        group = groups[0].name
        tests.append(lambda c: ast.InGroup(group, c))
    elif noun.phrase != "card":
        raise Unreadable(f"{noun.text!r} is not a kind of card", noun, scope.tables.near_kind(noun.text))
    if not tests:
        return None
    return lambda c: all_of([t(c) for t in tests])


def _role_place(zone: int, owner: ast.Player | None, scope: Scope) -> ast.Place:
    """Where cards with a role lie: with a player (None: with any)."""
    if not scope.tables.zones[zone].per_player:
        return ast.ZonePlace(zone)
    return ast.EachZone(zone) if owner is None else ast.ZonePlace(zone, owner)


def _add_home(kind: int, scope: Scope, found: Found) -> None:
    """Cards of this kind are looked for at their home if no place is named."""
    home = scope.tables.kinds[kind].home
    if home >= 0 and home not in found.homes:
        found.homes.append(home)
    for one in (kind, *scope.tables.kinds[kind].parents):
        more = scope.tables.more_homes.get(one, ())
        found.more_homes += [place for place in more if place not in found.more_homes]


def _narrowing(token: Token, scope: Scope, head: Token | None = None) -> Test:
    scope.take(token)
    for group in senses(token, GroupSense):
        return lambda c: ast.InGroup(group.name, c)
    for kind in senses(token, KindSense):
        heads = references.kinds_of(head, scope) if head is not None else frozenset()
        if heads and not scope.tables.related(heads, kind.kind):
            raise Unreadable(
                f"no {head.text} is a {token.text}" if head else "", token, "a comma, 'and' or 'or' may be missing"
            )
        return lambda c: ast.IsKind(c, kind.kind)
    for value in senses(token, ValueSense):
        return lambda c: ast.HasTrait(c, value.trait, value.value)
    for name in senses(token, NameSense):
        return lambda c: ast.IsNamed(name.name, c)
    raise Unreadable(f"{token.text!r} does not say anything about a card", token)


def _modifiers(phrase: Phrase, scope: Scope, found: Found) -> None:
    for icons in phrase.icons:
        values = [v for token in icons for v in senses(token, ValueSense)]
        scope.take(*icons)
        found.tests.append(
            lambda c, values=values: (
                ast.HasTrait(c, values[0].trait, values[0].value)  # type: ignore[misc]
                if len(values) == 1
                else ast.Or(tuple(ast.HasTrait(c, v.trait, v.value) for v in values))
            )
        )
    if phrase.determiner == "another":
        found.other = True
    for token in phrase.adjectives:
        _adjective(token, scope, found)
    itself = _speaker(scope)
    if found.other and itself is not None and not found.one_more:
        found.tests.append(lambda c: ast.Not(ast.Among(c, itself)))
    before = scope.latest(many=False) if phrase.determiner == "another" and not found.one_more else None
    if before is not None and any(scope.tables.related(before.kinds, kind) for kind in found.kinds):
        found.tests.append(lambda c: ast.Not(ast.Among(c, before.cards)))


def _speaker(scope: Scope) -> ast.Cards | None:
    """The card that "another X" is not: the one that speaks, or that does the verb which is being said."""
    if scope.card is not None:
        return ast.CardSlot(ast.THIS)
    verb = scope.tables.verbs[scope.in_verb] if scope.in_verb >= 0 else None
    if verb is None or (verb.actor != "card" and not verb.intransitive):
        return None
    return ast.CardSlot(ast.OBJECT if verb.intransitive else ast.ACTOR)


def _adjective(token: Token, scope: Scope, found: Found) -> None:
    word = token.phrase
    if word in ("other",):
        found.other = True
    elif word in places.ORDER_WORDS:
        found.order = places.ORDER_WORDS[word]
    elif word in ("top", "next"):
        pass
    elif word == "bottom":
        found.bottom = True
    elif word == "random":
        found.random = True
    elif token.entries and token.entries[0].feature == "number":  # "0-cost"
        amount, _, of = token.text.partition("-")
        valued = scope.tables.attribute_named(of)
        if valued < 0:
            raise Unreadable(f"{token.text!r}: no such attribute", token)
        found.tests.append(lambda c: ast.Compare(ast.AttributeOf(c, valued), "==", ast.Const(int(amount))))
    elif token.entries and token.entries[0].feature in ("highest", "lowest"):
        attribute = scope.tables.attribute_named(token.text.partition("-")[2])
        if attribute < 0:
            raise Unreadable(f"{token.text!r}: no such attribute", token)
        found.extreme = (attribute, token.entries[0].feature == "highest")
    elif word in ("more", "extra", "additional") and found.one_more:
        pass
    elif word in ("odd-numbered", "even-numbered", "extra", "more", "additional", "new", "total", "different"):
        return
    elif shown := [v for v in senses(token, ValueSense) if v.value < 0]:
        trait, non = shown[0].trait, any(e.feature == "non" for e in token.entries)
        found.tests.append(lambda c: ast.HasTrait(c, trait) if non else ast.Not(ast.HasTrait(c, trait)))
    elif predicate := senses(token, PredicateSense):
        sense = predicate[0]
        found.tests.append(
            lambda c: ast.Not(ast.Holds(sense.predicate, c)) if sense.negated else ast.Holds(sense.predicate, c)
        )
    else:
        raise Unreadable(f"{token.text!r} says nothing about a card here", token)
    scope.take(token)


def _post(post: Post, phrase: Phrase, scope: Scope, found: Found) -> None:
    word = post.word.phrase
    top_words = phrase.adjective("top", "next", "bottom")
    held = _held_by_any(post, scope) if word == "from" else None
    if held is not None:
        found.base = held
        return
    if word in places.PLACE_WORDS or (word == "of" and top_words) or word == "of":
        where = places.places(post.phrase, scope)
        if where:
            scope.take(post.word)
            found.lies_in(where)
            if word == "from" and any(placing.no_dweller(frozenset(found.kinds), z, scope) for z in found.zones):
                there = in_places(where)  # such cards lie beneath those that are there
                found.base = ast.Union((there, ast.CardsIn(ast.Beneath(there))))
                return
            if (word == "of" and top_words) or word == "on top of" or phrase.adjective("top") is not None:
                found.top = where[0]
                return
            if word == "from" and _any_card(phrase) and _face_down(where, scope):  # nobody can tell one from another
                found.top = where[0]
                return
            found.base = in_places(where)
            return
        if word == "of" and post.phrase.noun is not None and post.phrase.noun.phrase == "choice":
            scope.take(post.word, post.phrase.noun)
            found.by = people.possessor(post.phrase, scope)
            return
    if word == "among" and post.phrase.noun is not None and post.phrase.noun.phrase == "card":
        scope.take(post.word, post.phrase.noun)
        found.base = ast.OwnedCards(people.possessor(post.phrase, scope))
        scope.take(*post.phrase.determiners)
        return
    if word in ("under", "captured by", "beneath"):
        scope.take(post.word)
        space = places.places(post.phrase, scope)
        if space:
            found.base = ast.CardsIn(ast.Beneath(space=space[0]))
        else:
            host = cards([post.phrase], scope, None)
            found.base = ast.CardsIn(ast.Beneath(host.cards))
        return
    side = scope.tables.beside(word, post.phrase)
    if isinstance(side, ast.ZonePlace):
        scope.take(post.word)
        scope.take_all(post.phrase.node)
        found.zones.append(side.zone)
        found.base = ast.CardsIn(side)
        return
    value = _worth(post, scope) if word == "worth" else None
    if value is not None:
        found.tests.append(value)
        return
    if word in ("with", "without", "worth", "in", "on", "next to"):
        test = _with(post, scope)
        if test is not None:
            found.tests.append(test)
            return
    raise Unreadable(f"'{post.word.text} ...' says nothing about these cards", post.node)


def _held_by_any(post: Post, scope: Scope) -> ast.Cards | None:
    """ "from any Guard, player's control or discard pile": from beneath such cards, and those places of any player.
    None if no kind of card is named among them."""
    phrase = post.phrase
    kinds = [s.kind for head in phrase.heads for s in senses(head.noun, KindSense)]
    if not kinds or phrase.determiner != "any" or phrase.relatives or phrase.posts:
        return None
    scope.take(post.word, *phrase.determiners)
    hosts: list[ast.Cards] = []
    parts: list[ast.Cards] = []
    for head in phrase.heads:
        scope.take(head.noun)
        if senses(head.noun, KindSense):
            inner = Found()
            test = _head(head, scope, inner)
            assert test is not None
            hosts.append(passing(in_places([ast.ZonePlace(home) for home in inner.homes]), [test], scope))
        else:
            parts += [ast.CardsIn(place) for place in places.of_anybody(head, scope)]
    for other in phrase.joined:
        if other.owner is None or other.owner.noun is None or other.owner.noun.phrase != "player":
            raise Unreadable("from whom?", other.node, "write 'from any KIND, player's PLACE or PLACE'")
        scope.take(other.owner.noun, *other.owner.determiners)
        for head in other.heads:
            scope.take(head.noun)
            parts += [ast.CardsIn(place) for place in places.of_anybody(head, scope)]
    return union([ast.CardsIn(ast.Beneath(union(hosts))), *parts])


def _worth(post: Post, scope: Scope) -> Test | None:
    """ "worth 3 Fame or more", "worth at least 2 Fame"."""
    noun, number = post.phrase.noun, post.phrase.number
    attribute = next((s.attribute for s in senses(noun, AttributeSense)), -1) if noun is not None else -1
    if attribute < 0 or noun is None or number is None or number.number is None:
        return None
    adverb = post.phrase.adverbs[0].phrase if post.phrase.adverbs else ""
    behind = post.phrase.heads[-1].numbers
    comparison = COMPARISONS.get(behind[0].phrase, "") if behind else number.comparison
    op = numbers.OPERATORS.get(adverb) or numbers.OPERATORS.get(comparison, "==")
    scope.take(post.word, noun, number, *post.phrase.adverbs, *behind)
    least = ast.Const(number.number)
    return lambda c: ast.Compare(ast.AttributeOf(c, attribute), op, least)


def _any_card(phrase: Phrase) -> bool:
    """ "a card", "another card", of which nothing else is said."""
    noun = phrase.noun
    plain = noun is not None and noun.phrase == "card" and len(phrase.heads) == 1 and not phrase.heads[0].narrowing
    said = (
        phrase.adjectives or phrase.icons or phrase.relatives or phrase.number or phrase.joined or len(phrase.posts) > 1
    )
    return plain and not said and phrase.determiner in ("a", "another")


def _face_down(where: list[ast.Place], scope: Scope) -> bool:
    """A pile that nobody sees, or a supply: one that is the home of a kind of card."""
    if len(where) != 1 or not isinstance(where[0], ast.ZonePlace):
        return False
    zone = where[0].zone
    supply = any(kind.home == zone for kind in scope.tables.kinds) and not scope.tables.zones[zone].spaces
    return scope.tables.zones[zone].sees == "none" or supply


def _with(post: Post, scope: Scope) -> Test | None:
    """ "with an odd-numbered Cost", "with 2 Power", "without a Coin"."""
    inner = post.phrase
    noun = inner.noun
    if noun is None or post.word.phrase not in ("with", "without"):
        return None
    negative = post.word.phrase == "without"
    if counters.counters_of(inner):
        scope.take(post.word)
        return lambda c: _carried(inner, c, negative, scope)
    for sense in senses(noun, AttributeSense):
        parity, printed = inner.adjective("odd-numbered", "even-numbered"), inner.adjective("printed")
        scope.take(post.word, noun, *inner.determiners, parity, printed)
        if parity is not None:
            odd = parity.phrase == "odd-numbered"
            return lambda c: ast.Odd(ast.AttributeOf(c, sense.attribute, printed is not None), odd)
        if inner.number is not None and inner.number.number is not None:
            number = inner.number
            scope.take(number)
            return lambda c: ast.Compare(
                ast.AttributeOf(c, sense.attribute, printed is not None),
                numbers.OPERATORS.get(number.comparison, "=="),
                ast.Const(number.number or 0),
            )
    scope.take(post.word)

    def test(c: ast.Cards) -> ast.Cond:
        held = cards([inner], scope.but(candidate=c), Source(ast.CardsIn(ast.Beneath(c))))
        some: ast.Cond = ast.Some(held.cards)
        return ast.Not(some) if negative else some

    return test


def _carried(phrase: Phrase, card: ast.Cards, negative: bool, scope: Scope) -> ast.Cond:
    """ "with a Charm counter", "without Charm counters"."""
    found = counters.carries(phrase, card, scope)
    if found is None:
        raise Unreadable("which counters?", phrase.node, "name them")
    return ast.Not(found) if negative else found


def _described_so(phrase: Phrase, scope: Scope) -> Found:
    """What a phrase says without where: its heads, modifiers and relative clauses."""
    found = Found()
    _heads(phrase, scope, found)
    _modifiers(phrase, scope, found)
    scope.take(*phrase.determiners)
    found.tests += relatives.tests_of(phrase, scope, None)
    return found


def standing_test(phrase: Phrase, scope: Scope) -> Test:
    """A phrase read as "every card that ...", in its kind's home if no place is named."""
    places.gather_spaces(phrase)
    found = _described_so(phrase, scope)
    tests = found.tests
    spots: list[ast.Place] = []
    for post in phrase.posts:
        where_ = places.places(post.phrase, scope)
        if where_:
            scope.take(post.word)
            spots += where_
        else:
            test = _with(post, scope)
            if test is None:
                raise Unreadable(f"'{post.word.text} ...' says nothing about these cards", post.node)
            tests.append(test)
    if not spots and not found.roles:  # what a role is says where it lies
        spots += [ast.ZonePlace(home) for home in found.homes] + found.more_homes
    if spots:
        tests.append(lambda c: ast.Or(tuple(ast.LiesIn(c, p) for p in spots)))
    return lambda c: all_of([t(c) for t in tests])


def test_of(phrase: Phrase, scope: Scope) -> Test:
    """A phrase read as a predicate: "a Beast", "an [Fire] Guard"."""
    tests = _described_so(phrase, scope).tests
    for post in phrase.posts:
        where_ = places.places(post.phrase, scope)
        if not where_:
            raise Unreadable(f"'{post.word.text} ...' cannot be tested here", post.node)
        scope.take(post.word)
        spot = where_
        tests.append(lambda c, spot=spot: ast.Or(tuple(ast.LiesIn(c, p) for p in spot)))  # type: ignore[misc]
    return lambda c: all_of([t(c) for t in tests]) if tests else ast.Always()
