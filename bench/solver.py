"""The solver: how fast, how exact, and do its values hold?

    python bench/solver.py classic                    solve, measure, compare with the known value
    python bench/solver.py classic --games 1000000    and play that many games by the values
    python bench/solver.py classic --check 5          and look a roll ahead from so many positions
    python bench/solver.py classic --bits 32          and with values in half the space
    python bench/solver.py --oracle                   tiny variants against the oracle (minutes)
    python bench/solver.py classic --against ../old   speed beside another checkout's, both sides in one run

Without --folder, everything is solved again in a temporary folder. `µs` is processor time per position,
`threads` the processor time over the time on the wall: what the machine really gave. Against another checkout
both solve the pad without its first cells by turns, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from sides import Sides

from rowlock import (
    Game,
    Phase,
    Roll,
    Sheet,
    all_rolls,
    apply,
    format_position,
    legal_moves,
    load_variant,
    new_game,
)
from rowlock.solver.brute import solve_brute
from rowlock.solver.dynamic import format_bytes, load_values, plan_solution, solve, solve_in_memory
from rowlock.solver.values import Values

KNOWN = {
    "classic": 115.48312602,
    "mixx-a": 115.641423,
    "mixx-b": 123.620895,
    "longo": 187.969385,
    "bonus-a": 144.780219,
    "bonus-b": 170.260688,
    "double-b": 233.706964,
    "x-change": 137.994624,
}
"""Values found before; docs/solver.md says how."""
TINY = sorted((Path(__file__).parent.parent / "tests" / "tiny").glob("*.toml"))

ROUNDS, CUT = 8, 4
"""How often each side solves when two are compared, and how many cells its rows then lack."""


def measure(name: str, folder: Path, bits: int | None, threads: int | None) -> Values:
    variant = load_variant(name)
    kept = load_values(variant, folder)
    if kept and bits in (None, kept.bits):
        print(f"{name:<9}{kept.start:>15.8f}  from its file")
        return kept
    solve_in_memory(load_variant(str(TINY[0])), bits or 64)  # compiles before the clock starts
    plan = plan_solution(variant, folder, bits)
    wall, work = time.perf_counter(), time.process_time()
    values = solve(plan, threads)
    wall, work = time.perf_counter() - wall, time.process_time() - work
    print(
        f"{name:<9}{values.start:>15.8f}  {values.states:>13,} positions  {wall:8.1f} s  "
        f"{work / values.states * 1e6:6.2f} µs  {work / wall:4.1f} threads  "
        f"{format_bytes(plan.bytes)} in {plan.shape.bits} bits"
    )
    return values


def compare(name: str, values: Values) -> None:
    if name in KNOWN:
        off = values.start - KNOWN[name]
        assert abs(off) < 1e-6, f"{name}: {values.start} instead of {KNOWN[name]}"
        print(f"         {off:+.1e} from the known value; the bound of error is {values.error_bound:.1e}")


def play(values: Values, games: int) -> None:
    from rowlock.solver.playing import play_by_values

    scores = play_by_values(values, games)
    error = scores.std() / games**0.5
    off = (scores.mean() - values.start) / error
    print(
        f"         {games:,} games by the values: mean {scores.mean():.4f} ± {error:.4f}, "
        f"{off:+.2f} standard errors off; sd {scores.std():.2f}, best {scores.max()}"
    )
    assert abs(off) < 4


def check(values: Values, count: int) -> None:
    """The value of a position is the mean over all rolls of the best that the engine can make of each."""
    variant, rng = values.layout.tables.variant, random.Random(count)
    for _ in range(count):
        game = new_game(variant, 1)
        turns = rng.randrange(12, 24)
        while game.phase is not Phase.OVER and game.turn <= turns:
            met, game = game, _play_turn(game, rng)
        met = met if game.phase is Phase.OVER else game
        found, told = _look_ahead(values, met), values.value_of(met)
        print(f"         {format_position(met)}: {told:.9f}, {found - told:+.1e} by the engine", flush=True)
        assert abs(found - told) <= max(1e-9, values.error_bound)


def _play_turn(game: Game, rng: random.Random) -> Game:
    """A random turn of a solo game that shuns penalties."""
    faces = range(1, game.variant.faces + 1)
    coloured = tuple((colour, rng.choice(faces)) for colour in game.dice)
    game = apply(game, Roll((rng.choice(faces), rng.choice(faces)), coloured)).game
    while game.phase in (Phase.WHITE, Phase.COLOUR):
        moves = legal_moves(game, 0)
        game = apply(game, rng.choice(moves[:-1] or moves), 0).game
    return game


def _look_ahead(values: Values, game: Game) -> float:
    """The mean over all rolls, white dice in order, of the best pair of actions."""
    total, count, known = 0.0, 0, dict[Sheet, float]()

    def best(game: Game) -> float:
        if game.phase in (Phase.WHITE, Phase.COLOUR):
            return max(best(apply(game, move, 0).game) for move in legal_moves(game, 0))
        sheet = game.sheets[0]
        if sheet not in known:
            known[sheet] = values.value_of(game)
        return known[sheet]

    for roll in all_rolls(game):
        if roll.white[0] <= roll.white[1]:
            weight = 1 if roll.white[0] == roll.white[1] else 2
            total, count = total + weight * best(apply(game, roll).game), count + weight
    return total / count


def ask_oracle() -> None:
    for path in TINY:
        variant = load_variant(str(path))
        exact, found = solve_brute(variant), solve_in_memory(variant).start
        print(f"{variant.name:<16}{float(exact):>18.12f}  {found - float(exact):+.1e}")
        assert abs(found - float(exact)) < 1e-9


def answer() -> None:
    """Solve the pad named by every line of standard input; answer with microseconds for a position."""
    for line in sys.stdin:
        whole = load_variant(line.strip())
        short = replace(whole, rows=tuple(replace(row, cells=row.cells[CUT:]) for row in whole.rows))
        began = time.process_time()
        values = solve_in_memory(short)
        print((time.process_time() - began) / values.states * 1e6, flush=True)


def compare_speed(names: list[str], other: Path) -> None:
    """This checkout against another one, pad by pad."""
    print(f"{'variant':<10}{'before':>8}{'after':>8}{'speed':>8}   µs a position, best of {ROUNDS} rounds")
    with Sides(__file__, other) as sides:
        for name in names:
            before, after = sides.best([name] * (1 + ROUNDS), warm=1)  # the first one compiles
            print(f"{name:<10}{before:>8.2f}{after:>8.2f}{before / after:>7.2f}×", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("variants", nargs="*", help="names of variants (classic)")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--check", type=int, default=0, metavar="POSITIONS")
    parser.add_argument("--bits", type=int, choices=(32, 64))
    parser.add_argument("--threads", type=int)
    parser.add_argument("--folder", type=Path, help="keep value files here, and use those that are here")
    parser.add_argument("--oracle", action="store_true")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with another checkout")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        answer()
        return
    if args.against:
        compare_speed(args.variants or ["classic"], args.against)
        return
    if args.oracle:
        ask_oracle()
        return
    with tempfile.TemporaryDirectory() as temporary:
        for name in args.variants or ["classic"]:
            values = measure(name, args.folder or Path(temporary), args.bits, args.threads)
            compare(name, values)
            if args.check:
                check(values, args.check)
            if args.games:
                play(values, args.games)


if __name__ == "__main__":
    main()
