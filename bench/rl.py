"""Steps a second and core of the research environments, in one run, and many games of random agents.

python bench/rl.py                                  # the vector environment beside PettingZoo's, every pad
python bench/rl.py --play 10000 --variants classic  # random agents play this many games in each environment
python bench/rl.py --device cuda --games 262144      # tables in step on an accelerator, with torch

A step is one decision of one seat with the observation and the mask that follow. Choosing at random is not
counted; time is the processor's, on one core. On a device it is the wall clock's, choosing at random
included, and a decision counts only where a seat has more than one option.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rowlock import load_variant, variant_names
from rowlock.engine.errors import Unsupported
from rowlock.research.tables import TableEnv

DICE = [name for name in variant_names() if load_variant(name).played_with == "dice"]


class Stopwatch:
    """Processor time within `with`, added up."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._began = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.process_time() - self._began


def random_actions(masks: Any, chance: np.random.Generator) -> Any:
    return np.where(masks > 0, chance.random(masks.shape, np.float32), -1).argmax(axis=-1)


def steps_of_aec(variant: str, seats: int, seconds: float) -> tuple[int, float]:
    from rowlock.research.aec import RowlockAEC

    env, chance, watch, count = RowlockAEC(variant, seats), np.random.default_rng(1), Stopwatch(), 0
    while watch.seconds < seconds:
        env.reset(None if count else 1)
        while not env.terminations[env.agent_selection]:
            with watch:
                seen, *_ = env.last()
            action = int(random_actions(seen["action_mask"], chance))
            with watch:
                env.step(action)
            count += 1
    return count, watch.seconds


def steps_of_vector(variant: str, seats: int, seconds: float, games: int) -> tuple[int, float]:
    from rowlock.research.vector import VectorEnv

    env, chance, watch, count = VectorEnv(variant, seats, games, 1), np.random.default_rng(1), Stopwatch(), 0
    env.step(random_actions(env.mask, chance))  # compiles
    while watch.seconds < seconds:
        actions = random_actions(env.mask, chance)
        with watch:
            env.step(actions)
        count += games
    return count, watch.seconds


def compare(variants: list[str], seats: int, seconds: float, games: int) -> None:
    print(f"{'pad':15} {'PettingZoo':>12} {'vector':>12}   steps a second and core, {seats} seats")
    for variant in variants:
        count, spent = steps_of_aec(variant, seats, seconds)
        slow = count / spent
        try:
            count, spent = steps_of_vector(variant, seats, seconds, games)
        except Unsupported as error:
            print(f"{variant:15} {slow:12,.0f} {'-':>12}   {error}")
            continue
        print(f"{variant:15} {slow:12,.0f} {count / spent:12,.0f}   {count / spent / slow:.0f} x")


def on_device(variants: list[str], seats: int, seconds: float, games: int, device: str) -> None:
    """Decisions a second of tables in step, with observations, masks and random choices."""
    import torch

    print(
        f"{'pad':15} {'decisions':>14} {'all asked':>14}   a second, {seats} seats, {games} tables, {device}"
    )
    for variant in variants:
        try:
            env = TableEnv(variant, seats, games, device)
        except Unsupported as error:
            print(f"{variant:15} {error}")
            continue
        counts = torch.zeros(2, dtype=torch.float64, device=device)
        began, turns = float("inf"), -5  # the clock starts with turn 0
        while turns < 0 or time.perf_counter() - began < seconds:
            if turns == 0:
                counts.zero_()
                torch.cuda.synchronize() if device != "cpu" else None
                began = time.perf_counter()
            for _ in range(10 if turns >= 0 else 1):
                for _ in ("white", "colour"):
                    counts[0] += (env.mask.sum(-1) > 1).sum()
                    counts[1] += env.mask.shape[0] * env.mask.shape[1]
                    env.step((env.mask * torch.rand(env.mask.shape, device=device)).argmax(-1))
            turns += 1
            torch.cuda.synchronize() if device != "cpu" else None
        made, asked = (counts / (time.perf_counter() - began)).tolist()
        print(f"{variant:15} {made:14,.0f} {asked:14,.0f}")


def aec_games(variant: str, seats: int) -> Iterator[list[int]]:
    from rowlock.research.aec import RowlockAEC

    env, chance = RowlockAEC(variant, seats), np.random.default_rng(1)
    env.reset(1)
    while True:
        while not env.play.over:
            env.step(int(random_actions(env.observe(env.agent_selection)["action_mask"], chance)))
        yield env.play.points()
        env.reset()


def parallel_games(variant: str, seats: int) -> Iterator[list[int]]:
    from rowlock.research.parallel import RowlockParallel

    env, chance = RowlockParallel(variant, seats), np.random.default_rng(1)
    seen, _ = env.reset(1)
    while True:
        while env.agents:
            actions = {a: int(random_actions(seen[a]["action_mask"], chance)) for a in env.agents}
            seen, *_ = env.step(actions)
        yield env.play.points()
        seen, _ = env.reset()


def gym_games(variant: str, seats: int) -> Iterator[list[int]]:
    from rowlock.research.gym import RowlockGym

    env, chance = RowlockGym(variant, ("random",) * (seats - 1)), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        over = False
        while not over:
            _, _, over, _, info = env.step(int(random_actions(info["action_mask"], chance)))
        yield info["points"]
        _, info = env.reset()


def vector_games(variant: str, seats: int) -> Iterator[list[int]]:
    from rowlock.research.vector import VectorEnv

    env, chance = VectorEnv(variant, seats, 1024, 1), np.random.default_rng(1)
    while True:
        _, done, points = env.step(random_actions(env.mask, chance))
        yield from points[done].tolist()


KINDS: dict[str, Callable[[str, int], Iterator[list[int]]]] = {
    "aec": aec_games,
    "parallel": parallel_games,
    "gym": gym_games,
    "vector": vector_games,
}


def play(variants: list[str], seats: int, games: int) -> None:
    for variant in variants:
        for kind, environment in KINDS.items():
            began = time.process_time()
            played = environment(variant, seats)
            try:
                points = np.array([next(played) for _ in range(games)])
            except Unsupported as error:
                print(f"{variant:15} {kind:9} {error}")
                continue
            spent = time.process_time() - began
            print(
                f"{variant:15} {kind:9} {games} games, {points.mean():6.2f} points on average, {spent:.0f} s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variants", nargs="+", default=DICE)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=4096, help="games at once in the vector environment")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--play", type=int, default=0, help="let random agents play this many games instead")
    parser.add_argument("--device", help="tables in step on this device of torch, such as cuda")
    args = parser.parse_args()
    if args.device:
        on_device(args.variants, args.seats, args.seconds, args.games, args.device)
    elif args.play:
        play(args.variants, args.seats, args.play)
    else:
        compare(args.variants, args.seats, args.seconds, args.games)


if __name__ == "__main__":
    main()
