"""The judge of the solo game where it is solved: every number is exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rowlock.analysis.judges.verdict import Heard, Judged, Worths
from rowlock.analysis.review import review_types
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.engine.game import Game, apply, legal_moves
from rowlock.engine.notation import format_move

if TYPE_CHECKING:
    from rowlock.solver.values import Values


class Exact:
    """Judges by the values of all positions."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.about: review_types.Judgement = {
            "by": "solved",
            "unit": "points",
            "exact": True,
            "rollouts": 0,
            "error": 0.0,
        }

    def judge(self, turns: Sequence[PlayedTurn], heard: Heard, processes: int = 1) -> list[Judged]:
        found = []
        for turn in turns:
            found.append(self._turn(turn))
            heard(1)
        return found

    def _turn(self, turn: PlayedTurn) -> Judged:
        worth = self.values.value_of
        white = self.options(turn.rolled)
        colour = self.options(turn.acting) if turn.acting else {}
        after = [worth(turn.after)] if turn.after else None
        return Judged([worth(turn.before)], [max(white.values())], after, [white], colour, exact=True)

    def options(self, game: Game) -> Worths:
        """The worth of every move in a game that awaits a choice."""
        return {
            format_move(move): self.values.value_of(apply(game, move, 0).game)
            for move in legal_moves(game, 0)
        }
