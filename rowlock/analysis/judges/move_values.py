"""The worth of every legal move, in the eyes of the strongest bot.

In company the worth of a move is the chance to win after it. Alone it is the final score to expect: exactly,
where `rowlock solve` has solved the variant, and otherwise as a network has learnt it. The numbers are those
of a review of the same choice. With cards it is the champion's evaluation of what the seat sees.
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.analysis.judges.card_values import CardEyes
from rowlock.analysis.judges.exact import Exact
from rowlock.analysis.judges.selection import find_knowing
from rowlock.analysis.judges.verdict import Worths
from rowlock.bots.kit.view_reading import game_of, seat_of
from rowlock.bots.net.network import one_core
from rowlock.engine.variant import Variant
from rowlock.engine.view_types import View


class Weighed(NamedTuple):
    """The worth of every move that a view offers, by its text; empty where nobody can say."""

    worths: Worths
    mix: Worths
    """How often best play chooses each of them, where it is mixed; else empty."""
    exact: bool


NOTHING = Weighed({}, {}, exact=False)


def weigh(variant: Variant, view: View) -> Worths:
    """The worth of every move that a view offers, by its text; empty for a variant that nobody has learnt."""
    return weigh_all(variant, view).worths


def weigh_all(variant: Variant, view: View) -> Weighed:
    """The same, with how often best play chooses each move, and whether all that is exact."""
    seats = len(view["sheets"])
    if variant.turns is not None:
        worths = CardEyes(variant, seats).options(game_of(variant, view), seat_of(view))
        return Weighed(worths, {}, exact=False)
    judge = find_knowing(variant, seats)
    if judge is None:
        return NOTHING
    game = game_of(variant, view)
    if isinstance(judge, Exact):
        return Weighed(judge.options(game), {}, exact=True)
    with one_core():
        seat = seat_of(view)
        return Weighed(judge.options(game, seat), judge.mix(game, seat), judge.is_exact(game))
