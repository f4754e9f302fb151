"""What of a game's data a session uses, each part with a hash: every declaration, and the cards that were dealt.

The hashes do not see the layout: comments, blank lines, indentation, how the words of a declaration are broken into
lines, and in which file and where in it a card stands. The order of the declarations counts, for it has a meaning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from cardscript.engine.deal import Deal
from cardscript.language.diagnostics import Findings
from cardscript.language.outline import Line, read_outline
from cardscript.language.program import CardDecl, Game
from cardscript.language.source import Source
from cardscript.session.choices import in_order
from cardscript.session.sentence import place_of

MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Content:
    """What is used. `rules` and `cards`: name to a hash of 8 digits; `order`: a hash of all rules in their order;
    `places`: name of a part to where it stands (file:line), for what the files of today hold."""

    order: str
    rules: Mapping[str, str]
    cards: Mapping[str, str]
    places: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def changes(self, then: Content) -> list[str]:
        """What is not as it was `then`, in words, with the place where it stands now."""
        return [*self._changed("card", then.cards, self.cards), *self.rule_changes(then)]

    def rule_changes(self, then: Content) -> list[str]:
        """Which of the declarations are not as they were."""
        found = list(self._changed("rule", then.rules, self.rules))
        if not found and self.order != then.order:
            found.append("the declarations stand in another order" if self.rules else "the rules have changed")
        return found

    def _changed(self, what: str, then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
        gone, new = ("is not dealt now", "was not dealt then") if what == "card" else ("is gone", "is new")
        for name in sorted({*then, *now}):
            if then.get(name) == now.get(name):
                continue
            how = gone if name not in now else new if name not in then else "has changed"
            at = self.places.get((what, name), "")
            yield f"{what} {name} {how}{f' ({at})' if at else ''}"


def content_of(game: Game, deal: Deal) -> Content:
    """What a session that begins with this deal uses."""
    rules = rules_of(game)
    dealt = deal.printed
    names = card_names(game)
    cards = {names[n]: _hash(_card_text(game, game.cards[n])) for n in in_order(game) if n in dealt}
    places = {("card", names[n]): place_of(game, game.cards[n].span) for n in dealt}
    return Content(rules.order, rules.rules, cards, {**rules.places, **places})


def rules_of(game: Game) -> Content:
    """The declarations alone, which every session uses."""
    places: dict[tuple[str, str], str] = {}
    rules: dict[str, str] = {}
    for name, text, at in _rules(game):
        rules[name] = _hash(text)
        places["rule", name] = at
    order = _hash(json.dumps([*rules.items()]) if rules else game.digest)
    return Content(order, rules, {}, places)


def card_names(game: Game) -> list[str]:
    """A name for each printed card that no other has, by its number."""
    names = [card.name for card in game.cards]
    return [
        card.name if names.count(card.name) == 1 else f"{card.name} ({game.kinds[card.kind].name} of {card.group})"
        for card in game.cards
    ]


def _rules(game: Game) -> Iterator[tuple[str, str, str]]:
    """Every declaration that is no card: a name that no other has, its words, its place."""
    cards = {(card.span.file, card.span.start) for card in game.cards}
    seen: dict[str, int] = {}
    for file, text in game.sources.items():
        for block in _outline(file, text):
            if (file, block.span.start) in cards:
                continue
            name = " ".join(block.text.split())[:MAX_NAME]
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                name = f"{name} ({seen[name]})"
            yield name, " ".join(_words(block)), place_of(game, block.span)


@lru_cache(maxsize=256)
def _outline(name: str, text: str) -> tuple[Line, ...]:
    return read_outline(Source(name, text), Findings())


def _words(line: Line) -> Iterator[str]:
    yield from line.text.split()
    for child in line.children:
        yield from _words(child)


def _card_text(game: Game, card: CardDecl) -> str:
    """All that is printed on a card, in a form in which the order of its properties does not matter."""
    attributes = {game.attributes[n].name: (value, card.marks.get(n, "")) for n, value in card.attributes.items()}
    traits = {game.traits[t].name: sorted(game.traits[t].values[v] for v in vs) for t, vs in card.traits.items()}
    lines = [" ".join(line.split()) for line in card.lines]
    printed = [game.kinds[card.kind].name, card.name, card.group, card.count, attributes, traits, lines]
    return json.dumps(printed, sort_keys=True)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
