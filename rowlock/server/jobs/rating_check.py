"""All ratings of a database computed again and compared to the last digit: results from its rated games, play
from the stored reviews of them."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from rowlock.community.ratings.constants import Ladder
from rowlock.community.ratings.history import SeasonLine, season_lines
from rowlock.community.ratings.play import seat_losses
from rowlock.community.ratings.results import GONE
from rowlock.server.store import Store

Lines = dict[tuple[Ladder, str, str], SeasonLine]


class CheckedRatings(NamedTuple):
    """The outcome of a check."""

    games: int
    ratings: int
    waiting: int
    """Rated games that the server has not counted yet."""
    reviewed: int
    """Seats whose losses were computed again from a stored review."""
    unreviewed: int
    """Seats with losses whose review is kept no longer."""
    wrong: list[str]

    @property
    def lines(self) -> list[str]:
        told = list[str]()
        if not self.wrong:
            told.append(f"{self.ratings} ratings, season by season, follow from {self.games} rated games.")
            told.append(f"What {self.reviewed} seats lost in play follows from stored reviews.")
        if self.unreviewed:
            told.append(f"The reviews of {self.unreviewed} more are kept no longer.")
        if self.waiting:
            told.append(f"{self.waiting} games have not been counted yet; let the server run, and ask again.")
        return told + self.wrong


async def check_ratings(url: str) -> CheckedRatings:
    store = await Store.open(url)
    try:
        games = [game async for game in store.all_rated()]
        stored, waiting = await store.all_ratings(), await store.uncounted()
        reviewed, unreviewed, play = await _check_play(store)
    finally:
        await store.close()
    found = ([] if waiting else _compare(stored, season_lines(games))) + play
    return CheckedRatings(len(games), len(stored), waiting, reviewed, unreviewed, found)


def _compare(stored: Lines, right: Lines) -> list[str]:
    """Each line of a season's board that is not what the games say; whoever was forgotten has none."""
    due = stored.keys() | {key for key in right if not key[2].startswith(GONE)}
    return [
        f"{key[0]}, {key[1]}: {key[2]} is stored as {_told(is_now)}, and must be {_told(must_be)}"
        for key in sorted(due)
        if (is_now := stored.get(key)) != (must_be := right.get(key))
    ]


def _told(line: SeasonLine | None) -> str:
    if line is None:
        return "nothing"
    games, opponents = line.standing
    return f"{line.skill.mu} ± {line.skill.sigma} ({games} games, {opponents} opponents)"


async def _check_play(store: Store) -> tuple[int, int, list[str]]:
    """The losses of every reviewed seat: how many follow from reviews, how many have none, what is wrong."""
    right, missing, wrong = 0, 0, list[str]()
    async for seat in store.all_losses():
        if seat.review is None:
            missing += 1
            continue
        must = seat_losses(orjson.loads(seat.review), seat.seat, seat.gone)
        right += must == seat.losses
        if must != seat.losses:
            where = f"{seat.table}/{seat.game}, seat {seat.seat}"
            wrong.append(f"{where}: losses are stored as {tuple(seat.losses)}, and must be {tuple(must)}")
    return right, missing, wrong
