"""Games played on by steady, through arrays where a pad has them and through the engine where it has not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rowlock.analysis.judges.by_network import stack_tables
from rowlock.analysis.judges.rollouts import finish
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.arena.table import roll_of_turn
from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.kit.hand import Hand
from rowlock.bots.kit.slow_hand import SlowHand
from rowlock.bots.net.pad import Pad
from rowlock.engine.errors import Unsupported
from rowlock.engine.game import Game, Phase, apply, legal_moves, outcome, waiting_for
from rowlock.engine.moves import Choice
from rowlock.engine.variant import Variant
from rowlock.fast.chance import game_key

FAST, SLOW = 400, 8
"""Games from every position: where arrays play them, and where the engine does."""
PART = 64
"""Positions that are played on at once."""


class Hands:
    """Steady in every seat of one pad."""

    def __init__(self, variant: Variant) -> None:
        self.hand = SlowHand("steady", "", variant, ITSELF)
        try:
            self.pad: Pad | None = pad_of(variant)
            self.usual = FAST
        except Unsupported:
            self.pad, self.usual = None, SLOW

    def turn_with(self, game: Game, moves: dict[int, Choice]) -> Game:
        """The game when this turn is over: these seats make these moves first, the rest is up to steady."""
        while game.phase in (Phase.WHITE, Phase.COLOUR):
            choices = {s: moves.pop(s) if s in moves else self.choice(game, s) for s in waiting_for(game)}
            for seat, choice in choices.items():
                game = apply(game, choice, seat).game
        return game

    def choice(self, game: Game, seat: int) -> Choice:
        moves = legal_moves(game, seat)
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=lambda move: self.hand.worth(game, seat, move))

    def results(self, games: Sequence[Game], count: int) -> Iterator[Floats]:
        """For games that await a roll, or are over: what the seats get, `[count, seats]` for each of them."""
        for first in range(0, len(games), PART):
            part = games[first : first + PART]
            yield from (
                self._in_step(part, count) if self.pad else (self._slowly(game, count) for game in part)
            )

    def _in_step(self, games: Sequence[Game], count: int) -> Iterator[Floats]:
        assert self.pad
        seats = len(games[0].sheets)
        before = [
            game._replace(turn=game.turn + seats - 1) for game in games
        ]  # who has had the turn is first
        tables = stack_tables(self.pad, before)
        found = finish(self.pad, BestOption(Hand(self.pad)), tables, count, 0)
        for game, results in zip(before, found, strict=True):
            yield np.roll(results, game.active, 1)

    def _slowly(self, game: Game, count: int) -> Floats:
        return np.array([self._result(game, game_key(0, n)) for n in range(count)])

    def _result(self, game: Game, key: int) -> list[float]:
        while game.phase is not Phase.OVER:
            game = self.turn_with(apply(game, roll_of_turn(game, key)).game, {})
        ended = outcome(game)
        assert ended
        if len(ended.scores) == 1:
            return [float(ended.scores[0])]
        return [(seat in ended.winners) / len(ended.winners) for seat in range(len(ended.scores))]
