"""A person at a terminal: numbered answers, why it is asked, undo, save, the table."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape

from cardscript.language.diagnostics import CardscriptError
from cardscript.players.table import Quit
from cardscript.session.passing import Passing, Until, instruction
from cardscript.session.session import Question, Session

HELP = """answer with a number, several (1 3), a name or the beginning of one; an empty line picks nothing, or passes
  p       pass until able: pass, and go on passing while there is nothing else you can do
  pp      pass this phase: pass, and go on passing until the phase is over, whatever you could do
  ?       why this is asked and what the card says; ? 3 what the card of answer 3 says
  v       the table as you see it
  u       undo: back to your answer before; nobody goes on passing then
  s FILE  save the game; go on with --resume FILE
  q       leave; the record is kept"""


SHOWN = 12
"""How many cards of one place the table lists."""


def console(stream: TextIO) -> Console:
    """A console on a stream: colour only on a terminal and without NO_COLOR."""
    plain = not stream.isatty() or bool(os.environ.get("NO_COLOR"))
    terminal = False if plain else None
    return Console(file=stream, no_color=plain, force_terminal=terminal, highlight=False, soft_wrap=True)


def ask_line(out: Console, read: Callable[[], str]) -> str | None:
    """What a person types behind the prompt; None if the input has ended."""
    out.print("[bold]>[/bold] ", end="")
    out.file.flush()
    try:
        return read().strip()
    except EOFError:
        return None


class Terminal:
    """A player who is a person. `read` returns one line (raises EOFError at the end); `seats` are those of people."""

    def __init__(self, seats: frozenset[int], out: TextIO | None = None, read: Callable[[], str] | None = None) -> None:
        self._seats = seats
        self._out = console(out or sys.stdout)
        self._read = read or input
        self._told = False
        self._passing = Passing()

    def play(self, session: Session) -> None:
        """Ask until there is an answer; `Quit` if the person leaves or the input ends."""
        question = session.decision
        if question is None or self._passing.play(session):
            return
        self._ask(question)
        while True:
            line = ask_line(self._out, self._read)
            if line is None:
                raise Quit("the input has ended")
            if self._command(line, question, session):
                return

    def _command(self, line: str, question: Question, session: Session) -> bool:
        """Do what the line says; True if the session has changed."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?":
                self._why(question, session, rest.strip())
            case "h" | "help":
                self._out.print(HELP, markup=False)
            case "v":
                self._out.print(table_text(session.view(question.seat)), markup=False)
            case "p" | "pp" if not rest:
                return self._pass("able" if word.lower() == "p" else "phase", session)
            case "u" | "undo":
                return self._undo(session)
            case "s" if rest:
                self._save(Path(rest.strip()), session)
            case "s":
                self._say("s FILE: the name of a file is missing")
            case "q" | "quit":
                raise Quit("")
            case _:
                return self._answer(line, question, session)
        return False

    def _pass(self, until: Until, session: Session) -> bool:
        try:
            self._passing.begin(session, until)
        except CardscriptError as refused:
            self._say(refused.diagnostics[0].message)
            return False
        return True

    def _answer(self, line: str, question: Question, session: Session) -> bool:
        until = instruction(line, question.answers)
        if until is not None:
            return self._pass(until, session)
        parts = line.replace(",", " ").split()
        try:
            if parts and all(part.isdecimal() for part in parts):
                picks = [int(part) - 1 for part in parts]
                if not all(0 <= pick < len(question.answers) for pick in picks):
                    self._say(f"a number from 1 to {len(question.answers)}")
                    return False
                session.pick(picks)
            else:
                session.answer(*(part.strip() for part in line.split("|")))
        except CardscriptError as refused:
            first = refused.diagnostics[0]
            self._say(first.message + ("" if len(first.help) > 200 or not first.help else f" ({first.help})"))
            return False
        return True

    def _ask(self, question: Question) -> None:
        if not self._told:
            self._told = True
            self._out.print("[dim]h: help, ?: why, v: table, p: pass until able, u: undo, s FILE: save, q: leave[/dim]")
        many = "" if question.most == 1 == question.least else f" ({_many(question)})"
        self._out.print(f"\n[bold cyan]Player {question.seat + 1}[/bold cyan]: {escape(question.prompt)}{many}")
        width = len(str(len(question.answers)))
        for number, name in enumerate(question.answers, 1):
            self._out.print(f"  [cyan]{number:>{width}}[/cyan]  {escape(name)}")

    def _why(self, question: Question, session: Session, which: str) -> None:
        if which.isdecimal() and 1 <= int(which) <= len(question.answers):
            name = question.answers[int(which) - 1].rsplit(" ", 1)[-1]
            texts = session.card_text(name)
            self._out.print("\n    ".join(texts) if texts else "that answer has no card", markup=False)
            return
        speaker, line, place = question.because
        self._out.print(f"{speaker}: {line or 'asked by the rules'}{f' ({place})' if place else ''}", markup=False)
        for text in session.card_text(speaker):
            self._out.print(f"    {text}", markup=False)

    def _undo(self, session: Session) -> bool:
        """Back to the decision before that a person answered; bots' answers and standing passes between go too."""
        changed = False
        while session.undo():
            changed = True
            if not self._passing.passed(session) and session.seat in self._seats:
                break
        if changed:
            self._passing.cancel()
        if not changed:
            self._say("there is nothing to take back")
        return changed

    def _save(self, path: Path, session: Session) -> None:
        try:
            path.write_text(session.to_json(), encoding="utf-8")
        except OSError as error:
            self._say(f"cannot write {path}: {error.strerror or error}")
        else:
            self._say(f"saved; go on with --resume {path}")

    def _say(self, text: str) -> None:
        self._out.print(f"[yellow]{escape(text)}[/yellow]")


def _many(question: Question) -> str:
    if question.ask == "order":
        return "all, in the order you want"
    if question.least == question.most:
        return f"{question.least} of them"
    return f"{question.least} to {question.most} of them"


def table_text(view: dict[str, Any]) -> str:
    """A seat's view as lines for people."""
    turn = view["turn"]
    lines = [f"turn {turn['number']}: player {turn['seat'] + 1}"]
    for player in view["players"]:
        points = ", ".join(f"{amount} {name}" for name, amount in player["resources"].items())
        you = " (you)" if player["seat"] == view["seat"] else ""
        lines.append(f"player {player['seat'] + 1}{you}" + (f": {points}" if points else ""))
        lines += [f"  {text}" for zone in player["zones"] for text in _zone(zone)]
    lines += [text for zone in view["zones"] for text in _zone(zone)]
    return "\n".join(lines)


def _zone(zone: dict[str, Any]) -> list[str]:
    if not zone["count"]:
        return [f"{zone['name']}: empty"]
    if zone["cards"] is None:
        return [f"{zone['name']}: {zone['count']} cards face down"]
    shown = [_card(card) for card in zone["cards"][:SHOWN]]
    if zone["count"] > SHOWN:
        shown.append(f"and {zone['count'] - SHOWN} more")
    return [f"{zone['name']}: {', '.join(shown)}"]


def _card(card: dict[str, Any]) -> str:
    values = " ".join(f"{name} {value}" for name, value in card["attributes"].items())
    beneath = card.get("beneath", [])
    hidden = card.get("beneath_count", 0) - len(beneath)
    under = [_card(b) for b in beneath] + ([f"{hidden} cards"] if hidden else [])
    return str(card["name"]) + (f" ({values})" if values else "") + (f" [beneath: {', '.join(under)}]" if under else "")
