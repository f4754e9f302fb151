"""YAML, read strictly: plain data that means one thing, with the place of every value.

Texts stay texts: only whole numbers, `true`, `false`, `null` (or nothing) are anything else, so `No`, `on`, `1.0` and
`2012-11-01` are what they look like. Refused: doubled keys, anchors, aliases, tags, several documents.
"""

from __future__ import annotations

import re

import msgspec
import yaml

from cardscript.language.diagnostics import Diagnostic, Findings
from cardscript.language.files import unreadable
from cardscript.language.source import Source, Span

MAX_YAML_BYTES = 256_000
MAX_YAML_DEPTH = 12

Path = tuple[str | int, ...]
"""The way to a value: keys and list positions, counted from 0."""

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class YamlText(msgspec.Struct):
    """The data of one file (dict, list, str, int, bool, None), the place of each value and of each key."""

    source: Source
    data: object = None
    values: dict[Path, Span] = {}
    keys: dict[Path, Span] = {}

    def place(self, path: Path) -> Span:
        """Where a person should look for a value: the value itself, its key if it is a mapping or list, or the file."""
        if path in self.values:
            return self.values[path]
        while path:
            if path in self.keys:
                return self.keys[path]
            path = path[:-1]
        return Span(self.source.name, 0, 0)


def read_yaml(source: Source, findings: Findings) -> YamlText | None:
    """The file's data, or None with findings: CS002, CS003, CS010 (syntax), CS011, CS012, CS901, CS903.

    All doubled keys and refused features up to the first syntax error are reported.
    """
    findings.sources.setdefault(source.name, source)
    if len(source.text) > MAX_YAML_BYTES:
        findings.add(
            "CS903", f"{source.name} is larger than {MAX_YAML_BYTES:,} bytes", Span(source.name, 0, 0), "split it"
        )
        return None
    if unreadable(source, findings):
        return None
    reader = _Reader(source)
    try:
        reader.read()
    except _Stop:
        pass
    except yaml.MarkedYAMLError as error:
        what, mark = error.problem or error.context or str(error), error.problem_mark or error.context_mark
        if "end>" in what or "end of stream" in what:  # the place where it began says more
            what, mark = f"{what} {error.context or ''}".strip(), error.context_mark or mark
        at = mark.index if mark else 0
        reader.refuse("CS010", f"not YAML: {what}", at, at + 1, "check the quotes, brackets and indentation")
    except (yaml.YAMLError, ValueError) as error:
        reader.refuse("CS010", f"not YAML: {error}", 0, 0, "")
    findings.extend(reader.refused)
    return None if reader.refused else reader.result


class _Stop(Exception):
    """Reading on would not help."""


class _Reader:
    """Builds the data from the parser's events, with a stack of its own so that depth is bounded."""

    def __init__(self, source: Source) -> None:
        self.result = YamlText(source)
        self.refused: list[Diagnostic] = []
        self._name = source.name

    def refuse(self, code: str, message: str, start: int, end: int, help: str) -> None:
        end = min(max(start, end), len(self.result.source.text))
        self.refused.append(Diagnostic(code, message, Span(self._name, min(start, end), end), help))

    def read(self) -> None:
        self._loader = yaml.SafeLoader(self.result.source.text)
        documents = 0
        while self._loader.check_event():
            event = self._next()
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse_feature("a second document", event, "one file holds one document")
                    raise _Stop
            elif isinstance(event, yaml.NodeEvent):
                self.result.data = self._node(event, (), 0)

    def _next(self) -> yaml.Event:
        event: yaml.Event = self._loader.get_event()  # type: ignore[no-untyped-call]
        return event

    def _refuse_feature(self, what: str, event: yaml.Event, help: str) -> None:
        start, end = _start(event), _end(event)
        self.refuse("CS012", f"{what} is not allowed here", start, max(end, start + 1), help)

    def _node(self, event: yaml.Event, path: Path, depth: int) -> object:
        start = _start(event)
        if depth > MAX_YAML_DEPTH:
            self.refuse("CS901", f"nested more than {MAX_YAML_DEPTH} deep", start, start + 1, "nest less")
            raise _Stop
        if isinstance(event, yaml.AliasEvent):
            self._refuse_feature("an alias (*name)", event, "write the value out")
            return None
        if getattr(event, "anchor", None) is not None:
            self._refuse_feature("an anchor (&name)", event, "write the value out where it is needed")
        if getattr(event, "tag", None) is not None:
            self._refuse_feature("a tag (!name)", event, "write plain data; put a text into quotes")
        if isinstance(event, yaml.ScalarEvent):
            self.result.values[path] = Span(self._name, start, _end(event))
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path, depth)
        return self._mapping(path, depth)

    def _list(self, path: Path, depth: int) -> list[object]:
        items: list[object] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items)), depth + 1))
        return items

    def _mapping(self, path: Path, depth: int) -> dict[str, object]:
        items: dict[str, object] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._refuse_feature("a key that is no text", event, "a key is a single word or text")
                raise _Stop
            if event.anchor is not None or event.tag is not None:
                self._refuse_feature("an anchor or a tag", event, "write a plain key")
            key, start, end = event.value, _start(event), _end(event)
            here = (*path, key)
            if key in items:
                line = self.result.source.position(self.result.keys[here].start)[0]
                self.refuse("CS011", f"the key {key!r} is here twice", start, end, f"the first one is in line {line}")
                self._node(self._next(), (*here, "twice"), depth + 1)
                continue
            self.result.keys[here] = Span(self._name, start, end)
            items[key] = self._node(self._next(), here, depth + 1)
        return items


def _start(event: yaml.Event) -> int:
    return event.start_mark.index if event.start_mark is not None else 0


def _end(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark is not None else 0


def _scalar(event: yaml.ScalarEvent) -> str | int | bool | None:
    text: str = event.value
    if event.style is not None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE.fullmatch(text) else text
