"""A hint: what every move is worth, which one is the best, and why; a tutor's word where much is lost."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.analysis.hints.reason import Reason
from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.judges.move_values import weigh_all
from rowlock.analysis.review.decisions import ranked
from rowlock.analysis.review.grades import GRADES, grade_of
from rowlock.analysis.review.review_types import Better, Grade, Hint
from rowlock.bots import load_bot, strongest
from rowlock.bots.kit.view_reading import game_of, seat_of
from rowlock.engine.game import Game
from rowlock.engine.moves import PASS
from rowlock.engine.variant import Variant
from rowlock.engine.view_types import View

AS_GOOD_CHANCE, AS_GOOD_POINTS = 0.005, 0.1
"""How little less a move may be worth, as a chance to win or in points, to be as good as the best one."""


def hint(variant: Variant, view: View) -> Hint:
    """The champion's move here, and why."""
    weighed, game, seat = weigh_all(variant, view), game_of(variant, view), seat_of(view)
    if weighed.worths:
        found = advice(game, seat, weighed.worths, mix=weighed.mix)
        return {**found, "exact": weighed.exact}
    moves = [move["move"] for move in view["moves"]]
    best = load_bot(strongest(), variant, len(view["sheets"])).choose(view, moves)
    other = PASS.text if best != PASS.text and PASS.text in moves else None  # nobody knows the next best
    reasons = _reasons(game, seat, best, other)
    return {"move": best, "other": other, "options": [], "reasons": reasons, "exact": False}


def advice(
    game: Game,
    seat: int,
    worths: Mapping[str, float],
    other: str | None = None,
    mix: Mapping[str, float] | None = None,
) -> Hint:
    """The best of these moves, all of them with their worth, and why it is better than one of the others.

    That is the one given, or the next best.
    """
    options = ranked(game, seat, worths, mix)
    best = options[0]["move"]
    other = other or next_best(worths, best, len(game.sheets) == 1)
    reasons = _reasons(game, seat, best, other)
    return {"move": best, "other": other, "options": options, "reasons": reasons, "exact": False}


def better(variant: Variant, view: View, move: str, least: Grade) -> Better | None:
    """A better move, if this one loses as much as such a mistake or more; None if it is good enough.

    Also None where nobody can weigh: a tutor that is not sure is silent.
    """
    found = hint(variant, view)
    loss = next((option["loss"] for option in found["options"] if option["move"] == move), 0.0)
    grade = grade_of(loss, "points" if len(view["sheets"]) == 1 else "chance")
    if grade is None or GRADES.index(grade) < GRADES.index(least):
        return None
    reasons = _reasons(game_of(variant, view), seat_of(view), found["move"], move)
    return {**found, "other": move, "reasons": reasons, "loss": loss, "grade": grade}


def next_best(worths: Mapping[str, float], best: str, alone: bool) -> str | None:
    """The move that a hint compares the best one with: the next best, passing over those that are as good.

    Where all are as good as the best, the next best all the same; none where there is no other.
    """
    others = sorted((move for move in worths if move != best), key=lambda move: -worths[move])
    least = AS_GOOD_POINTS if alone else AS_GOOD_CHANCE
    worse = [move for move in others if worths[best] - worths[move] >= least]
    return next(iter(worse or others), None)


def _reasons(game: Game, seat: int, best: str, other: str | None) -> list[Reason]:
    return reasons_for(game, seat, best, other) if other else []
