"""Graded games of bots, one row for every decision, written as they are played: `rowlock dataset`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypedDict, get_type_hints

from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.verdict import Judge
from rowlock.analysis.review import review_types
from rowlock.analysis.review.card_turns import card_turns_of
from rowlock.analysis.review.decisions import decisions_of
from rowlock.analysis.review.turns import turns_of
from rowlock.bots import find_source
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import outcome
from rowlock.engine.record import Record, replay
from rowlock.engine.variant import Variant
from rowlock.simulation.export import export_game

PART = 50
"""Games that are written at once: at most these are lost to a kill."""


class BadFile(RowlockError):
    """A file that a dataset cannot be written to."""

    code = "bad_file"


class Row(TypedDict):
    """One decision of a seat that had a choice."""

    variant: str
    seed: int
    game: int
    """The number of the game in its seed: the same game again with `rowlock simulate --export`."""
    seat: int
    bot: str
    turn: int
    phase: str
    position: str
    """Before the choice, as one line of text; with cards, as the seat knew it."""
    chosen: str
    best: str
    options: int
    worth: float
    """Of the best option: a chance to win, alone points."""
    loss: float
    """By how much the chosen one is worth less."""
    grade: str | None
    points: int
    """The seat's final score."""
    share: float
    """Of the win."""


class Writer(Protocol):
    """Takes rows, part by part."""

    def write(self, rows: list[Row]) -> None: ...
    def close(self) -> None: ...


def graded_games(variant: Variant, bots: Sequence[str], seed: int, games: range) -> Iterator[list[Row]]:
    """The rows of one game after the other; who sits where goes round."""
    dice = variant.turns is None
    judge = find_judge(variant, len(bots)) if dice else None
    for number in games:
        seated = [bots[(seat + number) % len(bots)] for seat in range(len(bots))]
        record = export_game(variant, seated, seed, number)
        yield list(_rows(record, judge, seed, number, [find_source(bot).name for bot in seated]))


def _rows(record: Record, judge: Judge | None, seed: int, number: int, bots: list[str]) -> Iterator[Row]:
    ended = outcome(replay(record)[-1].game)
    assert ended is not None
    for turn, decision in _decisions(record, judge):
        seat = decision["seat"]
        yield {
            "variant": record.variant.name,
            "seed": seed,
            "game": number,
            "seat": seat,
            "bot": bots[seat],
            "turn": turn,
            "phase": decision["phase"],
            "position": decision["position"],
            "chosen": decision["chosen"],
            "best": decision["best"],
            "options": len(decision["options"]),
            "worth": decision["options"][0]["worth"],
            "loss": decision["loss"],
            "grade": decision["grade"],
            "points": ended.scores[seat],
            "share": (seat in ended.winners) / max(1, len(ended.winners)),
        }


def _decisions(record: Record, judge: Judge | None) -> Iterator[tuple[int, review_types.Decision]]:
    if judge is None:
        told = ByCards(record.variant, len(record.seats)).tell(card_turns_of(record), lambda _: None)
        yield from ((turn["turn"], decision) for turn in told for decision in turn["decisions"])
        return
    turns = turns_of(record)
    for turn, judged in zip(turns, judge.judge(turns, lambda _: None), strict=True):
        yield from ((turn.before.turn, decision) for decision in decisions_of(turn, judged, judge.about))


def write_dataset(
    file: Path, variant: Variant, bots: Sequence[str], games: int, seed: int, heard: Callable[[int], None]
) -> int:
    """Write the rows of so many games, part by part; returns how many rows there are."""
    writer, waiting, count = open_writer(file), list[Row](), 0
    try:
        for number, rows in enumerate(graded_games(variant, bots, seed, range(games)), 1):
            waiting += rows
            count += len(rows)
            if number % PART == 0:
                writer.write(waiting)
                waiting = []
            heard(1)
    finally:
        writer.write(waiting)
        writer.close()
    return count


def open_writer(file: Path) -> Writer:
    """A writer for `.parquet`, which needs pyarrow, or `.jsonl`, which needs nothing."""
    if file.suffix == ".jsonl":
        return _Lines(file)
    if file.suffix != ".parquet":
        raise BadFile(f"{file.name}: a dataset is written as .parquet or .jsonl")
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadFile("Parquet needs pyarrow: pip install 'rowlock[data]'; .jsonl does not") from None
    return _Parquet(file)


class _Lines:
    def __init__(self, file: Path) -> None:
        self.stream = file.open("w", encoding="utf-8")

    def write(self, rows: list[Row]) -> None:
        self.stream.writelines(json.dumps(row) + "\n" for row in rows)
        self.stream.flush()

    def close(self) -> None:
        self.stream.close()


class _Parquet:
    """Every part is a row group, so that readers can stream too."""

    def __init__(self, file: Path) -> None:
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        kinds: dict[Any, Any] = {int: arrow.int64(), float: arrow.float64()}
        fields = [(name, kinds.get(kind, arrow.string())) for name, kind in _columns().items()]
        self.schema, self.arrow = arrow.schema(fields), arrow
        self.writer = parquet.ParquetWriter(file, self.schema, compression="zstd")

    def write(self, rows: list[Row]) -> None:
        if rows:
            self.writer.write_table(self.arrow.Table.from_pylist(rows, self.schema))

    def close(self) -> None:
        self.writer.close()


def _columns() -> dict[str, Any]:
    return get_type_hints(Row)
