"""The duels of a server: how one is made, who has begun, what was played, and what it came to.

Whoever plays at a table here leaves a record that the house has written; what was played on a device is
handed in as moves, and played again. Both are judged in the processes that review games.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from rowlock.community.calls import CallKind
from rowlock.community.daily.days import day_at
from rowlock.community.daily.game import Day
from rowlock.community.duels.answers import Against, HalfFound
from rowlock.community.duels.duel import CHAMPION, DAY_SECONDS, Duel, fresh_game, game_of_record
from rowlock.community.duels.judging import Work
from rowlock.community.errors import BadDuel, DuelOver, DuelSealed
from rowlock.community.shared_games import until_given_up
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record, format_record
from rowlock.engine.variant import Variant
from rowlock.server.errors import StoreDown, TooHeavy, TooMany
from rowlock.server.jobs.reviews import WorkKind
from rowlock.server.live.judged_games import JudgedGames
from rowlock.server.live.people import new_id
from rowlock.server.store import Batch, Player, TableLine
from rowlock.server.store.duel_rows import HalfRow
from rowlock.table.finished import read_game, record_of_last
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import SharedGame, shared_entry
from rowlock.table.log.records import read_table
from rowlock.table.messages import Who
from rowlock.table.table import Entry, bot_seat
from rowlock.table.views import table_summary
from rowlock.variants import load_variant

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

AT_ONCE = 20
A_DAY = 50
"""Duels that one person may make within a day."""
MOST_HALVES = 500
EARLIER, AT_TOP, BEST = "@earlier", "@champion", "@best"
"""Sides that were there before anybody came: one's earlier game, the champion's, a club's best."""

UNKNOWN: HalfFound = {
    "judge": None, "unit": "points", "exact": False, "finished": False, "loss": None, "luck": None,
    "score": 0, "scores": [], "won": None, "turns": [],
}  # fmt: skip
"""The result of a half on a pad that is too heavy to be worked out."""

Answered = Callable[[Duel, HalfRow, list[str]], Awaitable[None]]
"""Called when a half is finished: with the duel, the half, and the players to whom it is news."""


class Duels(JudgedGames):
    """The duels of a server; `clock` gives seconds since 1970."""

    trouble = "a half of a duel cannot be judged yet"

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._lobby, self.clock = lobby, clock
        self.on_answer: list[Answered] = []
        """Called once for every finished half of a person: the call to the others' devices hangs here."""

    # how one is made

    async def make(self, maker: Player, variant: Variant, bots: Sequence[str], days: int, top: bool) -> str:
        """A duel on new dice; with the champion's game in it, if that is wanted."""
        duel = new_id(12)
        game = fresh_game(duel, variant, bots, secrets.token_hex(32))
        first = [self._half(duel, AT_TOP, None, bot_seat(CHAMPION).name or "")] if top else []
        return await self._add(maker, duel, game, "champion" if top else "people", days, first)

    async def from_game(self, maker: Player, table: str, record: Record, seat: int, days: int) -> str:
        """A duel on the dice of a finished game of one's own."""
        game, duel = game_of_record(record, seat), new_id(12)
        if until_given_up(record) != record:
            raise BadDuel("this game was not played to its end")
        half = self._half(duel, EARLIER, maker.id, record.seats[seat])
        half = half._replace(table=table, record=format_record(record))
        return await self._add(maker, duel, game, "earlier", days, [half])

    async def from_club(self, maker: Player, club: str, pad: str, days: int) -> str:
        """A duel on the dice of the day on which somebody of the club has lost least on a pad."""
        closed = day_at(self._lobby.daily.clock() - 1.5 * DAY_SECONDS).isoformat()
        best = await self._lobby.store.club_best(club, pad, closed, maker.id)
        if best is None:
            raise BadDuel("nobody else in this club has played a daily game on this pad yet")
        found: Day = await self._lobby.daily.day(date.fromisoformat(best.day), pad)
        duel = new_id(12)
        half = self._half(duel, BEST, best.player, best.name)._replace(moves=best.moves)
        return await self._add(maker, duel, found.shared(load_variant(pad)), "club", days, [half])

    def _half(self, duel: str, side: str, player: str | None, name: str) -> HalfRow:
        """A half that is there from the beginning."""
        now = self.clock()
        return HalfRow(duel, side, new_id(8), player, name, now, handed=now)

    async def _add(
        self,
        maker: Player,
        duel: str,
        game: SharedGame,
        against: Against,
        days: int,
        first: Sequence[HalfRow],
    ) -> str:
        now = self.clock()
        if await self._lobby.store.made_since(maker.id, now - DAY_SECONDS) >= A_DAY:
            raise TooMany(f"{A_DAY} duels a day are enough; try again tomorrow")
        made = Duel(duel, game, against, maker.name, now, now + days * DAY_SECONDS)
        await self._lobby.store.add_duel(made, maker.id, first)
        self._wake.set()
        return duel

    # one's own half

    async def begin(self, player: Player, duel: str) -> str:
        """The table of one's own half: the one that was begun already, or a new one."""
        found, half = await self._mine(player, duel)
        if half.table:
            return half.table
        first = shared_entry(new_id(12), time.time(), Who(player.id, player.name), found.game)
        table, _ = open_table(first)
        line = TableLine(False, table.state, table_summary(table))
        await self._lobby.store.append(Batch(table.id, [first], line))
        await self._lobby.start(table.id, player)
        return await self._lobby.store.give_table(half, table.id)

    async def ahead(self, player: Player, duel: str) -> Duel:
        """The duel with its secret, for a device that plays one's own half; the half says so from then on."""
        found, half = await self._mine(player, duel)
        await self._lobby.store.note_device(half)
        return found

    async def hand_in(self, player: Player, duel: str, moves: Sequence[str]) -> bool:
        """Take the moves of a half that was played on a device; whether they count: the first do."""
        half = await self._half_of(player, await self._lobby.store.find_duel(duel))
        if half.is_handed:
            return half.moves == tuple(moves)
        counts = await self._lobby.store.take_half(half, self.clock(), moves=" ".join(moves), device=True)
        self._wake.set()
        return counts

    async def _mine(self, player: Player, duel: str) -> tuple[Duel, HalfRow]:
        """A duel, and one's own half that has still to be played; raises why there is none."""
        found = await self._lobby.store.find_duel(duel)
        half = await self._half_of(player, found)
        if half.is_handed:
            raise DuelOver("you have played this duel: everybody has one game in it")
        return found, half

    async def _half_of(self, player: Player, duel: Duel) -> HalfRow:
        """Somebody's half of a duel that is not over: the one they have, or a new one."""
        if duel.is_over(self.clock()):
            raise DuelOver("this duel is over: it takes no further games")
        known = await self._lobby.store.find_half(duel.id, player.id)
        if known is not None:
            return known
        if (await self._lobby.store.halves_of(duel.id))[1] >= MOST_HALVES:
            raise DuelOver(f"{MOST_HALVES} take part in this duel already")
        new = HalfRow(duel.id, player.id, new_id(8), player.id, player.name, self.clock())
        return await self._lobby.store.begin_half(new)

    async def look(self, player: str, duel: str) -> HalfRow | None:
        """Somebody's half, with what its table has come to since."""
        half = await self._lobby.store.find_half(duel, player)
        if half and half.table and not half.is_handed and await self._lobby.store.is_over(half.table):
            await self._gather(half)
            half = await self._lobby.store.find_half(duel, player)
        return half

    async def is_sealed(self, table: str, player: str | None) -> bool:
        """Whether a table's game is somebody's half of a duel, and this reader has not finished theirs."""
        return await self._lobby.store.sealed_for(table, player, self.clock())

    async def check_open(self, table: str, player: str | None) -> None:
        if await self.is_sealed(table, player):
            raise DuelSealed("this game is part of a duel: play your own half first")

    # what is done beside the play

    async def _gather(self, half: HalfRow) -> None:
        """Hand in what was played at a table of this server, as it stands."""
        values: dict[str, str] = {"moves": ""}
        try:
            entries = await self._lobby.store.load(half.table) if half.table else []
            if entries:
                values = {"record": await self._lobby.queue.run(partial(read_half, entries))}
        except (RowlockError, ValueError) as error:
            if isinstance(error, StoreDown):
                raise
            log.error("a half of a duel cannot be read", extra={"table": half.table, "reason": str(error)})
        await self._lobby.store.take_half(half, self.clock(), **values)
        self._wake.set()

    async def _gather_left(self) -> None:
        for half in await self._lobby.store.unhanded_halves(self.clock(), AT_ONCE):
            await self._gather(half)

    async def _judge_next(self) -> bool:
        half = await self._lobby.store.claim_half(self.clock())
        if half is not None:
            await self._judge(half)
        return half is not None

    async def _judge(self, half: HalfRow) -> None:
        duel, store = await self._lobby.store.find_duel(half.duel), self._lobby.store
        bot = CHAMPION if half.side == AT_TOP else None
        work = Work(duel.game, half.name, duel.date, half.record, half.moves, bot)
        is_known = self._lobby.pads.knows(duel.game.variant)
        kind = WorkKind.HOUSE if is_known else WorkKind.BROUGHT
        try:
            told = await self._lobby.reviews.of_half(work, kind)
        except TooHeavy:
            log.error("a half of a duel is too heavy", extra={"duel": duel.id})
            await store.store_outcome(half, half.record or "", UNKNOWN, self.clock())
            return
        if told["refused"] is not None or told["found"] is None:
            await store.refuse_half(half, told["refused"] or "")
            return
        await store.store_outcome(half, told["record"], told["found"], self.clock())
        if half.is_person:
            await self._answered(duel, half)

    async def _answered(self, duel: Duel, half: HalfRow) -> None:
        """Somebody has finished: those who wait for it are told, by whatever tells them."""
        others, _ = await self._lobby.store.halves_of(duel.id)
        news_to = [one.player for one in others if one.player and one.side != half.side and one.is_person]
        for tell in self.on_answer:
            with suppress(StoreDown):
                await tell(duel, half, news_to)

    async def seen(self, duel: str, mine: HalfRow, others: Sequence[HalfRow]) -> None:
        """Somebody has looked at the halves: what was news to them is none any more."""
        await self._lobby.store.note_seen(mine, self.clock())
        waiting = [one.player for one in others if one.player and one.player != mine.player]
        for one in others:
            if one.judged is not None and one.judged > mine.seen:
                await self._lobby.calls.settle(CallKind.DUEL, f"{duel} {one.side}", waiting)


def read_half(entries: Sequence[Entry]) -> str:
    """The record of a table's first game, over or not, as text."""
    table = read_table(entries)
    record = read_game(entries, 1) if table.has_finished(1) else record_of_last(table, entries)
    return format_record(record)
