"""The limits of a message's fields, as annotations: reader, documentation and types follow them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from rowlock.table.table import DiceSource as DiceSource
from rowlock.table.table import Timer as Timer
from rowlock.table.texts import (
    CHAT_LONGEST,
    MESSAGE_LONGEST,
    NAME_LONGEST,
    RECORD_LONGEST,
    SEED_LONGEST,
    SHUFFLE_LONGEST,
    VARIANT_LONGEST,
    one_line,
    plain_id,
    seed_text,
)


class Between(NamedTuple):
    """A whole number within bounds."""

    least: int
    most: int


class Text(NamedTuple):
    """A text of so many characters, written by a pattern if it has one; `clean` checks and tidies it."""

    least: int
    most: int
    pattern: str = ""
    clean: Callable[[str], str] = str


class Items(NamedTuple):
    """A list of so many values, or a mapping of so many keys."""

    least: int
    most: int


RemovalReason = Literal["slow", "away", "asked", "manners"]
"""Why a host lets a bot play for somebody: everybody reads it in their own language."""
PhaseName = Literal["white", "colour", "take", "call", "play"]

SeatNumber = Annotated[int, Between(0, 9)]
TurnNumber = Annotated[int, Between(1, 100_000)]
Place = Annotated[int, Between(0, 100_000)]
Version = Annotated[int, Between(1, 1)]
MessageId = Annotated[str, Text(1, 64, clean=plain_id)]
Name = Annotated[str, Text(1, NAME_LONGEST, clean=one_line)]
BotName = Annotated[str, Text(1, 40, "[a-z0-9_-]+")]
PlayerId = Annotated[str, Text(1, 32)]
Token = Annotated[str, Text(32, 32, "[0-9a-f]+")]
PadName = Annotated[str, Text(1, 64)]
MoveText = Annotated[str, Text(1, 32)]
Correction = Annotated[str, Text(1, 64)]
DiceText = Annotated[str, Text(3, 64)]
SealText = Annotated[str, Text(64, 64, "[0-9a-f]+")]
SeedText = Annotated[str, Text(1, SEED_LONGEST, clean=seed_text)]
ChatText = Annotated[str, Text(1, CHAT_LONGEST, clean=one_line)]

# what only questions hold

TableId = Annotated[str, Text(1, 32, "[a-z0-9-]+")]
GameNumber = Annotated[int, Between(1, 100_000)]
FileName = Annotated[str, Text(1, 64, r"[\w.-]+")]
PadText = Annotated[str, Text(0, VARIANT_LONGEST)]
Parents = Annotated[dict[FileName, PadText], Items(0, 4)]
"""The files that a pad of one's own names as its parents, by name."""
RecordText = Annotated[str, Text(0, RECORD_LONGEST)]
PositionText = Annotated[str, Text(0, MESSAGE_LONGEST)]
ShuffleText = Annotated[str, Text(0, SHUFFLE_LONGEST)]
