"""A choice beside everything else that the seat could have chosen."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.analysis import plain
from rowlock.analysis.grades import grade_of
from rowlock.analysis.judged import Judged
from rowlock.analysis.reasons import reasons_for
from rowlock.analysis.turns import Turn
from rowlock.engine.game import Game
from rowlock.engine.legal import aim
from rowlock.engine.moves import Choice, Pass
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.position import format_position


def decisions_of(turn: Turn, judged: Judged, about: plain.Judge) -> list[plain.Decision]:
    """The choices of a turn where there was more than one option."""
    found = []
    for seat, choice in enumerate(turn.choices):
        if choice and len(judged.white[seat]) > 1:
            found.append(_decision(turn.rolled, seat, format_move(choice), judged.white[seat], about))
    if turn.acting and turn.colour and len(judged.colour) > 1:
        found.append(_decision(turn.acting, turn.active, format_move(turn.colour), judged.colour, about))
    return found


def ranked(game: Game, seat: int, worths: Mapping[str, float]) -> list[plain.Option]:
    """A seat's moves with their worth, the best one first."""
    best = max(worths.values())
    options: list[plain.Option] = [
        {
            "move": move,
            "cell": _cell(game, seat, move),
            "worth": worth,
            "loss": best - worth,
            "played": None,
        }
        for move, worth in worths.items()
    ]
    return sorted(options, key=lambda option: option["loss"])


def _cell(game: Game, seat: int, text: str) -> plain.Cell | None:
    move = parse_move(text)
    if not isinstance(move, Choice) or isinstance(move, Pass):
        return None
    row, cell = aim(game, seat, move)
    line = game.variant.rows[row]
    return [line.name, line.cells[cell].number]


def _decision(
    game: Game, seat: int, chosen: str, worths: Mapping[str, float], about: plain.Judge
) -> plain.Decision:
    options = ranked(game, seat, worths)
    loss = options[0]["worth"] - worths[chosen]
    error = about["error"] * 2**0.5 if about["by"] == "rollouts" else None
    grade = grade_of(loss, about["unit"], error)
    return {
        "seat": seat,
        "phase": "white" if game.choices else "colour",
        "position": format_position(game),
        "chosen": chosen,
        "best": options[0]["move"] if loss > 0 else chosen,
        "loss": loss,
        "grade": grade,
        "reasons": reasons_for(game, seat, worths) if grade else [],
        "options": options,
        "played": 0,
        "loss_played": None,
        "loss_error": error,
    }
