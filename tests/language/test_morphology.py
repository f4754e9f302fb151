"""Word forms."""

from __future__ import annotations

import pytest

from cardscript.language.morphology import indefinite_article, plural, verb_forms


@pytest.mark.parametrize(
    ("singular", "expected"),
    [
        ("card", "cards"),
        ("city", "cities"),
        ("day", "days"),
        ("box", "boxes"),
        ("witch", "witches"),
        ("hero", "heroes"),
        ("Hero", "Heroes"),
        ("casino", "casinos"),
        ("half", "halves"),
        ("Henchman", "Henchmen"),
        ("human", "humans"),
        ("discard pile", "discard piles"),
        ("Omen of Doom", "Omens of Doom"),
        ("KO", "KOs"),
        ("Life", "Lives"),
        ("thief", "thieves"),
        ("ability", "abilities"),
        ("HQ", "HQs"),
    ],
)
def test_plurals(singular: str, expected: str) -> None:
    assert plural(singular) == expected


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("draw", "draw draws drew drawn drawing"),
        ("discard", "discard discards discarded discarded discarding"),
        ("swap", "swap swaps swapped swapped swapping"),
        ("play", "play plays played played playing"),
        ("copy", "copy copies copied copied copying"),
        ("move", "move moves moved moved moving"),
        ("pass", "pass passes passed passed passing"),
        ("lie", "lie lies lied lied lying"),
        ("win", "win wins won won winning"),
        ("put", "put puts put put putting"),
        ("reveal", "reveal reveals revealed revealed revealing"),
        ("show", "show shows showed shown showing"),
        ("have", "have has had had having"),
        ("do", "do does did done doing"),
        ("begin", "begin begins began begun beginning"),
        ("return", "return returns returned returned returning"),
        ("redraw", "redraw redraws redrew redrawn redrawing"),
        ("free", "free frees freed freed freeing"),
        ("quit", "quit quits quitted quitted quitting"),
        ("fix", "fix fixes fixed fixed fixing"),
        ("KO", "KO KOs KO'd KO'd KOing"),
    ],
)
def test_verbs(verb: str, expected: str) -> None:
    assert " ".join(form for form, _ in verb_forms(verb)) == expected


def test_only_the_first_word_of_a_verb_bends() -> None:
    assert ("looks at", "s") in verb_forms("look at")
    assert ("ran out", "past") in verb_forms("run out")


def test_forms_can_be_given() -> None:
    forms = {feature: form for form, feature in verb_forms("zap", {"past": "zapt", "part": "zapt"})}
    assert forms == {"base": "zap", "s": "zaps", "past": "zapt", "part": "zapt", "ing": "zapping"}


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("card", "a"),
        ("effect", "an"),
        ("[X-Men]", "an"),
        ("[Fire]", "a"),
        ("8", "an"),
        ("11", "an"),
        ("18", "an"),
        ("1", "a"),
        ("110", "a"),
        ("HQ", "an"),
        ("unit", "a"),
        ("unhaunted", "an"),
        ("hour", "an"),
        ("one", "a"),
        ("[S.H.I.E.L.D.]", "a"),
        ("NPC", "an"),
        ("odd-numbered", "an"),
        ("useless", "a"),
        ('"Army"', "an"),
        ("KO", "a"),
    ],
)
def test_indefinite_article(word: str, article: str) -> None:
    assert indefinite_article(word) == article
