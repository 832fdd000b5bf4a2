"""A club: people with a link and at least one keeper. Values in, values out; names and links are given.

Whoever has the link may join. Keepers appoint keepers, rename and remove people, renew the link and close the
club. A member need not have a device: a child who plays on a parent's phone is a name in the club.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rowlock.community.errors import ClubFull, LastKeeper, NameTaken, NoSuchMember, NotKeeper

Phrase = Literal[
    "who_plays", "i_play", "not_today", "later", "congratulations", "well_played", "thanks", "miss_you"
]
"""The phrases for a club's wall: everybody reads them in their own language."""
PHRASES: tuple[str, ...] = get_args(Phrase)
MOST_PHRASES = 5
"""Phrases of one member on the wall: with another the oldest goes."""
MOST_MEMBERS = 500
YEAR = 365 * 86400.0
"""For so many seconds a club without members is kept: its link and key still open it."""


@dataclass(frozen=True)
class Member:
    """Somebody in a club, by the name they have there."""

    id: str
    name: str
    player: str | None
    """Who they are on this server; None for a name without a device."""
    keeper: bool
    joined: float


@dataclass(frozen=True)
class Club:
    """A club with all its members, in the order in which they joined."""

    id: str
    name: str
    link: str
    members: tuple[Member, ...] = ()

    def of_player(self, player: str) -> Member | None:
        """The member that a player is; None for a stranger."""
        return next((one for one in self.members if one.player == player), None)

    def find(self, member: str) -> Member:
        for one in self.members:
            if one.id == member:
                return one
        raise NoSuchMember("there is no such member in this club")

    @property
    def keepers(self) -> list[Member]:
        return [one for one in self.members if one.keeper]


def folded(name: str) -> str:
    """A name as it is compared: case and outer spaces make no difference."""
    return " ".join(name.split()).casefold()


def free_name(club: Club, name: str) -> str:
    """A name nobody in the club has: this one, or with a number behind it."""
    taken = {folded(one.name) for one in club.members}
    names = (name if n == 1 else f"{name[:20]} {n}" for n in range(1, MOST_MEMBERS + 2))
    return next(one for one in names if folded(one) not in taken)


def with_member(club: Club, member: Member) -> Club:
    """The club with one more; who is in it already stays as they are.

    Somebody who joins by the name of a member without a device takes that place: a child with a first phone.
    """
    if member.player is not None and club.of_player(member.player):
        return club
    for one in club.members:
        if one.player is None and member.player is not None and folded(one.name) == folded(member.name):
            return _changed(club, replace(one, player=member.player))
    if len(club.members) >= MOST_MEMBERS:
        raise ClubFull(f"a club has room for {MOST_MEMBERS} members")
    keeper = member.keeper or (not club.keepers and member.player is not None)
    named = replace(member, name=free_name(club, member.name), keeper=keeper)
    return replace(club, members=(*club.members, named))


def check_keeper(club: Club, player: str) -> None:
    member = club.of_player(player)
    if member is None or not member.keeper:
        raise NotKeeper("only a keeper of the club may do this")


def renamed(club: Club, by: str, member: str, name: str) -> Club:
    """Another name for a member: for oneself, or by a keeper."""
    one = club.find(member)
    if one.player != by:
        check_keeper(club, by)
    if any(other.id != member and folded(other.name) == folded(name) for other in club.members):
        raise NameTaken("somebody in the club has this name")
    return _changed(club, replace(one, name=name))


def appointed(club: Club, by: str, member: str, keeper: bool) -> Club:
    """A member becomes a keeper, or is one no longer; a club keeps at least one."""
    check_keeper(club, by)
    one = club.find(member)
    if keeper and one.player is None:
        raise NoSuchMember("a keeper needs a device of their own")
    if not keeper and club.keepers == [one]:
        raise LastKeeper("a club needs a keeper: appoint another one first")
    return _changed(club, replace(one, keeper=keeper))


def without(club: Club, by: str, member: str) -> Club:
    """The club without a member, who leaves or is removed by a keeper."""
    one = club.find(member)
    if one.player != by:
        check_keeper(club, by)
    return left(club, [one])


def left(club: Club, gone: Sequence[Member]) -> Club:
    """The club without some; if no keeper is left, the oldest member with a device becomes one."""
    stay = tuple(one for one in club.members if one not in gone)
    if not any(one.keeper for one in stay):
        heir = next((one for one in stay if one.player is not None), None)
        stay = tuple(replace(one, keeper=True) if one == heir else one for one in stay)
    return replace(club, members=stay)


def _changed(club: Club, member: Member) -> Club:
    members = tuple(member if one.id == member.id else one for one in club.members)
    return replace(club, members=members)
