"""A recorded game for people and as data, turn by turn."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rowlock.engine.errors import BadRecord
from rowlock.engine.facts import Closed, DieRemoved, Ended, Fact, PairCompleted, Penalised, plain_fact
from rowlock.engine.game import Game, Phase, Step, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move, format_roll
from rowlock.engine.position import format_position
from rowlock.engine.record import Reading
from rowlock.engine.scoring import score
from rowlock.engine.view import plain_variant
from rowlock.terminal.draw import draw_sheet


def until(reading: Reading, turn: int) -> Reading:
    """The reading cut off after a turn; damage further on does not matter then."""
    steps = tuple(step for step, number in _numbered(reading) if number <= turn)
    last = max((number for _, number in _numbered(reading)), default=0)
    if not 0 <= turn <= last and not (reading.damage and turn > last):
        raise BadRecord(f"the game has turns 1 to {last}; --turn 0 is the start")
    return Reading(reading.record, steps, reading.damage if turn > last else None)


def _numbered(reading: Reading) -> list[tuple[Step, int]]:
    """Every step with the number of the turn to which it belongs."""
    number, numbered = 0, []
    for said, step in zip(reading.record.inputs, reading.steps, strict=False):
        number += isinstance(said.move, Roll)
        numbered.append((step, number))
    return numbered


def _last_game(reading: Reading) -> Game:
    return reading.steps[-1].game if reading.steps else reading.record.new_game()


def _turns(reading: Reading) -> list[dict[str, Any]]:
    """Each turn as data: what was said, what followed, the totals after it."""
    turns = []
    said = zip(reading.record.inputs, _numbered(reading), strict=False)
    for number, group in groupby(said, key=lambda item: item[1][1]):
        steps = list(group)
        game = steps[-1][1][0].game
        facts = [fact for _, (step, _) in steps for fact in step.facts]
        turns.append(
            {
                "turn": number,
                "said": [
                    {"seat": seat, "move": format_roll(move) if isinstance(move, Roll) else format_move(move)}
                    for (seat, move), _ in steps
                ],
                "facts": facts,
                "scores": [score(game.variant, sheet).total for sheet in game.sheets],
            }
        )
    return turns


def plain_replay(reading: Reading) -> dict[str, Any]:
    """A reading as plain data, with every fact."""
    game = _last_game(reading)
    result = outcome(game)
    return {
        "variant": plain_variant(game.variant),
        "seats": list(reading.record.seats),
        "headers": [list(header) for header in reading.record.headers],
        "turns": [{**turn, "facts": [plain_fact(f) for f in turn["facts"]]} for turn in _turns(reading)],
        "position": format_position(game),
        "outcome": result._asdict() if result else None,
        "damage": str(reading.damage) if reading.damage else None,
    }


def format_replay(reading: Reading, *, turns: bool, colour: bool) -> str:
    """A reading for people: its turns if they are wanted, then the sheets and how it stands."""
    record, game = reading.record, _last_game(reading)
    lines = [f"{record.variant.title}: {', '.join(record.seats)}", ""]
    if turns:
        lines += [*[_turn_line(turn, record.seats) for turn in _turns(reading)], ""]
    for seat, name in enumerate(record.seats):
        total = score(game.variant, game.sheets[seat]).total
        drawn = draw_sheet(game.variant, game.sheets[seat], colour=colour, lucky=game.lucky_numbers(seat))
        lines += [f"{name} · {total}", drawn.rstrip("\n"), ""]
    return "\n".join([*lines, _ending(game, record.seats), format_position(game), ""])


def _turn_line(turn: dict[str, Any], names: tuple[str, ...]) -> str:
    roll, *moves = [said["move"] for said in turn["said"]]
    events = ", ".join(filter(None, [_event(fact, names) for fact in turn["facts"]]))
    scores = " : ".join(str(total) for total in turn["scores"])
    return f"{turn['turn']:>3}. {roll:<20} {'  '.join(moves):<24} {scores:>9}  {events}".rstrip()


def _event(fact: Fact, names: tuple[str, ...]) -> str:
    match fact:
        case Penalised(seat, count):
            return f"penalty {count} for {names[seat]}"
        case Closed(row, seats):
            return f"row {row} closed by {' and '.join(names[seat] for seat in seats)}"
        case DieRemoved(colour):
            return f"die {colour} leaves"
        case PairCompleted(seat, pair):
            return f"{pair} for {names[seat]}"
        case Ended(reason):
            return "the end: " + ("penalty boxes full" if reason == "penalties" else "rows closed")
    return ""


def _ending(game: Game, seats: tuple[str, ...]) -> str:
    result = outcome(game)
    if result is None:
        waits = "a roll" if game.phase is Phase.ROLL else f"the {game.phase.value} action"
        return f"turn {game.turn}, waiting for {waits}"
    winners = " and ".join(seats[seat] for seat in result.winners)
    verb = "win" if len(result.winners) > 1 else "wins"
    return f"{winners} {verb} with {max(result.scores)} points"
