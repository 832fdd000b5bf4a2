"""Observations and actions as spaces of Gymnasium."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from rowlock.research.play import EnvironmentGame


def observation_space(play: EnvironmentGame) -> spaces.Box:
    low = np.array([entry.low for entry in play.entries], np.int16)
    high = np.array([entry.high for entry in play.entries], np.int16)
    return spaces.Box(low, high, dtype=np.int16)


def masked_space(play: EnvironmentGame) -> spaces.Dict:
    """Observation and mask together, as PettingZoo's board games give them."""
    mask = spaces.Box(0, 1, (len(play.actions),), np.int8)
    return spaces.Dict({"observation": observation_space(play), "action_mask": mask})


def action_space(play: EnvironmentGame) -> spaces.Discrete:
    return spaces.Discrete(len(play.actions))
