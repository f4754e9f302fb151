"""A bot that looks for what has not been executed yet.

It tries legal answers on copies of the game, to the end of what they bring about, and takes the one that executes most
of what was never executed before, passing last of all; it does so with all that the engine knows, hidden cards too,
since it plays for coverage and not to win. Where no answer shows anything new it prefers cards of which something was
never executed, and else acts rather than passes, so that games go on for long and come to their ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardscript.engine.kinds import ACTION_SHIFT, P_ASK, P_OF, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.players.bots import Eager, Random
from cardscript.players.tries import answers_of
from cardscript.session.chance import Stream
from cardscript.session.choices import Options, candidates
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle
from cardscript.session.setup import choose

FOLLOWED, WIDTH = 2, 3
"""So many questions that follow at once are tried too, with so many answers each."""

RULES = 6
"""One in so many decisions is tried for the sake of the rules alone."""

SET_UPS = 12
"""Among so many set-ups, half of them with the single cards that have most to find, the best one is taken."""


class Explorer(Random):
    """Knows what has been executed in the games of one `Exercise`, which all explorers at a table share."""

    def __init__(self, seed: int, seat: int, exercise: Exercise | None = None) -> None:
        super().__init__(seed, seat)
        self._purpose = f"explorer {seat} "
        self._exercise = exercise
        self._else = Eager(seed, seat)

    def choose(self, machine: Machine, at: int) -> list[int]:
        """The picks for the pending decision."""
        asked = machine.state.pending
        if asked is None:
            return []
        exercise = self._exercise
        if exercise is None:
            exercise = self._exercise = Exercise(machine.game, asserting=False)
        stream = Stream(self._seed, self._purpose + str(at))
        watched = machine if machine.state.compiled is exercise.watched else exercise.watch(machine)
        answers = list(answers_of(watched, stream))
        best, most = self._else.choose(machine, at), 0
        if len(answers) > 1 and _anything_left(exercise, watched, stream):
            passing = [[place] for place, option in enumerate(asked[P_RAW]) if option == PASSED]
            for picks in [one for one in answers if asked[P_ASK] != "action" or one not in passing]:
                found = _found(exercise, watched, picks, stream)
                if found > most:
                    best, most = picks, found
            if not most:
                best = _promising(exercise, watched, asked, best)
        if watched is not machine:  # nobody else notes what is executed
            exercise.note(_marks(exercise, watched, best))
        return best


def _marks(exercise: Exercise, watched: Machine, picks: list[int]) -> set[int]:
    """What an answer would execute."""
    with exercise.aside() as marks:
        watched.clone().answer(picks)
    return marks


def _found(exercise: Exercise, watched: Machine, picks: list[int], stream: Stream) -> int:
    """How much of what an answer would execute, and of what answers to questions it leads to can execute, is new."""
    with exercise.aside() as marks:
        twin = watched.clone()
        twin.answer(picks)
        _follow(twin, stream, FOLLOWED)
    return exercise.fresh(marks)


def _follow(asking: Machine, stream: Stream, depth: int) -> None:
    """Try answers to a question in the middle of an ability, and to those it leads to."""
    asked = asking.state.pending
    if asked is None or asked[P_ASK] == "action" or not depth:
        return
    for number, picks in enumerate(answers_of(asking, stream)):
        if number == WIDTH:
            break
        twin = asking.clone()
        twin.answer(picks)
        _follow(twin, stream, depth - 1)


def _anything_left(exercise: Exercise, watched: Machine, stream: Stream) -> bool:
    """Whether anything on the cards of this game was never executed, or (looked at now and then: some rule may never
    come to be) in the rules."""
    if any(exercise.left(decl) for decl in {*watched.state.decl}):
        return True
    return bool(exercise.left_in_rules()) and stream.below(RULES) == 0


def _promising(exercise: Exercise, watched: Machine, asked: list[Any], otherwise: list[int]) -> list[int]:
    """Instead of an answer about a card: the same about the card of which most is left to execute. Of cards the player
    holds, that of which least is left: what has not come out yet may do so when the others have been used."""
    options: list[int] = asked[P_RAW]
    if len(otherwise) != 1:
        return otherwise
    cards = options
    if asked[P_ASK] == "action":
        action = options[otherwise[0]] // ACTION_SHIFT
        cards = [o % ACTION_SHIFT - 1 if o != PASSED and o // ACTION_SHIFT == action else -1 for o in options]
    elif asked[P_OF] != "card":
        return otherwise
    if cards[otherwise[0]] < 0:
        return otherwise
    sign = -1 if watched.holder_of(cards[otherwise[0]]) == watched.seat_asked else 1
    worth = {place: sign * exercise.left(watched.state.decl[card]) for place, card in enumerate(cards) if card >= 0}
    best = max(worth, key=lambda place: worth[place])
    return [best] if worth[best] > worth[otherwise[0]] else otherwise


def explorers_set_up(
    handle: GameHandle, exercise: Exercise, players: int | None, seed: int, options: Options, first: int
) -> tuple[int | None, Options]:
    """Of some random set-ups the one whose cards have most that was never executed: how many play, and its choices.

    The fewest play, unless set-up lines for other numbers are left. What was asked for stays as it is; if nothing can
    be dealt, so does the rest."""
    setup = handle.game.setup
    counts = [players] if players is not None else list(range(max(setup.fewest, first + 1), setup.most + 1))
    best: tuple[int | None, Options] = (players, options)
    most = -1
    sought = {**_most_left(handle, exercise), **options}
    for number in range(SET_UPS if counts else 0):
        count = counts[(seed + number) % len(counts) if number % 3 == 2 else 0]
        named = sought if number % 2 else options
        dealt = choose(handle.game, count, Stream(seed, f"explorers' set-up {number}").below(1 << 32), named, first)
        if isinstance(dealt, list):
            continue
        deal, chosen = dealt
        cards = deal.printed
        new = exercise.left_at_set_up(cards, count)
        left = sum(exercise.left(decl) for decl in cards) + new if count == counts[0] or new else 0
        if left > most:
            most, best = left, (count, _named(chosen))
    return best


def _most_left(handle: GameHandle, exercise: Exercise) -> dict[str, str | Sequence[str]]:
    """For each choice of single cards the candidate of which (with what comes with it) most is left."""
    known = candidates(handle.game)
    found: dict[str, str | Sequence[str]] = {}
    for choice in handle.game.setup.choices:
        if choice.of == "card" and known[choice.option]:
            best = max(known[choice.option], key=lambda one: sum(exercise.left(card) for card in one.cards))
            found[choice.option] = [best.name]
    return found


def _named(chosen: Mapping[str, tuple[str, ...]]) -> Options:
    return {option: list(names) for option, names in chosen.items()}
