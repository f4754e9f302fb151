"""The shape of declarations: which properties a block may have, what may stand in them, what must be there.

What the sentences in them mean is read elsewhere; here a word that nothing would ever look at is found.
"""

from __future__ import annotations

import re

from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.headers import Block, CardBlock, holes
from cardscript.language.outline import Line

MAX_COPIES = 1_000
MAX_CARDS = 20_000
"""Of one name; and of all names together, which bounds what a deal makes."""
MAX_SPACES = 100
MAX_NUMBER = 1_000_000
"""A printed number or a set-up number; no game has larger ones."""

PROPERTIES: dict[str, tuple[str, ...]] = {
    "zone": (
        "also",
        "left to right",
        "refill",
        "replenish",
        "as printed",
        "counters",
        "belongings",
        "controlled",
        "counts as played",
        "revealed",
        "replenish for",
    ),
    "kind": ("home", "plural", "stays", "additional", "alike", "prints"),
    "trait": ("also", "absent", "none"),
    "attribute": ("gives",),
    "resource": ("kept", "start", "also", "unit"),
    "counter": ("limit",),
    "belongings": (),
    "label": (
        "when",
        "ending",
        "in",
        "also",
        "called",
        "if",
        "do",
        "refuse",
        "only if",
        "once a turn",
        "object",
        "reason",
    ),
    "verb": (
        "do",
        "from",
        "of",
        "into",
        "result",
        "amount",
        "forms",
        "at once",
        "by",
        "step",
        "fills after",
        "all aside",
        "tally",
    ),
    "adjective": ("not",),
    "action": ("cost", "refuse", "do", "surcharges of"),
    "window": ("offer", "to", "again", "pass"),
    "phase": ("do", "offer", "pass", "busy", "also offer", "first turn"),
    "rule": ("reason", "only if"),
    "ending": ("when", "result", "timing", "final", "ranked", "counts after"),
    "score": ("tie", "tie 2", "seat order"),
    "group": ("also",),
    "contest": ("too much",),
    "beside": ("also",),
    "home": (),
    "region": ("also",),
    "role": ("also",),
}
"""The properties of each declaration; a keyword has lines of text and a set-up a form of its own."""

VALUES: dict[tuple[str, str], tuple[str, ...]] = {
    ("zone", "as printed"): ("yes", "no"),
    ("zone", "counters"): ("taken off", "kept"),
    ("zone", "belongings"): ("yes", "no"),
    ("zone", "controlled"): ("yes", "no"),
    ("kind", "stays"): ("yes", "no"),
    ("kind", "additional"): ("yes", "no"),
    ("kind", "alike"): ("yes", "no"),
    ("trait", "absent"): ("counts",),
    ("resource", "kept"): ("yes", "no"),
    ("verb", "at once"): ("yes", "no"),
    ("verb", "step"): ("yes", "no"),
    ("verb", "fills after"): ("yes", "no"),
    ("verb", "tally"): ("yes", "no"),
    ("zone", "counts as played"): ("yes", "no"),
    ("zone", "revealed"): ("yes", "no"),
    ("label", "once a turn"): ("yes", "no"),
    ("window", "to"): ("each player", "the active player", "you", "each player from your left"),
    ("window", "again"): ("same", "first", "next"),
    ("phase", "first turn"): ("yes", "no"),
    ("score", "seat order"): ("yes", "no"),
    ("ending", "final"): ("yes", "no"),
    ("ending", "ranked"): ("yes", "no"),
    ("ending", "timing"): ("after the turn", "at once"),
}
RULED = frozenset({
    ("ending", "timing"), ("ending", "final"), ("ending", "ranked"), ("verb", "at once"), ("verb", "fills after"),
    ("verb", "all aside"), ("verb", "tally"), ("zone", "counts as played"), ("zone", "revealed"),
    ("zone", "replenish for"), ("ending", "counts after"), ("action", "surcharges of"), ("label", "once a turn"),
    ("counter", "limit"),
})  # fmt: skip
"""Properties that may hang on rulings: "after the turn if RULING is VALUE"."""
OTHERWISE = {"verb": "do if ", "adjective": "if "}
"""How a property begins that says what a declaration is under a ruling: "do if RULING is VALUE: ..."."""
NUMBERS = {("resource", "start"), ("verb", "amount")}
NAMED = (
    "zone",
    "kind",
    "trait",
    "attribute",
    "resource",
    "counter",
    "label",
    "phase",
    "window",
    "ending",
    "group",
    "contest",
    "verb",
    "keyword",
    "action",
    "adjective",
    "region",
    "role",
)
_ZONE = re.compile(r"(row of .+|(face-down |hidden )?pile( of each player)?)$")
_PARAM = re.compile(r"[^\W\d][\w -]*$")


def more(block: Block) -> bool:
    """Whether a block adds to a phase that is declared elsewhere ("also offer: ...") and declares none."""
    return block.word == "phase" and set(block.properties) == {"also offer"}


def number_in(text: str, most: int = MAX_NUMBER) -> int | None:
    """A whole number of plain digits that is not larger than `most`; else None."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
        return None
    return int(text)


class ShapeReader:
    """Looks at each block by itself, and at what is declared twice."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._names: dict[tuple[str, str], Block] = {}

    def fits(self, block: Block) -> bool:
        """Whether a block can be used at all; what is wrong with it is reported."""
        good = self._header(block)
        if block.word in PROPERTIES:
            self._properties(block)
        return good

    def _add(self, code: str, message: str, block: Block, help: str, line: Line | None = None) -> None:
        at = line.span if line is not None else block.line.span
        self.findings.add(code, message, at, help)

    # --- the header

    def _header(self, block: Block) -> bool:
        if block.word in NAMED and not block.name:
            self._add("CS218", f"this {block.word} has no name", block, f"write: {block.word} NAME")
            return False
        if block.word in ("verb", "keyword", "action") and not self._template(block):
            return False
        if block.word in NAMED and not more(block):
            name = block.name.partition("(")[0].strip() if block.word == "adjective" else block.name
            key = (block.word, f"{name.lower()} {block.prop('of')}" if block.word == "verb" else name.lower())
            if key in self._names:
                self._add("CS202", f"the {block.word} {name!r} is declared twice", block, "leave one of them out")
                return False
            self._names[key] = block
        if block.word in ("setup", "score", "belongings"):
            if (block.word, "") in self._names:
                self._add("CS202", f"there is a second {block.word!r}", block, "a game has one; leave one of them out")
                return False
            self._names[block.word, ""] = block
        if block.word == "zone":
            return self._zone(block)
        if block.word == "adjective" and not block.rest:
            self._add(
                "CS219", f"what is a {block.name!r} card?", block, "write: adjective WORD (KIND): its Cost is 6 or more"
            )
            return False
        if block.word in ("rule", "score", "belongings", "home", "region", "role") and not block.rest:
            self._add(
                "CS219",
                f"this {block.word} says nothing",
                block,
                f"write what it is behind the colon: {block.word}: ...",
            )
            return False
        return True

    def _zone(self, block: Block) -> bool:
        if _ZONE.match(block.rest) is None:
            self._add(
                "CS220",
                f"a zone cannot be {block.rest!r}" if block.rest else f"what is the zone {block.name!r}?",
                block,
                "write 'pile', 'face-down pile', 'hidden pile' (with 'of each player'), 'row of A, B, C' or 'row of 5'",
            )  # fmt: skip
            block.rest = "pile"
        if block.rest.startswith("row of "):
            size = block.rest[7:].strip()
            spaces = number_in(size, MAX_SPACES) if size.isdigit() else size.count(",") + 1
            if not spaces or spaces > MAX_SPACES:
                self._add("CS220", f"a row has 1 to {MAX_SPACES} spaces", block, "write a smaller number")
                block.rest = "row of 1"
        return True

    def _template(self, block: Block) -> bool:
        """Braces in pairs around a name and its type, and a word of its own."""
        if block.rest or block.line.text.rstrip().endswith(":"):
            self._add(
                "CS221", f"nothing can stand behind the colon of a {block.word}", block, "write it on the lines below"
            )
            return False
        params, words = holes(block.name)
        outside = " ".join(words)
        if any(sign in outside for sign in '{}[]"()'):
            self._add(
                "CS221", f"brackets and quotes of {block.name!r} do not fit", block,
                "a parameter is written in braces: {card} or {one: KIND}; nothing else may be in brackets",
            )  # fmt: skip
            return False
        if not any(re.search(r"[^\W\d_]", word) for word in words):
            self._add("CS221", f"this {block.word} has no word of its own", block, f"write: {block.word} WORD {{card}}")
            return False
        if re.search(r"[^\w\s'-]", outside):
            odd = next(iter(re.findall(r"[^\w\s'-]", outside)))
            self._add("CS221", f"the sign {odd!r} cannot be in a {block.word}", block, "only words may stand there")
            return False
        names = [name for name, _ in params]
        for name in names:
            if _PARAM.match(name) is None or names.count(name) > 1:
                self._add(
                    "CS221",
                    f"a parameter cannot be called {name!r}" if names.count(name) < 2 else f"two are called {name!r}",
                    block, "each parameter has a name of its own made of letters",
                )  # fmt: skip
                return False
        return True

    # --- the lines below it

    def _properties(self, block: Block) -> None:
        allowed = PROPERTIES[block.word]
        seen: set[str] = set()
        for line in block.line.children:
            key, colon, text = line.text.partition(":")
            key, text = key.strip(), text.strip()
            if not colon or (key not in allowed and not key.startswith(OTHERWISE.get(block.word, "\0"))):
                shown = key if colon else line.text
                advice = did_you_mean(key, allowed)
                known = (
                    f"{_an(block.word)} may have: {', '.join(allowed)}"
                    if allowed
                    else f"{_an(block.word)} has no lines below it"
                )
                self._add("CS222", f"{shown[:60]!r} has no place below {block.word!r}", block, advice or known, line)
                continue
            if key in seen:
                self._add(
                    "CS223", f"{key!r} is there twice", block, "put both into one, or leave one of them out", line
                )
            seen.add(key)
            self._value(block, key, text, line)
        self._missing(block)

    def _value(self, block: Block, key: str, text: str, line: Line) -> None:
        if not text and not line.children:
            self._add(
                "CS219",
                f"nothing stands behind {key!r}",
                block,
                "write it behind the colon or on the lines below, or leave it out",
                line,
            )
        choices = VALUES.get((block.word, key))
        if (block.word, key) in RULED:
            text = text.partition(" if ")[0]
        if choices is not None and text and text not in choices:
            self._add(
                "CS224",
                f"{key!r} cannot be {text!r}",
                block,
                did_you_mean(text, choices) or f"write {' or '.join(choices)}",
                line,
            )
        if (block.word, key) in NUMBERS and text and number_in(text) is None:
            self._add(
                "CS224", f"{key!r} cannot be {text[:40]!r}", block, f"write a whole number up to {MAX_NUMBER:,}", line
            )

    def _missing(self, block: Block) -> None:
        if block.word == "phase" and not more(block) and not {"do", "offer"} & set(block.properties):
            self._add("CS219", f"nothing happens in the phase {block.name!r}", block, "add 'do: ...' or 'offer: ...'")
        elif block.word == "action" and "do" not in block.properties:
            self._add("CS219", "nothing happens when this action is taken", block, "add 'do: ...'")
        elif block.word == "window" and "offer" not in block.properties:
            self._add("CS219", f"nothing can be done in the window {block.name!r}", block, "add 'offer: ACTION'")


def card_fits(card: CardBlock, known: set[tuple[str, str, str, str]], copies: int, findings: Findings) -> bool:
    """Whether a card can be used: a name of its own, some copies and not more than anybody prints."""
    key = (card.set, card.kind, card.group, card.name)
    if key in known:
        findings.add(
            "CS202",
            f"the {card.kind} {card.name!r} is there twice",
            card.line.span,
            "write one of them, with '(2 copies)'",
        )
        return False
    known.add(key)
    if not 1 <= card.count <= MAX_COPIES:
        start = card.line.text.rindex("(")
        at = card.line.span.shifted(start, len(card.line.text))
        findings.add("CS225", f"a card has 1 to {MAX_COPIES:,} copies", at, "write a smaller number, as '(2 copies)'")
        card.count = max(1, min(card.count, MAX_COPIES))
    if copies + card.count > MAX_CARDS:
        findings.add(
            "CS225",
            f"a game has up to {MAX_CARDS:,} cards",
            card.line.span,
            "leave out this card and those after it, or copies",
        )
        return False
    return True


def _an(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
