"""A choice beside everything else that the seat could have chosen."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.analysis.hints.reasons import reasons_for
from rowlock.analysis.judges.verdict import Judged
from rowlock.analysis.review import review_types
from rowlock.analysis.review.grades import grade_of
from rowlock.analysis.review.turns import PlayedTurn
from rowlock.engine.cards.moves import Play, Take
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase
from rowlock.engine.legal import aim
from rowlock.engine.moves import Choice, Pass
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.position import format_position


def decisions_of(
    turn: PlayedTurn, judged: Judged, about: review_types.Judgement
) -> list[review_types.Decision]:
    """The choices of a turn where there was more than one option."""
    found = []
    for seat, choice in enumerate(turn.choices):
        if choice and len(judged.white[seat]) > 1:
            mix = judged.mixes[seat] if judged.mixes else {}
            chosen = format_move(choice)
            found.append(decide(turn.rolled, seat, chosen, judged.white[seat], about, mix, judged.exact))
    if turn.acting and turn.colour and len(judged.colour) > 1:
        found.append(decide(turn.acting, turn.active, format_move(turn.colour), judged.colour, about))
        found[-1]["exact"] = judged.exact
    return found


def ranked(
    game: Game, seat: int, worths: Mapping[str, float], mix: Mapping[str, float] | None = None
) -> list[review_types.Option]:
    """A seat's moves with their worth, the best one first; of a mix, the one that is chosen most often."""
    best = max(worths.values())
    options: list[review_types.Option] = [
        {
            "move": move,
            "cell": _cell(game, seat, move),
            "taken": _taken(game, move),
            "worth": worth,
            "loss": best - worth,
            "share": mix[move] if mix else None,
            "played": None,
        }
        for move, worth in worths.items()
    ]
    return sorted(options, key=lambda option: (round(option["loss"], 9), -(option["share"] or 0)))


def _cell(game: Game, seat: int, text: str) -> review_types.Cell | None:
    move = parse_move(text)
    if not isinstance(move, Choice) or isinstance(move, Pass | Take):
        return None
    if isinstance(move, Play):
        return _first_of(game, move)
    row, cell = aim(game, seat, move)
    line = game.variant.rows[row]
    return [line.name, line.cells[cell].number]


def _first_of(game: Game, play: Play) -> review_types.Cell | None:
    """The leftmost cell that a play crosses, in the first row that it does."""
    turns = game.variant.turns
    assert isinstance(turns, CardTurns)
    for row, cell in turns.plays.places(play.colour, play.crosses):
        line = game.variant.rows[row]
        return [line.name, line.cells[cell].number]
    return None


def _taken(game: Game, text: str) -> int | None:
    move = parse_move(text)
    card = game.lay.display[move.slot - 1] if isinstance(move, Take) and game.lay else None
    return card.number if card else None


def phase_of(game: Game) -> review_types.Phase:
    """The kind of choice that a game asks for, in a word."""
    known: dict[Phase, review_types.Phase] = {
        Phase.WHITE: "white",
        Phase.COLOUR: "colour",
        Phase.TAKE: "take",
        Phase.CALL: "call",
        Phase.PLAY: "play",
    }
    return known[game.phase]


def decide(
    game: Game,
    seat: int,
    chosen: str,
    worths: Mapping[str, float],
    about: review_types.Judgement,
    mix: Mapping[str, float] | None = None,
    exact: bool = False,
) -> review_types.Decision:
    """A seat's choice, with what every option was worth to it."""
    options = ranked(game, seat, worths, mix)
    loss = options[0]["worth"] - worths[chosen]
    error = about["error"] * 2**0.5 if about["by"] == "rollouts" else None
    grade = grade_of(loss, about["unit"], error)
    best = options[0]["move"] if loss > 0 else chosen
    return {
        "seat": seat,
        "phase": phase_of(game),
        "position": format_position(game),
        "chosen": chosen,
        "best": best,
        "loss": loss,
        "grade": grade,
        "exact": exact,
        "unclear": False,
        "reasons": reasons_for(game, seat, best, chosen) if grade else [],
        "options": options,
        "played": 0,
        "loss_played": None,
        "loss_error": error,
    }
