"""Two checkouts beside each other: both measure the same by turns, so that a busy machine hits both alike.

A script that can be compared answers every line of its standard input with one number (`--answer`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

HERE = Path(__file__).resolve().parent.parent


class Sides:
    """One script in two processes: with another checkout's package, and with ours."""

    def __init__(self, script: str, other: Path) -> None:
        self._sides = [
            subprocess.Popen(
                [sys.executable, str(Path(script).resolve()), "--answer"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(root.resolve())},
            )
            for root in (other, HERE)
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, why: BaseException | None, trace: TracebackType | None
    ) -> None:
        for side in self._sides:
            side.communicate()

    def best(self, questions: list[str], warm: int = 0) -> tuple[float, float]:
        """The least number that each side answers, theirs first; the first `warm` questions do not count."""
        found: tuple[list[float], list[float]] = ([], [])
        for turn, question in enumerate(questions):
            for i in (turn % 2, 1 - turn % 2):
                found[i].append(self._ask(i, question))
        return min(found[0][warm:]), min(found[1][warm:])

    def _ask(self, side: int, question: str) -> float:
        stdin, stdout = self._sides[side].stdin, self._sides[side].stdout
        assert stdin
        assert stdout
        print(question, file=stdin, flush=True)
        return float(stdout.readline())
