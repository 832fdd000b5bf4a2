"""One game as every environment plays it: dice by the seed, moves by number, rewards when they fall due.

The dice are those of `fast.chance`: game n of a seed has the same dice, or shuffles, in every environment, in
the simulator and in the arena, and seat n mod seats starts it.
"""

from __future__ import annotations

import secrets
from typing import Any, Literal, get_args

import numpy as np

from rowlock.arena.table import roll_of_turn, shuffle_of_deal
from rowlock.engine.errors import IllegalMove, Unsupported
from rowlock.engine.game import Game, Phase, apply, new_game, outcome, waiting_for
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.fast import chance
from rowlock.research.actions import Actions, Mask
from rowlock.research.observation import Observation, entries, observe
from rowlock.variants import load_variant

Reward = Literal["win", "points"]
"""The reward of an agent: `win`, once at the end, from 1 for winning alone to -1 for losing, which
adds up to 0 over the table; `points`, as they come, which add up to the agent's own score."""
REWARDS: tuple[Reward, ...] = get_args(Reward)


class EnvironmentGame:
    """A game and all that environments ask about it."""

    def __init__(self, variant: str | Variant, seats: int, reward: Reward | None = None) -> None:
        self.variant = load_variant(variant) if isinstance(variant, str) else variant
        self.seats = seats
        self.reward: Reward = reward or ("win" if seats > 1 else "points")
        if self.reward not in REWARDS or (self.reward == "win" and seats == 1):
            raise Unsupported(
                f"{self.reward!r} is not a reward for {seats} seats; there are points, and win for 2 or more"
            )
        self.actions = Actions(self.variant)
        self.entries = entries(self.variant, seats)
        self.seed, self.number = secrets.randbits(63), -1
        self.game: Game = new_game(self.variant, seats)

    def begin(self, seed: int | None = None) -> None:
        """Start the first game of this seed; without one, the next of the previous (or a random) seed."""
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (seed, 0)
        self.game = new_game(self.variant, self.seats, self.number % self.seats)
        self._shuffles = 0
        self._paid = self.points()
        self._roll()

    def _roll(self) -> None:
        key = chance.game_key(self.seed, self.number)
        if self.game.phase is Phase.ROLL:
            self.game = apply(self.game, roll_of_turn(self.game, key)).game
        while self.game.phase is Phase.SHUFFLE:
            self.game = apply(self.game, shuffle_of_deal(self.game, key, self._shuffles)).game
            self._shuffles += 1

    @property
    def over(self) -> bool:
        return self.game.phase is Phase.OVER

    def waiting(self) -> tuple[int, ...]:
        """The seats that have still to choose, in the order of play from the active one on."""
        order = ((self.game.active + n) % self.seats for n in range(self.seats))
        awaited = waiting_for(self.game)
        return tuple(seat for seat in order if seat in awaited)

    def observe(self, seat: int) -> Observation:
        return observe(self.game, seat)

    def mask(self, seat: int) -> Mask:
        return self.actions.mask(self.game, seat)

    def act(self, seat: int, action: Any) -> None:
        """Make a move by its number; raises `IllegalMove` and changes nothing if it is not legal."""
        move = self.actions.move(int(action))
        if seat not in waiting_for(self.game):
            raise IllegalMove(f"seat {seat} is not asked")
        self.game = apply(self.game, move, seat).game
        self._roll()

    def points(self) -> list[int]:
        return [score(self.variant, sheet).total for sheet in self.game.sheets]

    def rewards(self) -> list[float]:
        """Return the earnings of every seat since this was asked last."""
        if self.reward == "points":
            paid, self._paid = self._paid, self.points()
            return [float(now - before) for now, before in zip(self._paid, paid, strict=True)]
        end = outcome(self.game)
        return win_rewards(end.winners, self.seats) if end else [0.0] * self.seats


def win_rewards(winners: tuple[int, ...], seats: int) -> list[float]:
    """A win counts 1, shared among those who have it; scaled so that a table's rewards add up to 0."""
    shares = np.zeros(seats)
    shares[list(winners)] = 1 / len(winners)
    return [float(reward) for reward in (seats * shares - 1) / (seats - 1)]
