"""The worth of every legal move, in the eyes of the strongest bot.

In company the worth of a move is the chance to win after it. Alone it is the final score to expect: exactly,
where `rowlock solve` has solved the variant, and otherwise as a network has learnt it. The numbers are those
of a review of the same choice. With cards it is the champion's evaluation of what the seat sees.
"""

from __future__ import annotations

from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.judges.exact import Exact
from rowlock.analysis.judges.selection import find_knowing
from rowlock.bots.kit.view_reading import game_of, seat_of
from rowlock.bots.net.network import one_core
from rowlock.engine.variant import Variant
from rowlock.engine.view_types import View


def weigh(variant: Variant, view: View) -> dict[str, float]:
    """The worth of every move that a view offers, by its text; empty for a variant that nobody has learnt."""
    seats = len(view["sheets"])
    if variant.turns is not None:
        return CardEyes(variant, seats).options(game_of(variant, view), seat_of(view))
    judge = find_knowing(variant, seats)
    if judge is None:
        return {}
    game = game_of(variant, view)
    if isinstance(judge, Exact):
        return judge.options(game)
    with one_core():
        return judge.options(game, seat_of(view))
