"""What messages are made of: names, seats, ids and texts, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from rowlock.table.texts import NAME_LONGEST, VARIANT_LONGEST, one_line

DiceFrom = Literal["server", "device", "real", "none"]
"""Where the dice of a finished game came from; those of a device prove nothing."""


Name = Annotated[str, Field(min_length=1, max_length=NAME_LONGEST), AfterValidator(one_line)]
SeatNumber = Annotated[int, Field(ge=0, le=9, description="a seat, counted from 0")]
BotName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_-]+$")]


BesideIt = Annotated[
    dict[
        Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\w.-]+$")],
        Annotated[str, Field(max_length=VARIANT_LONGEST)],
    ],
    Field(max_length=4, description="texts by file name"),
]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def explain(error: ValidationError) -> str:
    """The first mistake, and where it is; the value itself is not repeated."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]
