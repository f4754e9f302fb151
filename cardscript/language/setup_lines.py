"""Printed set-up lines: numbers replaced or added, groups required, things to do before the first turn."""

from __future__ import annotations

from cardscript.language import ast, places
from cardscript.language.accounting import all_read
from cardscript.language.diagnostics import Findings
from cardscript.language.phrases import Phrase, read_phrase, senses
from cardscript.language.program import GroupInto, Quantity, Said, SetupLine, Supply
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import GroupSense, KindSense, NameSense, QuantitySense
from cardscript.language.sentences import finish, read_tree, report
from cardscript.language.source import Span
from cardscript.language.statements import sentence
from cardscript.language.syntax import Node, Token, first_verb


def read_setup(
    sentences: tuple[tuple[str, int, int], ...], span: Span, scope: Scope, findings: Findings, text: str
) -> SetupLine:
    """All that the sentences of one set-up line say."""
    quantities: dict[str, Quantity] = {}
    add: dict[str, Quantity] = {}
    require: list[tuple[int, str]] = []
    supplies: list[Supply] = []
    statements: list[ast.Stmt] = []
    said: list[Said] = []
    groups: list[GroupInto] = []
    using: list[tuple[frozenset[str], str, Quantity]] = []
    marks: list[tuple[str, tuple[int, int]]] = []
    for sentence_text, start, end in sentences:
        here = span.shifted(start, end)
        tree = read_tree(sentence_text, here, scope, findings)
        if tree is None:
            continue
        scope.unit.used.clear()
        before = dict(quantities), dict(add), len(require), len(groups), len(supplies), len(using)
        players: range | None = None
        inner = scope.but(base=here, text=sentence_text)
        try:
            added = _group_into(tree, inner, groups) or _extra_group(tree, inner, add, require)
            added = added or _marked_group(tree, inner, add, marks) or _marked_place(tree, inner)
            if not (added or _if_using(tree, inner, using, add)):
                players = _one(tree, inner, quantities, add, require, supplies, statements)
            all_read(tree, inner)
        except Unreadable as error:
            report(error, here, findings)
        numbers = {name for name, quantity in quantities.items() if before[0].get(name) is not quantity}
        numbers |= add.keys() - before[1].keys()
        numbers |= {name for _, name, _ in using[before[5] :]}
        named = {group for _, group in require[before[2] :]} | {one.group for one in groups[before[3] :]}
        said.append(Said(here, players, frozenset(numbers), frozenset(named), tuple(supplies[before[4] :])))
    unit = finish(ast.Seq(tuple(statements)), scope, text, span) if statements else None
    return SetupLine(
        quantities, add, tuple(require), unit, tuple(supplies), tuple(groups), tuple(marks), tuple(using), tuple(said)
    )


def _called(node: Node | None) -> tuple[Token, str] | None:
    """The name in quotes, declared as a group, that "as "NAME"" gives."""
    np = node.find("np") if node is not None else None
    phrase = read_phrase(np) if np is not None else None
    noun = phrase.noun if phrase is not None else None
    name = next((g.name for g in senses(noun, GroupSense)), "") if noun is not None else ""
    return (noun, name) if noun is not None and name and noun.text.startswith('"') else None


def _marked_group(tree: Node, scope: Scope, add: dict[str, Quantity], marks: list[tuple[str, tuple[int, int]]]) -> bool:
    """ "Add an extra Guard Group of 10 cards as "Night Watch.": one more of them, whose cards this card calls so."""
    verb = first_verb(tree)
    v = tree.below("v")
    trail = tree.below("t_as")
    called = _called(trail)
    np = v.find("np") if v is not None else None
    phrase = read_phrase(np) if np is not None else None
    of = phrase.post("of") if phrase is not None else None
    name = _quantity(phrase) if phrase is not None else ""
    if verb is None or verb.phrase != "add" or called is None or phrase is None or of is None or not name:
        return False
    cards = of.phrase
    plain = phrase.determiner == "a" and [a.phrase for a in phrase.adjectives] == ["extra"] and cards.noun is not None
    if not plain or cards.noun is None or cards.noun.phrase != "card" or cards.number is None or scope.card is None:
        raise Unreadable("which group is added?", tree, "say 'Add an extra KIND Group of NUMBER cards as \"NAME\"'")
    scope.take(verb, called[0])
    scope.take_all(phrase.node)
    add[name] = Quantity((1,))
    mark = scope.card.marked[called[1]] = scope.tables.granted(called[1])
    marks.append((name, mark))
    return True


def _marked_place(tree: Node, scope: Scope) -> bool:
    """ "Put this Plot above the Ford to mark it as the "Deep Ford."": from here on this card calls that space so."""
    verb = first_verb(tree)
    inf = tree.below("inf")
    mark = first_verb(inf) if inf is not None else None
    called = _called(tree.below("t_as"))
    v = tree.below("v")
    np = v.find("np") if v is not None else None
    phrase = read_phrase(np) if np is not None else None
    if (
        verb is None
        or verb.phrase != "put"
        or mark is None
        or mark.phrase != "mark"
        or called is None
        or phrase is None
    ):
        return False
    above = phrase.post("above", "next to")
    spots = places.places(above.phrase, scope) if above is not None else []
    if phrase.determiner != "this" or len(spots) != 1 or scope.card is None:
        raise Unreadable(
            "which place is marked?", tree, "say 'Put this KIND above the SPACE to mark it as the \"NAME\"'"
        )
    scope.take_all(tree)
    scope.card.places[called[1]] = spots[0]
    return True


def _extra_group(tree: Node, scope: Scope, add: dict[str, Quantity], require: list[tuple[int, str]]) -> bool:
    """ "Add Elves as an extra Guard Group": one more of them, which must be this one."""
    verb = first_verb(tree)
    v = tree.below("v")
    trail = tree.below("t_as")
    np = trail.find("np") if trail is not None else None
    what = v.find("np") if v is not None else None
    if verb is None or verb.phrase != "add" or np is None or what is None or v is None or len(v.all("np")) != 1:
        return False
    phrase, extra = read_phrase(what), read_phrase(np)
    group = next((g.name for t in ([phrase.noun] if phrase.noun else []) for g in senses(t, GroupSense)), "")
    name = _quantity(extra)
    plain = extra.determiner == "a" and [a.phrase for a in extra.adjectives] in (["extra"], ["additional"])
    if not group or not name or not plain or extra.posts:
        return False
    scope.take(verb)
    scope.take_all(phrase.node)
    scope.take_all(extra.node)
    add[name] = Quantity((1,))
    require.append((-1, group))
    return True


def _if_using(
    tree: Node, scope: Scope, using: list[tuple[frozenset[str], str, Quantity]], add: dict[str, Quantity]
) -> bool:
    """ "If using Oak: Use 1 total Coin (and still use an extra Guard Group).": another number where a card is chosen;
    what stands in brackets must be said before."""
    top = tree.find("items")
    prefix = tree.below("p_subing")
    rest = top.find("items") if top is not None else None
    if prefix is None or rest is None:
        return False
    nouns_ = [t for t in prefix.tokens() if t.term == "N"]
    words = [t.phrase for t in prefix.tokens() if t.term not in ("N", "PCOMMA", "ING")]
    names = frozenset(s.name for t in nouns_ for s in senses(t, NameSense))
    v = rest.below("v")
    np = v.find("np") if v is not None else None
    verb = first_verb(rest)
    if words != ["if", "use"] or len(nouns_) != 1 or not names or np is None or verb is None or verb.phrase != "use":
        raise Unreadable("if what?", prefix, "write 'If using CARD: Use NUMBER ...'")
    scope.take_all(prefix)
    phrase = read_phrase(np)
    for node in phrase.brackets:
        _still(node, scope, add)
    found: dict[str, Quantity] = {}
    scope.take(verb)
    _stated(phrase, None, scope, found, [])
    using += [(names, name, quantity) for name, quantity in found.items()]
    return True


def _still(node: Node, scope: Scope, add: dict[str, Quantity]) -> None:
    """ "(and still use an extra Guard Group)": says once more what is added anyway.

    Raises Unreadable if it is not."""
    np = node.below("np")
    phrase = read_phrase(np) if np is not None else None
    name = _quantity(phrase) if phrase is not None else ""
    words = [t.phrase for t in node.tokens() if phrase is None or t not in list(phrase.node.tokens())]
    if phrase is None or name not in add or [w for w in words if w not in ("(", ")")] != ["and", "still", "use"]:
        raise Unreadable("this is not so", node, "leave it out, or add the group in a sentence before")
    scope.take_all(node)


def _group_into(tree: Node, scope: Scope, groups: list[GroupInto]) -> bool:
    """ "Add all 12 cards of any Elf Guard to the Beast Deck": a group with a place of its own, which nothing else can
    use then."""
    verb = first_verb(tree)
    v = tree.below("v")
    nps = v.all("np") if v is not None else []
    phrase = read_phrase(nps[0]) if nps else None
    of = phrase.post("of") if phrase is not None else None
    if verb is None or v is None or verb.phrase != "add" or len(nps) != 2 or phrase is None or of is None:
        return False
    noun, number, inner = phrase.noun, phrase.number, of.phrase
    spots = places.places(read_phrase(nps[1]), scope)
    tokens = [t for h in inner.heads for t in (*h.narrowing, h.noun)]
    group = next((g.name for t in tokens for g in senses(t, GroupSense)), "")
    kind = next((k.kind for t in tokens for k in senses(t, KindSense)), -1)
    if noun is None or noun.phrase != "card" or phrase.determiner != "all" or number is None or number.number is None:
        return False
    if not group or kind < 0 or len(spots) != 1 or not isinstance(spots[0], ast.ZonePlace):
        raise Unreadable(
            "which cards, and into which place?", tree, "say 'Add all 12 cards of any GROUP KIND to the ZONE'"
        )
    scope.take(verb, v.token("TO"))
    scope.take_all(phrase.node)
    groups.append(GroupInto(group, kind, spots[0].zone, number.number, scope.base))
    return True


def _one(
    tree: Node, scope: Scope, quantities: dict[str, Quantity], add: dict[str, Quantity],
    require: list[tuple[int, str]], supplies: list[Supply], statements: list[ast.Stmt],
) -> range | None:  # fmt: skip
    """Read one sentence; for how many players it is (None: any number)."""
    counts: range | None = None
    top = tree.find("items")
    if top is None:
        raise Unreadable("this says nothing about the set-up", tree)
    first = top.children[0]
    assert isinstance(first, Node)
    prefix = first.children[0] if first.rule == "prefix" else first
    rest = top.find("items")
    if isinstance(prefix, Node) and prefix.rule in ("p_for", "p_ellip") and rest is not None:
        counts = _player_counts(prefix, scope)
        top = rest
    if _names(top, scope):
        return counts
    kw = top.below("kw")
    if kw is not None:
        np = kw.find("np")
        assert np is not None
        phrase = read_phrase(np)
        if not _apart(phrase, scope, supplies):
            _stated(phrase, counts, scope, quantities, require)
        return counts
    verb = first_verb(top)
    v = top.below("v")
    np = v.find("np") if v is not None else None
    if verb is not None and np is not None and verb.phrase == "use":
        scope.take(verb)
        _stated(read_phrase(np), counts, scope, quantities, require)
    elif verb is not None and np is not None and verb.phrase == "hold":
        scope.take(verb)
        subject = top.below("np")
        if subject is None or not places.places(read_phrase(subject), scope):
            raise Unreadable("which place holds so many?", subject or top, "name a place before 'holds'")
        _stated(read_phrase(np), counts, scope, quantities, require)
    elif verb is not None and np is not None and verb.phrase == "add" and _quantity(read_phrase(np)):
        phrase = read_phrase(np)
        scope.take(verb)
        goals = [n for n in v.children if isinstance(n, Node) and n is not np] if v is not None else []
        for goal in goals:
            if not places.places(read_phrase(goal), scope):
                raise Unreadable("added to which place?", goal, "name a place")
            scope.take(v.token("TO") if v is not None else None)
        _account(phrase, scope, ("a", "another"))
        number = phrase.number.number if phrase.number is not None else 1
        add[_quantity(phrase)] = Quantity((number or 1,))
    else:
        statements.append(sentence(tree, scope))
    return counts


def _names(top: Node, scope: Scope) -> bool:
    """ "Each Omen is a Dark Sign": from here on this card calls cards of that kind so."""
    core = top.below("core")
    be = core.below("v_be") if core is not None else None
    if core is None or be is None or scope.card is None:
        return False
    np, compl = core.find("np"), be.find("compl")
    named = compl.find("np") if compl is not None else None
    what, name = (read_phrase(n) if n is not None else None for n in (np, named))
    if what is None or name is None or what.noun is None or name.noun is None:
        raise Unreadable("this says nothing about the set-up", top)
    kinds, groups = senses(what.noun, KindSense), senses(name.noun, GroupSense)
    plain = [t.phrase for t in (*what.node.tokens(), *name.node.tokens()) if t not in (what.noun, name.noun)]
    if not kinds or not groups or plain not in (["each", "a"], ["every", "a"]):
        help = "say 'Each KIND is a NAME', with NAME declared as a group"
        raise Unreadable("what is called by which name?", top, help)
    scope.take_all(core)
    scope.card.called[groups[0].name] = kinds[0].kind
    return True


def _apart(phrase: Phrase, scope: Scope, supplies: list[Supply]) -> bool:
    """Cards with a place beside another card: "3 additional Omens next to this Plot". They replace no number."""
    number, noun = phrase.number, phrase.noun
    kind = next((k.kind for k in senses(noun, KindSense)), -1) if noun is not None else -1
    if number is None or number.number is None or kind < 0:
        return False
    for post in phrase.posts:
        place = scope.tables.beside(post.word.phrase, post.phrase)
        if isinstance(place, ast.ZonePlace):
            scope.take_all(phrase.node)
            supplies.append(Supply("", kind, str(number.number), place.zone, span=scope.base))
            return True
    return False


def _player_counts(prefix: Node, scope: Scope) -> range:
    np = prefix.find("np")
    phrase = read_phrase(np) if np is not None else None
    if phrase is None or phrase.noun is None or phrase.noun.phrase != "player":
        raise Unreadable("for how many players?", prefix, "write 'For 2-3 players, ...'")
    scope.take(prefix.token("SUBE"), phrase.noun, phrase.number, *phrase.adverbs)
    token = next((t for t in prefix.tokens() if t.term == "NUM"), None)
    value = token.number_value if token is not None else None
    if value is None or value.low is None:
        raise Unreadable("for how many players?", prefix)
    return range(value.low, (value.high or value.low) + 1)


def _stated(
    phrase: Phrase, counts: range | None, scope: Scope, quantities: dict[str, Quantity], require: list[tuple[int, str]]
) -> None:
    """ "8 Omens", "12 total Coins in the Beast Deck", "6 Scars per player", "X Group required"."""
    required = phrase.relatives or any(a.phrase == "required" for a in phrase.adjectives)
    if required and phrase.number is None:
        scope.take_all(phrase.node)
        _required(phrase, require)
        return
    _account(phrase, scope, ())
    name = _quantity(phrase)
    token: Token | None = phrase.number
    if not name or token is None or token.number is None:
        known_here = f"the set-up knows {', '.join(scope.tables.quantities)}"
        raise Unreadable("which number of the set-up is that?", phrase.node, known_here)
    plus = phrase.post(", plus", "plus")
    if plus is not None and plus.phrase.number is not None and plus.phrase.number.number is not None:
        scope.take(plus.word, plus.phrase.number)
        quantities[name] = Quantity((token.number,), plus.phrase.number.number)
        return
    if any(post.word.phrase == "per" for post in phrase.posts):
        quantities[name] = Quantity((0,), token.number)
        return
    if counts is None:
        quantities[name] = Quantity((token.number,))
        return
    known = quantities.get(name)
    base = list(known.base if known is not None else scope.tables.quantities[name])
    most = max(len(base), max(len(q) for q in scope.tables.quantities.values()))
    base += [base[-1]] * (most - len(base))
    for players in counts:
        index = players - scope.tables.fewest
        if 0 <= index < len(base):
            base[index] = token.number
    quantities[name] = Quantity(tuple(base))


def _account(phrase: Phrase, scope: Scope, articles: tuple[str, ...]) -> None:
    """Every word of a stated number: an article where one is added, "total", "extra", "per player", "in" a place."""
    for token in phrase.determiners:
        if token.phrase not in articles:
            raise Unreadable(f"{token.text!r} cannot stand before a set-up number", token, "leave it out")
    scope.take(phrase.noun, phrase.number, *phrase.determiners)
    scope.take(*(a for a in phrase.adjectives if a.phrase in ("total", "extra", "additional", "required")))
    scope.take(*(a for a in phrase.adverbs if a.phrase == "only"))
    for post in phrase.posts:
        per = post.word.phrase == "per" and post.phrase.noun is not None and post.phrase.noun.phrase == "player"
        if per or (post.word.phrase == "in" and places.places(post.phrase, scope)):
            scope.take(post.word, post.phrase.noun if per else None)


def _quantity(phrase: Phrase) -> str:
    """The set-up number a phrase names."""
    noun = phrase.noun
    if noun is None:
        return ""
    for sense in senses(noun, QuantitySense):
        return sense.name
    return ""


def _required(phrase: Phrase, require: list[tuple[int, str]]) -> None:
    tokens = [t for h in phrase.heads for t in (*h.narrowing, h.noun)]
    group = next((g.name for t in tokens for g in senses(t, GroupSense)), "")
    kind = next((k.kind for t in tokens for k in senses(t, KindSense)), -1)
    if not group:
        raise Unreadable("which group is required?", phrase.node)
    require.append((kind, group))
