"""Messages of the server: every one that goes out, key by key.

docs/protocol.md and the page's types are made from these models. Values of the engine are described by
`engine.plain`; here they are marked with the type that they have there.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rowlock.engine import view_types
from rowlock.engine.json_object import JsonObject
from rowlock.table.messages.limits import DiceSource, RemovalReason, Timer

PlainVariant = Annotated[JsonObject, view_types.Variant]
PlainView = Annotated[JsonObject, view_types.View]
PlainFact = Annotated[JsonObject, view_types.Fact]


class Shown(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class You(Shown):
    """Who you are at this table."""

    player: str | None
    name: str | None
    host: bool
    seats: list[int]


class Seat(Shown):
    """A place at the table."""

    seat: int
    kind: Literal["human", "bot", "open"]
    name: str | None
    player: str | None
    bot: str | None
    stand_in: str | None
    """The bot that plays on for a human."""
    owner: str | None
    """The player whom the host has sent away, whose sheet it still is."""
    by_host: bool
    """The host wanted the bot to play on; `back` of either ends it."""
    cause: RemovalReason | None
    """The host's reason."""
    online: bool
    away: bool
    agreed: bool
    """Wants a rematch."""
    ending: bool
    """Wants to break the game off."""
    muted: bool
    """The host does not let its player talk."""
    wins: int
    """Games won in this series."""


class Settings(Shown):
    """How the table wants to be played."""

    timer: Timer
    auto_pass: bool
    listed: bool
    spectators: bool
    chat: bool
    dice: DiceSource
    hints: bool
    grows: bool
    """There is always one more open seat until the start."""
    rated: bool
    """Games count for the ratings."""
    phrases: bool
    """People talk in phrases alone: strangers may sit here."""


class Waiting(Shown):
    """Whom everybody waits for, and for what."""

    for_: Annotated[list[int], Field(alias="for")]
    what: (
        Literal["start", "seals", "seeds", "dice", "white", "colour", "take", "call", "play", "count"] | None
    )


class Spoken(Shown):
    """Something that was rolled or marked lately at a real table."""

    place: int
    turn: int
    seat: int | None
    """Null for a roll."""
    active: int
    roll: Annotated[JsonObject, view_types.Roll] | None
    move: Annotated[JsonObject, view_types.Move] | None


class Proposal(Spoken):
    """A correction that waits for everybody's consent."""

    by: int
    added: bool
    new_roll: Annotated[JsonObject, view_types.Roll] | None
    new_move: Annotated[JsonObject, view_types.Move] | None
    """Null where nothing would stand instead."""
    scores: list[int]
    new_scores: list[int]
    agreed: list[int]
    asked: list[int]
    """The seats that have not agreed yet."""


class TimeLeft(Shown):
    """Seconds until the timer nudges and skips."""

    nudge: float
    skip: float


class FairDice(Shown):
    """The proof that the dice were fixed from the start."""

    source: DiceSource
    commitment: str | None
    secret: str | None
    """Shown after the end."""
    seals: list[str | None]
    """The promise of every seat's player."""
    fingerprint: str | None
    """All promises in one line, once none can change."""
    seeds: list[str | None]
    """Shown when the game begins."""
    label: str


class Table(Shown):
    """The table as everybody may see it."""

    id: str
    link: str
    state: Literal["open", "playing", "over"]
    variant: str
    title: str
    host: str
    host_name: str
    game: int
    settings: Settings
    seats: list[Seat]
    waiting: Waiting
    timer: TimeLeft | None
    parked: bool
    watchers: int
    dice: FairDice
    proposal: Proposal | None
    asking: list[Asking]
    """Who would like a seat."""
    banned: list[Banned]


class Asking(Shown):
    """Somebody who would like a seat; the name as far as it is known."""

    player: str
    name: str | None


class Banned(Shown):
    """Somebody whom the host has sent away."""

    player: str
    name: str


class Chat(Shown):
    """A line of the talk: somebody's own words, or a quick phrase."""

    number: int
    player: str | None
    name: str
    seat: int | None
    text: str | None
    phrase: str | None
    at: float


class Told(Shown):
    """The keys that all messages of the server have."""

    n: int = Field(description="1, 2, 3 … on this connection")


class Welcome(Told):
    """The whole truth: answers `hello` and `sync`."""

    type: Literal["welcome"]
    protocol: int
    number: int = Field(description="how long the table's log is")
    you: You
    variant: PlainVariant = Field(description="the sheet, as `GET /api/variants/NAME`")
    variant_text: str = Field(description="the variant itself, as a file")
    table: Table
    views: list[PlainView] = Field(description="the game as each of your seats sees it")
    chat: list[Chat]


class TableTold(Told):
    """Something happened; table and views are complete, facts tell what it was."""

    type: Literal["table"]
    number: int
    facts: list[PlainFact]
    you: You
    table: Table
    views: list[PlainView]


class Receipt(Told):
    """Your message was accepted and is stored under this number (null: nothing had to be stored)."""

    type: Literal["receipt"]
    id: str | None
    number: int | None


class Refusal(Told):
    """Your message was not accepted, and why."""

    type: Literal["refusal"]
    id: str | None
    code: str
    reason: str
    wait: float | None = None


class ChatTold(Told, Chat):
    """Somebody said something."""

    type: Literal["chat"]


class NudgeTold(Told):
    """A seat is nudged, by a player or (null) by the timer."""

    type: Literal["nudge"]
    seat: int
    by: str | None


class PresenceTold(Told):
    """Who is connected, seat by seat; a parked table waits for somebody to come back."""

    type: Literal["presence"]
    online: list[bool]
    watchers: int
    parked: bool


class Pong(Told):
    """The server is there."""

    type: Literal["pong"]
    id: str | None = None


class Bye(Told):
    """The server is about to close; come back after so many seconds, or (null) not at all."""

    type: Literal["bye"]
    code: str
    reason: str
    come_back: float | None
    cause: RemovalReason | None = None
    """Why the host has sent you away, where a reason was given."""


ServerMessage = Annotated[
    Welcome | TableTold | Receipt | Refusal | ChatTold | NudgeTold | PresenceTold | Pong | Bye,
    Field(discriminator="type"),
]  # fmt: skip
