"""What verbs do: the language's own (put, reveal, get, become, ...) and the ones a game declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cardscript.language import ast, nouns
from cardscript.language.nouns import Selection, Source
from cardscript.language.phrases import Phrase, read_phrase, read_phrases, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import (
    AttributeSense,
    CounterSense,
    GroupSense,
    KindSense,
    LabelSense,
    NameSense,
    ResourceSense,
    TraitSense,
    ValueSense,
    WindowSense,
)
from cardscript.language.source import Span
from cardscript.language.statements import Actor, VerbPhrase, again
from cardscript.language.syntax import Node, Token

Handler = Callable[[VerbPhrase], ast.Stmt]


def carry_out(v: VerbPhrase) -> ast.Stmt:
    """The statement of one verb phrase; every trail must have been read by then.

    Raises Unreadable if the verb means nothing in this game or cannot be used so."""
    counted = _times(v)
    declared = v.scope.tables.verbs_of(v.verb)
    handler = HANDLERS.get(v.verb.phrase)
    statement: ast.Stmt | None = None
    if v.actor.phrase is not None and v.verb.phrase in CHANGES:
        statement = CHANGES[v.verb.phrase](v, counted)
        counted = None
    elif v.verb.phrase == "get" and handler is not None:
        statement = _get(v, counted)
        counted = None
    elif declared:
        statement = _declared(v, declared)
    elif handler is not None:
        statement = handler(v)
    if statement is None:
        known = v.scope.tables.verb_words()
        raise Unreadable(
            f"'{v.verb.text}' has no meaning in this game", v.verb, v.scope.tables.near(v.verb.phrase, known)
        )
    if counted is not None:
        statement = ast.Repeat(counted, statement)
    return statement


def _times(v: VerbPhrase) -> ast.Number | None:
    """ "... for each X": how often, or by how much."""
    trail = v.trail("t_for")
    if trail is None:
        return None
    np = trail.find("np")
    assert np is not None
    phrase = read_phrase(np)
    if nouns.players(phrase, v.scope) is not None:
        return None
    return nouns.counted(phrase, v.scope)


# --- choosing and doing ------------------------------------------------------------------------------------------


def settle(selection: Selection, v: VerbPhrase, prompt: str = "", verb: int = -1) -> tuple[list[ast.Stmt], ast.Cards]:
    """Statements that fix which cards are meant (for a player to do `verb` to them), and the slot they are then in.
    They can be spoken of afterwards."""
    scope = v.scope
    span = scope.span(v.whole)
    if not selection.chosen and isinstance(selection.cards, ast.CardSlot):
        scope.remember(selection.cards, selection.many, selection.kinds)
        return [], selection.cards
    slot = scope.slot()
    cards = ast.CardSlot(slot)
    if selection.random:
        count = selection.most or ast.Const(1)
        scope.remember(cards, selection.many, selection.kinds)
        return [ast.ChooseRandom(slot, selection.cards, count, span=span)], cards
    if selection.chosen:
        assert selection.least is not None and selection.most is not None
        by = selection.by or v.by
        step: ast.Stmt = ast.Choose(
            slot, selection.cards, selection.least, selection.most, by, prompt or v.text, verb=verb, span=span
        )
    else:
        step = ast.Bind(slot, selection.cards, span=span)
    mapped = ast.CardSlot(scope.unit.mapped)
    if scope.unit.mapped >= 0 and selection.cards == ast.Take(mapped, "first", ast.Const(1)):
        return [step, ast.Bind(mapped.slot, ast.Without(mapped, cards), span=span)], cards
    if selection.antecedent is not None:
        selection.antecedent.used.append(cards)
    else:
        antecedent = scope.remember(cards, selection.many, selection.kinds)
        if isinstance(selection.cards, ast.TopOf):
            antecedent.place = selection.cards.place
    return [step], cards


def _sequence(parts: list[ast.Stmt]) -> ast.Stmt:
    return parts[0] if len(parts) == 1 else ast.Seq(tuple(parts))


def _declared(v: VerbPhrase, declared: list[int]) -> ast.Stmt:
    """A verb of the game: choose what it is done to, then do it, one event a card."""
    scope = v.scope
    tables = scope.tables
    if v.verb.phrase == "play" and v.objects and _is_copy(v.objects[0][0]):
        return _play_copy(v, declared)
    verb = _overload(v, declared)
    if v.actor.cards is not None and tables.verbs[verb].actor == "player" and not tables.intransitive(verb):
        raise Unreadable(f"only a player can {v.verb.phrase}", v.verb, "say 'you' or 'each player'")
    for trail in v.trails:
        if trail.rule == "t_adv":
            word = trail.token("ADVP")
            if word is not None and word.phrase in ("for free", "immediately", "instead"):
                scope.take(word)
    actor: ast.Player | ast.Cards = v.by
    if tables.verbs[verb].actor == "card":
        if v.actor.cards is None and scope.card is not None and v.actor.player == scope.you:
            v.actor.cards = Selection(ast.CardSlot(ast.THIS), plain=True)
        if v.actor.cards is None:
            raise Unreadable(f"who is to {v.verb.phrase}?", v.verb, "name the card that does it")
        actor = v.actor.cards.cards
    span = scope.span(v.whole)
    if v.particle == "down to" and v.goal is not None and not v.objects:
        return _down_to(v, verb, actor)
    unit = tables.verb_facts[verb].unit_word
    if unit and v.objects:
        return _deal_units(v, verb, actor, unit)
    if not v.objects or not tables.verbs[verb].takes_card:
        return _plain_deed(v, verb, actor)
    phrases = v.objects[0]
    selection = nouns.cards(phrases, scope, _default_source(verb, v))
    if selection.negative:
        raise Unreadable("'no' makes this a ban", v.whole, "say \"can't\" or ask with 'if'")
    top = selection.cards
    if (
        tables.verb_zone(verb) >= 0
        and isinstance(top, ast.TopOf)
        and not selection.chosen
        and top.count != ast.Const(1)
    ):
        one = ast.TopOf(top.place, ast.Const(1))  # each is done with before the next is on top
        return ast.Repeat(top.count, ast.Do(verb, actor, one, span=span), span=span)
    chooser_acts = isinstance(actor, ast.Player) and selection.by in (None, actor)
    steps, cards = settle(selection, v, verb=verb if chooser_acts else -1)
    goal, position = _goal(v)
    args: tuple[ast.Player | ast.Cards | ast.Place | ast.Number, ...] = ()
    if goal is None and v.goal is not None:
        args = (_argument(v.goal, scope),)
    flag = -1
    if scope.card is not None:
        flag = scope.slot()
        if scope.unit.flag < 0:
            scope.unit.flag = flag
    deed = ast.Do(verb, actor, cards, None, goal, position, args, flag, span=span)
    return _sequence([*steps, deed])


def _deal_units(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards, unit: str) -> ast.Stmt:
    """ "takes 2 damage": as many events, one after the other."""
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is None or noun.phrase != unit:
        raise Unreadable(f"{v.verb.phrase} how much {unit}?", v.whole)
    v.scope.take(noun, *phrase.determiners)
    times = nouns.number(phrase, v.scope) if phrase.number is None and phrase.owner else _amount_or_one(phrase, v.scope)
    deed = ast.Do(verb, actor, span=v.scope.span(v.whole))
    return deed if times == ast.Const(1) else ast.Repeat(times, deed)


def _amount_or_one(phrase: Phrase, scope: Scope) -> ast.Number:
    if phrase.number is None and phrase.post("equal to") is None:
        return ast.Const(1)
    return _amount(phrase, scope)


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


def _down_to(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards) -> ast.Stmt:
    """ "discards down to four cards": as many as there are too many."""
    source = _default_source(verb, v)
    goal = v.goal
    if source is None or source.cards is None or goal is None or goal.number is None or goal.number.number is None:
        raise Unreadable("down to how many?", v.whole)
    v.scope.take(goal.number, goal.noun if goal.noun is None or goal.noun.phrase == "card" else None)
    slot = v.scope.slot()
    excess = ast.Minus(ast.Count(source.cards), ast.Const(goal.number.number))
    span = v.scope.span(v.whole)
    choose = ast.Choose(slot, source.cards, excess, excess, v.by, v.text, span=span)
    return ast.Seq((choose, ast.Do(verb, actor, ast.CardSlot(slot), span=span)))


def _argument(phrase: Phrase, scope: Scope) -> ast.Player | ast.Cards | ast.Place | ast.Number:
    who = nouns.player(phrase, scope)
    if who is not None:
        return who
    return nouns.cards([phrase], scope, None).cards


def _plain_deed(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards) -> ast.Stmt:
    """A verb without cards: "shuffle up", "it takes effect"."""
    for phrases in v.objects:
        raise Unreadable(f"'{v.verb.text}' is done to nothing", phrases[0].node, "leave this out")
    if v.scope.tables.intransitive(verb):
        return intransitive(verb, v)
    return ast.Do(verb, actor, span=v.scope.span(v.whole))


def intransitive(verb: int, v: VerbPhrase) -> ast.Stmt:
    """ "it flees": the card that does it is the event's card."""
    if v.actor.cards is None:
        raise Unreadable(f"who is to {v.verb.phrase}?", v.verb, "name the card that does it")
    return ast.Do(verb, v.scope.you, v.actor.cards.cards, span=v.scope.span(v.whole))


def _overload(v: VerbPhrase, declared: list[int]) -> int:
    """Which of several verbs of one name is meant: by its fixed object, by where the cards come from."""
    tables = v.scope.tables
    if len(declared) == 1:
        return declared[0]
    text = " ".join(t.text for t in v.objects[0][0].node.tokens()).lower() if v.objects else ""
    fitting = [d for d in declared if tables.fixed_object(d) and tables.fixed_object(d) == text]
    if fitting:
        return fitting[0]
    declared = [d for d in declared if not tables.fixed_object(d)]
    restricted = [d for d in declared if tables.verb_zone(d) >= 0]
    if restricted and v.objects:
        used = set(v.scope.unit.used)
        known = len(v.scope.unit.antecedents)
        try:
            selection = nouns.cards(v.objects[0], v.scope, Source(ast.AllCards()))
            for d in restricted:
                if tables.verb_zone(d) in selection.zones:
                    return d
        finally:
            v.scope.unit.used.clear()
            v.scope.unit.used.update(used)
            del v.scope.unit.antecedents[known:]
    rest = [d for d in declared if tables.verb_zone(d) < 0]
    return (rest or declared)[0]


def _default_source(verb: int, v: VerbPhrase) -> Source | None:
    return v.scope.tables.source_of(verb, v.by, v.scope)


def _goal(v: VerbPhrase) -> tuple[ast.Place | None, Literal["", "top", "bottom"]]:
    """The place a "to/into/on top of" names."""
    if v.goal is None:
        return None, ""
    spots = nouns.places(v.goal, v.scope)
    if not spots:
        return None, ""
    position: Literal["", "top", "bottom"] = ""
    if "bottom" in v.particle:
        position = "bottom"
    elif "top" in v.particle:
        position = "top"
    return spots[0], position


def _is_copy(phrase: Phrase) -> bool:
    return phrase.noun is not None and phrase.noun.phrase == "copy"


def _play_copy(v: VerbPhrase, declared: list[int]) -> ast.Stmt:
    """ "Play a copy of each of those cards"."""
    phrase = v.objects[0][0]
    post = phrase.post("of")
    if post is None or phrase.determiner != "a":
        raise Unreadable("a copy of what?", phrase.node, "say 'a copy of ...'")
    v.scope.take(phrase.noun, *phrase.determiners, post.word)
    selection = nouns.cards([nouns.nest(phrase, post)], v.scope, None)
    if selection.chosen:
        raise Unreadable("which of them?", post.node, "say 'each of ...', or choose one before")
    verb = v.scope.tables.hand_verb(declared)
    return ast.PlayCopy(verb, v.by, selection.cards, span=v.scope.span(v.whole))


# --- the language's own verbs ------------------------------------------------------------------------------------


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
    selection = nouns.cards(phrases, scope, _any_place(phrase))
    steps, cards = settle(selection, v)
    position = ""
    if under is not None:
        goal: ast.Place | None = under
        if scope.card is not None:
            scope.card.tucked |= set(selection.kinds)
    else:
        goal, position = _goal(v)
    if goal is None and v.back:
        pool = selection.antecedent or scope.latest()
        goal = _origin(pool.place if pool is not None else None, scope)
        position = "top"
    if goal is None:
        raise Unreadable("put it where?", v.whole, "add 'into ...', 'on top of ...' or 'under ...'")
    order = v.adverb("in any order")
    if order is not None:
        if isinstance(cards, ast.CardSlot):
            steps.append(ast.ChooseOrder(cards.slot, v.by, v.text, span=scope.span(v.whole)))
    steps.append(ast.Move(cards, goal, position, span=scope.span(v.whole)))  # type: ignore[arg-type]
    return _sequence(steps)


def _origin(place: ast.Place | None, scope: Scope) -> ast.Place | None:
    if place is not None:
        return place
    for antecedent in reversed(scope.unit.antecedents):
        if antecedent.place is not None:
            return antecedent.place
    return None


def _any_place(phrase: Phrase) -> Source | None:
    return None


def _final_post(v: VerbPhrase, phrase: Phrase) -> ast.Place | None:
    """ "Put X under this card": the last "under ..." is the goal if no other goal is named."""
    if v.goal is not None or v.back or not phrase.posts:
        return None
    nouns.gather_spaces(phrase)
    last = phrase.posts[-1]
    if last.word.phrase not in ("under", "next to", "above", "beneath", "in"):
        return None
    phrase.posts.pop()
    v.scope.take(last.word)
    spots = nouns.places(last.phrase, v.scope)
    if last.word.phrase in ("under", "beneath"):
        if spots:
            return ast.Beneath(space=spots[0])
        return ast.Beneath(nouns.one_card(last.phrase, v.scope))
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
    goal, _ = _goal(v)
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
        identity = identity_of(read_phrase(np), scope)
        if above is not None:
            if scope.card is None or scope.card.counted_as is None:
                raise Unreadable("'as above': nothing above says as what", above)
            identity = scope.card.counted_as
        steps.append(ast.Become(cards, identity, span=scope.span(as_trail)))
    verb = scope.tables.entering(goal)
    if verb >= 0:
        steps.append(intransitive(verb, v))
    else:
        steps.append(ast.Move(cards, goal, span=scope.span(v.whole)))
    return _sequence(steps)


def _reveal(v: VerbPhrase) -> ast.Stmt:
    return _show(v, None)


def _look(v: VerbPhrase) -> ast.Stmt:
    return _show(v, v.by)


def _show(v: VerbPhrase, to: ast.Player | None) -> ast.Stmt:
    if not v.objects:
        raise Unreadable("reveal what?", v.whole)
    default = Source(nouns.belongings(v.by, v.scope))
    selection = nouns.cards(v.objects[0], v.scope, default)
    v.adverb("instead")
    steps, cards = settle(selection, v)
    steps.append(ast.Reveal(cards, to, span=v.scope.span(v.whole)))
    return _sequence(steps)


def _shuffle(v: VerbPhrase) -> ast.Stmt:
    scope = v.scope
    if not v.objects:
        raise Unreadable("shuffle what?", v.whole)
    phrase = v.objects[0][0]
    spots = nouns.places(phrase, scope)
    span = scope.span(v.whole)
    if spots and v.goal is None:
        return _sequence([ast.Shuffle(spot, span=span) for spot in spots])
    goal, _ = _goal(v)
    if goal is None:
        raise Unreadable("shuffle into which pile?", v.whole)
    steps, cards = settle(nouns.cards([phrase], scope, None), v)
    return _sequence([*steps, ast.Move(cards, goal, span=span), ast.Shuffle(goal, span=span)])


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
    steps, _ = settle(selection, v)
    return _sequence(steps)


def _choose_for_each(v: VerbPhrase, trail: Node) -> ast.Stmt:
    """A card for each player, all chosen before anything happens to them."""
    scope = v.scope
    np = trail.find("np")
    assert np is not None
    several = nouns.players(read_phrase(np), scope)
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


def _get(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "You get +2 Power", "you get Gold equal to ...", "... for each ..."."""
    scope = v.scope
    if not v.objects:
        raise Unreadable("get what?", v.whole)
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is None or v.actor.player is None:
        raise Unreadable("who gets what?", v.whole)
    amount = _amount(phrase, scope)
    if times is not None:
        amount = times if amount == ast.Const(1) else ast.Times(amount, times)
    span = scope.span(v.whole)
    for sense in senses(noun, ResourceSense):
        scope.take(noun)
        return ast.GainResource(v.actor.player, sense.resource, amount, span=span)
    raise Unreadable(f"{noun.text!r} is nothing a player can get", noun)


def _amount(phrase: Phrase, scope: Scope) -> ast.Number:
    post = phrase.post("equal to")
    token = phrase.number
    scope.take(token)
    if post is not None:
        scope.take(post.word)
        return nouns.number(post.phrase, scope)
    if token is not None and token.number is not None:
        return ast.Const(token.number)
    raise Unreadable("how much?", phrase.node)


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
        return again(scope, v.whole)
    owner = v.goal.owner
    if owner is None or owner.noun is None or owner.noun.phrase != "player":
        raise Unreadable("to whose things?", v.whole)
    others = owner.adjective("other") is not None
    scope.take_all(v.goal.node)
    slot = scope.slot()
    body = again(scope, v.whole, ast.PlayerSlot(slot))
    return ast.ForPlayers(slot, ast.Players(ast.ActivePlayer(), others), body, span=scope.span(v.whole))


def _become(v: VerbPhrase) -> ast.Stmt:
    """ "X becomes a Y [that takes effect immediately]"."""
    scope = v.scope
    if v.actor.cards is None or not v.objects:
        raise Unreadable("what becomes what?", v.whole)
    phrase = v.objects[0][0]
    relatives, phrase.relatives = phrase.relatives, []
    cards = v.actor.cards.cards
    span = scope.span(v.whole)
    parts: list[ast.Stmt] = [ast.Become(cards, identity_of(phrase, scope), span=span)]
    for relative in relatives:
        verb = next((t for t in relative.tokens() if t.term.startswith("V_")), None)
        declared = scope.tables.verbs_of(verb) if verb is not None else []
        if not declared:
            raise Unreadable("this cannot be done by what it becomes", relative)
        now = relative.find("radv")
        scope.take(
            verb, *(t for n in relative.walk() if n.rule == "rel_subj" for t in n.children if isinstance(t, Token))
        )
        scope.take(*(t for t in (now.tokens() if now is not None else ()) if t.phrase == "immediately"))
        parts.append(ast.Do(declared[0], scope.you, cards, span=span))
    return _sequence(parts)


def identity_of(phrase: Phrase, scope: Scope) -> ast.Identity:
    """ "a Dark Omen", "Elf Beasts with Power equal to the Guard's Cost +2"."""
    noun = phrase.noun
    if noun is None:
        raise Unreadable("becomes what?", phrase.node)
    scope.take(noun, *phrase.determiners)
    for named in senses(noun, NameSense):
        if named.name in scope.tables.card_kinds and not senses(noun, KindSense):
            return ast.Identity(named=named.name)
    kind = next((s.kind for s in senses(noun, KindSense)), None)
    group: str | None = None
    for token in phrase.heads[-1].narrowing:
        scope.take(token)
        for sense in senses(token, GroupSense):
            group = sense.name
    attributes: list[tuple[int, ast.Number]] = []
    posts = list(phrase.posts)
    while posts:
        post = posts.pop(0)
        scope.take(post.word)
        inner = post.phrase.noun
        attribute = next((s.attribute for s in senses(inner, AttributeSense)), -1) if inner is not None else -1
        if post.word.phrase not in ("with", ", with") or attribute < 0 or inner is None:
            raise Unreadable("this says nothing about what it becomes", post.node)
        scope.take(inner)
        value = post.phrase.post("equal to") or (posts.pop(0) if posts and posts[0].word.phrase == "equal to" else None)
        if value is not None:
            scope.take(value.word)
            value.phrase.posts += posts  # "equal to the number of X next to Y": all that follows belongs to the number
            posts.clear()
            attributes.append((attribute, nouns.number(value.phrase, scope)))
        elif post.phrase.number is not None and post.phrase.number.number is not None:
            scope.take(post.phrase.number)
            attributes.append((attribute, ast.Const(post.phrase.number.number)))
        else:
            raise Unreadable("how much?", post.node)
    if kind is None:
        raise Unreadable(f"{noun.text!r} is no kind of card", noun)
    return ast.Identity(kind=kind, group=group, attributes=tuple(attributes))


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
        return ast.RunText(nouns.one_card(phrase.owner, scope), v.by, span=span)
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
    spots = nouns.places(v.objects[0][0], scope) if v.objects else []
    if not spots:
        raise Unreadable("push from which space?", v.whole)
    out = scope.slot()
    scope.unit.pushed = out
    return ast.Push(spots[0], out, span=scope.span(v.whole))


def _fill(v: VerbPhrase) -> ast.Stmt:
    """ "Fill the Market": each space of a row from the pile it is refilled from."""
    scope = v.scope
    spots = nouns.places(v.objects[0][0], scope) if v.objects else []
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
    spend = next((s.resource for s in senses(phrase.noun, ResourceSense)), -1)
    as_ = next((s.resource for s in senses(target.noun, ResourceSense)), -1) if target.noun is not None else -1
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
    "shuffle": _shuffle, "choose": _choose, "get": lambda v: _get(v, None), "take": _take, "do": _do, "become": _become,
    "carry out": _run_lines, "push": _push, "fill": _fill, "use": _use, "lose": _deal, "move into": _put,
    "open": _open,
}  # fmt: skip


# --- what cards are ----------------------------------------------------------------------------------------------


def _gets(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "Each Beast gets +1 Power for each ...": a modifier, for this turn or as long as the line stands."""
    scope = v.scope
    phrase = v.actor.phrase
    assert phrase is not None
    changed = v.objects[0][0] if v.objects else None
    noun = changed.noun if changed is not None else None
    if changed is None or noun is None:
        raise Unreadable("gets what?", v.whole)
    attribute = next((s.attribute for s in senses(noun, AttributeSense)), -1)
    if attribute < 0:
        raise Unreadable(f"{noun.text!r} is no attribute of cards", noun)
    scope.take(noun)
    this_turn = v.adverb("this turn") is not None
    slot, test, turn_words = subject_test(phrase, scope)
    this_turn = this_turn or turn_words
    inner = scope.but(candidate=ast.CardSlot(slot))
    amount = _amount(changed, inner)
    if v.trail("t_for") is not None:
        times = _times(VerbPhrase(inner, v.actor, v.verb, v.node, v.whole, trails=v.trails))
    if times is not None:
        amount = times if amount == ast.Const(1) else ast.Times(amount, times)
    duration: ast.Duration = "turn" if this_turn else "standing" if scope.standing else "game"
    return ast.Modify(attribute, "add", amount, slot, test, duration, span=scope.span(v.whole))


def subject_test(phrase: Phrase, scope: Scope) -> tuple[int, ast.Cond, bool]:
    """Which cards a standing statement is about: slot, condition on it, whether it speaks of this turn only."""
    turn = False
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    tests: list[ast.Cond] = []
    for relative in list(phrase.relatives):
        words = [t.phrase for t in relative.tokens()]
        done = any(scope.tables.verbs_of(t) for t in relative.tokens() if t.term.startswith("V_") or t.term == "PART")
        if done and "you" in words and "this turn" in words:
            turn = True
            for node in relative.all("r_pp"):
                spots = nouns.places(read_phrase(node), scope)
                tests += [ast.LiesIn(candidate, spot) for spot in spots]
            scope.take_all(relative)
            phrase.relatives.remove(relative)
    reference = nouns.reference(phrase, scope)
    if reference is not None:
        tests.append(ast.Among(candidate, reference.cards))
        return slot, _all(tests), turn
    selection_test = nouns.standing_test(phrase, scope.but(candidate=candidate))
    tests.append(selection_test(candidate))
    return slot, _all(tests), turn


def _all(parts: list[ast.Cond]) -> ast.Cond:
    return parts[0] if len(parts) == 1 else ast.And(tuple(parts))


def _counts(v: VerbPhrase, times: ast.Number | None) -> ast.Stmt:
    """ "Guards in the Beast Deck count as ...": static, from the place on."""
    scope = v.scope
    phrase = v.actor.phrase
    trail = v.trail("t_as")
    assert phrase is not None
    np = trail.find("np") if trail is not None else None
    if np is None or trail is None:
        raise Unreadable("counts as what?", v.whole)
    scope.take(trail.token("AS"))
    slot = scope.slot()
    candidate = ast.CardSlot(slot)
    place: ast.Place | None = None
    for post in list(phrase.posts):
        spots = nouns.places(post.phrase, scope)
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
    return _sequence([counts, *_moving_values(identity, slot, test, span)])


def _moving_values(identity: ast.Identity, slot: int, test: ast.Cond, span: Span) -> list[ast.Stmt]:
    """Numbers of an identity that depend on the table ("the number of cards next to this") go on changing with it."""
    candidate = ast.CardSlot(slot)
    tests = [test]
    if identity.kind is not None:
        tests.append(ast.IsKind(candidate, identity.kind))
    if identity.group is not None:
        tests.append(ast.InGroup(identity.group, candidate))
    return [
        ast.Modify(attribute, "set", amount, slot, _all(tests), "standing", span=span)
        for attribute, amount in identity.attributes
        if _counts_cards(amount)
    ]


def _counts_cards(number: ast.Node) -> bool:
    if isinstance(number, (ast.Count, ast.CountDistinct, ast.PlayersCounted)):
        return True
    parts = (getattr(number, name) for name in number.__struct_fields__)
    return any(isinstance(part, ast.Node) and _counts_cards(part) for part in parts)


CHANGES: dict[str, Callable[[VerbPhrase, ast.Number | None], ast.Stmt]] = {"get": _gets, "count": _counts}


def being(vcore: Node, trails: list[Node], actor: Actor, scope: Scope, whole: Node) -> ast.Stmt:
    """ "X's Power is equal to ...", "X is worth +3 Fame for each ..."."""
    be, compl = vcore.token("BE"), vcore.find("compl")
    scope.take(be)
    phrase = actor.phrase
    if phrase is None or compl is None:
        raise Unreadable("this says what something is; here it should say what is done", whole)
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


def _set_attribute(phrase: Phrase, noun: Token, word: Token, value: Phrase, scope: Scope, whole: Node) -> ast.Stmt:
    attribute = next((s.attribute for s in senses(noun, AttributeSense)), -1)
    if attribute < 0 or phrase.owner is None:
        raise Unreadable("whose value is that?", whole)
    scope.take(noun, word)
    owner = nouns.cards([phrase.owner], scope, None)
    slot = scope.slot()
    where = ast.Among(ast.CardSlot(slot), owner.cards)
    amount = nouns.number(value, scope)
    duration: ast.Duration = "standing" if scope.standing else "game"
    return ast.Modify(
        attribute, "set", amount, slot, where, duration, locked=not scope.standing, span=scope.span(whole)
    )


def _worth(phrase: Phrase, word: Token, value: Phrase, trails: list[Node], scope: Scope, whole: Node) -> ast.Stmt:
    assert value.noun is not None
    attribute = next((s.attribute for s in senses(value.noun, AttributeSense)), -1)
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
            count = nouns.counted(read_phrase(np), scope)
            amount = count if amount == ast.Const(1) else ast.Times(amount, count)
        elif trail.rule == "t_adv":
            scope.take(*(t for t in trail.tokens() if t.phrase == "at the end of the game"))
    op: str = "add" if value.number.text[:1] in "+-" else "set"
    where = ast.Among(ast.CardSlot(slot), selection.cards)
    return ast.Modify(attribute, op, amount, slot, where, "standing", span=scope.span(whole))  # type: ignore[arg-type]


__all__ = ["TraitSense", "ValueSense", "being", "carry_out", "identity_of", "read_phrases", "settle", "subject_test"]
