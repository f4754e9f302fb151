"""Running scenarios: every way through a file is a case of its own, from the situation to its last expectation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from cardscript.engine import kinds as k
from cardscript.language.ast import Cond
from cardscript.language.compiler import Conditions
from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Span
from cardscript.scenario import syntax as x
from cardscript.scenario.answers import Options
from cardscript.scenario.expect import Table, check, conditions_in, pinned
from cardscript.scenario.situation import SetUpRefused, begin, gather
from cardscript.scenario.words import Words
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle
from cardscript.session.session import ANY_ACTION, Session

JOIN = " > "
"""Between the names of a scenario and its branches."""

SHOWN = 12
"""So many events before a failure are shown."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way through a scenario: what its layers say of the situation, what is done and expected, one by one."""

    name: str
    span: Span
    layers: tuple[tuple[x.Situational, ...], ...]
    deeds: tuple[x.Deed, ...]
    clauses: tuple[str, ...]


@dataclass(slots=True)
class Loaded:
    """A scenario file with its game, ready to be run. `conditions`: place of its text to each condition asked;
    `reader` reads further ones. `exercise`: where it is noted what the cases execute and assert, if anywhere."""

    file: x.ScenarioFile
    handle: GameHandle
    words: Words
    conditions: Mapping[Span, tuple[Cond, int]]
    reader: Conditions
    exercise: Exercise | None = None


@dataclass(slots=True)
class Outcome:
    """What came of a case: nothing wrong, or what; the events before a failure; the session as it stood in the end
    (None if it never began); the numbers of the events that expectations spoke of; traces that are not as pinned, with
    what they would have to be."""

    case: Case
    wrong: list[Diagnostic] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    session: Session | None = None
    asserted: frozenset[int] = frozenset()
    pins: list[tuple[x.ExpectTrace, tuple[str, ...]]] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.wrong


def cases(file: x.ScenarioFile) -> list[Case]:
    """All ways through the scenarios of a file, in the order of the file."""
    return [case for body in file.scenarios for case in _ways(body, (), (), (), ())]


def _ways(
    body: x.Body, names: tuple[str, ...], layers: tuple[tuple[x.Situational, ...], ...], deeds: tuple[x.Deed, ...],
    clauses: tuple[str, ...],
) -> Iterator[Case]:  # fmt: skip
    names, layers = (*names, body.name), (*layers, tuple(body.situation))
    deeds, clauses = (*deeds, *body.deeds), (*clauses, *body.clauses)
    if not body.branches:
        yield Case(JOIN.join(names), body.span, layers, deeds, clauses)
    for branch in body.branches:
        yield from _ways(branch, names, layers, deeds, clauses)


def run(case: Case, loaded: Loaded, update: bool = False) -> Outcome:
    """Run a case. `update`: a trace that is not as pinned is no failure; what it would have to be is kept. If the file
    is loaded to be covered, what a case that passes has asserted is noted."""
    running = Running(case, loaded, update)
    for deed in case.deeds:
        running.do(deed)
    running.at_rest()
    running.wrong()
    running.note_asserted()
    return running.outcome


class Running:
    """A case under way: the situation is laid out at once, then its deeds are done one by one."""

    def __init__(self, case: Case, loaded: Loaded, update: bool = False) -> None:
        self._case, self._loaded, self._update = case, loaded, update
        self._findings = Findings()
        self._conditions = dict(loaded.conditions)
        self._done: list[x.Deed] = []
        self._looked_at = 0
        self._circle: tuple[str, x.Deed] | None = None
        """What went in a circle after which deed, until an expectation speaks of it."""
        self._over = False
        self._exercise = loaded.exercise
        self.outcome = Outcome(case)
        session = self._begin()
        self.outcome.session = session
        self._table: Table | None = None
        if session is not None:
            covered = loaded.exercise is not None
            self._table = Table(session, loaded.words, self._conditions, self._findings, covered=covered)
            self._table.as_dealt = bool(session.setting.chosen)

    def learn(self, body: x.Body, findings: Findings) -> None:
        """Read the conditions of further lines."""
        for asked in conditions_in(body):
            read = self._loaded.reader.read(asked.text, asked.at, findings)
            if read is not None:
                self._conditions[asked.at] = read

    def do(self, deed: x.Deed) -> None:
        """Do or look at one thing; expectations in a row are all looked at, but nothing is done after a failure."""
        table = self._table
        if table is None or self._over or (isinstance(deed, x.Answer | x.Refused) and self._findings.failed):
            self._over = True
            return
        if isinstance(deed, x.Answer) and not self._nothing_went_round():
            self._over = True
            return
        self._done.append(deed)
        match deed:
            case x.Answer():
                self._answer(deed, table)
                self._over = self._findings.failed
            case x.Refused():
                with self._look():
                    self._refused(deed, table)
            case x.ExpectSetUpRefused():
                pass  # told when it began
            case x.ExpectTrace() if self._update:
                self.outcome.pins.append((deed, tuple(pinned(table))))
            case _:
                with self._look():
                    told = check(deed, table)
                if told is not None:
                    self._fail("CS651", f"not so: {told}", deed.span, "correct what is expected, or the card")
        self._loop_stopped(table, deed)

    def note_asserted(self) -> None:
        """Tell the exercise of the file, if there is one, which events this case spoke of; nothing if it failed."""
        exercise, session, table = self._exercise, self.outcome.session, self._table
        if exercise is not None and session is not None and table is not None and self.outcome.passed:
            exercise.assert_events(session.machine, self.outcome.asserted, self._test)
            exercise.assert_dealt(session.machine, table.laid, self._test)

    def _look(self) -> AbstractContextManager[None]:
        """What is asked of the game while an expectation is looked at has been asserted."""
        exercise = self._exercise
        return exercise.asserting(self._test) if exercise is not None else nullcontext()

    @property
    def _test(self) -> str:
        return f"{self._loaded.file.source.name}::{self._case.name}"

    def wrong(self) -> list[Diagnostic]:
        """All that is wrong so far; the outcome is brought up to date."""
        outcome, table = self.outcome, self._table
        outcome.wrong = [d for d in self._findings if d.severity == "error"]
        if table is not None:
            outcome.asserted = frozenset(table.asserted)
            if outcome.wrong:
                outcome.events = table.plain(max(0, table.session.event_count - SHOWN))
        return outcome.wrong

    def pinned(self, start: int | None = None) -> list[str]:
        """The trace since the last answer, or from an event on; all of it counts as spoken of."""
        assert self._table is not None
        if start is not None:
            self._table.since = start
        self._table.asserted |= set(range(self._table.since, self._table.machine.event_count()))
        return pinned(self._table)

    def _begin(self) -> Session | None:
        loaded = self._loaded
        facts = gather(self._case.layers, loaded.file.situations, self._findings)
        if self._findings.failed:
            return None
        handle = loaded.handle
        if self._exercise is not None and facts.rulings:
            self._exercise = self._exercise.ruled(facts.rulings)
            handle = self._exercise.handle(handle)
        refusals = [deed for deed in self._case.deeds if isinstance(deed, x.ExpectSetUpRefused)]
        try:
            session = begin(facts, handle, loaded.words, self._findings)
        except SetUpRefused as refused:
            self._refused_set_up(refused, refusals, facts.set_up.span if facts.set_up is not None else self._case.span)
            if self._exercise is not None and not self._findings.failed:
                self._exercise.assert_refused(facts.players, self._test)
            return None
        if refusals and not self._findings.failed:
            self._fail("CS651", "the set-up is not refused", refusals[0].span, "correct the scenario or the cards")
        return session

    def _refused_set_up(self, refused: SetUpRefused, expected: Sequence[x.ExpectSetUpRefused], span: Span) -> None:
        why = "; ".join(d.message for d in refused.diagnostics)
        if not expected:
            help = next((d.help for d in refused.diagnostics if d.help), "")
            self._fail("CS652", f"the game cannot be set up so: {why}", span, help)
        for one in expected:
            if one.reason and not any(one.reason in d.message for d in refused.diagnostics):
                self._fail("CS651", f"expected a refusal that says {one.reason!r}", one.span, f"it says: {why}")

    def _fail(self, code: str, message: str, span: Span, help: str = "") -> None:
        self._findings.add(code, message, span, help)

    # --- deeds

    def _answer(self, deed: x.Answer, table: Table) -> None:
        options = Options(table.machine, table.words)
        decision = options.decision
        if decision is None:
            result = table.session.result
            ended = f"the game has ended ({result.ending})" if result is not None else "nothing is asked"
            self._fail("CS653", f"nobody is asked: {ended}", deed.span, "take this line out")
            return
        prompt = "to choose an action" if decision.ask == "action" else repr(decision.prompt)
        if decision.seat != deed.seat:
            message = f"player {deed.seat + 1} is not asked; player {decision.seat + 1} is asked {prompt}"
            self._fail("CS653", message, deed.span, f"answer that first, with one of: {' | '.join(options.names[:12])}")
            return
        picks: list[int] = []
        for name in deed.names:
            found = options.pick(name, picks)
            if isinstance(found, str):
                why = options.refusal(name, deed.seat)
                message = f"player {deed.seat + 1} is asked {prompt}: {found.partition(';')[0]}" + (
                    f": {why}" if why else ""
                )
                self._fail("CS652", message, deed.span, f"legal: {' | '.join(options.names[:30])}")
                return
            picks.append(found)
        table.since, table.as_dealt = table.session.event_count, False
        try:
            table.session.pick(picks)
        except CardscriptError as refused:
            first = refused.diagnostics[0]
            self._fail("CS652", f"player {deed.seat + 1} is asked {prompt}: {first.message}", deed.span, first.help)

    def _refused(self, deed: x.Refused, table: Table) -> None:
        options = Options(table.machine, table.words)
        decision = options.decision
        asked = decision is not None and decision.seat == deed.seat
        found = options.fitting(deed.what) if asked else []
        if found:
            self._fail("CS654", f"player {deed.seat + 1} can: {options.names[found[0]]}", deed.span, "it is legal now")
            return
        if not options.known(deed.what):
            self._fail("CS604", f"nothing here is called {deed.what!r}", deed.span, "name an action or a card")
            return
        reason = options.refusal(deed.what, deed.seat)
        if reason is None:
            self._fail("CS654", f"nothing keeps player {deed.seat + 1} from it", deed.span, "it would be legal")
        elif deed.reason is not None and deed.reason != reason:
            help = f"it says: {reason!r}" if reason else "no reason is told for this; name the card: ACTION CARD"
            self._fail("CS654", f"it is refused for another reason than {deed.reason!r}", deed.span, help)

    def _loop_stopped(self, table: Table, deed: x.Deed) -> None:
        """Notice an ability that went in a circle; an expectation that speaks of it excuses it."""
        machine = table.machine
        stopped = [event for event in machine.events_since(self._looked_at) if event[k.E_KIND] == k.STOPPED]
        self._looked_at = machine.event_count()
        if stopped:
            self._circle = str(stopped[-1][k.E_NOTE]), deed
        if isinstance(deed, x.ExpectEvents) and any("loop stopped" in event.text for event in deed.events):
            self._circle = None

    def _nothing_went_round(self) -> bool:
        """A circle that nothing has spoken of, when something else is done or the case ends, fails it."""
        if self._circle is not None:
            note, deed = self._circle
            message = f"an ability went in a circle: {note}"
            self._fail("CS656", message, deed.span, "correct the card, or expect the event")
        return self._circle is None

    def at_rest(self) -> None:
        """An ability that went in a circle fails, unless an expectation speaks of it; so does a question left open at
        the end, unless the last expectations speak of it. A player who may act in their phase leaves none open."""
        self._nothing_went_round()
        table = self._table
        decision = table.machine.pending if table is not None else None
        if table is None or decision is None or self._findings.failed or between_actions(table.session):
            return
        last = [d for d in _tail(self._done) if isinstance(d, x.ExpectAsked | x.ExpectOffered)]
        if not last:
            prompt = ANY_ACTION if decision.ask == "action" else decision.prompt
            message = f"a decision is left over: player {decision.seat + 1} is asked {prompt!r}"
            help = f"answer it, or end with: expect player {decision.seat + 1} is asked"
            self._fail("CS655", message, self._done[-1].span if self._done else self._case.span, help)


def _tail(deeds: Sequence[x.Deed]) -> Iterator[x.Deed]:
    """The expectations after the last answer."""
    for deed in reversed(deeds):
        if isinstance(deed, x.Answer):
            return
        yield deed


def between_actions(session: Session) -> bool:
    """Whether the pending decision is a phase's own offer to act: nothing is under way."""
    machine = session.machine
    pending, frames = machine.state.pending, machine.state.frames
    if pending is None or pending[k.P_ASK] != "action" or not frames:
        return False
    compiled = machine.state.compiled
    return frames[-1][k.UID] in {compiled.unit_id(phase.unit) for phase in compiled.game.phases}
