"""The mean of a white sum's matrix games over all dice, from what every colour option is worth.

Options that another one is never worse than, whatever the coloured dice show, are left out first. Where the
second seat has one option left, the best of all dice counts and its mean is a sum over ranked values. Else
faces of a die that lead to the same are one case, and every combination of cases is a matrix game.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import ONE, ZERO, Array, whole
from rowlock.fast.jit import compiled, inlined
from rowlock.solver.ending_board import EndingBoard
from rowlock.solver.ending_games import Matrices, value_of_game
from rowlock.solver.ending_store import Workspace

FOUR = whole(4)


@inlined
def never_better(room: Workspace, depth: int, one: int, other: int, numbers: int) -> bool:
    """Whether the first of two pairs of options is nowhere worth more than the other one."""
    best, touched = room.best[depth], room.touched[depth]
    if best[one, 0] > best[other, 0]:
        return False
    for place in range(1, 1 + FOUR * numbers):
        if touched[place] and best[one, place] > best[other, place]:
            return False
    return True


@compiled
def prune(room: Workspace, depth: int, height: int, width: int, numbers: int) -> tuple[int, int]:
    """Leave out what is dominated at every roll; `kept` has the rest."""
    kept, m, n = room.kept, whole(height), whole(width)
    for i in range(height):
        kept[0, i] = i
    for j in range(width):
        kept[1, j] = j
    j = ZERO
    while j < n:
        if beaten(room, depth, ONE, j, m, n, width, numbers):
            n -= ONE
            kept[1, j] = kept[1, n]
        else:
            j += ONE
    i = ZERO
    while i < m and n > 1:
        if beaten(room, depth, ZERO, i, m, n, width, numbers):
            m -= ONE
            kept[0, i] = kept[0, m]
        else:
            i += ONE
    return m, n


@compiled
def beaten(
    room: Workspace, depth: int, side: int, option: int, m: int, n: int, width: int, numbers: int
) -> bool:
    """Whether another option of a seat is never worse."""
    kept = room.kept
    for k in range(m if side == 0 else n):
        never = k != option
        for other in range(n if side == 0 else m):
            if not never:
                break
            if side == 0:
                here = kept[0, option] * width + kept[1, other]
                never = never_better(room, depth, here, kept[0, k] * width + kept[1, other], numbers)
            else:
                here = kept[0, other] * width + kept[1, option]
                never = never_better(room, depth, kept[0, other] * width + kept[1, k], here, numbers)
        if never:
            return True
    return False


@compiled
def mean_of_sum(board: EndingBoard, room: Workspace, matrices: Matrices, depth: int, called: int) -> float:
    """The sum over all white dice with this total of the mean value over the coloured ones."""
    height, width = room.counts[depth, 0], room.counts[depth, 1]
    numbers = whole(board.cell_of.shape[1])
    m, n = prune(room, depth, height, width, numbers)
    if n == 1:
        gather(room, depth, m, width, numbers)
    total = 0.0
    for low in range(max(1, called - board.faces), called // 2 + 1):
        high = called - low
        share = 1.0 if low == high else 2.0
        if n == 1:
            total += share * mean_of_best(board, room, depth, low, high, numbers)
        else:
            total += share * mean_of_games(board, room, matrices, depth, low, high, m, n, width)
    return total


@compiled
def gather(room: Workspace, depth: int, m: int, width: int, numbers: int) -> None:
    """The best of the first seat's options, for every sum with a die, into the place of the first pair."""
    best, touched, kept = room.best[depth], room.touched[depth], room.kept
    first = kept[0, 0] * width + kept[1, 0]
    target = ZERO
    for place in range(1 + FOUR * numbers):
        if place == 0 or touched[place]:
            most = best[first, place]
            for i in range(1, m):
                most = max(most, best[kept[0, i] * width + kept[1, 0], place])
            best[target, place] = most


@compiled
def mean_of_best(board: EndingBoard, room: Workspace, depth: int, low: int, high: int, numbers: int) -> float:
    """The mean of the best of independent dice, each face bringing one value: ranked, best first."""
    best, touched, ranked, left = room.best[depth], room.touched[depth], room.ranked, room.dice[0]
    sure, found = best[0, 0], ZERO
    for die in range(FOUR):
        left[die] = board.faces
        for face in range(1, board.faces + 1):
            worth = sure
            one, other = 1 + die * numbers + low + face, 1 + die * numbers + high + face
            if touched[one]:
                worth = max(worth, best[0, one])
            if touched[other]:
                worth = max(worth, best[0, other])
            if worth > sure:
                at = found
                while at > 0 and ranked[at - 1, 0] < worth:
                    ranked[at, 0], ranked[at, 1] = ranked[at - 1, 0], ranked[at - 1, 1]
                    at -= ONE
                ranked[at, 0], ranked[at, 1] = worth, die
                found += ONE
    mean, chance = 0.0, 1.0
    for at in range(found):
        die = whole(ranked[at, 1])
        rest = chance * (left[die] - 1) / left[die]
        left[die] -= 1
        mean += ranked[at, 0] * (chance - rest)
        chance = rest
        if left[die] == 0:
            return mean
    return mean + sure * chance


@compiled
def sort_kinds(board: EndingBoard, room: Workspace, depth: int, die: int, low: int, high: int) -> int:
    """The kinds of faces of a die, as pairs of sums with it (0: none that matters); gives how many."""
    touched, kinds, found = room.touched[depth], room.kinds, ZERO
    base = 1 + die * board.cell_of.shape[1]
    for face in range(1, board.faces + 1):
        one = low + face if touched[base + low + face] else ZERO
        other = high + face if touched[base + high + face] and high != low else ZERO
        if one == 0:
            one, other = other, ZERO
        place = ZERO
        while place < found and not (kinds[die, place, 0] == one and kinds[die, place, 1] == other):
            place += ONE
        if place == found:
            kinds[die, place, 0], kinds[die, place, 1], kinds[die, place, 2] = one, other, 0
            found += ONE
        kinds[die, place, 2] += 1
    return found


@inlined
def come_in(
    room: Workspace, depth: int, level: int, die: int, kind: int, target: Array, numbers: int
) -> None:
    """The game with one more die on the table."""
    best, before, pairs = room.best[depth], room.levels[level], room.levels[4]
    one, other = room.kinds[die, kind, 0], room.kinds[die, kind, 1]
    first, second = 1 + die * numbers + one, 1 + die * numbers + other
    for q in range(room.dice[1, 3]):
        worth, pair = before[q], whole(pairs[q])
        if one > 0:
            worth = max(worth, best[pair, first])
        if other > 0:
            worth = max(worth, best[pair, second])
        target[q] = worth


@compiled
def mean_of_games(
    board: EndingBoard, room: Workspace, matrices: Matrices, depth: int, low: int, high: int, m: int, n: int,
    width: int,
) -> float:  # fmt: skip
    """The mean over all cases of the coloured dice, each a matrix game."""
    numbers, dice, kept = whole(board.cell_of.shape[1]), room.dice, room.kept
    count = ZERO
    for die in range(FOUR):
        kinds = sort_kinds(board, room, depth, whole(die), low, high)
        if kinds > 1 or room.kinds[die, 0, 0] > 0:
            dice[0, count], dice[2, count] = die, kinds
            count += ONE
    for i in range(m):
        for j in range(n):
            pair = kept[0, i] * width + kept[1, j]
            room.levels[4, i * n + j] = pair
            room.levels[0, i * n + j] = room.best[depth, pair, 0]
    if count == 0:
        for q in range(m * n):
            matrices.game[q] = room.levels[0, q]
        return value_of_game(matrices, m, n)
    return sum_cases(board, room, matrices, depth, count, m, n, numbers)


@compiled
def sum_cases(
    board: EndingBoard,
    room: Workspace,
    matrices: Matrices,
    depth: int,
    count: int,
    m: int,
    n: int,
    numbers: int,
) -> float:
    """Every combination of kinds, the last die changing fastest."""
    dice, at, kinds = room.dice, room.turn, room.kinds
    dice[1, 3] = m * n
    total, level = 0.0, ZERO
    at[0] = 0
    room.weights[0] = 1.0
    while level >= 0:
        if at[level] == dice[2, level]:
            level -= ONE
            if level >= 0:
                at[level] += 1
            continue
        die, kind = dice[0, level], at[level]
        weight = room.weights[level] * kinds[die, kind, 2] / board.faces
        if level == count - 1:
            come_in(room, depth, level, die, kind, matrices.game, numbers)
            total += weight * value_of_game(matrices, m, n)
            at[level] += 1
        else:
            come_in(room, depth, level, die, kind, room.levels[level + 1], numbers)
            level += ONE
            room.weights[level] = weight
            at[level] = 0
    return total
