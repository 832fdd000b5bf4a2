"""A process that reads and writes lines of JSON, and is trusted with nothing.

Whatever it does wrong is a fault with a name: it ends, says nothing in time, does not read, writes rubbish or
floods its output. It is ended with everything it started, and the last lines of its standard error are
quoted with the reason.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import signal
import subprocess
import weakref
from time import monotonic
from typing import IO, Any, Literal

from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject

MOST_BYTES = 65_536
"""How many bytes a process may write for one answer."""
LAST_LINES = 5
"""How many lines of standard error are quoted when a process has failed."""
Fault = Literal["late", "ended", "nonsense"]
"""A process said nothing in time, is no more, or wrote something that nobody asked for."""


class BadCommand(RowlockError):
    """A command that cannot be started."""

    code = "bad_command"


class LineProcess:
    """One process, spoken to in lines of JSON."""

    def __init__(self, command: str, seconds: float) -> None:
        self.seconds, self.late = seconds, f"gave no answer within {seconds:g} s"
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadCommand(f"{command!r} cannot be read as a command: {error}") from None
        if not self.words:
            raise BadCommand("'exec:' needs a command after the colon")
        self.process: subprocess.Popen[bytes] | None = None
        self.unread, self.errors = b"", b""

    def fault(self, kind: Fault, reason: str) -> RowlockError:
        """The error that tells about a fault."""
        raise NotImplementedError

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        self.close()
        try:
            self.process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise BadCommand(f"{self.words[0]!r} cannot be started: {error.strerror}") from None
        weakref.finalize(self, _end, self.process)  # nothing is left when we are forgotten, or end
        for pipe in _pipes(self.process):
            os.set_blocking(pipe.fileno(), False)

    def close(self) -> None:
        """End the process and all that it started."""
        process, self.process, self.unread, self.errors = self.process, None, b"", b""
        if process is not None:
            _end(process)

    def send(self, message: JsonObject) -> None:
        """Write a line, without waiting for ever on a process that does not read."""
        left = memoryview(json.dumps(message).encode() + b"\n")
        deadline = monotonic() + self.seconds
        pipe = self.process.stdin if self.process else None
        while left and pipe:
            _, ready, _ = select.select([], [pipe], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise self.fault("late", f"read nothing for {self.seconds:g} s")
            try:
                left = left[os.write(pipe.fileno(), left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self.fault("ended", self._gone()) from None

    def read(self, deadline: float, *, alone: bool = True) -> Any:
        """The next line of its output, read as JSON; `alone` if nothing may come after it."""
        line = self._line(deadline)
        if alone and self.unread:
            raise self.fault("nonsense", f"wrote more than was asked for: {self.unread[:60]!r}")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self.fault("nonsense", f"wrote something that is not JSON: {line[:60]!r}") from None

    def _line(self, deadline: float) -> str:
        """The next line of its output as text; what it complains about meanwhile is kept."""
        while b"\n" not in self.unread and self.process:
            if len(self.unread) > MOST_BYTES:
                raise self.fault("nonsense", f"wrote more than {MOST_BYTES} bytes for one answer")
            out, err = self.process.stdout, self.process.stderr
            assert out is not None
            listened = [out, err] if err and not err.closed else [out]
            ready, _, _ = select.select(listened, [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise self.fault("late", self.late + self._complaint())
            if err in ready and not self._hear_errors() and err:
                err.close()
            if out in ready:
                some = os.read(out.fileno(), MOST_BYTES)
                if not some:
                    raise self.fault("ended", self._gone())
                self.unread += some
        line, _, self.unread = self.unread.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _hear_errors(self) -> bool:
        """Keep the last lines of its standard error; False when there will be no more."""
        pipe = self.process.stderr if self.process else None
        if pipe is None or pipe.closed:
            return False
        try:
            some = os.read(pipe.fileno(), MOST_BYTES)
        except BlockingIOError:
            return True
        self.errors = (self.errors + some)[-4096:]
        return bool(some)

    def _gone(self) -> str:
        status = None
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self.process.wait(1)
        ended = "closed its output" if status is None else f"ended with status {status}"
        return ended + self._complaint()

    def _complaint(self) -> str:
        """The last lines of its standard error, to stand below the reason."""
        self._hear_errors()
        lines = self.errors.decode("utf-8", "replace").splitlines()
        printable = ["".join(sign for sign in line if sign.isprintable())[:200] for line in lines]
        kept = [line for line in printable if line.strip()][-LAST_LINES:]
        return "".join(f"\n    {line}" for line in kept)


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in _pipes(process):
        with contextlib.suppress(OSError):
            pipe.close()
    process.wait()
