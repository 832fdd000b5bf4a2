"""What the server answers over HTTP about tables and games, key by key, for whoever shows it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel

from rowlock.engine import view_types
from rowlock.engine.facts import EndReason
from rowlock.server.http.fields import DiceFrom
from rowlock.server.socket.outgoing import PlainFact, PlainVariant, PlainView, Shown, Spoken
from rowlock.table.messages.limits import DiceSource, Timer


class Bot(Shown):
    """A bot that may sit at a table."""

    name: str
    line: str
    rung: int | None
    """Its place on the ladder, from the weakest; null where it was never measured."""
    rungs: int
    plays_by: str | None = None
    """What it plays a table's pad by: itself, network, own_network, solved or hand."""


class Past(Shown):
    """What was rolled and marked lately at a real table, the latest first."""

    past: list[Spoken]


class SeatListed(Shown):
    kind: Literal["human", "bot", "open"]
    name: str | None
    bot: str | None


class SettingsListed(Shown):
    timer: Timer
    auto_pass: bool
    spectators: bool
    dice: DiceSource
    hints: bool


class Listed(Shown):
    """A table in a few words."""

    table: str
    variant: str
    title: str
    state: Literal["open", "playing", "over"]
    host: str
    seats: list[SeatListed]
    game: int
    settings: SettingsListed


class Standing(Listed):
    """A table in a few words, and how its game stands."""

    scores: list[int] | None
    """Null where nobody may watch, or nothing is played."""
    waiting: list[int]


class Finished(Shown):
    """A finished game of a player."""

    table: str
    game: int
    variant: str
    title: str
    seats: list[str]
    scores: list[int]
    winners: list[int]
    reason: EndReason
    turns: int
    finished: str
    dice: DiceFrom
    at: float
    """The same moment in seconds, to ask for what lies before it."""
    seats_of_mine: list[int]


class Thrown(Shown):
    """A roll of a finished game."""

    number: int
    dice: str
    text: str


class Proof(Shown):
    """All that is needed to verify the dice of a finished game."""

    source: DiceFrom
    label: str | None
    commitment: str | None
    secret: str | None
    fingerprint: str | None
    """All promises in one line; null in games of the older scheme."""
    seals: list[str]
    seeds: list[str]
    faces: int
    start: int | None
    """Null where a position says whose turn it is."""
    rolls: list[Thrown]


class Said(Shown):
    seat: int | None
    move: str


class Frame(Shown):
    """A step of a replay; the view is the table after it."""

    number: int
    turn: int
    phase: view_types.PhaseName
    active: int
    roll: Annotated[dict[str, Any], view_types.Roll] | None
    dice: str
    said: list[Said]
    facts: list[PlainFact]
    view: PlainView


class Replay(Shown):
    """A game step by step."""

    variant: PlainVariant
    seats: list[str]
    headers: list[Annotated[list[str], tuple[str, str]]]
    frames: list[Frame]
    position: str
    outcome: Annotated[dict[str, Any], view_types.Outcome] | None
    damage: str | None


class PositionShown(Shown):
    """A position to look at."""

    position: str
    """As one line of text."""
    variant: PlainVariant
    variant_text: str | None
    """The file of a pad of one's own, parents and all; null for one that is known by name."""
    views: list[PlainView]
    """As every seat sees it."""


class PlayerMade(BaseModel):
    """Keep the token: it is shown once, and the server stores only its hash."""

    player: str
    name: str
    token: str


class RecoveryMade(BaseModel):
    """Keep the code, or the link with it: it is shown once, and the server stores only its hash."""

    code: str
    link: str


class ForgettingBegun(BaseModel):
    """Somebody is being forgotten; `link` tells how far that has come."""

    ticket: str
    link: str


class ForgettingShown(BaseModel):
    """`tables` are done so far; when all are, nothing names the player any more."""

    state: Literal["running", "done"]
    tables: int


class PlayerShown(BaseModel):
    player: str
    name: str


class TableMade(BaseModel):
    """Where the table is, and what the house promises about its dice, before anybody names a seed."""

    table: str
    link: str
    commitment: str | None


class GameKept(BaseModel):
    """Where a game is kept that was played elsewhere."""

    table: str
    game: int


class Problem(BaseModel):
    """Every error of the HTTP side."""

    code: str
    reason: str
    mistakes: list[str] | None = None
    wait: float | None = None
