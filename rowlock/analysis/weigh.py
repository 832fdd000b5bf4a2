"""What every legal move is worth, in the eyes of the strongest bot.

In company the worth of a move is the chance to win after it. Alone it is the final score to expect: exactly,
where `rowlock solve` has solved the variant, and otherwise as a network has learnt it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.bots import load_batch_bot, plays_by
from rowlock.bots._basis import HAND
from rowlock.bots._batch import Best, pad_of
from rowlock.bots._reading import game_of
from rowlock.bots._seat import Question
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Weigher
from rowlock.bots.planner import solved_values
from rowlock.engine.game import apply, legal_moves
from rowlock.engine.notation import format_move
from rowlock.engine.plain import View
from rowlock.engine.variant import Variant

if TYPE_CHECKING:
    from rowlock.solver.values import Values

JUDGE = "champion"


def weigh(variant: Variant, view: View) -> dict[str, float]:
    """The worth of every move that a view offers, by its text; empty for a variant that nobody has learnt."""
    seats = len(view["sheets"])
    if seats == 1 and (values := solved_values(variant)):
        return _weigh_exactly(variant, values, view)
    if judge := _judge(variant, seats):
        pad, weigher = judge
        return Question(pad, view).worth_to(weigher)
    return {}


def _judge(variant: Variant, seats: int) -> tuple[Pad, Weigher] | None:
    """Who weighs: the judge, where it plays by something that knows chances."""
    if plays_by(JUDGE, variant, seats) == HAND:
        return None
    pad = pad_of(variant)
    bot = load_batch_bot(JUDGE, pad, seats)
    assert isinstance(bot, Best)
    return pad, bot.weigher


def _weigh_exactly(variant: Variant, values: Values, view: View) -> dict[str, float]:
    game = game_of(variant, view)
    return {format_move(move): values.value_of(apply(game, move, 0).game) for move in legal_moves(game, 0)}
