"""A progress bar with the time that remains, on a terminal; nothing where there is none."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TextIO

WIDTH = 30
PAUSE = 0.1
"""Seconds between two drawings."""


class Progress:
    """Counts towards a total and draws itself: `with Progress(n, "games") as progress: progress.add(1)`."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()
        self._begin = self._drawn = monotonic()

    def add(self, count: int) -> None:
        self.done += count
        if self._shown and monotonic() - self._drawn > PAUSE:
            self._drawn = monotonic()
            self._stream.write("\r" + self.line())
            self._stream.flush()

    def line(self) -> str:
        """The bar as text, with speed and remaining time."""
        share = self.done / self.total if self.total else 1.0
        full = int(share * WIDTH)
        speed = self.done / max(monotonic() - self._begin, 1e-9)
        left = (self.total - self.done) / speed if speed else 0.0
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{bar} {share:4.0%}  {speed:,.0f} {self.what}/s  {format_seconds(left)} left   "

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write("\r" + " " * len(self.line()) + "\r")
            self._stream.flush()


def format_seconds(seconds: float) -> str:
    """As in `12 s`, `3 min 05 s` or `2 h 10 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
