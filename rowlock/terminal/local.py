"""A game at this keyboard: people who take turns at it, bots, and dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rowlock.engine.errors import NotNow
from rowlock.engine.facts import plain_fact
from rowlock.engine.game import Game, Phase, apply, new_game, waiting_for
from rowlock.engine.legal import legal_moves
from rowlock.engine.moves import PASS, WITHDRAW, Move, Pass, Roll
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.record import Input, Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import Plain, plain_variant, view
from rowlock.terminal.dice import Dice
from rowlock.variants import variant_names


class Bot(Protocol):
    """What chooses for a seat: it sees that seat's view and the texts of its legal moves."""

    name: str

    def choose(self, view: Plain, moves: list[str]) -> str: ...


@dataclass(frozen=True)
class Seat:
    """A place at the table, for a person or a bot."""

    name: str
    bot: Bot | None = None


class LocalTable:
    """The game with everybody at it. `step` does what needs no person, `say` what a person chose."""

    def __init__(
        self,
        variant: Variant,
        seats: Sequence[Seat],
        dice: Dice | None = None,
        start: int | None = None,
        pace: float = 0.0,
    ) -> None:
        self.seats, self.dice, self.pace = list(seats), dice or Dice(), pace
        first = self.dice.draw_start(len(seats)) if start is None else start
        self.game: Game = new_game(variant, len(seats), first)
        self.variant = plain_variant(variant)
        self.inputs: list[Input] = []
        self.facts: list[Plain] = []
        self._spoken: list[int] = []
        self._said = asyncio.Event()

    @property
    def rules(self) -> Variant:
        return self.game.variant

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def is_over(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def seat(self) -> int | None:
        """The seat that the keyboard speaks for now; None while nobody is asked."""
        waiting = waiting_for(self.game)
        if any(self._by_itself(seat) for seat in waiting):
            return None
        return waiting[0] if waiting else None

    def look(self) -> Plain:
        """What the person at the keyboard sees: the seat that is asked, else the first person's."""
        people = [i for i, seat in enumerate(self.seats) if not seat.bot]
        if self.seat is not None:
            return view(self.game, self.seat)
        return view(self.game, people[0] if people else None)

    def step(self) -> bool:
        """Roll, or let one bot choose, or pass for somebody who can only pass; False if none of it is due."""
        if self.game.phase is Phase.ROLL:
            self._apply(self.dice.roll(self.game), None)
            return True
        for seat in waiting_for(self.game):
            if self._by_itself(seat):
                self._apply(self._automatic(seat), seat)
                return True
        return False

    def say(self, move: str) -> None:
        """A person's choice; raises a `RowlockError` if it cannot be."""
        seat = self.seat
        if seat is None:
            raise NotNow("nobody is asked now")
        white = self.game.phase is Phase.WHITE
        self._apply(parse_move(move), seat)
        self._spoken = [*self._spoken, seat] if white and self.game.phase is Phase.WHITE else []
        self._said.set()

    def take_back(self) -> bool:
        """The last person's choice of this white action, as long as another has still to choose (R4.3)."""
        if not self._spoken or self.game.phase is not Phase.WHITE:
            return False
        self._apply(WITHDRAW, self._spoken.pop())
        return True

    async def run(self, changed: Callable[[], None]) -> None:
        """Keep the game going until it is over, and tell after every change."""
        while not self.is_over:
            moved = await asyncio.to_thread(self.step)
            changed()
            if moved:
                await asyncio.sleep(self.pace)
            else:
                self._said.clear()
                await self._said.wait()
        changed()

    def record(self, *headers: tuple[str, str]) -> Record:
        """The game so far."""
        variant = self.game.variant
        bots = [(f"bot {i}", seat.bot.name) for i, seat in enumerate(self.seats) if seat.bot]
        seed = [("seed", self.dice.seed)] if self.dice.seed is not None else []
        known = variant.name in variant_names()
        return Record(
            variant,
            tuple(self.names),
            self.game.start,
            tuple(self.inputs),
            (*bots, *seed, *headers),
            own_variant=not known,
        )

    def replay(self, inputs: Sequence[Input]) -> None:
        """Go on where a record ends."""
        for seat, move in inputs:
            self._apply(move, seat)

    def _by_itself(self, seat: int) -> bool:
        """Whether a seat needs no person now: a bot, or nothing but a pass that costs nothing."""
        if self.seats[seat].bot:
            return True
        free = self.game.phase is Phase.WHITE or self.game.crossed
        return free and seat not in self._spoken and legal_moves(self.game, seat) == (PASS,)

    def _automatic(self, seat: int) -> Move:
        bot = self.seats[seat].bot
        if bot is None:
            return Pass()
        moves = [format_move(move) for move in legal_moves(self.game, seat)]
        return parse_move(bot.choose(view(self.game, seat), moves))

    def _apply(self, move: Roll | Move, seat: int | None) -> None:
        step = apply(self.game, move, seat)
        self.game = step.game
        self.inputs.append(Input(seat, move))
        self.facts += [plain_fact(fact) for fact in step.facts]


def resume(record: Record, find_bot: Callable[[str, Variant, int], Bot], pace: float = 0.0) -> LocalTable:
    """The table of a record, with its bots, where the record ends."""
    headers, variant, count = dict(record.headers), record.variant, len(record.seats)
    seats = [
        Seat(name, find_bot(headers[f"bot {i}"], variant, count) if f"bot {i}" in headers else None)
        for i, name in enumerate(record.seats)
    ]
    table = LocalTable(record.variant, seats, Dice(headers.get("seed")), record.start, pace)
    table.replay(record.inputs)
    return table
