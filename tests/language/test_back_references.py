"""Speaking of what a sentence before was about: each player who does, each of the cards revealed, extra cards."""

from __future__ import annotations

import pytest

from tests.games.legendary.traced import AGENT, FREE, TROOPER, asked
from tests.language.played import playing, refusal


def hands(t: object, players: int = 3) -> list[int]:
    return [len(t.zone(f"P{seat} hand")) for seat in range(1, players + 1)]  # type: ignore[attr-defined]


# --- each player who does ----------------------------------------------------------------------------------------
def test_only_those_who_do() -> None:
    t = playing("Each player may discard a card. Each player who does draws two cards.", players=3,
                p1_hand=[AGENT], p2_hand=[AGENT])  # fmt: skip
    t.answer("agent")
    assert t.seat == 2 and hands(t) == [0, 1, 0], "nobody draws before all have chosen"
    t.decline()
    assert asked(t) == FREE and hands(t) == [2, 1, 0]


def test_those_who_do_not() -> None:
    t = playing("Each other player may discard a card. Each player who doesn't gains a Wound.", players=3,
                p1_hand=[AGENT], p2_hand=[AGENT], p3_hand=[AGENT])  # fmt: skip
    t.answer("agent")
    t.decline()
    piles = [t.zone(f"P{seat} discard pile") for seat in (1, 2, 3)]
    assert piles == [[], [AGENT], ["Wound"]], "player 1 was not asked"


def test_either_of_two_things_counts() -> None:
    line = "Each player reveals a [Tech] Hero or gains a Wound. Each player who did draws a card."
    t = playing(line, p1_hand=["Mission Accomplished"])
    t.answer("reveals")
    assert hands(t, 2) == [2, 1] and t.zone("P2 discard pile") == ["Wound"]
    t = playing(line, p1_hand=["Mission Accomplished"], wounds=0)
    assert hands(t, 2) == [2, 0], "player 2 could do neither"


def test_if_you_do_is_not_about_all_players() -> None:
    line = "You may draw a card. Each other player may draw a card. If you do, you get +1 Attack."
    t = playing(line, p1_hand=[])
    t.answer("no").answer("yes")
    assert t.points("Attack") == 0 and hands(t, 2) == [0, 1]
    t = playing(line, p1_hand=[])
    t.answer("yes").answer("no")
    assert t.points("Attack") == 1 and hands(t, 2) == [1, 0]


def test_a_numeral_is_so_many_anew_and_one_is_of_those_spoken_of() -> None:
    assert hands(playing("Draw a card. Draw 2.", p1_hand=[], p1_deck=[AGENT] * 5), 2)[0] == 3
    t = playing("Reveal the top two cards of your deck. Draw one.", p1_deck=["Dear", "Cheap", "Middling"])
    t.answer("cheap")
    assert t.zone("P1 hand") == ["Cheap"] and t.zone("P1 deck") == ["Dear", "Middling"]


def test_another_is_not_the_one_named_before() -> None:
    t = playing("Choose a Hero in your discard pile. KO another Hero in your discard pile.",
                p1_discard_pile=["Dear", "Cheap", "Middling"])  # fmt: skip
    t.answer("dear")
    assert t.choices == ["Cheap", "Middling"]


# --- each card ---------------------------------------------------------------------------------------------------
def test_each_card_is_each_of_those_shown() -> None:
    t = playing("Reveal the top three cards of your deck. For each card, you choose to KO it or put it back.",
                p1_deck=["Dear", "Cheap", "Wound", AGENT])  # fmt: skip
    prompts = []
    for pick in ("put", "KO", "put"):
        assert t.decision is not None
        prompts.append(t.decision.prompt)
        t.answer(pick)
    assert prompts == [f"{name}: KO it or put it back" for name in ("Dear", "Cheap", "Wound")]
    assert t.zone("KO Pile") == ["Cheap"] and sorted(t.zone("P1 deck")) == ["Dear", AGENT, "Wound"]


def test_each_card_that_fits() -> None:
    t = playing("Reveal the top three cards of your deck. For each Hero that costs 2 or less, you get +1 Attack.",
                p1_deck=["Dear", "Cheap", "Middling", "Cheap"])  # fmt: skip
    assert t.points("Attack") == 2


# --- extra cards -------------------------------------------------------------------------------------------------
COUNT = "You get +1 Attack for each extra card you've drawn this turn."


def test_extra_cards_are_those_a_card_let_you_draw() -> None:
    t = playing("Draw two cards.", COUNT)
    assert t.points("Attack") == 2
    t = playing("Draw a new hand of cards.", COUNT)
    assert len(t.zone("P1 hand")) == 6 and t.points("Attack") == 0, "a new hand is dealt by a rule"
    t = playing("Draw two cards. Discard a card.", "You get +1 Attack for each card you've drawn this turn.",
                p1_deck=[TROOPER] * 5)  # fmt: skip
    t.answer("trooper")
    assert t.points("Attack") == 2


# --- what cannot be read -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "message", "words"),
    [
        ("Each player who does draws a card.", "nothing before this could be done or not by each player", "who does"),
        ("You may draw a card. Each player who does gains a Wound.",
         "nothing before this could be done or not by each player", "who does"),
        ("Each player with a Wound may draw a card. Each player who doesn't gains a Wound.", "of which players?",
         "who doesn't"),
        ("Each player may draw a card. If you do, you get +1 Attack.", "nothing before this could be done or not",
         "do"),
        ("For each card, draw a card.", "nothing says where 'card' is to be looked for", "each card"),
        ("You get +1 Attack for each extra Wound in your hand.", "the word 'extra' has no part in what is done here",
         "extra"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(line: str, message: str, words: str) -> None:
    assert refusal(line) == ("CS301", message, words)


def test_what_is_done_must_have_to_do_with_what_changes() -> None:
    """Any verb was read as fighting once."""
    line = "Any Villain you {} on the Rooftops this turn gets -2 Attack."
    t = playing(line.format("fight"), city=["", "", "Sentinel"])
    assert t.value("Sentinel", "Attack") == 1
    for verb in ("recruit", "KO"):
        code, message, _ = refusal(line.format(verb))
        assert (code, message) == ("CS301", f"nothing is paid in Attack to {verb} a card")


def test_for_each_says_nothing_about_what_cards_count_as() -> None:
    """It was read and dropped once."""
    line = (
        "Special Rules: Heroes in the Villain Deck count as Villains with Attack 2 for each Wound in the Wound Supply."
    )
    code, message, words = refusal(line)
    assert (code, message) == ("CS301", "'for each' says nothing about what cards count as")
    assert words == "for each Wound in the Wound Supply"
