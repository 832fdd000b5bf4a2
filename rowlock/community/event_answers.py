"""The answers about events, key by key: to whoever has the link; some of it to referees alone."""

from __future__ import annotations

from typing import Literal, TypedDict

TableState = Literal["drawn", "running", "done"]


class EventMade(TypedDict):
    event: str
    link: str


class EventListed(TypedDict):
    event: str
    title: str
    created: float
    referee: bool
    running: bool
    """Whether a round is on, or something that follows from one."""
    closed: bool


class EventsShown(TypedDict):
    """Your events, the latest first."""

    events: list[EventListed]


class EventPlan(TypedDict):
    """The announcement."""

    title: str
    format: str
    pad: str
    rounds: int
    size: int
    semifinal: int
    final: int
    final_pad: str | None
    best: int
    minutes: int
    delay: int
    """Seconds by which others see what is played later."""
    duplicate: bool
    """Whether all tables of a round have the same dice, and the standing goes by results without luck."""
    check_in: bool


class EventPerson(TypedDict):
    number: int
    name: str
    here: bool
    """Whether they are drawn in the next round."""
    device: bool
    """Whether they play on a device of their own; tables of people without one are on paper."""
    referee: bool


class EventTable(TypedDict):
    table: str | None
    """The table at this server; null for one on paper."""
    state: TableState
    people: list[int]
    points: list[int | None] | None
    """Everybody's points, null for one who did not come; null while they play."""
    shares: list[float | None] | None
    """Everybody's part of the win without luck, where dice are shared; null until that is worked out."""


class RoundDice(TypedDict):
    """The dice that the tables of a round share."""

    label: str
    commitment: str
    """The SHA-256 of the secret, from the draw on."""
    secret: str | None
    """Shown when the round is over."""


class EventRound(TypedDict):
    stage: str
    number: int
    """Which of the rounds of its kind it is, counted from 1."""
    pad: str
    started: float
    minutes: int
    dice: RoundDice | None
    """The dice that all its tables share; null where each has its own."""
    tables: list[EventTable]


class TableRunning(TypedDict):
    """How a table stands, as it was at the beginning of a turn."""

    round: int
    table: int
    """Its number in the round, counted from 1."""
    turn: int
    scores: list[int]
    chances: list[float] | None
    """Everybody's chance to win, from 0 to 1; null where nothing judges that."""


class EventRunning(TypedDict):
    """The running tables for the screen of the hall, as they stood some time ago."""

    delay: int
    tables: list[TableRunning]


class EventLine(TypedDict):
    place: int
    person: int
    points: float
    second: float
    total: int
    games: int
    fair: float
    """Table points without luck, in duels too, where all tables of a round have the same dice."""


class EventSaid(TypedDict):
    """Something that was said, for referees: what it was, and that it can be taken back."""

    said: int
    at: float
    kind: str
    round: int | None
    table: int | None
    person: int | None


class EventShown(TypedDict):
    """An event as it stands."""

    event: str
    plan: EventPlan
    promise: str
    """The SHA-256 of the seed, from the beginning."""
    seed: str | None
    """The source of all lots; shown when the event is closed."""
    dice_promise: str
    """The SHA-256 of the source of all dice that tables share, from the beginning."""
    dice_source: str | None
    """The source of the dice, shown when the event is closed."""
    weighing: int
    """Games whose luck is still being taken off."""
    number: int
    """How much was said."""
    closed: bool
    running: bool
    me: int | None
    referee: bool
    people: list[EventPerson]
    looking: list[int]
    """The people who look for a game of an open stage."""
    rounds: list[EventRound]
    standing: list[EventLine]
    columns: list[str]
    """The columns of the standing, in their order."""
    said: list[EventSaid]
    """For referees: what they can take back, the latest first."""
    now: float
    """The server's clock."""


class EventNews(TypedDict):
    """The event, or null if nothing has changed since what you have seen."""

    seen: str
    shown: EventShown | None
