"""A position looked at: `analyse`, and `hint` for what one seat sees."""

from __future__ import annotations

from rowlock.analysis.hints import hint as hints
from rowlock.analysis.position import analyse as judge
from rowlock.analysis.review import review_types
from rowlock.engine.errors import NotNow
from rowlock.engine.game import Game, apply
from rowlock.engine.notation import parse_roll
from rowlock.engine.view_types import View
from rowlock.library.arguments import Pad, pad_of
from rowlock.variants.reading import parse_position


def analyse(
    position: str | Game, roll: str | None = None, *, variant: Pad | None = None, rollouts: int | None = None
) -> review_types.Analysis:
    """The worth of a position to every seat, and every option of those who are to choose, best first.

    A position is a game or its line of text; `roll` puts dice on the table. `variant` is the pad where the
    text names one that is not bundled. `rollouts` is how often a position is played on that no network knows.
    """
    game = position if isinstance(position, Game) else _read(position, variant)
    return judge(apply(game, parse_roll(roll)).game if roll else game, rollouts)


def hint(view: View, variant: Pad | None = None) -> review_types.Hint:
    """The best move of a seat that is to choose, what every move is worth, and why.

    A view does not hold its pad: give `variant` where it is not a bundled one, or has options.
    """
    if not view["moves"]:
        raise NotNow("this seat has nothing to choose now: there is nothing to advise")
    return hints.hint(pad_of(view["variant"] if variant is None else variant), view)


def _read(position: str, variant: Pad | None) -> Game:
    if variant is None:
        return parse_position(position)
    pad = pad_of(variant)
    return parse_position(position, lambda *_, **__: pad)
