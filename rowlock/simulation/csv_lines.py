"""Games as lines of a CSV file, for spreadsheets and statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class GameLines:
    """A file that gets a line for every game of a run; without a path nothing is written."""

    def __init__(self, path: Path | None, seats: int) -> None:
        self.seats = seats
        self._file = path.open("w", encoding="utf-8", newline="") if path else None
        if self._file:
            scores = [f"score {seat}" for seat in range(seats)]
            self._file.write(",".join(["game", "start", *scores, "turns", "reason", "closed"]) + "\n")

    def write(self, first: int, lines: Iterable[Sequence[int]] | npt.NDArray[np.int64]) -> None:
        """Games from this number on: scores by seat, turns, whether rows ended it, how many were closed.

        They are written in one breath: whoever stops the work finds none of them, or all.
        """
        if self._file:
            written = io.StringIO()
            writer = csv.writer(written, lineterminator="\n")
            for game, line in enumerate(lines, first):
                *told, by_rows, closed = map(int, line)
                reason = "rows" if by_rows else "penalties"
                writer.writerow([game, game % self.seats, *told, reason, closed])
            self._file.write(written.getvalue())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()


def write_sheets(path: Path, names: Sequence[str], points: Floats, shares: Floats) -> None:
    """A line for every sheet of every game of a contest, by deal, rotation and place."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["deal", "rotation", "bot", "points", "share"])
        for deal, rotations in enumerate(points):
            for rotation, sheets in enumerate(rotations):
                for place, score in enumerate(sheets):
                    share = f"{shares[deal, rotation, place]:.6g}"
                    writer.writerow([deal, rotation, names[place], int(score), share])
