"""Clauses about fights that chance or what is seen decides; the others are scenarios."""

from tests.games.legendary.board import board

NINE = """
mastermind "Ninth Mind"
    attack 9, vp 5
tactic "T1" of Ninth Mind
    attack 9, vp 5
tactic "T2" of Ninth Mind
    attack 9, vp 5
tactic "T3" of Ninth Mind
    attack 9, vp 5
"""


def test_core_fight_07_a_random_tactic() -> None:
    taken = set()
    for seed in range(1, 31):
        t = board(NINE, mastermind="Ninth Mind", tactics=["T1", "T2", "T3"], points={"Attack": 10}, seed=seed)
        t.act("fight", "ninth-mind")
        assert t.decision is not None and t.decision.ask == "action"
        assert t.points("Attack") == 1
        won = t.zone("P1 Victory Pile")
        assert len(won) == 1
        assert sorted([*won, *t.under("Ninth Mind")]) == ["T1", "T2", "T3"]
        taken.add(won[0])
    assert taken == {"T1", "T2", "T3"}


def test_core_fight_08_the_text_of_the_tactic() -> None:
    stubs = """
mastermind "Ninth Mind"
    attack 9, vp 5
tactic "T1" of Ninth Mind
    attack 9, vp 5
    Fight: Draw two cards.
tactic "T2" of Ninth Mind
    attack 9, vp 5
"""
    firsts = set()
    for seed in range(1, 31):
        t = board(stubs, mastermind="Ninth Mind", tactics=["T1", "T2"], points={"Attack": 18}, seed=seed)
        t.act("fight", "ninth-mind")
        first = t.zone("P1 Victory Pile")[0]
        firsts.add(first)
        assert len(t.zone("P1 hand")) == (2 if first == "T1" else 0)
        assert t.result == ""
        t.act("fight", "ninth-mind")
        assert len(t.zone("P1 hand")) == 2 and len(t.zone("P1 deck")) == 8
        assert sorted(t.zone("P1 Victory Pile")) == ["T1", "T2"]
        if not t.result:
            t.end_turn()
        assert t.result == "Good Wins"
    assert firsts == {"T1", "T2"}
