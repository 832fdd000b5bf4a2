"""The wall of a club: fixed phrases, which everybody reads in their own language. See docs/clubs.md."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.community import club_answers as told
from rowlock.community.clubs import PHRASES, Club, Phrase
from rowlock.server.http.caller import Caller
from rowlock.server.http.clubs import ClubId, club_of
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.store import Player
from rowlock.server.store.club_walls import WallWord

SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class AskWall(ServerQuestion, ask="GET /clubs/{club}/wall", token="needed"):
    """The latest phrases on the wall of a club of yours."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> told.ClubWall:
        return await _wall(caller, *await club_of(caller, self.club))


@dataclass(frozen=True, kw_only=True)
class PutOnWall(ServerQuestion, ask="POST /clubs/{club}/wall", token="needed", counts="questions"):
    """Put a phrase on the wall of a club of yours; of every member the latest five stay."""

    club: ClubId
    phrase: Phrase

    async def serve(self, caller: Caller, /) -> told.ClubWall:
        player, club = await club_of(caller, self.club)
        caller.lobby.people.check_voice(player.id)
        me = club.of_player(player.id)
        assert me is not None
        word = WallWord(caller.lobby.clubs.clock(), me.id, self.phrase)
        await caller.lobby.store.put_on_wall(club.id, word)
        return await _wall(caller, player, club)


async def _wall(caller: Caller, player: Player, club: Club) -> told.ClubWall:
    members = {one.id: one for one in club.members}
    words = await caller.lobby.store.wall_of(club.id, SHOWN)
    lines: list[told.WallLine] = [
        {"at": word.at, "name": by.name, "me": by.player == player.id, "phrase": word.phrase}
        for word in words
        if (by := members.get(word.member))
    ]
    return {"lines": lines, "phrases": list(PHRASES)}
