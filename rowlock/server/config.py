"""How a server is run: where it keeps things, how patient it is, how much it lets through."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class TablePace:
    """How long a table waits for its people, in seconds."""

    timers: dict[str, tuple[float, float] | None] = field(
        default_factory=lambda: {
            "off": None,
            "relaxed": (45.0, 90.0),
            "fast": (15.0, 30.0),
            "day": (43_200.0, 86_400.0),
        }
    )
    """Until a timer nudges, and until it skips."""
    away: float = 60.0
    """How long the others wait for somebody who is gone, before a bot stands in."""
    skips: int = 2
    """How many skips in a row before a bot stands in."""
    draw: float = 4.0
    """How long a game's start waits for a player's part of the dice; seals and seeds each."""
    abandoned: float = 7 * 24 * 3600.0
    """After this long without a message a game is abandoned: it ends when a player wants its record."""
    idle: float = 120.0
    """How long a table without visitors is kept in memory."""


@dataclass(frozen=True)
class Limits:
    """How much one address, player or connection may ask for; `factor` stretches them, 0 lifts them."""

    factor: float = 1.0
    players: tuple[float, float] = (20, 0.2)
    """New players per address: at once, and per second in the long run. So are the others."""
    guests: tuple[float, float] = (300, 0.5)
    """New players who join an event by its link: a hall full of people often has one address."""
    programs: tuple[float, float] = (20, 0.02)
    """Programs that begin to take part in the ladder, per address."""
    tables: tuple[float, float] = (20, 0.1)
    uploads: tuple[float, float] = (10, 0.2)
    codes: tuple[float, float] = (30, 0.1)
    """Spoken codes that lead nowhere: guesses."""
    quick: tuple[float, float] = (30, 0.2)
    """Wishes for a quick game: each may lead to a table, and to somebody who waits there."""
    questions: tuple[float, float] = (60, 2)
    """Questions that take some thought: replays and records, positions, hints."""
    requests: tuple[float, float] = (200, 20)
    visits: tuple[float, float] = (2000, 100)
    """Requests of every kind, files of the page included: a school that opens the page at the same time."""
    megabytes: tuple[float, float] = (300, 5)
    """Of the page's large files: what thirty people fetch at once to play without a network."""
    sockets: tuple[float, float] = (60, 2)
    messages: tuple[float, float] = (40, 10)
    """Per connection."""
    frames: tuple[float, float] = (120, 20)
    """WebSocket frames of one connection, pings and fragments included; beyond that it is not read."""
    frame_bytes: tuple[float, float] = (128 << 10, 32 << 10)
    all_frames: tuple[float, float] = (800, 200)
    """Frames on all connections of an address."""
    all_frame_bytes: tuple[float, float] = (1 << 20, 256 << 10)
    writing: tuple[float, float] = (600, 60)
    """Per address: messages that are to be stored; a long one counts once for every 256 characters."""
    chat: tuple[float, float] = (5, 0.5)
    """Per player at a table; nudges too."""
    connections: int = 300
    """Connections of every kind per address at the same time; proxies on this machine are not counted."""
    open_sockets: int = 200
    """Connections per address at the same time."""
    listeners: int = 100
    """Watchers per table at the same time."""
    own_listeners: int = 20
    """Connections to a table, at the same time, of somebody who sits there."""
    log: int = 50_000
    """Entries of a table; a game that is on may be played to its end."""
    rooms: int = 20_000
    """Tables in memory."""


@dataclass(frozen=True)
class Config:
    """Everything a server needs to know."""

    data: Path
    database: str | None = None
    durable: bool = False
    """Whether SQLite flushes every append to the disk, so that it outlives a power cut."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may connect; the server's own always may."""
    address: str | None = None
    """Where others on the network reach this server, for invitations that are made on its own machine."""
    names: tuple[str, ...] = ()
    """Public names under which the server is reached; IP addresses and local names need not be listed."""
    bots: tuple[str, ...] = ()
    """The bots that are offered, as `rowlock.bots.find_source` takes them; all installed ones if empty."""
    admin_token: str | None = None
    """The operator's token, for `rowlock admin`; without one there is no operator."""
    pads: Path | None = None
    """A folder of pads that the server offers in addition to the bundled ones."""
    metrics_token: str | None = None
    """Whoever presents it may read `/metrics`; without one nobody may."""
    push_services: tuple[str, ...] = ()
    """Push services of the house, as `host:port`: these alone may have a private address, and no TLS."""
    exact: tuple[str, ...] = ()
    """The pads whose exact values are being made on this machine: daily games on them wait for these."""
    public: bool = False
    """Whether strangers may find each other here; a plain server is for people who have a link."""
    programs: int = 0
    """Tables at which programs play each other and the bots at the same time; 0: there is no such ladder."""
    reviewers: int = 1
    """How many processes work out reviews and analyses."""
    attached: bool = False
    """Whether the server ends for good with whoever started it, and nobody need try to come back."""
    pace: TablePace = TablePace()
    limits: Limits = Limits()
    connections: int = 50_000
    """Connections at the same time; file descriptors may allow fewer."""
    beat: float = 1.5
    """Seconds between the signs of life that processes on one database give each other."""
    machine: str = ""
    """Settings of processes that hand connections over to each other."""
    handover: Path | None = None
    """The folder in which they do so; none if there is only one."""
    reach: str | None = None
    """Where processes on other machines reach this one, as `host:port`."""
    is_routed: bool = False
    """Whether a proxy sends everything about a table to the same machine."""
    word: str = ""
    """By which a connection that another machine passes on is known; it is told in the database."""
    outbox: int = 64
    """Messages that may wait for a slow listener before it is sent the whole state instead."""
    patience: float = 20.0
    """Seconds a listener may refuse to take a message before the connection is given up."""
    step: float = 2.0
    """Processor seconds that one message may cost at a table before the table is closed."""
    hello: float = 10.0
    """Seconds in which a connection must say who it is."""
