"""The ladder of programs: those that wait are paired with each other and with bots, around the clock.

All of it follows from what is stored: whoever comes after a crash, in this process or in another, finds the
same things to do. Programs play rated games at tables of the house; one that does not come, answers too late
or goes away loses its own game and rests for a while, and nobody else waits for it.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rowlock.bots import ladder as ladder_bots
from rowlock.community.pairing import Pairing, PairingPool, pair
from rowlock.community.ratings.results import BOT
from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live.house_tables import Guest, open_house_table
from rowlock.server.live.people import new_id
from rowlock.server.store import Conflict
from rowlock.server.store.programs import OpenGame, Rests
from rowlock.table.errors import Refused
from rowlock.table.house import next_of_draw
from rowlock.table.messages import next_entry
from rowlock.table.messages.play import Resign

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

ASK_SECONDS = 2.0
"""How often a program that waits should ask."""
GONE_SECONDS = 15.0
"""A program that has not asked for so long waits no longer."""
QUIET_SECONDS = 150.0
"""After this long without a word at a table its programs are gone: timers and stand-ins come sooner."""
COME_SECONDS, OPENING_SECONDS = 30.0, 2.0
"""After this long a table to which nobody has come is given up; what is said later than so many seconds after
it was opened is said by somebody who has."""
BOT_SECONDS = 6.0
"""The wait after which a bot of the house steps in."""
REST_SECONDS = 10.0
"""The rest of a program after a game."""
PAUSE_SECONDS = 60.0
"""The rest of one that has left a game; twice as long each time, up to about an hour."""
DAY_SECONDS = 86400.0
TITLE = "Programs"
"""In whose name these tables are opened."""
MOST = 500
"""Programs that are looked at together."""
MOST_OF_ADDRESS = 20
"""Programs of one address among them."""
NAME = "programs"
"""By which one of several processes is found that looks after them."""


class Programs(BackgroundTask):
    """Pairs programs, opens their tables, and takes down how their games end."""

    look_seconds: ClassVar[float] = 1.0

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._lobby, self.clock = lobby, clock
        self.quiet, self.come = QUIET_SECONDS, COME_SECONDS
        self.pause, self.rest = PAUSE_SECONDS, REST_SECONDS
        self.bot_after = BOT_SECONDS

    @property
    def is_open(self) -> bool:
        return self._lobby.config.programs > 0

    async def _do_all(self) -> None:
        relay = self._lobby.relay
        if not self.is_open or not (relay is None or relay.owners.is_mine(NAME)):
            return
        try:
            on = await self._lobby.store.open_program_games()
            left = len(on) - await self._end(on)
            await self._pair(self._lobby.config.programs - left)
        except (StoreDown, Conflict):
            pass
        except Exception:
            log.exception("programs cannot be paired")

    # the games that are on

    async def _end(self, on: list[OpenGame]) -> int:
        """Open tables that are not open yet, and take down what is over; how many that were."""
        store, tables = self._lobby.store, [game.table for game in on]
        if not on:
            return 0
        states = await store.states_of(tables)
        results, said = await store.first_results(tables), await store.last_said(tables)
        ended = 0
        for game in on:
            if game.table not in states:
                ended += await self._open(game)
            elif game.table in results:
                ended += await self._take_down(game)
            elif self._is_deserted(game, said.get(game.table, game.opened)):
                await self._give_up(game)
        return ended

    def _is_deserted(self, game: OpenGame, said: float) -> bool:
        """Whether nobody plays at a table at which something was last said then."""
        have_come = said - game.opened > OPENING_SECONDS
        return self.clock() - said > (self.quiet if have_come else self.come)

    async def _open(self, game: OpenGame) -> int:
        """Open the table of a pairing; if a program has left meanwhile, there is no game: 1 is one fewer."""
        try:
            guests = [await self._guest(one) for one in game.players]
            await open_house_table(self._lobby, game.table, TITLE, game.pad, guests, timer="fast", rated=True)
        except Conflict:
            pass  # another process was faster
        except Refused:
            await self._free(game, set())
            return 1
        return 0

    async def _guest(self, one: str) -> Guest:
        if one.startswith(BOT):
            return Guest(bot=one.removeprefix(BOT))
        program = await self._lobby.store.program(one)
        if program is None:
            raise Refused("a program has left")
        return Guest(one, program.name)

    async def _take_down(self, game: OpenGame) -> int:
        """A game is over: who left it rests longer than the others."""
        left = await self._lobby.store.who_left(game.table)
        await self._free(game, left)
        self._lobby.rater.wake()
        return 1

    async def _free(self, game: OpenGame, left: set[str]) -> None:
        rests = Rests(self.clock(), self.rest, self.pause)
        await self._lobby.store.end_program_game(game.table, set(game.players) - left, rests)

    async def _give_up(self, game: OpenGame) -> None:
        """All programs of a table are gone: against a bot the game is lost, else it is broken off."""
        people = [one for one in game.players if not one.startswith(BOT)]
        room = await self._lobby.visit(game.table)
        for _ in ("seals", "seeds"):  # nobody has come for the dice
            if room.table.drawing:
                await room.house_says(lambda table: next_of_draw(table)._replace(at=self.clock()))
        if len(people) == 1:
            seat = game.players.index(people[0])
            await room.house_says(lambda table: next_entry(table, Resign(seat=seat), self.clock(), None))
            return
        await room.break_off("gone")
        await self._free(game, set(people))

    # those that wait

    async def _pair(self, room: int) -> None:
        store, now = self._lobby.store, self.clock()
        waiting = await store.waiting_programs(now - GONE_SECONDS, MOST, MOST_OF_ADDRESS)
        if room <= 0 or not waiting:
            return
        met = await store.met_since([one.who for one in waiting], now - DAY_SECONDS)
        offered = [bot for bot in ladder_bots() if bot in self._lobby.bots.sources]
        skills, busy = await store.skills_by_pad(waiting), await store.busy_addresses()
        half = (self._lobby.config.programs + 1) // 2
        field = PairingPool(skills, met, offered, self.bot_after, busy, half)
        for pairing in pair(waiting, field, now, room, secrets.randbelow):
            with suppress(Conflict):
                await self._seat(pairing, now)

    async def _seat(self, pairing: Pairing, now: float) -> None:
        table = new_id(12)
        first, second = pairing.first, pairing.second
        if secrets.randbelow(2):
            first, second = second, first
        pairing = Pairing(pairing.pad, first, second)
        await self._lobby.store.keep_pairing(table, pairing, now)
        await self._open(OpenGame(table, now, pairing.pad, (first, second)))
