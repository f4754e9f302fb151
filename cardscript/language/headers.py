"""Block headers: what a block declares, taken apart without knowing any words yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.marks import without_marks
from cardscript.language.outline import Line
from cardscript.language.source import Span

DECLARATIONS = (
    "zone", "trait", "attribute", "resource", "counter", "kind", "label", "verb", "keyword", "adjective", "phase",
    "action", "window", "ending", "score", "belongings", "setup", "group", "rule", "beside", "home", "region", "role",
    "contest",
)  # fmt: skip

_CARD = re.compile(
    r'^(?P<kind>[^"]+?)\s+"(?P<name>[^"]+)"(?:\s+of\s+(?P<group>.+?))?(?:\s+\((?P<count>\d+)\s+cop(?:y|ies)\))?'
    r"(?:\s+\(back of (?P<back>[^()]+)\))?$"
)
_HOLE = re.compile(r"\{([^{}]+)\}")


@dataclass(slots=True)
class Block:
    """A declaration: its keyword, the name or template after it, what follows a colon, its lines."""

    word: str
    name: str
    rest: str
    line: Line
    set: str
    properties: dict[str, Line] = field(default_factory=dict)

    def prop(self, key: str) -> str:
        """The text of a property line, empty if it is not there."""
        line = self.properties.get(key)
        return line.text.partition(":")[2].strip() if line is not None else ""

    def span_of(self, key: str) -> Span:
        """The place of a property's text."""
        line = self.properties[key]
        text = line.text.partition(":")[2].strip()
        start = line.text.index(text, line.text.index(":")) if text else len(line.text)
        return line.span.shifted(start, start + len(text))


@dataclass(slots=True)
class CardBlock:
    kind: str
    name: str
    group: str
    count: int
    line: Line
    set: str
    back_of: str = ""
    """The card of which this is the other side: it is no card of its own."""


def read_header(line: Line, set_id: str, findings: Findings, kinds: set[str]) -> Block | CardBlock | None:
    """What one block at the left edge is. Unknown first words are reported (CS201)."""
    word, _, rest = line.text.partition(" ")
    plain = word.rstrip(":")
    if plain in DECLARATIONS:
        tail = rest if not word.endswith(":") else ": " + rest
        name, colon, after = tail.partition(":")
        block = Block(plain, name.strip(), after.strip() if colon else "", line, set_id)
        if plain in ("verb", "keyword", "action", "label"):
            block.name, block.rest = _template(rest)
        for child in line.children:
            key, colon, _ = child.text.partition(":")
            if colon:
                block.properties.setdefault(key.strip(), child)
        return block
    found = _CARD.match(without_marks(line.text))
    if found is not None and found["kind"].lower() in kinds:
        return CardBlock(
            found["kind"].lower(), found["name"], (found["group"] or "").strip(), int(found["count"] or 1), line,
            set_id,
            (found["back"] or "").strip(),
        )  # fmt: skip
    if found is not None:
        findings.add(
            "CS201",
            f"no kind of card is called {found['kind']!r}",
            line.span.shifted(0, len(found["kind"])),
            did_you_mean(found["kind"], kinds) or "declare it in the rules: kind NAME",
        )
        return None
    findings.add(
        "CS201", f"{word!r} begins no declaration and no card", line.span.shifted(0, len(word)),
        did_you_mean(word, (*DECLARATIONS, *kinds))
        or 'a card begins with its kind and its name in quotes: kind "Name"',
    )  # fmt: skip
    return None


def _template(text: str) -> tuple[str, str]:
    """A template may hold colons inside its braces."""
    depth = 0
    for index, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == ":" and depth == 0:
            return text[:index].strip(), text[index + 1 :].strip()
    return text.strip(), ""


def label_name(block: Block) -> str:
    """The words of a label without its parameter: "Guard" of "Guard {place: Road space}"."""
    params, words = holes(block.name)
    return words[0] if params else block.name


def holes(template: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The parameters of a template as (name, type words), and the words between them."""
    params: list[tuple[str, str]] = []
    for inside in _HOLE.findall(template):
        name, _, words = inside.partition(":")
        params.append((name.strip(), words.strip()))
    return params, [part.strip() for part in _HOLE.split(template)[::2]]


def split_list(text: str) -> list[str]:
    """The parts of a text with commas between them."""
    return [part.strip() for part in text.split(",") if part.strip()]
