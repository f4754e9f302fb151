"""What a declared word can mean. A vocabulary entry carries a tuple of these; the resolver takes the one that fits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sense:
    """A meaning of a word."""


@dataclass(frozen=True, slots=True)
class KindSense(Sense):
    kind: int


@dataclass(frozen=True, slots=True)
class ZoneSense(Sense):
    zone: int


@dataclass(frozen=True, slots=True)
class RegionSense(Sense):
    """Several zones under one name."""

    region: int


@dataclass(frozen=True, slots=True)
class RoleSense(Sense):
    """Cards of a kind as long as they lie in a zone."""

    kind: int
    zone: int


@dataclass(frozen=True, slots=True)
class PhaseSense(Sense):
    phase: str


@dataclass(frozen=True, slots=True)
class SpaceSense(Sense):
    zone: int
    index: int


@dataclass(frozen=True, slots=True)
class SpaceOfSense(Sense):
    """ "Road space": any one space of a row."""

    zone: int


@dataclass(frozen=True, slots=True)
class TraitSense(Sense):
    trait: int


@dataclass(frozen=True, slots=True)
class ValueSense(Sense):
    trait: int
    value: int


@dataclass(frozen=True, slots=True)
class AttributeSense(Sense):
    attribute: int


@dataclass(frozen=True, slots=True)
class ResourceSense(Sense):
    resource: int


@dataclass(frozen=True, slots=True)
class CounterSense(Sense):
    counter: int


@dataclass(frozen=True, slots=True)
class LabelSense(Sense):
    label: int


@dataclass(frozen=True, slots=True)
class GroupSense(Sense):
    name: str


@dataclass(frozen=True, slots=True)
class NameSense(Sense):
    """The name of a card."""

    name: str


@dataclass(frozen=True, slots=True)
class ParamSense(Sense):
    """A parameter of the verb, action or keyword being declared."""

    name: str


@dataclass(frozen=True, slots=True)
class PredicateSense(Sense):
    predicate: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class VerbSense(Sense):
    verb: int


@dataclass(frozen=True, slots=True)
class KeywordSense(Sense):
    keyword: int


@dataclass(frozen=True, slots=True)
class EndingSense(Sense):
    ending: str


@dataclass(frozen=True, slots=True)
class WindowSense(Sense):
    name: str


@dataclass(frozen=True, slots=True)
class ContestSense(Sense):
    """What is won in a contest, or (`fails`) the verb for having too much in it."""

    name: str
    fails: bool = False


@dataclass(frozen=True, slots=True)
class RulingSense(Sense):
    """A ruling switch of the game, or (with `value`) one of the readings it can have."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class QuantitySense(Sense):
    """A set-up number."""

    name: str
