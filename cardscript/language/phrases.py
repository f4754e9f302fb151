"""Noun phrases, flattened: from the syntax tree to the parts a resolver asks for.

Nothing is decided here. Every token of a phrase stays reachable, so that the resolver can account for each word.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from cardscript.language.senses import AttributeSense, ResourceSense, Sense
from cardscript.language.syntax import Node, Token

S = TypeVar("S", bound=Sense)


class Head(msgspec.Struct):
    """One head noun with the nouns that narrow it ("Elf Beast": noun "Beast", narrowed by "Elf")."""

    noun: Token
    narrowing: list[Token] = []
    numbers: list[Token] = []

    def senses(self, kind: type[S]) -> list[S]:
        return senses(self.noun, kind)


class Post(msgspec.Struct):
    """What follows a noun with a preposition: "from your hand or discard pile"."""

    word: Token
    phrase: Phrase
    node: Node
    joined: bool = False
    """Whether "or" stands before it: another place, not a further condition."""


class Phrase(msgspec.Struct):
    """One noun phrase with a single set of modifiers before its heads."""

    node: Node
    determiners: list[Token] = []
    owner: Phrase | None = None
    number: Token | None = None
    adjectives: list[Token] = []
    adverbs: list[Token] = []
    icons: list[list[Token]] = []
    pronoun: Token | None = None
    heads: list[Head] = []
    joined: list[Phrase] = []
    posts: list[Post] = []
    relatives: list[Node] = []
    brackets: list[Node] = []
    alternative: bool = False
    """Joined with others by "or"."""

    @property
    def determiner(self) -> str:
        return self.determiners[0].phrase if self.determiners else ""

    @property
    def noun(self) -> Token | None:
        return self.heads[-1].noun if self.heads else None

    @property
    def plural(self) -> bool:
        noun = self.noun
        return noun is not None and noun.feature == "pl"

    def post(self, *words: str) -> Post | None:
        for post in self.posts:
            if post.word.phrase in words:
                return post
        return None

    def adjective(self, *words: str) -> Token | None:
        for token in self.adjectives:
            if token.phrase in words:
                return token
        return None


def senses(token: Token, kind: type[S]) -> list[S]:
    """The meanings of one class that a token's readings carry."""
    found: list[S] = []
    for entry in token.entries:
        ref = entry.ref
        if isinstance(ref, tuple):
            for one in ref:
                if isinstance(one, kind):
                    found.append(one)
        elif isinstance(ref, kind):
            found.append(ref)
    return found


def attribute_of(noun: Token | None) -> int:
    """The attribute of cards a noun means, or -1."""
    return next((s.attribute for s in senses(noun, AttributeSense)), -1) if noun is not None else -1


def resource_of(noun: Token | None) -> int:
    """The points of players a noun means, or -1."""
    return next((s.resource for s in senses(noun, ResourceSense)), -1) if noun is not None else -1


def relative_verb(rv: Node | None) -> tuple[Token | None, Node | None]:
    """The verb of a relative clause and its object."""
    anyv = rv.find("anyv") if rv is not None else None
    verb = next(iter(anyv.tokens())) if anyv is not None else None
    return verb, rv.find("bare") if rv is not None else None


def read_phrases(node: Node) -> list[Phrase]:
    """The phrases an `np` joins ("a Beast and a Coin": two); every other node gives one."""
    if node.rule == "np":
        found = [read_phrase(child) for child in node.children if isinstance(child, Node)]
        either = any(isinstance(t, Token) and "or" in t.phrase.split() for t in node.children)
        for phrase in found:
            phrase.alternative = either
        return found
    return [read_phrase(node)]


def read_phrase(node: Node) -> Phrase:
    """The phrase of an np1, nb, bare or nhead node (an np with one part counts as that part)."""
    phrase = Phrase(node)
    _collect(node, phrase)
    return phrase


def _collect(node: Node, phrase: Phrase) -> None:
    for child in node.children:
        if isinstance(child, Token):
            if child.term == "PRON":
                phrase.pronoun = child
            continue
        if child.rule in ("np", "np1", "nb"):
            _collect(child, phrase)
        elif child.rule == "bare":
            _bare(child, phrase)
        elif child.rule == "nhead":
            _bare(node, phrase)
            return
        elif child.rule == "pre":
            _pre(child, phrase)
        elif child.rule == "nouns":
            _nouns(child, phrase)
        elif child.rule == "posts":
            _posts(child, phrase)
        elif child.rule in ("pp", "paren", "adj_inf"):
            _post(child, phrase)
        elif child.rule == "rel":
            phrase.relatives.append(child)


def _bare(node: Node, phrase: Phrase) -> None:
    first = True
    for child in node.children:
        if not isinstance(child, Node):
            continue
        if first:
            _collect(child, phrase)
            first = False
        elif child.find("pre") is None and child.token("PRON") is None:
            _collect(child, phrase)
        else:
            phrase.joined.append(read_phrase(child))


def _pre(node: Node, phrase: Phrase) -> None:
    for child in node.children:
        if not isinstance(child, Node):
            continue
        if child.rule == "poss":
            phrase.owner = read_phrase(_only_node(child))
        elif child.rule == "mod":
            _mod(child, phrase)


def _only_node(node: Node) -> Node:
    return next(child for child in node.children if isinstance(child, Node))


def _mod(node: Node, phrase: Phrase) -> None:
    for child in node.children:
        if isinstance(child, Node):
            phrase.icons.append([t for t in child.children if isinstance(t, Token) and t.term == "ICON"])
        elif child.term == "DET":
            phrase.determiners.append(child)
        elif child.term in ("NUM", "PLUS"):
            if phrase.number is None:
                phrase.number = child
            else:
                phrase.adjectives.append(child)
        elif child.term == "ADV":
            phrase.adverbs.append(child)
        else:
            phrase.adjectives.append(child)


def _nouns(node: Node, phrase: Phrase) -> None:
    tokens = [t for t in node.children if isinstance(t, Token)]
    nouns = [t for t in tokens if t.term == "N"]
    numbers = [t for t in tokens if t.term != "N"]
    phrase.heads.append(Head(nouns[-1], nouns[:-1], numbers))


def _posts(node: Node, phrase: Phrase) -> None:
    word = ""
    for child in node.children:
        if isinstance(child, Node):
            _post(child, phrase)
            if word and phrase.posts:
                phrase.posts[-1].joined = "or" in word.split()
        word = child.phrase if isinstance(child, Token) else ""


def _post(node: Node, phrase: Phrase) -> None:
    word = node.token("PREP") or node.token("INTO") or node.token("TO") or node.token("ONTOP")
    if node.rule == "pp" and word is not None:
        phrase.posts.append(Post(word, read_phrase(node), node))
    elif node.rule == "posts":
        _posts(node, phrase)
    else:
        phrase.brackets.append(node)


def nest(phrase: Phrase, post: Post) -> Phrase:
    """The phrase after "of" with all that follows it: the flat list of a tree says nothing about what hangs on what,
    and what follows "the number of cards" belongs to the cards."""
    if post in phrase.posts:
        at = phrase.posts.index(post)
        post.phrase.posts += phrase.posts[at + 1 :]
        del phrase.posts[at + 1 :]
        post.phrase.relatives += phrase.relatives
        phrase.relatives = []
    return post.phrase
