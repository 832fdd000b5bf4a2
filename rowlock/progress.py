"""The progress of long work, on a terminal's standard error; nothing without a terminal.

It is drawn by `rich`, which is only imported where something is drawn.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import Task


class Progress:
    """Counts towards a total and shows it: `with Progress(n, "games") as progress: progress.add(1)`."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self.done = 0
        console = _console(stream)
        self._bar = _make_bar(console, what) if console else None
        if self._bar:
            self._bar.add_task(what, total=total)

    def add(self, count: int, total: int | None = None) -> None:
        """This many more are done; `total` corrects how many there will be."""
        self.done += count
        if self._bar:
            self._bar.update(self._bar.task_ids[0], advance=count, total=total)

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()


def _console(stream: TextIO | None) -> Console | None:
    stream = stream or sys.stderr
    if not stream.isatty():
        return None
    from rich.console import Console

    return Console(file=stream)


def _make_bar(console: Console, what: str) -> Bar:
    """A bar with the share, the speed and the time that remains; it disappears when the work is done."""
    from rich.progress import BarColumn, ProgressColumn, TaskProgressColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Pace(ProgressColumn):
        def render(self, task: Task) -> Text:
            if not task.speed:
                return Text("")
            return Text(f"{task.speed:,.0f} {what}/s  {format_seconds(task.time_remaining or 0)} left")

    return Bar(BarColumn(), TaskProgressColumn(), Pace(), console=console, transient=True)


def format_seconds(seconds: float) -> str:
    """As in `12 s`, `3 min 05 s` or `2 h 10 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
