"""Relative clauses: what they say of cards and of players, and the cards of "you played this turn", "you have"."""

from __future__ import annotations

from cardscript.language import ast, comparing, conditions, nouns, numbers, places, references
from cardscript.language.joining import any_of
from cardscript.language.phrases import Phrase, Post, attribute_of, read_phrase, relative_verb
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Found, Source, Test, belongings, controlled, in_places
from cardscript.language.syntax import Node, Token, first_verb


def tests_of(phrase: Phrase, scope: Scope, found: Found | None) -> list[Test]:
    """What the relative clauses of a phrase say of its cards; where the cards lie goes into `found`."""
    tests: list[Test] = []
    for relative in phrase.relatives:
        history = _history(relative, scope) if found is not None else None
        if history is not None and found is not None:
            found.base = history
            tests += [_of_subject(more, scope) for more in relative.all("rel_and")]
            continue
        had = _had(relative, scope) if found is not None else None
        if had is not None and found is not None:
            found.base = found.base or had
            continue
        most = _most(relative, scope) if found is not None else None
        if most is not None and found is not None:
            found.extreme = most
            continue
        where = _place_in(relative, scope)
        if where and found is not None:
            found.base = in_places(where)
            found.lies_in(where)
        tests.append(card_relative(relative, scope))
    return tests


def _most(relative: Node, scope: Scope) -> tuple[int, bool] | None:
    """ "that's worth the most Fame": the attribute, and whether the highest or the lowest value is meant."""
    core = relative.find("rel_subj") if relative.rule == "rel" else relative
    bepred = core.below("bepred") if core is not None else None
    word = bepred.token("PREP") if bepred is not None else None
    bare = bepred.find("bare") if bepred is not None else None
    phrase = read_phrase(bare) if bare is not None else None
    token = phrase.adjective("most", "fewest") if phrase is not None else None
    attribute = attribute_of(phrase.noun) if phrase is not None else -1
    if core is None or bepred is None or word is None or word.phrase != "worth" or token is None or attribute < 0:
        return None
    assert phrase is not None
    scope.take(core.token("REL"), bepred.token("BE"), word, token, phrase.noun, *phrase.determiners)
    return attribute, token.phrase == "most"


def _of_subject(node: Node, scope: Scope) -> Test:
    """A relative clause whose noun does it: "that has a Coin"."""
    rv = node.find("rv")
    negative = comparing.negated(node.find("auxs"), scope)
    scope.take(node.token("REL"))
    assert rv is not None
    test = _relative_verb(rv, scope)
    return (lambda c: ast.Not(test(c))) if negative else test


def _place_in(relative: Node, scope: Scope) -> list[ast.Place]:
    if relative.find("rel_whose") is not None:
        return []
    for node in relative.all("r_pp"):
        word = node.token("PREP")
        if word is not None and word.phrase in places.PLACE_WORDS:
            where = places.places(read_phrase(node), scope)
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
    source: ast.Place | None = None
    for node in relative.all("r_pp"):
        where = places.places(read_phrase(node), scope)
        if (prep := node.token("PREP")) is not None and prep.phrase == "from" and len(where) == 1:
            scope.take(prep)
            source = where[0]
    return ast.Past(scope.tables.hand_verb(declared), actor, ever, source=source)


def _had(relative: Node, scope: Scope) -> ast.Cards | None:
    """ "you have"; "it has" for what lies beneath a card."""
    held = _held_by(relative, scope)
    if held is not None:
        return held
    own = _own_verb(relative)
    if own is None or own[2].phrase not in ("have", "hold", "control"):
        return None
    scope.take(own[1], own[2], own[0].token("REL"))
    if own[1].phrase == "it":
        return ast.CardsIn(ast.Beneath(references.back_reference("it", scope, own[1]).cards))
    who = scope.you if own[1].phrase == "you" else scope.their or scope.you
    if own[2].phrase == "control":
        return controlled(who, scope)
    for among in relative.all("r_pp"):
        word, every = among.token("PREP"), read_phrase(among)
        if word is not None and word.phrase == "among" and every.noun is not None and every.noun.phrase == "card":
            scope.take_all(among)
            return ast.OwnedCards(who)
    return belongings(who, scope)


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
    return ast.CardsIn(ast.Beneath(references.one_card(read_phrase(by), scope)))


def card_relative(relative: Node, scope: Scope) -> Test:
    """A relative clause on cards, as a test: "that costs 2 or less", "that has a Coin", "it has".

    Raises Unreadable if it says nothing that can be tested."""
    core = relative.children[0] if relative.rule == "rel" else relative
    assert isinstance(core, Node)
    if core.rule == "rel_subj":
        return _of_subject(core, scope)
    if core.rule == "rel_whose":
        return _whose(core, relative, scope)
    if core.rule == "rel_obj":
        return _holder_relative(core, scope)
    raise Unreadable("this says nothing about a card that can be tested", relative)


def _relative_verb(rv: Node, scope: Scope) -> Test:
    bepred = rv.find("bepred")
    if bepred is not None:
        return _be_predicate(bepred, scope)
    anyv = rv.find("anyv")
    if anyv is None:
        raise Unreadable("'do' cannot be read here", rv)
    verb = next(iter(anyv.tokens()))
    scope.take(verb)
    bare = rv.find("bare")
    attribute = scope.tables.attribute_named(verb.phrase)
    if attribute >= 0 and bare is not None:
        phrase = read_phrase(bare)
        return lambda c: comparing.compared(ast.AttributeOf(c, attribute), phrase, scope)
    if verb.phrase == "make" and rv.token("PRON") is not None and bare is not None:
        return _reason(rv, bare, scope)
    if verb.phrase in ("have", "hold", "capture") and bare is not None:
        held = read_phrase(bare)

        def test(c: ast.Cards) -> ast.Cond:
            under = Source(ast.CardsIn(ast.Beneath(c)))
            selection = nouns.cards([held], scope.but(candidate=c), under)
            return comparing.existence_of(held, selection.cards)

        return test
    raise Unreadable(f"'that {verb.text} ...' is not something a card can be tested for", rv)


def _reason(rv: Node, bare: Node, scope: Scope) -> Test:
    """ "that makes you ready": one of the cards for which the adjective, declared as "they have ...", fits you."""
    pronoun, phrase = rv.token("PRON"), read_phrase(bare)
    sense = conditions.player_adjective(phrase, scope)
    if pronoun is None or pronoun.phrase != "you" or sense is None or sense.negated:
        raise Unreadable("makes whom what?", rv, "say 'that makes you' and an adjective declared for players")
    scope.take(pronoun, phrase.adjectives[0])
    cards = _spoken_of(scope.tables.predicate_texts[sense.predicate], bare, scope)
    others = [(only, _spoken_of(text, bare, scope)) for only, text in scope.tables.other_texts.get(sense.predicate, ())]

    def test(c: ast.Cards) -> ast.Cond:
        found: ast.Cond = ast.Among(c, cards)
        for only, had in others:
            found = ast.Or((ast.And((only, ast.Among(c, had))), ast.And((ast.Not(only), found))))
        return found

    return test


def _spoken_of(text: str, bare: Node, scope: Scope) -> ast.Cards:
    """The cards of which the definition of a player's adjective speaks: "they have a Knight that ..."."""
    tree = scope.tables.parse("If " + text)
    had = tree.below("v") if isinstance(tree, Node) else None
    np, verb = (had.find("np"), had.token("V")) if had is not None else (None, None)
    if np is None or verb is None or verb.phrase != "have":
        raise Unreadable("no card alone makes a player that", bare, "declare the adjective as 'they have ...'")
    with scope.aside():
        inner = scope.but(their=scope.you, card=None)
        return nouns.cards([read_phrase(np)], inner, Source(belongings(scope.you, scope))).cards


def _be_predicate(node: Node, scope: Scope) -> Test:
    be = node.token("BE")
    scope.take(be)
    negative = be is not None and be.text.lower() in comparing.BE_NOT
    bare = node.find("bare")
    if bare is None:
        raise Unreadable("this cannot be tested", node)
    phrase = read_phrase(bare)
    prep = node.token("PREP")
    if prep is not None and prep.phrase == "worth":
        attribute = attribute_of(phrase.noun)
        if attribute < 0:
            raise Unreadable("worth how much?", node)
        scope.take(prep, phrase.noun, phrase.number, *phrase.adverbs)

        def worth(c: ast.Cards) -> ast.Cond:
            held = comparing.compared(ast.AttributeOf(c, attribute), phrase, scope)
            return ast.Not(held) if negative else held

        return worth
    if prep is not None:
        spot = places.places(phrase, scope)
        if not spot:
            raise Unreadable("a place is missing here", node)
        scope.take(prep)

        def lies(c: ast.Cards) -> ast.Cond:
            there = any_of([ast.LiesIn(c, p) for p in spot])
            return ast.Not(there) if negative else there

        return lies
    test = nouns.test_of(phrase, scope)
    return (lambda c: ast.Not(test(c))) if negative else test


def _whose(core: Node, relative: Node, scope: Scope) -> Test:
    """ "whose Power is less than ..."."""
    noun_node, pred = core.find("nouns"), core.find("bepred")
    assert noun_node is not None and pred is not None
    noun = next(iter(noun_node.tokens()))
    attribute = attribute_of(noun)
    bare, prep = pred.find("bare"), pred.token("PREP")
    if attribute < 0 or bare is None:
        raise Unreadable("this comparison cannot be read", core)
    scope.take(core.token("WHOSE"), noun, pred.token("BE"), prep)
    phrase = read_phrase(bare)
    for later in relative.all("r_pp"):
        word = later.token("PREP")
        if word is not None:
            phrase.posts.append(Post(word, read_phrase(later), later))
    if prep is not None and prep.phrase not in numbers.OPERATORS:
        raise Unreadable(f"{prep.text!r} compares nothing", prep, "say 'less than', 'greater than' or 'equal to'")
    op = numbers.OPERATORS.get(prep.phrase if prep else "exact", "==")
    if prep is None:
        return lambda c: comparing.compared(ast.AttributeOf(c, attribute), phrase, scope)
    return lambda c: ast.Compare(ast.AttributeOf(c, attribute), op, numbers.number(phrase, scope.but(candidate=c)))


def _holder_relative(core: Node, scope: Scope) -> Test:
    """ "Coin it has": lies beneath what "it" means."""
    pronoun = core.token("PRON")
    verb = first_verb(core)
    if pronoun is None or verb is None or pronoun.phrase not in ("it", "they") or verb.phrase not in ("have", "hold"):
        raise Unreadable("this says nothing about a card that can be tested", core)
    scope.take(pronoun, verb)
    host = references.back_reference("it", scope, pronoun).cards
    return lambda c: ast.LiesIn(c, ast.Beneath(host))


def player_with(post: Post, who: ast.Player, scope: Scope) -> ast.Cond:
    """What a preposition says of a player: "with exactly 6 cards in hand", "without another X in their pile"."""
    word = post.word.phrase
    scope.take(post.word)
    inner = scope.but(their=who)
    if word in ("with", "without"):
        phrase = post.phrase
        selection = nouns.cards([phrase], inner, Source(belongings(who, scope)))
        count = comparing.existence_of(phrase, selection.cards, scope)
        return ast.Not(count) if word == "without" else count
    raise Unreadable(f"'{post.word.text} ...' says nothing about a player", post.node)


def _who_does(core: Node, done: Token, who: ast.Player, scope: Scope) -> ast.Cond:
    """ "each player who does", "who doesn't": of those whom the sentence before told what they may or have to do."""
    if scope.unit.did is None:
        help = "put 'Each player may ...' before it"
        raise Unreadable("nothing before this could be done or not by each player", core, help)
    slot, asked = scope.unit.did
    scope.take(core.token("REL"), done)
    did = ast.Gathered(who, slot)
    if done.text.lower() not in comparing.NEGATIONS:
        return did
    if asked.where is not None:
        raise Unreadable("of which players?", core, "say it of 'each player' or 'each other player' without conditions")
    left_out = (ast.Not(ast.SamePlayer(who, asked.first)),) if asked.others else ()
    return ast.And((ast.Not(did), *left_out))


def player_relative(relative: Node, who: ast.Player, scope: Scope) -> ast.Cond:
    """ "who has ..."."""
    core = relative.children[0] if relative.rule == "rel" else relative
    assert isinstance(core, Node)
    rv = core.find("rv")
    if core.rule != "rel_subj" or rv is None:
        raise Unreadable("this says nothing about a player that can be tested", relative)
    done = rv.token("DO")
    if done is not None:
        return _who_does(core, done, who, scope)
    bepred = rv.find("bepred")
    said = bepred.find("bare") if bepred is not None else None
    if bepred is not None and said is not None:
        be = bepred.token("BE")
        negative = comparing.negated(core.find("auxs"), scope) or comparing.negated(bepred.find("auxs"), scope)
        negative = negative or (be is not None and be.text.lower() in comparing.BE_NOT)
        scope.take(core.token("REL"), be)
        return conditions.fits_player(read_phrase(said), who, scope, negative)
    verb, bare = relative_verb(rv)
    if verb is None or verb.phrase not in ("have", "control") or bare is None:
        raise Unreadable("this says nothing about a player that can be tested", relative)
    scope.take(core.token("REL"), verb)
    phrase = read_phrase(bare)
    own = belongings(who, scope) if verb.phrase == "have" else controlled(who, scope)
    selection = nouns.cards([phrase], scope.but(their=who), Source(own))
    return comparing.existence_of(phrase, selection.cards, scope)
