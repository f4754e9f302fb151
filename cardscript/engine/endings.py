"""Endings: what their conditions look at, when they are looked at again, and what the result is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardscript.engine.kinds import END, NOTED, Fn
from cardscript.engine.limits import GameEnded
from cardscript.engine.scope import Scope
from cardscript.language import ast
from cardscript.language.inside import parts
from cardscript.language.program import Game

if TYPE_CHECKING:
    from cardscript.engine.compiled import Compiled
    from cardscript.engine.definition import Item
    from cardscript.engine.state import State

ALWAYS = "always"
"""Looked at after every event."""
OF_YOU = " of you"
"""Ends what is looked at of one player alone."""
TURN = "turn"
"""Looked at when a turn begins: it is about the player whose turn it is, or about what was done in it."""


About: TypeAlias = "tuple[int, Fn, list[Any], int, Item | None]"
"""An ending to look at: its number, condition and slots, and the card it is printed on with that line (-1, None)."""
MayHold: TypeAlias = "Callable[[State, int], Any]"
Asked: TypeAlias = "tuple[MayHold, int, About]"
"""An ending, the card it is printed on, and before them what is asked of these: whether the ending is worth a look."""
Looked: TypeAlias = "tuple[int, list[Asked]]"
"""What is to be looked at after something was touched: by rules of states, and of endings."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `ranking` lists seats, best score first (empty if the ending ranks nobody)."""

    ending: str
    text: str
    result: str
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...] = ()
    """The seats that nothing sets apart from the best: several if they share it, none if the ending ranks nobody."""


def reads(
    game: Game, node: ast.Node, seen: frozenset[int] = frozenset(), mine: frozenset[int] = frozenset()
) -> set[str]:
    """What a condition looks at: zones, verbs, resources, counters, identities (which cards there are, and what each
    is); `ALWAYS` if that can't be told. Slots `mine` hold the one player it is asked for: of zones of that player
    ("zone 3 of you") only theirs is looked at."""
    found: set[str] = set()
    match node:
        case ast.ZonePlace(zone=zone, player=ast.PlayerSlot(slot=slot)) if slot in mine:
            return {f"zone {zone}{OF_YOU}"}
        case ast.ZonePlace(zone=zone) | ast.SpacePlace(zone=zone) | ast.Column(zone=zone) | ast.EachZone(zone=zone):
            found.add(f"zone {zone}")
        case ast.Beneath():
            found.add("piles")
        case ast.Past(verb=verb) | ast.TimesDone(verb=verb):
            found |= {f"verb {verb}", TURN}
        case ast.ResourceOf():
            found |= {"resources", TURN}
        case ast.PlayerSlot(slot=slot) if slot in mine:
            pass
        case ast.PlayerSlot() | ast.DoerOf():
            found.add(TURN)
        case ast.CountersOn(counter=counter):
            found.add(f"counter {counter}")
        case ast.AttributeOf(printed=True) | ast.AllCards() | ast.CountDistinct():
            found.add("identities")
        case ast.Holds(predicate=predicate):
            if predicate in seen:
                found.add(ALWAYS)
            else:
                his = isinstance(node.player, ast.PlayerSlot) and node.player.slot in mine
                about = frozenset({ast.ACTOR}) if his else frozenset()
                found |= reads(game, game.predicates[predicate].cond, seen | {predicate}, about)
        case (
            ast.AttributeOf()
            | ast.Extreme()
            | ast.PlaceOf()
            | ast.SupplyOf()
            | ast.HolderOf()
            | ast.OwnedCards()
            | ast.ActivePlayer()
            | ast.CausedByCard()
        ):
            found.add(ALWAYS)
    if isinstance(node, ast.OfIdentity):
        found.add("identities")
    for part in parts(node):
        found |= reads(game, part, seen, mine)
    return found


def ending_abilities(game: Game) -> Iterator[tuple[ast.Ability, ast.Cond]]:
    """Printed endings that state a condition."""
    from cardscript.engine.definition import ending_condition

    for card in game.cards:
        for ability in card.abilities:
            if ability.kind == "label" and ability.label >= 0 and game.labels[ability.label].mode == "ending":
                cond = ending_condition(ability)
                if cond is not None and ability.pattern is None and game.labels[ability.label].pattern is None:
                    yield ability, cond


def check(s: State) -> None:
    """Look at the endings that anything happened to. Raises `GameEnded` if one ends the game."""
    touched, s.touched = s.touched, 0
    if not touched & s.heeded:
        return
    known = s.endings
    due, asked = known[touched] if touched in known else _about(s, touched)
    if due:
        s.due |= due
    for may_hold, card, about in asked:
        if may_hold(s, card):
            _look(s, about)


def _look(s: State, about: About) -> None:
    """Look at one ending."""
    number, cond, blank, card, item = about
    if s.noted and is_noted(s, number):
        return
    slots = blank[:]
    if item is None:
        slots[1] = s.seat
    else:
        slots[0], slots[1] = card, item.seat(s, card, -1)
    if cond(s, slots):
        note(s, number, card)


def _about(s: State, touched: int) -> Looked:
    """What rules of states have to look at after something was touched, and the endings that look at it: declared
    ones, then those printed on cards. Remembered until other cards come to print endings (see `State.endings`)."""
    compiled = s.compiled
    asked = [
        compiled.ending_code[number] or _condition(compiled, number)
        for mask, number in compiled.ending_bits
        if touched & mask
    ]
    for entry in s.watch.get(compiled.ending_key, ()):
        card = entry >> 12
        item = s.defs[s.ident[card]].items[entry & 4095]
        heeds = touched & compiled.ending_masks.get(item.uid, compiled.all_bits)
        if heeds and item.where is not None and item.ending >= 0:
            asked.append((_printed(compiled, item), card, (item.ending, item.where, item.blank, card, item)))
    found = s.endings[touched] = (touched & compiled.due_mask, asked)
    return found


def _condition(compiled: Compiled, number: int) -> Asked:
    """The condition of an ending that has one, lowered, and its slots."""
    decl = compiled.game.endings[number]
    assert decl.when is not None
    scope = Scope(compiled, decl.slots)
    cond = scope.cond(decl.when)
    about = (number, cond, scope.blank(), -1, None)
    found = compiled.ending_code[number] = (_without_slots(compiled, decl.when, False), -1, about)
    return found


def _printed(compiled: Compiled, item: Item) -> MayHold:
    """The same of an ending printed on a card."""
    from cardscript.engine.definition import ACTIVE, ending_condition

    key = f"ending {item.uid}"
    if key not in compiled.shared:
        cond = ending_condition(compiled.abilities[item.uid])
        plain = cond is not None and item.who == ACTIVE
        compiled.shared[key] = _without_slots(compiled, cond, True) if plain and cond else _perhaps
    found: MayHold = compiled.shared[key]
    return found


def _without_slots(compiled: Compiled, when: ast.Cond, printed: bool) -> MayHold:
    """A condition as a function of the state and the card it is printed on, without slots: mostly it does not hold, and
    no more has to be asked. If it can't be written so, all is left to be asked."""
    from cardscript.engine import loops  # it writes what asks for values
    from cardscript.engine.inlined import Names, TooMuch, Writer

    if not compiled.inlines:
        return _perhaps
    writer = Writer(Scope(compiled, ast.FIRST_FREE))
    names = Names({ast.THIS: "card"} if printed else {}, {ast.YOU: "s.seat"}, False)
    try:
        return writer.body("s, card", loops.truth(writer, when, names))
    except TooMuch:
        return _perhaps


def _perhaps(s: State, card: int) -> bool:
    return True


def is_noted(s: State, number: int) -> bool:
    return any(noted[0] == number for noted in s.noted)


def note(s: State, number: int, card: int, now: bool = False) -> None:
    """An ending holds: note it, and end the game if it is one that ends it at once."""
    endings = s.compiled.game.endings
    if any(endings[noted[0]].final for noted in s.noted) and not is_noted(s, number):
        return
    decl = endings[number]
    if not is_noted(s, number):
        s.noted.append([number, card])
        cause = s.frames[-1][3] if s.frames else -1
        s.log.append((NOTED, card, -1, number, -1, -1, cause, card, -1, decl.text, -1))
    if now or decl.timing == "now":
        finish(s, number)


def finish(s: State, now: int = -1) -> None:
    """The game ends with the noted ending that counts most; of equals, the one that ends it now, then the earliest."""
    endings = s.compiled.game.endings
    best = max(range(len(s.noted)), key=lambda i: (endings[s.noted[i][0]].rank, s.noted[i][0] == now, -i))
    s.ended = s.noted[best][0]
    decl = endings[s.ended]
    s.log.append((END, s.noted[best][1], -1, s.ended, -1, -1, -1, s.noted[best][1], -1, decl.text, -1))
    s.frames.clear()
    s.pending = None
    raise GameEnded


def stop(s: State) -> None:
    """Give the game up: loops were stopped again and again."""
    s.ended = -2
    s.log.append((END, -1, -1, -2, -1, -1, -1, -1, -1, "stopped", -1))
    s.frames.clear()
    s.pending = None


def scores(s: State) -> tuple[int, ...]:
    game = s.compiled.game
    if game.score is None:
        return tuple(0 for _ in range(s.players))
    return of_seats(s, game.score)


def of_seats(s: State, number: ast.Number) -> tuple[int, ...]:
    """A number for each seat as "you"."""
    scope = Scope(s.compiled, s.compiled.game.score_slots)
    value = scope.number(number)
    blank = scope.blank()
    found = []
    for seat in range(s.players):
        slots = blank[:]
        slots[1] = seat
        found.append(value(s, slots))
    return tuple(found)


def result(s: State) -> Result | None:
    """How the game ended; None while it goes on."""
    if s.ended == -1:
        return None
    points = scores(s)
    if s.ended < 0:
        return Result("stopped", "a loop did not end", "stopped", points, ())
    decl = s.compiled.game.endings[s.ended]
    if not decl.ranked:
        return Result(decl.name, decl.text, decl.result, points, ())
    keys = _standings(s, points)
    order = tuple(sorted(range(s.players), key=lambda seat: (keys[seat], seat)))
    winners = tuple(seat for seat in order if keys[seat] == keys[order[0]])
    return Result(decl.name, decl.text, decl.result, points, order, winners)


def _standings(s: State, points: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each seat what it is ranked by, the lowest first: who was named the winner, scores, what decides ties."""
    game = s.compiled.game
    keys: list[tuple[int, ...]] = []
    ties = [of_seats(s, tie) for tie in game.ties]
    for seat in range(s.players):
        key = [0 if seat == s.winner else 1, -points[seat], *(-values[seat] for values in ties)]
        if game.seat_order:
            key.append((seat - s.first) % s.players)
        keys.append(tuple(key))
    return keys
