"""Strict YAML: what is a text stays one, what is clever is refused, every value knows its place."""

from __future__ import annotations

import time

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.language.yaml_text import YamlText, read_yaml


def read(text: str) -> tuple[YamlText | None, Findings]:
    findings = Findings()
    return read_yaml(Source("a.yaml", text), findings), findings


def test_only_whole_numbers_true_false_and_null_are_not_texts() -> None:
    found, _ = read(
        "a: [No, yes, on, 1.0, 2012-11-01, 0x1F, 1_000, 010, '3', True, .inf, 12:30:00]\n"
        "b: [0, -7, +3, true, false, null, ~]\nc:\n4: x\n"
    )
    assert found is not None
    assert found.data == {
        "a": ["No", "yes", "on", "1.0", "2012-11-01", "0x1F", "1_000", "010", "3", "True", ".inf", "12:30:00"],
        "b": [0, -7, 3, True, False, None, None],
        "c": None,
        "4": "x",
    }


def test_every_value_and_key_has_its_place() -> None:
    text = "a: No\nb:\n  - x: 1\n    long key: 'two words'\n"
    found, _ = read(text)
    assert found is not None
    value, key = found.values[("b", 0, "long key")], found.keys[("b", 0, "long key")]
    assert text[value.start : value.end] == "'two words'"
    assert text[key.start : key.end] == "long key"
    assert found.place(("b", 0)) == found.keys[("b",)]
    assert found.place(()).start == 0


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", "CS011", (3, 1)),
        ("a: &x [1]\n", "CS012", (1, 4)),
        ("a: *x\n", "CS012", (1, 4)),
        ("a: !!python/object/apply:os.system [x]\n", "CS012", (1, 4)),
        ("a: !!str 1\n", "CS012", (1, 4)),
        ("a: 1\n---\nb: 2\n", "CS012", (2, 1)),
        ("? [a]\n: b\n", "CS012", (1, 3)),
        ("a: [1\nb: 2\n", "CS010", (2, 2)),
        ("a: b: c\n", "CS010", (1, 5)),
        ("a:\n\t- b\n", "CS010", (2, 1)),
        ("a: b\udcff\n", "CS002", (1, 5)),
        ("a: \x00\n", "CS003", (1, 4)),
        ("a: \uffff\n", "CS010", (1, 1)),
        ("[" * 100_000, "CS901", (1, 14)),
        ("- " * 50_000, "CS901", (1, 27)),
        ("a: b\n" * 100_000, "CS903", (1, 1)),
    ],
)
def test_each_fault_is_one_finding_with_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    before = time.process_time()
    found, findings = read(text)
    assert found is None
    assert [d.code for d in findings] == [code]
    assert findings.sources["a.yaml"].position(findings.items[0].span.start) == place
    assert time.process_time() - before < 20  # a guard against hanging, not a measurement


def test_several_faults_are_all_reported() -> None:
    _, findings = read("a: &x 1\nb: *x\na: 3\nc: !t 4\n")
    assert [d.code for d in findings] == ["CS012", "CS012", "CS011", "CS012"]


def test_many_laughs_are_refused() -> None:
    text = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    found, findings = read(text)
    assert found is None
    assert {d.code for d in findings} == {"CS012"}
