"""Answers about clubs, key by key: for their members and nobody else."""

from __future__ import annotations

from typing import TypedDict


class ClubMade(TypedDict):
    """A new club; the key makes whoever has it a keeper, and is shown this once."""

    club: str
    link: str
    key: str


class ClubJoined(TypedDict):
    club: str


class ClubListed(TypedDict):
    club: str
    name: str
    keeper: bool


class Clubs(TypedDict):
    """Your clubs."""

    clubs: list[ClubListed]


class ClubMember(TypedDict):
    """Somebody in a club."""

    member: str
    name: str
    keeper: bool
    device: bool
    """Whether they have a device of their own; without one they are a name that others play for."""
    me: bool


class ClubPlayed(TypedDict):
    """A game of a club; `table` is null for one that was brought from elsewhere."""

    at: float
    pad: str
    title: str
    names: list[str]
    scores: list[int]
    winners: list[int]
    table: str | None
    game: int


class ClubShown(TypedDict):
    """A club for its members."""

    club: str
    name: str
    link: str
    """With which others join; a keeper can renew it."""
    keeper: bool
    """Whether you are one."""
    members: int
    tonight: str | None
    """The table that was opened last, within half a day."""
    last: ClubPlayed | None


class ClubMembers(TypedDict):
    """Members in the order in which they joined, a hundred at a time; `more` follows `after` the last."""

    members: list[ClubMember]
    more: bool


class StandingLine(TypedDict):
    place: int
    member: str
    name: str
    games: int
    wins: int
    points: int
    best: int | None


class ClubStanding(TypedDict):
    """Who won how often in a season: a year, or all of them."""

    season: str
    lines: list[StandingLine]
    games: int


class ClubGames(TypedDict):
    games: list[ClubPlayed]


class ClubBoardLine(TypedDict):
    place: int
    name: str
    me: bool
    loss: int
    """In hundredths of a point."""
    score: int


class ClubBoard(TypedDict):
    """A day's game among the members: told to those who have played it, or when it is closed."""

    day: str
    pad: str
    played: int
    lines: list[ClubBoardLine] | None


class WallLine(TypedDict):
    """A phrase on a club's wall."""

    at: float
    name: str
    me: bool
    phrase: str
    """One of `phrases`."""


class ClubWall(TypedDict):
    """The phrases on a club's wall, the latest first, and those that can be put there."""

    lines: list[WallLine]
    phrases: list[str]


class ClubLink(TypedDict):
    link: str


class ClubKey(TypedDict):
    """The keeper's key, shown once; an earlier one stops working."""

    key: str


class KeptGame(TypedDict):
    at: float
    pad: str
    title: str
    names: list[str]
    scores: list[int]
    winners: list[int]


class ClubFile(TypedDict):
    """A club as one file: names and results, and nothing that belongs to this server."""

    rowlock: str
    name: str
    members: list[str]
    games: list[KeptGame]
