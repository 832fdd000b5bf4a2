"""A game at this keyboard: people who take turns at it, bots, and dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock

from rowlock.bots import Bot
from rowlock.bots.kit.program import Forfeit
from rowlock.bots.kit.source import short_name
from rowlock.engine.errors import NotNow
from rowlock.engine.game import Chance, Game, waiting_for
from rowlock.engine.json_object import JsonObject
from rowlock.engine.legal import legal_moves
from rowlock.engine.moves import Abort, Resign, Roll
from rowlock.engine.notation import format_move, parse_roll
from rowlock.engine.record import Input, Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant, view
from rowlock.engine.view_types import Variant as PlainVariant
from rowlock.engine.view_types import View
from rowlock.locale import Catalogue
from rowlock.table.bot_game import start_table
from rowlock.table.facts import fact_json
from rowlock.table.house import chance_for, move_for, next_of_house
from rowlock.table.log.records import record_of
from rowlock.table.messages import Saying, next_entry, saying_of
from rowlock.table.messages.dice import EnterRoll
from rowlock.table.messages.play import AskToAbort, BreakOff, MakeMove
from rowlock.table.messages.play import Resign as GiveUp
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Table
from rowlock.terminal.dice import LocalDice

HERE = "here"
"""The one player whom the table knows: everybody at this keyboard."""


@dataclass(frozen=True)
class Sitter:
    """A player at the table: a person, or a bot."""

    name: str
    bot: Bot | None = None

    @property
    def seat(self) -> Seat:
        if self.bot:
            return Seat("bot", self.name, bot=self.bot.name)
        return Seat("human", self.name, HERE)


class LocalTable:
    """The game with everybody in it. `step` does what needs no person, `say` what a person chose."""

    def __init__(
        self,
        variant: Variant,
        sitters: Sequence[Sitter],
        dice: LocalDice | None = None,
        start: int | None = None,
        pace: float = 0.0,
    ) -> None:
        self.sitters, self.dice, self.pace = list(sitters), dice or LocalDice(), pace
        first = self.dice.draw_start(len(sitters)) if start is None else start
        self.table: Table = start_table(variant, [sitter.seat for sitter in sitters], first, HERE)
        self.variant: PlainVariant = plain_variant(variant)
        self.said: list[Entry] = []
        self.facts: list[JsonObject] = []
        self._begun = self.table
        self._fallen: dict[int, Roll] = {}
        """Rolls by turn that were taken back."""
        self._busy = RLock()
        """One thing at a time: a bot thinks beside the keyboard."""
        self.hints: dict[int, int] = {}
        """How many hints the seats have taken; the record says so."""
        self._spoken: list[int] = []
        self._answered = asyncio.Event()

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def rules(self) -> Variant:
        return self.game.variant

    @property
    def bases(self) -> dict[str, str]:
        """The basis of the play of each bot."""
        bots = [sitter.bot for sitter in self.sitters if sitter.bot]
        return {bot.name: getattr(bot, "by", "") for bot in bots}

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.sitters]

    def names_in(self, catalogue: Catalogue) -> list[str]:
        """Everybody's name; here bots were named in the language in which they sat down."""
        return self.names

    @property
    def is_over(self) -> bool:
        return self.table.state == "over"

    @property
    def seat(self) -> int | None:
        """The seat that the keyboard speaks for now; None while nobody is asked."""
        waiting = waiting_for(self.game)
        if not waiting or self._awaited_bot() is not None or next_of_house(self.table, None):
            return None
        return waiting[0]

    def look(self) -> View:
        """The view of the person at the keyboard: the seat that is asked, else the first person's."""
        people = [i for i, sitter in enumerate(self.sitters) if not sitter.bot]
        if self.seat is not None:
            return view(self.game, self.seat)
        return view(self.game, people[0] if people else None)

    def step(self) -> bool:
        """Let the house speak or one bot choose; False if nothing of that is due."""
        with self._busy:
            entry = next_of_house(self.table, self._roll) or self._bots_move()
            if entry:
                self._put(entry)
            return entry is not None

    def say(self, move: str) -> None:
        """A person's choice; raises a `RowlockError` if it cannot be."""
        seat = self.seat
        if seat is None:
            raise NotNow("nobody has to choose now")
        shared = self.game.phase.is_shared
        self._put_own(seat, move)
        self._spoken = [*self._spoken, seat] if shared and self.game.phase.is_shared else []
        self._answered.set()

    def take_back(self) -> bool:
        """The last person's choice of this white action, as long as another has still to choose (R4.3).

        Whoever plays with bots alone may go back further, choice by choice: nobody else has to play again,
        and the dice stay as they fell.
        """
        with self._busy:
            if self._spoken and self.game.phase.is_shared:
                self._put_own(self._spoken.pop(), "<")
                return True
            place = self._last_choice()
            if place is None:
                return False
            self._go_back(place)
            return True

    def _last_choice(self) -> int | None:
        """The place of the only person's last choice in what was said; None if it cannot be taken back."""
        people = [i for i, sitter in enumerate(self.sitters) if not sitter.bot]
        if self.is_over or len(people) != 1 or self.game.variant.turns is not None:
            return None
        own = [place for place, entry in enumerate(self.said) if _is_choice_of(entry, people[0])]
        return own[-1] if own else None

    def _go_back(self, place: int) -> None:
        """The game as it was before an entry; the dice of later turns are kept for when they come."""
        kept = self.said[:place]
        rolls = [said for said in map(saying_of, self.said) if isinstance(said, EnterRoll)]
        self._fallen |= {turn: parse_roll(said.dice) for turn, said in enumerate(rolls, 1)}
        self.table, self.said, self.facts, self._spoken = self._begun, [], [], []
        for entry in kept:
            self._put(entry)

    def _roll(self, table: Table) -> Chance:
        """The dice of a turn; those of a turn that was taken back show what they showed."""
        rolled = self.dice.next_roll(table)
        fallen = self._fallen.get(self.game.turn)
        if fallen is None or not isinstance(rolled, Roll):
            return rolled
        before = dict(fallen.coloured)
        return Roll(fallen.white, tuple((colour, before.get(colour, n)) for colour, n in rolled.coloured))

    def note_hint(self) -> None:
        """The person who is asked takes a hint."""
        if self.seat is not None:
            self.hints[self.seat] = self.hints.get(self.seat, 0) + 1

    def resign(self) -> None:
        """The person who is asked gives up (R8.5), else the first who has not yet."""
        people = [i for i, sitter in enumerate(self.sitters) if not sitter.bot and i not in self.game.out]
        if not people:
            raise NotNow("nobody here can give up")
        self._put(self._entry(HERE, GiveUp(seat=people[0] if self.seat is None else self.seat)))
        self._answered.set()

    def abort(self) -> None:
        """Break the game off: everybody at this keyboard agrees (R8.6)."""
        self._put(self._entry(HERE, AskToAbort()))
        self._answered.set()

    async def run(self, changed: Callable[[], None]) -> None:
        """Keep the game going until it is over, and tell after every change."""
        while not self.is_over:
            moved = await asyncio.to_thread(self.step)
            changed()
            if moved:
                await asyncio.sleep(self.pace)
            else:
                self._answered.clear()
                await self._answered.wait()
        changed()

    def record(self, *headers: tuple[str, str]) -> Record:
        """The game so far."""
        name: Callable[[str], str] = short_name if self.is_over else str  # to go on, it must be found again
        bots = [(f"bot {i}", name(sitter.bot.name)) for i, sitter in enumerate(self.sitters) if sitter.bot]
        seed = [("seed", self.dice.seed)] if self.dice.seed is not None else []
        hints = [(f"hints {seat}", str(count)) for seat, count in sorted(self.hints.items())]
        return record_of(self.table, self.said, (*bots, *seed, *hints, *headers))

    def replay(self, inputs: Sequence[Input]) -> None:
        """Continue where a record ends; what the house said is in it too, and must not be repeated."""
        for seat, move in inputs:
            if isinstance(move, Chance):
                self._put(chance_for(self.table, move))
            elif isinstance(move, Resign):
                assert seat is not None
                self._put(self._entry(HERE, GiveUp(seat=seat)))
            elif isinstance(move, Abort):
                self._put(self._entry(None, BreakOff(why="record")))
            elif seat is not None and seat in waiting_for(self.game):
                self._put(move_for(self.table, seat, format_move(move), "record"))
            while entry := next_of_house(self.table, None):
                self._put(entry)

    def _awaited_bot(self) -> int | None:
        return next((seat for seat in waiting_for(self.game) if self.sitters[seat].bot), None)

    def _bots_move(self) -> Entry | None:
        """The choice of the first bot that is asked, if any."""
        seat = self._awaited_bot()
        bot = None if seat is None else self.sitters[seat].bot
        if seat is None or bot is None:
            return None
        moves = [format_move(move) for move in legal_moves(self.game, seat)]
        try:
            return move_for(self.table, seat, bot.choose(view(self.game, seat), moves), "bot")
        except Forfeit as reason:
            raise Forfeit(f"{bot.name} {reason}") from None

    def _put_own(self, seat: int, move: str) -> None:
        self._put(self._entry(HERE, MakeMove.now(self.game, seat, move)))

    def _entry(self, player: str | None, said: Saying) -> Entry:
        return next_entry(self.table, said, 0.0, player)

    def _put(self, entry: Entry) -> None:
        self.table, facts = say(self.table, entry)
        self.said.append(entry)
        self.facts += map(fact_json, facts)


def _is_choice_of(entry: Entry, seat: int) -> bool:
    """Whether somebody at this keyboard has moved with this seat, now or in the record that is continued."""
    said = saying_of(entry)
    if not isinstance(said, MakeMove) or said.seat != seat:
        return False
    return entry.player == HERE or said.why == "record"


def resume(record: Record, find_bot: Callable[[str, Variant, int], Bot], pace: float = 0.0) -> LocalTable:
    """The table of a record, with its bots, where the record ends."""
    headers, variant, count = dict(record.headers), record.variant, len(record.seats)
    sitters = [
        Sitter(name, find_bot(headers[f"bot {i}"], variant, count) if f"bot {i}" in headers else None)
        for i, name in enumerate(record.seats)
    ]
    table = LocalTable(record.variant, sitters, LocalDice(headers.get("seed")), record.start, pace)
    table.hints = {
        seat: int(headers[f"hints {seat}"])
        for seat in range(count)
        if headers.get(f"hints {seat}", "").isdecimal()
    }
    table.replay(record.inputs)
    return table
