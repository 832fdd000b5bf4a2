"""What a host does with people: sending them away, letting them back, muting them, handing over the table."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.table.errors import NoSuchPlayer, NotHost
from rowlock.table.rights import host_only
from rowlock.table.table import Entry, Plain, Said, Seat, Table


def kick(table: Table, entry: Entry) -> Said:
    """Take a player's seats, and the table too unless they may stay and watch; during play bots take over."""
    host_only(table, entry)
    player, facts = entry.body["player"], list[Plain]()
    if player == table.host:
        raise NotHost("the host cannot be sent away")
    if not table.seats_of(player) and not entry.body.get("name"):
        raise NoSuchPlayer("there is no such player at this table")
    name = entry.body.get("name") or table.name_of(player)
    facts.append({"kind": "kicked", "name": name})
    out = table.game.out if table.game else ()
    for number in table.seats_of(player):
        if table.has_begun:
            bot = entry.body["bot"]
            table = table.with_seat(number, Seat("bot", table.seats[number].name, bot=bot))
            if number not in out:
                facts.append({"kind": "stood_in", "seat": number, "bot": bot, "why": "kicked"})
        else:
            table = table.with_seat(number, Seat())
    banned = {**table.banned, player: name} if entry.body.get("ban", True) else table.banned
    return table._replace(banned=banned, ending=table.ending - {player}), facts


def pardon(table: Table, entry: Entry) -> Said:
    """Somebody who was sent away may come back."""
    host_only(table, entry)
    player = entry.body["player"]
    if player not in table.banned:
        raise NoSuchPlayer("nobody with that id was sent away from this table")
    banned = {other: name for other, name in table.banned.items() if other != player}
    return table._replace(banned=banned), [{"kind": "pardoned", "name": table.banned[player]}]


def mute(table: Table, entry: Entry) -> Said:
    """A player may no longer talk at this table, or may again."""
    host_only(table, entry)
    player, wanted = entry.body["player"], entry.body.get("muted", True)
    if player == table.host:
        raise NotHost("the host cannot be muted")
    if not table.seats_of(player):
        raise NoSuchPlayer("there is no such player at this table")
    if wanted == (player in table.muted):
        raise NotNow("that is already the case")
    muted = table.muted | {player} if wanted else table.muted - {player}
    return table._replace(muted=muted), [
        {"kind": "muted" if wanted else "unmuted", "name": table.name_of(player)}
    ]


def hand_on(table: Table, entry: Entry) -> Said:
    """The host hands the table on to somebody who sits there; the house does so when its host stays away."""
    player = entry.body["player"]
    if entry.player is not None:
        host_only(table, entry)
        if not table.seats_of(player) or player == table.host:
            raise NoSuchPlayer("the table can be handed on to another player who sits there")
    name = entry.body.get("name") or table.name_of(player)
    return table._replace(host=player, host_name=name), [{"kind": "host_changed", "name": name}]
