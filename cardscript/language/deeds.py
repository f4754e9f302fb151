"""What verbs do: a verb phrase carried out, the verbs a game declares, and what all verbs share."""

from __future__ import annotations

from typing import Literal

from cardscript.language import (
    ast,
    becoming,
    nouns,
    numbers,
    own_verbs,
    people,
    places,
    placing,
    references,
)
from cardscript.language.joining import sequence
from cardscript.language.phrases import Phrase, nest, read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Selection, Source
from cardscript.language.senses import KindSense
from cardscript.language.verb_phrases import VerbPhrase


def carry_out(v: VerbPhrase) -> ast.Stmt:
    """The statement of one verb phrase; every trail must have been read by then.

    Raises Unreadable if the verb means nothing in this game or cannot be used so."""
    if becoming.gains_ability(v):
        return becoming.gain_ability(v)
    declared = _not_of_units(v, v.scope.tables.verbs_of(v.verb))
    later = v.adverb("at the end of this turn")
    counted = how_often(v) if declared or v.verb.phrase != "search" else None
    handler = own_verbs.HANDLERS.get(v.verb.phrase)
    statement: ast.Stmt | None = None
    if v.actor.phrase is not None and v.verb.phrase in becoming.CHANGES:
        statement = becoming.CHANGES[v.verb.phrase](v, counted)
        counted = None
    elif v.verb.phrase == "get" and handler is not None:
        statement = own_verbs.get(v, counted)
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
    return _later(statement, v) if later is not None else statement


def _later(statement: ast.Stmt, v: VerbPhrase) -> ast.Stmt:
    """ "... at the end of this turn": once the cards that are dealt then have been.

    Raises Unreadable if the game deals none."""
    dealing = next((n for n in range(len(v.scope.tables.verbs)) if v.scope.tables.has_amount(n)), -1)
    if dealing < 0:
        raise Unreadable("nothing happens at the end of a turn", v.whole, "declare a verb with an 'amount'")
    unit = ast.Unit(statement, v.scope.unit.next_slot + 1, v.scope.text)
    watch = ast.Trigger(ast.Pattern(dealing, ast.Always()), unit)
    return ast.Watch(watch, "turn", True, span=v.scope.span(v.whole))


def how_often(v: VerbPhrase) -> ast.Number | None:
    """ "... for each X": how often, or by how much."""
    trail = v.trail("t_for")
    if trail is None:
        return None
    np = trail.find("np")
    assert np is not None
    phrase = read_phrase(np)
    if people.players(phrase, v.scope) is not None:
        return None
    return numbers.counted(phrase, v.scope)


# --- choosing and doing ------------------------------------------------------------------------------------------


def settle(selection: Selection, v: VerbPhrase, prompt: str = "", verb: int = -1) -> tuple[list[ast.Stmt], ast.Cards]:
    """Statements that fix which cards are meant (for a player to do `verb` to them), and the slot they are then in.
    They can be spoken of afterwards."""
    scope = v.scope
    span = scope.span(v.whole)
    if v.adverb("in turn order") is not None:  # of what ties between players
        selection.cards = ast.OfFirst(selection.cards)
        selection.by = ast.HolderOf(selection.cards)
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


def _declared(v: VerbPhrase, declared: list[int]) -> ast.Stmt:
    """A verb of the game: choose what it is done to, then do it, one event a card."""
    scope = v.scope
    tables = scope.tables
    if v.verb.phrase == "play" and v.objects and _is_copy(v.objects[0][0]):
        return _play_copy(v, declared)
    verb = _overload(v, _of_unit(v, declared))
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
        repeated = ast.Repeat(top.count, ast.Do(verb, actor, one, span=span), span=span)
        return repeated if tables.verb_facts[verb].aside is None else _put_aside(v, verb, actor, top, repeated)
    chooser_acts = isinstance(actor, ast.Player) and selection.by in (None, actor)
    args: tuple[ast.Player | ast.Cards | ast.Place | ast.Number, ...] = ()
    if v.goal is not None and v.goal.pronoun is not None and people.player(v.goal, scope) is None:
        args = (_argument(v.goal, scope),)  # "join another Beast to it": to what was named before
    steps, cards = settle(selection, v, verb=verb if chooser_acts else -1)
    steps += _as_printed(v, cards)
    goal, position = goal_of(v)
    if goal is None and v.goal is not None and not args:
        args = (_argument(v.goal, scope),)
    flag = -1
    if scope.card is not None:
        flag = scope.slot()
        if scope.unit.flag < 0:
            scope.unit.flag = flag
    deed = ast.Do(verb, actor, cards, None, goal, position, args, flag, span=span)
    return sequence([*steps, deed])


def _put_aside(
    v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards, top: ast.TopOf, otherwise: ast.Stmt
) -> ast.Stmt:
    """Under some rulings all the cards are put into a place before anything is done to the first of them."""
    aside = v.scope.tables.verb_facts[verb].aside
    assert aside is not None
    slot, span = v.scope.slot(), v.scope.span(v.whole)
    cards = ast.CardSlot(slot)
    steps = (
        ast.Bind(slot, top, span=span),
        ast.Move(cards, ast.ZonePlace(aside[1]), span=span),
        ast.Do(verb, actor, cards, span=span),
    )
    return ast.If(aside[0], ast.Seq(steps), otherwise)


def _as_printed(v: VerbPhrase, cards: ast.Cards) -> list[ast.Stmt]:
    """ "gain it as a Guard": a card that is something else is done as what it is printed as, or else becomes one."""
    trail = v.trail("t_as")
    np = trail.find("np") if trail is not None else None
    if trail is None or np is None:
        return []
    phrase = read_phrase(np)
    kinds = senses(phrase.noun, KindSense) if phrase.noun is not None else []
    span = v.scope.span(trail)
    v.scope.take(trail.token("AS"))
    become = ast.Become(cards, becoming.identity_of(phrase, v.scope), True, span=span)
    if phrase.determiner != "a" or not kinds or phrase.adjectives or phrase.posts or phrase.icons:
        return [become]
    other = ast.Not(ast.IsKind(cards, kinds[0].kind))
    return [ast.If(other, ast.Become(cards, ast.Identity(printed=True), True, span=span)), ast.If(other, become)]


def _deal_units(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards, unit: str) -> ast.Stmt:
    """ "takes 2 damage": as many events, one after the other."""
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is None or noun.phrase != unit:
        raise Unreadable(f"{v.verb.phrase} how much {unit}?", v.whole)
    v.scope.take(noun, *phrase.determiners)
    if v.scope.tables.verbs[verb].takes_card:
        return _deal_to_cards(v, verb, actor)
    times = (
        numbers.number(phrase, v.scope) if phrase.number is None and phrase.owner else _amount_or_one(phrase, v.scope)
    )
    deed = ast.Do(verb, actor, span=v.scope.span(v.whole))
    return deed if times == ast.Const(1) else ast.Repeat(times, deed)


def _of_unit(v: VerbPhrase, declared: list[int]) -> list[int]:
    """Of several verbs of one name those that deal in what is dealt: "deal 2 Damage to ..."."""
    facts = v.scope.tables.verb_facts
    units = {d: facts[d].unit_word for d in declared if facts[d].unit_word}
    noun = v.objects[0][0].noun if v.objects else None
    if not units or noun is None:
        return declared
    fitting = [d for d in declared if units.get(d) == noun.phrase]
    if not fitting and len(units) == len(declared):
        known = ", ".join(dict.fromkeys(units.values()))
        raise Unreadable(f"{v.verb.phrase} how much of what?", v.whole, f"what can be dealt so: {known}")
    return fitting or [d for d in declared if d not in units]


def _not_of_units(v: VerbPhrase, declared: list[int]) -> list[int]:
    """None of the verbs that deal in something, if it is nothing of the kind and the language has such a verb too."""
    facts = v.scope.tables.verb_facts
    noun = v.objects[0][0].noun if v.objects else None
    if not declared or noun is None or v.verb.phrase not in own_verbs.HANDLERS:
        return declared
    units = {facts[d].unit_word for d in declared}
    return [] if "" not in units and noun.phrase not in units else declared


def _deal_to_cards(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards) -> ast.Stmt:
    """ "deals 2 Damage to each of them": as many events with each card, one after the other."""
    scope, phrase = v.scope, v.objects[0][0]
    if v.goal is None:
        raise Unreadable(f"{v.verb.phrase} it to what?", v.whole, "add 'to ...'")
    chooser_acts = isinstance(actor, ast.Player)
    if _counts_first(phrase):
        times = _amount_or_one(phrase, scope)
        selection = nouns.cards([v.goal], scope, None)
    else:
        selection = nouns.cards([v.goal], scope, None)
        times = _amount_or_one(phrase, scope)
    steps, cards = settle(selection, v, verb=verb if chooser_acts and selection.by in (None, actor) else -1)
    span = scope.span(v.whole)
    if times == ast.Const(1):
        return sequence([*steps, ast.Do(verb, actor, cards, span=span)])
    if not selection.many:
        return sequence([*steps, ast.Repeat(times, ast.Do(verb, actor, cards, span=span))])
    one, number = scope.slot(), scope.slot()
    each = ast.Repeat(ast.NumberSlot(number), ast.Do(verb, actor, ast.CardSlot(one), span=span))
    return sequence([*steps, ast.BindNumber(number, times), ast.ForCards(one, cards, each)])


def _counts_first(phrase: Phrase) -> bool:
    """Whether how much is dealt does not speak of the cards it is dealt to."""
    return phrase.post("equal to") is None


def _amount_or_one(phrase: Phrase, scope: Scope) -> ast.Number:
    if phrase.determiner == "that many" and scope.unit.amount is not None:
        return scope.unit.amount
    if phrase.number is None and phrase.post("equal to") is None:
        return ast.Const(1)
    return how_much(phrase, scope)


def _down_to(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards) -> ast.Stmt:
    """ "discards down to four cards": as many as there are too many."""
    source = _default_source(verb, v)
    goal = v.goal
    if source is None or source.cards is None or goal is None:
        raise Unreadable("down to how many?", v.whole)
    if goal.number is not None and goal.number.number is not None:
        v.scope.take(goal.number, goal.noun if goal.noun is None or goal.noun.phrase == "card" else None)
        left: ast.Number = ast.Const(goal.number.number)
    else:
        left = numbers.number(goal, v.scope)
    slot = v.scope.slot()
    excess = ast.Minus(ast.Count(source.cards), left)
    span = v.scope.span(v.whole)
    choose = ast.Choose(slot, source.cards, excess, excess, v.by, v.text, span=span)
    return ast.Seq((choose, ast.Do(verb, actor, ast.CardSlot(slot), span=span)))


def _argument(phrase: Phrase, scope: Scope) -> ast.Player | ast.Cards | ast.Place | ast.Number:
    who = people.player(phrase, scope)
    if who is not None:
        return who
    return nouns.cards([phrase], scope, None).cards


def _plain_deed(v: VerbPhrase, verb: int, actor: ast.Player | ast.Cards) -> ast.Stmt:
    """A verb without cards: "shuffle up", "it takes effect"."""
    for phrases in v.objects:
        raise Unreadable(f"'{v.verb.text}' is done to nothing", phrases[0].node, "leave this out")
    if v.scope.tables.intransitive(verb):
        return _becoming(intransitive(verb, v), v)
    return ast.Do(verb, actor, span=v.scope.span(v.whole))


def _becoming(deed: ast.Stmt, v: VerbPhrase) -> ast.Stmt:
    """ "it arrives as a Dark Omen": it becomes that first."""
    trail = v.trail("t_as")
    np = trail.find("np") if trail is not None else None
    if np is None or trail is None or v.actor.cards is None:
        return deed
    v.scope.take(trail.token("AS"))
    identity = becoming.identity_of(read_phrase(np), v.scope)
    return ast.Seq((ast.Become(v.actor.cards.cards, identity, True, span=v.scope.span(trail)), deed))


def intransitive(verb: int, v: VerbPhrase) -> ast.Stmt:
    """ "it flees": the card that does it is the event's card."""
    if v.actor.cards is None and v.scope.card is not None and v.actor.player == v.scope.you:
        v.actor.cards = Selection(ast.CardSlot(ast.THIS), plain=True)  # an order on a card that does such things itself
    if v.actor.cards is None:
        raise Unreadable(f"who is to {v.verb.phrase}?", v.verb, "name the card that does it")
    again = v.adverb("again")
    if again is not None and verb not in v.scope.unit.done:
        raise Unreadable("nothing before this is done again", again, "leave 'again' out")
    v.scope.unit.done.add(verb)
    return ast.Do(verb, v.scope.you, v.actor.cards.cards, span=v.scope.span(v.whole))


def _overload(v: VerbPhrase, declared: list[int]) -> int:
    """Which of several verbs of one name is meant: by where the cards come from."""
    tables = v.scope.tables
    if len(declared) == 1:
        return declared[0]
    if v.actor.cards is not None:
        fitting = [d for d in declared if tables.done_by(d, _kinds_then(v) or v.actor.cards.kinds)]
        if fitting and len(fitting) < len(declared):
            return fitting[0]
        by_cards = [d for d in declared if tables.verbs[d].actor == "card" or tables.intransitive(d)]
        if len(by_cards) == 1:
            return by_cards[0]
    restricted = [d for d in declared if tables.verb_zone(d) >= 0]
    if restricted and v.objects:
        known = len(v.scope.unit.antecedents)
        try:
            with v.scope.aside():
                selection = nouns.cards(v.objects[0], v.scope, Source(ast.AllCards()))
        finally:
            del v.scope.unit.antecedents[known:]
        for d in restricted:
            if tables.verb_zone(d) in selection.zones:
                return d
    rest = [d for d in declared if tables.verb_zone(d) < 0]
    return (rest or declared)[0]


def _kinds_then(v: VerbPhrase) -> frozenset[int]:
    """What "as a ..." makes of those that do it."""
    trail = v.trail("t_as")
    np = trail.find("np") if trail is not None else None
    noun = read_phrase(np).noun if np is not None else None
    return references.kinds_of(noun, v.scope) if noun is not None else frozenset()


def _default_source(verb: int, v: VerbPhrase) -> Source | None:
    return v.scope.tables.source_of(verb, v.by, v.scope)


def goal_of(v: VerbPhrase, space: bool = False) -> tuple[ast.Place | None, Literal["", "top", "bottom"]]:
    """The place a "to/into/on top of" names. `space`: it may be one of a row that has still to be chosen."""
    if v.goal is None:
        return None, ""
    spots = places.places(v.goal, v.scope)
    if not spots:
        return None, ""
    if not space and placing.open_space(v.goal):
        raise Unreadable("which space?", v.goal.node, "choose it in a sentence before, or say 'the leftmost'")
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
    selection = nouns.cards([nest(phrase, post)], v.scope, None)
    if selection.chosen:
        raise Unreadable("which of them?", post.node, "say 'each of ...', or choose one before")
    verb = v.scope.tables.hand_verb(declared)
    return ast.PlayCopy(verb, v.by, selection.cards, span=v.scope.span(v.whole))


def how_much(phrase: Phrase, scope: Scope) -> ast.Number:
    post = phrase.post("equal to")
    token = phrase.number
    scope.take(token)
    if post is not None:
        scope.take(post.word)
        return numbers.number(nest(phrase, post), scope)
    if token is not None and token.number is not None:
        return ast.Const(token.number)
    raise Unreadable("how much?", phrase.node)
