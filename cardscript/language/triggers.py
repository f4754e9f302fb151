"""Event patterns: "when you break this", "whenever you break a card this turn", "if you would ..., ... instead"."""

from __future__ import annotations

import msgspec

from cardscript.language import ast, nouns, people, places, placing, references, statements
from cardscript.language.joining import all_of
from cardscript.language.phrases import Phrase, read_phrase, read_phrases
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Test
from cardscript.language.syntax import Node, Token, first_verb

EVENT_CARD = ast.CardSlot(ast.OBJECT)
EVENT_PLAYER = ast.PlayerSlot(ast.ACTOR)


class Happening(msgspec.Struct):
    """A clause read as an event: which verb, on what conditions, and the adverbs left to the reader."""

    verb: int
    parts: list[ast.Cond]
    about_this: bool
    adverbs: list[Token]
    modal: set[str]
    about: Test | None = None
    """What is said of the card it is done to."""

    def pattern(self) -> ast.Pattern:
        parts = self.parts
        where = ast.Always() if not parts else all_of(parts)
        return ast.Pattern(self.verb, where, self.about_this)


def happening(cond: Node, scope: Scope, you: ast.Player | None) -> Happening:
    """Read "you break this", "this enters the place", "you would gain a card".

    `you` is who must have done it when the words say "you" (None: anybody, the text's "you" is then that player).
    Raises Unreadable if no declared verb is used, so that no event can ever raise it."""
    np, vpx = cond.find("np"), cond.find("vpx")
    vps = vpx.find("vps") if vpx is not None else None
    if np is None or vpx is None or vps is None:
        raise Unreadable("who does this?", cond, "begin with 'you' or with the card that does it")
    auxs = vpx.find("auxs")
    modal = {t.phrase for t in auxs.tokens()} if auxs is not None else set()
    scope.take(*(auxs.tokens() if auxs is not None else ()))
    vp = vps.find("vp")
    destroyed = _space_destroyed(np, vps, scope)
    if destroyed is not None:
        return destroyed
    if vp is None:
        raise Unreadable("one event at a time", vps, "write a line for each")
    if len(vps.all("vp")) > 1:
        raise Unreadable("one event at a time", vps, "write a line for each")
    verb = first_verb(vp)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if verb is None or not declared:
        raise Unreadable("no event of this game can raise this", cond, scope.tables.near_verb(verb))
    scope.take(verb)
    adverbs = [t for t in vp.tokens() if t.term == "ADVP"]
    subject = read_phrase(np)
    objects = [read_phrases(n) for n in _first_v(vp).all("np")]
    number = scope.tables.hand_verb(declared)
    parts: list[ast.Cond] = []
    about_this = False
    about: Test | None = None
    if scope.tables.intransitive(number):
        about_this = _object_test(subject, parts, scope)
    else:
        if subject.pronoun is not None and subject.pronoun.phrase == "you":
            scope.take(subject.pronoun)
            if you is not None:
                parts.append(ast.SamePlayer(EVENT_PLAYER, you))
        elif subject.noun is not None and subject.noun.phrase == "player" and subject.determiner == "a":
            scope.take(subject.noun, *subject.determiners)
        elif people.players(subject, scope) is None:
            raise Unreadable("who must do this?", np, "say 'you' or 'a player'")
        if objects:
            about_this = _object_test(objects[0][0], parts, scope)
            if not about_this:
                about = nouns.test_of(objects[0][0], scope)
    return Happening(number, parts, about_this, adverbs, modal, about)


def _space_destroyed(np: Node, vps: Node, scope: Scope) -> Happening | None:
    """ "a Road space is destroyed": "that space" is then the one."""
    subject, words = read_phrase(np), [t.phrase for t in vps.tokens()]
    if words != ["is", "destroy"] or not placing.is_space(subject):
        return None
    spots = places.places(subject, scope)
    if len(spots) != 1 or subject.determiner not in ("a", "any"):
        raise Unreadable("which space?", np, "say 'a ... space'")
    scope.take_all(vps)
    it = ast.PlaceSlot(ast.SOURCE_PLACE)
    scope.unit.place, scope.unit.row = it, placing.row_of(spots[0], scope)
    row = ast.InRow(it, scope.unit.row)
    return Happening(scope.tables.destroying(scope.span(np)), [row], False, [], set())


def _first_v(vp: Node) -> Node:
    return vp.below("v") or vp


def _object_test(phrase: Phrase, parts: list[ast.Cond], scope: Scope) -> bool:
    """Conditions on the event's card; true if it can only be the speaking card itself."""
    if phrase.determiner == "this" and not phrase.posts:
        scope.take(*phrase.determiners, phrase.noun)
        parts.append(ast.Among(EVENT_CARD, ast.CardSlot(ast.THIS)))
        return True
    if phrase.determiner == "that" and scope.card is not None and scope.card.counted_kinds:
        scope.take(*phrase.determiners)
        phrase.determiners.clear()
    if phrase.pronoun is not None and phrase.pronoun.phrase in ("it", "they") and scope.unit.antecedents:
        known = references.reference(phrase, scope)
        if known is not None:
            parts.append(ast.Among(EVENT_CARD, known.cards))
            return False
    parts.append(nouns.test_of(phrase, scope)(EVENT_CARD))
    return False


def timed(prefix: Node, conds: Node, rest: Node, scope: Scope) -> ast.Stmt:
    """ "When/whenever ... this turn, ..." among other sentences: a trigger set up for the rest of the turn."""
    cond = next(c for c in conds.children if isinstance(c, Node))
    event = happening(cond, scope, scope.you)
    span = scope.span(prefix)
    words = {t.phrase for t in event.adverbs}
    scope.take(*event.adverbs)
    changed = _changed_amount(event, rest, scope)
    if changed is not None and words <= {"at the end of this turn", "this turn"}:
        return ast.ModifyAmount(event.verb, changed[0], changed[1], "turn", span=span)  # type: ignore[arg-type]
    first = any(t.phrase == "the first time" for t in prefix.tokens())
    if words not in ({"this turn"}, {"at the end of this turn"}):
        raise Unreadable("for how long?", prefix, "add 'this turn'")
    dealt = scope.tables.verb_facts[event.verb].amount
    about = scope.tables.verbs[event.verb].takes_card
    body = statements.items(rest, scope.but(event=about, dealt=dealt))
    unit = ast.Unit(body, scope.unit.next_slot + 1, scope.text)
    once = first or "at the end of this turn" in words
    if first and event.about is not None:  # the one that is followed is counted already
        slot = scope.slot()
        done = ast.Where(ast.Past(event.verb, scope.you), slot, event.about(ast.CardSlot(slot)))
        event.parts.append(ast.Compare(ast.Count(done), "==", ast.Const(1)))
    joins = dealt is not None and rest.below("t_as") is not None  # "as a seventh card": with the others
    return ast.Watch(ast.Trigger(event.pattern(), unit), "turn", once, joins, span=span)


def _changed_amount(event: Happening, rest: Node, scope: Scope) -> tuple[str, ast.Number] | None:
    """ "draw eight cards instead of six" / "draw three extra cards": another number for the event itself.

    Raises Unreadable for words that have no part in it, or if it is not instead of the number there is."""
    if not scope.tables.has_amount(event.verb):
        return None
    verb = first_verb(rest)
    number = next((t for t in rest.tokens() if t.term == "NUM"), None)
    extra = any(t.phrase in ("extra", "more", "additional") for t in rest.tokens())
    article = any(t.term == "DET" and t.phrase in ("a", "another") for t in rest.tokens())
    instead = rest.below("t_insteadof")
    if verb is None or (number is None and not article) or not (extra or instead is not None):
        return None
    cards = [t for t in rest.tokens() if t.term == "N"]
    odd = [t for t in rest.tokens() if t.term not in ("NUM", "N", "ADJ", "DET", "INSTEADOF", "DOT") and t is not verb]
    odd += [t for t in cards if t.phrase != "card"]
    if odd:
        raise Unreadable(f"{odd[0].text!r} has no part in how many there are", odd[0], "leave it out")
    if not cards:
        raise Unreadable("how many of what?", rest, "say 'cards'")
    if instead is not None:
        _instead_of(instead, scope.tables.verb_facts[event.verb].amount)
    scope.take_all(rest)
    value = ast.Const(number.number if number is not None and number.number is not None else 1)
    return ("set" if instead is not None else "add"), value


def _instead_of(trail: Node, amount: int | None) -> None:
    """The number after "instead of" must be how many there would be."""
    said = next((t for t in trail.tokens() if t.term == "NUM"), None)
    if said is None or (amount is not None and said.number != amount):
        raise Unreadable(f"it would be {amount}, not what is said here", said or trail, f"say 'instead of {amount}'")
