"""The language's own words: closed-class English and the general words of any card game.

Everything that belongs to one game (its nouns, verbs, names, icons, labels) is declared at run time; see `vocabulary`.
The keys are terminals of `grammar/sentence.lark`.
"""

from __future__ import annotations

# fmt: off
FUNCTION_WORDS: dict[str, tuple[str, ...]] = {
    "DET": (
        "a", "an", "the", "each", "every", "all", "any", "no", "both", "half", "some", "another",
        "your", "their", "its", "his or her", "his", "her", "this", "that", "these", "those", "that many",
    ),
    "PRON": (
        "it", "them", "they", "you", "he", "she", "no one", "anyone", "everyone", "someone", "itself",
        "themselves",
    ),
    "ADV": (
        "not", "only", "exactly", "up to", "at least", "at most", "yet", "already", "currently", "also", "just",
        "still", "more than", "fewer than",
    ),
    "AUX": (
        "not", "only", "either", "instead", "may", "must", "would", "can", "could", "should", "will", "cannot", "can't",
        "won't", "don't", "doesn't", "didn't", "do not", "does not", "did not", "yet",
        "already", "also", "still", "never",
    ),
    "ADJ": (
        "top", "bottom", "other", "extra", "more", "fewer", "most", "fewest", "additional", "total", "new", "same",
        "different", "random", "first", "second", "third", "fourth", "fifth", "sixth", "seventh",
        "eighth", "ninth", "tenth", "last", "next",
        "current", "remaining", "printed", "normal", "equal", "highest", "lowest", "higher", "lower", "high",
        "equal or higher", "equal or lower", "empty", "adjacent", "double", "odd-numbered", "even-numbered", "there",
        "face up", "face down", "revealed",
    ),
    "ADJI": ("usable", "usable only"),
    "PREP": (
        "of", "in", "from", "on", "under", "above", "below", "next to", "behind", "between", "among", "from among",
        "out of", "with", "without", "after", "before", "per", "worth", "equal to", "less than", "greater than",
        "more than", "fewer than", "at least as high as", "as high as", "as many as", "than", "by", "along with",
        ", with", "plus", ", plus", "during", "while in", "currently in", "including", "called", "named", "at",
        "on top of", "on the bottom of", "in front of",
    ),
    "SUB": (
        "if", "after", "before", "as if", "as though", "until", "until after", "as soon as", "as long as", "unless",
        "when", "whenever", "while", "the first time", "the next time", "each time", "any time",
    ),
    "FOR": ("for",),
    "INSTEADOF": ("instead of", "rather than"),
    "REL": ("that", "who", "which"),
    "WHOSE": ("whose",),
    "THEN": ("then",),
    "CHOOSEONE": ("choose one:",),
    "ADVP": (
        "this turn", "last turn", "each turn", "this game", "this way", "instead", "immediately", "in any order",
        "in turn order", "in random order", "at random", "on your turn", "once", "twice", "once per turn",
        "once this turn", "again",
        "at the end of this turn", "at the end of the turn", "at the end of your turn", "at the end of the game",
        "at the start of your turn", "for free", "either way", "no matter how many there were", "otherwise",
        "as above", "as normal", "below",
        "above", "face up", "face down", "there", "forward",
    ),
    "TO": ("to",),
    "INTO": ("into",),
    "AS": ("as",),
    "BACK": ("back",),
    "ONTOP": ("on top of", "to the top of", "on the bottom of", "to the bottom of"),
    "LESS": ("less", "more"),
    "DOWNTO": ("down to", "up to"),
    "BE": ("is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "be", "been"),
    "DO": ("do", "does", "did", "didn't", "doesn't", "don't"),
    "HAVE": ("have", "has", "had", "haven't", "hasn't"),
}
"""Terminal: its words and fixed phrases."""

MODALS = frozenset({"may", "must", "would", "can", "could", "should", "will", "cannot", "can't", "won't"})
"""Auxiliaries that may stand without their verb ("If you can't, ...")."""

PLURAL_DETERMINERS = frozenset({"all", "both", "these", "those", "that many", "some"})

NUMBER_WORDS: dict[str, int] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
}

ANY_NUMBER = "any number"

COMPARISONS: dict[str, str] = {
    "or less": "at most", "or fewer": "at most", "or lower": "at most",
    "or more": "at least", "or greater": "at least", "or higher": "at least",
}
"""The phrase after a number: how the number is meant."""

SEPARATORS = (
    "and", "or", "and/or", ",", ";", "then",
    ", and", ", or", ", then", "; then", "; and", "; or", "and then", ", and then", ", and/or",
)
"""Words that join; which of the joining terminals one is, `separators` decides."""

CORE_NOUNS = (
    "card", "player", "turn", "hand", "deck", "discard pile", "copy", "cost", "color", "effect", "choice", "left",
    "right", "game", "number", "rest", "thing", "ability", "group", "pile", "face", "space", "side", "order", "name",
    "card name", "control", "text", "line", "step", "phase", "round", "value",
)

CORE_VERBS = (
    "draw {np}", "get {np}", "have {np} [{vp}]", "gain {np} [to {np}|on top of {np}]", "reveal {np}", "discard {np}",
    "discard down to {np}", "play {np}", "make {np} [{vp}]", "return {np} to {np}", "pass {np} to {np}",
    "put {np} [back|into {np}|on top of {np}|back on top of {np}]", "do {np} [to {np}]", "cost {np} [less]",
    "cost {pp}", "move {np} [to {np}]", "move into {np}", "swap {np}", "use {np}", "become {np}", "take effect",
    "take {np}", "choose {np}", "choose {inf}", "look at {np}", "add {np}", "add {np} to {np}", "add up {np}",
    "count", "count {np}", "hold {np}", "run out", "shuffle {np}", "shuffle {np} [back] into {np}", "copy {np}",
    "win", "win {np}", "lose", "lose {np}", "end", "lead", "get into {np}", "enter {np}", "pay {np}", "spend {np}",
    "stack {np}", "start {np}", "stop", "say {np}", "exceed {np}", "give {np}", "flip {np} over", "list {np}",
    "search {np}", "tuck {np}", "name {np}", "prevent {np}", "ignore {np}", "control {np}", "destroy {np}",
    "require {np}", "carry out {np}", "push {np}", "push out {np}", "fill {np}", "refill {np}", "look through {np}",
    "keep {np}", "exchange {np}", "round up", "round down", "turn {np} over", "roll {np}",
    "move forward to {np}", "cover {np}", "list {np}", "transform into {np}", "mark {np}", "remove {np}", "place {np}",
    "attach {np} [to {np}]", "end {np}", "skip {np}", "repeat {np}",
)
"""Templates: a head, then holes and particles; `[a|b]` is optional. See `frames`."""
# fmt: on
