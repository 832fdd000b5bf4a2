"""Questions about duels that a device answers too: a table for one's own half, and its moves afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rowlock.community.duels.answers import OwnHalf
from rowlock.community.shared_games import moves_of
from rowlock.engine.record import Record
from rowlock.table.api.question import Asking, OfGame, Question
from rowlock.table.log.records import bots_in
from rowlock.table.messages.limits import BotName, Items, PadName, PadText, Text
from rowlock.table.shapes.answers import TableMade

DuelId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
SecretText = Annotated[str, Text(64, 64, "[0-9a-f]+")]
DuelLabel = Annotated[str, Text(1, 80)]
Part = Annotated[str, Text(0, 64)]


@dataclass(frozen=True, kw_only=True)
class DuelDice:
    """A duel as a device was told it ahead: pad, bots by seat (null where the person sits), and dice."""

    pad: PadName
    variant_text: PadText
    bots: Annotated[list[BotName | None], Items(1, 5)]
    label: DuelLabel
    secret: SecretText
    seeds: Annotated[list[Part], Items(0, 5)]
    seals: Annotated[list[Part], Items(0, 5)] | None = None


@dataclass(frozen=True, kw_only=True)
class PlayDuel(
    Question[None],
    ask="POST /duels/{duel}/table",
    gives=TableMade,
    status=201,
    token="needed",
    counts="tables",
):
    """A table for your half of a duel: the one that you have begun, or a new one.

    A device is told the `ahead` that it has fetched; a server needs none.
    """

    duel: DuelId
    ahead: DuelDice | None = None


@dataclass(frozen=True, kw_only=True)
class AskOwnHalf(OfGame, ask="GET /tables/{table}/games/{game}/half", counts="questions"):
    """The choices of the one person in a game on shared dice, as they are handed in."""

    def reply(self, asking: Asking[Record], /) -> OwnHalf:
        record = asking.of
        seat = bots_in(record).index(None)
        return {"label": dict(record.headers).get("label", ""), "moves": list(moves_of(record, seat))}
