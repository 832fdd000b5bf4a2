"""Any program as a bot: a process that reads and writes JSON lines. See docs/bots.md.

The arena trusts it with nothing: a process that ends, answers too late, writes rubbish, floods its output or
names an illegal move forfeits the game, with the reason, and is ended with everything it started.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import signal
import subprocess
from time import monotonic
from typing import Any

from rowlock.engine import plain
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant

PROTOCOL = 1
MOST_BYTES = 65_536
"""As much as a process may write for one answer."""


class Forfeit(RowlockError):
    """A bot has lost its game by what it did; the message says what that was."""

    code = "forfeit"


class BadCommand(RowlockError):
    """A command that cannot be started."""

    code = "bad_command"


class ExternalBot:
    """One process that answers for a seat. It may be asked for many games, one after the other."""

    def __init__(self, command: str, seconds: float = 5.0) -> None:
        self.name, self.line, self.seconds = f"exec:{command}", "A program of its own.", seconds
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadCommand(f"{command!r} cannot be read as a command: {error}") from None
        if not self.words:
            raise BadCommand("'exec:' needs a command after the colon")
        self.process: subprocess.Popen[bytes] | None = None
        self.unread = b""

    def begin(self, variant: Variant, seat: int, seats: int) -> None:
        """Say hello: a new game begins. Starts the process if none runs."""
        if self.process is None or self.process.poll() is not None:
            self._start()
        hello = {"type": "hello", "protocol": PROTOCOL, "variant": variant.name, "seat": seat, "seats": seats}
        self._send({**hello, "sheet": plain_variant(variant), "variant_text": format_variant(variant)})

    def choose(self, view: plain.View, moves: list[str]) -> str:
        """Ask for a move; raises `Forfeit` for everything that is none."""
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
        process, self.process, self.unread = self.process, None, b""
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
        process.wait()

    def _start(self) -> None:
        self.close()
        try:
            self.process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise BadCommand(f"{self.words[0]!r} cannot be started: {error.strerror}") from None
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
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
        pipe = self.process.stdout if self.process else None
        while b"\n" not in self.unread and pipe:
            if len(self.unread) > MOST_BYTES:
                raise Forfeit(f"wrote more than {MOST_BYTES} bytes for one answer")
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise Forfeit(f"gave no answer within {self.seconds:g} s")
            some = os.read(pipe.fileno(), MOST_BYTES)
            if not some:
                raise Forfeit(self._gone())
            self.unread += some
        line, _, self.unread = self.unread.partition(b"\n")
        if self.unread:
            raise Forfeit(f"wrote more than was asked for: {self.unread[:60]!r}")
        return line.decode("utf-8", "replace")

    def _gone(self) -> str:
        status = None
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self.process.wait(1)
        return "closed its output" if status is None else f"ended with status {status}"
