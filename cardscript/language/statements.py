"""Sentences, resolved into statements: subjects, verbs joined by and/or, may, if, for each, choose one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from cardscript.language import ast, becoming, conditions, contests, deeds, keywords, nouns, people, places, triggers
from cardscript.language.joining import all_of, sequence
from cardscript.language.phrases import Phrase, read_phrase, read_phrases, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.selections import Selection
from cardscript.language.senses import AttributeSense, EndingSense
from cardscript.language.source import Span
from cardscript.language.syntax import Node, Token, first_verb
from cardscript.language.verb_phrases import Actor, VerbPhrase

JOINING = ("and", ",", "then", "and then")


def sentence(node: Node, scope: Scope) -> ast.Stmt:
    """The statement of one `start` node.

    Raises Unreadable if it says nothing that can be carried out."""
    if node.rule == "s_paren":
        raise Unreadable("a sentence in brackets must say something the game can do", node)
    if node.rule == "s_cond":
        raise Unreadable("this is only a condition: what happens then?", node, "add a comma and what happens")
    if node.rule == "s_choose":
        help = "write the options on the lines below, each behind a dash, under a label that is carried out"
        raise Unreadable("between what?", node, help)
    found = node.find("items")
    assert found is not None
    return items(found, scope)


def items(node: Node, scope: Scope) -> ast.Stmt:
    """Clauses and prefixes, in order."""
    first = node.children[0]
    assert isinstance(first, Node)
    rest = node.find("items")
    if first.rule == "prefix":
        first = first.children[0]
        assert isinstance(first, Node)
    if first.rule.startswith("p_"):
        assert rest is not None
        return prefixed(first, rest, scope)
    statement = clause(first, scope)
    if rest is None:
        return statement
    word = node.token("SEPS")
    if word is not None and "or" in word.phrase.split():
        raise Unreadable("'or' between two sentences: who decides?", word, "write 'Choose one: A or B.'")
    following = items(rest, scope)
    tail = following.parts if isinstance(following, ast.Seq) else (following,)
    return ast.Seq((statement, *tail))


def prefixed(prefix: Node, rest: Node, scope: Scope) -> ast.Stmt:
    """A prefix and all that follows it in the sentence."""
    if prefix.rule == "p_then":
        return items(rest, scope)
    if prefix.rule == "p_choose":
        return choose_one(rest, scope)
    if prefix.rule == "p_for":
        return for_each(prefix, rest, scope)
    if prefix.rule == "p_sub":
        return _sub(prefix, rest, scope)
    word = prefix.token("PREP")
    if prefix.rule == "p_prep" and word is not None and word.phrase == "while in" and scope.standing:
        np = prefix.find("np")
        spots = places.places(read_phrase(np), scope) if np is not None else []
        if len(spots) == 1:
            scope.take(word)
            return items(rest, scope.but(within=spots[0]))
    if prefix.rule == "p_adv":
        word = prefix.token("ADVP")
        if word is not None and word.phrase == "instead" and scope.gated:
            scope.take(word)
            scope.unit.instead = True
            return items(rest, scope)
        if word is not None and word.phrase == "otherwise" and scope.after_if:
            scope.take(word)
            return items(rest, scope)
        if word is not None and word.phrase in ("either way", "no matter how many there were"):
            scope.take(word)  # a sentence by itself is carried out whatever the ones before did
            return items(rest, scope)
    raise Unreadable(f"'{scope.words(prefix)}' cannot begin a sentence here", prefix)


def _sub(prefix: Node, rest: Node, scope: Scope) -> ast.Stmt:
    word, conds = prefix.token("SUB"), prefix.find("conds")
    assert word is not None and conds is not None
    scope.take(word)
    if word.phrase in ("as long as", "while"):
        return ast.While(conditions.conditions(conds, scope), items(rest, scope), span=scope.span(prefix))
    if word.phrase in ("when", "whenever", "the first time"):
        return triggers.timed(prefix, conds, rest, scope)
    if word.phrase != "if":
        raise Unreadable(f"'{word.text} ...' cannot begin a sentence here", word)
    condition = conditions.conditions(conds, scope)
    words = scope.words(conds)
    note = "it was not done" if words.endswith((" do", " does")) else f"not so: {words}"
    note = note if scope.card is not None else ""
    return ast.If(condition, items(rest, scope), note=note, span=scope.span(prefix))


def choose_one(rest: Node, scope: Scope) -> ast.Stmt:
    """ "Choose one: A or B"."""
    options: list[ast.Option] = []
    node: Node | None = rest
    while node is not None:
        first = node.children[0]
        assert isinstance(first, Node)
        body = clause(first, scope)
        options.append(ast.Option(scope.words(first), ast.Always(), body))
        node = node.find("items")
    return ast.ChooseOne(tuple(options), scope.you, "choose one", span=scope.span(rest))


def for_each(prefix: Node, rest: Node, scope: Scope) -> ast.Stmt:
    """ "For each of your Guards, save a Coin": that many times, counted once."""
    np = prefix.find("np")
    assert np is not None
    phrases = read_phrases(np)
    several = people.players(phrases[0], scope)
    if several is not None:
        slot = scope.slot()
        return ast.ForPlayers(slot, several, items(rest, scope.but(their=ast.PlayerSlot(slot))))
    selection = nouns.cards(phrases, scope, None)
    slot = scope.slot()
    one = scope.remember(ast.CardSlot(slot), False, selection.kinds)
    if selection.antecedent is not None:  # cards that were shown
        one.place = selection.antecedent.place or ast.PlaceOf(ast.CardSlot(slot))
        scope = scope.but(asked_about=slot)
    return ast.ForCards(slot, selection.cards, items(rest, scope), span=scope.span(prefix))


# --- clauses -----------------------------------------------------------------------------------------------------


def clause(node: Node, scope: Scope) -> ast.Stmt:
    """A clause with the condition that may follow it."""
    core = node if node.rule == "core" else node.find("core")
    if core is None:
        core = node
    sub = node.token("SUB")
    contest = contests.begun(node, scope) if sub is not None else None
    if contest is not None:
        return contest
    if sub is not None and node is not core:
        negative = sub.phrase == "unless"
        standing = scope.standing and sub.phrase in ("while", "as long as")
        if sub.phrase not in ("if", "unless") and not standing:
            raise Unreadable(f"'{sub.text} ...' cannot follow a statement", sub)
        statement = core_clause(core, scope)
        scope.take(sub)
        parts = [conditions.condition(c, scope) for c in node.all("cond")]
        condition = all_of(parts)
        return ast.If(ast.Not(condition) if negative else condition, statement)
    return core_clause(core, scope)


def core_clause(core: Node, scope: Scope) -> ast.Stmt:
    """Subject and verbs; or a bare noun phrase."""
    kw = core.find("kw")
    if kw is not None:
        return bare_noun(kw, scope)
    np, vpx = core.find("np"), core.find("vpx")
    assert vpx is not None
    if (outcome := contests.clause(core, scope)) is not None:
        return outcome
    if np is None:
        auxs = vpx.find("auxs")
        modal = (
            next((t for t in auxs.tokens() if t.phrase in ("may", "must", "can")), None) if auxs is not None else None
        )
        if modal is not None:
            raise Unreadable(f"who {modal.text}?", modal, f"say 'you {modal.text}'")
        return verbs(vpx, Actor(scope.you), scope)
    phrases = read_phrases(np)
    first = phrases[0]
    who = people.player(first, scope)
    if who is not None:
        return verbs(vpx, Actor(who), scope if who == scope.you else scope.but(their=who))
    several = people.players(first, scope)
    if several is not None:
        return each_player(several, vpx, scope, core)
    noun = first.noun
    if noun is not None and senses(noun, AttributeSense):
        return verbs(vpx, Actor(phrase=first), scope)
    if _changes(vpx):
        return verbs(vpx, Actor(phrase=first), scope)
    if _of_each_player(first):
        slot = scope.slot()
        inner = scope.but(their=ast.PlayerSlot(slot))
        body = card_clause(nouns.cards(phrases, inner, None), vpx, inner, core)
        return ast.ForPlayers(slot, ast.Players(ast.ActivePlayer()), body, span=scope.span(core))
    granted = keywords.granted(first, vpx, scope) if scope.standing else None
    if granted is not None:
        return granted
    selection = nouns.cards(phrases, scope, None)
    return card_clause(selection, vpx, scope, core)


def _of_each_player(phrase: Phrase) -> bool:
    """ "a Guard from each player's pile": one of each."""
    owners = [post.phrase.owner for post in phrase.posts if post.phrase.owner is not None]
    return any(o.noun is not None and o.noun.phrase == "player" and o.determiner == "each" for o in owners)


def _changes(vpx: Node) -> bool:
    """Verbs that say what cards are rather than what they do: gets, costs, is, counts as."""
    vps = vpx.find("vps")
    vp = vps.find("vp") if vps is not None else None
    if vp is None:
        return False
    if vp.below("v_be") is not None:
        return True
    verb = first_verb(vp)
    return verb is not None and verb.phrase in ("get", "count", "cost")


def each_player(several: ast.Players, vpx: Node, scope: Scope, core: Node) -> ast.Stmt:
    """Each player does it, one after the other; verbs declared "at once" are chosen by all before any is done."""
    slot = scope.slot()
    me = ast.PlayerSlot(slot)
    known = len(scope.unit.antecedents)
    before, scope.unit.flag = scope.unit.flag, -1
    body = verbs(vpx, Actor(me), scope.but(their=me))
    flag, scope.unit.flag = scope.unit.flag, before
    did = -1
    if flag >= 0:
        did = scope.slot()
        scope.unit.did = did, several
    named = scope.unit.antecedents[known:]
    del scope.unit.antecedents[known:]
    scope.unit.loop = slot, tuple(named)
    verb = first_verb(vpx)
    conds = [scope.tables.at_once(v) for v in scope.tables.verbs_of(verb)] if verb is not None else []
    at_once = next((cond for cond in conds if cond is not None), None)
    if at_once is not None:
        together = _all_at_once(several, slot, body, scope)
        if isinstance(at_once, ast.Always):
            return together
        return ast.If(at_once, together, ast.ForPlayers(slot, several, body, flag, did, span=scope.span(core)))
    if not named or isinstance(body, ast.ChooseOne):
        return ast.ForPlayers(slot, several, body, flag, did, span=scope.span(core))
    gathered = scope.slot()
    last = named[-1]
    keep = ast.Bind(gathered, ast.Union((ast.CardSlot(gathered), last.cards)))
    scope.remember(ast.CardSlot(gathered), True, last.kinds)
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    return ast.ForPlayers(slot, several, ast.Seq((*parts, keep)), flag, did, span=scope.span(core))


def _all_at_once(several: ast.Players, slot: int, body: ast.Stmt, scope: Scope) -> ast.Stmt:
    """Choices of all first, then the deeds: nobody can choose what was just received."""
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    choose = next((p for p in parts if isinstance(p, (ast.Choose, ast.Bind))), None)
    deed = next((p for p in parts if isinstance(p, ast.Do)), None)
    if choose is None or deed is None:
        return ast.ForPlayers(slot, several, body)
    chosen = scope.slot()
    mine = scope.slot()
    whose = ast.SamePlayer(ast.HolderOf(ast.CardSlot(mine)), ast.PlayerSlot(slot))
    own = ast.Bind(choose.slot, ast.Where(ast.CardSlot(chosen), mine, whose))
    drop = ast.Bind(chosen, ast.Without(ast.CardSlot(chosen), ast.CardSlot(choose.slot)))
    first = ast.Seq((choose, ast.Bind(chosen, ast.Union((ast.CardSlot(chosen), ast.CardSlot(choose.slot))))))
    return ast.Seq((ast.ForPlayers(slot, several, first), ast.ForPlayers(slot, several, ast.Seq((own, drop, deed)))))


def card_clause(selection: Selection, vpx: Node, scope: Scope, core: Node) -> ast.Stmt:
    """Cards do something: one that is chosen, or each of several in turn."""
    statements: list[ast.Stmt] = []
    slot = scope.slot()
    subject = core.find("np")
    if selection.chosen:
        assert selection.least is not None and selection.most is not None
        by = selection.by or scope.you
        prompt = f"choose {scope.words(subject)}" if subject is not None else "choose"
        statements.append(
            ast.Choose(slot, selection.cards, selection.least, selection.most, by, prompt, span=scope.span(core))
        )
    elif isinstance(selection.cards, ast.CardSlot):
        slot = selection.cards.slot
    else:
        statements.append(ast.Bind(slot, selection.cards))
    actor = Selection(ast.CardSlot(slot), many=selection.many, kinds=selection.kinds, plain=True)
    if selection.many:
        one = scope.slot()
        actor = Selection(ast.CardSlot(one), kinds=selection.kinds, plain=True)
        body = verbs(vpx, Actor(cards=actor), scope.but(candidate=ast.CardSlot(one)))
        once = isinstance(body, ast.GoToPhase)  # "it becomes PHASE" is said of no card
        statements.append(body if once else ast.ForCards(one, ast.CardSlot(slot), body))
    else:
        doer = scope.remember(ast.CardSlot(slot), False, selection.kinds)
        statements.append(verbs(vpx, Actor(cards=actor), scope.but(subject=doer)))
    return sequence(statements)


def bare_noun(kw: Node, scope: Scope) -> ast.Stmt:
    """ "Same effect.", "Night Falls!", a keyword with its parameters."""
    np = kw.find("np")
    assert np is not None
    phrase = read_phrase(np)
    noun = phrase.noun
    if noun is not None:
        if noun.phrase == "effect" and phrase.adjective("same"):
            scope.take_all(kw)
            return again(scope, kw)
        for ending in senses(noun, EndingSense):
            scope.take_all(kw)
            return ast.EndGame(ending.ending, now=scope.card is None, span=scope.span(kw))
        statement = keywords.keyword_statement(phrase, scope, kw)
        if statement is not None:
            return statement
    raise Unreadable("this names something but says nothing about it", kw, "write a whole sentence")


def again(scope: Scope, at: Node, owner: ast.Player | None = None) -> ast.Stmt:
    """The line before, read once more in this place (for another player's things if `owner` is given)."""
    if scope.card is None or not scope.card.previous:
        raise Unreadable("there is no line before this one to do again", at)
    inner = scope.but(owner_of_your=owner)
    before, scope.card.previous = scope.card.previous, ()
    try:
        return elsewhere(before, inner, at, "the line before cannot be read", "correct that one first")
    finally:
        scope.card.previous = before


def elsewhere(
    texts: Iterable[str], scope: Scope, at: Node, wrong: str, help: str, place: Span | None = None
) -> ast.Stmt:
    """What sentences say that stand in another `place` (None: said again where `at` is). What is wrong in them is wrong
    `at` the node that speaks of them; `wrong` and `help` are said where one cannot be parsed."""
    scope = scope.but(here=place or scope.span(at))
    parts: list[ast.Stmt] = []
    with scope.aside():
        for text in texts:
            tree = scope.tables.parse(text)
            if not isinstance(tree, Node):
                raise Unreadable(wrong, at, help)
            try:
                parts.append(sentence(tree, scope.but(text=text)))
            except Unreadable as error:
                raise Unreadable(error.message, at, error.help, error.code) from None
    return sequence(parts)


# --- verbs -------------------------------------------------------------------------------------------------------


def verbs(vpx: Node, actor: Actor, scope: Scope) -> ast.Stmt:
    """One or several verbs of one subject, with "may", "must", "can't" before them."""
    auxs, vps = vpx.find("auxs"), vpx.find("vps")
    assert vps is not None
    words = list(auxs.tokens()) if auxs is not None else []
    scope.take(*words)
    modal = {t.phrase for t in words} | {t.text.lower() for t in words}
    if modal & {"can't", "cannot"}:
        raise Unreadable("a ban stands for itself", vpx, "begin the line with it")
    optional = "may" in modal
    if "either" in modal and not any("or" in t.phrase.split() for t in vps.children if isinstance(t, Token)):
        raise Unreadable("'either' wants an 'or'", vpx)
    unknown = modal - {"may", "must", "also", "instead", "can", "then", "still", "immediately", "either"}
    if unknown:
        raise Unreadable(f"{next(iter(unknown))!r} cannot stand before this verb", vpx)
    return joined(vps, actor, scope.but(also=True) if "also" in modal else scope, optional)


def joined(vps: Node, actor: Actor, scope: Scope, optional: bool) -> ast.Stmt:
    """Verbs of one subject joined with "and", or with "or" (the subject takes one); `optional`: it may decline."""
    parts = [c for c in vps.children if isinstance(c, Node)]
    seps = [t for t in vps.children if isinstance(t, Token)]
    alternatives = any("or" in t.phrase.split() for t in seps)
    statements = [one_verb(part, actor, scope) for part in parts]
    by = actor.player or scope.you
    if alternatives:
        if any("and" in t.phrase.split() for t in seps):
            raise Unreadable("'and' and 'or' in one list can be read in two ways", vps, "make two sentences of it")
        options = tuple(ast.Option(scope.words(p), possible(s), s) for p, s in zip(parts, statements, strict=True))
        flag = scope.slot()
        scope.unit.flag = flag
        about = scope.asked_about
        return ast.ChooseOne(options, by, scope.words(vps), optional, flag, about, span=scope.span(vps))
    body = statements[0] if len(statements) == 1 else _flat(statements)
    return optionally(body, by, scope, vps) if optional else body


def _flat(statements: list[ast.Stmt]) -> ast.Stmt:
    parts: list[ast.Stmt] = []
    for statement in statements:
        parts += statement.parts if isinstance(statement, ast.Seq) else (statement,)
    return ast.Seq(tuple(parts))


def optionally(body: ast.Stmt, by: ast.Player, scope: Scope, at: Node) -> ast.Stmt:
    """ "may": a first choice of cards becomes a choice that can be declined; anything else is asked as a whole."""
    flag = scope.slot()
    scope.unit.flag = flag
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    first = parts[0]
    prompt = scope.words(at)
    if isinstance(first, ast.Distribute) and len(parts) == 1:
        return replace(first, must=False, prompt=f"you may {prompt}")
    if isinstance(first, ast.Choose) and len(parts) > 1 and first.least == first.most and first.by == by:
        choose = ast.Choose(
            first.slot,
            first.cards,
            ast.Const(0),
            first.most,
            by,
            f"you may {prompt}",
            flag,
            first.verb,
            span=first.span,
        )
        rest = parts[1] if len(parts) == 2 else ast.Seq(parts[1:])
        return ast.Seq((choose, ast.If(ast.Flag(flag), rest)))
    option = ast.Option(prompt, possible(body), body)
    about = scope.asked_about
    return ast.ChooseOne((option,), by, f"you may {prompt}", True, flag, about, span=scope.span(at))


def possible(body: ast.Stmt) -> ast.Cond:
    """When a statement can do anything at all: its first choice has something to choose from."""
    first = body
    while isinstance(first, ast.Seq):
        first = first.parts[0]
    if isinstance(first, ast.Repeat):  # "a card for each ...": as many as that
        inner = first.body.parts[0] if isinstance(first.body, ast.Seq) else first.body
        if isinstance(inner, ast.Choose):
            return ast.Compare(ast.Count(inner.cards), ">=", first.times)
    if isinstance(first, ast.Choose) and isinstance(first.least, ast.Plus):  # "more than ...": fewer will not do
        return ast.Compare(ast.Count(first.cards), ">=", first.least)
    if isinstance(first, ast.Choose):
        return ast.Some(first.cards)
    if isinstance(first, ast.Bind):
        cards = first.cards
        if isinstance(cards, ast.TopOf):
            return ast.Always()
        return ast.Some(cards)
    if isinstance(first, ast.Do) and isinstance(first.cards, ast.CardSlot) and first.cards.slot >= ast.FIRST_FREE:
        return ast.Some(first.cards)  # what a sentence before has found, if it has
    return ast.Always()


def one_verb(vp: Node, actor: Actor, scope: Scope) -> ast.Stmt:
    """One verb with its objects and trails."""

    if vp.rule == "vp_aux":
        raise Unreadable("repeat the subject after 'and'", vp)
    vcore = vp.children[0]
    assert isinstance(vcore, Node)
    if vcore.rule == "vcore":
        vcore = vcore.children[0]
        assert isinstance(vcore, Node)
    trails = [_unwrapped(t) for t in vp.children[1:] if isinstance(t, Node)]
    if vcore.rule == "v_be":
        return becoming.being(vcore, trails, actor, scope, vp)
    verb = vcore.token("V")
    if verb is None:
        raise Unreadable("this verb form cannot be carried out", vcore)
    scope.take(verb)
    phrase = VerbPhrase(scope, actor, verb, vcore, vp, trails=trails)
    pending = ""
    for child in vcore.children[1:]:
        if isinstance(child, Token):
            scope.take(child)
            if child.term == "BACK":
                phrase.back = True
            elif child.term in ("TO", "INTO", "ONTOP", "DOWNTO"):
                pending = child.term
                phrase.particle = child.phrase
            elif child.term.startswith("W_"):
                pending = child.term
        elif child.rule == "np" or child.rule in ("np1", "nb", "bare", "nhead"):
            if pending:
                phrase.goal = read_phrase(child)
                pending = ""
            else:
                phrase.objects.append(read_phrases(child))
    return _with_purpose(deeds.carry_out(phrase), phrase, scope)


def _with_purpose(deed: ast.Stmt, v: VerbPhrase, scope: Scope) -> ast.Stmt:
    """ "you may play this to draw a card", "it rises to become a Beast": the one, then the other."""
    trail = v.trail("t_inf")
    inf = trail.find("inf") if trail is not None else None
    vps = inf.find("vps") if inf is not None else None
    if inf is None or vps is None or v.verb.phrase in PURPOSEFUL:
        return deed
    scope.take(inf.token("TO_V"))
    return _flat([deed, joined(vps, v.actor, scope, False)])


PURPOSEFUL = ("choose",)
"""Verbs that read what follows "to" themselves."""


def _unwrapped(trail: Node) -> Node:
    if trail.rule == "trail" and isinstance(trail.children[0], Node):
        return trail.children[0]
    return trail
