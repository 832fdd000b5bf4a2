"""Daily games: today, one's own try at a day, a month of them. See docs/daily.md."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Annotated

from rowlock.community.api.daily import AskOwnDay, DailyName, DayText, PlayDay
from rowlock.community.daily.answers import (
    Ahead,
    Calendar,
    DailyPad,
    DayShown,
    HandedIn,
    MyTry,
    OwnDay,
    Today,
)
from rowlock.community.daily.days import DAY_SECONDS, begins, is_open, pads_of, parse_day
from rowlock.community.daily.game import MOST_MOVES, day_of_label, moves_of
from rowlock.community.errors import BadChain
from rowlock.server.http.caller import Caller
from rowlock.server.http.shared_answers import check_played
from rowlock.server.http.surface import ServerQuestion, answers_to
from rowlock.server.live.lobby import Lobby
from rowlock.server.store.daily import TryRow
from rowlock.table.dice import commitment
from rowlock.table.errors import NoSuchGame
from rowlock.table.finished import read_game
from rowlock.table.messages.limits import Items, MoveText, Text
from rowlock.table.shapes.answers import TableMade
from rowlock.variants import load_variant

Month = Annotated[str, Text(7, 7, r"[12]\d{3}-(0[1-9]|1[0-2])")]


@dataclass(frozen=True, kw_only=True)
class AskToday(ServerQuestion, ask="GET /daily", token="maybe"):
    """Today's games: how many have played, how far you have come, the link from which the dice follow."""

    async def serve(self, caller: Caller, /) -> Today:
        lobby, player = caller.lobby, await _player(caller)
        daily = lobby.daily
        now, day, chain = daily.clock(), daily.today, await daily.chain()
        streak = await daily.streak(player) if player else {"now": 0, "longest": 0}
        return {
            "day": day.isoformat(),
            "left": max(1, int(begins(day) + DAY_SECONDS - now)),
            "anchor": chain.anchor,
            "first": chain.first.isoformat(),
            "link": (await daily.day(day, pads_of(day)[0])).link,
            "pads": [await _pad(lobby, day, pad, player) for pad in pads_of(day)],
            "streak": streak["now"],
            "longest": streak["longest"],
        }


@dataclass(frozen=True, kw_only=True)
class AskCalendar(ServerQuestion, ask="GET /daily/calendar/{month}", token="needed"):
    """Your daily games of a month, such as 2026-11."""

    month: Month

    async def serve(self, caller: Caller, /) -> Calendar:
        player = (await caller.player()).id
        last = monthrange(int(self.month[:4]), int(self.month[5:]))[1]
        rows = await caller.lobby.store.tries_of(player, f"{self.month}-01", f"{self.month}-{last:02}")
        return {
            "month": self.month,
            "days": [
                {
                    "day": row.day,
                    "pad": row.pad,
                    "finished": bool(row.finished),
                    "score": row.result.score if row.result else None,
                    "loss": row.result.loss if row.result else None,
                }
                for row in rows
            ],
        }


@dataclass(frozen=True, kw_only=True)
class AskDay(ServerQuestion, ask="GET /daily/{day}/{pad}", token="maybe"):
    """A day's game and your try at it; what others did is shown once you have played, or the day is over."""

    day: DayText
    pad: DailyName

    async def serve(self, caller: Caller, /) -> DayShown:
        lobby, player, when = caller.lobby, await _player(caller), parse_day(self.day)
        found = await lobby.daily.day(when, self.pad)
        row = await lobby.daily.look(player, when, self.pad) if player else None
        mine, still_open = await _mine(lobby, row), is_open(when, lobby.daily.clock())
        told = mine is not None and mine["state"] == "done"
        return {
            "day": self.day,
            "pad": self.pad,
            "title": load_variant(self.pad).title,
            "open": still_open,
            "link": found.link,
            "played": await lobby.store.count(self.day, self.pad),
            "mine": mine,
            "found": row.found if row and told else None,
            "hill": await lobby.store.hill(self.day, self.pad) if told or not still_open else None,
            "streak": (await lobby.daily.streak(player))["now"] if player else 0,
        }


@dataclass(frozen=True, kw_only=True)
class HandInDay(ServerQuestion, ask="POST /daily/{day}/{pad}", status=201, token="needed", counts="uploads"):
    """Hand in a finished game that was played elsewhere: its moves, in order. The first one counts."""

    day: DayText
    pad: DailyName
    moves: Annotated[list[MoveText], Items(0, MOST_MOVES)]

    async def serve(self, caller: Caller, /) -> HandedIn:
        player = await caller.player()
        counts = await caller.lobby.daily.hand_in(player, parse_day(self.day), self.pad, tuple(self.moves))
        return {"counts": counts}


@answers_to(PlayDay)
async def play_day(asked: PlayDay, caller: Caller) -> TableMade:
    player, when, daily = await caller.player(), parse_day(asked.day), caller.lobby.daily
    link = (await daily.day(when, asked.pad)).link
    if asked.link not in (None, link):
        raise BadChain(f"this is not the link of {when} here")
    table = await daily.begin(player, when, asked.pad)
    return {"table": table, "link": f"/t/{table}", "commitment": commitment(link)}


@answers_to(AskOwnDay)
async def own_day(asked: AskOwnDay, caller: Caller) -> OwnDay:
    """Judged where games are reviewed, beside the event loop."""
    lobby = caller.lobby
    await check_played(caller, asked.table, asked.game)
    entries = await lobby.store.load(asked.table)
    record = await lobby.queue.run(partial(read_game, entries, asked.game))
    day = day_of_label(dict(record.headers))
    if day is None:
        raise NoSuchGame("this was not the game of a day")
    moves = moves_of(record)
    return {"label": day.label, "moves": list(moves), "found": await lobby.reviews.of_day(day, moves)}


@dataclass(frozen=True, kw_only=True)
class AskAhead(ServerQuestion, ask="GET /daily/ahead", token="needed"):
    """Today and, sealed, tomorrow: for a page that may be without a network then."""

    async def serve(self, caller: Caller, /) -> Ahead:
        await caller.player()
        daily = caller.lobby.daily
        day, now, chain = daily.today, daily.clock(), await daily.chain()
        after = day + timedelta(days=1)
        envelope = await daily.envelope(after) if after <= chain.last else None
        return {
            "day": day.isoformat(),
            "link": (await daily.day(day, pads_of(day)[0])).link,
            "left": max(1, int(begins(day) + DAY_SECONDS - now)),
            "tomorrow": after.isoformat() if envelope else None,
            "sealed": envelope,
        }


async def _player(caller: Caller) -> str | None:
    return (await caller.player()).id if caller.token else None


async def _pad(lobby: Lobby, day: date, pad: str, player: str | None) -> DailyPad:
    row = await lobby.daily.look(player, day, pad) if player else None
    played = await lobby.store.count(day.isoformat(), pad)
    return {"pad": pad, "title": load_variant(pad).title, "played": played, "mine": await _mine(lobby, row)}


async def _mine(lobby: Lobby, row: TryRow | None) -> MyTry | None:
    if row is None:
        return None
    result = row.result
    place = await lobby.store.place(row.day, row.pad, result) if result else None
    return {
        "state": "done" if result else "begun" if row.moves is None else "judging",
        "table": row.table,
        "finished": row.finished,
        "score": result.score if result else None,
        "loss": result.loss if result else None,
        "place": place.place if place else None,
        "of": place.of if place else None,
        "better_than": place.better_than if place else None,
    }
