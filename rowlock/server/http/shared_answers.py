"""How a server answers the questions that it shares with devices: what they are about is found, and then they
answer themselves, in a thread, in a process with limits, or in a worker that reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool

from rowlock.community.errors import RoundRuns
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record, format_record
from rowlock.server.errors import NoSpectators
from rowlock.server.http.caller import NOBODY, Caller
from rowlock.server.http.surface import answers_to, pack
from rowlock.server.jobs.uploads import own_pad, read_replay
from rowlock.server.live.hub import Listener
from rowlock.server.live.room import Room
from rowlock.table import finished
from rowlock.table.api import games, tables
from rowlock.table.api.question import Answer, AnyQuestion, Asking, OfGame, OfPad, OfTable, Question, WithPad
from rowlock.table.errors import NoSuchGame, NotOver
from rowlock.table.messages import Saying, Who


@answers_to(Question)
async def answer_alone(asked: Question[None], caller: Caller) -> object:
    """A question about nothing in particular."""
    return await work_out(asked, Asking(None, NOBODY, caller.here))


async def work_out(asked: AnyQuestion, asking: Asking[Any], version: object = "") -> object:
    """The answer of a question itself: at once, kept from an earlier time, or beside the event loop."""
    if asked.quick:
        return asked.reply(asking)
    lobby = asking.here.lobby  # type: ignore[attr-defined]
    if asked.fixed:
        return await lobby.queue.once(
            f"{asked} {version}", lambda: lobby.queue.run(lambda: pack(asked.reply(asking)))
        )
    return await lobby.queue.run(lambda: _packed(asked.reply(asking)))


def _packed(told: object) -> object:
    """An answer, as JSON already; what is said along with it stays beside it."""
    return told._replace(told=pack(told.told)) if isinstance(told, Answer) else pack(told)


@answers_to(OfPad)
async def answer_of_pad(asked: OfPad, caller: Caller) -> object:
    return await work_out(asked, Asking(caller.lobby.pads.find(asked.name), NOBODY, caller.here))


@answers_to(WithPad)
async def answer_with_pad(asked: WithPad, caller: Caller) -> object:
    files = asked.files
    own = await own_pad(files.text, files.parents, caller.lobby.pads) if files else None
    return await work_out(asked, Asking(own, NOBODY, caller.here))


# tables


@answers_to(OfTable)
async def answer_of_table(asked: OfTable, caller: Caller) -> object:
    room = await (watched(caller, asked.table) if asked.watched else caller.lobby.room(asked.table))
    player = await caller.player() if asked.token == "needed" else None
    who = Who(player.id, player.name) if player else NOBODY
    told = await work_out(asked, Asking(room.table, who, caller.here))
    if not isinstance(told, Answer):
        if isinstance(told, dict) and await _hides_scores(asked, caller, room):
            return {**told, "scores": None}
        return told
    if told.says is not None:
        await _say(room, Listener(player), told.says)
    return told.told


async def _hides_scores(asked: OfTable, caller: Caller, room: Room) -> bool:
    """Whether an answer must not tell how a game ended, because it is somebody's half of a duel."""
    if not isinstance(asked, tables.AskTable) or not room.table.has_finished(1):
        return False
    player = await caller.player() if caller.token is not None else None
    reader = player.id if player else None
    return not room.table.is_member(reader) and await caller.lobby.duels.is_sealed(room.table.id, reader)


async def _say(room: Room, listener: Listener, message: Saying) -> None:
    answer = await room.request(listener, message)
    if isinstance(answer, RowlockError):
        raise answer


async def watched(caller: Caller, table: str) -> Room:
    """A table's room, for those who may see what is played there."""
    room = await caller.lobby.room(table)
    player = await caller.player() if caller.token is not None else None
    reader = player.id if player else None
    if not room.table.is_member(reader):
        if not room.table.settings.spectators or await caller.lobby.events.is_sealed(room.table):
            raise NoSpectators("this table does not want to be watched")
        await caller.lobby.duels.check_open(table, reader)
    return room


# finished games


@answers_to(OfGame)
async def answer_of_game(asked: OfGame, caller: Caller) -> object:
    """Worked out once, and again if the game was corrected after its end: the log never changes otherwise."""
    room = await check_played(caller, asked.table, asked.game)

    def make(played: Record) -> bytes:
        return _encoded(asked.reply(Asking(played, NOBODY, caller.here)))

    key = f"{asked} {room.table.corrections}"
    return await caller.lobby.queue.once(key, lambda: made_of_game(caller, asked.table, asked.game, make))


def _encoded(told: object) -> bytes:
    return told.encode() if isinstance(told, str) else pack(told)


async def made_of_game(caller: Caller, table: str, game: int, make: Callable[[Record], bytes]) -> bytes:
    """Something made from a finished game, when its turn comes."""
    lobby = caller.lobby
    async with lobby.queue.turn():
        log = await lobby.store.load(table)
        return await run_in_threadpool(lambda: make(finished.read_game(log, game)))


@answers_to(games.AskReplay)
async def answer_replay(asked: games.AskReplay, caller: Caller) -> bytes:
    """On a stranger's pad in a process with limits, however heavy its moves are."""
    room = await check_played(caller, asked.table, asked.game)

    def show(played: Record) -> bytes:
        if played.variant.is_known:
            return pack(asked.reply(Asking(played, NOBODY, caller.here)))
        own.append(format_record(played))
        return b""

    async def make() -> bytes:
        told = await made_of_game(caller, asked.table, asked.game, show)
        return await read_replay(own[0]) if own else told

    own = list[str]()
    return await caller.lobby.queue.once(f"{asked} {room.table.corrections}", make)


@answers_to(games.ReplayRecord)
async def answer_replay_of_record(asked: games.ReplayRecord, caller: Caller) -> bytes:
    """In a process with tight limits."""
    return await read_replay(asked.text)


async def check_reader(caller: Caller, table: str, game: int) -> Room:
    """Games are for those who may watch; a member who asks for an abandoned one has it ended first."""
    room = await watched(caller, table)
    if room.is_abandoned and room.table.game_number == game and caller.token is not None:
        player = await caller.player()
        if room.table.is_member(player.id):
            await room.break_off("abandoned")
    return room


async def check_played(caller: Caller, table: str, game: int) -> Room:
    """The same for a game that is over: nobody has a whole log read for one that was never played."""
    room = await check_reader(caller, table, game)
    if not room.table.has_finished(game):
        room = await caller.lobby.visit(table)  # another process may know more
    if game > room.table.game_number:
        raise NoSuchGame(f"this table has not played a game {game}")
    if not room.table.has_finished(game):
        raise NotOver("the record can be read when the game is over")
    if await caller.lobby.events.is_sealed(room.table):
        raise RoundRuns("other tables still play with the same dice: wait until the round is over")
    return room
