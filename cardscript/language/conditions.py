"""Conditions, resolved: "if ..." clauses, relative clauses, what is said of players."""

from __future__ import annotations

from collections.abc import Callable

from cardscript.language import ast, comparing, contests, counters, nouns, numbers, people, places, placing
from cardscript.language.joining import all_of, any_of, union
from cardscript.language.phrases import Phrase, read_phrase, read_phrases, resource_of, senses
from cardscript.language.scope import Antecedent, Scope, Unreadable
from cardscript.language.selections import Source, belongings, controlled, passing
from cardscript.language.senses import (
    AttributeSense,
    KindSense,
    PredicateSense,
    ResourceSense,
    RulingSense,
    TraitSense,
)
from cardscript.language.syntax import Node, Token

# --- clauses -----------------------------------------------------------------------------------------------------


def conditions(node: Node, scope: Scope) -> ast.Cond:
    """A `conds` node: conditions joined with and/or."""
    parts = [condition(child, scope) for child in node.children if isinstance(child, Node)]
    words = {t.phrase.strip(", ") for t in node.children if isinstance(t, Token)}
    if {"and", "or"} <= words:
        raise Unreadable("'and' and 'or' in one condition: which is meant first?", node, "write two sentences")
    if words - {"and", ""} == {"or"}:
        return ast.Or(tuple(parts)) if len(parts) > 1 else parts[0]
    return ast.And(tuple(parts)) if len(parts) > 1 else parts[0]


def condition(node: Node, scope: Scope) -> ast.Cond:
    """One condition: a subject and what is said of it.

    Raises Unreadable if it cannot be tested."""
    np, vpx = node.find("np"), node.find("vpx")
    assert np is not None and vpx is not None
    if (of_contest := contests.condition(node, scope)) is not None:
        return of_contest
    subject = read_phrases(np)
    negative = comparing.negated(vpx.find("auxs"), scope)
    vps = vpx.find("vps")
    assert vps is not None
    results: list[ast.Cond] = []
    for vp in vps.all("vp"):
        results.append(_verb_condition(subject, vp, scope))
    words = {t.phrase.strip(", ") for t in vps.children if isinstance(t, Token)}
    joined = any_of(results) if "or" in words else all_of(results)
    return ast.Not(joined) if negative else joined


def _verb_condition(subject: list[Phrase], vp: Node, scope: Scope) -> ast.Cond:
    vcore = vp.children[0]
    assert isinstance(vcore, Node)
    if vcore.rule == "vcore" and len(vcore.children) == 1 and isinstance(vcore.children[0], Node):
        vcore = vcore.children[0]
    if vcore.rule == "v_do":
        return _did(subject[0], vcore, scope)
    way = next((t for n in vp.children[1:] if isinstance(n, Node) for t in n.tokens() if t.phrase == "this way"), None)
    if way is not None:
        scope.take(way)
        return _this_way(subject, vcore, scope)
    if vcore.rule == "v_be":
        return _be(subject, vcore, scope)
    if vcore.rule == "v_prog" and (holding := _holding(vcore)) is not None:
        scope.take(vcore.token("BE"), holding.token("V"))
        return _has(subject, holding, scope)
    if vcore.rule == "v_prog":
        return _doing(subject, vcore, scope)
    verb = vcore.token("V")
    if verb is None:
        raise Unreadable("this condition cannot be tested", vp)
    scope.take(verb)
    scope.unit.trail = []
    handler = CONDITION_VERBS.get(verb.phrase)
    attribute = scope.tables.attribute_named(verb.phrase)
    for trail in vp.children[1:]:
        if isinstance(trail, Node) and trail.rule in ("trail", "t_adv"):
            adverb = next(trail.tokens(), None)
            past = verb.phrase == "make" or (handler is None and attribute < 0)
            scope.unit.trail = list(trail.tokens())
            if past and adverb is not None and adverb.phrase in ("this turn", "on your turn"):
                scope.take(*trail.tokens())
    objects = vcore.all("np")
    if attribute >= 0 and objects:
        value = ast.AttributeOf(nouns.cards(subject, scope, None).cards, attribute)
        return comparing.compared(value, read_phrase(objects[0]), scope)
    posts = read_phrase(vcore.find("posts")).posts if vcore.find("posts") is not None else []  # type: ignore[arg-type]
    if attribute >= 0 and posts and posts[0].word.phrase in numbers.OPERATORS:
        first = posts[0]
        scope.take(first.word)
        first.phrase.posts += posts[1:]
        value = ast.AttributeOf(nouns.cards(subject, scope, None).cards, attribute)
        return ast.Compare(value, numbers.OPERATORS[first.word.phrase], numbers.number(first.phrase, scope))
    if handler is not None:
        return handler(subject, vcore, scope)
    declared = scope.tables.verbs_of(verb)
    if declared:
        return _event_condition(subject, vcore, verb, declared, scope)
    raise Unreadable(f"'{verb.text}' is nothing a condition can ask about", verb)


def _holding(vcore: Node) -> Node | None:
    """The verb of "is holding a Coin"."""
    found = next((n for n in vcore.walk() if n.rule == "v"), None)
    verb = found.token("V") if found is not None else None
    return found if verb is not None and verb.phrase == "hold" and vcore.find("auxs") is None else None


def _this_way(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    """ "If it breaks a Coin this way", "if a Coin is broken this way": by what the line has brought about."""
    verb = vcore.token("V")
    objects = vcore.all("np")
    part = next((n for n in vcore.walk() if n.rule == "part"), None)
    if vcore.rule == "v_be" and part is not None:
        verb = part.token("PART")
        scope.take(vcore.token("BE"))
        what = subject[0]
        if verb is not None and verb.phrase == "put":
            return _put_this_way(what, verb, part, scope)
    elif objects:
        what = read_phrase(objects[0])
        if people.player(subject[0], scope) is None:
            nouns.cards(subject, scope, None)  # whoever does it: it is this line's doing
    else:
        raise Unreadable("what is done this way?", vcore, "say 'if it breaks a CARD this way'")
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if verb is None or not declared:
        raise Unreadable("nothing of the kind is done in this game", vcore)
    scope.take(verb)
    slot = scope.slot()
    test = nouns.test_of(what, scope)
    return ast.ThisWay(scope.tables.hand_verb(declared), slot, test(ast.CardSlot(slot)))


def _put_this_way(what: Phrase, verb: Token, part: Node, scope: Scope) -> ast.Cond:
    """ "If a Coin is put into the pile this way": it came to lie there, whatever was done to it."""
    pp = part.find("pp")
    word = next(pp.tokens(), None) if pp is not None else None
    spots = places.places(read_phrase(pp), scope) if pp is not None else []
    if word is None or word.phrase not in ("in", "into") or len(spots) != 1:
        raise Unreadable("put where?", part, "say 'if a CARD is put into the PLACE this way'")
    scope.take(verb, word)
    slot = scope.slot()
    return ast.ThisWay(-1, slot, nouns.test_of(what, scope)(ast.CardSlot(slot)), spots[0])


def _did(subject: Phrase, vcore: Node, scope: Scope) -> ast.Cond:
    word = vcore.token("DO")
    scope.take(word, subject.pronoun)
    if scope.unit.flag < 0:
        raise Unreadable("nothing before this could be done or not", vcore, "put a 'you may ...' before it")
    done: ast.Cond = ast.Flag(scope.unit.flag)
    if word is not None and word.text.lower() in comparing.NEGATIONS:
        return ast.Not(done)
    return done


def _be(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    be = vcore.token("BE")
    scope.take(be)
    negative = be is not None and be.text.lower() in comparing.BE_NOT
    negative = comparing.negated(vcore.find("auxs"), scope) or negative
    compl, part = vcore.find("compl"), vcore.find("part")
    said = compl.find("np") if compl is not None else None
    if said is not None and player_adjective(read_phrase(said), scope) is not None:
        return _said_of_players(subject[0], read_phrase(said), negative, scope)
    if compl is not None and part is None:
        part = compl.find("part")
    if part is not None:
        result = _participle(subject, part, scope)
        return ast.Not(result) if negative else result
    assert compl is not None
    there = subject[0].adjective("there")
    if there is not None and subject[0].noun is None:
        scope.take(there)
        np = compl.find("np")
        if np is None:
            raise Unreadable("what is there?", compl)
        phrase = read_phrase(np)
        result = comparing.existence(phrase, scope)
        return ast.Not(result) if negative else result
    posts, behind = compl.find("posts"), compl.find("rel")
    if behind is not None and [t.phrase for t in behind.tokens()] == ["list", "below"]:
        scope.take_all(behind)
        scope.unit.listed = True
    if posts is not None:
        result = _lies(subject, posts, scope)
        return ast.Not(result) if negative else result
    np = compl.find("np")
    assert np is not None
    if [t.phrase for t in np.tokens() if t.term != "ADV"] == ["there"] and scope.unit.place is not None:
        scope.take_all(np)
        selection = nouns.cards(subject, scope, Source(ast.CardsIn(scope.unit.place)))
        found = comparing.existence_of(subject[0], selection.cards, scope)
        return ast.Not(found) if negative else found
    state = _state(subject, read_phrase(np), scope)
    result = _is(subject, np, scope) if state is None else state
    return ast.Not(result) if negative else result


def _doing(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    """ "X is (not) already hiding": the adjective of that form."""
    be, auxs = vcore.token("BE"), vcore.find("auxs")
    verb = next((t for t in vcore.tokens() if t.term.startswith("V_")), None)
    number = scope.tables.predicate_named(verb.text) if verb is not None else -1
    if verb is None or number < 0 or vcore.all("np") or len(list(vcore.tokens())) > 2 + _size(auxs):
        raise Unreadable("this condition cannot be tested", vcore, "declare it: adjective HIDING (KIND): ...")
    negative = comparing.negated(auxs, scope) or (be is not None and be.text.lower() in comparing.BE_NOT)
    scope.take(be, verb)
    holds: ast.Cond = ast.Holds(number, nouns.cards(subject, scope, None).cards)
    return ast.Not(holds) if negative else holds


def _size(node: Node | None) -> int:
    return len(list(node.tokens())) if node is not None else 0


def _state(subject: list[Phrase], phrase: Phrase, scope: Scope) -> ast.Cond | None:
    """ "it's Quiet": how things stand, by the name of a label that asks for it; "it's empty" of the space a label
    names; "it's not": the condition before does not hold."""
    who = subject[0].pronoun
    if who is None or who.phrase != "it":
        return None
    noun = phrase.noun
    for sense in senses(noun, PredicateSense) if noun is not None else ():
        if scope.tables.predicates[sense.predicate].of == "table":
            scope.take(who, noun)
            return ast.Holds(sense.predicate)
    place = scope.unit.gate_place
    if place is None or noun is not None:
        return None
    words = [t.phrase for t in phrase.node.tokens()]
    if words == ["empty"]:
        scope.take(who, *phrase.adjectives)
        slot, lying = scope.slot(), ast.Union((ast.CardsIn(place), ast.CardsIn(ast.Beneath(space=place))))
        beside = ast.HasTrait(ast.CardSlot(slot), *scope.tables.granted(placing.BESIDE_SPACE))
        here = ast.Some(ast.Where(lying, slot, ast.Not(beside)))
        there = ast.SomePlace(place)  # of a space that is gone it is neither so nor not so
        scope.unit.said = ast.And((there, here))
        return ast.And((there, ast.Not(here)))
    if words == ["not"] and scope.unit.said is not None:
        scope.take(who, *phrase.adverbs)
        return scope.unit.said
    return None


def _participle(subject: list[Phrase], part: Node, scope: Scope) -> ast.Cond:
    """ "8 X are carried away by ...": lie where that verb leaves them; "a card was pushed out"."""
    token = part.token("PART")
    assert token is not None
    scope.take(token)
    if token.phrase == "cover":
        return _covered(subject, part, scope)
    noun = subject[0].noun
    if token.phrase == "destroy" and noun is not None and noun.phrase == "player" and subject[0].determiner == "all":
        scope.take(noun, *subject[0].determiners)
        return ast.Compare(ast.PlayersCounted(ast.Players(ast.ActivePlayer())), "==", ast.Const(0))
    if token.phrase == "push out" and scope.unit.pushed >= 0:
        scope.take(subject[0].noun, *subject[0].determiners)
        scope.remember(ast.CardSlot(scope.unit.pushed), False)
        return ast.Some(ast.CardSlot(scope.unit.pushed))
    number = scope.tables.predicate_named(token.text)
    if number >= 0 and len(part.children) == 1:
        return _any_holds(subject, number, scope)
    for verb in scope.tables.verbs_of(token):
        result = scope.tables.verb_result(verb)
        if result >= 0 or scope.tables.verb_facts[verb].tally is not None:
            for pp in part.all("pp"):
                _taken_by(pp, scope)
            return _counted_in(subject[0], result, verb, scope)
    raise Unreadable(f"'{token.text}' is nothing a condition can ask about", token)


def _covered(subject: list[Phrase], part: Node, scope: Scope) -> ast.Cond:
    """ "all Road spaces or all Market spaces are covered in Signs": each of them has one."""
    pp = part.find("pp")
    word = pp.token("PREP") if pp is not None else None
    if pp is None or word is None or word.phrase not in ("in", "with", "by"):
        raise Unreadable("covered in what?", part)
    scope.take(word)
    parts: list[ast.Cond] = []
    for phrase in subject:
        spots = places.places(phrase, scope)
        if len(spots) != 1 or phrase.determiner not in ("all", "each", "every"):
            raise Unreadable("which spaces?", phrase.node, "say 'all ... spaces'")
        scope.take(*phrase.determiners)
        slot = scope.slot()
        bare = places.spaces_with(spots[0], slot, read_phrase(pp), False, scope)
        parts.append(ast.Not(ast.SomePlace(bare)))
    return any_of(parts) if subject[0].alternative else all_of(parts)


def _any_holds(subject: list[Phrase], predicate: int, scope: Scope) -> ast.Cond:
    """ "If any Guards in the Market are hidden", "if that card is hidden"."""
    selection = nouns.cards(subject, scope, None)
    if _certain(subject[0]):
        return ast.Holds(predicate, selection.cards)
    fitting = passing(selection.cards, [lambda c: ast.Holds(predicate, c)], scope)
    return comparing.existence_of(subject[0], fitting, scope)


def _taken_by(pp: Node, scope: Scope) -> None:
    """ "by escaping X": says once more how they came to lie where the verb leaves them, and nothing else."""
    by, phrase = pp.token("PREP"), read_phrase(pp)
    odd = phrase.determiners or phrase.number or phrase.icons or phrase.posts or phrase.relatives or phrase.owner
    kinds = phrase.noun is not None and senses(phrase.noun, KindSense)
    if by is None or by.phrase != "by" or odd or not kinds or any(a.phrase != "escaping" for a in phrase.adjectives):
        raise Unreadable("this adds nothing that can be asked", pp, "leave it out, or say 'by' with a kind of card")
    scope.take_all(pp)


def _counted_in(phrase: Phrase, zone: int, verb: int, scope: Scope) -> ast.Cond:
    """So many cards of a kind lie in a zone: the reading of "12 X flee" (the pile as it is). Under the rulings of the
    verb's `tally`, so often it was done to such a card."""
    tally = scope.tables.verb_facts[verb].tally if verb >= 0 else None
    told = lying = None
    if tally is not None:
        done = nouns.cards([phrase], scope, Source(ast.Past(verb, ever=True)))
        told = comparing.existence_of(phrase, done.cards, scope)
    if zone >= 0:
        place = ast.CardsIn(ast.ZonePlace(zone))
        selection = nouns.cards([phrase], scope, Source(ast.Union((place, ast.CardsIn(ast.Beneath(place))))))
        lying = comparing.existence_of(phrase, selection.cards, scope)
    if tally is None or told is None or lying is None or isinstance(tally, ast.Always):
        found = lying if told is None else told
        assert found is not None
        return found
    return ast.Or((ast.And((tally, told)), ast.And((ast.Not(tally), lying))))


def _lies(subject: list[Phrase], posts: Node, scope: Scope) -> ast.Cond:
    post = next((p for p in posts.children if isinstance(p, Node)), None)
    word = post.token("PREP") if post is not None else None
    if post is None or word is None:
        raise Unreadable("this condition cannot be read", posts)
    following = read_phrase(posts).posts
    phrase = following[0].phrase if following else read_phrase(post)
    if word.phrase in numbers.OPERATORS:
        phrase.posts += following[1:]  # "greater than the number of X in Y": all that follows belongs to the number
    if word.phrase in ("under", "beneath"):
        scope.take(word)
        space = places.places(phrase, scope)
        pile: ast.Place = (
            ast.Beneath(space=space[0]) if space else ast.Beneath(nouns.cards([phrase], scope, None).cards)
        )
        if subject[0].pronoun is not None:
            return ast.LiesIn(nouns.cards(subject, scope, None).cards, pile)
        selection = nouns.cards(subject, scope, Source(ast.CardsIn(pile)))
        return comparing.existence_of(subject[0], selection.cards, scope)
    spots = places.places(phrase, scope)
    if not spots:
        comparison = numbers.OPERATORS.get(word.phrase)
        if comparison is not None:
            scope.take(word)
            return ast.Compare(numbers.number(subject[0], scope), comparison, numbers.number(phrase, scope))
        raise Unreadable("a place is missing here", post)
    scope.take(word)
    if _certain(subject[0]):
        known = nouns.cards(subject, scope, None)
        who = known.cards
        scope.unit.asked_of = Antecedent(who, False, known.kinds)
        return any_of([ast.LiesIn(who, spot) for spot in spots])
    parts = tuple(ast.CardsIn(spot) for spot in spots)
    selection = nouns.cards(subject, scope, Source(union(parts)))
    return comparing.existence_of(subject[0], selection.cards, scope)


def _certain(phrase: Phrase) -> bool:
    plain = not phrase.determiner and phrase.number is None
    return phrase.pronoun is not None or phrase.determiner in ("this", "that", "the") or plain


def _is(subject: list[Phrase], np: Node, scope: Scope) -> ast.Cond:
    phrase = read_phrase(np)
    ruling = _ruling(subject[0], phrase, scope)
    if ruling is not None:
        return ruling
    first = phrase.adjective("first")
    if first is not None and phrase.relatives:
        return _is_first(subject[0], phrase, first, scope)
    noun = subject[0].noun
    free = _one_is_free(subject[0], phrase, scope)
    if free is not None:
        return free
    if noun is not None and senses(noun, AttributeSense):
        return comparing.compared(numbers.number(subject[0], scope), phrase, scope)
    if noun is None and phrase.noun is None and phrase.adjectives:
        return _predicate(subject[0], phrase, scope)
    if phrase.noun is None and phrase.adjectives and subject[0].noun is not None:
        return _predicate(subject[0], phrase, scope)
    selection = nouns.cards(subject, scope, None)
    if phrase.noun is not None and phrase.noun.phrase == "copy" and phrase.determiner == "a" and not phrase.posts:
        scope.take(phrase.noun, *phrase.determiners)
        return ast.IsCopy(selection.cards)
    test = nouns.test_of(phrase, scope)
    if not selection.plain and selection.antecedent is None and selection.chosen:
        return ast.Some(passing(selection.cards, [test], scope))
    if selection.antecedent is None and isinstance(selection.cards, ast.CardSlot):
        scope.remember(selection.cards, False, selection.kinds)
    return test(selection.cards)


def _one_is_free(subject: Phrase, phrase: Phrase, scope: Scope) -> ast.Cond | None:
    """ "one of those spaces is empty", of spaces named before."""
    post, empty = subject.post("of"), phrase.adjective("empty")
    if scope.unit.places is None or post is None or empty is None or post.phrase.noun is None:
        return None
    if post.phrase.noun.phrase != "space" or post.phrase.determiner != "those" or subject.number is None:
        return None
    scope.take(subject.number, post.word, post.phrase.noun, *post.phrase.determiners, empty)
    return ast.SomePlace(scope.unit.places)


def _ruling(subject: Phrase, phrase: Phrase, scope: Scope) -> ast.Cond | None:
    """ "last-word is at-once": how a switch of the game stands."""
    noun, value = subject.noun, phrase.noun
    if noun is None or value is None:
        return None
    names = {s.name for s in senses(noun, RulingSense) if not s.value}
    if not names:
        return None
    for sense in senses(value, RulingSense):
        if sense.name in names and sense.value:
            scope.take(noun, value)
            return ast.Ruling(sense.name, sense.value)
    raise Unreadable(f"{value.text!r} is no reading of {noun.text!r}", value)


def _predicate(subject: Phrase, phrase: Phrase, scope: Scope) -> ast.Cond:
    """ "the card is face down"."""
    parts: list[ast.Cond] = []
    who = nouns.cards([subject], scope, None).cards
    for token in phrase.adjectives:
        found = senses(token, PredicateSense)
        if not found:
            raise Unreadable(f"{token.text!r} is nothing a condition can ask about", token)
        scope.take(token)
        holds: ast.Cond = ast.Holds(found[0].predicate, who)
        parts.append(ast.Not(holds) if found[0].negated else holds)
    return all_of(parts)


def player_adjective(phrase: Phrase, scope: Scope) -> PredicateSense | None:
    """The declared adjective of players that a phrase without a noun is, if it is one."""
    if phrase.noun is not None or len(phrase.adjectives) != 1:
        return None
    for sense in senses(phrase.adjectives[0], PredicateSense):
        if scope.tables.predicates[sense.predicate].of == "player":
            return sense
    return None


def fits_player(phrase: Phrase, who: ast.Player, scope: Scope, negative: bool = False) -> ast.Cond:
    """That the adjective of players which a phrase is fits a player.

    Raises Unreadable if it is none."""
    sense = player_adjective(phrase, scope)
    if sense is None:
        raise Unreadable("this says nothing about a player that can be tested", phrase.node)
    scope.take(phrase.adjectives[0])
    scope.take(*(a for a in phrase.adverbs if a.phrase == "not"))
    holds: ast.Cond = ast.Holds(sense.predicate, None, who)
    negative = negative != any(a.phrase == "not" for a in phrase.adverbs)
    return ast.Not(holds) if sense.negated != negative else holds


def _said_of_players(subject: Phrase, phrase: Phrase, negative: bool, scope: Scope) -> ast.Cond:
    """ "you are ready", "at least half the players (round up) are not ready"."""
    who = people.player(subject, scope)
    if who is not None:
        return fits_player(phrase, who, scope, negative)
    slot = scope.slot()
    fits = fits_player(phrase, ast.PlayerSlot(slot), scope, negative)
    return numbers.share_of_players(
        subject, ast.PlayersCounted(ast.Players(ast.ActivePlayer(), False, slot, fits)), scope
    )


def _is_first(subject: Phrase, phrase: Phrase, first: Token, scope: Scope) -> ast.Cond:
    """ "this is the first Guard you played this turn": no other one was played before."""
    scope.take(first, *subject.determiners, *phrase.determiners)
    if subject.noun is not None:
        scope.take(subject.noun)
    phrase.adjectives.remove(first)
    past = nouns.cards([phrase], scope, None).cards
    others = ast.Without(past, ast.CardSlot(ast.THIS))
    return ast.Not(ast.Some(others))


def _event_condition(subject: list[Phrase], vcore: Node, verb: Token, declared: list[int], scope: Scope) -> ast.Cond:
    """ "If you meet this card in the Gate": asks about the event that is being followed; "12 X flee": the pile."""
    objects = vcore.all("np")
    if objects and (not scope.event or scope.in_verb >= 0) and any(t.phrase == "this turn" for t in scope.unit.trail):
        return _done_this_turn(subject[0], read_phrase(objects[0]), declared, scope)
    if objects and scope.event:
        phrase = read_phrase(objects[0])
        spots: list[ast.Place] = []
        for post in list(phrase.posts):
            where = places.places(post.phrase, scope)
            if where:
                scope.take(post.word)
                spots += where
                phrase.posts.remove(post)
        people.player(subject[0], scope)
        what = nouns.cards([phrase], scope, None).cards
        parts: list[ast.Cond] = [ast.Among(ast.CardSlot(ast.OBJECT), what)]
        if spots:
            fought = ast.PlaceSlot(ast.SOURCE_PLACE)
            parts.append(any_of([ast.SamePlace(fought, spot) for spot in spots]))
        return all_of(parts)
    for number in declared:
        result = scope.tables.verb_result(number)
        if (result >= 0 or scope.tables.verb_facts[number].tally is not None) and not objects:
            return _counted_in(subject[0], result, number, scope)
    raise Unreadable(f"'{verb.text}' is nothing that can be asked here", verb)


def _done_this_turn(subject: Phrase, phrase: Phrase, declared: list[int], scope: Scope) -> ast.Cond:
    """ "you played two other Guards with different card names this turn"."""
    who = people.player(subject, scope)
    anybody = subject.noun is not None and subject.noun.phrase == "player" and subject.determiner in ("a", "any")
    if who is None and not anybody:
        raise Unreadable("who did that?", subject.node, "say 'you' or 'a player'")
    if who is None:
        scope.take(subject.noun, *subject.determiners)
    names = phrase.post("with")
    different = names.phrase.adjective("different") if names is not None else None
    if names is not None and different is not None and names.phrase.noun is not None:
        if names.phrase.noun.phrase not in ("name", "card name"):
            raise Unreadable("different what?", names.node, "say 'with different card names'")
        scope.take(names.word, different, names.phrase.noun)
        phrase.posts.remove(names)
    past = ast.Past(scope.tables.hand_verb(declared), who)
    selection = nouns.cards([phrase], scope.but(their=who or scope.their), Source(past))
    found = comparing.existence_of(phrase, selection.cards, scope)
    if different is None or not isinstance(found, ast.Compare) or not isinstance(found.left, ast.Count):
        return found
    return ast.Compare(ast.CountNames(found.left.cards), found.op, found.right)


def _has(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    objects = vcore.all("np")
    if not objects:
        raise Unreadable("have what?", vcore)
    phrase = read_phrase(objects[0])
    who = people.player(subject[0], scope)
    noun = phrase.noun
    if noun is None and phrase.determiner == "any" and who is not None and scope.unit.picked >= 0:
        scope.take(*phrase.determiners)
        return ast.Some(ast.CardSlot(scope.unit.picked))
    resource = resource_of(noun)
    if resource >= 0 and noun is not None:
        scope.take(noun, *phrase.determiners)
        if who is not None:
            return comparing.enough(phrase, ast.ResourceOf(who, resource), scope)
        slot = scope.slot()
        if subject[0].noun is not None and subject[0].noun.phrase == "player":
            scope.take(subject[0].noun, *subject[0].determiners)
            test = comparing.enough(phrase, ast.ResourceOf(ast.PlayerSlot(slot), resource), scope)
            several = ast.Players(ast.ActivePlayer(), False, slot, test)
            return ast.Compare(ast.PlayersCounted(several), ">", ast.Const(0))
    if who is not None and (most := phrase.adjective("fewest", "most")) is not None:
        return _most_of_all(phrase, most, who, scope)
    if who is not None:
        selection = nouns.cards([phrase], scope.but(their=who), Source(belongings(who, scope)))
        return comparing.existence_of(phrase, selection.cards, scope)
    host = nouns.cards(subject, scope, None).cards
    if noun is not None and noun.phrase == "target":
        scope.take(noun, *phrase.determiners)
        own = scope.ability is not None and host == ast.CardSlot(ast.OBJECT)
        there = phrase.post("from")
        spots = places.places(there.phrase, scope) if there is not None else []
        scope.take(there.word if there is not None and spots else None)
        at, kind = (spots[0] if spots else None), (scope.object_kind if own else -1)
        card = ast.CardSlot(ast.THIS) if own else host
        some = ast.HasTargets(card, scope.you, scope.ability if own else None, at, kind)
        return ast.Not(some) if phrase.determiner == "no" else some
    carried = counters.carries(phrase, host, scope)
    if carried is not None:
        return carried
    for sense in senses(noun, TraitSense) if noun is not None else ():
        scope.take(noun, *phrase.determiners)
        shown = ast.HasTrait(host, sense.trait)
        return ast.Not(shown) if phrase.determiner == "no" else shown
    under = Source(ast.CardsIn(ast.Beneath(host)))
    if scope.followed >= 0 and host == ast.CardSlot(ast.THIS):
        under = Source(ast.HeldThen(host, scope.followed))
    return comparing.existence_of(phrase, nouns.cards([phrase], scope.but(candidate=host), under).cards, scope)


def _most_of_all(phrase: Phrase, word: Token, who: ast.Player, scope: Scope) -> ast.Cond:
    """ "they have the fewest Coins in their pile": no player has fewer."""
    if phrase.determiner != "the":
        raise Unreadable("of all players?", phrase.node, f"say 'the {word.phrase} ...'")
    scope.take(word, *phrase.determiners)
    phrase.adjectives.remove(word)
    phrase.determiners.clear()
    slot = scope.slot()
    counts = [
        ast.Count(nouns.cards([phrase], scope.but(their=player), Source(belongings(player, scope))).cards)
        for player in (who, ast.PlayerSlot(slot))
    ]
    better = ast.Compare(counts[1], "<" if word.phrase == "fewest" else ">", counts[0])
    return ast.Compare(ast.PlayersCounted(ast.Players(ast.ActivePlayer(), False, slot, better)), "==", ast.Const(0))


def _made(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    """ "you made 8 or more Gold this turn"."""
    objects = vcore.all("np")
    phrase = read_phrase(objects[0]) if objects else None
    who = people.player(subject[0], scope)
    noun = phrase.noun if phrase is not None else None
    if who is None or noun is None or phrase is None:
        raise Unreadable("made how many of what?", vcore)
    for sense in senses(noun, ResourceSense):
        scope.take(noun)
        return comparing.compared(ast.ResourceOf(who, sense.resource, made=True), phrase, scope)
    raise Unreadable(f"{noun.text!r} is no resource", noun)


def _runs_out(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    spots = places.places(subject[0], scope)
    if not spots:
        raise Unreadable("only a place can run out", vcore)
    return any_of([ast.Not(ast.Some(ast.CardsIn(spot))) for spot in spots])


def _gets_into(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    objects = vcore.all("np")
    spots = places.places(read_phrase(objects[0]), scope) if objects else []
    scope.take(vcore.token("INTO"))
    if not spots or not isinstance(spots[0], ast.ZonePlace):
        raise Unreadable("get into which place?", vcore)
    return _counted_in(subject[0], spots[0].zone, -1, scope)


def _causes(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    """ "a cursed Beast caused this": the event comes from the text of such a card; "... caused the NOUN"."""
    objects = vcore.all("np")
    if not objects:
        raise Unreadable("caused what?", vcore, "say 'if a CARD caused this'")
    slot, of = scope.slot(), None
    if [t.phrase for t in objects[0].tokens()] == ["this"]:
        scope.take_all(objects[0])
        test = nouns.standing_test(subject[0], scope)
    else:  # wherever it lies by now
        of = nouns.cards([read_phrase(objects[0])], scope, None).cards
        test = nouns.test_of(subject[0], scope)
    return ast.SpokenBy(slot, test(ast.CardSlot(slot)), of)


def _controls(subject: list[Phrase], vcore: Node, scope: Scope) -> ast.Cond:
    """ "you control a Machine"; "a player controls a Machine": "that card" is then it."""
    objects = vcore.all("np")
    phrase = read_phrase(objects[0]) if objects else None
    if phrase is None or not scope.tables.controlled:
        raise Unreadable("control what?", vcore, "declare a zone with 'controlled: yes'")
    who = people.player(subject[0], scope)
    if who is not None:
        own = nouns.cards([phrase], scope.but(their=who), Source(controlled(who, scope)))
        return comparing.existence_of(phrase, own.cards, scope)
    noun = subject[0].noun
    if noun is None or noun.phrase != "player" or subject[0].determiner not in ("a", "any"):
        raise Unreadable("who controls it?", vcore, "say 'you control' or 'a player controls'")
    scope.take(noun, *subject[0].determiners)
    all_there = union([ast.CardsIn(ast.EachZone(zone)) for zone in scope.tables.controlled])
    found = nouns.cards([phrase], scope, Source(all_there))
    scope.remember(found.cards, False, found.kinds)
    return comparing.existence_of(phrase, found.cards, scope)


CONDITION_VERBS: dict[str, Callable[[list[Phrase], Node, Scope], ast.Cond]] = {
    "have": _has, "hold": _has, "make": _made, "run out": _runs_out, "get": _gets_into, "get into": _gets_into,
    "control": _controls, "cause": _causes,
}  # fmt: skip
