"""The numbers of joint positions of two seats that the analysis board solves for an exact answer."""

from __future__ import annotations

AT_ONCE = 100_000
"""Without being asked to: some seconds."""
AS_ASKED = 2_000_000
"""The most that a server solves on demand: some forty seconds of one core."""
