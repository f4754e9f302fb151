"""The trace as text: a pure function of the events as data (see `cardscript.session.trace`), one line each.

`full` says behind each event because of which sentence; `plain` leaves that out, so that it stays the same when files
are laid out anew; `brief` also leaves out bookkeeping (`BOOKKEEPING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

Detail = Literal["full", "plain", "brief"]
DETAILS: tuple[Detail, ...] = ("full", "plain", "brief")

Told = Mapping[str, Any]
"""One event as data."""

NO_CARD = "no card"
CANNOT = "can't"
BOOKKEEPING = frozenset({"phase", "pay", "shuffle", "replenish", "pass", "nothing", "noted"})
"""The language's own events that `brief` leaves out, with choices that were forced."""

STRUCTURE = frozenset({"pass", "phase", "turn"})
"""Events of which the text does not say why they happened: the turn goes on."""


def text_lines(events: Iterable[Told], detail: Detail = "full") -> Iterator[str]:
    """The events as lines of text, two spaces in for each event that led to it."""
    return (event_text(data, detail) for data in events if detail != "brief" or not is_bookkeeping(data))


def event_text(data: Told, detail: Detail = "full") -> str:
    """One event as a line of text."""
    line = f"{'  ' * data['depth']}{event_words(data)}"
    why = because_text(data) if detail == "full" else ""
    return f"{line}  because {why}" if why else line


def is_bookkeeping(data: Told) -> bool:
    """Whether `brief` leaves an event out."""
    return "verb" not in data and (data["event"] in BOOKKEEPING or data.get("forced", False))


def because_text(data: Told) -> str:
    """File, line and words of the sentence; empty where the event's cause has said it already or nothing is printed."""
    because = data.get("because")
    if not because or "again" in because or "at" not in because:
        return ""
    where = str(because["at"]).rsplit("/", 1)[-1]
    if "verb" not in data and (data["event"] == "line" or data["event"] in STRUCTURE):
        return where if data["event"] == "line" else ""
    return f'{where} "{because["says"]}"' if "says" in because else ""


def event_words(data: Told) -> str:
    """What happened, in words."""
    if "verb" in data:
        return _verb(data)
    tell = _WORDS.get(data["event"])
    return tell(data) if tell is not None else str(data["event"])


# --- parts -------------------------------------------------------------------------------------------------------
def _card(data: Told) -> str:
    return str(data.get("card", NO_CARD))


def _player(data: Told) -> str:
    return f"Player {data['player']}" if "player" in data else "the game"


def _doer(data: Told) -> str:
    return str(data["actor"]) if "actor" in data else _player(data)


def _object(data: Told) -> str:
    """The card it is done to, if that is not who does it."""
    return f" {data['card']}" if "card" in data and data["card"] != data.get("actor") else ""


def _from(data: Told) -> str:
    return str(data.get("from", "nowhere"))


def _to(data: Told) -> str:
    return str(data.get("to", "nowhere"))


def _arrow(data: Told) -> str:
    return f"{_from(data)} -> {_to(data)}"


def _count(data: Told) -> str:
    return f"{data['amount']} card{'' if data['amount'] == 1 else 's'}"


def _cards(data: Told) -> str:
    return ", ".join(data["cards"])


def _verb(data: Told) -> str:
    words = f"{_doer(data)} {data['verb']}{_object(data)}"
    if "amount" in data:
        words += f" ({data['amount']})"
    if "card" not in data and "actor" not in data and "from" in data:
        return f"{words} {_from(data)}"  # done to a place
    return f"{words} {_arrow(data)}" if "to" in data else words


def _move(data: Told) -> str:
    return f"{_card(data)} moves {_arrow(data)}" if "from" in data else f"{_card(data)} is put into {_to(data)}"


def _swap(data: Told) -> str:
    sides = data["cards"] if "cards" in data else [_from(data), _to(data)]
    return f"{' and '.join(sides)} change places"


def _reveal(data: Told) -> str:
    whom = f" to {_player(data)}" if "player" in data else ""
    return f"{_card(data)} is shown{whom} in {_from(data)}"


def _pay(data: Told) -> str:
    what = f" for {data['card']}" if "card" in data else ""
    return f"{_player(data)} pays {data['amount']} {data['resource']}{what}"


def _choose(data: Told) -> str:
    match data["of"]:
        case "cards":
            what = _cards(data) if "cards" in data else "nothing"
        case "option":
            what = f'"{data["chosen"]}"'
        case _:
            what = str(data["chosen"])
    return f"{_player(data)} {'has only' if data.get('forced') else 'chooses'} {what}"


def _nothing(data: Told) -> str:
    if "player" in data and "what" not in data and "card" not in data:
        return f"nothing: {_player(data)} {data.get('note')}"
    parts = " ".join(data[key] for key in ("what", "card") if key in data)
    return f"nothing: {parts}{': ' if parts else ''}{data.get('note')}"


def _would(data: Told, how: str) -> str:
    """ "Player 1 would take stone#1", "Player 1 can't take stone#1": an event that did not happen."""
    return f"{_doer(data)} {how} {data['what']}{_object(data)}"


def _redirect(data: Told) -> str:
    old, new = data.get("cards", (NO_CARD, NO_CARD))
    return f"{_card(data)} targets {new} in place of {old}"


def _action(data: Told) -> str:
    card = f" {data['card']}" if "card" in data else ""
    return f"{_player(data)}: {data['action']}{card}"


_WORDS: dict[str, Callable[[Told], str]] = {
    "move": _move,
    "push": lambda data: f"{_card(data)} is pushed {_arrow(data)}",
    "refill": lambda data: f"{_card(data)} fills the gap {_arrow(data)}",
    "replenish": lambda data: f"{_to(data)} is replenished from {_from(data)} ({_count(data)})",
    "swap": _swap,
    "reveal": _reveal,
    "shuffle": lambda data: f"{_from(data)} is shuffled ({_count(data)})",
    "gain": lambda data: f"{_player(data)} gets {data['amount']:+d} {data['resource']}",
    "pay": _pay,
    "counters": lambda data: f"{_card(data)}: {data['amount']:+d} {data['counter']}",
    "choose": _choose,
    "random": lambda data: f"at random: {_cards(data)}",
    "order": lambda data: f"{_player(data)} orders {_cards(data)}",
    "redirect": _redirect,
    "turn": lambda data: f"turn {data['turn']}: {_player(data)}",
    "phase": lambda data: f"phase: {data['phase']}",
    "nothing": _nothing,
    "refused": lambda data: f"{_would(data, CANNOT)}: {data.get('note')}",
    "replaced": lambda data: f"{_would(data, 'would')}: replaced",
    "line": lambda data: f"{_card(data)}: {data['line']}",
    "become": lambda data: f"{_card(data)} becomes {data.get('note') or 'something'}",
    "copy": lambda data: f"{_card(data)} is made, a copy of {data['copied']}",
    "cease": lambda data: f"{_card(data)} ceases to exist",
    "extra turn": lambda data: f"{_player(data)} takes another turn after this one",
    "effect": lambda data: f"from now on: {data.get('note', '')}",
    "loop stopped": lambda data: f"loop stopped: {data['note']}",
    "pass": lambda data: f"{_player(data)}: {data.get('note') or 'passes'}",
    "say": lambda data: str(data.get("note")),
    "action": _action,
    "noted": lambda data: f"noted: {data.get('note')}",
    "end": lambda data: f"the game ends: {data.get('note')}",
}
"""How each of the language's own events is told."""
