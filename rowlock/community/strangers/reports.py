"""Reports: why somebody can be reported, how often, and what an operator makes of it."""

from __future__ import annotations

from typing import Literal, get_args

Reason = Literal["words", "name", "stalling", "leaving", "program", "other"]
"""Insults, an offensive name, delaying, leaving games, a program that chooses, something else."""
REASONS: tuple[Reason, ...] = get_args(Reason)
State = Literal["open", "settled", "dismissed"]
"""Waiting for an operator; something was done about it; there was nothing in it."""
A_DAY = 10
"""Reports that one person may make in a day."""
DAY = 86400.0
KEPT = 365 * DAY
"""For how long a report is kept once an operator has decided."""
MOST_AVOIDED = 500
"""How many people somebody may mute or block."""
