"""Which reading of a word comes first: the terminals of a token with several readings, in order of preference.

The parser takes the first that it can shift, so these are preferences and not verdicts. Separators have a module of
their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardscript.language.lexer import RawToken
from cardscript.language.separators import starts_clause
from cardscript.language.words import MODALS

_BEFORE_NOUN = frozenset({"DET", "ADJ", "NUM", "ICON", "S", "PREP", "PLUS", "WHOSE"})
_BEFORE_RELATIVE = frozenset({"N", "DET", "NUM", "PRON", "QUOTE", "ADV", "ICON", "ADJ"})
_OPENS_NOUN_PHRASE = frozenset({"DET", "ADJ", "NUM", "N", "ICON", "PLUS", "PRON", "QUOTE"})
_DEFAULT_ORDER = ("DO", "DET", "PRON", "ADVP", "ADJ", "ADV", "N", "PREP", "SUB", "AUX")


def reading_terms(tokens: Sequence[RawToken], index: int, previous: str) -> list[str]:
    """The terminals the token at `index` may have, best first; `previous` is the one chosen for the token before."""
    token = tokens[index]
    terms = token.terms
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if "SUB" in terms:
        return _subordinator(tokens, index, following)
    if "TO" in terms:
        return ["TO_V", "TO"] if following is not None and following.lexeme.base else ["TO", "TO_V"]
    if len(terms) == 1 and token.word not in MODALS:
        return list(terms)
    verbs = list(token.lexeme.verbs)
    if "S" in terms and "BE" in terms:
        return ["BE", "S"] if previous in ("PRON", "REL") else ["S", "BE"]
    if "REL" in terms:
        relative = following is not None and following.lexeme.finite and previous in _BEFORE_RELATIVE
        return _first(terms, "REL", "DET") if relative else _first(terms, "DET", "REL")
    if "HAVE" in terms:
        perfect = _participle_follows(tokens, index + 1)
        return ["HAVE", *_first(terms, "AUX", without="HAVE")] if perfect else _first(terms, *verbs, "AUX", "HAVE")
    if "DO" in terms:
        return _do(terms, following, previous, verbs)
    if token.word in MODALS:
        return ["AUXE", "AUX"] if _verb_left_out(following) else ["AUX"]
    if token.word == "there":
        said_to_be = previous in ("BE", "ADV", "AUX") or (following is not None and "BE" in following.terms)
        return _first(terms, "ADJ", "ADVP") if said_to_be else _first(terms, "ADVP", "ADJ")
    if "AUX" in terms and "ADVP" in terms:
        auxiliary = following is not None and following.lexeme.verbal and previous in ("PRON", "N")
        return _first(terms, "AUX", "ADVP") if auxiliary else _first(terms, "ADVP", "AUX")
    if "AUX" in terms and "ADV" in terms:
        return _first(terms, "AUX", "ADV") if _before_verb(following) else _first(terms, "ADV", "AUX")
    if "PREP" in terms and "ADVP" in terms:
        noun_next = following is not None and bool(following.terms & _OPENS_NOUN_PHRASE)
        return _first(terms, "PREP", "ADVP") if noun_next else _first(terms, "ADVP", "PREP")
    if "ONTOP" in terms:
        return _first(terms, "ONTOP", "PREP")
    if "N" in terms and verbs:
        noun = _noun_by_looks(token, index, following)
        if noun or (noun is None and previous in _BEFORE_NOUN):
            return _first(terms, "N", *verbs)
        if noun is False:
            return _first(terms, *verbs, "N")
    if "PART" in terms:
        return _participle(token, following, previous, verbs)
    if "N" in terms and verbs:
        return _first(terms, *verbs, "N")
    if "N" in terms and index > 0 and token.text[:1].isupper():
        return _first(terms, "N")
    return _first(terms, *_DEFAULT_ORDER)


def _first(terms: frozenset[str], *preferred: str, without: str = "") -> list[str]:
    """The preferred terminals that are there, then the others in a fixed order."""
    rest = sorted(term for term in terms if term not in preferred and term != without)
    return [term for term in preferred if term in terms] + rest


def _subordinator(tokens: Sequence[RawToken], index: int, following: RawToken | None) -> list[str]:
    """ "when drawn" (SUBP), "if only 2 players, use" (SUBE), "stopping when" (SUBI), or the opening of a condition."""
    others = sorted(tokens[index].terms - {"SUB"})
    if "PREP" in others and not starts_clause(tokens, index + 1):
        return ["PREP", "SUB"]
    if following is not None and "PART" in following.terms and not following.terms & {"N", "DET", "PRON"}:
        return ["SUBP", "SUB", *others]
    if index > 0 and tokens[index - 1].lexeme.gerund:
        return ["SUBI", "SUB", *others]
    if tokens[index].word == "if" and _elliptical(tokens, index + 1):
        return ["SUBE", "SUB"]
    return ["SUB", *others]


def _elliptical(tokens: Sequence[RawToken], start: int) -> bool:
    """Is there no verb before the first comma, and an order right behind it?"""
    for index in range(start, len(tokens) - 1):
        token = tokens[index]
        if token.word == ",":
            following = tokens[index + 1]
            return following.lexeme.base and "N" not in following.terms
        if "DOT" in token.terms or "SEP" in token.terms or "PRON" in token.terms:
            return False
        noun = bool(token.terms & {"N", "ADJ"}) and bool(tokens[index - 1].terms & _BEFORE_NOUN)
        if token.lexeme.finite and not noun and "ADV" not in token.terms:
            return False
    return False


def _verb_left_out(following: RawToken | None) -> bool:
    """Does a modal stand alone ("If you can't, ...", "each player who can't discards ...")?"""
    if following is None or following.terms & {"DOT", "SEP", "RPAR"} or following.word in MODALS:
        return True
    lexeme = following.lexeme
    return bool(lexeme.verbs) and not lexeme.base and not following.terms & {"AUX", "ADV"}


def _noun_by_looks(token: RawToken, index: int, following: RawToken | None) -> bool | None:
    """Is a word that may be noun or verb a noun, by its capital letter or by what follows? None: it may be either.

    The capital counts where the noun is declared with one and the verb without ("any Guard effects", "he guards").
    """
    spellings = token.lexeme.spellings
    verbs = token.lexeme.verbs
    if spellings["N"][:1].isupper() and spellings[verbs[0]][:1].islower():
        if token.text[:1].islower():
            return False
        if index > 0:
            return True
    takes_object = all(verb != "V_0" and not verb.startswith("V_0__") and "POSTS" not in verb for verb in verbs)
    if takes_object and following is not None and following.terms and following.terms <= {"PREP", "S"}:
        return True
    return None


def _participle_follows(tokens: Sequence[RawToken], index: int) -> bool:
    while index < len(tokens) and tokens[index].terms & {"AUX", "ADV"} and not tokens[index].lexeme.verbal:
        index += 1
    if index >= len(tokens):
        return False
    token = tokens[index]
    return "PART" in token.terms or token.word == "been"


def _before_verb(following: RawToken | None) -> bool:
    if following is None or "DET" in following.terms:
        return False
    if following.terms == {"PREP"}:
        return True
    return following.lexeme.verbal or bool(following.terms & {"PART", "AUX"})


def _do(terms: frozenset[str], following: RawToken | None, previous: str, verbs: list[str]) -> list[str]:
    """ "If you do," (DO), "don't reveal" (AUX), "do the same thing" (a verb)."""
    ends = following is None or bool(following.terms & {"SEP", "DOT", "RPAR"})
    if "AUX" in terms:
        before_adverb = following is not None and "AUX" in following.terms and "ADV" not in following.terms
        if previous == "REL" and _verb_left_out(following):
            return _first(terms, "DO", "AUX", *verbs)
        return _first(terms, "DO", "AUX") if ends or before_adverb else _first(terms, "AUX", *verbs, "DO")
    if ends or previous in ("REL", "PRON"):
        return _first(terms, "DO", *verbs)
    return _first(terms, *verbs, "DO")


def _participle(token: RawToken, following: RawToken | None, previous: str, verbs: list[str]) -> list[str]:
    """A form that may be a participle, a past tense, an adjective."""
    terms = token.terms
    if previous == "PRON" and token.lexeme.past:
        return _first(terms, *verbs, "PART")
    if previous in ("BE", "HAVE") or token.lexeme.gerund:
        return _first(terms, "PART", "ADJ", *verbs)
    closed = following is not None and bool(following.terms & {"PREP", "ADVP", "DOT", "BE", "SEP", "TO"})
    if verbs and closed and previous in ("N", "AUX", "REL"):
        if token.lexeme.base and previous != "N":
            return _first(terms, *verbs, "PART")
        return _first(terms, "PART", *verbs)
    if previous in ("DET", "NUM"):
        return _first(terms, "ADJ", *verbs, "PART")
    return _first(terms, *verbs, "PART")
