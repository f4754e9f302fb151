"""What cards are: gets, counts as, is worth, becomes, and the identity a phrase describes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from cardscript.language import ast, deeds, made_cards, nouns, numbers, places, references
from cardscript.language.inside import inside
from cardscript.language.joining import all_of, sequence
from cardscript.language.phrases import Phrase, attribute_of, read_phrase, senses
from cardscript.language.quoted import Quoted
from cardscript.language.scope import CardFacts, Scope, Unreadable
from cardscript.language.senses import GroupSense, KindSense, NameSense, PhaseSense, PredicateSense, ValueSense
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token, first_verb
from cardscript.language.verb_phrases import Actor, VerbPhrase


def become(v: VerbPhrase) -> ast.Stmt:
    """ "X becomes a Y [that takes effect immediately]"."""
    scope = v.scope
    if v.actor.cards is None or not v.objects:
        raise Unreadable("what becomes what?", v.whole)
    phrase = v.objects[0][0]
    phases = senses(phrase.noun, PhaseSense) if phrase.noun is not None else []
    if phases:
        scope.take(phrase.noun)
        return ast.GoToPhase(phases[0].phase, span=scope.span(v.whole))
    shown = _shown(v, phrase)
    if shown is not None:
        return shown
    relatives = [r for r in phrase.relatives if (verb := first_verb(r)) is None or verb.phrase != "give"]
    phrase.relatives = [r for r in phrase.relatives if r not in relatives]
    cards = v.actor.cards.cards
    span = scope.span(v.whole)
    additional = phrase.adjective("additional")
    scope.take(additional)
    identity = identity_of(phrase, scope)
    if scope.also:  # besides what it is
        identity = replace(identity, keep_kinds=True)
    if additional is not None and identity.kind is not None:
        identity = replace(identity, kind=_one_more(identity.kind, scope), keep_kinds=True)
    parts: list[ast.Stmt] = [ast.Become(cards, identity, span=span)]
    for relative in relatives:
        verb = first_verb(relative)
        declared = scope.tables.verbs_of(verb) if verb is not None else []
        if not declared:
            raise Unreadable("this cannot be done by what it becomes", relative)
        now = relative.find("radv")
        scope.take(
            verb, *(t for n in relative.walk() if n.rule == "rel_subj" for t in n.children if isinstance(t, Token))
        )
        scope.take(*(t for t in (now.tokens() if now is not None else ()) if t.phrase == "immediately"))
        parts.append(ast.Do(declared[0], scope.you, cards, span=span))
    return sequence(parts)


def _one_more(kind: int, scope: Scope) -> int:
    """What "an additional" card of a kind is: of the kind declared for such cards, else of that kind itself."""
    declared = (n for n, one in enumerate(scope.tables.kinds) if one.additional and kind in one.parents)
    return next(declared, kind)


def _shown(v: VerbPhrase, phrase: Phrase) -> ast.Stmt | None:
    """ "It becomes [Fire]": shows that and nothing else of this trait ("also becomes": besides what it shows); "it
    becomes itself": what it is printed as. None for other words."""
    assert v.actor.cards is not None
    cards, span = v.actor.cards.cards, v.scope.span(v.whole)
    if phrase.pronoun is not None and phrase.pronoun.phrase in ("itself", "themselves"):
        v.scope.take(phrase.pronoun)
        return ast.Become(cards, ast.Identity(printed=True), span=span)
    if phrase.noun is not None or not phrase.icons:
        return None
    values = [value for icons in phrase.icons for token in icons for value in senses(token, ValueSense)]
    v.scope.take(*(token for icons in phrase.icons for token in icons))
    clear = () if v.scope.also else tuple((trait, -1) for trait in dict.fromkeys(value.trait for value in values))
    traits = (*clear, *((value.trait, value.value) for value in values))
    return ast.Become(cards, ast.Identity(traits=traits), span=span)


def _quote(phrase: Phrase) -> Token | None:
    tokens = [t for head in phrase.heads for t in (*head.narrowing, head.noun)]
    return next((t for t in tokens if t.text.startswith('"')), None)


def gains_ability(v: VerbPhrase) -> bool:
    """ "She gains the ability "...""."""
    phrase = v.objects[0][0] if v.objects else None
    words = [t.phrase for h in phrase.heads for t in (*h.narrowing, h.noun)] if phrase is not None else []
    return v.verb.phrase == "gain" and "ability" in words and phrase is not None and _quote(phrase) is not None


def gain_ability(v: VerbPhrase) -> ast.Stmt:
    """The card has the quoted lines too, from now on until it lies where cards are as printed. Only of the card itself,
    whose lines these are then.

    Raises Unreadable for another card."""
    scope, phrase = v.scope, v.objects[0][0]
    quote = _quote(phrase)
    cards = v.actor.cards.cards if v.actor.cards is not None else None
    if quote is None or scope.card is None or cards != ast.CardSlot(ast.THIS):
        raise Unreadable("who gains which ability?", v.whole, "say it of this card")
    scope.take_all(phrase.node)
    text = quote.text[1:-1]
    mark = scope.tables.granted(text)
    holds = ast.HasTrait(ast.CardSlot(ast.THIS), *mark)
    for ability in made_cards.abilities_of(text, _inside(quote, scope), scope.card, scope):
        gate = holds if ability.gate is None else ast.And((holds, ability.gate))
        words = ability.gate_text or "it has not gained this ability"
        scope.card.gained.append(replace(ability, gate=gate, gate_text=words))
    return ast.Become(cards, ast.Identity(traits=(mark,)), span=scope.span(v.whole))


def described_card(phrase: Phrase, scope: Scope) -> tuple[str, int, int]:
    """ "a 4 Power "Stray" Beast with "Tame: ..."": the name of the card that is so from now on, one of its attributes
    and the value of that.

    Raises Unreadable if a part is missing."""
    noun, number = phrase.noun, phrase.number
    words = phrase.heads[-1].narrowing if phrase.heads else []
    attribute = next((attribute_of(t) for t in words if attribute_of(t) >= 0), -1)
    name = next((t for t in words if t.text.startswith('"')), None)
    kind = next((s.kind for s in senses(noun, KindSense)), -1) if noun is not None else -1
    post = phrase.post("with")
    lines = _quote(post.phrase) if post is not None else None
    plain = phrase.determiner == "a" and len(words) == 2 and len(phrase.posts) == 1 and number is not None
    if (
        not plain
        or attribute < 0
        or name is None
        or kind < 0
        or lines is None
        or number is None
        or number.number is None
    ):
        raise Unreadable("what is it then?", phrase.node, 'write \'a 4 ATTRIBUTE "NAME" KIND with "LABEL: ..."\'')
    scope.take_all(phrase.node)
    title = name.text[1:-1].strip(" .,")
    quoted = made_cards.lines_of([(lines.text[1:-1], _inside(lines, scope))], CardFacts(title, kind, ""), scope)
    made_cards.make_card(title, kind, "", {attribute: number.number}, quoted, name, scope)
    return title, attribute, number.number


def _inside(quote: Token, scope: Scope) -> Span:
    """The place of the words between quotes."""
    at = scope.span(quote)
    return at.shifted(1, at.end - at.start - 1)


def identity_of(phrase: Phrase, scope: Scope) -> ast.Identity:
    """ "a Dark Omen", "Elf Beasts with Power equal to the Guard's Cost +2", "a 5 Power "Thing" Beast worth 3 Fame".

    Raises Unreadable if the words describe no card."""
    noun = phrase.noun
    if noun is None:
        raise Unreadable("becomes what?", phrase.node)
    scope.take(noun, *phrase.determiners)
    for named in senses(noun, NameSense):
        if named.name in scope.tables.card_kinds and not senses(noun, KindSense):
            for token in phrase.heads[-1].narrowing:
                own = scope.tables.card_kinds[named.name]
                if not any(scope.tables.is_a(own, s.kind) for s in senses(token, KindSense)):
                    raise Unreadable(f"{noun.text} is no {token.text}", token)
                scope.take(token)
            return ast.Identity(named=named.name)
    made = _Described(next((s.kind for s in senses(noun, KindSense)), None))
    for titled in senses(noun, GroupSense) if made.kind is None else ():
        made.group = titled.name
    _narrowed(phrase, made, scope)
    _stated(phrase, made, scope)
    for relative in phrase.relatives:
        _given(relative, made, scope)
    phrase.relatives = []
    if made.kind is None and made.group is None:
        raise Unreadable(f"{noun.text!r} is no kind of card", noun)
    if made.lines and made.kind is not None:
        values = {a: n.value for a, n in made.attributes if isinstance(n, ast.Const)}
        group = made.group or scope.called or scope.tables.kinds[made.kind].name
        quoted = made_cards.lines_of(made.lines, CardFacts(group, made.kind, group), scope)
        return ast.Identity(named=made_cards.make_card(group, made.kind, group, values, quoted, noun, scope))
    fresh = made.kind is not None and made.titled
    return ast.Identity(kind=made.kind, group=made.group, attributes=tuple(made.attributes), fresh=fresh)


class _Described(msgspec.Struct):
    """What the words of an identity say so far. `titled`: it has a name in quotes."""

    kind: int | None
    group: str | None = None
    attributes: list[tuple[int, ast.Number]] = []
    lines: list[tuple[str, Span]] = []
    titled: bool = False


def _narrowed(phrase: Phrase, made: _Described, scope: Scope) -> None:
    """The words before the kind: a group or name, "5 Power"."""
    for token in phrase.heads[-1].narrowing:
        attribute = attribute_of(token)
        if attribute >= 0 and phrase.number is not None and phrase.number.number is not None:
            scope.take(token, phrase.number)
            made.attributes.append((attribute, ast.Const(phrase.number.number)))
            continue
        scope.take(token)
        for sense in senses(token, GroupSense):
            made.group = sense.name
            made.titled = token.text.startswith('"')


def _stated(phrase: Phrase, made: _Described, scope: Scope) -> None:
    """What follows: values ("with Power equal to ...", "worth 6 Fame"), "called ...", abilities in quotes."""
    posts = list(phrase.posts)
    while posts:
        post = posts.pop(0)
        scope.take(post.word)
        inner = post.phrase.noun
        word = post.word.phrase
        if word in ("called", "named") and inner is not None:
            made.group = next((s.name for s in senses(inner, GroupSense)), None)
            made.titled = True
            scope.take(inner)
            if made.group is None:
                raise Unreadable("this name is not known", inner, "declare it: group NAME")
            continue
        for part in post.phrase.joined:
            _ability(part, made, scope)
        attribute = attribute_of(inner)
        if word not in ("with", ", with", "worth") or attribute < 0 or inner is None:
            raise Unreadable("this says nothing about what it becomes", post.node)
        scope.take(inner)
        value = post.phrase.post("equal to") or (posts.pop(0) if posts and posts[0].word.phrase == "equal to" else None)
        if value is not None:
            scope.take(value.word)
            value.phrase.posts += posts  # "equal to the number of X next to Y": all that follows belongs to the number
            posts.clear()
            made.attributes.append((attribute, numbers.number(value.phrase, scope)))
        elif post.phrase.number is not None and post.phrase.number.number is not None:
            scope.take(post.phrase.number)
            made.attributes.append((attribute, ast.Const(post.phrase.number.number)))
        else:
            raise Unreadable("how much?", post.node)


def _ability(part: Phrase, made: _Described, scope: Scope) -> None:
    """ "and the ability "..."": a line of its own."""
    head = part.heads[-1] if part.heads else None
    if head is None or [t.phrase for t in head.narrowing] != ["ability"] or not head.noun.text.startswith('"'):
        raise Unreadable("this says nothing about what it becomes", part.node, "write: and the ability, in quotes")
    scope.take(head.noun, *head.narrowing, *part.determiners)
    made.lines.append((head.noun.text.strip('"'), _inside(head.noun, scope)))


def _given(relative: Node, made: _Described, scope: Scope) -> None:
    """ "that gives +2 Power": the value by which it changes others; "... when used": what using it does."""
    verb = first_verb(relative)
    bare = relative.below("bare")
    phrase = read_phrase(bare) if bare is not None else None
    if verb is None or verb.phrase != "give" or phrase is None or phrase.noun is None or phrase.number is None:
        raise Unreadable("this says nothing about what it becomes", relative, "write 'that gives +2 ATTRIBUTE'")
    rel = next((t for t in relative.tokens() if t.term == "REL"), None)
    scope.take(verb, rel, phrase.noun, phrase.number)
    when = relative.below("r_when")
    if when is not None:
        part = when.token("PART")
        declared = scope.tables.verbs_of(part) if part is not None else []
        if part is None or not declared or made.kind is None:
            raise Unreadable("when is that?", when, "name a verb of the game")
        scope.take_all(when)
        label = scope.tables.kinds[made.kind].name
        lead = f"{label} - " if any(one.name == label for one in scope.tables.labels) else ""
        text = f"{lead}When you {part.phrase} this, you get {phrase.number.text} {phrase.noun.text}."
        made.lines.append((text, scope.span(relative)))
        return
    attribute = scope.tables.giving.get(attribute_of(phrase.noun), -1)
    if attribute < 0 or phrase.number.number is None:
        raise Unreadable("gives whom?", relative, "declare the attribute with 'gives: ...'")
    made.attributes.append((attribute, ast.Const(phrase.number.number)))


def _gets(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "Each Beast gets +1 Power for each ...": a modifier, for this turn or as long as the line stands."""
    scope = v.scope
    phrase = v.actor.phrase
    assert phrase is not None
    changed = v.objects[0][0] if v.objects else None
    noun = changed.noun if changed is not None else None
    if changed is None or noun is None:
        raise Unreadable("gets what?", v.whole)
    attribute = attribute_of(noun)
    if attribute < 0:
        raise Unreadable(f"{noun.text!r} is no attribute of cards", noun)
    scope.take(noun)
    this_turn = v.adverb("this turn") is not None
    slot, test, turn_words = subject_test(phrase, attribute, scope)
    this_turn = this_turn or turn_words
    inner = scope.but(candidate=ast.CardSlot(slot))
    amount = deeds.how_much(changed, inner)
    if v.trail("t_for") is not None:
        times = deeds.how_often(VerbPhrase(inner, v.actor, v.verb, v.node, v.whole, trails=v.trails))
    if times is not None:
        amount = times if amount == ast.Const(1) else ast.Times(amount, times)
    duration: ast.Duration = "turn" if this_turn else "standing" if scope.standing else "game"
    return ast.Modify(attribute, "add", amount, slot, test, duration, span=scope.span(v.whole))


def subject_test(phrase: Phrase, attribute: int, scope: Scope) -> tuple[int, ast.Cond, bool]:
    """Which cards a change of an attribute is about: slot, condition on it, whether it speaks of this turn only ("any
    Beast you break this turn": the attribute is what breaking one costs, so it is changed while that can be done).

    Raises Unreadable if what "you" do asks nothing of the attribute."""
    turn = False
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    tests: list[ast.Cond] = []
    for relative in list(phrase.relatives):
        words = [t.phrase for t in relative.tokens()]
        verbs = [t for t in relative.tokens() if t.term.startswith("V_") or t.term == "PART"]
        done = [number for t in verbs for number in scope.tables.verbs_of(t)]
        if done and "you" in words and "this turn" in words:
            if not _costs(done, attribute, scope):
                name = scope.tables.attributes[attribute].name
                raise Unreadable(f"nothing is paid in {name} to {verbs[0].phrase} a card", relative, "leave it out")
            turn = True
            for node in relative.all("r_pp"):
                spots = places.places(read_phrase(node), scope)
                tests += [ast.LiesIn(candidate, spot) for spot in spots]
            scope.take_all(relative)
            phrase.relatives.remove(relative)
    reference = references.reference(phrase, scope)
    if reference is not None:
        tests.append(ast.Among(candidate, reference.cards))
        return slot, all_of(tests), turn
    selection_test = nouns.standing_test(phrase, scope.but(candidate=candidate))
    tests.append(selection_test(candidate))
    return slot, all_of(tests), turn


def _costs(verbs: list[int], attribute: int, scope: Scope) -> bool:
    """Whether some action that does one of the verbs has a price in which the attribute is read."""
    for action in scope.tables.actions:
        price = inside(action.cost) if action.cost is not None else ()
        read = any(isinstance(node, ast.AttributeOf) and node.attribute == attribute for node in price)
        if read and any(isinstance(node, ast.Do) and node.verb in verbs for node in inside(action.unit.body)):
            return True
    return False


def _counts(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "Guards in the Beast Deck count as ...": static, from the place on."""
    scope = v.scope
    phrase = v.actor.phrase
    trail = v.trail("t_as")
    assert phrase is not None
    np = trail.find("np") if trail is not None else None
    if np is None or trail is None:
        raise Unreadable("counts as what?", v.whole)
    if times is not None:
        help = "say how much in the value: 'with X equal to the number of ...'"
        raise Unreadable("'for each' says nothing about what cards count as", v.trail("t_for"), help)
    scope.take(trail.token("AS"))
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    place: ast.Place | None = None
    for post in list(phrase.posts):
        spots = places.places(post.phrase, scope)
        if spots:
            scope.take(post.word)
            place = spots[0]
            phrase.posts.remove(post)
    if place is None:
        raise Unreadable("where do they count as that?", phrase.node, "add 'in ...'")
    test = nouns.test_of(phrase, scope)(candidate)
    inner = scope.but(candidate=candidate)
    kinds = frozenset(s.kind for s in senses(phrase.noun, KindSense)) if phrase.noun is not None else frozenset()
    scope.remember(candidate, False, kinds)
    identity = identity_of(read_phrase(np), inner)
    identity = ast.Identity(
        identity.kind, identity.group, identity.attributes, keep_kinds=True, candidate=slot, span=identity.span
    )
    scope.unit.antecedents.pop()
    if scope.card is not None:
        scope.card.counted_as = identity
        scope.card.counted_kinds |= kinds
    span = scope.span(v.whole)
    counts = ast.CountAs(place, slot, test, identity, span=span)
    return sequence([counts, *_moving_values(identity, slot, test, span)])


def _moving_values(identity: ast.Identity, slot: int, test: ast.Cond, span: Span) -> list[ast.Stmt]:
    """Numbers of an identity that depend on the table ("the number of cards next to this") go on changing with it."""
    candidate = ast.CardSlot(slot)
    tests = [test]
    if identity.kind is not None:
        tests.append(ast.IsKind(candidate, identity.kind))
    if identity.group is not None:
        tests.append(ast.InGroup(identity.group, candidate))
    return [
        ast.Modify(attribute, "set", amount, slot, all_of(tests), "standing", span=span)
        for attribute, amount in identity.attributes
        if _counts_cards(amount)
    ]


def _counts_cards(number: ast.Node) -> bool:
    return any(isinstance(node, (ast.Count, ast.CountDistinct, ast.PlayersCounted)) for node in inside(number))


def _costs_less(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "Each Guard currently in the Market costs 1 less this turn": those that are there now."""
    scope = v.scope
    phrase, changed = v.actor.phrase, v.objects[0][0] if v.objects else None
    attribute = scope.tables.attribute_named(v.verb.phrase)
    less = v.node.token("LESS")
    number = changed.number if changed is not None else None
    if phrase is None or attribute < 0 or number is None or number.number is None or less is None:
        raise Unreadable("how much less?", v.whole, "write 'costs 1 less'")
    scope.take(number, less)
    now = any(post.word.phrase == "currently in" for post in phrase.posts)
    slot, test, _ = subject_test(phrase, attribute, scope)
    amount: ast.Number = ast.Const(-number.number if less.phrase == "less" else number.number)
    if times is not None:
        amount = ast.Times(amount, times)
    lasts: ast.Duration = "turn" if v.adverb("this turn") is not None else "standing" if scope.standing else "game"
    return ast.Modify(attribute, "add", amount, slot, test, lasts, locked=now, span=scope.span(v.whole))


CHANGES: dict[str, Callable[[VerbPhrase, ast.Number | None], ast.Stmt]] = {
    "get": _gets, "count": _counts, "cost": _costs_less,
}  # fmt: skip


def being(vcore: Node, trails: list[Node], actor: Actor, scope: Scope, whole: Node) -> ast.Stmt:
    """ "X's Power is equal to ...", "X is worth +3 Fame for each ..."."""
    be, compl = vcore.token("BE"), vcore.find("compl")
    scope.take(be)
    phrase = actor.phrase
    if phrase is None or compl is None:
        raise Unreadable("this says what something is; here it should say what is done", whole)
    named = compl.find("np")
    if phrase.noun is not None and phrase.noun.phrase == "ability" and named is not None:
        return _only_abilities(phrase, read_phrase(named), scope, whole)
    if named is not None and _quote(read_phrase(named)) is not None:
        return _are(phrase, read_phrase(named), scope, whole)
    posts = compl.find("posts")
    post = next((p for p in posts.children if isinstance(p, Node)), None) if posts is not None else None
    word = post.token("PREP") if post is not None else None
    if post is None or word is None:
        raise Unreadable("this cannot be read as a change of a card", whole)
    value = read_phrase(post)
    noun = phrase.noun
    if word.phrase == "equal to" and noun is not None:
        return _set_attribute(phrase, noun, word, value, scope, whole)
    if word.phrase == "worth" and value.noun is not None:
        return _worth(phrase, word, value, trails, scope, whole)
    raise Unreadable("this cannot be read as a change of a card", whole)


def _are(phrase: Phrase, what: Phrase, scope: Scope, whole: Node) -> ast.Stmt:
    """ "Elf Guards in the Deck and Road are "Stray" Beasts with Power equal to their printed Cost": cards that are
    others from the place on; a sentence behind it says which abilities these have."""
    quote, noun = _quote(what), what.noun
    kind = next((s.kind for s in senses(noun, KindSense)), -1) if noun is not None else -1
    if quote is None or noun is None or kind < 0 or not what.plural or scope.card is None:
        raise Unreadable("what are they?", what.node, "say 'are \"NAME\" KINDs with ...'")
    for adjective in what.adjectives:
        if not senses(adjective, PredicateSense):
            raise Unreadable(f"{adjective.text!r} says nothing here", adjective)
    scope.take(quote, *what.adjectives)
    spots = [(post, places.places(post.phrase, scope)) for post in phrase.posts]
    if len(spots) != 1 or not spots[0][1]:
        raise Unreadable("where are they that?", phrase.node, "add 'in ...'")
    scope.take(spots[0][0].word)
    phrase.posts.clear()
    name = quote.text[1:-1].strip(" .,")
    group = next((s.name for s in senses(quote, GroupSense)), "")
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    test = nouns.test_of(phrase, scope)(candidate)
    what.heads[-1].narrowing = [t for t in what.heads[-1].narrowing if t is not quote]
    described = identity_of(what, scope.but(candidate=candidate))
    made_cards.make_card(name, kind, group, {}, Quoted(), quote, scope)
    scope.card.described = name
    identity = ast.Identity(named=name, attributes=described.attributes, candidate=slot, span=scope.span(whole))
    return sequence([ast.CountAs(place, slot, test, identity, span=scope.span(whole)) for place in spots[0][1]])


def _only_abilities(phrase: Phrase, what: Phrase, scope: Scope, whole: Node) -> ast.Stmt:
    """ "Their only abilities are "..."": of the cards that a sentence before has described."""
    quote = _quote(what)
    known = scope.card.described if scope.card is not None else ""
    plain = phrase.determiner == "their" and [a.phrase for a in phrase.adverbs] == ["only"]
    if quote is None or not known or not plain:
        raise Unreadable("whose abilities?", whole, "say 'X are \"NAME\" KINDs ...' before it")
    scope.take_all(whole)
    scope.take_all(phrase.node)
    made_cards.give_lines(known, [(quote.text[1:-1], _inside(quote, scope))], scope)
    return ast.Seq(())


def _set_attribute(phrase: Phrase, noun: Token, word: Token, value: Phrase, scope: Scope, whole: Node) -> ast.Stmt:
    attribute = attribute_of(noun)
    if attribute < 0 or phrase.owner is None:
        raise Unreadable("whose value is that?", whole)
    scope.take(noun, word)
    owner = nouns.cards([phrase.owner], scope, None)
    slot = scope.slot()
    where = ast.Among(ast.CardSlot(slot), owner.cards)
    amount = numbers.number(value, scope)
    duration: ast.Duration = "standing" if scope.standing else "game"
    return ast.Modify(
        attribute, "set", amount, slot, where, duration, locked=not scope.standing, span=scope.span(whole)
    )


def _worth(phrase: Phrase, word: Token, value: Phrase, trails: list[Node], scope: Scope, whole: Node) -> ast.Stmt:
    assert value.noun is not None
    attribute = attribute_of(value.noun)
    if attribute < 0 or value.number is None or value.number.number is None:
        raise Unreadable("worth how much?", whole)
    scope.take(word, value.noun, value.number)
    selection = nouns.cards([phrase], scope, None)
    slot = scope.slot()
    amount: ast.Number = ast.Const(value.number.number)
    for trail in trails:
        np = trail.find("np")
        if trail.rule == "t_for" and np is not None:
            scope.take(trail.token("FOR"))
            when = [t for t in np.tokens() if t.term == "ADVP" and t.phrase == "at the end of the game"]
            scope.take(*when)  # whenever its worth is asked for, it is what it would be then
            count = numbers.counted(read_phrase(np), scope)
            amount = count if amount == ast.Const(1) else ast.Times(amount, count)
        elif trail.rule == "t_adv":
            scope.take(*(t for t in trail.tokens() if t.phrase == "at the end of the game"))
    op: str = "add" if value.number.text[:1] in "+-" else "set"
    where = ast.Among(ast.CardSlot(slot), selection.cards)
    lasts: ast.Duration = "standing" if scope.standing else "game"
    span = scope.span(whole)
    return ast.Modify(attribute, op, amount, slot, where, lasts, locked=not scope.standing, span=span)  # type: ignore[arg-type]
