"""The questions about games and positions: one class is one question, found by being here."""

from rowlock.analysis.api import hints, reviews, puzzles, positions  # noqa: F401, I001
