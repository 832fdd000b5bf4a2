"""Programs that play each other and the bots of the house, for a rating. See docs/programs.md."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from rowlock.community.errors import NoPrograms, NoSuchLadder, NoSuchProgram, NotAProgram, ProgramTaken
from rowlock.community.program_answers import (
    ProgramAsked,
    ProgramBoard,
    ProgramGame,
    ProgramMade,
    ProgramShown,
)
from rowlock.community.ratings.answers import results_shown
from rowlock.community.ratings.constants import find_ladder, ladder_of
from rowlock.community.ratings.measured import FAMILIES
from rowlock.server.edge.addresses import is_proxy
from rowlock.server.http.caller import Caller
from rowlock.server.http.ratings import Family
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.programs import ASK_SECONDS, GONE_SECONDS
from rowlock.server.store import Conflict, Player
from rowlock.server.store.programs import GameOfProgram, Program
from rowlock.table.errors import BadMessage
from rowlock.table.messages.limits import Between, Items, Name, PadName

PAGE = 50


@dataclass(frozen=True, kw_only=True)
class OfPrograms(ServerQuestion):
    """A question about the ladder of programs, where there is one."""

    @classmethod
    def check(cls, caller: Caller) -> None:
        if not caller.lobby.programs.is_open:
            raise NoPrograms("programs do not play each other here; the operator can allow it: --programs")


@dataclass(frozen=True, kw_only=True)
class JoinPrograms(OfPrograms, ask="POST /programs", status=201, token="needed", counts="players"):
    """Take part with a program, under the name of its player; or change the pads that it plays."""

    pads: Annotated[list[PadName], Items(1, 20)]
    """The pads that it plays: those of the ratings."""

    async def serve(self, caller: Caller, /) -> ProgramMade:
        player, pads = await _program_player(caller), list(dict.fromkeys(self.pads))
        if "/" in player.name:
            raise BadMessage("a program is looked up by its name: it cannot have a slash in it")
        for pad in pads:
            if ladder_of(pad, 2) is None:
                known = ", ".join(one for family in FAMILIES.values() for one in family)
                raise NoSuchLadder(f"there is no rating for {pad}; there is one for {known}")
        store, clock = caller.lobby.store, caller.lobby.programs.clock
        if await store.program(player.id) is None:
            caller.guard.take("programs", caller.address)
        try:
            await store.join_programs(player.id, player.name, pads, clock())
        except Conflict:
            raise ProgramTaken(f"another program plays as {player.name}") from None
        return {"name": player.name, "pads": pads}


@dataclass(frozen=True, kw_only=True)
class AskToPlay(OfPrograms, ask="POST /programs/me/next", token="needed"):
    """Ask for the next game: the table to play at, or how long to wait before asking again."""

    async def serve(self, caller: Caller, /) -> ProgramAsked:
        player, programs = await _program_player(caller), caller.lobby.programs
        now = programs.clock()
        address = None if is_proxy(caller.address) else caller.address
        found = await caller.lobby.store.ask_to_play(player.id, now, now - GONE_SECONDS, address)
        if found is None:
            raise NoSuchProgram("this program does not take part; POST /api/programs comes first")
        if found.table and not await caller.lobby.store.first_results([found.table]):
            return {"table": found.table, "wait": 0.0}
        programs.wake()  # somebody waits, or a game that has just ended is to be taken down
        return {"table": None, "wait": max(ASK_SECONDS, round(found.rests - now, 1))}


@dataclass(frozen=True, kw_only=True)
class LeavePrograms(OfPrograms, ask="DELETE /programs/me", status=204, token="needed"):
    """Stop taking part; a running game is played to its end."""

    async def serve(self, caller: Caller, /) -> None:
        player = await caller.player()
        if not await caller.lobby.store.leave_programs(player.id):
            raise NoSuchProgram("this program does not take part")


@dataclass(frozen=True, kw_only=True)
class AskPrograms(OfPrograms, ask="GET /programs", counts="questions"):
    """The board of programs on a family of pads, two at a table; on the same scale as people and bots."""

    family: Family = "classic"
    first: Annotated[int, Between(0, 100_000)] = 0
    """How many lines to leave out"""

    async def serve(self, caller: Caller, /) -> ProgramBoard:
        ladder = find_ladder(self.family, "two")
        rows = await caller.lobby.store.program_board(ladder, self.first, PAGE)
        return {
            "family": self.family,
            "pads": FAMILIES[self.family],
            "lines": [
                {
                    "place": self.first + place,
                    "name": row.program.name,
                    "results": results_shown(row.skill) if row.skill else None,
                    "games": row.program.games,
                    "faults": row.program.faults,
                    "playing": row.program.table,
                }
                for place, row in enumerate(rows, 1)
            ],
            "next": self.first + PAGE if len(rows) == PAGE else None,
        }


@dataclass(frozen=True, kw_only=True)
class AskProgram(OfPrograms, ask="GET /programs/{name}", counts="questions"):
    """A program and its games, the latest first; each can be watched, or replayed, by its table."""

    name: Name
    before: float | None = None
    """Only games that were opened before this time"""

    async def serve(self, caller: Caller, /) -> ProgramShown:
        found = await caller.lobby.store.program_named(self.name)
        if found is None:
            raise NoSuchProgram(f"no program plays as {self.name}")
        games = await caller.lobby.store.games_of_program(found.player, self.before or math.inf, PAGE)
        return {
            "name": found.name,
            "pads": list(found.pads),
            "joined": found.joined,
            "games": [_game(found, one) for one in games],
            "next": games[-1].opened if len(games) == PAGE else None,
        }


def _game(program: Program, one: GameOfProgram) -> ProgramGame:
    return {
        "table": one.table,
        "pad": one.pad,
        "opened": one.opened,
        "names": [program.name, one.other or "—"],
        "scores": one.scores,
    }


async def _program_player(caller: Caller) -> Player:
    player = await caller.player()
    if not player.program:
        raise NotAProgram("only programs play here: POST /api/players with program: true")
    return player
