"""Many scenario files: found, run side by side in several processes, their results in the order of the files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from cardscript.language.diagnostics import CardscriptError, Diagnostic, Findings
from cardscript.language.source import Source
from cardscript.scenario.load import game_of, load_scenarios
from cardscript.scenario.pins import Pin
from cardscript.scenario.reader import SUFFIX, read_file
from cardscript.scenario.run import Case, Loaded, Outcome, cases, run
from cardscript.session.exercise import Exercise, Seen
from cardscript.session.game import GameHandle, load


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cases are run, and how: those whose name or file holds one of `words` (all if there are none); `update`:
    traces are taken down, not compared; `cover`: what is executed and asserted is noted."""

    words: tuple[str, ...] = ()
    update: bool = False
    cover: bool = False

    def takes(self, path: str, case: Case) -> bool:
        """Whether a case is wanted."""
        full = f"{path}::{case.name} {' '.join(case.clauses)}".casefold()
        return not self.words or any(word.casefold() in full for word in self.words)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case; `seconds` is how long it ran."""

    name: str
    clauses: tuple[str, ...]
    line: int
    wrong: tuple[Diagnostic, ...]
    events: tuple[str, ...]
    seconds: float


@dataclass(slots=True)
class FileResult:
    """What came of one file: what is wrong with the file itself, its cases, its texts, the traces taken down; which
    game it is of and what was seen of that game's lines."""

    path: str
    wrong: list[Diagnostic] = field(default_factory=list)
    cases: list[CaseResult] = field(default_factory=list)
    left_out: int = 0
    sources: dict[str, Source] = field(default_factory=dict)
    pins: list[Pin] = field(default_factory=list)
    game: tuple[str, tuple[str, ...] | None] = ("", None)
    seen: Seen = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """How many cases failed, the file itself counted as one if it cannot be read."""
        return sum(1 for case in self.cases if case.wrong) + (1 if self.wrong else 0)


def find_files(paths: Sequence[Path]) -> list[Path]:
    """All scenario files named or lying in the folders named, each once, in order of name.

    Raises `CardscriptError` (CS001) for a path that is not there.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob(f"*{SUFFIX}") if not _hidden(p.relative_to(path)))
            found.update(dict.fromkeys(sorted(inside)))
        elif path.is_file():
            found[path] = None
        else:
            help = f"name a {SUFFIX} file or a folder that holds some"
            raise CardscriptError([Diagnostic("CS001", f"there is no {path}", help=help)])
    return list(found)


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def run_file(path: Path, wanted: Wanted) -> FileResult:
    """Read and run one file."""
    findings = Findings()
    result = FileResult(str(path))
    file = read_file(path, findings)
    all_cases = cases(file) if file is not None else []
    chosen = [case for case in all_cases if wanted.takes(str(path), case)]
    result.left_out = len(all_cases) - len(chosen)
    loaded = None
    if file is not None and not findings.failed and chosen:
        loaded = load_scenarios(file, findings, path.parent, wanted.cover)
    if loaded is not None and not findings.failed:
        for case in chosen:
            began = perf_counter()
            outcome = _run(case, loaded, wanted.update)
            seconds = perf_counter() - began
            line = file.source.position(case.span.start)[0] if file is not None else 0
            result.cases.append(
                CaseResult(case.name, case.clauses, line, tuple(outcome.wrong), tuple(outcome.events), seconds)
            )
            result.pins += outcome.pins
        if loaded.exercise is not None and file is not None:
            result.game, result.seen = (str(game_of(file, path.parent)), file.sets), loaded.exercise.seen()
    result.wrong = [d for d in findings if d.severity == "error"]
    result.sources = dict(findings.sources)
    return result


def _run(case: Case, loaded: Loaded, update: bool) -> Outcome:
    """Run a case; where the program itself fails, the case fails and the others go on."""
    try:
        return run(case, loaded, update)
    except Exception as failure:
        what = " ".join(f"{type(failure).__name__}: {failure}".split())[:200]
        help = "please report it with this file; the other cases were run"
        return Outcome(case, [Diagnostic("CS657", f"the program failed here: {what}", case.span, help)])


def run_suite(files: Sequence[Path], wanted: Wanted, jobs: int) -> Iterator[FileResult]:
    """Run files, in so many processes at most; results come in the order of the files."""
    jobs = min(jobs, len(files))
    if jobs <= 1:
        for path in files:
            yield run_file(path, wanted)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(run_file, files, [wanted] * len(files))


def coverage(results: Iterable[FileResult]) -> dict[str, tuple[GameHandle, Exercise]]:
    """What files that were covered have seen, by game and, where files name them, the sets they use."""
    found: dict[tuple[str, tuple[str, ...] | None], tuple[GameHandle, Exercise]] = {}
    for result in results:
        if not result.seen:
            continue
        if result.game not in found:
            handle = load(result.game[0], result.game[1])
            found[result.game] = handle, Exercise(handle.game, asserting=False)
        found[result.game][1].add(result.seen)
    return {
        "-".join([handle.id, *(["+".join(sets)] if sets is not None else [])]): (handle, exercise)
        for (_, sets), (handle, exercise) in found.items()
    }


def default_jobs() -> int:
    """As many processes as there are processors for this one."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
