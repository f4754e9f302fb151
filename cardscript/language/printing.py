"""Printing back: the canonical English of a tree. Reading it again gives the same tree."""

from __future__ import annotations

from cardscript.language.morphology import indefinite_article
from cardscript.language.syntax import Node, Token

_NO_SPACE_BEFORE = (",", ";", ".", ")", "'s", "'ve", "'re", "'ll", "'")


def print_sentence(node: Node) -> str:
    """The sentence of a tree (a start node or a part of one), with a capital letter; a whole sentence gets its stop."""
    if node.rule == "s_paren":
        return _print_paren(node)
    words = _join(list(node.tokens()))
    text = words[:1].upper() + words[1:]
    return text + _final_stop(text) if node.rule in ("s_items", "s_cond") else text


def _print_paren(node: Node) -> str:
    inside = [child for child in node.children if isinstance(child, Node)]
    return "(" + " ".join(print_sentence(child) for child in inside) + ")"


def _final_stop(text: str) -> str:
    return "" if text.endswith(".") and not text.endswith("..") and text[-2:-1].isupper() else "."


def _join(tokens: list[Token]) -> str:
    text = ""
    glue = ""
    for index, token in enumerate(tokens):
        word = token.canonical
        if token.term == "DET" and word == "a" and index + 1 < len(tokens):
            word = indefinite_article(tokens[index + 1].canonical)
        if word == "'s" and token.term == "S" and text.endswith("s"):
            word = "'" if token.text == "'" else word
        if word.startswith(_NO_SPACE_BEFORE):
            glue = ""
        text += glue + word
        glue = "" if token.term == "LPAR" or (token.term == "PLUS" and word == "+") else " "
    return text
