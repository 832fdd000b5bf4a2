"""What every legal move is worth, in the eyes of the strongest bot.

In company the worth of a move is the chance to win after it. Alone it is the final score to expect: exactly,
where `rowlock solve` has solved the variant, and otherwise as a network has learnt it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rowlock.bots import load_batch_bot
from rowlock.bots._batch import Best, pad_of, read_view
from rowlock.bots.net.lockstep import Dice, colour_options, white_options
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.planner import game_of, values_by_name
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import apply, legal_moves
from rowlock.engine.moves import Cross, Lucky, Move
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.view import Plain
from rowlock.solver.values import Values

JUDGE = "champion"


def weigh(view: Plain) -> dict[str, float]:
    """The worth of every move that a view offers, by its text; empty for a variant that nobody has learnt."""
    seats = len(view["sheets"])
    if seats == 1 and (values := _solved(view["variant"])):
        return _weigh_exactly(values, view)
    try:
        pad, best = _judge(view["variant"], seats)
    except RowlockError:  # a variant of somebody's own
        return {}
    worth, dice = _worth(pad, best, view)
    texts = [move["move"] for move in view["moves"]]
    return {text: float(worth[_option(pad, dice, view, parse_move(text))]) for text in texts}


@lru_cache(maxsize=1)
def _solved(name: str) -> Values | None:
    return values_by_name(name)


@lru_cache(maxsize=4)
def _judge(name: str, seats: int) -> tuple[Pad, Best]:
    pad = pad_of(name)
    bot = load_batch_bot(JUDGE, pad, seats)
    assert isinstance(bot, Best)
    return pad, bot


def _weigh_exactly(values: Values, view: Plain) -> dict[str, float]:
    game = game_of(view)
    return {format_move(move): values.value_of(apply(game, move, 0).game) for move in legal_moves(game, 0)}


def _worth(pad: Pad, best: Best, view: Plain) -> tuple[Array, Dice]:
    """What the judge thinks of all options, legal or not, in the order of `Pad`; and the dice."""
    tables, dice = read_view(pad, view)
    if view["phase"] == "white":
        position = (view["seat"] - view["active"]) % len(view["sheets"])
        options = white_options(pad, tables, dice)
        return best.weigher.white(tables, dice, options, (position,))[0, 0], dice
    options = colour_options(pad, tables, dice, np.zeros(1, bool))
    return best.weigher.colour(tables, options, np.array([not view["crossed"]]))[0], dice


def _option(pad: Pad, dice: Dice, view: Plain, move: Move) -> int:
    """A move by its number among the options: crosses (once per answer to a tie), lucky ones, the pass."""
    if not isinstance(move, Cross | Lucky):
        return -1
    rows: int = pad.R
    row = pad.tables.variant.row_of[move.row]
    if isinstance(move, Lucky):
        return rows + row
    slot = row if view["phase"] == "white" else _slot(pad, dice, row, move)
    if not pad.has_pairs:
        return slot
    return slot * rows + (pad.tables.variant.row_of[move.picks[0]] if move.picks else 0)


def _slot(pad: Pad, dice: Dice, row: int, move: Cross) -> int:
    """The first coloured die with a white one that crosses the cell."""
    sums = dice.sums[0]
    return next(
        slot
        for slot, number in enumerate(sums)
        if number == move.number and pad.reach_row[slot % pad.R * pad.numbers + number] == row
    )
