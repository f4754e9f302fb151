"""LALR(1) tables by the method of DeRemer and Pennello, for grammars without empty productions.

Lark's own construction gives the same tables five times slower; a vocabulary is frozen whenever a game is loaded, so
the time counts. Look-ahead sets are integers, one bit for each terminal.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

END = "$END"
_ROOT = "$root"


class GrammarError(Exception):
    """A grammar no tables can be made for."""


class BareRule(msgspec.Struct, frozen=True):
    """A production: what is derived, and from what."""

    origin: str
    expansion: tuple[str, ...]


class Conflict(msgspec.Struct, frozen=True):
    """A place where the parser may shift or reduce; it shifts."""

    terminal: str
    rule: BareRule

    def __str__(self) -> str:
        return f"{self.terminal} after {' '.join(self.rule.expansion)} (as {self.rule.origin})"


class RawTables(msgspec.Struct, frozen=True):
    """Actions by state and terminal (n >= 0: shift to n; n < 0: reduce by rule -n - 1), and the goto table."""

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    start: int
    end: int
    conflicts: tuple[Conflict, ...]


Item = tuple[int, int]
"""A rule's number and how many of its symbols are read."""


class _Automaton:
    """The LR(0) states and the moves between them."""

    def __init__(self, rules: Sequence[BareRule]) -> None:
        self.rules = rules
        self.by_origin: dict[str, list[int]] = {}
        for number, rule in enumerate(rules):
            if not rule.expansion:
                raise GrammarError(f"{rule.origin} may be empty")
            self.by_origin.setdefault(rule.origin, []).append(number)
        self.openings = {origin: self._openings(origin) for origin in self.by_origin}
        self.moves: list[dict[str, int]] = []
        self.finished: list[list[int]] = []
        self._states: dict[frozenset[Item], int] = {}
        self._build(frozenset({(0, 0)}))

    def _openings(self, origin: str) -> set[int]:
        """The rules that may start where `origin` is expected."""
        seen = {origin}
        queue = [origin]
        found: set[int] = set()
        while queue:
            for number in self.by_origin[queue.pop()]:
                found.add(number)
                first = self.rules[number].expansion[0]
                if first in self.by_origin and first not in seen:
                    seen.add(first)
                    queue.append(first)
        return found

    def _build(self, kernel: frozenset[Item]) -> None:
        self._states[kernel] = 0
        queue = [kernel]
        for kernel in queue:
            steps: dict[str, set[Item]] = {}
            openings: set[int] = set()
            done: list[int] = []
            for number, read in kernel:
                expansion = self.rules[number].expansion
                if read == len(expansion):
                    done.append(number)
                    continue
                symbol = expansion[read]
                steps.setdefault(symbol, set()).add((number, read + 1))
                openings |= self.openings.get(symbol, set())
            for number in openings:
                steps.setdefault(self.rules[number].expansion[0], set()).add((number, 1))
            moves: dict[str, int] = {}
            for symbol in sorted(steps):
                target = frozenset(steps[symbol])
                if target not in self._states:
                    self._states[target] = len(queue)
                    queue.append(target)
                moves[symbol] = self._states[target]
            self.moves.append(moves)
            self.finished.append(sorted(done))


def make_tables(grammar_rules: Sequence[BareRule], start: str) -> RawTables:
    """The tables of a grammar. A shift wins over a reduction and is reported; two reductions are an error."""
    rules = [BareRule(_ROOT, (start,)), *grammar_rules]
    automaton = _Automaton(rules)
    terminals = [END, *sorted({s for rule in rules for s in rule.expansion if s not in automaton.by_origin})]
    lookaheads = _lookaheads(automaton, {terminal: 1 << place for place, terminal in enumerate(terminals)})
    actions: list[dict[str, int]] = []
    conflicts: list[Conflict] = []
    for state, moves in enumerate(automaton.moves):
        row = {symbol: target for symbol, target in moves.items() if symbol not in automaton.by_origin}
        for number in automaton.finished[state]:
            if number == 0:
                continue
            bits = lookaheads.get((state, number), 0)
            while bits:
                lowest = bits & -bits
                bits ^= lowest
                terminal = terminals[lowest.bit_length() - 1]
                known = row.setdefault(terminal, -number)
                if known >= 0:
                    conflicts.append(Conflict(terminal, rules[number]))
                elif known != -number:
                    both = f"{rules[-known].origin} or {rules[number].origin}"
                    raise GrammarError(f"before {terminal} the parser may make {both}")
        actions.append(row)
    gotos = tuple(
        {symbol: target for symbol, target in moves.items() if symbol in automaton.by_origin}
        for moves in automaton.moves
    )
    end = automaton.moves[0][start]
    return RawTables(tuple(actions), gotos, 0, end, tuple(conflicts))


def _lookaheads(automaton: _Automaton, bit_of: dict[str, int]) -> dict[tuple[int, int], int]:
    """For each state and rule that is complete there: the terminals that may follow."""
    moves = automaton.moves
    follow: dict[tuple[int, str], int] = {}
    for state, steps in enumerate(moves):
        for symbol, target in steps.items():
            if symbol in automaton.by_origin:
                follow[state, symbol] = sum(bit for name, bit in bit_of.items() if name in moves[target])
    follow[0, automaton.rules[0].expansion[0]] |= bit_of[END]
    passes_on: dict[tuple[int, str], list[tuple[int, str]]] = {}
    completed: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for state, origin in follow:
        for number in automaton.by_origin[origin]:
            expansion = automaton.rules[number].expansion
            at = state
            for symbol in expansion[:-1]:
                at = moves[at][symbol]
            last = expansion[-1]
            if last in automaton.by_origin:
                passes_on.setdefault((state, origin), []).append((at, last))
            completed.setdefault((moves[at][last], number), []).append((state, origin))
    queue = list(passes_on)
    while queue:
        source = queue.pop()
        bits = follow[source]
        for receiver in passes_on.get(source, ()):
            if bits & ~follow[receiver]:
                follow[receiver] |= bits
                queue.append(receiver)
    found: dict[tuple[int, int], int] = {}
    for place, transitions in completed.items():
        bits = 0
        for transition in transitions:
            bits |= follow[transition]
        found[place] = bits
    return found
