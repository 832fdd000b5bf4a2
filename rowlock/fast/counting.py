"""The counts of a finished game, and the notes of every action."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import (
    BOXES,
    COUNT,
    MOST_ROWS,
    ONE,
    PENALTIES,
    RIPE,
    ROWS,
    TWIN,
    WIDTH,
    ZERO,
    Array,
    U,
    of_state,
    score_of,
)
from rowlock.fast.jit import compiled
from rowlock.fast.workspace import (
    AIMS,
    CHOICES,
    CROSSES,
    DICE,
    ENDS,
    LOWEST,
    ORDER_POINTS,
    ORDER_WINS,
    PENALTY_COUNTS,
    SCORES,
    SEATS,
    SHEETS,
    TURNS,
    WINS,
)

TURN_PART, DICE_PART = 5, 2 + int(MOST_ROWS)
CHOICES_AT = TURN_PART + DICE_PART
SHEETS_AT = CHOICES_AT + 5
TOTAL = int(RIPE)
LINE = SHEETS_AT + 5 * int(WIDTH)
"""The parts of a line of a trace, the place of a sheet's total on it, and its width."""


@compiled
def count_game(
    pad: Array, run: Array, memory: Array, start: int, turns: int, closed: int, tally: Array, ledger: Array,
    line: int,
) -> None:  # fmt: skip
    """Add a finished game to the counts and, if the ledger has lines, write its own."""
    seats, rows, most = run[SEATS], pad[ROWS], run[CROSSES + 1] - run[CROSSES]
    spread = (run[SCORES + 1] - run[SCORES]) // seats
    best, winners, by_rows = -(ONE << 60), ZERO, ONE
    for seat in range(seats):
        at = SHEETS + seat * WIDTH
        points = score_of(pad, memory, at)
        memory[U(AIMS + seat)] = points
        if points > best:
            best, winners = points, ZERO
        winners += points == best
        by_rows &= memory[U(at + PENALTIES)] < pad[BOXES]
    for seat in range(seats):
        at, order, points = SHEETS + seat * WIDTH, (seat - start + seats) % seats, memory[U(AIMS + seat)]
        luck = 0 if points < best else 1 if winners > 1 else 2
        tally[U(run[SCORES] + seat * spread + points - run[LOWEST])] += 1
        tally[U(run[WINS] + 3 * seat + luck)] += 1
        tally[U(run[ORDER_WINS] + 3 * order + luck)] += 1
        tally[U(run[ORDER_POINTS] + 2 * order)] += points
        tally[U(run[ORDER_POINTS] + 2 * order + 1)] += points * points
        tally[U(run[PENALTY_COUNTS] + seat * (pad[BOXES] + 1) + memory[U(at + PENALTIES)])] += 1
        for row in range(rows):
            place = run[CROSSES] + (seat * rows + row) * (most // (seats * rows))
            tally[U(place + of_state(pad, COUNT, memory, at, row))] += 1
    tally[U(run[TURNS] + turns)] += 1
    tally[U(run[ENDS] + by_rows * (rows + 1) + closed)] += 1
    if len(ledger):
        for seat in range(seats):
            ledger[line, seat] = memory[U(AIMS + seat)]
        ledger[line, seats], ledger[line, seats + 1], ledger[line, seats + 2] = turns, by_rows, closed


@compiled
def write_line(
    pad: Array, memory: Array, seats: int, turn: int, phase: int, active: int, closed: int, over: bool,
    trace: Array
) -> None:  # fmt: skip
    """Note what an action was and what it left; see `trace.read_trace`."""
    line = 2 * turn - 2 + phase
    trace[line, 0], trace[line, 1], trace[line, 2], trace[line, 3], trace[line, 4] = (
        turn, phase, active, closed, over
    )  # fmt: skip
    for die in range(DICE_PART):
        trace[line, TURN_PART + die] = memory[U(DICE + die)]
    for seat in range(seats):
        at, to = SHEETS + seat * WIDTH, SHEETS_AT + seat * WIDTH
        trace[line, CHOICES_AT + seat] = memory[U(CHOICES + seat)]
        for i in range(WIDTH):
            trace[line, to + i] = memory[U(at + i)]
        for row in range(pad[ROWS]):
            trace[line, to + row] %= pad[TWIN]
        trace[line, to + TOTAL] = score_of(pad, memory, at)
