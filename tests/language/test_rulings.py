"""Rulings in a game's files: what hangs on them, and the game that is left when they are settled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardscript.language import ast
from cardscript.language.compiler import compile_game
from cardscript.language.diagnostics import Findings
from cardscript.language.inside import inside
from cardscript.language.manifest import load_manifests
from cardscript.language.program import Game
from cardscript.language.rulings import under
from tests.language.small_game import CARDS, GAME, RULES, SET, write_game

SWITCH = """\
rulings:
  toss-price:
    default: freely
    values: [freely, never-red, dearly]
    cite: page 3
    question: What may be tossed?
"""
SET_SWITCH = SWITCH.replace("toss-price", "wake-time").replace("freely", "late").replace("never-red, dearly", "early")

Compile = Callable[..., tuple[Game | None, list[str]]]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    def compile(
        rules: str = "", cards: str = "", game: str = SWITCH, of_set: str = "", in_rules: str = RULES
    ) -> tuple[Game | None, list[str]]:
        folder = write_game(tmp_path, in_rules + rules, CARDS + cards)
        (folder / "game.yaml").write_text(GAME + game, encoding="utf-8")
        (folder / "base" / "set.yaml").write_text(SET + of_set, encoding="utf-8")
        findings = Findings()
        loaded = load_manifests(folder, findings)
        made = compile_game(loaded, findings) if loaded is not None and not findings.failed else None
        return made, [d.code for d in findings]

    return compile


def made(found: tuple[Game | None, list[str]]) -> Game:
    game, codes = found
    assert codes == []
    assert game is not None
    return game


def nodes(game: Game) -> list[ast.Node]:
    roots = [*(v.unit for v in game.verbs), *(c.unit for card in game.cards for c in card.abilities), *game.standing]
    return [node for root in roots if root is not None for node in inside(root)]


def test_a_condition_on_a_ruling_is_gone_when_it_is_settled(compiled: Compile) -> None:
    do = "If toss-price is dearly, put the card into the Table. Otherwise, shuffle the Table."
    game = made(compiled("verb wink {card}\n    do: " + do + "\n"))
    assert any(isinstance(n, ast.Ruling) for n in nodes(game))
    body = {v.name: v.unit for v in under(game, {}).verbs}["wink"]
    assert body is not None
    assert [type(n) for n in inside(body.body) if isinstance(n, ast.If | ast.Ruling | ast.Move | ast.Shuffle)] == [
        ast.Shuffle
    ]
    other = {v.name: v.unit for v in under(game, {"toss-price": "dearly"}).verbs}["wink"]
    assert other is not None
    assert not any(isinstance(n, ast.Shuffle | ast.Ruling | ast.If) for n in inside(other.body))


def test_the_same_readings_give_the_same_game_and_nothing_else_is_made_anew(compiled: Compile) -> None:
    game = made(compiled("rule: You can't toss a [Red] Stone.\n    only if: toss-price is never-red\n"))
    settled = under(game, {})
    assert settled is under(game, {"toss-price": "freely"})
    assert settled is under(settled, {})
    assert under(under(game, {"toss-price": "dearly"}), {}) is settled
    assert all(a is b for a, b in zip(game.verbs, settled.verbs, strict=True))
    assert settled.readings == {"toss-price": "freely"}
    assert settled.digest == game.digest


def test_a_game_without_rulings_stays_as_it_is(compiled: Compile) -> None:
    game = made(compiled(game=""))
    assert under(game, {}) is game


def test_a_rule_that_is_there_under_one_reading_only(compiled: Compile) -> None:
    ban = "rule: You can't toss a [Red] Stone.\n    only if: toss-price is never-red\n"
    gain = "rule: When you toss a Stone, you get 1 Coin.\n    only if: toss-price is dearly\n"
    games = [under(made(compiled(ban + gain)), {"toss-price": value}) for value in ("freely", "never-red", "dearly")]
    assert [(len(game.standing), len(game.triggers)) for game in games] == [(0, 0), (1, 0), (0, 1)]


def test_a_label_that_works_under_one_reading_only(compiled: Compile) -> None:
    game = made(compiled("label Thud: trigger\n    when: you toss this\n    only if: toss-price is freely\n"))

    def where(reading: str) -> ast.Cond:
        label = next(label for label in under(game, {"toss-price": reading}).labels if label.name == "Thud")
        assert label.pattern is not None
        return label.pattern.where

    assert not isinstance(where("freely"), ast.Always | ast.And)
    assert where("dearly") == ast.Always(False)


def test_when_a_game_ends_can_hang_on_a_ruling(compiled: Compile) -> None:
    timing, ranked = "timing: after the turn if toss-price is dearly", "ranked: no if toss-price is freely"
    game = made(compiled(f"ending Late: late\n    {timing}\n    {ranked}\n    when: any player has 9 or more Coin\n"))
    found = [next(e for e in under(game, {"toss-price": v}).endings if e.name == "Late") for v in ("freely", "dearly")]
    assert [(e.timing, e.ranked) for e in found] == [("now", False), ("turn", True)]


CARD = """\
stone "Slate"
    price 1, hue Blue
    You get +1 Coin.
    if toss-price is freely:
        You get +2 Coin.
    if toss-price is dearly:
        copies: 4
        Wake: You get +3 Coin.
        (But not much.)
    You get +4 Coin.
"""


def test_lines_and_copies_of_a_card_can_hang_on_a_ruling(compiled: Compile) -> None:
    game = made(compiled(cards=CARD.replace("        (But not much.)\n", "")))

    def card(reading: str) -> tuple[int, tuple[str, ...], int]:
        found = next(c for c in under(game, {"toss-price": reading}).cards if c.name == "Slate")
        assert len(found.lines) == len(found.spans) == len(found.heads)
        return found.count, found.lines, len(found.abilities)

    first, last = "You get +1 Coin.", "You get +4 Coin."
    assert card("freely") == (1, (first, "You get +2 Coin.", last), 3)
    assert card("dearly") == (4, (first, "Wake: You get +3 Coin.", last), 3)
    assert card("never-red") == (1, (first, last), 2)


def test_a_line_that_hangs_on_a_ruling_can_be_a_stand_in(compiled: Compile) -> None:
    text = CARD.replace("        (But not much.)\n", "").replace("+2 Coin.", "+2 Coin. (stand-in)")
    game = made(compiled(cards=text))
    assert [(one.card, one.text) for one in game.stand_ins] == [("Slate", "You get +2 Coin.")]
    assert "You get +2 Coin." in next(c for c in under(game, {}).cards if c.name == "Slate").lines


def test_how_many_counters_a_card_takes_can_hang_on_a_ruling(compiled: Compile) -> None:
    game = made(compiled("counter Scratch\n    limit: Price if toss-price is freely\n"))
    limits = [under(game, {"toss-price": value}).counters[-1].limit for value in ("freely", "dearly")]
    assert limits == [next(n for n, a in enumerate(game.attributes) if a.name.lower() == "price"), -1]


def test_a_set_has_rulings_of_its_own(compiled: Compile) -> None:
    game = made(compiled("rule: You can't toss a [Red] Stone.\n    only if: wake-time is early\n", of_set=SET_SWITCH))
    assert [(r.name, r.set, r.default) for r in game.rulings] == [
        ("toss-price", "", "freely"),
        ("wake-time", "base", "late"),
    ]


@pytest.mark.parametrize(
    ("rules", "cards", "codes"),
    [
        ("rule: You can't toss a Stone.\n    only if: tos-price is dearly\n", "", {"CS101"}),
        ("rule: You can't toss a Stone.\n    only if: toss-price is dear\n", "", {"CS101"}),
        ("rule: You can't toss a Stone.\n    only if: wake-time is early\n", "", {"CS101"}),
        ("rule: You can't toss a Stone.\n    only if: there are no Stones on the Table\n", "", {"CS229"}),
        ("", CARD.replace("toss-price is freely", "you have 3 Coin"), {"CS229"}),
        ("", CARD.replace("toss-price is freely", "toss-price is gladly"), {"CS101"}),
        ("", CARD.replace("copies: 4", "copies: 0"), {"CS225"}),
        ("", CARD.replace("        You get +2 Coin.\n", ""), {"CS219"}),
        ("counter Scratch\n    limit: Prise if toss-price is dearly\n", "", {"CS205"}),
        ("ending Late: late\n    timing: soon if toss-price is dearly\n", "", {"CS224"}),
        ("ending Late: late\n    timing: after the turn if toss-price is dear\n", "", {"CS101"}),
    ],
)
def test_what_cannot_hang_on_a_ruling(compiled: Compile, rules: str, cards: str, codes: set[str]) -> None:
    assert set(compiled(rules, cards.replace("        (But not much.)\n", ""))[1]) == codes


def test_two_rulings_of_one_name(compiled: Compile) -> None:
    assert compiled(of_set=SWITCH)[1] == ["CS021"]


MORE = """\
adjective dear (Token): its Price is 2 or more
    if toss-price is dearly: its printed Price is 3 or more
adjective anything (Token): toss-price is freely or its Price is 2 or more
verb wink {card}
    fills after: yes if toss-price is dearly
    do: Put the card into the Table.
    do if toss-price is never-red: Shuffle the Table.
label Dusk: gate
    if: there are no Stones on the Table
    once a turn: yes if toss-price is dearly
zone Bag: pile of each player
    replenish: hand
    replenish for: wink if toss-price is dearly
ending First: first
ending Second: second
    counts after: Third if toss-price is dearly
ending Third: third
verb sort {card}
    do: If there is an anything Token on the Table, put the card into the Table.
"""


def test_what_else_can_hang_on_a_ruling(compiled: Compile) -> None:
    game = made(compiled(MORE))
    freely, dearly = under(game, {}), under(game, {"toss-price": "dearly"})

    def told(settled: Game) -> tuple[object, ...]:
        verb = next(v for v in settled.verbs if v.name == "wink")
        dusk = next(p for p in settled.predicates if p.name == "Dusk")
        bag = next(z for z in settled.zones if z.name == "Bag")
        ranks = {e.name: e.rank for e in settled.endings}
        return verb.fills_after, dusk.fixed, bag.only_for >= 0, ranks["Second"] > ranks["Third"]

    assert told(freely) == (False, False, False, True)
    assert told(dearly) == (True, True, True, False)


def test_another_meaning_of_an_adjective_and_another_body_of_a_verb(compiled: Compile) -> None:
    game = made(compiled(MORE))

    def printed(reading: str) -> list[bool]:
        dear = next(p for p in under(game, {"toss-price": reading}).predicates if p.name == "dear")
        return [node.printed for node in inside(dear.cond) if isinstance(node, ast.AttributeOf)]

    def shuffles(reading: str) -> bool:
        wink = next(v for v in under(game, {"toss-price": reading}).verbs if v.name == "wink")
        assert wink.unit is not None
        return any(isinstance(node, ast.Shuffle) for node in inside(wink.unit.body))

    assert (printed("freely"), printed("dearly")) == ([False], [True])
    assert (shuffles("freely"), shuffles("never-red"), shuffles("dearly")) == (False, True, False)


def test_an_adjective_that_always_fits_under_a_ruling_is_not_asked(compiled: Compile) -> None:
    game = made(compiled(MORE))

    def asks(reading: str) -> bool:
        sort = next(v for v in under(game, {"toss-price": reading}).verbs if v.name == "sort")
        assert sort.unit is not None
        return any(isinstance(node, ast.Holds) for node in inside(sort.unit.body))

    assert (asks("freely"), asks("dearly")) == (False, True)


def test_and_with_or_is_refused(compiled: Compile) -> None:
    rule = "verb wink {card}\n    do: If you have 1 Coin and you have 2 Coin or you have 3 Coin, shuffle the Table.\n"
    assert compiled(rule)[1] == ["CS301"]
