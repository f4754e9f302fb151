"""Files, layers, and what a situation can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from .texts import BOARD, file_codes, run_text, told


def test_a_later_layer_replaces_what_is_said_of_a_place() -> None:
    text = BOARD + (
        """\
scenario layers
    on board
    City[Bank]: Five
    player 1's hand: empty
    branch one
        expect City: five#1, five#2, Fives, -, -
        expect player 1's hand: empty
    branch two
        City: empty
        expect City: empty
    branch three
        City: -, -, Five, -, -
        player 1 has 1 Attack
        expect City: -, -, Five, -, -
        expect player 1 has 1 Attack, 2 Recruit
"""
    )
    assert [outcome.wrong for outcome in run_text(text)] == [[], [], []]


def test_what_a_branch_is_on_lies_beneath_what_the_scenario_says() -> None:
    text = BOARD + (
        """\
scenario both
    HQ: 5 Chooser
    branch on the board
        on board
        City[Bank]: Five
        expect HQ: 5 Chooser
        expect City: Five, Five, Fives, -, -
"""
    )
    assert [outcome.wrong for outcome in run_text(text)] == [[]]


def test_every_way_through_branches_is_a_case_from_the_beginning() -> None:
    text = BOARD + (
        """\
scenario tree
    on board
    player 1: fight Five
    branch left
        expect player 1 has 1 Attack
        branch end
            player 1: end the turn
            expect player 1 has 0 Attack
        branch stay
            expect City[Sewers]: empty
    branch right
        expect player 1's Victory Pile: Five
"""
    )
    outcomes = run_text(text)
    assert [o.case.name for o in outcomes] == ["tree > left > end", "tree > left > stay", "tree > right"]
    assert all(o.passed for o in outcomes)


def test_copies_are_numbered_as_they_are_named() -> None:
    lines = (
        "KO Pile: wound#3, wound#1", "Box: Wound, wound#4..6", "Escape Pile: wound#7",
        "expect KO Pile: wound#3, wound#1", "expect Box: wound#2, wound#4..6", "expect Escape Pile: wound#7",
    )  # fmt: skip
    assert told("City: Five, -, -, -, -", "player 1's deck: empty", *lines) == []
    assert told("City: empty", "player 1's deck: empty", "KO Pile: wound#1", "Box: wound#1", "expect no ending") == [
        "CS606 wound#1 lies in two places"
    ]
    assert told("City: empty", "player 1's deck: empty", "KO Pile: wound#2", "expect no ending") == [
        "CS606 wound#2 is here, but only 1 of them are on the table"
    ]


def test_a_long_list_goes_on_below() -> None:
    text = BOARD + (
        """\
scenario long
    on board
    KO Pile:
        2 Wound, Lamp
        Chooser
    expect KO Pile:
        Wound, Wound
        Lamp, Chooser
"""
    )
    assert [o.wrong for o in run_text(text)] == [[]]


def test_what_was_done_before_counts() -> None:
    recruit = (
        'hero "Recaller" of Lamps\n        cost 1\n        You get +1 Attack for each other Hero you played this turn.'
    )
    text = BOARD.replace("situation board", f"    {recruit}\nsituation board") + (
        """\
scenario history
    on board
    player 1's play area: 2 Lamp
    player 1's hand: Recaller
    branch played
        this turn: player 1 played lamp#1, lamp#2
        player 1: play Recaller
        expect player 1 has 8 Attack
    branch not played
        player 1: play Recaller
        expect player 1 has 6 Attack
"""
    )
    assert [o.wrong for o in run_text(text)] == [[], []]


def test_what_was_done_before_was_done_to_cards_that_came_from_somewhere() -> None:
    counted = "You get +1 Attack for each card you discarded from your hand this turn."
    hero = f'hero "Thrower" of Lamps\n        cost 1\n        {counted}'
    text = BOARD.replace("situation board", f"    {hero}\nsituation board") + (
        """\
scenario discarded
    on board
    player 1's discard pile: 2 Lamp
    player 1's hand: Thrower
    player 1 has 0 Attack
    branch from where it is done to cards, if nothing else is said
        this turn: player 1 discarded 2 Lamp
        player 1: play Thrower
        expect player 1 has 2 Attack
    branch from elsewhere
        this turn: player 1 discarded lamp#1 from player 1's deck
        this turn: player 1 discarded lamp#2 from player 1's hand
        player 1: play Thrower
        expect player 1 has 1 Attack
"""
    )
    assert [o.wrong for o in run_text(text)] == [[], []]


def test_points_got_this_turn_may_be_spent_already() -> None:
    hero = 'hero "Rich" of Lamps\n        cost 1\n        If you made 8 or more Recruit this turn, draw a card.'
    text = BOARD.replace("situation board", f"    {hero}\nsituation board") + (
        """\
scenario made
    on board
    player 1's hand: Rich
    branch enough
        this turn: player 1 got 8 Recruit
        player 1: play Rich
        expect player 1's hand has 1 card
        expect player 1 has 2 Recruit
    branch too little
        this turn: player 1 got 7 Recruit
        player 1: play Rich
        expect player 1's hand: empty
"""
    )
    assert [o.wrong for o in run_text(text)] == [[], []]


def test_lines_with_a_number_count_what_came_before() -> None:
    scheme = (
        'scheme "Slow"\n        Twists 1-2: Each player gains a Wound.\n        Twist 3: KO all Heroes from the HQ.'
    )
    text = BOARD.replace("situation board", f"    {scheme}\nsituation board") + (
        """\
scenario twists
    on board
    it is player 1's turn, Villain Step
    Scheme Space: Slow
    Villain Deck: Scheme Twist
    Wound Supply: 5 Wound
    branch first
        expect HQ has 5 cards
        expect Wound Supply has 3 cards
    branch third
        earlier: 2 Scheme Twist took effect
        expect KO Pile has 6 cards
        expect Wound Supply has 5 cards
"""
    )
    assert [o.wrong for o in run_text(text)] == [[], []]


def test_the_set_up_of_the_game_and_its_refusals() -> None:
    text = """\
game legendary
scenario set-up
    3 players
    seed 4
    set up
        mastermind: Red Skull
        villain-groups: HYDRA, {groups}
    {expected}
"""
    right = text.format(groups="Brotherhood, Skrulls", expected="expect Mastermind Space has Red Skull")
    assert [o.wrong for o in run_text(right)] == [[]]
    refused = text.format(groups="Skrulls", expected="expect set-up refused: exactly 3 Villain Groups needed")
    assert [o.wrong for o in run_text(refused)] == [[]]
    other = text.format(groups="Skrulls", expected="expect set-up refused: too many cooks")
    assert [d.code for d in run_text(other)[0].wrong] == ["CS651"]
    unexpected = text.format(groups="Skrulls", expected="expect no ending")
    assert [d.code for d in run_text(unexpected)[0].wrong] == ["CS652"]
    not_refused = text.format(groups="Brotherhood, Skrulls", expected="expect set-up refused")
    assert [d.code for d in run_text(not_refused)[0].wrong] == ["CS651"]
    laid = right.replace("    seed 4\n", "    seed 4\n    KO Pile: Wound\n")
    assert [d.code for d in run_text(laid)[0].wrong] == ["CS606"]


def test_choices_of_the_set_up_add_up_and_the_turn_begins_where_it_is_said() -> None:
    text = """\
game legendary
situation dealt
    2 players
    it is player 2's turn, Action Step
    set up
        mastermind: Red Skull
        scheme: Unleash the Power of the Cosmic Cube
scenario set-up
    on dealt
    set up
        mastermind: Loki
    expect Mastermind Space has Loki
    expect Scheme Space has Unleash the Power of the Cosmic Cube
    expect Villain Deck has 41 cards
    expect player 2 is asked "choose an action"
scenario alone
    on dealt
    1 player
    expect set-up refused: solo
scenario nowhere
    on dealt
    it is player 1's turn, Tea Time
    expect no ending
"""
    assert [[d.code for d in o.wrong] for o in run_text(text)] == [[], [], ["CS605"]]


def test_lines_that_follow_from_deeds_are_told_as_deeds() -> None:
    wrong = told("earlier: 2 Twist lines", "expect no ending")
    assert wrong == ["CS605 no count of 'Twist' lines is kept"]


def test_a_ruling_is_a_branch() -> None:
    text = BOARD + (
        """\
scenario rulings
    on board
    ruling last-tactic: end-at-once
    expect no ending
scenario unknown
    on board
    ruling last-tactic: whenever
    expect no ending
"""
    )
    assert [[d.code for d in o.wrong] for o in run_text(text)] == [[], ["CS410"]]


def test_a_file_uses_others_of_its_folder_once_each(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "board.scenario").write_text(BOARD)
    (tmp_path / "below" / "more.scenario").write_text('cards\n    hero "More" of Lamps\n        cost 1\n')
    (tmp_path / "circle.scenario").write_text("""\
use circle.scenario
use board.scenario
""")
    text = """\
use board.scenario
use circle.scenario
use below/more.scenario
scenario a
    on board
    KO Pile: More
    expect KO Pile: More
"""
    assert [o.wrong for o in run_text(text, tmp_path)] == [[]]


@pytest.mark.parametrize("name", ["../board.scenario", "/etc/passwd", "none.scenario", "board.card", "link.scenario"])
def test_no_other_file_is_used(name: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "board.scenario").write_text(BOARD)
    (inside / "link.scenario").symlink_to(tmp_path / "board.scenario")
    text = f"game duel\nuse {name}\n" + "scenario a\n    expect no ending\n"
    assert file_codes(text, inside) == ["CS608"]


def test_a_file_belongs_to_the_game_in_whose_folder_it_lies(tmp_path: Path) -> None:
    from shutil import copytree

    from cardscript.language.resources import data_dir

    game = tmp_path / "mine"
    copytree(data_dir("cardsets") / "duel", game)
    tests = game / "tests"
    tests.mkdir()
    text = """\
scenario a
    player 1's hand: Spark
    it is player 1's turn, Spells
    expect offered: cast Spark
"""
    assert [o.wrong for o in run_text(text, tests)] == [[]]
    assert [o.wrong for o in run_text(f"game ../../mine\n{text}", tests)] == [[]]


def test_mistakes_in_one_file_are_all_told() -> None:
    text = """\
game legendary
foo bar
scenario a
    City Bank: x:
    expect
    expect KO Pile: empty
    player x: y
"""
    assert file_codes(text) == ["CS601", "CS601", "CS601", "CS601"]
    assert file_codes("""\
scenario a
    expect no ending
""") == ["CS610"]
    assert file_codes("""\
game nowhere
scenario a
    expect no ending
""") == ["CS420"]
    cards = """\
game duel
cards
    slow spell X
    slow spell "Y"
        Draww a card.
scenario a
    expect no ending
"""
    assert file_codes(cards) == ["CS201", "CS101"]
