"""Law 3: no word of a game stands in the Python or in the grammar. The words are those the shipped games declare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.morphology import plural
from cardscript.language.outline import read_outline
from cardscript.language.source import Source

ROOT = Path(__file__).resolve().parents[1]

GENERAL = "a general word of card games, in the core language or the engine's own English"
EXAMPLE = "the word for a number or counter of cards in the examples of this code"
PYTHON = "a word of Python or of programming"

ALLOWED = {
    # what every card game has
    "box": GENERAL,
    "capture": "what a regular expression and a trigger do too",
    "class": PYTHON,
    "cost": "the engine's word for what an action takes",
    "deck": GENERAL,
    "deal": GENERAL,
    "damage": EXAMPLE,
    "destroy": "a core verb of the language",
    "discard": GENERAL,
    "discard pile": GENERAL,
    "draw": GENERAL,
    "gain": "a core verb of the language (design, section 3)",
    "hand": GENERAL,
    "lose": "a core verb of the language",
    "pass": PYTHON,
    "power": EXAMPLE,
    "play": GENERAL + "; also the name of a command",
    "setup": GENERAL,
    "stack": "the data structure, and a core verb of the language",
    "take effect": "ordinary English for an event that happens",
    "team": GENERAL,
    "token": "what a lexer makes of text",
    "type": PYTHON,
    "unit": "a stretch of code that runs in one frame",
}
"""Declared words that are also general terms, each with its reason."""

VERB_PHRASE = "the linguists' abbreviation of verb phrase"
IRREGULAR = "in the table of irregular English verbs"

ALLOWED_IN = {
    "grammar/": {"vp": VERB_PHRASE, "vps": VERB_PHRASE},
    "cardscript/language/": {"vp": VERB_PHRASE, "vps": VERB_PHRASE},
    "cardscript/language/morphology.py": {
        "fight": IRREGULAR,
        "hit": IRREGULAR,
        "strike": IRREGULAR,
        "throw": IRREGULAR,
        "cast": IRREGULAR,
        "fallen": IRREGULAR,
        "life": IRREGULAR,
        "lives": IRREGULAR,
    },
    "cardscript/cli/coverage_page.py": {
        "escape": "the function of the standard library that makes markup harmless",
        "scheme": "the word of style sheets for light and dark",
    },
    "cardscript/scenario/expect.py": {"escape": "the function of the standard library for patterns"},
    "cardscript/players/terminal.py": {"escape": "the function of a library that makes markup harmless"},
    "cardscript/language/rules.py": {"escape": "the function of the standard library for regular expressions"},
    "cardscript/language/frames.py": {"spell": "to write out all spellings of a template"},
}
"""Words allowed in some files only, and only in exactly this spelling (VP is not vp), each with its reason."""


def declared_names(source: Source) -> Iterator[str]:
    """The names the headers of one file declare, whatever kinds of declarations there are.

    The first word of a header is its kind. In quotes: a card, with its group after "of". Otherwise: the words up to
    ":" or "(", without the {parameters}. After the colon of a list ("A, B" or "row of A, B"): each capitalised name.
    """
    for block in read_outline(source, Findings()):
        kind, _, rest = block.text.partition(" ")
        if kind.endswith(":"):
            continue  # "score: ..." declares no name
        if quoted := re.match(r'\s*"([^"]+)"(?: of ([^(:]+))?', rest):
            yield from (name.strip() for name in quoted.groups() if name)
            continue
        bare = re.sub(r"\{[^{}]*\}", "|", rest)
        head, _, tail = bare.partition(":")
        yield next((piece.strip() for piece in head.split("(")[0].split("|") if piece.strip()), "")
        for piece in tail.split(",") if "," in tail else ():
            if name := re.search(r"((?:[A-Z][\w.'-]*\s?)+)$", piece.strip()):
                yield name.group(1).strip()


def words(text: str) -> str:
    """The text as lower-case words with a blank around each; names in code fall apart (deckTop, deck_top, deck-top)."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return " " + " ".join(re.findall(r"[^\W_]+", text.lower())) + " "


def forms(name: str) -> list[str]:
    base = words(name).strip()
    if len(base) < 2 or base.isdigit():
        return []
    ending = "es" if re.search(r"(s|x|ch|sh)$", base) else "s"
    regular = base[:-1] + "ies" if re.search(r"[^aeiou]y$", base) else base + ending
    return list(dict.fromkeys((base, regular, plural(base))))


def shipped_words() -> set[str]:
    names: set[str] = set()
    for path in sorted((ROOT / "cardsets").rglob("*.card")):
        names.update(declared_names(Source(path.name, path.read_text(encoding="utf-8"))))
    allowed = {form for word in ALLOWED for form in forms(word)}
    return {form for name in names for form in forms(name)} - allowed


def read(path: Path) -> list[str]:
    """The lines of a file without what is allowed in it."""
    name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for start, allowed in ALLOWED_IN.items():
        if name.startswith(start):
            text = re.sub(rf"(?<![^\W_])({'|'.join(map(re.escape, allowed))})(?![^\W_])", "", text)
    return text.splitlines()


def uses(lines: Iterable[str], forbidden: Iterable[str]) -> list[tuple[int, str]]:
    spoken = [words(line) for line in lines]
    whole = " \n ".join(spoken)
    found = [word for word in forbidden if f" {word} " in whole]
    return sorted((number, word) for number, line in enumerate(spoken, 1) for word in found if f" {word} " in line)


FILES = sorted(
    path
    for folder, kinds in (("cardscript", (".py",)), ("grammar", (".lark", ".md", ".txt", ".yaml")))
    for path in (ROOT / folder).rglob("*")
    if path.suffix in kinds and "_data" not in path.parts
)


def test_no_game_word_in_python_or_grammar() -> None:
    forbidden = shipped_words()
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {word!r}" for path in FILES for number, word in uses(read(path), forbidden)
    ]
    assert not wrong, f"{len(wrong)} game words:\n" + "\n".join(wrong)


def test_file_names_are_no_game_words() -> None:
    forbidden = shipped_words()
    assert not [path for path in FILES if uses([path.stem], forbidden)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("zone City: a row of Sewers, Bank, The Long Bridge\n", ["City", "Sewers", "Bank", "The Long Bridge"]),
        ("zone Pool: row of 5\n", ["Pool"]),
        ("trait class: Red, Deep Blue\n", ["class", "Red", "Deep Blue"]),
        ("adjective haunted (Ghost): it is\n", ["haunted"]),
        ("verb KO {cards}: move them\n", ["KO"]),
        ("verb {ghost: Ghost} slip away {card} to {player}\n", ["slip away"]),
        ("keyword {place: Street} Conqueror {n: number}\n    on it: x\n", ["Conqueror"]),
        ('ghost "Silver Blade" of Elsa Example (2 copies)\n', ["Silver Blade", "Elsa Example"]),
        ('boss "The End"\n', ["The End"]),
        ("kind Ghost\nkind Imp: a Ghost\n", ["Ghost", "Imp"]),
        ("score: the points\nsetup\n", [""]),
    ],
)
def test_the_names_of_a_declaration(text: str, names: list[str]) -> None:
    assert list(declared_names(Source("a.card", text))) == names


def test_words_are_found_whole_in_any_spelling() -> None:
    lines = ["def top_of_ghostCity():", "# Ghosts", "ghostly = 1", "x = 'silver-blade'"]
    assert uses(lines, forms("Ghost") + forms("Silver Blade")) == [(1, "ghost"), (2, "ghosts"), (4, "silver blade")]


def test_each_allowed_word_has_a_reason() -> None:
    assert all(ALLOWED.values())
    assert all(all(words.values()) for words in ALLOWED_IN.values())
    assert not [name for name in ALLOWED_IN if not (ROOT / name).exists()]
