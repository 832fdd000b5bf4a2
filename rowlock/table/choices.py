"""The choices that a table offers."""

from __future__ import annotations

from typing import Literal

State = Literal["open", "playing", "over"]
SeatKind = Literal["open", "human", "bot"]
Timer = Literal["off", "relaxed", "fast", "day"]
DiceSource = Literal["server", "real", "none"]
DiceFrom = Literal["server", "device", "real", "none"]
"""Where the dice of a finished game came from; those of a device prove nothing."""
