"""Clauses about how a game ends, who has won, and what belongs to the rule set."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

import cardscript
from cardscript.engine.endings import Result
from cardscript.language.diagnostics import CardscriptError, Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import compile_game
from cardscript.language.resources import data_dir
from cardscript.session.view import view
from tests.games.legendary.board import board
from tests.games.table import Table, game

WORTH = "".join(f'villain "Worth {n}" of Worthies\n    attack 3, vp {n}\n' for n in range(1, 41))
"""Villains of a wanted VP: "Worth 1" to "Worth 40"."""

ESCAPES = 'scheme "Escapes"\n    Evil Wins: If 4 Villains escape.\n'
TWISTS = 'scheme "Twists"\n    Setup: 8 Twists.\n    Twist 7: Evil Wins!\n'
FULL = ("Plain Villain",) * 5


def settle(t: Table) -> Table:
    """Answer whatever is asked with the first options until somebody may act or the game is over."""
    while t.decision is not None and t.decision.ask != "action":
        t.machine.answer(list(range(t.decision.least)))
    return t


def over(t: Table) -> Result:
    """The result of a game that must be over."""
    result = t.machine.result
    assert result is not None
    assert t.decision is None
    return result


# --- what a result says


def test_core_intro_01_team_outcome_and_ranking_are_two_results() -> None:
    t = board(WORTH, tactics=("Quiet Tactic",), p1_victory_pile=["Worth 4"], p2_victory_pile=["Worth 14"],
              points={"Attack": 8})  # fmt: skip
    t.act("fight", "Quiet Mind").end_turn()
    result = over(t)
    assert (result.ending, result.result) == ("Good Wins", "win")
    assert result.scores == (9, 14)
    assert result.ranking == (1, 0)


def test_core_intro_02_what_belongs_to_a_player_and_what_to_the_table() -> None:
    stubs = 'villain "Two" of Plain\n    attack 2, vp 1\nhero "Three" of Threes\n    cost 3\n'
    t = board(stubs, city=["Two"], hq=["Three", *["Filler"] * 4], points={"Attack": 2, "Recruit": 3},
              p2_hand=["Filler"] * 6, p2_discard_pile=["Wound"], p2_victory_pile=["Bystander"])  # fmt: skip
    zones = ("deck", "hand", "discard pile", "Victory Pile")
    before = [t.ids(f"P2 {zone}") for zone in zones]
    t.act("recruit", "Three").act("fight", "Two")
    assert t.zone("P1 discard pile") == ["Three"]
    assert t.zone("P1 Victory Pile") == ["Two"]
    assert [t.ids(f"P2 {zone}") for zone in zones] == before
    assert t.spaces("HQ") == ["Filler"] * 5
    shared = ("HQ", "City", "Hero Deck", "Villain Deck", "Officer Stack", "Escape Pile", "KO Pile")
    per_player = {zone.name: zone.per_player for zone in t.game.zones}
    assert not any(per_player[name] for name in shared)
    assert all(per_player[name] for name in (*zones, "play area"))
    assert view(t.machine, 0)["zones"] == view(t.machine, 1)["zones"]


def test_core_intro_03_the_scheme_data_decide() -> None:
    results = []
    for scheme in ("Escapes", "Twists"):
        t = board(ESCAPES + TWISTS, players=3, scheme=scheme, escape_pile=["Plain Villain"] * 3, city=FULL,
                  villain_deck=["Nothing Happens", *["Scheme Twist"] * 4, "Plain Villain", *["Nothing Happens"] * 9],
                  phase="Villain Step")  # fmt: skip
        for _ in range(5):
            settle(t.end_turn())
        assert t.zone("Escape Pile").count("Plain Villain") == 4
        assert t.zone("KO Pile").count("Scheme Twist") == 4
        results.append(t.result)
    assert results == ["Evil Wins", ""]


# --- the three endings


def test_core_result_01_good_wins_with_the_last_tactic() -> None:
    t = board(first=2, tactics=("Quiet Tactic",), points={"Attack": 8})
    t.act("fight", "Quiet Mind").end_turn()
    result = over(t)
    assert (result.ending, result.result) == ("Good Wins", "win")
    t = board(first=2, points={"Attack": 24})
    for _ in range(3):
        t.act("fight", "Quiet Mind")
    t.end_turn()
    assert (t.result, t.seat) == ("", 1)


def test_core_result_02_all_players_lose_however_many_points_they_have() -> None:
    t = board(ESCAPES + WORTH, scheme="Escapes", escape_pile=["Plain Villain"] * 3, city=FULL,
              p1_victory_pile=["Worth 40"], villain_deck=["Plain Villain", *["Nothing Happens"] * 9],
              phase="Villain Step")  # fmt: skip
    result = over(settle(t))
    assert (result.ending, result.result) == ("Evil Wins", "loss")
    assert (result.ranking, result.winners) == ((), ())


def test_core_result_03_evil_wins_at_once() -> None:
    stubs = 'scheme "Quick"\n    Twist 1: Evil Wins!\nhero "Mighty" of Mighties\n    cost 1, attack 8\n'
    t = board(stubs, scheme="Quick", tactics=("Quiet Tactic",), p1_hand=["Mighty"],
              villain_deck=["Scheme Twist", *["Nothing Happens"] * 9], phase="Villain Step")  # fmt: skip
    assert over(t).ending == "Evil Wins"
    assert t.zone("P1 hand") == ["Mighty"]
    assert t.machine.turn == 1


def test_core_result_04_the_turn_is_finished_after_the_last_villain_deck_card() -> None:
    stubs = 'hero "Fighter" of Fighters\n    cost 1, attack 3\n'
    t = board(stubs, p1_hand=["Fighter"], villain_deck=["Plain Villain"], phase="Villain Step")
    t.play("Fighter").act("fight", "Plain Villain")
    assert t.zone("P1 Victory Pile") == ["Plain Villain"]
    t.end_turn()
    result = over(t)
    assert (result.ending, result.result, t.machine.turn) == ("Exhaustion", "draw", 1)


def test_core_result_05_the_turn_is_finished_after_the_last_hero_deck_card() -> None:
    t = board(city=["Plain Villain"], hero_deck=["Filler"], points={"Recruit": 6, "Attack": 3})
    t.act("recruit", "Filler")
    assert (t.spaces("HQ"), t.zone("Hero Deck")) == (["Filler"] * 5, [])
    t.act("recruit", "Filler")
    assert sorted(t.spaces("HQ")) == ["", *["Filler"] * 4]
    t.act("fight", "Plain Villain").end_turn()
    result = over(t)
    assert (result.ending, result.result, t.machine.turn) == ("Exhaustion", "draw", 1)


def scored(scores: Mapping[int, int], **more: object) -> Table:
    """A board whose players have these scores at the beginning."""
    piles = {f"p{seat}_victory_pile": [f"Worth {score}"] for seat, score in scores.items()}
    return board(WORTH, players=len(scores), **piles, **more)  # type: ignore[arg-type]


def test_core_result_06_exhaustion_has_an_individual_winner() -> None:
    t = scored({1: 11, 2: 17, 3: 16}, villain_deck=["Nothing Happens"], phase="Villain Step")
    t.end_turn()
    result = over(t)
    assert (result.result, result.scores, result.winners) == ("draw", (11, 17, 16), (1,))
    assert result.ranking == (1, 2, 0)


def test_core_result_07_a_team_victory_has_an_individual_winner() -> None:
    t = scored({1: 15, 2: 23}, tactics=("Quiet Tactic",), points={"Attack": 8})
    t.act("fight", "Quiet Mind").end_turn()
    result = over(t)
    assert (result.ending, result.scores, result.winners) == ("Good Wins", (20, 23), (1,))


def test_core_result_08_equal_top_scores_are_shared() -> None:
    t = scored({1: 13, 2: 18, 3: 12}, tactics=("Quiet Tactic",), points={"Attack": 8})
    t.act("fight", "Quiet Mind").end_turn()
    result = over(t)
    assert (result.ending, result.scores, result.winners) == ("Good Wins", (18, 18, 12), (0, 1))


def test_core_result_09_the_player_who_takes_the_last_tactic_finishes_the_turn() -> None:
    stubs = 'tactic "Last Trick" of Quiet Mind\n    attack 8, vp 5\n    Fight: Rescue two Bystanders.\n'
    stubs += 'villain "Two" of Plain\n    attack 2, vp 2\nhero "Three" of Threes\n    cost 3\n'
    t = board(stubs, players=3, tactics=("Last Trick",), bystanders=5, city=["Two"], hq=["Three", *["Filler"] * 4],
              points={"Attack": 10, "Recruit": 3})  # fmt: skip
    t.act("fight", "Quiet Mind")
    assert (t.result, t.points("Attack"), t.points("Recruit")) == ("", 2, 3)
    t.act("fight", "Two").act("recruit", "Three")
    assert t.refusal("fight", "Quiet Mind") == "no Tactic left"
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Bystander", "Last Trick", "Two"]
    assert t.zone("P1 discard pile") == ["Three"]
    t.end_turn()
    result = over(t)
    assert (result.ending, result.scores, t.machine.turn) == ("Good Wins", (9, 0, 0), 1)


def test_core_result_09_the_other_reading_ends_the_game_with_the_fight_text() -> None:
    stubs = 'tactic "Last Trick" of Quiet Mind\n    attack 8, vp 5\n    Fight: Rescue two Bystanders.\n'
    t = board(stubs, players=3, tactics=("Last Trick",), bystanders=5, points={"Attack": 10, "Recruit": 3},
              rulings={"last-tactic": "end-at-once"})  # fmt: skip
    t.act("fight", "Quiet Mind")
    result = over(t)
    assert (result.ending, result.scores, t.machine.turn) == ("Good Wins", (7, 0, 0), 1)
    assert sorted(t.zone("P1 Victory Pile")) == ["Bystander", "Bystander", "Last Trick"]


def test_core_result_10_a_victory_in_the_last_turn_stands() -> None:
    t = board(tactics=("Quiet Tactic",), villain_deck=["Nothing Happens"], phase="Villain Step", points={"Attack": 8})
    assert t.zone("Villain Deck") == []
    t.act("fight", "Quiet Mind").end_turn()
    assert over(t).ending == "Good Wins"


def test_core_result_11_the_scheme_outranks_exhaustion() -> None:
    t = board(TWISTS, scheme="Twists", villain_deck=["Scheme Twist"] * 7, phase="Villain Step")
    for _ in range(6):
        assert t.result == ""
        t.end_turn()
    result = over(t)
    assert t.zone("Villain Deck") == []
    assert (result.ending, result.result, result.winners) == ("Evil Wins", "loss", ())


def test_core_result_11_a_loss_later_in_the_last_turn() -> None:
    stubs = 'hero "Hurt" of Takers\n    cost 1\n    Gain a Wound.\n'
    t = board(stubs, scheme="The Legacy Virus", wounds=1, p1_hand=["Hurt"], villain_deck=["Nothing Happens"],
              phase="Villain Step")  # fmt: skip
    assert t.zone("Villain Deck") == []
    t.play("Hurt")
    assert over(t).ending == "Evil Wins"


def test_core_result_12_running_a_deck_out_is_no_victory() -> None:
    t = board(tactics=("Quiet Tactic",), hero_deck=["Filler"], points={"Recruit": 3},
              p1_victory_pile=["Quiet Tactic"] * 3)  # fmt: skip
    t.act("recruit", "Filler").end_turn()
    result = over(t)
    assert (result.ending, result.result) == ("Exhaustion", "draw")


def test_core_result_13_no_challenge_mode_follows_a_victory() -> None:
    t = board(WORTH, tactics=("Quiet Tactic",), p2_victory_pile=["Worth 3"], points={"Attack": 8})
    t.act("fight", "Quiet Mind").end_turn()
    result = over(t)
    assert (result.ending, result.scores, t.machine.turn) == ("Good Wins", (5, 3), 1)
    assert [phase.name for phase in t.game.phases] == ["Villain Step", "Action Step", "Clean-up"]


def test_core_result_14_cards_in_the_escape_pile_are_counted() -> None:
    pile = ["Plain Villain"] * 9 + ["Hand Ninjas"] * 2 + ["Bystander"] * 3
    t = board(scheme="Negative Zone Prison Breakout", escape_pile=pile, city=[*["Plain Villain"] * 4, "Hand Ninjas"],
              villain_deck=["Plain Villain", *["Nothing Happens"] * 9])  # fmt: skip
    assert t.result == ""
    settle(t.end_turn())
    assert over(t).ending == "Evil Wins"
    assert len(t.zone("Escape Pile")) - t.zone("Escape Pile").count("Bystander") == 12


def test_core_result_14_the_pile_as_it_is_not_a_tally() -> None:
    stubs = 'hero "Hunter" of Hunters\n    cost 1\n    KO a Bystander from the Escape Pile.\n'
    city = [*["Plain Villain"] * 3, "Plain Villain + Bystander", "Plain Villain + Bystander"]
    t = board(stubs, scheme="Midtown Bank Robbery", escape_pile=["Bystander"] * 7, city=city, p1_hand=["Hunter"],
              villain_deck=[*["Plain Villain"] * 3, *["Nothing Happens"] * 9])  # fmt: skip
    counts = [t.zone("Escape Pile").count("Bystander")]
    settle(t.play("Hunter"))
    counts.append(t.zone("Escape Pile").count("Bystander"))
    settle(t.end_turn())
    counts.append(t.zone("Escape Pile").count("Bystander"))
    assert t.result == ""
    settle(t.end_turn())
    counts.append(t.zone("Escape Pile").count("Bystander"))
    assert counts == [7, 6, 7, 8]
    assert over(t).ending == "Evil Wins"


def test_core_result_15_a_deck_that_loses_the_game_loses_it_at_once() -> None:
    t = board(scheme="Super Hero Civil War", hero_deck=["Filler"], points={"Recruit": 6})
    t.act("recruit", "Filler")
    result = over(t)
    assert (result.ending, result.result, result.winners) == ("Evil Wins", "loss", ())
    t = board(scheme="Super Hero Civil War", hero_deck=["Filler"] * 5, phase="Villain Step",
              villain_deck=["Scheme Twist", *["Nothing Happens"] * 9])  # fmt: skip
    result = over(t)
    assert (result.ending, result.winners) == ("Evil Wins", ())
    assert t.zone("KO Pile").count("Filler") == 5


def test_core_result_16_nothing_undoes_a_victory() -> None:
    t = board(mastermind="Dr. Doom", tactics=("Dark Technology",), scheme="Super Hero Civil War", hero_deck=["Filler"],
              hq=["Mission Accomplished", *["Filler"] * 4], points={"Attack": 9})  # fmt: skip
    t.act("fight", "Doom")
    while t.decision is not None and t.decision.ask != "action":
        t.answer(t.offered[0])
    assert t.zone("P1 discard pile") == ["Mission Accomplished"]
    assert t.zone("Hero Deck") == []
    assert t.result == ""
    t.end_turn()
    assert over(t).ending == "Good Wins"


def test_core_result_17_cards_put_back_do_not_call_off_the_end() -> None:
    stubs = (
        'mastermind "Returner"\n    attack 8, vp 5\n    Master Strike: Shuffle the Strike back into the Villain Deck.\n'
    )
    t = board(stubs, mastermind="Returner", villain_deck=["Master Strike"], phase="Villain Step")
    assert t.zone("Villain Deck") == ["Master Strike"]
    t.end_turn()
    assert over(t).result == "draw"
    assert t.zone("Villain Deck") == ["Master Strike"]
    assert t.machine.turn == 1


def test_core_result_18_cards_worth_what_other_cards_make_them() -> None:
    pile = ["Supreme HYDRA", "Viper", "Endless Armies of HYDRA", "Ultron"]
    t = board(p1_victory_pile=pile, p1_deck=["Mission Accomplished"] * 2,
              p1_hand=["Mission Accomplished"], p1_discard_pile=["Mission Accomplished", "S.H.I.E.L.D. Agent"],
              p2_hand=["Mission Accomplished"], villain_deck=["Nothing Happens"], phase="Villain Step")  # fmt: skip
    t.end_turn()
    assert [t.value(name, "VP") for name in pile] == [9, 3, 3, 6]
    assert over(t).scores == (21, 0)


# --- the rule set


def shelf(tmp_path: Path, *sets: str) -> Path:
    """A copy of the core game whose game.yaml lists these sets besides the core set."""
    folder = tmp_path / "legendary"
    source = data_dir("cardsets") / "legendary"
    shutil.copytree(source / "rules", folder / "rules")
    shutil.copytree(source / "core", folder / "core")
    manifest = yaml.safe_load((source / "game.yaml").read_text(encoding="utf-8"))
    manifest["sets"], manifest["default_sets"] = ["core", *sets], ["core"]
    (folder / "game.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    return folder


def add_set(folder: Path, name: str, edition: str, **files: str) -> None:
    """A set with a file `cards.card` or `rules.card` each, as named."""
    (folder / name).mkdir()
    lists = "".join(f"{key}: [{key}.card]\n" for key in files)
    head = f'id: {name}\ntitle: "{name.title()} box"\nversion: "1"\nedition: "{edition}"\n'
    (folder / name / "set.yaml").write_text(head + lists, encoding="utf-8")
    for key, text in files.items():
        (folder / name / f"{key}.card").write_text(text, encoding="utf-8")


HAUNTER = 'villain "Haunter" of Haunters\n    attack 3, vp 1\n    Ambush: Haunt a Hero.\n'
HAUNT = "verb haunt {hero: Hero}\n    from: the HQ\n    do: Put the hero into the KO Pile.\n"


def messages(folder: Path) -> list[str]:
    findings = Findings()
    loaded = load_manifests(folder, findings)
    if loaded is not None and not findings.failed:
        compile_game(loaded, findings)
    return [f"{d.code} {d.message}" for d in findings]


def test_core_scope_01_a_set_of_another_edition_is_refused(tmp_path: Path) -> None:
    folder = shelf(tmp_path, "second")
    add_set(folder, "second", "2026", cards='hero "Later" of Laters (14 copies)\n    cost 3\n')
    assert messages(folder) == ["CS023 edition mismatch: Second box is of '2026', the game of '2012'"]
    with pytest.raises(CardscriptError) as refused:
        cardscript.load(folder, sets=["core"])
    assert [d.code for d in refused.value.diagnostics] == ["CS023"]


def test_core_scope_01_the_shipped_game_is_of_the_first_edition() -> None:
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / "legendary", findings)
    assert loaded is not None
    assert loaded.game.edition == "2012"
    assert {found.edition for found in loaded.sets.values()} <= {"2012", ""}
    assert cardscript.load("legendary").sets.keys() == {"core"}


def test_core_scope_01_a_keyword_needs_the_set_that_defines_it(tmp_path: Path) -> None:
    folder = shelf(tmp_path, "ghosts")
    add_set(folder, "ghosts", "2012", rules=HAUNT)
    villains = folder / "core" / "villains.card"
    villains.write_text(villains.read_text(encoding="utf-8") + "\n" + HAUNTER, encoding="utf-8")
    with pytest.raises(CardscriptError) as refused:
        cardscript.load(folder, sets=["core"])
    assert [(d.code, d.message) for d in refused.value.diagnostics] == [("CS101", "the word 'Haunt' is not known")]
    both = cardscript.load(folder, sets=["core", "ghosts"])
    core = game("legendary")
    assert [p.name for p in both.game.phases] == [p.name for p in core.phases]
    assert [a.name for a in both.game.actions] == [a.name for a in core.actions]
    assert {v.name for v in both.game.verbs} - {v.name for v in core.verbs} == {"haunt"}
