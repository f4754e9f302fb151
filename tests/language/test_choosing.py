"""Choosing a number, a space, a place, what to do; searching a pile: what is asked, what others may know of it."""

from __future__ import annotations

import pytest

from cardscript.session.trace import trace_lines
from cardscript.session.view import view
from tests.games.legendary.traced import AGENT, FREE, TROOPER, asked
from tests.games.table import Table
from tests.language.played import playing, refusal


# --- numbers -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", ["from 1 to 3", "from one to three", "from 1-3", "from 1 to three"])
def test_a_number_is_chosen_and_spoken_of(words: str) -> None:
    t = playing(f"Choose a number {words}. Draw that many cards. You get +Attack equal to that number.")
    assert t.decision is not None and t.decision.ask == "number"
    assert asked(t) == (1, ("1", "2", "3"))
    t.answer("2")
    assert asked(t) == FREE and len(t.zone("P1 hand")) == 2 and t.points("Attack") == 2


def test_a_number_describes_cards() -> None:
    pile = ["Cheap", "Middling", "Dear"]
    t = playing("Choose a number from 0 to 3. KO a card from your discard pile that costs that number.",
                p1_discard_pile=pile)  # fmt: skip
    t.answer("3")
    assert t.zone("KO Pile") == ["Dear"]
    t = playing("Choose a number from 0 to 3. KO a card from your discard pile that costs that number.",
                p1_discard_pile=pile)  # fmt: skip
    t.answer("0")
    assert asked(t) == FREE and t.zone("KO Pile") == []


def test_a_guess_at_what_all_will_reveal() -> None:
    guess = "Choose a number from 1 to 3. Each player reveals the top card of their deck."
    t = playing(f"{guess} For each Hero that costs that number, you get +2 Attack.", p1_deck=["Dear"], p2_deck=["Dear"])
    t.answer("3")
    assert t.points("Attack") == 4
    t = playing(f"{guess} For each Hero that costs that number, you get +2 Attack.", p1_deck=["Dear"], p2_deck=["Dear"])
    t.answer("1")
    assert t.points("Attack") == 0


def test_a_number_with_one_choice_is_not_asked() -> None:
    t = playing("Choose a number from 2 to 2. Draw that many cards.")
    assert asked(t) == FREE and len(t.zone("P1 hand")) == 2


# --- spaces and places -------------------------------------------------------------------------------------------
CITY = ["Plain Villain", "", "Sentinel", "", "Hand Ninjas"]
SPACES = ("City[Sewers]", "City[Bank]", "City[Rooftops]", "City[Streets]", "City[Bridge]")


def test_a_space_is_chosen_and_spoken_of() -> None:
    t = playing("Choose a City space. Villains in that space get -2 Attack this turn.", city=CITY)
    assert t.decision is not None and t.decision.ask == "place"
    assert asked(t) == (1, SPACES)
    t.answer("rooftops")
    assert (t.value("Sentinel", "Attack"), t.value("Plain Villain", "Attack")) == (1, 3)
    t.end_turn()
    assert t.value("Sentinel", "Attack") == 3


def test_an_empty_space_and_one_that_has_something() -> None:
    t = playing("Choose an empty City space. Put the leftmost Villain in the City there.", city=CITY)
    assert asked(t) == (1, ("City[Bank]", "City[Streets]"))
    t.answer("bank")
    assert t.spaces("City") == ["Plain Villain", "Hand Ninjas", "Sentinel", "", ""]
    t = playing("Choose a City space that has a Villain. KO the Villain in that space.", city=CITY)
    assert asked(t) == (1, ("City[Sewers]", "City[Rooftops]", "City[Bridge]"))
    t.answer("sewers")
    assert t.zone("KO Pile") == ["Plain Villain"]


def test_another_space_is_not_the_one_before() -> None:
    t = playing("Choose a City space. Choose another City space. Villains in that space get +1 Attack this turn.")
    t.answer("bank")
    assert asked(t) == (1, tuple(s for s in SPACES if s != "City[Bank]"))


def test_no_space_fits() -> None:
    t = playing("Choose an empty City space. Put the rightmost Villain in the City there.", city=["Sentinel"] * 5)
    assert asked(t) == FREE and t.spaces("City") == ["Sentinel"] * 5


def test_one_of_several_places() -> None:
    t = playing(
        "Choose your deck or your discard pile. KO the top card of that pile.", p1_deck=[TROOPER, AGENT],
        p1_discard_pile=["Dear", "Cheap"],
    )  # fmt: skip
    assert asked(t) == (1, ("player 1's deck", "player 1's discard pile"))
    t.answer("discard")
    assert t.zone("KO Pile") == ["Dear"]
    t = playing("Choose the Bank or the Bridge. KO the Villain in that space.", city=CITY)
    assert asked(t) == (1, ("City[Bank]", "City[Bridge]"))
    t.answer("bank")
    assert t.zone("KO Pile") == []


# --- what to do --------------------------------------------------------------------------------------------------
def test_choose_to_do_one_of_two_things() -> None:
    t = playing("You choose to draw a card or get +1 Attack.")
    assert asked(t) == (1, ("draw a card", "get +1 Attack"))
    t.answer("get")
    assert t.points("Attack") == 1 and t.zone("P1 hand") == []


def test_choose_to_do_it_or_not() -> None:
    t = playing("You choose to draw a card. If you do, you get +1 Attack.")
    assert asked(t) == (1, ("yes", "no"))
    t.answer("no")
    assert t.points("Attack") == 0 and t.zone("P1 hand") == []


# --- searching ---------------------------------------------------------------------------------------------------
SEARCH = "Search your deck for a Hero that costs 2 or less, put it into your hand, then shuffle your deck."
DECK = ["Dear", "Cheap", "Wound", "Middling"]


def seen_by(t: Table, seat: int) -> str:
    return "\n".join(trace_lines(t.machine, seat=seat))


def test_a_search_finds_what_fits() -> None:
    t = playing(SEARCH, p1_deck=DECK)
    assert t.seat == 1 and t.choices == ["Cheap", "Middling"]
    t.answer("middling")
    assert t.zone("P1 hand") == ["Middling"] and sorted(t.zone("P1 deck")) == ["Cheap", "Dear", "Wound"]
    assert t.story()[-1] == "shuffle"


def test_the_searcher_sees_the_whole_pile_and_nobody_else_does() -> None:
    t = playing(SEARCH, p1_deck=DECK)
    searcher, other = seen_by(t, 0), seen_by(t, 1)
    for name in ("dear#1", "cheap#1", "wound#11", "middling#1"):
        assert f"{name} is shown to Player 1 in player 1's deck" in searcher
        assert name not in other
    assert other.count("a card is shown to Player 1 in player 1's deck") == 4
    assert view(t.machine, 1)["decision"] is None
    t.answer("middling")
    assert "middling" not in seen_by(t, 1), "it goes from a hidden place to another"
    assert "Player 1 chooses middling#1" in seen_by(t, 0)


def test_a_revealed_find_is_seen_by_all() -> None:
    t = playing("Search your deck for a Hero. Reveal it, put it into your hand and shuffle your deck.", p1_deck=DECK)
    t.answer("dear")
    assert "dear#1 is shown in player 1's deck" in seen_by(t, 1)
    assert "cheap" not in seen_by(t, 1)


def test_what_others_cannot_check_need_not_be_found() -> None:
    t = playing(SEARCH, p1_deck=DECK)
    t.decline()
    assert t.zone("P1 hand") == [] and sorted(t.zone("P1 deck")) == sorted(DECK)
    t = playing("Search your deck for a card. Put it into your hand.", p1_deck=DECK)
    assert t.decision is not None and t.decision.least == 1, "any card will do, and there is one"
    t = playing("Search the KO Pile for a Hero. Gain it.", ko_pile=DECK)
    assert t.choices == ["Dear", "Cheap", "Middling"]
    assert t.decision is not None and t.decision.least == 1, "everybody sees that there is one"


def test_a_search_that_finds_nothing() -> None:
    t = playing("Search your deck for a Wound. If you do, KO it and you get +3 Attack.", p1_deck=[AGENT, TROOPER])
    assert asked(t) == FREE and t.points("Attack") == 0 and t.zone("KO Pile") == []
    t = playing("You may search your deck for a Wound. KO it.", p1_deck=["Wound"])
    t.answer("no")
    assert t.zone("KO Pile") == [] and "is shown" not in seen_by(t, 0)


def test_a_search_of_two_piles_for_up_to_two() -> None:
    t = playing(
        "Search your deck and your discard pile for up to two Wounds. KO them.", p1_deck=["Wound", AGENT],
        p1_discard_pile=["Wound", "Wound", TROOPER],
    )  # fmt: skip
    assert t.choices == ["Wound"] * 3
    t.answer("deck", "discard")
    assert t.zone("KO Pile") == ["Wound"] * 2 and len(t.zone("P1 discard pile")) == 2


def test_each_player_searches_their_own() -> None:
    t = playing(
        "Each player searches their deck for a Wound, KOs it and shuffles their deck.", p1_deck=["Wound", AGENT],
        p2_deck=["Wound", TROOPER],
    )  # fmt: skip
    assert t.seat == 1
    t.answer("wound")
    assert t.seat == 2
    t.decline()
    assert t.zone("KO Pile") == ["Wound"] and "Wound" in t.zone("P2 deck")


# --- what cannot be read -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "message", "words"),
    [
        ("Choose a number. Draw that many cards.", "from what to what?", "a number"),
        ("Choose a number from 3 to 1.", "the first number must be the smaller one", "3 to 1"),
        ("Choose the number from 1 to 3.", "one number is chosen", "the number from 1 to 3"),
        ("Draw a card. You get +Attack equal to that number.", "no number was chosen before", "equal to that number"),
        ("Choose two City spaces.", "one space at a time", "two City spaces"),
        ("Choose each City space.", "one space at a time", "each City space"),
        ("Choose the City or the HQ.", "a row has several spaces", "the City"),
        ("Choose your deck and your hand.", "which places can be chosen?", "Choose your deck and your hand"),
        ("Choose another City space.", "another than which?", "another"),
        ("KO the Villain in that space.", "no space was named before", "in that space"),
        ("Draw a card. Put it there.", "where?", "there"),
        ("Search your deck.", "search what for what?", "Search your deck"),
        ("Search your deck for Wounds.", "how many of them?", "Wounds"),
        ("Search a Hero for a Wound.", "search which place?", "a Hero"),
        ("Draw a card for a Wound.", "for how many of them?", "a Wound"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(line: str, message: str, words: str) -> None:
    assert refusal(line) == ("CS301", message, words)
