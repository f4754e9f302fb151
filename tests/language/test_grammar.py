"""The grammar itself: its conflicts, its size, its constructs, and that a sentence has one reading."""

from __future__ import annotations

import re
from typing import NoReturn

import pytest
from lark import Lark, Tree
from lark.lexer import Lexer
from lark.lexer import Token as LarkToken

from cardscript.language.grammar import grammar_template
from cardscript.language.lalr import BareRule, GrammarError, make_tables
from cardscript.language.resources import data_dir
from cardscript.language.syntax import Node
from tests.language.game_words import lexicon
from tests.language.pin_trees import BOXES, pairs

NEAREST_VERB = "what trails belongs to the nearest verb and not to all the verbs joined before it"
NEAREST_LIST = "a verb after 'and' joins the innermost verbs"
NEAREST_NOUN = "what follows a relative clause belongs to it while it can"

CONFLICTS: dict[tuple[str, str], str] = {
    **{
        (terminal, rule): NEAREST_VERB
        for terminal in ("ADVP", "AS", "COMMAT", "FOR", "INSTEADOF", "SUBP", "TO_V")
        for rule in ("vps", "vp_aux")
    },
    **{("SEPV", rule): NEAREST_LIST for rule in ("vpx", "inf", "vcore", "trail")},
    **{(terminal, rule): NEAREST_NOUN for terminal in ("ADVP", "SUBP") for rule in ("np1", "compl")},
    ("SUBI", "trail"): "a condition right behind an -ing form belongs to it",
    ("PRON", "rv"): "a pronoun behind the verb of a relative clause is its object",
    ("PRON", "nhead"): "a pronoun behind a pronoun opens a relative clause ('those they ...')",
}
"""(terminal, rule not completed): why the shift is right."""


def test_conflicts_are_the_approved_ones() -> None:
    found = {(conflict.terminal, conflict.rule.origin) for conflict in lexicon().tables.conflicts}
    assert found == set(CONFLICTS)


def test_the_tables_stay_small() -> None:
    tables = lexicon().tables
    assert len(tables.actions) < 400
    assert len(tables.productions) < 240
    assert len(tables.terminals) < 90


def test_two_possible_reductions_are_an_error() -> None:
    rules = [BareRule("s", ("a",)), BareRule("s", ("b",)), BareRule("a", ("X",)), BareRule("b", ("X",))]
    with pytest.raises(GrammarError):
        make_tables(rules, "s")


def test_the_tables_are_those_lark_would_make() -> None:
    """Our construction against Lark's own, state by state up to numbering."""

    class NoLexer(Lexer):
        def __init__(self, conf: object) -> None: ...

        def lex(self, lexer_state: object, parser_state: object) -> NoReturn:
            raise NotImplementedError

    tables = lexicon().tables
    lark = Lark(lexicon().grammar, parser="lalr", lexer=NoLexer, maybe_placeholders=False)
    theirs = lark.parser.parser._parse_table
    pairs_to_see = [(tables.start, theirs.start_states["start"])]
    seen = dict(pairs_to_see)
    for ours, other in pairs_to_see:
        row = {**tables.actions[ours], **tables.gotos[ours]}
        assert set(row) == set(theirs.states[other])
        for symbol, (_action, argument) in theirs.states[other].items():
            target = row[symbol]
            if isinstance(argument, int):
                assert target >= 0
                assert seen.setdefault(target, argument) == argument
                if (target, argument) not in pairs_to_see:
                    pairs_to_see.append((target, argument))
            else:
                assert target < 0
                assert tables.productions[-target - 1].origin == argument.origin.name
    assert len(pairs_to_see) == len(tables.actions)


def test_no_game_word_in_the_grammar() -> None:
    rules = "\n".join(line for line in grammar_template().splitlines() if not line.startswith("//"))
    assert re.findall(r'"[^"]*"', rules) == []


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("You have captured a Bystander this turn.", "v_perf"),
        ("If a Villain has been defeated this turn, draw a card.", "v_perf"),
        ("Draw cards until after you've discarded a card.", "v_perf"),
        ("It can't be defeated unless you've played a Hero.", "v_perf"),
        ("Defeat a Villain holding a Bystander.", "rel_ing"),
        ("Each player may draw a card and must gain a Wound.", "vp_aux"),
        ("If only 2 players, use 4 cards.", "p_ellip"),
        ("While fighting a Villain, you get +1 Attack.", "p_subing"),
        ("Once during each player's turn, draw a card.", "p_prep"),
        ("You get +2 Attack usable only to fight Villains.", "adj_inf"),
        ("It gives +2 Attack when thrown.", "t_when"),
        ("Do it, stopping when you win.", "t_ing"),
        ("If a Villain would be put into the KO pile, draw a card.", "part"),
        ("If you can't, draw a card.", "v_do"),
        ("Each player who can't gains a Wound.", "rel_subj"),
        ("Draw cards from the top of the deck on top of that card.", "pp"),
        ("Choose one:", "s_choose"),
        ("(After the normal Escape KO)", "s_paren"),
        ("(Draw a card. Then KO it.)", "s_paren"),
        ("Rescue a Bystander instead of putting it in your hand.", "t_insteading"),
    ],
)
def test_constructs(sentence: str, rule: str) -> None:
    tree = lexicon().parse(sentence)
    assert isinstance(tree, Node), tree
    assert rule in {node.rule for node in tree.walk()}


def test_a_node_is_as_wide_as_its_words() -> None:
    text = "If you do, you may draw two cards."
    tree = lexicon().parse(text)
    assert isinstance(tree, Node)
    for node in tree.walk():
        inside = list(node.tokens())
        assert (node.start, node.end) == (inside[0].start, inside[-1].end)


def test_every_word_is_owned_by_one_token() -> None:
    for sentence, _ in pairs("midnight-sons"):
        tree = lexicon().parse(sentence)
        assert isinstance(tree, Node)
        at = 0
        for token in tree.tokens():
            assert not re.search(r"\w", sentence[at : token.start]), sentence
            at = token.end


class _Prepared(Lexer):
    """Hands Earley the terminals our lexer chose."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None: ...

    def lex(self, lexer_state: object, parser_state: object) -> object:  # type: ignore[override]
        for term in lexer_state.text.text.split():  # type: ignore[attr-defined]
            yield LarkToken(term, term)


@pytest.mark.parametrize("box", BOXES)
def test_a_sentence_has_one_reading(box: str) -> None:
    """Earley lists all readings of the chosen terminals: several only where `ambiguous.txt` says why."""
    earley = Lark(lexicon().grammar, parser="earley", lexer=_Prepared, ambiguity="explicit", maybe_placeholders=False)
    several: set[str] = set()
    sentences = [sentence for sentence, _ in pairs(box)]
    for sentence in sentences:
        found = earley.parse(" ".join(lexicon().chosen_terms(sentence)))
        if any(isinstance(node, Tree) and node.data == "_ambig" for node in found.iter_subtrees()):
            several.add(sentence)
    assert several == {sentence for sentence, _ in pairs("ambiguous")} & set(sentences)


def test_the_grammar_is_found_and_unknown_kinds_of_data_are_not() -> None:
    assert (data_dir("grammar") / "sentence.lark").is_file()
    with pytest.raises(ValueError, match="unknown kind"):
        data_dir("secrets")
