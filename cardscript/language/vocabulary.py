"""The words a game declares, on top of the language's own; frozen into a `Lexicon` that reads sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from cardscript.language.frames import Frame, frame_terminal, read_template
from cardscript.language.grammar import Lexicon
from cardscript.language.morphology import plural as regular_plural
from cardscript.language.morphology import verb_forms
from cardscript.language.syntax import Entry, WordForm
from cardscript.language.words import CORE_NOUNS, CORE_VERBS, FUNCTION_WORDS, PLURAL_DETERMINERS


class _Verb(msgspec.Struct):
    """What all declarations of one head say together."""

    frames: set[Frame] = set()
    refs: list[object] = []
    forms: dict[str, str] = {}


class Vocabulary:
    """Collects declarations. The core words are there from the start; nothing is checked against anything here."""

    def __init__(self) -> None:
        self._forms: dict[tuple[str, str, str], list[WordForm]] = {}
        self._labels: dict[tuple[str, str, str], list[WordForm]] = {}
        self._verbs: dict[str, _Verb] = {}
        self._particles: dict[str, str] = {}
        for term, phrases in FUNCTION_WORDS.items():
            for phrase in phrases:
                feature = "pl" if term == "DET" and phrase in PLURAL_DETERMINERS else ""
                self._word(phrase, Entry("a" if phrase == "an" else phrase, term, feature))
        for noun in CORE_NOUNS:
            self.noun(noun, None)
        for template in CORE_VERBS:
            self.verb(template, None)

    def noun(self, phrase: str, ref: object, *, plural: str | None = None) -> None:
        """A common noun, in the singular; the plural is regular English unless it is given."""
        self._word(phrase, Entry(phrase, "N", "", ref))
        self._word(plural or regular_plural(phrase), Entry(phrase, "N", "pl", ref))

    def name(self, phrase: str, ref: object) -> None:
        """A proper name; it may contain stops, commas and "and". Read as a plural too, if it does not look like one."""
        self._word(phrase, Entry(phrase, "N", "name", ref))
        if not phrase.partition(" of ")[0].endswith("s") and phrase[-1:].isalpha():
            self._word(regular_plural(phrase), Entry(phrase, "N", "name", ref))

    def adjective(self, phrase: str, ref: object) -> None:
        self._word(phrase, Entry(phrase, "ADJ", "", ref))

    def adverbial(self, phrase: str, ref: object) -> None:
        """A fixed adverbial phrase after a verb or before a comma ("this turn")."""
        self._word(phrase, Entry(phrase, "ADVP", "", ref))

    def preposition(self, phrase: str, ref: object) -> None:
        self._word(phrase, Entry(phrase, "PREP", "", ref))

    def icon(self, text: str, ref: object) -> None:
        """A symbol in the running text, with its brackets: "[Fire]"."""
        self._word(text, Entry(text, "ICON", "", ref))

    def verb(self, template: str, ref: object, *, forms: Mapping[str, str] | None = None) -> None:
        """A way to use a verb, see `frames`; `forms` gives irregular forms by feature (s, past, part, ing)."""
        for read in read_template(template):
            known = self._verbs.setdefault(read.head, _Verb())
            known.frames.add(read.frame)
            if ref is not None and not any(ref is other for other in known.refs):
                known.refs.append(ref)
            known.forms.update(forms or {})
            for terminal, word in read.particles:
                self._particles[terminal] = word

    def label(self, phrase: str, ref: object) -> None:
        """A word that opens an ability line, before ":" or " - "."""
        for spelling in (phrase, regular_plural(phrase)):
            self._add(self._labels, spelling, Entry(phrase, "LABEL", "" if spelling == phrase else "pl", ref))

    def label_template(self, template: str, ref: object) -> None:
        """A label with an argument: "Guard {np}"."""
        head = template.partition("{")[0].strip()
        self._add(self._labels, head, Entry(template, "LABELT", "", ref))

    def freeze(self) -> Lexicon:
        """The finished, immutable reader of this vocabulary."""
        frame_sets = {frozenset(verb.frames) for verb in self._verbs.values()}
        forms = [*_flat(self._forms), *self._verb_words()]
        labels = _flat(self._labels)
        return Lexicon(tuple(forms), tuple(labels), frozenset(frame_sets), _digest([*forms, *labels]))

    def _verb_words(self) -> list[WordForm]:
        words: list[WordForm] = []
        for head, verb in self._verbs.items():
            terminal = frame_terminal(frozenset(verb.frames))
            refs = tuple(verb.refs) or None
            for form, feature in verb_forms(head, verb.forms):
                term = "PART" if feature == "part" else terminal
                words.append(WordForm(form, Entry(head, term, feature, refs)))
        words += [WordForm(word, Entry(word, terminal)) for terminal, word in self._particles.items()]
        return words

    def _word(self, spelling: str, entry: Entry) -> None:
        self._add(self._forms, spelling, entry)

    @staticmethod
    def _add(table: dict[tuple[str, str, str], list[WordForm]], spelling: str, entry: Entry) -> None:
        """A declaration takes the place of a core word; two declarations of one form are two readings of it."""
        known = table.setdefault((spelling.lower(), entry.term, entry.feature), [])
        if any(form.entry.ref is entry.ref or entry.ref is None for form in known):
            return
        known[:] = [form for form in known if form.entry.ref is not None]
        known.append(WordForm(spelling, entry))


def _flat(table: dict[tuple[str, str, str], list[WordForm]]) -> list[WordForm]:
    return [form for forms in table.values() for form in forms]


def _digest(forms: list[WordForm]) -> str:
    """A hash of all that decides how a sentence is read, the attached objects left aside."""
    lines = sorted(f"{f.spelling}\t{f.entry.phrase}\t{f.entry.term}\t{f.entry.feature}" for f in forms)
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
