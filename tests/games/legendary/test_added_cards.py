"""A made-up Hero, Villain Group and keyword need nothing but one more `.card` file, named in the list of its set."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardscript.players.bots import make_bot
from cardscript.session.game import GameHandle, load

MORE = """keyword Second Wind {n: number}
    on a Hero: If you played another Hero this turn, you get +Recruit equal to n.
    on an Enemy: This gets +Attack equal to n while it is in the Bridge.

hero "Steady Hand" of The Lamplighter (5 copies)
    team X-Men, class Tech, cost 3, recruit 2
    Second Wind 1
hero "Lit Street" of The Lamplighter (5 copies)
    class Ranged, cost 4, attack 2
    [Tech]: Draw a card.
hero "Night Round" of The Lamplighter (3 copies)
    class Covert, cost 5, attack 3
hero "Every Lamp" of The Lamplighter
    class Instinct, cost 7, attack 5
    Second Wind 3

villain "Gutter Snuffer" of Snuffers (8 copies)
    attack 3, vp 2
    Second Wind 2
    Fight: Rescue a Bystander.
"""


def with_more(folder: Path) -> GameHandle:
    shutil.copytree(Path(__file__).resolve().parents[3] / "cardsets" / "legendary", folder / "legendary")
    core = folder / "legendary" / "core"
    (core / "more.card").write_text(MORE, encoding="utf-8")
    listed = (core / "set.yaml").read_text(encoding="utf-8")
    (core / "set.yaml").write_text(listed.replace("cards:\n", "cards:\n  - more.card\n"), encoding="utf-8")
    return load(folder / "legendary")


def test_they_are_part_of_the_game(tmp_path: Path) -> None:
    handle = with_more(tmp_path)
    added = {card.name: (card.set, card.group, card.count) for card in handle.cards if card.group in
             ("The Lamplighter", "Snuffers")}  # fmt: skip
    assert added == {
        "Steady Hand": ("core", "The Lamplighter", 5),
        "Lit Street": ("core", "The Lamplighter", 5),
        "Night Round": ("core", "The Lamplighter", 3),
        "Every Lamp": ("core", "The Lamplighter", 1),
        "Gutter Snuffer": ("core", "Snuffers", 8),
    }


def test_they_are_chosen_and_played(tmp_path: Path) -> None:
    handle = with_more(tmp_path)
    happened: set[str] = set()
    for seed in range(4):
        heroes = ["The Lamplighter", "Hulk", "Thor", "Storm", "Rogue"]
        groups = ["Snuffers", "HYDRA"]
        one = {"mastermind": "Red Skull", "scheme": "Midtown Bank Robbery"}
        options = {"heroes": heroes, "villain-groups": groups, **one}
        session = handle.start(players=2, seed=seed, options=options)
        seats = [make_bot("greedy", seed, seat) for seat in range(2)]
        picks = 0
        while (asked := session.machine.seat_asked) >= 0:
            session.pick(tuple(seats[asked].choose(session.machine, picks)))
            picks += 1
        assert session.result is not None and session.result.ending in ("Good Wins", "Evil Wins", "Exhaustion")
        happened.update(str(event) for event in session.events)
    told = "\n".join(happened)
    assert "gutter-snuffer" in told and "steady-hand" in told
    assert "Second Wind" in told, "the keyword's line was never carried out"
