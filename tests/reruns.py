"""Tests that were run again: each is named with what went wrong at first, and more than MOST fail the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

MOST = int(os.environ.get("MOST_RERUNS", "2"))


class Reruns:
    """Listens where all workers are heard; `RERUNS` names a file that the runs of one `make test` share."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.lines: list[str] = []
        self.shared = os.environ.get("RERUNS")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "rerun" or report.nodeid in self.names:  # type: ignore[comparison-overlap]
            return  # a fault may show at its end as well
        self.names.add(report.nodeid)
        told = f"{report.nodeid}: {_reason(report)}"
        self.lines.append(told)
        if self.shared:
            with Path(self.shared).open("a", encoding="utf-8") as file:
                file.write(f"{told}\n")

    def all_lines(self) -> list[str]:
        if self.shared and Path(self.shared).is_file():
            return Path(self.shared).read_text(encoding="utf-8").splitlines()
        return self.lines

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if len(self.all_lines()) > MOST and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if lines := self.all_lines():
            told = f"{len(lines)} tests were run again, {MOST} may be:\n  " + "\n  ".join(lines)
            terminalreporter.write_line(told, red=len(lines) > MOST, yellow=len(lines) <= MOST)


def _reason(report: pytest.TestReport) -> str:
    """The fault in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return " ".join((crash.message if crash else report.longreprtext).split())[:300]
