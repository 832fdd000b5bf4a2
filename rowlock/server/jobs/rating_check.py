"""All ratings of a database computed again from its rated games, and compared to the last digit."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.community.ratings.history import recompute
from rowlock.server.store import Store


class Checked(NamedTuple):
    """The outcome of a check."""

    games: int
    ratings: int
    waiting: int
    """Rated games that the server has not counted yet."""
    wrong: list[str]

    @property
    def lines(self) -> list[str]:
        told = [f"{self.ratings} ratings follow from {self.games} rated games."] if not self.wrong else []
        if self.waiting:
            told.append(f"{self.waiting} games have not been counted yet; let the server run, and ask again.")
        return told + self.wrong


async def check_ratings(url: str) -> Checked:
    store = await Store.open(url)
    try:
        games = [game async for game in store.all_rated()]
        stored, waiting = await store.all_ratings(), await store.uncounted()
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
    return Checked(len(games), len(stored), waiting, [] if waiting else wrong)
