"""Cards played as copies: "Play this card as a copy of another X you played this turn. This card is both ..."."""

from __future__ import annotations

from cardscript.language import ast, nouns
from cardscript.language.accounting import STRUCTURAL
from cardscript.language.phrases import read_phrase, senses
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.senses import TraitSense, ValueSense
from cardscript.language.sentences import finish
from cardscript.language.source import Span
from cardscript.language.syntax import Node, first_verb

_RIDER = ["is", "both", "the", "you", "copy"]


def copies(tree: Node) -> bool:
    """ "Play ... as a copy of ..."."""
    words = [t.phrase for t in tree.tokens()]
    return words[0] == "play" and "copy" in words and tree.below("t_as") is not None


def copy(tree: Node, rider: str | None, scope: Scope, text: str, span: Span) -> ast.Ability:
    """ "Play this card as a copy of another X you played this turn": of one it could be played as.
    `rider`: the sentence behind it, which says what it is besides.

    Raises Unreadable if one of them says anything else."""
    trail = next(n for n in tree.walk() if n.rule == "t_as")
    np = trail.find("np")
    verb = first_verb(tree)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if np is None or not declared:
        raise Unreadable("a copy of what?", tree)
    phrase = read_phrase(np)
    of = phrase.post("of")
    if of is None:
        raise Unreadable("a copy of what?", trail)
    mine = [t for t in tree.tokens() if t.end <= trail.start and t is not verb]
    if [t.phrase for t in mine] not in (["this"], ["this", "card"]) or phrase.determiner != "a":
        raise Unreadable("this cannot be read", tree, "write 'Play this card as a copy of ...'")
    scope.take(verb, *mine, phrase.noun, *phrase.determiners, of.word)
    of.phrase.relatives += phrase.relatives
    selection = nouns.cards([of.phrase], scope, None)
    number = scope.tables.hand_verb(declared)
    you = ast.PlayerSlot(ast.YOU)
    slot, flag, model = scope.slot(), scope.slot(), scope.slot()
    free = ast.Unhindered(number, you, ast.CardSlot(ast.THIS), ast.CardSlot(model))
    models = ast.Where(selection.cards, model, free)
    choose = ast.Choose(slot, models, ast.Const(1), ast.Const(1), you, scope.text.strip(" ."), flag, span=span)
    besides = _besides(rider, scope) if rider is not None else ()
    become = ast.Become(ast.CardSlot(ast.THIS), ast.Identity(copy_of=ast.CardSlot(slot), traits=besides), span=span)
    play = ast.Do(number, you, ast.CardSlot(ast.THIS), span=span)
    body = ast.Seq((choose, ast.If(ast.Flag(flag), become, note="nothing to copy"), play))
    about = ast.Among(ast.CardSlot(ast.OBJECT), ast.CardSlot(ast.THIS))
    unit = finish(body, scope, text, span)
    return ast.Ability("replace", unit, pattern=ast.Pattern(number, about, True), you="actor", span=span)


def _besides(text: str, scope: Scope) -> tuple[tuple[int, int], ...]:
    """ "This card is both [X] and the color you copy": the value of that trait it has beside the copied ones. Of other
    traits it has what it copies."""
    tree = scope.tables.parse(text)
    tokens = [t for t in tree.tokens() if t.term not in STRUCTURAL] if isinstance(tree, Node) else []
    words = [t.phrase for t in tree.tokens()] if isinstance(tree, Node) else []
    plain = [t.phrase for t in tokens if t.term != "ICON" and not senses(t, TraitSense)]
    of = {sense.trait for t in tokens for sense in senses(t, TraitSense)}
    icons = [sense for t in tokens if t.term == "ICON" for sense in senses(t, ValueSense)]
    said = plain in (["this", "card", *_RIDER], ["this", *_RIDER]) and "and" in words
    if not said or len(icons) != 1 or of != {icons[0].trait}:
        raise Unreadable(
            "after a copy, a line can only say what it is besides",
            None,
            "write 'This card is both [A] and the TRAIT you copy.'",
        )
    return ((icons[0].trait, icons[0].value),)
