"""The lessons of a game: the worth of every choice."""

import rowlock.fast  # noqa: F401  where there is no numpy, it puts something in its place
