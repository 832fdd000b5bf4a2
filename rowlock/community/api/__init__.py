"""Questions about daily games and duels, of server and device alike: one class is one question."""

from rowlock.community.api import daily, duels  # noqa: F401
