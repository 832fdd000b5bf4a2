"""Duels: made, played by whoever has the link, compared afterwards. See docs/duels.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal

from rowlock.community.api.daily import DailyName
from rowlock.community.api.duels import DuelId, PlayDuel
from rowlock.community.duels import answers as told
from rowlock.community.duels.duel import DAYS, MOST_DAYS, Duel, HalfStanding, places
from rowlock.community.errors import BadDuel, DuelSealed, NoSuchDuel
from rowlock.community.shared_games import MOST_MOVES
from rowlock.engine.position import parse_variant_name
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant
from rowlock.server.http.caller import Caller
from rowlock.server.http.clubs import ClubId, club_of
from rowlock.server.http.shared_answers import check_played
from rowlock.server.http.surface import ServerQuestion, answers_to
from rowlock.server.jobs.uploads import own_pad
from rowlock.server.live.duels import AT_TOP, BEST, EARLIER
from rowlock.server.store.duel_rows import DuelRow, HalfRow
from rowlock.table.api.question import PadFiles
from rowlock.table.dice import commitment
from rowlock.table.finished import read_game
from rowlock.table.messages.limits import (
    Between,
    BotName,
    GameNumber,
    Items,
    MoveText,
    PadName,
    PadText,
    Parents,
    TableId,
    Text,
)
from rowlock.table.shapes.answers import TableMade

Days = Annotated[int, Between(1, MOST_DAYS)]
HalfId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
KINDS: dict[str | None, told.HalfKind] = {EARLIER: "earlier", AT_TOP: "champion", BEST: "best"}


def _made(duel: str) -> told.DuelMade:
    return {"duel": duel, "link": f"/d/{duel}"}


@dataclass(frozen=True, kw_only=True)
class NewDuel(ServerQuestion, ask="POST /duels", status=201, token="needed", counts="tables"):
    """Make a duel on new dice: everybody who has its link plays it once, against the same bots."""

    variant: PadName = "classic"
    variant_text: PadText | None = None
    variant_parents: Parents = field(default_factory=dict)
    bots: Annotated[list[BotName], Items(0, 4)] = field(default_factory=list)
    """Bots of the ladder at everybody's table; none for a game alone."""
    champion: bool = False
    """Whether the champion plays the same game, to compare with."""
    days: Days = DAYS
    """When it is over: halves that were begun and left count then as they stand."""

    async def serve(self, caller: Caller, /) -> told.DuelMade:
        player, lobby = await caller.player(), caller.lobby
        variant = await self._pad(caller)
        return _made(await lobby.duels.make(player, variant, self.bots, self.days, self.champion))

    async def _pad(self, caller: Caller) -> Variant:
        if self.variant_text is None:
            return parse_variant_name(self.variant, caller.lobby.pads.load)
        files = PadFiles(self.variant_text, self.variant_parents)
        return await own_pad(files.text, files.parents, caller.lobby.pads)


@dataclass(frozen=True, kw_only=True)
class DuelFromGame(
    ServerQuestion,
    ask="POST /tables/{table}/games/{game}/duel",
    status=201,
    token="needed",
    counts="tables",
):
    """Make a duel of a finished game of yours: others, or you again, play on the same dice."""

    table: TableId
    game: GameNumber
    days: Days = DAYS

    async def serve(self, caller: Caller, /) -> told.DuelMade:
        player, lobby = await caller.player(), caller.lobby
        room = await check_played(caller, self.table, self.game)
        seats = room.table.seats_of(player.id)
        if len(seats) != 1:
            raise BadDuel("a duel is made by the one person who played: nobody else, and one seat")
        entries = await lobby.store.load(self.table)
        record = await lobby.queue.run(partial(read_game, entries, self.game))
        return _made(await lobby.duels.from_game(player, self.table, record, seats[0], self.days))


@dataclass(frozen=True, kw_only=True)
class DuelFromClub(
    ServerQuestion, ask="POST /clubs/{club}/duel", status=201, token="needed", counts="tables"
):
    """Make a duel against the best daily game of your club on a pad, on the dice of that day."""

    club: ClubId
    pad: DailyName = "classic"
    days: Days = DAYS

    async def serve(self, caller: Caller, /) -> told.DuelMade:
        player, club = await club_of(caller, self.club)
        return _made(await caller.lobby.duels.from_club(player, club.id, self.pad, self.days))


@dataclass(frozen=True, kw_only=True)
class AskDuels(ServerQuestion, ask="GET /duels", token="needed"):
    """Your duels, made or joined, the latest first."""

    before: float | None = None
    """`created` of the last one seen"""
    limit: Annotated[int, Between(1, 100)] = 20

    async def serve(self, caller: Caller, /) -> told.Duels:
        lobby, player = caller.lobby, await caller.player()
        rows = await lobby.store.duels_of(player.id, self.before, self.limit)
        return {"duels": [_line(row, lobby.duels.clock()) for row in rows]}


@dataclass(frozen=True, kw_only=True)
class AskDuel(ServerQuestion, ask="GET /duels/{duel}", token="maybe"):
    """A duel for whoever has its link; what others played is told once your own half is finished."""

    duel: DuelId

    async def serve(self, caller: Caller, /) -> told.DuelShown:
        lobby, player = caller.lobby, (await caller.player()).id if caller.token else None
        duel = await lobby.store.find_duel(self.duel)
        mine = await lobby.duels.look(player, duel.id) if player else None
        rows, people = await lobby.store.halves_of(duel.id)
        mine = next((row for row in rows if row.side == player), mine)  # judged meanwhile, perhaps
        may_see = _may_see(duel, mine, lobby.duels.clock())
        if mine and may_see:
            await lobby.duels.seen(duel.id, mine, rows)
        lines = _lines(rows, player, may_see)
        shown = lines if may_see else sorted(lines, key=lambda one: one["half"])
        return {
            **_about(duel, lobby.duels.clock()),
            "variant": plain_variant(duel.game.variant),
            "open": may_see,
            "commitment": commitment(duel.game.secret),
            "unit": "points" if len(duel.game.bots) == 1 else "chance",
            "mine": _plain(mine, player, True, None) if mine else None,
            "table": mine.table if mine else None,
            "refused": mine.refused if mine else None,
            "halves": shown,
            "people": people,
        }


@dataclass(frozen=True, kw_only=True)
class AskHalf(ServerQuestion, ask="GET /duels/{duel}/halves/{half}", token="maybe", counts="questions"):
    """A half turn by turn, with losses, luck and record: when your own is finished, or the duel is over."""

    duel: DuelId
    half: HalfId

    async def serve(self, caller: Caller, /) -> told.HalfShown:
        lobby, player = caller.lobby, (await caller.player()).id if caller.token else None
        duel = await lobby.store.find_duel(self.duel)
        mine = await lobby.store.find_half(duel.id, player) if player else None
        if not _may_see(duel, mine, lobby.duels.clock()):
            raise DuelSealed("play your own half first: nobody sees the others' before")
        known = await lobby.store.half_named(duel.id, self.half)
        if known is None or known[1] is None:
            raise NoSuchDuel("there is no such half, or it is not finished")
        half, found = known
        assert found is not None
        return {"half": _plain(half, player, True, None), "found": found, "record": half.record or ""}


@dataclass(frozen=True, kw_only=True)
class AskDuelAhead(ServerQuestion, ask="POST /duels/{duel}/ahead", token="needed", counts="tables"):
    """All that your device needs to play your half without a network; the half says that it knew the dice."""

    duel: DuelId

    async def serve(self, caller: Caller, /) -> told.DuelAhead:
        duel = await caller.lobby.duels.ahead(await caller.player(), self.duel)
        game = duel.game
        return {
            "duel": duel.id,
            "pad": game.variant.name,
            "variant_text": format_variant(game.variant),
            "bots": list(game.bots),
            "label": game.dice.label,
            "secret": game.secret,
            "seeds": list(game.dice.seeds),
            "seals": None if game.dice.seals is None else list(game.dice.seals),
        }


@dataclass(frozen=True, kw_only=True)
class HandInHalf(
    ServerQuestion, ask="POST /duels/{duel}/moves", status=201, token="needed", counts="uploads"
):
    """Hand in your half as it was played on a device: your choices, in order. The first ones count."""

    duel: DuelId
    moves: Annotated[list[MoveText], Items(0, MOST_MOVES)]

    async def serve(self, caller: Caller, /) -> told.DuelTaken:
        if any(not move or " " in move for move in self.moves):
            raise BadDuel("a move is one word, such as r8 or -")
        counts = await caller.lobby.duels.hand_in(await caller.player(), self.duel, self.moves)
        return {"counts": counts}


@answers_to(PlayDuel)
async def play_duel(asked: PlayDuel, caller: Caller) -> TableMade:
    duels = caller.lobby.duels
    table = await duels.begin(await caller.player(), asked.duel)
    secret = (await caller.lobby.store.find_duel(asked.duel)).game.secret
    return {"table": table, "link": f"/t/{table}", "commitment": commitment(secret)}


def _may_see(duel: Duel, mine: HalfRow | None, now: float) -> bool:
    return duel.is_over(now) or (mine is not None and mine.judged is not None)


def _about(duel: Duel, now: float) -> told.DuelAbout:
    game = duel.game
    return {
        "duel": duel.id,
        "link": f"/d/{duel.id}",
        "pad": game.variant.name,
        "title": game.variant.title,
        "bots": [bot for bot in game.bots if bot],
        "against": duel.against,
        "maker": duel.maker,
        "created": duel.created,
        "closes": duel.closes,
        "over": duel.is_over(now),
    }


def _line(row: DuelRow, now: float) -> told.DuelLine:
    mine = row.mine
    state: Literal["new"] | told.HalfState = "new" if mine is None else _state(mine)
    return {
        **_about(row.duel, now),
        "state": state,
        "people": row.people,
        "finished": row.finished,
        "answered": state == "done" and mine is not None and row.latest > mine.seen,
    }


def _lines(rows: list[HalfRow], player: str | None, may_see: bool) -> list[told.HalfLine]:
    ranked = [row for row in rows if row.standing]
    found = places([row.standing or HalfStanding(None, 0, None) for row in ranked])
    by_side = {row.side: place for row, place in zip(ranked, found, strict=True)}
    told_lines = [_plain(row, player, may_see, by_side.get(row.side)) for row in rows]
    return sorted(told_lines, key=lambda one: (one["place"] is None, one["place"] or 0))


def _state(half: HalfRow) -> told.HalfState:
    return "done" if half.judged is not None else "judging" if half.handed is not None else "begun"


def _plain(half: HalfRow, player: str | None, may_see: bool, place: int | None) -> told.HalfLine:
    standing = half.standing if may_see else None
    return {
        "half": half.half,
        "name": half.name,
        "me": half.side == player,
        "kind": KINDS.get(half.side, "person"),
        "state": _state(half),
        "finished": half.finished if may_see else None,
        "device": half.device,
        "place": place if may_see else None,
        "loss": standing.loss if standing else None,
        "luck": half.luck if standing else None,
        "score": standing.score if standing else None,
        "won": standing.won if standing else None,
    }
