"""Propose, forbid, replace, apply, record, triggers: one way for everything that happens."""

from __future__ import annotations

from cardscript.engine import kinds as k
from cardscript.language import ast as a
from tests.engine.small import Small, notes, words
from tests.engine.tiny import (
    ACTOR,
    AMOUNT,
    IT,
    ME,
    SELF,
    SOURCE,
    YES,
    choices,
    everyone,
    labelled,
    n,
    pick,
    replace,
    seq,
    static,
    text,
    trigger,
    unit,
)

MINE = a.Among(IT, SELF)


def test_a_verb_that_is_one_move_is_one_event() -> None:
    t = Small()
    m = t.run((t.plain, t.pile, -1, -1), body=[a.Do(t.scrap, ME, t.at(t.pile))])
    events = [e for e in m.log if e[0] == t.scrap]
    assert len(events) == 1
    assert "move" not in words(m)
    assert (m.place_name(events[0][k.E_FROM]), m.place_name(events[0][k.E_TO])) == ("pile", "bin")
    assert m.zone_cards(t.bin) == [0]


def test_a_longer_body_runs_below_its_event() -> None:
    t = Small()
    verb = t.verb("play", a.Move(IT, a.ZonePlace(t.bin)), a.GainResource(ME, 0, n(2)), a.RunText(IT, ME))
    card = t.card("Coin", text(a.GainResource(ME, 1, n(1)), words="You get 1 Might."))
    m = t.run((card, t.pile, -1, -1), body=[a.Do(verb, ME, t.at(t.pile))])
    assert words(m)[2:5] == ["play", "gain", "line"]
    play = next(i for i, e in enumerate(m.log) if e[0] == verb)
    went = [m.place_name(m.log[play][at]) for at in (k.E_FROM, k.E_TO)]
    assert went == [m.game.zones[z].name for z in (t.pile, t.bin)], "the event tells of the move its body begins with"
    assert [m.log[i][k.E_CAUSE] for i in (play + 1, play + 2)] == [play] * 2
    assert m.log[play + 3][k.E_SPEAKER] == 0, "the card speaks in its own line"
    assert (m.resource(0, 0), m.resource(0, 1)) == (2, 1)


def test_rules_first_then_own_lines_then_watchers_in_turn_order() -> None:
    t = Small()
    t.triggers.append(a.Trigger(a.Pattern(t.scrap, YES), unit(a.Nothing("rule"))))
    label = t.label("Last words", pattern=a.Pattern(t.scrap, MINE, True))
    dying = t.card("Dying", labelled(label, a.Nothing("own one")), labelled(label, a.Nothing("own two")))
    ears = [
        t.card(f"Ear {i}", trigger(t.scrap, YES, a.Nothing(f"ear {i}"), zones=(t.hand,), you="holder")) for i in (0, 1)
    ]
    m = t.run(
        (dying, t.pile, -1, -1),
        (ears[0], t.hand, 0, -1),
        (ears[1], t.hand, 1, -1),
        (ears[0], t.pile, -1, -1),
        body=[a.Do(t.scrap, ME, a.Take(t.at(t.pile), "first", n(1)))],
        first=1,
    )
    assert notes(m)[1:] == ["rule", "own one", "own two", "ear 1", "ear 0"]


def test_triggers_go_depth_first() -> None:
    t = Small()
    other = t.verb("echo", card=False)
    t.triggers += [
        a.Trigger(a.Pattern(t.bell, YES), unit(a.Do(other, ME), a.Nothing("after the echo"))),
        a.Trigger(a.Pattern(t.bell, YES), unit(a.Nothing("second"))),
        a.Trigger(a.Pattern(other, YES), unit(a.Nothing("below"))),
    ]
    m = t.run(body=[t.ring()])
    assert notes(m)[1:] == ["below", "after the echo", "second"]


def test_a_player_orders_what_is_set_off_at_once() -> None:
    t = Small()
    ears = [
        t.card(f"Ear {i}", trigger(t.bell, YES, a.Nothing(f"{i}"), words=f"say {i}", zones=(t.hand,))) for i in (0, 1)
    ]
    m = t.run((ears[0], t.hand, 0, -1), (ears[1], t.hand, 0, -1), body=[t.ring()])
    assert m.pending is not None
    assert (m.pending.ask, m.pending.seat, m.pending.least) == ("order", 0, 2)
    pick(m, "Ear 1: say 1", "Ear 0: say 0")
    assert notes(m)[1:] == ["1", "0"]


def test_the_same_text_is_not_ordered() -> None:
    t = Small()
    ear = t.card("Ear", trigger(t.bell, YES, a.Nothing("heard"), words="say", zones=(t.hand,)))
    m = t.run((ear, t.hand, 0, -1), (ear, t.hand, 0, -1), (ear, t.pile, -1, -1), body=[t.ring()])
    assert notes(m)[1:] == ["heard", "heard"]
    assert m.pending is not None
    assert m.pending.prompt == "wait"


def test_an_optional_trigger_asks() -> None:
    t = Small()
    ear = t.card("Ear", trigger(t.bell, YES, a.Nothing("heard"), zones=(t.hand,), optional=True, you="holder"))
    m = t.run((ear, t.hand, 1, -1), body=[t.ring(), t.ring()])
    assert m.pending is not None
    assert (m.pending.ask, m.pending.seat) == ("may", 1)
    pick(m, "no")
    pick(m, "yes")
    assert notes(m)[1:] == ["heard"]


def test_a_shut_gate_is_recorded() -> None:
    t = Small()
    verb = t.verb("use", a.RunText(IT, ME))
    card = t.card("Shy", text(t.ring(), gate=a.Always(False), gate_text="not at night"))
    m = t.run((card, t.pile, -1, -1), body=[a.Do(verb, ME, t.at(t.pile))])
    assert "not at night" in notes(m)
    assert "ring" not in words(m)


def test_forbidden_events_do_not_happen_and_say_why() -> None:
    t = Small()
    shield = t.card("Shield", static(a.Forbid(t.scrap, MINE, "it is tough", "standing"), zones=(t.pile,)))
    m = t.run(
        (shield, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[a.Do(t.scrap, ME, t.at(t.pile), flag=9), a.If(a.Flag(9), a.Nothing("some went"))],
    )
    assert m.zone_cards(t.bin) == [1]
    refused = next(e for e in m.log if e[0] == k.REFUSED)
    assert (refused[k.E_CARD], refused[k.E_AMOUNT], refused[k.E_NOTE], refused[k.E_SPEAKER]) == (
        0,
        t.scrap,
        "it is tough",
        0,
    )
    assert "some went" in notes(m)


def test_standing_and_timed_prohibitions() -> None:
    t = Small()
    t.standing.append(
        a.Forbid(t.bell, a.SamePlayer(a.PlayerSlot(ACTOR), a.Neighbour(a.ActivePlayer(), 1)), "not yet", "standing")
    )
    m = t.run(
        body=[
            a.ForPlayers(9, everyone(), a.Do(t.bell, a.PlayerSlot(9))),
            a.Forbid(t.bell, YES, "no more", "turn"),
            t.ring(),
        ]
    )
    assert words(m).count("ring") == 1
    assert [x for x in notes(m) if x in ("not yet", "no more")] == ["not yet", "no more"]
    m.answer([0])
    assert words(m).count("ring") == 2, "the turn is over and so is the prohibition"


def test_a_replaced_event_never_happens() -> None:
    t = Small()
    ward = t.card("Ward", replace(t.take, YES, t.ring(), zones=(t.hand,), you="actor"))
    m = t.run(
        (ward, t.hand, 0, -1),
        (t.plain, t.pile, -1, -1),
        body=[a.Do(t.take, ME, t.at(t.pile), flag=9), a.If(a.Flag(9), a.Nothing("taken"), note="not taken")],
    )
    assert words(m)[2:4] == ["replaced", "ring"]
    assert m.zone_cards(t.pile) == [1]
    assert "not taken" in notes(m)
    ring = next(e for e in m.log if e[0] == t.bell)
    assert m.log[ring[k.E_CAUSE]][0] == k.REPLACED


def test_an_optional_replacement_asks_its_holder_and_only_if_possible() -> None:
    t = Small()
    full = a.Some(t.at(t.bin))
    ward = t.card("Ward", replace(t.take, YES, t.ring(), zones=(t.hand,), you="holder", optional=True, possible=full))
    m = t.run(
        (ward, t.hand, 1, -1),
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[
            a.Do(t.take, ME, a.Take(t.at(t.pile), "first", n(1))),
            a.Do(t.scrap, ME, a.Take(t.at(t.pile), "first", n(1))),
            a.Do(t.take, ME, t.at(t.pile), flag=9),
            a.If(a.Flag(9), a.Nothing("taken")),
        ],
    )
    assert m.zone_cards(t.hand, 0) == [1], "not offered while it is not possible"
    assert m.pending is not None
    assert (m.pending.ask, m.pending.seat) == ("may", 1)
    twin = m.clone()
    pick(m, "no")
    assert m.zone_cards(t.hand, 0) == [3, 1]
    assert "taken" in notes(m)
    pick(twin, "yes")
    assert twin.zone_cards(t.hand, 0) == [1]
    assert "taken" not in notes(twin)


def test_several_replacements_are_chosen_between_and_each_works_once() -> None:
    t = Small()
    again = a.Do(t.take, ME, IT)
    one = t.card("One", replace(t.take, YES, a.Nothing("one"), again, words="one", zones=(t.hand,), you="actor"))
    two = t.card("Two", replace(t.take, YES, a.Nothing("two"), again, words="two", zones=(t.hand,), you="actor"))
    m = t.run(
        (one, t.hand, 0, -1),
        (two, t.hand, 1, -1),
        (t.plain, t.pile, -1, -1),
        body=[a.Do(t.take, ME, t.at(t.pile))],
    )
    assert m.pending is not None
    assert (m.pending.seat, choices(m)) == (0, ("One: one", "Two: two"))
    pick(m, "Two: two")
    assert notes(m)[1:3] == ["two", "one"]
    assert m.zone_cards(t.hand, 0) == [2, 0], "in the end it happens, each replacement having been used once"


def test_amounts_are_set_then_added_to_and_used_up() -> None:
    t = Small()
    m = t.run(
        body=[
            a.ModifyAmount(t.bell, "add", n(1), "turn"),
            a.ModifyAmount(t.bell, "set", n(8), "turn"),
            a.ModifyAmount(t.bell, "add", n(3), "turn"),
            a.Do(t.bell, ME, amount=n(6)),
            a.Do(t.bell, ME, amount=n(6)),
        ]
    )
    assert [e[k.E_AMOUNT] for e in m.log if e[0] == t.bell] == [12, 6]


def test_a_set_is_fixed_and_nothing_is_chased() -> None:
    t = Small()
    label = t.label("Last words", pattern=a.Pattern(t.scrap, MINE, True))
    bomb = t.card("Bomb", labelled(label, a.Move(a.Take(t.at(t.pile), "last", n(1)), a.ZonePlace(t.stock))))
    m = t.run(
        (bomb, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[a.Do(t.scrap, ME, t.at(t.pile))],
    )
    assert m.zone_cards(t.bin) == [1, 0]
    assert m.zone_cards(t.stock) == [2]
    assert "it is no longer there" in notes(m)


def test_delayed_triggers_remember_and_end() -> None:
    t = Small()
    later = a.Trigger(a.Pattern(t.bell, YES), unit(a.GainResource(ME, 0, a.NumberSlot(9)), text="later"))
    m = t.run(body=[a.BindNumber(9, n(3)), a.Watch(later, "turn"), t.ring(), t.ring()])
    assert m.resource(0, 0) == 6
    m.answer([0])
    assert m.resource(1, 0) == 6, "the other player's own; that of the turn before is gone"
    t = Small()
    once = a.Trigger(a.Pattern(t.bell, YES), unit(a.Nothing("once"), text="once"))
    m = t.run(body=[a.Watch(once, "game", once=True), t.ring(), t.ring()])
    assert notes(m).count("once") == 2, "its announcement and its one time"


def test_patterns_know_amounts_places_and_whether_a_card_caused_it() -> None:
    t = Small()
    from_pile = a.SamePlace(a.PlaceSlot(SOURCE), a.ZonePlace(t.pile))
    t.triggers += [
        a.Trigger(a.Pattern(t.scrap, a.And((from_pile, a.CausedByCard()))), unit(a.Nothing("by a card"))),
        a.Trigger(a.Pattern(t.bell, a.Compare(a.NumberSlot(AMOUNT), ">=", n(3))), unit(a.Nothing("loud"))),
    ]
    use = t.verb("use", a.RunText(IT, ME))
    card = t.card("Cleaner", text(a.Do(t.scrap, ME, a.Take(t.at(t.pile), "first", n(1)))))
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        (card, t.hand, 0, -1),
        body=[
            a.Do(t.scrap, ME, a.Take(t.at(t.pile), "first", n(1))),
            a.Do(use, ME, t.mine(t.hand)),
            a.Do(t.bell, ME, amount=n(2)),
            a.Do(t.bell, ME, amount=n(3)),
        ],
    )
    assert notes(m).count("by a card") == 1
    assert notes(m).count("loud") == 1


def test_labels_with_ordinals_count_their_event() -> None:
    t = Small()
    label = t.label("Twist", pattern=a.Pattern(t.bell, YES))
    plot = t.card(
        "Plot",
        labelled(label, a.Nothing("early"), ordinals=(1, 2), zones=(t.pile,)),
        labelled(label, a.Nothing("late"), ordinals=(3, 9), zones=(t.pile,)),
    )
    m = t.run((plot, t.pile, -1, -1), body=[a.Repeat(n(3), t.ring())])
    assert [x for x in notes(m) if x in ("early", "late")] == ["early", "early", "late"]


def test_lines_are_run_by_label_and_text() -> None:
    t = Small()
    fight, strike = t.label("Fight", "run"), t.label("Strike", "run")
    card = t.card(
        "Foe",
        text(a.Nothing("one")),
        labelled(fight, a.Nothing("fought")),
        text(a.Nothing("two")),
        labelled(strike, a.RunLabel(fight, SELF, ME)),
    )
    m = t.run((card, t.pile, -1, -1), body=[a.RunText(t.at(t.pile), ME), a.RunLabel(strike, t.at(t.pile), ME)])
    assert [x for x in notes(m) if x in ("one", "two", "fought")] == ["one", "two", "fought"]


def test_the_same_thing_again_for_others() -> None:
    t = Small()
    again = unit(a.GainResource(ME, 0, n(1)), text="You get 1 Gold.")
    m = t.run(
        body=[a.RunUnit(again), a.ForPlayers(9, a.Players(ME, others=True), a.RunUnit(again, ((1, a.PlayerSlot(9)),)))]
    )
    assert (m.resource(0, 0), m.resource(1, 0)) == (1, 1)
    assert seq(a.Nothing("x")) == a.Nothing("x")


def test_what_was_named_before_is_kept_for_later() -> None:
    t = Small()
    later = a.Trigger(
        a.Pattern(t.bell, YES),
        unit(a.GainResource(a.PlayerSlot(9), 0, n(1)), a.Do(t.scrap, ME, a.CardSlot(10)), text="later"),
    )
    m = t.run(
        (t.plain, t.pile, -1, -1),
        (t.plain, t.pile, -1, -1),
        body=[
            a.BindPlayer(9, a.Neighbour(ME, 1)),
            a.Bind(10, a.Take(t.at(t.pile), "last", n(1))),
            a.Watch(later, "turn"),
            a.Bind(10, a.Take(t.at(t.pile), "first", n(1))),
            t.ring(),
        ],
        first=1,
    )
    assert (m.resource(0, 0), m.zone_cards(t.bin)) == (1, [1]), "seat 0 and the other card"
