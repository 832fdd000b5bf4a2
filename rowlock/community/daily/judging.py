"""The result of a try: its loss against best play by turn, its costliest choices, the best game there was.

The judge is the best that there is: exact values where the pad is solved, else the network's word. No number
of a client is believed; everything here follows from the day and the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rowlock.analysis.judges.verdict import Judge
from rowlock.analysis.review import review_types as plain
from rowlock.analysis.review.game import review
from rowlock.community.daily.answers import Costly, DailyGame, Found
from rowlock.community.daily.game import Day, Try, play
from rowlock.community.daily.ranking import Result, hundredths, left_loss, squares
from rowlock.community.shared_games import play_as
from rowlock.engine.position import parse_position
from rowlock.engine.variant import Variant
from rowlock.engine.view import view

BEST = "champion"
"""The player of the best game there was: alone on a solved pad it plays by the exact values."""


def result_of(found: Found) -> Result:
    return Result(found["loss"], found["game"]["score"])


def judge(day: Day, variant: Variant, moves: Sequence[str], by: Judge | None = None) -> Found:
    """Judge a try, finished or left; `by` is the best judge there is, if none is given."""
    tried = play(day, variant, moves)
    told = review(tried.record, 0, judge=by)
    lost = [sum(one["loss"] for one in turn["decisions"]) for turn in told["turns"]]
    total = sum(lost)
    if not tried.is_finished:
        total = left_loss(total, told["totals"][0]["result"], tried.score)
    return {
        "judge": told["judge"]["by"],
        "exact": told["judge"]["exact"],
        "finished": tried.is_finished,
        "loss": hundredths(total),
        "luck": told["totals"][0]["luck"],
        "by_turn": [round(loss, 4) for loss in lost],
        "squares": squares(lost),
        "game": _shown(tried),
        "best": _shown(best_game(day, variant)),
        "costliest": [_costly(told["turns"][n], k, variant) for n, k in told["costliest"][0]],
    }


@lru_cache(maxsize=8)
def best_game(day: Day, variant: Variant) -> Try:
    """The best player's game on the dice of a day."""
    return play_as(day.shared(variant), BEST)


def _shown(tried: Try) -> DailyGame:
    game = tried.game
    return {"score": tried.score, "turns": game.turn, "sheet": view(game, 0)["sheets"][0]}


def _costly(turn: plain.Turn, place: int, variant: Variant) -> Costly:
    one = turn["decisions"][place]
    cells = {option["move"]: option["cell"] for option in one["options"]}
    game = parse_position(one["position"], lambda *_, **__: variant)
    return {
        "turn": turn["turn"],
        "roll": turn["roll"],
        "phase": one["phase"],
        "loss": one["loss"],
        "grade": one["grade"],
        "chosen": one["chosen"],
        "best": one["best"],
        "chosen_cell": cells[one["chosen"]],
        "best_cell": cells[one["best"]],
        "position": one["position"],
        "sheet": view(game, 0)["sheets"][0],
    }
