"""What messages are made of: names, seats, ids and texts, with their limits."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

NAME_LONGEST = 24
CHAT_LONGEST = 200
SEED_LONGEST = 128
VARIANT_LONGEST = 32_768
RECORD_LONGEST = 262_144
MESSAGE_LONGEST = 4_096

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like nothing."""

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "wow",
    "your_turn",
    "one_moment",
    "again",
    "goodbye",
]
PHRASES: tuple[str, ...] = get_args(Phrase)
Timer = Literal["off", "relaxed", "fast"]
DiceSource = Literal["server", "real", "none"]


def one_line(text: str) -> str:
    """Text without line breaks and other control characters, and without blanks around it."""
    text = text.strip()
    joined = text.replace("\u200d", "")  # it holds emoji of several parts together
    if not joined.isprintable() or not any(map(_is_visible, joined)):
        raise ValueError("must be one line of text that can be seen")
    return text


def _is_visible(character: str) -> bool:
    return character not in BLANKS and unicodedata.category(character)[0] not in "MZC"


def plain_id(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be printable")
    return text


def seed_text(text: str) -> str:
    """A seed stands in the record, where # begins a comment; it is hashed exactly as it is."""
    if "#" in text or text != one_line(text):
        raise ValueError("must not contain #, or blanks around it")
    return text


Name = Annotated[str, Field(min_length=1, max_length=NAME_LONGEST), AfterValidator(one_line)]
SeatNumber = Annotated[int, Field(ge=0, le=9, description="a seat, counted from 0")]
MessageId = Annotated[
    str,
    Field(min_length=1, max_length=64, description="your own id of this message"),
    AfterValidator(plain_id),
]
BotName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_-]+$")]
PlayerId = Annotated[str, Field(min_length=1, max_length=32)]
Token = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="as `POST /api/players` gave it")]


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
