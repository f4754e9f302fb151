"""The pytest plugin: collects `*.scenario` files, and offers the fixtures `play` and `trace_snapshot`.

def test_the_card_draws(play, trace_snapshot):
    table = play("on quiet board", use="board.scenario")
    table.do("player 1: play Lamp", "expect player 1's hand has 1 card")
    assert table.trace() == trace_snapshot
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cardscript.language.diagnostics import Findings
    from cardscript.scenario.run import Case, Loaded, Outcome
    from cardscript.testing.playing import Play

SUFFIX = ".scenario"


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> ScenarioModule | None:
    """Every scenario file is collected; each way through it is a test."""
    if file_path.suffix != SUFFIX:
        return None
    module: ScenarioModule = ScenarioModule.from_parent(parent, path=file_path)
    return module


class ScenarioFailure(Exception):
    """A case that failed; shown without a traceback."""

    def __init__(self, outcome: Outcome, findings: Findings) -> None:
        super().__init__(outcome.case.name)
        self.outcome, self.findings = outcome, findings


class ScenarioModule(pytest.File):
    """A scenario file. Its game is compiled when the first of its cases is run."""

    loaded: Loaded | None = None

    def collect(self) -> Iterable[ScenarioItem]:
        """The cases of the file."""
        from cardscript.language.diagnostics import Findings
        from cardscript.scenario.reader import read_file
        from cardscript.scenario.run import cases

        self.findings = Findings()
        self.file = read_file(self.path, self.findings, self.nodeid)
        self._raise()
        assert self.file is not None
        for case in cases(self.file):
            yield ScenarioItem.from_parent(self, name=case.name, case=case)

    def load(self) -> Loaded:
        """The file with its game."""
        from cardscript.scenario.load import load_scenarios

        if self.loaded is None:
            assert self.file is not None
            self.loaded = load_scenarios(self.file, self.findings, self.path.parent)
            self._raise()
        assert self.loaded is not None
        return self.loaded

    def _raise(self) -> None:
        if self.findings.failed:
            from cardscript.cli.rendering import render

            raise self.CollectError(render(self.findings.items, self.findings.sources, colour=False))


class ScenarioItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def runtest(self) -> None:
        """Run it."""
        from cardscript.scenario.run import run

        module = self.parent
        assert isinstance(module, ScenarioModule)
        outcome = run(self.case, module.load())
        if not outcome.passed:
            raise ScenarioFailure(outcome, module.findings)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong, with the lines and the events before."""
        failure = excinfo.value
        if isinstance(failure, ScenarioFailure):
            from cardscript.cli.rendering import render

            text = render(failure.outcome.wrong, failure.findings.sources, colour=False)
            return "\n".join([text, "  the last events:", *(f"    {event}" for event in failure.outcome.events)])
        if isinstance(failure, pytest.Collector.CollectError):
            return str(failure)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        module = self.parent
        line = 0
        if isinstance(module, ScenarioModule) and module.file is not None:
            line = module.file.source.position(self.case.span.start)[0] - 1
        return self.path, line, self.case.name


@pytest.fixture
def play(request: pytest.FixtureRequest) -> Iterator[Callable[..., Play]]:
    """Lays out a situation: `play(situation, game=, sets=, use=, cards=)`, as `cardscript.testing.Play` takes them.

    Files to `use` lie in the folder of the test, or below it. When the test is over no decision may be left open.
    """
    from cardscript.testing.playing import Play

    made: list[Play] = []

    def lay_out(situation: str = "", **more: Any) -> Play:
        made.append(Play(situation, folder=request.path.parent, **more))
        return made[-1]

    yield lay_out
    for one in made:
        one.finish()


@pytest.fixture
def trace_snapshot(snapshot: Any) -> Any:
    """A syrupy snapshot that keeps one trace a text file; what no test uses any more fails the run."""
    from cardscript.testing.snapshots import TraceExtension

    return snapshot.use_extension(TraceExtension)
