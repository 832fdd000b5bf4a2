"""A whole game reviewed: chances and luck by turn, every decision with its options, what it all comes to."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.analysis import plain
from rowlock.analysis.by_network import ByNetwork
from rowlock.analysis.decisions import decisions_of
from rowlock.analysis.ghosts import ghost_of
from rowlock.analysis.judged import Heard, Judge, Judged
from rowlock.analysis.judges import find_judge
from rowlock.analysis.played import check_costliest
from rowlock.analysis.totals import costliest, total_of
from rowlock.analysis.turns import Turn, turns_of
from rowlock.analysis.version import ANALYSIS
from rowlock.engine.game import Game, Phase, outcome
from rowlock.engine.notation import format_move, format_roll
from rowlock.engine.position import format_position
from rowlock.engine.record import Record, replay


def review(
    record: Record,
    rollouts: int | None = None,
    heard: Heard = lambda _: None,
    processes: int = 1,
    judge: Judge | None = None,
) -> plain.Review:
    """Review a game, whole or so far; `heard` is called after every turn.

    Where a network judges, every decision that has a grade is played on `rollouts` times; by itself only the
    costliest are, a few times, and with 0 none. The judge is the best that there is, if none is given.
    """
    seats = len(record.seats)
    judge = judge or find_judge(record.variant, seats, rollouts)
    turns = turns_of(record)
    judged = judge.judge(turns, heard, processes)
    told = [_turn(turn, said, judge.about) for turn, said in zip(turns, judged, strict=True)]
    if isinstance(judge, ByNetwork) and rollouts != 0:
        check_costliest(judge, turns, told, rollouts, processes)
    last = _last(record, turns)
    return {
        "analysis": ANALYSIS,
        "variant": record.variant.name,
        "title": record.variant.title,
        "seats": list(record.seats),
        "judge": judge.about,
        "result": _result(last),
        "whole": bool(turns) and turns[-1].after == last and last.phase is Phase.OVER,
        "turns": told,
        "totals": [total_of(told, seat, _share(turns, seat)) for seat in range(seats)],
        "costliest": [costliest(told, seat) for seat in range(seats)],
        "ghosts": [ghost_of(turns, seat) for seat in range(seats)] if turns else [],
    }


def _turn(turn: Turn, judged: Judged, about: plain.Judge) -> plain.Turn:
    return {
        "turn": turn.before.turn,
        "active": turn.active,
        "roll": format_roll(turn.roll),
        "position": format_position(turn.before),
        "choices": [format_move(choice) if choice else None for choice in turn.choices],
        "colour": format_move(turn.colour) if turn.colour else None,
        "before": judged.before,
        "rolled": judged.rolled,
        "after": judged.after,
        "luck": [after - before for before, after in zip(judged.before, judged.rolled, strict=True)],
        "decisions": decisions_of(turn, judged, about),
    }


def _last(record: Record, turns: Sequence[Turn]) -> Game:
    """The game where the record ends, which may be behind the last turn that is reviewed."""
    if turns and turns[-1].after and turns[-1].after.phase is Phase.OVER:
        return turns[-1].after
    steps = replay(record)
    return steps[-1].game if steps else record.new_game()


def _result(game: Game) -> plain.Result | None:
    ended = outcome(game)
    if ended is None:
        return None
    return {"scores": list(ended.scores), "winners": list(ended.winners), "reason": ended.reason}


def _share(turns: Sequence[Turn], seat: int) -> float | None:
    """A seat's part of the win, or its score alone; None if the turns do not lead to the end."""
    last = turns[-1].after if turns else None
    ended = outcome(last) if last else None
    if ended is None:
        return None
    if len(ended.scores) == 1:
        return float(ended.scores[0])
    return (seat in ended.winners) / len(ended.winners)
