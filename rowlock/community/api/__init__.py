"""Questions about daily games, of server and device alike: one class is one question."""

from rowlock.community.api import daily  # noqa: F401
