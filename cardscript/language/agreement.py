"""Whether the words of a noun phrase go together: articles, number, words said twice.

The grammar takes any modifiers in any order and the resolver asks each word what it means. What no word alone shows is
found here, in the tree of the whole sentence: "a the card", "four card", "gains a", "reveals card".
"""

from __future__ import annotations

from cardscript.language.phrases import senses
from cardscript.language.scope import Unreadable
from cardscript.language.senses import AttributeSense, KindSense, ResourceSense
from cardscript.language.syntax import Node, Token, first_verb

SINGULAR = frozenset({"a", "each", "every", "another", "this", "that", "either"})
PLURAL = frozenset({"all", "both", "these", "those", "that many"})
WHOLE = frozenset({"all", "both", "half"})
"""May stand before another of these words: "all the cards", "both their hands"."""
DEFINITE = frozenset({"the", "your", "their", "its", "his", "her", "his or her", "these", "those"})
ALONE = frozenset({"this", "that", "these", "those", "each", "all", "both", "any", "another", "either", "no"})
"""May stand for a thing without naming it ("each of them", "any that cost 2 or less")."""
NAMING_ADJECTIVES = frozenset({"other", "same", "rest", "top", "first", "last", "next", "remaining", "total"})
FOR_ONE = ("search", "do")
"""Verbs of what is done for one: "search your deck for a card", "do the same thing for the Rival"."""
NAMED_ONLY = frozenset({"kw", "pp", "poss", "t_as", "p_ellip", "r_pp"})
"""Where a thing can be named without a word that says which or how many."""
PARTS = frozenset({"bare", "nb", "np1", "np"})
WITHOUT_PHRASES = frozenset({"auxs", "anyv", "radv", "p_adv", "t_adv", "v_do", "nouns"})
"""Nodes that hold nothing but words."""
COUNTED = frozenset({"card", "player"})
"""Core nouns that, in the singular, need a word that says which or how many."""


def check(tree: Node) -> None:
    """All noun phrases of a sentence.

    Raises Unreadable at the first one whose words do not go together."""
    _walk(tree, "", False)


def _walk(node: Node, above: str, shared: bool) -> None:
    """`above`: the rule of the nearest node above that is no mere part of a noun phrase; `shared`: the determiner
    stands before it elsewhere."""
    rule, children = node.rule, node.children
    while len(children) == 1 and rule != "nhead":
        child = children[0]
        if child.__class__ is not Node:
            return
        if rule not in PARTS:
            above = rule
        shared = shared and rule == "bare"
        node, rule, children = child, child.rule, child.children
    if rule == "nhead":
        _phrase(node, above, shared)
        pre = node.find("pre")
        for mod in pre.children if pre is not None else ():
            if mod.__class__ is Node and mod.rule == "poss":
                _walk(mod, "pre", False)
        return
    inside = above if rule in PARTS else rule
    bare, first = rule == "bare", True
    for child in children:
        if child.__class__ is Node:
            if child.rule not in WITHOUT_PHRASES:
                _walk(child, inside, bare and (shared or not first))
            first = False
    if rule == "items":
        _then_twice(node)
    elif rule == "p_for":
        _for_each(node)
    elif rule in ("vp", "kw"):
        verb = first_verb(node)
        for trail in node.all("t_for"):
            if verb is None or verb.phrase not in FOR_ONE:
                _for_each(trail)


def _then_twice(node: Node) -> None:
    inner = node.find("items")
    if node.find("p_then") is None and not any(p.find("p_then") for p in node.all("prefix")):
        return
    again = inner.children[0] if inner is not None else None
    if isinstance(again, Node) and again.rule == "prefix":
        again = again.children[0]
    if isinstance(again, Node) and again.rule == "p_then":
        raise Unreadable("'then' is said twice", again, "leave one of them out")


def _for_each(node: Node) -> None:
    """ "for each card", "for each of them"; "for 2-3 players" of a set-up."""
    np = node.find("np")
    words = list(np.tokens()) if np is not None else []
    if not any((t.term == "DET" and t.phrase in ("each", "every")) or t.term == "NUM" for t in words[:2]):
        raise Unreadable("for how many of them?", np or node, "say 'for each ...'")


def _phrase(node: Node, above: str, shared: bool) -> None:
    pre, nouns = node.find("pre"), node.find("nouns")
    if node.token("PRON") is not None:
        return
    mods = pre.children if pre is not None else ()
    determiners: list[Token] = []
    others: list[Token] = []
    numbers: list[Token] = []
    owners = 0
    for mod in mods:
        if not isinstance(mod, Node):
            continue
        if mod.rule == "poss":
            owners += 1
            continue
        for token in mod.tokens():
            if token.term == "DET":
                determiners.append(token)
            elif token.term in ("NUM", "PLUS"):
                numbers.append(token)
            else:
                others.append(token)
    _once([*others, *(nouns.leaves if nouns is not None else ())])
    _determiners(determiners, owners)
    for token in others:
        said = token.phrase in ("not", "already") and nouns is None
        half = any(d.phrase == "half" for d in determiners)
        only = token.phrase == "only" and bool(determiners)
        if token.term == "ADV" and not numbers and not said and not half and not only:
            raise Unreadable(f"{token.text!r} of how many?", token, "a number must follow it, or leave it out")
    if len(numbers) > 1:
        raise Unreadable(
            f"{numbers[1].text!r} is one number too many", numbers[1], "a thing has one number; leave one out"
        )
    if owners > 1:
        raise Unreadable("two owners cannot stand before one thing", pre, "say 'the X of that card's owner'")
    head = [t for t in nouns.children if isinstance(t, Token) and t.term == "N"][-1] if nouns is not None else None
    if head is None:
        _headless(determiners, numbers, others, owners)
        return
    assert nouns is not None
    words = [t for t in nouns.children if isinstance(t, Token) and t.term == "N"]
    _agree(head, determiners, numbers if numbers and not _of_points(words) else [])
    bare = not determiners and not numbers and not owners and not shared
    if bare and above and above not in NAMED_ONLY and _needs_article(head, nouns):
        raise Unreadable(
            f"which {head.text}, or how many?",
            node,
            f"say 'a {head.text}', 'the {head.text}', 'each {head.text}' or a number",
        )


def _of_points(nouns: list[Token]) -> bool:
    """Whether the number before nouns is none of things: "2 Power", "a 4 Power Beast"."""
    first = nouns[0]
    return bool(senses(first, AttributeSense) or senses(first, ResourceSense))


def _once(tokens: list[Token]) -> None:
    seen: set[str] = set()
    for token in tokens:
        key = token.text.lower()
        if token.term in ("ADJ", "ICON", "N", "ADV") and key in seen:
            raise Unreadable(f"{token.text!r} is said twice", token, "leave one of them out")
        seen.add(key)


def _determiners(tokens: list[Token], owners: int) -> None:
    if (owners and len(tokens) > 1) or len(tokens) > 2:
        raise Unreadable(
            f"{tokens[-1].text!r} is one word too many before this noun", tokens[-1], "leave one of them out"
        )
    if len(tokens) == 2:
        first, second = (t.phrase for t in tokens)
        if not (first in WHOLE and second in DEFINITE):
            raise Unreadable(
                f"'{tokens[0].text} {tokens[1].text}' cannot stand before a noun", tokens[1], "leave one of them out"
            )


def _headless(determiners: list[Token], numbers: list[Token], others: list[Token], owners: int) -> None:
    """ "one", "the other", "each of them", "any that ...": only some words can stand for a thing by themselves."""
    if numbers or owners or not determiners:
        return
    word = determiners[-1].phrase
    if word in ALONE or any(t.term == "ADJ" and (t.phrase in NAMING_ADJECTIVES or t.feature) for t in others):
        return
    last = max((*determiners, *others), key=lambda t: t.end)
    raise Unreadable(f"a noun is missing after {last.text!r}", last, "name what it is: a card, a kind of card, a place")


def _agree(head: Token, determiners: list[Token], numbers: list[Token]) -> None:
    features = {e.feature for e in head.entries if e.term == "N"}
    plural, singular = "pl" in features and "" not in features, bool(features) and "pl" not in features and _thing(head)
    count = numbers[0] if numbers and numbers[0].term == "NUM" else None
    for token in determiners if count is not None else ():
        if count is not None and (token.start > count.start or token.phrase in ("a", "this", "that")):
            raise Unreadable(
                f"{token.text!r} and {count.text!r} do not go together",
                token,
                f"leave one out, or say '{count.text} of ...'",
            )
        if count is not None and count.comparison == "any":
            raise Unreadable(f"{token.text!r} and {count.text!r} do not go together", token, "leave one of them out")
    value = count.number_value if count is not None else None
    if count is not None and value is not None:
        one = (value.low, value.high) == (1, 1)
        if singular and not one and value.kind != "either" and value.kind != "times":
            raise Unreadable(
                f"{count.text} {head.text!r}: more than one needs the plural", head, f"write '{head.text}s'"
            )
        if plural and one and value.kind == "exact":
            raise Unreadable(f"{count.text} {head.text!r}: one needs the singular", head, "leave the plural ending out")
        return
    if not determiners:
        return
    word = determiners[-1].phrase
    if plural and word in SINGULAR:
        raise Unreadable(
            f"'{determiners[-1].text} {head.text}': this word needs the singular", head, "leave the plural ending out"
        )
    if singular and word in PLURAL:
        raise Unreadable(
            f"'{determiners[-1].text} {head.text}': this word needs the plural", head, f"write '{head.text}s'"
        )


def _thing(head: Token) -> bool:
    """A word for something that can be counted: a kind of card, a card, a player."""
    return head.phrase in COUNTED or bool(senses(head, KindSense))


def _needs_article(head: Token, nouns: Node) -> bool:
    features = {e.feature for e in head.entries if e.term == "N"}
    if "pl" in features or not _thing(head):
        return False
    return not any(t.term in ("NUM", "PLUS") for t in nouns.leaves)
