"""Many games in step: whole tournaments between bots that choose for thousands of tables at once.

Dice are those of `fast.chance`: they depend on seed, game and turn alone, so that every deal can be
replayed with the seats exchanged, and luck cancels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.bots.kit.batch import BatchBot, play_turn
from rowlock.bots.net.lockstep import Games, Lots, make_rolls, new_games, next_seat, shares
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Pad
from rowlock.fast.chance import game_key, roll_dice

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class FinishedGames(NamedTuple):
    """How games ended, by place in the order of play."""

    scores: Ints
    shares: Floats
    turns: Ints


def play(pad: Pad, bots: list[BatchBot], seed: int, first: int, games: int) -> FinishedGames:
    """Play games `first` to `first + games - 1` on one core; the first of the bots starts each of them.

    Results are by place in the order of play. As in the kernel, whoever starts game n is called seat n modulo
    the seats: that is what lots are drawn by.
    """
    with one_core():
        return _play(pad, bots, seed, first, games)


def rotate(pad: Pad, bots: list[BatchBot], seed: int, first: int, deals: int) -> tuple[Floats, Floats]:
    """Points and shares `[deal, rotation, bot]`, every deal played for every rotation of the seats."""
    seats = len(bots)
    points, shared = np.zeros((deals, seats, seats)), np.zeros((deals, seats, seats))
    for turned in range(seats):
        order = [(seat + turned) % seats for seat in range(seats)]
        found = play(pad, [bots[i] for i in order], seed, first, deals)
        points[:, turned, order], shared[:, turned, order] = found.scores, found.shares
    return points, shared


def _play(pad: Pad, bots: list[BatchBot], seed: int, first: int, games: int) -> FinishedGames:
    seats = len(bots)
    now, left = new_games(pad, games, seats), np.arange(games)
    keys = game_key(seed, (left + first).astype(np.uint64))
    found = FinishedGames(np.zeros((games, seats), int), np.zeros((games, seats)), np.zeros(games, int))
    turn = 0
    while len(left):
        turn += 1
        dice = make_rolls(
            pad, np.stack(roll_dice(keys[left], turn, pad.faces, pad.R), axis=1).astype(np.int64)
        )
        lots = Lots(keys[left], turn, (first + left + turn - 1) % seats, seats)
        now, over = play_turn(pad, now, dice, [bots[(turn - 1 + p) % seats] for p in range(seats)], lots)
        done = np.flatnonzero(over)
        if len(done):
            share, score = shares(pad, Games(*[part[done] for part in now]))
            order = [(turn - 1 + p) % seats for p in range(seats)]
            found.scores[left[done][:, None], order] = score
            found.shares[left[done][:, None], order] = share
            found.turns[left[done]] = turn
            now, left = Games(*[part[~over] for part in now]), left[~over]
        now = next_seat(pad, now)
    return found
