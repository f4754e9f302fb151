"""What is executed and asserted of printed lines: on situations in which the printed text says what must happen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardscript.engine.compiled import Compiled
from cardscript.engine.kinds import CHOOSE, E_AMOUNT, E_CARD, E_KIND, EFFECT, GAIN, LINE, NOTHING, PAY, REFUSED
from cardscript.language.diagnostics import CardscriptError
from cardscript.players.bots import make_bot
from cardscript.session.exercise import ClauseReport, Exercise, LineReport
from cardscript.session.game import GameHandle, load
from tests.games.legendary.board import BASE, board
from tests.games.table import Table, game
from tests.language.small_game import CARDS, RULES, write_game

X_MAN = """
hero "Mutant" of Marks (20 copies)
    team X-Men, cost 3
"""


def watched(stubs: str = "", **zones: Any) -> tuple[Exercise, Table]:
    """A board whose machine is watched."""
    ex = Exercise(game("legendary", BASE + stubs))
    t = board(stubs, **zones)
    t.machine = ex.watch(t.machine)
    return ex, t


def line(ex: Exercise, card: str, index: int = 0) -> LineReport:
    return next(x for x in ex.report() if (x.section, x.name, x.index) == ("card", card, index))


def rule(ex: Exercise, text: str) -> LineReport:
    return next(x for x in ex.report() if x.section == "rule" and x.text == text)


def executed(one: LineReport) -> list[str]:
    return [clause.words for clause in one.clauses if clause.executed]


def asserted(one: LineReport) -> list[str]:
    return [clause.words for clause in one.clauses if clause.asserted]


def clause(one: LineReport, words: str) -> ClauseReport:
    return next(clause for clause in one.clauses if clause.words == words)


def sides(one: LineReport, words: str) -> tuple[bool, bool]:
    found = clause(one, words)
    return found.came_true, found.came_false


REVEAL, IF_X, DRAW = "Reveal the top card of your deck", "If it's an [X-Men] Hero", "draw it"


# --- executed ----------------------------------------------------------------------------------------------------
def test_what_runs_is_executed_and_a_condition_comes_out_one_way_at_a_time() -> None:
    ex, t = watched(X_MAN, p1_hand=["Card Shark", "Card Shark"], p1_deck=["Filler", "Filler"])
    assert executed(line(ex, "Card Shark")) == []
    t.play("card-shark")
    assert executed(line(ex, "Card Shark")) == [REVEAL, IF_X]
    assert sides(line(ex, "Card Shark"), IF_X) == (False, True)
    assert clause(line(ex, "Card Shark"), IF_X).one_sided
    ex, t = watched(X_MAN, p1_hand=["Card Shark"], p1_deck=["Mutant", "Filler"])
    t.play("card-shark")
    assert executed(line(ex, "Card Shark")) == [REVEAL, IF_X, DRAW]
    assert sides(line(ex, "Card Shark"), IF_X) == (True, False)


def test_a_gate_comes_out_true_or_false() -> None:
    ex, t = watched(p1_hand=["Quantum Breakthrough", "Repulsor Rays", "Endless Invention"], p1_deck=["Filler"] * 9)
    t.play("repulsor")
    assert (executed(line(ex, "Repulsor Rays")), sides(line(ex, "Repulsor Rays"), "[Ranged]")) == (
        ["[Ranged]"], (False, True),
    )  # fmt: skip
    t.play("endless")
    assert sides(line(ex, "Endless Invention", 1), "[Tech]") == (False, True)
    t.play("quantum")
    assert sides(line(ex, "Quantum Breakthrough", 1), "[Tech]") == (True, False)
    assert executed(line(ex, "Quantum Breakthrough", 1)) == ["[Tech]", "Draw two more cards"]


def test_what_may_be_done_is_executed_when_it_is_done_and_was_declined_before() -> None:
    may = "You may KO a Wound from your hand or discard pile"
    ex, t = watched(p1_hand=["Unstoppable Hulk", "Unstoppable Hulk", "Wound"])
    t.play("unstoppable").decline()
    assert executed(line(ex, "Unstoppable Hulk")) == ["If you do"]
    assert sides(line(ex, "Unstoppable Hulk"), may) == (False, True)
    t.play("unstoppable").answer("wound")
    assert executed(line(ex, "Unstoppable Hulk")) == [may, "If you do", "you get +2 Attack"]
    assert sides(line(ex, "Unstoppable Hulk"), may) == (True, True)


def test_a_question_that_is_asked_as_a_whole_can_be_declined_too() -> None:
    may = "You may gain a S.H.I.E.L.D. Officer"
    for answer, sides_seen in (("yes", (True, False)), ("no", (False, True))):
        ex, t = watched(city=["HYDRA Kidnappers"], points={"Attack": 3})
        t.act("fight", "hydra-kidnappers").answer(answer)
        assert sides(line(ex, "HYDRA Kidnappers"), may) == sides_seen
        assert executed(line(ex, "HYDRA Kidnappers")) == (["Fight", may] if answer == "yes" else ["Fight"])


def test_of_a_choice_only_what_was_chosen_is_executed() -> None:
    ex, t = watched(p1_hand=["Stack the Deck", "Hypnotic Charm"], p1_deck=["Filler"] * 5)
    t.play("hypnotic").answer("put it back")
    assert executed(line(ex, "Hypnotic Charm")) == [REVEAL, "or put it back"]


def test_a_loop_goes_round_or_has_nothing_to_go_through() -> None:
    strong = '\nhero "Strong" of Marks (9 copies)\n    class Strength, cost 3\n'
    each = "For each of your [Strength] Heroes"
    ex, t = watched(strong, city=["Maestro"], points={"Attack": 6}, p1_hand=["Filler"])
    t.act("fight", "maestro")
    assert (executed(line(ex, "Maestro")), sides(line(ex, "Maestro"), each)) == (["Fight", each], (False, True))
    ex, t = watched(strong, city=["Maestro"], points={"Attack": 6}, p1_hand=["Strong"])
    t.act("fight", "maestro")
    assert sides(line(ex, "Maestro"), each) == (True, False)
    assert executed(line(ex, "Maestro")) == ["Fight", each, "KO one of your Heroes"]


def test_who_is_meant_is_a_condition() -> None:
    who = "Each player without another HYDRA Villain in their Victory Pile"
    ex, t = watched(city=["Viper"], points={"Attack": 5}, p2_victory_pile=["Supreme HYDRA"])
    t.act("fight", "viper")
    assert sides(line(ex, "Viper"), who) == (True, True)
    assert executed(line(ex, "Viper")) == ["Fight", who, "gains a Wound"]
    assert executed(line(ex, "Viper", 1)) == []


def test_a_ban_is_executed_when_it_is_looked_at_and_can_come_out_both_ways() -> None:
    words = "You can't defeat Venom unless you have a [Covert] Hero"
    sneak = '\nhero "Sneak" of Marks (20 copies)\n    class Covert, cost 3\n'
    ex, t = watched(sneak, city=["Venom"], points={"Attack": 9}, p1_hand=["Filler"])
    assert t.refusal("fight", "Venom")
    assert sides(line(ex, "Venom"), words) == (True, False)
    ex, t = watched(sneak, city=["Venom"], points={"Attack": 9}, p1_hand=["Sneak"])
    assert t.machine.why_not([a.name for a in t.game.actions].index("fight"), t.card("Venom")) is None
    assert sides(line(ex, "Venom"), words) == (False, True)


def test_a_standing_effect_is_executed_while_something_reads_it() -> None:
    effect = "Each Villain gets +1 Attack for each Bystander it has"
    ex, t = watched(scheme="Midtown Bank Robbery", city=["Plain Villain + Bystander"])
    ex._marks.clear()
    assert executed(line(ex, "Midtown Bank Robbery", 1)) == []
    assert t.value("Plain Villain", "Attack") == 4
    assert executed(line(ex, "Midtown Bank Robbery", 1)) == ["Special Rules", effect]


def test_a_replacement_is_considered_then_accepted() -> None:
    ex, t = watched(p1_hand=["Crazed Rampage", "Diving Block"])
    t.play("crazed").answer("yes")
    assert executed(line(ex, "Diving Block")) == [
        "If you would gain a Wound, you may", "reveal this card", "and draw a card instead",
    ]  # fmt: skip


def test_a_delayed_trigger_is_set_up_then_fires() -> None:
    when = "Whenever you defeat a Villain or Mastermind this turn"
    ex, t = watched(p1_hand=["Impossible Trick Shot"], city=["Plain Villain"], points={"Attack": 3})
    t.play("impossible")
    assert executed(line(ex, "Impossible Trick Shot")) == [when]
    assert sides(line(ex, "Impossible Trick Shot"), when) == (False, False)
    t.act("fight", "plain")
    assert sides(line(ex, "Impossible Trick Shot"), when) == (True, False)
    assert executed(line(ex, "Impossible Trick Shot")) == [when, "rescue three Bystanders"]


def test_a_printed_ending_is_looked_at_and_holds() -> None:
    ending = "If the Wound stack runs out"
    ex, t = watched(scheme="The Legacy Virus", wounds=3, p1_hand=["Crazed Rampage", "Crazed Rampage"])
    t.play("crazed")
    assert sides(line(ex, "The Legacy Virus", 2), ending) == (False, True)
    t.play("crazed")
    assert t.result == "Evil Wins"
    assert sides(line(ex, "The Legacy Virus", 2), ending) == (True, True)


def test_a_printed_action_and_what_refuses_it() -> None:
    words = "If you don't recruit any Heroes or defeat any Villains on your turn, you may"
    ex, t = watched(p1_hand=["Wound", "Filler"])
    t.play("filler").act("Healing")  # what is offered is found out anew after the first
    assert executed(line(ex, "Wound")) == ["Healing", words, "KO all the Wounds from your hand"]
    ex, t = watched(p1_hand=["Wound"], city=["Plain Villain"], points={"Attack": 3})
    t.act("fight", "plain")
    assert t.refusal("Healing", "Wound")
    assert sides(line(ex, "Wound"), words) == (True, True)


def test_set_up_lines_are_executed_when_they_are_dealt_for_so_many_players() -> None:
    for players, those in ((2, (1, 3)), (3, (1,)), (4, (2,))):
        ex = Exercise(game("legendary"))
        handle = ex.handle(GameHandle(game("legendary")))
        handle.start(players, 1, {"scheme": ["Super Hero Civil War"], "mastermind": ["Loki"]})
        setup = line(ex, "Super Hero Civil War")
        assert [at for at, one in enumerate(setup.clauses) if one.executed] == [0, *those]
        assert not line(ex, "Loki").runs and not line(ex, "The Legacy Virus").clauses[0].executed
    ex, _ = watched(scheme="Super Hero Civil War")
    assert executed(line(ex, "Super Hero Civil War")) == [], "a situation laid out by hand is no set-up"


def cells(ex: Exercise, text: str) -> list[bool]:
    return [one.executed for one in rule(ex, text).clauses]


def test_the_numbers_of_the_set_up_are_executed_for_so_many_players_unless_a_card_replaces_them() -> None:
    story = '\nscheme "Plain Story"\n    Evil Wins: If 20 Villains escape.\n'
    heroes, bystanders, twists = "Heroes: 5, 5, 5, 6", "Bystanders: 2, 8, 8, 12", "Twists: 8"
    for scheme, own in (("Plain Story", True), ("Midtown Bank Robbery", False)):
        ex = Exercise(game("legendary", story))
        ex.handle(GameHandle(game("legendary", story))).start(3, 1, {"scheme": [scheme]})
        assert cells(ex, heroes) == [False, True, False, False]
        assert cells(ex, bystanders) == [False, own, False, False], "12 total Bystanders in the Villain Deck"
        assert cells(ex, twists) == [own]
        assert cells(ex, "deal: 8 Agent into deck") == [True]


def test_what_lies_somewhere_after_the_set_up_asserts_what_laid_it_there() -> None:
    made = game("legendary")
    ex = Exercise(made)
    options = {"scheme": ["Replace Earth's Leaders with Killbots"], "mastermind": ["Loki"]}
    session = ex.handle(GameHandle(made)).start(3, 1, options)
    zones = {zone.name: number for number, zone in enumerate(made.zones)}
    named = {card.name: number for number, card in enumerate(made.cards)}
    twist, bystander, wound = (named[name] for name in ("Scheme Twist", "Bystander", "Wound"))
    killbots = "Replace Earth's Leaders with Killbots"
    ex.assert_dealt(session.machine, [(zones["Scheme Side"], twist)], by="killbots.scenario:3")
    assert asserted(line(ex, killbots)) == ["Setup", "3 additional Twists next to this Scheme"]
    ex.assert_dealt(session.machine, [(zones["Villain Deck"], twist)])
    assert asserted(line(ex, killbots)) == ["Setup", "5 Twists", "3 additional Twists next to this Scheme"]
    assert asserted(rule(ex, "Twists: 8")) == [], "the Scheme replaces it"
    assert asserted(rule(ex, "Wounds: 30")) == []
    ex.assert_dealt(session.machine, [(zones["Wound Supply"], wound), (zones["KO Pile"], bystander)])
    assert asserted(rule(ex, "Wounds: 30")) == ["Wounds: 30"]
    assert "18 total Bystanders in the Villain Deck" not in asserted(line(ex, killbots))


def test_a_group_that_must_be_there_is_asserted_by_its_cards() -> None:
    made = game("legendary")
    ex = Exercise(made)
    scheme = "Secret Invasion of the Skrull Shapeshifters"
    session = ex.handle(GameHandle(made)).start(3, 1, {"scheme": [scheme], "mastermind": ["Loki"]})
    deck = next(number for number, zone in enumerate(made.zones) if zone.name == "Villain Deck")
    named = {card.name: number for number, card in enumerate(made.cards)}
    ex.assert_dealt(session.machine, [(deck, named["Destroyer"])])
    assert asserted(line(ex, scheme)) == []
    ex.assert_dealt(session.machine, [(deck, named["Super-Skrull"])])
    assert asserted(line(ex, scheme)) == ["Setup", "Skrull Villain Group required"]


def test_a_number_of_players_that_is_refused() -> None:
    ex = Exercise(game("legendary"))
    refusal = "refuse 1: solo set-up is not part of this rule set"
    ex.assert_refused(2)
    assert executed(rule(ex, refusal)) == []
    ex.assert_refused(1)
    assert executed(rule(ex, refusal)) == asserted(rule(ex, refusal)) == [refusal]


def test_a_set_up_sentence_that_only_gives_a_name_is_data() -> None:
    named = clause(line(Exercise(game("legendary")), "Portals to the Dark Dimension"), "Each Twist is a Dark Portal")
    assert (named.kind, named.runs) == ("data", False)


def test_a_line_in_brackets_is_executed_when_its_case_comes() -> None:
    may, case = (
        "You may move a Villain to a new city space",
        "If you move a Villain to a city space that already has a Villain",
    )
    for space, swapped in (("Bridge", False), ("Bank", True)):
        ex, t = watched(p1_hand=["Spinning Cyclone"], city=["Plain Villain", "Viper"])
        t.play("spinning").answer("plain-villain").answer(space)
        assert executed(line(ex, "Spinning Cyclone")) == [may, "Rescue any Bystanders captured by that Villain"]
        assert sides(line(ex, "Spinning Cyclone", 1), case) == (swapped, not swapped)
        assert executed(line(ex, "Spinning Cyclone", 1)) == ([case, "swap them"] if swapped else [case])


def test_rules_are_executed_too_also_those_an_event_carries_out_itself() -> None:
    ex, t = watched(p1_hand=["Crazed Rampage"])
    assert executed(rule(ex, "do: Put the card into your discard pile.")) == []
    t.play("crazed")
    assert executed(rule(ex, "do: Put the card into your discard pile.")) == ["Put the card into your discard pile"]
    assert executed(rule(ex, "do: You play the card.")) == ["You play the card"]
    assert executed(rule(ex, "Put the card into your play area.")) == ["Put the card into your play area"]
    assert executed(rule(ex, "do: You recruit the hero.")) == []


# --- watching ----------------------------------------------------------------------------------------------------
def test_clones_and_undo_are_watched() -> None:
    ex = Exercise(game("duel"))
    session = ex.handle(GameHandle(game("duel"))).start(2, 3)
    ex._marks.clear()
    twin = session.clone()
    while (asked := twin.decision) is not None and not executed(line(ex, "Spark")):
        twin.answer(asked.answers[0])
    assert executed(line(ex, "Spark")) == ["Each other player suffers 1 damage"]
    ex._marks.clear()
    assert twin.undo()
    ex._marks.clear()
    assert twin.decision is not None
    twin.answer(twin.decision.answers[0])
    while (asked := twin.decision) is not None and not ex._marks:
        twin.answer(asked.answers[0])
    assert ex._marks


def test_a_session_that_was_begun_unwatched_is_watched_from_there_on() -> None:
    ex = Exercise(game("duel"))
    plain = load("duel").start(2, 3)
    plain.answer(plain.decision.answers[0])  # type: ignore[union-attr]
    seen = ex.watch(plain)
    assert seen is not plain and seen.machine.to_data() == plain.machine.to_data()
    ex._marks.clear()
    plain.answer(plain.decision.answers[0])  # type: ignore[union-attr]
    assert not ex._marks, "the other one is left alone"
    seen.answer(seen.decision.answers[0])  # type: ignore[union-attr]
    assert ex._marks and seen.machine.to_data() == plain.machine.to_data()


def test_a_game_under_other_rulings_is_watched_for_the_lines_that_are_the_same() -> None:
    ex, handle = Exercise(game("legendary")), GameHandle(game("legendary"))
    end_at_once = {"last-tactic": "end-at-once"}
    other = ex.ruled(end_at_once)
    assert other is not ex and ex.ruled(end_at_once) is other and ex.ruled({}) is ex
    session = other.handle(handle).start(players=2, seed=1, rulings=end_at_once)
    assert session.decision is not None
    assert executed(rule(ex, "Play the top card of the Villain Deck.")) == ["Play the top card of the Villain Deck"]
    assert asserted(rule(ex, "Play the top card of the Villain Deck.")) == []


@pytest.mark.parametrize("name", ["legendary", "duel"])
def test_watching_changes_nothing(name: str) -> None:
    ex, handle = Exercise(game(name)), GameHandle(game(name))
    for seed in range(3):
        plain, seen = (h.machine(2, seed, {}, {}, 0) for h in (handle, ex.handle(handle)))
        bots = [make_bot("random", seed, seat) for seat in range(2)]
        for at in range(200):
            if plain.seat_asked < 0:
                break
            picks = bots[plain.seat_asked].choose(plain, at)
            plain.answer(picks)
            seen.answer(picks)
        assert seen.to_data() == plain.to_data()
        assert type(plain.state.compiled.whole) is Compiled, (
            "the tables of a game that is not watched are the plain ones"
        )


def test_what_is_tried_aside_is_not_noted() -> None:
    ex, t = watched(p1_hand=["Crazed Rampage"])
    ex._marks.clear()
    with ex.aside() as marks:
        twin = t.machine.clone()
        twin.answer([0])
    assert not ex._marks and marks and ex.fresh(marks) == len(marks)
    t.machine.answer([0])
    assert ex._marks == marks and ex.fresh(marks) == 0


# --- asserted ----------------------------------------------------------------------------------------------------
def events(t: Table, kind: int, start: int = 0) -> list[int]:
    return [at for at, event in enumerate(t.machine.log) if at >= start and event[E_KIND] == kind]


def verb(t: Table, name: str) -> int:
    return [v.name for v in t.game.verbs].index(name)


def test_an_event_asserts_the_clause_that_made_it_and_what_led_to_it() -> None:
    ex, t = watched(X_MAN, p1_hand=["Card Shark"], p1_deck=["Mutant", "Filler"])
    start = len(t.machine.log)
    t.play("card-shark")
    assert asserted(line(ex, "Card Shark")) == []
    ex.assert_events(t.machine, events(t, verb(t, "draw"), start), by="shark.scenario:3")
    assert asserted(line(ex, "Card Shark")) == [IF_X, DRAW]
    assert clause(line(ex, "Card Shark"), DRAW).by == ("shark.scenario:3",)
    assert asserted(rule(ex, "do: Put the card into your hand.")) == ["Put the card into your hand"]


def test_that_nothing_happened_asserts_the_condition_that_says_why() -> None:
    ex, t = watched(p1_hand=["Card Shark", "Repulsor Rays"], p1_deck=["Filler", "Filler"])
    start = len(t.machine.log)
    t.play("repulsor", "card-shark")
    ex.assert_events(t.machine, events(t, NOTHING, start))
    assert asserted(line(ex, "Card Shark")) == [IF_X]
    assert asserted(line(ex, "Repulsor Rays")) == ["[Ranged]"]


def test_a_line_that_is_told_asserts_its_label() -> None:
    ex, t = watched(city=["Enchantress"], points={"Attack": 6})
    start = len(t.machine.log)
    t.act("fight", "enchantress")
    enchantress = t.card("Enchantress")
    told = [at for at, e in enumerate(t.machine.log) if at >= start and e[E_CARD] == enchantress and e[E_KIND] < 0]
    ex.assert_events(t.machine, told)
    assert asserted(line(ex, "Enchantress")) == ["Fight"]
    ex.assert_events(t.machine, events(t, verb(t, "draw"), start))
    assert asserted(line(ex, "Enchantress")) == ["Fight", "Draw three cards"]


def test_a_line_that_is_told_asserts_what_has_it_carried_out() -> None:
    waits, says = "when: you defeat this", "Carry out the Fight lines of that card."
    ex, t = watched(city=["Enchantress"], tactics=["Endless Resources"], mastermind="Red Skull", points={"Attack": 13})
    t.act("fight", "enchantress")
    ex.assert_events(t.machine, events(t, LINE))
    assert (asserted(rule(ex, waits)), asserted(rule(ex, says))) == (["you defeat this"], [])
    start = len(t.machine.log)
    t.act("fight", "red-skull")
    ex.assert_events(t.machine, events(t, LINE, start))
    assert asserted(rule(ex, says)) == [says.rstrip(".")]
    assert asserted(line(ex, "Endless Resources")) == ["Fight"]


def test_a_line_without_a_label_asserts_the_sentence_that_has_it_carried_out() -> None:
    ex, t = watched(p1_hand=["Crazed Rampage"])
    t.play("crazed")
    ex.assert_events(t.machine, events(t, LINE))
    assert asserted(rule(ex, "Carry out the card's text.")) == ["Carry out the card's text"]


def test_a_refused_event_asserts_the_ban() -> None:
    ex, t = watched(city=["Blob", "Plain Villain + Bystander"], p1_hand=["Silent Sniper"], points={"Attack": 9})
    ex2, t2 = watched(city=["Blob + Bystander"], p1_hand=["Silent Sniper"])
    t2.play("silent")
    refused = events(t2, REFUSED)
    assert refused
    ex2.assert_events(t2.machine, refused)
    assert asserted(line(ex2, "Blob")) == ["You can't defeat Blob unless you have an [X-Men] Hero"]
    with ex.asserting(by="why"):
        assert t.refusal("fight", "Blob")
    assert asserted(line(ex, "Blob")) == ["You can't defeat Blob unless you have an [X-Men] Hero"]


def test_a_refused_event_asserts_the_rule_that_forbids_it() -> None:
    stubs = """
adjective mighty (Hero): its Cost is 6 or more
rule: You can't KO a mighty Hero.
hero "Giant" of Marks (9 copies)
    cost 7
"""
    ex, t = watched(stubs, city=["Sentinel"], p1_hand=["Giant"], points={"Attack": 3})
    start = len(t.machine.log)
    t.act("fight", "sentinel")
    ex.assert_events(t.machine, events(t, REFUSED, start))
    assert asserted(rule(ex, "rule: You can't KO a mighty Hero.")) == ["You can't KO a mighty Hero"]
    assert sides(rule(ex, "adjective mighty (Hero): its Cost is 6 or more"), "its Cost is 6 or more") == (True, False)


def test_a_value_that_is_looked_at_asserts_what_changes_it() -> None:
    ex, t = watched(scheme="Midtown Bank Robbery", city=["Plain Villain + Bystander"])
    with ex.asserting(by="attack 4"):
        assert t.value("Plain Villain", "Attack") == 4
    assert asserted(line(ex, "Midtown Bank Robbery", 1)) == [
        "Special Rules", "Each Villain gets +1 Attack for each Bystander it has",
    ]  # fmt: skip


def test_an_event_asserts_the_effects_that_changed_its_number() -> None:
    ex, t = watched(scheme="Midtown Bank Robbery", city=["Plain Villain + Bystander"], points={"Attack": 4})
    start = len(t.machine.log)
    t.act("fight", "plain")
    [paid] = events(t, PAY, start)
    assert t.machine.log[paid][E_AMOUNT] == 4
    ex.assert_events(t.machine, [paid])
    assert asserted(line(ex, "Midtown Bank Robbery", 1)) == [
        "Special Rules", "Each Villain gets +1 Attack for each Bystander it has",
    ]  # fmt: skip
    drawn = "When you draw a new hand of cards at the end of this turn, draw eight cards instead of six"
    ex, t = watched(city=["Doctor Octopus", "Plain Villain"], points={"Attack": 7})
    t.act("fight", "plain")
    ex.assert_events(t.machine, range(len(t.machine.log)))
    assert asserted(line(ex, "Doctor Octopus")) == []
    t.act("fight", "octopus")
    start = len(t.machine.log)
    t.end_turn()
    ex.assert_events(t.machine, events(t, verb(t, "draw a new hand of cards"), start))
    assert asserted(line(ex, "Doctor Octopus")) == ["Fight", drawn]


def test_to_decline_a_replacement_asserts_that_it_was_offered() -> None:
    ex, t = watched(p1_hand=["Crazed Rampage", "Diving Block"])
    start = len(t.machine.log)
    t.play("crazed").answer("no")
    declined = [at for at in events(t, CHOOSE, start) if "do nothing" in str(t.machine.log[at])]
    assert len(declined) == 1
    ex.assert_events(t.machine, declined)
    assert asserted(line(ex, "Diving Block")) == ["If you would gain a Wound, you may"]


def test_prices_amounts_and_the_score_are_rules_that_are_executed_when_they_are_read() -> None:
    cost, amount, score = "cost: Attack equal to the enemy's Attack", "amount: 6", "score: the VP of the cards in your"
    ex, t = watched(city=["Supreme HYDRA"], points={"Attack": 6}, scheme="The Legacy Virus", wounds=2,
                    p1_hand=["Crazed Rampage"])  # fmt: skip
    start = len(t.machine.log)
    t.act("fight", "supreme")
    assert executed(rule(ex, cost)) == ["Attack equal to the enemy's Attack"]
    ex.assert_events(t.machine, events(t, PAY, start))
    assert asserted(rule(ex, cost)) == ["Attack equal to the enemy's Attack"]
    assert executed(rule(ex, amount)) == []
    t.play("crazed")
    assert executed(line(ex, "Supreme HYDRA")) == []
    with ex.asserting(by="score"):
        assert t.machine.result is not None
    assert [x.text for x in ex.report() if x.section == "rule" and x.text.startswith(score) and asserted(x)]
    assert asserted(line(ex, "Supreme HYDRA")) == [
        "Supreme HYDRA is worth +3 VP for each other HYDRA Villain in your Victory Pile"
    ]
    ex, t = watched()
    t.end_turn()
    assert executed(rule(ex, amount)) == ["6"]


def test_the_end_of_the_game_asserts_the_line_that_states_it() -> None:
    ex, t = watched(scheme="The Legacy Virus", wounds=2, p1_hand=["Crazed Rampage"])
    t.play("crazed")
    ex.assert_events(t.machine, [len(t.machine.log) - 1])
    assert asserted(line(ex, "The Legacy Virus", 2)) == ["Evil Wins", "If the Wound stack runs out"]


def test_the_end_of_the_game_asserts_the_sentence_that_ends_it() -> None:
    lost = '\nscheme "Short Story"\n    Setup: 8 Twists.\n    Twist 1: Evil Wins!\n'
    ex, t = watched(lost, scheme="Short Story", villain_deck=["Scheme Twist"] * 9)
    t.end_turn()
    ex.assert_events(t.machine, [len(t.machine.log) - 1])
    assert asserted(line(ex, "Short Story", 1)) == ["Twist 1", "Evil Wins"]


def test_points_and_effects_assert_their_sentence() -> None:
    ex, t = watched(p1_hand=["God of Thunder", "Crazed Rampage"])
    start = len(t.machine.log)
    t.play("god-of-thunder")
    ex.assert_events(t.machine, events(t, EFFECT, start))
    assert asserted(line(ex, "God of Thunder")) == ["You can use Recruit as Attack this turn"]
    ex.assert_events(t.machine, events(t, GAIN, start))
    assert asserted(rule(ex, "You get Recruit equal to the card's Recruit.")) != []
    ex.assert_events(t.machine, [-1, 10_000])  # no such events


# --- joining -----------------------------------------------------------------------------------------------------
def test_what_was_seen_in_a_variant_with_more_cards_is_joined_by_name() -> None:
    ex, t = watched(X_MAN, p1_hand=["Card Shark"], p1_deck=["Mutant", "Filler"])
    start = len(t.machine.log)
    t.play("card-shark")
    ex.assert_events(t.machine, events(t, verb(t, "draw"), start), by="one")
    real = Exercise(game("legendary"))
    real.merge(ex)
    assert line(real, "Card Shark") == line(ex, "Card Shark")
    assert executed(rule(real, "do: You play the card.")) == ["You play the card"]
    assert "Mutant" not in {x.name for x in real.report()}
    again = Exercise(game("legendary"))
    again.merge(real)
    again.merge(Exercise(game("legendary")))
    assert again.report() == real.report()


def test_it_goes_to_json_and_comes_back() -> None:
    ex, t = watched(X_MAN, p1_hand=["Card Shark"], p1_deck=["Mutant", "Filler"])
    t.play("card-shark")
    ex.assert_events(t.machine, range(len(t.machine.log)), by="all")
    text = ex.to_json()
    back = Exercise.from_json(game("legendary", BASE + X_MAN), text)
    assert back.report() == ex.report() and back.to_json() == text


def small(folder: Path, cards: str = CARDS) -> Exercise:
    folder.mkdir(exist_ok=True)
    return Exercise(load(write_game(folder, RULES, cards)).game)


def codes(found: Exercise, text: str) -> list[tuple[str, str]]:
    with pytest.raises(CardscriptError) as refused:
        Exercise.from_json(found.game, text, "seen.json")
    return [(d.code, d.message) for d in refused.value.diagnostics]


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "{}", '{"format": "other"}', "[" * 100_000, "NaN", "\0"])
def test_a_text_that_is_no_coverage_is_refused(text: str, tmp_path: Path) -> None:
    assert [code for code, _ in codes(small(tmp_path), text)] == ["CS530"]


def test_coverage_with_a_part_that_is_wrong_is_refused_with_its_place(tmp_path: Path) -> None:
    ex = small(tmp_path)
    good = json.loads(ex.to_json())
    for path, value, words in (
        (["version"], 2, "2"),
        (["lines", 0, "clauses", 0, "executed"], "yes", "lines.0.clauses.0.executed"),
        (["lines", 0, "more"], 1, "lines.0.more"),
    ):
        data = json.loads(json.dumps(good))
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        [(code, message)] = codes(ex, json.dumps(data))
        assert code == "CS530" and words in message


def test_coverage_of_another_game_is_refused(tmp_path: Path) -> None:
    [(code, message)] = codes(small(tmp_path), Exercise(game("duel")).to_json())
    assert code == "CS531" and "'duel'" in message and "'small'" in message


def test_coverage_of_other_lines_is_refused_with_each_of_them(tmp_path: Path) -> None:
    before = small(tmp_path / "a", CARDS + 'stone "Pebble"\n    You get +2 Coin.\n').to_json()
    after = small(tmp_path / "b", CARDS.replace("+1 Coin", "+3 Coin"))
    assert codes(after, before) == [
        ("CS532", "coverage of another version of a line: base: Rock, line 1: has changed: You get +1 Coin."),
        ("CS532", "coverage of another version of a line: base: Pebble, line 1: is gone: You get +2 Coin."),
    ]
    assert Exercise.from_json(small(tmp_path / "c", CARDS + 'stone "New"\n    You get +2 Coin.\n').game,
                              small(tmp_path / "d").to_json())  # fmt: skip


def test_coverage_made_with_other_sets_counts_where_the_lines_are_the_same() -> None:
    core, more = load("legendary").game, load("legendary", ["core", "midnight-sons"]).game
    seen = Exercise(core)
    for clause in seen.clauses.clauses:
        seen.note([clause.number * 4])
    joined = Exercise.from_json(more, seen.to_json())
    ran = {(line.set, line.section) for line in joined.report() for clause in line.clauses if clause.executed}
    assert ("core", "card") in ran and ("", "rule") in ran and ("midnight-sons", "card") not in ran
    back = Exercise.from_json(core, joined.to_json())
    assert [line for line in seen.report() if line.section == "card"] == [
        line for line in back.report() if line.section == "card"
    ]
