"""A table as one seat may imagine it: as it sees it, with what it cannot see dealt anew and chance still open."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cardscript.engine.identity import rebuild
from cardscript.engine.kinds import P_OF, P_RAW
from cardscript.engine.machine import Machine
from cardscript.engine.offers import forget_all
from cardscript.session.chance import Stream
from cardscript.session.sight import sees

Shuffle = Callable[[list[int]], list[int]]
"""Some cards in any order."""


def imagined(machine: Machine, seat: int, stream: Stream) -> Machine:
    """A copy that looks the same to a seat. What it cannot see lies anywhere it may lie, and chance follows from the
    stream: nothing can be learnt from it that the seat does not know. Cards it is asked about stay where they are."""
    asked = machine.state.pending
    named: list[int] = asked[P_RAW] if asked is not None and asked[P_OF] == "card" else []
    twin = dealt_anew(machine, seat, lambda cards: stream.draw(sorted(cards), len(cards)), named) or machine.clone()
    twin.state.rng = stream.below(1 << 64)
    twin.state.keep_log = False
    return twin


def dealt_anew(machine: Machine, seat: int, shuffle: Shuffle, fixed: Collection[int] = ()) -> Machine | None:
    """A copy with the cards a seat cannot see dealt anew among the places it cannot see: each shared pile for itself,
    those of all other players together. Piles keep their sizes. `fixed`: cards that stay where they are. None if
    nothing could be changed."""
    twin = machine.clone()
    state = twin.state
    layout, zones = state.compiled.layout, twin.game.zones
    groups = [layout.instances(z, -1) for z, zone in enumerate(zones) if not zone.per_player and zone.sees == "none"]
    groups.append(
        [
            place
            for z, zone in enumerate(zones)
            if zone.per_player and zone.sees != "all"
            for other in range(twin.players)
            for place in layout.instances(z, other)
        ]
    )
    mixed = False
    for places in groups:
        hidden = [place for place in places if not sees(twin, place, seat)]
        spots = [
            (place, at) for place in hidden for at, card in enumerate(state.zones.get(place, ())) if card not in fixed
        ]
        cards = [state.zones[place][at] for place, at in spots]
        if len({state.decl[card] for card in cards}) < 2:
            continue
        shuffled = shuffle(cards)
        mixed = mixed or shuffled != cards
        for (place, at), card in zip(spots, shuffled, strict=True):
            state.zones[place][at] = card
            state.at[card] = place
    if not mixed:
        return None
    forget_all(state)
    rebuild(state)
    return twin
