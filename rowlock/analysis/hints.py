"""A hint: what every move is worth, which one is the best, and why; a tutor's word where much is lost."""

from __future__ import annotations

from rowlock.analysis.decisions import ranked
from rowlock.analysis.grades import GRADES, grade_of
from rowlock.analysis.plain import Better, Grade, Hint
from rowlock.analysis.reasons import Reason, reasons_for
from rowlock.analysis.weigh import weigh
from rowlock.bots import load_bot
from rowlock.bots._reading import game_of, seat_of
from rowlock.engine.errors import Unsupported
from rowlock.engine.plain import View
from rowlock.engine.variant import Variant

ADVISER = "champion"


def hint(variant: Variant, view: View) -> Hint:
    """What the champion would do here, and why."""
    if variant.turns is not None:
        raise Unsupported(f"{variant.title} has turns of its own: nobody can give hints for them yet")
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


def better(variant: Variant, view: View, move: str, least: Grade) -> Better | None:
    """What is better than a move that loses as much as such a mistake or more; None if it is good enough.

    Also None where nobody can weigh: a tutor that is not sure is silent.
    """
    if variant.turns is not None:
        return None
    found = hint(variant, view)
    loss = next((option["loss"] for option in found["options"] if option["move"] == move), 0.0)
    grade = grade_of(loss, "points" if len(view["sheets"]) == 1 else "chance")
    if grade is None or GRADES.index(grade) < GRADES.index(least):
        return None
    return {**found, "loss": loss, "grade": grade}


def explain(variant: Variant, view: View, best: str, worths: dict[str, float]) -> list[Reason]:
    """Why a move is the best; without worths only what it does is told."""
    known = worths if worths and worths[best] >= max(worths.values()) else {best: 0.0}
    return reasons_for(game_of(variant, view), seat_of(view), known)
