"""Any program as a bot: a process that reads and writes JSON lines. See docs/bots.md.

It is trusted with nothing: whoever ends, answers too late, writes rubbish or names an illegal move
forfeits the game, with the reason (`rowlock.bots.kit.process`).
"""

from __future__ import annotations

import contextlib
import json
from threading import RLock
from time import monotonic

from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.process import BadCommand as BadCommand
from rowlock.bots.kit.process import Fault, LineProcess
from rowlock.engine import view_types
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant

PROTOCOL = 1


class Forfeit(RowlockError):
    """A bot has forfeited its game; the message says by what."""

    code = "forfeit"


class Program(LineProcess):
    """One process that answers for a seat. It may be asked for many games, one after the other."""

    def __init__(
        self, command: str, seconds: float = 5.0, variant: Variant | None = None, seats: int = 0
    ) -> None:
        super().__init__(command, seconds)
        self.name, self.line, self.by = f"exec:{command}", "A guest bot, run as a program.", ITSELF
        self.variant, self.seats = variant, seats
        self.turn = 0
        """The turn that it was asked about last; an earlier one belongs to another game."""
        self._thinking = RLock()

    def fault(self, kind: Fault, reason: str) -> Forfeit:
        return Forfeit(reason)

    def begin(self, variant: Variant, seat: int, seats: int) -> None:
        """Say hello: a new game begins. Starts the process if none runs."""
        if not self.is_running:
            self.start()
        hello = {"type": "hello", "protocol": PROTOCOL, "variant": variant.name, "seat": seat, "seats": seats}
        self.send({**hello, "sheet": plain_variant(variant), "variant_text": format_variant(variant)})

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
        self.send({"type": "choose", "view": view, "moves": moves})
        answer = self.read(monotonic() + self.seconds)
        move = answer.get("move") if isinstance(answer, dict) else None
        if not isinstance(move, str):
            raise Forfeit(f"answered without a move: {json.dumps(answer)[:60]!r}")
        if move not in moves:
            raise Forfeit(f"played {move[:20]!r}, which is not legal; legal: {' '.join(moves)}")
        return move

    def end(self, scores: list[int]) -> None:
        """Tell how the game ended; nothing is expected in return."""
        with contextlib.suppress(Forfeit):
            self.send({"type": "end", "scores": scores})
