"""From the grammar's text to parse tables as plain data, and the loop that drives them.

Lark reads the grammar, `lalr` computes the tables; the loop here builds `Node`s directly, and lets the lexer ask
whether a class of word could come next (`ParseStack.accepts`), which Lark's own loop does not offer exactly.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from lark.load_grammar import load_grammar

from cardscript.language.lalr import END, BareRule, Conflict, make_tables
from cardscript.language.syntax import Node, Token, leaves_of, node_of


class Production(msgspec.Struct, frozen=True):
    """A rule as the loop needs it."""

    origin: str
    name: str
    """The node's name; empty if the parts are handed on without a node."""
    size: int
    extends: bool
    """The first part is a list of the same name, to which the others are added."""


Chain = tuple[tuple[str, ...], int, int | None]
"""The names of the nodes that are made, the state that is then on top, and what to do in it."""


class ParseTables(msgspec.Struct, frozen=True):
    """LALR(1) tables: for each state what to do on a terminal (n >= 0: shift to state n; n < 0: reduce by production
    -n - 1) and where to go after a reduction."""

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    productions: tuple[Production, ...]
    start: int
    end: int
    conflicts: tuple[Conflict, ...]
    chains: dict[tuple[int, int, str], Chain] = {}
    """Reductions of one part to one that come in a row, as they are first met: by the state below the part, the state
    after it and the terminal behind it."""

    @property
    def terminals(self) -> frozenset[str]:
        return frozenset(terminal for row in self.actions for terminal in row)


@lru_cache(maxsize=16)
def build_tables(grammar: str) -> ParseTables:
    """The tables of a complete grammar text (start rule `start`, all terminals declared)."""
    loaded, _ = load_grammar(grammar, "sentence.lark", [], False)  # type: ignore[no-untyped-call]
    _, rules, _ = loaded.compile(["start"], "*")
    bare: list[BareRule] = []
    productions: list[Production] = []
    for rule in rules:
        origin = str(rule.origin.name)
        expansion = tuple(str(symbol.name) for symbol in rule.expansion)
        name = str(rule.alias or ("" if origin.startswith("_") else origin))
        extends = bool(name) and not rule.alias and expansion[0] == origin and len(expansion) > 1
        bare.append(BareRule(origin, expansion))
        productions.append(Production(origin, name, len(expansion), extends))
    raw = make_tables(bare, "start")
    return ParseTables(raw.actions, raw.gotos, tuple(productions), raw.start, raw.end, raw.conflicts)


class ParseStack:
    """A parse under way."""

    __slots__ = ("_tables", "states", "values")

    def __init__(self, tables: ParseTables) -> None:
        self._tables = tables
        self.states: list[int] = [tables.start]
        self.values: list[Node | Token | tuple[Node | Token, ...]] = []

    def accepts(self, term: str) -> bool:
        """Would `term` be shifted, after whatever reductions it calls for? Exact, unlike a look at one state's row."""
        actions, gotos, productions = self._tables.actions, self._tables.gotos, self._tables.productions
        states = self.states
        depth = len(states)
        pushed: list[int] = []
        top = states[-1]
        while True:
            action = actions[top].get(term)
            if action is None:
                return False
            if action >= 0:
                return True
            production = productions[-action - 1]
            size = production.size
            if size <= len(pushed):
                del pushed[len(pushed) - size :]
            else:
                depth -= size - len(pushed)
                pushed.clear()
            top = gotos[pushed[-1] if pushed else states[depth - 1]][production.origin]
            pushed.append(top)

    def push(self, term: str, token: Token | None) -> bool:
        """Take the next token in (None for one that leaves no trace); False if it cannot stand here."""
        states, values = self.states, self.values
        while True:
            action = self._tables.actions[states[-1]].get(term)
            if action is not None and action < 0 and self._tables.productions[-action - 1].size == 1:
                names, top, action = self._chain(states[-2], states[-1], term)
                states[-1] = top
                if names:
                    values[-1] = _around(names, values[-1])
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                values.append(() if token is None else token)
                return True
            self._reduce(self._tables.productions[-action - 1])

    def _chain(self, below: int, top: int, term: str) -> Chain:
        """The reductions of one part to one that come in a row before a terminal."""
        chains = self._tables.chains
        found = chains.get((below, top, term))
        if found is None:
            names: list[str] = []
            at, action = top, self._tables.actions[top].get(term)
            while action is not None and action < 0:
                production = self._tables.productions[-action - 1]
                if production.size != 1:
                    break
                if production.name:
                    names.append(production.name)
                at = self._tables.gotos[below][production.origin]
                action = self._tables.actions[at].get(term)
            found = chains[below, top, term] = tuple(names), at, action
        return found

    def _reduce(self, production: Production) -> None:
        states, values, size = self.states, self.values, production.size
        value = _reduced(production, values[-size:])
        del states[-size:]
        del values[-size:]
        states.append(self._tables.gotos[states[-1]][production.origin])
        values.append(value)

    def finish(self) -> Node | None:
        """The tree, if the text may end here."""
        actions, productions = self._tables.actions, self._tables.productions
        states, values = self.states, self.values
        while states[-1] != self._tables.end:
            action = actions[states[-1]].get(END)
            if action is None or action >= 0:
                return None
            self._reduce(productions[-action - 1])
        tree = values[-1]
        return tree if isinstance(tree, Node) else None


Value = Node | Token | tuple[Node | Token, ...]


def _around(names: tuple[str, ...], part: Value) -> Node | Token:
    """Nodes, one in the other, around one part or those of a list."""
    node: Node | Token
    if isinstance(part, tuple):
        node = node_of(names[0], part, part[0].start, part[-1].end)
        names = names[1:]
    else:
        node = part
    start, end = node.start, node.end
    leaves = node.leaves if isinstance(node, Node) else (node,)
    for name in names:
        node = Node(name, (node,), start, end, leaves)
    return node


def _reduced(production: Production, parts: list[Value]) -> Value:
    children: list[Node | Token] = []
    leaves: list[Token] = []
    first = parts[0]
    if production.extends and isinstance(first, Node):
        children += first.children
        leaves += first.leaves
        del parts[0]
    for part in parts:
        if isinstance(part, Node):
            children.append(part)
            leaves += part.leaves
        elif isinstance(part, Token):
            children.append(part)
            leaves.append(part)
        else:
            children += part
            leaves += leaves_of(part)
    if not production.name:
        return children[0] if len(children) == 1 else tuple(children)
    return Node(production.name, tuple(children), children[0].start, children[-1].end, tuple(leaves))
