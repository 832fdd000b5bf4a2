"""A recorded game for people and as data, turn by turn."""

from __future__ import annotations

from itertools import groupby, takewhile

from rowlock.engine.errors import BadRecord
from rowlock.engine.facts import FACTS, Closed, DieRemoved, Ended, Fact, Penalised, Resigned, plain_fact
from rowlock.engine.game import Game, Phase, outcome
from rowlock.engine.position import format_position
from rowlock.engine.record import RecordReading
from rowlock.engine.scoring import score
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet, plain_variant
from rowlock.table.replay import ShownStep, format_input, steps_to_show
from rowlock.terminal.draw import draw_sheet

ENDS = {
    "penalties": "penalty boxes full",
    "rows": "rows closed",
    "resigned": "the others gave up",
    "aborted": "broken off",
}
"""The reasons for which games end."""
CARDS = "%@"
"""How shuffles and cards that are taken begin: a turn with cards opens with them, others with a roll."""


def until(reading: RecordReading, turn: int) -> RecordReading:
    """The reading, cut off after a turn; later damage does not matter then."""
    shown = list(steps_to_show(reading.record, reading.steps))
    last = shown[-1].turn if len(shown) > 1 else 0
    if not 0 <= turn <= last and not (reading.damage and turn > last):
        raise BadRecord(f"the game has turns 1 to {last}; --turn 0 is the start")
    kept = max(step.number for step in shown if step.turn <= turn or not step.number)
    return RecordReading(reading.record, reading.steps[:kept], reading.damage if turn > last else None)


def format_replay(reading: RecordReading, *, turns: bool, colour: bool) -> str:
    """A reading for people: its turns if they are wanted, then the sheets and how it stands."""
    record, (start, *steps) = reading.record, steps_to_show(reading.record, reading.steps)
    game = steps[-1].game if steps else start.game
    lines = [f"{record.variant.title}: {', '.join(record.seats)}", ""]
    if turns:
        by_turn = groupby(steps, key=lambda step: step.turn)
        lines += [*[_turn_line(turn, list(group), record.seats) for turn, group in by_turn], ""]
    for seat, name in enumerate(record.seats):
        sheet = plain_sheet(game, seat)
        drawn = draw_sheet(plain_variant(game.variant), sheet, colour=colour)
        lines += [f"{name} · {sheet['score']['total']}", drawn.rstrip("\n"), ""]
    return "\n".join([*lines, _ending(game, record.seats), format_position(game), ""])


def _turn_line(turn: int, steps: list[ShownStep], names: tuple[str, ...]) -> str:
    said = [format_input(one) for step in steps for one in step.said]
    opening = [*takewhile(lambda text: text[0] in CARDS, said)] or said[:1]
    roll, moves = " ".join(text if text[0] != "%" else "%" for text in opening), said[len(opening) :]
    game = steps[-1].game
    told = [_event(game.variant, fact, names) for step in steps for fact in step.facts]
    events = ", ".join(filter(None, told))
    scores = " : ".join(str(score(game.variant, sheet).total) for sheet in game.sheets)
    return f"{turn:>3}. {roll:<20} {'  '.join(moves):<24} {scores:>9}  {events}".rstrip()


def _event(variant: Variant, fact: Fact, names: tuple[str, ...]) -> str:
    match fact:
        case Penalised(seat, count):
            return f"penalty {count} for {names[seat]}"
        case Closed(row, seats):
            return f"row {row} closed by {' and '.join(names[seat] for seat in seats)}"
        case DieRemoved(colour):
            return f"die {colour} leaves"
        case Ended(reason):
            return f"the end: {ENDS[reason]}"
        case Resigned(seat):
            return f"{names[seat]} gives up"
    return _legend_event(variant, fact, names)


def _legend_event(variant: Variant, fact: Fact, names: tuple[str, ...]) -> str:
    """A mechanism's text about a line of the legend, if there is one."""
    if isinstance(fact, FACTS):
        return ""
    told, known = plain_fact(fact), {line["id"] for line in plain_variant(variant)["legend"]}
    lines = [value for value in told.values() if isinstance(value, str) and value in known]
    return f"{lines[0]} for {names[told['seat']]}" if lines and "seat" in told else ""


def _ending(game: Game, seats: tuple[str, ...]) -> str:
    result = outcome(game)
    if result is None:
        chance = {Phase.ROLL: "a roll", Phase.SHUFFLE: "a shuffle"}
        waits = chance.get(game.phase, f"the {game.phase.value} action")
        return f"turn {game.turn}, waiting for {waits}"
    if not result.winners:
        return f"nobody wins: {ENDS[result.reason]}"
    winners = " and ".join(seats[seat] for seat in result.winners)
    verb = "win" if len(result.winners) > 1 else "wins"
    return f"{winners} {verb} with {result.scores[result.winners[0]]} points"
