"""What players may do of their own will: offers, refusals, costs, who is asked next."""

from __future__ import annotations

from cardscript.engine import kinds as k
from cardscript.engine.machine import Machine
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.tiny import ACTOR, IT, ME, SELF, YES, choices, everyone, n, pick, static, unit

ONLY_ME = a.Players(ME, slot=14, where=a.SamePlayer(a.PlayerSlot(14), ME))


def shop(t: Small, *more: a.Stmt, **how: object) -> int:
    """An action that buys from the lane, and a phase that offers it."""
    index = t.action("buy", a.Do(t.take, ME, IT), cards=t.at(t.lane), resource=0, cost=a.AttributeOf(IT, 0), **how)  # type: ignore[arg-type]
    t.script(a.GainResource(ME, 0, n(5)), *more, a.Window((index,), ONLY_ME, "stop"))
    return index


def stall(t: Small) -> Machine:
    cheap, dear = t.card("Cheap", cost=2), t.card("Dear", cost=6)
    return t.start([(cheap, t.lane, -1, -1), (dear, t.lane, -1, -1)])


def test_what_can_be_paid_is_offered_and_paid() -> None:
    t = Small()
    buy = shop(t)
    m = stall(t)
    assert choices(m) == ("buy lane[a] cheap#1", "stop")
    assert m.why_not(buy, 1) == "needs 6 Gold, has 5"
    assert m.why_not(buy, 0) is None
    pick(m, "buy lane[a] cheap#1")
    assert m.resource(0, 0) == 3
    assert words(m)[3:5] == ["pay", "take"]
    assert choices(m) == ("stop",)
    assert m.why_not(buy, 0) == "not now"


def test_refusals_have_reasons_in_order() -> None:
    t = Small()
    buy = shop(
        t,
        refuse=[
            ("it is locked", a.IsNamed("Cheap", IT)),
            ("all is closed", a.Some(t.at(t.bin))),
            ("too poor", a.Compare(a.AttributeOf(IT, 0), ">", a.ResourceOf(ME, 0))),
        ],
    )
    m = stall(t)
    assert choices(m) == ("stop",)
    assert (m.why_not(buy, 0), m.why_not(buy, 1)) == ("it is locked", "too poor")


def test_prohibitions_close_the_action() -> None:
    t = Small()
    buy = shop(t)
    t.standing.append(a.Forbid(t.take, a.Compare(a.AttributeOf(IT, 0), "<", n(5)), "too shabby", "standing"))
    m = stall(t)
    assert choices(m) == ("stop",)
    assert m.why_not(buy, 0) == "too shabby"


def test_another_resource_may_pay_the_rest() -> None:
    t = Small()
    shop(t, a.GainResource(ME, 1, n(3)), a.Allow(ME, 1, 0, "turn"))
    m = stall(t)
    assert choices(m) == ("buy lane[a] cheap#1", "buy lane[b] dear#1", "stop")
    pick(m, "dear")
    assert (m.resource(0, 0), m.resource(0, 1)) == (0, 2)
    assert [(e[k.E_AMOUNT], e[k.E_FROM]) for e in m.log if e[0] == k.PAY] == [(5, 0), (1, 1)]


def test_prices_follow_modifiers() -> None:
    t = Small()
    shop(t, a.Modify(0, "add", n(-1), 8, YES, "turn"))
    m = stall(t)
    assert choices(m) == ("buy lane[a] cheap#1", "buy lane[b] dear#1", "stop")


def test_an_action_without_a_card() -> None:
    t = Small()
    act = t.action("wait", t.ring(), refuse=[("rung already", a.Compare(a.TimesDone(t.bell), ">=", n(1)))])
    t.script(a.Window((act,), ONLY_ME, "stop"))
    m = t.start([])
    pick(m, "wait")
    assert choices(m) == ("stop",)
    assert m.why_not(act) == "rung already"


def test_printed_actions_are_offered_once_for_like_copies() -> None:
    t = Small()
    label = t.label("Healing", "action")
    act = t.action("heal", printed_on=label)
    line = a.Ability(
        "action", unit(a.Do(t.scrap, ME, SELF), text="KO this."), label=label, action=act, zones=(t.hand,), you="holder"
    )
    sore = t.card("Sore", line)
    t.script(a.Window((act,), ONLY_ME, "stop"))
    m = t.start([(sore, t.hand, 0, -1), (sore, t.hand, 0, -1), (sore, t.hand, 1, -1), (sore, t.pile, -1, -1)])
    assert choices(m) == ("heal sore#1", "stop")
    pick(m, "heal")
    assert m.zone_cards(t.bin) == [0]
    assert choices(m) == ("heal sore#2", "stop")


def test_a_gate_closes_a_printed_action() -> None:
    t = Small()
    label = t.label("Healing", "action")
    act = t.action("heal", printed_on=label)
    line = a.Ability(
        "action", unit(t.ring(), text="x"), label=label, zones=(t.hand,), gate=a.Always(False), gate_text="not at night"
    )
    sore = t.card("Sore", line)
    t.script(a.Window((act,), ONLY_ME, "stop"))
    m = t.start([(sore, t.hand, 0, -1)])
    assert choices(m) == ("stop",)
    assert m.why_not(act, 0) == "not at night"


def respond(t: Small, again: str) -> Machine:
    act = t.action("speak", a.Do(t.bell, ME))
    t.script(a.Window((act,), everyone(), "pass", again))  # type: ignore[arg-type]
    return t.start([], players=3)


def asked(m: Machine, *answers: str) -> list[int]:
    seats = []
    for answer in answers:
        assert m.pending is not None
        seats.append(m.pending.seat)
        pick(m, answer)
    assert m.pending is not None
    return [*seats, m.pending.seat]


def test_all_must_pass_in_a_row() -> None:
    t = Small()
    m = respond(t, "next")
    assert asked(m, "pass", "pass", "speak", "pass", "speak", "pass", "pass", "pass") == [0, 1, 2, 0, 1, 2, 0, 1, 1]
    assert m.turn == 2


def test_an_action_starts_the_asking_again() -> None:
    assert asked(respond(Small(), "first"), "pass", "speak", "pass", "pass", "pass")[:5] == [0, 1, 0, 1, 2]
    assert asked(respond(Small(), "same"), "pass", "speak", "pass", "pass", "pass")[:5] == [0, 1, 1, 2, 0]


def test_the_actor_of_an_action_is_the_one_asked() -> None:
    t = Small()
    t.triggers.append(
        a.Trigger(a.Pattern(t.bell, a.SamePlayer(a.PlayerSlot(ACTOR), a.ActivePlayer())), unit(a.Nothing("active")))
    )
    m = respond(t, "next")
    asked(m, "pass", "speak")
    assert "active" not in notes(m)
    ring = next(e for e in m.log if e[0] == t.bell)
    assert ring[k.E_ACTOR] == 1


def test_static_permission_of_a_card() -> None:
    t = Small()
    shop(t)
    card = t.card("Licence", static(a.Allow(ME, 1, 0, "standing"), zones=(t.hand,), you="holder"))
    dear = t.card("Dear", cost=6)
    t.triggers.append(a.Trigger(a.Pattern(t.bell, YES), unit()))
    t.resources[1] = type(t.resources[1])("Might", "game", 4)
    m = t.start([(card, t.hand, 0, -1), (dear, t.lane, -1, -1)])
    assert choices(m) == ("buy lane[a] dear#1", "stop")
