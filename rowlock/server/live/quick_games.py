"""Quick games: people who wait are paired, or get a bot; nothing about waiting is stored.

Every process tells again and again who waits there, and one of them pairs. If it dies, the next one hears of
everybody within a moment. Whoever goes away waits no longer.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from rowlock.bots import ladder as ladder_bots
from rowlock.community.pairing import WaitingProgram, near_bots
from rowlock.community.ratings.constants import ladder_of
from rowlock.community.ratings.results import Skill
from rowlock.community.strangers.apart import may_meet
from rowlock.community.strangers.completion import Completion
from rowlock.community.strangers.open_tables import GameFound, Quick, Sought, completed
from rowlock.community.strangers.quick_game import BOT_SECONDS, FoundGame, Seeker, pair
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.engine.position import format_variant_name, parse_variant_name
from rowlock.server.errors import BadToken, StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live.house_tables import Guest, open_house_table
from rowlock.server.live.people import new_id
from rowlock.server.live.watching import Watcher
from rowlock.server.store import Conflict
from rowlock.table.rights import check_seats

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

NAME = "quick games"
"""By which one of several processes is found that pairs; also in whose name the tables are opened."""
TITLE = "Quick game"
SILENT_SECONDS = 4.0
"""After so long without a word of it, a wish of another process is gone."""
SETTLED_SECONDS = 3.0
"""A process pairs when it has been the one to do so for this long: the one before has heard of it by then."""
SETTLED_KEPT = 60.0
"""Seconds for which a wish that is over is remembered."""
TOLD_AT_ONCE = 20
"""Wishes in one notice."""
STAND_BY = "steady"
"""The bot on pads without a rating."""


class QuickGames(BackgroundTask):
    """Those who wait, here and elsewhere, and the games that they get."""

    look_seconds: ClassVar[float] = 1.0

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._lobby, self.clock = lobby, clock
        self._here: dict[Watcher, Seeker] = {}
        self._elsewhere: dict[str, tuple[float, Seeker]] = {}
        """By wish: until when it holds, unless we hear of it again."""
        self._settled: dict[str, float] = {}
        """Wishes of other processes that are over, and until when a late word of one is not believed."""
        self._in_charge: float | None = None
        """Since when this process is the one that pairs."""

    # who waits

    async def seek(self, watcher: Watcher, wish: Quick) -> None:
        """Look for a game for somebody; a new wish takes the place of an earlier one."""
        if watcher.player is None:
            raise BadToken("a quick game needs a token: say it in hello")
        pad = parse_variant_name(wish.pad, self._lobby.pads.load)
        check_seats(pad, 2)
        done = await self._lobby.strangers.open_tables.completion_of(watcher.player.id)
        name = format_variant_name(pad)
        skill = await self._skill(watcher.player.id, name)
        if watcher.is_gone:
            return
        if earlier := self._here.pop(watcher, None):
            self._lobby.strangers.tell_others({"unseeks": [earlier.wish]})
        who = watcher.player
        seeker = Seeker(new_id(12), who.id, who.name, name, self.clock(), skill, done, wish.bot)
        self._here[watcher] = seeker
        told: Sought = {
            "type": "quick",
            "pad": name,
            "bot_after": BOT_SECONDS if wish.bot else None,
            "completion": completed(done),
        }
        watcher.tell("quick", told)
        self.wake()

    async def _skill(self, player: str, pad: str) -> float:
        known = await self._lobby.store.skills_by_pad([WaitingProgram(player, (pad,), 0.0)])
        return known.get((player, pad), Skill()).mu

    def leave(self, watcher: Watcher) -> None:
        """Somebody waits no longer."""
        if seeker := self._here.pop(watcher, None):
            self._lobby.strangers.tell_others({"unseeks": [seeker.wish]})
            told: Sought = {"type": "quick", "pad": None, "bot_after": None, "completion": None}
            watcher.tell("quick", told)

    def hear(self, said: JsonObject) -> None:
        """Take a word of another process."""
        for wish in said.get("unseeks", []):
            self._settle(wish)
        for seeker in map(_read, said.get("seeks", [])):
            if seeker.wish not in self._settled:
                self._elsewhere[seeker.wish] = time.monotonic() + SILENT_SECONDS, seeker
        if "found" in said:
            self._send_to(said["found"], said["players"])

    def _send_to(self, table: str, players: Sequence[str]) -> None:
        """A game is ready: those who wait here for one go there, in every window that they have open."""
        for wish, (_, seeker) in list(self._elsewhere.items()):
            if seeker.player in players:
                self._settle(wish)
        for watcher, seeker in list(self._here.items()):
            if seeker.player in players:
                del self._here[watcher]
                told: GameFound = {"type": "game", "table": table}
                watcher.tell("game", told)

    def _settle(self, wish: str) -> None:
        """A wish of another process is over; notices may overtake each other."""
        self._elsewhere.pop(wish, None)
        self._settled[wish] = time.monotonic() + SETTLED_KEPT

    # who plays whom

    async def _do_all(self) -> None:
        if not self._lobby.config.public:
            return
        self._forget_old()
        try:
            if self._is_in_charge():
                await self._pair()
            else:
                self._tell_wishes()
        except StoreDown:
            pass  # they wait a moment longer
        except Exception:
            log.exception("nobody can be paired")

    def _forget_old(self) -> None:
        now = time.monotonic()
        self._elsewhere = {wish: held for wish, held in self._elsewhere.items() if held[0] > now}
        self._settled = {wish: until for wish, until in self._settled.items() if until > now}

    def _is_in_charge(self) -> bool:
        """Whether it is this process that pairs; whoever has just become it waits until all know."""
        relay = self._lobby.relay
        if relay is None:
            return True
        if not relay.owners.is_mine(NAME):
            self._in_charge = None
            return False
        if self._in_charge is None:
            self._in_charge = time.monotonic()
        is_alone = len(relay.owners.living) == 1
        return is_alone or time.monotonic() - self._in_charge >= SETTLED_SECONDS

    def _tell_wishes(self) -> None:
        wishes = [_plain(seeker) for seeker in self._here.values()]
        for first in range(0, len(wishes), TOLD_AT_ONCE):
            self._lobby.strangers.tell_others({"seeks": wishes[first : first + TOLD_AT_ONCE]})

    async def _pair(self) -> None:
        waiting = [*self._here.values(), *(seeker for _, seeker in self._elsewhere.values())]
        apart = await self._lobby.store.apart({one.player for one in waiting}) if waiting else ()

        def meet(one: str, other: str) -> bool:
            return may_meet([one], other, apart)

        for found in pair(waiting, self.clock(), meet):
            await self._open(found)

    async def _open(self, found: FoundGame) -> None:
        """Open the table of a game, unless somebody has gone; whoever cannot sit down waits no longer."""
        people = [found.first, *([found.second] if found.second else [])]
        if not all(self._still_waits(one) for one in people):
            return
        table, pad = new_id(12), found.first.pad
        guests = [Guest(one.player, one.name) for one in people]
        guests += [] if found.second else [Guest(bot=self._bot(found.first))]
        secrets.SystemRandom().shuffle(guests)
        rated = ladder_of(pad, 2) is not None
        try:
            await open_house_table(
                self._lobby, table, TITLE, pad, guests, timer="relaxed", rated=rated, phrases=True
            )
        except (Conflict, RowlockError) as error:
            if isinstance(error, StoreDown):
                raise
            self._give_up(people)
            return
        players = [one.player for one in people]
        self._send_to(table, players)
        self._lobby.strangers.tell_others({"found": table, "players": players})

    def _still_waits(self, one: Seeker) -> bool:
        return one.wish in self._elsewhere or one in self._here.values()

    def _give_up(self, people: Sequence[Seeker]) -> None:
        for watcher, seeker in list(self._here.items()):
            if seeker in people:
                self.leave(watcher)
        for one in people:
            self._settle(one.wish)

    def _bot(self, one: Seeker) -> str:
        """The rated bot of the house that is nearest in skill."""
        offered = [bot for bot in ladder_bots() if bot in self._lobby.bots.sources]
        with suppress(IndexError):
            return near_bots(one.pad, one.skill, offered)[0]
        return STAND_BY


def _plain(seeker: Seeker) -> list[object]:
    """A wish as it is told to other processes."""
    return [*seeker[:6], [*seeker.completion], seeker.bot]


def _read(told: Sequence[Any]) -> Seeker:
    """A wish as another process has told it."""
    wish, player, name, pad, since, skill, done, bot = told
    return Seeker(wish, player, name, pad, since, skill, Completion(*done), bot)
