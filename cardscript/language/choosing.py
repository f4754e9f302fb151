"""Verbs by which somebody decides or picks: choose (cards, a player, a number, a place, what to do) and search."""

from __future__ import annotations

from cardscript.language import ast, deeds, nouns, people, places, placing, statements
from cardscript.language.joining import sequence
from cardscript.language.phrases import Phrase, read_phrase, read_phrases
from cardscript.language.scope import Unreadable
from cardscript.language.selections import Selection, Source, in_places
from cardscript.language.syntax import Node, Token
from cardscript.language.verb_phrases import Actor, VerbPhrase


def choose(v: VerbPhrase) -> ast.Stmt:
    """ "Choose a Guard in the Market [for each player]", "a player", "a number from 1 to 3", "a Road space"; "choose to
    break it or keep it"."""
    inf = v.node.find("inf")
    if inf is not None:
        return _decide(v, inf)
    if not v.objects:
        raise Unreadable("choose what?", v.whole)
    phrase = v.objects[0][0]
    noun = phrase.noun
    if noun is not None and noun.phrase == "player":
        return _player(v, phrase, noun)
    if noun is not None and noun.phrase == "number" and not phrase.post("of"):
        return _number(v, phrase, noun)
    place = _place(v)
    if place is not None:
        return place
    trail = v.trail("t_for")
    if trail is not None:
        return _for_each(v, trail)
    selection = nouns.cards(v.objects[0], v.scope, None)
    steps, picked = deeds.settle(selection, v)
    if isinstance(picked, ast.CardSlot):
        v.scope.unit.picked = picked.slot
    inf = next((n for n in v.trails if n.rule == "t_inf"), None)
    doing = inf.find("inf") if inf is not None else None
    vps = doing.find("vps") if doing is not None else None
    if vps is None or doing is None:
        return sequence(steps)
    v.scope.take(doing.token("TO_V"))
    chosen = Selection(picked, many=selection.many, kinds=selection.kinds, plain=True)
    return sequence([*steps, statements.joined(vps, Actor(cards=chosen), v.scope, optional=False)])


def _decide(v: VerbPhrase, inf: Node) -> ast.Stmt:
    """ "You choose to break it or put it back": one of them; "you choose to break it": or not."""
    vps = inf.find("vps")
    assert vps is not None
    several = len(vps.all("vp")) > 1 and any("or" in t.phrase.split() for t in vps.children if isinstance(t, Token))
    return statements.joined(vps, v.actor, v.scope, optional=not several)


def _player(v: VerbPhrase, phrase: Phrase, noun: Token) -> ast.Stmt:
    scope = v.scope
    others = phrase.adjective("other") is not None or phrase.determiner == "another"
    if phrase.determiner not in ("a", "any", "another"):
        raise Unreadable("one player is chosen", phrase.node, "say 'choose a player' or 'choose another player'")
    scope.take(noun, *phrase.determiners, phrase.adjective("other"))
    slot = scope.slot()
    scope.unit.player = ast.PlayerSlot(slot)
    first = scope.you if others else ast.ActivePlayer()
    pick = ast.ChoosePlayer(slot, ast.Players(first, others), v.by, v.text, span=scope.span(v.whole))
    trail = v.trail("t_inf")
    inf = trail.find("inf") if trail is not None else None
    vps = inf.find("vps") if inf is not None else None
    if vps is None:
        return pick
    who = ast.PlayerSlot(slot)
    deed = statements.joined(vps, Actor(who), scope.but(their=who), optional=False)
    return sequence([pick, *(deed.parts if isinstance(deed, ast.Seq) else (deed,))])


def _number(v: VerbPhrase, phrase: Phrase, noun: Token) -> ast.Stmt:
    """ "Choose a number from 1 to 3": "that number" and "that many" are then the number."""
    scope = v.scope
    bounds = phrase.post("from")
    token = bounds.phrase.number if bounds is not None and bounds.phrase.noun is None else None
    value = token.number_value if token is not None else None
    plain = value is not None and value.kind in ("range", "either")
    if bounds is None or not plain or value is None or value.low is None or value.high is None:
        raise Unreadable("from what to what?", phrase.node, "say 'choose a number from 1 to 3'")
    if value.high < value.low:
        raise Unreadable("the first number must be the smaller one", token, "turn them round")
    if phrase.determiner != "a":
        raise Unreadable("one number is chosen", phrase.node, "say 'a number'")
    scope.take(noun, *phrase.determiners, bounds.word, token)
    slot = scope.slot()
    scope.unit.number = scope.unit.amount = ast.NumberSlot(slot)
    least, most = ast.Const(value.low), ast.Const(value.high)
    return ast.ChooseNumber(slot, least, most, v.by, v.text, span=scope.span(v.whole))


def _place(v: VerbPhrase) -> ast.Stmt | None:
    """ "Choose an empty Road space", "Choose your deck or your discard pile": "that space", "there" are then it."""
    scope = v.scope
    phrases = v.objects[0]
    if placing.is_space(phrases[0]):
        if len(phrases) > 1 or not placing.open_space(phrases[0]):
            raise Unreadable("one space is chosen", phrases[0].node, "say 'choose a ... space'")
        spots = places.places(phrases[0], scope)
        row = placing.row_of(spots[0], scope)
        slot, asked = placing.choose_space(v, spots[0], phrases[0], None, free=False)
        scope.unit.place, scope.unit.row = slot, row
        return sequence(asked)
    if any(not _is_place(p) for p in phrases):
        return None
    found: list[ast.Place] = []
    for phrase in phrases:
        for place in places.places(phrase, scope):
            if isinstance(place, ast.ZonePlace) and placing.row_of(place, scope) >= 0:
                raise Unreadable("a row has several spaces", phrase.node, "say 'choose a ... space'")
            found.append(place)
    words = [t.phrase for n in v.node.walk() if n.rule in ("np", "bare") for t in n.children if isinstance(t, Token)]
    if len(found) < 2 or "or" not in words or any(w not in ("or", ",", ", or") for w in words):
        raise Unreadable("which places can be chosen?", v.whole, "say 'choose A or B'")
    number = scope.slot()
    scope.unit.place, scope.unit.row = ast.PlaceSlot(number), -1
    return ast.ChoosePlace(number, ast.AnyPlace(tuple(found)), v.by, v.text, span=scope.span(v.whole))


def _is_place(phrase: Phrase) -> bool:
    return bool(phrase.heads) and all(places.names_place(head) for head in phrase.heads)


def _for_each(v: VerbPhrase, trail: Node) -> ast.Stmt:
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
    pick = ast.Choose(one, rest, ast.Const(1), ast.Const(1), v.by, v.text, span=scope.span(v.whole))
    keep = ast.Bind(chosen, ast.Union((ast.CardSlot(chosen), ast.CardSlot(one))))
    mapped = scope.remember(ast.Take(ast.CardSlot(chosen), "first", ast.Const(1)), False, selection.kinds)
    mapped.used.append(ast.CardSlot(chosen))
    scope.unit.mapped = chosen
    return ast.ForPlayers(who, several, ast.Seq((pick, keep)), span=scope.span(v.whole))


def search(v: VerbPhrase) -> ast.Stmt:
    """ "Search your deck for a Guard": the searcher looks at all of it and takes what fits. Of a pile others cannot see
    nobody can tell whether such a card is in it, so that finding one is never a must."""
    scope = v.scope
    trail = v.trail("t_for")
    np = trail.find("np") if trail is not None else None
    if trail is None or np is None or not v.objects:
        raise Unreadable("search what for what?", v.whole, "say 'search your deck for a ...'")
    spots = [place for phrase in v.objects[0] for place in places.places(phrase, scope)]
    if not spots:
        raise Unreadable("search which place?", v.objects[0][0].node, "say 'search your deck for a ...'")
    scope.take(trail.token("FOR"))
    span = scope.span(v.whole)
    whole = in_places(spots)
    phrases = read_phrases(np)
    selection = nouns.cards(phrases, scope, Source(whole))
    if selection.from_place or not selection.chosen:
        raise Unreadable("how many of them?", np, "say 'for a ...', 'for two ...' or 'for up to two ...'")
    if _described(phrases[0]) and any(_unseen(place, v) for place in spots):
        selection.least = ast.Const(0)
    steps, _ = deeds.settle(selection, v)
    pick = steps[0]
    flag = scope.slot()
    if isinstance(pick, ast.Choose):
        scope.unit.flag = flag
        steps[0] = ast.Choose(pick.slot, pick.cards, pick.least, pick.most, pick.by, pick.prompt, flag, span=pick.span)
    return sequence([ast.Reveal(whole, v.by, span=span), *steps])


def _described(phrase: Phrase) -> bool:
    """Whether the words want more of a card than that it is one."""
    noun = phrase.noun
    plain = noun is not None and noun.phrase == "card" and not phrase.heads[0].narrowing and len(phrase.heads) == 1
    return not plain or bool(phrase.icons or phrase.posts or phrase.relatives or phrase.adjectives or phrase.joined)


def _unseen(place: ast.Place, v: VerbPhrase) -> bool:
    return isinstance(place, ast.ZonePlace) and v.scope.tables.zones[place.zone].sees != "all"
