"""A game that was played elsewhere, brought as a record: the log that a table would have had.

So whatever is made of logs (lists, replays, reviews, prints) is made of brought games too.
"""

from __future__ import annotations

from collections.abc import Collection

from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.errors import BadRecord
from rowlock.engine.game import Chance, Game, Phase
from rowlock.engine.json_object import JsonObject
from rowlock.engine.moves import Abort, Resign
from rowlock.engine.notation import format_chance, format_move
from rowlock.engine.record import Input, Record, replay
from rowlock.engine.variant_text import format_variant
from rowlock.table.messages import Who
from rowlock.table.table import EDITION, DiceSource, Entry, Seat, Settings

NO_SECRET = "00" * 32
"""Nothing follows from it: the rolls are in the log."""


def log_of(record: Record, table: str, at: float, owner: Who, mine: Collection[int]) -> list[Entry]:
    """The log of a table at which this was said; `mine` are the owner's seats. Raises for a game not over."""
    seats = [
        Seat("human", name, owner.id if seat in mine or _resigns(record, seat) else None)
        for seat, name in enumerate(record.seats)
    ]
    body: JsonObject = {
        "edition": EDITION,
        "table": table,
        "name": owner.name,
        "variant": record.variant.name,
        "text": format_variant(record.variant),
        "settings": Settings(dice=_dice_of(record))._asdict(),
        "seats": [seat._asdict() for seat in seats],
        "offline": True,
        **({"position": record.position} if record.position else {}),
    }
    said: list[tuple[str, str | None, JsonObject]] = [
        ("created", owner.id, body),
        ("start", owner.id, {"start": record.start}),
        *_said(record, owner),
    ]
    log = [Entry(number, at, player, kind, body) for number, (kind, player, body) in enumerate(said, 1)]
    return [log[0]._replace(secret=NO_SECRET), *log[1:]]


def _said(record: Record, owner: Who) -> list[tuple[str, str | None, JsonObject]]:
    games = [record.new_game(), *(step.game for step in replay(record))]
    if games[-1].phase is not Phase.OVER:
        raise BadRecord("the game in this record is not over")
    return [_entry(said, game, owner) for said, game in zip(record.inputs, games, strict=False)]


def _entry(said: Input, game: Game, owner: Who) -> tuple[str, str | None, JsonObject]:
    """An input as an entry, said to this game."""
    if isinstance(said.move, Shuffle):
        return "shuffle", None, {"cards": format_chance(said.move)}
    if isinstance(said.move, Chance):
        return "roll", None, {"dice": format_chance(said.move)}
    if isinstance(said.move, Abort):
        return "aborted", None, {"why": "agreed"}
    if isinstance(said.move, Resign):
        return "resign", owner.id, {"seat": said.seat}
    told = {"seat": said.seat, "turn": game.turn, "phase": game.phase.value, "move": format_move(said.move)}
    return "move", None, told


def _dice_of(record: Record) -> DiceSource:
    return "real" if dict(record.headers).get("dice", "").startswith("real") else "server"


def _resigns(record: Record, seat: int) -> bool:
    """Only who holds a seat can give it up."""
    return any(isinstance(said.move, Resign) and said.seat == seat for said in record.inputs)
