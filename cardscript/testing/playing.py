"""A situation to play with from Python: the lines of a scenario file, done one by one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardscript.cli.rendering import render
from cardscript.language.diagnostics import Diagnostic, Findings
from cardscript.language.source import Source
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import Case, Loaded, Running, cases
from cardscript.session.session import Session

_HEAD = "the situation"


class Play:
    """One situation. `do` takes lines as they stand in a scenario file and fails, as an assertion, where one of them
    is refused or not so.

    Raises `AssertionError` with everything that is wrong, shown with its lines.
    """

    def __init__(
        self, situation: str = "", *, game: str = "", sets: Sequence[str] | None = None, use: str = "", cards: str = "",
        folder: Path | None = None,
    ) -> None:  # fmt: skip
        """`situation`: lines of a situation; `game`: a shipped game or a folder; `use`: a scenario file in `folder`
        whose cards and situations are known here; `cards`: more cards, in the language of the cards."""
        parts = [f"game {game}"] if game else []
        parts += [f"sets {', '.join(sets)}"] if sets is not None else []
        parts += [f"use {use}"] if use else []
        parts += ["cards", *_indented(cards)] if cards.strip() else []
        parts += ["scenario it", *_indented(situation), f"    {_NOTHING}"]
        findings = Findings()
        file = read_text(Source(_HEAD, "\n".join(parts) + "\n"), findings, folder)
        loaded = load_scenarios(file, findings, folder) if not findings.failed else None
        _raise(findings.items, findings)
        assert loaded is not None
        self._loaded: Loaded = loaded
        self._sources = findings.sources
        first = cases(file)[0]
        self._running = Running(Case(first.name, first.span, first.layers, (), ()), loaded)
        self._check()

    @property
    def session(self) -> Session:
        """The session as it stands."""
        session = self._running.outcome.session
        assert session is not None
        return session

    def do(self, *lines: str) -> Play:
        """Carry out lines: answers, refusals, expectations. Several lines may stand in one text."""
        __tracebackhide__ = True
        text = "\n".join(line.strip("\n") for line in lines)
        findings = Findings()
        source = Source("the lines", "\n".join(["scenario it", *_indented(text), f"    {_NOTHING}"]) + "\n")
        file = read_text(source, findings)
        self._sources[source.name] = source
        _raise(findings.items, findings)
        body = file.scenarios[0]
        if body.situation or body.branches:
            at = body.situation[0].span if body.situation else body.branches[0].span
            findings.add("CS607", "the situation is told when it begins", at, "put this line into play(...)")
            _raise(findings.items, findings)
        self._running.learn(body, findings)
        _raise(findings.items, findings)
        for deed in body.deeds[:-1]:
            self._running.do(deed)
        self._check()
        return self

    def expect(self, *lines: str) -> Play:
        """As `do`, each line an expectation without its first word: `expect("player 1 has 3 Coins")`."""
        __tracebackhide__ = True
        return self.do(*(f"expect {line}" for line in lines))

    def trace(self, start: int | None = None) -> str:
        """What has happened since the last answer (or from event number `start` on), one event a line."""
        return "\n".join(self._running.pinned(start)) + "\n"

    def finish(self) -> None:
        """Fail if a decision is left open: pytest calls this when the test is over."""
        if not self._running.wrong():
            self._running.at_rest()
            self._check()

    def _check(self) -> None:
        __tracebackhide__ = True
        outcome = self._running.outcome
        wrong = self._running.wrong()
        if wrong:
            events = "\n".join(f"    {event}" for event in outcome.events)
            raise AssertionError(f"\n{render(wrong, self._sources, colour=False)}\n  the last events:\n{events}")


_NOTHING = "expect no ending"
"""A scenario must expect something; this stands at the end and is not looked at."""


def _indented(text: str) -> list[str]:
    """Lines with four more spaces in front, after the indentation they have in common is gone."""
    from textwrap import dedent

    return [f"    {line}" for line in dedent(text).splitlines()]


def _raise(wrong: Sequence[Diagnostic], findings: Findings) -> None:
    if any(d.severity == "error" for d in wrong):
        raise AssertionError("\n" + render(wrong, findings.sources, colour=False))
