"""Answers over HTTP about tables and games, key by key. The page's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from rowlock.engine import view_types
from rowlock.engine.facts import EndReason
from rowlock.locale.lessons import LessonStep
from rowlock.locale.rules import RulesPart
from rowlock.table.table import DiceFrom, DiceSource, Timer


class Problem(TypedDict):
    """Every error of the HTTP side."""

    code: str
    reason: str
    mistakes: NotRequired[list[str]]
    """The mistakes in a pad, each with its line."""
    wait: NotRequired[float]
    """Seconds after which to ask again."""


class Waiting(TypedDict):
    """An answer that is being worked out: ask again."""

    state: Literal["waiting"]
    ahead: int
    """How many pieces of work have their turn before it."""


class Bot(TypedDict):
    """A bot that may sit at a table."""

    name: str
    line: str
    rung: int | None
    """Its place on the ladder, from the weakest; null where it was never measured."""
    rungs: int
    plays_by: NotRequired[str | None]
    """The means by which it plays a table's pad: itself, network, own_network, solved or hand."""


class Bots(TypedDict):
    bots: list[Bot]


class TimerTold(TypedDict):
    """After how many seconds a timer nudges and skips."""

    nudge: float
    skip: float


class Limits(TypedDict):
    """How long texts may be."""

    name: int
    chat: int
    seed: int
    variant: int
    record: int


class About(TypedDict):
    """A server about itself; a device has no address, and says no more."""

    address: str | None
    version: NotRequired[str]
    protocol: NotRequired[int]
    bots: NotRequired[list[Bot]]
    phrases: NotRequired[list[str]]
    timers: NotRequired[dict[str, TimerTold | None]]
    limits: NotRequired[Limits]
    passkeys: NotRequired[bool]
    """Whether passkeys are taken, under the name by which the server was reached."""
    calls: NotRequired[str | None]
    """The server's public key for calls to devices; null where it makes none."""
    public: NotRequired[bool]
    """Whether strangers may find each other here."""


class Pads(TypedDict):
    variants: list[view_types.Variant]


class Rules(TypedDict):
    rules: list[RulesPart]
    lesson: list[LessonStep]
    """The steps of a short lesson: what the pad adds to the plain game."""


class TableMade(TypedDict):
    """Where the table is, and what the house promises about its dice, before anybody names a seed."""

    table: str
    link: str
    commitment: str | None


class CodeMade(TypedDict):
    """A code by which a table is joined, and when it ends at the latest."""

    words: dict[str, str]
    """The same code in every language: "red 47 fox"; empty once nobody is invited any more."""
    until: float


class CodeFound(TypedDict):
    """The table that a code leads to."""

    table: str
    link: str


class SeatListed(TypedDict):
    kind: Literal["human", "bot", "open"]
    name: str | None
    bot: str | None


class SettingsListed(TypedDict):
    timer: Timer
    auto_pass: bool
    spectators: bool
    dice: DiceSource
    hints: bool
    rated: NotRequired[bool]
    """Missing in tables that were stored before."""


class Listed(TypedDict):
    """A table in a few words."""

    table: str
    variant: str
    title: str
    state: Literal["open", "playing", "over"]
    host: str
    seats: list[SeatListed]
    game: int
    settings: SettingsListed


class Stands(TypedDict):
    """How a game stands."""

    scores: list[int] | None
    """Null where nobody may watch, or nothing is played."""
    waiting: list[int]


class Standing(Listed, Stands):
    """A table in a few words, and how its game stands."""


class Tables(TypedDict):
    tables: list[Listed]


class Spoken(TypedDict):
    """Something that was rolled or marked lately at a real table."""

    place: int
    turn: int
    seat: int | None
    """Null for a roll."""
    active: int
    roll: view_types.Roll | None
    move: view_types.Move | None


class Past(TypedDict):
    """The latest rolls and marks at a real table, the latest first."""

    past: list[Spoken]


class Ended(TypedDict):
    """How a finished game ended."""

    table: str
    game: int
    variant: str
    title: str
    seats: list[str]
    bots: NotRequired[list[str | None]]
    """The bots that had seats of their own, null for people; missing in games that were stored before."""
    scores: list[int]
    winners: list[int]
    reason: EndReason
    turns: int
    finished: str
    dice: DiceFrom
    left: NotRequired[list[int]]
    """The seats whose people did not play to the end; missing in games that were stored before."""


class Finished(Ended):
    """A finished game of a player."""

    at: float
    """The same moment in seconds, to ask for what lies before it."""
    seats_of_mine: list[int]


class Games(TypedDict):
    games: list[Finished]


class GameKept(TypedDict):
    """The address of a game that was played elsewhere."""

    table: str
    game: int


class Thrown(TypedDict):
    """A roll of a finished game."""

    number: int
    dice: str
    text: str


class Proof(TypedDict):
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


class StepInput(TypedDict):
    seat: int | None
    move: str


class ReplayStep(TypedDict):
    """A step of a replay; the view is the table after it."""

    number: int
    turn: int
    phase: view_types.PhaseName
    active: int
    roll: view_types.Roll | None
    dice: str
    said: list[StepInput]
    facts: list[view_types.Fact]
    view: view_types.View


class Replay(TypedDict):
    """A game step by step."""

    variant: view_types.Variant
    seats: list[str]
    headers: list[tuple[str, str]]
    frames: list[ReplayStep]
    position: str
    outcome: view_types.Outcome | None
    damage: str | None


class PlayerMade(TypedDict):
    """Keep the token: it is shown once, and the server stores only its hash."""

    player: str
    name: str
    token: str


class PlayerShown(TypedDict):
    player: str
    name: str


class Agreements(TypedDict):
    """The uses of your games that you agree to; none until you say so."""

    open_data: bool
    """That your finished games may be published without names, if everybody at the table agrees."""
    result_links: bool
    """That a link to one shows the result with its names in a chat, if everybody at the table agrees."""


class RecoveryMade(TypedDict):
    """Keep the code, or the link with it: it is shown once, and the server stores only its hash."""

    code: str
    link: str


class PasskeyAsked(TypedDict):
    """The request to a browser, as JSON in a text (`PublicKeyCredential.parseCreationOptionsFromJSON` and its
    sister read it); five minutes are left for the answer."""

    options: str


class PasskeyShown(TypedDict):
    """A passkey of one's own."""

    passkey: str
    synced: bool
    """Whether it is copied among its owner's devices."""
    created: float
    used: float | None


class PasskeysShown(TypedDict):
    passkeys: list[PasskeyShown]


class CallDevice(TypedDict):
    """A device of one's own that is called."""

    device: str
    language: str
    created: float
    service: str
    """The name of the push service that brings the call."""


class CallsShown(TypedDict):
    """Calls to one's devices: which kinds there are, which are wished for, when not, and where to."""

    kinds: list[str]
    wished: list[str]
    quiet_from: int
    """The beginning of the quiet hours, in minutes of one's own day; equal to their end if there are none."""
    quiet_to: int
    zone: str
    devices: list[CallDevice]


class ForgettingBegun(TypedDict):
    """Somebody is being forgotten; `link` tells how far that has come."""

    ticket: str
    link: str


class ForgettingShown(TypedDict):
    """`tables` are done so far; when all are, nothing names the player any more."""

    state: Literal["running", "done"]
    tables: int
