"""Reading one line of a scenario file with `grammar/scenario.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from cardscript.language.diagnostics import Findings, did_you_mean
from cardscript.language.outline import Line as OutlineLine
from cardscript.language.resources import data_dir
from cardscript.language.source import Span
from cardscript.scenario import syntax as x

LineTree = Tree[Token]

GONE = "destroyed"
"""In place of cards: the space is destroyed."""
MAX_COUNT = 1_000
"""So many copies of a card may be asked for in one word."""

_RANGE = re.compile(r"^(?P<stem>.+)#(?P<first>\d+)\.\.(?P<last>\d+)$")
_BECAUSE = re.compile(r'^(?P<what>.*?),?\s+because\s+"(?P<reason>[^"]*)"$')

FORMS = {
    "game": "game NAME",
    "sets": "sets NAME, NAME",
    "use": "use FILE.scenario",
    "cards": "cards, with the cards on the lines below it",
    "situation": "situation NAME",
    "scenario": "scenario NAME",
    "on": "on NAME OF A SITUATION",
    "set": "set up, with CHOICE: NAME on the lines below it",
    "2": "2 players",
    "seed": "seed NUMBER",
    "ruling": "ruling NAME: VALUE",
    "variant": "variant NAME: VALUE",
    "it": "it is player 1's turn, PHASE",
    "this": "this turn: player 1 VERBED CARD, CARD",
    "earlier": "earlier: player 1 VERBED CARD",
    "player": "player 1: ANSWER   or   player 1 has 3 POINTS   or   player 1's PLACE: CARD, CARD",
    "each": "each player has 3 POINTS   or   each player's PLACE: CARD, CARD",
    "branch": "branch NAME",
    "clause": "clause ID, ID",
    "expect": "expect PLACE: CARD, CARD   (docs/scenarios.md lists all that can be expected)",
}
"""First word of a line to the form it has."""


@cache
def _parser() -> Lark:
    text = (data_dir("grammar") / "scenario.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        start=["file_line", "body_line", "items"],
        propagate_positions=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=4096)
def _parsed(text: str, start: str) -> LineTree:
    """The tree of a line; equal lines, of which there are many, are parsed once."""
    return _parser().parse(text, start=start)


@dataclass(slots=True)
class LineReader:
    """Reads the lines of one file; what is wrong goes to `findings`."""

    findings: Findings

    def tree(self, line: OutlineLine, start: str) -> LineTree | None:
        """The tree of a line (`start`: file_line or body_line), or None with a finding (CS601)."""
        try:
            return _parsed(line.text, start)
        except UnexpectedInput as error:
            at = error.pos_in_stream if error.pos_in_stream is not None and error.pos_in_stream >= 0 else len(line.text)
            at = min(at, len(line.text))
            end = re.compile(r"\S*").match(line.text, at)
            span = line.span.shifted(at, max(end.end() if end is not None else at, at + 1))
            first = line.text.split()[0].rstrip(":,").lower()
            form = FORMS.get("2" if first.isdigit() else first)
            if form is None and start == "file_line":  # a block begins with one of few words
                at, span = 0, line.span.shifted(0, len(line.text.split()[0]))
            help = f"write it so: {form}" if form else did_you_mean(first, FORMS)
            what = "this line stops too early" if at >= len(line.text) else "this line cannot be read from here on"
            self.findings.add("CS601", what, span, help or "docs/scenarios.md shows the lines there are")
            return None

    def body(self, line: OutlineLine) -> tuple[str, x.Situational | x.Deed | list[str] | x.Name] | None:
        """What a line of a scenario is: ("situation", ...), ("deed", ...), ("clauses", ids) or ("branch", name)."""
        tree = self.tree(line, "body_line")
        if tree is None:
            return None
        return _Builder(line, self.findings).line(tree)


class _Builder:
    """From the tree of a line to plain data."""

    def __init__(self, line: OutlineLine, findings: Findings) -> None:
        self._line, self._findings = line, findings

    # --- whole lines

    def line(self, tree: LineTree) -> tuple[str, x.Situational | x.Deed | list[str] | x.Name] | None:
        kind = str(tree.data)
        if kind == "branch":
            return "branch", self._rest(tree)
        if kind == "clause":
            return "clauses", [part.strip() for part in self._rest(tree).text.split(",") if part.strip()]
        deed: x.Deed | None
        if kind in ("answer", "refused"):
            deed = self._step(kind, tree)
        elif kind.startswith("expect"):
            deed = self._expectation(kind, tree)
        else:
            found = self._situation(kind, tree)
            return None if found is None else ("situation", found)
        return None if deed is None else ("deed", deed)

    def _situation(self, kind: str, tree: LineTree) -> x.Situational | None:
        span = self._line.span
        match kind:
            case "on":
                return x.On(self._rest(tree), span)
            case "set_up":
                return x.SetUp(tuple(self._choices()), span)
            case "players":
                return x.Players(self._int(tree, 0), span)
            case "seed":
                return x.Seed(self._int(tree, 0), span)
            case "ruling":
                rest = self._rest(tree)
                name, colon, value = rest.text.partition(":")
                if not colon:
                    self._findings.add("CS601", "a colon is missing here", rest.span, "write it so: NAME: VALUE")
                    return None
                return x.Ruling(x.Name(name.strip(), rest.span), x.Name(value.strip(), rest.span), span)
            case "turn":
                number = next((int(t) for t in tree.children if isinstance(t, Token) and t.type == "INT"), 0)
                phase = next((self._name(t) for t in tree.children if isinstance(t, Tree)), None)
                return x.Turn(self._owner(tree), number, phase, span)
            case "this_turn" | "earlier":
                return x.History(self._rest(tree).text, kind == "this_turn", self._rest(tree).span)
            case "has":
                return x.Has(self._seat(tree), self._amounts(_sub(tree)), span)
            case "each_has":
                return x.Has(x.EACH, self._amounts(_sub(tree)), span)
            case _:
                place, *items = (t for t in tree.children if isinstance(t, Tree))
                return x.Lies(self._place(place), self._all_items(items), span)

    def _step(self, kind: str, tree: LineTree) -> x.Step | None:
        rest = self._rest(tree)
        seat = self._seat(tree)
        if kind == "answer":
            names = () if rest.text == "nothing" else self._split(rest)
            return x.Answer(seat, names, self._line.span)
        found = _BECAUSE.match(rest.text)
        if found is None:
            return x.Refused(seat, rest.text, None, self._line.span)
        return x.Refused(seat, found["what"], found["reason"], self._line.span)

    def _expectation(self, kind: str, tree: LineTree) -> x.Expectation | None:
        span = self._line.span
        subs = [t for t in tree.children if isinstance(t, Tree)]
        match kind:
            case "expect_place" | "expect_set":
                return x.ExpectCards(self._place(subs[0]), self._all_items(subs[1:]), kind == "expect_place", span)
            case "expect_player_has":
                return x.ExpectHas(self._seat(tree), None, self._things(subs[0]), span)
            case "expect_has":
                return x.ExpectHas(x.SHARED, self._place(subs[0]), self._things(subs[1]), span)
            case "expect_asked":
                return self._asked(tree, subs)
            case "expect_offered" | "expect_not_offered":
                return x.ExpectOffered(self._answers(tree) or (), kind == "expect_offered", span)
            case "expect_event" | "expect_no_event":
                return x.ExpectEvents((self._rest(tree),), kind == "expect_event", span)
            case "expect_events":
                return x.ExpectEvents(self._below("the events, one a line"), True, span)
            case "expect_trace":
                return x.ExpectTrace(tuple(self._pinned()), span)
            case "expect_ending":
                return x.ExpectEnding(self._rest(tree).text, span)
            case "expect_no_ending":
                return x.ExpectEnding("", span)
            case "expect_result":
                return x.ExpectResult(self._rest(tree).text, span)
            case "expect_scores":
                return x.ExpectScores(tuple(int(t) for t in tree.children if isinstance(t, Token)), span)
            case "expect_winners" | "expect_ranking":
                seats = [self._checked_seat(int(t), self._span(t)) for t in subs[0].children if isinstance(t, Token)]
                return x.ExpectRanked(tuple(seats), kind == "expect_ranking", span)
            case "expect_sees" | "expect_sees_not":
                whole = not any(isinstance(t, Token) for t in tree.children)
                return x.ExpectSees(
                    x.EACH if whole else self._seat(tree), self._place(subs[0]), kind == "expect_sees", span
                )
            case "expect_no_winners":
                return x.ExpectRanked((), False, span)
            case "expect_that":
                rest = self._rest(tree)
                return x.ExpectThat(-1, rest.text, rest.span, span)
            case "expect_for":
                rest = self._rest(tree)
                return x.ExpectThat(self._seat(tree), rest.text, rest.span, span)
            case _:
                rest = self._rest(tree) if tree.children else x.Name("", span)
                return x.ExpectSetUpRefused(rest.text.strip('"'), span)

    def _asked(self, tree: LineTree, subs: list[LineTree]) -> x.ExpectAsked:
        least = most = None
        if subs:
            numbers = [int(t) for t in subs[0].children if isinstance(t, Token)]
            least, most = numbers[0], numbers[-1]
        tokens = [t for t in tree.children if isinstance(t, Token)]
        prompt = next((str(t).strip('"') for t in tokens if t.type == "QUOTED"), None)
        return x.ExpectAsked(self._seat(tree), prompt, least, most, self._answers(tree), self._line.span)

    def _answers(self, tree: LineTree) -> tuple[str, ...] | None:
        """The answers behind the colon and those on the lines below; None if there is no colon."""
        parts = [
            x.Name(str(t).rstrip(), self._span(t)) for t in tree.children if isinstance(t, Token) and t.type == "REST"
        ]
        parts += [x.Name(child.text, child.span) for child in self._line.children]
        if not parts and self._line.text.endswith(":"):
            self._findings.add(
                "CS601", "which answers?", self._line.span, "name them: ANSWER | ANSWER, or one a line below"
            )
        return tuple(name for part in parts for name in self._split(part)) if parts else None

    # --- parts

    def _choices(self) -> list[tuple[x.Name, tuple[x.Name, ...]]]:
        found: list[tuple[x.Name, tuple[x.Name, ...]]] = []
        for child in self._line.children:
            option, colon, value = child.text.partition(":")
            if not colon or not value.strip():
                self._findings.add("CS601", "which card or group?", child.span, "write it so: CHOICE: NAME, NAME")
                continue
            names = tuple(x.Name(part, child.span) for part in quoted_list(value))
            found.append((x.Name(option.strip(), child.span), names))
        return found

    def _pinned(self) -> Iterator[x.Name]:
        """The lines of a trace: each behind a bar, since a trace has an indentation of its own."""
        for child in self._line.children:
            if child.text.startswith("|"):
                yield x.Name(child.text[1:].removeprefix(" "), child.span)
            else:
                self._findings.add("CS601", "a line of a trace begins with |", child.span, "write | in front of it")

    def _below(self, what: str) -> tuple[x.Name, ...]:
        if not self._line.children:
            self._findings.add("CS601", "nothing stands below this line", self._line.span, f"write {what}, below it")
        return tuple(x.Name(child.text, child.span) for child in self._line.children)

    def _split(self, rest: x.Name) -> tuple[str, ...]:
        from cardscript.session.record_text import read_names

        try:
            return read_names(rest.text)
        except ValueError as error:
            self._findings.add("CS601", f"the quotes are wrong: {error}", rest.span, 'several: "one" | "two"')
            return ()

    def _rest(self, tree: LineTree) -> x.Name:
        token = next(t for t in tree.children if isinstance(t, Token) and t.type == "REST")
        return x.Name(str(token).rstrip(), self._span(token))

    def _int(self, tree: LineTree, at: int) -> int:
        return int(str([t for t in tree.children if isinstance(t, Token) and t.type == "INT"][at]))

    def _seat(self, tree: LineTree) -> int:
        token = next(t for t in tree.children if isinstance(t, Token) and t.type == "INT")
        return self._checked_seat(int(token), self._span(token))

    def _owner(self, tree: LineTree) -> int:
        token = next(t for t in tree.children if isinstance(t, Token) and t.type == "OWNER")
        return self._checked_seat(int(token[:-2]), self._span(token))

    def _checked_seat(self, number: int, span: Span) -> int:
        if not 1 <= number <= 9:
            self._findings.add("CS606", f"there is no player {number}", span, "players are counted from 1")
            return 0
        return number - 1

    def _place(self, tree: LineTree) -> x.PlaceRef:
        kind = str(tree.data)
        name = next(t for t in tree.children if isinstance(t, Tree))
        span = self._span(tree)
        if kind == "place_under":
            inner = self._place(name)
            return x.PlaceRef(inner.seat, inner.name, True, span)
        seat = self._owner(tree) if kind == "place_of" else x.EACH if kind == "place_of_each" else x.SHARED
        return x.PlaceRef(seat, self._name(name), False, span)

    def _name(self, tree: LineTree) -> x.Name:
        span = self._span(tree)
        return x.Name(self._text(span).strip('"').strip(), span)

    def _all_items(self, trees: list[LineTree]) -> tuple[x.Item, ...]:
        """The cards behind the colon and those on the lines below."""
        found = [item for tree in trees for item in self._items(tree)]
        for child in self._line.children:
            tree = LineReader(self._findings).tree(child, "items")
            if tree is not None:
                found += _Builder(child, self._findings)._items(tree)
        if not found and not self._line.children:
            self._findings.add("CS601", "which cards?", self._line.span, "name them, or write: empty")
        return tuple(found)

    def _items(self, tree: LineTree) -> tuple[x.Item, ...]:
        found: list[x.Item] = []
        for child in tree.children:
            assert isinstance(child, Tree)
            found += self._range(self._item(child))
        return tuple(found)

    def _range(self, item: x.Item) -> list[x.Item]:
        """ "rat#3..5" is three cards."""
        told = _RANGE.match(item.card.text) if item.card is not None else None
        if told is None or item.card is None:
            return [item]
        first, last = int(told["first"]), int(told["last"])
        if not first < last < first + MAX_COUNT:
            help = f"write the lower number first, of at most {MAX_COUNT:,} cards"
            self._findings.add("CS606", f"{item.card.text} is no range of copies", item.span, help)
            return [item]
        names = [x.Name(f"{told['stem']}#{number}", item.card.span) for number in range(first, last + 1)]
        return [replace(item, card=name) for name in names]

    def _item(self, tree: LineTree) -> x.Item:
        span = self._span(tree)
        count, card, gone = 1, None, False
        under: tuple[x.Item, ...] | None = None
        counters: list[x.Amount] = []
        for child in tree.children:
            if isinstance(child, Token):
                count = int(child)
                if not 1 <= count <= MAX_COUNT:
                    self._findings.add("CS606", f"{child} cards", span, f"write a number from 1 to {MAX_COUNT:,}")
                    count = 1
            elif child.data == "card":
                name = self._name(child)
                written = self._text(name.span)
                gone = written == GONE
                card = None if written in ("-", "empty", GONE) else name
            else:
                for detail in child.children:
                    assert isinstance(detail, Tree)
                    if detail.data == "under_it":
                        under = self._items(_sub(detail))
                    else:
                        counters.append(self._amount(_sub(detail)))
        return x.Item(count, card, under, tuple(counters), span, gone)

    def _amounts(self, tree: LineTree) -> tuple[x.Amount, ...]:
        return tuple(self._amount(t) for t in tree.children if isinstance(t, Tree))

    def _amount(self, tree: LineTree) -> x.Amount:
        token = next(t for t in tree.children if isinstance(t, Token))
        return x.Amount(int(token), self._name(_sub(tree)))

    def _things(self, tree: LineTree) -> tuple[x.Thing, ...]:
        found: list[x.Thing] = []
        for thing in tree.children:
            assert isinstance(thing, Tree)
            number = {"none_of": 0, "this_one": None}.get(str(thing.data), -1)
            if number == -1:
                number = int(next(t for t in thing.children if isinstance(t, Token)))
            found.append(x.Thing(number, self._name(_sub(thing))))
        return tuple(found)

    def _span(self, part: Token | LineTree) -> Span:
        meta = part if isinstance(part, Token) else part.meta
        return self._line.span.shifted(meta.start_pos or 0, meta.end_pos or 0)

    def _text(self, span: Span) -> str:
        start = span.start - self._line.span.start
        return self._line.text[start : start + span.end - span.start]


def _sub(tree: LineTree) -> LineTree:
    return next(t for t in tree.children if isinstance(t, Tree))


_PLAIN = re.compile(r"[^\s:|,;()\"]+(?: [^\s:|,;()\"]+)*")


def is_plain_name(name: str) -> bool:
    """Whether a name means itself without quotes: read back as the name of a place and of something counted."""
    if not _PLAIN.fullmatch(name) or name[0].isdigit():
        return False
    try:
        tree = _parser().parse(f"expect {name}: empty", start="body_line")
        _parser().parse(f"player 1 has 1 {name}", start="body_line")
    except UnexpectedInput:
        return False
    return tree.data == "expect_place" and next(iter(tree.children)).data == "place_named"  # type: ignore[union-attr]


def quoted_list(text: str) -> list[str]:
    """Names separated by commas; in quotes a comma belongs to the name."""
    return [part.strip().strip('"') for part in re.findall(r'(?:"[^"]*"|[^,"])+', text) if part.strip()]
