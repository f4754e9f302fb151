"""Which printed words an expectation asserts: those of announced texts, of counters, of what keeps texts off cards."""

from __future__ import annotations

from pathlib import Path

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import cases, run
from cardscript.session.exercise import LineReport

ROUND = """\
    player 2: agree
    player 3: agree
    player 1: agree
"""
TEXT = """\
game kadmon

cards
    basic "Spark" (6 copies)
        type Undead, power 1, life 4
        Deal 1 Damage to a unit.
    basic "Wave" (6 copies)
        type Undead, power 1, life 4
        Deal 1 Damage to each Unit.
    basic "Warmth" (6 copies)
        type Undead, power 1, life 4
        Deal 1 Power to a unit.
    basic "Bond of Two" (6 copies)
        type Undead, power 1, life 4
        Choose a Vassal in your Vassal Zone. Deal 1 Shield to it.
    pretender "Wall" (2 copies)
        type Horror, bounty 5, power 3, life 4
        Legion: Spells can't affect units in the Legion.
        Deal 1 Damage to a unit.

situation table
    3 players
    it is player 1's turn 2, Action Phase
    each player's Charged Tokens: Summon Token, Cast Token
    player 1's Vassal Zone: spark#1
    player 2's Vassal Zone: spark#2
    player 3's Vassal Zone: spark#3

"""


def asserted(*lines: str) -> frozenset[tuple[str, str]]:
    """The asserted words of cards, each with its card, after one scenario on the table."""
    body = "".join(f"    {line}\n" for line in lines).replace("    everybody agrees\n", ROUND)
    findings = Findings()
    file = read_text(Source("a.scenario", f"{TEXT}scenario one\n    on table\n{body}"), findings, Path())
    assert file is not None
    loaded = load_scenarios(file, findings, Path(), True)
    assert loaded is not None and loaded.exercise is not None and not findings.failed, list(findings)
    (outcome,) = [run(case, loaded) for case in cases(file)]
    assert outcome.passed, [d.message for d in outcome.wrong]
    report: list[LineReport] = loaded.exercise.report()
    return frozenset(
        (x.name if x.section == "card" else x.kind, c.words) for x in report for c in x.clauses if c.asserted
    )


CAST_WARMTH = ("player 1's hand: Warmth", "player 1: cast Warmth", "player 1: spark#2", "everybody agrees")
POWER = ("Warmth", "Deal 1 Power to a unit")
PUT = ("rules/verbs.card", "put a Power counter on the unit")


def test_counters_on_a_card_that_is_expected_somewhere_assert_what_put_them_there() -> None:
    found = asserted(*CAST_WARMTH, "expect player 2's Vassal Zone: Spark (1 Power)")
    assert {POWER, PUT} <= found


def test_counters_of_another_card_assert_nothing() -> None:
    found = asserted(*CAST_WARMTH, "expect player 3's Vassal Zone: Spark (0 Power)")
    assert not {POWER, PUT} & found


def test_counters_of_a_card_assert_each_deed_done_to_it_that_led_to_them() -> None:
    hit = ("player 1's hand: Spark", "player 1: cast Spark", "player 1: spark#2", "everybody agrees")
    damage = ("Spark", "Deal 1 Damage to a unit")
    assert damage in asserted(*hit, "expect player 2's Vassal Zone: spark#2 (1 Damage)")
    assert damage in asserted(*hit, "expect spark#2 has 1 Damage")
    assert damage not in asserted(*hit, "expect spark#3 has no Damage")


def test_what_was_chosen_when_a_text_was_announced_is_executed_and_can_be_expected() -> None:
    cast = ("player 1's hand: Bond of Two", "player 1's Vassal Zone: spark#1, spark#4", "player 1: cast Bond of Two",
            "player 1: spark#4", "expect event: Player 1 chooses spark#4", "everybody agrees")  # fmt: skip
    found = asserted(*cast)
    assert ("rules/verbs.card", "You announce the spell") in found
    assert ("Bond of Two", "Choose a Vassal in your Vassal Zone") in found
    assert ("Bond of Two", "Deal 1 Shield to it") not in found


SHUT = ("Wall", "Spells can't affect units in the Legion")


def test_what_keeps_texts_off_cards_is_asserted_when_it_does() -> None:
    wave = ("Throne: Wall", "Chalice: 4 Ichor", "player 1's hand: Wave", "player 1: cast Wave", "everybody agrees")
    assert SHUT in asserted(*wave, "expect event: the game can't deal wall#1: ...")
    assert SHUT not in asserted(*wave, "expect spark#1 has 1 Damage")
    aim = ("Throne: Wall", "player 1's hand: Spark", "each player's Vassal Zone: empty")
    assert SHUT in asserted(*aim, 'player 1 can\'t: cast Spark, because "no legal target"')
    open_to = ("Throne: Wall", "player 1's hand: Spark")
    assert SHUT not in asserted(*open_to, "expect offered: cast Spark")


def test_of_two_sentences_that_carry_out_lines_the_one_that_found_any_is_asserted() -> None:
    words = "Carry out the Dawn lines of each card in the Tomb{} with a Guise counter"
    found = asserted("it is player 1's turn 2, Dawn", "Throne: Kadmon", "Tomb: Kilgore", "Tomb Board: Empty Tomb",
                     "expect event: kilgore-master-of-ravns#1: Dawn: ...")  # fmt: skip
    assert ("Kadmon", words.format("")) in found
    assert ("Kadmon", words.format(" Board")) not in found
