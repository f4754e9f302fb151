"""Card names made of ordinary words: where such words stand in the lines of others, they are read as the card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardscript.language.declare import Tables
from cardscript.language.diagnostics import Diagnostic, Findings
from cardscript.language.headers import CardBlock
from cardscript.language.phrases import senses
from cardscript.language.senses import KindSense, NameSense, Sense
from cardscript.language.syntax import Node


def check_names(tables: Tables, cards: Iterable[CardBlock], findings: Findings) -> None:
    """One warning for each card whose name is ordinary words that lines of others were read with."""
    blocks = {card.name: card for card in cards}
    told: set[str] = set()
    for text, tree in tables.parsed.items():
        for words, name in _named(tables, text, tree):
            block = blocks.get(name)
            if block is None or name in told or any(text in line.text for line in block.line.children):
                continue
            if not _ordinary(tables, words, tables.card_kinds[name]):
                continue
            told.add(name)
            findings.add(
                "CS304",
                f"where other lines say {words!r}, they are read as this card (for instance in {text!r})",
                block.line.span,
                "give the card another name; lines that do mean it write it in quotes",
                "warning",
            )


def _named(tables: Tables, text: str, tree: Node | list[Diagnostic]) -> Iterator[tuple[str, str]]:
    """The words of a sentence that are read as the name of a card and as nothing else, and that card."""
    if isinstance(tree, Node):
        for token in tree.tokens():
            if token.term == "N" and not token.text.startswith('"'):
                for name in senses(token, NameSense):
                    if len(senses(token, Sense)) == 1:
                        yield token.text, name.name
        return
    assert tables.lexicon is not None
    for raw in tables.lexicon.tokenizer.tokens(text)[0]:  # a name may be what has kept it from being read
        found = [ref for entry in raw.lexeme.entries for ref in entry.refs]
        if len(found) == 1 and isinstance(found[0], NameSense) and not raw.text.startswith('"'):
            yield raw.text, found[0].name


def _ordinary(tables: Tables, words: str, kind: int) -> bool:
    """Whether the words mean something without the card, and do not say what kind of card it is ("Omen Card" of an
    Omen names that card and nothing else)."""
    assert tables.lexicon is not None
    tokens, unknown = tables.lexicon.tokenizer.tokens(words.lower())
    if unknown:
        return False
    refs = [ref for token in tokens for entry in token.lexeme.entries for ref in entry.refs]
    return not any(isinstance(ref, KindSense) and tables.related((kind,), ref.kind) for ref in refs)
