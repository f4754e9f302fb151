"""Sentences that by their form are no acts: replacements, triggers, bans, prices, copies, keywords."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from cardscript.language import ast, conditions, copies, nouns, offers, places, references
from cardscript.language.immunity import text_ban
from cardscript.language.joining import all_of
from cardscript.language.keywords import as_used, keyword_of, keyword_text, with_params
from cardscript.language.outline import Line
from cardscript.language.phrases import read_phrase, senses
from cardscript.language.scope import Scope, Unit, Unreadable
from cardscript.language.senses import GroupSense, LabelSense
from cardscript.language.sentences import finish
from cardscript.language.source import Span
from cardscript.language.statements import items, sentence
from cardscript.language.syntax import Node, first_verb, opening
from cardscript.language.triggers import EVENT_PLAYER, happening


def form(tree: Node, prefix: Node, rest: Node | None, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """What a sentence gives by its form, or None if it has none of these forms."""
    if prefix.rule == "p_adv" and rest is not None and any(t.phrase == "once this turn" for t in prefix.tokens()):
        return [offers.once_this_turn(prefix, rest, scope, text, span)]
    if prefix.rule == "p_inf" and rest is not None:
        return _price(prefix, rest, scope, text, span)
    if prefix.rule == "p_sub" and rest is not None:
        return _event(prefix, rest, scope, text, span)
    if prefix.rule == "p_prep" and rest is not None:
        return _any_turn(prefix, rest, scope, text, span)
    banned = ban(tree, scope, text, span)
    if banned is not None:
        return [banned]
    if copies.copies(tree):
        return [copies.copy(tree, None, scope, text, span)]
    keyword = prefix.below("kw")
    return _keyword(keyword, scope, text, span) if keyword is not None else None


def changed(ability: ast.Ability, **parts: object) -> ast.Ability:
    """An ability with some parts of its own."""
    return msgspec.structs.replace(ability, **parts)


def as_asked(deed: ast.Do) -> ast.Do:
    """A deed whose card goes where the one who has it done says, if they do: it stays where it lies, if it only stands
    for the card that would go."""
    return msgspec.structs.replace(deed, goal=ast.PlaceSlot(ast.GOAL_PLACE))


def event_form(prefix: Node, rest: Node | None, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """What "If you would ..., ..." and the like give, without anything before it; None for other forms."""
    return _event(prefix, rest, scope, text, span) if prefix.rule == "p_sub" and rest is not None else None


def _event(prefix: Node, rest: Node, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """ "If you would ...", "if a card effect makes you ...", "when ..."."""
    conds, word = prefix.find("conds"), prefix.token("SUB")
    cond = conds.find("cond") if conds is not None else None
    if cond is None or word is None:
        return None
    auxs = [t.phrase for n in cond.walk() if n.rule == "auxs" for t in n.tokens()]
    scope.take(word)
    if word.phrase == "as soon as" and conds is not None:
        return [_state(conds, rest, scope, text, span)]
    if word.phrase == "if" and "would" in auxs:
        return [_replacement(cond, rest, scope, text, span)]
    if word.phrase == "if" and _effect_makes(cond):
        return [_effect_trigger(cond, rest, scope, text, span)]
    if word.phrase == "when" and (begun := _lines_begin(cond, rest, scope, text, span)) is not None:
        return begun
    timed = any(t.phrase in ("this turn", "at the end of this turn") for t in cond.tokens())
    if word.phrase in ("when", "whenever", "before") and not timed:
        return [trigger(cond, rest, scope, text, span, word.phrase == "before")]
    return None


def _state(conds: Node, rest: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "As soon as you have more than 3 Pets, ...": done for each player for whom it is so, as long as it is.

    Raises Unreadable on a card: it is for rules."""
    if scope.card is None or scope.card.name:
        raise Unreadable("'as soon as' is for rules", conds, "write 'When ..., ...'")
    gate = conditions.conditions(conds, scope)
    unit = finish(items(rest, scope), scope, text, span)
    return ast.Ability("state", unit, gate=gate, you="actor", span=span)


def _lines_begin(cond: Node, rest: Node, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """ "When a Dusk ability is played, before it takes effect, you may ...": lines with a label are about to be carried
    out. None if the clause says anything else."""
    np, part = cond.find("np"), cond.below("part")
    phrase = read_phrase(np) if np is not None else None
    noun = phrase.noun if phrase is not None else None
    if phrase is None or noun is None or noun.phrase != "ability" or part is None:
        return None
    labels = [s.label for t in phrase.heads[-1].narrowing for s in senses(t, LabelSense)]
    if len(labels) != 1 or [t.phrase for t in part.tokens()] != ["play"] or phrase.determiner not in ("a", "any"):
        raise Unreadable("the ability of which label?", cond, "write 'When a LABEL ability is played, ...'")
    prefix, body = opening(rest), rest
    if isinstance(prefix, Node) and prefix.rule == "p_sub":
        if [t.phrase for t in prefix.tokens() if t.term != "PCOMMA"] != ["before", "it", "take effect"]:
            raise Unreadable("when exactly?", prefix, "say 'before it takes effect', or leave it out")
        scope.take_all(prefix)
        following = rest.find("items")
        assert following is not None
        body = following
    scope.take_all(cond)
    verb = scope.tables.announced(labels[0], span)
    statement = items(body, scope.but(event=True))
    unit = finish(statement, scope, text, span)
    zones = tuple(scope.tables.belongings) if _shows_this(body) else ()
    return [ast.Ability("trigger", unit, pattern=ast.Pattern(verb, ast.Always()), zones=zones, you="holder", span=span)]


def _any_turn(prefix: Node, rest: Node, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """ "During any player's turn, if ..., ... instead": which a replacement does anyway."""
    if [t.phrase for t in prefix.tokens() if t.term not in ("PCOMMA", "S")] != ["during", "any", "player", "turn"]:
        return None
    inner = opening(rest)
    if not isinstance(inner, Node) or inner.rule != "p_sub":
        raise Unreadable("what can be done then?", rest, "write 'if a player would ..., you may ... instead'")
    scope.take_all(prefix)
    return event_form(inner, rest.find("items"), scope, text, span)


def stands(clause: Node) -> bool:
    """Says what cards are, with no time limit: holds as long as the line stands."""
    verb = next((t for t in clause.tokens() if t.term.startswith("V_") or t.term == "BE"), None)
    if verb is None or any(t.phrase == "this turn" for t in clause.tokens()):
        return False
    core = clause.find("core")
    np = core.find("np") if core is not None else None
    if np is None:
        return False
    if any(t.term == "DET" and t.phrase in ("that", "those", "these") for t in np.tokens()):
        return False  # it speaks of what a sentence before has named
    subject = read_phrase(np)
    if subject.pronoun is not None and subject.pronoun.phrase in ("it", "they"):
        return False  # the same
    if verb.term == "BE":
        return True
    if verb.phrase not in ("get", "count") or subject.pronoun is not None:
        return False
    return subject.determiner == "this" if subject.noun is None else subject.noun.phrase != "player"


def stands_if(prefix: Node, rest: Node | None) -> bool:
    """ "If ..., X gets ...": holds as long as the line stands and the condition is met."""
    word = prefix.token("SUB") if prefix.rule == "p_sub" else None
    clause = rest.children[0] if rest is not None else None
    return word is not None and word.phrase == "if" and isinstance(clause, Node) and rest is not None and stands(clause)


def _keyword(keyword: Node, scope: Scope, text: str, span: Span) -> list[ast.Ability] | None:
    """A line that is a keyword: its lines, standing or carried out, each by its own form."""
    np = keyword.find("np")
    assert np is not None
    phrase = read_phrase(np)
    heads, made = list(phrase.heads), []
    for head in heads if keyword_of(phrase) >= 0 else ():
        phrase.heads = [head]
        found = keyword_text(phrase, scope, keyword)
        if found is None:
            raise Unreadable(f"{head.noun.text!r} is no keyword", head.noun)
        made += _keyword_lines(*found, keyword, scope, text, span)
    return made or None


def _keyword_lines(
    body: Line, values: dict[str, ast.Node], keyword: Node, scope: Scope, text: str, span: Span
) -> list[ast.Ability]:
    """What the text of a keyword gives, with its parameters."""
    made: list[ast.Ability] = []
    for sentence_text in scope.tables.sentences(body.text):
        tree = scope.tables.parse(sentence_text)
        if not isinstance(tree, Node):
            raise Unreadable("the keyword's own text cannot be read", keyword)
        top = tree.find("items")
        first = top.children[0] if top is not None else None
        inner = with_params(
            Scope(scope.tables, Unit(), span, scope.params, card=scope.card, text=sentence_text, here=body.span), values
        )
        if isinstance(first, Node) and first.rule == "clause" and stands(first):
            inner = inner.but(standing=True)
            statement = as_used(sentence(tree, inner), values, scope, keyword)
            unit = finish(ast.Seq((statement,)), inner, text, span)
            made.append(ast.Ability("static", unit, span=span))
        else:
            statement = sentence(tree, inner)
            here = scope.but(unit=replace(inner.unit, used=scope.unit.used))  # its words are those of the line
            unit = finish(as_used(statement, values, here, keyword), here, text, span)
            made.append(ast.Ability("text", unit, you="actor", span=span))
    return made


def replacement(tree: Node, scope: Scope, text: str, span: Span) -> ast.Ability | None:
    """What "If ... would ..., ... instead" gives; None for other sentences."""
    top = tree.find("items")
    prefix, rest = (opening(top), top.find("items")) if top is not None else (None, None)
    if not isinstance(prefix, Node) or prefix.rule != "p_sub" or rest is None:
        return None
    conds = prefix.find("conds")
    cond = conds.find("cond") if conds is not None else None
    if cond is None or not any(t.phrase == "would" for n in cond.walk() if n.rule == "auxs" for t in n.tokens()):
        return None
    scope.take(prefix.token("SUB"))
    return _replacement(cond, rest, scope.but(standing=False), text, span)


def _replacement(cond: Node, rest: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "If you would gain a card, you may reveal this card and draw a card instead"."""
    event = happening(cond, scope, scope.you)
    scope.take(*event.adverbs)
    body = items(rest, scope.but(event=True))
    instead = [t for t in rest.tokens() if t.phrase == "instead"]
    if not instead:
        raise Unreadable("what happens instead?", rest, "end with 'instead'")
    scope.take(*instead)
    optional = isinstance(body, ast.ChooseOne) and body.optional
    inner = body.options[0].body if isinstance(body, ast.ChooseOne) and optional else body
    whole = _as_a_whole(body)
    if whole is not None:
        optional, inner = True, whole
    zones = scope.tables.belongings if _shows_this(rest) else _from_where(rest, scope)
    unit = finish(inner, scope, text, span)
    able = _all_of_several(inner) if optional else None
    return ast.Ability(
        "replace", unit, pattern=event.pattern(), optional=optional, possible=able, zones=tuple(zones), you="holder",
        span=span,
    )  # fmt: skip


def _as_a_whole(body: ast.Stmt) -> ast.Stmt | None:
    """A choice of cards that can be declined, with what comes of it, as one that is made or not: who declines it, or
    can't make it, replaces nothing. None for anything else."""
    parts = body.parts if isinstance(body, ast.Seq) else ()
    if len(parts) != 2 or not isinstance(parts[0], ast.Choose) or not isinstance(parts[1], ast.If):
        return None
    choose, then = parts[0], parts[1]
    if choose.least != ast.Const(0) or then.cond != ast.Flag(choose.flag) or then.otherwise is not None:
        return None
    rest = then.then.parts if isinstance(then.then, ast.Seq) else (then.then,)
    return ast.Seq((msgspec.structs.replace(choose, least=choose.most, flag=-1), *rest))


def _all_of_several(body: ast.Stmt) -> ast.Cond | None:
    """What must be so to do all that is offered: "discard two cards" needs two. None if one or none will do."""
    first = body.parts[0] if isinstance(body, ast.Seq) and body.parts else body
    if isinstance(first, ast.Choose) and isinstance(first.least, ast.Const) and first.least.value > 1:
        return ast.Compare(ast.Count(first.cards), ">=", first.least)
    return None


def _from_where(rest: Node, scope: Scope) -> Sequence[int]:
    """The zones a verb is declared to take cards from that is done to this card itself."""
    verb = first_verb(rest)
    if verb is None or not any(t.phrase == "this" for t in rest.tokens()):
        return ()
    return next((scope.tables.source_zones(v) for v in scope.tables.verbs_of(verb)), ())


def replaces_above(tree: Node) -> bool:
    """ "If a Coin is broken this way, you may save that Coin instead of putting it in the pile": a line that says how
    the one above it is carried out."""
    top = tree.find("items") if "this way" in [t.phrase for t in tree.leaves] else None
    prefix = top.below("p_sub") if top is not None else None
    way = prefix is not None and any(t.phrase == "this way" for t in prefix.tokens())
    return way and tree.below("t_insteading") is not None


def above_replaced(tree: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """The replacement such a line is: of events that the text of this card brings about.

    Raises Unreadable if it says something else."""
    top = tree.find("items")
    prefix = next(n for n in tree.walk() if n.rule == "p_sub")
    conds, rest = prefix.find("conds"), top.find("items") if top is not None else None
    cond = conds.find("cond") if conds is not None else None
    part = cond.below("part") if cond is not None else None
    verb = part.token("PART") if part is not None else None
    np = cond.find("np") if cond is not None else None
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    instead = next(n for n in tree.walk() if n.rule == "t_insteading")
    if rest is None or cond is None or np is None or not declared or scope.card is None:
        raise Unreadable(
            "this cannot be read", tree, "write 'If a CARD is VERBED this way, you may ... instead of ...'"
        )
    number = scope.tables.hand_verb(declared)
    _same_deed(instead, number, scope)
    vpx = cond.find("vpx")
    scope.take(prefix.token("SUB"), *(vpx.tokens() if vpx is not None else ()))
    what = read_phrase(np)
    scope.take(*what.determiners)
    test = nouns.test_of(what, scope)(ast.CardSlot(ast.OBJECT))
    scope.remember(ast.CardSlot(ast.OBJECT), False, references.kinds_of(what.noun, scope) if what.noun else frozenset())
    body = items(rest, scope.but(event=True))
    if not isinstance(body, ast.ChooseOne) or not body.optional:
        raise Unreadable("this cannot be read", rest, "write 'you may ... instead of ...'")
    where = ast.And((test, ast.CausedByCard(ast.CardSlot(ast.THIS), far=True)))
    unit = finish(body.options[0].body, scope, text, span)
    pattern = ast.Pattern(number, where)
    return ast.Ability("replace", unit, pattern=pattern, optional=True, you="active", span=span)


def _same_deed(instead: Node, verb: int, scope: Scope) -> None:
    """ "instead of putting it in the pile" must be what the verb does.

    Raises Unreadable if it is not."""
    unit = scope.tables.verbs[verb].unit
    moves = [n for n in (unit.body, *getattr(unit.body, "parts", ())) if isinstance(n, ast.Move)] if unit else []
    posts = [n for n in instead.walk() if n.rule == "pp"]
    spots = places.places(read_phrase(posts[0]), scope) if posts else []
    goals = [m.goal.zone for m in moves if isinstance(m.goal, ast.ZonePlace)]
    if not spots or not isinstance(spots[0], ast.ZonePlace) or spots[0].zone not in goals:
        name = scope.tables.verbs[verb].name
        raise Unreadable(f"that is not what it is to {name} a card", instead, "say where the card would go")
    scope.take_all(instead)


def _shows_this(rest: Node) -> bool:
    words = [t.phrase for t in rest.tokens()]
    return "this" in words and any(w in words for w in ("reveal", "discard"))


def _effect_makes(cond: Node) -> bool:
    return any(t.phrase == "card effect" for t in cond.tokens()) and any(t.phrase == "make" for t in cond.tokens())


def _effect_trigger(cond: Node, rest: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "If a card effect makes you discard this card, ..."."""
    inner = [t for t in cond.tokens() if t.term.startswith("V_") and scope.tables.verbs_of(t)]
    if not inner:
        raise Unreadable(
            "no event of this game can raise this", cond, "say what a card effect makes you do to this card"
        )
    words = [t.phrase for t in cond.tokens() if t is not inner[0]]
    if words[:5] != ["a", "card effect", "make", "you", "this"] or words[5:] not in ([], ["card"]):
        raise Unreadable("this cannot be read", cond, "write 'If a card effect makes you ... this card, ...'")
    scope.take_all(cond)
    verb = scope.tables.hand_verb(scope.tables.verbs_of(inner[0]))
    where = ast.And((ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS)), ast.CausedByCard()))
    body = items(rest, scope.but(event=True))
    unit = finish(body, scope, text, span)
    pattern = ast.Pattern(verb, where, True)
    return ast.Ability("trigger", unit, pattern=pattern, you="actor", span=span)


def trigger(cond: Node, rest: Node, scope: Scope, text: str, span: Span, first: bool = False) -> ast.Ability:
    """ "When you break this, ...", "Before a Guard flees, ..." (`first`)."""
    event = happening(cond, scope, None)
    scope.take(*event.adverbs)
    kinds = [references.kinds_of(t, scope) for t in cond.tokens() if t.term == "N"]
    scope.remember(ast.CardSlot(ast.OBJECT), False, next((found for found in kinds if found), frozenset()))
    called = next((s.name for t in cond.tokens() for s in senses(t, GroupSense)), "")
    body = items(rest, scope.but(event=True, standing=False, called=called))
    unit = finish(body, scope, text, span)
    return ast.Ability("trigger", unit, pattern=event.pattern(), you="actor", first=first, span=span)


def ban(tree: Node, scope: Scope, text: str, span: Span) -> ast.Ability | None:
    """What "X can't ..." forbids; None for other sentences."""
    top = tree.find("items")
    first = top.children[0] if top is not None else None
    clause = first if isinstance(first, Node) and first.rule == "clause" else None
    if clause is None or not any(t.phrase in ("can't", "cannot") for t in tree.tokens()):
        return None
    return text_ban(clause, scope, text, span) or _ban(clause, scope, text, span)


def _ban(clause: Node, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "You can't use X unless ..."."""
    core = clause.find("core")
    cond_node = core if core is not None else clause
    event = happening(cond_node, scope, None)
    pattern = event.pattern()
    where: ast.Cond = pattern.where
    sub = clause.token("SUB")
    inner = scope.but(you=EVENT_PLAYER)
    reason = text.strip(" .")
    own = _bans_this(cond_node, scope)
    if own is not None:
        where = own
    if sub is not None:
        scope.take(sub)
        parts = [conditions.condition(c, inner) for c in clause.all("cond")]
        joined = all_of(parts)
        holds: ast.Cond = ast.Not(joined) if sub.phrase == "unless" else joined
        where = ast.And((where, holds))
        words = scope.words(clause.all("cond")[0])
        reason = f"not unless {words}" if sub.phrase == "unless" else f"not while {words}"
    statement = ast.Forbid(event.verb, where, reason, "standing", span=span)
    unit = finish(ast.Seq((statement,)), scope, text, span)
    return ast.Ability("static", unit, span=span)


def _bans_this(cond: Node, scope: Scope) -> ast.Cond | None:
    """The banned object is the card itself ("can't use X" printed on X)."""
    node = cond.below("v")
    np = node.find("np") if node is not None else None
    if np is None:
        return None
    reference = references.reference(read_phrase(np), scope)
    if reference is None:
        return None
    return ast.Among(ast.CardSlot(ast.OBJECT), reference.cards)


def _price(prefix: Node, rest: Node, scope: Scope, text: str, span: Span) -> list[ast.Ability]:
    """ "To play this card, you must discard a card from your hand": no play without paying, paid first."""
    verb = first_verb(prefix)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if not declared:
        raise Unreadable("the price of what?", prefix, "write 'To play this card, you must ...'")
    words = [t.phrase for t in prefix.tokens() if t is not verb and t.term not in ("TO_V", "PCOMMA")]
    if words not in (["this"], ["this", "card"]):
        raise Unreadable("the price of what?", prefix, "write 'To play this card, you must ...'")
    scope.take_all(prefix)
    number = scope.tables.hand_verb(declared)
    body = items(rest, scope.but(price=True))
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    choose = parts[0]
    if isinstance(choose, ast.GainResource) and len(parts) == 1:
        return _price_in_points(choose, number, scope, text, span)
    if not isinstance(choose, ast.Choose):
        raise Unreadable("this price cannot be paid", rest)
    others = ast.Without(choose.cards, ast.CardSlot(ast.THIS))
    paid = ast.Choose(choose.slot, others, choose.least, choose.most, choose.by, choose.prompt, span=choose.span)
    about = ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS))
    short = ast.Compare(ast.Count(others), "<", choose.least)
    reason = f"no other card to {_price_word(rest)}"
    ban = ast.Forbid(number, ast.And((about, short)), reason, "standing", span=span)
    unit = finish(ast.Seq((ban,)), scope, text, span)
    banned = ast.Ability("static", unit, you="holder", span=span)
    play = ast.Do(number, ast.PlayerSlot(ast.YOU), ast.CardSlot(ast.THIS), paid=True, span=span)
    paying = finish(ast.Seq((paid, *parts[1:], play)), scope, text, span)
    return [banned, ast.Ability("replace", paying, pattern=ast.Pattern(number, about, True), you="actor", span=span)]


def _price_in_points(pay: ast.GainResource, verb: int, scope: Scope, text: str, span: Span) -> list[ast.Ability]:
    """ "To tame this, you must also spend 3 Gold": besides what the action costs."""
    price = ast.Times(ast.Const(-1), pay.amount)
    decl = scope.tables.resources[pay.resource]
    about = ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS))
    short = ast.Compare(ast.ResourceOf(EVENT_PLAYER, pay.resource), "<", price)
    ban = ast.Forbid(verb, ast.And((about, short)), f"too few {decl.unit[1] or decl.name}", "standing", span=span)
    banned = ast.Ability("static", finish(ast.Seq((ban,)), scope, text, span), you="holder", span=span)
    do = ast.Do(verb, ast.PlayerSlot(ast.YOU), ast.CardSlot(ast.THIS), paid=True, span=span)
    paying = finish(ast.Seq((pay, do)), scope, text, span)
    return [banned, ast.Ability("replace", paying, pattern=ast.Pattern(verb, about, True), you="actor", span=span)]


def _price_word(rest: Node) -> str:
    return next((t.phrase for t in rest.tokens() if t.term.startswith("V_")), "pay with")
