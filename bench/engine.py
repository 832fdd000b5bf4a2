"""How fast is the readable engine? Games of random legal play per second on one core.

    python bench/engine.py [--games 2000] [--seats 2] [--variant cards]
    python bench/engine.py --against ../older-checkout [--variant cards]     # ratios, both sides in one run

Short rounds are timed by the processor time that they take. The best one tells what the engine can do, the
one in the middle what a machine that is busy with other things leaves of it. The yardstick in the same run is
a loop of plain dictionary work, so that machines can be compared. Against another checkout rounds of both
take turns, and the best of each counts.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from sides import Sides

from rowlock import (
    Game,
    Phase,
    Roll,
    apply,
    legal_moves,
    load_variant,
    new_game,
    variant_names,
)

ROUNDS, ROUND = 12, 60
"""How often each side plays when two are compared, and how many games each time."""


def play(game: Game, rng: random.Random) -> int:
    """Play one game out; the number of inputs it took."""
    chance, faces, inputs = rng.random, game.variant.faces, 0
    while game.phase is not Phase.OVER:
        white = (int(chance() * faces) + 1, int(chance() * faces) + 1)
        coloured = tuple([(colour, int(chance() * faces) + 1) for colour in game.dice])
        game = apply(game, Roll(white, coloured)).game
        for seat in range(len(game.sheets)):
            moves = legal_moves(game, seat)
            game = apply(game, moves[int(chance() * len(moves))], seat).game
            inputs += 1
        if game.phase is Phase.COLOUR:
            moves = legal_moves(game, game.active)
            game = apply(game, moves[int(chance() * len(moves))], game.active).game
            inputs += 1
    return inputs


def play_cards(game: Game, rng: random.Random) -> int:
    """The same with cards, which older checkouts do not know."""
    from rowlock import shuffled, waiting_for

    chance, turns, inputs = rng.random, game.variant.turns, 0
    assert turns is not None
    while game.phase is not Phase.OVER:
        if game.phase is Phase.SHUFFLE:
            game = apply(game, shuffled(turns.to_shuffle(game), lambda n: int(chance() * n))).game
        for seat in waiting_for(game):
            moves = legal_moves(game, seat)
            game = apply(game, moves[int(chance() * len(moves))], seat).game
            inputs += 1
    return inputs


def timed(name: str, seats: int, games: int, seed: int) -> tuple[float, int]:
    """Seconds of processor time for a number of games, and the inputs in them."""
    rng, game = random.Random(seed), new_game(load_variant(name), seats)
    began = time.process_time()
    once = play_cards if getattr(game.variant, "turns", None) else play
    inputs = sum(once(game, rng) for _ in range(games))
    return time.process_time() - began, inputs


def yardstick() -> float:
    """Seconds for a fixed amount of plain Python work."""
    began = time.process_time()
    counts: dict[int, int] = {}
    for i in range(1_000_000):
        counts[i & 1023] = counts.get(i & 1023, 0) + 1
    return time.process_time() - began


def answer() -> None:
    """Play a round for every line of standard input, and answer with its seconds."""
    for line in sys.stdin:
        name, seats, seed = line.split()
        print(timed(name, int(seats), ROUND, int(seed))[0], flush=True)


def compare(other: Path, seats: int, names: Sequence[str]) -> None:
    """This checkout against another one, variant by variant."""
    print(f"{'variant':<13} {'before':>8} {'after':>8} {'ratio':>6}   games/s, best of {ROUNDS} rounds")
    with Sides(__file__, other) as sides:
        for name in names:
            if not (other / "rowlock" / "variants" / f"{name}.toml").exists():
                continue
            best = sides.best([f"{name} {seats} {turn % 4}" for turn in range(ROUNDS)])
            before, after = (ROUND / seconds for seconds in best)
            print(f"{name:<13} {before:>8.0f} {after:>8.0f} {after / before:>6.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--variant", action="append", help="only this one; may be given again")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with an older checkout")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        return answer()
    if args.against:
        return compare(args.against, args.seats, args.variant or variant_names())
    unit = min(yardstick() for _ in range(3))
    print(f"{'variant':<15} {'games/s':>8} {'median':>8} {'inputs/s':>9} {'games per yardstick':>20}")
    for name in args.variant or variant_names():
        rounds = [timed(name, args.seats, ROUND, turn) for turn in range(max(2, args.games // ROUND))][1:]
        speeds = sorted(ROUND / seconds for seconds, _ in rounds)
        inputs, middle = max(count / seconds for seconds, count in rounds), speeds[len(speeds) // 2]
        best = speeds[-1]
        print(f"{name:<15} {best:>8.0f} {middle:>8.0f} {inputs:>9.0f} {best * unit:>20.1f}", flush=True)
    return None


if __name__ == "__main__":
    main()
