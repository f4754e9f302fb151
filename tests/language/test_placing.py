"""Putting and moving cards: spaces that are chosen, what lies in a space and what under it, swaps, amendments."""

from __future__ import annotations

import pytest

from tests.games.legendary.traced import FREE, asked
from tests.language.played import playing, refusal

CITY = ["Plain Villain", "", "Sentinel", "", "Hand Ninjas"]
MOVE = "Move a Villain to a new City space."
SWAP = "(If you move a Villain to a City space that already has a Villain, swap them.)"


# --- a space to go to --------------------------------------------------------------------------------------------
def test_only_free_spaces_can_be_moved_to() -> None:
    t = playing(MOVE, city=CITY)
    t.answer("sentinel")
    assert asked(t) == (1, ("City[Bank]", "City[Streets]"))
    t.answer("bank")
    assert t.spaces("City") == ["Plain Villain", "Sentinel", "", "", "Hand Ninjas"]


def test_the_full_row_leaves_nothing_to_move_to() -> None:
    full = ["Plain Villain", "Sentinel", "Hand Ninjas", "Enchantress", "Venom"]
    t = playing(MOVE, city=full)
    t.answer("sentinel")
    assert asked(t) == FREE and t.spaces("City") == full


def test_without_a_card_to_move_no_space_is_asked_for() -> None:
    t = playing(MOVE)
    assert asked(t) == FREE and t.spaces("City") == [""] * 5


def test_a_space_by_its_place() -> None:
    t = playing("Move the rightmost Villain in the City to the leftmost empty City space.", city=CITY)
    assert t.spaces("City") == ["", "", "Sentinel", "Plain Villain", "Hand Ninjas"]


def test_that_space_is_the_one_moved_to() -> None:
    t = playing("Move a Villain to an empty City space. Put a Wound in that space.", city=["Sentinel"])
    t.answer("bridge")
    assert t.spaces("City")[4] == "Sentinel" and t.under_space("City[Bridge]") == ["Wound"]


# --- in a space or under it --------------------------------------------------------------------------------------
def test_what_does_not_live_in_a_row_lies_under_its_space() -> None:
    t = playing("Put a Bystander in a City space.", city=CITY)
    assert len(asked(t)[1]) == 5, "a Bystander takes no space, so that every space is free for it"
    t.answer("rooftops")
    assert t.spaces("City") == CITY and t.under_space("City[Rooftops]") == ["Bystander"]


def test_a_row_that_is_nobodys_home_takes_every_card() -> None:
    t = playing("Put a Bystander in the HQ space under the Bank.", hq=["Dear", "Cheap", "Dear", "", "Dear"])
    assert t.spaces("HQ") == ["Dear", "Cheap", "Dear", "Bystander", "Dear"]


def test_under_says_it_of_any_card() -> None:
    t = playing("Put the leftmost Villain in the City under the Bank.", city=CITY)
    assert t.under_space("City[Bank]") == ["Hand Ninjas"] and t.spaces("City")[4] == ""


# --- swaps and amendments ----------------------------------------------------------------------------------------
def test_two_chosen_cards_are_swapped() -> None:
    t = playing("Swap two Villains in the City.", city=CITY)
    t.answer("sentinel", "plain-villain")
    assert t.spaces("City") == ["Sentinel", "", "Plain Villain", "", "Hand Ninjas"]
    t = playing("Swap two Villains in the City.", city=["Sentinel"])
    assert asked(t) == FREE and t.spaces("City")[0] == "Sentinel"


def test_an_amendment_says_what_is_done_in_one_case() -> None:
    for lines in ((f"{MOVE} {SWAP}",), (MOVE, SWAP)):
        t = playing(*lines, city=CITY)
        t.answer("sentinel")
        assert len(asked(t)[1]) == 4, "the taken spaces can be chosen too"
        t.answer("bridge")
        assert t.spaces("City") == ["Plain Villain", "", "Hand Ninjas", "", "Sentinel"]
        t = playing(*lines, city=CITY)
        t.answer("sentinel").answer("bank")
        assert t.spaces("City") == ["Plain Villain", "Sentinel", "", "", "Hand Ninjas"]


def test_an_amendment_may_do_anything() -> None:
    ko = "(If you move a Villain to a City space that has a Bystander, KO that Villain.)"
    line = "Put a Bystander in the Bank. Move the Villain in the Sewers to a new City space."
    t = playing(line, ko, city=["Sentinel"])
    t.answer("bank")
    assert t.zone("KO Pile") == ["Sentinel"] and t.spaces("City") == [""] * 5
    t = playing(line, ko, city=["Sentinel"])
    t.answer("bridge")
    assert t.zone("KO Pile") == [] and t.spaces("City")[4] == "Sentinel"


# --- more of what is drawn ---------------------------------------------------------------------------------------
JOINS = "When you draw a new hand of cards at the end of this turn, add that card to your hand as a {} card."


def test_a_card_on_top_of_those_that_are_drawn() -> None:
    t = playing(f"Choose a card in your discard pile. {JOINS.format('seventh')}", p1_discard_pile=["Dear", "Cheap"])
    t.answer("dear")
    t.end_turn()
    assert len(t.zone("P1 hand")) == 7 and t.zone("P1 hand").count("Dear") == 1


def test_something_else_at_the_end_of_the_turn() -> None:
    t = playing("When you draw a new hand of cards at the end of this turn, rescue a Bystander.")
    assert t.zone("P1 Victory Pile") == []
    t.end_turn()
    assert len(t.zone("P1 hand")) == 6 and t.zone("P1 Victory Pile") == ["Bystander"]
    t.end_turn().end_turn()
    assert t.zone("P1 Victory Pile") == ["Bystander"]


# --- what cannot be read -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "message", "words"),
    [
        (("Put a Wound in the City.",), "which space?", "Put a Wound in the City"),
        (("Put a Wound in each City space.",), "one space at a time", "in each City space"),
        (("Move a Villain to the City space.",), "which space?", "Move a Villain to the City space"),
        (("Gain a Wound to a City space.",), "which space?", "a City space"),
        (("Swap a Villain in the City.",), "two cards change places", "Swap a Villain in the City"),
        (("Draw a card.", SWAP), "nothing before this tells the player to move something so", SWAP),
        ((MOVE, "(Swap them.)"), "a sentence in brackets must say something the game can do", "(Swap them.)"),
        ((MOVE, "(If you may move a Villain to a City space that has a Villain, swap them.)"),
         "this says nothing about what is done", "you may move a Villain to a City space that has a Villain"),
        ((JOINS.format("seventh"),), "'that' speaks of something that was not named before", "that card"),
        ((f"Choose a card in your hand. {JOINS.format('sixth')}",),
         "6 cards are drawn, so one more is not the sixth", "sixth"),
        (("When you draw a new hand of cards at the end of this turn, draw eight cards instead of five.",),
         "it would be 6, not what is said here", "five"),
        (("Choose a card in your discard pile. Add that card to your hand as a seventh card.",),
         "no number of cards is drawn here", "as a seventh card"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(lines: tuple[str, ...], message: str, words: str) -> None:
    assert refusal(*lines) == ("CS301", message, words)
