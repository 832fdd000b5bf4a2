"""The costliest decisions once more: what was chosen and what was better, played on to the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import NamedTuple, TypeVar

import numpy as np

from rowlock.analysis.judges.by_network import ByNetwork, stack
from rowlock.analysis.judges.card_deals import USUAL as DEALS
from rowlock.analysis.judges.card_deals import play_options as play_cards
from rowlock.analysis.judges.rollouts import Rollouts, play_on
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.parallel import in_processes
from rowlock.analysis.review import review_types
from rowlock.analysis.review.card_turns import CardTurn
from rowlock.analysis.review.grades import SURE, grade_of
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.bots.kit.batch import BestOption
from rowlock.bots.net.lockstep import (
    Games,
    Lots,
    colour_options,
    resolve_colour,
    resolve_white,
    white_options,
)
from rowlock.engine.game import Game, Phase
from rowlock.engine.knowledge import known_to
from rowlock.engine.position import format_position
from rowlock.engine.variant import Variant

Looked = TypeVar("Looked")

CHECKED = 3
"""Decisions of a game that are played on without being asked for, the costliest ones."""
USUAL = 24
"""Games from each option of those."""
PIECE_BITS = 20
"""The bit of a seed at which the number of a piece begins: no game has so many turns."""
MORE = 4
"""How many times as many where games and judge differ by more than their errors."""
OWN_ERROR: dict[review_types.Unit, float] = {"chance": 0.02, "points": 1.0}
"""By how much the judge's word on a loss may be off without anybody calling it a contradiction."""


def play_options(
    judge: ByNetwork, game: Game, seat: int, moves: Sequence[str], count: int, piece: int = 0
) -> Rollouts:
    """Return the result of these moves of a seat, each played on `count` times with the same dice.

    Another `piece` of the same work has other dice.
    """
    judge.look_ahead(0)  # thousands of games: as the network plays them
    bot = BestOption(judge.weigher)
    tables = _after_moves(judge, bot, game, seat, moves)
    position = (seat - game.active) % len(game.sheets)
    return play_on(
        judge.pad, bot, judge.weigher, tables, position, count, seed=game.turn + (piece << PIECE_BITS)
    )


def _after_moves(judge: ByNetwork, bot: BestOption, game: Game, seat: int, moves: Sequence[str]) -> Games:
    """The tables at the end of the turn after each move; everything else is what the champion would do."""
    pad, seats = judge.pad, len(game.sheets)
    games, dice = stack(pad, [game] * len(moves))
    numbers = judge.numbers(game, seat)
    asked = np.array([numbers[move] for move in moves])
    lots = Lots(np.zeros(len(moves), np.uint64), 1, np.zeros(len(moves), int), seats)
    if game.phase is Phase.COLOUR:
        options = colour_options(pad, games, dice, np.zeros(len(moves), bool))
        idle = np.full(len(moves), not game.crossed)
        return resolve_colour(pad, games, options, asked, idle, np.zeros(len(moves), bool))[0]
    options = white_options(pad, games, dice)
    choice = bot.white(games, dice, options, tuple(range(seats)), lots)
    choice[:, (seat - game.active) % seats] = asked
    games, idle, over = resolve_white(pad, games, options, choice)
    options = colour_options(pad, games, dice, over)
    chosen = bot.colour(games, dice, options, idle, lots)
    return resolve_colour(pad, games, options, chosen, idle, over)[0]


class _Check(NamedTuple):
    """A decision to play on, in whatever process."""

    variant: Variant
    game: Game
    seat: int
    moves: tuple[str, ...]
    games: int


def check_costliest(
    judge: ByNetwork,
    turns: Sequence[PlayedTurn],
    told: Sequence[review_types.Turn],
    rollouts: int | None,
    processes: int,
) -> None:
    """Play decisions with a grade on, and note what came of it: all of them, or a few without `rollouts`.

    Where that contradicts the judge, many more games are played before it is called unclear.
    """
    wanted = _costly(turns, told, rollouts)
    for count in (rollouts or USUAL, MORE * (rollouts or USUAL)):
        checks = [_check(judge, turn, decision, count) for turn, decision in wanted]
        work = partial(_played, judge) if processes <= 1 else _played_elsewhere
        for (_, decision), played in zip(wanted, in_processes(work, checks, processes), strict=True):
            _note(decision, played, judge.about["unit"])
        wanted = [(turn, decision) for turn, decision in wanted if decision["unclear"]]


def check_plays(
    told: Sequence[review_types.Turn],
    turns: Sequence[CardTurn],
    unit: review_types.Unit,
    rollouts: int | None,
    processes: int,
) -> None:
    """The same for the card game, over deals of what the seat did not see."""
    wanted = _costly(turns, told, rollouts)
    checks = [_dealt(turn, decision, rollouts or DEALS) for turn, decision in wanted]
    results = in_processes(_played_with_cards, checks, processes)
    for (_, decision), played in zip(wanted, results, strict=True):
        _note(decision, played, unit)


def _dealt(turn: CardTurn, decision: review_types.Decision, count: int) -> _Check:
    """A decision of the card game to play on, as its seat knew it."""
    phase, seat = Phase(decision["phase"]), decision["seat"]
    known = next(
        known
        for one in turn.of(phase, seat)
        if format_position(known := known_to(one.game, seat)) == decision["position"]
    )
    moves = (decision["options"][0]["move"], decision["chosen"])
    return _Check(known.variant, known, seat, moves, count)


def _played_with_cards(check: _Check) -> Rollouts:
    return play_cards(check.game, check.seat, check.moves, check.games)


def _costly(
    turns: Sequence[Looked], told: Sequence[review_types.Turn], rollouts: int | None
) -> list[tuple[Looked, review_types.Decision]]:
    """Decisions with a grade that are not exact, the costliest first: all, or a few without `rollouts`."""
    graded = [
        (turn, decision)
        for turn, said in zip(turns, told, strict=True)
        for decision in said["decisions"]
        if decision["grade"] and not decision["exact"]
    ]
    graded.sort(key=lambda found: -found[1]["loss"])
    return graded if rollouts else graded[:CHECKED]


def _check(judge: ByNetwork, turn: PlayedTurn, decision: review_types.Decision, count: int) -> _Check:
    game = turn.rolled if decision["phase"] == "white" else turn.acting
    assert game is not None
    moves = decision["options"][0]["move"], decision["chosen"]
    return _Check(judge.variant, game, decision["seat"], moves, count)


def _played(judge: ByNetwork, check: _Check) -> Rollouts:
    return play_options(judge, check.game, check.seat, check.moves, check.games)


def _played_elsewhere(check: _Check) -> Rollouts:
    judge = find_judge(check.variant, len(check.game.sheets))
    assert isinstance(judge, ByNetwork)
    return _played(judge, check)


def _note(decision: review_types.Decision, played: Rollouts, unit: review_types.Unit) -> None:
    """Write down what came of playing on: what is sure of it corrects the loss, and so the grade."""
    loss, error = played.lead(0, 1)
    options = {option["move"]: option for option in decision["options"]}
    for place, move in enumerate((decision["options"][0]["move"], decision["chosen"])):
        options[move]["played"] = {"worth": float(played.worth[place]), "error": float(played.error[place])}
    decision["played"] = played.results.shape[1]
    decision["loss_played"], decision["loss_error"] = loss, error
    said, margin = options[decision["chosen"]]["loss"], SURE * error
    decision["loss"] = max(0.0, min(max(said, loss - margin), loss + margin))
    decision["best"] = decision["options"][0]["move"] if decision["loss"] > 0 else decision["chosen"]
    differ = abs(loss - said) > SURE * hypot(error, OWN_ERROR[unit])
    decision["unclear"] = differ and grade_of(loss, unit) != grade_of(said, unit)
    decision["grade"] = None if decision["unclear"] else grade_of(decision["loss"], unit)
