"""Reading sentences: the lexicon of a frozen vocabulary, with its tokenizer and its parse tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from cardscript.language.diagnostics import Diagnostic
from cardscript.language.frames import Frame, frame_productions, frame_terminal
from cardscript.language.lexer import CLOSE, STOP, RawToken, Tokenizer, Trie, raw_token
from cardscript.language.lines import SplitLine, split_line
from cardscript.language.problems import too_long, unexpected_word, unfinished, unknown_words
from cardscript.language.readings import reading_terms
from cardscript.language.resources import data_dir
from cardscript.language.separators import separator_terms
from cardscript.language.syntax import Node, Token, WordForm
from cardscript.language.tables import ParseStack, ParseTables, build_tables

MAX_TOKENS = 150
"""No printed sentence has half as many; the limit bounds the depth of a tree."""
_NEW_STATEMENT = frozenset({"SEPS", "PCOMMA", "DOT", "CHOOSEONE", "THEN", "SUB", "COMMAS", "CONJC"})
_VERBAL = frozenset({"BE", "DO", "HAVE"})
_TERMINAL = re.compile(r"\b[A-Z][A-Z_0-9]*\b")


@cache
def grammar_template() -> str:
    return (data_dir("grammar") / "sentence.lark").read_text(encoding="utf-8")


def complete_grammar(frame_sets: Iterable[frozenset[Frame]]) -> str:
    """The grammar's text with the frames of these verbs filled in and all terminals declared."""
    ordered = sorted(frame_sets, key=frame_terminal)
    productions = [production for frames in ordered for production in frame_productions(frames)]
    rules = [line for line in grammar_template().splitlines() if not line.startswith("//")]
    text = "\n".join(rules)
    text = text.replace("{VERB_FRAMES}", "\n".join(f"     | {production} -> v" for production in productions))
    text = text.replace("{ANY_VERB}", " | ".join(frame_terminal(frames) for frames in ordered))
    return f"{text}\n%declare {' '.join(sorted(set(_TERMINAL.findall(text))))}\n"


class Lexicon:
    """Reads sentences and splits lines with one vocabulary. Made by `Vocabulary.freeze`; never changes."""

    def __init__(
        self,
        forms: tuple[WordForm, ...],
        labels: tuple[WordForm, ...],
        frame_sets: frozenset[frozenset[Frame]],
        digest: str,
    ) -> None:
        self.digest = digest
        self.grammar = complete_grammar(frame_sets)
        self.tables: ParseTables = build_tables(self.grammar)
        self.tokenizer = Tokenizer(forms)
        self._labels = Trie(labels)
        self._forms = forms
        self._cut: dict[str, list[RawToken]] = {}
        """Sentences of lines that have been split, and their tokens, until they are read."""

    def parse(self, text: str) -> Node | list[Diagnostic]:
        """The tree of one sentence without labels, or what is wrong with it. The final stop may be missing."""
        tokens = self._cut.pop(text, None)
        if tokens is None:
            tokens, unknown = self.tokenizer.tokens(text)
            if unknown:
                spellings = tuple(dict.fromkeys(form.spelling for form in self._forms))
                return unknown_words(unknown, spellings)
        if not tokens:
            return [unfinished(len(text), [])]
        if len(tokens) > MAX_TOKENS:
            return [too_long(tokens[MAX_TOKENS], MAX_TOKENS)]
        tokens = _with_stops(tokens, len(text))
        stack = ParseStack(self.tables)
        read = self._read(tokens, stack)
        if read is not None:
            return self._diagnose(text, tokens, read)
        tree = stack.finish()
        return tree if tree is not None else self._diagnose(text, tokens, len(tokens))

    def chosen_terms(self, text: str) -> list[str]:
        """The terminals the lexer chose for a sentence that can be read; for tests and for the curious."""
        tokens, _ = self.tokenizer.tokens(text)
        stack = ParseStack(self.tables)
        chosen: list[str] = []
        self._read(_with_stops(tokens, len(text)), stack, chosen)
        return chosen

    def split(self, line: str) -> SplitLine:
        """The labels and the sentences of one printed ability line."""
        found, tokens = split_line(line, self._labels, self.tokenizer)
        self._cut.update(tokens)
        return found

    def _read(
        self, tokens: list[RawToken], stack: ParseStack, chosen: list[str] | None = None, stop_before: int = -1
    ) -> int | None:
        """Push the tokens; the index of the one that cannot stand where it does, or None."""
        previous = ""
        verb_seen = False
        accepts, push = stack.accepts, stack.push
        for index, token in enumerate(tokens):
            if index == stop_before:
                return None
            lexeme = token.lexeme
            verbs = lexeme.verbs
            term = lexeme.plain
            if not term:
                terms = token.terms
                if "SEP" in terms:
                    candidates = separator_terms(tokens, index, previous, verb_seen)
                elif "COLON" in terms:
                    candidates = ["PCOMMA"]
                else:
                    candidates = reading_terms(tokens, index, previous)
                term = candidates[0]
                if len(candidates) > 1:
                    for candidate in candidates:
                        if accepts("ING" if lexeme.gerund and candidate in verbs else candidate):
                            term = candidate
                            break
            previous = term
            if term in _NEW_STATEMENT:
                verb_seen = False
            elif term in verbs or term in _VERBAL:
                verb_seen = True
            if lexeme.gerund and term in verbs:
                if chosen is not None:
                    chosen.append("ING")
                if not push("ING", None):
                    return index
            if chosen is not None:
                chosen.append(term)
            if term == "DOT":
                if not push(term, None):
                    return index
                continue
            entries, spelling = lexeme.as_term(term)
            spelling = spelling or (token.word if not entries else token.text)
            if not push(term, Token(term, token.text, token.start, token.end, entries, spelling)):
                return index
        return None

    def _diagnose(self, text: str, tokens: list[RawToken], failed: int) -> list[Diagnostic]:
        """Read again up to the word that failed, and say what could have stood there."""
        stack = ParseStack(self.tables)
        self._read(tokens, stack, stop_before=failed)
        expected = [term for term in sorted(self.tables.terminals) if stack.accepts(term)]
        if failed >= len(tokens) or "DOT" in tokens[failed].terms:
            return [unfinished(len(text.rstrip()), expected)]
        return [unexpected_word(tokens[failed], expected)]


def _with_stops(tokens: list[RawToken], length: int) -> list[RawToken]:
    """The tokens with the stops that may be left out: at the end, and before a bracket that closes whole sentences."""
    result: list[RawToken] = []
    inline = False
    for token in tokens:
        if "LPAR" in token.terms:
            inline = bool(result) and not result[-1].terms & {"DOT", "COLON"}
        if "RPAR" in token.terms and not inline and result and "DOT" not in result[-1].terms:
            result.append(raw_token(STOP, "", token.start, token.start))
        result.append(token)
    if len(result) > 1 and result[-1].terms == {"COLON"}:
        result[-1] = raw_token(STOP, "", length, length)
    if result and not (result[-1].terms & {"DOT"} or (result[-1].lexeme is CLOSE and not inline)):
        result.append(raw_token(STOP, "", length, length))
    return result
