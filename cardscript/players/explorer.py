"""A bot that looks for what has not been executed yet.

It tries legal answers on copies of the game, one step ahead, and takes the one that executes most of what was never
executed before, passing last of all; it does so with all that the engine knows, hidden cards too, since it plays for
coverage and not to win. Where no answer shows anything new it prefers cards of which something was never executed, and
else acts as the greedy bot does, so that games go on for long and come to their ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardscript.engine.kinds import ACTION_SHIFT, P_ASK, P_LEAST, P_MOST, P_OF, P_RAW, PASSED
from cardscript.engine.machine import Machine
from cardscript.players.bots import Greedy
from cardscript.session.chance import Stream
from cardscript.session.choices import Options
from cardscript.session.exercise import Exercise
from cardscript.session.game import GameHandle
from cardscript.session.session import Session
from cardscript.session.setup import choose

TRIED = 16
"""So many answers of one decision are tried at most."""

SET_UPS = 12
"""Among so many random set-ups the one with most to find is taken."""


class Explorer:
    """Knows what has been executed in the games of one `Exercise`, which all explorers at a table share."""

    def __init__(self, seed: int, seat: int, exercise: Exercise | None = None) -> None:
        self._seed, self._purpose = seed, f"explorer {seat} "
        self._exercise = exercise
        self._else = Greedy(seed, seat)

    def play(self, session: Session) -> None:
        """Answer the session's pending decision."""
        session.pick(self.choose(session.machine, session.answer_count))

    def choose(self, machine: Machine, at: int) -> list[int]:
        """The picks for the pending decision."""
        asked = machine.state.pending
        if asked is None:
            return []
        exercise = self._exercise
        if exercise is None:
            exercise = self._exercise = Exercise(machine.game)
        stream = Stream(self._seed, self._purpose + str(at))
        watched = machine if machine.state.compiled is exercise.watched else exercise.watch(machine)
        answers = list(_answers(asked, stream))
        best, most = self._else.choose(machine, at), 0
        if len(answers) > 1 and _anything_left(exercise, watched):
            passing = [[place] for place, option in enumerate(asked[P_RAW]) if option == PASSED]
            for picks in [one for one in answers if asked[P_ASK] != "action" or one not in passing]:
                found = _found(exercise, watched, picks)
                if found > most:
                    best, most = picks, found
            if not most:
                best = _promising(exercise, watched, asked, best)
        if watched is not machine:  # nobody else notes what is executed
            exercise.note(_marks(exercise, watched, best))
        return best


def _answers(asked: Sequence[object], stream: Stream) -> Iterator[list[int]]:
    """Some of the legal answers, in random order: each single option; of several, picks of every size."""
    options: list[int] = asked[P_RAW]  # type: ignore[assignment]
    least: int = asked[P_LEAST]  # type: ignore[assignment]
    most: int = asked[P_MOST]  # type: ignore[assignment]
    if least == most == 1:
        yield from ([pick] for pick in stream.draw(range(len(options)), min(TRIED, len(options))))
        return
    for number in range(TRIED):
        size = least + number % (most - least + 1)
        yield stream.draw(range(len(options)), size)


def _marks(exercise: Exercise, watched: Machine, picks: list[int]) -> set[int]:
    """What an answer would execute."""
    with exercise.aside() as marks:
        watched.clone().answer(picks)
    return marks


def _found(exercise: Exercise, watched: Machine, picks: list[int]) -> int:
    """How much of what an answer would execute is new."""
    return exercise.fresh(_marks(exercise, watched, picks))


def _anything_left(exercise: Exercise, watched: Machine) -> bool:
    """Whether there is anything in this game, on its cards or in the rules, that was never executed."""
    return bool(exercise.left_in_rules()) or any(exercise.left(decl) for decl in {*watched.state.decl})


def _promising(exercise: Exercise, watched: Machine, asked: Sequence[object], otherwise: list[int]) -> list[int]:
    """Instead of an answer about a card: the same about the card of which most is left to execute. Of cards the player
    holds, that of which least is left: what has not come out yet may do so when the others have been used."""
    options: list[int] = asked[P_RAW]  # type: ignore[assignment]
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
    for number in range(SET_UPS):
        count = counts[(seed + number) % len(counts) if number % 3 == 2 else 0]
        dealt = choose(handle.game, count, Stream(seed, f"explorers' set-up {number}").below(1 << 32), options, first)
        if isinstance(dealt, list):
            continue
        deal, chosen = dealt
        cards = {decl for decl, *_ in deal.cards}
        new = exercise.left_at_set_up(cards, count)
        left = sum(exercise.left(decl) for decl in cards) + new if count == counts[0] or new else 0
        if left > most:
            most, best = left, (count, _named(chosen))
    return best


def _named(chosen: Mapping[str, tuple[str, ...]]) -> Options:
    return {option: list(names) for option, names in chosen.items()}
