"""The judge for pads that are neither solved nor learnt: games played on by steady from every position.

What it says is what steady makes of a position, and only as sure as the number of games allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rowlock.analysis.judges.steady_hands import Hands
from rowlock.analysis.judges.verdict import Heard, Judged, Worths
from rowlock.analysis.parallel import in_processes
from rowlock.analysis.review import review_types
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.engine.game import Game, legal_moves
from rowlock.engine.moves import Choice
from rowlock.engine.notation import format_move
from rowlock.engine.variant import Variant


class ByRollouts:
    """Judges by games played on."""

    def __init__(self, variant: Variant, seats: int, rollouts: int | None = None) -> None:
        self.hands = Hands(variant)
        self.count = max(2, rollouts or self.hands.usual)
        self.about: review_types.Judgement = {
            "by": "rollouts",
            "unit": "chance" if seats > 1 else "points",
            "exact": False,
            "rollouts": self.count,
            "error": 0.0,
        }

    def judge(self, turns: Sequence[PlayedTurn], heard: Heard, processes: int = 1) -> list[Judged]:
        """The judgement of each turn; the largest standard error so far is in `about`."""
        found = []
        for judged, error in in_processes(self.turn, turns, processes):
            found.append(judged)
            self.about["error"] = max(self.about["error"], error)
            heard(1)
        return found

    def turn(self, turn: PlayedTurn) -> tuple[Judged, float]:
        """The worth of a turn, and the largest standard error of that."""
        ends = [game for game in (turn.before, turn.after) if game]
        asked = [(turn.rolled, seat, move) for seat, move in _moves(turn.rolled)]
        if turn.acting:
            asked += [(turn.acting, turn.active, move) for move in legal_moves(turn.acting, turn.active)]
        rolled = self.hands.turn_with(turn.rolled, {})
        options = [self.hands.turn_with(game, {seat: move}) for game, seat, move in asked]
        worth, error = self.worths([*ends, rolled, *options])
        white: list[Worths] = [{} for _ in turn.before.sheets]
        colour: Worths = {}
        for (game, seat, move), found in zip(asked, worth[len(ends) + 1 :], strict=True):
            (white[seat] if game is turn.rolled else colour)[format_move(move)] = found[seat]
        after = worth[1] if turn.after else None
        return Judged(worth[0], worth[len(ends)], after, white, colour), error

    def worths(self, games: Sequence[Game]) -> tuple[list[list[float]], float]:
        """The worth of games to each seat, and the largest standard error; equals are played on once."""
        different = list(dict.fromkeys(games))
        results = np.array(list(self.hands.results(different, self.count)))
        means = dict(zip(different, results.mean(1).tolist(), strict=True))
        errors = results.std(1, ddof=1) / np.sqrt(self.count)
        return [means[game] for game in games], float(errors.max())


def _moves(game: Game) -> Iterator[tuple[int, Choice]]:
    """Every seat's moves in the white action."""
    return ((seat, move) for seat in range(len(game.sheets)) for move in legal_moves(game, seat))
