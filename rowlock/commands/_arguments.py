"""Arguments that several commands take."""

from __future__ import annotations

import argparse

from rowlock.engine.errors import RowlockError

MOST_GAMES = 10**12
VARIANT = "a variant's name or .toml file, with options as in 'classic;die_leaves=turn'"
"""The forms of an argument that names a variant; `find_variant` reads it."""
BOT = "a name from `rowlock bots`, FILE.py, or 'exec:COMMAND'"
"""The forms of an argument that names a bot; `rowlock.bots.find_source` reads it."""


class BadArguments(RowlockError):
    """Arguments that contradict each other, or that make no sense."""

    code = "bad_arguments"


def games(text: str) -> int:
    """A number of games, also as `1e6` or `1_000_000`."""
    try:
        number = float(text) if "e" in text.lower() else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games") from None
    if not 1 <= number <= MOST_GAMES or number != int(number):
        raise argparse.ArgumentTypeError(f"1 to {MOST_GAMES:,} games can be played, not {text}")
    return int(number)


def rollouts(text: str) -> int:
    """How often a position is played on, written like a number of games; 0 for not at all."""
    return 0 if text == "0" else games(text)


def at_least_one(name: str, count: int | None) -> None:
    """Refuse a number of threads or processes that would do nothing."""
    if count is not None and count < 1:
        raise BadArguments(f"--{name} must be 1 or more, not {count}")
