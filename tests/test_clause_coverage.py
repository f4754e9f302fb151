"""docs/coverage.* say what the tests say, and every core clause that needs no card outside the slice is tested."""

from __future__ import annotations

from tests.clause_coverage import DATA, PAGE, clauses, clauses_tested, report


def test_the_pages_are_up_to_date() -> None:
    page, data = report()
    assert PAGE.read_text(encoding="utf-8") == page, "run `python -m tests.clause_coverage`"
    assert DATA.read_text(encoding="utf-8") == data, "run `python -m tests.clause_coverage`"


def test_every_test_named_after_a_clause_names_one_that_exists() -> None:
    known = {rule["id"] for rules in clauses().values() for rule in rules}
    games = {name.partition("-")[0] for name in known}
    named = {name for name in clauses_tested() if name.partition("-")[0] in games}
    assert named - known == set()


def test_all_core_clauses_are_tested() -> None:
    tests = clauses_tested()
    core = [rule["id"] for rule in clauses()["legendary"] if rule["id"].startswith("core-")]
    assert [name for name in core if name not in tests] == []
