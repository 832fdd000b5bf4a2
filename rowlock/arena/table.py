"""One game between bots of any kind, at a table of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from time import perf_counter
from typing import NamedTuple, Protocol

from rowlock.bots import Bot
from rowlock.bots.kit.program import Forfeit, Program
from rowlock.engine import view_types
from rowlock.engine.cards.deck import Shuffle, shuffled
from rowlock.engine.game import Chance, Game, legal_moves, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move
from rowlock.engine.record import Record
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.fast import chance
from rowlock.table.bot_game import BotGame, play_out
from rowlock.table.house import Rolls
from rowlock.table.log.records import record_of
from rowlock.table.table import Table

SHUFFLES = 1 << 20
"""Slots of chance from here on are for shuffles, far from those of any turn."""


class MoveClock(Protocol):
    """Counts moves and the time they took, by seat."""

    def __call__(self, seat: int, seconds: float) -> None: ...


class FinishedGame(NamedTuple):
    """A finished game: totals and shares by seat, what was said, and who forfeited it, if anybody did."""

    scores: list[int]
    shares: list[float]
    said: BotGame
    forfeits: dict[int, str]

    @property
    def record(self) -> Record:
        return record_of(*self.said)


def play_game(variant: Variant, bots: list[Bot], seed: int, number: int, clock: MoveClock) -> FinishedGame:
    """Play one deal: the dice, and who starts, depend on seed and number alone."""
    forfeits: dict[int, str] = {}

    def choose(game: Game, seat: int) -> str | None:
        return None if forfeits else _ask(bots[seat], game, seat, forfeits, clock)

    for seat, bot in enumerate(bots):
        if isinstance(bot, Program):
            _try(bot, seat, forfeits, partial(bot.begin, variant, seat, len(bots)))
    start = number % len(bots)
    said = play_out(variant, [bot.name for bot in bots], start, dice_of_deal(seed, number), choose)
    played = _count(said, forfeits)
    for bot in bots:
        if isinstance(bot, Program):
            bot.end(played.scores)
    return played


def dice_of_deal(seed: int, number: int) -> Rolls:
    """The dice of one deal, by turn."""
    key = chance.game_key(seed, number)

    def roll(table: Table) -> Chance:
        assert table.game is not None
        if table.game.variant.turns is None:
            return roll_of_turn(table.game, key)
        return shuffle_of_deal(table.game, key, table.rolls)

    return roll


def shuffle_of_deal(game: Game, key: int, number: int) -> Shuffle:
    """The cards that are to be shuffled, in the order of this deal's shuffle with a number from 0."""
    turns = game.variant.turns
    assert turns is not None
    words = (chance.turn_word(key, 0, SHUFFLES + 256 * number + n) for n in count())
    return shuffled(turns.to_shuffle(game), lambda below: chance.choose(next(words), below))


def roll_of_turn(game: Game, key: int) -> Roll:
    """The dice of this turn; those of closed rows are rolled too, and left out."""
    variant = game.variant
    first, second, *coloured = chance.roll_dice(key, game.turn, variant.faces, len(variant.rows))
    shown = {row.lock: value for row, value in zip(variant.rows, coloured, strict=True)}
    return Roll((first, second), tuple((colour, shown[colour]) for colour in game.dice))


def question(game: Game, seat: int) -> tuple[view_types.View, list[str]]:
    """The question to a bot: what its seat may see, and the texts of its legal moves."""
    return view(game, seat), [format_move(move) for move in legal_moves(game, seat)]


def _ask(bot: Bot, game: Game, seat: int, forfeits: dict[int, str], clock: MoveClock) -> str | None:
    shown, moves = question(game, seat)
    began = perf_counter()
    move = _try(bot, seat, forfeits, partial(bot.choose, shown, moves))
    clock(seat, perf_counter() - began)
    return move


def _try(bot: Bot, seat: int, forfeits: dict[int, str], act: Callable[[], str | None]) -> str | None:
    try:
        return act()
    except Forfeit as reason:
        forfeits[seat] = str(reason)
        if isinstance(bot, Program):
            bot.close()
        return None


def _count(said: BotGame, forfeits: dict[int, str]) -> FinishedGame:
    game = said.table.game
    assert game is not None
    seats, end = range(len(game.sheets)), outcome(game)
    scores = list(end.scores) if end else [score(game.variant, sheet).total for sheet in game.sheets]
    winners = end.winners if end else [seat for seat in seats if seat not in forfeits]
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    return FinishedGame(scores, shares, said, forfeits)
