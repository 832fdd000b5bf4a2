"""The clubs of a server: how one comes to be, who comes and goes, the table of tonight."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rowlock.community.clubs import Club, Member, check_keeper, with_member
from rowlock.community.errors import NoSuchClub, NotKeeper
from rowlock.community.standings import ClubGame
from rowlock.server.jobs.closer import Closer
from rowlock.server.live.people import hash_token, new_id
from rowlock.server.store import Player
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.errors import NotOver

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

ID, LINK, KEY, MEMBER = 12, 20, 20, 8
"""How long names, links and keys are; a link of 20 of 31 letters cannot be guessed."""
TONIGHT = 12 * 3600.0


class Clubs:
    """The clubs of a server; `clock` gives seconds since 1970."""

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        self._lobby, self.clock = lobby, clock
        self.closer = Closer(lobby)

    async def close(self, club: Club, player: str) -> None:
        """Close a club for good; what it had is deleted beside the play."""
        check_keeper(club, player)
        await self._lobby.store.close_club(club.id, self.clock())
        self.closer.wake()

    def member(self, name: str, player: str | None, keeper: bool = False, later: int = 0) -> Member:
        """Somebody new; those who come together keep their order."""
        return Member(new_id(MEMBER), name, player, keeper, self.clock() + later * 1e-3)

    async def make(
        self, player: Player, name: str, others: Sequence[tuple[str, str | None]] = ()
    ) -> tuple[Club, str]:
        """A club of a player and others, by name and player; and the keeper's key, which is shown once."""
        club, key = Club(new_id(ID), name, new_id(LINK)), new_id(KEY)
        club = with_member(club, self.member(player.name, player.id, keeper=True))
        for later, (named, who) in enumerate(others, 1):
            club = with_member(club, self.member(named, who, later=later))
        await self._lobby.store.add_club(club, hash_token(key), self.clock())
        return club, key

    async def keep_circle(self, player: Player, name: str, table: str) -> tuple[Club, str]:
        """A club of all people at a table that has finished a game; its games are the club's first."""
        room = await self._lobby.visit(table)
        seats = [seat for seat in room.table.seats if seat.kind == "human" and seat.name]
        if not room.table.is_member(player.id):
            raise NotKeeper("only those who played at a table keep its circle")
        if not room.table.has_finished(1):
            raise NotOver("a circle is kept when its first game is over")
        mine = next((seat.name for seat in seats if seat.player == player.id), None) or player.name
        first = next((number for number, seat in enumerate(seats) if seat.player == player.id), -1)
        seen = {player.id}
        others = list[tuple[str, str | None]]()
        for number, seat in enumerate(seats):
            if number != first and seat.name:
                # several names on one device: the device is the first one's, the others are names
                others.append((seat.name, None if seat.player in seen else seat.player))
                seen.add(seat.player or "")
        made, key = await self.make(player._replace(name=mine), name, others)
        await self._lobby.store.add_club_table(made.id, table, self.clock())
        return made, key

    async def join(self, player: Player, link: str, name: str | None) -> Club:
        club = await self._lobby.store.club_by_link(link)
        came = self.member(name or player.name, player.id)
        return await self.change(club.id, partial(_joined, link=link, member=came))

    async def change(self, club: str, change: Callable[[Club], Club]) -> Club:
        return await self._lobby.store.change_club(club, self.clock(), change)

    async def renew_link(self, player: str, club: str) -> Club:
        def renewed(known: Club) -> Club:
            check_keeper(known, player)
            return replace(known, link=new_id(LINK))

        return await self.change(club, renewed)

    async def new_key(self, club: Club, player: str) -> str:
        check_keeper(club, player)
        key = new_id(KEY)
        await self._lobby.store.set_key(club.id, hash_token(key))
        return key

    async def use_key(self, club: Club, player: str, key: str) -> Club:
        """Become a keeper by the key: after a lost phone, with a new name at the same server."""
        plain = key.lower().replace("-", "").replace(" ", "")
        if not await self._lobby.store.take_key(club.id, hash_token(plain)):
            raise NotKeeper("this is not the key of the club's keepers")

        def appoint(known: Club) -> Club:
            members = tuple(
                replace(one, keeper=True) if one.player == player else one for one in known.members
            )
            return replace(known, members=members)

        return await self.change(club.id, appoint)

    async def open_table(self, player: Player, club: Club, variant: str) -> str:
        """Tonight's table: everybody who opens the club finds it."""
        me = club.of_player(player.id)
        name = me.name if me else player.name
        seats = [SeatWanted(kind="me", name=name), SeatWanted(kind="open")]
        wish = NewTable(variant=variant, seats=seats, grows=True)
        table = await self._lobby.create(player, wish)
        await self._lobby.store.add_club_table(club.id, table.id, self.clock())
        return table.id

    async def tonight(self, club: str) -> str | None:
        return await self._lobby.store.latest_club_table(club, self.clock() - TONIGHT)

    async def bring(
        self, player: Player, name: str, members: Iterable[str], games: Iterable[ClubGame]
    ) -> tuple[Club, str]:
        """A club from another server: who brings it is its keeper, the others are names until they join."""
        made, key = await self.make(player, name, [(one, None) for one in members])
        await self._lobby.store.add_club_games(made.id, games)
        return made, key


def _joined(club: Club, link: str, member: Member) -> Club:
    """The link is looked at again: a keeper may have renewed it meanwhile."""
    if club.link != link:
        raise NoSuchClub("there is no club with this link")
    return with_member(club, member)
