"""Contests of totals: "Reveal cards from the Deck, adding up their total Cost until you choose to stop or your Total
exceeds 21", who then has too much, who wins, and what comes of it. What is won and what having too much is called a
game declares (`contest NAME`).
"""

from __future__ import annotations

import msgspec

from cardscript.language import ast, comparing, places
from cardscript.language.joining import all_of, any_of
from cardscript.language.phrases import Phrase, attribute_of, read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import ContestSense, KindSense
from cardscript.language.syntax import Node, Token, first_verb

HELP = (
    "write 'Reveal cards from PILE, adding up their total ATTRIBUTE until you choose to stop or your Total exceeds 21.'"
)


class Party(msgspec.Struct, frozen=True):
    """One side: the slots of its cards, its total, whether it has too much and whether it has won (numbers, 1: yes).
    `kind`: of the card that it is, -1 for the player."""

    kind: int
    cards: int
    total: int
    failed: int
    won: int


class Contest(msgspec.Struct):
    """What the sentences of a line have said so far. `shown`: the slot of all cards revealed."""

    place: ast.Place
    attribute: int
    shown: int
    parties: list[Party]


def begun(node: Node, scope: Scope) -> ast.Stmt | None:
    """The sentence that begins a contest; None for any other.

    Raises Unreadable for one that cannot be read to its end."""
    core, sub = node.find("core"), node.token("SUB")
    verb = first_verb(core) if core is not None else None
    adding = core.below("t_ing") if core is not None else None
    if core is None or sub is None or sub.phrase != "until" or verb is None or verb.phrase != "reveal":
        return None
    added = first_verb(adding) if adding is not None else None
    nps = [n for n in core.walk() if n.rule == "np"]
    what = read_phrase(nps[0]) if nps else None
    post = what.post("from") if what is not None else None
    if added is None or added.phrase != "add up" or len(nps) != 2 or what is None or post is None:
        raise Unreadable("until when, and what is added up?", node, HELP)
    sum_ = read_phrase(nps[1])
    attribute, spots = attribute_of(sum_.noun), places.places(post.phrase, scope)
    plain = what.noun is not None and what.noun.phrase == "card" and not what.determiners and what.plural
    if not plain or attribute < 0 or sum_.determiner != "their" or not sum_.adjective("total") or len(spots) != 1:
        raise Unreadable("which cards, and what is added up?", core, HELP)
    scope.take_all(core)
    scope.take(sub)
    contest = scope.unit.contest = Contest(spots[0], attribute, scope.slot(), [])
    you = _party(-1, contest, scope)
    shown = scope.remember(ast.CardSlot(contest.shown), True)
    scope.unit.revealed = shown
    stops: list[ast.Cond] = []
    asked = False
    for cond in node.all("cond"):
        if _chooses_to_stop(cond, scope):
            asked = True
        else:
            found = condition(cond, scope)
            if found is None:
                raise Unreadable("this says nothing about a total", cond, HELP)
            stops.append(found)
    return _drawn(you, contest, any_of(stops) if stops else ast.Not(ast.Always()), asked, node, scope)


def _party(kind: int, contest: Contest, scope: Scope) -> Party:
    party = Party(kind, scope.slot(), scope.slot(), scope.slot(), scope.slot())
    contest.parties.append(party)
    return party


def _chooses_to_stop(cond: Node, scope: Scope) -> bool:
    """ "you choose to stop"."""
    words = [t.phrase for t in cond.tokens()]
    if words != ["you", "choose", "to", "stop"]:
        return False
    scope.take_all(cond)
    return True


def _drawn(party: Party, contest: Contest, stop: ast.Cond, asked: bool, node: Node, scope: Scope) -> ast.Stmt:
    """One card after another is revealed until it is enough, as long as there are any."""
    span = scope.span(node)
    going, card = scope.slot(), scope.slot()
    shown, mine, one = (ast.CardSlot(slot) for slot in (contest.shown, party.cards, card))
    left = ast.Without(ast.CardsIn(contest.place), shown)
    enough = ast.BindNumber(going, ast.Const(0))
    more = ast.Compare(ast.NumberSlot(going), "==", ast.Const(1))
    halt: ast.Stmt = ast.Seq(())
    if asked:
        options = (ast.Option("stop", ast.Always(), enough), ast.Option("reveal another card", ast.Some(left), halt))
        halt = ast.ChooseOne(options, scope.you, "stop, or reveal another card", span=span)
    body = ast.Seq(
        (
            ast.Bind(card, ast.Take(left, "first", ast.Const(1)), span=span),
            ast.Reveal(one, None, span=span),
            ast.Bind(contest.shown, ast.Union((shown, one))),
            ast.Bind(party.cards, ast.Union((mine, one))),
            ast.BindNumber(party.total, ast.AttributeOf(mine, contest.attribute)),
            ast.If(stop, enough, halt),
        )
    )
    return ast.Seq((ast.BindNumber(going, ast.Const(1)), ast.While(ast.And((more, ast.Some(left))), body, span=span)))


def clause(core: Node, scope: Scope) -> ast.Stmt | None:
    """ "do the same thing for the Rival, stopping as soon as ...", "you "overbid"", "the Rival wins"; None for
    what is about something else, or where no contest has begun."""
    contest, verb = scope.unit.contest, first_verb(core)
    if contest is None or verb is None:
        return None
    np = core.find("np")
    if np is None:
        return _same_for(core, verb, contest, scope)
    fails = any(s.fails for s in senses(verb, ContestSense))
    party = _who(read_phrase(np), contest, scope) if fails or verb.phrase == "win" else None
    if party is None:
        return None
    objects = [read_phrase(n) for n in core.walk() if n.rule == "v" for n in n.all("np")]
    if (fails and objects) or any(not _is_prize(one) for one in objects):
        raise Unreadable("what is won?", core, "name what is won as the game declares it, or leave it out")
    scope.take_all(core)
    words = scope.words(core)
    if party.kind >= 0 and read_phrase(np).pronoun is not None:
        words += f" (the {scope.tables.kinds[party.kind].name})"
    said = ast.Nothing(words, span=scope.span(core))
    if fails:
        return ast.Seq((ast.BindNumber(party.failed, ast.Const(1)), said))
    nobody = all_of([ast.Not(_is_so(one.won)) for one in contest.parties])  # it is won once
    return ast.If(nobody, ast.Seq((ast.BindNumber(party.won, ast.Const(1)), said)))


def _same_for(core: Node, verb: Token, contest: Contest, scope: Scope) -> ast.Stmt | None:
    """ "Do the same thing for the Rival, stopping as soon as their Total is at least 17."."""
    trails = {n.rule: n for n in core.walk() if n.rule in ("t_for", "t_ing")}
    words = [t.phrase for t in core.tokens()]
    if verb.phrase != "do" or set(trails) != {"t_for", "t_ing"} or words[:4] != ["do", "the", "same", "thing"]:
        return None
    np, cond = trails["t_for"].find("np"), trails["t_ing"].find("cond")
    until, stop = trails["t_ing"].token("SUBI"), first_verb(trails["t_ing"])
    noun = read_phrase(np).noun if np is not None else None
    kinds = senses(noun, KindSense) if noun is not None else []
    if not kinds or cond is None or until is None or stop is None or stop.phrase != "stop":
        raise Unreadable("for whom, and until when?", core, "write 'for the KIND, stopping as soon as their Total ...'")
    party = _of_kind(kinds[0].kind, contest, scope)
    enough = condition(cond, scope)
    if enough is None:
        raise Unreadable("this says nothing about a total", cond)
    scope.take_all(core)
    return _drawn(party, contest, enough, False, core, scope)


def _is_prize(phrase: Phrase) -> bool:
    noun = phrase.noun
    return phrase.determiner == "the" and noun is not None and any(not s.fails for s in senses(noun, ContestSense))


def _is_so(slot: int) -> ast.Cond:
    return ast.Compare(ast.NumberSlot(slot), "==", ast.Const(1))


def _who(phrase: Phrase, contest: Contest, scope: Scope) -> Party | None:
    """The side a subject means: "you", "the Rival", "they" (the one that is no player)."""
    others = contest.parties[1:]
    if phrase.pronoun is not None:
        if phrase.pronoun.phrase == "you":
            return contest.parties[0]
        return others[0] if phrase.pronoun.phrase == "they" and others else None
    kinds = {s.kind for s in senses(phrase.noun, KindSense)} if phrase.noun is not None else set()
    if not kinds or phrase.determiner != "the":
        return None
    return _of_kind(next(iter(kinds)), contest, scope)


def _of_kind(kind: int, contest: Contest, scope: Scope) -> Party:
    """The side that is a card of a kind; it may not have drawn yet."""
    known = next((one for one in contest.parties if one.kind == kind), None)
    return known or _party(kind, contest, scope)


def condition(node: Node, scope: Scope) -> ast.Cond | None:
    """ "your Total exceeds 21", "the Rival's Total is equal or higher", "no one busts", "you win"; None for what is
    about something else, or where no contest has begun."""
    contest = scope.unit.contest
    np, vpx = node.find("np"), node.find("vpx")
    if contest is None or np is None or vpx is None:
        return None
    subject, verb = read_phrase(np), first_verb(vpx)
    if subject.noun is None and [a.phrase for a in subject.adjectives] == ["total"]:
        return _of_total(subject, vpx, contest, scope)
    fails = verb is not None and any(s.fails for s in senses(verb, ContestSense))
    if verb is None or not (fails or verb.phrase == "win"):
        return None
    negative = comparing.negated(vpx.find("auxs"), scope)
    everyone = subject.pronoun is not None and subject.pronoun.phrase == "no one"
    who = None if everyone else _who(subject, contest, scope)
    if who is None and not everyone:
        return None
    scope.take_all(node)
    asked = contest.parties if who is None else [who]
    so = any_of([_is_so(one.failed if fails else one.won) for one in asked])
    return ast.Not(so) if negative != everyone else so


def _of_total(subject: Phrase, vpx: Node, contest: Contest, scope: Scope) -> ast.Cond:
    """What is said of a total: compared with a number, or with the other side's."""
    others = contest.parties[1:]
    who: Party | None = None
    if subject.owner is not None:
        who = _who(subject.owner, contest, scope)
    elif subject.determiner in ("your", "their"):
        who = contest.parties[0] if subject.determiner == "your" else (others[0] if others else None)
    if who is None:
        raise Unreadable("whose total?", subject.node, "say 'your Total' or 'the KIND's Total'")
    scope.take_all(subject.node)
    value, verb = ast.NumberSlot(who.total), first_verb(vpx)
    np = vpx.below("np")
    said = read_phrase(np) if np is not None else None
    if said is None or vpx.find("auxs") is not None:
        raise Unreadable("this says nothing about a total", vpx, "write 'exceeds 21', 'is at least 17' or 'is higher'")
    scope.take_all(vpx)
    words = [a.phrase for a in said.adjectives]
    if verb is not None and verb.phrase == "exceed" and said.number is not None and said.number.number is not None:
        return ast.Compare(value, ">", ast.Const(said.number.number))
    if verb is None and words in (["higher"], ["equal or higher"]) and len(contest.parties) == 2:
        rival = next(one for one in contest.parties if one is not who)
        return ast.Compare(value, ">" if words == ["higher"] else ">=", ast.NumberSlot(rival.total))
    if verb is not None:
        raise Unreadable("this says nothing about a total", vpx, "write 'exceeds 21', 'is at least 17' or 'is higher'")
    return comparing.compared(value, said, scope)
