"""How fast is the readable engine? Games of random legal play per second on one core.

    python bench/engine.py [--games 2000] [--seats 2]

The yardstick in the same run is a loop of plain dictionary work, so that machines can be compared.
"""

from __future__ import annotations

import argparse
import random
import time

from rowlock import Game, Phase, Roll, apply, legal_moves, load_variant, new_game, variant_names


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


def yardstick() -> float:
    """Seconds for a fixed amount of plain Python work."""
    began = time.process_time()
    counts: dict[int, int] = {}
    for i in range(1_000_000):
        counts[i & 1023] = counts.get(i & 1023, 0) + 1
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    unit = min(yardstick() for _ in range(3))
    print(f"{'variant':<10} {'games/s':>8} {'inputs/s':>9} {'games per yardstick':>20}")
    for name in variant_names():
        rng, game = random.Random(1), new_game(load_variant(name), args.seats)
        began = time.process_time()
        inputs = sum(play(game, rng) for _ in range(args.games))
        seconds = time.process_time() - began
        speed = args.games / seconds
        print(f"{name:<10} {speed:>8.0f} {inputs / seconds:>9.0f} {speed * unit:>20.1f}")


if __name__ == "__main__":
    main()
