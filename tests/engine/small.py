"""A minimal table for the tests: one shared pile, a bin, and a deck, hand and discard pile for each player."""

from __future__ import annotations

from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from tests.engine.tiny import IT, ME, Tiny, n, unit


class Small(Tiny):
    """Zones and verbs that most tests need. `script` is what the one phase of every turn does."""

    def __init__(self) -> None:
        super().__init__()
        self.pile = self.zone("pile")
        self.bin = self.zone("bin")
        self.deck = self.zone("deck", per_player=True, sees="none", replenish=4)
        self.hand = self.zone("hand", per_player=True, sees="owner")
        self.discard = self.zone("discard", per_player=True)
        self.lane = self.zone("lane", spaces=("a", "b", "c"), left_to_right=(2, 1, 0))
        self.stock = self.zone("stock", sees="none")
        self.shelf = self.zone("shelf", spaces=("1", "2"), refill=self.stock)
        self.scrap = self.verb("scrap", a.Move(IT, a.ZonePlace(self.bin)))
        self.take = self.verb("take", a.Move(IT, a.ZonePlace(self.hand, a.PlayerSlot(a.ACTOR))))
        self.bell = self.verb("ring", card=False)
        self.signal = self.verb("signal", card=False)
        self.plain = self.card("Plain", cost=2, power=3)

    def script(self, *body: a.Stmt) -> None:
        self.phase("main", *body)

    def at(self, zone: int, player: a.Player | None = None) -> a.Cards:
        return a.CardsIn(a.ZonePlace(zone, player))

    def mine(self, zone: int) -> a.Cards:
        return a.CardsIn(a.ZonePlace(zone, ME))

    def ring(self) -> a.Stmt:
        return a.Do(self.bell, ME)

    def wait(self) -> a.Stmt:
        """A decision to stop at."""
        return a.ChooseNumber(15, n(0), n(1), ME, "wait")

    def run(self, *cards: tuple[int, int, int, int], body: list[a.Stmt] | None = None, **how: object) -> Machine:
        """Start with a phase that does `body` and waits."""
        self.script(*(body or []), self.wait())
        return self.start(cards, **how)  # type: ignore[arg-type]


def words(machine: Machine, start: int = 0) -> list[str]:
    """The kinds of events, verbs by name, for short comparisons."""
    from cardscript.engine.kinds import KIND_NAMES

    verbs = machine.game.verbs
    return [verbs[e[0]].name if e[0] >= 0 else KIND_NAMES[e[0]] for e in machine.log[start:]]


def notes(machine: Machine) -> list[str]:
    return [e[9] for e in machine.log if isinstance(e[9], str)]


__all__ = ["Small", "notes", "unit", "words"]
