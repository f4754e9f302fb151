"""What no card that is dealt can bring about is left out of the tables of a game; what one can, is there."""

from __future__ import annotations

import json

import pytest

from cardscript.engine import narrowed
from cardscript.engine.compiled import Compiled
from cardscript.engine.machine import Machine
from cardscript.engine.narrowed import Narrowed
from cardscript.language import ast as a
from tests.engine.small import Small, words
from tests.engine.tiny import IT, ME, NEVER, YOU, choices, n, pick, seq, text, unit


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are made for the first game already."""
    monkeypatch.setattr(narrowed, "WORTH", 1)


class Relics(Small):
    """A relic that is scrapped rings; none can be taken; it can be rubbed in the pile; relics go to a vault."""

    def __init__(self) -> None:
        super().__init__()
        self.relic = self.kind("relic")
        self.vault = self.zone("vault")
        card = a.CardSlot(12)
        self.triggers.append(a.Trigger(a.Pattern(self.scrap, a.IsKind(IT, self.relic)), unit(self.ring())))
        self.standing.append(a.Forbid(self.take, a.IsKind(IT, self.relic), "it is a relic", "standing"))
        heavy = a.IsKind(a.CardSlot(8), self.relic)
        self.standing.append(a.Modify(1, "add", n(5), 8, heavy, "standing"))
        relics = a.Where(a.CardsIn(a.ZonePlace(self.pile)), 12, a.IsKind(card, self.relic))
        kept = a.CardsIn(a.ZonePlace(self.vault))
        self.acts = (
            self.action("scrap", a.Do(self.scrap, ME, IT), cards=a.CardsIn(a.ZonePlace(self.pile))),
            self.action("take", a.Do(self.take, ME, IT), cards=a.CardsIn(a.ZonePlace(self.pile))),
            self.action("rub", self.ring(), cards=relics),
            self.action("look", self.ring(), cards=kept),
        )
        self.phase("acts", a.Window(self.acts, a.Players(ME), "end turn"))

    def lain(self, *cards: int) -> Machine:
        return self.start([(card, self.pile, -1, -1) for card in cards])


def test_rules_about_what_is_not_there_are_left_out() -> None:
    t = Relics()
    m = t.lain(t.plain, t.plain)
    tables = m.state.compiled
    assert isinstance(tables, Narrowed) and tables.whole.game is m.game
    assert not tables.verbs[t.scrap].rules and tables.whole.verbs[t.scrap].rules
    assert not tables.standing and not m.state.hot and tables.whole.standing
    window = next(node for node in tables.code(m.state.frames[-1][0]).nodes if isinstance(node, a.Window))
    assert window.actions == t.acts[:2]
    assert choices(m) == ("scrap plain#1", "scrap plain#2", "take plain#1", "take plain#2", "end turn")
    assert m.why_not(t.acts[2], 0) == "not now"


@pytest.mark.parametrize("how", ["kind", "card"])
def test_rules_about_what_a_card_can_become_are_there(how: str) -> None:
    t = Relics()
    idol = t.card("Idol", kind=t.relic)
    identity = a.Identity(kind=t.relic) if how == "kind" else a.Identity(named="Idol")
    curse = text(a.Become(a.CardsIn(a.ZonePlace(t.pile)), identity), words="All becomes old.")
    mummy = t.card("Mummy", curse)
    t.verb("open", a.RunText(IT, ME))
    t.actions[t.acts[1]] = t.actions[t.acts[1]].__class__("open", a.CardsIn(a.ZonePlace(t.pile)), (), -1, None,
                                                         unit(a.RunText(IT, ME), text="open"))  # fmt: skip
    m = t.lain(mummy, t.plain)
    assert idol not in m.state.decl
    assert m.state.compiled.verbs[t.scrap].rules
    assert not any(option.startswith("rub") for option in choices(m))
    pick(m, "open mummy#1")
    m = Machine.from_data(m.game, json.loads(json.dumps(m.to_data())))
    assert [option for option in choices(m) if option.startswith("rub")]
    assert m.attribute(1, 1) == (8 if how == "kind" else 5)
    start = len(m.log)
    pick(m, "scrap plain#1")
    assert words(m, start) == ["scrap", "ring"]


def test_a_zone_that_nothing_comes_to_is_left_out() -> None:
    t = Relics()
    m = t.lain(t.plain)
    assert m.state.reach is not None and not m.state.reach[1] >> t.vault & 1
    keeper = t.card("Keeper", text(a.Move(a.CardSlot(a.THIS), a.ZonePlace(t.vault)), words="It goes down."))
    m = t.lain(keeper)
    assert m.state.reach is not None and m.state.reach[1] >> t.vault & 1
    window = next(n for n in m.state.compiled.code(m.state.frames[-1][0]).nodes if isinstance(n, a.Window))
    assert window.actions == (*t.acts[:2], t.acts[3])


def test_a_zone_is_reached_by_the_verbs_a_text_does() -> None:
    t = Relics()
    lower = t.verb("lower", a.Move(IT, a.ZonePlace(t.vault)))
    t.verb("sink", a.Do(lower, ME, IT))
    diver = t.card("Diver", text(a.Do(lower + 1, ME, a.CardSlot(a.THIS)), words="It sinks."))
    for card, reached in ((t.plain, False), (diver, True)):
        reach = t.lain(card).state.reach
        assert reach is not None and bool(reach[1] >> t.vault & 1) is reached


@pytest.mark.parametrize("narrows", [True, False])
def test_an_ending_that_holds_from_the_start_is_noted_when_it_was(
    narrows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compiled, "narrows", narrows)
    t = Relics()
    t.ending("empty", a.Not(a.Some(a.CardsIn(a.ZonePlace(t.vault)))), timing="turn")
    m = t.lain(t.plain)
    assert words(m) == ["turn", "phase", "noted"]
    pick(m, "end turn")
    pick(m, "end turn")
    assert m.result is not None and m.result.ending == "empty"
    assert words(m)[-1] == "end"


def test_a_saved_game_goes_on_with_the_whole_tables_if_it_does_not_say() -> None:
    t = Relics()
    m = t.lain(t.plain, t.plain)
    data = m.to_data()
    del data["reach"]
    old = Machine.from_data(m.game, data)
    assert type(old.state.compiled) is Compiled
    for machine in (m, old, Machine.from_data(m.game, old.to_data())):
        pick(machine, "scrap plain#2")
    assert old.log == m.log and old.pending == m.pending


def test_clones_share_their_tables() -> None:
    t = Relics()
    m = t.lain(t.plain)
    assert m.clone().state.compiled is m.state.compiled
    again = Machine.from_data(m.game, m.to_data())
    assert again.state.compiled is m.state.compiled


def test_conditions_are_told_shorter() -> None:
    t = Relics()
    odd = a.And((a.Not(a.IsKind(IT, t.relic)), a.Compare(a.AttributeOf(IT, 0), ">", n(1))))
    t.predicate("worn", odd)
    t.predicate("rare", a.Or((a.IsKind(IT, t.relic), NEVER)))
    t.predicate("prized", a.And((a.Holds(1, IT), a.Some(a.CardsIn(a.ZonePlace(t.pile))))))
    t.triggers.append(a.Trigger(a.Pattern(t.scrap, a.Holds(2, IT)), unit(seq(t.ring()))))
    m = t.lain(t.plain)
    told = m.state.compiled.game.predicates
    assert told[0].cond == odd.parts[1] and told[1].cond == NEVER and told[2].cond == NEVER
    assert m.holds(a.Not(a.Some(a.CardsIn(a.ZonePlace(t.vault)))), 16, YOU)


def test_no_cards_can_be_asked_about_anywhere() -> None:
    t = Relics()
    m = t.lain(t.plain)
    none, pile = a.Union(()), a.CardsIn(a.ZonePlace(t.pile))
    for some in (a.Union((none, pile)), a.Union((pile, none)), a.Union((none, a.Union((none, pile))))):
        assert m.meant(some, 16, YOU) == [0]
        assert m.holds(a.Compare(a.Count(some), "==", n(1)), 16, YOU)
        assert m.meant(a.Where(some, 9, a.IsKind(a.CardSlot(9), 0)), 16, YOU) == [0]
    dear = a.Where(none, 9, a.Compare(a.AttributeOf(a.CardSlot(9), 0), ">", n(1)))
    for nothing in (none, dear, a.Take(dear, "first", n(1)), a.Union((none, dear))):
        assert m.meant(nothing, 16, YOU) == []
        assert m.holds(a.Not(a.Some(nothing)), 16, YOU)
        assert m.holds(a.Compare(a.Plus(a.AttributeOf(nothing, 0), a.Count(nothing)), "==", n(0)), 16, YOU)
