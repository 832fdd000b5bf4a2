"""The most points at once; among equals the fewest skipped cells."""

LINE = "Takes the most points it can see, and never thinks of tomorrow."
RUNG = 2


def value(crosses: bool, skips: int, gain: int) -> float:
    return gain - skips / 100
