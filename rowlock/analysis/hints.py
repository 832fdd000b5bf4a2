"""A hint: what every move is worth, which one is the best, and why."""

from __future__ import annotations

from typing import TypedDict

from rowlock.analysis.decisions import ranked
from rowlock.analysis.plain import Option
from rowlock.analysis.reasons import Reason, reasons_for
from rowlock.analysis.weigh import weigh
from rowlock.bots import load_bot
from rowlock.bots._reading import game_of, seat_of
from rowlock.engine.plain import View
from rowlock.engine.variant import Variant

ADVISER = "champion"


class Hint(TypedDict):
    """The best move of a view, and why."""

    move: str
    options: list[Option]
    """All moves with their worth, the best first; none where nobody can weigh them."""
    reasons: list[Reason]
    """Two at most, the weightiest first."""


def hint(variant: Variant, view: View) -> Hint:
    """What the champion would do here, and what speaks for it."""
    worths, game, seat = weigh(variant, view), game_of(variant, view), seat_of(view)
    moves = [move["move"] for move in view["moves"]]
    best = (
        max(worths, key=lambda move: worths[move])
        if worths
        else load_bot(ADVISER, variant, len(view["sheets"])).choose(view, moves)
    )
    return {
        "move": best,
        "options": ranked(game, seat, worths) if worths else [],
        "reasons": explain(variant, view, best, worths),
    }


def explain(variant: Variant, view: View, best: str, worths: dict[str, float]) -> list[Reason]:
    """Why a move is the best; without worths only what it does is told."""
    known = worths if worths and worths[best] >= max(worths.values()) else {best: 0.0}
    return reasons_for(game_of(variant, view), seat_of(view), known)
