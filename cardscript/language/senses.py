"""What a declared word can mean. A vocabulary entry carries a tuple of these; the resolver takes the one that fits."""

from __future__ import annotations

import msgspec


class Sense(msgspec.Struct, frozen=True, gc=False):
    """A meaning of a word."""


class KindSense(Sense, frozen=True):
    kind: int


class ZoneSense(Sense, frozen=True):
    zone: int


class RegionSense(Sense, frozen=True):
    """Several zones under one name."""

    region: int


class RoleSense(Sense, frozen=True):
    """Cards of a kind as long as they lie in a zone."""

    kind: int
    zone: int


class PhaseSense(Sense, frozen=True):
    phase: str


class SpaceSense(Sense, frozen=True):
    zone: int
    index: int


class SpaceOfSense(Sense, frozen=True):
    """ "Road space": any one space of a row."""

    zone: int


class TraitSense(Sense, frozen=True):
    trait: int


class ValueSense(Sense, frozen=True):
    trait: int
    value: int


class AttributeSense(Sense, frozen=True):
    attribute: int


class ResourceSense(Sense, frozen=True):
    resource: int


class CounterSense(Sense, frozen=True):
    counter: int


class LabelSense(Sense, frozen=True):
    label: int


class GroupSense(Sense, frozen=True):
    name: str


class NameSense(Sense, frozen=True):
    """The name of a card."""

    name: str


class ParamSense(Sense, frozen=True):
    """A parameter of the verb, action or keyword being declared."""

    name: str


class PredicateSense(Sense, frozen=True):
    predicate: int
    negated: bool = False


class VerbSense(Sense, frozen=True):
    verb: int


class KeywordSense(Sense, frozen=True):
    keyword: int


class EndingSense(Sense, frozen=True):
    ending: str


class WindowSense(Sense, frozen=True):
    name: str


class ContestSense(Sense, frozen=True):
    """What is won in a contest, or (`fails`) the verb for having too much in it."""

    name: str
    fails: bool = False


class RulingSense(Sense, frozen=True):
    """A ruling switch of the game, or (with `value`) one of the readings it can have."""

    name: str
    value: str = ""


class QuantitySense(Sense, frozen=True):
    """A set-up number."""

    name: str
