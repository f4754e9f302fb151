"""Spaces of rows that are no longer there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardscript.engine.offers import forget_all

if TYPE_CHECKING:
    from cardscript.engine.state import State


def left_of(s: State, places: list[int]) -> list[int]:
    """Those of the places that are still there."""
    return [place for place in places if place not in s.gone] if s.gone else places


def spaces_from(s: State, place: int) -> list[int]:
    """A space and those after it in its row, without the ones that are gone. Not to be changed."""
    spaces = s.compiled.layout.ahead[place]
    return left_of(s, spaces) if s.gone else spaces


def destroy(s: State, place: int) -> bool:
    """Take a space out of its row; False if it is none, or gone already."""
    layout = s.compiled.layout
    if not 0 <= place < layout.places or layout.space[place] < 0 or place in s.gone:
        return False
    s.gone = [*s.gone, place]
    s.touched |= s.compiled.place_bits[place]
    forget_all(s)
    return True
