"""Clauses about playing Heroes: order, Superpowers, points, prices, revealing, copying."""

from __future__ import annotations

from tests.games.legendary.board import board
from tests.games.table import Table

PLAIN = """
hero "Tech One" of Plain Heroes (3 copies)
    team X-Men, class Tech, cost 2
hero "Strength One" of Plain Heroes (3 copies)
    team X-Men, class Strength, cost 2
hero "Covert One" of Plain Heroes (3 copies)
    team X-Men, class Covert, cost 2
hero "Avenger" of Plain Heroes (3 copies)
    team Avengers, class Instinct, cost 2
hero "Ranged One" of Plain Heroes (6 copies)
    team X-Men, class Ranged, cost 2
hero "Cost Five" of Plain Heroes (3 copies)
    team X-Men, class Tech, cost 5
hero "Recruit Three" of Plain Heroes (3 copies)
    cost 2, recruit 3
hero "Recruit Eight" of Plain Heroes (3 copies)
    cost 2, recruit 8
hero "Attack Two" of Plain Heroes (3 copies)
    cost 2, attack 2
hero "Attack Four" of Plain Heroes (3 copies)
    cost 2, attack 4
"""
"""Heroes without text."""


def superpower(line: str, numbers: str, traits: str = "class Strength") -> str:
    """Two copies of a Hero S with one line."""
    return f'hero "S" of Powers (2 copies)\n    {traits}, cost 2, {numbers}\n    {line}\n'


def in_order(t: Table, zone: str) -> list[str]:
    """The cards of a pile in the order they came there."""
    return t.zone(zone)[::-1]


def test_core_play_01_order_is_free() -> None:
    names = ["A", "B", "C", "D", "E", "F"]
    stubs = "".join(f'hero "Hero {n}" of Letters\n    cost 1\n' for n in names)
    t = board(stubs, p1_hand=[f"Hero {n}" for n in names])
    t.play("hero-d", "hero-a", "hero-f")
    assert in_order(t, "P1 play area") == ["Hero D", "Hero A", "Hero F"]
    assert t.zone("P1 hand") == ["Hero B", "Hero C", "Hero E"]


def test_core_play_02_abilities_at_once() -> None:
    stubs = """
hero "Hero A" of Letters
    cost 2, recruit 2
    Draw a card.
hero "Hero B" of Letters
    cost 2, attack 1
"""
    t = board(stubs, p1_hand=["Hero A"], p1_deck=["Hero B", "S.H.I.E.L.D. Agent"])
    t.play("hero-a")
    assert t.points("Recruit") == 2
    assert t.zone("P1 hand") == ["Hero B"]
    t.play("hero-b")
    assert t.points("Attack") == 1


def test_core_play_03_class_superpower_works() -> None:
    stubs = PLAIN + superpower("[Strength]: You get +2 Attack.", "attack 1+", "class Ranged")
    t = board(stubs, p1_hand=["Strength One", "S"]).play("strength-one", "s#1")
    assert t.points("Attack") == 3


def test_core_play_03_another_class_does_not_do() -> None:
    stubs = PLAIN + superpower("[Strength]: You get +2 Attack.", "attack 1+", "class Ranged")
    t = board(stubs, p1_hand=["Tech One", "S"]).play("tech-one", "s#1")
    assert t.points("Attack") == 1


def test_core_play_04_team_superpower_works() -> None:
    stubs = PLAIN + superpower("[Avengers]: Draw a card.", "attack 1", "team Avengers, class Tech")
    t = board(stubs, p1_hand=["Avenger", "S"]).play("avenger", "s#1")
    assert t.zone("P1 hand") == ["S.H.I.E.L.D. Agent"]
    assert len(t.zone("P1 deck")) == 9


def test_core_play_04_another_team_does_not_do() -> None:
    stubs = PLAIN + superpower("[Avengers]: Draw a card.", "attack 1", "team Avengers, class Tech")
    t = board(stubs, p1_hand=["Tech One", "Strength One", "S"]).play("tech-one", "strength-one", "s#1")
    assert t.zone("P1 hand") == []
    assert len(t.zone("P1 deck")) == 10


def test_core_play_05_a_card_is_not_before_itself() -> None:
    stubs = superpower("[Strength]: You get +2 Attack.", "attack 1+")
    t = board(stubs, p1_hand=["S", "S"])
    t.play("s#1")
    assert t.points("Attack") == 1
    t.play("s#2")
    assert t.points("Attack") == 4


def test_core_play_06_hand_and_last_turn_do_not_count() -> None:
    stubs = PLAIN + superpower("[Tech]: You get +1 Attack.", "attack 2+", "class Ranged")
    deck = ["Tech One", "S", *["S.H.I.E.L.D. Agent"] * 8]
    t = board(stubs, p1_hand=["Tech One"], p1_deck=deck)
    t.play("tech-one").end_turn()
    assert t.seat == 2
    t.end_turn()
    assert t.seat == 1
    assert {"Tech One", "S"} <= set(t.zone("P1 hand"))
    t.play("s#1")
    assert t.points("Attack") == 2


def test_core_play_07_not_made_good_later() -> None:
    stubs = """
hero "S" of Powers
    class Tech, cost 2, attack 1+
    [Instinct]: You get +3 Attack.
hero "Instinct Two" of Powers
    class Instinct, cost 2, attack 2
"""
    t = board(stubs, p1_hand=["S", "Instinct Two"]).play("s#1", "instinct")
    assert t.points("Attack") == 3
    t = board(stubs, p1_hand=["S", "Instinct Two"]).play("instinct", "s#1")
    assert t.points("Attack") == 6


def test_core_play_08_numbers_and_text() -> None:
    stubs = """
hero "Hero B" of Letters
    cost 2, recruit 1, attack 2
hero "Hero C" of Letters
    cost 2
    Rescue a Bystander.
"""
    hand = ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "Hero B", "Hero C"]
    t = board(stubs, p1_hand=hand).play("agent", "trooper", "hero-b", "hero-c")
    assert (t.points("Recruit"), t.points("Attack")) == (2, 3)
    assert t.zone("P1 Victory Pile") == ["Bystander"]
    assert len(t.zone("Bystander Supply")) == 9
    assert t.zone("P1 hand") == [] and len(t.zone("P1 deck")) == 10
    assert t.zone("P1 discard pile") == [] and t.zone("KO Pile") == []


def test_core_play_09_points_spent_between_plays() -> None:
    stubs = PLAIN + 'hero "Cost Three" of Plain Heroes\n    cost 3\n'
    hand = ["Recruit Three", "S.H.I.E.L.D. Trooper", "Attack Two", "S.H.I.E.L.D. Agent"]
    hq = ["Cost Three", *["Filler"] * 4]
    t = board(stubs, p1_hand=hand, hq=hq, city=["Plain Villain"])
    t.play("recruit-three").act("recruit", "cost-three").play("trooper", "attack-two")
    t.act("fight", "plain-villain").play("agent")
    assert (t.points("Recruit"), t.points("Attack")) == (1, 0)
    assert t.zone("P1 discard pile") == ["Cost Three"]
    assert t.zone("P1 Victory Pile") == ["Plain Villain"]


def test_core_play_10_two_totals() -> None:
    stubs = """
hero "R2" of Points
    cost 1, recruit 2
hero "A1" of Points
    cost 1, attack 1
hero "R1" of Points
    cost 1, recruit 1
hero "A3" of Points
    cost 1, attack 3
villain "Weakling" of Plain
    attack 2, vp 1
"""
    t = board(stubs, p1_hand=["R2", "A1", "R1", "A3"], city=["Weakling"])
    t.play("r2#1", "a1#1", "r1#1", "a3#1")
    assert (t.points("Recruit"), t.points("Attack")) == (3, 4)
    t.act("fight", "weakling")
    assert (t.points("Recruit"), t.points("Attack")) == (3, 2)


def test_core_play_11_cards_may_stay_in_hand() -> None:
    names = ["A", "B", "C", "D", "E", "F"]
    stubs = "".join(f'hero "Hero {n}" of Letters\n    cost 1, recruit 1, attack 1\n' for n in names)
    hand = [f"Hero {n}" for n in names]
    t = board(stubs, p1_hand=hand).play("hero-b", "hero-e")
    assert (t.points("Recruit"), t.points("Attack")) == (2, 2)
    t.end_turn()
    assert sorted(t.zone("P1 discard pile")) == hand
    assert t.zone("P1 play area") == []
    assert t.zone("P1 hand") == ["S.H.I.E.L.D. Agent"] * 6


def test_core_play_12_once_however_many() -> None:
    t = board(PLAIN, p1_hand=["Strength One", "Strength One", "Odinson"])
    t.play("strength-one", "strength-one", "odinson")
    assert t.points("Recruit") == 4


def test_core_play_12_unless_the_text_counts() -> None:
    t = board(PLAIN, p1_hand=["Tech One"] * 3 + ["Arc Reactor"])
    t.play("tech-one", "tech-one", "tech-one", "arc-reactor")
    assert t.points("Attack") == 6


def test_core_play_13_without_may_it_is_done() -> None:
    t = board(p1_hand=["Crazed Rampage", "S.H.I.E.L.D. Agent"]).play("crazed-rampage")
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == ["Wound"]
    assert t.points("Attack") == 4
    assert t.decision is not None and t.decision.ask == "action" and t.seat == 1


def test_core_play_13_a_superpower_without_may_is_done() -> None:
    stubs = PLAIN + superpower("[Strength]: Each player gains a Wound.", "attack 1")
    t = board(stubs, p1_hand=["Strength One", "S"]).play("strength-one", "s#1")
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == ["Wound"]
    assert t.decision is not None and t.decision.ask == "action"


def test_core_play_13_may_is_declined() -> None:
    t = board(PLAIN, p1_hand=["Covert One", "Shadowed Thoughts"]).play("covert-one", "shadowed")
    assert t.decision is not None and t.seat == 1 and t.offered == ("yes", "no")
    t.answer("no")
    assert t.points("Attack") == 2
    assert len(t.zone("Villain Deck")) == 20


def test_core_play_13_may_is_accepted() -> None:
    deck = ["Plain Villain", *["Nothing Happens"] * 5]
    t = board(PLAIN, p1_hand=["Covert One", "Shadowed Thoughts"], villain_deck=deck)
    t.play("covert-one", "shadowed").answer("yes")
    assert t.points("Attack") == 4
    assert t.spaces("City")[0] == "Plain Villain"
    assert len(t.zone("Villain Deck")) == 5


def test_core_play_14_the_price_is_paid_first() -> None:
    t = board(p1_hand=["Optic Blast", "S.H.I.E.L.D. Agent"]).play("optic-blast")
    assert t.zone("P1 discard pile") == ["S.H.I.E.L.D. Agent"]
    assert t.zone("P1 play area") == ["Optic Blast"] and t.zone("P1 hand") == []
    assert t.points("Attack") == 3
    story = t.story()
    assert story.index("discard S.H.I.E.L.D. Agent") < story.index("gain 3 Attack")


def test_core_play_14_never_pays_for_itself() -> None:
    t = board(p1_hand=["Optic Blast"])
    assert t.refusal("play", "Optic Blast") == "no other card to discard"
    assert not t.options("play")
    assert t.zone("P1 hand") == ["Optic Blast"] and t.points("Attack") == 0


def test_core_play_14_the_player_chooses_among_the_others() -> None:
    t = board(p1_hand=["Optic Blast", "S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper"]).play("optic-blast")
    assert t.choices == ["S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper"]
    t.answer("trooper")
    assert t.zone("P1 discard pile") == ["S.H.I.E.L.D. Trooper"] and t.zone("P1 hand") == ["S.H.I.E.L.D. Agent"]
    assert t.points("Attack") == 3


def test_core_play_15_made_this_turn_includes_what_is_spent() -> None:
    stubs = PLAIN + 'hero "Cost Eight" of Plain Heroes\n    cost 8\n'
    t = board(stubs, p1_hand=["Recruit Eight", "Surge of Power"], hq=["Cost Eight", *["Filler"] * 4])
    t.play("recruit-eight").act("recruit", "cost-eight")
    assert t.points("Recruit") == 0
    t.play("surge")
    assert (t.points("Attack"), t.points("Recruit")) == (3, 2)


def test_core_play_15_too_little_was_made() -> None:
    t = board(PLAIN, p1_hand=["Recruit Three", "Surge of Power"]).play("recruit-three", "surge")
    assert (t.points("Attack"), t.points("Recruit")) == (0, 5)


def frost_giant() -> Table:
    """P1 has played a Ranged Hero, P2 holds one, P3 has one in the discard pile; P1 fights Frost Giant."""
    t = board(
        PLAIN, players=3, p1_hand=["Ranged One", "S.H.I.E.L.D. Agent"], p2_hand=["S.H.I.E.L.D. Agent", "Ranged One"],
        p3_hand=["S.H.I.E.L.D. Agent"], p3_discard_pile=["Ranged One"], city=["Frost Giant"], points={"Attack": 4},
    )  # fmt: skip
    return t.play("ranged-one").act("fight", "frost-giant")


def test_core_play_16_reveal_played_and_held() -> None:
    t = frost_giant()
    assert t.seat == 1 and t.offered == ("reveals a [Ranged] Hero", "gains a Wound")
    t.answer("reveals")
    assert t.seat == 2 and t.offered == ("reveals a [Ranged] Hero", "gains a Wound")
    t.answer("reveals")
    assert t.seat == 1 and t.options("end the turn")
    assert t.zone("P1 discard pile") == [] and t.zone("P2 discard pile") == []
    assert t.zone("P3 discard pile") == ["Wound", "Ranged One"]
    assert t.zone("P1 play area") == ["Ranged One"]
    assert t.zone("P2 hand") == ["S.H.I.E.L.D. Agent", "Ranged One"]


def test_core_play_16_either_may_take_the_wound() -> None:
    t = frost_giant()
    assert t.seat == 1
    t.answer("gains a Wound")
    assert t.seat == 2
    t.answer("gains a Wound")
    assert t.zone("P1 discard pile") == ["Wound"] and t.zone("P2 discard pile") == ["Wound"]
    assert t.zone("P3 discard pile") == ["Wound", "Ranged One"]
    assert t.zone("P1 play area") == ["Ranged One"]
    assert t.zone("P2 hand") == ["S.H.I.E.L.D. Agent", "Ranged One"]


def test_core_play_17_as_far_as_it_goes() -> None:
    t = board(PLAIN, p1_hand=["Attack Four"], city=["", "", "", "", "Whirlwind"])
    t.play("attack-four").act("fight", "whirlwind")
    assert t.zone("KO Pile") == ["Attack Four"]
    assert t.zone("P1 play area") == []
    assert t.decision is not None and t.decision.ask == "action"
    assert t.zone("P1 Victory Pile") == ["Whirlwind"]


def test_core_play_17_the_space_it_was_fought_in() -> None:
    t = board(PLAIN, p1_hand=["Attack Four"], city=["", "Whirlwind", "", "", ""])
    t.play("attack-four").act("fight", "whirlwind")
    assert t.zone("KO Pile") == []
    assert t.zone("P1 play area") == ["Attack Four"]
    t = board(PLAIN, p1_hand=["Attack Four"], city=["", "", "Whirlwind", "", ""])
    t.play("attack-four").act("fight", "whirlwind")
    assert t.zone("KO Pile") == ["Attack Four"]


def test_core_play_18_an_empty_deck_is_shuffled_first() -> None:
    t = board(p1_hand=["Great Responsibility"], p1_deck=[], p1_discard_pile=["S.H.I.E.L.D. Agent"])
    t.play("great")
    assert t.points("Attack") == 1
    assert t.zone("P1 hand") == ["S.H.I.E.L.D. Agent"]
    assert t.zone("P1 deck") == [] and t.zone("P1 discard pile") == []


def test_core_play_18_nothing_to_reveal() -> None:
    t = board(p1_hand=["Great Responsibility"], p1_deck=[])
    t.play("great")
    assert t.points("Attack") == 1
    assert t.zone("P1 hand") == [] and t.zone("P1 deck") == []
    assert t.decision is not None and t.decision.ask == "action"


def test_core_play_19_a_revealed_card_stays() -> None:
    t = board(PLAIN, p1_hand=["Great Responsibility"], p1_deck=["Cost Five", "S.H.I.E.L.D. Agent"])
    t.play("great")
    assert t.points("Attack") == 1
    assert t.zone("P1 deck") == ["Cost Five", "S.H.I.E.L.D. Agent"] and t.zone("P1 hand") == []
    assert [words for words in t.story() if words.startswith("reveal")] == ["reveal Cost Five"]


def test_core_play_20_grey_is_a_color() -> None:
    hand = ["Avengers Assemble!", "Tech One", "Tech One", "S.H.I.E.L.D. Agent", "S.H.I.E.L.D. Trooper", "Wound"]
    t = board(PLAIN, p1_hand=hand).play("avengers-assemble")
    assert t.points("Recruit") == 3


COVERT_POWER = """
hero "Last Hero" of Powers
    class Tech, cost 2, attack 1+
    [Covert]: You get +1 Attack.
"""


def test_core_play_21_a_copy_gives_what_it_would_give_now() -> None:
    t = board(COVERT_POWER, p1_hand=["Odinson", "Copy Powers", "Last Hero"])
    t.play("odinson")
    assert t.points("Recruit") == 2
    t.play("copy-powers")
    assert t.points("Recruit") == 6
    t.play("last-hero")
    assert (t.points("Recruit"), t.points("Attack")) == (6, 2)


def test_core_play_21_nothing_to_copy() -> None:
    t = board(COVERT_POWER, p1_hand=["Copy Powers", "Last Hero"])
    t.play("copy-powers")
    assert t.zone("P1 play area") == ["Copy Powers"]
    assert (t.points("Recruit"), t.points("Attack")) == (0, 0)
    t.play("last-hero")
    assert t.points("Attack") == 2
