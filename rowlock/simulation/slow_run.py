"""A run through the engine, for pads that the fast rules do not support: the same counts, slowly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.bots import Asked
from rowlock.engine.errors import NoSuchSeat
from rowlock.engine.game import outcome
from rowlock.engine.sheet import count_crosses
from rowlock.engine.variant import Variant
from rowlock.fast.tally import Counts, Tally
from rowlock.simulation.export import play_number

LOST, SHARED, WON = range(3)


class Ending(NamedTuple):
    """How a game ended; lists are by seat."""

    scores: list[int]
    results: list[int]
    crosses: list[tuple[int, ...]]
    penalties: list[int]
    turns: int
    by_rows: bool
    closed: int


def play_endings(
    variant: Variant, bots: Sequence[Asked], seed: int, games: int, heard: Callable[[int], None]
) -> list[Ending]:
    """Play games 0 to `games` - 1; after Ctrl-C the answer is those played so far."""
    least, most = variant.players
    if not least <= len(bots) <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {len(bots)}")
    endings: list[Ending] = []
    try:
        for number in range(games):
            endings.append(_play(variant, bots, seed, number))
            heard(1)
    except KeyboardInterrupt:
        if not endings:
            raise
    return endings


def _play(variant: Variant, bots: Sequence[Asked], seed: int, number: int) -> Ending:
    game = play_number(variant, bots, seed, number).table.game
    assert game is not None
    end = outcome(game)
    assert end is not None
    best = SHARED if len(end.winners) > 1 else WON
    return Ending(
        list(end.scores),
        [best if seat in end.winners else LOST for seat in range(len(bots))],
        [tuple(count_crosses(variant, sheet)) for sheet in game.sheets],
        [sheet.penalties for sheet in game.sheets],
        game.turn,
        end.reason == "rows",
        game.closed.bit_count(),
    )


def count_endings(endings: list[Ending], rows: int) -> tuple[Tally, int]:
    """The counts of a run, and the score from which they count."""
    scores, results = (np.array([ending[i] for ending in endings]) for i in range(2))
    seats, lowest = scores.shape[1], int(scores.min())
    crosses = np.array([ending.crosses for ending in endings])
    # by turn order: game n is started by seat n % seats
    order = (np.arange(seats) + np.arange(len(endings))[:, None]) % seats
    ordered = np.take_along_axis(scores, order, 1)
    ends = np.array([(ending.by_rows, ending.closed) for ending in endings])
    tally = Tally(
        scores=_by_column(scores - lowest),
        wins=_by_column(results, 3),
        order_wins=_by_column(np.take_along_axis(results, order, 1), 3),
        order_points=np.stack([ordered.sum(0), (ordered**2).sum(0)], 1),
        crosses=np.stack([_by_column(crosses[:, seat], int(crosses.max()) + 1) for seat in range(seats)]),
        penalties=_by_column(np.array([ending.penalties for ending in endings])),
        turns=_by_column(np.array([[ending.turns] for ending in endings]))[0],
        ends=np.stack([np.bincount(ends[ends[:, 0] == way, 1], minlength=rows + 1) for way in (0, 1)]),
    )
    return tally, lowest


def _by_column(values: npt.NDArray[np.int64], size: int | None = None) -> Counts:
    """For every column how often each value from 0 on is in it."""
    most = int(values.max()) + 1 if size is None else size
    return np.stack([np.bincount(column, minlength=most) for column in values.T])
