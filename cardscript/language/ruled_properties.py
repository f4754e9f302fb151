"""Properties of verbs, zones, counters, endings and actions that may hang on rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardscript.language import ast
from cardscript.language.declare import Tables
from cardscript.language.diagnostics import did_you_mean
from cardscript.language.headers import Block
from cardscript.language.ruled import HANGS, RuledReader
from cardscript.language.surcharges import extra_price_named

if TYPE_CHECKING:
    from cardscript.language.bodies import BodyReader


def flags(number: int, block: Block, bodies: BodyReader) -> None:
    """What other sentences are read by: properties of a verb (its number is given), of a zone or of a counter."""
    if block.word == "verb":
        _of_verb(number, block, bodies)
    elif block.word == "counter":
        _of_counter(block, bodies.ruled, bodies.tables)
    else:
        _of_zone(block, bodies.ruled, bodies.tables)


def _of_verb(number: int, block: Block, bodies: BodyReader) -> None:
    tables, ruled = bodies.tables, bodies.ruled
    facts = tables.verb_facts[number]
    facts.at_once, facts.tally = ruled.flag(block, "at once"), ruled.flag(block, "tally")
    words = block.prop("all aside").partition(HANGS)[0].strip()
    zone = bodies.zone_of(block, "all aside", words)
    aside = ruled.flag(block, "all aside", words) if zone >= 0 else None
    facts.aside = (aside, zone) if aside is not None else None
    after = ruled.flag(block, "fills after")
    if after is not None:
        tables.verbs[number] = replace(tables.verbs[number], ruled=(("fills_after", after, True),))


def _of_zone(block: Block, ruled: RuledReader, tables: Tables) -> None:
    zone = next(n for n, known in enumerate(tables.zones) if known.span == block.line.span)
    for key, told in (("counts as played", tables.unplayed), ("revealed", tables.unrevealed)):
        only = ruled.flag(block, key, "no")
        if only is not None:
            told[zone] = only
    words = block.prop("replenish for").partition(HANGS)[0].strip()
    only = ruled.flag(block, "replenish for", words) if words else None
    if only is None:
        return
    verb = tables.verb_named(words)
    if verb < 0:
        help = did_you_mean(words, [decl.name for decl in tables.verbs]) or "declare it: verb VERB {card}"
        ruled.findings.add("CS205", f"there is no verb {words!r}", block.span_of("replenish for"), help)
    tables.zones[zone] = replace(tables.zones[zone], ruled=(("only_for", only, verb),))


def _of_counter(block: Block, ruled: RuledReader, tables: Tables) -> None:
    """ "limit: ATTRIBUTE if RULING is VALUE": else there may be any number of them."""
    words, hangs, _ = block.prop("limit").partition(HANGS)
    if not hangs:
        return
    known = {attribute.name.lower(): n for n, attribute in enumerate(tables.attributes)}
    limit = known.get(words.strip().lower(), -1)
    only = ruled.flag(block, "limit", words.strip())
    if limit < 0 or only is None:
        help = did_you_mean(words.strip(), [one.name for one in tables.attributes]) or "declare it: attribute NAME"
        ruled.findings.add("CS205", f"there is no attribute {words.strip()!r}", block.span_of("limit"), help)
        return
    number = next(n for n, counter in enumerate(tables.counters) if counter.name == block.name)
    tables.counters[number] = replace(tables.counters[number], ruled=(("limit", only, limit),))


def counts_after(block: Block, ruled: RuledReader, tables: Tables) -> tuple[tuple[str, ast.Cond, int], ...]:
    """ "counts after: OTHER ENDING": if both are noted the other one counts, whichever is declared first."""
    name = block.prop("counts after").partition(HANGS)[0].strip()
    if not name:
        return ()
    ranks = {ending.name: ending.rank for ending in tables.endings}
    if name not in ranks:
        help = did_you_mean(name, ranks) or "name another ending"
        ruled.findings.add("CS207", f"there is no ending {name!r}", block.span_of("counts after"), help)
        return ()
    only = ruled.flag(block, "counts after", name)
    return (("rank", only, ranks[name] - 1),) if only is not None else ()


def surcharges_of(block: Block, ruled: RuledReader, tables: Tables) -> None:
    """ "surcharges of: hire": what cards make dearer about that action is paid for this one too. Read when all cards
    have been, for only then the prices that are raised are known."""
    name = block.prop("surcharges of").partition(HANGS)[0].strip()
    known = {action.name for action in tables.actions}
    if name not in known:
        help = did_you_mean(name, known) or "name another action"
        ruled.findings.add("CS211", f"there is no action {name!r}", block.span_of("surcharges of"), help)
        return
    only, attribute = ruled.flag(block, "surcharges of", name), extra_price_named(name, tables)
    number = next((n for n, action in enumerate(tables.actions) if action.span == block.line.span), -1)
    if only is None or attribute < 0 or number < 0 or tables.actions[number].cost is None:
        return
    action = tables.actions[number]
    assert action.cost is not None
    dearer = ast.Plus(action.cost, ast.AttributeOf(ast.CardSlot(ast.OBJECT), attribute))
    tables.actions[number] = replace(action, ruled=(("cost", only, dearer),))
