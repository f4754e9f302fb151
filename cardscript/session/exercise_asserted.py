"""Which clauses made an event."""

from __future__ import annotations

from cardscript.engine.effects import flat
from cardscript.engine.kinds import (
    BECOME,
    CHOOSE,
    E_AMOUNT,
    E_CARD,
    E_CAUSE,
    E_FROM,
    E_KIND,
    E_NOTE,
    E_SPEAKER,
    E_TEXT,
    E_TO,
    END,
    LINE,
    NOTED,
    NOTHING,
    REFUSED,
    REPLACED,
    TEXT_SHIFT,
    Event,
)
from cardscript.engine.lower_choices import OF_OPTION
from cardscript.engine.machine import Machine
from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.session.exercise_clauses import Clause, Clauses


def made_by(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """The clauses that made an event: the sentence it points to, the ban that refused it, the ending it notes."""
    kind = event[E_KIND]
    if kind in (NOTED, END):
        return _ending(found, machine, event)
    clauses = list(_pointed(found, machine, event))
    if kind == REFUSED:
        clauses += _ban(found, machine, event)
    elif kind == BECOME and event[E_TEXT] < 0:
        clauses += _counting(found, machine, event)
    elif kind >= 0 and event[E_TO] >= 0 and kind in found.moves:
        clauses.append(found.moves[kind])
    return clauses


def label_of(machine: Machine, line: Event) -> int:
    """The number of the label before a line that begins; -1 if it has none."""
    ability = machine.state.compiled.abilities.get(line[E_TEXT] // TEXT_SHIFT)
    return ability.label if ability is not None else -1


def _pointed(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """The clauses of the sentence an event points to."""
    text, kind = event[E_TEXT], event[E_KIND]
    if text < 0:
        return []
    compiled = machine.state.compiled
    uid, pc = divmod(text, TEXT_SHIFT)
    unit = compiled.units[uid] if uid < len(compiled.units) else None
    if unit is None:
        return []
    if kind in (LINE, REPLACED):
        return [*found.begins.get(id(unit), []), *_waited_for(found, machine, event)]
    ability = compiled.abilities.get(uid)
    gated = ability is not None and ability.gate is not None and event[E_NOTE] == ability.gate_text
    if kind == NOTHING and not pc and gated and ability is not None:
        return [clause for clause, _ in found.tests.get(id(ability.gate), ())]
    declined = ability is not None and ability.kind == "replace" and kind == CHOOSE and event[E_FROM] == OF_OPTION
    if declined and not pc and event[E_CARD] < 0:
        return found.begins.get(id(unit), [])
    nodes = compiled.code(uid).nodes
    clauses = found.speaks.get(id(nodes[pc]), []) if pc < len(nodes) else []
    return [*clauses, *_announcing(found, machine, event)] if uid in compiled.carried_out else clauses


def _announcing(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """What has a text announced, of which an event is a choice: the sentence of the verb that is being done."""
    at = event[E_CAUSE] - (machine.event_count() - len(machine.log))
    kind = machine.log[at][E_KIND] if 0 <= at < len(machine.log) else -1
    unit = machine.game.verbs[kind].unit if kind >= 0 else None
    said = [node for node in inside(unit.body) if isinstance(node, ast.Announce)] if unit is not None else []
    return [clause for node in said for clause in found.speaks.get(id(node), ())]


def _waited_for(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """What made a line wait: such a line belongs to the text that was done first, others to what set them off."""
    at = event[E_CAUSE] - (machine.event_count() - len(machine.log))
    first = machine.log[at] if event[E_KIND] == LINE and 0 <= at < len(machine.log) else None
    if first is None or first[E_KIND] != LINE:
        return []
    unit = machine.state.compiled.units[first[E_TEXT] // TEXT_SHIFT]
    body = unit.body if unit is not None else None
    parts = body.parts if isinstance(body, ast.Seq) else (body,)
    return [clause for part in parts if isinstance(part, ast.Hold) for clause in found.speaks.get(id(part), ())]


def _abilities(machine: Machine, card: int) -> tuple[ast.Ability, ...]:
    """The abilities a card has now."""
    s = machine.state
    return machine.game.cards[s.defs[s.ident[card]].decl].abilities if card >= 0 else ()


def _ban(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """The ban that an event tells of: one on the card that says so, else any with its words (of a rule, or one that
    was set up for a time); what keeps texts of some cards from others is one too."""
    own = [node for ability in _abilities(machine, event[E_SPEAKER]) for node, _ in flat(ability.unit.body)]
    every = [node for node, _ in machine.state.compiled.effect_nodes]
    for nodes in (own, every):
        bans = [node for node in nodes if isinstance(node, ast.Forbid)]
        said: list[ast.Node] = [ban.where for ban in bans if (ban.verb, ban.reason) == (event[E_AMOUNT], event[E_NOTE])]
        said += [node for node in nodes if isinstance(node, ast.Immune) and node.reason == event[E_NOTE]]
        if said:
            return [clause for node in said for clause, _ in found.tests.get(id(node), ())]
    return []


def _counting(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """What makes a card count as something where it comes to lie."""
    nodes = [node for ability in _abilities(machine, event[E_SPEAKER]) for node, _ in flat(ability.unit.body)]
    return [clause for node in nodes if isinstance(node, ast.CountAs) for clause in found.reads.get(id(node), ())]


def _ending(found: Clauses, machine: Machine, event: Event) -> list[Clause]:
    """What states the ending an event notes: a line of the card that speaks, else a rule."""
    from cardscript.engine.definition import ending_condition

    clauses: list[Clause] = []
    for ability in _abilities(machine, event[E_SPEAKER]):
        label = machine.game.labels[ability.label] if ability.label >= 0 else None
        cond = ending_condition(ability) if label is not None and label.mode == "ending" else None
        if cond is not None:
            clauses += [clause for clause, _ in found.tests.get(id(cond), ())]
    return clauses or found.endings.get(event[E_AMOUNT], [])
