"""The solved solo game as a teacher: what sheets are really worth."""

from __future__ import annotations

import torch

from rowlock.bots.net.lockstep import Games
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import HUNDRED
from rowlock.bots.net.solved import ByValues
from rowlock.engine.errors import RowlockError
from rowlock.solver.dynamic import load_values


class ExactTeacher:
    """Looks sheets up in the values that `rowlock solve` has left on this machine."""

    def __init__(self, pad: Pad) -> None:
        variant = pad.tables.variant
        values = load_values(variant)
        if values is None:
            raise RowlockError(
                f"{variant.title} is not solved here; first run `rowlock solve {variant.name}`"
            )
        self.pad, self.values = pad, ByValues(pad, values)

    def __call__(self, tables: Games) -> torch.Tensor:
        """The expected final scores `[N, 1]` of sheets at the start of a turn, in hundreds."""
        rows, used, fined = (
            part if self.pad.xp is torch else part.numpy()
            for part in (tables.rows, tables.used, tables.penalties)
        )
        return torch.as_tensor(self.values(rows, used, fined) / HUNDRED).float()
