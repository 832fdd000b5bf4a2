"""Our judge in pieces: a first word at once, better ones as games are played on, until told to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rowlock.analysis.budgets import AT_ONCE
from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.by_rollouts import ByRollouts
from rowlock.analysis.judges.card_deals import play_options as play_cards
from rowlock.analysis.judges.rollouts import Rollouts
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.turn_outcomes import Floats
from rowlock.analysis.position import analyse
from rowlock.analysis.review import review_types
from rowlock.analysis.review.decisions import ranked
from rowlock.analysis.review.played_on import OWN_ERROR, play_options
from rowlock.engine.game import Game
from rowlock.engine.knowledge import known_to

LEAST_ERROR = 1e-4
"""No mean over a few games is surer than this, even if all of them ended alike."""
PIECE = 8
"""Games from each option between two words."""
FIRST, GROWTH = 4, 4
"""Where no network knows the pad: games of the first round, and how many times as many in the next."""


class AnalysisSoFar(NamedTuple):
    """An analysis as far as it has come."""

    done: float
    """The part of the work that is done, from 0 to 1."""
    games: int
    """Games played on from each option so far."""
    error: float
    """The largest standard error of a worth; 0 where nothing was sampled."""
    found: review_types.Analysis


def search(game: Game, games: int = 0, exact: int = AT_ONCE) -> Iterator[AnalysisSoFar]:
    """Words about a position, each better than the one before; the last one has `done` 1.

    `games` are played on from every option, with the champion in all seats; 0 leaves it at the judge's word.
    Where no network knows the pad, the judge itself plays games on: so many, or as many as it usually does.
    """
    judge = find_judge(game.variant, len(game.sheets), games or None) if game.variant.turns is None else None
    if isinstance(judge, ByRollouts):
        yield from _rounds(game, judge.count)
        return
    found = analyse(game, judge=judge, most=exact)
    asked = [seat for seat, options in enumerate(found["options"]) if len(options) > 1]
    plays = judge is None or isinstance(judge, ByNetwork)
    if not (games and asked and plays) or found["judge"]["exact"]:
        yield AnalysisSoFar(1.0, 0, 0.0, found)
        return
    yield AnalysisSoFar(0.0, 0, 0.0, found)
    yield from _played_on(game, judge if isinstance(judge, ByNetwork) else None, found, asked, games)


def _rounds(game: Game, most: int) -> Iterator[AnalysisSoFar]:
    """Ever more games from every option, by steady."""
    count = min(FIRST, most)
    while True:
        found = analyse(game, count)
        yield AnalysisSoFar(count / most, count, found["judge"]["error"], found)
        if count == most:
            return
        count = min(most, GROWTH * count)


def _played_on(
    game: Game, judge: ByNetwork | None, found: review_types.Analysis, asked: Sequence[int], games: int
) -> Iterator[AnalysisSoFar]:
    """Games from every option of the seats that are asked, a piece at a time."""
    moves = {seat: [option["move"] for option in found["options"][seat]] for seat in asked}
    said = {seat: [option["worth"] for option in found["options"][seat]] for seat in asked}
    results: dict[int, list[Floats]] = {seat: [] for seat in asked}
    played = 0
    while played < games:
        count = max(2, min(PIECE, games - played))  # one game has no standard error
        error, options = 0.0, list(found["options"])
        for seat in asked:
            piece = _piece(judge, game, seat, moves[seat], count, played)
            results[seat].append(piece.results)
            worths, errors = _joined(said[seat], Rollouts(np.concatenate(results[seat], axis=1)), found)
            options[seat] = ranked(game, seat, dict(zip(moves[seat], worths.tolist(), strict=True)))
            error = max(error, float(errors.max()))
        played += count
        yield AnalysisSoFar(min(1.0, played / games), played, error, {**found, "options": options})


def _piece(
    judge: ByNetwork | None, game: Game, seat: int, moves: list[str], count: int, first: int
) -> Rollouts:
    if judge is None:
        return play_cards(known_to(game, seat), seat, moves, count, first)
    return play_options(judge, game, seat, moves, count, first // PIECE)


def _joined(said: list[float], played: Rollouts, found: review_types.Analysis) -> tuple[Floats, Floats]:
    """The judge's word and the games', each by how sure it is: the mean, and its standard error."""
    sure, shown = OWN_ERROR[found["judge"]["unit"]] ** -2.0, np.maximum(played.error, LEAST_ERROR) ** -2.0
    return (np.array(said) * sure + played.worth * shown) / (sure + shown), (sure + shown) ** -0.5
