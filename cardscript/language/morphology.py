"""English word forms: plurals of nouns and the five forms of verbs, regular by rule, irregular by table."""

from __future__ import annotations

import re
from collections.abc import Mapping

# fmt: off
IRREGULAR_VERBS: dict[str, tuple[str, str]] = {
    "be": ("was", "been"), "become": ("became", "become"), "begin": ("began", "begun"), "bet": ("bet", "bet"),
    "bid": ("bid", "bid"), "bind": ("bound", "bound"), "bite": ("bit", "bitten"), "break": ("broke", "broken"),
    "bring": ("brought", "brought"), "build": ("built", "built"), "burst": ("burst", "burst"),
    "buy": ("bought", "bought"), "cast": ("cast", "cast"), "catch": ("caught", "caught"),
    "choose": ("chose", "chosen"), "come": ("came", "come"), "cost": ("cost", "cost"), "cut": ("cut", "cut"),
    "deal": ("dealt", "dealt"), "do": ("did", "done"), "draw": ("drew", "drawn"), "drive": ("drove", "driven"),
    "eat": ("ate", "eaten"), "fall": ("fell", "fallen"), "feed": ("fed", "fed"), "feel": ("felt", "felt"),
    "fight": ("fought", "fought"), "find": ("found", "found"), "fly": ("flew", "flown"),
    "forget": ("forgot", "forgotten"), "freeze": ("froze", "frozen"), "get": ("got", "gotten"),
    "give": ("gave", "given"), "go": ("went", "gone"), "grow": ("grew", "grown"), "have": ("had", "had"),
    "hide": ("hid", "hidden"), "hit": ("hit", "hit"), "hold": ("held", "held"), "hurt": ("hurt", "hurt"),
    "keep": ("kept", "kept"), "know": ("knew", "known"), "lay": ("laid", "laid"), "lead": ("led", "led"),
    "leave": ("left", "left"), "lend": ("lent", "lent"), "let": ("let", "let"), "lose": ("lost", "lost"),
    "make": ("made", "made"), "meet": ("met", "met"), "pay": ("paid", "paid"), "put": ("put", "put"),
    "read": ("read", "read"), "ride": ("rode", "ridden"), "rise": ("rose", "risen"), "roll": ("rolled", "rolled"),
    "run": ("ran", "run"), "say": ("said", "said"), "see": ("saw", "seen"), "sell": ("sold", "sold"),
    "send": ("sent", "sent"), "set": ("set", "set"), "shake": ("shook", "shaken"), "show": ("showed", "shown"),
    "shut": ("shut", "shut"), "sink": ("sank", "sunk"), "sleep": ("slept", "slept"), "spend": ("spent", "spent"),
    "spin": ("spun", "spun"), "split": ("split", "split"), "spread": ("spread", "spread"),
    "stand": ("stood", "stood"), "steal": ("stole", "stolen"), "stick": ("stuck", "stuck"),
    "strike": ("struck", "struck"), "swing": ("swung", "swung"), "take": ("took", "taken"),
    "teach": ("taught", "taught"), "tear": ("tore", "torn"), "tell": ("told", "told"),
    "throw": ("threw", "thrown"), "understand": ("understood", "understood"), "wear": ("wore", "worn"),
    "win": ("won", "won"), "write": ("wrote", "written"),
}
"""Base form: past, participle. The s and -ing forms of these verbs are regular but for the few in the table below."""

IRREGULAR_S: dict[str, str] = {"be": "is", "have": "has", "do": "does", "go": "goes"}

IRREGULAR_PLURALS: dict[str, str] = {
    "child": "children", "foot": "feet", "goose": "geese", "half": "halves", "knife": "knives", "leaf": "leaves",
    "life": "lives", "mouse": "mice", "ox": "oxen", "person": "people", "self": "selves", "shelf": "shelves",
    "thief": "thieves", "tooth": "teeth", "wife": "wives", "wolf": "wolves", "die": "dice",
    "series": "series", "species": "species", "sheep": "sheep", "fish": "fish", "human": "humans",
    "talisman": "talismans", "shaman": "shamans",
}
"""Singular: plural, both in lower case; a capital first letter is kept."""

# fmt: on

_PLAIN_O = {"photo", "piano", "memo", "combo", "casino", "zero", "pro", "logo", "solo", "dynamo", "commando", "ego"}
_KEEPS_SINGLE_CONSONANT = re.compile(r"[wxy]$")


def plural(phrase: str) -> str:
    """The plural of a noun phrase: of its last word, or of the word before " of "."""
    head, of, tail = phrase.partition(" of ")
    start, space, last = head.rpartition(" ")
    return start + space + _plural_word(last) + of + tail


def _plural_word(word: str) -> str:
    lowered = word.lower()
    if lowered in IRREGULAR_PLURALS:
        found = IRREGULAR_PLURALS[lowered]
        return found.capitalize() if word[:1].isupper() else found
    if lowered.endswith("man") and len(word) > 3:
        return word[:-2] + "en"
    if re.search(r"(s|x|z|ch|sh)$", lowered):
        return word + "es"
    if re.search(r"[^aeiou]y$", lowered):
        return word[:-1] + "ies"
    if re.search(r"[^aeiou]o$", lowered) and lowered not in _PLAIN_O and not word.isupper():
        return word + "es"
    return word + "s"


def verb_forms(head: str, forms: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """(form, feature) of a verb for the features base, s, past, part and ing.

    Only the first word of the head bends ("look at": "looks at"). `forms` overrides single features by whole forms
    of the first word. A head in capitals is treated as initials: "OK", "OKs", "OK'd", "OKing".
    """
    word, space, rest = head.partition(" ")
    past, part = _past_and_participle(word)
    bent = {"base": word, "s": _third_person(word), "past": past, "part": part, "ing": _gerund(word)}
    bent.update(forms or {})
    return [(form + space + rest, feature) for feature, form in bent.items()]


def _initials(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _third_person(word: str) -> str:
    if word in IRREGULAR_S:
        return IRREGULAR_S[word]
    if _initials(word):
        return word + "s"
    if re.search(r"(s|x|z|ch|sh|o)$", word):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def _past_and_participle(word: str) -> tuple[str, str]:
    base = word.lower()
    if base in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[base]
    if _initials(word):
        return word + "'d", word + "'d"
    for prefix in ("re", "un", "over", "out", "under"):
        rest = base.removeprefix(prefix)
        if rest != base and rest in IRREGULAR_VERBS:
            past, part = IRREGULAR_VERBS[rest]
            return prefix + past, prefix + part
    if word.endswith("e"):
        regular = word + "d"
    elif re.search(r"[^aeiou]y$", word):
        regular = word[:-1] + "ied"
    elif _doubles(word):
        regular = word + word[-1] + "ed"
    else:
        regular = word + "ed"
    return regular, regular


def _gerund(word: str) -> str:
    if word.endswith("ie"):
        return word[:-2] + "ying"
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")) and word != "be":
        return word[:-1] + "ing"
    if _doubles(word):
        return word + word[-1] + "ing"
    return word + "ing"


def _doubles(word: str) -> bool:
    """Does the last consonant double before -ed and -ing: one syllable, one vowel, one consonant ("swap", "win")?"""
    stressed_last = ("begin", "forget", "reset", "refer", "prefer", "submit", "commit", "permit", "transfer", "equip")
    if word in stressed_last:
        return True
    one_syllable = re.fullmatch(r"(?:[^aeiou]*|[^aeiou]*qu)[aeiou][^aeiou]", word)
    return bool(one_syllable) and not _KEEPS_SINGLE_CONSONANT.search(word) and not _initials(word)


def indefinite_article(next_word: str) -> str:
    """ "a" or "an", by the sound the next word most likely starts with."""
    bare = next_word.lstrip("[\"'(+-")
    if re.match(r"(8|11(?!\d)|18(?!\d)|80)", bare):
        return "an"
    first = re.split(r"[\s\]\-]", bare, maxsplit=1)[0]
    if re.fullmatch(r"[A-Z](?:[A-Z]|\.)*", first) and not re.search(r"[AEIOUY]", first):
        return "an" if first[0] in "FHLMNRSX" else "a"
    lowered = bare.lower()
    if re.match(r"(x-|hono|hour|heir)", lowered):
        return "an"
    if re.match(r"(one\b|once\b|uni[^nm]|use|usu|eu|ufo)", lowered):
        return "a"
    return "an" if lowered[:1] in tuple("aeiou") else "a"
