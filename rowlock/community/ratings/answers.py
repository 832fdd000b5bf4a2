"""Answers about ratings, key by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from rowlock.community.progress import OwnProgress
from rowlock.community.ratings.constants import Ladder
from rowlock.community.ratings.play import Losses, play_rating
from rowlock.community.ratings.results import Skill, shown


class ResultsShown(TypedDict):
    """A results rating: the number, the interval of the skill, and whether it is certain."""

    number: int
    low: int
    high: int
    known: bool
    """False while it is still being found out."""


class PlayShown(TypedDict):
    """A play rating: points of a hundred that an unforced decision loses, less is better."""

    loss: float
    low: float
    high: float
    decisions: int


class Evening(TypedDict):
    """The results rating after a day of play."""

    day: str
    number: int
    low: int
    high: int


class LadderShown(TypedDict):
    """Both ratings on one ladder."""

    family: str
    kind: str
    """`two`, or `several`: three to five."""
    pads: list[str]
    results: ResultsShown
    play: PlayShown | None
    """Null where no judge is calibrated well enough."""
    games: int
    """Rated games in the season of the last one."""
    opponents: int
    listed: bool
    """Whether the board of the season lists who has so many."""
    days: list[Evening]


class Profile(TypedDict):
    """Somebody's ratings and progress: told to themselves, and by their wish to all."""

    name: str
    handle: str | None
    """Under which name everybody can see this profile; null if nobody else can."""
    ladders: list[LadderShown]
    progress: OwnProgress


class BoardLine(TypedDict):
    place: int
    handle: str
    results: ResultsShown
    games: int
    you: bool


class LadderNamed(TypedDict):
    """A ladder that has a board, and the pads that count on it."""

    family: str
    kind: str
    pads: list[str]


class Board(TypedDict):
    """A page of a season's board."""

    family: str
    kind: str
    pads: list[str]
    season: str
    seasons: list[str]
    """Those that have a board, the present one first; at most forty."""
    games: int
    """So many rated games somebody needs in the season to be listed."""
    opponents: int
    """So many different opponents besides."""
    lines: list[BoardLine]
    next: int | None
    """`first` of the next page, if there may be one."""
    ladders: list[LadderNamed]
    """All that have a board."""
    programs: bool
    """Whether programs have a board of their own here."""


def results_shown(skill: Skill) -> ResultsShown:
    number, low, high, known = shown(skill)
    return {"number": number, "low": low, "high": high, "known": known}


def play_shown(ladder: Ladder, losses: Losses) -> PlayShown | None:
    rating = play_rating(ladder, losses)
    if rating is None:
        return None
    return {
        "loss": rating.loss,
        "low": rating.low,
        "high": rating.high,
        "decisions": rating.decisions,
    }


def evenings(days: Sequence[tuple[str, Skill]]) -> list[Evening]:
    told = [(day, results_shown(skill)) for day, skill in days]
    return [
        {"day": day, "number": one["number"], "low": one["low"], "high": one["high"]} for day, one in told
    ]
