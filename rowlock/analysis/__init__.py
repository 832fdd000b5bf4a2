"""What games teach: what a choice is worth."""

import rowlock.fast  # noqa: F401  where there is no numpy, it puts something in its place
