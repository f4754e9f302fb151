"""The language's own verbs: put, reveal, shuffle, choose, get, take, do, carry out, push, fill, use, open."""

from __future__ import annotations

from collections.abc import Callable

from cardscript.language import ast, becoming, deeds, nouns, people, places, references, statements
from cardscript.language.joining import sequence
from cardscript.language.phrases import Phrase, read_phrase, resource_of, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Source, belongings
from cardscript.language.senses import CounterSense, LabelSense, ResourceSense, WindowSense
from cardscript.language.syntax import Node
from cardscript.language.verb_phrases import VerbPhrase

Handler = Callable[[VerbPhrase], ast.Stmt]


def _open(v: VerbPhrase) -> ast.Stmt:
    """ "Open the Answers": a declared window, in which players act until all pass."""
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    found = senses(noun, WindowSense) if noun is not None else []
    if not found or phrase is None:
        raise Unreadable("open which window?", v.whole)
    v.scope.take(noun, *phrase.determiners)
    window = v.scope.tables.windows.get(found[0].name)
    if window is None:
        raise Unreadable(f"the window {found[0].name!r} is not declared before it is used", v.whole)
    return window


def _put(v: VerbPhrase) -> ast.Stmt:
    """put / move / return: a card changes its place."""
    scope = v.scope
    if not v.objects and v.actor.cards is not None:
        return _moves_into(v)
    if not v.objects:
        raise Unreadable("put what?", v.whole)
    phrases = v.objects[0]
    phrase = phrases[0]
    under = _final_post(v, phrase)
    selection = nouns.cards(phrases, scope, None)
    steps, cards = deeds.settle(selection, v)
    position = ""
    if under is not None:
        goal: ast.Place | None = under
        if scope.card is not None:
            scope.card.tucked |= set(selection.kinds)
    else:
        goal, position = deeds.goal_of(v)
    if goal is None and v.back:
        pool = selection.antecedent or scope.latest()
        goal = _origin(pool.place if pool is not None else None, scope)
        position = "top"
    if goal is None:
        raise Unreadable("put it where?", v.whole, "add 'into ...', 'on top of ...' or 'under ...'")
    if v.adverb("in any order") is not None and isinstance(cards, ast.CardSlot):
        steps.append(ast.ChooseOrder(cards.slot, v.by, v.text, span=scope.span(v.whole)))
    steps.append(ast.Move(cards, goal, position, span=scope.span(v.whole)))  # type: ignore[arg-type]
    return sequence(steps)


def _origin(place: ast.Place | None, scope: Scope) -> ast.Place | None:
    if place is not None:
        return place
    for antecedent in reversed(scope.unit.antecedents):
        if antecedent.place is not None:
            return antecedent.place
    return None


def _final_post(v: VerbPhrase, phrase: Phrase) -> ast.Place | None:
    """ "Put X under this card": the last "under ..." is the goal if no other goal is named."""
    if v.goal is not None or v.back or not phrase.posts:
        return None
    places.gather_spaces(phrase)
    last = phrase.posts[-1]
    if last.word.phrase not in ("under", "next to", "above", "beneath", "in"):
        return None
    phrase.posts.pop()
    v.scope.take(last.word)
    spots = places.places(last.phrase, v.scope)
    if last.word.phrase in ("under", "beneath"):
        if spots:
            return ast.Beneath(space=spots[0])
        return ast.Beneath(references.one_card(last.phrase, v.scope))
    if spots:
        return spots[0]
    side = v.scope.tables.beside(last.word.phrase, last.phrase)
    odd = [*last.phrase.adjectives, *last.phrase.heads[-1].narrowing] if side is not None else []
    if odd:
        raise Unreadable(f"{odd[0].text!r} says nothing about that place", odd[0], "leave it out")
    if side is None:
        raise Unreadable(f"nothing can be put {last.word.text} that", last.node)
    v.scope.take_all(last.phrase.node)
    return side


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
        steps.append(ast.Become(cards, identity, span=scope.span(as_trail)))
    verb = scope.tables.entering(goal)
    if verb >= 0:
        steps.append(deeds.intransitive(verb, v))
    else:
        steps.append(ast.Move(cards, goal, span=scope.span(v.whole)))
    return sequence(steps)


def _reveal(v: VerbPhrase) -> ast.Stmt:
    return _show(v, None)


def _look(v: VerbPhrase) -> ast.Stmt:
    return _show(v, v.by)


def _show(v: VerbPhrase, to: ast.Player | None) -> ast.Stmt:
    if not v.objects:
        raise Unreadable("reveal what?", v.whole)
    default = Source(belongings(v.by, v.scope))
    selection = nouns.cards(v.objects[0], v.scope, default)
    v.adverb("instead")
    steps, cards = deeds.settle(selection, v)
    steps.append(ast.Reveal(cards, to, span=v.scope.span(v.whole)))
    return sequence(steps)


def _shuffle(v: VerbPhrase) -> ast.Stmt:
    scope = v.scope
    if not v.objects:
        raise Unreadable("shuffle what?", v.whole)
    phrase = v.objects[0][0]
    spots = places.places(phrase, scope)
    span = scope.span(v.whole)
    if spots and v.goal is None:
        return sequence([ast.Shuffle(spot, span=span) for spot in spots])
    goal, _ = deeds.goal_of(v)
    if goal is None:
        raise Unreadable("shuffle into which pile?", v.whole)
    steps, cards = deeds.settle(nouns.cards([phrase], scope, None), v)
    return sequence([*steps, ast.Move(cards, goal, span=span), ast.Shuffle(goal, span=span)])


def _choose(v: VerbPhrase) -> ast.Stmt:
    """ "Choose a Guard in the Market [for each player]", "Choose a player"."""
    scope = v.scope
    if not v.objects:
        raise Unreadable("choose what?", v.whole)
    phrase = v.objects[0][0]
    noun = phrase.noun
    span = scope.span(v.whole)
    if noun is not None and noun.phrase == "player":
        others = phrase.adjective("other") is not None or phrase.determiner == "another"
        if phrase.determiner not in ("a", "any", "another"):
            raise Unreadable("one player is chosen", phrase.node, "say 'choose a player' or 'choose another player'")
        scope.take(noun, *phrase.determiners, phrase.adjective("other"))
        slot = scope.slot()
        scope.unit.player = ast.PlayerSlot(slot)
        first = scope.you if others else ast.ActivePlayer()
        return ast.ChoosePlayer(slot, ast.Players(first, others), v.by, v.text, span=span)
    trail = v.trail("t_for")
    if trail is not None:
        return _choose_for_each(v, trail)
    selection = nouns.cards(v.objects[0], scope, None)
    steps, _ = deeds.settle(selection, v)
    return sequence(steps)


def _choose_for_each(v: VerbPhrase, trail: Node) -> ast.Stmt:
    """A card for each player, all chosen before anything happens to them."""
    scope = v.scope
    np = trail.find("np")
    assert np is not None
    several = people.players(read_phrase(np), scope)
    if several is None:
        raise Unreadable("choose for whom?", trail)
    scope.take(trail.token("FOR"))
    selection = nouns.cards(v.objects[0], scope, None)
    chosen, one, who = scope.slot(), scope.slot(), scope.slot()
    rest = ast.Without(selection.cards, ast.CardSlot(chosen))
    choose = ast.Choose(one, rest, ast.Const(1), ast.Const(1), v.by, v.text, span=scope.span(v.whole))
    keep = ast.Bind(chosen, ast.Union((ast.CardSlot(chosen), ast.CardSlot(one))))
    mapped = scope.remember(ast.Take(ast.CardSlot(chosen), "first", ast.Const(1)), False, selection.kinds)
    mapped.used.append(ast.CardSlot(chosen))
    scope.unit.mapped = chosen
    return ast.ForPlayers(who, several, ast.Seq((choose, keep)), span=scope.span(v.whole))


def get(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "You get +2 Power", "you get Gold equal to ...", "... for each ..."."""
    scope = v.scope
    if not v.objects:
        raise Unreadable("get what?", v.whole)
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is None or v.actor.player is None:
        raise Unreadable("who gets what?", v.whole)
    amount = deeds.how_much(phrase, scope)
    if times is not None:
        amount = times if amount == ast.Const(1) else ast.Times(amount, times)
    span = scope.span(v.whole)
    for sense in senses(noun, ResourceSense):
        scope.take(noun)
        return ast.GainResource(v.actor.player, sense.resource, amount, span=span)
    raise Unreadable(f"{noun.text!r} is nothing a player can get", noun)


def _take(v: VerbPhrase) -> ast.Stmt:
    """ "Take another turn after this one"."""
    phrase = v.objects[0][0] if v.objects else None
    words = [t.phrase for t in phrase.node.tokens()] if phrase is not None else []
    if (
        phrase is None
        or words[:2] != ["another", "turn"]
        or words[2:] not in ([], ["after", "this", "one"], ["after", "this", "turn"])
    ):
        raise Unreadable("take what?", v.whole, "say 'take another turn' or 'take another turn after this one'")
    v.scope.take_all(phrase.node)
    return ast.ExtraTurn(v.by, span=v.scope.span(v.whole))


def _do(v: VerbPhrase) -> ast.Stmt:
    """ "Do the same thing to each other player's deck"."""
    scope = v.scope
    phrase = v.objects[0][0] if v.objects else None
    if phrase is None or phrase.noun is None or phrase.noun.phrase != "thing" or not phrase.adjective("same"):
        raise Unreadable("do what?", v.whole)
    scope.take_all(phrase.node)
    if v.goal is None:
        return statements.again(scope, v.whole)
    owner = v.goal.owner
    if owner is None or owner.noun is None or owner.noun.phrase != "player":
        raise Unreadable("to whose things?", v.whole)
    others = owner.adjective("other") is not None
    scope.take_all(v.goal.node)
    slot = scope.slot()
    body = statements.again(scope, v.whole, ast.PlayerSlot(slot))
    return ast.ForPlayers(slot, ast.Players(ast.ActivePlayer(), others), body, span=scope.span(v.whole))


def _run_lines(v: VerbPhrase) -> ast.Stmt:
    """ "Carry out the Dawn lines of that card", "Carry out the card's text"."""
    scope = v.scope
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    if phrase is None or noun is None or noun.phrase not in ("line", "text"):
        raise Unreadable("carry out what?", v.whole)
    scope.take(noun, *phrase.determiners)
    span = scope.span(v.whole)
    if noun.phrase == "text":
        if phrase.owner is None:
            raise Unreadable("whose text?", phrase.node)
        return ast.RunText(references.one_card(phrase.owner, scope), v.by, span=span)
    label = next((s.label for t in phrase.heads[-1].narrowing for s in senses(t, LabelSense)), -1)
    post = phrase.post("of")
    if label < 0 or post is None:
        raise Unreadable("which lines of which card?", phrase.node)
    scope.take(post.word, *phrase.heads[-1].narrowing)
    cards = nouns.cards([post.phrase], scope, None).cards
    ordinal: ast.Number | None = None
    about = next((a.kinds for a in scope.unit.antecedents if a.cards == ast.CardSlot(ast.OBJECT)), frozenset())
    if scope.in_verb >= 0 and not scope.tables.verbs[scope.in_verb].takes_card:
        about = frozenset()
    scope.tables.label_objects[label] = scope.tables.label_objects.get(label, frozenset()) | about
    if scope.in_verb >= 0:
        ordinal = ast.Plus(ast.TimesDone(scope.in_verb, None, True), ast.Const(0))
    return ast.RunLabel(label, cards, v.by, ordinal, span=span)


def _push(v: VerbPhrase) -> ast.Stmt:
    scope = v.scope
    spots = places.places(v.objects[0][0], scope) if v.objects else []
    if not spots:
        raise Unreadable("push from which space?", v.whole)
    out = scope.slot()
    scope.unit.pushed = out
    return ast.Push(spots[0], out, span=scope.span(v.whole))


def _fill(v: VerbPhrase) -> ast.Stmt:
    """ "Fill the Market": each space of a row from the pile it is refilled from."""
    scope = v.scope
    spots = places.places(v.objects[0][0], scope) if v.objects else []
    if not spots or not isinstance(spots[0], ast.ZonePlace):
        raise Unreadable("fill which row?", v.whole)
    zone = spots[0].zone
    decl = scope.tables.zones[zone]
    if not decl.spaces or decl.refill < 0:
        raise Unreadable(f"{decl.name} has no spaces that are refilled", v.whole)
    span = scope.span(v.whole)
    source = ast.ZonePlace(decl.refill)
    moves = [
        ast.Move(ast.TopOf(source, ast.Const(1)), ast.SpacePlace(zone, i), span=span) for i in range(len(decl.spaces))
    ]
    return ast.Seq(tuple(moves))


def _use(v: VerbPhrase) -> ast.Stmt:
    """ "You can use Gold as Power this turn"."""
    scope = v.scope
    trail = v.trail("t_as")
    phrase = v.objects[0][0] if v.objects else None
    np = trail.find("np") if trail is not None else None
    if phrase is None or phrase.noun is None or np is None or trail is None:
        raise Unreadable("use what as what?", v.whole)
    target = read_phrase(np)
    spend = resource_of(phrase.noun)
    as_ = resource_of(target.noun)
    if spend < 0 or as_ < 0 or not v.adverb("this turn"):
        raise Unreadable("this can only say which points may be used as which this turn", v.whole)
    scope.take_all(phrase.node)
    scope.take_all(trail)
    return ast.Allow(v.by, spend, as_, "turn", span=scope.span(v.whole))


def _deal(v: VerbPhrase) -> ast.Stmt:
    """ "give / remove N counters": counters on cards or points of a player."""
    scope = v.scope
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    if phrase is None or noun is None:
        raise Unreadable("how many of what?", v.whole)
    amount: ast.Number = ast.Const(phrase.number.number or 1) if phrase.number is not None else ast.Const(1)
    scope.take(noun, phrase.number, *phrase.determiners)
    sign = -1 if v.verb.phrase in ("lose", "remove") else 1
    if sign < 0:
        amount = ast.Times(ast.Const(-1), amount)
    for counter in senses(noun, CounterSense):
        if v.goal is None:
            raise Unreadable("on which card?", v.whole)
        cards = nouns.cards([v.goal], scope, None).cards
        return ast.AddCounters(cards, counter.counter, amount, span=scope.span(v.whole))
    for resource in senses(noun, ResourceSense):
        return ast.GainResource(v.by, resource.resource, amount, span=scope.span(v.whole))
    raise Unreadable(f"{noun.text!r} is nothing that can be given or lost", noun)


HANDLERS: dict[str, Handler] = {
    "put": _put, "move": _put, "return": _put, "tuck": _put, "stack": _put, "reveal": _reveal, "look at": _look,
    "shuffle": _shuffle, "choose": _choose, "get": lambda v: get(v, None), "take": _take, "do": _do,
    "become": lambda v: becoming.become(v),
    "carry out": _run_lines, "push": _push, "fill": _fill, "use": _use, "lose": _deal, "move into": _put,
    "open": _open,
}  # fmt: skip
