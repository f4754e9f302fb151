"""Looking through typed trees."""

from __future__ import annotations

from collections.abc import Iterator

from cardscript.language import ast


def parts(node: ast.Node) -> Iterator[ast.Node]:
    """The nodes a node is made of, in their order."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, ast.Node):
                yield part


def inside(node: ast.Node) -> Iterator[ast.Node]:
    """A node and all nodes in it."""
    yield node
    for part in parts(node):
        yield from inside(part)
