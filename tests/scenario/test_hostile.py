"""Whatever stands in a scenario file: a diagnostic, never a traceback, never a hang."""

from __future__ import annotations

import random

import pytest

from cardscript.language.diagnostics import Findings
from cardscript.language.source import Source
from cardscript.scenario.load import load_scenarios
from cardscript.scenario.reader import read_text
from cardscript.scenario.run import cases, run

WHOLE = """\
game duel
cards
    slow spell "Big Spark"
        Each other player suffers 1 damage.
situation two
    2 players
    seed 3
    it is player 1's turn 4, Spells
    player 1's hand: Spark, "Big Spark", ward#2
    player 2's hand: 2 Ward
    player 1 has 3 Life and 1 Shield
    this turn: player 1 cast Spark
    earlier: 2 Ward
scenario whole
    on two
    clause a-1, b-2
    player 1: cast Big Spark
    expect player 1 is asked "choose an action" for 1: respond ward#2 | pass
    player 1: pass
    player 2: respond Ward
    expect Stack: Ward, Big Spark
    expect trace
        | Player 2 casts ward#1
    player 1: pass
    branch one
        player 2: pass
        expect player 2 has 4 Life, 1 Shield
        expect events
            ... unleashes ...
    branch two
        player 2 can't: cast Spark, because "no"
        expect no ending
        expect that you have no Shield
"""


def whatever_is_in(text: str) -> None:
    """Read, load and run a text; any diagnostics will do."""
    findings = Findings()
    file = read_text(Source("a.scenario", text), findings)
    loaded = load_scenarios(file, findings) if not findings.failed else None
    for case in cases(file) if loaded is not None and not findings.failed else ():
        outcome = run(case, loaded)
        assert all(d.code.startswith("CS") and d.message for d in outcome.wrong)
    for diagnostic in findings:
        source = findings.sources.get(diagnostic.span.file)
        assert source is None or 0 <= diagnostic.span.start <= diagnostic.span.end <= len(source.text) + 1


@pytest.mark.parametrize("seed", range(4))
def test_texts_cut_off_or_with_lines_changed(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        lines = WHOLE.splitlines(keepends=True)
        match chance.randrange(5):
            case 0:
                whatever_is_in(WHOLE[: chance.randrange(len(WHOLE))])
                continue
            case 1:
                del lines[chance.randrange(len(lines))]
            case 2:
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
            case 3:
                at = chance.randrange(len(lines))
                words = lines[at].split(" ")
                words[chance.randrange(len(words))] = chance.choice(
                    ["0", "-1", "99999999999", '"', "(", "#", "player", "é"]
                )
                lines[at] = " ".join(words)
            case _:
                at = chance.randrange(len(lines))
                where = chance.randrange(len(lines[at]))
                lines[at] = lines[at][:where] + chance.choice(':,|()"#-\t\x00 9') + lines[at][where:]
        whatever_is_in("".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "game duel\n" + "scenario x\n    expect no ending\n" * 3,
        "game duel\nscenario x\n    KO: 1000 Spark\n    expect no ending\n",
        "game duel\nscenario x\n    player 1's hand: 9999999 Spark\n    expect no ending\n",
        "game duel\nscenario x\n    player 1's hand: spark#1..99999999\n    expect no ending\n",
        "game duel\nscenario x\n    player 1's hand: "
        + "Spark (under it: " * 200
        + ")" * 200
        + "\n    expect no ending\n",
        "game duel\nscenario x\n    99 players\n    expect no ending\n",
        "game duel\nscenario x\n    seed 999999999999999999999999999999\n    expect no ending\n",
        "game duel\nscenario x\n    it is player 9's turn 99999999\n    expect no ending\n",
        "game duel\nscenario x\n    player 1 has 99999999999999999999 Life\n    expect no ending\n",
        "game duel\nsituation a\n    on b\nsituation b\n    on a\nscenario x\n    on a\n    expect no ending\n",
        "game duel\nscenario x\n"
        + "".join(f"{'    ' * n}branch b{n}\n" for n in range(1, 9))
        + "    expect no ending\n",
        "game duel\nscenario x\n    player 1: \n    expect no ending\n",
        "game duel\nscenario x\n    player 1: |||\n    expect no ending\n",
        'game duel\nscenario x\n    player 1: "unclosed\n    expect no ending\n',
        "game duel\ngame legendary\nscenario x\n    expect no ending\n",
        "game ../../../../etc\nscenario x\n    expect no ending\n",
        "sets a\ngame duel\nscenario x\n    expect no ending\n",
    ],
)
def test_texts_somebody_made_on_purpose(text: str) -> None:
    whatever_is_in(text)
