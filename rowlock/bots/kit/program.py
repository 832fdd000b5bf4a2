"""Any program as a bot: a process that reads and writes JSON lines. See docs/bots.md.

It is trusted with nothing: a process that ends, answers too late, writes rubbish, floods its output or
names an illegal move forfeits the game, with the reason, and is ended with everything it started. The last
lines of its standard error are quoted with the reason.
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
from threading import RLock
from time import monotonic
from typing import IO, Any

from rowlock.bots.kit.basis import ITSELF
from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant

PROTOCOL = 1
MOST_BYTES = 65_536
"""How many bytes a process may write for one answer."""
LAST_LINES = 5
"""How many lines of standard error are quoted when a process has failed."""


class Forfeit(RowlockError):
    """A bot has forfeited its game; the message says by what."""

    code = "forfeit"


class BadCommand(RowlockError):
    """A command that cannot be started."""

    code = "bad_command"


class Program:
    """One process that answers for a seat. It may be asked for many games, one after the other."""

    def __init__(
        self, command: str, seconds: float = 5.0, variant: Variant | None = None, seats: int = 0
    ) -> None:
        self.name, self.line, self.by = f"exec:{command}", "A guest bot, run as a program.", ITSELF
        self.seconds, self.variant, self.seats = seconds, variant, seats
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadCommand(f"{command!r} cannot be read as a command: {error}") from None
        if not self.words:
            raise BadCommand("'exec:' needs a command after the colon")
        self.process: subprocess.Popen[bytes] | None = None
        self.unread, self.errors = b"", b""
        self.turn = 0
        """The turn that it was asked about last; an earlier one belongs to another game."""
        self._thinking = RLock()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def begin(self, variant: Variant, seat: int, seats: int) -> None:
        """Say hello: a new game begins. Starts the process if none runs."""
        if not self.is_running:
            self._start()
        hello = {"type": "hello", "protocol": PROTOCOL, "variant": variant.name, "seat": seat, "seats": seats}
        self._send({**hello, "sheet": plain_variant(variant), "variant_text": format_variant(variant)})

    def choose(self, view: view_types.View, moves: list[str]) -> str:
        """Ask for a move, after a hello if there was none; raises `Forfeit` for anything that is not one."""
        with self._thinking:
            try:
                if self.variant and (not self.is_running or view["turn"] < self.turn):
                    self.begin(self.variant, view["seat"] or 0, self.seats)
                self.turn = view["turn"]
                return self._ask(view, moves)
            except Forfeit:
                self.close()
                raise

    def _ask(self, view: view_types.View, moves: list[str]) -> str:
        self._send({"type": "choose", "view": view, "moves": moves})
        line = self._line(monotonic() + self.seconds)
        try:
            answer = json.loads(line)
        except ValueError:
            raise Forfeit(f"wrote something that is not JSON: {line[:60]!r}") from None
        move = answer.get("move") if isinstance(answer, dict) else None
        if not isinstance(move, str):
            raise Forfeit(f"answered without a move: {line[:60]!r}")
        if move not in moves:
            raise Forfeit(f"played {move[:20]!r}, which is not legal; legal: {' '.join(moves)}")
        return move

    def end(self, scores: list[int]) -> None:
        """Tell how the game ended; nothing is expected in return."""
        with contextlib.suppress(Forfeit):
            self._send({"type": "end", "scores": scores})

    def close(self) -> None:
        """End the process and all that it started."""
        process, self.process, self.unread, self.errors = self.process, None, b"", b""
        if process is not None:
            _end(process)

    def _start(self) -> None:
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

    def _send(self, message: dict[str, Any]) -> None:
        """Write a line, without waiting for ever on a process that does not read."""
        left = memoryview(json.dumps(message).encode() + b"\n")
        deadline = monotonic() + self.seconds
        pipe = self.process.stdin if self.process else None
        while left and pipe:
            _, ready, _ = select.select([], [pipe], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise Forfeit(f"read nothing for {self.seconds:g} s")
            try:
                left = left[os.write(pipe.fileno(), left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Forfeit(self._gone()) from None

    def _line(self, deadline: float) -> str:
        """The next line of its output; what it complains about meanwhile is kept."""
        while b"\n" not in self.unread and self.process:
            if len(self.unread) > MOST_BYTES:
                raise Forfeit(f"wrote more than {MOST_BYTES} bytes for one answer")
            out, err = self.process.stdout, self.process.stderr
            assert out is not None
            listened = [out, err] if err and not err.closed else [out]
            ready, _, _ = select.select(listened, [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise Forfeit(f"gave no answer within {self.seconds:g} s{self._complaint()}")
            if err in ready and not self._hear_errors() and err:
                err.close()
            if out in ready:
                some = os.read(out.fileno(), MOST_BYTES)
                if not some:
                    raise Forfeit(self._gone())
                self.unread += some
        line, _, self.unread = self.unread.partition(b"\n")
        if self.unread:
            raise Forfeit(f"wrote more than was asked for: {self.unread[:60]!r}")
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
