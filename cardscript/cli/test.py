"""`cardscript test`: run scenario files, tell what failed and why, pin traces anew, write a report."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from cardscript.cli.rendering import render
from cardscript.language.diagnostics import CardscriptError
from cardscript.scenario import pins
from cardscript.scenario.suite import CaseResult, FileResult, Wanted, default_jobs, find_files, run_suite
from cardscript.session.writing import unwritable, write_whole

EPILOG = """\b
Examples:
  cardscript test                         every scenario below this folder
  cardscript test my.scenario -k rat          only cases that have to do with rats
  cardscript test my-game --jobs 4 --junit report.xml
  cardscript test my-game --coverage seen   then: cardscript coverage my-game --from seen/my-game.json
  cardscript test my.scenario --update       pin the traces anew, after showing what would change

Exit: 0 all passed, 1 some failed, 2 wrong usage or nothing to run.
"""


@click.command(
    name="test",
    short_help="Run scenario files.",
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("-k", "words", multiple=True, metavar="WORDS", help="Only cases whose name, clause or file holds this.")
@click.option("-j", "--jobs", type=click.IntRange(1, 256), help="So many processes (default: one a processor).")
@click.option("--update", is_flag=True, help="Pin traces as they are now: shows what would change, then asks.")
@click.option("--yes", is_flag=True, help="With --update: do not ask.")
@click.option("--junit", type=click.Path(path_type=Path), help="Write the results as JUnit XML.")
@click.option("--coverage", type=click.Path(path_type=Path), help="Write what was asserted, a file a game.")
@click.option("-v", "--verbose", is_flag=True, help="Name every case.")
def test(
    paths: tuple[Path, ...], words: tuple[str, ...], jobs: int | None, update: bool, yes: bool, junit: Path | None,
    coverage: Path | None, verbose: bool,
) -> int:  # fmt: skip
    """Run the scenarios in these files and folders (default: this folder).

    A scenario says how things stand, what is done and what must be so; docs/scenarios.md is the specification.
    """
    if yes and not update:
        raise click.UsageError("--yes belongs to --update")
    if update and os.environ.get("CI"):
        raise click.UsageError("--update is not for CI: pin traces where somebody reads what changes")
    try:
        files = find_files(paths or (Path(),))
    except CardscriptError as error:
        raise click.UsageError("; ".join(f"{d.message}; {d.help}" for d in error.diagnostics)) from error
    results = []
    for result in run_suite(files, Wanted(words, update, coverage is not None), jobs or default_jobs()):
        results.append(result)
        _tell(result, verbose)
    ran = sum(len(result.cases) for result in results)
    failed = sum(result.failed for result in results)
    if junit is not None:
        from cardscript.cli.junit import write_report

        write_report(results, junit)
    if coverage is not None:
        _write_coverage(results, coverage)
    if not ran and not failed:
        left = sum(result.left_out for result in results)
        raise click.UsageError(f"nothing was run: {left} cases, none of them wanted" if left else "no scenarios here")
    click.echo(_summary(results, ran, failed))
    if update and not failed:
        return _update(results, yes)
    return 1 if failed else 0


def _write_coverage(results: list[FileResult], folder: Path) -> None:
    """What was executed and asserted, one JSON file for each game and choice of sets; `cardscript coverage GAME --from`
    shows it."""
    from cardscript.scenario.suite import coverage
    from cardscript.session.exercise_summary import summary

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    for name, (handle, exercise) in coverage(results).items():
        path = folder / f"{name}.json"
        write_whole(path, exercise.to_json())
        click.echo(f"{handle.title}: {summary(exercise.report())}; written to {path}")


def _colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _tell(result: FileResult, verbose: bool) -> None:
    """One line a file, or one a case, and all about those that failed."""
    bad = sum(1 for case in result.cases if case.wrong)
    if result.cases or result.wrong:
        what = (
            "cannot be read"
            if result.wrong
            else f"{len(result.cases) - bad} passed" + (f", {bad} failed" if bad else "")
        )
        click.echo(f"{result.path}: {what}")
    if result.wrong:
        click.echo(render(result.wrong, result.sources, colour=_colour()))
    for case in result.cases:
        if verbose or case.wrong:
            click.echo(f"  {'FAILED' if case.wrong else 'passed'}  {case.name}")
        if case.wrong:
            click.echo(failure(case, result))


def failure(case: CaseResult, result: FileResult) -> str:
    """What is wrong with a case, and the events before it."""
    lines = [render(case.wrong, result.sources, colour=_colour())]
    if case.events:
        lines += ["  the last events:", *(f"    {event}" for event in case.events)]
    return "\n".join(lines)


def _summary(results: list[FileResult], ran: int, failed: int) -> str:
    files = sum(1 for result in results if result.cases or result.wrong)
    left = sum(result.left_out for result in results)
    parts = [f"{ran - sum(1 for r in results for c in r.cases if c.wrong)} passed"]
    if failed:
        parts.append(f"{failed} failed")
    if left:
        parts.append(f"{left} left out")
    return f"{', '.join(parts)} in {files} file{'s' if files != 1 else ''}"


def _update(results: list[FileResult], yes: bool) -> int:
    """Show what would change in pinned traces, and change it."""
    changes = []
    for result in results:
        for source in result.sources.values():
            text = pins.updated(source, result.pins)
            if text != source.text:
                changes.append((Path(source.name), source, text))
    if not changes:
        click.echo("every trace is as it is pinned")
        return 0
    for _, source, text in changes:
        click.echo(pins.diff(source, text), nl=False)
    files = f"{len(changes)} file{'s' if len(changes) != 1 else ''}"
    if not yes and not (sys.stdin.isatty() and click.confirm(f"write {files}?")):
        click.echo("nothing was written; read the changes, then say --yes", err=True)
        return 1
    for path, _, text in changes:
        write_whole(path, text)
    click.echo(f"pinned anew in {files}")
    return 0
