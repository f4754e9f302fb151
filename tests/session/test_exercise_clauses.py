"""Clauses of printed lines: which parts a line has, by its words, and that nothing of a line is left out."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cardscript.language import ast
from cardscript.language.inside import inside
from cardscript.language.source import NOWHERE
from cardscript.session.exercise_clauses import Clauses, Line, clauses_of
from cardscript.session.game import load
from tests.games.table import game
from tests.language.small_game import CARDS, RULES, write_game


@cache
def clauses(name: str = "legendary", stubs: str = "") -> Clauses:
    return clauses_of(game(name, stubs))


def line(card: str, index: int = 0, **of: str) -> Line:
    return next(x for x in clauses(**of).lines if (x.section, x.name, x.index) == ("card", card, index))


def parts(card: str, index: int = 0, **of: str) -> list[tuple[str, str]]:
    return [(clause.kind, clause.words) for clause in line(card, index, **of).clauses]


# Each is read off the printed line: what does or asks something by itself.
PRINTED = {
    ("Dangerous Rescue", 0): [
        ("gate", "[Covert]"),
        ("may", "You may KO a card from your hand or discard pile"),
        ("condition", "If you do"),
        ("deed", "rescue a Bystander"),
    ],
    ("Diving Block", 0): [
        ("replacement", "If you would gain a Wound, you may"),
        ("deed", "reveal this card"),
        ("deed", "and draw a card instead"),
    ],
    ("Card Shark", 0): [
        ("deed", "Reveal the top card of your deck"),
        ("condition", "If it's an [X-Men] Hero"),
        ("deed", "draw it"),
    ],
    ("Covering Fire", 0): [
        ("gate", "[Tech]"),
        ("deed", "Choose one: each other player draws a card"),
        ("deed", "or each other player discards a card"),
    ],
    ("Impossible Trick Shot", 0): [
        ("trigger", "Whenever you defeat a Villain or Mastermind this turn"),
        ("deed", "rescue three Bystanders"),
    ],
    ("Unending Energy", 0): [
        ("trigger", "If a card effect makes you discard this card, you may"),
        ("may", "return this card to your hand"),
    ],
    ("Viper", 0): [
        ("label", "Fight"),
        ("condition", "Each player without another HYDRA Villain in their Victory Pile"),
        ("deed", "gains a Wound"),
    ],
    ("Sabretooth", 0): [
        ("label", "Fight"),
        ("deed", "Each player reveals an [X-Men] Hero"),
        ("deed", "or gains a Wound"),
    ],
    ("Sabretooth", 1): [("label", "Escape"), ("deed", "Same effect")],
    ("Maestro", 0): [
        ("label", "Fight"),
        ("loop", "For each of your [Strength] Heroes"),
        ("deed", "KO one of your Heroes"),
    ],
    ("Venom", 0): [("ban", "You can't defeat Venom unless you have a [Covert] Hero")],
    ("Spinning Cyclone", 0): [
        ("may", "You may move a Villain to a new city space"),
        ("deed", "Rescue any Bystanders captured by that Villain"),
    ],
    ("Spinning Cyclone", 1): [
        ("condition", "If you move a Villain to a city space that already has a Villain"),
        ("deed", "swap them"),
    ],
    ("Supreme HYDRA", 0): [
        ("effect", "Supreme HYDRA is worth +3 VP for each other HYDRA Villain in your Victory Pile")
    ],
    ("Determination", 0): [("ban", "To play this card, you must"), ("deed", "discard a card from your hand")],
    ("Ruthless Dictator", 0): [
        ("label", "Fight"),
        ("deed", "Look at the top three cards of your deck"),
        ("deed", "KO one"),
        ("deed", "discard one"),
        ("deed", "and put one back on top of your deck"),
    ],
    ("Dr. Doom", 0): [("label", "Always Leads"), ("data", "Doombot Legion")],
    ("Wound", 0): [
        ("label", "Healing"),
        ("condition", "If you don't recruit any Heroes or defeat any Villains on your turn, you may"),
        ("deed", "KO all the Wounds from your hand"),
    ],
    ("Midtown Bank Robbery", 1): [
        ("label", "Special Rules"),
        ("effect", "Each Villain gets +1 Attack for each Bystander it has"),
    ],
    ("Super Hero Civil War", 0): [
        ("label", "Setup"),
        ("set-up", "For 2-3 players, use 8 Twists"),
        ("set-up", "For 4-5 players, use 5 Twists"),
        ("set-up", "If only 2 players, use only 4 Heroes in the Hero Deck"),
    ],
    ("Super Hero Civil War", 2): [("label", "Evil Wins"), ("ending", "If the Hero Deck runs out")],
    ("Unleash the Power of the Cosmic Cube", 4): [("label", "Twist 8"), ("deed", "Evil Wins")],
}  # fmt: skip


@pytest.mark.parametrize(("card", "index"), PRINTED, ids=[f"{card} {index}" for card, index in PRINTED])
def test_the_clauses_of_a_printed_line(card: str, index: int) -> None:
    assert parts(card, index) == PRINTED[card, index]


def test_the_clauses_of_a_line_that_ends_in_otherwise() -> None:
    stubs = """
hero "Example" of Elsa Example
    You may KO a card from your hand. If you do, you get +1 Attack. Otherwise, you get +2 Attack.
"""
    assert parts("Example", name="legendary", stubs=stubs) == [
        ("may", "You may KO a card from your hand"),
        ("condition", "If you do"),
        ("deed", "you get +1 Attack"),
        ("deed", "Otherwise, you get +2 Attack"),
    ]


def test_a_line_in_brackets_that_makes_others_wait_is_a_clause_beside_those_it_is_about() -> None:
    stubs = """
tactic "Example" of Loki
    Fight: Play the top card of the Villain Deck.
    Draw a card.
    (Don't do any Escape or Ambush effects until after you've done all the other effects on this card.)
"""
    assert [parts("Example", n, stubs=stubs) for n in range(3)] == [
        [("label", "Fight"), ("deed", "Play the top card of the Villain Deck")],
        [("deed", "Draw a card")],
        [("deed", "Don't do any Escape or Ambush effects until after you've done all the other effects on this card")],
    ]


def test_an_ability_in_quotes_has_clauses_inside_the_line_that_quotes_it() -> None:
    stubs = """
villain "Example" of Plain
    attack 3, vp 1
    Escape: She gains the ability "Fight: Draw a card. Each other player gains a Wound."
"""
    assert parts("Example", stubs=stubs) == [
        ("label", "Escape"),
        ("deed", 'She gains the ability "Fight'),
        ("deed", "Draw a card"),
        ("deed", "Each other player gains a Wound"),
    ]


def test_cards_described_in_a_line_have_its_quoted_lines_as_their_own() -> None:
    lines = "[Tech]: You get +1 Attack. Fight: Draw a card. Rescue this card as a Bystander."
    offered = "Once this turn, you may fight the top card of the Bystander Supply as if it were"
    stubs = f"""
hero "Example" of Elsa Example
    {offered} a 4 Attack "Bad Dream" Villain with "{lines}"
"""
    assert [parts("Bad Dream", n, stubs=stubs) for n in range(2)] == [
        [("gate", "[Tech]"), ("deed", "You get +1 Attack")],
        [("label", "Fight"), ("deed", "Draw a card"), ("deed", "Rescue this card"), ("condition", "as a Bystander")],
    ]
    assert {line("Bad Dream", n, stubs=stubs).file for n in range(2)} == {"stubs.card"}


def test_rules_and_keywords_have_lines_of_their_own() -> None:
    stubs = """
keyword {place: City space} Watch {n: number}
    on an Enemy: This gets +Attack equal to n while any Villain is in the place.
    on a Hero: You get +Attack equal to n if any Villain is in the place.

adjective mighty (Hero): its Cost is 6 or more

rule: You can't KO a mighty Hero.

hero "Watcher" of Elsa Example
    Bank Watch 2
"""
    rules = [x for x in clauses(stubs=stubs).lines if x.section == "rule"]
    assert parts("Watcher", stubs=stubs) == [("condition", "Bank Watch 2")]
    by_line = {x.text: [(c.kind, c.words) for c in x.clauses] for x in rules}
    assert by_line["on a Hero: You get +Attack equal to n if any Villain is in the place."] == [
        ("keyword", "You get +Attack equal to n if any Villain is in the place")
    ]
    assert by_line["rule: You can't KO a mighty Hero."] == [("ban", "You can't KO a mighty Hero")]
    assert [kind for kind, _ in by_line["adjective mighty (Hero): its Cost is 6 or more"]] == ["adjective"]
    assert by_line["If the enemy is a Mastermind and the enemy isn't a Newcomer, you beat it."] == [
        ("condition", "If the enemy is a Mastermind and the enemy isn't a Newcomer"),
        ("deed", "you beat it"),
    ]
    played = [x.name for x in rules if x.name.startswith("verb play {card}")]
    assert set(played) == {"verb play {card}", "verb play {card} (2)"}


def test_a_line_that_says_how_a_card_is_used_has_the_clauses_of_all_its_sentences() -> None:
    stubs = """
zone Workshop: pile of each player
verb toss {card}
    from: your Workshop
    do: Put the card on the bottom of your deck.
label Tossed Gadget: action
    in: Workshop
    called: toss
hero "Anvil" of Elsa Example
    Tossed Gadget - To toss this, you must discard a card from your hand. Then you get +2 Attack.
hero "Boomerang" of Elsa Example
    Tossed Gadget - When you toss this, draw a card.
"""
    assert parts("Anvil", stubs=stubs) == [
        ("label", "Tossed Gadget -"),
        ("ban", "To toss this, you must"),
        ("deed", "discard a card from your hand"),
        ("deed", "Then you get +2 Attack"),
    ]
    assert parts("Boomerang", stubs=stubs) == [
        ("label", "Tossed Gadget -"),
        ("deed", "When you toss this"),
        ("deed", "draw a card"),
    ]


def test_a_trigger_comes_out_two_ways_only_if_it_asks_something_of_the_event() -> None:
    stubs = """
hero "Waiting" of Elsa Example
    When you draw a new hand of cards at the end of this turn, draw an extra card.
    Whenever you defeat a Villain this turn, draw a card.
"""
    two_way = [clause.two_way for index in (0, 1) for clause in line("Waiting", index, stubs=stubs).clauses]
    assert two_way == [False, True, False]


def test_a_sentence_that_begins_with_otherwise_may_stand_on_a_line_of_its_own() -> None:
    suffer = [x for x in clauses("duel").lines if x.name.startswith("verb suffer")]
    assert [[c.words for c in x.clauses] for x in suffer] == [
        ["If you have a Shield", "you lose 1 Shield"],
        ["Otherwise, you lose 1 Life"],
    ]


@pytest.mark.parametrize("name", ["legendary", "duel"])
def test_every_word_of_a_card_belongs_to_one_clause(name: str) -> None:
    cards = [x for x in clauses(name).lines if x.section == "card"]
    assert [x.text for x in cards] == [text for card in game(name).cards for text in card.lines]
    for x in cards:
        left = list(x.text)
        for clause in x.clauses:
            assert 0 <= clause.start < clause.end <= len(x.text)
            assert "\0" not in left[clause.start : clause.end], (x.text, clause.words)
            left[clause.start : clause.end] = "\0" * (clause.end - clause.start)
        assert not re.search(r"\w", "".join(left)), x.text
        assert [c.start for c in x.clauses] == sorted(c.start for c in x.clauses)


@pytest.mark.parametrize("name", ["legendary", "duel"])
def test_a_line_stands_where_it_says(name: str) -> None:
    for x in clauses(name).lines:
        assert game(name).sources[x.file].split("\n")[x.at - 1].strip().startswith(x.text)


@pytest.mark.parametrize("name", ["legendary", "duel"])
def test_keys_are_unique_and_each_node_shows_one_clause(name: str) -> None:
    found = clauses(name)
    assert [key for key, count in Counter(c.key for c in found.clauses).items() if count > 1] == []
    assert [c.words for c in found.clauses] != []
    for table in (found.ops, found.tests):
        assert [one for one in table.values() if len(one) != 1] == []


@pytest.mark.parametrize("name", ["legendary", "duel"])
def test_every_clause_that_runs_has_something_that_shows_it(name: str) -> None:
    found = clauses(name)
    shown = {c for table in (found.ops, found.reads, found.begins) for some in table.values() for c in some}
    shown |= {c for some in found.tests.values() for c, _ in some} | set(found.moves.values())
    shown |= {one.clause for some in found.dealt.values() for one in some} | set(found.refused.values())
    assert [c.words for c in found.clauses if c.runs and c not in shown] == []


def statements(node: ast.Node) -> list[ast.Stmt]:
    return [part for part in inside(node) if isinstance(part, ast.Stmt)]


def test_every_statement_points_to_a_line_of_its_card() -> None:
    for card in game("legendary").cards:
        for ability in card.abilities:
            spans = [node.span for node in statements(ability.unit.body) if node.span != NOWHERE]
            assert all(any(p.start <= s.start < s.end <= p.end for p in card.spans) for s in spans), card.name


def test_a_keyword_points_to_its_own_line_and_same_effect_to_where_it_stands() -> None:
    stubs = """
keyword Watch {n: number}
    You get +Attack equal to n if any Villain is in the City.

villain "Watcher" of Watchers
    Fight: Draw a card.
    Escape: Same effect.
hero "Guard" of Guards
    Watch 2
"""
    made = game("legendary", stubs)
    text = made.sources["stubs.card"]

    def words(card: str) -> list[set[str]]:
        abilities = next(c for c in made.cards if c.name == card).abilities
        return [{text[n.span.start : n.span.end] for n in statements(a.unit.body)} - {""} for a in abilities]

    assert words("Watcher") == [{"Draw a card"}, {"Same effect"}]
    assert words("Guard") == [{"You get +Attack equal to n if any Villain is in the City."}]


def test_the_same_words_twice_in_a_line_are_two_clauses(tmp_path: Path) -> None:
    cards = CARDS + 'stone "Twice"\n    You get +1 Coin. You get +1 Coin.\n'
    made = clauses_of(load(write_game(tmp_path, RULES, cards)).game)
    twice = next(x for x in made.lines if x.name == "Twice")
    assert [(c.words, c.nth) for c in twice.clauses] == [("You get +1 Coin", 0), ("You get +1 Coin", 1)]
