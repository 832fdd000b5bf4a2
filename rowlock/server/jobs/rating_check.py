"""All ratings of a database computed again and compared to the last digit: results from its rated games, play
from the stored reviews of them."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from rowlock.community.ratings.history import recompute
from rowlock.community.ratings.play import seat_losses
from rowlock.server.store import Store


class Checked(NamedTuple):
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
            told.append(f"{self.ratings} ratings follow from {self.games} rated games.")
            told.append(f"What {self.reviewed} seats lost in play follows from stored reviews.")
        if self.unreviewed:
            told.append(f"The reviews of {self.unreviewed} more are kept no longer.")
        if self.waiting:
            told.append(f"{self.waiting} games have not been counted yet; let the server run, and ask again.")
        return told + self.wrong


async def check_ratings(url: str) -> Checked:
    store = await Store.open(url)
    try:
        games = [game async for game in store.all_rated()]
        stored, waiting = await store.all_ratings(), await store.uncounted()
        reviewed, unreviewed, play = await _check_play(store)
    finally:
        await store.close()
    fresh = {
        (ladder, who): skill for ladder, skills in recompute(games).items() for who, skill in skills.items()
    }
    wrong = [
        f"{ladder}: {who} is stored as {skill.mu} ± {skill.sigma}, and must be {right}"
        for (ladder, who), skill in stored.items()
        if (right := fresh.get((ladder, who))) != skill
    ]
    found = ([] if waiting else wrong) + play
    return Checked(len(games), len(stored), waiting, reviewed, unreviewed, found)


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
