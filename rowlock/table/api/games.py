"""Questions about finished games, and records that people bring."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from rowlock.engine.record import Record, format_record, read_record
from rowlock.table import finished
from rowlock.table.api.question import Asking, OfGame, Question
from rowlock.table.messages.limits import Items, RecordText, SeatNumber
from rowlock.table.replay import plain_replay
from rowlock.table.shapes import answers
from rowlock.variants import load_named


@dataclass(frozen=True, kw_only=True)
class AskRecord(OfGame, ask="GET /tables/{table}/games/{game}/record", counts="questions", fixed=True):
    """The record of a finished game, for download."""

    def reply(self, asking: Asking[Record], /) -> str:
        return format_record(asking.of)


@dataclass(frozen=True, kw_only=True)
class AskReplay(OfGame, ask="GET /tables/{table}/games/{game}/replay", counts="questions", fixed=True):
    """A finished game step by step."""

    def reply(self, asking: Asking[Record], /) -> answers.Replay:
        return finished.replay_of(asking.of)


@dataclass(frozen=True, kw_only=True)
class AskDice(OfGame, ask="GET /tables/{table}/games/{game}/dice", counts="questions", fixed=True):
    """Secret, seals, seeds and rolls of a finished game: all that is needed to verify its dice."""

    def reply(self, asking: Asking[Record], /) -> answers.Proof:
        return finished.dice_of(asking.of)


@dataclass(frozen=True, kw_only=True)
class ReplayRecord(Question[None], ask="POST /replay", counts="uploads"):
    """Any record step by step, as far as it is whole."""

    text: RecordText

    def reply(self, asking: Asking[None], /) -> answers.Replay:
        return plain_replay(read_record(self.text, load_named))


@dataclass(frozen=True, kw_only=True)
class BringGame(
    Question[None],
    ask="POST /games",
    gives=answers.GameKept,
    status=201,
    token="needed",
    counts="uploads",
):
    """Keep a finished game that was played on a device without a server; it is marked as played offline.

    `seats` were yours. The same game again is kept once.
    """

    text: RecordText
    seats: Annotated[list[SeatNumber], Items(0, 10)] = field(default_factory=list)
