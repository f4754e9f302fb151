"""From the names in a scenario to the answers of a decision: an action with a card, a card, a text, a number."""

from __future__ import annotations

import re

from cardscript.engine.decision import Decision
from cardscript.engine.kinds import ACTION_SHIFT, P_OF, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.language.diagnostics import did_you_mean
from cardscript.scenario.words import Words, folded
from cardscript.session.names import PASS, legal, match, passing_option, unique, why_none

_QUOTED = re.compile(r'(?<!\S)"([^"]+)"(?!\S)')


def _plain(name: str) -> str:
    """A name as it is compared; one in quotes, as names with commas stand in lists, without them."""
    return _QUOTED.sub(r"\1", folded(name))


class Options:
    """The pending decision of a machine, read by names."""

    def __init__(self, machine: Machine, words: Words) -> None:
        self._machine, self._words = machine, words
        self._pending = machine.state.pending
        self.decision: Decision | None = machine.pending
        self.names = unique(self.decision.options) if self.decision is not None else ()

    def fitting(self, name: str) -> list[int]:
        """The places of the answers that a name can mean: one, several copies or places, or none."""
        pending = self._pending
        if pending is None:
            return []
        text = folded(name)
        exact = [at for at, option in enumerate(self.names) if folded(option) == text]
        if exact:
            return exact
        text = _plain(name)
        raw = pending[P_RAW]
        if pending[P_OF] == "card":
            return [at for at, card in enumerate(raw) if self.means(text, card)]
        if pending[P_OF] == "action":
            return self._actions(text, raw)
        found = match(name, self.names)
        return [] if found is None else [found]

    def _actions(self, text: str, raw: list[int]) -> list[int]:
        if text == PASS and (passing := passing_option(self._machine)) is not None:
            return [passing]
        found = []
        actions = self._machine.game.actions
        for at, code in enumerate(raw):
            if code == PASSED:
                continue
            action, card = actions[code // ACTION_SHIFT], (code & (ACTION_SHIFT - 1)) - 1
            verb = folded(action.name)
            if text == verb or (card >= 0 and text.startswith(verb + " ") and self.means(text[len(verb) + 1 :], card)):
                found.append(at)
        return found

    def means(self, text: str, card: int) -> bool:
        """Whether a folded text is a name of the card: printed or stable, with or without its place in front."""
        machine = self._machine
        names = {folded(machine.name_of(card)), *self._words.names_of(machine.state.decl[card])}
        if text in names:
            return True
        place = folded(machine.place_name(machine.place_of(card)))
        return any(text == f"{place} {name}" for name in names)

    def pick(self, name: str, taken: list[int]) -> int | str:
        """The place of the answer that is meant, not one of those `taken`; or why that cannot be told."""
        found = [at for at in self.fitting(name) if at not in taken]
        if not found:
            return self.unknown(name)
        if len(found) > 1 and not self._alike(found):
            return f"{name!r} can mean {', '.join(self.names[at] for at in found)}"
        return found[0]

    def unknown(self, name: str) -> str:
        """What to say of a name that is no legal answer."""
        help = did_you_mean(name, self.names)
        return f"{name!r} is not legal now" + (f" ({help})" if help else f"; {legal(self.names)}")

    def _alike(self, found: list[int]) -> bool:
        """Whether it makes no difference which of these is taken: copies of one card in one pile, with nothing on or
        beneath them."""
        pending, machine = self._pending, self._machine
        assert pending is not None
        if pending[P_OF] not in ("card", "action"):
            return False
        cards = [pending[P_RAW][at] for at in found]
        if pending[P_OF] == "action":
            cards = [(code & (ACTION_SHIFT - 1)) - 1 for code in cards]
        state = machine.state
        first = cards[0]
        counters = len(machine.game.counters)
        plain = all(not machine.beneath(c) for c in cards) and not any(
            state.counters.get(c * counters + n) for c in cards for n in range(counters)
        )
        alike = (state.at[first], state.decl[first], state.ident[first])
        same = all((state.at[c], state.decl[c], state.ident[c]) == alike for c in cards)
        return plain and same

    def known(self, name: str) -> bool:
        """Whether a name that is not offered means anything: an action, a card of the game, an answer's kind."""
        machine, text = self._machine, _plain(name)
        for action in machine.game.actions:
            verb = folded(action.name)
            if text == verb or (text.startswith(verb + " ") and self._is_card(text[len(verb) + 1 :])):
                return True
        return text == PASS or self._is_card(text) or text.isdecimal() or text.startswith("player ")

    def _is_card(self, text: str) -> bool:
        """Whether a folded text names a card that is anywhere, perhaps with the name of a place in front."""
        machine = self._machine
        for card in machine.cards():
            for name in (folded(machine.name_of(card)), *self._words.names_of(machine.state.decl[card])):
                if text == name:
                    return True
                if text.endswith(" " + name) and text[: -len(name) - 1] in self._places():
                    return True
        return False

    def _places(self) -> set[str]:
        return {folded(name) for name in self._words.layout.names}

    def refusal(self, name: str, seat: int) -> str | None:
        """Why a seat cannot do an action (empty: for no reason that is told); None if it can, or it is no action."""
        machine, text = self._machine, _plain(name)
        for number, action in enumerate(machine.game.actions):
            verb = folded(action.name)
            if text == verb and action.cards is None:
                return machine.why_not(number, -1, seat)
            if not text.startswith(verb + " "):
                continue
            reasons = [
                why_none(action.name, card, machine, seat)
                for card in machine.cards()
                if self.means(text[len(verb) + 1 :], card)
            ]
            if reasons:
                return None if None in reasons else reasons[0]
        return ""
