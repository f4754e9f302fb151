"""From text to raw tokens: pieces by one pattern, phrases by the longest match in a trie, all readings kept.

Which reading a token has in its sentence is not decided here; see `readings` and `separators`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from cardscript.language.syntax import Entry, WordForm
from cardscript.language.words import ANY_NUMBER, COMPARISONS, NUMBER_WORDS, SEPARATORS

PIECE = re.compile(
    r"""
      (?P<word>(?:[^\W\d_]\.){2,}|[^\W\d_](?:[\w-]|/(?=or\b))*(?:'(?!(?:s|ve|re|ll)\b)[^\W\d_]+)?)
    | (?P<icon>\[[^\]\n]+\])
    | (?P<signed>[+-]\d+(?!\w))
    | (?P<plus>\+(?=[^\W\d_]))
    | (?P<hyphened>\d+-[^\W\d_]+)
    | (?P<times>\d+x(?!\w))
    | (?P<number>\d+(?:-\d+(?!\w))?)
    | (?P<clitic>'(?:s|ve|re|ll)(?!\w)|(?<=s)'(?=[\s.,;:)]|$))
    | (?P<quote>"[^"]*")
    | (?P<mark>[().,:;!?'&/%*\#-])
    | (?P<other>\S)
    """,
    re.VERBOSE,
)
"""One piece of a text: its group says of what sort."""

TYPOGRAPHY = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2212": "-"})
"""Signs a word processor puts in; each is as long as what it stands for, so that places stay right."""

DEGREES = ("non", "highest", "lowest", "most", "fewest")
"""First halves of adjectives made with a hyphen: "non-blue", "highest-cost"."""


class Piece(Struct, frozen=True, gc=False):
    """A piece of the text as the pattern cut it; `word` is its text in lower case."""

    text: str
    word: str
    start: int
    end: int
    sort: str


def cut(text: str) -> list[Piece]:
    """The pieces of a text in order."""
    return [
        Piece(text := found[0], text.lower(), found.start(), found.end(), found.lastgroup or "")
        for found in PIECE.finditer(text)
    ]


class Lexeme(msgspec.Struct, frozen=True):
    """All readings of one phrase, with what the choosers keep asking about it."""

    entries: tuple[Entry, ...]
    spellings: dict[str, str] = {}
    """Terminal: canonical spelling."""
    terms: frozenset[str] = frozenset()
    verbs: tuple[str, ...] = ()
    """The verb terminals among the readings."""
    verbal: bool = False
    """May be a verb form or a form of be, do, have."""
    finite: bool = False
    """May open a verb phrase: verbal, or an auxiliary."""
    base: bool = False
    """May be the base form of a verb."""
    only_base: bool = False
    """Of its verb readings all are base forms."""
    gerund: bool = False
    """All its verb readings end in -ing."""
    past: bool = False
    """May be a past tense or another finite form of a verb that also has a participle here."""
    singular: bool = False
    """As a noun only singular, and not a name."""
    noun: bool = False
    plain: str = ""
    """Its only terminal, if no neighbour has a say in that."""
    read_as: dict[str, tuple[tuple[Entry, ...], str]] = {}
    """Terminal: its entries and canonical spelling, found when they are first asked for."""

    def as_term(self, term: str) -> tuple[tuple[Entry, ...], str]:
        """The entries of a terminal, and how it is spelled canonically (empty: not said)."""
        found = self.read_as.get(term)
        if found is None:
            known = CLASS_OF.get(term, term)
            entries = tuple(entry for entry in self.entries if entry.term == known)
            found = self.read_as[term] = entries, self.spellings.get(known, "")
        return found


CLASS_OF = {"TO_V": "TO", "SUBP": "SUB", "SUBE": "SUB", "SUBI": "SUB", "AUXE": "AUX"}
"""Terminals that are made of a class by the neighbours of a word."""
CHOSEN_BY_CONTEXT = frozenset({"TO", "SUB", "AUX", "SEP", "COLON"})
"""Classes whose terminal depends on the neighbours, though the word has one reading."""


def lexeme(forms: Iterable[WordForm]) -> Lexeme:
    """The lexeme of forms that are spelled alike."""
    entries = tuple(form.entry for form in forms)
    spellings: dict[str, str] = {}
    for form in forms:
        spelling = "a" if form.spelling == "an" else form.spelling
        spellings.setdefault(form.entry.term, spelling)
    terms = frozenset(entry.term for entry in entries)
    verbs = tuple(dict.fromkeys(entry.term for entry in entries if entry.term.startswith("V_")))
    features = {entry.feature for entry in entries if entry.term.startswith("V_")}
    noun_features = {entry.feature for entry in entries if entry.term == "N"}
    verbal = bool(verbs) or bool(terms & {"BE", "DO", "HAVE"})
    return Lexeme(
        entries,
        spellings,
        terms,
        verbs,
        verbal,
        verbal or "AUX" in terms,
        "base" in features,
        features == {"base"},
        features == {"ing"},
        bool(features & {"base", "s", "past"}),
        noun_features == {""},
        "N" in terms,
        next(iter(terms)) if len(terms) == 1 and not terms & CHOSEN_BY_CONTEXT else "",
    )


def simple_lexeme(*entries: Entry) -> Lexeme:
    """A lexeme of entries whose base form is their spelling."""
    return lexeme([WordForm(entry.phrase, entry) for entry in entries])


class RawToken(Struct):
    """A phrase of the text with all its readings; `word` is its text in small letters."""

    lexeme: Lexeme
    terms: frozenset[str]
    text: str
    word: str
    start: int
    end: int

    def __repr__(self) -> str:
        return f"{self.text}{sorted(self.terms)}"


def raw_token(lexeme: Lexeme, text: str, start: int, end: int) -> RawToken:
    """The token of a phrase at a place."""
    return RawToken(lexeme, lexeme.terms, text, text.lower(), start, end)


STOP = simple_lexeme(Entry(".", "DOT"))
COLON = simple_lexeme(Entry(":", "COLON"))
NUMBER = Lexeme((), {}, frozenset({"NUM"}), plain="NUM")
SIGNED = Lexeme((), {}, frozenset({"PLUS"}), plain="PLUS")
OPEN = simple_lexeme(Entry("(", "LPAR"))
CLOSE = simple_lexeme(Entry(")", "RPAR"))
POSSESSIVE = simple_lexeme(Entry("'s", "S"))
POSSESSIVE_OR_IS = simple_lexeme(Entry("'s", "S"), Entry("'s", "BE"))
CONTRACTED_HAVE = simple_lexeme(Entry("'ve", "HAVE"), Entry("'ve", "AUX"))
CONTRACTED_ARE = simple_lexeme(Entry("'re", "BE"))
CONTRACTED_WILL = simple_lexeme(Entry("'ll", "AUX"))

_BY_SORT = {"signed": SIGNED, "plus": SIGNED, "times": NUMBER, "number": NUMBER}
_BY_MARK = {".": STOP, "!": STOP, "?": STOP, ":": COLON, "(": OPEN, ")": CLOSE}
_BY_CLITIC = {
    "'s": POSSESSIVE_OR_IS,
    "'": POSSESSIVE,
    "'ve": CONTRACTED_HAVE,
    "'re": CONTRACTED_ARE,
    "'ll": CONTRACTED_WILL,
}

_LEXEME = ""
"""Key of a trie node's lexeme; no piece is empty."""
_COMMON = " "
"""Key of the lexeme of a phrase where no proper name is meant, None if it is nothing else; no piece is a blank."""

TrieNode = dict[str, Any]


def _is_name(form: WordForm) -> bool:
    """Whether a form is a proper name with a capital letter, which a small one does not mean ("two", "a card A")."""
    return form.entry.feature == "name" and form.spelling[:1].isupper()


class Trie:
    """All phrases, piece by piece, in lower case. What a phrase can be is put together when it is first met."""

    def __init__(self, forms: Iterable[WordForm]) -> None:
        self.root: TrieNode = {}
        grouped: dict[str, list[WordForm]] = {}
        for form in forms:
            grouped.setdefault(form.spelling, []).append(form)
        for spelling, alike in grouped.items():
            node = self.root
            for part in _words(spelling):
                node = node.setdefault(part, {})
            node.setdefault(_LEXEME, []).extend(alike)

    def longest(self, pieces: Sequence[Piece], index: int) -> tuple[Lexeme, int] | None:
        """The longest phrase that starts at a piece: its lexeme and the index of the piece after it."""
        node = self.root.get(pieces[index].word)
        best: tuple[Lexeme, int] | None = None
        after, count = index + 1, len(pieces)
        while node is not None:
            if _LEXEME in node:
                found = _meaning(node, pieces[index].text)
                if found is not None:
                    best = found, after
            if after == count:
                break
            node = node.get(pieces[after].word)
            after += 1
        return best

    def opening(self, text: str, at: int) -> tuple[Lexeme, int] | None:
        """The longest phrase at a place of a text, and where it ends; no more of the text is cut than that takes."""
        node = self.root
        best: tuple[Lexeme, int] | None = None
        first = ""
        for piece in PIECE.finditer(text, at):
            if (word := piece[0].lower()) not in node:
                break
            node = node[word]
            first = first or piece[0]
            if _LEXEME in node:
                found = _meaning(node, first)
                if found is not None:
                    best = found, piece.end()
        return best

    def exactly(self, text: str) -> Lexeme | None:
        """The lexeme of a whole text, if it is one phrase."""
        pieces = cut(text)
        found = self.longest(pieces, 0) if pieces else None
        return found[0] if found and found[1] == len(pieces) else None


def _words(spelling: str) -> list[str]:
    """The pieces of a phrase in lower case."""
    words = spelling.split()
    if all(word.isalpha() for word in words):
        return [word.lower() for word in words]
    return [piece.word for piece in cut(spelling)]


def _meaning(node: TrieNode, text: str) -> Lexeme | None:
    """What the phrase that ends at a node can be; `text` is its first piece as it is written."""
    known = node[_LEXEME]
    if known.__class__ is list:
        common = [form for form in known if not _is_name(form)]
        if len(common) < len(known):
            node[_COMMON] = lexeme(common) if common else None
        known = node[_LEXEME] = lexeme(known)
    if _COMMON in node and text[:1].islower():
        return node[_COMMON]  # type: ignore[no-any-return]
    return known  # type: ignore[no-any-return]


def closed_forms() -> list[WordForm]:
    """Forms that are words of the lexer: separators, comparisons after a number, numbers in words."""
    forms = [WordForm(word, Entry(word, "SEP")) for word in SEPARATORS]
    forms += [WordForm(phrase, Entry(phrase, "CMP")) for phrase in COMPARISONS]
    forms += [WordForm(word, Entry(word, "NUM")) for word in (*NUMBER_WORDS, ANY_NUMBER)]
    return forms


class Tokenizer:
    """Turns the text of a sentence into raw tokens."""

    def __init__(self, forms: Iterable[WordForm]) -> None:
        self.trie = Trie([*forms, *closed_forms()])

    def tokens(self, text: str) -> tuple[list[RawToken], list[Piece]]:
        """The raw tokens, and the pieces nothing is known of."""
        text = text.translate(TYPOGRAPHY)
        pieces = cut(text)
        unknown: list[Piece] = []
        tokens: list[RawToken] = []
        index, count = 0, len(pieces)
        opens, longest = self.trie.root, self.trie.longest
        while index < count:
            piece = pieces[index]
            found = longest(pieces, index) if piece.word in opens else None
            if found is not None:
                known, after = found
                if after == index + 1:
                    tokens.append(RawToken(known, known.terms, piece.text, piece.word, piece.start, piece.end))
                else:
                    end = pieces[after - 1].end
                    tokens.append(raw_token(known, text[piece.start : end], piece.start, end))
                index = after
                continue
            index += 1
            if piece.sort == "quote":
                tokens += self._quoted(text, piece)
                continue
            single = self._single(piece)
            if single is None:
                unknown.append(piece)
            else:
                tokens.append(raw_token(single, piece.text, piece.start, piece.end))
        return self._joined_separators(_joined_numbers(text, tokens)), unknown

    def _joined_separators(self, tokens: list[RawToken]) -> list[RawToken]:
        """A comma out of a quotation and the "and" behind it are one separator."""
        commas = [at for at, token in enumerate(tokens[:-1]) if token.word == ","]
        if not any("SEP" in tokens[at + 1].terms for at in commas):
            return tokens
        joined: list[RawToken] = []
        for token in tokens:
            previous = joined[-1] if joined else None
            if previous is not None and previous.word == "," and "SEP" in token.terms:
                together = self.trie.exactly(f", {token.word}")
                if together is not None:
                    joined[-1] = raw_token(together, f", {token.text}", previous.start, token.end)
                    continue
            joined.append(token)
        return joined

    def _single(self, piece: Piece) -> Lexeme | None:
        """The lexeme of a piece that is no declared phrase: a number, a mark, an adjective made with a hyphen."""
        if piece.sort in _BY_SORT:
            return _BY_SORT[piece.sort]
        if piece.sort == "clitic":
            return _BY_CLITIC[piece.text.lower()]
        if piece.sort == "mark":
            return _BY_MARK.get(piece.text)
        if piece.sort in ("hyphened", "word"):
            return self._compound(piece.text)
        return None

    def _compound(self, text: str) -> Lexeme | None:
        """ "0-cost", "non-blue", "highest-cost": an adjective with the readings of its second half."""
        first, hyphen, second = text.partition("-")
        if not hyphen or not (first.isdigit() or first.lower() in DEGREES):
            return None
        known = self.trie.exactly(second)
        if known is None:
            return None
        feature = "number" if first.isdigit() else first.lower()
        spelled = [
            WordForm(f"{first.lower()}-{entry.phrase}", Entry(entry.phrase, "ADJ", feature, entry.ref))
            for entry in known.entries
            if entry.term in ("N", "ADJ")
        ]
        return lexeme(spelled) if spelled else None

    def _quoted(self, text: str, piece: Piece) -> list[RawToken]:
        """A quotation. A stop or comma printed inside its closing mark belongs to the sentence around it."""
        inner = piece.text[1:-1]
        stop = inner[-1:] if inner[-1:] in (".", "!", ",") else ""
        following = text[piece.end :].lstrip()
        sentence_ends = not following or following[0].isupper() or following[0] in "()"
        plain = inner[:-1] if stop else inner
        spelling = f'"{plain}"'
        entries = [WordForm(spelling, Entry(plain, "N", "quote")), WordForm(spelling, Entry(plain, "QUOTE", "quote"))]
        known = self.trie.exactly(plain)
        if known is not None:
            named = [entry for entry in known.entries if entry.term == "N"]
            if named:
                entries[0:1] = [WordForm(spelling, Entry(e.phrase, "N", "quote", e.ref)) for e in named]
            entries += [
                WordForm(spelling, entry) for entry in known.entries if entry.term == "PART" or entry.term[:2] == "V_"
            ]
        tokens = [raw_token(lexeme(entries), piece.text, piece.start, piece.end)]
        at = piece.end - 2
        if stop == ",":
            comma = self.trie.exactly(",")
            assert comma is not None
            tokens.append(raw_token(comma, ",", at, at + 1))
        elif stop and sentence_ends:
            tokens.append(raw_token(STOP, stop, at, at + 1))
        return tokens


def _joined_numbers(text: str, tokens: list[RawToken]) -> list[RawToken]:
    """ "3 or less", "1 or 2" and "1 to 3" become one number each."""
    if not any("NUM" in token.terms for token in tokens):
        return tokens
    joined: list[RawToken] = []
    for token in tokens:
        previous = joined[-1] if joined else None
        if previous is not None and previous.terms == {"NUM"} and token.terms == {"CMP"}:
            joined[-1] = raw_token(NUMBER, text[previous.start : token.end], previous.start, token.end)
        elif (
            token.terms == {"NUM"}
            and len(joined) > 1
            and previous is not None
            and previous.word in ("or", "to")
            and joined[-2].terms == {"NUM"}
        ):
            first = joined[-2]
            joined[-2:] = [raw_token(NUMBER, text[first.start : token.end], first.start, token.end)]
        else:
            joined.append(token)
    return joined
