"""Noun phrases that mean players: one player, several, whose things."""

from __future__ import annotations

from cardscript.language import ast, references, relatives
from cardscript.language.joining import all_of
from cardscript.language.phrases import Phrase, nest, read_phrase, relative_verb, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import ParamSense
from cardscript.language.syntax import Token

OWNING = ("your", "their", "his or her", "his", "her", "its")


def player(phrase: Phrase, scope: Scope) -> ast.Player | None:
    """The one player a phrase means, or None if it does not mean one."""
    if phrase.pronoun is not None:
        word = phrase.pronoun.phrase
        if word == "you":
            scope.take(phrase.pronoun)
            return scope.you
        if word in ("they", "he", "she", "them") and (scope.their or scope.unit.player):
            scope.take(phrase.pronoun)
            return scope.their or scope.unit.player
        return None
    noun = phrase.noun
    if noun is None:
        return None
    for sense in senses(noun, ParamSense):
        param = scope.params.get(sense.name)
        if param is not None and param.type == "player":
            scope.take(noun, *phrase.determiners)
            return ast.PlayerSlot(param.slot)
    if noun.phrase == "owner":
        holder = phrase.owner or (phrase.posts[0].phrase if phrase.posts else None)
        scope.take(noun, *phrase.determiners)
        if holder is not None:
            return ast.HolderOf(references.one_card(holder, scope))
        return ast.HolderOf(references.back_reference("its", scope, phrase.node).cards)
    if noun.phrase != "player":
        return None
    if phrase.adjective("active", "current") and not phrase.posts:
        scope.take(noun, *phrase.determiners, *phrase.adjectives)
        return ast.ActivePlayer()
    if phrase.determiner == "that" and scope.unit.player is not None:
        scope.take(noun, *phrase.determiners)
        return scope.unit.player
    if phrase.determiner == "the" and phrase.relatives:
        return _doer(phrase, noun, scope)
    side = phrase.post("on")
    if side is not None and side.phrase.noun is not None and side.phrase.noun.phrase in ("left", "right"):
        scope.take(noun, *phrase.determiners, side.word, side.phrase.noun, *side.phrase.determiners)
        steps = 1 if side.phrase.noun.phrase == "left" else -1
        return ast.Neighbour(possessor(side.phrase, scope), steps)
    return None


def _doer(phrase: Phrase, noun: Token, scope: Scope) -> ast.Player | None:
    """ "the player who played the card"."""
    relative = phrase.relatives[0]
    core = relative if relative.rule == "rel_subj" else relative.find("rel_subj")
    rv = core.find("rv") if core is not None else None
    verb, bare = relative_verb(rv)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if core is not None and verb is not None and verb.phrase == "have" and bare is not None:
        scope.take(noun, *phrase.determiners, core.token("REL"), verb)
        return ast.FormerHolder(references.one_card(read_phrase(bare), scope))
    if core is None or not declared or bare is None:
        return None
    scope.take(noun, *phrase.determiners, core.token("REL"), verb)
    return ast.DoerOf(scope.tables.hand_verb(declared), references.one_card(read_phrase(bare), scope))


def players(phrase: Phrase, scope: Scope) -> ast.Players | None:
    """The several players "each (other) player ..." means, or None."""
    noun = phrase.noun
    those = phrase.post("of")
    if noun is None and phrase.determiner == "each" and those is not None and scope.unit.did is not None:
        them = those.phrase
        if them.noun is not None and them.noun.phrase == "player" and them.determiner == "those":
            scope.take(those.word, them.noun, *them.determiners, *phrase.determiners)
            slot, who = scope.slot(), scope.unit.did[1]
            relative_ = [*phrase.relatives, *them.relatives]
            parts = [relatives.player_relative(r, ast.PlayerSlot(slot), scope) for r in relative_]
            return ast.Players(who.first, who.others, slot, all_of(parts) if parts else None)
    if noun is None or noun.phrase != "player" or phrase.determiner not in ("each", "every", "all", "any"):
        return None
    others = phrase.adjective("other")
    scope.take(noun, *phrase.determiners, others)
    first = ast.ActivePlayer() if not others else scope.you
    if not phrase.posts and not phrase.relatives:
        return ast.Players(first, bool(others))
    slot = scope.slot()
    inner = scope.but(their=ast.PlayerSlot(slot))
    if phrase.posts and phrase.posts[0].word.phrase in ("with", "without"):
        nest(phrase, phrase.posts[0])
    parts = [relatives.player_with(post, ast.PlayerSlot(slot), inner) for post in phrase.posts]
    parts += [relatives.player_relative(rel, ast.PlayerSlot(slot), inner) for rel in phrase.relatives]
    return ast.Players(first, bool(others), slot, all_of(parts))


def possessor(phrase: Phrase, scope: Scope) -> ast.Player:
    """Whose things a phrase with a possessive means: your, their, its owner's, each player's."""
    if phrase.owner is not None:
        owner = player(phrase.owner, scope)
        if owner is not None:
            return owner
        noun = phrase.owner.noun
        if noun is not None and noun.phrase == "player" and scope.their is not None:
            scope.take(noun, *phrase.owner.determiners, *phrase.owner.adjectives)
            return scope.their
        return ast.HolderOf(references.one_card(phrase.owner, scope))
    for token in phrase.determiners:
        if token.phrase == "your":
            scope.take(token)
            return scope.owner_of_your or scope.you
        if token.phrase in OWNING:
            scope.take(token)
            if scope.their is None and token.phrase != "its":
                raise Unreadable(f"{token.text!r}: whose?", token, "say 'your', or name a player before it")
            return scope.their or scope.you
    if (post := phrase.post("of")) is not None and (owner := player(nest(phrase, post), scope)) is not None:
        scope.take(post.word)
        return owner
    return scope.their or scope.you
