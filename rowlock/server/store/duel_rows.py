"""Duels and halves as values, and as rows of the database."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from rowlock import __version__
from rowlock.community.duels.answers import HalfFound
from rowlock.community.duels.duel import Duel, HalfStanding
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant_text import format_variant
from rowlock.server.store.database import StoredRow
from rowlock.table.log.new_table import read_variant
from rowlock.table.log.opening import SharedGame
from rowlock.table.table import GivenDice

VERSION = "version"


class HalfRow(NamedTuple):
    """Somebody's half of a duel, as far as it has come."""

    duel: str
    side: str
    """Who plays it: a player's id, or `@` and a word for a game that was there before."""
    half: str
    """Its name in addresses."""
    player: str | None
    name: str
    begun: float
    seen: float = 0.0
    table: str | None = None
    device: bool = False
    handed: float | None = None
    moves: tuple[str, ...] | None = None
    record: str | None = None
    refused: str | None = None
    judged: float | None = None
    finished: bool | None = None
    standing: HalfStanding | None = None
    luck: float | None = None

    @property
    def is_handed(self) -> bool:
        return self.moves is not None or self.record is not None

    @property
    def is_person(self) -> bool:
        return not self.side.startswith("@")


class JudgedHalf(NamedTuple):
    """A half with its whole result, and by which version of this program it was judged."""

    half: HalfRow
    found: HalfFound | None
    version: str


class DuelRow(NamedTuple):
    """A duel in a list: one's own half, how many take part, how many of them have finished."""

    duel: Duel
    mine: HalfRow | None
    people: int
    finished: int
    latest: float
    """When the last of the others' halves was judged."""


def row_of_duel(duel: Duel, maker: str) -> JsonObject:
    game, dice = duel.game, duel.game.dice
    return {
        "id": duel.id,
        "maker": maker,
        "maker_name": duel.maker,
        "against": duel.against,
        "created": duel.created,
        "closes": duel.closes,
        "pad": game.variant.name,
        "title": game.variant.title,
        "text": format_variant(game.variant),
        "bots": orjson.dumps(game.bots).decode(),
        "label": dice.label,
        "seeds": orjson.dumps(dice.seeds).decode(),
        "seals": None if dice.seals is None else orjson.dumps(dice.seals).decode(),
    }


def read_duel(row: StoredRow, secret: str) -> Duel:
    seals = None if row.seals is None else tuple(orjson.loads(row.seals))
    dice = GivenDice(row.label, tuple(orjson.loads(row.seeds)), seals)
    variant = read_variant(row.pad, row.text)
    game = SharedGame(variant, dice, secret, tuple(orjson.loads(row.bots)))
    return Duel(row.id, game, row.against, row.maker_name, row.created, row.closes)


def row_of_half(half: HalfRow) -> JsonObject:
    names = ("duel", "side", "half", "player", "name", "begun", "seen", "device", "handed", "record")
    moves = None if half.moves is None else " ".join(half.moves)
    return {name: getattr(half, name) for name in names} | {"table_id": half.table, "moves": moves}


def read_half(row: StoredRow) -> HalfRow:
    return HalfRow(
        row.duel,
        row.side,
        row.half,
        row.player,
        row.name,
        row.begun,
        row.seen,
        row.table_id,
        row.device,
        row.handed,
        tuple(row.moves.split()) if row.moves is not None else None,
        row.record,
        row.refused,
        row.judged,
        row.finished,
        HalfStanding(row.loss, row.score, row.won) if row.judged is not None else None,
        row.luck,
    )


def text_of_found(found: HalfFound) -> str:
    """A result as text, with the version that judged: another one may have other networks."""
    return orjson.dumps({**found, VERSION: __version__}).decode()


def read_found(row: StoredRow) -> HalfFound | None:
    return _found_and_version(row)[0]


def read_judged(row: StoredRow) -> JudgedHalf:
    return JudgedHalf(read_half(row), *_found_and_version(row))


def _found_and_version(row: StoredRow) -> tuple[HalfFound | None, str]:
    found = orjson.loads(row.found) if row.found else None
    return found, found.pop(VERSION, "") if found else ""
