"""A verb with its subject, objects and trails, as handlers take it."""

from __future__ import annotations

import msgspec

from cardscript.language import ast
from cardscript.language.phrases import Phrase
from cardscript.language.scope import Scope
from cardscript.language.selections import Selection
from cardscript.language.syntax import Node, Token


class Actor(msgspec.Struct):
    """Who does it: a player, or cards (or what else a sentence is about)."""

    player: ast.Player | None = None
    cards: Selection | None = None
    phrase: Phrase | None = None


class VerbPhrase(msgspec.Struct):
    """A verb with its objects, particles and trails, ready for a handler."""

    scope: Scope
    actor: Actor
    verb: Token
    node: Node
    whole: Node
    objects: list[list[Phrase]] = []
    goal: Phrase | None = None
    particle: str = ""
    back: bool = False
    trails: list[Node] = []

    @property
    def by(self) -> ast.Player:
        """Who decides: the acting player, else whom the text talks to."""
        return self.actor.player or self.scope.you

    @property
    def text(self) -> str:
        return self.scope.words(self.whole)

    def trail(self, rule: str) -> Node | None:
        for trail in self.trails:
            if trail.rule == rule:
                return trail
        return None

    def adverb(self, *words: str) -> Token | None:
        """An adverb that hangs on the verb, if it is one of `words`; it counts as read."""
        for trail in self.trails:
            if trail.rule == "t_adv":
                token = trail.token("ADVP")
                if token is not None and token.phrase in words:
                    self.scope.take(token)
                    return token
        return None
