"""How much of champion's time in step goes into effects and scoring of sheets, and how much into the network.

    python bench/bots/share.py

Effects and scoring for many tables at once are `bots/net/pad.py` and `pad_effects.py`. Were they done by the
compiled kernels instead, and at no cost at all, champion would be faster by the last column, and no more
(decision 10).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import pad_of
from rowlock.variants import load_variant, variant_names

ON_SHEETS = ("white", "colour", "score", "locks")
"""The functions of a `Pad` for sheets; some of these call others."""


class Watch:
    """Adds up the time within functions, those that they call not counted twice."""

    def __init__(self) -> None:
        self.spent, self.depth = 0.0, 0

    def on(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **more: Any) -> Any:
            began, self.depth = process_time(), self.depth + 1
            try:
                return function(*args, **more)
            finally:
                self.depth -= 1
                self.spent += 0.0 if self.depth else process_time() - began

        return watched


def share(name: str, games: int) -> float:
    """The share of processor time that goes into effects and scoring."""
    variant = load_variant(name)
    pad, watch = pad_of(variant), Watch()
    bot = load_batch_bot("champion", pad, 2)
    play(pad, [bot, bot], 1, 0, 10)  # what is loaded once
    for function in ON_SHEETS:
        setattr(pad, function, watch.on(getattr(pad, function)))
    began = process_time()
    play(pad, [bot, bot], 1, 0, games)
    spent = process_time() - began
    for function in ON_SHEETS:
        delattr(pad, function)
    return watch.spent / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=500, help="games for each pad (500)")
    dice = [name for name in variant_names() if load_variant(name).turns is None]
    parser.add_argument("--variants", nargs="+", default=dice)
    args = parser.parse_args()
    print(f"{'pad':<18}{'effects and scoring':>20}{'at best':>10}")
    for name in args.variants:
        found = share(name, args.games)
        print(f"{name:<18}{found:>20.0%}{1 / (1 - found):>9.2f}×")


if __name__ == "__main__":
    main()
