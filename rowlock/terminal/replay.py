"""Show a recorded game, turn by turn.

examples:
  rowlock replay game.rowlock              every turn, then the sheets
  rowlock replay game.rowlock --turn 12    the table after turn 12
  rowlock replay game.rowlock --json       the same as data, with every fact

A damaged record is shown up to the damage, with its line and the reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from rowlock.engine.errors import BadRecord
from rowlock.engine.facts import Closed, DieRemoved, Ended, Fact, PairCompleted, Penalised, plain_fact
from rowlock.engine.game import Game, Phase, Step, outcome
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_move, format_roll
from rowlock.engine.position import format_position
from rowlock.engine.record import Reading, read_record
from rowlock.engine.scoring import score
from rowlock.engine.view import plain_variant
from rowlock.terminal.draw import draw_sheet, use_colour
from rowlock.variants import load_variant

SUMMARY = "show a recorded game, turn by turn"
LARGEST = 4 * 1024 * 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record; - reads standard input")
    parser.add_argument("--turn", type=int, metavar="N", help="show the table after turn N (0: the start)")
    parser.add_argument("--json", action="store_true", help="print data instead of pictures")


def run(args: argparse.Namespace) -> int:
    reading = read_record(_read(args.file), load_variant)
    if args.turn is not None:
        reading = _until(reading, args.turn)
    if args.json:
        sys.stdout.write(json.dumps(_plain(reading), indent=1, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(_shown(reading, turns=args.turn is None))
    if reading.damage:
        sys.stdout.flush()
        sys.stderr.write(f"rowlock: {args.file}: {reading.damage}\n")
        return 1
    return 0


def _read(name: str) -> str:
    """The record's text; everything that can be wrong with a file becomes a sentence."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadRecord(f"{name} is larger than {LARGEST // 1024 // 1024} MB: no game is that long")
        return raw.decode("utf-8")
    except OSError as error:
        raise BadRecord(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name} is not UTF-8 text (byte {error.start})") from None


def _until(reading: Reading, turn: int) -> Reading:
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


def _plain(reading: Reading) -> dict[str, Any]:
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


def _shown(reading: Reading, *, turns: bool) -> str:
    record, game = reading.record, _last_game(reading)
    lines = [f"{record.variant.title}: {', '.join(record.seats)}", ""]
    if turns:
        lines += [*[_turn_line(turn, record.seats) for turn in _turns(reading)], ""]
    colour = use_colour(sys.stdout)
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
