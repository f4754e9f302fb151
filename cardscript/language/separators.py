"""What an "and", "or" or comma joins: statements, conditions, verbs, nouns, adjectives or phrases with a preposition.

The grammar has a terminal for each. Three things decide, in this order: the words around the separator (is the next
one a verb, a determiner, a preposition?), a scan for a clause behind it (a noun phrase and a verb that agree in
number), and, in the parser, whether the terminal can be shifted at all. This module gives the terminals, the preferred
one first.

    SEPS    between statements or conditions      CONJN   between nouns under the same determiner
    SEPV    between verbs of one subject          CONJP   between noun phrases with a determiner each
    CONJC   between conditions after a statement  CONJX   between phrases that start with a preposition
    CONJR   between participles                   CONJA   between icons
    PCOMMA  behind a prefix                       COMMAT  before a trailing phrase
    COMMAS  before a trailing condition
"""

from __future__ import annotations

from collections.abc import Sequence

from cardscript.language.lexer import RawToken

_BOUNDARIES = frozenset({"DOT", "COLON", "LPAR", "RPAR"})
_NOUNLIKE = frozenset({"DET", "ADJ", "NUM", "N", "ICON", "PLUS", "QUOTE", "S", "PREP", "ADV", "PRON"})
_BEFORE_NOUN = frozenset({"DET", "ADJ", "NUM", "ICON", "S", "PREP", "WHOSE"})


def separator_terms(tokens: Sequence[RawToken], index: int, previous: str, verb_seen: bool) -> list[str]:
    """The terminals the separator at `index` may have, best first.

    `previous` is the terminal chosen for the token before it; `verb_seen` says whether the statement has its verb.
    """
    word = tokens[index].word
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None or previous == "LPAR":
        return ["SEPS"]
    terms = following.terms
    verb_next = _verb_next(following)
    if word == "then":
        return ["SEPV", "THEN", "SEPS"] if following.lexeme.verbal else ["SEPS", "SEPV", "THEN"]
    if word == "," and following.lexeme.gerund:
        return ["COMMAT"]
    if word == "," and "SUB" in terms:
        return ["PCOMMA", "COMMAS", "SEPS"]
    if word == "," and terms & {"AS", "ADVP"}:
        return ["PCOMMA", "COMMAT"]
    if "PREP" in terms and word in ("or", "and", "and/or"):
        return ["CONJX"]
    prefix = ["PCOMMA"] if word in (",", ", then") else []
    if "then" in word:
        return prefix + (["SEPV", "SEPS"] if verb_next else ["SEPS", "SEPV"])
    if previous == "ICON" and "ICON" in terms:
        return ["CONJA"]
    participles = ["CONJR"] if previous == "PART" and "PART" in terms else []
    own_determiner = bool(terms & {"DET", "NUM"}) and not (word == "and" and _inside_with(tokens, index))
    nouns = ["CONJP", "CONJN"] if own_determiner else ["CONJN", "CONJP"]
    if verb_next:
        return participles + prefix + ["SEPV", "SEPS", *nouns]
    if verb_seen and starts_clause(tokens, index + 1):
        conditions = ["CONJC"] if word in ("or", "and") else []
        return prefix + conditions + ["SEPS", "SEPV", *nouns]
    return participles + prefix + nouns


def _inside_with(tokens: Sequence[RawToken], index: int) -> bool:
    """Does the "and" join two things that somebody or something is with ("with 6 cards and the ability ...")?"""
    for token in reversed(tokens[:index]):
        if "PREP" in token.terms:
            return token.word in ("with", ", with", "without")
        if token.lexeme.verbal and not token.lexeme.noun:
            return False
    return False


def _verb_next(token: RawToken) -> bool:
    terms = token.terms
    if "N" in terms and not token.lexeme.verbs:
        return False
    return token.lexeme.verbal or bool(terms & {"AUX", "TO"})


def starts_clause(tokens: Sequence[RawToken], start: int) -> bool:
    """Do a noun phrase and a verb that agrees with it stand from `start` on, before the next separator or stop?

    A relative clause or a pronoun after a noun ("card you played") takes a verb of its own, so one verb more is needed.
    """
    if start < len(tokens) and tokens[start].terms & {"SUB", "THEN", "FOR"}:
        return True
    needed = 1
    subject = False
    singular = False
    index = start
    while index < len(tokens):
        token = tokens[index]
        terms = token.terms
        if terms & _BOUNDARIES or (index > start and "SUB" in terms):
            return False
        if "SEP" in terms:
            if subject and token.word in ("and", "or", "and/or"):
                index += 1
                continue
            return False
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if "REL" in terms and subject and following is not None and following.lexeme.finite:
            needed += 1
            index += 1
            continue
        if "WHOSE" in terms:
            needed += 1
        if "PRON" in terms:
            if subject and _opens_relative(tokens, index, start):
                needed += 1
            subject = True
        elif "PART" in terms and not token.lexeme.verbs:
            if subject and needed > 1 and tokens[index - 1].terms & {"PRON", "AUX", "HAVE"}:
                needed -= 1
        elif (
            ("PART" in terms and subject and _is_participle(tokens, index))
            or ("S" in terms and not tokens[index - 1].terms & {"PRON", "REL"})
            or token.lexeme.gerund
        ):
            pass
        elif token.lexeme.finite and not _is_noun_here(tokens, index, start):
            if not subject or (singular and token.lexeme.only_base):
                return False
            needed -= 1
            if needed == 0:
                return True
            index = _end_of_verb_group(tokens, index)
        else:
            if terms & _NOUNLIKE:
                subject = True
            if "N" in terms:
                singular = token.lexeme.singular
            if "NUM" in terms:
                singular = False
        index += 1
    return False


def _opens_relative(tokens: Sequence[RawToken], index: int, start: int) -> bool:
    """Is the pronoun at `index` the subject of a relative clause ("the card you played")?"""
    if index <= start or index + 1 >= len(tokens):
        return False
    before = tokens[index - 1]
    if "PREP" in before.terms or (before.lexeme.finite and not before.lexeme.noun):
        return False
    following = tokens[index + 1]
    return following.lexeme.finite or "PART" in following.terms


def _is_participle(tokens: Sequence[RawToken], index: int) -> bool:
    """Is a form that may be past or participle a participle here ("a card discarded from your hand")?"""
    if index + 1 >= len(tokens):
        return False
    return bool(tokens[index + 1].terms & {"PREP", "ADVP", "DOT"}) and "PRON" not in tokens[index - 1].terms


def _is_noun_here(tokens: Sequence[RawToken], index: int, start: int) -> bool:
    """Is a word that may be a verb a noun, adjective or preposition by what stands before it?"""
    if not tokens[index].terms & {"N", "ADJ", "PREP"}:
        return False
    return index == start or bool(tokens[index - 1].terms & _BEFORE_NOUN)


def _end_of_verb_group(tokens: Sequence[RawToken], index: int) -> int:
    """The last of the auxiliaries and the verb that starts at `index`."""
    while index + 1 < len(tokens) and tokens[index].terms & {"AUX", "BE", "HAVE"}:
        following = tokens[index + 1]
        if not (following.lexeme.finite or "PART" in following.terms):
            break
        index += 1
    return index
