"""One game between bots of any kind, move by move through the engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple, Protocol

from rowlock.arena.external import ExternalBot, Forfeit
from rowlock.bots import Bot
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, outcome, waiting_for
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.record import Input, Record
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.engine.view import view
from rowlock.fast import chance


class Clock(Protocol):
    """Counts moves and the time they took, by seat."""

    def __call__(self, seat: int, seconds: float) -> None: ...


class Played(NamedTuple):
    """A finished game: totals and shares by seat, its record, and who forfeited it, if anybody did."""

    scores: list[int]
    shares: list[float]
    record: Record
    forfeits: dict[int, str]


def play_game(variant: Variant, bots: list[Bot], seed: int, number: int, clock: Clock) -> Played:
    """Play one deal: the dice depend on seed and number alone, seat 0 starts."""
    game, inputs = new_game(variant, len(bots)), list[Input]()
    key = chance.game_key(seed, number)
    forfeits: dict[int, str] = {}
    for seat, bot in enumerate(bots):
        if isinstance(bot, ExternalBot):
            _try(bot, seat, forfeits, partial(bot.begin, variant, seat, len(bots)))
    while game.phase is not Phase.OVER and not forfeits:
        if game.phase is Phase.ROLL:
            said: list[Input] = [Input(None, _roll(game, key))]
        else:
            said = _ask(game, bots, forfeits, clock)
        for seat_, move in [] if forfeits else said:
            game = apply(game, move, seat_).game
        inputs += said
    played = _count(game, bots, inputs, forfeits)
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.end(played.scores)
    return played


def _roll(game: Game, key: int) -> Roll:
    """The dice of this turn; those of closed rows are rolled too, and left out."""
    variant = game.variant
    first, second, *coloured = chance.roll_dice(key, game.turn, variant.faces, len(variant.rows))
    shown = {row.colour: value for row, value in zip(variant.rows, coloured, strict=True)}
    return Roll((first, second), tuple((colour, shown[colour]) for colour in game.dice))


def _ask(game: Game, bots: list[Bot], forfeits: dict[int, str], clock: Clock) -> list[Input]:
    """Every awaited seat's choice, each from its own view of the same moment."""
    said = []
    for seat in waiting_for(game):
        shown = view(game, seat)
        moves = [format_move(move) for move in legal_moves(game, seat)]
        began = perf_counter()
        text = _try(bots[seat], seat, forfeits, partial(bots[seat].choose, shown, moves))
        clock(seat, perf_counter() - began)
        if seat in forfeits:
            return []
        said.append(Input(seat, parse_move(text or "-")))
    return said


def _try(bot: Bot, seat: int, forfeits: dict[int, str], act: Callable[[], str | None]) -> str | None:
    try:
        return act()
    except Forfeit as reason:
        forfeits[seat] = str(reason)
        if isinstance(bot, ExternalBot):
            bot.close()
        return None


def _count(game: Game, bots: list[Bot], inputs: list[Input], forfeits: dict[int, str]) -> Played:
    record = Record(game.variant, tuple(bot.name for bot in bots), 0, tuple(inputs))
    if forfeits:
        scores = [score(game.variant, sheet).total for sheet in game.sheets]
        winners = [seat for seat in range(len(bots)) if seat not in forfeits]
    else:
        end = outcome(game)
        scores, winners = (list(end.scores), list(end.winners)) if end else ([], [])
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(bots))]
    return Played(scores, shares, record, forfeits)
