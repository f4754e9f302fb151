"""From a moment of a game to a scenario file: the situation at the last point of rest before it, what was answered from
there, and what must be so afterwards.

A situation says where cards lie, what players have and what was done; it cannot say everything (an effect that lasts,
a card that has become another). So each candidate is run before it is taken: it must lead to the very events that were
seen. If none does, the scenario begins with the game's own set-up, which always does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language import ast
from cardscript.language.diagnostics import Findings
from cardscript.language.program import Game
from cardscript.language.source import Source
from cardscript.scenario.lines import GONE
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import Loaded, cases, run
from cardscript.scenario.run import between_actions as at_rest
from cardscript.scenario.situation import usual_source
from cardscript.scenario.telling import quoted, told_card
from cardscript.session.game import GameHandle
from cardscript.session.moment import Moment
from cardscript.session.names import unique
from cardscript.session.record_text import write_names
from cardscript.session.session import ANY_ACTION, Answer, Session
from cardscript.session.trace import trace_data
from cardscript.session.trace_text import event_text

WIDTH = 100
"""Where a list of cards goes on in the next line."""

LARGE, TOP = 12, 3
"""Of a pile with more cards only the first are expected."""

TRIED = 8
"""So many points of rest are tried, the latest first."""


def scenario_text(handle: GameHandle, found: Moment, name: str, base: Path | None = None) -> str:
    """A scenario file that leads to the moment and says what must be so there. `base`: the folder in which it will lie
    (if not said: the one in use), from where it names a game that did not come with the program."""
    writer = _Writer(handle, found, name, base if base is not None else Path())
    for rest in reversed(_rests(writer.after)[-TRIED:]):
        text = writer.from_rest(rest)
        if _holds(text, writer, rest.event_count):
            return text
    return writer.from_set_up()


def _rests(after: Session) -> list[Session]:
    """The points of rest before a session's last answer at which a situation says all there is to say."""
    walk = after.at_start()
    rests = []
    for answer in after.given:
        if at_rest(walk) and _can_be_told(walk.machine):
            rests.append(walk.clone())
        walk.pick(answer.picks)
    return rests


def _can_be_told(machine: Machine) -> bool:
    state = machine.state
    plain = not (any(state.timed.values()) or state.copies or state.extra or state.noted)
    return plain and state.ident == state.decl and all(place >= 0 for place in state.at)


def _holds(text: str, writer: _Writer, start: int) -> bool:
    """Whether the scenario passes and leads to the same events as were seen from number `start` on."""
    loaded = _load(text, writer.base)
    if loaded is None:
        return False
    outcome = run(cases(loaded.file)[0], loaded)
    if not outcome.passed or outcome.session is None:
        return False
    seen = [event_text(data, "plain").strip() for data in trace_data(writer.after.machine, start)]
    now = [event_text(data, "plain").strip() for data in trace_data(outcome.session.machine)]
    return now[len(now) - len(seen) :] == seen


def _load(text: str, base: Path) -> Loaded | None:
    findings = Findings()
    file = read_text(Source("written.scenario", text), findings)
    if findings.failed:
        return None
    loaded = load_scenarios(file, findings, base)
    return None if findings.failed else loaded


class _Writer:
    """Writes one scenario file. `after` is the session right after the answer that led to the moment's event."""

    def __init__(self, handle: GameHandle, found: Moment, name: str, base: Path) -> None:
        self._handle, self._name, self.base = handle, name, base
        self._event = found.event - 1
        self._before = found.session if found.started else None
        self.after = found.session
        if found.started:
            self.after = found.session.clone()
            self.after.pick(found.answers[0].picks)
        self._game: Game = handle.game

    # --- whole files

    def from_rest(self, rest: Session) -> str:
        """Beginning with the situation at a point of rest."""
        return self._file([*self._situation(rest), *self._told_before(rest)], self.after.given[rest.answer_count :])

    def from_set_up(self) -> str:
        """Beginning with the set-up of the game."""
        setting = self.after.setting
        lines = [f"{setting.deal.players} players", f"seed {setting.seed}"]
        lines += [f"it is player {setting.deal.first + 1}'s turn"] if setting.deal.first else []
        lines += self._rulings()
        lines.append("set up")
        for option, names in setting.chosen.items():
            lines.append(f"    {option}: {', '.join(quoted(name) for name in names)}")
        return self._file(lines, self.after.given)

    def _file(self, situation: Sequence[str], steps: Sequence[Answer]) -> str:
        handle = self._handle
        head = [f"game {_folder(handle.folder, self.base) if handle.folder else handle.id}"]
        head += [f"sets {', '.join(handle.sets)}"] if handle.sets else []
        body = [*situation, *(_answer(answer) for answer in steps), *self._expectations()]
        return "\n".join([*head, "", f"scenario {self._name}", *(f"    {line}" for line in body)]) + "\n"

    # --- the situation

    def _situation(self, rest: Session) -> Iterator[str]:
        machine, state = rest.machine, rest.machine.state
        yield f"{state.players} players"
        yield f"seed {state.rng}"
        yield from self._rulings()
        phase = self._game.phases[state.frames[0][k.SLOTS][1] - 1].name
        yield f"it is player {state.seat + 1}'s turn {state.turn}, {quoted(phase)}"
        for place in state.gone:
            yield f"{self._place(machine, place)}: {GONE}"
        for place in sorted(state.zones):
            if place < state.compiled.layout.under_cards and state.zones[place]:
                yield from self._pile(machine, place)
        for seat in range(state.players):
            owned = [
                f"{machine.resource(seat, number)} {quoted(resource.name)}"
                for number, resource in enumerate(self._game.resources)
                if machine.resource(seat, number) != resource.start
            ]
            if owned:
                yield f"player {seat + 1} has {', '.join(owned)}"

    def _rulings(self) -> list[str]:
        told = self.after.setting.rulings
        return [
            f"{'variant' if switch.variant else 'ruling'} {switch.name}: {told[switch.name]}"
            for switch in self._game.rulings if told.get(switch.name, switch.default) != switch.default
        ]  # fmt: skip

    def _pile(self, machine: Machine, place: int) -> Iterator[str]:
        """The cards of a place, in one line or several."""
        cards = _runs([told_card(machine, card) for card in machine.state.zones.get(place, ())])
        yield from _wrapped(f"{self._place(machine, place)}:", cards or ["empty"])

    def _place(self, machine: Machine, place: int) -> str:
        layout = machine.state.compiled.layout
        base = place % layout.places
        zone = self._game.zones[layout.zone[base]]
        name = zone.name + (f"[{zone.spaces[layout.space[base]]}]" if layout.space[base] >= 0 else "")
        owner = f"player {layout.seat[base] + 1}'s " if layout.seat[base] >= 0 else ""
        return f"{'under ' if place >= layout.places else ''}{owner}{quoted(name)}"

    # --- what was before

    def _told_before(self, rest: Session) -> Iterator[str]:
        state, game = rest.machine.state, self._game
        asked, ever = _asked_verbs(game)
        for lead, events, wanted in (("this turn", state.done, asked), ("earlier", state.ever, ever)):
            for verb in sorted(wanted & events.keys()):
                told = events[verb]
                if lead == "earlier":
                    told = told[: len(told) - len(state.done.get(verb, ()))]
                for (who, source, _), group in groupby(told, key=lambda e: self._deed_of(rest.machine, e)):
                    cards = [rest.machine.name_of(e[k.E_CARD]) for e in group if e[k.E_CARD] >= 0]
                    yield f"{lead}: {self._deed(verb, who, cards)}{source}"
        for number, count in enumerate(state.label_counts):
            if count:
                yield f"earlier: {count} {game.labels[number].name}"
        for seat in range(state.players):
            for number, resource in enumerate(game.resources):
                got = state.made[seat * len(game.resources) + number]
                if got != max(0, rest.machine.resource(seat, number) - resource.start):
                    yield f"this turn: player {seat + 1} got {got} {resource.name}"

    def _deed_of(self, machine: Machine, event: k.Event) -> tuple[int, str, bool]:
        """Who did it, the words for where the card came from if that is not the usual place, and whether it was done to
        a card."""
        who, came, layout = self._doer(event), event[k.E_FROM], machine.state.compiled.layout
        usual = usual_source(self._game, layout, event[k.E_KIND], who)
        told = who >= 0 and 0 <= came < layout.places and came != usual and usual >= 0
        return who, f" from {self._place(machine, came)}" if told else "", event[k.E_CARD] >= 0

    def _doer(self, event: k.Event) -> int:
        """The seat that did it; -1 for verbs of cards."""
        verb = self._game.verbs[event[k.E_KIND]]
        return -1 if verb.actor == "card" or verb.intransitive else int(event[k.E_ACTOR])

    def _deed(self, number: int, who: int, cards: Sequence[str]) -> str:
        past, names = self._game.verbs[number].past, ", ".join(cards)
        return f"{names} {past}" if who < 0 else f"player {who + 1} {past} {names}".rstrip()

    # --- what must be so

    def _expectations(self) -> Iterator[str]:
        machine, before = self.after.machine, self._before
        start = before.event_count if before is not None else 0
        told = list(trace_data(machine, start))
        yield f"expect event: {event_text(told[self._event - start], 'plain').strip()}"
        for place in self._changed(machine, start):
            if place < machine.state.compiled.layout.under_cards:
                yield from self._expected_pile(machine, place)
        resources = len(self._game.resources)
        for seat in range(machine.players):
            for number in range(resources):
                if before is not None and machine.resource(seat, number) != before.machine.resource(seat, number):
                    owned = f"{machine.resource(seat, number)} {quoted(self._game.resources[number].name)}"
                    yield f"expect player {seat + 1} has {owned}"
        yield from self._asked()

    def _changed(self, machine: Machine, start: int) -> list[int]:
        places = set()
        for event in machine.events_since(start):
            if event[k.E_KIND] >= 0 or event[k.E_KIND] in k.MOVES:
                places |= {event[k.E_FROM], event[k.E_TO]}
        return sorted(place for place in places if place >= 0)

    def _expected_pile(self, machine: Machine, place: int) -> Iterator[str]:
        """All cards of a place; of a large pile the first and how many there are."""
        cards, name = machine.state.zones.get(place, []), self._place(machine, place)
        if len(cards) > LARGE:
            top = [told_card(machine, card) for card in cards[:TOP]]
            yield f"expect {name} has {len(cards)} cards"
            yield f"expect {name}: {', '.join([*top, '...'])}"
            return
        first, *rest = self._pile(machine, place)
        yield from (f"expect {first}", *rest)

    def _asked(self) -> Iterator[str]:
        session = self.after
        result = session.result
        if result is not None:
            yield f"expect ending: {result.ending}"
            yield f"expect scores: {', '.join(str(score) for score in result.scores)}"
            return
        decision = session.machine.pending
        assert decision is not None
        prompt = ANY_ACTION if decision.ask == "action" else decision.prompt
        bounds = f"for {decision.least}" + (f" to {decision.most}" if decision.most != decision.least else "")
        words = f' "{prompt}"' if '"' not in prompt and prompt else ""
        yield f"expect player {decision.seat + 1} is asked{words} {bounds}: {write_names(unique(decision.options))}"


def _folder(game: str, base: Path) -> str:
    """The folder of a game as it is named from another folder."""
    path = Path(os.path.relpath(game, base)).as_posix()
    return path if path.startswith(".") else f"./{path}"


def _runs(names: Sequence[str]) -> list[str]:
    """The names, copies that follow each other in order told as one: "rat#3..5"."""
    found: list[tuple[str, int, int]] = []
    for name in names:
        stem, _, number = name.partition("#")
        if not number.isdecimal():
            found.append((name, -1, -1))
        elif found and found[-1][0] == stem and found[-1][2] == int(number) - 1:
            found[-1] = (stem, found[-1][1], int(number))
        else:
            found.append((stem, int(number), int(number)))
    return [_run(*one) for one in found]


def _run(stem: str, first: int, last: int) -> str:
    if first < 0:
        return stem
    return f"{stem}#{first}" if first == last else f"{stem}#{first}..{last}"


def _wrapped(head: str, cards: Sequence[str]) -> Iterator[str]:
    """A list of cards in one line, or in several below its head."""
    line = f"{head} {', '.join(cards)}"
    if len(line) <= WIDTH:
        yield line
        return
    yield head
    row: list[str] = []
    for card in cards:
        if row and len(", ".join([*row, card])) > WIDTH - 4:
            yield f"    {', '.join(row)}"
            row = []
        row.append(card)
    yield f"    {', '.join(row)}"


def _answer(answer: Answer) -> str:
    return f"player {answer.seat + 1}: {write_names(answer.names) if answer.names else 'nothing'}"


def _asked_verbs(game: Game) -> tuple[set[int], set[int]]:
    """The verbs of which anything asks whether they were done: this turn, in the whole game."""
    now: set[int] = set()
    ever: set[int] = set()
    for node in _nodes(game):
        if isinstance(node, ast.Past | ast.TimesDone):
            (ever if node.ever else now).add(node.verb)
        elif isinstance(node, ast.DoerOf):
            now.add(node.verb)
    return now, ever


def _nodes(game: Game) -> Iterator[ast.Node]:
    """Every node of a game's program."""
    todo: list[object] = [game]
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, ast.Node):
            yield one
            todo += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, tuple | list):
            todo += one
        elif isinstance(one, dict):
            todo += one.values()
        elif hasattr(one, "__dataclass_fields__"):
            todo += [getattr(one, name) for name in one.__dataclass_fields__]
