"""A small game in which everything is right, for tests that put one mistake into it."""

from __future__ import annotations

from pathlib import Path

GAME = 'id: small\ntitle: Small\nversion: "1.0"\nseats: {min: 1, max: 2}\nrules: [rules.card]\nsets: [base]\n'
SET = 'id: base\ntitle: Base\nversion: "1.0"\ncards: [cards.card]\n'
RULES = """\
attribute Price
resource Coin
trait hue: Red, Blue
zone hand: hidden pile of each player
zone Table: pile
zone Path: row of First, Second
belongings: hand
kind Token
kind Stone: a Token
    home: Table
label Wake: run
verb toss {card}
    from: your hand
    do: Put the card into the Table.
phase Main
    offer: play
    pass: pass
action play {card: Token in your hand}
    do: You toss the card.
ending Enough: somebody has had enough
    result: over
    when: any player has 5 or more Coin
setup: 1 to 2 players
    numbers: 1, 2
        Stones: 3, 4
    deal: 3 Stone into hand
"""
CARDS = 'stone "Rock" (9 copies)\n    price 2, hue Red\n    You get +1 Coin.\n'


def write_game(folder: Path, rules: str = RULES, cards: str = CARDS) -> Path:
    """The folder, with the game written into it."""
    (folder / "base").mkdir(exist_ok=True)
    texts = {"game.yaml": GAME, "base/set.yaml": SET, "rules.card": rules, "base/cards.card": cards}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder
