"""Noun phrases, resolved: which cards, players, places and numbers they mean, and how many of them are wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from cardscript.language import ast
from cardscript.language.phrases import Head, Phrase, Post, read_phrase, senses
from cardscript.language.scope import Antecedent, Scope, Unreadable
from cardscript.language.senses import (
    AttributeSense,
    GroupSense,
    KindSense,
    NameSense,
    ParamSense,
    PredicateSense,
    QuantitySense,
    ResourceSense,
    SpaceOfSense,
    SpaceSense,
    TraitSense,
    ValueSense,
    ZoneSense,
)
from cardscript.language.syntax import Node, Token

PLACE_WORDS = ("in", "from", "on", "on top of", "out of", "from among", "into", "currently in", "at")
COLUMN_WORDS = ("under", "beneath", "below", "above")
ORDER_WORDS = {"leftmost": "leftmost", "rightmost": "rightmost", "first": "first", "last": "last"}
OPERATORS: dict[str, Literal["<", "<=", "==", "!=", ">=", ">"]] = {
    "exact": "==", "at least": ">=", "at most": "<=", "exactly": "==", "less than": "<", "greater than": ">",
    "more than": ">", "fewer than": "<", "equal to": "==", "at least as high as": ">=",
}  # fmt: skip

HEADLESS_WORDS = ("other", "remaining", "more", "additional", "same")
OWNING = ("your", "their", "his or her", "his", "her", "its")

Test = Callable[[ast.Cards], ast.Cond]


@dataclass(slots=True)
class Selection:
    """A set of cards and how many of them: `least`/`most` None means all of them (nobody chooses)."""

    cards: ast.Cards
    least: ast.Number | None = None
    most: ast.Number | None = None
    many: bool = False
    kinds: frozenset[int] = frozenset()
    by: ast.Player | None = None
    each: bool = False
    antecedent: Antecedent | None = None
    negative: bool = False
    plain: bool = False
    from_place: bool = False
    zones: tuple[int, ...] = ()
    random: bool = False

    @property
    def chosen(self) -> bool:
        return self.most is not None


@dataclass(slots=True)
class Source:
    """Where cards are looked for when the words name no place."""

    cards: ast.Cards | None = None
    fixed_count: bool = False
    top: ast.Place | None = None


@dataclass(slots=True)
class _Found:
    """What has been read of a phrase so far."""

    base: ast.Cards | None = None
    top: ast.Place | None = None
    tests: list[Test] = field(default_factory=list)
    kinds: set[int] = field(default_factory=set)
    order: str = ""
    extreme: tuple[int, bool] | None = None
    other: bool = False
    random: bool = False
    by: ast.Player | None = None
    homes: list[int] = field(default_factory=list)
    zones: list[int] = field(default_factory=list)
    bottom: bool = False
    from_place: bool = False
    one_more: bool = False


# --- players -----------------------------------------------------------------------------------------------------


def player(phrase: Phrase, scope: Scope) -> ast.Player | None:
    """The one player a phrase means, or None if it does not mean one."""
    if phrase.pronoun is not None:
        word = phrase.pronoun.phrase
        if word == "you":
            scope.take(phrase.pronoun)
            return scope.you
        if word in ("they", "he", "she", "them") and (scope.their or scope.unit.player):
            scope.take(phrase.pronoun)
            return scope.their or scope.unit.player
        return None
    noun = phrase.noun
    if noun is None:
        return None
    for sense in senses(noun, ParamSense):
        param = scope.params.get(sense.name)
        if param is not None and param.type == "player":
            scope.take(noun, *phrase.determiners)
            return ast.PlayerSlot(param.slot)
    if noun.phrase == "owner":
        holder = phrase.owner or (phrase.posts[0].phrase if phrase.posts else None)
        scope.take(noun, *phrase.determiners)
        if holder is not None:
            return ast.HolderOf(one_card(holder, scope))
        return ast.HolderOf(back_reference("its", scope, phrase.node).cards)
    if noun.phrase != "player":
        return None
    if phrase.adjective("active", "current") and not phrase.posts:
        scope.take(noun, *phrase.determiners, *phrase.adjectives)
        return ast.ActivePlayer()
    if phrase.determiner == "that" and scope.unit.player is not None:
        scope.take(noun, *phrase.determiners)
        return scope.unit.player
    if phrase.determiner == "the" and phrase.relatives:
        return _doer(phrase, noun, scope)
    side = phrase.post("on")
    if side is not None and side.phrase.noun is not None and side.phrase.noun.phrase in ("left", "right"):
        scope.take(noun, *phrase.determiners, side.word, side.phrase.noun, *side.phrase.determiners)
        steps = 1 if side.phrase.noun.phrase == "left" else -1
        return ast.Neighbour(possessor(side.phrase, scope), steps)
    return None


def _doer(phrase: Phrase, noun: Token, scope: Scope) -> ast.Player | None:
    """ "the player who played the card"."""
    relative = phrase.relatives[0]
    core = relative if relative.rule == "rel_subj" else relative.find("rel_subj")
    rv = core.find("rv") if core is not None else None
    anyv, bare = (rv.find("anyv"), rv.find("bare")) if rv is not None else (None, None)
    verb = next(iter(anyv.tokens())) if anyv is not None else None
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if core is None or not declared or bare is None:
        return None
    scope.take(noun, *phrase.determiners, core.token("REL"), verb)
    return ast.DoerOf(scope.tables.hand_verb(declared), one_card(read_phrase(bare), scope))


def players(phrase: Phrase, scope: Scope) -> ast.Players | None:
    """The several players "each (other) player ..." means, or None."""
    noun = phrase.noun
    if noun is None or noun.phrase != "player" or phrase.determiner not in ("each", "every", "all", "any"):
        return None
    others = phrase.adjective("other")
    scope.take(noun, *phrase.determiners, others)
    first = ast.ActivePlayer() if not others else scope.you
    if not phrase.posts and not phrase.relatives:
        return ast.Players(first, bool(others))
    slot = scope.slot()
    inner = scope.but(their=ast.PlayerSlot(slot))
    from cardscript.language.conditions import player_relative, player_with  # the two modules need each other

    if phrase.posts and phrase.posts[0].word.phrase in ("with", "without"):
        nest(phrase, phrase.posts[0])
    parts = [player_with(post, ast.PlayerSlot(slot), inner) for post in phrase.posts]
    parts += [player_relative(rel, ast.PlayerSlot(slot), inner) for rel in phrase.relatives]
    return ast.Players(first, bool(others), slot, parts[0] if len(parts) == 1 else ast.And(tuple(parts)))


def possessor(phrase: Phrase, scope: Scope) -> ast.Player:
    """Whose things a phrase with a possessive means: your, their, its owner's, each player's."""
    if phrase.owner is not None:
        owner = player(phrase.owner, scope)
        if owner is not None:
            return owner
        noun = phrase.owner.noun
        if noun is not None and noun.phrase == "player" and scope.their is not None:
            scope.take(noun, *phrase.owner.determiners, *phrase.owner.adjectives)
            return scope.their
        return ast.HolderOf(one_card(phrase.owner, scope))
    for token in phrase.determiners:
        if token.phrase == "your":
            scope.take(token)
            return scope.owner_of_your or scope.you
        if token.phrase in OWNING:
            scope.take(token)
            if scope.their is None and token.phrase != "its":
                raise Unreadable(f"{token.text!r}: whose?", token, "say 'your', or name a player before it")
            return scope.their or scope.you
    if (post := phrase.post("of")) is not None and (owner := player(nest(phrase, post), scope)) is not None:
        scope.take(post.word)
        return owner
    return scope.their or scope.you


# --- places ------------------------------------------------------------------------------------------------------


def places(phrase: Phrase, scope: Scope) -> list[ast.Place]:
    """The places a phrase names; empty if it names none. "your hand or discard pile" names two."""
    if phrase.pronoun is not None:
        return []
    found: list[ast.Place] = []
    owner: ast.Player | None = None
    if phrase.noun is not None and phrase.noun.phrase == "space" and not phrase.heads[-1].narrowing:
        whose = _space_of(phrase, scope)
        if whose is not None:
            return [whose]
    for head in phrase.heads:
        for named in head.senses(ParamSense):
            param = scope.params.get(named.name)
            if param is not None and param.type == "place":
                scope.take(head.noun)
                found.append(param.value if isinstance(param.value, ast.Place) else ast.PlaceSlot(param.slot))
        span = scope.span(head.noun)
        zones, spaces, any_space = head.senses(ZoneSense), head.senses(SpaceSense), head.senses(SpaceOfSense)
        if not (zones or spaces or any_space):
            continue
        if head.narrowing or head.numbers:
            extra = (*head.narrowing, *head.numbers)[0]
            raise Unreadable(f"{extra.text!r} says nothing about {head.noun.text!r}", extra, "leave it out")
        scope.take(head.noun)
        _check_place(phrase, head, bool(zones) and scope.tables.zones[zones[0].zone].per_player, bool(any_space), scope)
        if zones and scope.tables.zones[zones[0].zone].per_player:
            owner = owner or possessor(phrase, scope)
            found.append(ast.ZonePlace(zones[0].zone, owner, span=span))
        elif zones:
            found.append(ast.ZonePlace(zones[0].zone, span=span))
        elif spaces:
            found.append(ast.SpacePlace(spaces[0].zone, spaces[0].index, span=span))
        else:
            found.append(_spaces(phrase, any_space[0].zone, scope))
    if found:
        scope.take(*(d for d in phrase.determiners if d.phrase in ("the", "a", "any", "that", "this", "each", "all")))
        for other in phrase.joined:
            found += places(other, scope)
    return found


def _check_place(phrase: Phrase, head: Head, own: bool, any_space: bool, scope: Scope) -> None:
    """The word before a place must fit it: "your hand", "the table"; not "each hand", "your table"."""
    word = phrase.determiners[0] if phrase.determiners else None
    if word is None or any_space or head is not phrase.heads[0]:
        if phrase.owner is not None and not own and not any_space:
            raise Unreadable(f"{head.noun.text!r} belongs to no player", phrase.owner.node, "say 'the'")
        return
    if own and word.phrase not in OWNING and not (word.phrase == "the" and phrase.post("of") is not None):
        raise Unreadable(f"whose {head.noun.text}?", word, f"say 'your {head.noun.text}' or 'their {head.noun.text}'")
    if not own and word.phrase not in ("the", "this", "that"):
        raise Unreadable(f"there is only one {head.noun.text!r}", word, "say 'the'")


def _space_of(phrase: Phrase, scope: Scope) -> ast.Place | None:
    """ "the card's space", "its space": where a card lies."""
    if phrase.owner is not None:
        cards_ = one_card(phrase.owner, scope)
    elif phrase.determiner == "its":
        cards_ = back_reference("its", scope, phrase.node).cards
    else:
        return None
    scope.take(phrase.noun, *phrase.determiners)
    return ast.PlaceOf(cards_)


def _spaces(phrase: Phrase, zone: int, scope: Scope) -> ast.Place:
    """ "the leftmost Road space that ...", "that Road space", "the Market space under the Ford"."""
    if phrase.determiner == "that" and scope.unit.place is not None:
        return scope.unit.place
    place: ast.Place = ast.ZonePlace(zone)
    for post in list(phrase.posts):
        beside = places(post.phrase, scope) if post.word.phrase in COLUMN_WORDS else []
        if len(beside) == 1 and isinstance(beside[0], ast.SpacePlace) and beside[0].zone != zone:
            scope.take(post.word)
            phrase.posts.remove(post)
            return ast.Column(zone, beside[0], span=scope.span(post.node))
    for relative in phrase.relatives:
        place = _spaces_that(place, relative, scope)
    phrase.relatives = []
    for token in phrase.adjectives:
        how = ORDER_WORDS.get(token.phrase)
        if how is not None:
            scope.take(token)
            place = ast.PickPlace(place, how)  # type: ignore[arg-type]
    return place


def _spaces_that(place: ast.Place, relative: Node, scope: Scope) -> ast.Place:
    """ "that doesn't yet have a Omen": in it or beneath it.

    Raises Unreadable if it says something else."""
    from cardscript.language.conditions import negated

    core = relative.children[0] if relative.rule == "rel" else relative
    rv = core.find("rv") if isinstance(core, Node) and core.rule == "rel_subj" else None
    anyv, bare = (rv.find("anyv"), rv.find("bare")) if rv is not None else (None, None)
    verb = next(iter(anyv.tokens())) if anyv is not None else None
    if not isinstance(core, Node) or verb is None or verb.phrase not in ("have", "hold") or bare is None:
        raise Unreadable("this says nothing about a space that can be tested", relative, "say what it has or has not")
    scope.take(core.token("REL"), verb)
    no = negated(core.find("auxs"), scope)
    slot = scope.slot()
    here = ast.PlaceSlot(slot)
    there = ast.Union((ast.CardsIn(here), ast.CardsIn(ast.Beneath(space=here))))
    some: ast.Cond = ast.Some(cards([read_phrase(bare)], scope, Source(there)).cards)
    return ast.SpacesWhere(place, slot, ast.Not(some) if no else some, span=scope.span(relative))


def gather_spaces(phrase: Phrase) -> None:
    """ "in the X space under the Y", "under the X space that ...": what follows a space is about it."""
    for at, post in enumerate(phrase.posts):
        noun = post.phrase.noun
        if noun is None or not senses(noun, SpaceOfSense):
            continue
        after = phrase.posts[at + 1] if at + 1 < len(phrase.posts) else None
        if after is not None and after.word.phrase in COLUMN_WORDS:
            post.phrase.posts.append(after)
            phrase.posts.remove(after)
        if at == len(phrase.posts) - 1:
            post.phrase.relatives += phrase.relatives
            phrase.relatives = []
        return


def nest(phrase: Phrase, post: Post) -> Phrase:
    """The phrase after "of" with all that follows it: the flat list of a tree says nothing about what hangs on what,
    and what follows "the number of cards" belongs to the cards."""
    if post in phrase.posts:
        at = phrase.posts.index(post)
        post.phrase.posts += phrase.posts[at + 1 :]
        del phrase.posts[at + 1 :]
        post.phrase.relatives += phrase.relatives
        phrase.relatives = []
    return post.phrase


def place_of(phrase: Phrase, scope: Scope) -> ast.Place | None:
    """One place (or a union where the words join places: then None)."""
    found = places(phrase, scope)
    return found[0] if len(found) == 1 else None


# --- back references ---------------------------------------------------------------------------------------------


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
    if scope.card is not None and kind is not None and scope.tables.any_related(scope.card.tucked, kind):
        under = ast.CardsIn(ast.Beneath(ast.CardSlot(ast.THIS)))
        return Antecedent(_where(under, [lambda c: ast.IsKind(c, kind)], scope), False, frozenset({kind}))
    if scope.event and word in ("it", "that", "its"):
        return Antecedent(ast.CardSlot(ast.OBJECT), False)
    if word in ("it", "its") and scope.card is not None:
        return Antecedent(ast.CardSlot(ast.THIS), False)
    raise Unreadable(f"'{word}' speaks of something that was not named before", at, "name the card or player it means")


def one_card(phrase: Phrase, scope: Scope) -> ast.Cards:
    """A phrase that must mean cards already known or fixed (no choice): "that card", "this Beast", "it"."""
    selection = cards([phrase], scope, None)
    if selection.chosen:
        raise Unreadable(
            "this must be one certain card, not one to be chosen", phrase.node, "say 'that ...' or 'this ...'"
        )
    return selection.cards


# --- cards -------------------------------------------------------------------------------------------------------


def cards(phrases: list[Phrase], scope: Scope, default: Source | None) -> Selection:
    """The cards that joined phrases mean. `default` says where to look when no place is named.

    Raises Unreadable where the words mean no cards."""
    if len(phrases) > 1:
        parts = [cards([p], scope, default) for p in phrases]
        if any(p.chosen for p in parts):
            raise Unreadable("these cannot be chosen together", phrases[0].node, "make two sentences of it")
        kinds = frozenset(k for p in parts for k in p.kinds)
        return Selection(ast.Union(tuple(p.cards for p in parts)), many=True, kinds=kinds)
    phrase = phrases[0]
    reference = _reference(phrase, scope)
    if reference is not None:
        return reference
    part = _part_of(phrase, scope, default)
    if part is not None:
        return part
    return _described(phrase, scope, default)


def _reference(phrase: Phrase, scope: Scope) -> Selection | None:
    """Pronouns, "this card", "that Guard", parameters, the card's own name, "the rest", "one", "the other"."""
    if phrase.pronoun is not None:
        word = phrase.pronoun.phrase
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
        and not _kinds_of(noun, scope)
    ):
        raise Unreadable(f"{noun.text!r} is no card that was named", noun, f"say '{phrase.determiners[0].text} card'")
    if phrase.determiner == "this":
        scope.take(noun, phrase.determiners[0])
        _check_kind(noun, scope, phrase)
        return Selection(ast.CardSlot(ast.THIS), kinds=_kinds_of(noun, scope), plain=True)
    if phrase.determiner in ("that", "those", "these") and not phrase.relatives:
        scope.take(noun, phrase.determiners[0])
        kinds = _kinds_of(noun, scope)
        kind = next(iter(kinds)) if kinds else None
        return _of(back_reference(phrase.determiner, scope, phrase.node, kind))
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
    kinds = _kinds_of(noun, scope)
    for antecedent in reversed(scope.unit.antecedents):
        if antecedent.kinds and kinds and all(any(scope.tables.is_a(a, k) for k in kinds) for a in antecedent.kinds):
            return antecedent
    return None


def _own_name(phrase: Phrase, noun: Token, scope: Scope) -> Selection | None:
    if scope.card is None or phrase.determiner not in ("", "the") or phrase.owner is not None:
        return None
    text = noun.text
    names = {s.name for s in senses(noun, NameSense)}
    if scope.card.name in names or (text.lower() in scope.card.name.lower() and names):
        if names & scope.tables.short_names(scope.card.name):
            scope.take(noun, *phrase.determiners)
            return Selection(ast.CardSlot(ast.THIS), plain=True, kinds=frozenset({scope.card.kind}))
    return None


def _headless_reference(phrase: Phrase, scope: Scope) -> Selection | None:
    """ "one", "the other", "any that cost 2 or less", "each" after cards were looked at."""
    if phrase.posts and phrase.post("of") is not None:
        return None
    pool = scope.latest(many=True) or scope.latest()
    if pool is None:
        return None
    left: ast.Cards = pool.cards
    for gone in pool.used:
        left = ast.Without(left, gone)
    scope.take(*phrase.determiners, phrase.number, *(a for a in phrase.adjectives if a.phrase in HEADLESS_WORDS))
    if phrase.adjective("other"):
        return Selection(left, kinds=pool.kinds, antecedent=pool)
    if phrase.relatives:
        tests = _relative_tests(phrase, scope)
        return Selection(_where(left, tests, scope), many=True, kinds=pool.kinds, antecedent=pool)
    if phrase.number is not None and phrase.number.number is not None:
        count = ast.Const(phrase.number.number)
        return Selection(left, count, count, kinds=pool.kinds, antecedent=pool)
    return Selection(left, many=True, kinds=pool.kinds, each=phrase.determiner == "each", antecedent=pool)


def _rest(scope: Scope, phrase: Phrase) -> Selection:
    pool = scope.latest(many=True)
    if pool is None:
        raise Unreadable("'the rest' of what? Nothing was looked at or revealed before", phrase.node)
    left: ast.Cards = pool.cards
    for gone in pool.used:
        left = ast.Without(left, gone)
    return Selection(left, many=True, kinds=pool.kinds, antecedent=pool)


def _of(antecedent: Antecedent) -> Selection:
    return Selection(antecedent.cards, many=antecedent.many, kinds=antecedent.kinds, antecedent=antecedent, plain=True)


def _check_kind(noun: Token, scope: Scope, phrase: Phrase) -> None:
    """ "this Beast" on a card that can never be one is a mistake."""
    if scope.card is None or noun.phrase == "card":
        return
    kinds = _kinds_of(noun, scope)
    if kinds and not any(scope.tables.is_a(scope.card.kind, k) for k in kinds) and not scope.card.counted_as:
        raise Unreadable(
            f"this card is a {scope.tables.kinds[scope.card.kind].name}, not a {noun.phrase}", phrase.node,
            "say 'this card'",
        )  # fmt: skip


def _kinds_of(noun: Token, scope: Scope) -> frozenset[int]:
    found = {s.kind for s in senses(noun, KindSense)}
    for named in senses(noun, NameSense):
        if named.name in scope.tables.card_kinds:
            found.add(scope.tables.card_kinds[named.name])
    return frozenset(found)


def _part_of(phrase: Phrase, scope: Scope, default: Source | None) -> Selection | None:
    """ "one of your Heroes", "each of those cards", "any of them", "the rest of your hand", "a copy of ..."."""
    post = phrase.post("of")
    if post is None:
        return None
    noun = phrase.noun
    if noun is not None and noun.phrase == "rest":
        where = places(post.phrase, scope)
        if where:
            scope.take(noun, *phrase.determiners, post.word)
            return Selection(_in_places(where), many=True)
    if noun is not None or phrase.heads:
        return None
    whole = cards([nest(phrase, post)], scope, default)
    if phrase.number is None and phrase.determiner not in ("each", "every", "all", "any", "both", "some"):
        raise Unreadable("how many of them?", phrase.node, "say 'one of', 'two of', 'each of' or 'all of'")
    scope.take(post.word, *phrase.determiners, phrase.number, *phrase.adverbs)
    whole.each = phrase.determiner == "each"
    if phrase.number is not None:
        whole.least, whole.most = _bounds(phrase, scope, whole.cards)
        whole.many = phrase.number.number != 1
        whole.antecedent = whole.antecedent or None
    return whole


def _described(phrase: Phrase, scope: Scope, default: Source | None) -> Selection:
    """A phrase with a head noun of its own: kind, filters, place, quantity."""
    found = _Found(one_more=default is not None and default.top is not None)
    _heads(phrase, scope, found)
    _modifiers(phrase, scope, found)
    gather_spaces(phrase)
    for post in phrase.posts:
        _post(post, phrase, scope, found)
    found.tests += _relative_tests(phrase, scope, found)
    owned = phrase.owner is not None or any(t.phrase in OWNING for t in phrase.determiners)
    base = found.base
    shared = [z for z in found.zones if not scope.tables.zones[z].per_player]
    if owned and found.from_place and (shared or found.top is not None):
        raise Unreadable("these cards cannot lie there and belong to somebody", phrase.node, "leave out whose they are")
    if found.top is not None:
        return _from_top(phrase, scope, found)
    single_pile = False
    if base is None and owned:
        base = _belongings(possessor(phrase, scope), scope)
    if base is None and default is not None and default.top is not None and not found.tests:
        found.top = default.top
        return _from_top(phrase, scope, found)
    if base is None and default is not None:
        base = default.cards
    if base is None and found.homes:
        base = _in_places([ast.ZonePlace(home) for home in found.homes])
        found.zones += found.homes
        single_pile = len(found.homes) == 1 and not scope.tables.zones[found.homes[0]].spaces
    if base is None:
        base = _fallback(phrase, scope)
    result = _where(base, found.tests, scope) if found.tests else base
    return _quantified(phrase, scope, found, result, single_pile)


def _fallback(phrase: Phrase, scope: Scope) -> ast.Cards:
    noun = phrase.noun
    words = noun.text if noun else "this"
    raise Unreadable(f"nothing says where {words!r} is to be looked for", phrase.node, "add 'from ...' or 'in ...'")


def _in_places(where: list[ast.Place]) -> ast.Cards:
    parts = tuple(ast.CardsIn(p) for p in where)
    return parts[0] if len(parts) == 1 else ast.Union(parts)


def _belongings(owner: ast.Player, scope: Scope) -> ast.Cards:
    return _in_places([ast.ZonePlace(z, owner) for z in scope.tables.belongings])


def belongings(owner: ast.Player, scope: Scope) -> ast.Cards:
    """The cards a player "has": those in the zones declared as belongings."""
    return _belongings(owner, scope)


def _heads(phrase: Phrase, scope: Scope, found: _Found) -> None:
    """Kinds, names and groups of the heads; several heads are alternatives."""
    choices: list[Test] = []
    for head in phrase.heads:
        test = _head(head, phrase, scope, found)
        if test is not None:
            choices.append(test)
    for other in phrase.joined:
        inner = _Found()
        _heads(other, scope, inner)
        _modifiers(other, scope, inner)
        for post in other.posts:
            _post(post, other, scope, inner)
        found.kinds |= inner.kinds
        found.homes += [home for home in inner.homes if home not in found.homes]
        if inner.base is not None:
            raise Unreadable("these two cannot be joined here", other.node, "make two sentences of it")
        tests = inner.tests
        if tests:
            choices.append(lambda c, tests=tests: _all([t(c) for t in tests]))  # type: ignore[misc]
    if len(choices) == 1:
        found.tests.append(choices[0])
    elif choices:
        found.tests.append(lambda c: ast.Or(tuple(test(c) for test in choices)))


def _all(parts: list[ast.Cond]) -> ast.Cond:
    return parts[0] if len(parts) == 1 else ast.And(tuple(parts))


def _head(head: Head, phrase: Phrase, scope: Scope, found: _Found) -> Test | None:
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
    elif names:
        name = names[0].name
        kind_of = scope.tables.card_kinds.get(name, -1)
        if kind_of >= 0:
            found.kinds.add(kind_of)
            _add_home(kind_of, scope, found)
            tests.append(lambda c: ast.IsNamed(name, c))
        else:
            tests.append(lambda c: ast.IsNamed(name, c))
    elif groups:
        group = groups[0].name
        tests.append(lambda c: ast.InGroup(group, c))
    elif noun.phrase != "card":
        raise Unreadable(f"{noun.text!r} is not a kind of card", noun, scope.tables.near_kind(noun.text))
    if not tests:
        return None
    return lambda c: _all([t(c) for t in tests])


def _add_home(kind: int, scope: Scope, found: _Found) -> None:
    """Cards of this kind are looked for at their home if no place is named."""
    home = scope.tables.kinds[kind].home
    if home >= 0 and home not in found.homes:
        found.homes.append(home)


def _narrowing(token: Token, scope: Scope, head: Token | None = None) -> Test:
    scope.take(token)
    for group in senses(token, GroupSense):
        return lambda c: ast.InGroup(group.name, c)
    for kind in senses(token, KindSense):
        heads = _kinds_of(head, scope) if head is not None else frozenset()
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


def _modifiers(phrase: Phrase, scope: Scope, found: _Found) -> None:
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
        _adjective(token, phrase, scope, found)
    if found.other and scope.card is not None and not found.one_more:
        found.tests.append(lambda c: ast.Not(ast.Among(c, ast.CardSlot(ast.THIS))))


def _adjective(token: Token, phrase: Phrase, scope: Scope, found: _Found) -> None:
    word = token.phrase
    if word in ("other",):
        found.other = True
    elif word in ORDER_WORDS:
        found.order = ORDER_WORDS[word]
    elif word in ("top", "next"):
        pass
    elif word == "bottom":
        found.bottom = True
    elif word == "random":
        found.random = True
    elif token.entries and token.entries[0].feature in ("highest", "lowest"):
        attribute = scope.tables.attribute_named(token.text.partition("-")[2])
        if attribute < 0:
            raise Unreadable(f"{token.text!r}: no such attribute", token)
        found.extreme = (attribute, token.entries[0].feature == "highest")
    elif word in ("more", "extra", "additional") and found.one_more:
        pass
    elif word in ("odd-numbered", "even-numbered", "extra", "more", "additional", "new", "total", "different"):
        return
    elif predicate := senses(token, PredicateSense):
        sense = predicate[0]
        found.tests.append(
            lambda c: ast.Not(ast.Holds(sense.predicate, c)) if sense.negated else ast.Holds(sense.predicate, c)
        )
    else:
        raise Unreadable(f"{token.text!r} says nothing about a card here", token)
    scope.take(token)


def _post(post: Post, phrase: Phrase, scope: Scope, found: _Found) -> None:
    word = post.word.phrase
    top_words = phrase.adjective("top", "next", "bottom")
    if word in PLACE_WORDS or (word == "of" and top_words) or word == "of":
        where = places(post.phrase, scope)
        if where:
            scope.take(post.word)
            found.from_place = True
            found.zones += [p.zone for p in where if isinstance(p, (ast.ZonePlace, ast.SpacePlace))]
            if (word == "of" and top_words) or word == "on top of" or _leading(phrase):
                found.top = where[0]
                return
            found.base = _in_places(where)
            return
        if word == "of" and post.phrase.noun is not None and post.phrase.noun.phrase == "choice":
            scope.take(post.word, post.phrase.noun)
            found.by = possessor(post.phrase, scope)
            return
    if word == "among" and post.phrase.noun is not None and post.phrase.noun.phrase == "card":
        scope.take(post.word, post.phrase.noun)
        found.base = ast.OwnedCards(possessor(post.phrase, scope))
        scope.take(*post.phrase.determiners)
        return
    if word in ("under", "captured by", "beneath"):
        scope.take(post.word)
        space = places(post.phrase, scope)
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
    if word in ("with", "without", "worth", "in", "on", "next to"):
        test = _with(post, scope)
        if test is not None:
            found.tests.append(test)
            return
    raise Unreadable(f"'{post.word.text} ...' says nothing about these cards", post.node)


def _leading(phrase: Phrase) -> bool:
    return phrase.adjective("top") is not None


def _with(post: Post, scope: Scope) -> Test | None:
    """ "with an odd-numbered Cost", "with 2 Power", "without a Coin"."""
    inner = post.phrase
    noun = inner.noun
    if noun is None or post.word.phrase not in ("with", "without"):
        return None
    negative = post.word.phrase == "without"
    for sense in senses(noun, AttributeSense):
        parity = inner.adjective("odd-numbered", "even-numbered")
        scope.take(post.word, noun, *inner.determiners, parity)
        if parity is not None:
            odd = parity.phrase == "odd-numbered"
            return lambda c: ast.Odd(ast.AttributeOf(c, sense.attribute), odd)
        if inner.number is not None and inner.number.number is not None:
            number = inner.number
            scope.take(number)
            return lambda c: ast.Compare(
                ast.AttributeOf(c, sense.attribute),
                OPERATORS.get(number.comparison, "=="),
                ast.Const(number.number or 0),
            )
    scope.take(post.word)

    def test(c: ast.Cards) -> ast.Cond:
        held = cards([inner], scope.but(candidate=c), Source(ast.CardsIn(ast.Beneath(c))))
        some: ast.Cond = ast.Some(held.cards)
        return ast.Not(some) if negative else some

    return test


def _relative_tests(phrase: Phrase, scope: Scope, found: _Found | None = None) -> list[Test]:
    from cardscript.language.conditions import card_relative  # the two modules need each other

    tests: list[Test] = []
    for relative in phrase.relatives:
        history = _history(relative, scope) if found is not None else None
        if history is not None and found is not None:
            found.base = history
            continue
        had = _had(relative, scope) if found is not None else None
        if had is not None and found is not None:
            found.base = found.base or had
            continue
        where = _relative_place(relative, scope)
        if where and found is not None:
            found.base = _in_places(where)
            found.from_place = True
            found.zones += [p.zone for p in where if isinstance(p, (ast.ZonePlace, ast.SpacePlace))]
        tests.append(card_relative(relative, scope))
    return tests


def _relative_place(relative: Node, scope: Scope) -> list[ast.Place]:
    if relative.find("rel_whose") is not None:
        return []
    for node in relative.all("r_pp"):
        word = node.token("PREP")
        if word is not None and word.phrase in PLACE_WORDS:
            where = places(read_phrase(node), scope)
            if where:
                scope.take(word)
                return where
    return []


def _own_verb(relative: Node) -> tuple[Node, Token, Token] | None:
    """For "you played": the relative, the pronoun, the verb."""
    core = relative.find("rel_obj")
    if core is None:
        return None
    pronoun = core.token("PRON")
    verb = core.token("PART")
    anyv = core.find("anyv")
    if verb is None and anyv is not None:
        verb = next(iter(anyv.tokens()), None)
    return (core, pronoun, verb) if pronoun is not None and verb is not None else None


def _history(relative: Node, scope: Scope) -> ast.Cards | None:
    """ "you played this turn": the cards of past events."""
    own = _own_verb(relative)
    if own is None:
        return None
    core, pronoun, verb = own
    declared = scope.tables.verbs_of(verb)
    when = relative.find("radv")
    word = when.token("ADVP") if when is not None else None
    if not declared or pronoun.phrase not in ("you", "they"):
        return None
    ever = word is not None and word.phrase == "this game"
    if word is None or word.phrase not in ("this turn", "this game"):
        return None
    scope.take(pronoun, verb, word, core.token("REL"), core.token("HAVE"))
    actor = scope.you if pronoun.phrase == "you" else scope.their or scope.you
    return ast.Past(scope.tables.hand_verb(declared), actor, ever)


def _had(relative: Node, scope: Scope) -> ast.Cards | None:
    """ "you have"; "it has" for what lies beneath a card."""
    held = _held_by(relative, scope)
    if held is not None:
        return held
    own = _own_verb(relative)
    if own is None or own[2].phrase not in ("have", "hold"):
        return None
    scope.take(own[1], own[2], own[0].token("REL"))
    if own[1].phrase == "it":
        return ast.CardsIn(ast.Beneath(back_reference("it", scope, own[1]).cards))
    who = scope.you if own[1].phrase == "you" else scope.their or scope.you
    for among in relative.all("r_pp"):
        word, every = among.token("PREP"), read_phrase(among)
        if word is not None and word.phrase == "among" and every.noun is not None and every.noun.phrase == "card":
            scope.take_all(among)
            return ast.OwnedCards(who)
    return _belongings(who, scope)


def _held_by(relative: Node, scope: Scope) -> ast.Cards | None:
    """ "captured by that card": a participle of a verb that cards do to cards, so that they lie beneath them."""
    core, by = relative.find("rel_part"), relative.find("r_pp")
    part = core.token("PART") if core is not None else None
    word = by.token("PREP") if by is not None else None
    if part is None or by is None or word is None or word.phrase != "by":
        return None
    if not any(scope.tables.verbs[v].actor == "card" for v in scope.tables.verbs_of(part)):
        return None
    scope.take(part, word)
    return ast.CardsIn(ast.Beneath(one_card(read_phrase(by), scope)))


def _where(base: ast.Cards, tests: list[Test], scope: Scope) -> ast.Cards:
    if not tests:
        return base
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    return ast.Where(base, slot, _all([test(candidate) for test in tests]))


def where(base: ast.Cards, tests: list[Test], scope: Scope) -> ast.Cards:
    """The cards of `base` that pass all tests."""
    return _where(base, tests, scope)


def reference(phrase: Phrase, scope: Scope) -> Selection | None:
    """Cards already known that a phrase means, or None if it describes cards."""
    return _reference(phrase, scope)


def standing_test(phrase: Phrase, scope: Scope) -> Test:
    """A phrase read as "every card that ...", in its kind's home if no place is named."""
    found = _Found()
    _heads(phrase, scope, found)
    _modifiers(phrase, scope, found)
    scope.take(*phrase.determiners)
    tests = found.tests + _relative_tests(phrase, scope)
    spots: list[ast.Place] = []
    for post in phrase.posts:
        where_ = places(post.phrase, scope)
        if where_:
            scope.take(post.word)
            spots += where_
        else:
            test = _with(post, scope)
            if test is None:
                raise Unreadable(f"'{post.word.text} ...' says nothing about these cards", post.node)
            tests.append(test)
    if not spots:
        spots += [ast.ZonePlace(home) for home in found.homes]
    if spots:
        tests.append(lambda c: ast.Or(tuple(ast.LiesIn(c, p) for p in spots)))
    return lambda c: _all([t(c) for t in tests])


def test_of(phrase: Phrase, scope: Scope) -> Test:
    """A phrase read as a predicate: "a Beast", "an [Fire] Guard"."""
    found = _Found()
    _heads(phrase, scope, found)
    _modifiers(phrase, scope, found)
    scope.take(*phrase.determiners)
    tests = found.tests + _relative_tests(phrase, scope)
    for post in phrase.posts:
        where_ = places(post.phrase, scope)
        if not where_:
            raise Unreadable(f"'{post.word.text} ...' cannot be tested here", post.node)
        scope.take(post.word)
        spot = where_
        tests.append(lambda c, spot=spot: ast.Or(tuple(ast.LiesIn(c, p) for p in spot)))  # type: ignore[misc]
    return lambda c: _all([t(c) for t in tests]) if tests else ast.Always()


# --- quantities --------------------------------------------------------------------------------------------------


def _bounds(phrase: Phrase, scope: Scope, cards_: ast.Cards) -> tuple[ast.Number, ast.Number]:
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


def _from_top(phrase: Phrase, scope: Scope, found: _Found) -> Selection:
    token = phrase.number
    if found.random:
        raise Unreadable("the top cards are not random ones", phrase.node, "say 'a random card from ...'")
    if phrase.determiner not in ("", "the", "a", "another", "that many"):
        raise Unreadable(
            f"{phrase.determiners[0].text!r} does not say how many from the top",
            phrase.determiners[0],
            "say 'the top card' or 'the top two cards'",
        )
    if phrase.plural and token is None and phrase.determiner != "that many":
        raise Unreadable("how many of them?", phrase.node, "name the number, for instance 'two cards'")
    scope.take(token, *phrase.determiners, *phrase.adverbs)
    if token is None and phrase.determiner == "that many" and scope.unit.amount is not None:
        count: ast.Number = scope.unit.amount
    else:
        count = ast.Const(token.number if token is not None and token.number is not None else 1)
    assert found.top is not None
    base: ast.Cards = ast.TopOf(found.top, count)
    if found.bottom:
        base = ast.Take(ast.CardsIn(found.top), "last", count)
    if found.tests:
        base = _where(base, found.tests, scope)
    many = not (isinstance(count, ast.Const) and count.value == 1)
    zones = tuple(found.zones)
    if not zones and isinstance(found.top, ast.ZonePlace):
        zones = (found.top.zone,)
    return Selection(base, many=many, kinds=frozenset(found.kinds), from_place=True, zones=zones)


def _quantified(phrase: Phrase, scope: Scope, found: _Found, result: ast.Cards, pile: bool) -> Selection:
    kinds = frozenset(found.kinds)
    word = phrase.determiner
    scope.take(*phrase.determiners)
    zones = tuple(found.zones)

    def selection(
        cards_: ast.Cards, least: ast.Number | None = None, most: ast.Number | None = None, many: bool = False
    ) -> Selection:
        return Selection(
            cards_, least, most, many, kinds, found.by, word in ("each", "every"), from_place=found.from_place, zones=zones,
            random=found.random,
        )  # fmt: skip

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
        least, most = _bounds(phrase, scope, result)
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
        return selection(result)
    raise Unreadable(f"'{word}' does not say how many", phrase.node, "say 'a', 'all', 'each' or a number")


def _only_one(phrase: Phrase, scope: Scope, found: _Found, pile: bool) -> bool:
    """ "the X": only where there can be no more than one: in a pile its cards are kept in, in a space, beneath a card."""
    if found.base is None:
        return pile or bool(phrase.relatives) or not found.homes
    rows = [z for z in found.zones if scope.tables.zones[z].spaces]
    whole = isinstance(found.base, ast.CardsIn) and isinstance(found.base.place, ast.ZonePlace)
    return not whole or (bool(found.kinds) and not rows)


# --- numbers -----------------------------------------------------------------------------------------------------


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
    if noun.phrase == "number" and (post := phrase.post("of")) is not None:
        scope.take(noun, *phrase.determiners, post.word)
        return counted(nest(phrase, post), scope)
    for resource in senses(noun, ResourceSense):
        if any(t.phrase in OWNING for t in phrase.determiners) or phrase.owner is not None:
            scope.take(noun)
            return ast.ResourceOf(possessor(phrase, scope), resource.resource)
    for quantity in senses(noun, QuantitySense):
        raise Unreadable(f"{quantity.name!r} is only known at set-up", noun)
    raise Unreadable(f"{noun.text!r} is not a number", phrase.node)


def _attribute(phrase: Phrase, head: Head, attribute: int, scope: Scope) -> ast.Number:
    scope.take(head.noun)
    printed = phrase.adjective("printed")
    scope.take(printed)
    if phrase.owner is not None:
        of: ast.Cards = one_card(phrase.owner, scope)
    elif phrase.determiner in ("its", "their"):
        scope.take(phrase.determiners[0])
        of = back_reference("its", scope, phrase.node).cards
    elif (post := phrase.post("of")) is not None:
        scope.take(post.word, *phrase.determiners)
        of = cards([nest(phrase, post)], scope, None).cards
    else:
        raise Unreadable(f"whose {head.noun.text}?", phrase.node, f"say 'that card's {head.noun.text}'")
    value: ast.Number = ast.AttributeOf(of, attribute, printed is not None)
    for token in head.numbers:
        scope.take(token)
        if token.number is not None:
            value = ast.Plus(value, ast.Const(token.number))
    return value


def counted(phrase: Phrase, scope: Scope) -> ast.Number:
    """How many there are of what a phrase means: cards, colours, players."""
    noun = phrase.noun
    if noun is not None:
        for sense in senses(noun, TraitSense):
            post = phrase.post("of")
            if post is None:
                raise Unreadable(f"{noun.text} of what?", phrase.node, f"say '{noun.text} of card you have'")
            scope.take(noun, post.word, *phrase.determiners, phrase.adjective("different"))
            inner = nest(phrase, post)
            absent = scope.tables.traits_absent_count[sense.trait]
            return ast.CountDistinct(cards([inner], scope, None).cards, sense.trait, absent)
        if noun.phrase == "player":
            several = players(phrase, scope)
            if several is not None:
                return ast.PlayersCounted(several)
            scope.take(noun, *phrase.determiners)
            return ast.PlayerCount()
    return ast.Count(cards([phrase], scope, None).cards)
