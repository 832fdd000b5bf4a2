"""A row for every decision, as `rowlock dataset` and `rowlock export` write them: columns, grades, files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol, TypedDict, get_type_hints

from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.verdict import Judge
from rowlock.analysis.review import review_types
from rowlock.analysis.review.card_turns import card_turns_of
from rowlock.analysis.review.decisions import decisions_of, phase_of
from rowlock.analysis.review.turns import turns_of
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.knowledge import known_to
from rowlock.engine.notation import format_move
from rowlock.engine.position import format_position
from rowlock.engine.record import Record


class BadFile(RowlockError):
    """A file that rows cannot be written to."""

    code = "bad_file"


class DecisionRow(TypedDict):
    """One decision of a seat that had a choice; what nobody has judged is null."""

    variant: str
    month: str | None
    """When people played it, as in 2026-11; null in games of bots."""
    seed: int | None
    """With it and `game`, a game of bots is played again by `rowlock simulate --export`."""
    game: int
    """The number of the game in its seed, or in its dump."""
    seat: int
    bot: str | None
    player: str | None
    """A person, by a pseudonym that is good for one dump."""
    turn: int
    phase: str
    position: str
    """Before the choice, as one line of text; with cards, as the seat knew it."""
    chosen: str
    best: str | None
    options: int
    worth: float | None
    """Of the best option: a chance to win, alone points."""
    loss: float | None
    """By how much the chosen one is worth less."""
    grade: str | None
    luck: float | None
    """The gain of the seat by the roll of this turn, or by the called card."""
    points: int
    """The seat's final score."""
    share: float
    """Of the win."""


class Graded(NamedTuple):
    """A turn's number, a decision in it, and the luck of everybody in the turn."""

    turn: int
    decision: review_types.Decision
    luck: list[float]


class Made(NamedTuple):
    """A decision that nobody has judged."""

    turn: int
    seat: int
    phase: str
    position: str
    chosen: str
    options: int


def graded(record: Record, judge: Judge | None) -> Iterator[Graded]:
    """Every decision of a record, judged now; `judge` is for games with dice, cards have their own."""
    if judge is None:
        told = ByCards(record.variant, len(record.seats)).tell(card_turns_of(record), lambda _: None)
        yield from reviewed(told)
        return
    turns = turns_of(record)
    for turn, judged in zip(turns, judge.judge(turns, lambda _: None), strict=True):
        for decision in decisions_of(turn, judged, judge.about):
            yield Graded(turn.before.turn, decision, judged.luck)


def reviewed(turns: Iterable[review_types.Turn]) -> Iterator[Graded]:
    """Every decision of a review."""
    for turn in turns:
        yield from (Graded(turn["turn"], decision, turn["luck"]) for decision in turn["decisions"])


def decisions_in(record: Record) -> Iterator[Made]:
    """Every decision of a record in which there was a choice, by the rules alone."""
    if record.variant.turns is not None:
        for cards in card_turns_of(record):
            for game, seat, move in cards.chosen.values():
                yield from _made(cards.before.turn, game, seat, move.text)
        return
    for turn in turns_of(record):
        for seat, choice in enumerate(turn.choices):
            if choice:
                yield from _made(turn.before.turn, turn.rolled, seat, format_move(choice))
        if turn.acting and turn.colour:
            yield from _made(turn.before.turn, turn.acting, turn.active, format_move(turn.colour))


def _made(turn: int, game: Game, seat: int, chosen: str) -> Iterator[Made]:
    options = len(legal_moves(game, seat))
    if options > 1:
        seen = known_to(game, seat) if game.variant.turns is not None else game
        yield Made(turn, seat, phase_of(game), format_position(seen), chosen, options)


class RowWriter(Protocol):
    """Takes rows, part by part."""

    def write(self, rows: list[DecisionRow]) -> None: ...
    def close(self) -> None: ...


def open_writer(file: Path) -> RowWriter:
    """A writer for `.parquet`, which needs pyarrow, or `.jsonl`, which needs nothing."""
    if file.suffix == ".jsonl":
        return _Lines(file)
    if file.suffix != ".parquet":
        raise BadFile(f"{file.name}: a dataset is written as .parquet or .jsonl, or into a folder: FOLDER/")
    if not has_parquet():
        raise BadFile("Parquet needs pyarrow: pip install 'rowlock[data]'; .jsonl does not")
    return _Parquet(file)


def has_parquet() -> bool:
    """Whether pyarrow is there."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        return False
    return True


class _Lines:
    def __init__(self, file: Path) -> None:
        self.stream = file.open("w", encoding="utf-8")

    def write(self, rows: list[DecisionRow]) -> None:
        self.stream.writelines(json.dumps(row) + "\n" for row in rows)
        self.stream.flush()

    def close(self) -> None:
        self.stream.close()


class _Parquet:
    """Every part is a row group, so that readers can stream too."""

    def __init__(self, file: Path) -> None:
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        whole, real = arrow.int64(), arrow.float64()
        kinds: dict[object, object] = {int: whole, int | None: whole, float: real, float | None: real}
        fields = [
            (name, kinds.get(kind, arrow.string())) for name, kind in get_type_hints(DecisionRow).items()
        ]
        self.schema, self.arrow = arrow.schema(fields), arrow
        self.writer = parquet.ParquetWriter(file, self.schema, compression="zstd")

    def write(self, rows: list[DecisionRow]) -> None:
        if rows:
            self.writer.write_table(self.arrow.Table.from_pylist(rows, self.schema))

    def close(self) -> None:
        self.writer.close()
