"""Tests that passed only when they were run again: each is named, and more than MOST fail the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

MOST = int(os.environ.get("MOST_RERUNS", "2"))


class Reruns:
    """Listens where all workers are heard; `RERUNS` names a file that the runs of one `make test` share."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.shared = os.environ.get("RERUNS")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "rerun":  # type: ignore[comparison-overlap]
            return
        self.names.append(report.nodeid)
        if self.shared:
            with Path(self.shared).open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")

    def all_names(self) -> list[str]:
        if self.shared and Path(self.shared).is_file():
            return Path(self.shared).read_text(encoding="utf-8").splitlines()
        return self.names

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if len(self.all_names()) > MOST and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        names = self.all_names()
        if not names:
            return
        told = f"{len(names)} tests were run again, {MOST} may be: " + ", ".join(names)
        terminalreporter.write_line(told, red=len(names) > MOST, yellow=len(names) <= MOST)
