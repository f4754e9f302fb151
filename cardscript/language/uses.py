"""Lines that say how a card is used: "Once per turn, ...", "When you play this, ...", "To play this, you must ...",
"You may play this to ...". Behind a label of mode "action" each offers something, besides what else it says."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardscript.language import ast, forms
from cardscript.language.phrases import read_phrase
from cardscript.language.program import ActionDecl, LabelDecl
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.sentences import finish
from cardscript.language.statements import items, sentence
from cardscript.language.syntax import Node, first_verb


class Use(msgspec.Struct):
    """What one sentence gives: an action, and abilities that go with it. `price`: the ability that further sentences
    of the line belong to, as what is done once the price is paid."""

    action: ActionDecl | None = None
    abilities: list[ast.Ability] = []


def use_of(tree: Node, scope: Scope, label: LabelDecl, number: int, text: str, zones: tuple[int, ...]) -> Use | None:
    """What a sentence behind an action's label says of how its card is used; None if it has none of these forms.

    Raises Unreadable for a form that cannot be read."""
    top = tree.find("items")
    first = top.children[0] if top is not None else None
    if top is None or not isinstance(first, Node):
        return None
    prefix = first.children[0] if first.rule == "prefix" else first
    rest = top.find("items")
    assert isinstance(prefix, Node)
    if prefix.rule in ("p_adv", "p_prep") and rest is not None:
        return _limited(prefix, rest, scope, label, number, text, zones)
    if prefix.rule == "p_sub" and rest is not None:
        return _when(prefix, rest, scope, label, number, text)
    if prefix.rule == "p_inf" and rest is not None:
        made = forms.form(tree, prefix, rest, scope, text, scope.base)
        return Use(_doing_this(prefix, scope, label, number, text), made or [])
    return _to_do(tree, scope, label, number, text)


def _limited(
    prefix: Node, rest: Node, scope: Scope, label: LabelDecl, number: int, text: str, zones: tuple[int, ...]
) -> Use | None:
    """ "Once per turn, ..."; "Once during each player's turn, if you would ..., ... instead"."""
    words = [t.phrase for t in prefix.tokens() if t.term not in ("PCOMMA", "S")]
    if words == ["once per turn"]:
        scope.take_all(prefix)
        body = items(rest, scope)
        if isinstance(body, ast.ChooseOne) and body.optional:  # using it is a choice already
            body = body.options[0].body
        unit = finish(body, scope, text, scope.base)
        return Use(ActionDecl(label.called, None, (), -1, None, unit, printed_on=number, span=scope.base, once=True))
    if words == ["once", "during", "each", "player", "turn"]:
        scope.take_all(prefix)
        inner = rest.children[0]
        assert isinstance(inner, Node)
        inner = inner.children[0] if inner.rule == "prefix" else inner
        assert isinstance(inner, Node)
        following = rest.find("items")
        made = forms.event_form(inner, following, scope, text, scope.base) if following is not None else None
        if not made or made[0].kind != "replace":
            raise Unreadable("what is done once?", rest, "write 'if you would ..., you may ... instead'")
        return Use(None, [forms.changed(made[0], zones=zones, once=True)])
    return None


def _when(prefix: Node, rest: Node, scope: Scope, label: LabelDecl, number: int, text: str) -> Use | None:
    """ "When you play this, ...": offers to do so, and says what comes of it."""
    conds = prefix.find("conds")
    cond = conds.find("cond") if conds is not None else None
    word = prefix.token("SUB")
    if cond is None or word is None or word.phrase != "when":
        return None
    scope.take(word)
    action = _doing_this(cond, scope, label, number, text)
    return Use(action, [forms.trigger(cond, rest, scope, text, scope.base)])


def _doing_this(node: Node, scope: Scope, label: LabelDecl, number: int, text: str) -> ActionDecl:
    """The action to do what a clause says to this card.

    Raises Unreadable if it says nothing of that sort."""
    verb = first_verb(node)
    declared = scope.tables.verbs_of(verb) if verb is not None else []
    if not declared or not any(t.phrase == "this" for t in node.tokens()):
        raise Unreadable("what is done to this card?", node, "say 'you', what you do, and 'this'")
    deed = ast.Do(scope.tables.hand_verb(declared), ast.PlayerSlot(ast.YOU), ast.CardSlot(ast.OBJECT), span=scope.base)
    deed = forms.as_asked(deed)
    unit = ast.Unit(ast.Seq((deed,)), ast.FIRST_FREE, text, span=scope.base)
    return ActionDecl(label.called, None, (), -1, None, unit, printed_on=number, span=scope.base)


def _to_do(tree: Node, scope: Scope, label: LabelDecl, number: int, text: str) -> Use | None:
    """ "You may play this to draw a card.": an action that is both."""
    inf = tree.below("t_inf")
    verb = first_verb(tree)
    node = tree.below("v")
    np = node.find("np") if node is not None else None
    if inf is None or verb is None or np is None or not scope.tables.verbs_of(verb):
        return None
    phrase = read_phrase(np)
    if phrase.determiner != "this" or not any(t.phrase == "may" for t in tree.tokens()):
        return None
    body = sentence(tree, scope)
    if isinstance(body, ast.ChooseOne) and body.optional:
        body = body.options[0].body
    if isinstance(body, ast.Seq) and isinstance(deed := body.parts[0], ast.Do):
        body = ast.Seq((forms.as_asked(deed), *body.parts[1:]))
    unit = finish(body, scope, text, scope.base)
    return Use(ActionDecl(label.called, None, (), -1, None, unit, printed_on=number, span=scope.base))


def paid(abilities: Sequence[ast.Ability], statement: ast.Stmt, slots: int) -> list[ast.Ability]:
    """The abilities of a price, with one more thing that is done once it is paid."""
    made: list[ast.Ability] = []
    for ability in abilities:
        if ability.kind == "replace" and isinstance(ability.unit.body, ast.Seq):
            body = ast.Seq((*ability.unit.body.parts, statement))
            unit = ast.Unit(body, max(ability.unit.slots, slots), ability.unit.text, span=ability.unit.span)
            ability = forms.changed(ability, unit=unit)
        made.append(ability)
    return made
