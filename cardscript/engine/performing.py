"""`pipeline.perform` written anew for each verb, for its plain events: one card, once, to the verb's own place.

Most events are plain, and most of what `perform` asks about one is known of its verb: whether it is a move or begins
with one, where that goes, whether it has a body, rules or a place in the memory of the game. What is left is a short
function for each verb. Whatever may stand in the way of an event (something forbids, replaces or changes events of the
verb, the card is there already) is left to `perform` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardscript.engine import runs
from cardscript.engine.endings import check
from cardscript.engine.kinds import EMPTY, IMMUNE_HEAT
from cardscript.engine.limits import DEPTH
from cardscript.engine.moves import move_card, moving
from cardscript.engine.pipeline import (
    begin_due,
    begin_first,
    first_key,
    note_event,
    out_of_steps,
    own_goal,
    perform,
    rules_heed,
    triggers,
)
from cardscript.engine.scope import Scope
from cardscript.engine.verb_runs import VerbRun, around, go_on
from cardscript.engine.verbs import unready
from cardscript.engine.written import written
from cardscript.language import ast

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardscript.engine.compiled import Compiled
    from cardscript.engine.kinds import Frame, Op
    from cardscript.engine.lower import Builder
    from cardscript.engine.runs import Piece
    from cardscript.engine.state import State
    from cardscript.engine.verbs import Do, Verb

NAMES: dict[str, object] = {
    "perform": perform,
    "own_goal": own_goal,
    "note_event": note_event,
    "move_card": move_card,
    "triggers": triggers,
    "rules_heed": rules_heed,
    "check": check,
    "begin_due": begin_due,
    "begin_first": begin_first,
    "out_of_steps": out_of_steps,
    "go_on": go_on,
    "EMPTY": EMPTY,
    "len": len,
    "position": "",
}
NESTED = 12
"""Bodies are carried out within one another as long as there are no more frames than that; then each by the machine."""
TO_CARD, TO_NONE = "s, frame, actor, card, text, flag", "s, frame, actor, amount, text, flag"
WITH_CARD = "    return perform(s, frame, verb, actor, card, 1, -1, position, EMPTY, flag, text)"
WITHOUT = "    return perform(s, frame, verb, actor, -1, amount, -1, position, EMPTY, flag, text)"


def prepare(compiled: Compiled, verb: Verb) -> None:
    """See to it that `verb.do` and `verb.once` can be called. Each is made when it is called first, since few of a
    game's verbs are done in a game."""
    if verb.do is unready:
        _lay_out(verb, lambda: _performer(compiled, verb), lambda: _without_card(compiled, verb))


def _lay_out(verb: Verb, with_card: Callable[[], Do], without: Callable[[], Do]) -> None:
    """Have `verb.do` and `verb.once` made when they are called next."""

    def do(s: State, frame: Frame, actor: Any, card: int, text: int, flag: int) -> int:
        made = verb.do = with_card()
        return made(s, frame, actor, card, text, flag)

    def once(s: State, frame: Frame, actor: Any, amount: int, text: int, flag: int) -> int:
        made = verb.once = without()
        return made(s, frame, actor, amount, text, flag)

    verb.do, verb.once = do, once


def _plain(compiled: Compiled, verb: Verb) -> bool:
    return compiled.inlines and not verb.before


def _performer(compiled: Compiled, verb: Verb) -> Do:
    """To one card, once: called with the state, the frame, the actor, the card, the text and the flag."""
    if not _plain(compiled, verb):

        def general(s: State, frame: Frame, actor: Any, card: int, text: int, flag: int) -> int:
            return perform(s, frame, verb, actor, card, 1, -1, "", EMPTY, flag, text)

        return general
    lines, names = _to_card(compiled, verb)
    if verb.move is None and verb.uid >= 0:
        lines += _carry_out(1 if verb.begins else 0)
    return written(TO_CARD, lines, names)


def _to_card(compiled: Compiled, verb: Verb) -> tuple[list[str], dict[str, object]]:
    """The lines of a verb done to one card, up to where its body is carried out, and what they name."""
    names = {**NAMES, "verb": verb}
    moves = verb.move is not None
    lines, move = _start(verb), [f"move_card(s, card, to, {verb.bottom}, index)"]
    if moves or verb.begins:
        lines += _goal(compiled, verb)
        if verb.own_seat >= 0 or verb.shared >= 0:
            move, more = moving(compiled, verb.bottom)
            move = ["at, zones = s.at, s.zones", *move]
            names |= more
    lines += _event(compiled, verb, "card", "1", "source", "to" if moves or verb.begins else "-1", "was")
    if moves:
        return lines + move + _follow(compiled, verb, "s.at[card]"), names
    if verb.uid < 0:
        return lines + _follow(compiled, verb, "-1"), names
    code = compiled.code(verb.uid)
    names |= {"tail": code.blank[ast.FIRST_FREE :], "ops": code.ops}
    lines += _body(verb, "[card], 1, source", bool(names["tail"]), verb.begins)
    if verb.begins:
        lines += [*move, "if s.touched:", "    body[6] |= s.touched", "    s.touched = 0"]
    return lines + _begun(verb), names


def _without_card(compiled: Compiled, verb: Verb) -> Do:
    """To no card: called with the state, the frame, the actor, the amount, the text and the flag."""
    if not _plain(compiled, verb) or verb.uid < 0 or verb.move is not None:

        def general(s: State, frame: Frame, actor: Any, amount: int, text: int, flag: int) -> int:
            return perform(s, frame, verb, actor, -1, amount, -1, "", EMPTY, flag, text)

        return general
    lines, names = _to_none(compiled, verb)
    return written(TO_NONE, lines + _carry_out(0), names)


def _to_none(compiled: Compiled, verb: Verb) -> tuple[list[str], dict[str, object]]:
    """As `_to_card`, for a verb that is done to no card."""
    code = compiled.code(verb.uid)
    names = {**NAMES, "verb": verb, "tail": code.blank[ast.FIRST_FREE :], "ops": code.ops}
    lines = [
        f"if {verb.index} in s.hot:",
        WITHOUT,
        *_event(compiled, verb, "-1", "amount", "-1", "-1", "-1"),
        *_body(verb, "EMPTY, amount, -1", bool(names["tail"])),
        *_begun(verb),
    ]
    return lines, names


def embody(builder: Builder, pieces: list[Piece], ops: list[Op], verb: Verb) -> None:
    """Have the body of a verb written into the functions that do it: a call less, and it knows what the event is of."""
    compiled = builder.compiled
    if verb.do is unready or verb.by_card or verb.decl.fills_after or not _plain(compiled, verb):
        return

    def whole(card: bool) -> Do:
        lines, names = _to_card(compiled, verb) if card else _to_none(compiled, verb)
        if verb.rules:
            heed_rules(compiled, verb)
        run = VerbRun(builder, pieces, ops, card)
        lines = run.written_after(lines, 1 if card and verb.begins else 0, len(pieces))
        return written(around([TO_CARD if card else TO_NONE])[0], lines, {**runs.NAMES, **names, **run.kept})

    _lay_out(verb, lambda: whole(True), lambda: whole(False))


def _start(verb: Verb) -> list[str]:
    """Is it plain? Then `source`, and `was`: what the card is."""
    number = verb.index
    return [
        f"if card < 0 or {number} in s.hot or frame[4] >= 0 and {IMMUNE_HEAT} in s.hot:",
        WITH_CARD,
        "was = s.ident[card]",
        f"if card in s.vocal and {number} in s.defs[was].touchy:",
        WITH_CARD,
        "source = s.at[card]",
    ]


def _goal(compiled: Compiled, verb: Verb) -> list[str]:
    """Where the card goes, if it is a pile or space where it does not lie yet."""
    if verb.own_seat >= 0:
        goal, odd = f"{verb.own_seat} + actor", "actor < 0 or to == source"
    elif verb.shared >= 0:
        goal, odd = str(verb.shared), "to == source"
    else:
        goal = "own_goal(s, verb, actor, card, 1, source, frame)"
        odd = f"to < 0 or to == source or to >= {compiled.layout.under_cards}"
    return [f"to = {goal}", f"if {odd}:", WITH_CARD]


def _noted(compiled: Compiled, verb: Verb) -> list[str]:
    """Note it, if it is asked about later or an ending is looked at after it."""
    if verb.noted:
        return ["note_event(s, verb, event)"]
    return ["if s.always:", "    note_event(s, verb, event)"] if compiled.always_bit else []


def _event(compiled: Compiled, verb: Verb, card: str, amount: str, source: str, to: str, was: str) -> list[str]:
    """Record it."""
    doer = "actor[0] if actor else -1" if verb.by_card else "actor"
    return [
        "log = s.log",
        "index = s.base + len(log)",
        f"event = ({verb.index}, {card}, {doer}, {amount}, {source}, {to}, frame[3], frame[4], text, None, {was})",
        "log.append(event)",
        f"s.done[{verb.index}].append(event)",
        *_noted(compiled, verb),
        "if flag >= 0:",
        "    frame[2][flag] = True",
    ]


def heed_rules(compiled: Compiled, verb: Verb) -> None:
    """See to it that `pipeline.rules_heed` can be asked about a verb."""
    if verb.room:
        return
    uids = [item.uid for item in verb.rules]
    scope = Scope(compiled, max([ast.FIRST_FREE + 1, *(compiled.sizes[uid] for uid in uids)]))
    verb.heed = scope.cond(ast.Or(tuple(compiled.triggers[uid].pattern.where for uid in uids)))
    verb.room = scope.blank()[ast.FIRST_FREE :]


def _follow(compiled: Compiled, verb: Verb, to: str) -> list[str]:
    """What an event without a body sets off."""
    key, number = verb.key, verb.index
    own = f"card in s.vocal and {number} in s.defs[was].own"
    asked = f"{key} in s.watch or {key} in s.timed or {own} or s.ident[card] != was"
    if verb.rules:
        heed_rules(compiled, verb)
        asked += f" or rules_heed(s, verb, actor, [card], 1, source, {to}, frame[4])"
    begun = f"triggers(s, verb, actor, card, 1, source, {to}, index, frame[4], was, frame[5])"
    return [
        f"if ({asked}) and {begun}:",
        "    return -1",
        "if s.touched:",
        "    check(s)",
        "    if s.due and begin_due(s, index, frame[5]):",
        "        return -1",
        "return 0",
    ]


def _body(verb: Verb, about: str, more: bool, begins: bool = False) -> list[str]:
    """Begin the body; `begins`: its first sentence has been done."""
    you = "frame[2][1]" if verb.by_card else "actor"
    speaker = "-1" if verb.rule else "frame[4]"
    return [
        "budget = s.budget = s.budget - 1",
        "frames = s.frames",
        "deep = len(frames)",
        f"if not budget & 63 or budget < 0 or deep >= {DEPTH}:",
        "    out_of_steps(s)",
        f"slots = [-1, {you}, actor, {about}, -1{', *tail' if more else ''}]",
        f"body = [{verb.uid}, {1 if begins else 0}, slots, index, {speaker}, frame[5], 0]",
        "frames.append(body)",
    ]


def _begun(verb: Verb) -> list[str]:
    """Begin what delayed triggers do first, if there is anything. Deep within others a body is left to the machine."""
    doer = "-1" if verb.by_card else "actor"
    return [
        f"if s.timed and {first_key(verb.index)} in s.timed:",
        f"    begin_first(s, verb, slots[2:7], {doer}, index, frame[4], frame[5])",
        "    return -1",
        f"if deep >= {NESTED}:",
        "    return -1",
    ]


def _carry_out(pc: int) -> list[str]:
    """Carry out the body, which begins at an op. If it is over then, what comes next can go on at once."""
    return [
        f"pc = ops[{pc}](s, body)",
        "while pc >= 0:",
        "    pc = ops[pc](s, body)",
        "return 0 if pc == -1 and frames[-1] is frame else pc",
    ]
