"""The solved solo game as a teacher: what sheets are really worth."""

from __future__ import annotations

import numpy as np
import torch

from rowlock.bots.net.lockstep import Games
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import HUNDRED
from rowlock.engine.errors import RowlockError
from rowlock.solver.dynamic import load_values


class Exact:
    """Looks sheets up in the values that `rowlock solve` has left on this machine."""

    def __init__(self, pad: Pad) -> None:
        variant = pad.tables.variant
        values = load_values(variant)
        if values is None:
            raise RowlockError(
                f"{variant.title} is not solved here; first run `rowlock solve {variant.name}`"
            )
        if not values.is_plain:
            raise RowlockError(f"{variant.title} has bonuses; only the values of plain rows are taught")
        self.pad, self.values = pad, values

    def __call__(self, tables: Games) -> torch.Tensor:
        """The expected final scores `[N, 1]` of sheets at the start of a turn, in hundreds."""
        states = np.asarray(tables.rows[:, 0]) - np.asarray(self.pad.empty)
        scores = self.values.look_up(states, np.asarray(tables.penalties[:, 0]))
        return torch.as_tensor(scores[:, None] / HUNDRED).float()
