"""The solver's kernels: what a cross leads to, and the value of one position from those after it.

They hold the flow of a solo turn and the order of effects; everything else they look up in the tables.
Values are whole *ticks* above the lowest possible score, so that they can be compared and packed exactly.
A sheet is five numbers in a row of an array: the states of four rows and the extra.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.fast.jit import inlined as bare_inlined
from rowlock.fast.jit import kernel as bare
from rowlock.fast.jit import popcount
from rowlock.fast.tables import PAIR_KINDS
from rowlock.solver.layout import Index
from rowlock.solver.pad import NONE, Pad

TWO_IN_FEWEST, ONE_IN_EACH = PAIR_KINDS.index("two-in-fewest"), PAIR_KINDS.index("one-in-each")
DOUBLE_FEWEST, NO_PENALTIES = PAIR_KINDS.index("double-fewest"), PAIR_KINDS.index("no-penalties")
BAR = 99
"""In the queue of earned bonuses: a field of the bar. Other entries are pairs."""
EXTRA, PICKED, HEAD, TAIL, QUEUE = 4, 5, 6, 7, 8
"""Columns of a sheet after its row states. The last four are for branches of effects only: the row picked on
a tie and not yet crossed, and the queue of earned bonuses."""
MANY = 1000
MOST_EARNED = 128
"""More bonuses than one move can earn: 96 cells and 20 pairs."""

Whole = Any
"""Whole numbers in kernels are of several widths, as the compiler finds them."""


class Scratch(NamedTuple):
    """Room to work in, for one thread. N numbers, K penalty boxes filled up to lanes, D dice."""

    sheets: Any
    """Branches of effects."""
    before: Any
    """[3, 5] the position that is being solved; in play, also the choice and the empty sheet."""
    once: Any
    """[outcomes, 5] what one cross leads to."""
    twice: Any
    """[outcomes, 5] what a second cross leads to."""
    source: Any
    """[outcomes, 3] row and cell of the first cross, and the place to which it leads."""
    white: Any
    """[N, K] the best value after the white action alone, by white sum; -1 without a cross."""
    both: Any
    """[N, D, N, K] the best value after both actions, by white sum, die and sum with it; -1 without one.
    White sum 0 stands for no white cross."""
    flat: Any
    """[N, D × N × K] the same memory as `both`."""
    best: Any
    """[N, D, K] the best of these over all sums with a die."""
    table: Any
    """[N] the first index into `both`: 0 for a white sum that nothing can be crossed with."""
    ranked: Any
    """Values of a roll's options, best first, with the die in the lowest bits."""
    faces_left: Any
    shares: Any
    """[faces + 1] (n - 1) / n"""


def make_scratch(pad: Pad) -> Scratch:
    numbers, lanes = 2 * pad.faces + 1, pad.lanes
    ties = int((pad.pair_kind == TWO_IN_FEWEST).sum())
    outcomes = pad.number_of.size * pad.rows**ties
    both = np.zeros((numbers, 4, numbers, lanes), np.int64)
    return Scratch(
        sheets=np.zeros((2 + 3 * ties, QUEUE + MOST_EARNED), np.uint32),
        before=np.zeros((3, 5), np.uint32),
        once=np.zeros((outcomes, 5), np.uint32),
        twice=np.zeros((outcomes, 5), np.uint32),
        source=np.zeros((outcomes, 3), np.uint32),
        white=np.zeros((numbers, lanes), np.int64),
        both=both,
        flat=both.reshape(numbers, -1),
        best=np.zeros((numbers, 4, lanes), np.int64),
        table=np.zeros(numbers, np.int64),
        ranked=np.zeros(4 * pad.faces + 1, np.int64),
        faces_left=np.zeros(4, np.int64),
        shares=np.array([(n - 1) / max(n, 1) for n in range(pad.faces + 1)]),
    )


@bare_inlined
def join(index: Index, left: Whole, right: Whole) -> Whole:
    """The frame made of two halves."""
    if index.mirror and left > right:
        left, right = right, left
    return index.start[left] + right


@bare_inlined
def frame_of(index: Index, a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    return join(index, np.int64(index.left[a, b]), np.int64(index.right[c, d]))


@bare_inlined
def place_of(index: Index, reached: Any, first: Any, frame: Whole, extra: Whole) -> Whole:
    """The place of an extra in its frame: after the reachable ones before it."""
    if index.words == 0:
        return frame
    word = frame * index.words
    place = first[frame]
    for _ in range(extra >> 6):
        place += np.int64(popcount(reached[word]))
        word += 1
    below = (np.uint64(1) << np.uint64(extra & 63)) - np.uint64(1)
    return place + np.int64(popcount(reached[word] & below))


@bare_inlined
def closed_rows(pad: Pad, sheets: Any, i: Whole) -> Whole:
    """A bit for every locked row."""
    closed = 0
    for r in range(pad.rows):
        if pad.locked[r, sheets[i, r]]:
            closed |= 1 << r
    return closed


@bare_inlined
def is_over(pad: Pad, closed: Whole) -> bool:
    """Whether enough rows are closed (R8.2)."""
    count = 0
    while closed:
        closed &= closed - 1
        count += 1
    return count >= pad.end_rows


@bare_inlined
def final_score(pad: Pad, sheets: Any, i: Whole, penalties: Whole) -> Whole:
    """The total if the game ended here (R9, R16.2)."""
    total, fewest, ahead = 0, MANY, 0
    for r in range(pad.rows):
        state = sheets[i, r]
        total += pad.points[r, state]
        fewest = min(fewest, pad.counts[r, state])
        ahead |= pad.ahead[r, state]
    loss = penalties * pad.penalty_points
    for p in range(pad.pairs):
        if sheets[i, EXTRA] >> p & 1 and not ahead >> p & 1:
            total += pad.pair_points[p]
            if pad.pair_kind[p] == DOUBLE_FEWEST:
                total += pad.row_points[fewest]
            elif pad.pair_kind[p] == NO_PENALTIES:
                loss = 0
    return total + loss


@bare_inlined
def mark(pad: Pad, sheets: Any, i: Whole, row: Whole, cell: Whole) -> None:
    """Cross one cell, and queue the bonuses that it earns: bar first, then pairs (R17)."""
    state = sheets[i, row]
    sheets[i, row] = pad.step[row, state, cell]
    sheets[i, EXTRA] &= ~pad.skips[row, state, cell]
    if pad.bar_cell[row, cell]:
        sheets[i, QUEUE + sheets[i, TAIL]] = BAR
        sheets[i, TAIL] += 1
    complete = pad.pairs_at[row, cell] & sheets[i, EXTRA]
    if complete == 0:
        return
    for r in range(pad.rows):
        complete &= ~pad.ahead[r, sheets[i, r]]
    for p in range(pad.pairs):
        if complete >> p & 1 and (pad.pair_kind[p] == TWO_IN_FEWEST or pad.pair_kind[p] == ONE_IN_EACH):
            sheets[i, EXTRA] &= ~(1 << p)
            sheets[i, QUEUE + sheets[i, TAIL]] = p
            sheets[i, TAIL] += 1


@bare_inlined
def cross_next(pad: Pad, sheets: Any, i: Whole, row: Whole) -> None:
    """The next cell of a row, or nothing if it may not be crossed (R15.4, R16.3)."""
    cell = pad.next[row, sheets[i, row]]
    if cell != NONE and not pad.locked[row, sheets[i, row]]:
        mark(pad, sheets, i, row, cell)


@bare_inlined
def settle_bar(pad: Pad, extra: Whole, closed: Whole) -> Whole:
    """The extra with its bar on a field that is free; struck ones are skipped (R15.3)."""
    field = pad.next_field[closed, extra >> pad.pairs]
    return (extra & ((1 << pad.pairs) - 1)) | field << pad.pairs


@bare_inlined
def cross_bar(pad: Pad, sheets: Any, i: Whole) -> None:
    """The bar's first free field, and the next cell of its row (R15.1)."""
    extra = settle_bar(pad, sheets[i, EXTRA], closed_rows(pad, sheets, i))
    field = extra >> pad.pairs
    if field < len(pad.bar_row):
        sheets[i, EXTRA] = extra + (1 << pad.pairs)
        cross_next(pad, sheets, i, pad.bar_row[field])


@bare_inlined
def copy_sheet(sheets: Any, source: Whole, target: Whole) -> None:
    """Copy the sheet and the queue of one branch to another."""
    for column in range(QUEUE + sheets[source, TAIL]):
        sheets[target, column] = sheets[source, column]


@bare_inlined
def pick_fewest(pad: Pad, sheets: Any, top: Whole) -> Whole:
    """Branch 0 picks the first row with the fewest crosses, a new branch each one tied with it (R16.4)."""
    fewest = MANY
    for r in range(pad.rows):
        fewest = min(fewest, pad.counts[r, sheets[0, r]])
    for r in range(pad.rows):
        if pad.counts[r, sheets[0, r]] == fewest:
            if sheets[0, PICKED] == NONE:
                sheets[0, PICKED] = r
            else:
                copy_sheet(sheets, 0, top)
                sheets[top, PICKED] = r
                top += 1
    return top


@bare_inlined
def carry_out(pad: Pad, sheets: Any, top: Whole) -> Whole:
    """The next thing that branch 0 has to do, completely (R16.5)."""
    picked = sheets[0, PICKED]
    if picked != NONE:
        sheets[0, PICKED] = NONE
        cross_next(pad, sheets, 0, picked)
        cross_next(pad, sheets, 0, picked)
        return top
    bonus = sheets[0, QUEUE + sheets[0, HEAD]]
    sheets[0, HEAD] += 1
    if bonus == BAR:
        cross_bar(pad, sheets, 0)
    elif pad.pair_kind[bonus] == ONE_IN_EACH:
        for row in range(pad.rows):
            cross_next(pad, sheets, 0, row)
    else:
        top = pick_fewest(pad, sheets, top)
    return top


@bare_inlined
def follow(pad: Pad, sheets: Any, outcomes: Any, found: Whole) -> Whole:
    """Carry out what branch 1 has earned, for every pick on a tie, and write down where it ends."""
    top = 2
    while top > 1:
        top -= 1
        copy_sheet(sheets, top, 0)
        while sheets[0, PICKED] != NONE or sheets[0, HEAD] < sheets[0, TAIL]:
            top = carry_out(pad, sheets, top)
        for r in range(4):
            outcomes[found, r] = sheets[0, r]
        outcomes[found, EXTRA] = settle_bar(pad, sheets[0, EXTRA], closed_rows(pad, sheets, 0))
        found += 1
    return found


@bare
def expand_bonus(
    pad: Pad, before: Any, i: Whole, row: Whole, cell: Whole, sheets: Any, outcomes: Any, found: Whole
) -> Whole:
    """The same for a cell that may bring more than its cross."""
    for column in range(5):
        sheets[1, column] = before[i, column]
    sheets[1, PICKED] = NONE
    sheets[1, HEAD] = 0
    sheets[1, TAIL] = 0
    mark(pad, sheets, 1, row, cell)
    return follow(pad, sheets, outcomes, found)


@bare_inlined
def expand(
    pad: Pad, before: Any, i: Whole, row: Whole, cell: Whole, sheets: Any, outcomes: Any, found: Whole
) -> Whole:
    """Everything that crossing a cell can lead to, appended to `outcomes`; returns how many there are."""
    state = before[i, row]
    if pad.plain[row, cell]:
        for r in range(4):
            outcomes[found, r] = before[i, r]
        after = pad.step[row, state, cell]
        extra = before[i, EXTRA] & ~pad.skips[row, state, cell]
        outcomes[found, row] = after
        if pad.locked[row, after]:
            extra = settle_bar(pad, extra, closed_rows(pad, outcomes, found))
        outcomes[found, EXTRA] = extra
        return found + 1
    return expand_bonus(pad, before, i, row, cell, sheets, outcomes, found)


@bare
def reach_from(pad: Pad, index: Index, reached: Any, work: Scratch, left: Whole) -> None:
    """Mark every extra that one cross leads to, from the frames of this left half; ascending."""
    sheets, outcomes, before = work.sheets, work.once, work.before
    before[0, 0], before[0, 1] = index.left_states[left, 0], index.left_states[left, 1]
    for right in range(index.right_states.shape[0]):
        before[0, 2], before[0, 3] = index.right_states[right, 0], index.right_states[right, 1]
        frame = join(index, left, right)
        empty = True
        for word in range(frame * index.words, (frame + 1) * index.words):
            empty = empty and reached[word] == 0
        if empty or is_over(pad, closed_rows(pad, before, 0)):
            continue
        for row in range(pad.rows):
            if not pad.locked[row, before[0, row]]:
                for cell in range(pad.step.shape[2]):
                    if pad.step[row, before[0, row], cell]:
                        reach_by(pad, index, reached, frame, before, row, cell, sheets, outcomes)


@bare_inlined
def reach_by(
    pad: Pad,
    index: Index,
    reached: Any,
    frame: Whole,
    before: Any,
    row: Whole,
    cell: Whole,
    sheets: Any,
    outcomes: Any,
) -> None:
    """Mark the extras to which a frame's reachable extras come by crossing one cell."""
    state = before[0, row]
    after = pad.step[row, state, cell]
    if pad.plain[row, cell] and pad.skips[row, state, cell] == 0 and not pad.locked[row, after]:
        before[0, row] = after
        target = frame_of(index, before[0, 0], before[0, 1], before[0, 2], before[0, 3])
        before[0, row] = state
        for word in range(index.words):
            reached[target * index.words + word] |= reached[frame * index.words + word]
        return
    for extra in range((len(pad.bar_row) + 1) << pad.pairs):
        if reached[frame * index.words + (extra >> 6)] >> np.uint64(extra & 63) & np.uint64(1):
            before[0, EXTRA] = extra
            for o in range(expand(pad, before, 0, row, cell, sheets, outcomes, 0)):
                target = frame_of(index, outcomes[o, 0], outcomes[o, 1], outcomes[o, 2], outcomes[o, 3])
                word = target * index.words + (outcomes[o, EXTRA] >> 6)
                reached[word] |= np.uint64(1) << np.uint64(outcomes[o, EXTRA] & 63)


@bare_inlined
def place_after(index: Index, reached: Any, first: Any, sheets: Any, i: Whole) -> Whole:
    frame = frame_of(index, sheets[i, 0], sheets[i, 1], sheets[i, 2], sheets[i, 3])
    return place_of(index, reached, first, frame, sheets[i, EXTRA])


@bare_inlined
def raise_to(pad: Pad, both: Any, total: Whole, die: Whole, number: Whole, values: Any, place: Whole) -> None:
    """Take over the values of a place where they are higher. Four at a time: one vector instruction."""
    for k in range(0, pad.lanes, 4):
        v0, v1 = np.int64(values[place, k]), np.int64(values[place, k + 1])
        v2, v3 = np.int64(values[place, k + 2]), np.int64(values[place, k + 3])
        b0, b1 = both[total, die, number, k], both[total, die, number, k + 1]
        b2, b3 = both[total, die, number, k + 2], both[total, die, number, k + 3]
        both[total, die, number, k] = max(v0, b0)
        both[total, die, number, k + 1] = max(v1, b1)
        both[total, die, number, k + 2] = max(v2, b2)
        both[total, die, number, k + 3] = max(v3, b3)


@bare_inlined
def cross_once(
    pad: Pad, index: Index, reached: Any, first: Any, values: Any, work: Scratch, closed: Whole
) -> Whole:
    """Every cross of the position, with its place; those with a die's help into `both`. Returns how many."""
    found = 0
    before, both = work.before, work.both
    for j in range(work.flat.shape[1]):
        work.flat[0, j] = -1
    for row in range(pad.rows):
        state = before[0, row]
        if closed >> row & 1:
            continue
        for cell in range(pad.passed[row, state], pad.step.shape[2]):
            if pad.step[row, state, cell] == 0:
                continue
            more = expand(pad, before, 0, row, cell, work.sheets, work.once, found)
            die, number = pad.die_of[row, cell], pad.number_of[row, cell]
            for o in range(found, more):
                place = place_after(index, reached, first, work.once, o)
                work.source[o, 0] = row
                work.source[o, 1] = cell
                work.source[o, 2] = place
                if not closed >> die & 1:
                    raise_to(pad, both, 0, die, number, values, place)
            found = more
    return found


@bare_inlined
def cross_twice(
    pad: Pad,
    index: Index,
    reached: Any,
    first: Any,
    values: Any,
    work: Scratch,
    o: Whole,
    total: Whole,
    gone: Whole,
) -> None:
    """Every second cross after outcome `o` of a white cross, into `both`."""
    once, both = work.once, work.both
    halves = (
        np.int64(index.left[once[o, 0], once[o, 1]]),
        np.int64(index.right[once[o, 2], once[o, 3]]),
    )
    for row in range(pad.rows):
        state = once[o, row]
        if pad.locked[row, state]:
            continue
        for cell in range(pad.passed[row, state], pad.step.shape[2]):
            die, after = pad.die_of[row, cell], pad.step[row, state, cell]
            if gone >> die & 1 or after == 0:
                continue
            number = pad.number_of[row, cell]
            if pad.simple:
                left, right = halves
                if row == 0:
                    left = np.int64(index.left[after, once[o, 1]])
                elif row == 1:
                    left = np.int64(index.left[once[o, 0], after])
                elif row == 2:
                    right = np.int64(index.right[after, once[o, 3]])
                else:
                    right = np.int64(index.right[once[o, 2], after])
                place = join(index, left, right)
                raise_to(pad, both, total, die, number, values, place)
                continue
            for t in range(expand(pad, once, o, row, cell, work.sheets, work.twice, 0)):
                place = place_after(index, reached, first, work.twice, t)
                raise_to(pad, both, total, die, number, values, place)


@bare_inlined
def collect(
    pad: Pad, index: Index, reached: Any, first: Any, values: Any, work: Scratch, closed: Whole
) -> None:
    """Fill `white` and `both` for the position."""
    found = cross_once(pad, index, reached, first, values, work, closed)
    before, white = work.before, work.white
    fewest = MANY
    for row in range(pad.rows):
        if not closed >> row & 1:
            fewest = min(fewest, pad.counts[row, before[0, row]])
    for total in range(white.shape[0]):
        work.table[total] = 0
        for k in range(pad.lanes):
            white[total, k] = -1
    for o in range(found):
        row, cell, place = work.source[o, 0], work.source[o, 1], work.source[o, 2]
        state = before[0, row]
        lucky = cell == pad.next[row, state] and pad.counts[row, state] == fewest
        closed_after = closed_rows(pad, work.once, o)
        ended = is_over(pad, closed_after)
        gone = closed if pad.die_stays else closed_after
        for total in range(2, white.shape[0]):
            if total != pad.number_of[row, cell] and not (lucky and pad.lucky[total]):
                continue
            for k in range(pad.lanes):
                white[total, k] = max(white[total, k], np.int64(values[place, k]))
            if ended:
                continue
            if work.table[total] == 0:
                work.table[total] = total
                for j in range(work.flat.shape[1]):
                    work.flat[total, j] = work.flat[0, j]
            cross_twice(pad, index, reached, first, values, work, o, total, gone)


@bare_inlined
def expect(
    pad: Pad, work: Scratch, closed: Whole, k: Whole, small: Whole, large: Whole, penalty: Whole
) -> Any:
    """The expected value of the best pair of actions, given the white dice.

    The coloured dice are independent, so it is enough to rank the values that their faces bring: going
    down from the best, the chance that no die shows anything better is a product of shares of faces.
    """
    total = small + large
    sure = max(work.white[total, k], penalty)
    table = work.table[total]
    ranked = work.ranked
    count = 0
    for die in range(pad.rows):
        if closed >> die & 1 or work.best[table, die, k] <= sure:
            continue
        work.faces_left[die] = pad.faces
        for face in range(1, pad.faces + 1):
            value = max(work.both[table, die, small + face, k], work.both[table, die, large + face, k])
            if value > sure:
                key = value << 2 | die
                j = count
                while j > 0 and ranked[j - 1] < key:
                    ranked[j] = ranked[j - 1]
                    j -= 1
                ranked[j] = key
                count += 1
    chance, mean = 1.0, 0.0
    for j in range(count):
        die = ranked[j] & 3
        rest = chance * work.shares[work.faces_left[die]]
        work.faces_left[die] -= 1
        mean += (chance - rest) * (ranked[j] >> 2)
        chance = rest
    return mean + chance * sure


@bare_inlined
def find_best(work: Scratch, total: Whole, die: Whole, k: Whole) -> None:
    """The best of all sums with a die, for four numbers of penalties."""
    both, best = work.both, work.best
    b0 = b1 = b2 = b3 = np.int64(-1)
    for number in range(2, both.shape[2]):
        b0, b1 = max(b0, both[total, die, number, k]), max(b1, both[total, die, number, k + 1])
        b2, b3 = max(b2, both[total, die, number, k + 2]), max(b3, both[total, die, number, k + 3])
    best[total, die, k], best[total, die, k + 1] = b0, b1
    best[total, die, k + 2], best[total, die, k + 3] = b2, b3


@bare_inlined
def solve_place(pad: Pad, work: Scratch, values: Any, place: Whole, closed: Whole, penalty: Whole) -> None:
    """The values of a position for every number of penalties, most first: passing leads to one more."""
    for total in range(work.white.shape[0]):
        if total == 0 or work.table[total]:
            for die in range(4):
                for k in range(0, pad.lanes, 4):
                    find_best(work, total, die, k)
    for k in range(pad.boxes - 1, -1, -1):
        expected = 0.0
        for small in range(1, pad.faces + 1):
            expected += expect(pad, work, closed, k, small, small, penalty)
            for large in range(small + 1, pad.faces + 1):
                expected += 2.0 * expect(pad, work, closed, k, small, large, penalty)
        penalty = np.int64(np.rint(expected / (pad.faces * pad.faces)))
        values[place, k] = penalty


@bare
def solve_half(
    pad: Pad,
    index: Index,
    reached: Any,
    first: Any,
    values: Any,
    ticks: Any,
    work: Scratch,
    left: Whole,
    tied: bool,
) -> None:
    """The values of all frames with this left half, from right to left.

    Where halves may be exchanged, frames whose halves are equally far depend on those that are not, and are
    solved after them, when `tied`.
    """
    before = work.before
    before[0, 0], before[0, 1] = index.left_states[left, 0], index.left_states[left, 1]
    start = left if index.mirror else 0
    for right in range(index.right_states.shape[0] - 1, start - 1, -1):
        if index.mirror and (index.right_level[right] == index.left_level[left]) != tied:
            continue
        before[0, 2], before[0, 3] = index.right_states[right, 0], index.right_states[right, 1]
        frame = join(index, left, right)
        closed = closed_rows(pad, before, 0)
        over = is_over(pad, closed)
        for word in range(max(1, index.words)):
            bits = reached[frame * index.words + word] if index.words else np.uint64(1)
            while bits:
                lowest = bits & (~bits + np.uint64(1))
                bits ^= lowest
                before[0, EXTRA] = word * 64 + np.int64(popcount(lowest - np.uint64(1)))
                place = place_of(index, reached, first, frame, before[0, EXTRA])
                if over:
                    for k in range(pad.boxes):
                        values[place, k] = (final_score(pad, before, 0, k) - ticks[0]) * ticks[1]
                    continue
                collect(pad, index, reached, first, values, work, closed)
                penalty = (final_score(pad, before, 0, pad.boxes) - ticks[0]) * ticks[1]
                solve_place(pad, work, values, place, closed, penalty)


@bare_inlined
def throw(state: Any, faces: Whole) -> Whole:
    """A fair die: splitmix64, the upper bits scaled to the faces."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = (mixed ^ (mixed >> np.uint64(31))) >> np.uint64(32)
    return 1 + np.int64((mixed * np.uint64(faces)) >> np.uint64(32))


@bare_inlined
def keep(target: Any, i: Whole, source: Any, j: Whole) -> None:
    """Copy a sheet."""
    for column in range(5):
        target[i, column] = source[j, column]


@bare_inlined
def choose_colour(
    pad: Pad, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any, sheets: Any,
    i: Whole, gone: Whole, penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best second cross from a sheet, if it is better than `best`; the choice into `work.before[1]`."""
    for row in range(pad.rows):
        state = sheets[i, row]
        if pad.locked[row, state]:
            continue
        for cell in range(pad.passed[row, state], pad.step.shape[2]):
            die, number = pad.die_of[row, cell], pad.number_of[row, cell]
            if gone >> die & 1 or pad.step[row, state, cell] == 0:
                continue
            if number != hand[4] + hand[die] and number != hand[5] + hand[die]:
                continue
            for t in range(expand(pad, sheets, i, row, cell, work.sheets, work.twice, 0)):
                value = np.int64(values[place_after(index, reached, first, work.twice, t), penalties])
                if value > best:
                    best = value
                    keep(work.before, 1, work.twice, t)
    return best


@bare_inlined
def choose_both(
    pad: Pad, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any, closed: Whole,
    penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best pair of actions for a roll, if it is better than `best`: a white cross first, or none."""
    before, total = work.before, hand[4] + hand[5]
    best = choose_colour(pad, index, reached, first, values, work, hand, before, 0, closed, penalties, best)
    fewest = MANY
    for row in range(pad.rows):
        if not closed >> row & 1:
            fewest = min(fewest, pad.counts[row, before[0, row]])
    for row in range(pad.rows):
        state = before[0, row]
        for cell in range(pad.passed[row, state], pad.step.shape[2]):
            lucky = pad.lucky[total] and cell == pad.next[row, state] and pad.counts[row, state] == fewest
            if closed >> row & 1 or pad.step[row, state, cell] == 0:
                continue
            if pad.number_of[row, cell] != total and not lucky:
                continue
            for o in range(expand(pad, before, 0, row, cell, work.sheets, work.once, 0)):
                value = np.int64(values[place_after(index, reached, first, work.once, o), penalties])
                if value > best:
                    best = value
                    keep(before, 1, work.once, o)
                closed_after = closed_rows(pad, work.once, o)
                if not is_over(pad, closed_after):
                    gone = closed if pad.die_stays else closed_after
                    best = choose_colour(
                        pad, index, reached, first, values, work, hand, work.once, o, gone, penalties, best
                    )
    return best


@bare
def play_solo(
    pad: Pad, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any, state: Any,
    scores: Any,
) -> None:  # fmt: skip
    """Play games by the values, and write down their scores. `before[2]` is the empty sheet."""
    before = work.before
    for game in range(len(scores)):
        keep(before, 0, before, 2)
        penalties = 0
        while penalties < pad.boxes:
            closed = closed_rows(pad, before, 0)
            if is_over(pad, closed):
                break
            for die in range(6):
                hand[die] = throw(state, pad.faces)
            worst = np.int64(-1)
            if penalties + 1 < pad.boxes:
                worst = np.int64(values[place_after(index, reached, first, before, 0), penalties + 1])
            best = choose_both(pad, index, reached, first, values, work, hand, closed, penalties, worst)
            if best > worst:
                keep(before, 0, before, 1)
            else:
                penalties += 1
        scores[game] = final_score(pad, before, 0, penalties)
