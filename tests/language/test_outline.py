"""The outline of .card files: nesting, comments, exact spans, and every way a file can be unreadable."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardscript.language.diagnostics import Findings
from cardscript.language.outline import MAX_DEPTH, MAX_LINE, MAX_LINES, Line, read_outline
from cardscript.language.source import Source


def read(text: str) -> tuple[tuple[Line, ...], Findings]:
    findings = Findings()
    return read_outline(Source("a.card", text), findings), findings


def shape(lines: tuple[Line, ...]) -> list[object]:
    return [[line.text, *shape(line.children)] if line.children else line.text for line in lines]


def codes(findings: Findings) -> list[str]:
    return [d.code for d in findings]


def test_lines_nest_by_any_indentation() -> None:
    lines, findings = read("a\n  b\n     c\n  d\n\ne\n\tx\n".replace("\t", "    "))
    assert shape(lines) == [["a", ["b", "c"], "d"], ["e", "x"]]
    assert not len(findings)


def test_each_child_group_may_have_its_own_width() -> None:
    assert shape(read("a\n        b\nc\n  d\n")[0]) == [["a", "b"], ["c", "d"]]


def test_comments_are_no_lines() -> None:
    lines, findings = read('# one\na  # two\n    # three\n    b "x  # y"  # four\n    #x\n    c #3 and  #4\nd  #\n')
    assert shape(lines) == [["a", 'b "x  # y"', "c #3 and  #4"], "d"]
    assert not len(findings)


def test_a_comment_at_the_left_edge_does_not_end_a_block() -> None:
    assert shape(read("a\n    b\n# x\n    c\n")[0]) == [["a", "b", "c"]]


def test_windows_line_ends() -> None:
    text = "a\r\n    b  # c\r\n"
    lines, findings = read(text)
    assert shape(lines) == [["a", "b"]]
    assert not len(findings)
    span = lines[0].children[0].span
    assert text[span.start : span.end] == "b"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a\nb\udcffc\n", "CS002", 2, 2),
        ("a\nb\x00c\n", "CS003", 2, 2),
        ("a\n  b\u202ec\n", "CS003", 2, 4),
        ("a\rb\n", "CS003", 1, 2),
        ("a\n    b\n\tc\n", "CS004", 3, 1),
        ("a\n    b\n  c\n", "CS005", 3, 1),
        ("  a\n  b\n", "CS006", 1, 3),
        ("\n".join(" " * n + "a" for n in range(MAX_DEPTH + 3)), "CS901", MAX_DEPTH + 1, MAX_DEPTH + 1),
        ("a\n" + "x" * (MAX_LINE + 1), "CS902", 2, 1),
        ("a\n" * (MAX_LINES + 5), "CS904", MAX_LINES + 1, 1),
    ],
)
def test_each_fault_is_one_finding_with_its_place(text: str, code: str, line: int, column: int) -> None:
    _, findings = read(text)
    assert codes(findings) == [code]
    assert findings.sources["a.card"].position(findings.items[0].span.start) == (line, column)
    assert findings.items[0].help


def test_the_rest_of_the_file_is_read_after_a_fault() -> None:
    lines, findings = read("  x\na\n    b\n  c\nd\udcff\n    lost\ne\n    " + "y" * 3000 + "\n    f\n")
    assert codes(findings) == ["CS002", "CS006", "CS005", "CS902"]
    assert shape(lines) == [["a", "b", "c"], ["e", "f"]]


def test_tabs_are_one_finding_for_a_file() -> None:
    _, findings = read("a\n\tb\n\tc\n\td\n")
    assert codes(findings) == ["CS004"]
    assert "3 lines" in findings.items[0].message


def test_a_picture_is_a_few_findings() -> None:
    _, findings = read("\x00\n" * 5000)
    assert len(findings) == 20


@pytest.mark.parametrize(
    "text",
    ['"  #x' * 400_000, "\x00" * 2_000_000, "a\n\t" * 600_000, "  #\n" * 500_000, "a\n b\n" * 400_000],
    ids=["quotes", "nul", "tabs", "comments", "lines"],
)
def test_hostile_files_take_no_time(text: str) -> None:
    before = time.process_time()
    read(text[:2_000_000])
    assert time.process_time() - before < 20  # a guard against hanging, not a measurement


@given(st.text(alphabet='ab #"\n\t\r\x00é', max_size=200))
def test_any_text_gives_lines_with_exact_spans(text: str) -> None:
    lines, _ = read(text)

    def look(lines: tuple[Line, ...], inside: int) -> None:
        for line in lines:
            assert text[line.span.start : line.span.end] == line.text == line.text.strip(" \t")
            assert line.span.start >= inside
            look(line.children, line.span.end)

    look(lines, 0)
