"""Results of scenarios as JUnit XML, for machines that show test reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from cardscript.cli.rendering import render
from cardscript.scenario.suite import FileResult
from cardscript.session.writing import unwritable


def write_report(results: Sequence[FileResult], path: Path) -> None:
    """Write the report; `CardscriptError` (CS510) if that cannot be done."""
    report = JUnitXml("cardscript")
    for result in results:
        if not result.cases and not result.wrong:
            continue
        suite = TestSuite(result.path)
        if result.wrong:
            case = TestCase("the file itself", classname=result.path)
            case.result = [Error(result.wrong[0].message, result.wrong[0].code)]
            case.result[0].text = render(result.wrong, result.sources, colour=False)
            suite.add_testcase(case)
        for one in result.cases:
            case = TestCase(one.name, classname=result.path, time=round(one.seconds, 6))
            if one.wrong:
                case.result = [Failure(one.wrong[0].message, one.wrong[0].code)]
                events = "\n".join(one.events)
                case.result[0].text = f"{render(one.wrong, result.sources, colour=False)}\n{events}"
            suite.add_testcase(case)
        report.add_testsuite(suite)
    try:
        report.write(str(path), pretty=True)
    except OSError as error:
        raise unwritable(path, error) from error
