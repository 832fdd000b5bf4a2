"""Counts rated games, has them reviewed when nobody needs the processor, and keeps what reviews say.

Every process does so in small pieces. Counting comes first; of the games without a review the latest is
reviewed, one at a time, by the processes that yield to everything else (`reviews`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import orjson

from rowlock.community.progress import Digest, digest
from rowlock.community.ratings.play import Losses, seat_losses
from rowlock.community.ratings.results import prepare
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record
from rowlock.server.errors import StoreDown, TooHeavy, TooMany
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.store import Conflict
from rowlock.server.store.profiles import Undigested
from rowlock.table import finished
from rowlock.table.table import Entry

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

OLDEST_SECONDS = 30 * 86400.0
"""Rated games that ended longer ago are not reviewed any more."""
HOUSE = "house"
"""In whose name reviews are made; it waits like everybody else."""


class Rater(BackgroundTask):
    """Counts first, then reads reviews and has games reviewed, one after the other."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby

    async def _do_all(self) -> None:
        try:
            await self._count()
            while await self._digest_one() or await self._review_one():
                await asyncio.sleep(0)
        except (StoreDown, Conflict, TooMany):
            pass
        except Exception:
            log.exception("rated games cannot be counted yet")

    async def _count(self) -> None:
        if await self._lobby.store.uncounted():
            await asyncio.to_thread(prepare)  # the loop must not wait for its library
            while await self._lobby.store.count_ratings():
                await asyncio.sleep(0)

    async def _review_one(self) -> bool:
        """Have the latest rated game reviewed that has no review; whether there is one now."""
        store, now = self._lobby.store, time.time()
        claimed = await store.claim_unreviewed(now, now - OLDEST_SECONDS)
        if claimed is None:
            return False
        table, game = claimed

        async def find() -> Callable[[], Record]:
            return partial(finished.read_game, await store.load(table), game)

        try:
            told = await self._lobby.reviews.of_game(table, game, HOUSE, find)
        except (TooHeavy, RowlockError) as error:
            if isinstance(error, StoreDown | TooMany):
                raise
            log.error("a rated game cannot be reviewed", extra={"table": table, "reason": str(error)})
            return True
        return told is not None

    async def _digest_one(self) -> bool:
        """Keep what a stored review says of its people."""
        store = self._lobby.store
        found = await store.undigested()
        if found is None:
            return False
        people = await store.rated_seats_of(found.table, found.game)
        try:
            entries = await store.load(found.table)
            digests, losses = await asyncio.to_thread(_read, found, people, entries)
        except (RowlockError, KeyError, ValueError) as error:
            if isinstance(error, StoreDown):
                raise
            log.error("a review cannot be read", extra={"table": found.table, "reason": str(error)})
            digests, losses = [], {}
        if losses:
            await store.keep_losses(found.table, found.game, losses)
        await store.keep_digests(found, digests)
        return True


def _read(
    found: Undigested, people: list[tuple[int, str, bool]], entries: list[Entry]
) -> tuple[list[tuple[str, int, Digest]], dict[int, Losses]]:
    """Digests of everybody who sat there, and the losses of a rated game's seats."""
    review = orjson.loads(found.body)
    variant = finished.read_game(entries, found.game).variant
    digests = [(player, seat, digest(review, seat, variant)) for player, seat in found.seats]
    losses = {seat: seat_losses(review, seat, left) for seat, _, left in people}
    return digests, losses
