"""The language's own verbs: reveal, shuffle, get, take, do, carry out, push, fill, use, open, and a table of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

from msgspec.structs import replace as replace_node

from cardscript.language import (
    ast,
    becoming,
    choosing,
    counters,
    deeds,
    keywords,
    nouns,
    numbers,
    people,
    places,
    placing,
    references,
    retargeting,
    statements,
)
from cardscript.language.joining import sequence
from cardscript.language.phrases import Phrase, attribute_of, nest, read_phrase, relative_verb, resource_of, senses
from cardscript.language.scope import Unreadable
from cardscript.language.selections import Selection, Source, belongings, revealable
from cardscript.language.senses import CounterSense, EndingSense, LabelSense, NameSense, ResourceSense, WindowSense
from cardscript.language.verb_phrases import Actor, VerbPhrase

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
    to = v.scope.tables.window_to.get(found[0].name, "")
    if to == "you":
        slot = v.scope.slot()
        return replace_node(window, players=ast.Players(v.by, False, slot, ast.SamePlayer(ast.PlayerSlot(slot), v.by)))
    if to == "each player from your left":
        return replace_node(window, players=ast.Players(ast.Neighbour(v.by, 1)))
    return window


def _reveal(v: VerbPhrase) -> ast.Stmt:
    return _show(v, None)


def _look(v: VerbPhrase) -> ast.Stmt:
    return _show(v, v.by)


def _show(v: VerbPhrase, to: ast.Player | None) -> ast.Stmt:
    if not v.objects:
        raise Unreadable("reveal what?", v.whole)
    default = Source(revealable(v.by, v.scope) if to is None else belongings(v.by, v.scope))
    selection = nouns.cards(v.objects[0], v.scope, default)
    v.adverb("instead")
    steps, cards = deeds.settle(selection, v)
    v.scope.unit.revealed = v.scope.latest()
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


def get(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "You get +2 Power", "you get Gold equal to ...", "... for each ..."."""
    if v.objects and len(v.objects[0]) > 1:
        each = [[phrase] for phrase in v.objects[0]]
        return sequence([get(replace(v, objects=[one]), times) for one in each])
    if v.objects and v.objects[0][0].joined:
        others, v.objects[0][0].joined = v.objects[0][0].joined, []
        return sequence([get(replace(v, objects=[[one]]), times) for one in (v.objects[0][0], *others)])
    scope = v.scope
    if not v.objects:
        raise Unreadable("get what?", v.whole)
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is None or v.actor.player is None:
        raise Unreadable("who gets what?", v.whole)
    named = (
        keywords.keyword_statement(phrase, scope, phrase.node, player=True)
        if keywords.keyword_of(phrase) >= 0
        else None
    )
    if named is not None:
        return named if times is None else ast.Repeat(times, named)
    printed = _printed(v, phrase)
    if printed is not None:
        return printed
    amount = deeds.how_much(phrase, scope)
    if times is not None:
        amount = times if amount == ast.Const(1) else ast.Times(amount, times)
    span = scope.span(v.whole)
    for sense in senses(noun, ResourceSense):
        scope.take(noun)
        if any(node.rule == "adj_inf" for node in phrase.brackets):
            return _usable_only(v, phrase, sense.resource, amount)
        return ast.GainResource(v.actor.player, sense.resource, amount, span=span)
    raise Unreadable(f"{noun.text!r} is nothing a player can get", noun)


def _usable_only(v: VerbPhrase, phrase: Phrase, resource: int, amount: ast.Number) -> ast.Stmt:
    """ "+5 Power usable only to tame Beasts in the Ford": points of their own that can be spent for nothing else."""
    scope = v.scope
    node = next(n for n in phrase.brackets if n.rule == "adj_inf")
    rv = node.find("rv")
    verb, bare = relative_verb(rv)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    only = node.token("ADJI")
    if rv is None or verb is None or bare is None or not declared or only is None or only.phrase != "usable only":
        raise Unreadable("usable for what?", node, "write 'usable only to VERB CARDS in ...'")
    scope.take(only, verb)
    what = read_phrase(bare)
    what.posts += phrase.posts
    slot = scope.slot()
    where = nouns.standing_test(what, scope)(ast.CardSlot(slot))
    name = f"{scope.tables.resources[resource].name} {scope.words(node)}"
    for post in phrase.posts:
        name += f" {scope.words(post.node)}"
    own = scope.tables.resource_of_its_own(name, scope.span(node))
    span = scope.span(v.whole)
    gain = ast.GainResource(v.by, own, amount, span=span)
    number = scope.tables.hand_verb(declared)
    return ast.Seq((gain, ast.Allow(v.by, own, resource, "turn", number, slot, where, span=span)))


def _printed(v: VerbPhrase, phrase: Phrase) -> ast.Stmt | None:
    """ "You get the printed Gold and Power of that card": what it prints of each, whatever changes it."""
    scope, word, of = v.scope, phrase.adjective("printed"), phrase.post("of")
    if word is None or of is None or phrase.determiner != "the" or v.actor.player is None:
        return None
    scope.take(word, of.word, *phrase.determiners)
    at = phrase.posts.index(of)
    of.phrase.posts += phrase.posts[at + 1 :]
    selection = nouns.cards([of.phrase], scope, None)
    if selection.chosen:
        raise Unreadable("of which card?", of.node, "say 'that ...', or choose one before")
    steps, cards = deeds.settle(selection, v)
    span = scope.span(v.whole)
    for head in phrase.heads:
        resource, attribute = resource_of(head.noun), attribute_of(head.noun)
        if resource < 0 or attribute < 0 or head.narrowing:
            raise Unreadable(f"{head.noun.text!r} is no number of a card that a player can get", head.noun)
        scope.take(head.noun)
        value = ast.AttributeOf(cards, attribute, True)
        steps.append(ast.GainResource(v.actor.player, resource, value, span=span))
    return sequence(steps)


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
    """ "Carry out the Dusk lines of that card", "Carry out the card's text"."""
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
    cards = nouns.cards([nest(phrase, post)], scope, None).cards
    ordinal: ast.Number | None = None
    about = next((a.kinds for a in scope.unit.antecedents if a.cards == ast.CardSlot(ast.OBJECT)), frozenset())
    if scope.in_verb >= 0 and not scope.tables.verbs[scope.in_verb].takes_card:
        about = frozenset()
    scope.tables.label_objects[label] = scope.tables.label_objects.get(label, frozenset()) | about
    if scope.in_verb >= 0:
        scope.tables.label_verbs[label] = scope.in_verb
        ordinal = ast.Plus(ast.TimesDone(scope.in_verb, None, True), ast.Const(0))
    if v.adverb("in any order") is None:
        return ast.RunLabel(label, cards, v.by, ordinal, span=span)
    slot = scope.slot()
    ordered = ast.ChooseOrder(slot, ast.ActivePlayer(), v.text, span=span)
    return ast.Seq((ast.Bind(slot, cards), ordered, ast.RunLabel(label, ast.CardSlot(slot), v.by, ordinal, span=span)))


def _distribute(v: VerbPhrase) -> ast.Stmt:
    """ "Distribute Charm counters equal to ... among your Pets"."""
    scope = v.scope
    phrase = v.objects[0][0] if v.objects else None
    kinds = counters.counters_of(phrase)
    among = phrase.post("among") if phrase is not None else None
    if phrase is None or among is None or len(kinds) != 1 or kinds[0] < 0:
        raise Unreadable("distribute which counters among which cards?", v.whole, "say 'NAME counters among ...'")
    counters.take_words(phrase, scope)
    at = phrase.posts.index(among)
    goal = nest(phrase, among)
    del phrase.posts[at:]
    amount = deeds.how_much(phrase, scope)
    scope.take(among.word, *phrase.determiners)
    cards = nouns.cards([goal], scope, None)
    return ast.Distribute(cards.cards, kinds[0], amount, v.by, v.text, span=scope.span(v.whole))


def _win(v: VerbPhrase) -> ast.Stmt:
    """ "You win the game by First Light": an ending of the game, won by who is said to."""
    phrase = v.objects[0][0] if v.objects else None
    post = phrase.post("by") if phrase is not None else None
    noun = phrase.noun if phrase is not None else None
    named = senses(post.phrase.noun, EndingSense) if post is not None and post.phrase.noun is not None else []
    if phrase is None or noun is None or noun.phrase != "game" or post is None or not named:
        raise Unreadable("win how?", v.whole, "say 'win the game by ENDING'")
    v.scope.take(noun, *phrase.determiners, post.word)
    v.scope.take_all(post.phrase.node)
    return ast.EndGame(named[0].ending, v.by, span=v.scope.span(v.whole))


def _close(v: VerbPhrase) -> ast.Stmt:
    """ "Close the Answers": nobody is asked any more."""
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    named = senses(noun, WindowSense) if noun is not None else []
    if phrase is None or noun is None or not named:
        raise Unreadable("close which window?", v.whole)
    v.scope.take(noun, *phrase.determiners)
    return ast.CloseWindow(named[0].name, span=v.scope.span(v.whole))


def _announce(v: VerbPhrase) -> ast.Stmt:
    """ "You announce the card": what its text has you choose is chosen now."""
    selection = nouns.cards(v.objects[0], v.scope, None) if v.objects else None
    if selection is None or selection.chosen or selection.many:
        raise Unreadable("announce which card?", v.whole, "say 'announce that card'")
    span = v.scope.span(v.whole)
    if v.scope.ability is not None and selection.cards == ast.CardSlot(ast.OBJECT):
        kind = v.scope.object_kind
        return ast.Announce(ast.CardSlot(ast.THIS), v.by, v.scope.ability, ast.OBJECT, kind, span=span)
    return ast.Announce(selection.cards, v.by, span=span)


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


def _have(v: VerbPhrase) -> ast.Stmt:
    """ "You have a Beast flee": a card that you pick does it."""
    scope = v.scope
    vps = v.node.find("vps")
    if vps is None or not v.objects or v.actor.player is None:
        raise Unreadable("have what do what?", v.whole, "say 'you may have a CARD ...'")
    selection = nouns.cards(v.objects[0], scope, None)
    if selection.many:
        raise Unreadable("one card at a time", v.whole, "say 'a ...'")
    steps, cards = deeds.settle(selection, v)
    doer = scope.latest()
    actor = Actor(cards=Selection(cards, kinds=selection.kinds, plain=True))
    return sequence([*steps, statements.joined(vps, actor, scope.but(subject=doer), optional=False)])


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


def _say(v: VerbPhrase) -> ast.Stmt:
    """ "Say "the moon has risen"": words that do nothing; they are in the trace."""
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    if noun is None or not noun.text.startswith('"'):
        raise Unreadable("say what?", v.whole, "write the words in quotes")
    v.scope.take(noun)
    return ast.Nothing(noun.text, span=v.scope.span(v.whole))


def _count(v: VerbPhrase) -> ast.Stmt:
    """ "Count the number of cards you drew this turn": "that many" is then so many."""
    if not v.objects:
        raise Unreadable("count what?", v.whole)
    slot = v.scope.slot()
    value = numbers.number(v.objects[0][0], v.scope)
    v.scope.unit.amount = ast.NumberSlot(slot)
    return ast.BindNumber(slot, value, span=v.scope.span(v.whole))


def _prevent(v: VerbPhrase) -> ast.Stmt:
    """ "prevent that card": the event a replacement is about does not happen, as it does not anyway."""
    phrase = v.objects[0][0] if v.objects else None
    if phrase is None or not v.scope.event or phrase.determiner != "that" or phrase.posts or phrase.relatives:
        raise Unreadable("prevent what?", v.whole, "say 'prevent that card' in 'If you would ..., ... instead'")
    v.scope.take(phrase.noun, *phrase.determiners)
    return ast.Seq(())


def _deal(v: VerbPhrase) -> ast.Stmt:
    """ "give / remove N counters": counters on cards or points of a player."""
    scope = v.scope
    phrase = v.objects[0][0] if v.objects else None
    noun = phrase.noun if phrase is not None else None
    if phrase is None or noun is None:
        raise Unreadable("how many of what?", v.whole)
    scope.take(noun, phrase.number, *phrase.determiners)
    amount: ast.Number = ast.Const(phrase.number.number or 1) if phrase.number is not None else ast.Const(1)
    if phrase.post("equal to") is not None:
        amount = deeds.how_much(phrase, scope)
    sign = -1 if v.verb.phrase in ("lose", "remove", "spend") else 1
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


def _spend(v: VerbPhrase) -> ast.Stmt:
    """ "You must spend 3 Gold": only as a price, which is not paid in part."""
    if not v.scope.price:
        raise Unreadable("spend on what?", v.whole, "say 'To VERB this, you must spend ...'")
    return _deal(v)


def _transform(v: VerbPhrase) -> ast.Stmt:
    """ "This Plot transforms into "Oak"": it is the card on its other side now, and lies where such cards do."""
    scope, goal = v.scope, v.goal
    noun = goal.noun if goal is not None else None
    name = next((s.name for s in senses(noun, NameSense)), "") if noun is not None else ""
    cards = v.actor.cards.cards if v.actor.cards is not None else None
    mine = scope.card.name if scope.card is not None else ""
    if goal is None or cards != ast.CardSlot(ast.THIS) or scope.tables.backs.get(mine) != name or not name:
        raise Unreadable("into what?", v.whole, "name the card that is the back of this one")
    scope.take_all(goal.node)
    span = scope.span(v.whole)
    home = scope.tables.kinds[scope.tables.card_kinds[name]].home
    steps: list[ast.Stmt] = [ast.Become(cards, ast.Identity(named=name), span=span)]
    if home >= 0:
        steps.append(ast.Move(cards, ast.ZonePlace(home), span=span))
    return sequence(steps)


def _destroy(v: VerbPhrase) -> ast.Stmt:
    """ "Destroy the current player": out of the game. "Destroy the rightmost Road space": out of its row."""
    if v.objects and (gone := _destroyed_space(v, v.objects[0][0])) is not None:
        return gone
    who = people.player(v.objects[0][0], v.scope) if v.objects else None
    if who is None:
        raise Unreadable("'destroy' has no meaning for cards in this game", v.whole, "say it of a player or space")
    return ast.LeaveGame(who, span=v.scope.span(v.whole))


def _destroyed_space(v: VerbPhrase, phrase: Phrase) -> ast.Stmt | None:
    """An event about the space; None if the phrase means no space of a row."""
    spots = places.places(phrase, v.scope)
    row = placing.row_of(spots[0], v.scope) if len(spots) == 1 else -1
    if row < 0:
        return None
    place = spots[0]
    asked: tuple[ast.Stmt, ...] = ()
    if placing.open_space(phrase):
        place, asked = placing.choose_space(v, place, phrase, None, False)
    elif isinstance(place, ast.ZonePlace):
        raise Unreadable("which space?", phrase.node, "say 'a', 'the leftmost' or 'that' space")
    span = v.scope.span(v.whole)
    return sequence([*asked, ast.Do(v.scope.tables.destroying(span), v.by, goal=place, span=span)])


def _elsewhere(module: ModuleType, name: str) -> Handler:
    """A handler of another module, looked up when it is called (the modules import each other)."""
    return lambda v: getattr(module, name)(v)


_PUT = _elsewhere(placing, "put")

HANDLERS: dict[str, Handler] = {
    "put": _PUT, "move": _PUT, "return": _PUT, "tuck": _PUT, "stack": _PUT, "move into": _PUT,
    "add": _elsewhere(placing, "add"), "swap": _elsewhere(placing, "swap"), "reveal": _reveal, "look at": _look,
    "search": _elsewhere(choosing, "search"), "shuffle": _shuffle, "choose": _elsewhere(choosing, "choose"),
    "get": lambda v: get(v, None), "take": _take, "do": _do, "become": _elsewhere(becoming, "become"),
    "have": _have, "carry out": _run_lines, "push": _push, "fill": _fill, "use": _use, "lose": _deal, "spend": _spend,
    "transform": _transform, "destroy": _destroy, "open": _open, "close": _close, "announce": _announce,
    "distribute": _distribute, "win": _win, "change": _elsewhere(retargeting, "change"),
    "remove": _elsewhere(counters, "remove"), "prevent": _prevent, "say": _say, "enter": _elsewhere(placing, "enter"),
    "move forward": _elsewhere(placing, "forward"), "count": _count,
}  # fmt: skip
