"""Processor seconds of files and tests, with their servers and browsers: `make test COSTS=yes` prints them.

Whoever makes the run shorter begins with them: unlike the clock they are the same on a busy machine.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest

NAME = "processor seconds"
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
TOLD = 40
"""So many files are listed, and so many tests, the costliest first."""


class Costs:
    """Each test is charged with what this process and all below it have used since the test before."""

    def __init__(self) -> None:
        self.before = 0.0
        self.files, self.tests = Counter[str](), Counter[str]()

    def pytest_collection_finish(self) -> None:
        self.before = used()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when == "teardown":
            now = used()
            item.user_properties.append((NAME, max(0.0, now - self.before)))
            self.before = now

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Heard where the run was started, from all workers."""
        if report.when == "teardown":
            charged = [value for name, value in report.user_properties if name == NAME]
            self.tests[report.nodeid] += sum(charged[-1:])  # type: ignore[arg-type]
            self.files[report.nodeid.partition("::")[0]] += sum(charged[-1:])  # type: ignore[arg-type]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"{NAME}: {sum(self.files.values()):.0f} in all")
        for name, seconds in (*self.files.most_common(TOLD), *self.tests.most_common(TOLD)):
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")


def used() -> float:
    """Seconds of this process, of the children that it has waited for, and of all that still run below it."""
    children, ticks = defaultdict[int, list[int]](list), Counter[int]()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        process = int(place.parent.name)
        children[int(fields[1])].append(process)
        ticks[process] = sum(map(int, fields[11:15]))
    return sum(ticks[process] for process in _below(os.getpid(), children)) / TICKS


def _below(process: int, children: dict[int, list[int]]) -> list[int]:
    return [process, *(found for child in children.get(process, ()) for found in _below(child, children))]
