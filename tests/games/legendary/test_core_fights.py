"""Clauses about fights."""

from tests.games.legendary.board import board


def test_core_fight_01_open_with_equal_attack() -> None:
    villain = 'villain "Five" of Plain\n    attack 5, vp 2\n'
    t = board(villain, city=["Five"], points={"Attack": 5})
    t.act("fight", "Five")
    assert t.points("Attack") == 0
    assert t.zone("P1 Victory Pile") == ["Five"]
    t = board(villain, city=["Five"], points={"Attack": 4, "Recruit": 6})
    assert t.refusal("fight", "Five") == "needs 5 Attack, has 4"
    assert not t.options("fight")
    assert t.spaces("City") == ["Five", "", "", "", ""]
    assert (t.points("Attack"), t.points("Recruit")) == (4, 6)


def numbered(*names: str, attack: int = 2) -> str:
    """Villains of these names without text."""
    return "".join(f'villain "{name}" of Plain\n    attack {attack}, vp 2\n' for name in names)


def test_core_fight_02_what_is_over_stays() -> None:
    stubs = numbered("V1", attack=3) + numbered("V2", attack=5)
    t = board(stubs, city=["V1", "", "", "", "V2"], points={"Attack": 8})
    t.act("fight", "v1")
    assert t.points("Attack") == 5
    t.act("fight", "v2")
    assert t.points("Attack") == 0
    assert sorted(t.zone("P1 Victory Pile")) == ["V1", "V2"]


def test_core_fight_03_any_space() -> None:
    t = board(numbered("V1", "V2", "V3"), city=["V1", "", "V2", "", "V3"], points={"Attack": 2})
    t.act("fight", "v2")
    assert t.spaces("City") == ["V1", "", "", "", "V3"]
    assert t.zone("P1 Victory Pile") == ["V2"]


def test_core_fight_04_to_the_fighter() -> None:
    t = board(first=2, city=["", "Plain Villain"], points={"Attack": 3})
    assert t.seat == 2
    t.act("fight", "plain-villain")
    assert t.zone("P2 Victory Pile") == ["Plain Villain"] and t.zone("P1 Victory Pile") == []
    assert t.spaces("City") == [""] * 5
    assert t.zone("KO Pile") == t.zone("P1 discard pile") == t.zone("P2 discard pile") == []


def test_core_fight_05_captives_too() -> None:
    held = "V1 + Bystander + Bystander + Bystander"
    t = board(numbered("V1", attack=4), city=[held], points={"Attack": 4}, bystanders=10)
    t.act("fight", "v1")
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Bystander", "Bystander", "V1"]
    assert len(t.zone("Bystander Supply")) == 10


def test_core_fight_06_payment_pile_text() -> None:
    stubs = """
villain "V1" of Plain
    attack 4, vp 3
    Fight: You get +1 Attack for each Bystander in your Victory Pile.
"""
    t = board(stubs, city=["V1 + Bystander"], points={"Attack": 4})
    t.act("fight", "v1")
    assert t.points("Attack") == 1
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "V1"]
    story = t.story()
    paid, gained = story.index("pay 4 Attack"), story.index("gain 1 Attack")
    assert paid < story.index("move V1") < gained
    assert paid < story.index("move Bystander") < gained


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


QUIET_SEVEN = """
mastermind "Seventh Mind"
    attack 7, vp 5
tactic "Nothing Said" of Seventh Mind (4 copies)
    attack 7, vp 5
"""


def test_core_fight_09_captives_of_the_mastermind() -> None:
    held = " + ".join(["Seventh Mind", *["Bystander"] * 4])
    t = board(QUIET_SEVEN, mastermind=held, tactics=["Nothing Said"] * 4, points={"Attack": 7})
    t.act("fight", "seventh-mind")
    assert sorted(t.zone("P1 Victory Pile")) == [*["Bystander"] * 4, "Nothing Said"]
    assert t.under("Seventh Mind") == ["Nothing Said"] * 3


def test_core_fight_09_before_the_text_of_the_tactic() -> None:
    stubs = """
mastermind "Seventh Mind"
    attack 7, vp 5
tactic "Counting" of Seventh Mind (4 copies)
    attack 7, vp 5
    Fight: You get +1 Recruit for each Bystander in your Victory Pile. The Mastermind captures a Bystander.
"""
    t = board(stubs, mastermind="Seventh Mind + Bystander", tactics=["Counting"] * 4, points={"Attack": 7})
    t.act("fight", "seventh-mind")
    assert t.points("Recruit") == 1
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Counting"]
    assert sorted(t.under("Seventh Mind")) == ["Bystander", *["Counting"] * 3]


def test_core_fight_10_as_many_as_can_be_paid() -> None:
    stubs = QUIET_SEVEN + numbered("V1", attack=3)
    t = board(stubs, mastermind="Seventh Mind", tactics=["Nothing Said"] * 4, city=["V1"], points={"Attack": 17})
    t.act("fight", "v1").act("fight", "seventh").act("fight", "seventh")
    assert t.points("Attack") == 0
    assert sorted(t.zone("P1 Victory Pile")) == ["Nothing Said", "Nothing Said", "V1"]
    assert t.under("Seventh Mind") == ["Nothing Said"] * 2


def test_core_fight_11_the_mastermind_stays() -> None:
    t = board(points={"Attack": 8})
    t.act("fight", "quiet-mind")
    assert t.zone("Mastermind Space") == ["Quiet Mind"]
    assert t.under("Quiet Mind") == ["Quiet Tactic"] * 3
    assert t.result == "" and t.decision is not None
    assert t.zone("P1 Victory Pile") == ["Quiet Tactic"]
    piles = {zone.name: zone.sees for zone in t.game.zones}
    assert piles["Victory Pile"] == "all"
    t.end_turn()
    assert t.result == "" and t.seat == 2


DEFEATER = """
hero "Defeater" of Powers
    cost 2
    Defeat a Villain of your choice.
"""


def test_core_fight_12_the_mastermind_is_no_villain() -> None:
    t = board(DEFEATER, p1_hand=["Defeater"]).play("defeater")
    assert t.under("Quiet Mind") == ["Quiet Tactic"] * 4
    assert t.zone("P1 Victory Pile") == []
    assert t.decision is not None and t.decision.ask == "action"


def test_core_fight_12_only_villains_are_targets() -> None:
    t = board(DEFEATER, p1_hand=["Defeater"], city=["", "Plain Villain"]).play("defeater")
    assert t.under("Quiet Mind") == ["Quiet Tactic"] * 4
    assert t.zone("P1 Victory Pile") == ["Plain Villain"]
    t = board(DEFEATER + numbered("V1", "V2"), p1_hand=["Defeater"], city=["V1", "V2"]).play("defeater")
    assert t.choices == ["V1", "V2"]


def test_core_fight_13_no_credit_on_the_fight_text() -> None:
    stubs = 'villain "V1" of Plain\n    attack 5, vp 2\n    Fight: You get +3 Attack.\n'
    t = board(stubs, city=["V1"], points={"Attack": 4})
    assert t.refusal("fight", "V1") == "needs 5 Attack, has 4"
    assert not t.options("fight")
    t = board(stubs, city=["V1", "Plain Villain"], points={"Attack": 5})
    t.act("fight", "v1")
    assert t.points("Attack") == 3
    assert t.zone("P1 Victory Pile") == ["V1"]
    story = t.story()
    assert story.index("pay 5 Attack") < story.index("move V1") < story.index("gain 3 Attack")
    t.act("fight", "plain-villain")
    assert t.points("Attack") == 0


def test_core_fight_14_defeated_by_an_effect() -> None:
    t = board(
        numbered("V1"), p1_hand=["Silent Sniper"], city=["V1", "", "", "", "Enchantress + Bystander"]
    ).play("silent")  # fmt: skip
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Enchantress"]
    assert t.spaces("City") == ["V1", "", "", "", ""]
    assert len(t.zone("P1 hand")) == 3
    assert t.points("Attack") == 4
    assert t.decision is not None and t.decision.ask == "action"


def test_core_fight_14_the_mastermind_by_an_effect() -> None:
    stubs = """
mastermind "Ninth Mind"
    attack 9, vp 5
tactic "Drawing" of Ninth Mind (3 copies)
    attack 9, vp 5
    Fight: Draw two cards.
"""
    t = board(
        numbered("V1"), p1_hand=["Silent Sniper"], city=["V1"], mastermind="Quiet Mind + Bystander"
    ).play("silent")  # fmt: skip
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Quiet Tactic"]
    t = board(stubs, p1_hand=["Silent Sniper"], mastermind="Ninth Mind + Bystander", tactics=["Drawing"] * 3)
    t.play("silent")
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Drawing"]
    assert t.under("Ninth Mind") == ["Drawing"] * 2
    assert len(t.zone("P1 hand")) == 2
    assert t.points("Attack") == 4


def test_core_fight_14_villain_and_mastermind_are_choices() -> None:
    city = ["Plain Villain + Bystander"]
    t = board(p1_hand=["Silent Sniper"], city=city, mastermind="Quiet Mind + Bystander").play("silent")
    assert t.choices == ["Plain Villain", "Quiet Mind"]


def test_core_fight_15_not_without_it() -> None:
    t = board(p1_hand=["Silent Sniper"], city=["", "Blob + Bystander"], points={"Attack": 9})
    assert t.refusal("fight", "Blob") == "not unless you have an [X-Men] Hero"
    assert not t.options("fight", "blob")
    t.play("silent")
    assert t.spaces("City")[1] == "Blob" and t.under("Blob") == ["Bystander"]
    assert t.zone("P1 Victory Pile") == []
    assert t.points("Attack") == 13
    assert t.decision is not None and t.decision.ask == "action"


def test_core_fight_15_with_it_in_hand() -> None:
    t = board(p1_hand=["Card Shark"], city=["", "Blob + Bystander"], points={"Attack": 9})
    t.act("fight", "blob")
    assert t.points("Attack") == 5
    assert t.zone("P1 hand") == ["Card Shark"]
    assert sorted(t.zone("P1 Victory Pile")) == ["Blob", "Bystander"]


def test_core_fight_15_no_target_among_others() -> None:
    city = ["Blob + Bystander", "Plain Villain + Bystander", "Venom + Bystander"]
    t = board(p1_hand=["Silent Sniper"], city=city).play("silent")
    if t.choices:
        assert t.choices == ["Plain Villain", "Venom"]
        t.answer("plain-villain")
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Plain Villain"]
    assert t.spaces("City") == ["Blob", "", "Venom", "", ""]


def test_core_fight_16_never_below_nothing() -> None:
    stubs = numbered("V1", attack=3)
    t = board(stubs, p1_hand=["Lightning Bolt"] * 2, city=["", "V1", "Hand Ninjas", "", ""])
    t.play("lightning", "lightning")
    assert t.points("Attack") == 4
    assert t.value("Hand Ninjas", "Attack") == 0
    t.act("fight", "hand-ninjas")
    assert (t.points("Attack"), t.points("Recruit")) == (4, 1)
    t.act("fight", "v1")
    assert t.points("Attack") == 1


def test_core_fight_17_each_later_occasion_this_turn() -> None:
    stubs = numbered("V1", "V2", "V3")
    deck = ["Diamond Form", *["S.H.I.E.L.D. Trooper"] * 12]
    t = board(stubs, p1_hand=deck[:1], p1_deck=deck[1:], city=["V1", "V2", "V3"], points={"Attack": 7})
    t.act("fight", "v1")
    assert t.points("Recruit") == 0
    t.play("diamond")
    t.act("fight", "v2")
    assert t.points("Recruit") == 3
    t.act("fight", "quiet-mind")
    assert (t.points("Attack"), t.points("Recruit")) == (0, 6)
    t.end_turn().end_turn()
    assert t.seat == 1
    t.play("trooper", "trooper").act("fight", "v3")
    assert (t.points("Attack"), t.points("Recruit")) == (0, 0)
