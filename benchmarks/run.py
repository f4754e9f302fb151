"""All measurements in one run, each as a ratio against something run beside it: `python benchmarks/run.py [--quick]`.

The engine plays random 2-player games of the shipped Legendary; the plain simulation in `handwritten.py` plays the same
loop with the same policy. Both are run in turn, several rounds; the smallest CPU time of each counts, since whatever
else the machine does only ever adds to it. A decision is one list of options given to a player, forced ones included.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import handwritten
from cardscript.engine.deal import Deal, Stack
from cardscript.engine.kinds import CHOOSE, P_LEAST, P_MOST, P_RAW
from cardscript.engine.machine import Machine
from cardscript.language.compiler import compile_game
from cardscript.language.diagnostics import Findings
from cardscript.language.manifest import load_manifests
from cardscript.language.program import Game
from cardscript.language.resources import data_dir
from cardscript.language.source import Source
from cardscript.scenario.run import Case, Loaded
from cardscript.session.choices import candidates
from cardscript.session.setup import choose

INERT = 1000
STEADY = 30
"""So many rounds at least are played where decisions are compared: what is done often is written as functions in the
first ones, and tables without sets that nobody plays with are made in the twelfth. `--quick` does not wait for that."""


def load(extra: str = "", name: str = "legendary", sets: list[str] | None = None) -> Game:
    """A shipped game with all its sets, or with some, and with more cards from a text."""
    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / name, findings)
    assert loaded is not None
    if sets is not None:
        kept = {key: manifest for key, manifest in loaded.sets.items() if key in sets}
        loaded = replace(loaded, sets=kept, sources=[s for s in loaded.sources if not s[0] or s[0] in kept])
    if extra:
        loaded.sources.append(("bench", Source("bench.card", extra)))
    game = compile_game(loaded, findings)
    assert game is not None and not list(findings), list(findings)
    return game


def inert_cards() -> str:
    """Cards that watch for events that never happen, lying about in a zone of their own."""
    head = "zone Shelf: pile\nkind Idler\nverb yodel {card}\n    from: your hand\n\n"
    return head + 'idler "Idler"\n    Whenever you yodel a Wound, draw a card.\n'


def play(game: Game, deals: list[object], keep_log: bool, count_forced: bool = False) -> tuple[int, int]:
    """Random games to their end: (decisions, events). Forced choices are events of the log, so they are counted there,
    once and not while the clock runs."""
    decisions = events = 0
    for seed, deal in enumerate(deals):
        machine = Machine(game, deal, seed, {}, keep_log)  # type: ignore[arg-type]
        rnd = random.Random(seed).random
        asked, state, answer = 0, machine.state, machine.answer
        while (pending := state.pending) is not None:
            least, most = pending[P_LEAST], pending[P_MOST]
            if least == most == 1:
                answer((int(rnd() * len(pending[P_RAW])),))
            else:
                left = list(range(len(pending[P_RAW])))
                wanted = least + int(rnd() * (most - least + 1))
                answer([left.pop(int(rnd() * len(left))) for _ in range(wanted)])
            asked += 1
        if count_forced:
            asked += sum(1 for event in machine.log if event[0] == CHOOSE and event[5] == 1)
        decisions += asked
        events += machine.event_count()
    return decisions, events


def best(rounds: int, *jobs: Callable[[], object]) -> list[float]:
    """The smallest CPU seconds of each job, the jobs taken in turn."""
    found = [float("inf")] * len(jobs)
    for _ in range(rounds):
        for number, job in enumerate(jobs):
            start = time.process_time()
            job()
            found[number] = min(found[number], time.process_time() - start)
    return found


def engine(game: Game, rounds: int, games: int, out: dict[str, float]) -> None:
    """A decision and an event with the trace on and off, beside the simulation; and what inert cards cost."""
    deals: list[object] = [choose(game, 2, seed, {})[0] for seed in range(games)]
    forced, events = play(game, deals, True, True)
    idle = load(inert_cards())
    shelf = [z.name for z in idle.zones].index("Shelf")
    idler = [c.name for c in idle.cards].index("Idler")
    crowded = []
    for seed in range(games):
        deal = choose(idle, 2, seed, {})[0]
        assert isinstance(deal, Deal)
        crowded.append(replace(deal, stacks=[*deal.stacks, Stack([((idler, INERT),)], shelf)]))
    by_hand = handwritten.run(10, 1, trace=True)
    hand_games = max(10, int(forced / by_hand["decisions_per_game"]))
    on, off, hand_on, hand_off, many, few = best(
        rounds,
        lambda: play(game, deals, True),
        lambda: play(game, deals, False),
        lambda: handwritten.run(hand_games, 1, trace=True),
        lambda: handwritten.run(hand_games, 1),
        lambda: play(idle, crowded, True),
        lambda: play(idle, deals_of(idle, games), True),
    )
    hand = handwritten.run(hand_games, 1, trace=True)
    hand_decisions = hand["decisions_per_game"] * hand_games
    hand_events = hand["events_per_game"] * hand_games
    out["microseconds per decision, trace on"] = on / forced * 1e6
    out["by hand: microseconds per decision, trace on"] = hand_on / hand_decisions * 1e6
    out["ratio per decision, trace on (goal 8, stretch 5)"] = (on / forced) / (hand_on / hand_decisions)
    out["ratio per decision, trace off"] = (off / forced) / (hand_off / hand_decisions)
    out["ratio per event, trace on"] = (on / events) / (hand_on / hand_events)
    out["events per decision"] = events / forced
    out["cost of the trace in % (goal 15)"] = (on / off - 1) * 100
    out["ratio with 1,000 inert cards (goal 1.3)"] = many / few


def deals_of(game: Game, games: int) -> list[object]:
    return [choose(game, max(2, game.setup.fewest), seed, {})[0] for seed in range(games)]


def sets(core: Game, game: Game, rounds: int, games: int, out: dict[str, float]) -> None:
    """What a decision costs as more cards are loaded and played, and in the second game, each by the core set alone."""
    kadmon = load(name="kadmon")
    plain, alone = [], []
    for seed in range(games):
        found = choose(core, 2, seed, {})
        assert isinstance(found, tuple)
        alone.append(found[0])
        plain.append(choose(game, 2, seed, named_in(game, found[1]))[0])
    tables: list[tuple[Game, list[object]]] = [(core, alone), (game, plain), (game, deals_of(game, games))]
    asked = [play(one, deals, True, True)[0] for one, deals in tables]
    hand_games = max(10, int(asked[0] / handwritten.run(10, 1, trace=True)["decisions_per_game"]))
    asked.append(int(handwritten.run(hand_games, 1, trace=True)["decisions_per_game"] * hand_games))
    jobs = [partial(play, one, deals, True) for one, deals in tables]
    spent = best(rounds, *jobs, partial(handwritten.run, hand_games, 1, trace=True))
    only, same, every, hand = (seconds / count for seconds, count in zip(spent, asked, strict=True))
    out["core set alone: microseconds per decision"] = only * 1e6
    out["core set alone / by hand (goal 8, stretch 5)"] = only / hand
    out["the same groups with all cards loaded / by hand (goal 8)"] = same / hand
    out["all boxes played / by hand"] = every / hand
    out["the same groups with all cards loaded / the core set alone"] = same / only
    out["all boxes played / the core set alone"] = every / only
    others = deals_of(kadmon, max(2, games // 10))
    count = play(kadmon, others, True, True)[0]
    (second,) = best(max(2, rounds // 4), partial(play, kadmon, others, True))
    out["Kadmon / all boxes of Legendary (goal 2)"] = second / count / every
    out["Kadmon / the core set alone"] = second / count / only


def named_in(game: Game, chosen: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """What was chosen of the core set, as it is named where several sets have such a group."""
    known = {option: {one.name for one in found} for option, found in candidates(game).items()}
    return {
        option: [name if name in known[option] else f"{name} (core)" for name in names]
        for option, names in chosen.items()
    }


def keeping(game: Game, rounds: int, out: dict[str, float]) -> None:
    """Cloning and saving in the middle of a game."""
    machine = Machine(game, choose(game, 2, 1, {})[0], 1, {})  # type: ignore[arg-type]
    for _ in range(60):
        if machine.state.pending is None:
            break
        machine.answer(list(range(machine.bounds()[0])))
    clone, save, restore = best(
        rounds,
        lambda: [machine.clone() for _ in range(200)],
        lambda: [json.dumps(machine.to_data()) for _ in range(20)],
        lambda: [Machine.from_data(game, machine.to_data()) for _ in range(20)],
    )
    out["microseconds a clone (goal 100)"] = clone / 200 * 1e6
    out["milliseconds to JSON"] = save / 20 * 1e3
    out["milliseconds to data and back"] = restore / 20 * 1e3


def sentences(rounds: int, out: dict[str, float]) -> None:
    """Distinct printed sentences to typed trees: everything a card file needs, without the table build."""
    from cardscript.language import compiler as building

    findings = Findings()
    loaded = load_manifests(data_dir("cardsets") / "legendary", findings)
    assert loaded is not None
    maker = building._Compiler(loaded, findings)
    maker.run()
    lines = {line for card in maker.cards for line in (child.text for child in card.line.children)}
    count = sum(len(maker.tables.split(line).sentences) for line in lines)

    def cards() -> None:
        maker.tables.forget()
        for card in maker.cards:
            maker._card(card)

    gc.disable()
    (seconds,) = best(rounds, cards)
    gc.enable()
    out["sentences to typed AST a second (goal 2,500, stretch 5,000)"] = count / seconds


def scenarios(rounds: int, out: dict[str, float]) -> None:
    """Scenarios of the shipped game on one core, once their file and game are loaded."""
    from cardscript.scenario.load import load_scenarios
    from cardscript.scenario.reader import read_file
    from cardscript.scenario.run import cases, run

    count, spent = 0, 0.0
    for path in sorted((Path(__file__).parents[1] / "tests" / "scenarios" / "legendary").glob("*.scenario")):
        file = read_file(path, Findings())
        assert file is not None
        found = cases(file)
        loaded = load_scenarios(file, Findings(), path.parent) if found else None
        if loaded is None:
            continue

        def all_cases(loaded: Loaded = loaded, found: list[Case] = found) -> None:
            for case in found:
                assert run(case, loaded).passed

        (seconds,) = best(rounds, all_cases)
        count, spent = count + len(found), spent + seconds
    out["scenarios a second, after loading (goal 200)"] = count / spent


def commands(rounds: int, out: dict[str, float]) -> None:
    """Cold starts in the CPU time of a new process: `--version`, `check` of a whole game, a session of it. The modules
    are compiled, as they are where the program is installed, whatever this process is told about that."""
    all_sets = "import cardscript as c; c.load('legendary', ['core', 'heroes-of-asgard', 'midnight-sons']).start(2)"
    with tempfile.TemporaryDirectory() as compiled:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for name, arguments, goal in (
            ("--version", ["-m", "cardscript", "--version"], 0.15),
            ("check legendary", ["-m", "cardscript", "check", str(data_dir("cardsets") / "legendary")], 1.0),
            ("loading all boxes and starting a game", ["-c", all_sets], 1.0),
        ):
            found = []
            for _ in range(rounds + 1):
                before = os.times()
                command = [sys.executable, *arguments]
                root = Path(__file__).parents[1]
                subprocess.run(command, check=True, capture_output=True, cwd=root, env=environment)
                after = os.times()
                found.append(sum(after[2:4]) - sum(before[2:4]))
            out[f"CPU seconds for {name} (goal {goal})"] = min(found)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--quick", action="store_true", help="fewer games and rounds")
    options.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = options.parse_args()
    rounds, games = (2, 10) if given.quick else (5, 40)
    out: dict[str, float] = {}
    core, game, steady = load(sets=["core"]), load(), rounds if given.quick else STEADY
    engine(core, steady, games, out)
    sets(core, game, steady, games, out)
    keeping(game, rounds, out)
    sentences(rounds, out)
    scenarios(rounds, out)
    commands(rounds, out)
    if given.json:
        print(json.dumps(out, indent=1))
        return
    for name, value in out.items():
        print(f"{value:12,.2f}  {name}")


if __name__ == "__main__":
    main()
