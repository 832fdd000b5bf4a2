"""A game that was played elsewhere, brought as a record: the log that a table would have had.

So whatever is made of logs (lists, replays, reviews, prints) is made of brought games too.
"""

from __future__ import annotations

from collections.abc import Collection

from rowlock.engine.errors import BadRecord
from rowlock.engine.game import Chance, Game, Phase
from rowlock.engine.moves import Abort
from rowlock.engine.moves import Resign as GivenUp
from rowlock.engine.notation import format_move
from rowlock.engine.record import Input, Record, replay
from rowlock.engine.variant_text import format_variant
from rowlock.table.log.opened import Opened
from rowlock.table.messages import Saying, Who
from rowlock.table.messages.dice import chance_said
from rowlock.table.messages.play import BreakOff, MakeMove, Resign, Start
from rowlock.table.table import DiceSource, Entry, Seat, Settings

NO_SECRET = "00" * 32
"""Nothing follows from it: the rolls are in the log."""


def log_of(record: Record, table: str, at: float, owner: Who, mine: Collection[int]) -> list[Entry]:
    """The log of a table at which this was said; `mine` are the owner's seats. Raises for a game not over."""
    seats = [
        Seat("human", name, owner.id if seat in mine or _resigns(record, seat) else None)
        for seat, name in enumerate(record.seats)
    ]
    text, settings = format_variant(record.variant), Settings(dice=_dice_of(record))
    opened = Opened(table, owner.name, record.variant.name, text, settings, tuple(seats), offline=True)
    first = opened._replace(position=record.position).entry(at, owner.id, NO_SECRET)
    said = [(owner.id, Start(start=record.start)), *_said(record, owner)]
    return [first, *(Entry(n, at, by, one.kind, one.body) for n, (by, one) in enumerate(said, 2))]


def _said(record: Record, owner: Who) -> list[tuple[str | None, Saying]]:
    games = [record.new_game(), *(step.game for step in replay(record))]
    if games[-1].phase is not Phase.OVER:
        raise BadRecord("the game in this record is not over")
    return [_saying(said, game, owner) for said, game in zip(record.inputs, games, strict=False)]


def _saying(said: Input, game: Game, owner: Who) -> tuple[str | None, Saying]:
    """An input as it is said to this game: by the owner, or by the house."""
    if isinstance(said.move, Chance):
        return None, chance_said(said.move, game.turn)
    if isinstance(said.move, Abort):
        return None, BreakOff(why="agreed")
    if said.seat is None:
        raise BadRecord("a move in this record is nobody's")
    if isinstance(said.move, GivenUp):
        return owner.id, Resign(seat=said.seat)
    return None, MakeMove.now(game, said.seat, format_move(said.move))


def _dice_of(record: Record) -> DiceSource:
    return "real" if dict(record.headers).get("dice", "").startswith("real") else "server"


def _resigns(record: Record, seat: int) -> bool:
    """Only who holds a seat can give it up."""
    return any(isinstance(said.move, GivenUp) and said.seat == seat for said in record.inputs)
