"""The parts of an event of the trace, declared: `schemas/event.schema.json` is made from this. docs/trace.md explains.

Only tools and tests import this; the trace itself is written without it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import NullableSchema, WithDefaultSchema

Name = Annotated[str, Field(min_length=1)]
Seat = Annotated[int, Field(ge=1)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Because(_Model):
    """What an event comes from: a sentence of a card or of a rule, or a declaration or rule by its name."""

    card: Name | None = Field(default=None, description="the card whose text does it, by its stable name")
    rule: Name | None = Field(default=None, description="the declaration, or the language's own rule, that does it")
    says: Name | None = Field(default=None, description="the sentence or the part of it")
    line: Name | None = Field(default=None, description="the printed line the sentence stands in, if it is longer")
    at: Annotated[str, Field(pattern=r":[0-9]+$")] | None = Field(default=None, description="file:line")
    again: Literal[True] | None = Field(default=None, description="the same printed line as that of the event's cause")


class Event(_Model):
    """One event of a trace: one line of JSON Lines. A part that says nothing is left out."""

    event: Name = Field(description="a verb of the game, if `verb` is there; else one of the language's own events")
    depth: int = Field(ge=0, description="how many events led to it, one by the other; the trace is in preorder")
    back: int | None = Field(
        default=None,
        ge=1,
        description="its cause is not the nearest event above of depth - 1, but so many of these further up",
    )
    verb: Name | None = Field(default=None, description="the verb as the trace says it: draws")
    actor: Name | None = Field(default=None, description="the card that does it, where a card does")
    player: Seat | None = Field(default=None, description="the seat that does it, from 1")
    card: Name | None = Field(default=None, description='the card it is about; "a card" if that must not be known')
    cards: Annotated[tuple[Name, ...], Field(strict=False)] | None = Field(
        default=None, description="the cards chosen or put in order"
    )
    from_: Name | None = Field(default=None, alias="from", description="the place before")
    to: Name | None = Field(default=None, description="the place after")
    amount: int | None = Field(default=None, description="a change, or how many; for a verb 1 if left out")
    resource: Name | None = Field(default=None, description="the points got, lost or paid")
    counter: Name | None = Field(default=None, description="the counters put on the card or taken off")
    of: Literal["cards", "player", "place", "number", "option"] | None = Field(
        default=None, description="what a choice is about"
    )
    chosen: Name | None = Field(default=None, description="what was chosen, where it is no card")
    forced: Literal[True] | None = Field(default=None, description="there was nothing else to choose")
    turn: int | None = Field(default=None, ge=1, description="which turn begins")
    phase: Name | None = Field(default=None, description="which phase begins")
    action: Name | None = Field(default=None, description="what the player does, in the game's word")
    what: Name | None = Field(default=None, description="the verb that did not happen")
    ending: Name | None = Field(default=None, description="the ending that holds")
    copied: Name | None = Field(default=None, description="the card a copy is made of")
    line: str | None = Field(default=None, description="the printed line that begins")
    note: str | None = Field(default=None, description="a reason or remark, in words")
    because: Because | None = Field(default=None, description="what it comes from")


class _NothingIsNull(GenerateJsonSchema):
    """A part that says nothing is left out, never null."""

    def nullable_schema(self, schema: NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def event_schema() -> dict[str, Any]:
    """The JSON Schema of one event, as committed in `schemas/`."""
    schema = Event.model_json_schema(schema_generator=_NothingIsNull)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
