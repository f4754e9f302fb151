"""Actions printed on cards: "If you don't A or B on your turn, you may C"."""

from __future__ import annotations

from cardscript.language import ast, comparing, conditions, nouns
from cardscript.language.phrases import read_phrase
from cardscript.language.program import ActionDecl, LabelDecl, Refusal
from cardscript.language.scope import Scope, Unreadable
from cardscript.language.statements import items
from cardscript.language.syntax import Node, first_verb


def printed_action(tree: Node, scope: Scope, label: LabelDecl, number: int, text: str) -> ActionDecl:
    """The action a labelled line offers.

    A condition over the whole turn ("if you don't ... on your turn") refuses the action once one of those things was
    done, and once the action is used forbids them for the rest of the turn; one about what was before ("if you didn't
    ... this turn") only refuses the action. Raises Unreadable for other forms."""
    top = tree.find("items")
    if top is None:
        raise Unreadable("this must say what a player may do", tree)
    first = top.children[0]
    rest = top.find("items")
    assert isinstance(first, Node)
    prefix = first.children[0] if first.rule == "prefix" else first
    refusals: list[Refusal] = []
    bans: list[ast.Stmt] = []
    if isinstance(prefix, Node) and prefix.rule == "p_sub" and rest is not None:
        scope.take(prefix.token("SUB"))
        conds = prefix.find("conds")
        assert conds is not None
        for cond in (c for c in conds.children if isinstance(c, Node)):
            _whole_turn(cond, scope, label, refusals, bans)
        body = items(rest, scope)
    else:
        body = items(top, scope)
    if isinstance(body, ast.ChooseOne) and body.optional:
        body = body.options[0].body
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    unit = ast.Unit(ast.Seq((*parts, *bans)), scope.unit.next_slot, text, span=scope.base)
    return ActionDecl(label.called, None, tuple(refusals), -1, None, unit, printed_on=number, span=scope.base)


def _whole_turn(cond: Node, scope: Scope, label: LabelDecl, refusals: list[Refusal], bans: list[ast.Stmt]) -> None:
    """ "you don't hire any X or join any Y on your turn"."""
    vpx = cond.find("vpx")
    vps = vpx.find("vps") if vpx is not None else None
    auxs = vpx.find("auxs") if vpx is not None else None
    if vps is None or auxs is None:
        refusals.append(Refusal(f"only if {scope.words(cond)}", ast.Not(conditions.condition(cond, scope))))
        return
    np = cond.find("np")
    words = [t.phrase for t in np.tokens()] if np is not None else []
    no = [t.phrase for t in auxs.tokens()]
    if words != ["you"] or len(no) != 1 or no[0] not in comparing.NEGATIONS:
        raise Unreadable("who has not done what?", cond, "write 'If you don't ... on your turn, you may ...'")
    scope.take_all(auxs)
    scope.take(*(np.tokens() if np is not None else ()))
    for vp in vps.all("vp"):
        verb = first_verb(vp)
        declared = scope.tables.verbs_of(verb) if verb is not None else []
        v = vp.below("v")
        obj = v.find("np") if v is not None else None
        if verb is None or not declared or obj is None:
            raise Unreadable("not done what?", vp)
        scope.take(verb, *(t for t in vp.tokens() if t.term == "ADVP" and t.phrase in ("on your turn", "this turn")))
        phrase = read_phrase(obj)
        number = scope.tables.hand_verb(declared)
        slot = scope.slot()
        test = nouns.test_of(phrase, scope)
        done = ast.TimesDone(number, scope.you, False, slot, test(ast.CardSlot(slot)))
        what = phrase.noun.phrase if phrase.noun is not None else "card"
        past = scope.tables.verbs[number].past
        refusals.append(Refusal(f"a {what} was {past} this turn", ast.Compare(done, ">", ast.Const(0))))
        if no[0] in ("didn't", "did not"):
            continue
        bans.append(
            ast.Forbid(
                number, test(ast.CardSlot(ast.OBJECT)), f"{label.name} was used this turn", "turn", span=scope.base
            )
        )
