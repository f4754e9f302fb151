"""Pieces, phrases, numbers, quotations; splitting a line; what is said about unknown words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardscript.language.diagnostics import Diagnostic
from cardscript.language.frames import TemplateError, frame_terminal, read_template
from cardscript.language.grammar import Lexicon
from cardscript.language.lexer import Trie
from cardscript.language.lines import split_line
from cardscript.language.syntax import Node, Number, Token, read_number
from cardscript.language.vocabulary import Vocabulary
from tests.language.game_words import lexicon
from tests.language.pin_trees import BOXES, pairs


def read(text: str, reader: Lexicon | None = None) -> Node:
    tree = (reader or lexicon()).parse(text)
    assert isinstance(tree, Node), tree
    return tree


def tokens(text: str) -> list[tuple[str, str]]:
    return [("V" if t.term.startswith("V_") else t.term, t.text) for t in read(text).tokens()]


def problems(text: str) -> list[Diagnostic]:
    found = lexicon().parse(text)
    assert not isinstance(found, Node), found.sexpr()
    return found


def test_the_longest_phrase_wins() -> None:
    assert tokens("Draw the Villain Deck card") == [("V", "Draw"), ("DET", "the"), ("N", "Villain Deck"), ("N", "card")]


def test_words_are_read_in_any_case_and_spelled_as_declared() -> None:
    tree = read("dRAW a BYSTANDER")
    assert [token.canonical for token in tree.tokens()] == ["draw", "a", "Bystander"]


def test_words_end_at_word_boundaries() -> None:
    assert problems("Drawa card.")[0].code == "CS101"
    assert problems("Draw a cardboard.")[0].span.start == 7


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rescue a Villain worth 5VP.", [("NUM", "5"), ("N", "VP")]),
        ("You get +Attack.", [("PLUS", "+"), ("N", "Attack")]),
        ("You get -2 Attack.", [("PLUS", "-2"), ("N", "Attack")]),
        ("Draw a 0-cost card.", [("ADJ", "0-cost"), ("N", "card")]),
        ("Draw a non-grey card.", [("ADJ", "non-grey"), ("N", "card")]),
        ("Draw a highest-VP card.", [("ADJ", "highest-VP"), ("N", "card")]),
        ("Draw an odd-numbered card.", [("ADJ", "odd-numbered"), ("N", "card")]),
        ("You get 2x Attack.", [("NUM", "2x"), ("N", "Attack")]),
        ("Draw 1 or 2 cards.", [("NUM", "1 or 2"), ("N", "cards")]),
        ("Draw 2 or more cards.", [("NUM", "2 or more"), ("N", "cards")]),
        ("Draw any number of cards.", [("NUM", "any number"), ("PREP", "of"), ("N", "cards")]),
    ],
)
def test_numbers_signs_and_hyphens(text: str, expected: list[tuple[str, str]]) -> None:
    assert tokens(text)[-len(expected) :] == expected


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", Number(3, 3, "exact")),
        ("three", Number(3, 3, "exact")),
        ("+2", Number(2, 2, "exact")),
        ("-2", Number(-2, -2, "exact")),
        ("2 or less", Number(None, 2, "at most")),
        ("four or more", Number(4, None, "at least")),
        ("1-7", Number(1, 7, "range")),
        ("any number", Number(None, None, "any")),
        ("1 or 2", Number(1, 2, "either")),
        ("2x", Number(2, 2, "times")),
        ("0-cost", Number(0, 0, "exact")),
        ("+", None),
        ("top", None),
    ],
)
def test_what_a_number_says(text: str, number: Number | None) -> None:
    assert read_number(text) == number


def test_number_helpers_of_a_token() -> None:
    token = next(token for token in read("Draw 2 or fewer cards.").tokens() if token.term == "NUM")
    assert (token.number, token.comparison) == (2, "at most")
    token = next(token for token in read("Draw a 0-cost card.").tokens() if token.term == "ADJ")
    assert (token.number, token.phrase, token.feature) == (0, "cost", "number")


def test_what_the_declarer_attached_comes_back() -> None:
    tree = read("KO the top [Tech] card of the Villain Deck.")
    refs = {token.text: [entry.ref for entry in token.entries] for token in tree.tokens()}
    assert refs["KO"] == [("verb:KO {np}",)]
    assert refs["[Tech]"] == ["icon:Tech"]
    assert refs["Villain Deck"] == ["noun:Villain Deck"]
    assert refs["card"] == [None]


def test_declarations_of_one_verb_are_merged() -> None:
    words = Vocabulary()
    words.verb("zap {np}", "first")
    words.verb("zap {np} to {np}", "second")
    reader = words.freeze()
    for text in ("Zap a card.", "Zap a card to a player."):
        verb = next(token for token in read(text, reader).tokens() if token.term.startswith("V_"))
        assert verb.entries[0].ref == ("first", "second")


def test_two_declarations_of_one_noun_are_two_readings() -> None:
    words = Vocabulary()
    words.noun("gem", "card kind")
    words.noun("gem", "currency")
    noun = list(read("Draw a gem.", words.freeze()).tokens())[-1]
    assert [entry.ref for entry in noun.entries] == ["card kind", "currency"]


def test_a_declaration_takes_the_place_of_a_core_word() -> None:
    words = Vocabulary()
    words.noun("deck", "the deck")
    noun = list(read("Shuffle your decks.", words.freeze()).tokens())[-1]
    assert [(entry.ref, entry.feature) for entry in noun.entries] == [("the deck", "pl")]


def test_irregular_forms_can_be_declared() -> None:
    assert ("PART", "KO'd") in tokens("If a card is KO'd, draw a card.")
    assert ("V", "KOs") in tokens("Each player KOs a card.")


def test_names_may_hold_stops_commas_and_words() -> None:
    words = Vocabulary()
    for name in ("Dr. Doom", "Here, Hold This for a Second", "Avengers Assemble!", "Hey, Can I Get a Do-Over?"):
        words.name(name, name)
        tree = read(f"Draw {name}", words.freeze())
        assert [entry.ref for token in tree.tokens() for entry in token.entries if token.term == "N"] == [name]


def test_a_quotation_is_a_noun_and_knows_what_it_names() -> None:
    tree = read('Put this into your hand as a "Darkspear."')
    quoted = list(tree.tokens())[-1]
    assert (quoted.term, quoted.text, quoted.canonical) == ("N", '"Darkspear."', '"Darkspear"')
    assert quoted.entries[0].ref == "noun:Darkspear"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Draw a crad.", [(7, 11)]),
        ("Drwa a card from your hnd.", [(0, 4), (22, 25)]),
        ("Reveal a [Teck] card.", [(9, 15)]),
        ("Draw a card @ once.", [(12, 13)]),
    ],
)
def test_unknown_words_are_found_where_they_stand(text: str, places: list[tuple[int, int]]) -> None:
    found = problems(text)
    assert [problem.code for problem in found] == ["CS101"] * len(places)
    assert [(problem.span.start, problem.span.end) for problem in found] == places


def test_unknown_words_get_a_suggestion() -> None:
    assert "'card'" in problems("Draw a crad.")[0].help
    assert "'[Tech]'" in problems("Reveal a [Teck] card.")[0].help
    assert "'bystander'" in problems("Rescue a Bystandr.")[0].help.lower()


@pytest.mark.parametrize(
    ("text", "start", "mentions"),
    [
        ("Draw a card the Villain.", 12, "'the'"),
        ("Draw a card may.", 12, "'may'"),
        ("If you do, draw card or.", 23, "not finished"),
        ("", 0, "no sentence"),
    ],
)
def test_a_known_word_in_the_wrong_place(text: str, start: int, mentions: str) -> None:
    (problem,) = problems(text)
    assert problem.code == "CS102"
    assert mentions in problem.message
    assert abs(problem.span.start - start) <= 1
    assert "V_" not in problem.message
    assert "SEP" not in problem.message


def test_a_capital_letter_tells_noun_from_verb() -> None:
    words = Vocabulary()
    words.noun("Strike", "the card")
    words.verb("strike {np}", "the deed")
    reader = words.freeze()
    assert [token.term[:2] for token in read("This strikes a card.", reader).tokens()] == ["DE", "V_", "DE", "N"]
    assert [token.term[:2] for token in read("Draw Strikes.", reader).tokens()] == ["V_", "N"]


def test_signs_of_a_word_processor() -> None:
    pasted = read("You can\u2019t draw a \u201cDarkspear\u201d.")
    assert pasted.sexpr() == read('You can\'t draw a "Darkspear".').sexpr()


def test_a_sentence_may_not_grow_without_bound() -> None:
    (problem,) = problems("Draw a card" + " and draw a card" * 200)
    assert "more than" in problem.message
    deep = read("Draw a card" + " (draw a card" * 25 + ")" * 25)
    assert deep.sexpr().count("paren") == 25


def test_templates_that_cannot_be_read_say_why() -> None:
    for template in ("{np}", "give {np} {np}", "give {thing}", "give [{np}", "take {np} from {np}"):
        with pytest.raises(TemplateError):
            read_template(template)


def test_a_template_spells_out_its_options() -> None:
    frames = {template.frame for template in read_template("put {np} [back|into {np}]")}
    assert frames == {("np",), ("np", "BACK"), ("np", "INTO", "np")}
    assert frame_terminal(frozenset(frames)) == "V_NP__NP_BACK__NP_INTO_NP"


SPLITS = [
    ("Draw a card.", [], ["Draw a card."]),
    ("Ambush: Draw a card. KO it.", ["Ambush"], ["Draw a card.", "KO it."]),
    ("[Tech]: You get +1 Attack.", ["[Tech]"], ["You get +1 Attack."]),
    ("[Tech][Tech]: Blood Frenzy", ["[Tech][Tech]"], ["Blood Frenzy"]),
    ("[Tech]: [Covert]: Draw a card.", ["[Tech]", "[Covert]"], ["Draw a card."]),
    ("Twists 2-6: Draw a card.", ["Twists 2-6"], ["Draw a card."]),
    ("Twist 7: Evil Wins!", ["Twist 7"], ["Evil Wins!"]),
    ("Thrown Artifact - Draw a card.", ["Thrown Artifact"], ["Draw a card."]),
    ("Patrol the Bridge: If it's empty, draw a card.", ["Patrol the Bridge"], ["If it's empty, draw a card."]),
    ("Master Strike or Twist: Draw a card.", ["Master Strike or Twist"], ["Draw a card."]),
    ("- Draw a card, or", [], ["Draw a card"]),
    ("KO it. (Flip it over.) Then draw a card.", [], ["KO it.", "(Flip it over.)", "Then draw a card."]),
    ("Escape: (After the normal Escape KO) Draw a card.", ["Escape"], ["(After the normal Escape KO)", "Draw a card."]),
    ("Gain a S.H.I.E.L.D. Officer. Draw a card.", [], ["Gain a S.H.I.E.L.D. Officer.", "Draw a card."]),
    (
        'He gains "Fight: KO it. Draw a card." Draw a card.',
        [],
        ['He gains "Fight: KO it. Draw a card."', "Draw a card."],
    ),
    ("If at least half the players (round up) win, draw a card.", [], None),
    ("Choose one: draw a card or KO a card.", [], None),
]


@pytest.mark.parametrize(("line", "labels", "sentences"), SPLITS)
def test_splitting(line: str, labels: list[str], sentences: list[str] | None) -> None:
    split = lexicon().split(line)
    assert [line[label.start : label.end] for label in split.labels] == labels
    assert [sentence for sentence, _, _ in split.sentences] == (sentences or [line])
    assert all(line[start:end] == text for text, start, end in split.sentences)
    assert split.bullet == line.startswith("- ")


@pytest.mark.parametrize("box", BOXES)
def test_the_words_of_a_line_are_those_of_its_sentences(box: str) -> None:
    """A line is cut once: each sentence has the words it has when it is read alone."""
    reader = lexicon()
    sentences = [sentence for sentence, _ in pairs(box)]
    for first, second in pairwise(sentences):
        split, found = split_line(f"{first} {second}", Trie([]), reader.tokenizer)
        for sentence, start, end in split.sentences:
            tokens, _ = reader.tokenizer.tokens(sentence)
            assert f"{first} {second}"[start:end] == sentence
            assert [(t.text, t.word, t.start, t.end, t.terms) for t in found[sentence]] == [
                (t.text, t.word, t.start, t.end, t.terms) for t in tokens
            ]


def test_what_a_label_says() -> None:
    (label,) = lexicon().split("Twists 2-6: Draw a card.").labels
    assert (label.kind, label.low, label.high, label.entries[0].ref) == ("label", 2, 6, "label:Twist")
    (label,) = lexicon().split("Patrol any city space: Draw a card.").labels
    assert (label.kind, label.argument, label.entries[0].ref) == ("template", "any city space", "template:Patrol {np}")
    (label,) = lexicon().split("Master Strike or Twist: Draw a card.").labels
    assert [entry.ref for entry in label.entries] == ["label:Master Strike", "label:Twist"]
    (label,) = lexicon().split("[Tech][Covert]: Draw a card.").labels
    assert [entry.ref for entry in label.entries] == ["icon:Tech", "icon:Covert"]


def test_a_colon_in_a_sentence_is_no_label() -> None:
    assert lexicon().split("Choose one: draw a card or KO a card.").labels == ()


def test_the_digest_follows_the_declarations() -> None:
    first, second, third = Vocabulary(), Vocabulary(), Vocabulary()
    for words in (first, second):
        words.noun("gem", object())
    third.noun("gems", object())
    assert first.freeze().digest == second.freeze().digest != third.freeze().digest


def test_tokens_know_their_place() -> None:
    text = "If you do, draw two cards."
    assert all(text[token.start : token.end] == token.text for token in read(text).tokens())
    assert isinstance(read(text).children[0], (Node, Token))
