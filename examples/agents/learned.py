"""Bots that play by a network which `train.py` has trained: for one table, and for thousands at once."""

from pathlib import Path

import numpy as np

from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.seat import seated
from rowlock.engine.errors import Unsupported
from rowlock.research.tables import observe_tables

STEPS = 14
"""A number is told as so many questions, is it more than 0, more than 1 and so on, and as itself."""


def inputs(xp, seen):
    """The numbers of an observation as a network takes them; `xp` is numpy or torch."""
    more = xp.stack([1.0 * (seen > step) for step in range(STEPS)], -1)
    return xp.concatenate([more.reshape((*seen.shape[:-1], -1)), seen / 12.0], -1)


class Learned:
    """Takes the option that its network likes best."""

    by = ITSELF

    def __init__(self, pad, weights):
        self.pad, self.weights = pad, weights

    def _best(self, seen, legal, head):
        found = inputs(np, seen)
        for layer in ("body.0", "body.2"):
            found = np.maximum(found @ self.weights[f"{layer}.weight"].T + self.weights[f"{layer}.bias"], 0)
        likes = found @ self.weights[f"{head}.weight"].T + self.weights[f"{head}.bias"]
        return np.where(legal, likes, -np.inf).argmax(-1)

    def white(self, games, dice, options, positions, lots):
        chosen = list(positions)
        seen = observe_tables(self.pad, games, dice, None, games.used.shape[1])[:, chosen]
        return self._best(seen, options.legal[:, chosen], "white")

    def colour(self, games, dice, options, idle, lots):
        return self._best(observe_tables(self.pad, games, dice, idle, 1)[:, 0], options.legal, "colour")


def bot(file):
    """`make_bot` and `make_batch` of the bot in this file; its weights lie in a folder of the same name."""
    folder = Path(file).with_suffix("")

    def make_batch(pad, seats):
        name = pad.tables.variant.name
        path = folder / f"{name}-{seats}.npz"
        if not path.exists():
            how = f"train.py --by {folder.name} --variant {name} --seats {seats}"
            raise Unsupported(f"no {folder.name} was trained for {name} and {seats} seats: {how}")
        return Learned(pad, dict(np.load(path)))

    def make_bot(variant, seats, seed):
        return seated(folder.name, "Has learnt by playing itself.", variant, seats, seed, make_batch)

    return make_bot, make_batch
