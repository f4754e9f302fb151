"""Verbs that change where cards lie: put, move, return, add, swap; and which space of a row a goal means."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cardscript.language import amendments, ast, becoming, counters, deeds, nouns, places, references
from cardscript.language.joining import all_of, sequence
from cardscript.language.phrases import Phrase, read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Selection
from cardscript.language.senses import SpaceOfSense
from cardscript.language.syntax import Node
from cardscript.language.verb_phrases import VerbPhrase

APART = ("new", "other", "different")
"""Adjectives of a space that is not the one something lies in."""

BESIDE_SPACE = "next to a space"
"""What marks a card that lies next to a space."""
BESIDE = ("under", "next to", "above", "beneath", "in")


class Goal(msgspec.Struct):
    """Where a sentence puts cards. `phrase`: the words that name the place, if a place is named; `beneath`: under it;
    `asked`: what has to be carried out to find it; `space`: the space itself, where the cards come to lie in or under
    one of a row; `beside`: they lie next to a space, and so are no cards in it."""

    place: ast.Place | None
    position: str = ""
    phrase: Phrase | None = None
    beneath: bool = False
    asked: tuple[ast.Stmt, ...] = ()
    space: ast.Place | None = None
    beside: bool = False


def put(v: VerbPhrase) -> ast.Stmt:
    """put / move / return: a card changes its place."""
    scope = v.scope
    if not v.objects and v.actor.cards is not None:
        return _moves_into(v)
    if not v.objects:
        raise Unreadable("put what?", v.whole)
    phrases = v.objects[0]
    v.adverb("instead")
    on_cards = counters.put_on(v) if v.verb.phrase == "put" else None
    if on_cards is not None:
        return on_cards
    goal = _there(v) or _final_post(v, phrases[0])
    apart = _from_elsewhere(v, phrases[0])
    selection = nouns.cards(phrases, scope, None)
    if apart is not None:
        one = scope.slot()
        away = ast.Not(ast.LiesIn(ast.CardSlot(one), apart))
        selection.cards = ast.Where(selection.cards, one, away)
    steps, cards = deeds.settle(selection, v)
    as_trail = v.trail("t_as")
    if as_trail is not None and (np := as_trail.find("np")) is not None:
        scope.take(as_trail.token("AS"))
        identity = becoming.identity_of(read_phrase(np), scope)
        if goal is not None and goal.beside:
            identity = replace(identity, traits=(*identity.traits, scope.tables.granted(BESIDE_SPACE)))
        steps.append(ast.Become(cards, identity, True, span=scope.span(as_trail)))
    elif goal is not None and goal.beside:
        mark = ast.Identity(traits=(scope.tables.granted(BESIDE_SPACE),))
        steps.append(ast.Become(cards, mark, True, span=scope.span(v.whole)))
    if goal is not None and scope.card is not None:
        scope.card.tucked |= set(selection.kinds)
    if goal is None:
        goal = _named_goal(v)
    if goal.place is None and v.back:
        pool = selection.antecedent or scope.latest()
        origin = _origin(pool.place if pool is not None else None, scope)
        lies_there = isinstance(origin, ast.PlaceOf)
        goal = Goal(origin, "" if lies_there else "top")
    if goal.place is None:
        raise Unreadable("put it where?", v.whole, "add 'into ...', 'on top of ...' or 'under ...'")
    if v.adverb("in any order") is not None and isinstance(cards, ast.CardSlot):
        steps.append(ast.ChooseOrder(cards.slot, v.by, v.text, span=scope.span(v.whole)))
    if v.adverb("in random order") is not None and isinstance(cards, ast.CardSlot):
        steps.append(ast.ChooseRandom(cards.slot, cards, ast.Count(cards), span=scope.span(v.whole)))
    steps.append(_placed(v, goal, cards, selection.kinds))
    return sequence(steps)


def _from_elsewhere(v: VerbPhrase, phrase: Phrase) -> ast.Place | None:
    """ "Move a Beast from another Road space to the Ford": not from where it is to go; that place."""
    post = phrase.post("from")
    if post is None or v.goal is None or post.phrase.determiner != "another" or not is_space(post.phrase):
        return None
    spots = places.places(v.goal, v.scope)
    if len(spots) != 1:
        return None
    v.scope.take(*post.phrase.determiners)
    post.phrase.determiners.clear()
    return spots[0]


def _placed(v: VerbPhrase, goal: Goal, cards: ast.Cards, kinds: frozenset[int]) -> ast.Stmt:
    """The move itself, with the choice of a space before it and what an amendment says of it."""
    goal = in_row(v, goal, cards, kinds)
    assert goal.place is not None
    move: ast.Stmt = ast.Move(cards, goal.place, goal.position, span=v.scope.span(v.whole))  # type: ignore[arg-type]
    if goal.space is not None:
        move = amendments.amended(v, cards, goal.space, move)
    if any(isinstance(step, ast.ChoosePlace) for step in goal.asked):
        return ast.If(ast.Some(cards), sequence([*goal.asked, move]))
    return sequence([*goal.asked, move])


def _named_goal(v: VerbPhrase) -> Goal:
    """The goal after "to", "into", "on top of"."""
    everybody = v.goal.owner if v.goal is not None else None
    if v.goal is not None and everybody is not None and everybody.determiner == "any":
        spots = places.places(v.goal, v.scope)
        if spots and all(isinstance(spot, ast.EachZone) for spot in spots):
            slot = v.scope.slot()
            ask = ast.ChoosePlace(slot, ast.AnyPlace(tuple(spots)), v.by, v.text, span=v.scope.span(v.whole))
            v.scope.unit.place, v.scope.unit.row = ast.PlaceSlot(slot), -1
            return Goal(ast.PlaceSlot(slot), "", None, asked=(ask,))
    place, position = deeds.goal_of(v, space=True)
    return Goal(place, position, v.goal)


def _there(v: VerbPhrase) -> Goal | None:
    """ "Put it there"."""
    there = v.adverb("there")
    if there is None:
        return None
    if v.scope.unit.place is None:
        raise Unreadable("where?", there, "name or choose the place before")
    return Goal(v.scope.unit.place)


def _origin(place: ast.Place | None, scope: Scope) -> ast.Place | None:
    if place is not None:
        return place
    for antecedent in reversed(scope.unit.antecedents):
        if antecedent.place is not None:
            return antecedent.place
    return None


def _final_post(v: VerbPhrase, phrase: Phrase) -> Goal | None:
    """ "Put X under this card": the last "under ..." is the goal if no other goal is named."""
    if v.goal is not None or v.back or not phrase.posts:
        return None
    places.gather_spaces(phrase)
    last = phrase.posts[-1]
    if last.word.phrase not in BESIDE:
        return None
    phrase.posts.pop()
    v.scope.take(last.word)
    spots = places.places(last.phrase, v.scope)
    if last.word.phrase in ("under", "beneath"):
        if spots:
            return Goal(spots[0], "", last.phrase, beneath=True)
        return Goal(ast.Beneath(references.one_card(last.phrase, v.scope)))
    if len(spots) > 1 and all(row_of(spot, v.scope) >= 0 for spot in spots):
        place = ast.AnyPlace(tuple(spots))
        return Goal(place, "", last.phrase, last.word.phrase != "in", beside=last.word.phrase in ("next to", "above"))
    if spots:
        return Goal(spots[0], "", last.phrase, beside=last.word.phrase in ("next to", "above"))
    side = v.scope.tables.beside(last.word.phrase, last.phrase)
    odd = [*last.phrase.adjectives, *last.phrase.heads[-1].narrowing] if side is not None else []
    if odd:
        raise Unreadable(f"{odd[0].text!r} says nothing about that place", odd[0], "leave it out")
    if side is None:
        raise Unreadable(f"nothing can be put {last.word.text} that", last.node)
    v.scope.take_all(last.phrase.node)
    return Goal(side)


# --- spaces of a row ---------------------------------------------------------------------------------------------


def in_row(v: VerbPhrase, goal: Goal, cards: ast.Cards, kinds: frozenset[int]) -> Goal:
    """The goal with its space found, if it is one of a row: chosen ("a Road space"), or fixed before anything moves.

    A row that is the home of some kind of card holds cards of that kind; what is no such card comes to lie under the
    space, and does not fill it."""
    scope, place, phrase = v.scope, goal.place, goal.phrase
    row = row_of(place, scope) if place is not None else -1
    if place is None or row < 0:
        return Goal(ast.Beneath(space=place)) if goal.beneath else goal
    marker = goal.beneath or no_dweller(kinds, row, scope)
    asked: tuple[ast.Stmt, ...] = ()
    if phrase is not None and open_space(phrase):
        free = not marker and not amendments.about(v)
        place, asked = choose_space(v, place, phrase, cards, free)
    elif isinstance(place, ast.ZonePlace):
        if marker or (phrase is not None and is_space(phrase)):
            raise Unreadable("which space?", v.whole, "say 'a', 'the leftmost' or 'that' space")
        return goal
    elif not isinstance(place, (ast.SpacePlace, ast.PlaceSlot)):
        slot = scope.slot()
        asked = (ast.BindPlace(slot, place, span=scope.span(v.whole)),)
        place = ast.PlaceSlot(slot)
    scope.unit.place, scope.unit.row = place, row
    lies = ast.Beneath(space=place) if marker else place
    return Goal(lies, goal.position, phrase, marker, asked, place)


def choose_space(
    v: VerbPhrase, place: ast.Place, phrase: Phrase, cards: ast.Cards | None, free: bool
) -> tuple[ast.Place, tuple[ast.Stmt, ...]]:
    """The choice of one of the spaces a phrase describes, and the space chosen. "A new", "another": not the one where
    `cards` lie (without cards: not the one chosen before); `free`: only where no card lies."""
    scope = v.scope
    slot, one = scope.slot(), scope.slot()
    here = ast.PlaceSlot(one)
    tests: list[ast.Cond] = []
    apart = [t for t in (*phrase.adjectives, *phrase.determiners) if t.phrase in (*APART, "another")]
    if apart:
        before = ast.PlaceOf(cards) if cards is not None else scope.unit.place
        if before is None:
            raise Unreadable("another than which?", apart[0], "leave it out, or choose one before")
        scope.take(*apart)
        tests.append(ast.Not(ast.SamePlace(here, before)))
    beside = phrase.adjective("adjacent")
    if beside is not None:
        lies = ast.PlaceOf(cards) if cards is not None else scope.unit.place
        if lies is None:
            raise Unreadable("adjacent to what?", beside, "say it of a card that is moved")
        scope.take(beside)
        tests.append(ast.NextTo(here, lies))
    if free:
        tests.append(ast.Not(ast.Some(ast.CardsIn(here))))
    if tests:
        place = ast.SpacesWhere(place, one, all_of(tests))
    return ast.PlaceSlot(slot), (ast.ChoosePlace(slot, place, v.by, v.text, span=scope.span(v.whole)),)


def gate_place(phrase: Phrase, scope: Scope) -> tuple[ast.Stmt, ...]:
    """The space a label names ("Guard the Ford: ...", "Guard any Road space: ..."), from then on "it" and "that space";
    the choice of it, where one is chosen.

    Raises Unreadable if the words name no space of a row."""
    spots = places.places(phrase, scope)
    row = row_of(spots[0], scope) if len(spots) == 1 else -1
    if row < 0:
        raise Unreadable("which space?", phrase.node, "name a space of a row, or say 'any ... space'")
    place = spots[0]
    asked: tuple[ast.Stmt, ...] = ()
    if not isinstance(place, ast.SpacePlace):
        if not open_space(phrase):
            raise Unreadable("which space?", phrase.node, "name a space of a row, or say 'any ... space'")
        slot = scope.slot()
        choose = ast.ChoosePlace(slot, place, scope.you, f"choose {_told(phrase)}", span=scope.base)
        place, asked = ast.PlaceSlot(slot), (choose,)
    scope.unit.place, scope.unit.row, scope.unit.gate_place = place, row, place
    return asked


def _told(phrase: Phrase) -> str:
    return " ".join(token.text for token in phrase.node.tokens())


def open_space(phrase: Phrase) -> bool:
    """ "a Road space", "another Road space", "any empty Road space": one that somebody has to choose.

    Raises Unreadable for several spaces at once."""
    if not is_space(phrase) or phrase.determiner in ("the", "that", "this"):
        return False
    if phrase.determiner not in ("a", "any", "another") or phrase.plural or phrase.number is not None:
        raise Unreadable("one space at a time", phrase.node, "say 'a', 'the leftmost' or 'that' space")
    return True


def is_space(phrase: Phrase) -> bool:
    """ "a Road space", whichever."""
    return phrase.noun is not None and bool(senses(phrase.noun, SpaceOfSense))


def row_of(place: ast.Place, scope: Scope) -> int:
    """The row whose spaces an expression means, or -1."""
    match place:
        case ast.AnyPlace(parts=parts):
            rows = [row_of(part, scope) for part in parts]
            return rows[0] if -1 not in rows else -1
        case ast.SpacesWhere(place=inner) | ast.PickPlace(place=inner):
            return row_of(inner, scope)
        case ast.SpacePlace(zone=zone) | ast.Column(zone=zone):
            return zone
        case ast.ZonePlace(zone=zone):
            return zone if scope.tables.zones[zone].spaces else -1
        case ast.PlaceSlot():
            return scope.unit.row if place == scope.unit.place else -1
    return -1


def no_dweller(kinds: frozenset[int], row: int, scope: Scope) -> bool:
    """Whether no card of these kinds is one the row is the home of (a row that is nobody's home takes every card)."""
    dwellers = [kind for kind, decl in enumerate(scope.tables.kinds) if decl.home == row]
    return bool(kinds and dwellers) and not any(scope.tables.related(kinds, kind) for kind in dwellers)


def enter(v: VerbPhrase) -> ast.Stmt:
    """ "X enters the Ford or Mill": comes to one of these spaces that is empty, an arrival in their row like any other.

    Raises Unreadable if no verb means an arrival in that row."""
    scope = v.scope
    phrases = v.objects[0] if v.objects else []
    spots = [spot for phrase in phrases for spot in places.places(phrase, scope)]
    rows = {row_of(spot, scope) for spot in spots}
    if v.actor.cards is None or not spots or len(rows) != 1 or -1 in rows:
        raise Unreadable("what enters which space?", v.whole, "name spaces of one row")
    row = rows.pop()
    verb = next((n for n in range(len(scope.tables.verbs)) if scope.tables.arrives_in(n, row)), -1)
    if verb < 0:
        raise Unreadable("no verb of this game means an arrival there", v.whole, "declare one with 'into: ...'")
    here, slot = scope.slot(), scope.slot()
    place: ast.Place = spots[0] if len(spots) == 1 else ast.AnyPlace(tuple(spots))
    free = ast.SpacesWhere(place, here, ast.Not(ast.Some(ast.CardsIn(ast.PlaceSlot(here)))))
    cards, span = v.actor.cards.cards, scope.span(v.whole)
    scope.unit.places = free
    choose = ast.ChoosePlace(slot, free, v.by, v.text, span=span)
    deed = ast.Do(verb, scope.you, cards, goal=ast.PlaceSlot(slot), position="there", span=span)
    return ast.If(ast.And((ast.Some(cards), ast.SomePlace(free))), sequence([choose, deed]), span=span)


def forward(v: VerbPhrase) -> ast.Stmt:
    """ "X moves forward to the Ford[, pushing other Beasts forward as normal]": step by step, as the game declares it.

    Raises Unreadable if it declares no such step."""
    scope = v.scope
    spots = places.places(v.goal, scope) if v.goal is not None else []
    step = next((n for n, facts in enumerate(scope.tables.verb_facts) if facts.step), -1)
    if v.actor.cards is None or len(spots) != 1 or not isinstance(spots[0], ast.SpacePlace):
        raise Unreadable("what moves forward to which space?", v.whole)
    if step < 0:
        raise Unreadable("nothing says how it goes on", v.whole, "declare a verb with 'step: yes'")
    for trail in v.trails:
        if trail.rule == "t_ing" and "push" in [t.phrase for t in trail.tokens()]:
            scope.take_all(trail)  # a reminder of what each step does
    cards, goal = v.actor.cards.cards, spots[0]
    where = ast.PlaceOf(cards)
    before = [ast.SpacePlace(goal.zone, n) for n in range(goal.index)]
    behind = ast.SamePlace(where, ast.AnyPlace(tuple(before))) if before else ast.Always(False)
    span = scope.span(v.whole)
    return ast.While(behind, ast.Do(step, scope.you, cards, span=span), span=span)


# --- other verbs -------------------------------------------------------------------------------------------------


def _moves_into(v: VerbPhrase) -> ast.Stmt:
    """Cards move into a place: through the verb declared for coming there, if there is one."""
    scope = v.scope
    assert v.actor.cards is not None
    goal, _ = deeds.goal_of(v)
    if goal is None:
        raise Unreadable("move where?", v.whole)
    cards = v.actor.cards.cards
    steps: list[ast.Stmt] = []
    as_trail = v.trail("t_as")
    if as_trail is not None:
        np = as_trail.find("np")
        assert np is not None
        above = v.adverb("as above")
        scope.take(as_trail.token("AS"))
        identity = becoming.identity_of(read_phrase(np), scope)
        if above is not None:
            if scope.card is None or scope.card.counted_as is None:
                raise Unreadable("'as above': nothing above says as what", above)
            identity = scope.card.counted_as
        steps.append(ast.Become(cards, identity, True, span=scope.span(as_trail)))
    verb = scope.tables.entering(goal)
    if verb >= 0:
        steps.append(deeds.intransitive(verb, v))
    else:
        steps.append(ast.Move(cards, goal, span=scope.span(v.whole)))
    return sequence(steps)


def add(v: VerbPhrase) -> ast.Stmt:
    """ "Add that card to your hand [as a seventh card]": put it there. The number, where the draw of so many cards is
    spoken of, must be one more than that: it says that the card comes on top of them."""
    trail = v.trail("t_as")
    if trail is None:
        return put(v)
    scope = v.scope
    _one_more(trail, scope)
    if not v.objects or v.goal is None:
        raise Unreadable("add what to what?", v.whole)
    selection = nouns.cards(v.objects[0], scope, None)
    if selection.chosen or not isinstance(selection.cards, ast.CardSlot):
        raise Unreadable("this must be one certain card", v.whole, "choose it in a sentence before")
    goal = _named_goal(v)
    if goal.place is None:
        raise Unreadable("add it to what?", v.whole)
    one = scope.slot()
    mine = ast.SamePlayer(ast.HolderOf(ast.CardSlot(one)), v.by)
    still = ast.Where(selection.cards, one, mine)  # it may have left the player who had it since it was named
    return ast.Move(still, goal.place, goal.position, span=scope.span(v.whole))  # type: ignore[arg-type]


ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _one_more(trail: Node, scope: Scope) -> None:
    """ "as a seventh card" where six are dealt.

    Raises Unreadable for anything else."""
    np = trail.find("np")
    phrase = read_phrase(np) if np is not None else None
    word = next((t for t in phrase.adjectives if t.phrase in ORDINALS), None) if phrase is not None else None
    plain = phrase is not None and phrase.determiner == "a" and len(phrase.adjectives) == 1 and not phrase.posts
    if phrase is None or word is None or not plain or phrase.noun is None or phrase.noun.phrase != "card":
        raise Unreadable("as what?", trail, "say 'as a seventh card' where six cards are drawn")
    if scope.dealt is None:
        raise Unreadable("no number of cards is drawn here", trail, "say it after 'When you draw ..., add ...'")
    if ORDINALS.index(word.phrase) + 2 != scope.dealt + 1:
        raise Unreadable(f"{scope.dealt} cards are drawn, so one more is not the {word.text}", word, "correct it")
    scope.take_all(trail)


def swap(v: VerbPhrase) -> ast.Stmt:
    """ "Swap two Beasts in the Road", "swap a Beast and a Coin in ...", "swap them": two cards change places."""
    scope = v.scope
    if not v.objects or v.goal is not None:
        raise Unreadable("swap what?", v.whole)
    if len(v.objects[0]) == 2 and not v.objects[0][0].alternative:
        one, two = (deeds.settle(nouns.cards([phrase], scope, None), v) for phrase in v.objects[0])
        both = ast.Union((one[1], two[1]))
        return sequence([*one[0], *two[0], ast.Swap(both, span=scope.span(v.whole))])
    selection = nouns.cards(v.objects[0], scope, None)
    if not _two(selection):
        raise Unreadable("two cards change places", v.whole, "say 'swap two ...', or 'swap them' of two cards")
    steps, cards = deeds.settle(selection, v)
    return sequence([*steps, ast.Swap(cards, span=scope.span(v.whole))])


def _two(selection: Selection) -> bool:
    two = ast.Const(2)
    if selection.chosen:
        return selection.least == two and selection.most == two
    return selection.many and selection.plain
