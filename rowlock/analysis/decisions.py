"""A choice beside everything else that the seat could have chosen."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.analysis import plain
from rowlock.analysis.grades import grade_of
from rowlock.analysis.judged import Judged
from rowlock.analysis.turns import Turn
from rowlock.engine.game import Game
from rowlock.engine.notation import format_move
from rowlock.engine.position import format_position


def decisions_of(turn: Turn, judged: Judged, about: plain.Judge) -> list[plain.Decision]:
    """The choices of a turn that were made among several."""
    found = []
    for seat, choice in enumerate(turn.choices):
        if choice and len(judged.white[seat]) > 1:
            found.append(_decision(turn.rolled, seat, format_move(choice), judged.white[seat], about))
    if turn.acting and turn.colour and len(judged.colour) > 1:
        found.append(_decision(turn.acting, turn.active, format_move(turn.colour), judged.colour, about))
    return found


def ranked(worths: Mapping[str, float]) -> list[plain.Option]:
    """Moves with their worth, the best one first."""
    best = max(worths.values())
    options: list[plain.Option] = [
        {"move": move, "worth": worth, "loss": best - worth, "played": None} for move, worth in worths.items()
    ]
    return sorted(options, key=lambda option: option["loss"])


def _decision(
    game: Game, seat: int, chosen: str, worths: Mapping[str, float], about: plain.Judge
) -> plain.Decision:
    options = ranked(worths)
    loss = options[0]["worth"] - worths[chosen]
    error = about["error"] * 2**0.5 if about["by"] == "rollouts" else None
    return {
        "seat": seat,
        "phase": "white" if game.choices else "colour",
        "position": format_position(game),
        "chosen": chosen,
        "best": options[0]["move"] if loss > 0 else chosen,
        "loss": loss,
        "grade": grade_of(loss, about["unit"], error),
        "options": options,
        "played": 0,
        "loss_played": None,
        "loss_error": error,
    }
