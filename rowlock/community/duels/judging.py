"""The result of a half: its losses and luck turn by turn. Everything follows from its record."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.review import review_types
from rowlock.analysis.review.game import review
from rowlock.community.daily.ranking import hundredths, left_loss
from rowlock.community.duels.answers import DuelTurn, HalfFound
from rowlock.community.errors import BadTry
from rowlock.community.shared_games import person_in, play, play_as, until_given_up
from rowlock.engine.game import Game, Phase, outcome
from rowlock.engine.record import Record, format_record, parse_record, replay
from rowlock.engine.scoring import score
from rowlock.engine.view import view
from rowlock.table.log.opening import SharedGame

MOST_ENDINGS = 20_000
"""Joint positions of two seats from which on a half is judged exactly: somebody waits for the result."""
PERCENT = 100
"""Chances are lost in hundredths of a percent, points in hundredths of a point."""


def judge_half(record: Record, seat: int, rollouts: int | None = None) -> HalfFound:
    """Judge a half, finished or left, by the best judge there is."""
    judge = None
    if record.variant.turns is None:
        judge = find_judge(record.variant, len(record.seats), rollouts)
    told = review(record, 0, judge=judge, most=MOST_ENDINGS)
    plain, unit, total = result_alone(record, seat), told["judge"]["unit"], told["totals"][seat]
    lost = total["lost"]
    if not plain["finished"]:
        lost = left_loss(lost, total["result"], plain["score"] if unit == "points" else 0)
    return {
        **plain,
        "judge": told["judge"]["by"],
        "unit": unit,
        "exact": told["judge"]["exact"],
        "loss": hundredths(lost if unit == "points" else PERCENT * lost),
        "luck": round(total["luck"], 4),
        "turns": [_judged(turn, told["turns"], seat) for turn in plain["turns"]],
    }


def result_alone(record: Record, seat: int) -> HalfFound:
    """A half without a judge: what was chosen, and what it came to."""
    games = [step.game for step in replay(record)]
    last = games[-1] if games else record.new_game()
    scores = [score(last.variant, sheet).total for sheet in last.sheets]
    ended = outcome(last)
    won = (seat in ended.winners) / len(ended.winners) if ended and ended.winners else None
    return {
        "judge": None,
        "unit": "points" if len(scores) == 1 else "chance",
        "exact": False,
        "finished": ended is not None,
        "loss": None,
        "luck": None,
        "score": scores[seat],
        "scores": scores,
        "won": None if len(scores) == 1 else won,
        "turns": [_turn(game, seat) for game in _ends_of_turns(games)],
    }


def _ends_of_turns(games: list[Game]) -> list[Game]:
    """The game at the end of every turn: before the next roll, or where the record ends."""
    ends = dict[int, Game]()
    for before, after in zip(games, [*games[1:], games[-1]], strict=True) if games else ():
        if after.turn != before.turn or after is before or after.phase is Phase.OVER:
            ends[before.turn] = after
    return [ends[turn] for turn in sorted(ends)]


def _turn(game: Game, seat: int) -> DuelTurn:
    return {
        "turn": game.turn if game.phase is Phase.OVER else game.turn - 1,
        "roll": "",
        "moves": [],
        "loss": 0.0,
        "luck": 0.0,
        "score": score(game.variant, game.sheets[seat]).total,
        "sheet": view(game, seat)["sheets"][seat],
    }


def _judged(turn: DuelTurn, told: list[review_types.Turn], seat: int) -> DuelTurn:
    """A turn with the judge's word on it."""
    found = next((one for one in told if one["turn"] == turn["turn"]), None)
    if found is None:
        return turn
    own = [found["choices"][seat], found["colour"] if found["active"] == seat else None]
    lost = sum(one["loss"] for one in found["decisions"] if one["seat"] == seat)
    return {
        **turn,
        "roll": found["roll"],
        "moves": [move for move in own if move],
        "loss": round(lost, 4),
        "luck": round(found["luck"][seat], 4),
    }


class Work(NamedTuple):
    """A half that is to be judged: a record of this server, moves that were handed in, a bot's game."""

    game: SharedGame
    name: str
    date: str
    record: str | None = None
    moves: tuple[str, ...] | None = None
    bot: str | None = None
    rollouts: int | None = None
    """Games to be played on where no network judges."""
    with_judge: bool = True
    """Without one, the result alone is told."""


class HalfOutcome(TypedDict):
    """The outcome of the work: the half's record and result, or why its moves cannot be."""

    record: str
    found: HalfFound | None
    refused: str | None


def work_out(work: Work) -> HalfOutcome:
    """Play a half again, if it was played elsewhere, and judge it."""
    try:
        record = _record_of(work)
    except BadTry as error:
        return {"record": "", "found": None, "refused": str(error)}
    seat = person_in(work.game)
    found = judge_half(record, seat, work.rollouts) if work.with_judge else result_alone(record, seat)
    return {"record": format_record(record), "found": found, "refused": None}


def _record_of(work: Work) -> Record:
    if work.record is not None:
        return until_given_up(parse_record(work.record, lambda *_, **__: work.game.variant))
    if work.bot is not None:
        return play_as(work.game, work.bot, work.name, work.date).record
    return play(work.game, work.moves or (), work.name, work.date).record
