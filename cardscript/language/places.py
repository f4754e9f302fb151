"""Noun phrases that mean places: zones, spaces, columns, where a card lies."""

from __future__ import annotations

from cardscript.language import ast, comparing, nouns, people, placing, references
from cardscript.language.joining import any_of
from cardscript.language.phrases import Head, Phrase, read_phrase, relative_verb, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Source
from cardscript.language.senses import GroupSense, ParamSense, RegionSense, SpaceOfSense, SpaceSense, ZoneSense
from cardscript.language.syntax import Node

PLACE_WORDS = ("in", "from", "on", "on top of", "out of", "from among", "into", "currently in", "at")


COLUMN_WORDS = ("under", "beneath", "below", "above")


PLACE_NOUNS = ("space", "place", "pile")


ORDER_WORDS = {"leftmost": "leftmost", "rightmost": "rightmost", "first": "first", "last": "last"}


def places(phrase: Phrase, scope: Scope) -> list[ast.Place]:
    """The places a phrase names; empty if it names none. "your hand or discard pile" names two."""
    if phrase.pronoun is not None:
        return []
    found: list[ast.Place] = []
    owner: ast.Player | None = None
    if phrase.noun is not None and phrase.noun.phrase in PLACE_NOUNS and not phrase.heads[-1].narrowing:
        whose = _space_of(phrase, scope)
        if whose is not None:
            return [whose]
    for head in phrase.heads:
        for named in head.senses(ParamSense):
            param = scope.params.get(named.name)
            if param is not None and param.type == "place":
                scope.take(head.noun)
                found.append(param.value if isinstance(param.value, ast.Place) else ast.PlaceSlot(param.slot))
        mine = scope.card.places if scope.card is not None else {}
        called = next((mine[s.name] for s in head.senses(GroupSense) if s.name in mine), None)
        if called is not None:
            scope.take(head.noun)
            found.append(called)
            continue
        span = scope.span(head.noun)
        everyone = _everyone(phrase, scope)
        if head.noun.phrase == "control" and scope.tables.controlled and not head.narrowing:
            scope.take(head.noun)
            owner = owner or (None if everyone else people.possessor(phrase, scope))
            found += [
                ast.ZonePlace(z, owner) if owner is not None else ast.EachZone(z) for z in scope.tables.controlled
            ]
            continue
        regions = head.senses(RegionSense)
        if regions and not head.narrowing:
            scope.take(head.noun)
            for zone in scope.tables.regions[regions[0].region]:
                own = scope.tables.zones[zone].per_player
                found.append(ast.EachZone(zone, span=span) if own else ast.ZonePlace(zone, span=span))
            continue
        zones, spaces, any_space = head.senses(ZoneSense), head.senses(SpaceSense), head.senses(SpaceOfSense)
        if not (zones or spaces or any_space):
            continue
        if head.narrowing or head.numbers:
            extra = (*head.narrowing, *head.numbers)[0]
            raise Unreadable(f"{extra.text!r} says nothing about {head.noun.text!r}", extra, "leave it out")
        scope.take(head.noun)
        if zones and phrase.determiner == "all" and phrase.plural and scope.tables.zones[zones[0].zone].per_player:
            found.append(ast.ZonePlace(zones[0].zone, span=span))  # of nobody: of all players
            continue
        _check_place(phrase, head, bool(zones) and scope.tables.zones[zones[0].zone].per_player, bool(any_space))
        if zones and scope.tables.zones[zones[0].zone].per_player and everyone:
            found.append(ast.EachZone(zones[0].zone, span=span))
        elif zones and scope.tables.zones[zones[0].zone].per_player:
            owner = owner or people.possessor(phrase, scope)
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


def _everyone(phrase: Phrase, scope: Scope) -> bool:
    """ "any player's": those of all players."""
    owner = phrase.owner
    noun = owner.noun if owner is not None else None
    if owner is None or noun is None or noun.phrase != "player" or owner.determiner != "any":
        return False
    scope.take(noun, *owner.determiners)
    return True


def of_anybody(head: Head, scope: Scope) -> list[ast.Place]:
    """The zones a head noun names, those of players being those of every player.

    Raises Unreadable if it names none."""
    if head.noun.phrase == "control" and scope.tables.controlled:
        return [ast.EachZone(zone) for zone in scope.tables.controlled]
    zones = head.senses(ZoneSense)
    if not zones:
        raise Unreadable(f"{head.noun.text!r} is no place", head.noun)
    zone = zones[0].zone
    return [ast.EachZone(zone) if scope.tables.zones[zone].per_player else ast.ZonePlace(zone)]


def gather_owners(phrase: Phrase) -> None:
    """ "in the Pile of the player on your right": what says whose pile it is belongs to the pile."""
    for at, post in enumerate(phrase.posts[:-1]):
        after = phrase.posts[at + 1]
        noun = after.phrase.noun
        if after.word.phrase != "of" or noun is None or noun.phrase != "player" or not post.phrase.heads:
            continue
        if any(names_place(head) for head in post.phrase.heads):
            post.phrase.posts += phrase.posts[at + 1 :]
            del phrase.posts[at + 1 :]
            return


def _check_place(phrase: Phrase, head: Head, own: bool, any_space: bool) -> None:
    """The word before a place must fit it: "your hand", "the table"; not "each hand", "your table"."""
    word = phrase.determiners[0] if phrase.determiners else None
    if word is None or any_space or head is not phrase.heads[0]:
        if phrase.owner is not None and not own and not any_space:
            raise Unreadable(f"{head.noun.text!r} belongs to no player", phrase.owner.node, "say 'the'")
        return
    if own and word.phrase not in people.OWNING and not (word.phrase == "the" and phrase.post("of") is not None):
        raise Unreadable(f"whose {head.noun.text}?", word, f"say 'your {head.noun.text}' or 'their {head.noun.text}'")
    if not own and word.phrase not in ("the", "this", "that"):
        raise Unreadable(f"there is only one {head.noun.text!r}", word, "say 'the'")


def names_place(head: Head) -> bool:
    """Whether a head noun is the name of a zone or space."""
    return bool(head.senses(ZoneSense) or head.senses(SpaceSense))


def _space_of(phrase: Phrase, scope: Scope) -> ast.Place | None:
    """ "the card's space", "its space": where a card lies; "that space": the one spoken of."""
    if phrase.determiner == "that" and phrase.owner is None:
        if scope.unit.place is None:
            raise Unreadable(
                f"no {phrase.heads[-1].noun.text} was named before", phrase.node, "name or choose it before"
            )
        scope.take(phrase.noun, *phrase.determiners)
        return scope.unit.place
    ahead = phrase.post("in front of")
    if ahead is not None and phrase.determiner == "the":
        scope.take(phrase.noun, ahead.word, *phrase.determiners)
        return ast.SpaceAfter(ast.PlaceOf(references.one_card(ahead.phrase, scope)))
    if phrase.owner is not None:
        cards_ = references.one_card(phrase.owner, scope)
    elif phrase.determiner == "its":
        cards_ = references.back_reference("its", scope, phrase.node).cards
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
        if len(beside) == 1 and placing.row_of(beside[0], scope) not in (-1, zone):
            scope.take(post.word)
            phrase.posts.remove(post)
            return ast.Column(zone, beside[0], span=scope.span(post.node))
    for relative in phrase.relatives:
        place = _spaces_that(place, relative, scope)
    for post in phrase.posts:
        if post.word.phrase in ("with", "without"):
            scope.take(post.word)
            place = spaces_with(place, scope.slot(), post.phrase, post.word.phrase == "with", scope)
    for token in phrase.adjectives:
        if token.phrase == "empty":
            scope.take(token)
            slot = scope.slot()
            none = ast.Not(ast.Some(ast.CardsIn(ast.PlaceSlot(slot))))
            place = ast.SpacesWhere(place, slot, none, span=scope.span(token))
    for token in phrase.adjectives:
        how = ORDER_WORDS.get(token.phrase)
        if how is not None:
            scope.take(token)
            place = ast.PickPlace(place, how)  # type: ignore[arg-type]
    return place


def _spaces_that(place: ast.Place, relative: Node, scope: Scope) -> ast.Place:
    """ "that doesn't yet have a Omen": in it or beneath it.

    Raises Unreadable if it says something else."""
    core = relative.children[0] if relative.rule == "rel" else relative
    rv = core.find("rv") if isinstance(core, Node) and core.rule == "rel_subj" else None
    verb, bare = relative_verb(rv)
    if not isinstance(core, Node) or verb is None or verb.phrase not in ("have", "hold") or bare is None:
        raise Unreadable("this says nothing about a space that can be tested", relative, "say what it has or has not")
    scope.take(core.token("REL"), verb)
    no = comparing.negated(core.find("auxs"), scope)
    return spaces_with(place, scope.slot(), read_phrase(bare), not no, scope)


def spaces_with(place: ast.Place, slot: int, phrase: Phrase, has: bool, scope: Scope) -> ast.Place:
    """The spaces that have (or do not have) such a card in or beneath them; "one": a card of the kind that is spoken
    of."""
    here = ast.PlaceSlot(slot)
    there = ast.Union((ast.CardsIn(here), ast.CardsIn(ast.Beneath(space=here))))
    before = scope.latest()
    if phrase.noun is None and phrase.number is not None and before is not None and before.kinds:
        scope.take(phrase.number, *phrase.determiners)
        one = scope.slot()
        kinds = [ast.IsKind(ast.CardSlot(one), kind) for kind in sorted(before.kinds)]
        some: ast.Cond = ast.Some(ast.Where(there, one, any_of(kinds)))
    else:
        some = ast.Some(nouns.cards([phrase], scope, Source(there)).cards)
    return ast.SpacesWhere(place, slot, some if has else ast.Not(some), span=scope.span(phrase.node))


def gather_spaces(phrase: Phrase) -> None:
    """ "in the X space under the Y", "under the X space that ...": what follows a space is about it."""
    for at, post in enumerate(phrase.posts):
        noun = post.phrase.noun
        if noun is None or not senses(noun, SpaceOfSense):
            continue
        after = phrase.posts[at + 1] if at + 1 < len(phrase.posts) else None
        if after is not None and after.word.phrase in (*COLUMN_WORDS, "with", "without"):
            post.phrase.posts.append(after)
            phrase.posts.remove(after)
        if at == len(phrase.posts) - 1:
            post.phrase.relatives += phrase.relatives
            phrase.relatives = []
        return
