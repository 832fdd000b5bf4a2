"""The fewest skipped cells; rather no cross than a wide gap."""

LINE = "Hates gaps: crosses the cell that skips the fewest, and waits when all are far away."
RUNG = 3

TOO_MANY = 2.5
"""Skipping more cells than this is worse than passing."""


def value(crosses: bool, skips: int, gain: int) -> float:
    return float(-skips) if crosses else gain - TOO_MANY
