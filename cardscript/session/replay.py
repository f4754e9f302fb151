"""Records played again: every event is compared with the one recorded, and the first difference is an error."""

from __future__ import annotations

from dataclasses import dataclass

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Source, Span
from cardscript.session.content import card_names, content_of, rules_of
from cardscript.session.game import GameHandle, load
from cardscript.session.record import checked_events, result_line
from cardscript.session.record_text import Record, Step, parse_record
from cardscript.session.session import Session

SHOWN = 3
"""How many expected and actual events are shown where a record and the game part."""

MOST_CHANGES = 12
"""How many changes of the game's data are named."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A record that was played again and is as recorded. `checked`: how many of the events were in the record;
    `changes`: what of the game's data has changed since, in words (empty unless that was allowed)."""

    session: Session
    checked: int
    changes: tuple[str, ...] = ()


def game_of(record: Record) -> GameHandle:
    """The game a record is of, with the sets it was played with; `CardscriptError` if it is not there."""
    try:
        return load(record.folder or record.game, list(record.sets) or None)
    except CardscriptError as error:
        first = error.diagnostics[0]
        if first.code != "CS420":
            raise
        place = record.head("folder" if record.folder else "game")
        help = "the record was made with the game there; replay and why take it from elsewhere: --game FOLDER"
        sources = {record.source.name: record.source}
        raise CardscriptError([Diagnostic(first.code, first.message, place, help)], sources) from error


def replay(record: Record | str, handle: GameHandle) -> Session:
    """Play a record (or its text) again: the session at its end. Errors as for `verify`."""
    if isinstance(record, str):
        findings = Findings()
        parsed = parse_record(Source("record", record), findings)
        if parsed is None:
            raise CardscriptError(findings.items, findings.sources)
        record = parsed
    return verify(record, handle).session


def verify(record: Record, handle: GameHandle, anyway: bool = False) -> Verified:
    """Play a record again. Stops with `CardscriptError` at the first thing that is not as recorded: other game data
    (CS502, unless `anyway`), an answer that is not legal (CS501), another seat asked (CS513), another event (CS514),
    another result (CS515), or that makes the engine fail (CS518)."""
    return _Replay(record, handle, anyway).run()


class _Replay:
    def __init__(self, record: Record, handle: GameHandle, anyway: bool) -> None:
        self._record, self._handle, self._anyway = record, handle, anyway
        self._checked = 0

    def run(self) -> Verified:
        record = self._record
        session = self._begin()
        changes = self._content(session)
        for number, step in enumerate(record.steps):
            start = session.event_count if number else 0
            if number:
                self._answer(session, step)
            if step.events and step.names is not None:
                self._compare(session, start, step, last=number == len(record.steps) - 1)
        if record.result and record.result != (found := result_line(session)):
            message = f"the record says: {record.result}; the game: {found or 'it is not over'}"
            raise self._error([Diagnostic("CS515", message, record.result_span, "the end is another one")])
        return Verified(session, self._checked, tuple(changes))

    def _error(self, diagnostics: list[Diagnostic]) -> CardscriptError:
        return CardscriptError(diagnostics, {self._record.source.name: self._record.source})

    # --- the game's data
    def _begin(self) -> Session:
        record = self._record
        if record.game != self._handle.id:
            message = f"this is a record of {record.game!r}, not of {self._handle.id!r}"
            raise self._error([Diagnostic("CS502", message, record.head("game"), "name the right game")])
        try:
            switches = record.rulings | record.variants
            return self._handle.start(record.players, record.seed, record.choices, switches, record.first)
        except CardscriptError as refused:
            found = [Diagnostic(d.code, d.message, self._told(d), d.help) for d in refused.diagnostics]
            if record.content is not None and not self._anyway:
                names = {*card_names(self._handle.game)}
                gone = [f"card {name} is gone" for name in record.content.cards if name not in names]
                found += self._changed([*gone, *rules_of(self._handle.game).rule_changes(record.content)])
            raise self._error(found) from refused

    def _told(self, wrong: Diagnostic) -> Span:
        """Where the record tells what the set-up refuses."""
        if word := {"CS401": "players", "CS412": "first"}.get(wrong.code):
            return self._record.head(word)
        if wrong.code in ("CS409", "CS410"):
            switches = [("ruling", name) for name in self._record.rulings]
            switches += [("variant", name) for name in self._record.variants]
            named = (s for s in switches if repr(s[1]) in wrong.message or f" {s[1]} cannot" in wrong.message)
            return self._record.head(*next(named, ("ruling",)))
        option = next((o for o in self._record.choices if f"{o}:" in wrong.message or repr(o) in wrong.message), "")
        return self._record.head("choice", option)

    def _content(self, session: Session) -> list[str]:
        """What has changed of what the game uses; an error unless that is allowed."""
        record = self._record
        if record.content is None:
            return []
        changes = content_of(session.game, session.setting.deal).changes(record.content)
        if changes and not self._anyway:
            raise self._error(self._changed(changes))
        return changes

    def _changed(self, changes: list[str]) -> list[Diagnostic]:
        if not changes:
            return []
        record = self._record
        told = changes[:MOST_CHANGES]
        if len(changes) > MOST_CHANGES:
            told.append(f"and {len(changes) - MOST_CHANGES} more")
        for name, version in record.sets.items():
            if self._handle.sets.get(name) not in (None, version):
                told.append(f"set {name}: {version} then, {self._handle.sets[name]} now")
        if record.version != self._handle.version:
            told.append(f"version {record.version} then, {self._handle.version} now")
        first = changes[0]
        places = [span for (word, name), span in record.heads.items() if name and first.startswith(f"{word} {name} ")]
        help = "play it with the data it was made with, or begin a new game"
        message = f"what the game uses is not as it was recorded: {'; '.join(told)}"
        return [Diagnostic("CS502", message, places[-1] if places else record.head("content"), help)]

    # --- answers and events
    def _answer(self, session: Session, step: Step) -> None:
        if step.names is None:
            if not session.undo():
                raise self._error([Diagnostic("CS516", "there is no answer to take back", step.span)])
            return
        question = session.decision
        if question is None:
            message = "the game is over, but the record has one more answer"
            raise self._error([Diagnostic("CS509", message, step.span, "delete from here on")])
        if question.seat != step.seat:
            message = f"this answer is for player {step.seat + 1}, but player {question.seat + 1} is asked"
            raise self._error([Diagnostic("CS513", message, step.span, f"asked is: {question.prompt}")])
        try:
            session.answer(*step.names)
        except CardscriptError as refused:
            first = refused.diagnostics[0]
            message = f"player {question.seat + 1}, {question.prompt}: {first.message}"
            raise self._error([Diagnostic(first.code, message, step.span, first.help)]) from refused
        except Exception as failure:
            message = f"this answer makes the engine fail: {type(failure).__name__}: {failure}"
            help = "please report it, with this record"
            raise self._error([Diagnostic("CS518", message, step.span, help)]) from failure

    def _compare(self, session: Session, start: int, step: Step, last: bool) -> None:
        actual = list(checked_events(session, start))
        expected = step.events
        for at, line in enumerate(expected):
            if at >= len(actual) or actual[at][0] != line.check:
                self._part(step, actual, at, line.span)
        self._checked += len(expected)
        if len(actual) > len(expected):
            if last and not self._record.result:
                self._record.cut = True
                return
            self._part(step, actual, len(expected), step.span)

    def _part(self, step: Step, actual: list[tuple[str, str]], at: int, span: Span) -> None:
        """Recorded and actual events go different ways from here on."""
        then = [line.text for line in step.events[at : at + SHOWN]] or ["nothing more"]
        now = [text for _, text in actual[at : at + SHOWN]] or ["nothing more"]
        where = f"event {at + 1} {'of the set-up' if step.seat < 0 else 'after this answer'} is not as recorded"
        message = f"{where}: expected {then[0]!r}, got {now[0]!r}"
        if then[0] == now[0]:
            message = f"{where}: same words, another cause or amount"
        help = f"recorded: {' / '.join(then)}; now: {' / '.join(now)}"
        raise self._error([Diagnostic("CS514", message, span, help)])
