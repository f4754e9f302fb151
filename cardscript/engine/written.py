"""Python functions made from text: the one place where text becomes code.

The text is made of our own names, and of numbers: no word of a card gets into it (a test holds that). What it works
with and is not such a name is handed to the function as a global of its own.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=8192)
def code(text: str) -> types.CodeType:
    """The code of the one function a text defines."""
    module = compile(text, "<written>", "exec")
    return next(const for const in module.co_consts if isinstance(const, types.CodeType))


def keep(kept: dict[str, object], thing: object) -> str:
    """A name for something that a function works with, put among its globals."""
    name = f"k{len(kept)}"
    kept[name] = thing
    return name


def written(head: str, lines: list[str], names: Mapping[str, object]) -> Callable[..., Any]:
    """A function of the parameters `head`, with these lines as its body and these globals.

    It has code of its own, though other functions may have the same text: with code the interpreter keeps where it
    found each global, and functions with other globals would have it look for them anew."""
    body = "".join(f"    {line}\n" for line in lines)
    return types.FunctionType(code(f"def written({head}):\n{body}").replace(), dict(names))
