"""Which printed lines the scenarios execute and assert: the second half of docs/coverage.md and docs/coverage.json.

All scenario files are run and watched; what they saw is joined over all sets of a game, whichever of them a file uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests, shipped_games
from cardscript.scenario.suite import FileResult, Wanted, default_jobs, find_files, run_suite
from cardscript.session.exercise import Exercise, LineReport
from cardscript.session.exercise_summary import Totals, groups, outcome, totals
from cardscript.session.game import load

ROOT = Path(__file__).resolve().parents[1]


def watched() -> list[FileResult]:
    """All scenario files, run; each must pass."""
    results = list(run_suite(find_files([ROOT / "tests" / "scenarios"]), Wanted(cover=True), default_jobs()))
    assert not [result.path for result in results if result.failed]
    return results


def lines_of(game: str, results: Iterable[FileResult]) -> list[LineReport]:
    """Every line of a game with all its sets, with what the scenarios of that game saw of it."""
    whole = load(game, all_sets(game))
    exercise = Exercise(whole.game, asserting=False)
    for result in results:
        if Path(result.game[0]).name == game:
            exercise.add(result.seen)
    return exercise.report()


def all_sets(game: str) -> list[str]:
    """The ids of all sets of a shipped game."""
    manifests = load_manifests(shipped_games()[game], Findings())
    assert manifests is not None
    return list(manifests.sets)


def numbers(sum_: Totals) -> dict[str, int]:
    return {"lines": sum_.lines, "clauses": sum_.clauses, "executed": sum_.executed, "one_sided": sum_.one_sided,
            "asserted": sum_.asserted}  # fmt: skip


def lacking(lines: Iterable[LineReport]) -> Iterator[tuple[LineReport, str, str]]:
    """(line, clause, what is missing) of every clause that no scenario executed, saw both ways, or asserted."""
    for line in lines:
        for clause in line.clauses:
            if not clause.runs:
                continue
            missing = [] if clause.executed else ["not executed"]
            missing += [outcome(clause)] if outcome(clause) else []
            missing += ["not asserted"] if clause.executed and not clause.asserted else []
            if missing:
                yield line, clause.words, ", ".join(missing)


def data(lines: list[LineReport]) -> dict[str, object]:
    """For docs/coverage.json."""
    return {
        "cards": numbers(totals(line for line in lines if line.section == "card")),
        "rules": numbers(totals(line for line in lines if line.section == "rule")),
        "groups": [{"set": set_, "group": group, **numbers(totals(those))} for set_, group, those in groups(lines)],
        "lacking": [
            {"set": line.set, "name": line.name, "line": line.text, "clause": words, "missing": missing}
            for line, words, missing in lacking(lines)
        ],
    }


def page(game: str, lines: list[LineReport]) -> Iterator[str]:
    """For docs/coverage.md."""
    cards = totals(line for line in lines if line.section == "card")
    yield f"## {game}: {cards.asserted} of {cards.clauses} clauses of card lines asserted by scenarios"
    yield ""
    yield "Clauses of printed lines and of rules that can be carried out; docs/card-coverage.md says what words mean."
    yield ""
    yield "| set | group or file | lines | clauses | executed | of these one way only | asserted |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for set_, group, those in groups(lines):
        t = totals(those)
        yield f"| {set_} | {group} | {t.lines} | {t.clauses} | {t.executed} | {t.one_sided} | {t.asserted} |"
    yield ""
    yield f"### {game}: what is missing"
    yield ""
    for line, words, missing in lacking(lines):
        yield f"- {line.set or line.kind}: {line.name}: `{words}`: {missing}"
    yield ""
