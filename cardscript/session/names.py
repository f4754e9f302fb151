"""From what a person wrote to the answers of a decision: names, beginnings of names, letter case ignored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardscript.engine.decision import Decision
from cardscript.engine.kinds import P_ASK, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import Diagnostic, did_you_mean

PASS = "pass"
"""The word that passes in every game, whatever the answer is called."""

SHOWN = 30
"""How many legal answers a refusal lists."""


def unique(options: Sequence[str]) -> tuple[str, ...]:
    """The names of answers; a name that occurs several times gets an ordinal: "x", "x (2)"."""
    if len(set(options)) == len(options):
        return tuple(options)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for option in options:
        seen[option] += 1
        names.append(option if seen[option] == 1 else f"{option} ({seen[option]})")
    return tuple(names)


def match(written: str, options: Sequence[str]) -> int | None:
    """The place of the answer that was meant: the same name, else the only one that begins so."""
    wanted = " ".join(written.split()).casefold()
    folded = [" ".join(option.split()).casefold() for option in options]
    if wanted in folded:
        return folded.index(wanted) if folded.count(wanted) == 1 or written not in options else options.index(written)
    begins = [at for at, option in enumerate(folded) if wanted and option.startswith(wanted)]
    return begins[0] if len(begins) == 1 else None


def resolve(written: Sequence[str], decision: Decision, machine: Machine) -> list[int] | Diagnostic:
    """The picks that names mean, or a refusal (CS501) with the legal answers."""
    options = unique(decision.options)
    if len(written) == 1 and written[0].strip().casefold() in ("", PASS) and match(written[0], options) is None:
        if (passing := passing_option(machine)) is not None:
            return [passing]
        if decision.least == 0:
            return []
    picks: list[int] = []
    for name in written:
        found = match(name, options)
        if found is None:
            why = refusal(name, decision, machine)
            help = did_you_mean(name, options) or legal(options)
            begins = [o for o in options if o.casefold().startswith(name.strip().casefold())]
            if len(begins) > 1 and name.strip():
                return Diagnostic("CS501", f"{name!r} is not enough to tell which", help=legal(begins))
            return Diagnostic("CS501", f"{name!r} is not legal now" + (f": {why}" if why else ""), help=help)
        if found in picks:
            return Diagnostic("CS501", f"{options[found]!r} is named twice", help=legal(options))
        picks.append(found)
    if not decision.least <= len(picks) <= decision.most:
        return Diagnostic("CS501", f"{how_many(decision)}, not {len(picks)}", help=legal(options))
    return picks


def passing_option(machine: Machine) -> int | None:
    """The place of the answer that does nothing and passes, if there is one."""
    pending = machine.state.pending
    if pending is None or pending[P_ASK] != "action" or PASSED not in pending[P_RAW]:
        return None
    place: int = pending[P_RAW].index(PASSED)
    return place


def refusal(name: str, decision: Decision, machine: Machine) -> str:
    """Why an action with a card, both named, is not offered; empty if the name is no such thing."""
    if decision.ask != "action":
        return ""
    words = " ".join(name.split()).casefold()
    for number, action in enumerate(machine.game.actions):
        verb = action.name.casefold()
        if action.cards is None and words == verb:
            return machine.why_not(number, -1) or ""
        if words.startswith(verb + " "):
            rest = words[len(verb) + 1 :]
            card = _card(rest, machine)
            if card is not None:
                return why_none(verb, card, machine) or ""
    return ""


def why_none(verb: str, card: int, machine: Machine, seat: int = -1) -> str | None:
    """Why a seat (if not said: who is asked) can do no action of this name with a card; None if it can do one. What an
    action printed on the card says goes before what the others say, which are not meant for it."""
    wanted = verb.casefold()
    numbers = [number for number, action in enumerate(machine.game.actions) if action.name.casefold() == wanted]
    numbers.sort(key=lambda number: not machine.prints(number, card))
    reasons = [machine.why_not(number, card, seat) for number in numbers]
    return None if None in reasons else reasons[0]


def _card(name: str, machine: Machine) -> int | None:
    """The card instance a name means; the name of its place may stand before it."""
    last = name.rsplit(" ", 1)[-1]
    for card in range(machine.card_count):
        own = machine.name_of(card).casefold()
        if name == own or last == own or name.endswith(" " + own):
            return card
    return None


def how_many(decision: Decision) -> str:
    """How many answers are needed, in words."""
    if decision.least == decision.most:
        return f"exactly {decision.least} needed"
    return f"{decision.least} to {decision.most} needed"


def legal(options: Sequence[str]) -> str:
    """The legal answers, as a help text."""
    more = f" and {len(options) - SHOWN} more" if len(options) > SHOWN else ""
    return f"legal: {', '.join(options[:SHOWN])}{more}" if options else "legal: nothing"
