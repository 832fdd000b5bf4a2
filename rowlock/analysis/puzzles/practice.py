"""Positions to practise again: one's own mistakes, with what a review found every move to be worth."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.analysis.hints.hint import advice, hint
from rowlock.analysis.puzzles.puzzle import NoPuzzle
from rowlock.analysis.review.review_types import Hint
from rowlock.engine.game import Game, waiting_for
from rowlock.engine.view import view


def seat_asked(game: Game, seat: int) -> int:
    """The seat that is to practise; raises `NoPuzzle` if it has nothing to choose."""
    if seat not in waiting_for(game):
        raise NoPuzzle(f"seat {seat} has nothing to choose in this position")
    return seat


def solution_of(game: Game, seat: int, worths: Mapping[str, float], answer: str) -> Hint:
    """The best move and why it beats the answer: by the worths of a review, or weighed anew without them."""
    legal = {move["move"] for move in view(game, seat)["moves"]}
    found = hint(game.variant, view(game, seat))["options"] if legal != worths.keys() else []
    known = {option["move"]: option["worth"] for option in found} if found else dict(worths)
    if not known.keys() <= legal or not known:
        raise NoPuzzle("nobody can weigh the moves of this position")
    best = max(known, key=lambda move: known[move])
    return advice(game, seat, known, answer if answer in known and answer != best else None)
