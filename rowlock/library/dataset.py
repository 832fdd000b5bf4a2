"""Graded games of bots, one row for every decision, written as they are played: `rowlock dataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.verdict import Judge
from rowlock.bots import find_source
from rowlock.engine.game import outcome
from rowlock.engine.record import Record, replay
from rowlock.engine.variant import Variant
from rowlock.library.decision_rows import DecisionRow, graded, open_writer
from rowlock.simulation.export import export_game

PART = 50
"""Games that are written at once: what is held in memory."""


def graded_games(
    variant: Variant, bots: Sequence[str], seed: int, games: range
) -> Iterator[list[DecisionRow]]:
    """The rows of one game after the other; who sits where goes round."""
    dice = variant.turns is None
    judge = find_judge(variant, len(bots)) if dice else None
    for number in games:
        seated = [bots[(seat + number) % len(bots)] for seat in range(len(bots))]
        record = export_game(variant, seated, seed, number)
        yield list(_rows(record, judge, seed, number, [find_source(bot).name for bot in seated]))


def _rows(
    record: Record, judge: Judge | None, seed: int, number: int, bots: list[str]
) -> Iterator[DecisionRow]:
    ended = outcome(replay(record)[-1].game)
    assert ended is not None
    for turn, decision, luck in graded(record, judge):
        seat = decision["seat"]
        yield {
            "variant": record.variant.name,
            "month": None,
            "seed": seed,
            "game": number,
            "seat": seat,
            "bot": bots[seat],
            "player": None,
            "turn": turn,
            "phase": decision["phase"],
            "position": decision["position"],
            "chosen": decision["chosen"],
            "best": decision["best"],
            "options": len(decision["options"]),
            "worth": decision["options"][0]["worth"],
            "loss": decision["loss"],
            "grade": decision["grade"],
            "luck": luck[seat],
            "points": ended.scores[seat],
            "share": (seat in ended.winners) / max(1, len(ended.winners)),
        }


def write_dataset(
    file: Path, variant: Variant, bots: Sequence[str], games: int, seed: int, heard: Callable[[int], None]
) -> int:
    """Write the rows of so many games, part by part; returns how many rows there are."""
    return write_games(file, variant, bots, range(games), seed, heard)


def write_games(
    file: Path, variant: Variant, bots: Sequence[str], games: range, seed: int, heard: Callable[[int], None]
) -> int:
    """Write the rows of some games of a seed."""
    writer, waiting, count = open_writer(file), list[DecisionRow](), 0
    try:
        for number, rows in enumerate(graded_games(variant, bots, seed, games), 1):
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
