"""How quick the bots are: champion against champion in step, and one decision at a time.

python bench/bots/speed.py
"""

from __future__ import annotations

from time import perf_counter

from rowlock.arena.batched import play
from rowlock.arena.table import play_game
from rowlock.bots import load_batch_bot, load_bot
from rowlock.bots._batch import pad_of
from rowlock.variants import load_variant, variant_names


def main() -> None:
    pad = pad_of("classic")
    bot = load_batch_bot("champion", pad, 2)
    play(pad, [bot, bot], 1, 0, 50)
    began = perf_counter()
    games = 2000
    play(pad, [bot, bot], 1, 0, games)
    print(f"champion : champion, classic, one core: {games / (perf_counter() - began):,.0f} games/s")
    for name in variant_names():
        times: list[float] = []
        bots = [load_bot("champion"), load_bot("champion")]
        for number in range(2):
            play_game(
                load_variant(name), bots, 1, number, lambda _, seconds, times=times: times.append(seconds)
            )
        times = sorted(times[10:])
        middle, worst = times[len(times) // 2], times[-1]
        print(f"champion decides in {name}: median {1000 * middle:.2f} ms, worst {1000 * worst:.2f} ms")


if __name__ == "__main__":
    main()
