"""What is shown of a game on the way: how it was set up, its events as they happen, how it ended."""

from __future__ import annotations

from typing import Literal, TextIO

from cardscript.session.session import Session
from cardscript.session.summary import counts, ending
from cardscript.session.trace import json_line
from cardscript.session.trace_text import Detail, text_lines

Form = Literal["text", "jsonl", "none"]


def opening(session: Session) -> str:
    """The set-up, for people."""
    setting, game = session.setting, session.game
    lines = [f"{game.title} {game.version}, {session.players} players, seed {setting.seed}"]
    lines += [f"  {option}: {', '.join(names) or 'none'}" for option, names in setting.chosen.items()]
    known = {ruling.name: ruling for ruling in game.rulings}
    lines += [f"  {name}: {value}" for name, value in setting.rulings.items() if known[name].variant]
    other = [f"{n}={v}" for n, v in setting.rulings.items() if not known[n].variant and v != known[n].default]
    if game.stand_ins:
        count = len(game.stand_ins)
        lines.append(f"  {count} values of cards are stand-ins (cardscript check {game.id} --stand-ins lists them)")
    return "\n".join(lines + ([f"  rulings: {', '.join(other)}"] if other else []))


def outcome(session: Session) -> str:
    """How the game ended, with the scores and what happened how often, for people."""
    result = session.result
    head = ending(result) if result is not None else ["the game is not over"]
    return "\n".join(["", *head, *counts(session.events_since(0), session.answer_count)])


class Show:
    """Writes the events of a session to a stream as they happen.

    With people at the table the events are shown as they see them: with one person as that seat does, with several as
    everybody may. Without people everything is shown.
    """

    def __init__(
        self, session: Session, form: Form, people: frozenset[int], out: TextIO, detail: Detail = "full"
    ) -> None:
        self._form, self._out, self._detail = form, out, detail
        self._seat = None if not people else min(people) if len(people) == 1 else -1
        self._shown = 0
        self._answers = session.answer_count
        if session.answer_count:
            self._shown = session.event_count  # resumed: what was seen before is not shown again

    def sync(self, session: Session) -> None:
        """Show what is new."""
        if self._form == "none":
            return
        if session.answer_count < self._answers:
            self._shown = session.event_count
            if self._form == "text":
                print("(taken back)", file=self._out)
        events = session.events_since(self._shown, self._seat)
        for line in text_lines(events, self._detail) if self._form == "text" else map(json_line, events):
            print(line, file=self._out)
        self._shown, self._answers = session.event_count, session.answer_count
