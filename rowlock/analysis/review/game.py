"""A whole game reviewed: chances and luck by turn, every decision with its options, what it all comes to."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.analysis.judges.by_cards import ByCards
from rowlock.analysis.judges.by_network import ByNetwork
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.judges.verdict import Heard, Judge, Judged
from rowlock.analysis.review import review_types
from rowlock.analysis.review.card_turns import card_turns_of
from rowlock.analysis.review.champion_game import champion_game
from rowlock.analysis.review.decisions import decisions_of
from rowlock.analysis.review.played_on import check_costliest, check_plays
from rowlock.analysis.review.totals import costliest, total_of
from rowlock.analysis.review.turns import PlayedTurn, turns_of
from rowlock.analysis.version import ANALYSIS
from rowlock.engine.game import Game, Phase, outcome
from rowlock.engine.notation import format_move, format_roll
from rowlock.engine.position import format_position
from rowlock.engine.record import Record, replay
from rowlock.table.log.records import bots_in

EXACT = 100_000
"""Joint positions of two seats that are solved where somebody waits for a review: about a second."""


def review(
    record: Record,
    rollouts: int | None = None,
    heard: Heard = lambda _: None,
    processes: int = 1,
    judge: Judge | None = None,
    most: int = EXACT,
) -> review_types.Review:
    """Review a game, whole or so far; `heard` is called after every turn.

    With two seats it is judged exactly from where at most so many joint positions can follow.

    Where a network judges, every decision that has a grade is played on `rollouts` times; by itself only the
    costliest are, a few times, and with 0 none. The judge is the best that there is, if none is given.
    """
    seats = range(len(record.seats))
    if record.variant.turns is not None:
        found = _with_cards(record, rollouts, heard, processes)
    else:
        judge = judge or find_judge(record.variant, len(record.seats), rollouts)
        if isinstance(judge, ByNetwork):
            judge.look_ahead(most)
        found = _with_dice(record, rollouts, heard, processes, judge)
    told, last = found.turns, _last(record, found.after)
    least = record.variant.penalty_boxes * record.variant.penalty_points
    return {
        "analysis": ANALYSIS,
        "variant": record.variant.name,
        "title": record.variant.title,
        "seats": list(record.seats),
        "bots": bots_in(record),
        "judge": found.judge,
        "result": _result(last),
        "whole": found.after == last and last.phase is Phase.OVER,
        "turns": told,
        "totals": [total_of(told, seat, _share(found.after, seat), least) for seat in seats],
        "costliest": [costliest(told, seat) for seat in seats],
        "ghosts": found.champion_games,
    }


def count_turns(record: Record) -> int:
    """How often `review` will call `heard`, turn by turn."""
    return len(card_turns_of(record) if record.variant.turns is not None else turns_of(record))


class _Found(NamedTuple):
    """A judge's verdict on a game, and the table after its last turn, if that is over."""

    judge: review_types.Judgement
    turns: list[review_types.Turn]
    after: Game | None
    champion_games: list[review_types.ChampionGame]


def _with_dice(record: Record, rollouts: int | None, heard: Heard, processes: int, judge: Judge) -> _Found:
    seats = len(record.seats)
    turns = turns_of(record)
    judged = judge.judge(turns, heard, processes)
    told = [_turn(turn, said, judge.about) for turn, said in zip(turns, judged, strict=True)]
    if isinstance(judge, ByNetwork) and rollouts != 0:
        check_costliest(judge, turns, told, rollouts, processes)
    champion_games = [champion_game(turns, seat) for seat in range(seats)] if turns else []
    return _Found(judge.about, told, turns[-1].after if turns else None, champion_games)


def _with_cards(record: Record, rollouts: int | None, heard: Heard, processes: int) -> _Found:
    """The champion does not play it again: other cards taken would give others cards that they never had."""
    judge, turns = ByCards(record.variant, len(record.seats)), card_turns_of(record)
    told = judge.tell(turns, heard)
    if rollouts != 0:
        check_plays(told, turns, judge.about["unit"], rollouts, processes)
    return _Found(judge.about, told, turns[-1].after if turns else None, [])


def _turn(turn: PlayedTurn, judged: Judged, about: review_types.Judgement) -> review_types.Turn:
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
        "luck": judged.luck,
        "decisions": decisions_of(turn, judged, about),
    }


def _last(record: Record, after: Game | None) -> Game:
    """The game where the record ends, which may be behind the last turn that is reviewed."""
    if after and after.phase is Phase.OVER:
        return after
    steps = replay(record)
    return steps[-1].game if steps else record.new_game()


def _result(game: Game) -> review_types.Result | None:
    ended = outcome(game)
    if ended is None:
        return None
    return {"scores": list(ended.scores), "winners": list(ended.winners), "reason": ended.reason}


def _share(last: Game | None, seat: int) -> float | None:
    """A seat's part of the win, or its score alone; None if the turns do not lead to the end."""
    ended = outcome(last) if last else None
    if ended is None:
        return None
    if len(ended.scores) == 1:
        return float(ended.scores[0])
    return (seat in ended.winners) / len(ended.winners)
