"""Each kind of expectation: what it takes for so, and what it says where it is not so."""

from __future__ import annotations

import pytest

from .texts import BOARD, file_codes, told

SO = [
    "expect City: Five, -, Fives, -, -",
    "expect City: five#1, -, fives#1 (under it: Wound, Bystander), -, -",
    "expect City[Bank]: empty",
    "expect City[Rooftops]: Fives (under it: Bystander, Wound)",
    "expect under Fives: Bystander, Wound",
    "expect under City[Bank]: empty",
    "expect player 1's deck: 3 S.H.I.E.L.D. Agent, Wound",
    "expect player 1's deck: S.H.I.E.L.D. Agent, ...",
    "expect player 1's hand in any order: Chooser, S.H.I.E.L.D. Trooper, S.H.I.E.L.D. Agent",
    "expect player 1's hand in any order: Chooser, ...",
    "expect KO Pile: empty",
    "expect HQ has 3 Lamp and 2 Chooser",
    "expect HQ has lamp#3 and no Wound",
    "expect player 1's hand has 3 cards",
    "expect player 1 has 6 Attack, 2 Recruit Points",
    "expect player 2 has no Attack",
    "expect Five has 5 Attack and 2 VP",
    "expect player 1 is asked",
    'expect player 1 is asked "choose an action" for 1',
    'expect player 1 is asked "choose ..."',
    "expect player 1 is asked for 1: play Chooser | play S.H.I.E.L.D. Agent | play S.H.I.E.L.D. Trooper | recruit HQ[1] Lamp | recruit HQ[3] Lamp | recruit HQ[4] Lamp | fight Five | fight Fives | end the turn",  # noqa: E501
    "expect offered: fight Five | end the turn | pass",
    'expect offered: fight "Five" | fight City[Sewers] "Five"',
    "expect not offered: recruit Chooser | recruit HQ[2] Chooser | fight City[Bank] Five",
    "expect no ending",
    "expect that there are two Villains in the City",
    "expect that Five isn't a Hero",
    "expect that there is no Sentinel in the City",
    "expect for player 2: you have no cards in your hand",
    "expect player 1's hand has 3 Heroes, 1 Trooper and 1 Lamps",
    "expect City has 2 Villains and 2 Plain",
    "expect each player's discard pile: empty",
    "expect each player's hand has no Wound",
    "expect player 1 sees player 1's hand",
    "expect player 2 can't see player 1's hand",
    "expect each player sees City",
    "expect each player sees under Fives",
    "expect nobody sees player 1's deck",
    "expect event: turn 1: Player 1",
    "expect event: ... 1: Player ...",
    "expect no event: ... fights ...",
    'player 1 can\'t: recruit HQ[2] Chooser, because "needs 3 Recruit Points, has 2"',
    "player 1 can't: recruit HQ[2] Chooser",
    'player 1 can\'t: recruit HQ[2] "Chooser", because "needs 3 Recruit Points, has 2"',
]


@pytest.mark.parametrize("line", SO)
def test_it_is_so(line: str) -> None:
    assert told(line) == []


NOT_SO = [
    ("expect City: Five, -, -, Fives, -", "CS651 not so: it holds: five#1, -, fives#1 (under it: "),
    ("expect City: Five, -, Fives", "CS651 not so: it holds: five#1, -, fives#1"),
    ("expect City: five#1, -, fives#1 (under it: Bystander), -, -", "CS651 not so: it holds"),
    ("expect City: five#1, -, fives#1 (under it: empty), -, -", "CS651 not so: it holds"),
    ("expect City: empty", "CS651 not so: it holds"),
    ("expect City[Bank]: Five", "CS651 not so: it holds: empty"),
    ("expect City[Sewers]: Fives", "CS651 not so: it holds: five#1"),
    ("expect under Fives: Bystander", "CS651 not so: it holds: bystander#1, wound#1"),
    ("expect player 1's deck: 2 S.H.I.E.L.D. Agent, Wound", "CS651 not so: it holds"),
    ("expect player 1's deck: Wound, 3 S.H.I.E.L.D. Agent", "CS651 not so: it holds"),
    ("expect player 1's deck: Wound, ...", "CS651 not so: it holds"),
    ("expect player 1's hand in any order: Chooser, S.H.I.E.L.D. Trooper", "CS651 not so: it holds"),
    ("expect player 1's hand in any order: 2 Chooser, S.H.I.E.L.D. Trooper", "CS651 not so: it holds"),
    ("expect player 1's hand in any order: Wound, ...", "CS651 not so: it holds"),
    ("expect HQ has 2 Lamp", "CS651 not so: there are 3 Lamp"),
    ("expect HQ has no Lamp", "CS651 not so: there are 3 Lamp"),
    ("expect HQ has Wound", "CS651 not so: Wound is not there"),
    ("expect player 1's hand has 4 cards", "CS651 not so: there are 3 cards"),
    ("expect player 1 has 5 Attack", "CS651 not so: it is 6 Attack"),
    ("expect player 1 has no Attack", "CS651 not so: it is 6 Attack"),
    ("expect Five has 6 Attack", "CS651 not so: five#1 has 5 Attack"),
    ("expect player 2 is asked", "CS651 not so: player 1 is asked 'choose an action'"),
    ('expect player 1 is asked "choose a card"', "CS651 not so: player 1 is asked 'choose an action'"),
    ("expect player 1 is asked for 2", "CS651 not so: player 1 is asked 'choose an action' for 1"),
    ("expect player 1 is asked: fight Five", "CS651 not so: there are more answers: "),
    ("expect player 1 is asked: fight Five | fight Five", "CS651 not so: 'fight Five' is not among the answers"),
    ("expect offered: recruit Chooser", "CS651 not so: 'recruit Chooser' is not legal now"),
    ("expect not offered: fight Five", "CS651 not so: 'fight City[Sewers] five#1' is offered"),
    ("expect ending: Good Wins", "CS651 not so: the game goes on"),
    ("expect result: win", "CS651 not so: it is: the game goes on"),
    ("expect scores: 1, 2", "CS651 not so: the game goes on"),
    ("expect winners: player 1", "CS651 not so: the game goes on"),
    ("expect no winners", "CS651 not so: the game goes on"),
    ("expect ranking: player 2, player 1", "CS651 not so: the game goes on"),
    ("expect winners: player 7", "CS606 there is no player 7"),
    ("expect player 1's hand has 2 Heroes", "CS651 not so: there are 3 Heroes"),
    ("expect City has 3 Plain", "CS651 not so: there are 2 Plain"),
    ("expect City has 3 Plane", "CS604 there is no card 'Plane'"),
    ("expect each player's hand has 3 cards", "CS651 not so: player 2: there are 0 cards"),
    ("expect each player's hand: empty", "CS651 not so: player 1: it holds: "),
    ("expect player 2 sees player 1's hand", "CS651 not so: player 2 cannot see chooser"),
    ("expect nobody sees player 1's hand", "CS651 not so: player 1 sees chooser"),
    ("expect player 1 can't see City", "CS651 not so: player 1 sees five#1, fives#1"),
    ("expect nobody sees KO Pile", "CS651 not so: no card lies there"),
    ("expect player 3 sees City", "CS606 there is no player 3"),
    ("expect that there are three Villains in the City", "CS651 not so: that is not so"),
    ("expect that Sentinel isn't a Hero", "CS651 not so: none of what it speaks of lies where that is looked for"),
    ("expect for player 1: you have no cards in your hand", "CS651 not so: that is not so"),
    ("expect event: Player 1 fights five#1", "CS651 not so: 'Player 1 fights five#1' did not happen"),
    ("expect no event: turn 1: ...", "CS651 not so: it happened: turn 1: Player 1"),
    ("expect trace", "CS651 not so: the trace has 3 lines, not 0; line 1 is 'turn 1: Player 1'"),
    ("player 1 can't: fight Five", "CS654 player 1 can: fight City[Sewers] five#1"),
    ('player 1 can\'t: recruit HQ[2] Chooser, because "too dear"', "CS654 it is refused for another reason"),
    ("player 1 can't: fihgt Five", "CS604 nothing here is called 'fihgt Five'"),
    ("expect not offered: figt Five", "CS604 nothing here is called 'figt Five'"),
    ("expect Ten has 3 Attack", "CS604 there is no card 'Ten'"),
    ("expect Sentinel has 3 Attack", "CS604 there is no 'Sentinel' on the table"),
    ("expect Five has 3 Luck", "CS605 there is no number on cards 'Luck'"),
    ("expect ending: Good Win", "CS605 there is no ending 'Good Win'"),
    ("expect hand: empty", "CS603 whose hand?"),
    ("expect player 1's KO Pile: empty", "CS603 players have no KO Pile of their own"),
    ("expect player 7 has 3 Attack", "CS606 there is no player 7"),
    ("player 1: fight Sentinel", "CS652 player 1 is asked to choose an action: 'fight Sentinel' is not legal now"),
    ("player 1: recruit HQ[2] Chooser", "CS652 player 1 is asked to choose an action: 'recruit HQ[2] "),
    ("player 1: recruit Lamp", "CS652 player 1 is asked to choose an action: 'recruit Lamp' can mean "),
    ("player 1: recruit", "CS652 player 1 is asked to choose an action: 'recruit' can mean "),
    ('player 1 can\'t: recruit, because "too dear"', "CS654 player 1 can: recruit HQ[1] lamp#"),
    ("player 1: nothing", "CS652 player 1 is asked to choose an action: not legal: 1 option is to be picked, not 0"),
    ("player 1: end the turn | end the turn", "CS652 player 1 is asked to choose an action: "),
]  # fmt: skip


@pytest.mark.parametrize(("line", "words"), NOT_SO, ids=[line for line, _ in NOT_SO])
def test_it_is_not_so(line: str, words: str) -> None:
    wrong = told(line, "expect no ending")
    assert len(wrong) == 1
    assert wrong[0].startswith(words)


def test_a_decision_is_answered_by_the_names_of_its_cards() -> None:
    begin = ("player 1: play Chooser", "expect player 1 is asked for 1: S.H.I.E.L.D. Agent | S.H.I.E.L.D. Trooper")
    assert told(*begin) == []
    assert told(*begin, "player 1: S.H.I.E.L.D. Trooper", "expect KO Pile: S.H.I.E.L.D. Trooper") == []
    assert told(*begin, "player 1: shield-trooper#1", "expect KO Pile: S.H.I.E.L.D. Trooper") == []
    assert told(*begin, "player 1: end the turn", "expect KO Pile: empty")[0].startswith("CS652 ")
    assert told("player 1: play Chooser", "expect KO Pile: empty")[0].startswith("CS655 a decision is left over")


def test_events_are_those_since_the_last_answer_in_order() -> None:
    fight = "player 1: fight Five"
    assert told(fight, "expect event: Player 1 pays 5 Attack for five#1") == []
    assert told(fight, "expect no event: turn 1: Player 1") == []
    pays, fights = "Player 1 pays 5 Attack for five#1", "Player 1 fights five#1"
    assert told(fight, "expect events", f"    {pays}", f"    {fights}") == []
    wrong = told(fight, "expect events", f"    {fights}", f"    {pays}")
    assert wrong == [f"CS651 not so: {pays!r} did not happen after the events before it in the list"]


def test_a_trace_is_pinned_line_by_line() -> None:
    fight = "player 1: fight Five"
    lines = [
        "    | Player 1 pays 5 Attack for five#1",
        "    | Player 1 fights five#1",
        "    |   Player 1 defeats five#1",
        "    |     five#1 moves City[Sewers] -> player 1's Victory Pile",
    ]
    assert told(fight, "expect trace", *lines) == []
    assert told(fight, "expect trace", *lines[:-1])[0].startswith(
        "CS651 not so: the trace has 4 lines, not 3; line 4 is"
    )
    assert told(fight, "expect trace", *lines, "    | more")[0].startswith("CS651 not so: the trace has 4 lines, not 5")
    shifted = [lines[0], lines[1], lines[2].replace("|   ", "| "), lines[3]]
    assert told(fight, "expect trace", *shifted) != []


def test_nothing_is_done_after_a_failure_but_expectations_in_a_row_are_all_looked_at() -> None:
    wrong = told("expect player 1 has 1 Attack", "expect City: empty", "player 1: fight Ten", "expect KO Pile: Wound")
    assert len(wrong) == 2
    assert told("player 1: fight Ten", "expect City: empty") != []
    assert len(told("player 1: fight Ten", "expect City: empty")) == 1


def test_answers_can_stand_on_lines_below() -> None:
    asked = ("player 1: play Chooser", "expect player 1 is asked for 1:")
    assert told(*asked, "    S.H.I.E.L.D. Agent", "    S.H.I.E.L.D. Trooper") == []
    assert told(*asked, "    S.H.I.E.L.D. Agent")[0].startswith(
        "CS651 not so: there are more answers: shield-trooper#1"
    )
    assert told("expect offered: fight Five", "    fight Fives | pass") == []
    assert told("expect not offered:", "    recruit Chooser", "    fight Five")[0].startswith("CS651 not so: 'fight ")


def test_a_colon_with_no_answer_is_told() -> None:
    assert file_codes(f"{BOARD}scenario one\n    on board\n    expect offered:\n") == ["CS601"]
    assert file_codes(f"{BOARD}scenario one\n    on board\n    expect player 1 is asked for 1:\n") == ["CS601"]


def test_the_name_of_an_action_alone_is_enough_for_equal_cards() -> None:
    assert told("player 1's hand: 2 Lamp", "player 1: play", "expect player 1's play area: Lamp") == []
    assert told("player 1's hand: Lamp, Chooser", "player 1: play", "expect no ending")[0].startswith("CS652 ")


def test_who_has_won() -> None:
    end = ("player 1's Victory Pile: Bystander", "Villain Deck: Wound", "player 1: end the turn")
    lines = ("expect winners: player 1", "expect ranking: player 1, player 2", "expect scores: 1, 0")
    begin = ("it is player 1's turn, Villain Step", "Hero Deck: 5 Lamp")
    assert told(*begin, *end, *lines) == []
    assert told(*begin, *end, "expect winners: player 1, player 2") == ["CS651 not so: it is: player 1"]
    assert told(*begin, *end, "expect no winners") == ["CS651 not so: it is: player 1"]
    assert told(*begin, *end, "expect ranking: player 2, player 1") == ["CS651 not so: it is: player 1, player 2"]
