"""Where the files that are not Python lie: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

KINDS = ("grammar", "cardsets", "schemas")


def data_dir(kind: str) -> Path:
    """The folder of one kind of data files; the checkout's own folder comes first, then the one packed in the wheel."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of data: {kind!r}; known are {', '.join(KINDS)}")
    places = (PACKAGE.parent / kind, PACKAGE / "_data" / kind)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no {kind} folder at {' or '.join(str(place) for place in places)}")
