"""The steward of a room: lets its bots think, and looks after those who keep the others waiting.

One process at a time is steward of a table. A table is parked while nobody is there: bots never play
on alone, and no timer runs. Only where everybody has a day for each move does a game go on by itself; its
line in the database says when somebody must look at it (`due_of`), whichever process is there by then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from rowlock.engine.game import Game, Phase, legal_moves, waiting_for
from rowlock.engine.json_object import JsonObject
from rowlock.engine.notation import format_move
from rowlock.engine.view import view
from rowlock.server.config import TablePace
from rowlock.server.errors import TooHeavy
from rowlock.server.live.bots import BotDoor
from rowlock.table.house import move_for, next_of_draw, pass_for
from rowlock.table.messages import Saying, next_entry
from rowlock.table.messages.hosting import HandOn
from rowlock.table.messages.seating import StandIn
from rowlock.table.messages.talk import Nudge
from rowlock.table.table import Entry, Table
from rowlock.table.views import goes_on_alone, is_parked

if TYPE_CHECKING:
    from rowlock.server.live.room import Room

Make = Callable[[Table], Entry | None]


class Due(NamedTuple):
    """Something the steward will say at a time (`time.monotonic`), unless it no longer fits by then."""

    at: float
    make: Make


class ClockMoment(NamedTuple):
    """An action of a game: what a bot thinks about, or a timer runs for."""

    turn: int
    phase: Phase


def moment_of(game: Game) -> ClockMoment:
    return ClockMoment(game.turn, game.phase)


def due_of(table: Table, pace: TablePace) -> float | None:
    """When the house must look at a game that goes on though nobody is there; None for all others."""
    limits = pace.timers.get(table.settings.timer)
    if limits is None or table.game is None or not goes_on_alone(table):
        return None
    waiting = waiting_for(table.game)
    if any(table.seats[seat].is_played_by_bot for seat in waiting):
        return table.since
    return table.since + limits[1] if waiting else None


class Steward:
    """Bots and timers of one room."""

    def __init__(self, room: Room, bots: BotDoor) -> None:
        self.is_owner = True
        self._room = room
        self._bots = bots
        self._since = time.monotonic()
        self._action: tuple[object, ...] = ()
        self._action_since = self._since
        self._thinking: dict[int, ClockMoment] = {}
        self._nudged: ClockMoment | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._stopped = False
        self._was_parked = True

    def own(self, owner: bool) -> None:
        """Become steward of the table, or stop being it: another process has visitors of it, too."""
        if owner != self.is_owner:
            self.is_owner = owner
            self._since = time.monotonic()  # the former owner's timers are not known here
            self.look()

    def look(self) -> None:
        """Something changed: let bots think, call who is missed, and set the alarm for what comes next."""
        self._room.turn_calls.look()
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        parked = self._is_parked
        if self._was_parked and not parked:
            self._since = time.monotonic()  # whoever comes back finds fresh timers
        self._was_parked = parked
        table = self._room.table
        nobody = not self._room.present.players and not goes_on_alone(table)
        if self._stopped or parked or not self.is_owner or nobody:
            return
        if table.state == "playing" and table.game is not None:
            for seat in waiting_for(table.game):
                if table.seats[seat].is_played_by_bot:
                    self._let_think(seat, table.game)
        self._set_alarm()

    @property
    def _is_parked(self) -> bool:
        return is_parked(self._room.table, self._room.present.players)

    def stop(self) -> None:
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()

    # bots

    def _let_think(self, seat: int, game: Game) -> None:
        moment = moment_of(game)
        if self._thinking.get(seat) != moment:
            self._thinking[seat] = moment
            self._room.spawn(self._think(seat, game, moment))

    async def _think(self, seat: int, game: Game, moment: ClockMoment) -> None:
        table = self._room.table
        bot = table.seats[seat].bot or self._bots.stand_in
        seed = crc32(f"{table.label}/{seat}".encode())
        try:
            with self._room.step():
                moves, seen = [format_move(move) for move in legal_moves(game, seat)], view(game, seat)
            move = await self._bots.choose(bot, game.variant, seed, seen, moves)
            await self._say(lambda now: self._bots_move(now, seat, moment, move))
        except TooHeavy:
            return  # the table is closed
        finally:
            if self._thinking.get(seat) == moment:
                del self._thinking[seat]
        self.look()

    def _bots_move(self, table: Table, seat: int, moment: ClockMoment, move: str) -> Entry | None:
        """The bot's answer, if it is still asked and somebody is there to see it."""
        game = table.game
        if self._is_parked or game is None or moment_of(game) != moment:
            return None
        if seat not in waiting_for(game) or not table.seats[seat].is_played_by_bot:
            return None
        return move_for(table, seat, move, "bot")

    async def _say(self, make: Make) -> None:
        answer = await self._room.house_says(make)
        if isinstance(answer, Exception):
            await asyncio.sleep(1)  # the store is down; look again after a while

    # timers

    def time_left(self) -> JsonObject | None:
        """Seconds until the timer nudges and skips; none while nobody is asked."""
        table = self._room.table
        limits = self._room.config.pace.timers.get(table.settings.timer)
        if limits is None or table.game is None or table.state != "playing" or table.awaits_roll:
            return None
        begun, now = self._begun(table), time.monotonic()
        nudge, skip = (round(max(0.0, begun + seconds - now), 1) for seconds in limits)
        return {"nudge": nudge, "skip": skip}

    def _begun(self, table: Table) -> float:
        """When the present action began, by the clock of this process that nobody sets.

        With a day to think the log knows it, whoever comes and goes and whatever process there is.
        """
        if table.settings.timer == "day":
            return time.monotonic() - max(0.0, time.time() - table.since)
        moment = table.drawing or (table.game and moment_of(table.game))
        action = (table.game_number, table.since, moment)
        if action != self._action:
            self._action, self._action_since = action, time.monotonic()
        return max(self._action_since, self._since)

    def _set_alarm(self) -> None:
        dues = self._dues()
        if dues:
            wait = max(0.0, min(due.at for due in dues) - time.monotonic())
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._room.spawn(self._do_dues())

    async def _do_dues(self) -> None:
        for due in self._dues():
            if due.at <= time.monotonic():
                await self._say(due.make)
        self.look()

    def _dues(self) -> list[Due]:
        table = self._room.table
        dues = self._host_dues(table)
        if table.drawing:
            return [*dues, self._draw_due(table)]
        if table.state != "playing" or table.game is None:
            return dues
        for seat in waiting_for(table.game):
            if not table.seats[seat].is_played_by_bot:
                dues += self._seat_dues(table, seat, moment_of(table.game))
        return dues

    def _draw_due(self, table: Table) -> Due:
        """Whoever keeps the draw of the dice waiting is left out of it."""
        game, step = table.game_number, table.drawing

        def go_on(now: Table) -> Entry | None:
            same = (now.game_number, now.drawing) == (game, step) and not self._is_parked
            return next_of_draw(now)._replace(at=time.time()) if same else None

        return Due(self._begun(table) + self._room.config.pace.draw, go_on)

    def _seat_dues(self, table: Table, seat: int, moment: ClockMoment) -> list[Due]:
        """Nudge, skip, and a bot for a seat that everybody waits for."""
        pace, player, dues = self._room.config.pace, table.seats[seat].player, list[Due]()
        if player not in self._room.present.players and table.settings.timer != "day":
            gone = max(self._room.present.left_at.get(player or "", 0.0), self._since)
            dues.append(Due(gone + pace.away, lambda now: self._stand_in(now, seat, moment, "away")))
        limits = pace.timers.get(table.settings.timer)
        if limits is None:
            return dues
        begun = self._begun(table)
        if self._nudged != moment:
            dues.append(Due(begun + limits[0], lambda now: self._nudge(now, seat, moment)))
        dues.append(Due(begun + limits[1], lambda now: self._skip(now, seat, moment)))
        return dues

    def _host_dues(self, table: Table) -> list[Due]:
        """The table passes to somebody who is there, when its host stays away and is needed.

        A table of an event is the house's and stays so.
        """
        here = self._room.present.players
        needed = table.state != "playing" or table.awaits_roll
        heirs = [seat for seat in table.seats if seat.player in here and seat.kind == "human"]
        if not table.host or not needed or not heirs or table.host in here:
            return []
        gone = max(self._room.present.left_at.get(table.host, 0.0), self._since)
        said = HandOn(player=heirs[0].player or "", name=heirs[0].name)
        return [Due(gone + self._room.config.pace.away, lambda now: _house(now, said))]

    def _stand_in(self, table: Table, seat: int, moment: ClockMoment, why: str) -> Entry | None:
        if table.is_for_one or not self._is_awaited(table, seat, moment):
            return None
        return _house(table, StandIn(seat=seat, bot=self._bots.stand_in, why=why))

    def _nudge(self, table: Table, seat: int, moment: ClockMoment) -> Entry | None:
        if not self._is_awaited(table, seat, moment):
            return None
        self._nudged = moment
        return _house(table, Nudge(seat=seat))

    def _skip(self, table: Table, seat: int, moment: ClockMoment) -> Entry | None:
        if not self._is_awaited(table, seat, moment):
            return None
        if table.seats[seat].skips >= self._room.config.pace.skips:
            return self._stand_in(table, seat, moment, "slow")
        return pass_for(table, seat, "skip")._replace(at=time.time())

    def _is_awaited(self, table: Table, seat: int, moment: ClockMoment) -> bool:
        game = table.game
        if game is None or moment_of(game) != moment or self._is_parked:
            return False
        return seat in waiting_for(game) and not table.seats[seat].is_played_by_bot


def _house(table: Table, said: Saying) -> Entry:
    return next_entry(table, said, time.time(), None)
