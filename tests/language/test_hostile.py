"""Hostile and broken .card files: findings with a place and a help, never an exception, a hang or silence."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from cardscript.language.compiler import compile_game
from cardscript.language.diagnostics import Diagnostic, Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import Game
from cardscript.language.resources import data_dir
from tests.language.small_game import CARDS, RULES, write_game


def compiled(folder: Path, rules: str, cards: str = CARDS) -> tuple[Game | None, Findings]:
    findings = Findings()
    loaded = load_manifests(write_game(folder, rules, cards), findings)
    assert loaded is not None
    return compile_game(loaded, findings), findings


def well_formed(findings: Findings) -> None:
    for d in findings:
        assert d.span.file in findings.sources, d
        text = findings.sources[d.span.file].text
        assert 0 <= d.span.start <= d.span.end <= len(text) + 1, d
        assert d.help, d
        assert d.message, d


def found(folder: Path, rules: str, cards: str = CARDS) -> list[Diagnostic]:
    _, findings = compiled(folder, rules, cards)
    well_formed(findings)
    return list(findings)


def test_the_small_game_is_right(tmp_path: Path) -> None:
    game, findings = compiled(tmp_path, RULES)
    assert list(findings) == []
    assert game is not None


DECLARATIONS = {
    "a second zone": ("CS202", "zone Table: pile\n"),
    "a second kind": ("CS202", "kind Stone\n"),
    "a second trait": ("CS202", "trait hue: Green\n"),
    "a second attribute": ("CS202", "attribute price\n"),
    "a second resource": ("CS202", "resource Coin\n"),
    "a second label": ("CS202", "label Wake: run\n"),
    "a second verb": ("CS202", "verb toss {card}\n    do: Put the card into the Table.\n"),
    "a second phase": ("CS202", "phase Main\n    offer: play\n"),
    "a second action": ("CS202", "action play {card: Token in your hand}\n    do: You toss the card.\n"),
    "a second set-up": ("CS202", "setup: 2 players\n"),
    "a second keyword": ("CS202", "keyword Glow\n    You get +1 Coin.\nkeyword Glow\n    You get +2 Coin.\n"),
    "two texts of a keyword": ("CS223", "keyword Glow\n    You get +1 Coin.\n    You get +2 Coin.\n"),
    "a property twice": ("CS223", "zone Bag: pile\n    also: Sack\n    also: Pouch\n"),
    "no name": ("CS218", "zone: pile\n"),
    "no kind of zone": ("CS220", "zone Bag: heap\n"),
    "a huge row": ("CS220", "zone Bag: row of 999999999\n"),
    "a row of no digit": ("CS220", "zone Bag: row of \u00b2\n"),
    "a property nobody knows": ("CS222", "zone Bag: pile\n    colour: red\n"),
    "a line below a line": ("CS222", "attribute Weight\n    It is heavy.\n"),
    "a verb with a typo in it": ("CS222", "verb hurl {card}\n    dO: Put the card into the Table.\n"),
    "an empty do": ("CS219", "verb hurl {card}\n    do:\n"),
    "a keyword without text": ("CS219", "keyword Glow\n"),
    "a phase without anything": ("CS219", "phase Night\n"),
    "an action without do": ("CS219", "action wait\n"),
    "a label without when": ("CS208", "label Dawn: trigger\n"),
    "a label that is nothing": ("CS204", "label Dawn: sometimes\n"),
    "an ending that is not there": ("CS207", "label Doom: ending\n    ending: Nowhere\n"),
    "a parent that is not there": ("CS205", "kind Gem: a Mineral\n"),
    "a home that is not there": ("CS205", "kind Gem\n    home: Nowhere\n"),
    "a kind of itself": ("CS206", "kind Gem: a Gem\n"),
    "kinds in a circle": ("CS206", "kind Gem: a Pearl\nkind Pearl: a Shell\nkind Shell: a Gem\n"),
    "a keyword of itself": ("CS301", "keyword Glow\n    Glow.\n"),
    "keywords in a circle": ("CS301", "keyword Glow\n    Shine.\nkeyword Shine\n    Glow.\n"),
    "an adjective of itself": ("CS227", "adjective odd (Token): it is odd\n"),
    "adjectives in a circle": ("CS227", "adjective odd (Token): it is even\nadjective even (Token): it is odd\n"),
    "a template without words": ("CS221", "verb {card}\n    do: Put the card into the Table.\n"),
    "a brace too many": ("CS221", "verb hurl {card}}\n    do: Put the card into the Table.\n"),
    "a brace missing": ("CS221", "verb hurl {card\n    do: Put the card into the Table.\n"),
    "two parameters of a name": ("CS221", "verb give {card} to {card}\n"),
    "a sign in a verb": ("CS221", "verb hu:rl* {card}\n"),
    "a bracket in a verb": ("CS221", "verb hurl [{card}\n"),
    "a cost of nothing": (
        "CS209", "action buy {card: Token in your hand}\n    cost: 2 Price\n    do: You toss the card.\n",
    ),
    "a cost with a word too many": (
        "CS301", "action buy {card: Token in your hand}\n    cost: your 2 Coin\n    do: You toss the card.\n",
    ),
    "an action nobody declared": ("CS211", "phase Night\n    offer: sleep\n"),
    "an offer in an odd order": ("CS224", "window Answers\n    offer: play\n    again: perhaps\n"),
    "a start that is no number": ("CS224", "resource Shell\n    start: many\n"),
    "a huge start": ("CS224", "resource Shell\n    start: 99999999999999999999\n"),
    "a refusal without reason": (
        "CS210", "action buy {card: Token in your hand}\n    refuse: if it is a Stone\n    do: You toss the card.\n",
    ),
    "a rule that is an order": ("CS217", "rule: You get +1 Coin.\n"),
    "an empty rule": ("CS219", "rule:\n"),
    "a word nobody knows": ("CS101", "rule: Xyzzy.\n"),
    "a label of a place nobody knows": ("CS205", "label Dawn: action\n    in: Nowhere\n"),
    "a result that is no place": ("CS205", "verb hurl {card}\n    result: Price\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_broken_declaration_is_one_finding(name: str, tmp_path: Path) -> None:
    code, text = DECLARATIONS[name]
    findings = found(tmp_path, RULES + text)
    assert code in {d.code for d in findings}
    assert len(findings) <= 3, findings
    assert all(d.span.file.endswith("rules.card") for d in findings)


SETUPS = {
    "no players": ("CS228", "setup: some players\n"),
    "players backwards": ("CS228", "setup: 4 to 2 players\n"),
    "numbers of words": ("CS228", "setup: 1 to 2 players\n    numbers: one, two\n"),
    "numbers with gaps": ("CS228", "setup: 1 to 3 players\n    numbers: 1, 3\n        Stones: 2\n"),
    "too few numbers": ("CS228", "setup: 1 to 3 players\n    numbers: 1, 2, 3\n        Stones: 2, 3\n"),
    "junk for numbers": ("CS228", "setup: 1 to 2 players\n    numbers: 1, 2\n        Stones: 2, x\n"),
    "huge numbers": ("CS228", "setup: 1 to 2 players\n    numbers: 1, 2\n        Stones: 2, 99999999999999999999\n"),
    "a number twice": ("CS223", "setup: 1 to 2 players\n    numbers: 1, 2\n        Stones: 2\n        Stones: 3\n"),
    "an odd line": ("CS212", "setup: 1 to 2 players\n    : x\n"),
    "an odd word": ("CS212", "setup: 1 to 2 players\n    bring: a friend\n"),
    "a choice of junk": ("CS213", "setup: 1 to 2 players\n    choose x: the of into\n"),
    "a choice with an odd line": (
        "CS213", "setup: 1 to 2 players\n    choose x: 1 Stone into the Table\n        weight: 3\n",
    ),
    "put junk": ("CS214", "setup: 1 to 2 players\n    put: everything somewhere\n"),
    "put a number nobody knows": ("CS228", "setup: 1 to 2 players\n    put: Rocks of Stone into the Table\n"),
    "put a kind nobody knows": ("CS205", "setup: 1 to 2 players\n    put: 3 of Gem into the Table\n"),
    "deal into nowhere": ("CS205", "setup: 1 to 2 players\n    deal: 3 Stone into Nowhere\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", SETUPS)
def test_a_broken_set_up_is_one_finding(name: str, tmp_path: Path) -> None:
    code, text = SETUPS[name]
    findings = found(tmp_path, RULES.partition("setup:")[0] + text)
    assert [d.code for d in findings] == [code], findings


CARD_LINES = {
    "copies": ("CS225", 'stone "Rock" (999999999 copies)\n'),
    "no copies": ("CS225", 'stone "Rock" (0 copies)\n'),
    "copies of many digits": ("CS225", f'stone "Rock" ({"9" * 1500} copies)\n'),
    "a huge price": ("CS215", 'stone "Rock"\n    price 99999999999999999999\n'),
    "a price of words": ("CS215", 'stone "Rock"\n    price cheap\n'),
    "a price of nothing": ("CS215", 'stone "Rock"\n    price\n'),
    "two prices": ("CS223", 'stone "Rock"\n    price 2, price 3\n'),
    "a hue nobody knows": ("CS216", 'stone "Rock"\n    hue Purple\n'),
    "a hue twice": ("CS223", 'stone "Rock"\n    hue Red and Red\n'),
    "a kind nobody knows": ("CS201", 'gem "Rock"\n    price 2\n'),
    "a quote missing": ("CS201", 'stone "Rock\n    price 2\n'),
    "the same card twice": ("CS202", 'stone "Rock"\nstone "Rock"\n'),
    "a word nobody knows": ("CS101", 'stone "Rock"\n    Frobnicate a card.\n'),
    "a sign": ("CS101", 'stone "Rock"\n    Toss a } card.\n'),
    "an icon nobody knows": ("CS101", 'stone "Rock"\n    [Green]: You get +1 Coin.\n'),
    "a bracket missing": ("CS102", 'stone "Rock"\n    Toss a card (in your hand.\n'),
    "a sentence that stops": ("CS102", 'stone "Rock"\n    Toss a card from.\n'),
    "a pronoun of nothing": ("CS301", 'stone "Rock"\n    Toss them.\n'),
    "200 times and": ("CS102", 'stone "Rock"\n    Toss a card' + " and toss a card" * 120 + ".\n"),
    "5,000 characters": ("CS902", 'stone "Rock"\n    ' + "Toss a card. " * 400 + "\n"),
    "150 brackets": ("CS102", 'stone "Rock"\n    Toss a card ' + "(" * 70 + "it" + ")" * 70 + ".\n"),
    "a relative in a relative": (
        "CS301", 'stone "Rock"\n    Toss a card that has' + " a card that has" * 28 + " a card.\n",
    ),
    "the same again": ("CS301", 'stone "Rock"\n    Same effect.\n    Same effect.\n'),
    "NUL": ("CS003", 'stone "Rock"\n    Toss a \0 card.\n'),
    "an escape": ("CS003", 'stone "Rock"\n    Toss \x1b[31m a card.\n'),
}  # fmt: skip


@pytest.mark.parametrize("name", CARD_LINES)
def test_a_broken_card_has_its_finding(name: str, tmp_path: Path) -> None:
    code, text = CARD_LINES[name]
    findings = found(tmp_path, RULES, text)
    assert code in {d.code for d in findings}, findings
    assert len(findings) <= 2, findings


@pytest.mark.parametrize(
    "part",
    ["a card (toss it) ", "a card in your hand ", "a card that has a card ", "the card's owner's ", "red and ", "a "],
)
def test_a_line_full_of_one_thing_takes_no_time(part: str, tmp_path: Path) -> None:
    started = time.process_time()
    found(
        tmp_path,
        RULES,
        f'stone "Rock"\n    Toss {part * (1900 // len(part))}.\n    If {part * 20}, toss {part * 20}.\n',
    )
    assert time.process_time() - started < 3


def test_missing_parts(tmp_path: Path) -> None:
    lines = RULES.split("\n")
    without = {word: "\n".join(_without(lines, word)) for word in ("phase", "setup", "ending")}
    for text in without.values():
        assert "CS226" in {d.code for d in found(tmp_path, text)}
    assert {d.code for d in found(tmp_path, "")} >= {"CS226"}
    assert {d.code for d in found(tmp_path, "", "")} == {"CS226"}


def _without(lines: list[str], word: str) -> list[str]:
    kept: list[str] = []
    skipping = False
    for line in lines:
        if not line.startswith(" "):
            skipping = line.startswith(word)
        if not skipping:
            kept.append(line)
    return kept


def test_ten_mistakes_are_ten_findings(tmp_path: Path) -> None:
    cards = """\
stone "One" (0 copies)
stone "Two"
    price cheap
stone "Three"
    hue Purple
stone "Four"
    Frobnicate a card.
stone "Five"
    Toss a card from.
stone "Six"
    Toss them.
stone "Seven"
    Toss a the card.
stone "Eight"
    [Green]: You get +1 Coin.
gem "Nine"
stone "Ten"
    Toss four card.
"""
    findings = found(tmp_path, RULES, cards)
    assert len(findings) == 10, findings
    lines = {findings_line(tmp_path, d) for d in findings}
    assert len(lines) == 10


def findings_line(folder: Path, d: Diagnostic) -> int:
    return (folder / "base" / "cards.card").read_text().count("\n", 0, d.span.start)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind Stone: a Token", "kind Stnoe: a Token"),
        ("resource Coin", "resource Cion"),
        ("zone Table: pile", "zone Tabel: pile"),
        ("verb toss {card}", "verb tossq {card}"),
        ("attribute Price", "attribut Price"),
        ("trait hue: Red, Blue", "trait hue: Rde, Blue"),
        ("belongings: hand", "belongings: hnad"),
    ],
)
def test_one_typo_in_a_declaration_does_not_cascade(old: str, new: str, tmp_path: Path) -> None:
    """Fifty cards use the word; the findings stay few enough to read."""
    assert old in RULES
    cards = "".join(
        f'stone "Rock {i}"\n    price {i}, hue Red\n    You get +{i + 1} Coin.\n'
        "    Toss a card. Put it into the Table.\n"
        for i in range(50)
    )
    assert 1 <= len(found(tmp_path, RULES.replace(old, new), cards)) <= 9


def test_ten_thousand_cards_take_seconds(tmp_path: Path) -> None:
    cards = "".join(f'stone "Rock {i}"\n    price {i % 9}\n    You get +{i % 7} Coin.\n' for i in range(10_000))
    started = time.process_time()
    assert found(tmp_path, RULES, cards) == []
    assert time.process_time() - started < 30


# --- random changes to the shipped files ---------------------------------------------------------------------------

JUNK = (
    "",
    "{",
    "}",
    '"',
    "'s",
    "(",
    ")",
    "999999999999999999999",
    "-1",
    "+",
    "0",
    "and",
    "or",
    "it",
    "[X]",
    "{x: number}",
    ":",
    "each",
    "if",
)
SIGNS = "{}[]()\":,.;#\t\x00\x1b\u202e-+*'\u00e90\u00b2"


def mutated(text: str, chance: random.Random) -> bytes:
    """The text with one to five words, lines or signs dropped, doubled, swapped, replaced."""
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        places = [i for i, word in enumerate(words) if word] or [0]
        one, other = chance.choice(places), chance.choice(places)
        what = chance.randrange(12)
        if what == 0:
            del words[one]
        elif what == 1:
            words.insert(one, words[one])
        elif what == 2:
            words[one], words[other] = words[other], words[one]
        elif what == 3:
            words[one] = chance.choice(text.split() or [""])
        elif what == 4:
            words[one] = chance.choice(JUNK)
        lines[at] = " ".join(words)
        if what == 5:
            to = chance.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        elif what == 6:
            del lines[at]
        elif what == 7:
            lines.insert(at, chance.choice(lines))
        elif what == 8:
            lines[at] = "    " + lines[at]
        elif what == 9:
            lines[at] = lines[at].strip()
        elif what in (10, 11):
            cut = chance.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + (chance.choice(SIGNS) + lines[at][cut:] if what == 10 else "")
        text = "\n".join(lines)
    data = bytearray(text.encode())
    if chance.random() < 0.1:
        at = chance.randrange(len(data) + 1)
        data[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice([1, 3, 40])))
    return bytes(data)


@pytest.mark.parametrize("game", ["duel", "legendary"])
def test_mutants_of_the_shipped_games(game: str, tmp_path: Path) -> None:
    """Findings or a game, each with its place, quickly. (Thousands were run by hand with other seeds.)"""
    folder = tmp_path / game
    shutil.copytree(data_dir("cardsets") / game, folder)
    files = sorted(folder.rglob("*.card"))
    chance = random.Random(7)
    for _ in range(60 if game == "duel" else 20):
        file = chance.choice(files)
        whole = file.read_bytes()
        file.write_bytes(mutated(whole.decode(), chance))
        started = time.process_time()
        findings = Findings()
        loaded = load_manifests(folder, findings)
        assert loaded is not None
        made = compile_game(loaded, findings)
        well_formed(findings)
        assert made is not None or findings.failed
        assert len(findings) < 60, file.read_text(errors="replace")
        assert time.process_time() - started < 5
        file.write_bytes(whole)
