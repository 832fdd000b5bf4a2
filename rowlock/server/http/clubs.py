"""Clubs: made, joined, kept. Whoever is not in a club learns nothing of it. See docs/clubs.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from rowlock.community import club_answers as told
from rowlock.community.clubs import Club, Member, appointed, check_keeper, renamed, with_member, without
from rowlock.community.standings import ENDLESS, ClubGame
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.store import Player
from rowlock.table.messages.limits import Between, Name, PadName, TableId, Text
from rowlock.table.shapes.answers import TableMade
from rowlock.table.views import shown_commitment

ClubId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
LinkText = Annotated[str, Text(1, 32, "[a-z0-9]+")]
MemberId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
PAGE = 100


async def club_of(caller: Caller, club: str) -> tuple[Player, Club]:
    """The player who asks, and their club; for a stranger there is none."""
    player = await caller.player()
    return player, await caller.lobby.store.club_of(club, player.id)


def plain_member(member: Member, player: str) -> told.ClubMember:
    return {
        "member": member.id,
        "name": member.name,
        "keeper": member.keeper,
        "device": member.player is not None,
        "me": member.player == player,
    }


def plain_played(played: ClubGame) -> told.ClubPlayed:
    return {
        "at": played.at,
        "pad": played.pad,
        "title": played.title,
        "names": list(played.names),
        "scores": list(played.scores),
        "winners": list(played.winners),
        "table": played.table,
        "game": played.game,
    }


@dataclass(frozen=True, kw_only=True)
class NewClub(ServerQuestion, ask="POST /clubs", status=201, token="needed", counts="tables"):
    """Make a club; with a `table` of yours that has finished a game, of all who played there."""

    name: Name
    table: TableId | None = None

    async def serve(self, caller: Caller, /) -> told.ClubMade:
        player, clubs = await caller.player(), caller.lobby.clubs
        if self.table is None:
            club, key = await clubs.make(player, self.name)
        else:
            club, key = await clubs.keep_circle(player, self.name, self.table)
        return {"club": club.id, "link": f"/c/{club.link}", "key": key}


@dataclass(frozen=True, kw_only=True)
class AskClubs(ServerQuestion, ask="GET /clubs", token="needed"):
    """Your clubs."""

    async def serve(self, caller: Caller, /) -> told.Clubs:
        lines = await caller.lobby.store.clubs_of((await caller.player()).id)
        return {"clubs": [{"club": one.id, "name": one.name, "keeper": one.keeper} for one in lines]}


@dataclass(frozen=True, kw_only=True)
class JoinClub(ServerQuestion, ask="POST /clubs/join", token="needed", counts="players"):
    """Join a club by its link; who is in it already stays as they are."""

    link: LinkText
    name: Name | None = None
    """Your name there; your usual one if it is left out."""

    async def serve(self, caller: Caller, /) -> told.ClubJoined:
        club = await caller.lobby.clubs.join(await caller.player(), self.link, self.name)
        return {"club": club.id}


@dataclass(frozen=True, kw_only=True)
class AskClub(ServerQuestion, ask="GET /clubs/{club}", token="needed"):
    """A club of yours: its link, tonight's table, its last game."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> told.ClubShown:
        player, club = await club_of(caller, self.club)
        me, store = club.of_player(player.id), caller.lobby.store
        last = await store.club_played(club.id, 0.0, ENDLESS, 1)
        return {
            "club": club.id,
            "name": club.name,
            "link": f"/c/{club.link}",
            "keeper": me is not None and me.keeper,
            "members": len(club.members),
            "tonight": await caller.lobby.clubs.tonight(club.id),
            "last": plain_played(last[0]) if last else None,
        }


@dataclass(frozen=True, kw_only=True)
class AskClubMembers(ServerQuestion, ask="GET /clubs/{club}/members", token="needed"):
    """The members of a club of yours, a hundred at a time."""

    club: ClubId
    after: Annotated[int, Between(0, 100_000)] = 0
    """How many you have seen"""

    async def serve(self, caller: Caller, /) -> told.ClubMembers:
        player, club = await club_of(caller, self.club)
        part = club.members[self.after : self.after + PAGE]
        shown = [plain_member(one, player.id) for one in part]
        return {"members": shown, "more": self.after + PAGE < len(club.members)}


@dataclass(frozen=True, kw_only=True)
class AddMember(ServerQuestion, ask="POST /clubs/{club}/members", status=201, token="needed"):
    """Add a name without a device, such as a child's: for keepers."""

    club: ClubId
    name: Name

    async def serve(self, caller: Caller, /) -> told.ClubMember:
        player, _ = await club_of(caller, self.club)
        member = caller.lobby.clubs.member(self.name, None)

        def add(club: Club) -> Club:
            check_keeper(club, player.id)
            return with_member(club, member)

        club = await caller.lobby.clubs.change(self.club, add)
        return plain_member(club.find(member.id), player.id)


@dataclass(frozen=True, kw_only=True)
class ChangeMember(ServerQuestion, ask="PATCH /clubs/{club}/members/{member}", token="needed"):
    """Rename yourself; a keeper renames anybody, appoints keepers, and takes that back."""

    club: ClubId
    member: MemberId
    name: Name | None = None
    keeper: bool | None = None

    async def serve(self, caller: Caller, /) -> told.ClubMember:
        player, _ = await club_of(caller, self.club)

        def change(club: Club) -> Club:
            if self.name is not None:
                club = renamed(club, player.id, self.member, self.name)
            if self.keeper is not None:
                club = appointed(club, player.id, self.member, self.keeper)
            return club

        club = await caller.lobby.clubs.change(self.club, change)
        return plain_member(club.find(self.member), player.id)


@dataclass(frozen=True, kw_only=True)
class RemoveMember(ServerQuestion, ask="DELETE /clubs/{club}/members/{member}", status=204, token="needed"):
    """Leave a club; a keeper removes anybody."""

    club: ClubId
    member: MemberId

    async def serve(self, caller: Caller, /) -> None:
        player, _ = await club_of(caller, self.club)
        await caller.lobby.clubs.change(self.club, lambda club: without(club, player.id, self.member))


@dataclass(frozen=True, kw_only=True)
class RenameClub(ServerQuestion, ask="PATCH /clubs/{club}", token="needed"):
    """Another name for a club: for keepers."""

    club: ClubId
    name: Name

    async def serve(self, caller: Caller, /) -> told.ClubJoined:
        player, _ = await club_of(caller, self.club)

        def rename(club: Club) -> Club:
            check_keeper(club, player.id)
            return replace(club, name=self.name)

        return {"club": (await caller.lobby.clubs.change(self.club, rename)).id}


@dataclass(frozen=True, kw_only=True)
class CloseClub(ServerQuestion, ask="DELETE /clubs/{club}", status=204, token="needed"):
    """Close a club for good: for keepers. Games stay with those who played them."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> None:
        player, club = await club_of(caller, self.club)
        await caller.lobby.clubs.close(club, player.id)


@dataclass(frozen=True, kw_only=True)
class RenewLink(ServerQuestion, ask="POST /clubs/{club}/link", token="needed", counts="players"):
    """Another link, if the old one got around: for keepers. The old one stops working."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> told.ClubLink:
        player, _ = await club_of(caller, self.club)
        return {"link": f"/c/{(await caller.lobby.clubs.renew_link(player.id, self.club)).link}"}


@dataclass(frozen=True, kw_only=True)
class NewKey(ServerQuestion, ask="POST /clubs/{club}/key", token="needed", counts="players"):
    """Another keeper's key, shown once: for keepers. The old one stops working."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> told.ClubKey:
        player, club = await club_of(caller, self.club)
        return {"key": await caller.lobby.clubs.new_key(club, player.id)}


@dataclass(frozen=True, kw_only=True)
class UseKey(ServerQuestion, ask="POST /clubs/{club}/keeper", token="needed", counts="players"):
    """Become a keeper by the key: whoever has lost the phone joins by the link again, and shows it."""

    club: ClubId
    key: Annotated[str, Text(1, 64)]

    async def serve(self, caller: Caller, /) -> told.ClubMember:
        player, club = await club_of(caller, self.club)
        changed = await caller.lobby.clubs.use_key(club, player.id, self.key)
        me = changed.of_player(player.id)
        assert me is not None
        return plain_member(me, player.id)


@dataclass(frozen=True, kw_only=True)
class OpenClubTable(
    ServerQuestion, ask="POST /clubs/{club}/table", status=201, token="needed", counts="tables"
):
    """A table for the club: every member finds it there, and its games are the club's."""

    club: ClubId
    variant: PadName = "classic"

    async def serve(self, caller: Caller, /) -> TableMade:
        player, club = await club_of(caller, self.club)
        table = await caller.lobby.clubs.open_table(player, club, self.variant)
        room = await caller.lobby.visit(table)
        return {"table": table, "link": f"/t/{table}", "commitment": shown_commitment(room.table)}
