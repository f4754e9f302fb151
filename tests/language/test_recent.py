"""What was made last is kept at hand."""

from __future__ import annotations

from cardscript.language.recent import Recent


def test_what_has_not_been_asked_for_longest_goes_first() -> None:
    kept: Recent[str, int] = Recent(2)
    assert kept.keep("one", 1) == 1
    kept.keep("two", 2)
    assert kept.get("one") == 1
    kept.keep("three", 3)
    assert (kept.get("one"), kept.get("two"), kept.get("three")) == (1, None, 3)


def test_what_is_kept_again_is_replaced() -> None:
    kept: Recent[str, int] = Recent(2)
    kept.keep("one", 1)
    kept.keep("two", 2)
    kept.keep("one", 11)
    kept.keep("three", 3)
    assert (kept.get("one"), kept.get("two")) == (11, None)
